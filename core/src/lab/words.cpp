// The lab's words: id | English | Chinese, sorted by id. They are not among the core's messages, so
// that a visit without a trace does not pay for them.
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
    Message{"fabric.direct", "{gpus} GPUs, joined directly by NVLink: {links} links a GPU.", "{gpus} 张卡，NVLink 直连：每卡 {links} 条链路。"},
    Message{"fabric.islands", "{gpus} GPUs in groups that NVLink or XGMI joins ({groups}); between the groups traffic crosses {ring}.", "{gpus} 张卡，NVLink 或 XGMI 只在组内相连（{groups}）；组间走 {ring}。"},
    Message{"fabric.none", "A single GPU: nothing to talk to.", "只有一张卡，没有通信对象。"},
    Message{"fabric.nvswitch", "{gpus} GPUs on NVSwitch: {links} NVLinks a GPU reach every other one.", "{gpus} 张卡经 NVSwitch 互连：每卡 {links} 条 NVLink，可达其余每张卡。"},
    Message{"fabric.pair", "Two GPUs, joined by {links} NVLinks.", "两张卡，由 {links} 条 NVLink 相连。"},
    Message{"fabric.pcie", "{gpus} GPUs without NVLink: a ring over all of them crosses {ring}.", "{gpus} 张卡，没有 NVLink：环形通信要经过 {ring}。"},
    Message{"fabric.xgmi", "{gpus} GPUs joined by XGMI.", "{gpus} 张卡由 XGMI 相连。"},
    Message{"figure.all_reduce", "all-reduce of all gradients", "全部梯度的 AllReduce"},
    Message{"figure.bus_bandwidth", "bus bandwidth of all-reduce", "AllReduce 总线带宽"},
    Message{"figure.computation", "computation of a micro-batch", "一个微批的计算"},
    Message{"figure.ring_bandwidth", "bus bandwidth of a ring", "环形通信的总线带宽"},
    Message{"figure.zero3_communication", "ZeRO-3 communication of a micro-batch", "ZeRO-3 一个微批的通信"},
    Message{"figure.zero3_exposed", "left over with perfect overlap", "完全重叠后仍暴露的占比"},
    Message{"figure.zero3_share", "ZeRO-3 communication, share of the step", "ZeRO-3 通信占一步的比例"},
    Message{"file_unreadable", "This file cannot be read.", "无法读取该文件。"},
    Message{"head.algorithm_bandwidth", "algorithm GB/s", "算法带宽 GB/s"},
    Message{"head.bus_bandwidth", "bus GB/s", "总线带宽 GB/s"},
    Message{"head.collective", "collective", "集合通信"},
    Message{"head.communication", "communication µs", "通信 µs"},
    Message{"head.compute", "compute µs", "计算 µs"},
    Message{"head.count", "calls", "次数"},
    Message{"head.cpu", "operators µs", "算子 µs"},
    Message{"head.data_loader", "data loader µs", "数据加载 µs"},
    Message{"head.device", "device", "设备"},
    Message{"head.exposed", "exposed µs", "未掩盖通信 µs"},
    Message{"head.figure", "figure", "指标"},
    Message{"head.formula", "formula", "公式"},
    Message{"head.host_wait", "waits for host µs", "等待主机 µs"},
    Message{"head.idle", "idle µs", "空闲 µs"},
    Message{"head.kernel", "kernel", "内核"},
    Message{"head.kernel_time", "kernels µs", "内核 µs"},
    Message{"head.kernel_wait", "between kernels µs", "内核间隙 µs"},
    Message{"head.kind", "kind", "类别"},
    Message{"head.max", "longest µs", "最长 µs"},
    Message{"head.mean", "mean µs", "平均 µs"},
    Message{"head.memcpy", "copies µs", "拷贝 µs"},
    Message{"head.memory", "copies µs", "拷贝 µs"},
    Message{"head.memset", "sets µs", "置值 µs"},
    Message{"head.min", "shortest µs", "最短 µs"},
    Message{"head.non_compute", "non-compute µs", "非计算 µs"},
    Message{"head.occupancy", "est. achieved occupancy", "估算占用率"},
    Message{"head.other", "other µs", "其他 µs"},
    Message{"head.overlap", "overlap µs", "重叠 µs"},
    Message{"head.overlap_share", "overlap", "重叠比例"},
    Message{"head.range", "range", "范围"},
    Message{"head.rank", "rank", "rank"},
    Message{"head.runtime", "CUDA calls µs", "CUDA 调用 µs"},
    Message{"head.share", "share", "占比"},
    Message{"head.sm_efficiency", "est. SM efficiency", "估算 SM 效率"},
    Message{"head.source", "source", "来源"},
    Message{"head.span", "span µs", "时长 µs"},
    Message{"head.step", "step", "步骤"},
    Message{"head.sum", "total µs", "合计 µs"},
    Message{"head.tensor", "tensor core (● classic, ○ extended, ? unknown)", "张量核心（● 传统规则，○ 扩展规则，? 无法判断）"},
    Message{"head.tensor_classic", "tensor cores, classic", "张量核心（传统）"},
    Message{"head.tensor_extended", "tensor cores, extended", "张量核心（扩展）"},
    Message{"head.total", "total µs", "合计 µs"},
    Message{"head.utilisation", "GPU utilisation", "GPU 利用率"},
    Message{"head.value", "value", "数值"},
    Message{"head.working", "with numbers", "代入数字"},
    Message{"kind.communication", "communication", "通信"},
    Message{"kind.compute", "compute", "计算"},
    Message{"kind.memory", "copy", "拷贝"},
    Message{"say.bus", "{collective}: {bandwidth} GB/s of bus bandwidth over {count} calls of {group} ranks.", "{collective}：{count} 次调用、{group} 个 rank，总线带宽 {bandwidth} GB/s。"},
    Message{"say.bus_expected", "An all-reduce is expected to reach {range} GB/s of bus bandwidth, about {value}.", "AllReduce 的总线带宽预计为 {range} GB/s，约 {value}。"},
    Message{"say.communication", "Communication ran for {share} of the time; {overlap} of it behind computation, so {exposed} of the time was spent on nothing but communication.", "通信占 {share} 的时间，其中 {overlap} 与计算重叠；仅有通信、没有计算的时间占 {exposed}。"},
    Message{"say.cost", "An all-reduce of all gradients takes {all_reduce} ms, the three passes of ZeRO-3 {zero3} ms a micro-batch.", "全部梯度做一次 AllReduce 需 {all_reduce} ms；ZeRO-3 每个微批的三次通信需 {zero3} ms。"},
    Message{"say.idle", "The GPU stood idle for {share} of the {span} that were recorded.", "在记录的 {span} 中，GPU 有 {share} 的时间空闲。"},
    Message{"say.pairs", "Pairs of GPUs: {pairs}.", "卡间连接：{pairs}。"},
    Message{"say.spread", "Idle time differs from {low} (rank {best}) to {high} (rank {worst}): some ranks wait for others.", "各 rank 的空闲时间从 {low}（rank {best}）到 {high}（rank {worst}）不等：有的 rank 在等待其他 rank。"},
    Message{"say.tensor", "Tensor cores ran for {extended} of kernel time; by the classic list of names, which ends with Ampere, it is {classic}.", "张量核心占内核时间的 {extended}；按只收录到 Ampere 的传统名称表则为 {classic}。"},
    Message{"say.tensor_undecided", "For {share} of kernel time the name does not tell (Triton kernels): the true share lies up to that much higher.", "有 {share} 的内核时间无法由名称判断（Triton 内核），实际占比最多可能高出这么多。"},
    Message{"say.zero3", "ZeRO-3 here spends about {share} of the step communicating ({range}) when nothing hides behind computation, and {exposed} with perfect overlap: {batch} × {context} tokens on each {gpu}.", "在此机器上，若通信完全不与计算重叠，ZeRO-3 一步约有 {share}（{range}）的时间在通信；完全重叠时仍暴露 {exposed}：每张 {gpu} 上 {batch} × {context} 个 token。"},
    Message{"say.zero3_ask", "Name a card and a model to see what ZeRO-3 costs here.", "指定显卡和模型后，可给出 ZeRO-3 在此机器上的代价。"},
    Message{"say.zero3_bad", "The links are too slow for ZeRO-3: take ZeRO-1 or 2 if they fit, larger micro-batches, or shard only within a group that NVLink joins.", "链路对 ZeRO-3 来说太慢：放得下就用 ZeRO-1 或 2，或增大微批，或只在 NVLink 相连的组内切分。"},
    Message{"say.zero3_good", "The links are fast enough for ZeRO-3.", "链路足够快，适合用 ZeRO-3。"},
    Message{"say.zero3_hide", "ZeRO-3 works here if communication is hidden: prefetch, and enough tokens on each card.", "在此机器上使用 ZeRO-3 需要掩盖通信：开启预取，并让每张卡有足够多的 token。"},
    Message{"table.collectives", "Collectives", "集合通信"},
    Message{"table.costs", "Step time by tb_plugin: each moment goes to the first that was there", "tb_plugin 口径的步骤时间：每一时刻归于最先出现的一类"},
    Message{"table.devices", "Devices by tb_plugin", "tb_plugin 口径的设备指标"},
    Message{"table.figures", "What training pays for the links", "训练为链路付出的代价"},
    Message{"table.hta", "Holistic Trace Analysis: what was launched before the last step", "HTA 口径：最后一步之前发起的活动"},
    Message{"table.kernels", "Longest kernels", "耗时最长的内核"},
    Message{"table.matrix", "Links", "连接矩阵"},
    Message{"table.ranks", "Time on the GPU", "GPU 时间"},
    Message{"table.steps", "Steps", "步骤"},
    Message{"table.tools", "Tools", "工具"},
    Message{"topo_affinity", "The CPU list \"{text}\" of line {line} has lost its beginning.", "第 {line} 行的 CPU 列表 \"{text}\" 缺少开头。"},
    Message{"topo_asymmetric", "{a} and {b} are joined by different links in the two directions.", "{a} 与 {b} 两个方向的连接类型不同。"},
    Message{"topo_cut_columns", "There are rows of network adapters whose columns are missing from line {line}: columns were cut off.", "有网卡的行，但第 {line} 行的表头缺少对应的列：列被裁掉了。"},
    Message{"topo_diagonal", "Line {line}: the X of {name} is not where its own column is. Cells are missing or too many.", "第 {line} 行：{name} 的 X 不在它自己的列上，单元格有缺失或多余。"},
    Message{"topo_empty", "There is no text.", "没有内容。"},
    Message{"topo_extra_row", "Line {line}: {name} is not in the header.", "第 {line} 行：表头里没有 {name}。"},
    Message{"topo_foreign", "Line {line}: this is the output of {tool}. nvidia-smi topo -m, rocm-smi --showtopo and amd-smi topology can be read.", "第 {line} 行：这是 {tool} 的输出。可以读取的是 nvidia-smi topo -m、rocm-smi --showtopo 和 amd-smi topology。"},
    Message{"topo_mig", "Line {line} has MIG slices: they share the links of their card.", "第 {line} 行含有 MIG 实例：它们共用所在显卡的链路。"},
    Message{"topo_no_header", "Line {line} is a row of the matrix, and no header with the names came before it.", "第 {line} 行是矩阵的一行，但前面没有列名表头。"},
    Message{"topo_no_link_table", "There is no table of link types; its names stand on line {line}.", "没有链路类型表；名称在第 {line} 行。"},
    Message{"topo_no_rows", "Line {line} is a header, and no row follows it.", "第 {line} 行是表头，其后没有任何行。"},
    Message{"topo_not", "No header with GPU0 was found, looking from line {line} on. Paste the output of nvidia-smi topo -m.", "从第 {line} 行起没有找到含 GPU0 的表头。请粘贴 nvidia-smi topo -m 的输出。"},
    Message{"topo_partial", "The text ends at line {line}: {rows} rows of {gpus} GPUs. What the missing rows say is taken from their columns, and unknown where there is none.", "内容到第 {line} 行为止：{gpus} 张卡只有 {rows} 行。缺失的行取自对应的列，没有的视为未知。"},
    Message{"topo_second", "A second matrix begins on line {line}; the first one was read.", "第 {line} 行起有第二个矩阵，只读取第一个。"},
    Message{"topo_short_row", "Line {line} has {cells} cells where the header has {columns}.", "第 {line} 行有 {cells} 个单元格，而表头有 {columns} 列。"},
    Message{"topo_too_long", "The text is too long for a topology.", "内容过长，不是拓扑输出。"},
    Message{"topo_tool_error", "Line {line}: the tool reported an error itself.", "第 {line} 行：工具自身报告了错误。"},
    Message{"topo_twice", "Line {line}: {name} stands there twice.", "第 {line} 行：{name} 出现了两次。"},
    Message{"topo_unknown_link", "Line {line}: \"{token}\" is no link that nvidia-smi or AMD's tools print.", "第 {line} 行：\"{token}\" 不是 nvidia-smi 或 AMD 工具会打印的连接类型。"},
    Message{"topo_unreadable", "Line {line}: the tool could not read some links ({token}); they are unknown. Partitions of a card are listed as GPUs.", "第 {line} 行：工具读不到部分链路（{token}），视为未知。这里的 GPU 可能是同一张卡的分区。"},
    Message{"topo_wrong_title", "Line {line}: link types stand under another title; they are read all the same.", "第 {line} 行：链路类型出现在别的标题之下，仍按链路读取。"},
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
    Message{"web.drop", "Drop a profiler trace or paste nvidia-smi topo -m", "拖入性能跟踪文件，或粘贴 nvidia-smi topo -m"},
    Message{"web.legend_communication", "communication alone", "仅通信"},
    Message{"web.legend_compute", "computation", "计算"},
    Message{"web.legend_idle", "idle", "空闲"},
    Message{"web.legend_memory", "copies alone", "仅拷贝"},
    Message{"web.legend_overlap", "computation and communication", "计算与通信"},
    Message{"web.reading", "Reading {file}: {bytes} MB", "正在读取 {file}：{bytes} MB"},
};
// clang-format on

}  // namespace

std::span<const Message> lab_messages() { return kRows; }

std::string_view lab_label(std::string_view id, Lang lang) {
  const Message* message = find_message(kRows, id);
  return message ? message->in(lang) : id;
}

std::string lab_say(std::string_view id, std::span<const Param> params, Lang lang) {
  return fill(lab_label(id, lang), params);
}

std::string lab_say(const Problem& problem, Lang lang) {
  std::vector<Param> params = problem.params;
  params.push_back({"field", problem.field});
  return lab_say(problem.code, params, lang);
}

}  // namespace vramscope
