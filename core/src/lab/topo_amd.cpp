// `rocm-smi --showtopo` and `amd-smi topology`: several tables, each under its title.
#include <algorithm>

#include "lab/decimal.h"
#include "lab/topo_text.h"

namespace vramscope::lab {
namespace {

enum class Table : uint8_t { Other, Links, Bandwidth };

Table table_of(std::string_view title) {
  const auto has = [&](std::string_view part) {
    return title.find(part) != std::string_view::npos;
  };
  if (has("Link Type") || has("LINK TYPE")) return Table::Links;
  if (has("NUMA BW") || has("Numa Bandwidth") || has("NUMA BANDWIDTH")) return Table::Bandwidth;
  return Table::Other;
}

bool is_title(const Line& line) {
  if (line.text.starts_with("==") || line.words.back().text == "TABLE:") return true;
  return line.text.find("between two GPUs") != std::string::npos;
}

class AmdReader {
 public:
  explicit AmdReader(const TopoText& text) : text_(text) {}

  Result<Topology> read() {
    topology_.ansi = text_.ansi;
    topology_.tool = "amd-smi";
    for (const Line& line : text_.lines) {
      if (line.text.find("ROCm System") != std::string::npos) topology_.tool = "rocm-smi";
      take(line);
      if (!errors_.empty()) return errors_;
    }
    return finish();
  }

 private:
  void take(const Line& line) {
    if (is_title(line)) {
      // A decorated line may be only an end; the columns of the table before it are over.
      table_ = table_of(line.text);
      columns_.clear();
      return;
    }
    if (line.text.find(" = ") != std::string::npos) return;  // of a legend
    if (line.text.find("ERROR") != std::string::npos ||
        line.text.find("Not supported") != std::string::npos) {
      if (!warned_) topology_.warnings.push_back(at_line(line.number, "topo_tool_error"));
      warned_ = true;
      return;
    }
    if (take_numa(line)) return;
    const bool names = std::all_of(line.words.begin(), line.words.end(),
                                   [](const Word& w) { return is_gpu_name(w.text); });
    if (names) return take_columns(line);
    if (!columns_.empty() && is_gpu_name(line.words[0].text)) take_row(line);
  }

  /// "GPU[3] : (Topology) Numa Node: 0"
  bool take_numa(const Line& line) {
    if (!line.text.starts_with("GPU[")) return false;
    const size_t node = line.text.find("Numa Node:");
    const size_t close = line.text.find(']');
    if (node == std::string::npos || close == std::string::npos) return true;
    const std::string name = "GPU" + line.text.substr(4, close - 4);
    for (TopoDevice& device : topology_.devices) {
      if (device.name == name) device.numa_affinity = line.words.back().text;
    }
    return true;
  }

  void take_columns(const Line& line) {
    if (header_line_ == 0) header_line_ = line.number;
    if (topology_.devices.empty()) {
      constexpr size_t kMost = 512;
      for (const Word& word : line.words) {
        if (place(word.text) < topology_.devices.size() || topology_.devices.size() == kMost) {
          errors_.push_back(at_line(line.number, "topo_twice", {{"name", std::string(word.text)}}));
          return;
        }
        topology_.devices.push_back({std::string(word.text)});
      }
      topology_.gpus = topology_.devices.size();
      topology_.cells.assign(topology_.gpus * topology_.gpus, {});
    }
    columns_.clear();
    for (const Word& word : line.words) {
      columns_.push_back(place(word.text));
      if (columns_.back() < topology_.gpus) continue;
      errors_.push_back(at_line(line.number, "topo_extra_row", {{"name", std::string(word.text)}}));
      return;
    }
  }

  size_t place(std::string_view name) const {
    size_t at = 0;
    while (at < topology_.devices.size() && topology_.devices[at].name != name) ++at;
    return at;
  }

