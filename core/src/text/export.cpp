#include "vramscope/export.h"

namespace vramscope {
namespace {

std::string quoted(std::string_view text) {
  if (text.find_first_of(",\"\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

/// A bar would end the cell.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

std::string range_of(const Level& size, Units units) {
  if (size.low == size.high) return {};
  return format_bytes(size.low, units) + " – " + format_bytes(size.high, units);
}

void csv_line(std::string& out, std::string_view term, std::string_view place, const Level& size,
              std::string_view exactness, std::string_view working) {
  out += std::string(term) + ',' + std::string(place);
  for (const Bytes bytes : {size.bytes, size.low, size.high}) {
    out += ',' + std::to_string(bytes.whole());
  }
  out += ',' + std::string(exactness) + ',' + quoted(working) + '\n';
}

}  // namespace

std::string markdown_of(const Reply& reply, Lang lang, Units units) {
  if (!reply.ok || reply.results.empty()) return {};
  const MachineResult& result = reply.results.front();
  const auto row = [&](std::string_view name, const Level& size, std::string_view working) {
    return "| " + cell(name) + " | " + format_bytes(size.bytes, units) + " | " +
           range_of(size, units) + " | " + cell(working) + " |\n";
  };
  std::string out =
      "**" + reply.model.name + "**: " + summary_sentence(result, lang, units) + "\n\n";
  for (const std::string_view id :
       {"export.term", "export.memory", "export.range", "export.working"}) {
    out += "| " + std::string(label(id, lang)) + ' ';
  }
  out += "|\n| --- | ---: | --- | --- |\n";
  for (const Term& term : result.terms) {
    if (term.size.high == Bytes{}) continue;
    std::string name(label("term." + std::string(term_id(term.id)), lang));
    if (term.place == Place::Host) name += " (" + std::string(label("export.host", lang)) + ")";
    out += row(name, term.size, term.working);
  }
  return out + row(label("export.total", lang), result.device, {});
}

std::string csv_of(const Reply& reply) {
  std::string out = "term,place,bytes,low,high,exactness,working\n";
  if (!reply.ok || reply.results.empty()) return out;
  const MachineResult& result = reply.results.front();
  for (const Term& term : result.terms) {
    csv_line(out, term_id(term.id), place_id(term.place), term.size, exactness_id(term.exactness),
             term.working);
  }
  csv_line(out, "device", "device", result.device, {}, {});
  return out;
}

}  // namespace vramscope
