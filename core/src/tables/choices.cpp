#include "vramscope/choices.h"

#include <array>

#include "tables/engines.h"
#include "tables/formats.h"
#include "tables/objectives.h"
#include "tables/recipes.h"
#include "text/ids.h"
#include "vramscope/text.h"

namespace vramscope {
namespace {

/// The message row "prefix.id", whose text outlives the call; the id itself where there is none.
std::string_view label_of(std::string_view prefix, std::string_view id) {
  const Message* message = find_message(std::string(prefix) + std::string(id));
  return message ? message->id : id;
}

std::vector<Choice> engine_choices(Task task) {
  std::vector<Choice> list;
  for (const Engine& engine : engines()) {
    if (task == Task::Training ? engine.training : engine.inference) {
      list.push_back({engine.id, label_of("engine.", engine.id)});
    }
  }
  return list;
}

std::vector<Choice> weight_choices(const Request& request) {
  const Engine* engine = find_engine(request.engine);
  std::vector<Choice> list = {{"as-stored", "format.as-stored"}};
  for (const WeightPlan& plan : weight_plans()) {
    if (!engine || loads(*engine, plan)) list.push_back({plan.id, label_of("format.", plan.id)});
  }
  return list;
}

std::vector<Choice> kv_choices(const Request& request) {
  const Engine* engine = find_engine(request.engine);
  std::vector<Choice> list = {{"auto", "format.auto"}};
  for (const Format& format : formats()) {
    const bool kept = engine ? keeps(*engine, format) : format.for_cache;
    if (kept) list.push_back({format.id, label_of("format.", format.id)});
  }
  return list;
}

template <typename Rows>
std::vector<Choice> row_choices(const Rows& rows, std::string_view prefix) {
  std::vector<Choice> list;
  for (const auto& row : rows) list.push_back({row.id, label_of(prefix, row.id)});
  return list;
}

}  // namespace

std::vector<Choice> choices(ChoiceList list, const Request& request) {
  switch (list) {
    case ChoiceList::Engines:
      return engine_choices(request.task);
    case ChoiceList::Weights:
      return weight_choices(request);
    case ChoiceList::Kv:
      return kv_choices(request);
    case ChoiceList::Method:
      return {{"full", "choice.method.full"},
              {"lora", "choice.method.lora"},
              {"qlora", "choice.method.qlora"},
              {"dora", "choice.method.dora"},
              {"frozen", "choice.method.frozen"}};
    case ChoiceList::Objective:
      return row_choices(objectives(), "choice.objective.");
    case ChoiceList::Precision:
      return row_choices(recipes(), "precision.");
    case ChoiceList::Optimizer:
      return row_choices(optimizers(), "optimizer.");
    case ChoiceList::Attention:
      return {{"auto", "choice.attention.auto"},
              {"flash", "choice.attention.flash"},
              {"sdpa", "choice.attention.sdpa"},
              {"unfused", "choice.attention.unfused"}};
    case ChoiceList::Recompute:
      return {{"none", "choice.recompute.none"},
              {"selective", "choice.recompute.selective"},
              {"op", "choice.recompute.op"},
              {"full", "choice.recompute.full"}};
    case ChoiceList::Zero:
      return {{"0", "choice.zero.0"},
              {"1", "choice.zero.1"},
              {"2", "choice.zero.2"},
              {"3", "choice.zero.3"}};
  }
  return {};
}

}  // namespace vramscope
