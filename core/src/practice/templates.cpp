// What is asked, what the core is asked for it, and which known mistakes lead to which other
// number.
#include "practice/templates.h"

#include <algorithm>
#include <array>

#include "text/practice_words.h"
#include "vramscope/catalogue.h"
#include "vramscope/text.h"

namespace vramscope::practice {
namespace {

constexpr std::string_view kCard = "instinct-mi355x";  // so large that only the question matters
constexpr double kYi = 1e8;
constexpr std::array<uint64_t, 7> kContexts = {2048, 4096, 8192, 16384, 32768, 65536, 131072};
constexpr std::array<uint64_t, 7> kBatches = {1, 2, 4, 8, 16, 32, 64};
constexpr std::array<std::string_view, 2> kUnits = {"GiB", "GB"};
constexpr std::array<uint64_t, 6> kCards = {2, 4, 8, 16, 32, 64};
constexpr std::array<double, 13> kRates = {400,  500,  800,  1200, 1536, 2000, 2500,
                                           3000, 3300, 4000, 6000, 8000, 12000};
constexpr std::array<TermId, 3> kStates = {TermId::Weights, TermId::Gradients,
                                           TermId::OptimizerState};

template <typename List>
const auto& pick(Random& random, const List& list) {
  return list[random.below(list.size())];
}

// Copies and ends of the large structs are made in one place each: inlined, they cost the app
// kilobytes.
[[gnu::noinline]] Request& begin_request(Question& q, const CatalogueModel& model,
                                         std::string_view card, uint64_t cards = 1) {
  q.request = default_request();
  q.request.model.id = model.id;
  q.request.machine.devices.resize(1);
  q.request.machine.devices.front().gpu = card;
  q.request.machine.devices.front().count = cards;
  return q.request;
}

class Answered {
 public:
  [[gnu::noinline]] explicit Answered(const Request& request) : reply_(answer(request)) {}
  [[gnu::noinline]] ~Answered() {}
  Answered(const Answered&) = delete;
  Answered& operator=(const Answered&) = delete;
  bool ok() const { return reply_.ok; }
  const ModelSummary& model() const { return reply_.model; }
  const MachineResult& result() const { return reply_.results.front(); }

