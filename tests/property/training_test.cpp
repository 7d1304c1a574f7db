// Laws of training: what sharding and recomputation may and may not do.
#include <cmath>

#include "support/ask.h"
#include "vramscope/catalogue.h"

namespace vramscope::test {
namespace {

constexpr uint64_t kRequests = 500;

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * 2654435761u + 1) {}
  uint64_t below(uint64_t bound) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return (state_ >> 33) % bound;
  }
  template <size_t n>
  std::string pick(const char* const (&list)[n]) {
    return list[below(n)];
  }

 private:
  uint64_t state_;
};

constexpr const char* kEngines[] = {"ideal",    "torch",      "hf-trainer", "fsdp",   "deepspeed",
                                    "megatron", "torchtitan", "torchtune",  "unsloth"};
constexpr const char* kModels[] = {"llama-2-7b",   "llama-3.1-8b", "gemma-2-2b",
                                   "mixtral-8x7b", "qwen3-0.6b",   "llama-3.1-70b"};
constexpr const char* kOptimizers[] = {"adamw", "adamw-8bit", "adafactor", "lion", "muon", "sgd"};
constexpr const char* kPrecisions[] = {"mixed-bf16", "bf16", "fp32", "megatron-bf16", "fp8"};
constexpr const char* kObjectives[] = {"sft", "sft", "sft", "dpo", "ppo", "distill"};

Request random_training(uint64_t index) {
  Random random(index);
  Request request = default_request();
  request.task = Task::Training;
  request.explain = Explain::None;
  request.model.id = random.pick(kModels);
  request.engine = random.pick(kEngines);
  request.machine.devices[0].gpu = "h200-sxm-141gb";
  request.context = 256 + random.below(8192);
  request.training.micro_batch = 1 + random.below(4);
  request.training.optimizer = random.pick(kOptimizers);
  request.training.precision = random.pick(kPrecisions);
  request.training.objective = random.pick(kObjectives);
  request.training.zero = random.below(4);
  const uint64_t tensor = uint64_t{1} << random.below(3);
  const uint64_t data = uint64_t{1} << random.below(4);
  const uint64_t pipeline = random.below(3) == 0 ? 2 : 1;
  request.parallel.tensor = tensor;
  request.parallel.data = data;
  request.parallel.pipeline = pipeline;
  request.parallel.sequence = tensor > 1 && random.below(2) == 0;
  request.machine.devices[0].count = tensor * data * pipeline;
  if (random.below(4) == 0) request.training.method = "lora";
  return request;
}

/// What a rank holds between steps of one term.
double between(const MachineResult& r, TermId id) { return bytes_in_phase(r, "between_steps", id); }

double states(const MachineResult& r) {
  return between(r, TermId::Weights) + between(r, TermId::Gradients) +
         between(r, TermId::OptimizerState) + between(r, TermId::Adapter);
}

template <typename Check>
void for_each_training(Check check) {
  uint64_t answered = 0;
  for (uint64_t i = 0; i < kRequests; ++i) {
    const Request request = random_training(i);
    const Reply reply = answer(request);
    if (!reply.ok) continue;
    ++answered;
    SCOPED_TRACE(request_json(request));
    check(request, reply.results[0]);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(answered, kRequests / 2);
}

// Twice the data-parallel devices, or one ZeRO stage more: no rank holds more states than before.
TEST(TrainingLaws, ShardingOverMoreNeverRaisesARanksStates) {
  for_each_training([](const Request& request, const MachineResult& before) {
    Request more = request;
    *more.parallel.data *= 2;
    more.machine.devices[0].count *= 2;
    const Reply wider = answer(more);
    ASSERT_TRUE(wider.ok);
    EXPECT_LE(states(wider.results[0]), states(before));
    if (request.training.zero == 0 || request.training.zero == 3) return;
    Request stage = request;
    ++stage.training.zero;
    const Reply deeper = answer(stage);
    ASSERT_TRUE(deeper.ok);
    EXPECT_LE(states(deeper.results[0]), states(before));
  });
}

// Recomputing everything raises the peak by no more than the layer inputs that it keeps: where one
// layer is all there is, they come on top of it.
TEST(TrainingLaws, RecomputationRaisesThePeakByItsInputsAtMost) {
  for_each_training([](const Request& request, const MachineResult& before) {
    Request full = request;
    full.training.recompute = "full";
    const Reply reply = answer(full);
    ASSERT_TRUE(reply.ok);
    const MachineResult& after = reply.results[0];
    const double inputs = bytes_in_phase(after, "loss", TermId::Activations);
    EXPECT_LE(after.allocated.bytes.count(), before.allocated.bytes.count() + inputs);
    // And with more than a few layers it never does.
    if (before.per_rank.empty()) {
      EXPECT_LE(after.allocated.bytes.count(), before.allocated.bytes.count());
    }
  });
}

// States of all ranks add up to those of one device that holds everything, times the copies that
// data parallelism leaves: of weights below ZeRO-3, of gradients below 2, of the rest below 1.
TEST(TrainingLaws, RanksAddUpToTheWhole) {
  for_each_training([](const Request& request, const MachineResult&) {
    // Elsewhere gradients come and go, and FSDP shards by itself; a table that is the head too
    // stands on the first and the last stage; shares of rows are rounded up in other optimizers.
    if (request.model.id == "gemma-2-2b" || request.model.id == "qwen3-0.6b") return;
    Request ideal = request;
    ideal.engine = "ideal";
    ideal.training.method = "full";
    ideal.training.objective = "sft";
    const Reply split = answer(ideal);
    ideal.parallel = Parallel{};
    ideal.machine.devices[0].count = 1;
    ideal.training.zero = 0;
    const Reply whole = answer(ideal);
    ASSERT_TRUE(split.ok && whole.ok);
    const MachineResult& one = whole.results[0];
    const double devices = static_cast<double>(request.machine.devices[0].count);
    const auto data = static_cast<double>(*request.parallel.data);
    const auto sum = [&](TermId id) {
      const MachineResult& all = split.results[0];
      if (all.per_rank.empty()) return between(all, id) * devices;
      double bytes = 0;
      const double each = devices / static_cast<double>(all.per_rank.size());
      for (const RankShare& rank : all.per_rank) {
        for (const PhaseTerm& term : rank.terms) {
          if (term.id == id) bytes += term.size.bytes.count() * each;
        }
      }
      return bytes;
    };
    const uint64_t zero = request.training.zero;
    const auto expect = [&](TermId id, double copies) {
      EXPECT_NEAR(sum(id), between(one, id) * copies, 2 * devices) << static_cast<int>(id);
    };
    expect(TermId::OptimizerState, zero >= 1 ? 1 : data);
    expect(TermId::Gradients, zero >= 2 ? 1 : data);
    if (request.training.precision != "fp8") expect(TermId::Weights, zero == 3 ? 1 : data);
  });
}

}  // namespace
}  // namespace vramscope::test
