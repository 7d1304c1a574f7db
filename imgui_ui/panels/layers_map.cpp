// The tree as a treemap. Every box is an item of its own, so that the keyboard reaches it too: a
// node with parts is a strip with its name above them, what has no room for parts is one tile.
#include <algorithm>
#include <cmath>
#include <optional>

#include "panels/layers.h"
#include "widgets/controls.h"
#include "widgets/layer_colors.h"
#include "widgets/squarify.h"
#include "widgets/wrap.h"

namespace vramscope {
namespace {

class Map {
 public:
  Map(const LayersFrame& frame, LayersAct& act, const Look& look)
      : frame_(frame), act_(act), look_(look) {}

  /// The parts of a node, in a box that is theirs alone.
  void parts(size_t whole, const Box& box) {
    std::vector<size_t> indices;
    std::vector<double> weights;
    for (size_t i = whole + 1; i < frame_.rows[whole].end; i = frame_.rows[i].end) {
      indices.push_back(i);
      weights.push_back(frame_.rows[i].bytes.count());
    }
    const std::vector<Tile> tiles =
        squarify(weights, {box.min.x, box.min.y, box.width(), box.height()});
    const float seam = std::max(1.0f, look_.px(1));
    for (size_t k = 0; k < tiles.size(); ++k) {
      const Tile& t = tiles[k];
      const Box cell{{std::round(t.x), std::round(t.y)},
                     {std::round(t.x + t.width) - seam, std::round(t.y + t.height) - seam}};
      if (cell.width() >= 1 && cell.height() >= 1) node(indices[k], cell);
    }
  }

  void tile(size_t index, const Box& box) {
    const Press b = item(index, box);
    const bool lit = frame_.lit[index];
    const Palette& c = look_.colors();
    const ImU32 fill = lit ? row_fill(frame_, index, look_) : (look_.dark() ? c.panel : c.hover);
    fill_box(box, fill, std::min(look_.px(3), box.height() * 0.5f));
    const uint32_t hex = module_ink(look_.theme == Theme::Light);
    words(index, box, lit ? IM_COL32(hex >> 16 & 255, hex >> 8 & 255, hex & 255, 255) : c.muted);
    stress(index, box, b);
    if (b.clicked) {
      const InspectRow& row = frame_.rows[index];
      const int into = row.rows == 0 ? static_cast<int>(index) : row.parent;
      act_.chosen = static_cast<int>(index);
      if (into != static_cast<int>(frame_.zoom)) act_.zoom = into;
    }
  }

  /// Outlines, over everything else.
  void finish() {
    const auto outline = [&](const std::optional<Box>& box, ImU32 color, float pen) {
      if (box) outline_box(*box, color, look_.px(3), pen);
    };
    outline(chosen_, look_.colors().accent, look_.px(2));
    outline(hovered_, look_.colors().text, std::max(1.0f, look_.px(1.5f)));
    outline(focused_, look_.colors().accent, look_.px(3));
  }

 private:
  const LayersFrame& frame_;
  LayersAct& act_;
  const Look& look_;
  std::optional<Box> chosen_, hovered_, focused_;

