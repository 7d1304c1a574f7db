#include <algorithm>
#include <cmath>
#include <vector>

#include "panels/answer.h"
#include "widgets/paint.h"

namespace vramscope {
namespace {

std::string devices_of(const MachineResult& result) {
  std::string names;
  for (const DeviceInfo& device : result.devices) {
    if (!names.empty()) names += " + ";
    if (device.count > 1) names += format_number(static_cast<double>(device.count)) + " × ";
    names += device.name;
  }
  return names;
}

/// "6.9 GiB spare · up to 67,000 tokens", or what is missing and what would help.
std::string verdict_sentence(const MachineResult& result, const Look& look) {
  const bool short_of = result.spare < Bytes{};
  std::string text =
      look.say(short_of ? Word::TooMuch : Word::Spare,
               std::vector<Param>{
                   {"bytes", look.bytes_short(short_of ? Bytes{} - result.spare : result.spare)}});
  const auto add = [&](Word word, const std::optional<double>& n) {
    if (n && *n >= 1) text += " · " + look.say(word, std::vector<Param>{{"n", format_number(*n)}});
  };
  if (result.verdict == Verdict::No) {
    if (result.max_context.guaranteed.value_or(0) >= 1) {
      add(Word::WouldFit, result.max_context.guaranteed);
    } else {
      add(Word::NeedsCards, result.min_gpus.guaranteed);
    }
  } else {
    add(Word::UpToTokens, result.verdict == Verdict::Fits ? result.max_context.guaranteed
                                                          : result.max_context.possible);
  }
  return text;
}

/// "between 15.3 GiB and 15.8 GiB · on the fullest card · peak: backward pass"
std::string range_sentence(const MachineResult& result, const Look& look) {
  std::string text =
      result.device.low == result.device.high
          ? std::string(look.say(Word::ExactTotal))
          : look.say(Word::Between,
                     std::vector<Param>{{"low", look.bytes_short(result.device.low)},
                                        {"high", look.bytes_short(result.device.high)}});
  const bool several =
      result.devices.size() > 1 || (!result.devices.empty() && result.devices.front().count > 1);
  if (several) text += look.say(Word::OnFullest);
  if (result.phases.size() > 1) {
    const std::string phase = "phase." + std::string(result.phases[result.peak_phase].id);
    text += look.say(Word::Peak, std::vector<Param>{{"phase", std::string(look.name(phase))}});
  }
  return text;
}

std::string capacity_sentence(const MachineResult& result, const Look& look) {
  return look.say(Word::OfUsable, std::vector<Param>{{"bytes", look.bytes_short(result.usable)},
                                                     {"card", devices_of(result)}});
}

float number_width(const MachineResult& result, const Look& look) {
  return figures_width(look, Type::Headline, look.bytes_short(result.device.bytes));
}

/// The large figures, and after them, on their baseline, what they are to be held against.
void paint_number(const MachineResult& result, ImVec2 at, const Look& look) {
  paint_figures(look, Type::Headline, at, look.colors().text,
                look.bytes_short(result.device.bytes));
}
void paint_capacity(const MachineResult& result, ImVec2 at, const Look& look) {
  const float x = at.x + number_width(result, look) + look.px(12);
  const float drop = (line_height(look, Type::Headline) - line_height(look, Type::Body)) * 0.8f;
  paint_text(look, Type::Body, {x, at.y + drop}, look.colors().muted,
             capacity_sentence(result, look));
}

std::string verdict_word(const MachineResult& result, const Look& look) {
  return look.title("verdict." + std::string(verdict_id(result.verdict)));
}

void paint_verdict(const MachineResult& result, ImVec2 at, const Look& look) {
  const float sign = look.px(10);
  paint_verdict_sign(look, {at.x + sign, at.y + line_height(look, Type::Title) * 0.5f}, sign,
                     result.verdict);
  paint_text(look, Type::Title, {at.x + 2 * sign + look.px(8), at.y},
             verdict_color(look.colors(), result.verdict), verdict_word(result, look));
}

/// One line below the other, each broken where it has to be.
void view_stacked(const MachineResult& result, const Look& look) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, look.px(2)});
  const float width = ImGui::GetContentRegionAvail().x;
  const ImU32 muted = look.colors().muted;
  const Box top = reserve(width, look.px(36));
  paint_number(result, top.min, look);
  const std::string capacity = capacity_sentence(result, look);
  const float beside = number_width(result, look) + look.px(12);
  if (beside + text_width(look, Type::Body, capacity) <= width) {
    paint_capacity(result, top.min, look);
  } else {
    flow_text(look, Type::Body, muted, capacity);
  }
  flow_text(look, Type::Body, muted, range_sentence(result, look));
  gap(look.px(8));
  const Box verdict = reserve(width, look.px(24));
  paint_verdict(result, verdict.min, look);
  flow_text(look, Type::Body, muted, verdict_sentence(result, look));
  ImGui::PopStyleVar();
}

}  // namespace

