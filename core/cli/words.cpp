// The command line's own words: id | English | Chinese.
#include "words.h"

#include <array>

namespace vramscope::cli {
namespace {

// clang-format off
constexpr std::array kWords = {
    Message{"bytes", "bytes", "字节"},
    Message{"device", "card", "显卡"},
    Message{"exactness", "how known", "可信度"},
    Message{"guaranteed", "surely fits", "必定放得下"},
    Message{"max_context", "largest context", "最大上下文"},
    Message{"min_gpus", "cards needed", "所需卡数"},
    Message{"model_limit", "model's own", "模型上限"},
    Message{"module", "module", "模块"},
    Message{"not_understood", "Not understood; vramscope --help lists the flags.", "无法识别；vramscope --help 列出全部选项。"},
    Message{"no_such_term", "No such term in this estimate.", "本次估算中没有这一项。"},
    Message{"no_such_order", "No such order; memory, bandwidth, bf16, fp16, fp8, tdp, released or id.", "没有这种排序；可用 memory、bandwidth、bf16、fp16、fp8、tdp、released 或 id。"},
    Message{"layers", "layers", "层数"},
    Message{"of_which", "of which ", "其中"},
    Message{"parameter_count", "parameters", "参数量"},
    Message{"parameters", "parameters", "个参数"},
    Message{"parameters_published", "published parameters", "公布的参数量"},
    Message{"place", "place", "位置"},
    Message{"possible", "may fit", "可能放得下"},
    Message{"range", "range", "范围"},
    Message{"saved", "saved", "省下"},
    Message{"shape", "shape", "形状"},
    Message{"share", "share", "占比"},
    Message{"spare", "spare", "余量"},
    Message{"speed", "speed", "速度"},
    Message{"stored_as", "stored as", "存储格式"},
    Message{"stored_elements", "stored numbers", "存储的数"},
    Message{"target", "asked", "目标"},
    Message{"tensors", "tensors", "张量"},
    Message{"term", "term", "项目"},
    Message{"total", "total", "合计"},
    Message{"unique_parameters", "unique parameters", "参数（不重复）"},
    Message{"usable", "usable", "可用"},
    Message{"usage", "vramscope estimate [FILE|-] | compare | solve | sweep | inspect PATH… | explain TERM|TOOL | trace PATH… | topo PATH|- | gpus [WORD…] [--sort memory] | systems | models [WORD…]\nOutput: --table --json --markdown --csv --units gib/gb --lang en/zh --check (exit 1 when it does not fit)\n--lines reads JSON Lines and answers in JSON Lines. --model-file (repeatable) and inspect read config.json, safetensors, index.json, GGUF or a folder of them; headers only. Flags of a request:", "用法：vramscope estimate [文件|-] | compare | solve | sweep | inspect 路径… | explain 项目|工具 | trace 路径… | topo 路径|- | gpus [词…] [--sort memory] | systems | models [词…]\n输出：--table --json --markdown --csv --units gib/gb --lang en/zh --check（放不下时退出码为 1）\n--lines 逐行读写 JSON。--model-file（可重复）与 inspect 读取 config.json、safetensors、index.json、GGUF 或含有它们的文件夹，只读文件头。请求选项："},
    Message{"value", "value", "数值"},
    Message{"verdict", "verdict", "结论"},
    Message{"working", "working", "算式"},
};
// clang-format on

}  // namespace

std::string word(std::string_view id, Lang lang) {
  for (const Message& row : kWords) {
    if (row.id == id) return std::string(row.in(lang));
  }
  return std::string(label(id, lang));
}

}  // namespace vramscope::cli
