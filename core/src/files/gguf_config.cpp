#include "files/gguf_config.h"

#include <algorithm>
#include <array>

#include "files/order.h"

namespace vramscope {
namespace {

// general.architecture | model_type. Names that are the same, but for dashes, have no row.
struct ArchitectureRow {
  std::string_view gguf, model_type;
};
constexpr std::array kArchitectures = {
    ArchitectureRow{"baichuan", "baichuan"},
    ArchitectureRow{"chatglm", "chatglm"},
    ArchitectureRow{"command-r", "cohere"},
    ArchitectureRow{"deepseek2", "deepseek_v2"},
    ArchitectureRow{"ernie4_5-moe", "ernie4_5_moe"},
    ArchitectureRow{"gemma3", "gemma3_text"},
    ArchitectureRow{"gemma3n", "gemma3n_text"},
    ArchitectureRow{"glm4moe", "glm4_moe"},
    ArchitectureRow{"gptneox", "gpt_neox"},
    ArchitectureRow{"granitehybrid", "granitemoehybrid"},
    ArchitectureRow{"grok", "grok-1"},
    ArchitectureRow{"hunyuan-dense", "hunyuan_v1_dense"},
    ArchitectureRow{"hunyuan-moe", "hunyuan_v1_moe"},
    ArchitectureRow{"lfm2moe", "lfm2_moe"},
    ArchitectureRow{"llama4", "llama4_text"},
    ArchitectureRow{"nemotron_h_moe", "nemotron_h"},
    ArchitectureRow{"phi2", "phi"},
    ArchitectureRow{"qwen2moe", "qwen2_moe"},
    ArchitectureRow{"qwen2vl", "qwen2"},
    ArchitectureRow{"qwen3moe", "qwen3_moe"},
    ArchitectureRow{"qwen3next", "qwen3_next"},
    ArchitectureRow{"qwen3vl", "qwen3"},
    ArchitectureRow{"qwen3vlmoe", "qwen3_moe"},
    ArchitectureRow{"starcoder", "gpt_bigcode"},
};

// Key after the architecture | field | architecture it holds for (empty: any without a row of its
// own). The rows of one key stand together.
struct KeyRow {
  std::string_view key, field, architecture;
};
constexpr std::array kKeys = {
    KeyRow{"attention.head_count", "num_attention_heads", ""},
    KeyRow{"attention.head_count_kv", "attn_config.kv_n_heads", "dbrx"},
    KeyRow{"attention.head_count_kv", "num_key_value_heads", ""},
    KeyRow{"attention.indexer.head_count", "index_n_heads", ""},
    KeyRow{"attention.indexer.key_length", "index_head_dim", ""},
    KeyRow{"attention.indexer.top_k", "index_topk", ""},
    KeyRow{"attention.key_length", "head_dim", ""},
    KeyRow{"attention.key_length", "kv_channels", "chatglm"},
    KeyRow{"attention.kv_lora_rank", "kv_lora_rank", ""},
    KeyRow{"attention.q_lora_rank", "q_lora_rank", ""},
    KeyRow{"attention.shared_kv_layers", "num_kv_shared_layers", ""},
    KeyRow{"attention.sliding_window", "sliding_window", ""},
    KeyRow{"block_count", "num_hidden_layers", ""},
    KeyRow{"context_length", "max_position_embeddings", ""},
    KeyRow{"context_length", "seq_length", "chatglm"},
    KeyRow{"embedding_length", "hidden_size", ""},
    KeyRow{"embedding_length_per_layer_input", "hidden_size_per_layer_input", ""},
    KeyRow{"expert_count", "ffn_config.moe_num_experts", "dbrx"},
    KeyRow{"expert_count", "n_routed_experts", "deepseek"},
    KeyRow{"expert_count", "n_routed_experts", "deepseek2"},
    KeyRow{"expert_count", "n_routed_experts", "dots1"},
    KeyRow{"expert_count", "n_routed_experts", "glm4moe"},
    KeyRow{"expert_count", "n_routed_experts", "nemotron_h_moe"},
    KeyRow{"expert_count", "num_experts", ""},
    KeyRow{"expert_count", "num_local_experts", "gpt-oss"},
    KeyRow{"expert_count", "num_local_experts", "granitehybrid"},
    KeyRow{"expert_count", "num_local_experts", "granitemoe"},
    KeyRow{"expert_count", "num_local_experts", "grok"},
    KeyRow{"expert_count", "num_local_experts", "llama"},
    KeyRow{"expert_count", "num_local_experts", "llama4"},
    KeyRow{"expert_count", "num_local_experts", "minimax-m2"},
    KeyRow{"expert_count", "num_local_experts", "phimoe"},
    KeyRow{"expert_feed_forward_length", "moe_intermediate_size", ""},
    KeyRow{"expert_shared_count", "n_shared_experts", ""},
    KeyRow{"expert_shared_feed_forward_length", "shared_expert_intermediate_size", ""},
    KeyRow{"expert_shared_feed_forward_length", "shared_intermediate_size", "granitemoe"},
    KeyRow{"expert_shared_feed_forward_length", "shared_intermediate_size", "granitehybrid"},
    KeyRow{"expert_used_count", "ffn_config.moe_top_k", "dbrx"},
    KeyRow{"expert_used_count", "num_experts_per_tok", ""},
    KeyRow{"feed_forward_length", "ffn_config.ffn_hidden_size", "dbrx"},
    KeyRow{"feed_forward_length", "ffn_hidden_size", "chatglm"},
    KeyRow{"feed_forward_length", "intermediate_size", ""},
    KeyRow{"full_attention_interval", "full_attention_interval", ""},
    KeyRow{"interleave_moe_layer_step", "interleave_moe_layer_step", "llama4"},
    KeyRow{"leading_dense_block_count", "first_k_dense_replace", ""},
    KeyRow{"nextn_predict_layers", "num_nextn_predict_layers", ""},
    KeyRow{"rope.dimension_count", "qk_rope_head_dim", "deepseek2"},
    KeyRow{"rope.dimension_count", "qk_rope_head_dim", "minicpm3"},
    KeyRow{"shortconv.l_cache", "conv_L_cache", ""},
    KeyRow{"ssm.conv_kernel", "conv_kernel", ""},
    KeyRow{"ssm.conv_kernel", "linear_conv_kernel_dim", "qwen3next"},
    KeyRow{"ssm.conv_kernel", "mamba_d_conv", "falcon-h1"},
    KeyRow{"ssm.conv_kernel", "mamba_d_conv", "granitehybrid"},
    KeyRow{"ssm.conv_kernel", "mamba_d_conv", "jamba"},
    KeyRow{"ssm.group_count", "linear_num_key_heads", "qwen3next"},
    KeyRow{"ssm.group_count", "mamba_n_groups", "falcon-h1"},
    KeyRow{"ssm.group_count", "mamba_n_groups", "granitehybrid"},
    KeyRow{"ssm.group_count", "n_groups", ""},
    KeyRow{"ssm.inner_size", "intermediate_size", "mamba"},
    KeyRow{"ssm.inner_size", "mamba_d_ssm", "falcon-h1"},
    KeyRow{"ssm.state_size", "linear_key_head_dim", "qwen3next"},
    KeyRow{"ssm.state_size", "mamba_d_state", "falcon-h1"},
    KeyRow{"ssm.state_size", "mamba_d_state", "granitehybrid"},
    KeyRow{"ssm.state_size", "mamba_d_state", "jamba"},
    KeyRow{"ssm.state_size", "ssm_state_size", "nemotron_h"},
    KeyRow{"ssm.state_size", "ssm_state_size", "nemotron_h_moe"},
    KeyRow{"ssm.state_size", "state_size", ""},
    KeyRow{"ssm.time_step_rank", "linear_num_value_heads", "qwen3next"},
    KeyRow{"ssm.time_step_rank", "mamba_dt_rank", "jamba"},
    KeyRow{"ssm.time_step_rank", "mamba_n_heads", "falcon-h1"},
    KeyRow{"ssm.time_step_rank", "mamba_n_heads", "granitehybrid"},
    KeyRow{"ssm.time_step_rank", "mamba_num_heads", "nemotron_h"},
    KeyRow{"ssm.time_step_rank", "mamba_num_heads", "nemotron_h_moe"},
    KeyRow{"ssm.time_step_rank", "num_heads", "mamba2"},
    KeyRow{"ssm.time_step_rank", "time_step_rank", ""},
    KeyRow{"vocab_size", "vocab_size", ""},
};

// A head's width that is not stored: the inner size over the heads.
constexpr std::array kHeadWidths = {
    ArchitectureRow{"falcon-h1", "mamba_d_head"},
    ArchitectureRow{"granitehybrid", "mamba_d_head"},
    ArchitectureRow{"mamba2", "head_dim"},
    ArchitectureRow{"nemotron_h", "mamba_head_dim"},
    ArchitectureRow{"nemotron_h_moe", "mamba_head_dim"},
    ArchitectureRow{"qwen3next", "linear_value_head_dim"},
};

// How many times the inner size is the hidden one.
constexpr std::array kExpansions = {
    ArchitectureRow{"granitehybrid", "mamba_expand"},
    ArchitectureRow{"jamba", "mamba_expand"},
    ArchitectureRow{"mamba", "expand"},
    ArchitectureRow{"mamba2", "expand"},
    ArchitectureRow{"nemotron_h", "expand"},
};

// What layers without a KV cache are called in layer_types.
constexpr std::array kOtherLayers = {
    ArchitectureRow{"granitehybrid", "mamba"},
    ArchitectureRow{"lfm2", "conv"},
    ArchitectureRow{"lfm2moe", "conv"},
};

// What configs call biases of query, key and value, and norms of query and key.
constexpr std::array<std::string_view, 4> kBiasFields = {"add_qkv_bias", "attention_bias",
                                                         "qkv_bias", "use_qkv_bias"};
constexpr std::array<std::string_view, 3> kQkNormFields = {"qk_layernorm", "qk_normalization",
                                                           "use_qk_norm"};

template <typename Rows>
std::string_view look_up(const Rows& rows, std::string_view architecture) {
  for (const ArchitectureRow& row : rows) {
    if (row.gguf == architecture) return row.model_type;
  }
  return {};
}

void set_path(Json& json, std::string_view path, Json value) {
  const size_t dot = path.find('.');
  if (dot == std::string_view::npos) return json.set(path, std::move(value));
  set_path(json.at(path.substr(0, dot)), path.substr(dot + 1), std::move(value));
}

Json flag(bool value) {
  Json json;
  json.kind = Json::Kind::Bool;
  json.number = value ? 1 : 0;
  return json;
}

class Translator {
 public:
  Translator(const StoredFile& file, std::span<const StoredTensor> tensors)
      : file_(file), tensors_(tensors), by_name_(ordered(tensors.size(), [&](size_t a, size_t b) {
          return tensors[a].name < tensors[b].name;
        })) {
    if (const MetaValue* value = file.find("general.architecture")) arch_ = value->text;
  }

