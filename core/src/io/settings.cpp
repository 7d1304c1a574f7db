#include "vramscope/settings.h"

#include <algorithm>
#include <array>
#include <utility>

#include "io/fields.h"
#include "io/json_writer.h"
#include "io/link_parts.h"
#include "vramscope/link.h"

namespace vramscope {
namespace {

SettingKind kind_of(const Field& field) {
  if (!field.values.empty() || std::holds_alternative<EnumAccess>(field.access)) {
    return SettingKind::Choice;
  }
  return std::visit(
      [](auto place) {
        using Value = std::remove_reference_t<decltype(place(std::declval<Request&>()))>;
        if constexpr (std::is_same_v<Value, std::string>) return SettingKind::Text;
        if constexpr (std::is_same_v<Value, bool> || std::is_same_v<Value, std::optional<bool>>) {
          return SettingKind::Flag;
        }
        return SettingKind::Number;
      },
      std::get<FieldAccess>(field.access));
}

}  // namespace

std::vector<Setting> settings(const Request& request) {
  const Engine* engine = find_engine(request.engine);
  const Request plain = default_request();
  std::vector<Setting> list;
  for (const Field& field : request_fields()) {
    if (engine == nullptr || !is_used(field, request, *engine)) continue;
    Setting setting{.path = field.path,
                    .key = field.short_name,
                    .kind = kind_of(field),
                    .low = field.low,
                    .high = field.high,
                    .values = field.values,
                    .text = field_text(field, request)};
    if (const EnumAccess* names = std::get_if<EnumAccess>(&field.access)) {
      setting.values = names->names;
    }
    setting.changed = setting.text != field_text(field, plain);
    list.push_back(std::move(setting));
  }
  return list;
}

std::string settings_json(std::string_view document) {
  constexpr std::array<std::string_view, 4> kKinds = {"number", "flag", "choice", "text"};
  JsonWriter out;
  out.begin_list();
  const Result<Request> request = parse_request(document);
  if (request.ok()) {
    for (const Setting& setting : settings(request.value())) {
      out.begin_object();
      out.text("path", setting.path);
      out.text("kind", kKinds[static_cast<size_t>(setting.kind)]);
      out.number("low", setting.low);
      out.number("high", setting.high);
      out.begin_list("values");
      for (const std::string_view value : setting.values) out.text({}, value);
      out.end_list();
      out.end_object();
    }
  }
  out.end_list();
  return out.document();
}

Result<Request> with_setting(const Request& request, std::string_view key, std::string_view text) {
  const Field* field = find_short_field(key);
  if (field == nullptr) return Problem{std::string(key), "unknown_field", {}};
  // By way of a link, which leaves out defaults and reads every kind of value.
  const std::string link = write_link({.requests = {request}});
  std::string changed;
  const std::string name = std::string(key) + '=';
  for (size_t at = 0; at <= link.size();) {
    const size_t end = std::min(link.find('&', at), link.size());
    const std::string_view pair = std::string_view(link).substr(at, end - at);
    if (!pair.starts_with(name)) changed += (changed.empty() ? "" : "&") + std::string(pair);
    at = end + 1;
  }
  if (!text.empty()) changed += '&' + name + escape_text(text);
  LinkState read = read_link(changed);
  if (!read.problems.empty()) return std::move(read.problems);
  read.requests.front().lang = request.lang;
  return std::move(read.requests.front());
}

}  // namespace vramscope
