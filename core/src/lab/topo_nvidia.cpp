// The matrix of `nvidia-smi topo -m`, as terminals, logs and chat windows leave it.
#include <algorithm>
#include <array>

#include "lab/topo_text.h"

namespace vramscope::lab {
namespace {

constexpr size_t kMostDevices = 512;

// Columns after the matrix, in this order.
constexpr std::array<std::string_view, 3> kTails = {"CPU Affinity", "NUMA Affinity", "GPU NUMA ID"};

// What other vendors' tools call themselves or their links | the tool
struct Foreign {
  std::string_view part, tool;
};
constexpr std::array kForeign = {
    Foreign{"mx-smi", "mx-smi (MetaX)"},
    Foreign{"MetaX", "mx-smi (MetaX)"},
    Foreign{"npu-smi", "npu-smi (Ascend)"},
    Foreign{"hccn_tool", "hccn_tool (Ascend)"},
    Foreign{"xpu-smi", "xpu-smi (Intel)"},
    Foreign{"xpumcli", "xpumcli (Intel)"},
    Foreign{"cnmon", "cnmon (Cambricon)"},
    Foreign{"hy-smi", "hy-smi (Hygon)"},
    Foreign{"NPU0", "npu-smi (Ascend)"},
    Foreign{"GPU 0/0", "xpu-smi (Intel)"},
    Foreign{"Card0", "cnmon (Cambricon)"},
    Foreign{"ixsmi", "ixsmi (Iluvatar)"},
    Foreign{"mthreads-gmi", "mthreads-gmi (Moore Threads)"},
};

/// Names of a header, also where a column of blanks was lost between them ("GPU0GPU1").
std::vector<std::string_view> names_in(std::string_view head) {
  std::vector<std::string_view> names;
  const auto starts_gpu = [&](size_t at) {
    return head.substr(at).starts_with("GPU") && at + 3 < head.size() && head[at + 3] >= '0' &&
           head[at + 3] <= '9';
  };
  for (size_t at = 0; at < head.size();) {
    if (head[at] == ' ' || head[at] == '\t') {
      ++at;
      continue;
    }
    size_t end = at + 1;
    while (end < head.size() && head[end] != ' ' && head[end] != '\t' && !starts_gpu(end) &&
           !(head.substr(end).starts_with("NIC") && head[end - 1] >= '0' && head[end - 1] <= '9')) {
      ++end;
    }
    names.push_back(head.substr(at, end - at));
    at = end;
  }
  return names;
}

/// Cells that stick together: "NV12NV12".
bool split_cells(std::string_view word, std::vector<TopoCell>& cells) {
  const size_t before = cells.size();
  while (!word.empty()) {
    TopoCell cell;
    size_t length = std::min<size_t>(word.size(), 5);
    while (length > 0 && !read_cell(word.substr(0, length), cell)) --length;
    if (length == 0) {
      cells.resize(before);
      return false;
    }
    cells.push_back(cell);
    word.remove_prefix(length);
  }
  return true;
}

class NvidiaReader {
 public:
  explicit NvidiaReader(const TopoText& text) : text_(text) {}

  Result<Topology> read() {
    topology_.tool = "nvidia-smi";
    topology_.ansi = text_.ansi;
    const size_t first = find_header();
    if (!errors_.empty()) return errors_;
    for (size_t i = first + 1; i < text_.lines.size() && errors_.empty(); ++i) {
      take_line(text_.lines[i]);
    }
    if (errors_.empty()) check_rows();
    if (!errors_.empty()) return errors_;
    return std::move(topology_);
  }

 private:
  size_t find_header() {
    for (size_t i = 0; i < text_.lines.size(); ++i) {
      const Line& line = text_.lines[i];
      if (!is_gpu_name(line.words[0].text.substr(0, 4)) && !line.text.starts_with("\tGPU")) {
        for (const Foreign& row : kForeign) {
          if (line.text.find(row.part) == std::string::npos) continue;
          errors_.push_back(
              at_line(line.number, "topo_foreign", {{"tool", std::string(row.tool)}}));
          name_foreign_link(i + 1);
          return i;
        }
        continue;
      }
      if (line.words[0].text.ends_with(':')) continue;  // a list of cards
      // A row begins with its name and a cell; a header with names only.
      TopoCell cell;
      const bool row = line.words.size() > 1 && read_cell(line.words[1].text, cell);
      if (row) {
        errors_.push_back(at_line(line.number, "topo_no_header"));
        return i;
      }
      take_header(line);
      return i;
    }
    const size_t line = text_.lines.empty() ? 1 : text_.lines.front().number;
    errors_.push_back(at_line(line, "topo_not"));
    return 0;
  }