  Json translate() {
    translate_keys();
    set_family();
    set_latent_attention();
    set_state_space();
    set_layers();
    if (!tensors_.empty()) set_from_tensors();
    return std::move(json_);
  }

 private:
  const MetaValue* meta(std::string_view key) const {
    return file_.find(std::string(arch_) + '.' + std::string(key));
  }
  double number(std::string_view key) const {
    const MetaValue* value = meta(key);
    return value ? scalar(*value) : 0;
  }
  /// A list stands for its largest: what has no layer of its own kind here is sized by the widest.
  static double scalar(const MetaValue& value) {
    const auto largest = std::max_element(value.numbers.begin(), value.numbers.end());
    return largest == value.numbers.end() ? value.number : *largest;
  }
  void set(std::string_view field, double value) { set_path(json_, field, Json::of(value)); }

  void translate_keys() {
    for (size_t i = 0; i < kKeys.size(); ++i) {
      const KeyRow& row = kKeys[i];
      const bool own = row.architecture == arch_;
      const bool other_has_own = std::any_of(kKeys.begin(), kKeys.end(), [&](const KeyRow& other) {
        return other.key == row.key && other.architecture == arch_;
      });
      if (!own && (!row.architecture.empty() || other_has_own)) continue;
      if (number(row.key) > 0) set(row.field, number(row.key));
    }
    const MetaValue* tokens = file_.find("tokenizer.ggml.tokens");
    if (!json_.find("vocab_size") && tokens && tokens->length > 0) {
      set("vocab_size", static_cast<double>(tokens->length));
    }
  }