  Press item(size_t index, const Box& box) {
    ImGui::PushStyleColor(ImGuiCol_NavCursor, 0);  // it would lie under the next tile: see finish()
    ImGui::PushID(static_cast<int>(index));
    const Press b = press("tile", box);
    ImGui::PopID();
    ImGui::PopStyleColor();
    act_.reveal |= b.clicked;
    if (b.hovered) {
      act_.hovered = static_cast<int>(index);
      ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    row_hint(frame_, index, look_);
    return b;
  }

  void stress(size_t index, const Box& box, const Press& b) {
    const int i = static_cast<int>(index);
    if (i == frame_.chosen) chosen_ = box;
    if (b.hovered || i == frame_.hovered) hovered_ = box;
    if (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible) focused_ = box;
  }

  /// The name, and the amount below it, each only where it fits as a whole.
  void words(size_t index, const Box& box, ImU32 ink) {
    const float pad = look_.px(6);
    const Box inner{{box.min.x + pad, box.min.y + look_.px(4)},
                    {box.max.x - pad, box.max.y - look_.px(4)}};
    const float line = line_height(look_, Type::Small);
    if (inner.height() < line || inner.width() < line) return;
    const std::string name = row_name(frame_.rows[index], look_);
    const std::vector<std::string_view> lines = wrap(look_, Type::Small, name, inner.width());
    const auto wide = [&](std::string_view text) {
      return text_width(look_, Type::Small, text) > inner.width();
    };
    const float height = line * static_cast<float>(lines.size());
    if (height > inner.height() || std::any_of(lines.begin(), lines.end(), wide)) return;
    float y = inner.min.y;
    for (const std::string_view text : lines) {
      paint_text(look_, Type::Small, {inner.min.x, y}, ink, text);
      y += line;
    }
    const std::string amount = look_.bytes_short(frame_.rows[index].bytes);
    if (y + line <= inner.max.y && !wide(amount)) {
      paint_text(look_, Type::Small, {inner.min.x, y}, with_alpha(ink, 1.0f), amount);
    }
  }

  /// Of wholes with one part, the innermost: their boxes would only repeat each other.
  size_t innermost(size_t index) const {
    const auto only_part = [&](size_t i) {
      return i + 1 < frame_.rows[i].end && frame_.rows[i + 1].end == frame_.rows[i].end &&
             frame_.rows[i + 1].rows == 0;
    };
    while (only_part(index)) ++index;
    return index;
  }

  void node(size_t whole, const Box& box) {
    const size_t index = innermost(whole);
    const InspectRow& row = frame_.rows[index];
    const float pad = look_.px(3);
    const float strip = line_height(look_, Type::Small) + look_.px(6);
    const bool roomy = box.width() > look_.px(36) && box.height() > strip + look_.px(20);
    if (row.rows > 0 || !roomy) return tile(index, box);
    const Palette& c = look_.colors();
    fill_box(box, look_.dark() ? c.raised : c.panel, look_.px(3));
    outline_box(box, look_.dark() ? c.line : c.strong_line, look_.px(3),
                std::max(1.0f, look_.px(1)));
    const bool named = header(index, {box.min, {box.max.x, box.min.y + strip}});
    parts(index, {{box.min.x + pad, box.min.y + (named ? strip : pad)},
                  {box.max.x - pad + look_.px(1), box.max.y - pad + look_.px(1)}});
    if (static_cast<int>(index) == frame_.chosen) chosen_ = box;
    if (static_cast<int>(index) == frame_.hovered) hovered_ = box;
  }

  /// The strip with a node's name, and its amount where both fit. False: there is no room for it.
  bool header(size_t index, const Box& box) {
    const Palette& c = look_.colors();
    const Box inner{{box.min.x + look_.px(6), box.min.y}, {box.max.x - look_.px(6), box.max.y}};
    std::string name = row_name(frame_.rows[index], look_);
    float width = text_width(look_, Type::Small, name);
    if (width > inner.width()) {  // a group of layers by the first of its blocks
      InspectRow brief = frame_.rows[index];
      brief.names.resize(1);
      name = row_name(brief, look_);
      width = text_width(look_, Type::Small, name);
    }
    if (width > inner.width()) return false;
    const Press b = item(index, box);
    if (b.hovered) fill_box(box, c.hover, look_.px(3));
    paint_text_in(look_, Type::Small, inner, frame_.lit[index] ? c.text : c.muted, name);
    const std::string amount = look_.bytes_short(frame_.rows[index].bytes);
    if (width + text_width(look_, Type::Small, amount) + look_.px(12) <= inner.width()) {
      paint_text_in(look_, Type::Small, inner, c.muted, amount, 1);
    }
    if (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible) focused_ = box;
    if (b.clicked) act_.zoom = act_.chosen = static_cast<int>(index);
    return true;
  }
};

}  // namespace

void pick_on_map(const LayersFrame& frame, const Box& box, LayersAct& act, const Look& look) {
  Map map(frame, act, look);
  if (frame.rows[frame.zoom].rows > 0) {
    map.tile(frame.zoom, box);
  } else {
    map.parts(frame.zoom, box);
  }
  map.finish();
  ImGui::SetCursorScreenPos(box.min);
  ImGui::Dummy({box.width(), box.height()});
}

}  // namespace vramscope
