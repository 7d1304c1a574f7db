#include "widgets/layer_colors.h"

#include <array>

namespace vramscope {
namespace {

struct KindRow {
  ModuleKind kind;
  std::string_view message;
  uint32_t dark, light;
};
constexpr std::array<KindRow, kModuleKinds> kKinds{{
    {ModuleKind::Embedding, "module.embedding", 0x6A4C96, 0xDACBF3},
    {ModuleKind::Attention, "module.attention", 0x2C5FA6, 0xBBD4FB},
    {ModuleKind::Recurrent, "module.state", 0x2C7344, 0xC0E6C7},
    {ModuleKind::FeedForward, "module.ffn", 0x146E66, 0xB0E0D9},
    {ModuleKind::Experts, "module.experts", 0x8C4D1E, 0xF7D1AA},
    {ModuleKind::SharedExpert, "module.shared", 0x746016, 0xEFDF9F},
    {ModuleKind::Head, "module.lm_head", 0x863C70, 0xF3C4DF},
    {ModuleKind::Encoder, "module.vision", 0x475877, 0xCAD5E6},
    {ModuleKind::Small, "module.norm", 0x535B69, 0xD8DCE4},
}};
constexpr bool in_order() {
  for (size_t i = 0; i < kKinds.size(); ++i) {
    if (kKinds[i].kind != static_cast<ModuleKind>(i)) return false;
  }
  return true;
}
static_assert(in_order());

/// Names of the tree that say the kind by themselves; the others take it from what they are part
/// of.
struct NameRow {
  std::string_view name;
  ModuleKind kind;
};
constexpr NameRow kNames[] = {
    {"attention", ModuleKind::Attention}, {"audio", ModuleKind::Encoder},
    {"bias", ModuleKind::Small},          {"cross", ModuleKind::Attention},
    {"embedding", ModuleKind::Embedding}, {"experts", ModuleKind::Experts},
    {"ffn", ModuleKind::FeedForward},     {"input", ModuleKind::Small},
    {"lm_head", ModuleKind::Head},        {"norm", ModuleKind::Small},
    {"positions", ModuleKind::Embedding}, {"projector", ModuleKind::Encoder},
    {"router", ModuleKind::Small},        {"shared", ModuleKind::SharedExpert},
    {"state", ModuleKind::Recurrent},     {"vision", ModuleKind::Encoder},
};

const NameRow* named(const InspectRow& row) {
  if (row.names.size() != 1) return nullptr;
  for (const NameRow& entry : kNames) {
    if (entry.name == row.names.front()) return &entry;
  }
  return nullptr;
}

size_t largest_part(std::span<const InspectRow> rows, size_t index) {
  size_t largest = index + 1;
  for (size_t i = index + 1; i < rows[index].end; i = rows[i].end) {
    if (rows[i].bytes > rows[largest].bytes) largest = i;
  }
  return largest;
}

/// A mixture has experts in its feed-forward block: the block is of their kind.
bool only_names_itself(std::span<const InspectRow> rows, size_t index) {
  const NameRow* entry = named(rows[index]);
  const bool mixed =
      entry != nullptr && entry->kind == ModuleKind::FeedForward && rows[index].end > index + 1;
  return entry != nullptr && !mixed;
}

}  // namespace

ModuleKind module_kind(std::span<const InspectRow> rows, size_t index) {
  if (only_names_itself(rows, index)) return named(rows[index])->kind;
  if (rows[index].end > index + 1) return module_kind(rows, largest_part(rows, index));
  for (int up = rows[index].parent; up >= 0; up = rows[static_cast<size_t>(up)].parent) {
    if (const NameRow* entry = named(rows[static_cast<size_t>(up)])) return entry->kind;
  }
  return ModuleKind::Small;
}

std::string_view module_kind_name(ModuleKind kind) {
  return kKinds[static_cast<size_t>(kind)].message;
}

uint32_t module_fill(ModuleKind kind, bool light) {
  const KindRow& row = kKinds[static_cast<size_t>(kind)];
  return light ? row.light : row.dark;
}

uint32_t module_ink(bool light) { return light ? 0x1A1F2B : 0xF2F5FA; }

}  // namespace vramscope