  void set_family() {
    std::string family(look_up(kArchitectures, arch_));
    if (family.empty()) {
      family = arch_;
      std::replace(family.begin(), family.end(), '-', '_');
    }
    if (arch_ == "llama" && number("expert_count") > 0) family = "mixtral";
    // Sigmoid gating came with the third version.
    if (arch_ == "deepseek2" && number("expert_gating_func") == 2) family = "deepseek_v3";
    json_.set("model_type", Json::of(family));
    if (family == "falcon") {  // the forty billion have more than one head of keys, and two norms
      const bool grouped = number("attention.head_count_kv") > 1;
      json_.set(grouped ? "new_decoder_architecture" : "multi_query", flag(true));
    }
  }

  /// Newer files store the compressed sizes as key_length and the heads' own under _mla.
  void set_latent_attention() {
    if (number("attention.kv_lora_rank") == 0) return;
    const bool newer = meta("attention.key_length_mla") != nullptr;
    const double key = number(newer ? "attention.key_length_mla" : "attention.key_length");
    const double rope = number("rope.dimension_count");
    json_.erase("head_dim");
    if (newer) set("num_key_value_heads", number("attention.head_count"));
    if (key > rope) set("qk_nope_head_dim", key - rope);
    set("v_head_dim", number(newer ? "attention.value_length_mla" : "attention.value_length"));
  }