void view_headline(const Reply& reply, const Look& look) {
  const MachineResult& result = reply.results.front();
  const float width = ImGui::GetContentRegionAvail().x;
  const std::string range = range_sentence(result, look);
  const std::string sentence = verdict_sentence(result, look);
  const float left = std::max(text_width(look, Type::Body, range),
                              number_width(result, look) + look.px(12) +
                                  text_width(look, Type::Body, capacity_sentence(result, look)));
  const float right =
      std::max(text_width(look, Type::Body, sentence),
               text_width(look, Type::Title, verdict_word(result, look)) + look.px(28));
  if (left + right + look.px(32) > width) return view_stacked(result, look);

  const Box box = reserve(width, look.px(56));
  paint_number(result, box.min, look);
  paint_capacity(result, box.min, look);
  const float second = box.min.y + look.px(36);
  paint_text(look, Type::Body, {box.min.x, second}, look.colors().muted, range);
  const float word = text_width(look, Type::Title, verdict_word(result, look)) + look.px(28);
  paint_verdict(result, {box.max.x - word, box.min.y + look.px(4)}, look);
  paint_text(look, Type::Body, {box.max.x - text_width(look, Type::Body, sentence), second},
             look.colors().muted, sentence);
}

void view_errors(const Reply& reply, const Look& look) {
  const Palette& c = look.colors();
  flow_text(look, Type::Title, c.no, look.say(Word::NoAnswer));
  gap(look.px(8));
  for (const Problem& error : reply.errors) {
    flow_text(look, Type::Body, c.text, say(error, look.lang));
  }
}

namespace {

/// What an engine takes at start, whatever the model needs.
void view_claim(const Claim& claim, const Look& look) {
  const std::vector<Param> facts{{"budget", look.bytes_short(claim.budget)},
                                 {"kv", look.bytes_short(claim.kv)},
                                 {"tokens", format_number(claim.kv_tokens)},
                                 {"sequences", format_number(std::floor(claim.max_concurrency))}};
  flow_text(look, Type::Body, look.colors().muted, vramscope::say("claim", facts, look.lang));
}

}  // namespace

void view_notes(const UiState& state, const Look& look) {
  if (!state.reply.results.empty() && state.reply.results.front().claim) {
    view_claim(*state.reply.results.front().claim, look);
  }
  std::vector<std::string> notes;
  const auto take = [&](const std::vector<Problem>& problems) {
    for (const Problem& problem : problems) notes.push_back(say(problem, look.lang));
  };
  take(state.link_problems);
  take(state.reply.warnings);
  if (!state.reply.results.empty()) take(state.reply.results.front().warnings);
  for (const std::string& note : notes) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    paint_verdict_sign(look, {at.x + look.px(7), at.y + line_height(look, Type::Body) * 0.5f},
                       look.px(7), Verdict::Tight);
    ImGui::Indent(look.px(24));
    flow_text(look, Type::Body, look.colors().muted, note);
    ImGui::Unindent(look.px(24));
  }
}

}  // namespace vramscope