  void take_row(const Line& line) {
    const size_t self = place(line.words[0].text);
    if (self == topology_.gpus) {
      errors_.push_back(
          at_line(line.number, "topo_extra_row", {{"name", std::string(line.words[0].text)}}));
      return;
    }
    const size_t cells = line.words.size() - 1;
    if (cells != columns_.size()) {
      errors_.push_back(at_line(
          line.number, "topo_short_row",
          {{"cells", std::to_string(cells)}, {"columns", std::to_string(columns_.size())}}));
      return;
    }
    // Link types are known by their words, also under a wrong title.
    TopoCell any;
    const bool links = std::any_of(line.words.begin() + 1, line.words.end(), [&](const Word& w) {
      return read_cell(w.text, any) && any.link != Link::Self;
    });
    if (links) return take_links(line, self);
    if (table_ == Table::Links && cells > 1) {
      for (const Word& word : line.words) {
        if (&word == &line.words[0] || read_cell(word.text, any) || word.text == "0") continue;
        errors_.push_back(at_line(line.number, "topo_unknown_link",
                                  {{"token", std::string(word.text.substr(0, 32))}}));
        return;
      }
    }
    if (table_ == Table::Bandwidth) take_bandwidth(line, self);
  }

  void take_links(const Line& line, size_t self) {
    TopoDevice& device = topology_.devices[self];
    if (device.row) {
      errors_.push_back(at_line(line.number, "topo_twice", {{"name", device.name}}));
      return;
    }
    device.row = true;
    ++topology_.gpu_rows;
    if (table_ != Table::Links && !misplaced_) {
      misplaced_ = true;
      topology_.warnings.push_back(at_line(line.number, "topo_wrong_title"));
    }
    for (size_t i = 0; i < columns_.size(); ++i) {
      const std::string_view word = line.words[i + 1].text;
      TopoCell cell;
      const bool own = columns_[i] == self;
      if (own ? word != "0" && word != "SELF" && word != "N/A" && word != "X"
              : !read_cell(word, cell)) {
        const std::string_view code = own ? "topo_diagonal" : "topo_unknown_link";
        errors_.push_back(
            at_line(line.number, code,
                    {{"name", device.name}, {"token", std::string(word.substr(0, 32))}}));
        return;
      }
      if (!own && cell.link == Link::Unknown && !unreadable_) {
        unreadable_ = true;
        topology_.warnings.push_back(
            at_line(line.number, "topo_unreadable", {{"token", std::string(word)}}));
      }
      topology_.cell(self, columns_[i]) = own ? TopoCell{Link::Self, 0} : cell;
    }
  }

  /// "50000-50000": least and most, in 10^6 bytes a second one way.
  void take_bandwidth(const Line& line, size_t self) {
    for (size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i] == self) continue;
      const std::string_view word = line.words[i + 1].text;
      int64_t most = 0;
      if (!read_whole(word.substr(word.find('-') + 1), most) || most <= 0) continue;
      constexpr double kMegabytesInGigabyte = 1000;
      const double rate = static_cast<double>(most) / kMegabytesInGigabyte;
      if (!topology_.link_gb_s || *topology_.link_gb_s > rate) topology_.link_gb_s = rate;
    }
  }

  Result<Topology> finish() {
    const size_t line = header_line_ > 0      ? header_line_
                        : text_.lines.empty() ? 1
                                              : text_.lines.front().number;
    if (topology_.gpus == 0) return at_line(line, "topo_not");
    if (topology_.gpu_rows == 0 && topology_.gpus > 1) return at_line(line, "topo_no_link_table");
    if (topology_.gpu_rows < topology_.gpus && topology_.gpus > 1) {
      topology_.warnings.push_back(at_line(text_.lines.back().number, "topo_partial",
                                           {{"rows", std::to_string(topology_.gpu_rows)},
                                            {"gpus", std::to_string(topology_.gpus)}}));
    }
    for (size_t i = 0; i < topology_.gpus; ++i) {
      topology_.cell(i, i) = {Link::Self, 0};
      for (size_t j = 0; j < i; ++j) {
        const bool here = topology_.devices[i].row;
        const bool there = topology_.devices[j].row;
        if (here && !there) topology_.cell(j, i) = topology_.cell(i, j);
        if (there && !here) topology_.cell(i, j) = topology_.cell(j, i);
      }
    }
    return std::move(topology_);
  }

  const TopoText& text_;
  Topology topology_;
  std::vector<Problem> errors_;
  std::vector<size_t> columns_;
  Table table_ = Table::Other;
  size_t header_line_ = 0;
  bool warned_ = false, misplaced_ = false, unreadable_ = false;
};

}  // namespace

Result<Topology> read_amd(const TopoText& text) { return AmdReader(text).read(); }

}  // namespace vramscope::lab
