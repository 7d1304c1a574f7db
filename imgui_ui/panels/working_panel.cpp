#include <algorithm>
#include <cmath>
#include <vector>

#include "panels/answer.h"
#include "panels/stack.h"
#include "vramscope/symbols.h"
#include "widgets/formula.h"
#include "widgets/paint.h"
#include "widgets/wrap.h"

namespace vramscope {
namespace {

void caption(Word word, const Look& look) {
  gap(look.px(10));
  flow_text(look, Type::Small, look.colors().faint, look.say(word));
}

void view_equation(const Term& term, const Look& look) {
  flow_formula(look, term.formula, true, Lead::Room);
  flow_formula(look, term.working, false, Lead::Equals);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::string result = look.bytes(term.size.bytes);
  paint_text(look, Type::Body, at, look.colors().muted, "=");
  const float x = at.x + text_width(look, Type::Body, "=") + 2 * look.px(5);
  paint_figures(look, Type::Strong, {x, at.y}, look.colors().text, result);
  const std::string whole = "  " + format_number(term.size.bytes.count()) + " B";
  paint_figures(look, Type::Body,
                {x + figures_width(look, Type::Strong, result) + look.px(4), at.y},
                look.colors().muted, whole);
  ImGui::Dummy({1, line_height(look, Type::Body)});
}

std::string_view meaning_of(const SymbolUse& use, const Look& look) {
  const SymbolRow& known = symbol_row(use.symbol);
  return look.lang == Lang::Zh ? known.zh : known.en;
}

/// Where the meaning begins in a row of this width.
float meaning_at(float width, const Look& look) {
  return std::min(look.px(168), width * 0.45f) + look.px(16);
}

void view_symbol(const SymbolUse& use, const Box& row, const Look& look) {
  const float y = row.min.y + look.px(3);
  const SymbolRow& known = symbol_row(use.symbol);
  std::string symbol(known.text);
  if (!use.suffix.empty()) symbol += "," + std::string(use.suffix);
  paint_symbol(look, row.min.x, y, look.colors().accent, symbol);
  std::string value = format_number(use.value);
  if (known.dimension == kBytes) value += " B";
  const float meaning = row.min.x + meaning_at(row.width(), look);
  paint_figures(look, Type::Body,
                {meaning - look.px(16) - figures_width(look, Type::Body, value), y},
                look.colors().text, value);
  float line = y;
  for (const std::string_view text :
       wrap(look, Type::Body, meaning_of(use, look), row.max.x - meaning)) {
    paint_text(look, Type::Body, {meaning, line}, look.colors().muted, text);
    line += line_height(look, Type::Body);
  }
}

/// In two columns where every meaning fits into one line of them.
void view_symbols(const std::vector<SymbolUse>& symbols, const Look& look) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, 0});
  const float width = ImGui::GetContentRegionAvail().x;
  const float half = std::floor(width * 0.5f) - look.px(16);
  const bool two =
      width >= look.px(720) &&
      std::all_of(symbols.begin(), symbols.end(), [&](const SymbolUse& use) {
        return text_width(look, Type::Body, meaning_of(use, look)) <= half - meaning_at(half, look);
      });
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const size_t rows = two ? (symbols.size() + 1) / 2 : symbols.size();
  float y = at.y;
  float lowest = y;
  for (size_t i = 0; i < symbols.size(); ++i) {
    if (i == rows) y = at.y;
    const float x = at.x + (i < rows ? 0 : half + look.px(16));
    const float own = two ? half : width;
    const size_t lines =
        wrap(look, Type::Body, meaning_of(symbols[i], look), own - meaning_at(own, look)).size();
    const float height = look.px(24) + static_cast<float>(std::max<size_t>(lines, 1) - 1) *
                                           line_height(look, Type::Body);
    view_symbol(symbols[i], {{x, y}, {x + own, y + height}}, look);
    y += height;
    lowest = std::max(lowest, y);
  }
  ImGui::Dummy({width, lowest - at.y});
  ImGui::PopStyleVar();
}

