// What kind of module a node of the tree is, and its colours. Draws nothing: tested by itself.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "vramscope/reply.h"

namespace vramscope {

enum class ModuleKind : uint8_t {
  Embedding,
  Attention,
  Recurrent,
  FeedForward,
  Experts,
  SharedExpert,
  Head,
  Encoder,
  Small,  ///< norms, biases, routers
};
constexpr size_t kModuleKinds = 9;

/// The kind of a node; of what has parts of several kinds, the kind of its largest part.
ModuleKind module_kind(std::span<const InspectRow> rows, size_t index);
/// The core's message that names it: "module.attention".
std::string_view module_kind_name(ModuleKind kind);

/// Colours as 0xRRGGBB. Ink is readable on every fill of its theme.
uint32_t module_fill(ModuleKind kind, bool light);
uint32_t module_ink(bool light);

}  // namespace vramscope
