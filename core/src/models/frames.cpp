// How a whole model is put together from layers.
#include <algorithm>
#include <cmath>

#include "models/draft.h"

namespace vramscope {
namespace {

uint64_t window_of(const Draft& draft) {
  constexpr std::string_view kNames =
      "sliding_window sliding_window_size window_size attention_chunk_size";
  if (draft.view.says_none(kNames)) return 0;
  return draft.view.count(kNames, 1, kMaxTokens).value_or(draft.family.sliding_window);
}

/// A layer that attends to an image instead of the text before it, behind two gates (Llama 3.2).
void turn_to_cross(LayerGroup& layer) {
  layer.cross = layer.attention;
  layer.cross->qk_norm = QkNorm::PerHead;
  layer.attention.reset();
  layer.loose = 2;
}

/// Rows of the table for image tokens, and the length of an image's encoding.
void read_cross(Draft& draft) {
  const ConfigView vision = draft.root.object("vision_config");
  draft.spec.outer.push_back({Module::TokenEmbedding, 8, draft.spec.hidden_size});
  const uint64_t patch = required(vision, "patch_size", 4096, 14);
  const uint64_t side = required(vision, "image_size", 65536, 448) / patch;
  draft.spec.encoder_tokens = required(vision, "max_num_tiles", 64, 4) * (side * side + 1);
}

/// The ratio of one layer; only the finest compression is searched through an indexer.
void compress(CompressedAttention& a, double ratio) {
  a.compress_ratio = ratio >= 1 && ratio <= 65536 ? static_cast<uint64_t>(ratio) : 0;
  if (a.compress_ratio != 4) a.index_n_heads = a.index_head_dim = 0;
}

void decoder(Draft& draft) {
  const Blocks& blocks = draft.blocks.emplace(read_blocks(draft));
  const std::vector<LayerKind> kinds = read_layer_kinds(draft, blocks.experts.has_value());
  const uint64_t per_layer = optional_count(draft.view, "hidden_size_per_layer_input", kMaxWidth);
  const uint64_t shared = optional_count(draft.view, "num_kv_shared_layers", kMaxLayers);
  const bool double_wide = is_true(draft.view, "use_double_wide_mlp");
  const std::vector<double> cross = draft.view.numbers("cross_attention_layers");
  if (!cross.empty()) read_cross(draft);
  const std::vector<double> ratios = draft.view.numbers("compress_ratios");
  const uint64_t streams = optional_count(draft.view, "hc_mult", 64);
  if (streams > 0) {  // mixed into one before the head
    draft.spec.outer.push_back({Module::LayerInput, streams, streams * draft.spec.hidden_size});
    draft.spec.outer.push_back({Module::Norm, 1, streams + 1});
  }
  for (size_t i = 0; i < kinds.size(); ++i) {
    LayerGroup layer = make_layer(draft, blocks, kinds[i]);
    if (layer.compressed) compress(*layer.compressed, i < ratios.size() ? ratios[i] : 0);
    layer.residual_streams = streams;
    layer.per_layer_input = per_layer;
    if (per_layer > 0) ++layer.norms;
    const bool looks_across =
        std::find(cross.begin(), cross.end(), static_cast<double>(i)) != cross.end();
    if (looks_across && layer.attention) turn_to_cross(layer);
    if (i + shared >= kinds.size() && shared > 0) {  // the last layers read an earlier cache
      if (layer.attention) layer.attention->shares_kv = true;
      if (double_wide && layer.ffn) layer.ffn->intermediate_size *= 2;
    }
    add_layer(draft, layer);
  }
  if (per_layer == 0) return;
  const uint64_t width = per_layer * draft.layers;
  const uint64_t rows = optional_count(draft.view, "vocab_size_per_layer_input", kMaxVocabulary,
                                       draft.spec.vocab_size);
  draft.spec.outer.push_back({Module::TokenEmbedding, rows, width});
  draft.spec.outer.push_back({Module::LayerInput, width, draft.spec.hidden_size});
  draft.spec.outer.push_back({Module::Norm, 1, per_layer});
}

void single_blocks(Draft& draft) {
  const Blocks& blocks = draft.blocks.emplace(read_blocks(draft));
  const std::vector<LayerKind> kinds =
      read_single_blocks(draft.view, "hybrid_override_pattern", "layers_block_type");
  if (kinds.empty()) draft.view.problem("hybrid_override_pattern", "missing_field");
  if (draft.layers > 0 && kinds.size() != draft.layers) {
    draft.view.problem("hybrid_override_pattern", "list_length");
  }
  for (const LayerKind& kind : kinds) add_layer(draft, make_layer(draft, blocks, kind));
}

/// Nemotron NAS: each block says its own group size and feed-forward factor, or that it is empty.
void block_list(Draft& draft) {
  const ConfigView& view = draft.view;
  const uint64_t hidden = draft.spec.hidden_size;
  const Attention shared = read_attention(draft);
  for (uint64_t i = 0; i < draft.layers; ++i) {
    const ConfigView block = view.item("block_configs", i);
    const ConfigView attention = block.object("attention");
    const ConfigView ffn = block.object("ffn");
    LayerGroup layer;
    layer.norms = 0;
    if (is_true(attention, "replace_with_linear") || is_true(ffn, "replace_with_linear")) {
      attention.problem("replace_with_linear", "not_supported");
    }
    if (!is_true(attention, "no_op")) {
      layer.attention = shared;
      const uint64_t group = required(attention, "n_heads_in_group", kMaxWidth);
      layer.attention->num_key_value_heads = group ? shared.num_attention_heads / group : 0;
      ++layer.norms;
    }
    if (!is_true(ffn, "no_op")) {
      // Two thirds of factor x hidden, rounded up to 256.
      const double factor = ffn.number("ffn_mult").value_or(0);
      const double width = std::floor(2 * factor * static_cast<double>(hidden) / 3);
      if (!(factor > 0 && width < kMaxWidth * 8)) ffn.problem("ffn_mult", "missing_field");
      const auto whole = static_cast<uint64_t>(factor > 0 && width < kMaxWidth * 8 ? width : 0);
      layer.ffn = Ffn{.intermediate_size = (whole + 255) / 256 * 256};
      ++layer.norms;
    }
    add_layer(draft, layer);
  }
}

/// T5 and Whisper: an encoder, and a decoder that also attends to the encoder's output.
void encoder_decoder(Draft& draft) {
  const ConfigView& view = draft.view;
  ModelSpec& spec = draft.spec;
  const uint64_t hidden = spec.hidden_size;
  const bool speech = view.has("num_mel_bins");
  LayerGroup decoder = {.norms = 3, .norm_bias = draft.family.norm_bias};
  decoder.attention = read_attention(draft);
  decoder.attention->no_k_bias = speech;
  decoder.cross = decoder.attention;
  decoder.ffn = read_dense(draft);
  decoder.ffn->intermediate_size =
      view.count("decoder_ffn_dim", 1, kMaxWidth * 8).value_or(decoder.ffn->intermediate_size);
  if (view.text("feed_forward_proj").value_or("").starts_with("gated")) {
    decoder.ffn->kind = FfnKind::Gated;
  }
  LayerGroup encoder = decoder;
  encoder.encoder = true;
  encoder.cross.reset();
  encoder.norms = 2;
  encoder.ffn->intermediate_size =
      view.count("encoder_ffn_dim", 1, kMaxWidth * 8).value_or(encoder.ffn->intermediate_size);
  const uint64_t encoder_layers = required(view, "encoder_layers num_layers", kMaxLayers);
  const uint64_t decoder_layers =
      required(view, "decoder_layers num_decoder_layers", kMaxLayers, encoder_layers);
  for (uint64_t i = 0; i < encoder_layers; ++i) add_layer(draft, encoder);
  for (uint64_t i = 0; i < decoder_layers; ++i) add_layer(draft, decoder);
  spec.outer.push_back({Module::Norm, spec.final_norm_bias ? 2u : 1u, hidden});  // the encoder's
  if (speech) {
    const uint64_t bins = required(view, "num_mel_bins", 4096);
    spec.encoder_tokens = required(view, "max_source_positions", kMaxTokens, 1500);
    spec.max_position_embeddings = required(view, "max_target_positions", kMaxTokens, 448);
    spec.learned_position_embeddings = spec.max_position_embeddings;
    spec.outer.push_back({Module::Audio, hidden, bins * 3});  // two convolutions with biases
    spec.outer.push_back({Module::Audio, hidden, hidden * 3});
    spec.outer.push_back({Module::Audio, 2, hidden});
    spec.outer.push_back({Module::Audio, spec.encoder_tokens, hidden});
    return;
  }
  // A relative bias table in the first layer of each half.
  const uint64_t buckets = required(view, "relative_attention_num_buckets", kMaxWidth, 32);
  for (int half = 0; half < 2; ++half) {
    spec.outer.push_back(
        {Module::PositionEmbedding, buckets, decoder.attention->num_attention_heads});
  }
}

void encoder(Draft& draft) {
  ModelSpec& spec = draft.spec;
  const uint64_t h = spec.hidden_size;
  LayerGroup layer = {.norms = 2, .norm_bias = draft.family.norm_bias, .encoder = true};
  layer.attention = read_attention(draft);
  layer.ffn = read_dense(draft);
  for (uint64_t i = 0; i < draft.layers; ++i) add_layer(draft, layer);
  spec.lm_head = false;
  spec.final_norm = false;
  const uint64_t types = required(draft.view, "type_vocab_size", 4096, 2);
  spec.outer.push_back({Module::PositionEmbedding, types, h});
  // Published files hold the two heads of pretraining too.
  spec.stored_buffers = h * h + 5 * h + spec.vocab_size + 2;
  spec.outer.push_back({Module::Query, h, h});  // the pooler
  spec.outer.push_back({Module::Bias, 1, h});
}

}  // namespace

void add_layer(Draft& draft, LayerGroup layer) {
  ModelSpec& spec = draft.spec;
  if (draft.quantisation) draft.quantisation->mark(layer, spec.layer_order.size());
  for (size_t i = 0; i < spec.groups.size(); ++i) {
    layer.count = spec.groups[i].count;
    if (layer != spec.groups[i]) continue;
    ++spec.groups[i].count;
    spec.layer_order.push_back(static_cast<uint16_t>(i));
    return;
  }
  spec.layer_order.push_back(static_cast<uint16_t>(spec.groups.size()));
  spec.groups.push_back(layer);
  spec.groups.back().count = 1;
}

Blocks read_blocks(const Draft& draft) {
  const ConfigView& view = draft.view;
  Blocks blocks;
  const bool latent = view.has("kv_lora_rank") && view.flag("use_mla").value_or(true);
  if (view.has_object("compress_ratios")) {
    blocks.compressed = read_compressed(draft);
  } else if (latent) {
    blocks.latent = read_latent(draft);
  } else if (!draft.family.recurrent_only) {
    const Attention plain = read_attention(draft);
    blocks.sliding = read_sliding(draft, plain);
    blocks.sliding->kind = AttentionKind::Sliding;
    blocks.sliding->sliding_window = window_of(draft);
    blocks.full = read_global(draft, plain);
    if (blocks.sliding->sliding_window == 0) blocks.sliding = blocks.full;
  }
  if (draft.family.recurrent != RecurrentForm::None) blocks.recurrent = read_recurrent(draft);
  blocks.experts = read_experts(draft);
  const bool has_ffn = !draft.family.recurrent_only || draft.family.ffn == FfnKind::Rwkv;
  if (has_ffn) blocks.dense = read_dense(draft);
  return blocks;
}

LayerGroup make_layer(const Draft& draft, const Blocks& blocks, const LayerKind& kind) {
  const Family& family = draft.family;
  LayerGroup layer = {.norms = family.norms, .norm_bias = family.norm_bias};
  if (!family.one_norm_field.empty() && is_true(draft.view, family.one_norm_field)) layer.norms = 1;
  if (!family.two_norms_field.empty() && is_true(draft.view, family.two_norms_field)) {
    layer.norms = optional_count(draft.view, "num_ln_in_parallel_attn", 2, 2);
  }
  switch (kind.mixer) {
    case Mixer::Full:
      layer.attention = blocks.full;
      layer.latent = blocks.latent;
      layer.compressed = blocks.compressed;
      break;
    case Mixer::Sliding:
      layer.attention = blocks.sliding;
      layer.latent = blocks.latent;
      break;
    case Mixer::Chunked:
      layer.attention = blocks.sliding;
      if (layer.attention && layer.attention->sliding_window > 0) {
        layer.attention->kind = AttentionKind::Chunked;
      }
      break;
    case Mixer::Recurrent:
      layer.recurrent = blocks.recurrent;
      break;
    case Mixer::Both:
      layer.recurrent = blocks.recurrent;
      layer.attention = blocks.full;
      break;
    case Mixer::None:
      break;
  }
  const bool has_ffn = kind.ffn && (!family.recurrent_only || family.ffn == FfnKind::Rwkv);
  const bool mixture = kind.sparse && blocks.experts;
  if (has_ffn) layer.ffn = mixture ? blocks.experts : blocks.dense;
  if (has_ffn && mixture) layer.norms += family.router_norms;
  if (family.ffn == FfnKind::Rwkv) {  // two mixes of the feed-forward block
    layer.loose = 2 * draft.spec.hidden_size;
  }
  return layer;
}

void read_frame(Draft& draft) {
  switch (draft.family.frame) {
    case Frame::Decoder:
      return decoder(draft);
    case Frame::SingleBlock:
      return single_blocks(draft);
    case Frame::EncoderDecoder:
      return encoder_decoder(draft);
    case Frame::Encoder:
      return encoder(draft);
    case Frame::BlockList:
      return block_list(draft);
  }
}

}  // namespace vramscope