  /// The word in a foreign matrix that nvidia-smi does not have.
  void name_foreign_link(size_t from) {
    for (size_t i = from; i < text_.lines.size(); ++i) {
      const Line& line = text_.lines[i];
      TopoCell cell;
      if (line.words.size() < 3 || !is_gpu_name(line.words[0].text)) continue;
      for (size_t w = 1; w < line.words.size(); ++w) {
        const std::string_view word = line.words[w].text;
        if (is_gpu_name(word)) break;  // a header
        if (read_cell(word, cell)) continue;
        if (word[0] >= '0' && word[0] <= '9') break;
        errors_.push_back(at_line(line.number, "topo_unknown_link",
                                  {{"token", std::string(word.substr(0, 32))}}));
        return;
      }
    }
  }

  void take_header(const Line& line) {
    header_line_ = line.number;
    topology_.tabs = line.text.find('\t') != std::string::npos;
    size_t end = line.text.size();
    for (size_t i = 0; i < kTails.size(); ++i) {
      const size_t at = line.text.find(kTails[i]);
      tail_there_[i] = at != std::string::npos;
      if (tail_there_[i]) end = std::min(end, at);
    }
    // "GPU NUMA ID" and the like where the words were cut.
    if (const size_t cut = line.text.find(" Affinity"); cut < end) {
      end = line.text.find_last_of(" \t", cut > 0 ? cut - 1 : 0);
      if (end == std::string::npos) end = cut;
    }
    topology_.cpu_column = tail_there_[0];
    topology_.numa_column = tail_there_[1];
    topology_.gpu_numa_column = tail_there_[2];
    std::vector<TopoDevice> nics;
    for (std::string_view name : names_in(std::string_view(line.text).substr(0, end))) {
      const bool gpu = is_gpu_name(name);
      const auto same = [&](const TopoDevice& d) { return d.name == name; };
      const bool twice = std::any_of(topology_.devices.begin(), topology_.devices.end(), same) ||
                         std::any_of(nics.begin(), nics.end(), same);
      if (twice || topology_.devices.size() + nics.size() == kMostDevices) {
        errors_.push_back(
            at_line(line.number, "topo_twice", {{"name", std::string(name.substr(0, 32))}}));
        return;
      }
      if (gpu && name.find("MIG") != std::string_view::npos && !mig_) {
        mig_ = true;
        topology_.warnings.push_back(at_line(line.number, "topo_mig"));
      }
      order_.push_back({gpu, gpu ? topology_.devices.size() : nics.size()});
      (gpu ? topology_.devices : nics).push_back({std::string(name), !gpu});
    }
    topology_.gpus = topology_.devices.size();
    topology_.header_nics = nics.size();
    topology_.devices.insert(topology_.devices.end(), nics.begin(), nics.end());
    for (auto& [gpu, place] : order_) place += gpu ? 0 : topology_.gpus;
    topology_.cells.assign(topology_.devices.size() * topology_.devices.size(), {});
    given_.assign(topology_.cells.size(), false);
  }