/// The tensors that the activations are the sum of.
void view_saved(const std::vector<SavedLine>& saved, const Look& look) {
  gap(look.px(10));
  flow_text(look, Type::Small, look.colors().faint, look.name("saved.list"));
  for (const SavedLine& line : saved) {
    const Box row = reserve(std::min(ImGui::GetContentRegionAvail().x, look.px(560)),
                            line_height(look, Type::Body) + look.px(2));
    const std::string bytes = look.bytes(line.bytes);
    const float width = figures_width(look, Type::Body, bytes);
    const std::string name =
        fill(look.name("saved.in_layers"),
             std::vector<Param>{{"name", look.title(std::string(line.id))},
                                {"layers", format_number(static_cast<double>(line.layers))}});
    paint_long_text_in(look, Type::Body, {row.min, {row.max.x - width - look.px(12), row.max.y}},
                       look.colors().muted, name);
    paint_figures(look, Type::Body, {row.max.x - width, row.min.y}, look.colors().text, bytes);
  }
}

void view_derivation(const Term& term, const MachineResult& result, float width, const Look& look) {
  begin_card("derivation", width, look);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float chip = look.px(12);
  const float line = line_height(look, Type::Title);
  fill_box({{at.x, at.y + (line - chip) * 0.5f}, {at.x + chip, at.y + (line + chip) * 0.5f}},
           term_color(term.id), look.px(3));
  ImGui::Indent(look.px(20));
  flow_text(look, Type::Title, look.colors().text, term_name(term, look));
  ImGui::Unindent(look.px(20));
  flow_text(look, Type::Body, look.colors().muted, term_hint(term.id, look));
  gap(look.px(12));
  if (!term.formula.empty()) view_equation(term, look);
  if (term.id == TermId::Activations && !result.saved_tensors.empty()) {
    view_saved(result.saved_tensors, look);
  }
  if (!term.symbols.empty()) {
    caption(Word::Symbols, look);
    view_symbols(term.symbols, look);
  }
  caption(Word::HowSure, look);
  flow_text(look, Type::Body, look.colors().muted,
            look.name("exactness." + std::string(exactness_id(term.exactness)) + ".hint"));
  if (!term.sources.empty()) caption(Word::Sources, look);
  for (const std::string_view source : term.sources) {
    flow_text(look, Type::Small, look.colors().muted, source);
  }
  ImGui::EndChild();
}

void view_rule(const RuleLine& rule, const Look& look) {
  const Palette& c = look.colors();
  gap(look.px(12));
  const Box row = reserve(ImGui::GetContentRegionAvail().x, line_height(look, Type::Body));
  const std::string amount = look.bytes_short(rule.bytes);
  const float width = figures_width(look, Type::Body, amount);
  paint_text_in(look, Type::Body, {row.min, {row.max.x - width - look.px(12), row.max.y}}, c.text,
                look.title(std::string(rule.id) + ".name"));
  paint_figures(look, Type::Body, {row.max.x - width, row.min.y}, c.text, amount);
  std::string text = rule.working;
  if (rule.ratio_to_estimate > 0) {  // else there is nothing of ours that it stands for
    text +=
        " · " + look.say(Word::OfOurs,
                         std::vector<Param>{{"percent", format_percent(rule.ratio_to_estimate)}});
  }
  flow_text(look, Type::Small, c.muted, text);
  if (!rule.note.empty()) flow_text(look, Type::Small, c.faint, rule.note);
}

void view_rules(const std::vector<RuleLine>& rules, float width, const Look& look) {
  begin_card("rules", width, look);
  flow_text(look, Type::Title, look.colors().text, look.say(Word::RulesOfThumb));
  flow_text(look, Type::Body, look.colors().muted, look.say(Word::HintRules));
  for (const RuleLine& rule : rules) view_rule(rule, look);
  ImGui::EndChild();
}

}  // namespace

void view_working(const Term& term, const MachineResult& result, const Look& look) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{look.px(8), look.px(4)});
  const float width = ImGui::GetContentRegionAvail().x;
  const bool beside = width >= look.px(760) && !result.rules.empty();
  const float space = look.px(16);
  const float rules_width = beside ? std::floor((width - space) * 0.36f) : width;
  view_derivation(term, result, beside ? width - space - rules_width : width, look);
  if (!result.rules.empty()) {
    if (beside) ImGui::SameLine(0, space);
    if (!beside) gap(space);
    view_rules(result.rules, rules_width, look);
  }
  ImGui::PopStyleVar();
}

}  // namespace vramscope
