// Practice: a question, the answer typed, the verdict with its mistake, the working.
#include <algorithm>
#include <cstdlib>
#include <string>

#include "copies.h"
#include "panels/answer.h"
#include "platform.h"
#include "widgets/controls.h"
#include "widgets/formula.h"

namespace vramscope {
namespace {

using Stage = PracticeView::Stage;

bool is_done(Stage stage) {
  return stage == Stage::Right || stage == Stage::Wrong || stage == Stage::Revealed;
}

void ask_next(PracticeView& view) {
  if (!view.series) {
    view.series.emplace(view.seed);
    view.number = view.right = view.answered = 0;
  }
  view.series->next(view.question);
  ++view.number;
  view.stage = Stage::Asked;
  view.text = {};
  view.lines.clear();
}

void begin_set(PracticeView& view, uint32_t seed) {
  view.seed = seed;
  view.series.reset();
  ask_next(view);
}

void reveal(PracticeView& view, Stage stage) {
  view.stage = stage;
  view.lines.clear();
}

void check(PracticeView& view) {
  const std::optional<double> value = practice::read_answer(view.text.data(), view.question.unit);
  if (!value) {
    view.stage = Stage::NotRead;
    return;
  }
  const practice::Judgement judgement = practice::judge(view.question, *value);
  ++view.answered;
  view.right += judgement.right ? 1 : 0;
  view.mistake = judgement.mistake ? judgement.mistake->id : std::string_view{};
  reveal(view, judgement.right ? Stage::Right : Stage::Wrong);
}

/// Which question it is, and how it went so far.
void view_score(const PracticeView& view, const Look& look) {
  std::string text =
      look.say(Word::QuestionNumber,
               std::vector<Param>{{"n", format_number(static_cast<double>(view.number))}});
  if (view.answered > 0) {
    text += " · " + look.say(Word::Score,
                             std::vector<Param>{
                                 {"right", format_number(static_cast<double>(view.right))},
                                 {"answered", format_number(static_cast<double>(view.answered))}});
  }
  flow_text(look, Type::Small, look.colors().muted, text);
}

/// The seed, which can be changed, and a new one by chance.
void edit_set(PracticeView& view, const Look& look) {
  constexpr double kMostSeed = 4294967295.0;
  std::optional<double> seed = static_cast<double>(view.seed);
  if (edit_amount("seed", Word::SeedName, look.say(Word::HintSeed), seed, look) && seed &&
      *seed <= kMostSeed) {
    begin_set(view, static_cast<uint32_t>(*seed));
  }
  if (button("new-set", look.say(Word::NewSet), ButtonKind::Plain, look)) {
    // Nothing here knows the time of day; how long one has looked is chance enough.
    practice::Random chance(view.seed + static_cast<uint32_t>(ImGui::GetTime() * 1000));
    begin_set(view, static_cast<uint32_t>(chance.below(1000000)));
  }
}

/// The field and its buttons, while the question is open.
void edit_answer(PracticeView& view, const Look& look) {
  const Palette& c = look.colors();
  flow_text(
      look, Type::Small, c.muted,
      look.say(Word::YourAnswer, std::vector<Param>{{"unit", std::string(view.question.unit)}}));
  ImGui::SetNextItemWidth(std::min(look.px(240), ImGui::GetContentRegionAvail().x));
  const float pad = std::floor((look.control_height() - ImGui::GetFontSize()) * 0.5f);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2{look.px(8), pad});
  if (view.focus) ImGui::SetKeyboardFocusHere();
  view.focus = false;
  const bool entered = ImGui::InputText("###practice-answer", view.text.data(), view.text.size(),
                                        ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::PopStyleVar();
  const float buttons = button_width(look.say(Word::Check), look) +
                        button_width(look.say(Word::ShowAnswer), look) +
                        button_width(look.say(Word::Skip), look) + look.px(24);
  if (buttons + look.px(240) > ImGui::GetContentRegionAvail().x) {
    gap(look.px(4));
  } else {
    ImGui::SameLine(0, look.px(8));
  }
  const bool pressed = button("check", look.say(Word::Check), ButtonKind::Accent, look);
  ImGui::SameLine(0, look.px(8));
  const bool shown = button("reveal", look.say(Word::ShowAnswer), ButtonKind::Plain, look);
  ImGui::SameLine(0, look.px(8));
  const bool skipped = button("skip", look.say(Word::Skip), ButtonKind::Plain, look);
  if (view.stage == Stage::NotRead) flow_text(look, Type::Body, c.no, look.say(Word::NotANumber));
  if (skipped) {
    ask_next(view);
    view.focus = true;
  } else if (shown) {
    reveal(view, Stage::Revealed);
  } else if (entered || pressed) {
    check(view);
  }
}

void view_verdict(const PracticeView& view, const Look& look) {
  if (view.stage == Stage::Revealed) return;
  const bool right = view.stage == Stage::Right;
  const Verdict verdict = right ? Verdict::Fits : Verdict::No;
  const float sign = look.px(10);
  const Box row = reserve(ImGui::GetContentRegionAvail().x, look.px(24));
  paint_verdict_sign(look, {row.min.x + sign, row.center().y}, sign, verdict);
  paint_text_in(look, Type::Title, {{row.min.x + 2 * sign + look.px(8), row.min.y}, row.max},
                verdict_color(look.colors(), verdict),
                look.say(right ? Word::AnswerRight : Word::AnswerWrong));
  if (right) return;
  flow_text(look, Type::Body, look.colors().text,
            view.mistake.empty() ? look.say(Word::UnknownMistake)
                                 : practice::mistake_text(view.mistake, look.lang));
}

void view_solution(PracticeView& view, const Look& look) {
  if (view.lines.empty()) view.lines = practice::working(view.question);
  const Palette& c = look.colors();
  view_verdict(view, look);
  const std::string value =
      format_three_digits(view.question.answer) + " " + std::string(view.question.unit);
  flow_text(look, Type::Strong, c.text,
            look.say(Word::AnswerIs, std::vector<Param>{{"value", value}}));
  for (const practice::WorkingLine& line : view.lines) {
    gap(look.px(8));
    if (!line.name.empty()) flow_text(look, Type::Small, c.muted, look.title(line.name));
    const bool symbolic = !line.formula.empty();
    if (symbolic) flow_formula(look, line.formula, true, Lead::Room);
    flow_formula(look, line.working, false, symbolic ? Lead::Equals : Lead::None);
    if (!line.value.empty()) flow_formula(look, line.value, false, Lead::Equals);
  }
}

/// Where to go on from an answered question. True when it became the request.
bool edit_ways(UiState& state, const Look& look) {
  PracticeView& view = state.practice;
  gap(look.px(12));
  view.focus = false;
  // Enter goes on, unless the keys have been led to one of the buttons.
  const bool entered = !ImGui::GetIO().NavVisible && ImGui::IsKeyPressed(ImGuiKey_Enter, false) &&
                       !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  if (button("next", look.say(Word::NextQuestion), ButtonKind::Accent, look) || entered) {
    ask_next(view);
    view.focus = true;
    return false;
  }
  const float ways = button_width(look.say(Word::NextQuestion), look) +
                     button_width(look.say(Word::InHandbook), look) +
                     button_width(look.say(Word::OpenAsQuestion), look) + look.px(16);
  const bool row = ways <= ImGui::GetContentRegionAvail().x;
  if (row) ImGui::SameLine(0, look.px(8));
  if (button("handbook", look.say(Word::InHandbook), ButtonKind::Plain, look)) {
    platform::open_page(std::string(look.lang == Lang::Zh ? "zh" : "en") + "/handbook/" +
                        std::string(view.question.place));
  }
  hint(look, look.say(Word::HintInHandbook));
  if (row) ImGui::SameLine(0, look.px(8));
  if (!button("open", look.say(Word::OpenAsQuestion), ButtonKind::Plain, look)) return false;
  assign(state.request, view.question.request);
  state.request.lang = state.lang;
  state.open_term = view.question.terms.empty() ? "" : term_id(view.question.terms.front());
  state.tab = Tab::Breakdown;
  return true;
}

}  // namespace

bool edit_practice(UiState& state, const Look& look) {
  PracticeView& view = state.practice;
  if (!view.series) ask_next(view);
  flow_text(look, Type::Title, look.colors().text, look.say(Word::PracticeTitle));
  flow_text(look, Type::Body, look.colors().muted, look.say(Word::PracticeHint));
  gap(look.px(12));
  begin_card("practice", std::min(look.px(760), ImGui::GetContentRegionAvail().x), look);
  view_score(view, look);
  flow_text(look, Type::Title, look.colors().text, view.question.ask(look.lang));
  gap(look.px(12));
  bool changed = false;
  if (is_done(view.stage)) {
    view_solution(view, look);
    changed = edit_ways(state, look);
  } else {
    edit_answer(view, look);
  }
  gap(look.px(4));
  ImGui::EndChild();
  gap(look.px(12));
  begin_card("practice-set", std::min(look.px(420), ImGui::GetContentRegionAvail().x), look);
  edit_set(view, look);
  ImGui::EndChild();
  return changed;
}

}  // namespace vramscope