 private:
  Reply reply_;
};

/// A term on the card, or where it is not alive at the peak, the most that it takes in any phase.
double bytes_of(const MachineResult& result, TermId id) {
  for (const Term& term : result.terms) {
    if (term.id == id && term.place != Place::Host) return term.size.bytes.count();
  }
  double most = 0;
  for (const Phase& phase : result.phases) {
    for (const PhaseTerm& term : phase.terms) {
      if (term.id == id) most = std::max(most, term.size.bytes.count());
    }
  }
  return most;
}

double states_of(const MachineResult& result) {
  double sum = 0;
  for (const TermId id : kStates) sum += bytes_of(result, id);
  return sum;
}

/// Layers, heads and head size of a model whose layers all keep a plain cache.
struct Shape {
  double layers = 0, heads = 0, head_size = 0;
};
std::optional<Shape> plain_cache(const MachineResult& result) {
  Shape shape;
  for (const Term& term : result.terms) {
    if (term.id == TermId::RecurrentState) return std::nullopt;
    if (term.id != TermId::KvCache) continue;
    constexpr std::string_view kPlain = "2 × L × n_kv × d_head";
    if (term.formula.compare(0, kPlain.size(), kPlain) != 0) return std::nullopt;
    for (const SymbolUse& use : term.symbols) {
      if (!use.suffix.empty()) continue;
      if (use.symbol == Symbol::Layers) shape.layers = use.value;
      if (use.symbol == Symbol::KvHeads) shape.heads = use.value;
      if (use.symbol == Symbol::HeadDim) shape.head_size = use.value;
    }
  }
  if (shape.layers * shape.heads * shape.head_size == 0) return std::nullopt;
  return shape;
}

struct Holes {
  std::vector<Param> list;
  Holes& add(std::string_view name, std::string_view value) {
    list.push_back({std::string(name), std::string(value)});
    return *this;
  }
  Holes& add(std::string_view name, double value) { return add(name, format_number(value)); }
};

std::string_view word(std::string_view id, Lang lang) {
  const Message* row = find_message(practice_words(), id);
  return row ? row->in(lang) : id;
}

void say_ask(Question& q, const Holes& holes) {
  const std::string id = "ask." + std::string(q.id);
  q.en = fill(word(id, Lang::En), holes.list);
  q.zh = fill(word(id, Lang::Zh), holes.list);
}

/// Numbers of parameters as people say them: the rounding is far within the tolerance.
Holes holes_for(const CatalogueModel& model, double parameters, const Question& q) {
  Holes holes;
  holes.add("model", model.name).add("unit", q.unit);
  holes.add("parameters", format_count_short(parameters));
  holes.add("yi", format_three_digits(parameters / kYi));
  return holes;
}
Holes holes_for(const CatalogueModel& model, const Answered& reply, const Question& q) {
  return holes_for(model, reply.model().parameters, q);
}

void add_shape(Holes& holes, const Shape& shape) {
  holes.add("L", shape.layers).add("n_kv", shape.heads).add("d_head", shape.head_size);
}

/// The answer in bytes; the same bytes in the other kind of unit are the first mistake.
void set_bytes(Question& q, double bytes) {
  q.answer = bytes / unit_size(q.unit);
  const bool binary = q.unit == "GiB";
  q.mistakes.push_back({binary ? "gb_for_gib" : "gib_for_gb",
                        bytes / unit_size(binary ? std::string_view("GB") : "GiB")});
}

void add_mistake(Question& q, std::string_view id, double bytes) {
  q.mistakes.push_back({id, bytes / unit_size(q.unit)});
}

bool draw_weights(Random& random, Question& q) {
  const CatalogueModel& model = pick(random, model_catalogue());
  const std::string_view weights = pick(random, std::array<std::string_view, 2>{"bf16", "fp32"});
  q.unit = pick(random, kUnits);
  begin_request(q, model, kCard);
  q.request.weights = weights;
  q.request.context = 1024;
  const Answered reply(q.request);
  if (!reply.ok()) return false;
  const double bytes = bytes_of(reply.result(), TermId::Weights);
  q.terms = {TermId::Weights};
  set_bytes(q, bytes);
  const bool half = weights == "bf16";
  add_mistake(q, half ? "double_bytes" : "half_bytes", half ? 2 * bytes : bytes / 2);
  add_mistake(q, "bits", 8 * bytes);
  say_ask(q, holes_for(model, reply, q).add("weights", weights));
  return true;
}

bool draw_yi(Random& random, Question& q) {
  const CatalogueModel& model = pick(random, model_catalogue());
  q.unit = "亿";
  begin_request(q, model, kCard);
  q.request.weights = "bf16";
  q.request.context = 1024;
  const Answered reply(q.request);
  if (!reply.ok() || reply.model().parameters < kYi) return false;
  q.answer = reply.model().parameters / kYi;
  q.mistakes = {{"ten_times", q.answer / 10}, {"ten_times", q.answer * 10}};
  say_ask(q, holes_for(model, reply, q).add("short", format_count_short(reply.model().parameters)));
  return true;
}

bool draw_kv_token(Random& random, Question& q) {
  const CatalogueModel& model = pick(random, model_catalogue());
  q.unit = "KiB";
  begin_request(q, model, kCard);
  q.request.kv = "bf16";
  q.request.context = 4096;
  const Answered reply(q.request);
  if (!reply.ok()) return false;
  const std::optional<Shape> shape = plain_cache(reply.result());
  if (!shape) return false;
  q.terms = {TermId::KvCache};
  q.answer = reply.model().kv_bytes_per_token / unit_size(q.unit);
  q.mistakes = {{"no_two", q.answer / 2},
                {"no_layers", q.answer / shape->layers},
                {"double_bytes", q.answer * 2}};
  Holes holes = holes_for(model, reply, q);
  add_shape(holes, *shape);
  say_ask(q, holes);
  return true;
}

bool draw_kv_cache(Random& random, Question& q) {
  const CatalogueModel& model = pick(random, model_catalogue());
  const uint64_t context = pick(random, kContexts);
  const uint64_t batch = pick(random, kBatches);
  q.unit = pick(random, kUnits);
  begin_request(q, model, kCard);
  q.request.kv = "bf16";
  q.request.context = context;
  q.request.batch = batch;
  const Answered reply(q.request);
  if (!reply.ok()) return false;
  const std::optional<Shape> shape = plain_cache(reply.result());
  if (!shape || (reply.model().max_context > 0 && context > reply.model().max_context))
    return false;
  const double bytes = bytes_of(reply.result(), TermId::KvCache);
  q.terms = {TermId::KvCache};
  set_bytes(q, bytes);
  add_mistake(q, "no_two", bytes / 2);
  add_mistake(q, "no_layers", bytes / shape->layers);
  if (batch > 1) add_mistake(q, "no_batch", bytes / static_cast<double>(batch));
  Holes holes = holes_for(model, reply, q);
  add_shape(holes, *shape);
  holes.add("batch", static_cast<double>(batch)).add("context", static_cast<double>(context));
  say_ask(q, holes);
  return true;
}

bool draw_training_states(Random& random, Question& q) {
  const CatalogueModel& model = pick(random, model_catalogue());
  const std::string_view precision =
      pick(random, std::array<std::string_view, 3>{"mixed-bf16", "megatron-bf16", "fp32"});
  const std::string_view optimizer =
      pick(random, std::array<std::string_view, 4>{"adamw", "adamw", "sgd-momentum", "lion"});
  q.unit = pick(random, kUnits);
  begin_request(q, model, kCard);
  q.request.task = Task::Training;
  q.request.context = 512;
  q.request.training.precision = precision;
  q.request.training.optimizer = optimizer;
  const Answered reply(q.request);
  if (!reply.ok()) return false;
  const MachineResult& result = reply.result();
  const double bytes = states_of(result);
  q.terms = {kStates.begin(), kStates.end()};
  set_bytes(q, bytes);
  add_mistake(q, "weights_only", bytes_of(result, TermId::Weights));
  add_mistake(q, "no_gradients", bytes - bytes_of(result, TermId::Gradients));
  if (precision != "fp32") add_mistake(q, "no_master", bytes - 4 * reply.model().parameters);
  const std::string recipe = "recipe." + std::string(precision);
  const std::string name = "optimizer." + std::string(optimizer);
  for (const Lang lang : {Lang::En, Lang::Zh}) {
    Holes holes = holes_for(model, reply, q);
    holes.add("recipe", word(recipe, lang)).add("optimizer", label(name, lang));
    (lang == Lang::En ? q.en : q.zh) = fill(word("ask.training-states", lang), holes.list);
  }
  return true;
}

bool draw_zero(Random& random, Question& q) {
  const CatalogueModel& model = pick(random, model_catalogue());
  const uint64_t zero = pick(random, std::array<uint64_t, 3>{1, 2, 3});
  const uint64_t cards = pick(random, kCards);
  q.unit = pick(random, kUnits);
  std::array<double, 4> states{};
  double parameters = 0;
  for (uint64_t stage = 0; stage < states.size(); ++stage) {
    Request& request = begin_request(q, model, kCard, cards);
    request.task = Task::Training;
    request.context = 512;
    request.training.zero = stage;
    const Answered reply(request);
    if (!reply.ok()) return false;
    states[stage] = states_of(reply.result());
    parameters = reply.model().parameters;
  }
  q.request.training.zero = zero;
  q.terms = {kStates.begin(), kStates.end()};
  set_bytes(q, states[zero]);
  add_mistake(q, "not_sharded", states[0]);
  if (zero < 3) add_mistake(q, "all_sharded", states[3]);
  for (uint64_t stage = 1; stage < states.size(); ++stage) {
    if (stage != zero) add_mistake(q, "next_stage", states[stage]);
  }
  Holes holes = holes_for(model, parameters, q);
  holes.add("stage", static_cast<double>(zero)).add("cards", static_cast<double>(cards));
  say_ask(q, holes);
  return true;
}

std::vector<const GpuSpec*> training_cards() {
  std::vector<const GpuSpec*> cards;
  for (const GpuSpec& gpu : gpu_catalogue()) {
    const bool suits = gpu.category == "datacenter" && gpu.vendor == "nvidia";
    if (suits && gpu.bf16_tflops.value_or(0) > 0) cards.push_back(&gpu);
  }
  return cards;
}

bool draw_mfu(Random& random, Question& q) {
  const CatalogueModel& model = pick(random, model_catalogue());
  const GpuSpec& gpu = *pick(random, training_cards());
  const double rate = pick(random, kRates);
  q.unit = "%";
  begin_request(q, model, gpu.id, 8);
  q.request.task = Task::Training;
  q.request.context = 2048;
  q.request.observed.tokens_per_s_per_gpu = rate;
  const Answered reply(q.request);
  if (!reply.ok() || reply.model().parameters != reply.model().stored_elements) return false;
  for (const UtilisationLine& line : reply.result().utilisation) {
    if (line.id != "utilisation_mfu") continue;
    // Dense models only: all parameters take part in every token.
    const bool dense =
        line.working.find(format_number(reply.model().parameters)) != std::string::npos;
    if (!dense || line.share < 0.05 || line.share > 0.65) return false;
    q.answer = line.share * 100;
    q.mistakes = {
        {"sparse", q.answer / 2}, {"forward_only", q.answer / 3}, {"all_cards", q.answer * 8}};
    Holes holes = holes_for(model, reply, q);
    holes.add("rate", rate).add("card", gpu.name).add("peak", *gpu.bf16_tflops);
    say_ask(q, holes);
    return true;
  }
  return false;
}

constexpr std::array kTemplates = {
    Template{"weights", "size/#params-to-bytes", draw_weights},
    Template{"parameters-yi", "size/#unit-mistakes", draw_yi},
    Template{"kv-token", "kv-cache/#kv-formula", draw_kv_token},
    Template{"kv-cache", "kv-cache/#kv-formula", draw_kv_cache},
    Template{"training-states", "training/#bytes-per-parameter", draw_training_states},
    Template{"zero", "parallel/#zero-stages", draw_zero},
    Template{"mfu", "utilisation/#three-methods", draw_mfu},
};

}  // namespace

std::span<const Template> templates() { return kTemplates; }

double unit_size(std::string_view unit) {
  constexpr double kKibi = 1024;
  if (unit == "GiB") return kKibi * kKibi * kKibi;
  if (unit == "MiB") return kKibi * kKibi;
  if (unit == "KiB") return kKibi;
  if (unit == "GB") return 1e9;
  if (unit == "MB") return 1e6;
  if (unit == "B") return 1;
  return 0;
}

}  // namespace vramscope::practice
