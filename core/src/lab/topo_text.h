// The text of a topology as lines of words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vramscope/topo.h"

namespace vramscope::lab {

struct Word {
  std::string_view text;
  size_t column = 0;  ///< with tabs drawn out to eight
};
struct Line {
  size_t number = 0;  ///< from 1
  std::string text;   ///< without colours, carriage returns and hard blanks
  std::vector<Word> words;
};
struct TopoText {
  std::vector<Line> lines;  ///< those with something on them
  bool ansi = false;
};

TopoText topo_lines(std::string_view text);

Problem at_line(size_t line, std::string_view code, std::vector<Param> params = {});

/// GPU3, a partition or a PCI address.
bool is_gpu_name(std::string_view word);

/// A cell of the matrix; false where no tool writes such a word.
bool read_cell(std::string_view word, TopoCell& cell);

Result<Topology> read_nvidia(const TopoText& text);
Result<Topology> read_amd(const TopoText& text);
/// Counts, groups and the fabric, from the matrix.
void derive(Topology& topology);

}  // namespace vramscope::lab
