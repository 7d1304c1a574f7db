#include "files/roles.h"

#include <array>

namespace vramscope {
namespace {

// Last part of a name | type it must have (empty: any) | least dimensions | what it is
struct RoleRow {
  std::string_view last;
  std::string_view dtype;
  size_t dimensions;
  Role role;
};
constexpr std::array kRoles = {
    RoleRow{"SCB", "", 0, Role::Scale},     // LLM.int8
    RoleRow{"W_q", "u8", 0, Role::Packed},  // HQQ
    RoleRow{"absmax", "", 0, Role::Scale},  // bitsandbytes
    RoleRow{"bias", "", 3, Role::Buffer},   // GPT-2's causal mask
    RoleRow{"g_idx", "", 0, Role::Index},
    RoleRow{"input_scale", "", 0, Role::Scale},
    RoleRow{"inv_freq", "", 0, Role::Buffer},
    RoleRow{"k_scale", "", 0, Role::Scale},
    RoleRow{"masked_bias", "", 0, Role::Buffer},
    RoleRow{"nested_absmax", "", 0, Role::Scale},
    RoleRow{"nested_quant_map", "", 0, Role::Scale},
    RoleRow{"num_batches_tracked", "", 0, Role::Buffer},
    RoleRow{"position_ids", "", 0, Role::Buffer},
    RoleRow{"quant_map", "", 0, Role::Scale},
    RoleRow{"quant_state", "", 0, Role::Scale},
    RoleRow{"qweight", "int32", 0, Role::Packed},  // GPTQ, AWQ
    RoleRow{"qzeros", "", 0, Role::ZeroPoint},
    RoleRow{"scale", "fp32", 0, Role::Scale},
    RoleRow{"scales", "", 0, Role::Scale},
    RoleRow{"v_scale", "", 0, Role::Scale},
    RoleRow{"weight", "u8", 0, Role::Packed},  // bitsandbytes, NVFP4
    RoleRow{"weight_format", "", 0, Role::Scale},
    RoleRow{"weight_g_idx", "", 0, Role::Index},
    RoleRow{"weight_global_scale", "", 0, Role::Scale},
    RoleRow{"input_global_scale", "", 0, Role::Scale},
    RoleRow{"weight_packed", "int32", 0, Role::Packed},  // compressed-tensors
    RoleRow{"weight_packed", "u8", 0, Role::Packed},
    RoleRow{"weight_scale", "", 0, Role::Scale},
    RoleRow{"weight_scale_2", "", 0, Role::Scale},
    RoleRow{"weight_scale_inv", "", 0, Role::Scale},
    RoleRow{"weight_shape", "", 0, Role::Index},
    RoleRow{"weight_zero_point", "", 0, Role::ZeroPoint},
};

// Ends of the last part, for names that carry the matrix's own name before it.
constexpr std::array kRoleEnds = {
    RoleRow{"_blocks", "u8", 0, Role::Packed},  // gpt-oss's MXFP4
    RoleRow{"_scale_inv", "", 0, Role::Scale},
    RoleRow{"_scales", "u8", 0, Role::Scale},
};

// Whole names that only GGUF has.
constexpr std::array<std::string_view, 3> kGgufBuffers = {
    "rope_factors_long.weight", "rope_factors_short.weight", "rope_freqs.weight"};

// Parts after which a name goes on inside one tensor's own data ("weight.absmax").
bool belongs_to_module(std::string_view part) {
  return part == "weight" || part == "bias" || part == "quant_state";
}

bool fits(const RoleRow& row, const StoredTensor& tensor) {
  return (row.dtype.empty() || row.dtype == tensor.dtype) && tensor.shape.size() >= row.dimensions;
}

const RoleRow* find_row(std::string_view last, const StoredTensor& tensor) {
  if (last.starts_with("bitsandbytes__")) last = "quant_state";
  for (const RoleRow& row : kRoles) {
    if (row.last == last && fits(row, tensor)) return &row;
  }
  for (const RoleRow& row : kRoleEnds) {
    if (last.ends_with(row.last) && fits(row, tensor)) return &row;
  }
  return nullptr;
}

std::string_view cut_last(std::string_view path) {
  const size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : path.substr(0, dot);
}

std::string_view last_part(std::string_view path) { return path.substr(path.rfind('.') + 1); }

}  // namespace

std::string_view extra_id(Role role) {
  switch (role) {
    case Role::Parameter:
    case Role::Packed:
      return {};
    case Role::Scale:
      return "scales";
    case Role::ZeroPoint:
      return "zero_points";
    case Role::Index:
      return "indices";
    case Role::Buffer:
      return "buffers";
    case Role::TiedHead:
      return "tied_head";
  }
  return {};
}

StoredRole stored_role(const StoredTensor& tensor, double bits) {
  StoredRole role;
  const std::string_view name = tensor.name;
  const std::string_view last = last_part(name);
  const RoleRow* row = find_row(last, tensor);
  if (row) role.role = row->role;
  for (std::string_view buffer : kGgufBuffers) {
    if (name.ends_with(buffer)) role.role = Role::Buffer;
  }
  role.module = row || belongs_to_module(last) ? cut_last(name) : name;
  while (belongs_to_module(last_part(role.module))) role.module = cut_last(role.module);
  if (role.module.empty()) role.module = name;
  const auto elements = static_cast<double>(tensor.elements);
  if (role.role == Role::Parameter) role.parameters = elements;
  if (role.role == Role::Packed) {
    const double stored_bits = tensor.dtype == "int32" ? 32 : 8;
    role.parameters = elements * stored_bits / bits;
  }
  return role;
}

}  // namespace vramscope
