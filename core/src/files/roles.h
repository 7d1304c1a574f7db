// What a stored tensor is for: a parameter, several packed into each number, or something that only
// helps to read others.
#pragma once

#include <string_view>

#include "vramscope/stored_tensors.h"

namespace vramscope {

enum class Role : uint8_t { Parameter, Packed, Scale, ZeroPoint, Index, Buffer, TiedHead };
/// The id of an extra ("scales"); empty for parameters.
std::string_view extra_id(Role role);

struct StoredRole {
  Role role = Role::Parameter;
  std::string_view module;  ///< path of the module the tensor belongs to; a part of its name
  double parameters = 0;    ///< 0 unless the role is Parameter or Packed
};

/// `bits`: of a packed weight, where a quantisation config says it; else 4.
StoredRole stored_role(const StoredTensor& tensor, double bits);

}  // namespace vramscope