  void set_state_space() {
    const double inner = number("ssm.inner_size");
    const double heads = number("ssm.time_step_rank");
    const double hidden = number("embedding_length");
    const std::string_view width = look_up(kHeadWidths, arch_);
    if (!width.empty() && inner > 0 && heads > 0) set(width, inner / heads);
    const std::string_view expand = look_up(kExpansions, arch_);
    if (!expand.empty() && inner > 0 && hidden > 0) set(expand, inner / hidden);
  }

  std::vector<double> list(std::string_view key) const {
    const MetaValue* value = meta(key);
    return value ? value->numbers : std::vector<double>();
  }

  /// Per-layer lists: which layers slide, which have no keys and values at all.
  void set_layers() {
    const std::vector<double> slides = list("attention.sliding_window_pattern");
    const std::vector<double> heads = list("attention.head_count_kv");
    const std::vector<double> ffn = list("feed_forward_length");
    const std::string_view other = look_up(kOtherLayers, arch_);
    if (!slides.empty()) {
      name_layers(slides, "sliding_attention", "full_attention");
    } else if (!heads.empty() && !other.empty()) {
      name_layers(heads, arch_ == "granitehybrid" ? "attention" : "full_attention", other);
    } else if (!heads.empty() && arch_ == "jamba") {
      set_period(heads, "attn_layer_period", "attn_layer_offset");
    } else if (!heads.empty() && arch_.starts_with("nemotron_h")) {
      std::string pattern;
      for (size_t i = 0; i < heads.size(); ++i) {
        const bool dense = i < ffn.size() && ffn[i] > 0;
        const char feed = number("expert_count") > 0 ? 'E' : '-';
        pattern += heads[i] > 0 ? '*' : dense ? feed : 'M';
      }
      json_.set("hybrid_override_pattern", Json::of(pattern));
    }
  }

