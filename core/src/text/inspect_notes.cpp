// What an inspected model's counts include, in sentences. A table apart from the core's other
// messages: no reply quotes these, so the small module does not carry them.
#include <array>

#include "vramscope/reply.h"
#include "vramscope/text.h"

namespace vramscope {
namespace {

// clang-format off
constexpr std::array kNotes = {
    Message{"unique", "{n} unique parameters: every matrix once, however often it is used.", "{n} 个不重复的参数：每个矩阵只计一次。"},
    Message{"active", "One token uses {n} of them.", "每个 token 使用其中 {n} 个。"},
    Message{"tied", "The output head is the token table ({n}); it is counted once.", "输出头就是词嵌入表（{n}），只计一次。"},
    Message{"towers", "{n} of them are encoders beside the language model.", "其中 {n} 个属于语言模型之外的编码器。"},
    Message{"prediction", "Files also hold {n} elements of prediction layers, {all} in all; engines load them only to predict several tokens at once.", "文件还含有 {n} 个预测层元素，共存储 {all} 个；引擎仅在一次预测多个 token 时才加载。"},
    Message{"buffers", "Files may also hold {n} elements of masks and tables, which are no parameters.", "文件还可能含有 {n} 个掩码和表格元素，它们不是参数。"},
};
// clang-format on

std::string filled(std::string_view id, double n, double all, Lang lang) {
  std::string text;
  for (const Message& note : kNotes) {
    if (note.id == id) text = note.in(lang);
  }
  const auto fill = [&](std::string_view hole, double value) {
    const size_t at = text.find(hole);
    if (at != std::string::npos) text.replace(at, hole.size(), format_number(value));
  };
  fill("{n}", n);
  fill("{all}", all);
  return text;
}

}  // namespace

std::vector<std::string> inspect_notes(const ParameterCounts& counts, Lang lang) {
  std::vector<std::string> notes;
  const auto add = [&](std::string_view id, double n) {
    if (n > 0) notes.push_back(filled(id, n, counts.stored(), lang));
  };
  add("unique", counts.total);
  if (counts.active < 0.9 * counts.total) add("active", counts.active);
  add("tied", counts.tied_head);
  add("towers", counts.extras);
  add("prediction", counts.mtp);
  add("buffers", counts.buffers);
  return notes;
}

}  // namespace vramscope
