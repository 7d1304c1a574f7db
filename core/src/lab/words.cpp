// The lab's words: id | English | Chinese, sorted by id. They are not among the core's messages, so
// that a visit without a trace does not pay for them.
#include <algorithm>
#include <array>

#include "vramscope/profile.h"

namespace vramscope {
namespace {

// clang-format off
constexpr std::array kRows = {
    Message{"collective.all_gather", "all-gather", "AllGather"},
    Message{"collective.all_reduce", "all-reduce", "AllReduce"},
    Message{"collective.all_to_all", "all-to-all", "AllToAll"},
    Message{"collective.broadcast", "broadcast", "Broadcast"},
    Message{"collective.other", "other", "其他"},
    Message{"collective.reduce", "reduce", "Reduce"},
    Message{"collective.reduce_scatter", "reduce-scatter", "ReduceScatter"},
    Message{"collective.send_recv", "send and receive", "SendRecv"},
    Message{"file_unreadable", "This file cannot be read.", "无法读取该文件。"},
    Message{"head.communication", "communication µs", "通信 µs"},
    Message{"head.compute", "compute µs", "计算 µs"},
    Message{"head.count", "calls", "次数"},
    Message{"head.exposed", "exposed µs", "未掩盖通信 µs"},
    Message{"head.idle", "idle µs", "空闲 µs"},
    Message{"head.kernel", "kernel", "内核"},
    Message{"head.kind", "kind", "类别"},
    Message{"head.mean", "mean µs", "平均 µs"},
    Message{"head.memory", "copies µs", "拷贝 µs"},
    Message{"head.overlap", "overlap µs", "重叠 µs"},
    Message{"head.rank", "rank", "rank"},
    Message{"head.span", "span µs", "时长 µs"},
    Message{"head.step", "step", "步骤"},
    Message{"head.tensor", "tensor core (● classic, ○ extended, ? unknown)", "张量核心（● 传统规则，○ 扩展规则，? 无法判断）"},
    Message{"head.tensor_classic", "tensor cores, classic", "张量核心（传统）"},
    Message{"head.tensor_extended", "tensor cores, extended", "张量核心（扩展）"},
    Message{"head.total", "total µs", "合计 µs"},
    Message{"kind.communication", "communication", "通信"},
    Message{"kind.compute", "compute", "计算"},
    Message{"kind.memory", "copy", "拷贝"},
    Message{"say.bus", "{collective}: {bandwidth} GB/s of bus bandwidth over {count} calls of {group} ranks.", "{collective}：{count} 次调用、{group} 个 rank，总线带宽 {bandwidth} GB/s。"},
    Message{"say.communication", "Communication ran for {share} of the time; {overlap} of it behind computation, so {exposed} of the time was spent on nothing but communication.", "通信占 {share} 的时间，其中 {overlap} 与计算重叠；仅有通信、没有计算的时间占 {exposed}。"},
    Message{"say.idle", "The GPU stood idle for {share} of the {span} that were recorded.", "在记录的 {span} 中，GPU 有 {share} 的时间空闲。"},
    Message{"say.spread", "Idle time differs from {low} (rank {best}) to {high} (rank {worst}): some ranks wait for others.", "各 rank 的空闲时间从 {low}（rank {best}）到 {high}（rank {worst}）不等：有的 rank 在等待其他 rank。"},
    Message{"say.tensor", "Tensor cores ran for {extended} of kernel time; by the classic list of names, which ends with Ampere, it is {classic}.", "张量核心占内核时间的 {extended}；按只收录到 Ampere 的传统名称表则为 {classic}。"},
    Message{"say.tensor_undecided", "For {share} of kernel time the name does not tell (Triton kernels): the true share lies up to that much higher.", "有 {share} 的内核时间无法由名称判断（Triton 内核），实际占比最多可能高出这么多。"},
    Message{"trace_bad_events", "{count} events have no usable time or duration; they are not counted.", "有 {count} 个事件缺少可用的时间或时长，未计入。"},
    Message{"trace_cut", "The trace ends at byte {offset}, in the middle: it was cut off. What came before is counted.", "跟踪文件在第 {offset} 字节处中断，应是被截断；此前的内容已计入。"},
    Message{"trace_damaged", "The trace is damaged at byte {offset}. What came before is counted.", "跟踪文件在第 {offset} 字节处损坏；此前的内容已计入。"},
    Message{"trace_empty", "The file is empty.", "文件为空。"},
    Message{"trace_event_too_long", "The event at byte {offset} is longer than 8 MB. What came before is counted.", "第 {offset} 字节处的事件超过 8 MB；此前的内容已计入。"},
    Message{"trace_many_devices", "One process used {devices} devices; the split of time is that of all of them together.", "一个进程使用了 {devices} 个设备；时间划分是它们合在一起的结果。"},
    Message{"trace_no_gpu", "The trace has no kernel and no copy: it was recorded without GPU activity (torch.profiler needs ProfilerActivity.CUDA).", "跟踪文件中没有内核和拷贝：记录时未包含 GPU 活动（torch.profiler 需要 ProfilerActivity.CUDA）。"},
    Message{"trace_no_steps", "The trace has no ProfilerStep: figures are those of the whole recording. Call profiler.step() after each step.", "跟踪文件中没有 ProfilerStep，数值按整段记录计算。请在每个训练步之后调用 profiler.step()。"},
    Message{"trace_not", "This is no profiler trace: no list of traceEvents by byte {offset}.", "这不是性能分析跟踪文件：到第 {offset} 字节仍没有 traceEvents 列表。"},
    Message{"trace_overflow", "The trace has more distinct kernels, streams, steps or calls than are kept apart; the rest is counted together.", "跟踪文件中不同的内核、流、步骤或调用过多，超出部分合并统计。"},
    Message{"trace_packed", "The file is packed (gzip) and could not be unpacked.", "文件是 gzip 压缩格式，无法解压。"},
    Message{"trace_same_rank", "Rank {rank} is there more than once.", "rank {rank} 出现了不止一次。"},
    Message{"trace_unmatched", "{count} of {all} activities have no launch in the trace: steps and the view of HTA count without them.", "{all} 个 GPU 活动中有 {count} 个在跟踪文件里找不到发起调用；步骤和 HTA 口径的统计不含它们。"},
};
// clang-format on

std::string_view filling(std::string_view hole, std::span<const Param> params) {
  for (const Param& param : params) {
    if (param.name == hole) return param.value;
  }
  return hole;
}

}  // namespace

std::span<const Message> lab_messages() { return kRows; }

std::string_view lab_label(std::string_view id, Lang lang) {
  const auto row =
      std::lower_bound(kRows.begin(), kRows.end(), id,
                       [](const Message& m, std::string_view wanted) { return m.id < wanted; });
  return row != kRows.end() && row->id == id ? row->in(lang) : id;
}

std::string lab_say(std::string_view id, std::span<const Param> params, Lang lang) {
  std::string_view rest = lab_label(id, lang);
  std::string out;
  for (size_t open = rest.find('{'); open != std::string_view::npos; open = rest.find('{')) {
    const size_t close = rest.find('}', open);
    if (close == std::string_view::npos) break;
    out += rest.substr(0, open);
    out += filling(rest.substr(open + 1, close - open - 1), params);
    rest.remove_prefix(close + 1);
  }
  out += rest;
  return out;
}

std::string lab_say(const Problem& problem, Lang lang) {
  std::vector<Param> params = problem.params;
  params.push_back({"field", problem.field});
  return lab_say(problem.code, params, lang);
}

}  // namespace vramscope
