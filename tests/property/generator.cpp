#include "property/generator.h"

#include "vramscope/catalogue.h"
#include "vramscope/choices.h"

namespace vramscope::test {
namespace {

/// splitmix64: small, and the same everywhere.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  uint64_t below(uint64_t bound) { return next() % bound; }
  template <typename List>
  const auto& pick(const List& list) {
    return list[below(list.size())];
  }

 private:
  uint64_t state_;
};

std::string choose(Random& random, ChoiceList list, const Request& request) {
  return std::string(random.pick(choices(list, request)).id);
}

}  // namespace

Request random_request(uint64_t index) {
  Random random(index * 7919 + 17);
  Request request = default_request();
  request.model.id = random.pick(model_catalogue()).id;
  request.task = random.below(3) == 0 ? Task::Training : Task::Inference;
  request.engine = choose(random, ChoiceList::Engines, request);
  request.machine.devices[0].gpu = random.pick(gpu_catalogue()).id;
  request.machine.devices[0].count = uint64_t{1} << random.below(4);
  request.context = 1 + random.below(uint64_t{1} << (4 + random.below(14)));
  if (request.task == Task::Inference) {
    request.weights = choose(random, ChoiceList::Weights, request);
    request.kv = choose(random, ChoiceList::Kv, request);
    request.batch = 1 + random.below(32);
    request.options.ubatch = uint64_t{64} << random.below(6);
    if (random.below(3) == 0) request.options.attention = "unfused";
    if (random.below(3) == 0) request.options.outputs = "slots";
    if (random.below(4) == 0) request.options.kv_unified = true;
    if (random.below(4) == 0) request.options.gpu_layers = random.below(40);
    if (random.below(6) == 0) request.options.cpu_moe = random.below(40);
    if (random.below(6) == 0) request.options.kv_offload = false;
    if (random.below(6) == 0) request.options.rollback = random.below(4);
    if (random.below(4) == 0) request.prompt = 1 + random.below(request.context);
    if (random.below(6) == 0) request.options.logits_to_keep = "all";
    if (random.below(6) == 0) request.options.cache = "sliding";
    if (random.below(6) == 0) request.options.enforce_eager = true;
    if (random.below(6) == 0) request.options.images_per_prompt = random.below(3);
    if (random.below(8) == 0) request.options.draft = "qwen3-0.6b";
    if (random.below(6) == 0) request.options.adapters = "16:all-linear,8:attention";
    if (random.below(6) == 0) request.options.prefix_shared_tokens = random.below(4096);
    if (random.below(6) == 0) request.options.mla_mode = "heads";
    if (random.below(8) == 0) request.options.tensor_overrides = "ffn_(up|gate)_exps=CPU";
    if (random.below(6) == 0) request.options.mmproj_bytes = random.below(2000000000);
    if (random.below(6) == 0) request.engine_version = "2025-01";
    if (random.below(6) == 0) request.parallel.expert = request.machine.devices[0].count;
  } else {
    request.training.precision = choose(random, ChoiceList::Precision, request);
    request.training.optimizer = choose(random, ChoiceList::Optimizer, request);
    request.training.attention = choose(random, ChoiceList::Attention, request);
    request.training.recompute = choose(random, ChoiceList::Recompute, request);
    request.training.zero = random.below(4);
    if (random.below(3) == 0) request.training.method = choose(random, ChoiceList::Method, request);
    if (random.below(3) == 0) {
      request.training.objective = choose(random, ChoiceList::Objective, request);
    }
    request.training.micro_batch = 1 + random.below(8);
  }
  return request;
}

}  // namespace vramscope::test