  void name_layers(const std::vector<double>& chosen, std::string_view yes, std::string_view no) {
    Json types = Json::list();
    for (double value : chosen) types.append(Json::of(value != 0 ? yes : no));
    json_.set("layer_types", std::move(types));
  }

  void set_period(const std::vector<double>& chosen, std::string_view period,
                  std::string_view offset) {
    const auto first = std::find_if(chosen.begin(), chosen.end(), [](double v) { return v > 0; });
    if (first == chosen.end()) return;
    const auto second = std::find_if(first + 1, chosen.end(), [](double v) { return v > 0; });
    set(offset, static_cast<double>(first - chosen.begin()));
    set(period, static_cast<double>(second - first));
  }

  const StoredTensor* tensor(std::string_view name) const {
    const auto place = std::lower_bound(
        by_name_.begin(), by_name_.end(), name,
        [&](size_t i, std::string_view wanted) { return tensors_[i].name < wanted; });
    return place != by_name_.end() && tensors_[*place].name == name ? &tensors_[*place] : nullptr;
  }

  /// The tensor of the first layer that has one.
  const StoredTensor* in_layers(std::string_view name) const {
    const double layers = std::min(number("block_count"), 4096.0);
    for (uint64_t i = 0; static_cast<double>(i) < layers; ++i) {
      const StoredTensor* found = tensor("blk." + std::to_string(i) + '.' + std::string(name));
      if (found) return found;
    }
    return nullptr;
  }

  /// Width of the side that a down projection takes in.
  double width_of(std::string_view down) const {
    const StoredTensor* found = in_layers(down);
    return found && !found->shape.empty() ? static_cast<double>(found->shape.back()) : 0;
  }

  void set_from_tensors() {
    json_.set("tie_word_embeddings", flag(!tensor("output.weight")));
    const bool bias = in_layers("attn_q.bias") || in_layers("attn_qkv.bias");
    for (const auto field : kBiasFields) json_.set(field, flag(bias));
    const bool norm = in_layers("attn_q_norm.weight") != nullptr;
    for (const auto field : kQkNormFields) json_.set(field, flag(norm));
    const StoredTensor* table = tensor("token_embd.weight");
    if (table && table->shape.size() == 2) {
      set("vocab_size", static_cast<double>(table->shape[0]));
    }
    const double expert = width_of("ffn_down_exps.weight");
    if (expert > 0 && !json_.find("moe_intermediate_size")) set("moe_intermediate_size", expert);
    const double shared = width_of("ffn_down_shexp.weight");
    const bool counted = json_.find("n_shared_experts") || json_.find("shared_intermediate_size");
    if (shared > 0 && !counted) set("shared_expert_intermediate_size", shared);
    if (tensor("rope_freqs.weight")) set_path(json_, "rope_scaling.rope_type", Json::of("llama3"));
    const bool longrope =
        tensor("rope_factors_long.weight") || in_layers("rope_factors_long.weight");
    if (longrope) set_path(json_, "rope_scaling.rope_type", Json::of("longrope"));
  }

  const StoredFile& file_;
  std::string_view arch_;
  std::span<const StoredTensor> tensors_;
  std::vector<size_t> by_name_;
  Json json_ = Json::object();
};

}  // namespace

Json gguf_config(const StoredFile& file, std::span<const StoredTensor> tensors) {
  return Translator(file, tensors).translate();
}

}  // namespace vramscope
