// The fields of a request as one table. The parser, the normaliser, the permalink and the command
// line are all driven by it, so a field is named, typed and bounded in one place.
#pragma once

#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "tables/engines.h"
#include "vramscope/request.h"

namespace vramscope {

/// Where a field lives in the request, by its type.
using FieldAccess =
    std::variant<uint64_t& (*)(Request&), double& (*)(Request&), bool& (*)(Request&),
                 std::string& (*)(Request&), std::optional<uint64_t>& (*)(Request&),
                 std::optional<double>& (*)(Request&), std::optional<bool>& (*)(Request&)>;

/// Enumerations are read and written by their names.
struct EnumAccess {
  std::span<const std::string_view> names;
  size_t (*get)(const Request&) = nullptr;
  void (*set)(Request&, size_t) = nullptr;
};

enum class UsedBy : uint8_t {
  Everything,
  Inference,
  Training,
  Zero3,         ///< parameters are sharded
  Adapters,      ///< LoRA and its kin
  Distillation,  ///< there is a teacher
  Attention,     ///< training, and engines that let one choose
  LlamaCpp,
  IkLlamaCpp,
  Vllm,
  Paged,  ///< engines that fill their share of the card
  Sglang,
  Transformers,
  Prefix,   ///< engines that keep a common beginning once
  Prefill,  ///< engines whose peak depends on how much of the context is the prompt
  Sweep,
  Solve,
};

struct Field {
  std::string_view path;        ///< in the document: "training.zero"
  std::string_view short_name;  ///< in permalinks and on the command line: "zero"
  std::variant<FieldAccess, EnumAccess> access;
  double low = 0, high = 0;                       ///< legal range of numbers
  std::span<const std::string_view> values = {};  ///< legal texts; empty: an id that is looked up
  UsedBy used_by = UsedBy::Everything;
  bool list = false;  ///< a text that may also be given as a list of texts
};

std::span<const Field> request_fields();
const Field* find_field(std::string_view path);
const Field* find_short_field(std::string_view short_name);

/// A field's value as a link writes it; empty when it is unset.
std::string field_text(const Field& field, const Request& request);

/// Whether the request's task and engine make something of it.
bool is_used(const Field& field, const Request& request, const Engine& engine);
/// Whether the path names an object whose members are fields.
bool has_fields_below(std::string_view path);

/// Writes what differs between two requests as an object: the patch that leads from one to the
/// other.
class JsonWriter;
void write_changes(JsonWriter& out, std::string_view name, const Request& from, const Request& to);

/// One warning for each field that the document set and that this engine or task does not use.
std::vector<Problem> ignored_options(const Request& request, const Engine& engine);

}  // namespace vramscope
