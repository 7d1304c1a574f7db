// Tensors as a tree of modules, with layers that are alike folded into one node.
#pragma once

#include <span>

#include "files/roles.h"
#include "vramscope/model_files.h"

namespace vramscope {

/// `roles` beside `tensors`, one each.
ModuleNode module_tree(std::span<const StoredTensor> tensors, std::span<const StoredRole> roles);

}  // namespace vramscope
