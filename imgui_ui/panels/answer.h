// The answer: headline, bar, terms, working, comparison. These read the reply and never change it;
// `pick_` functions also let the reader choose what to look at.
#pragma once

#include <string>

#include "look.h"
#include "ui_state.h"
#include "vramscope/reply.h"
#include "vramscope/roofline.h"

namespace vramscope {

void view_headline(const Reply& reply, const Look& look);
/// Errors as sentences, where the answer would be.
void view_errors(const Reply& reply, const Look& look);
/// Warnings of the request, of the machine and of the link.
void view_notes(const UiState& state, const Look& look);

/// The term whose working is shown: the chosen one, else the one most worth reading.
const Term* opened_term(const MachineResult& result, const std::string& open_term);

bool pick_on_bar(std::string& open_term, const MachineResult& result, const Look& look);
bool pick_in_table(std::string& open_term, const MachineResult& result, const Look& look);
void view_working(const Term& term, const MachineResult& result, const Look& look);

/// What each card holds, where they differ.
void view_ranks(const MachineResult& result, const Look& look);

/// What would make the job fit. True when one of the changes was made.
bool edit_advice(UiState& state, const Look& look);

/// True when the comparison or the chosen card changed.
bool edit_comparison(UiState& state, const Look& look);

/// The question on screen beside the one that was kept. True when they were swapped.
bool edit_scenarios(UiState& state, const Look& look);

/// Memory against context, sequences, cards, formats; dragging its line changes the request.
bool edit_sweep(UiState& state, const Look& look);

/// What is alive in each phase, where there are several.
void view_phases(const MachineResult& result, const Look& look);

/// What the card allows, and where the job stands.
void view_roofline(const Roofline& line, std::string_view card, const Look& look);

/// How fast it runs.
void pick_speed(UiState& state, const Look& look);

/// What was measured, and how well that uses the card.
bool edit_utilisation(UiState& state, const Look& look);

/// Questions with a number for an answer. True when one of them became the request.
bool edit_practice(UiState& state, const Look& look);

/// The model's tree: what takes how much of the weights.
void pick_layers(UiState& state, const Look& look);

/// Tabs, language, theme, units, share. True when the request has to be answered again.
bool edit_toolbar(UiState& state, const Look& look);

}  // namespace vramscope
