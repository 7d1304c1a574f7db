// What training pays for a machine's links. Every figure is one traced expression.
#include <algorithm>

#include "lab/link_rates.h"
#include "vramscope/topo.h"
#include "vramscope/trace.h"

namespace vramscope {
namespace {

using lab::Rate;
using lab::RateRow;

class Costs {
 public:
  Costs(const Topology& topology, const TopoWorkload& workload)
      : topology_(topology), workload_(workload) {}

  TopoCost all() {
    const lab::WireRate wire = lab::wire_rate(topology_, workload_);
    const RateRow best = lab::all_reduce_share(topology_, workload_);
    const RateRow& ring = lab::ring_share(topology_);
    add("bus_bandwidth", bandwidth(wire.rate, best.rate), best.source);
    add("ring_bandwidth", bandwidth(wire.rate, ring.rate), ring.source);
    if (!workload_.parameters) return std::move(cost_);
    add("all_reduce", all_reduce(bandwidth(wire.rate, best.rate)), best.source);
    const Expr communication = zero3(bandwidth(wire.rate, ring.rate));
    add("zero3_communication", communication, "ZeRO, arXiv:1910.02054 section 7.2");
    if (!workload_.peak_flops) return std::move(cost_);
    const Expr computation = compute();
    add("computation", computation, lab::compute_share().source);
    shares(computation, communication);
    return std::move(cost_);
  }

 private:
  Expr ranged(Symbol symbol, const Rate& rate) {
    return trace_.ranged(symbol, rate.low, rate.value, rate.high);
  }
  Expr gpus() { return trace_.symbol(Symbol::Devices, static_cast<double>(topology_.gpus)); }

  /// Bus bandwidth as nccl-tests define it, so that it compares with a link whatever the ranks.
  Expr bandwidth(const Rate& wire, const Rate& share) {
    return ranged(Symbol::LinkRate, wire) * ranged(Symbol::LinkShare, share);
  }
  Expr weights() {
    return trace_.symbol(Symbol::Parameters, *workload_.parameters) *
           trace_.symbol(Symbol::BytesWeight, workload_.bytes_parameter);
  }
  /// In a ring each GPU sends n - 1 of n parts, and again to hand the sums round.
  Expr all_reduce(const Expr& bus) { return 2 * (gpus() - 1) / gpus() * weights() / bus; }

  /// ZeRO-3 gathers the weights for the forward pass and again for the backward pass, and scatters
  /// the gradients: three times the weights for each micro-batch.
  Expr zero3(const Expr& bus) { return 3 * (gpus() - 1) / gpus() * weights() / bus; }

  /// Forward 2, backward 4 operations a parameter and token; recomputation adds a forward pass.
  Expr compute() {
    const Expr operations = trace_.literal(workload_.recompute ? 8 : 6, kFlops);
    return operations * trace_.symbol(Symbol::Parameters, *workload_.parameters) *
           trace_.symbol(Symbol::MicroBatch, workload_.micro_batch) *
           trace_.symbol(Symbol::SequenceLength, workload_.context) /
           (trace_.symbol(Symbol::PeakFlops, *workload_.peak_flops) *
            ranged(Symbol::ComputeShare, lab::compute_share().rate));
  }

  /// Written so that each time stands there once: then the bounds are those that can be.
  void shares(const Expr& computation, const Expr& communication) {
    const Expr ratio =
        trace_.ranged(Symbol::ComputeTime, computation.low, computation.value, computation.high) /
        trace_.ranged(Symbol::LinkTime, communication.low, communication.value, communication.high);
    const Expr one = trace_.literal(1);
    add("zero3_share", one / (one + ratio), {});
    add("zero3_exposed", one - min(one, ratio), {});
  }

  void add(std::string_view id, const Expr& e, std::string_view source) {
    cost_.figures.push_back({id, e.low, e.value, e.high, symbolic_line(trace_, e),
                             numeric_line(trace_, e), std::string(source)});
  }

  const Topology& topology_;
  const TopoWorkload& workload_;
  Trace trace_{true};
  TopoCost cost_;
};

}  // namespace

const TopoFigure* TopoCost::find(std::string_view id) const {
  const auto row =
      std::find_if(figures.begin(), figures.end(), [&](const TopoFigure& f) { return f.id == id; });
  return row == figures.end() ? nullptr : &*row;
}

TopoCost topology_cost(const Topology& topology, const TopoWorkload& workload) {
  if (topology.gpus < 2 || topology.ring == Link::Unknown) return {};
  return Costs(topology, workload).all();
}

}  // namespace vramscope
