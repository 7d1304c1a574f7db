#include <algorithm>

#include "panels/layers.h"
#include "widgets/layer_colors.h"
#include "widgets/search.h"

namespace vramscope {
namespace {

int find_row(std::span<const InspectRow> rows, std::string_view path) {
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].path == path) return static_cast<int>(i);
  }
  return -1;
}

/// The words by which a row is found, beside those of what it is part of. A group of layers is
/// named by its blocks: only its attention is found by the kind of attention, not its feed-forward
/// too.
std::string own_words(std::span<const InspectRow> rows, size_t index, Lang lang) {
  const InspectRow& row = rows[index];
  if (row.parent < 0 || row.names.size() > 1) return {};  // the whole model would find everything
  const InspectRow& whole = rows[static_cast<size_t>(row.parent)];
  std::string words = inspect_name(row, lang);
  if (whole.names.size() > 1 && row.names.front() == "attention") {
    words += ' ';
    words += label("module." + std::string(whole.names.front()), lang);
  }
  return words;
}

/// A matrix is found by its own name and shape, and by the names of all that it is part of.
void search_rows(const std::string& search, const Look& look, LayersFrame& frame) {
  std::vector<std::string> texts(frame.rows.size());
  for (size_t i = 0; i < frame.rows.size(); ++i) {
    const InspectRow& row = frame.rows[i];
    if (row.parent >= 0) texts[i] = texts[static_cast<size_t>(row.parent)] + '\n';
    texts[i] += own_words(frame.rows, i, look.lang);
    if (row.rows == 0) continue;
    const std::string shape = std::to_string(row.rows) + 'x' + std::to_string(row.columns);
    if (!matches_search({texts[i], row.path, shape}, search)) continue;
    ++frame.found;
    if (row.loaded) frame.found_bytes += row.bytes;
    frame.lit[i] = true;
    for (int up = row.parent; up >= 0; up = frame.rows[static_cast<size_t>(up)].parent) {
      frame.lit[static_cast<size_t>(up)] = true;
    }
  }
}

/// The first levels, and of the groups of layers those that take much.
bool opens_by_itself(const InspectRow& row) {
  return row.loaded && (row.level <= 1 || (row.level == 2 && row.share >= 0.25));
}

bool is_toggled(const LayersView& view, const InspectRow& row) {
  return std::find(view.toggled.begin(), view.toggled.end(), row.path) != view.toggled.end();
}

void toggle(LayersView& view, const InspectRow& row) {
  const auto at = std::find(view.toggled.begin(), view.toggled.end(), row.path);
  if (at != view.toggled.end()) {
    view.toggled.erase(at);
  } else {
    view.toggled.push_back(row.path);
  }
}

}  // namespace

LayersFrame layers_frame(const UiState& state, const Look& look) {
  const LayersView& view = state.layers;
  LayersFrame frame{.rows = state.inspected.inspect};
  const size_t size = frame.rows.size();
  frame.zoom = static_cast<size_t>(std::max(0, find_row(frame.rows, view.zoom)));
  frame.chosen = find_row(frame.rows, view.chosen);
  frame.hovered = view.hovered < static_cast<int>(size) ? view.hovered : -1;
  const std::string search = view.search.data();
  frame.searching = search.find_first_not_of(' ') != std::string::npos;
  frame.lit.assign(size, !frame.searching);
  if (frame.searching) search_rows(search, look, frame);
  frame.open.assign(size, false);
  for (size_t i = 0; i < size; ++i) {
    const InspectRow& row = frame.rows[i];
    frame.open[i] =
        row.rows == 0 &&
        (frame.searching ? frame.lit[i] : opens_by_itself(row) != is_toggled(view, row));
  }
  return frame;
}

void apply(const LayersAct& act, const LayersFrame& frame, LayersView& view) {
  view.hovered = act.hovered;
  view.reveal = act.reveal;
  const auto row = [&](int index) -> const InspectRow& {
    return frame.rows[static_cast<size_t>(index)];
  };
  if (act.chosen >= 0) view.chosen = row(act.chosen).path;
  if (act.toggled >= 0) toggle(view, row(act.toggled));
  if (act.zoom >= 0) view.zoom = row(act.zoom).path;
  if (act.zoom < 0 && act.chosen < 0) return;
  // The list shows what the map shows: all that the new place is part of is open.
  const int place = act.chosen >= 0 ? act.chosen : act.zoom;
  for (int up = row(place).parent; up >= 0; up = row(up).parent) {
    if (!frame.open[static_cast<size_t>(up)] && !frame.searching) toggle(view, row(up));
  }
}

std::string row_name(const InspectRow& row, const Look& look) {
  std::string name = inspect_name(row, look.lang);
  if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') name[0] -= 'a' - 'A';
  return name;
}

ImU32 row_fill(const LayersFrame& frame, size_t index, const Look& look) {
  const bool light = look.theme == Theme::Light;
  const uint32_t hex = module_fill(module_kind(frame.rows, index), light);
  return IM_COL32(hex >> 16 & 255, hex >> 8 & 255, hex & 255, 255);
}

void row_hint(const LayersFrame& frame, size_t index, const Look& look) {
  const InspectRow& row = frame.rows[index];
  std::vector<HintLine> facts;
  const auto add = [&](Word name, std::string value) {
    facts.push_back({std::string(look.say(name)), std::move(value)});
  };
  if (row.rows > 0) {
    InspectRow one = row;
    one.copies = 1;
    add(Word::Shape, inspect_shape(one));
  }
  if (row.copies > 1) add(Word::Copies, format_number(static_cast<double>(row.copies)));
  add(Word::Parameters, format_number(row.parameters));
  add(Word::Amount, look.bytes(row.bytes));
  add(Word::InBytes, format_number(row.bytes.count()));
  add(Word::ShareOfWeights, format_percent(row.share));
  std::string text;  // what it is part of, from the group of layers on
  for (int up = row.parent; up >= 0; up = frame.rows[static_cast<size_t>(up)].parent) {
    const InspectRow& whole = frame.rows[static_cast<size_t>(up)];
    if (whole.level < 1 || whole.path == "layers") break;
    text = text.empty() ? row_name(whole, look) : row_name(whole, look) + " · " + text;
  }
  if (!row.loaded) text = look.say(Word::NotLoaded);
  hint_facts(look, row_name(row, look), text, facts);
}

}  // namespace vramscope
