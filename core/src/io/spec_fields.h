// The members of a ModelSpec by name, one description for both directions.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vramscope/model_spec.h"

namespace vramscope {

inline constexpr double kMaxSpecWidth = 8388608;  // 2^23
inline constexpr double kMaxSpecLayers = 4096;

/// What a description is shown to: a writer, which leaves defaults out, or a reader, which checks
/// types and ranges and names what it does not know.
///
/// The bodies are there so that none is pure: the runtime's handler of calls to pure functions
/// brings all of printf into the small module.
class Visitor {
 public:
  virtual void count(std::string_view /*name*/, uint64_t& /*value*/,
                     double /*high*/ = kMaxSpecWidth, uint64_t /*otherwise*/ = 0) {}
  virtual void flag(std::string_view /*name*/, bool& /*value*/, bool /*otherwise*/ = false) {}
  virtual void share(std::string_view /*name*/, double& /*value*/) {}
  virtual void text(std::string_view /*name*/, std::string& /*value*/) {}
  virtual void texts(std::string_view /*name*/, std::vector<std::string>& /*values*/) {}
  /// Index into the names; the index it was, or what was read.
  virtual size_t pick(std::string_view /*name*/, size_t value,
                      std::span<const std::string_view> /*names*/, size_t /*otherwise*/) {
    return value;
  }
  /// Steps into a member object: whether there is one (to write, or in the document).
  virtual bool enter(std::string_view /*name*/, bool there) { return there; }
  virtual void leave() {}
  /// Steps into a list: how many items there are.
  virtual size_t enter_list(std::string_view /*name*/, size_t size) { return size; }
  virtual void enter_item(size_t /*index*/) {}
  virtual void leave_list() {}

  void bits(std::string_view name, uint32_t& value) {
    uint64_t wide = value;
    count(name, wide, 4294967295.0);
    value = static_cast<uint32_t>(wide);
  }

 protected:
  ~Visitor() = default;
};

/// Shows every member of the spec, by its name in a document.
void describe(Visitor& v, ModelSpec& spec);

}  // namespace vramscope