  void take_line(const Line& line) {
    const std::string_view first = line.words[0].text;
    if (section_ == Section::Over) return;
    if (line.text.find("NIC Legend") != std::string::npos) {
      section_ = Section::NicLegend;
      topology_.nic_legend = true;
      return;
    }
    if (line.text.find("Legend:") != std::string::npos) {
      section_ = Section::Legend;
      topology_.legend = true;
      return;
    }
    const bool header = line.words.size() > 1 && is_gpu_name(first) &&
                        (is_gpu_name(line.words[1].text) || line.words[1].text == "CPU");
    if (header) {
      topology_.warnings.push_back(at_line(line.number, "topo_second"));
      section_ = Section::Over;
      return;
    }
    if (section_ == Section::NicLegend) return take_nic_name(line);
    if (section_ == Section::Legend) return;
    const auto device = std::find_if(topology_.devices.begin(), topology_.devices.end(),
                                     [&](const TopoDevice& d) { return d.name == first; });
    if (device != topology_.devices.end()) {
      return take_row(line, static_cast<size_t>(device - topology_.devices.begin()));
    }
    if (is_gpu_name(first)) {
      errors_.push_back(at_line(line.number, "topo_extra_row", {{"name", std::string(first)}}));
    } else if (line.words.size() > 1 && looks_like_row(line)) {
      // A NIC whose column was cut off.
      add_nic(std::string(first));
      take_row(line, topology_.devices.size() - 1);
    }
  }

  bool looks_like_row(const Line& line) const {
    TopoCell cell;
    return topology_.devices.size() < kMostDevices && read_cell(line.words[1].text, cell) &&
           line.words[0].text.size() < 32 &&
           line.words[0].text.find_first_of("=:`$#>") == std::string_view::npos;
  }

  void add_nic(std::string name) {
    const size_t old = topology_.devices.size();
    topology_.devices.push_back({std::move(name), true});
    std::vector<TopoCell> cells((old + 1) * (old + 1));
    std::vector<bool> given(cells.size(), false);
    for (size_t i = 0; i < old; ++i) {
      for (size_t j = 0; j < old; ++j) {
        cells[i * (old + 1) + j] = topology_.cells[i * old + j];
        given[i * (old + 1) + j] = given_[i * old + j];
      }
    }
    topology_.cells = std::move(cells);
    given_ = std::move(given);
    if (cut_columns_) return;
    cut_columns_ = true;
    topology_.warnings.push_back(at_line(header_line_, "topo_cut_columns"));
  }

  void take_row(const Line& line, size_t self) {
    TopoDevice& device = topology_.devices[self];
    if (device.row) {
      errors_.push_back(at_line(line.number, "topo_twice", {{"name", device.name}}));
      return;
    }
    device.row = true;
    std::vector<TopoCell> cells;
    size_t at = 1;
    for (; at < line.words.size() && cells.size() < order_.size(); ++at) {
      if (split_cells(line.words[at].text, cells)) continue;
      // Words of the tail end the matrix; anything else is no link.
      const std::string_view word = line.words[at].text;
      const bool tail = (word[0] >= '0' && word[0] <= '9') || word[0] == '-' || word == "N/A";
      if (tail) break;
      errors_.push_back(
          at_line(line.number, "topo_unknown_link", {{"token", std::string(word.substr(0, 32))}}));
      return;
    }
    if (cells.size() > order_.size()) cells.resize(order_.size());
    const bool whole_nic = device.nic && cells.size() >= topology_.gpus;
    if (cells.size() < order_.size() && !whole_nic) {
      if (cells.size() < topology_.gpus && !device.nic && at < line.words.size()) {
        errors_.push_back(short_row(line, cells.size()));
        return;
      }
      topology_.warnings.push_back(short_row(line, cells.size()));
    }
    for (size_t i = 0; i < cells.size(); ++i) {
      const size_t other = order_[i].second;
      if ((other == self) != (cells[i].link == Link::Self)) {
        errors_.push_back(at_line(line.number, "topo_diagonal", {{"name", device.name}}));
        return;
      }
      topology_.cell(self, other) = cells[i];
      given_[self * topology_.devices.size() + other] = true;
    }
    if (!device.nic) take_tail(line, at, device);
  }

  Problem short_row(const Line& line, size_t cells) const {
    return at_line(line.number, "topo_short_row",
                   {{"cells", std::to_string(cells)}, {"columns", std::to_string(order_.size())}});
  }

