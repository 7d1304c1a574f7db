// Files of a model through the JSON door.
#include "io/json.h"
#include "io/spec_json.h"
#include "io/write_problems.h"
#include "vramscope/model_files.h"

namespace vramscope {
namespace {

void write_node(JsonWriter& out, std::string_view name, const ModuleNode& node) {
  out.begin_object(name);
  if (!node.name.empty()) out.text("name", node.name);
  if (node.copies > 1) out.number("copies", static_cast<double>(node.copies));
  out.number("parameters", node.parameters);
  out.number("stored_elements", node.stored_elements);
  out.number("bytes", node.bytes);
  if (!node.children.empty()) {
    out.begin_list("children");
    for (const ModuleNode& child : node.children) write_node(out, {}, child);
    out.end_list();
  }
  out.end_object();
}

template <typename Row>
void write_totals(JsonWriter& out, std::string_view name, const std::vector<Row>& rows,
                  std::string_view Row::*id) {
  out.begin_list(name);
  for (const Row& row : rows) {
    out.begin_object();
    out.text("id", row.*id);
    out.number("tensors", static_cast<double>(row.tensors));
    out.number("elements", row.elements);
    out.number("bytes", row.bytes);
    out.end_object();
  }
  out.end_list();
}

void write_count(JsonWriter& out, std::string_view name, const std::optional<uint64_t>& value) {
  if (value) out.number(name, static_cast<double>(*value));
}

std::string needs_json(const std::vector<FileNeed>& needs) {
  JsonWriter out = begin_document(true);
  out.begin_list("needs");
  for (const FileNeed& need : needs) {
    out.begin_object();
    out.text("name", need.name);
    out.number("bytes", static_cast<double>(need.bytes));
    out.end_object();
  }
  out.end_list();
  return end_document(out);
}

std::string errors_json(const std::vector<Problem>& errors, Lang lang) {
  JsonWriter out = begin_document(false);
  write_problems(out, "errors", errors, lang);
  return end_document(out);
}

/// Cuts the prefixes apart; a list that does not fit them is a fault of the caller's.
Result<std::vector<FilePrefix>> cut(const Json& list, std::string_view prefixes) {
  std::vector<FilePrefix> files;
  for (const Json& row : list.children) {
    const Json* name = row.find("name");
    const Json* size = row.find("size");
    const Json* bytes = row.find("bytes");
    const double count = bytes ? bytes->number : -1;
    const bool fair =
        name && name->is_text() && count >= 0 && count <= static_cast<double>(prefixes.size());
    if (!fair) return Problem{"files", "wrong_type", {{"expected", "name, size, bytes"}}};
    FilePrefix file{.name = name->text};
    const bool sized = size && size->is_number() && size->number >= 0 && size->number < 1.8e19;
    if (sized) file.size = static_cast<uint64_t>(size->number);
    file.bytes = prefixes.substr(0, static_cast<size_t>(count));
    prefixes.remove_prefix(file.bytes.size());
    files.push_back(std::move(file));
  }
  return files;
}

}  // namespace

std::string stored_model_json(const StoredModel& stored, Lang lang) {
  JsonWriter out = begin_document(true);
  const ModelChoice& model = stored.model;
  out.begin_object("model");
  out.text("id", model.id);
  if (model.spec) write_spec(out, "spec", *model.spec);
  write_count(out, "parameters", model.parameters);
  write_count(out, "weight_bytes", model.weight_bytes);
  out.end_object();
  out.begin_list("kinds");
  for (const FileKind kind : stored.kinds) out.text({}, file_kind_id(kind));
  out.end_list();
  write_totals(out, "dtypes", stored.dtypes, &DtypeTotal::dtype);
  write_totals(out, "extras", stored.extras, &ExtraTotal::id);
  write_node(out, "tree", stored.root);
  write_problems(out, "warnings", stored.warnings, lang);
  return end_document(out);
}

std::string read_files_json(std::string_view list, std::string_view prefixes) {
  const Result<Json> parsed = parse_json(list, kMaxRequestBytes);
  if (!parsed.ok()) return errors_json(parsed.errors(), Lang::En);
  const Json& document = parsed.value();
  const Json* lang_text = document.find("lang");
  const Lang lang = lang_text && lang_text->text == "zh" ? Lang::Zh : Lang::En;
  const Json* rows = document.find("files");
  const Result<std::vector<FilePrefix>> files = cut(rows ? *rows : document, prefixes);
  if (!files.ok()) return errors_json(files.errors(), lang);
  const Result<ModelFiles> read = read_model_files(files.value());
  if (!read.ok()) return errors_json(read.errors(), lang);
  if (!read.value().needs.empty()) return needs_json(read.value().needs);
  return stored_model_json(read.value().model, lang);
}

}  // namespace vramscope
