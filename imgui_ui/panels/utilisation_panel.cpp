// What somebody measured, against what the card can do.
#include <algorithm>
#include <string>

#include "panels/answer.h"
#include "widgets/controls.h"
#include "widgets/formula.h"

namespace vramscope {
namespace {

void view_line(const UtilisationLine& line, const Look& look) {
  const Palette& c = look.colors();
  gap(look.px(12));
  const Box row = reserve(ImGui::GetContentRegionAvail().x, line_height(look, Type::Title));
  const std::string share = format_percent(line.share);
  const float width = figures_width(look, Type::Title, share);
  paint_text_in(look, Type::Title, {row.min, {row.max.x - width - look.px(12), row.max.y}}, c.text,
                look.title(std::string(line.id) + ".name"));
  paint_figures(look, Type::Title, {row.max.x - width, row.min.y}, c.text, share);
  const float bar = look.px(6);
  const Box track = reserve(ImGui::GetContentRegionAvail().x, bar);
  fill_box(track, c.line, bar * 0.5f);
  const float part = std::clamp(static_cast<float>(line.share), 0.0f, 1.0f);
  fill_box({track.min, {track.min.x + track.width() * part, track.max.y}}, c.accent, bar * 0.5f);
  gap(look.px(4));
  if (!line.formula.empty()) {
    flow_formula(look, line.formula, true, Lead::Room);
    flow_formula(look, line.working, false, Lead::Equals);
  }
  if (!line.note.empty()) flow_text(look, Type::Small, c.muted, line.note);
}

}  // namespace

bool edit_utilisation(UiState& state, const Look& look) {
  flow_text(look, Type::Title, look.colors().text, look.say(Word::UtilisationTitle));
  flow_text(look, Type::Body, look.colors().muted, look.say(Word::UtilisationHint));
  gap(look.px(16));
  begin_card("observed", std::min(look.px(420), ImGui::GetContentRegionAvail().x), look);
  Observed& seen = state.request.observed;
  bool changed = edit_amount("rate", Word::TokensPerSecond, look.say(Word::HintTokensPerSecond),
                             seen.tokens_per_s_per_gpu, look);
  changed |= edit_amount("samples", Word::SamplesPerSecond, look.say(Word::HintSamplesPerSecond),
                         seen.samples_per_s, look);
  changed |= edit_amount("flops", Word::Tflops, look.say(Word::HintTflops), seen.tflops, look);
  changed |= edit_amount("reference", Word::ReferenceRate, look.say(Word::HintReferenceRate),
                         seen.reference_tokens_per_s_per_gpu, look);
  gap(look.px(4));
  ImGui::EndChild();
  if (!state.reply.ok || state.reply.results.empty()) {
    view_errors(state.reply, look);
    return changed;
  }
  const MachineResult& result = state.reply.results.front();
  gap(look.px(16));
  if (result.utilisation.empty()) {
    flow_text(look, Type::Body, look.colors().muted, look.say(Word::NothingObserved));
    return changed;
  }
  begin_card("utilisation", ImGui::GetContentRegionAvail().x, look);
  for (const UtilisationLine& line : result.utilisation) view_line(line, look);
  ImGui::EndChild();
  return changed;
}

}  // namespace vramscope
