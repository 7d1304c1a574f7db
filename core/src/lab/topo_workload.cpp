// What a request says of the work, for the cost of a topology.
#include "vramscope/catalogue.h"
#include "vramscope/topo.h"

namespace vramscope {

TopoWorkload topology_workload(const Reply& reply) {
  constexpr double kTera = 1e12;
  TopoWorkload workload;
  workload.parameters = reply.model.parameters;
  workload.micro_batch = static_cast<double>(reply.request.training.micro_batch);
  workload.context = static_cast<double>(reply.request.context);
  workload.recompute = reply.request.training.recompute == "full";
  if (reply.results.empty() || reply.results.front().devices.empty()) return workload;
  const DeviceInfo& device = reply.results.front().devices.front();
  workload.gpu = device.name;
  if (const GpuSpec* gpu = find_gpu(device.id)) {
    workload.nvlink_gb_s = gpu->nvlink_gb_s;
    workload.pcie = std::string(gpu->pcie);
    const std::optional<double>& peak = gpu->bf16_tflops ? gpu->bf16_tflops : gpu->fp16_tflops;
    if (peak) workload.peak_flops = *peak * kTera;
  }
  return workload;
}

}  // namespace vramscope
