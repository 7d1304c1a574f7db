// The blocks of a layer, from a config's fields. Names differ by family; meanings do not.
#include <algorithm>
#include <cmath>

#include "models/draft.h"

namespace vramscope {
namespace {

uint64_t rounded_up_to(uint64_t value, uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

uint64_t kv_heads(const Draft& draft, uint64_t heads) {
  const ConfigView& view = draft.view;
  const Family& family = draft.family;
  const uint64_t fallback = family.num_key_value_heads ? family.num_key_value_heads : heads;
  // Falcon's newer layout counts its groups; the older one has a switch for a single head.
  const bool one_head = is_true(view, "multi_query") && !is_true(view, "new_decoder_architecture");
  if (one_head) return 1;
  if (const auto groups = view.count("multi_query_group_num", 1, kMaxWidth)) {
    return is_true(view, "multi_query_attention") ? *groups : heads;
  }
  const ConfigView inner = view.object("attn_config");  // DBRX, MPT
  if (const auto count = inner.count("kv_n_heads", 1, kMaxWidth)) return *count;
  return view.count("num_key_value_heads num_kv_heads n_head_kv n_kv_heads", 1, kMaxWidth)
      .value_or(fallback);
}

QkNorm qk_norm(const Draft& draft) {
  const Family& family = draft.family;
  if (const auto type = draft.view.text("qk_norm_type")) {  // MiniMax names it
    if (!is_true(draft.view, "use_qk_norm")) return QkNorm::None;
    return *type == "per_layer" ? QkNorm::Whole : QkNorm::PerHead;
  }
  if (family.qk_norm_field.empty()) return family.qk_norm;
  return is_true(draft.view, family.qk_norm_field) ? family.qk_norm : QkNorm::None;
}

void read_biases(const Draft& draft, Attention& a) {
  const Family& family = draft.family;
  const ConfigView& view = draft.view;
  a.qkv_bias = family.qkv_bias;
  a.o_bias = family.o_bias;
  if (const auto stated = view.flag("attention_bias")) {
    if (family.biases_follow || family.qkv_bias_follows) a.qkv_bias = *stated;
    if (family.biases_follow) a.o_bias = *stated;
  }
  if (family.bias_field.empty()) return;
  const bool negated = family.bias_field == "no_bias";
  const bool stated = view.flag(family.bias_field).value_or(negated ? true : family.qkv_bias);
  a.qkv_bias = stated != negated;
  if (family.o_bias) a.o_bias = a.qkv_bias;
}

bool ffn_bias(const Draft& draft) {
  const Family& family = draft.family;
  if (family.biases_follow && !family.ffn_bias) return is_true(draft.view, "mlp_bias");
  if (!family.ffn_bias || family.bias_field.empty()) return family.ffn_bias;
  const bool negated = family.bias_field == "no_bias";
  return draft.view.flag(family.bias_field).value_or(true) != negated;
}

/// LFM2 states a width that is cut to two thirds and rounded up.
uint64_t adjusted_width(const ConfigView& view, uint64_t width) {
  if (!is_true(view, "block_auto_adjust_ff_dim")) return width;
  const double factor = view.number("block_ffn_dim_multiplier").value_or(1.0);
  const auto cut = static_cast<uint64_t>(std::floor(factor * std::floor(2.0 * width / 3.0)));
  return rounded_up_to(cut, optional_count(view, "block_multiple_of", kMaxWidth, 256));
}

uint64_t dense_width(const Draft& draft) {
  const ConfigView& view = draft.view;
  const uint64_t hidden = draft.spec.hidden_size;
  if (const auto beside =
          view.count("intermediate_size_mlp dense_intermediate_size", 1, kMaxWidth * 8)) {
    return *beside;
  }
  const Family& family = draft.family;
  uint64_t fallback = family.intermediate_size;
  if (fallback == 0 && family.ffn == FfnKind::Rwkv) {
    const bool four = family.recurrent == RecurrentForm::Rwkv4;
    fallback = four ? 4 * hidden : hidden * 7 / 2 / 32 * 32;
  }
  const bool four_times = family.ffn == FfnKind::Plain;  // GPT-2, BLOOM, Falcon, MPT leave it out
  if (fallback == 0 && four_times) {
    const auto ratio = view.count("expansion_ratio", 1, 64);
    fallback = ratio.value_or(4) * hidden;
  }
  const ConfigView inner = view.object("ffn_config");  // DBRX
  if (const auto width = inner.count("ffn_hidden_size", 1, kMaxWidth * 8)) return *width;
  const uint64_t width = required(view,
                                  "intermediate_size block_ff_dim n_inner ffn_dim ffn_hidden_size "
                                  "ffn_embed_dim d_ff moe_intermediate_size",
                                  kMaxWidth * 8, fallback);
  return adjusted_width(view, family.halved_ffn ? width / 2 : width);
}

/// Width of the experts that every token uses, together.
uint64_t shared_width(const Draft& draft, uint64_t expert_width) {
  const ConfigView& view = draft.view;
  const auto how_many =
      view.count("n_shared_experts num_shared_experts num_shared_expert moe_num_shared_experts", 0,
                 kMaxExperts);
  if (const auto each = view.count("moe_shared_expert_intermediate_size", 0, kMaxWidth * 8)) {
    return *each * how_many.value_or(1);
  }
  if (const auto together =
          view.count("shared_expert_intermediate_size shared_intermediate_size share_expert_dim", 0,
                     kMaxWidth * 8)) {
    return *together;
  }
  return how_many.value_or(draft.family.shared_experts) * expert_width;
}

uint64_t router_vectors(const Draft& draft) {
  const ConfigView& view = draft.view;
  if (draft.family.router_vectors > 0) return draft.family.router_vectors;
  const bool corrected = view.text("topk_method").value_or("") == "noaux_tc" ||
                         is_true(view, "use_routing_bias") || is_true(view, "use_moe_router_bias");
  return corrected ? 1 : 0;
}

}  // namespace

uint64_t required(const ConfigView& view, std::string_view names, uint64_t high,
                  uint64_t fallback) {
  if (const auto value = view.count(names, 1, high)) return *value;
  if (view.first_of(names).empty() && fallback == 0) {
    view.problem(names.substr(0, names.find(' ')), "missing_field");
  }
  return fallback;
}

uint64_t optional_count(const ConfigView& view, std::string_view names, uint64_t high,
                        uint64_t fallback) {
  return view.count(names, 0, high).value_or(fallback);
}

bool is_true(const ConfigView& view, std::string_view name) {
  return view.flag(name).value_or(false);
}

Attention read_attention(const Draft& draft) {
  const ConfigView& view = draft.view;
  const Family& family = draft.family;
  Attention a;
  a.num_attention_heads =
      required(view, "num_attention_heads n_head n_heads num_heads decoder_attention_heads",
               kMaxWidth, family.num_attention_heads);
  a.num_key_value_heads = kv_heads(draft, a.num_attention_heads);
  const uint64_t equal_share =
      a.num_attention_heads ? draft.spec.hidden_size / a.num_attention_heads : 0;
  a.head_dim = view.count("head_dim kv_channels d_kv attention_head_dim", 1, kMaxWidth)
                   .value_or(family.head_dim ? family.head_dim : equal_share);
  if (a.num_attention_heads > 0 && a.head_dim == 0) view.problem("head_dim", "missing_field");
  a.v_head_dim = optional_count(view, "v_head_dim", kMaxWidth);
  if (a.v_head_dim == a.head_dim) a.v_head_dim = 0;
  if (a.num_attention_heads && a.num_key_value_heads &&
      a.num_attention_heads % a.num_key_value_heads != 0) {
    view.problem("num_key_value_heads", "heads_not_divisible");
  }
  read_biases(draft, a);
  a.qk_norm = qk_norm(draft);
  a.fused_qkv = family.fused_qkv;
  a.output_gate = view.flag("attn_output_gate").value_or(family.output_gate);
  a.sinks = family.sinks || is_true(view, "add_full_attention_sink_bias");
  return a;
}

Attention read_sliding(const Draft& draft, const Attention& full) {
  const ConfigView& view = draft.view;
  Attention a = full;
  a.num_attention_heads =
      optional_count(view, "swa_num_attention_heads", kMaxWidth, full.num_attention_heads);
  a.num_key_value_heads =
      optional_count(view, "swa_num_key_value_heads", kMaxWidth, full.num_key_value_heads);
  a.head_dim = optional_count(view, "swa_head_dim", kMaxWidth, full.head_dim);
  a.v_head_dim = optional_count(view, "swa_v_head_dim", kMaxWidth, full.v_head_dim);
  a.sinks = draft.family.sinks || is_true(view, "add_swa_attention_sink_bias");
  return a;
}

Attention read_global(const Draft& draft, const Attention& sliding) {
  const ConfigView& view = draft.view;
  Attention a = sliding;
  a.head_dim = optional_count(view, "global_head_dim", kMaxWidth, sliding.head_dim);
  a.num_key_value_heads =
      optional_count(view, "num_global_key_value_heads", kMaxWidth, sliding.num_key_value_heads);
  a.keys_are_values = is_true(view, "attention_k_eq_v");
  return a;
}

LatentAttention read_latent(const Draft& draft) {
  const ConfigView& view = draft.view;
  LatentAttention a;
  a.num_attention_heads = required(view, "num_attention_heads", kMaxWidth);
  a.q_lora_rank = optional_count(view, "q_lora_rank", kMaxWidth);
  a.kv_lora_rank = required(view, "kv_lora_rank", kMaxWidth);
  a.qk_rope_head_dim = required(view, "qk_rope_head_dim", kMaxWidth);
  a.qk_nope_head_dim = required(view, "qk_nope_head_dim", kMaxWidth);
  // MiniCPM3 leaves it out: the hidden size divided among the heads.
  const uint64_t equal_share =
      a.num_attention_heads ? draft.spec.hidden_size / a.num_attention_heads : 0;
  a.v_head_dim = required(view, "v_head_dim", kMaxWidth, equal_share);
  a.index_n_heads = optional_count(view, "index_n_heads", kMaxWidth);
  a.index_head_dim = optional_count(view, "index_head_dim", kMaxWidth);
  a.bias = is_true(view, "attention_bias");
  return a;
}

CompressedAttention read_compressed(const Draft& draft) {
  const ConfigView& view = draft.view;
  CompressedAttention a;
  a.num_attention_heads = required(view, "num_attention_heads", kMaxWidth);
  a.head_dim = required(view, "head_dim", kMaxWidth);
  a.q_lora_rank = required(view, "q_lora_rank", kMaxWidth);
  a.o_lora_rank = required(view, "o_lora_rank", kMaxWidth);
  a.o_groups = required(view, "o_groups", kMaxWidth);
  a.sliding_window = required(view, "sliding_window", kMaxTokens);
  a.index_n_heads = optional_count(view, "index_n_heads", kMaxWidth);
  a.index_head_dim = optional_count(view, "index_head_dim", kMaxWidth);
  return a;
}

Recurrent read_recurrent(const Draft& draft) {
  const ConfigView& view = draft.view;
  const uint64_t hidden = draft.spec.hidden_size;
  Recurrent r;
  switch (draft.family.recurrent) {
    case RecurrentForm::None:
      break;
    case RecurrentForm::GatedDelta:
      r.kind = RecurrentKind::GatedDelta;
      r.num_heads = required(view, "linear_num_value_heads", kMaxWidth);
      r.head_dim = required(view, "linear_value_head_dim", kMaxWidth);
      r.num_key_heads = required(view, "linear_num_key_heads", kMaxWidth);
      r.state_size = required(view, "linear_key_head_dim", kMaxWidth);
      r.conv_kernel = required(view, "linear_conv_kernel_dim", 64, 4);
      break;
    case RecurrentForm::KimiDelta: {
      const ConfigView linear = view.object("linear_attn_config");
      r.kind = RecurrentKind::KimiDelta;
      r.num_heads = required(linear, "num_heads", kMaxWidth);
      r.head_dim = required(linear, "head_dim", kMaxWidth);
      r.conv_kernel = required(linear, "short_conv_kernel_size", 64, 4);
      break;
    }
    case RecurrentForm::Mamba:
      r.kind = RecurrentKind::Mamba;
      r.state_size = required(view, "mamba_d_state state_size", kMaxWidth, 16);
      r.conv_kernel = required(view, "mamba_d_conv conv_kernel", 64, 4);
      r.inner_size = required(view, "mamba_expand expand", 64, 2) * hidden;
      // "auto" stands for a sixteenth of the hidden size.
      r.rank = (hidden + 15) / 16;
      if (!view.text("time_step_rank") && !view.text("mamba_dt_rank")) {
        r.rank = optional_count(view, "mamba_dt_rank time_step_rank", kMaxWidth, r.rank);
      }
      r.bias = is_true(view, "mamba_proj_bias") || is_true(view, "use_bias");
      r.conv_bias =
          view.flag("mamba_conv_bias").value_or(view.flag("use_conv_bias").value_or(true));
      r.inner_norms = !draft.family.recurrent_only;
      break;
    case RecurrentForm::Mamba2:
      r.kind = RecurrentKind::Mamba2;
      r.state_size = required(view, "mamba_d_state ssm_state_size state_size", kMaxWidth, 128);
      r.conv_kernel = required(view, "mamba_d_conv conv_kernel", 64, 4);
      r.num_key_heads = required(view, "mamba_n_groups n_groups ngroups", kMaxWidth, 1);
      r.num_heads = optional_count(view, "mamba_n_heads mamba_num_heads", kMaxWidth);
      if (!view.text("mamba_d_head")) {  // "auto": what the channels leave to each head
        r.head_dim = optional_count(view, "mamba_d_head mamba_head_dim", kMaxWidth);
      }
      if (draft.family.recurrent_only) {
        r.num_heads = optional_count(view, "num_heads", kMaxWidth);
        r.head_dim = optional_count(view, "head_dim", kMaxWidth, 64);
      }
      r.inner_size = r.num_heads && r.head_dim
                         ? r.num_heads * r.head_dim
                         : view.count("mamba_d_ssm", 1, kMaxWidth * 8)
                               .value_or(required(view, "mamba_expand expand", 64, 2) * hidden);
      if (r.head_dim == 0 && r.num_heads > 0) r.head_dim = r.inner_size / r.num_heads;
      if (r.num_heads == 0 && r.head_dim > 0) r.num_heads = r.inner_size / r.head_dim;
      r.bias = is_true(view, "mamba_proj_bias") || is_true(view, "use_bias");
      r.conv_bias =
          view.flag("mamba_conv_bias").value_or(view.flag("use_conv_bias").value_or(true));
      r.inner_norms = view.flag("mamba_rms_norm").value_or(true);
      break;
    case RecurrentForm::ShortConv:
      r.kind = RecurrentKind::ShortConv;
      r.conv_kernel = required(view, "conv_L_cache", 64, 3);
      r.inner_size = hidden;
      r.conv_bias = is_true(view, "conv_bias");
      break;
    case RecurrentForm::Rwkv4:
    case RecurrentForm::Rwkv5:
    case RecurrentForm::Rwkv6:
      r.kind = draft.family.recurrent == RecurrentForm::Rwkv4   ? RecurrentKind::Rwkv4
               : draft.family.recurrent == RecurrentForm::Rwkv5 ? RecurrentKind::Rwkv5
                                                                : RecurrentKind::Rwkv6;
      r.inner_size = required(view, "attention_hidden_size", kMaxWidth, hidden);
      r.head_dim = required(view, "head_size", kMaxWidth, 64);
      r.num_heads = r.inner_size / r.head_dim;
      r.rank = 32;
      break;
    case RecurrentForm::Lightning:
      r.kind = RecurrentKind::Lightning;
      r.num_heads = required(view, "num_attention_heads", kMaxWidth);
      r.head_dim = required(view, "head_dim", kMaxWidth);
      break;
  }
  return r;
}

Ffn read_dense(const Draft& draft) {
  Ffn f;
  f.kind = draft.family.ffn;
  f.intermediate_size = dense_width(draft);
  f.bias = ffn_bias(draft);
  return f;
}

std::optional<Ffn> read_experts(const Draft& draft) {
  const ConfigView& view = draft.view;
  const ConfigView inner = view.object("ffn_config");  // DBRX
  Ffn f;
  f.num_experts =
      view.count("num_local_experts num_experts n_routed_experts moe_num_experts", 0, kMaxExperts)
          .value_or(optional_count(inner, "moe_num_experts", kMaxExperts));
  if (f.num_experts == 0) return std::nullopt;
  f.kind = draft.family.ffn;
  f.num_experts_per_tok = inner.count("moe_top_k", 1, kMaxExperts).value_or(0);
  if (f.num_experts_per_tok == 0) {
    f.num_experts_per_tok =
        required(view,
                 "num_experts_per_tok num_experts_per_token moe_topk moe_k top_k_experts "
                 "experts_per_token num_selected_experts moe_top_k",
                 kMaxExperts);
  }
  if (f.num_experts_per_tok > f.num_experts) {
    view.problem("num_experts_per_tok", "more_than_experts");
  }
  // Experts may be narrower than a dense block would be.
  f.intermediate_size =
      view.count("moe_intermediate_size expert_intermediate_size expert_hidden_size", 1,
                 kMaxWidth * 8)
          .value_or(0);
  if (f.intermediate_size == 0) {
    f.intermediate_size =
        view.count("intermediate_size", 1, kMaxWidth * 8).value_or(dense_width(draft));
  }
  f.shared_intermediate_size = shared_width(draft, f.intermediate_size);
  f.shared_gate = draft.family.shared_gate && f.shared_intermediate_size > 0;
  f.latent_size = optional_count(view, "moe_latent_size", kMaxWidth);
  f.router_vectors = router_vectors(draft);
  f.bias = draft.family.expert_bias;
  if (is_true(view, "enable_moe_block")) f.dense_intermediate_size = dense_width(draft);
  return f;
}

}  // namespace vramscope
