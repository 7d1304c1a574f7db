// What a kernel is, by its name: the only thing a trace tells.
#pragma once

#include <cstdint>
#include <string_view>

namespace vramscope::lab {

enum class Kind : uint8_t { Compute, Communication, Memory };
inline constexpr size_t kKinds = 3;
std::string_view kind_id(Kind kind);  ///< "compute"

enum class Collective : uint8_t {
  AllReduce,
  AllGather,
  ReduceScatter,
  AllToAll,
  SendRecv,
  Broadcast,
  Reduce,
  Other,
};
inline constexpr size_t kCollectives = static_cast<size_t>(Collective::Other) + 1;
std::string_view collective_id(Collective collective);  ///< "all_reduce"

struct KernelClass {
  Kind kind = Kind::Compute;
  Kind kind_hta = Kind::Compute;  ///< by the rule of Holistic Trace Analysis
  Collective collective = Collective::Other;
  bool tensor_classic = false;   ///< by tb_plugin's list of names
  bool tensor_extended = false;  ///< by that list and the names that came after it
  bool undecided = false;        ///< a name from which nobody can tell, such as triton_…
};

KernelClass classify_kernel(std::string_view name);

/// "allreduce", "_allgather_base", "ncclDevKernel_ReduceScatter_…" alike.
Collective classify_collective(std::string_view name);

/// Bytes of one element, by the name that a trace gives a type; 0 for an unknown one.
double bytes_of_dtype(std::string_view name);

}  // namespace vramscope::lab