  /// The columns after the matrix. They may be blank, and then only where a word stands tells which
  /// it belongs to.
  void take_tail(const Line& line, size_t at, TopoDevice& device) {
    std::array<std::string*, 3> fields = {&device.cpu_affinity, &device.numa_affinity,
                                          &device.gpu_numa_id};
    std::vector<std::string*> there;
    for (size_t i = 0; i < fields.size(); ++i) {
      if (tail_there_[i]) there.push_back(fields[i]);
    }
    const size_t words = line.words.size() - std::min(at, line.words.size());
    if (words >= there.size()) {
      for (size_t i = 0; i < there.size(); ++i) *there[i] = line.words[at + i].text;
    } else if (words > 0 && there.size() == 3) {
      // Each column is a tab stop from the end of what stands before it; the last one is two.
      size_t column = (line.words[at - 1].column + line.words[at - 1].text.size()) / 8 * 8 + 8;
      size_t word = at;
      for (size_t i = 0; i < 3 && word < line.words.size(); ++i) {
        const Word& next = line.words[word];
        if (i == 2 || next.column <= column) {
          *fields[i] = next.text;
          column = (next.column + next.text.size()) / 8 * 8 + 8;
          ++word;
        } else {
          column += 8;
        }
      }
    } else {
      for (size_t i = 0; i < words; ++i) {
        const std::string_view word = line.words[at + i].text;
        const bool list = word.find_first_of("-,") != std::string_view::npos;
        *there[there.size() > 1 && !list ? 1 : 0] = word;
      }
    }
    const std::string& cpus = device.cpu_affinity;
    if (!cpus.empty() && (cpus[0] == '-' || cpus[0] == ',') && !damaged_) {
      damaged_ = true;
      topology_.warnings.push_back(at_line(line.number, "topo_affinity", {{"text", cpus}}));
    }
  }

  void take_nic_name(const Line& line) {
    if (line.words.size() < 2 || !line.words[0].text.ends_with(':')) return;
    std::string_view name = line.words[0].text;
    name.remove_suffix(1);
    for (TopoDevice& device : topology_.devices) {
      if (device.name == name) device.nic_name = line.words[1].text;
    }
  }

  void check_rows() {
    for (const TopoDevice& device : topology_.devices) {
      topology_.gpu_rows += !device.nic && device.row;
      topology_.nic_rows += device.nic && device.row;
      topology_.nics += device.nic;
    }
    if (topology_.gpu_rows == 0) {
      errors_.push_back(at_line(header_line_, "topo_no_rows"));
      return;
    }
    if (topology_.gpu_rows < topology_.gpus) {
      topology_.warnings.push_back(at_line(text_.lines.back().number, "topo_partial",
                                           {{"rows", std::to_string(topology_.gpu_rows)},
                                            {"gpus", std::to_string(topology_.gpus)}}));
    }
    mirror();
  }

  /// What one side does not say the other one does.
  void mirror() {
    const size_t n = topology_.devices.size();
    bool differ = false;
    for (size_t i = 0; i < n; ++i) {
      topology_.cell(i, i) = {Link::Self, 0};
      for (size_t j = 0; j < i; ++j) {
        const bool here = given_[i * n + j];
        const bool there = given_[j * n + i];
        if (here && !there) topology_.cell(j, i) = topology_.cell(i, j);
        if (there && !here) topology_.cell(i, j) = topology_.cell(j, i);
        if (!here || !there || topology_.cell(i, j) == topology_.cell(j, i) || differ) continue;
        differ = true;
        topology_.warnings.push_back(
            at_line(header_line_, "topo_asymmetric",
                    {{"a", topology_.devices[j].name}, {"b", topology_.devices[i].name}}));
      }
    }
  }

  enum class Section : uint8_t { Matrix, Legend, NicLegend, Over };

  const TopoText& text_;
  Topology topology_;
  std::vector<Problem> errors_;
  std::vector<std::pair<bool, size_t>> order_;  ///< of the header's columns: is it a GPU, its place
  std::vector<bool> given_;
  std::array<bool, 3> tail_there_ = {};
  size_t header_line_ = 0;
  Section section_ = Section::Matrix;
  bool mig_ = false, cut_columns_ = false, damaged_ = false;
};

}  // namespace

Result<Topology> read_nvidia(const TopoText& text) { return NvidiaReader(text).read(); }

}  // namespace vramscope::lab
