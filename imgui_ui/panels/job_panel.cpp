#include <algorithm>
#include <array>
#include <vector>

#include "panels/inputs.h"
#include "vramscope/choices.h"
#include "widgets/controls.h"

namespace vramscope {
namespace {

std::vector<PickItem> items_of(ChoiceList list, const UiState& state, const Look& look) {
  std::vector<PickItem> items;
  for (const Choice& choice : choices(list, state.request)) {
    items.push_back(
        {.id = choice.id, .text = look.title(choice.label_id), .detail = {}, .group = {}});
  }
  return items;
}

bool edit_choice(const char* id, Word name, Word hint_text, ChoiceList list, std::string& chosen,
                 UiState& state, const Look& look) {
  const Box box = label_row(name, look.say(hint_text), look);
  const ImVec2 after = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos(box.min);
  const bool changed =
      edit_pick(id, chosen, items_of(list, state, look), state.picker, box.width(), look);
  ImGui::SetCursorScreenPos(after);
  return changed;
}

bool is_offered(ChoiceList list, const Request& request, const std::string& id) {
  const std::vector<Choice> offered = choices(list, request);
  return std::any_of(offered.begin(), offered.end(), [&](const Choice& c) { return c.id == id; });
}

/// What the newly chosen engine or task cannot do falls back to its own default.
void keep_possible(Request& request) {
  if (!is_offered(ChoiceList::Engines, request, request.engine)) {
    const std::vector<Choice> engines = choices(ChoiceList::Engines, request);
    request.engine = engines.empty() ? "ideal" : engines.back().id;
  }
  if (!is_offered(ChoiceList::Weights, request, request.weights)) request.weights = "as-stored";
  if (!is_offered(ChoiceList::Kv, request, request.kv)) request.kv = "auto";
}

/// The largest value that surely fits, as a mark on the slider.
std::vector<Mark> limit_marks(const Limit& limit, Word words, const Look& look) {
  if (!limit.guaranteed) return {};
  return {{*limit.guaranteed, look.colors().fits,
           look.say(words, std::vector<Param>{{"n", format_number(*limit.guaranteed)}})}};
}

const MachineResult* first_result(const Reply& reply) {
  return reply.ok && !reply.results.empty() ? &reply.results.front() : nullptr;
}

bool edit_task(UiState& state, const Look& look) {
  const std::array<Segment, 2> tasks{{{look.say(Word::Inference), look.say(Word::HintInference)},
                                      {look.say(Word::Training), look.say(Word::HintTraining)}}};
  int chosen = state.request.task == Task::Training ? 1 : 0;
  if (!edit_segmented("task", chosen, tasks, ImGui::GetContentRegionAvail().x, look)) return false;
  state.request.task = chosen == 1 ? Task::Training : Task::Inference;
  std::swap(state.request.engine, state.other_engine);  // each task keeps its own engine
  keep_possible(state.request);
  return true;
}

uint64_t longest_context(const Reply& reply) {
  const uint64_t model = reply.ok ? reply.model.max_context : 0;
  return std::max<uint64_t>(model == 0 ? 131072 : model, 4096);
}

bool edit_context(UiState& state, Word name, Word hint_text, const Look& look) {
  const MachineResult* result = first_result(state.reply);
  const std::vector<Mark> marks =
      result ? limit_marks(result->max_context, Word::MarkContext, look) : std::vector<Mark>{};
  return edit_log_slider("context", name, look.say(hint_text), state.request.context, 256,
                         longest_context(state.reply), marks, look);
}

bool edit_inference(UiState& state, const Look& look) {
  Request& r = state.request;
  const MachineResult* result = first_result(state.reply);
  bool changed = edit_choice("engine", Word::Engine, Word::HintEngine, ChoiceList::Engines,
                             r.engine, state, look);
  if (changed) keep_possible(r);
  changed |= edit_choice("weights", Word::Weights, Word::HintWeightsFormat, ChoiceList::Weights,
                         r.weights, state, look);
  changed |= edit_choice("kv", Word::KvType, Word::HintKvType, ChoiceList::Kv, r.kv, state, look);
  changed |= edit_context(state, Word::Context, Word::HintContext, look);
  const std::vector<Mark> marks =
      result ? limit_marks(result->max_batch, Word::MarkBatch, look) : std::vector<Mark>{};
  changed |= edit_log_slider("batch", Word::Batch, look.say(Word::HintBatch), r.batch, 1, 512,
                             marks, look);
  return changed;
}

bool edit_zero(UiState& state, const Look& look) {
  const Box box = label_row(Word::Zero, look.say(Word::HintZero), look);
  const ImVec2 after = ImGui::GetCursorScreenPos();
  std::vector<Segment> stages;
  int chosen = 0;
  for (const Choice& choice : choices(ChoiceList::Zero, state.request)) {
    if (choice.id == std::to_string(state.request.training.zero)) {
      chosen = static_cast<int>(stages.size());
    }
    stages.push_back({choice.id, look.name(choice.label_id)});
  }
  ImGui::SetCursorScreenPos(box.min);
  const bool changed = edit_segmented("zero", chosen, stages, box.width(), look);
  ImGui::SetCursorScreenPos(after);
  if (changed) state.request.training.zero = static_cast<uint64_t>(chosen);
  return changed;
}

bool edit_training(UiState& state, const Look& look) {
  TrainingOptions& t = state.request.training;
  const MachineResult* result = first_result(state.reply);
  bool changed = edit_choice("engine", Word::Engine, Word::HintTrainingEngine, ChoiceList::Engines,
                             state.request.engine, state, look);
  changed |= edit_choice("method", Word::Method, Word::HintMethod, ChoiceList::Method, t.method,
                         state, look);
  changed |= edit_choice("objective", Word::Objective, Word::HintObjective, ChoiceList::Objective,
                         t.objective, state, look);
  changed |= edit_choice("precision", Word::Precision, Word::HintPrecision, ChoiceList::Precision,
                         t.precision, state, look);
  changed |= edit_choice("optimizer", Word::Optimizer, Word::HintOptimizer, ChoiceList::Optimizer,
                         t.optimizer, state, look);
  changed |= edit_zero(state, look);
  changed |= edit_choice("recompute", Word::Recompute, Word::HintRecompute, ChoiceList::Recompute,
                         t.recompute, state, look);
  changed |= edit_context(state, Word::SequenceLength, Word::HintSequenceLength, look);
  const std::vector<Mark> marks =
      result ? limit_marks(result->max_batch, Word::MarkBatch, look) : std::vector<Mark>{};
  changed |= edit_log_slider("micro", Word::MicroBatch, look.say(Word::HintMicroBatch),
                             t.micro_batch, 1, 128, marks, look);
  return changed;
}

}  // namespace

bool edit_job(UiState& state, const Look& look) {
  view_section(Word::Job, look);
  bool changed = edit_task(state, look);
  changed |= state.request.task == Task::Training ? edit_training(state, look)
                                                  : edit_inference(state, look);
  return changed;
}

}  // namespace vramscope
