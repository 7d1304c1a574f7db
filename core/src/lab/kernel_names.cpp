#include "lab/kernel_names.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

namespace vramscope::lab {
namespace {

// A kernel that has one of these in its name runs on tensor cores.
// Source: pytorch/kineto tb_plugin, profiler/tensor_core.py; the list ends with Ampere.
constexpr std::array<std::string_view, 18> kTensorClassic = {
    "h884",
    "s884",
    "h1688",
    "s1688",
    "hmma",
    "i8816",
    "16816",
    "dgrad_1x1_stride_2x2",
    "first_layer_wgrad_kernel",
    "conv1x1",
    "conv2d_c1_k1",
    "direct_group",
    "xmma_implicit_gemm",
    "xmma_sparse_conv",
    "xmma_warp_specialized_implicit_gemm",
    "xmma_gemm",
    "xmma_sparse_gemm",
    "c1688",
};

// Names that came later, or that the list never had: Hopper and Blackwell (wgmma, nvjet, CUTLASS
// 3), implicit GEMM of cuDNN 8, fused attention, quantised matrix kernels, MFMA of AMD.
constexpr std::array<std::string_view, 33> kTensorLater = {
    "nvjet",
    "wgmma",
    "tcgen05",
    "umma",
    "tensorop",
    "cutlass3x",
    "sm90_xmma",
    "sm100_",
    "tf32f32",
    "_tf32_",
    "implicit_gemm_",
    "flash_fwd",
    "flash_bwd",
    "flash::",
    "flash_attn",
    "fmha",
    "fused_attention",
    "flashinfer",
    "paged_attention_v3",
    "flash_mla",
    "FlashMLA",
    "deep_gemm",
    "Marlin",
    "marlin",
    "machete",
    "mfma",
    "_MI16x16",
    "_MI32x32",
    "_MI4x4",
    "wmma",
    "ck_tile",
    "kernel_gemm_xdl",
    "imma",
};

// Collectives of NCCL, RCCL and HCCL, and those that serving engines bring along.
constexpr std::array<std::string_view, 12> kCommunication = {
    "ncclKernel",    "ncclDevKernel",       "ncclSymk",
    "rcclKernel",    "mscclKernel",         "cross_device_reduce",
    "multimem_all_", "one_shot_all_reduce", "two_shot_all_reduce",
    "nvshmem",       "deep_ep::",           "quickreduce",
};

bool has_any(std::string_view name, std::span<const std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
    return name.find(part) != std::string_view::npos;
  });
}

bool is_memory(std::string_view name) {
  if (name.starts_with("hip")) name.remove_prefix(3);
  return name.starts_with("Memcpy") || name.starts_with("Memset") || name.starts_with("dma");
}

bool is_library_call(std::string_view name) {
  return name.starts_with("nccl") || name.starts_with("hccl") || name.starts_with("rccl");
}

// From the name of a kernel or of an argument, without case, `_` and `-`. The first that fits.
struct CollectiveRow {
  std::string_view part;
  Collective collective;
};
constexpr std::array kNames = {
    CollectiveRow{"reducescatter", Collective::ReduceScatter},
    CollectiveRow{"allgather", Collective::AllGather},
    CollectiveRow{"gatherbase", Collective::AllGather},
    CollectiveRow{"allreduce", Collective::AllReduce},
    CollectiveRow{"crossdevicereduce", Collective::AllReduce},
    CollectiveRow{"quickreduce", Collective::AllReduce},
    CollectiveRow{"alltoall", Collective::AllToAll},
    CollectiveRow{"deepep", Collective::AllToAll},
    CollectiveRow{"sendrecv", Collective::SendRecv},
    CollectiveRow{"send", Collective::SendRecv},
    CollectiveRow{"recv", Collective::SendRecv},
    CollectiveRow{"broadcast", Collective::Broadcast},
    CollectiveRow{"reduce", Collective::Reduce},
};

struct DtypeRow {
  std::string_view name;
  double bytes;
};
// As c10 and Kineto write them, in lower case.
constexpr std::array kDtypes = {
    DtypeRow{"float", 4},         DtypeRow{"float32", 4},       DtypeRow{"double", 8},
    DtypeRow{"float64", 8},       DtypeRow{"half", 2},          DtypeRow{"float16", 2},
    DtypeRow{"c10::half", 2},     DtypeRow{"bfloat16", 2},      DtypeRow{"c10::bfloat16", 2},
    DtypeRow{"float8_e4m3fn", 1}, DtypeRow{"float8_e5m2", 1},   DtypeRow{"float8_e4m3fnuz", 1},
    DtypeRow{"byte", 1},          DtypeRow{"unsigned char", 1}, DtypeRow{"uint8", 1},
    DtypeRow{"char", 1},          DtypeRow{"signed char", 1},   DtypeRow{"int8", 1},
    DtypeRow{"bool", 1},          DtypeRow{"short", 2},         DtypeRow{"int", 4},
    DtypeRow{"int32", 4},         DtypeRow{"long", 8},          DtypeRow{"long int", 8},
    DtypeRow{"int64", 8},         DtypeRow{"complexfloat", 8},  DtypeRow{"complexdouble", 16},
};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::string_view kind_id(Kind kind) {
  constexpr std::array<std::string_view, kKinds> kIds = {"compute", "communication", "memory"};
  return kIds[static_cast<size_t>(kind)];
}

std::string_view collective_id(Collective collective) {
  constexpr std::array<std::string_view, kCollectives> kIds = {
      "all_reduce", "all_gather", "reduce_scatter", "all_to_all",
      "send_recv",  "broadcast",  "reduce",         "other"};
  return kIds[static_cast<size_t>(collective)];
}

KernelClass classify_kernel(std::string_view name) {
  KernelClass result;
  const bool nccl = name.find("ncclKernel") != std::string_view::npos || name.starts_with("nccl");
  // Source: HolisticTraceAnalysis hta/common/types.py. It takes names that begin with "hip" too.
  if (nccl || name.starts_with("hccl") || (name.starts_with("hip") && !is_memory(name))) {
    result.kind_hta = Kind::Communication;
  } else if (is_memory(name)) {
    result.kind_hta = Kind::Memory;
  }
  if (is_library_call(name) || has_any(name, kCommunication)) {
    result.kind = Kind::Communication;
    result.collective = classify_collective(name);
  } else if (is_memory(name)) {
    result.kind = Kind::Memory;
  } else {
    result.tensor_classic = has_any(name, kTensorClassic);
    result.tensor_extended = result.tensor_classic || has_any(name, kTensorLater);
    result.undecided = !result.tensor_extended && name.starts_with("triton_");
  }
  return result;
}

Collective classify_collective(std::string_view name) {
  std::string plain;
  for (char c : name.substr(0, 128)) {
    if (c != '_' && c != '-' && c != ':') plain += lower(c);
  }
  for (const CollectiveRow& row : kNames) {
    if (plain.find(row.part) != std::string::npos) return row.collective;
  }
  return Collective::Other;
}

double bytes_of_dtype(std::string_view name) {
  std::string plain;
  for (char c : name.substr(0, 32)) plain += lower(c);
  for (const DtypeRow& row : kDtypes) {
    if (row.name == plain) return row.bytes;
  }
  return 0;
}

}  // namespace vramscope::lab
