// UiState: the request being edited, the last answer, and what only the view knows.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "history.h"
#include "recent.h"
#include "theme.h"
#include "vramscope/link.h"
#include "vramscope/model_files.h"
#include "vramscope/practice.h"
#include "vramscope/reply.h"
#include "vramscope/request.h"
#include "vramscope/roofline.h"

namespace vramscope {

enum class Tab : uint8_t { Breakdown, Compare, Sweep, Layers, Speed, Utilisation, Practice };
inline constexpr size_t kTabs = 7;
/// What the bars of the comparison are measured against.
enum class BarScale : uint8_t { OwnCard, LargestCard };

/// The one list with a search field that can be open at a time.
struct Picker {
  std::array<char, 64> search{};
  int cursor = 0;       ///< row that Enter takes
  bool scroll = false;  ///< bring the cursor into view
};

/// What became of the last dropped, pasted or picked file.
struct FileNote {
  std::string name;
  std::vector<Problem> errors;
  std::vector<Problem> warnings;
};

/// What the reader looks at in the model's tree. Nodes are named by path, so that another model
/// keeps what it has too.
struct LayersView {
  std::array<char, 64> search{};
  std::string zoom;  ///< the node that fills the map; empty: the model
  std::string chosen;
  std::vector<std::string> toggled;  ///< open in the list, or closed, against the rule
  int hovered = -1;                  ///< row under the pointer in the last frame
  bool reveal = false;               ///< bring the chosen row into view
};

/// What is varied on the sweep view.
enum class SweepOver : uint8_t { Context, Batch, Cards, Formats };
struct FormatResult {
  std::string_view id, label_id;
  MachineResult result;
};
struct SweepView {
  SweepOver over = SweepOver::Context;
  bool log_memory = false;
  bool answered = false;              ///< `reply` or `formats` is about the request as it stands
  Reply reply;                        ///< its columns
  std::vector<FormatResult> formats;  ///< of SweepOver::Formats
};

/// One question after the other. The series follows from the seed.
struct PracticeView {
  enum class Stage : uint8_t { Asked, NotRead, Right, Wrong, Revealed };
  uint32_t seed = 1;
  std::optional<practice::Series> series;  ///< empty: to be begun with the seed
  practice::Question question;
  std::vector<practice::WorkingLine> lines;  ///< once its working is shown
  Stage stage = Stage::Asked;
  std::string_view mistake;  ///< of a wrong answer, where it is a known one
  std::array<char, 48> text{};
  uint64_t number = 0, right = 0, answered = 0;
  bool focus = false;  ///< the field takes the keys in the next frame
};

struct UiState {
  Request request;
  Reply reply;
  Reply inspected;  ///< the model's tree, once it is looked at
  bool inspected_now = false;
  Reply comparison;  ///< the same job on the cards of the comparison
  Reply pinned;      ///< the answer to scenario A, while one is pinned
  History history;
  Recent recent;

  Lang lang = Lang::En;
  ThemeChoice theme_choice = ThemeChoice::System;
  bool system_dark = true;
  Units units = Units::Gib;
  Tab tab = Tab::Breakdown;
  BarScale bar_scale = BarScale::OwnCard;
  std::string open_term;                ///< empty: the one worth opening first
  std::string open_speed;               ///< the figure whose working is shown
  bool advanced_open = false;           ///< the rail's further settings
  std::vector<Problem> setting_errors;  ///< of the last one that was refused
  bool rail_open = false;               ///< narrow screens: the inputs below the answer
  std::string other_engine = "ideal";   ///< of the task that is not chosen

  LayersView layers;
  SweepView sweep;
  PracticeView practice;
  Roofline roofline;  ///< of the speed view
  bool roofline_answered = false;
  Picker picker;
  Picker palette;               ///< search of the command palette
  bool palette_wanted = false;  ///< opens in this frame
  bool shortcuts_wanted = false;
  FileNote file;
  double shared_at = -10;  ///< seconds of the UI's clock

  std::vector<Request> other_requests;  ///< scenario A, when it is pinned
  // What a link carried that is not on screen; it goes out again with the next link.
  std::vector<Param> unknown_keys;
  std::vector<Problem> link_problems;

  uint64_t edits = 0;  ///< changes made by the reader, not by the page or the program
};

/// The question of the first screen: an 8B model on a 24 GB card.
UiState first_screen();
Request first_question();

/// The cards that a reader compares when the request names none.
std::vector<Machine> default_comparison();
/// The cards of the comparison on screen.
const std::vector<Machine> compared_machines(const UiState& state);

/// Answers the request again. The only place where the UI asks the core.
void refresh(UiState& state);

/// Asks for the model's tree unless that is already there.
void refresh_layers(UiState& state);
/// The same for the columns of the sweep view.
void refresh_sweep(UiState& state);
/// The same for the roofline of the speed view.
void refresh_roofline(UiState& state);
/// The number that the sweep view's axis stands for; nullptr for formats.
uint64_t* swept_value(UiState& state);

/// Remembers files and cards of one's own.
void keep_recent(UiState& state);

/// Keeps the question as A; what is changed from now on is B. False lets go of it.
void pin(UiState& state, bool pinned);
void swap_scenarios(UiState& state);

/// Everything worth sharing as the fragment of a permalink, and back.
std::string link_of(const UiState& state);
void open_link(UiState& state, std::string_view fragment);

/// A text that was dropped, pasted or picked: a config.json becomes the model, a training plan is
/// laid over the question. Errors are kept to be shown. True when the question changed.
bool take_file(UiState& state, std::string_view name, std::string_view text);
/// The same for files that were read by their headers.
bool take_model(UiState& state, std::string_view name, Result<StoredModel> read);

Lang lang_from(std::string_view id);
std::string_view lang_id(Lang lang);
/// "system", "light", "dark", "contrast"; anything else is the system's.
ThemeChoice theme_from(std::string_view id);
std::string_view theme_id(ThemeChoice theme);
Theme theme_of(const UiState& state);

}  // namespace vramscope
