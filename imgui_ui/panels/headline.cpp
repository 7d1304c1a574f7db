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

/// "between 15.3 GiB and 15.8 GiB on the fullest card · peak: backward pass"
std::string range_sentence(const MachineResult& result, const Look& look) {
  std::string text =
      result.device.low == result.device.high
          ? std::string(look.say(Word::ExactTotal))
          : look.say(Word::Between,
                     std::vector<Param>{{"low", look.bytes_short(result.device.low)},
                                        {"high", look.bytes_short(result.device.high)}});
  if (result.phases.size() > 1) {
    const std::string phase = "phase." + std::string(result.phases[result.peak_phase].id);
    text += look.say(Word::Peak, std::vector<Param>{{"phase", std::string(look.name(phase))}});
  }
  return text;
}

void paint_number(const MachineResult& result, ImVec2 at, float right, const Look& look) {
  const Palette& c = look.colors();
  const std::string number = look.bytes_short(result.device.bytes);
  paint_figures(look, Type::Headline, at, c.text, number);
  const std::string of = look.say(
      Word::OfUsable,
      std::vector<Param>{{"bytes", look.bytes_short(result.usable)}, {"card", devices_of(result)}});
  // On one baseline with the large figures.
  const float x = at.x + figures_width(look, Type::Headline, number) + look.px(12);
  const float drop = (line_height(look, Type::Headline) - line_height(look, Type::Body)) * 0.8f;
  paint_text_in(look, Type::Body,
                {{x, at.y + drop}, {right, at.y + drop + line_height(look, Type::Body)}}, c.muted,
                of);
}

void paint_verdict(const MachineResult& result, const Box& box, bool right_aligned,
                   const Look& look) {
  const std::string word = look.title("verdict." + std::string(verdict_id(result.verdict)));
  const float sign = look.px(10);
  const float width = text_width(look, Type::Title, word) + 2 * sign + look.px(8);
  const float x = right_aligned ? box.max.x - width : box.min.x;
  const float line = line_height(look, Type::Title);
  const float y = box.min.y + look.px(4);
  paint_verdict_sign(look, {x + sign, y + line * 0.5f}, sign, result.verdict);
  paint_text(look, Type::Title, {x + 2 * sign + look.px(8), y},
             verdict_color(look.colors(), result.verdict), word);
}

}  // namespace

void view_headline(const Reply& reply, const Look& look) {
  const MachineResult& result = reply.results.front();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool stacked = width < look.px(640);
  const Box box = reserve(width, look.px(stacked ? 116 : 56));
  const float split = stacked ? box.max.x : box.max.x - look.px(320);

  paint_number(result, box.min, split, look);
  const float second = box.min.y + look.px(36);
  const float line = line_height(look, Type::Body);
  const std::string range = range_sentence(result, look);
  paint_text_in(look, Type::Body, {{box.min.x, second}, {split, second + line}},
                look.colors().muted, range);

  const std::string sentence = verdict_sentence(result, look);
  if (stacked) {
    const Box verdict{{box.min.x, box.min.y + look.px(64)}, box.max};
    paint_verdict(result, verdict, false, look);
    paint_text_in(
        look, Type::Body,
        {{box.min.x, verdict.min.y + look.px(28)}, {box.max.x, verdict.min.y + look.px(28) + line}},
        look.colors().muted, sentence);
  } else {
    paint_verdict(result, box, true, look);
    paint_text_in(look, Type::Body, {{split, second}, {box.max.x, second + line}},
                  look.colors().muted, sentence, 1);
  }
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
