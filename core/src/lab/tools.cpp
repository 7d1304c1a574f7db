#include "vramscope/tools.h"

#include <array>

#include "io/json_writer.h"
#include "text/ids.h"

namespace vramscope {
namespace {

// id | English | Chinese | lines to copy. Facts: the tools' own documentation.
constexpr std::array kRows = {
    ToolRow{
        "deviceQuery",
        "deviceQuery prints what CUDA sees of a card: its name, compute capability, number of SMs, "
        "memory and its bus. It is a CUDA sample: since CUDA 11.6 samples are no longer part of "
        "the "
        "toolkit and are built from their own repository. `nvidia-smi -q` and PyTorch tell the "
        "same "
        "without building anything. The memory it shows is a little less than that of nvidia-smi, "
        "because the driver keeps some.",
        "deviceQuery 打印 CUDA 看到的显卡信息：型号、计算能力、SM 数量、显存和总线。它是 CUDA "
        "示例程序：自 "
        "CUDA 11.6 起不再随工具包安装，需要从示例仓库自行编译。用 `nvidia-smi -q` 或 PyTorch "
        "也能得到同样的信息，无需编译。它显示的显存略小于 nvidia-smi，因为驱动会预留一部分。",
        "git clone https://github.com/NVIDIA/cuda-samples\n"
        "cmake -S cuda-samples/Samples/1_Utilities/deviceQuery -B build && cmake --build build && "
        "build/deviceQuery\n"
        "python -c \"import torch; print(torch.cuda.get_device_properties(0))\"\n"
        "nvidia-smi "
        "--query-gpu=name,compute_cap,memory.total,pcie.link.gen.max,pcie.link.width.max "
        "--format=csv"},
    ToolRow{
        "ds_report",
        "ds_report is DeepSpeed's report of the environment: which fused operators are built or "
        "can "
        "be built on this machine, the versions of PyTorch, CUDA and DeepSpeed, and whether they "
        "fit "
        "together. A line with [NO] under \"compatible\" names an operator that will not work "
        "here; "
        "[NO] under \"installed\" only means that it is built when first used.",
        "ds_report 是 DeepSpeed "
        "的环境报告：哪些融合算子已经编译、哪些可以在本机编译，PyTorch、CUDA、DeepSpeed "
        "的版本以及是否匹配。compatible 一列为 [NO] 的算子在本机无法使用；installed 一列为 [NO] "
        "只表示首次使用时才会编译。",
        "ds_report\n"
        "python -m torch.utils.collect_env"},
    ToolRow{
        "flops_profiler",
        "DeepSpeed's flops profiler counts operations, parameters and latency of each module "
        "during "
        "one step. Put the block into the DeepSpeed configuration. It counts multiply-adds of the "
        "forward pass as MACs and two FLOPs each, takes the backward pass for twice the forward "
        "one, "
        "and measures with synchronisation, so its step is slower. Compare its FLOPS with the "
        "dense "
        "peak of the data type: if they are low, the card waits for memory, launches or links. Do "
        "not use it together with recomputation without counting the extra forward pass.",
        "DeepSpeed 的 flops profiler "
        "在某一步中统计每个模块的运算量、参数量和耗时。把下面的配置块放进 DeepSpeed "
        "配置即可。它把前向的乘加记为 MAC，每个 MAC 算 2 "
        "FLOPs，反向按前向的两倍计；测量时会同步，因此这一步偏慢。"
        "把得到的 FLOPS "
        "与所用数据类型的稠密峰值相比：若偏低，说明显卡在等待显存、内核发射或通信。开启重计算时，"
        "还要另算多出来的一次前向。",
        "\"flops_profiler\": {\n"
        "  \"enabled\": true,\n"
        "  \"profile_step\": 1,\n"
        "  \"module_depth\": -1,\n"
        "  \"top_modules\": 1,\n"
        "  \"detailed\": true,\n"
        "  \"output_file\": null\n"
        "}"},
    ToolRow{
        "iftop",
        "iftop shows the traffic between machines on one network interface, live. It sees Ethernet "
        "only: InfiniBand and RoCE bypass the kernel, so training over RDMA looks idle there. Read "
        "the counters of the adapter instead; they count words of four bytes. Bits a second "
        "divided "
        "by eight are bytes a second.",
        "iftop 实时显示某个网络接口上机器之间的流量。它只能看到以太网：InfiniBand 和 RoCE "
        "绕过内核，所以走 RDMA "
        "的训练在它那里看起来是空闲的。此时应读取网卡计数器（以 4 字节为单位）。比特每秒除以 8 "
        "就是字节每秒。",
        "iftop -i eth0 -B\n"
        "cat /sys/class/infiniband/mlx5_0/ports/1/counters/port_xmit_data   # 4 bytes each\n"
        "NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET python train.py"},
    ToolRow{
        "nvidia-smi-topo",
        "nvidia-smi topo -m prints how cards and network adapters are joined. NV# is # NVLinks, "
        "PIX one "
        "PCIe bridge, PXB several, PHB a host bridge, NODE several of one NUMA node, SYS another "
        "socket. With NVSwitch every pair shows all links of a card: do not add them up over the "
        "peers. Paste the output here and it is read.",
        "nvidia-smi topo -m 打印显卡与网卡的连接方式。NV# 表示 # 条 NVLink，PIX 经过一个 PCIe "
        "桥，PXB "
        "经过多个，PHB 经过主桥，NODE 在同一 NUMA 节点的多个主桥之间，SYS 跨 CPU 插槽。有 NVSwitch "
        "时每一对都显示显卡的全部链路，不能按对端相加。把输出粘贴到这里即可解读。",
        "nvidia-smi topo -m\n"
        "nvidia-smi nvlink -s\n"
        "rocm-smi --showtopo      # AMD"},
    ToolRow{
        "tf32",
        "TF32 has 19 bits of value: 1 sign, 8 exponent (as fp32) and 10 mantissa (as fp16). "
        "Tensors "
        "stay fp32 in memory, 4 bytes each; only the tensor core reads 19 of the 32 bits. So TF32 "
        "saves time and no memory. In PyTorch matrix products use it only when asked (since 1.12); "
        "convolutions do by default.",
        "TF32 的有效位是 19 位：1 位符号、8 位指数（同 fp32）、10 位尾数（同 "
        "fp16）。张量在显存中仍是 fp32，每个 4 "
        "字节；只是张量核心读取时取其中 19 位。所以 TF32 省时间，不省显存。PyTorch 自 1.12 "
        "起矩阵乘法默认不用它，需显式开启；卷积默认开启。",
        "torch.backends.cuda.matmul.allow_tf32 = True\n"
        "torch.set_float32_matmul_precision(\"high\")"},
    ToolRow{
        "torch-profiler",
        "torch.profiler records which kernels ran when. Give it a schedule, call step() after each "
        "training step, and keep three to five steps: a trace of a few hundred megabytes. Record "
        "the host as well as the device, else launches and waits cannot be told apart. Drop the "
        "file "
        "here, one or several ranks.",
        "torch.profiler 记录每个内核何时运行。设置 schedule，每个训练步之后调用 "
        "step()，保留三到五步即可，文件大约几百 "
        "MB。主机与设备都要记录，否则分不清发射与等待。把文件拖到这里，单个或多个 rank 都可以。",
        "from torch.profiler import profile, schedule, ProfilerActivity\n"
        "with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA],\n"
        "             schedule=schedule(wait=1, warmup=1, active=3),\n"
        "             on_trace_ready=lambda p: p.export_chrome_trace(f\"rank{rank}.json.gz\")) as "
        "p:\n"
        "    for batch in loader:\n"
        "        train_step(batch)\n"
        "        p.step()"},
};

}  // namespace

std::span<const ToolRow> tool_rows() { return kRows; }

const ToolRow* find_tool(std::string_view id) {
  for (const ToolRow& row : kRows) {
    if (same_id(row.id, id)) return &row;
  }
  return nullptr;
}

std::string tools_json(Lang lang) {
  JsonWriter out;
  out.begin_list();
  for (const ToolRow& row : kRows) {
    out.begin_object();
    out.text("id", row.id);
    out.text("text", lang == Lang::Zh ? row.zh : row.en);
    out.text("commands", row.commands);
    out.end_object();
  }
  out.end_list();
  return out.document();
}

}  // namespace vramscope
