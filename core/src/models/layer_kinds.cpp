// What each layer is: full or windowed attention, recurrent, dense or a mixture of experts.
// Files say it in many ways; each way is one function here.
#include <algorithm>

#include "models/draft.h"

namespace vramscope {
namespace {

struct TypeName {
  std::string_view name;
  Mixer mixer;
};
constexpr TypeName kTypeNames[] = {
    {"attention", Mixer::Full},      {"chunked_attention", Mixer::Chunked},
    {"conv", Mixer::Recurrent},      {"deepseek_sparse_attention", Mixer::Full},
    {"full_attention", Mixer::Full}, {"global", Mixer::Full},
    {"hybrid", Mixer::Both},         {"linear_attention", Mixer::Recurrent},
    {"local", Mixer::Sliding},       {"mamba", Mixer::Recurrent},
    {"recurrent", Mixer::Recurrent}, {"sliding_attention", Mixer::Sliding},
};

/// A list of one entry a layer under one of the names; empty when there is none.
std::vector<std::string_view> type_list(const Draft& draft) {
  for (std::string_view name : {"layer_types", "layers_block_type", "block_types"}) {
    std::vector<std::string_view> types = draft.view.texts(name);
    if (types.empty()) continue;
    if (types.size() != draft.layers) draft.view.problem(name, "list_length");
    types.resize(draft.layers);
    return types;
  }
  return {};
}

void note_unread(ModelSpec& spec, std::string field) {
  const auto& known = spec.not_read;
  if (std::find(known.begin(), known.end(), field) == known.end()) {
    spec.not_read.push_back(std::move(field));
  }
}

bool types_from_list(Draft& draft, std::vector<LayerKind>& kinds) {
  const std::vector<std::string_view> types = type_list(draft);
  if (types.empty()) return false;
  for (size_t i = 0; i < types.size(); ++i) {
    const auto row =
        std::find_if(std::begin(kTypeNames), std::end(kTypeNames),
                     [&](const TypeName& candidate) { return candidate.name == types[i]; });
    const bool known = row != std::end(kTypeNames);
    const bool recurs = known && row->mixer == Mixer::Recurrent;
    // A kind of layer that nothing here describes is taken for full attention, and said.
    const bool described = known && !(recurs && draft.family.recurrent == RecurrentForm::None);
    if (described) kinds[i].mixer = row->mixer;
    if (!described && !types[i].empty()) {
      note_unread(draft.spec, draft.view.path("layer_types"));
    }
  }
  return true;
}

/// A list of layers (from `base` on) that attend fully; all others are recurrent.
bool full_from_indices(const Draft& draft, std::vector<LayerKind>& kinds) {
  const ConfigView linear = draft.view.object("linear_attn_config");
  struct Source {
    std::vector<double> list;
    double base;
  };
  const Source sources[] = {{draft.view.numbers("full_attn_idxs"), 0},
                            {draft.view.numbers("attn_layer_indices"), 0},
                            {linear.numbers("full_attn_layers"), 1}};
  for (const Source& source : sources) {
    if (source.list.empty()) continue;
    for (LayerKind& kind : kinds) kind.mixer = Mixer::Recurrent;
    for (double index : source.list) {
      const double place = index - source.base;
      if (place >= 0 && place < static_cast<double>(kinds.size())) {
        kinds[static_cast<size_t>(place)].mixer = Mixer::Full;
      }
    }
    return true;
  }
  return false;
}

/// 1 where the layer slides (MiMo), or 0 where it is linear (MiniMax-01).
bool types_from_numbers(const Draft& draft, std::vector<LayerKind>& kinds) {
  const std::vector<double> slides = draft.view.numbers("hybrid_layer_pattern");
  const std::vector<double> full = draft.view.numbers("attn_type_list");
  if (slides.empty() && full.empty()) return false;
  for (size_t i = 0; i < kinds.size(); ++i) {
    if (i < slides.size() && slides[i] != 0) kinds[i].mixer = Mixer::Sliding;
    if (i < full.size() && full[i] == 0) kinds[i].mixer = Mixer::Recurrent;
  }
  return true;
}

bool periodic(const Draft& draft, std::vector<LayerKind>& kinds) {
  const ConfigView& view = draft.view;
  if (draft.family.recurrent_only || draft.family.all_hybrid) {
    for (LayerKind& kind : kinds) {
      kind.mixer = draft.family.all_hybrid ? Mixer::Both : Mixer::Recurrent;
    }
    return true;
  }
  if (draft.family.recurrent == RecurrentForm::None) return false;
  const uint64_t every = optional_count(view, "full_attention_interval", kMaxLayers,
                                        draft.family.full_attention_every);
  const uint64_t period = optional_count(view, "attn_layer_period", kMaxLayers);
  if (every == 0 && period == 0) return false;
  const uint64_t offset = optional_count(view, "attn_layer_offset", kMaxLayers);
  for (size_t i = 0; i < kinds.size(); ++i) {
    const bool full = period > 0 ? i % period == offset % period : (i + 1) % every == 0;
    kinds[i].mixer = full ? Mixer::Full : Mixer::Recurrent;
  }
  return true;
}

Mixer windowed(const Draft& draft, uint64_t layer, uint64_t pattern, bool switched_on,
               uint64_t first) {
  switch (draft.family.window) {
    case WindowPattern::None:
      return Mixer::Full;
    case WindowPattern::AllLayers:
      return Mixer::Sliding;
    case WindowPattern::WhenSwitchedOn:
      return switched_on && layer >= first ? Mixer::Sliding : Mixer::Full;
    case WindowPattern::EveryOther:
      return layer % 2 == 0 ? Mixer::Sliding : Mixer::Full;
    case WindowPattern::AllButEveryNth:
      return (layer + 1) % pattern != 0 ? Mixer::Sliding : Mixer::Full;
    case WindowPattern::ChunkedRoped:
      return (layer + 1) % pattern != 0 ? Mixer::Chunked : Mixer::Full;
  }
  return Mixer::Full;
}

/// By the family's pattern, whose period the file may state, as a number or as letters ("LLLG").
void windows_by_pattern(const Draft& draft, std::vector<LayerKind>& kinds) {
  const ConfigView& view = draft.view;
  const std::string_view letters = view.text("sliding_window_pattern").value_or("");
  const bool spelt = letters.find_first_not_of("LG") == std::string_view::npos && !letters.empty();
  const uint64_t pattern =
      spelt ? letters.size()
            : view.count("sliding_window_pattern _sliding_window_pattern no_rope_layer_interval", 1,
                         kMaxLayers)
                  .value_or(draft.family.window_period ? draft.family.window_period : 6);
  const bool switched_on = is_true(view, "use_sliding_window");
  const uint64_t first = optional_count(view, "max_window_layers", kMaxLayers);
  for (size_t i = 0; i < kinds.size(); ++i) {
    kinds[i].mixer = windowed(draft, i, pattern, switched_on, first);
  }
}

/// From a list of one entry a layer: numbers (1 is a mixture) or words.
bool sparse_from_list(const ConfigView& view, std::vector<LayerKind>& kinds) {
  const std::vector<double> numbers = view.numbers("moe_layer_freq");
  const std::vector<std::string_view> words = view.texts("mlp_layer_types");
  if (numbers.empty() && words.empty()) return false;
  for (size_t i = 0; i < kinds.size(); ++i) {
    kinds[i].sparse =
        i < numbers.size() ? numbers[i] != 0 : i < words.size() && words[i] == "sparse";
  }
  return true;
}

void mark_sparse(const Draft& draft, std::vector<LayerKind>& kinds) {
  const ConfigView& view = draft.view;
  if (sparse_from_list(view, kinds)) return;
  const uint64_t dense_first = optional_count(
      view, "first_k_dense_replace moe_layer_start_index num_dense_layers", kMaxLayers);
  const uint64_t step = std::max<uint64_t>(
      1,
      optional_count(
          view, "decoder_sparse_step moe_layer_freq interleave_moe_layer_step moe_layer_interval",
          kMaxLayers, 1));
  // Qwen counts layers from one, DeepSeek from zero.
  const bool from_one = !view.has("moe_layer_freq");
  const uint64_t period = optional_count(view, "expert_layer_period", kMaxLayers);
  const uint64_t offset = optional_count(view, "expert_layer_offset", kMaxLayers);
  for (size_t i = 0; i < kinds.size(); ++i) {
    kinds[i].sparse = i >= dense_first && (i + (from_one ? 1 : 0)) % step == 0;
    if (period > 0) kinds[i].sparse = i % period == offset % period;
  }
  for (double layer : view.numbers("mlp_only_layers")) {
    if (layer >= 0 && layer < static_cast<double>(kinds.size())) {
      kinds[static_cast<size_t>(layer)].sparse = false;
    }
  }
}

LayerKind single_block(char letter) {
  switch (letter) {
    case 'M':
      return {.mixer = Mixer::Recurrent, .ffn = false};
    case '*':
      return {.mixer = Mixer::Full, .ffn = false};
    case 'E':
      return {.mixer = Mixer::None, .sparse = true};
    default:  // '-'
      return {.mixer = Mixer::None};
  }
}

}  // namespace

std::vector<LayerKind> read_layer_kinds(Draft& draft, bool has_experts) {
  std::vector<LayerKind> kinds(draft.layers);
  const bool said = types_from_list(draft, kinds) || full_from_indices(draft, kinds) ||
                    types_from_numbers(draft, kinds) || periodic(draft, kinds);
  if (!said) windows_by_pattern(draft, kinds);
  if (has_experts) mark_sparse(draft, kinds);
  return kinds;
}

std::vector<LayerKind> read_single_blocks(const ConfigView& view, std::string_view pattern_field,
                                          std::string_view list_field) {
  std::vector<LayerKind> kinds;
  for (char letter : view.text(pattern_field).value_or("")) {
    if (std::string_view("M*E-").find(letter) == std::string_view::npos) {
      view.problem(pattern_field, "unknown_id");
      return {};
    }
    kinds.push_back(single_block(letter));
  }
  if (!kinds.empty()) return kinds;
  for (std::string_view word : view.texts(list_field)) {
    const char letter = word == "mamba"       ? 'M'
                        : word == "attention" ? '*'
                        : word == "moe"       ? 'E'
                                              : '-';
    kinds.push_back(single_block(letter));
  }
  return kinds;
}

}  // namespace vramscope
