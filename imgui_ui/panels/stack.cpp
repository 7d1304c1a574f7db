#include "panels/stack.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace vramscope {
namespace {

struct Axis {
  Box box;
  Bytes right;
  float x_of(Bytes bytes) const {
    return std::floor(box.min.x + box.width() * std::min(1.0f, share_of(bytes, right)));
  }
};

void paint_label(const Term& term, const Box& segment, const Look& look) {
  const Box inner{{segment.min.x + look.px(8), segment.min.y},
                  {segment.max.x - look.px(8), segment.max.y}};
  const std::string name = term_name(term, look);
  if (text_width(look, Type::Small, name) <= inner.width()) {
    paint_text_in(look, Type::Small, inner, on_term_color(term.id), name);
  }
}

/// Beyond the card the colours are washed out, so the words have a ground of their own.
void paint_label_beyond(const Term& term, const Box& segment, const Look& look) {
  const std::string name = term_name(term, look);
  const float width = text_width(look, Type::Small, name);
  if (width + look.px(24) > segment.width()) return;
  const float height = line_height(look, Type::Small) + look.px(4);
  const float y = std::floor(segment.center().y - height * 0.5f);
  const Box plate{{segment.min.x + look.px(6), y},
                  {segment.min.x + look.px(18) + width, y + height}};
  fill_box(plate, with_alpha(look.colors().ground, 0.85f), look.px(4));
  paint_text_in(look, Type::Small, plate, look.colors().text, name, 0.5f);
}

void paint_stress(const Box& segment, const Look& look) {
  fill_box(
      {{segment.min.x, segment.max.y + look.px(2)}, {segment.max.x, segment.max.y + look.px(4)}},
      look.colors().text, look.px(1));
}

/// From low to high: a lighter cap with an end on each side.
void paint_range(const Level& device, const Axis& axis, const Look& look) {
  const float low = axis.x_of(device.low);
  const float high = axis.x_of(device.high);
  if (high - low < look.px(2)) return;
  const float y = axis.box.min.y - look.px(5);
  const ImU32 color = look.colors().muted;
  const float pen = std::max(1.0f, look.px(1));
  fill_box({{low, y}, {high, y + pen}}, color, 0);
  fill_box({{low, y - look.px(2)}, {low + pen, y + look.px(3)}}, color, 0);
  fill_box({{high - pen, y - look.px(2)}, {high, y + look.px(3)}}, color, 0);
  fill_box({{axis.x_of(device.bytes), axis.box.min.y}, {high, axis.box.max.y}},
           with_alpha(look.colors().muted, 0.20f), 0);
}

}  // namespace

bool on_device(const Term& term) { return on_card(term.place) && term.size.high > Bytes{}; }

float share_of(Bytes part, Bytes whole) {
  return whole > Bytes{} ? static_cast<float>(part.count() / whole.count()) : 0.0f;
}

std::string term_key(const Term& term) {
  std::string key(term_id(term.id));
  if (!on_card(term.place)) key += ".host";
  return key;
}

std::string term_name(const Term& term, const Look& look) {
  const std::string name = look.title("term." + std::string(term_id(term.id)));
  if (on_card(term.place)) return name;
  return look.say(Word::InHostName, std::vector<Param>{{"term", name}});
}

std::string_view term_hint(TermId term, const Look& look) {
  return look.name("term." + std::string(term_id(term)) + ".hint");
}

std::optional<TermId> paint_stack(const MachineResult& result, const Box& box,
                                  const StackStyle& style, const Look& look) {
  const Axis axis{box, style.at_right_edge};
  const float capacity = axis.x_of(result.usable);
  const float radius = look.px(4);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool inside = mouse.y >= box.min.y && mouse.y < box.max.y && ImGui::IsWindowHovered();
  std::optional<TermId> under;

  const Box whole{box.min, {capacity, box.max.y}};
  fill_box(whole, look.dark() ? look.colors().panel : look.colors().hover, radius);
  hatch_box(look, whole, look.colors().hatch);

  std::vector<std::pair<const Term*, Box>> labels;
  Bytes end;
  float x = box.min.x;
  for (const Term& term : result.terms) {
    if (!on_device(term)) continue;
    end += term.size.bytes;
    const float next = std::max(axis.x_of(end), x + look.px(2));
    const Box segment{{x, box.min.y}, {next - std::max(1.0f, look.px(1)), box.max.y}};
    fill_box(segment, term_color(term.id), look.px(2));
    if (style.chosen == term_key(term)) paint_stress(segment, look);
    if (style.labels) labels.push_back({&term, segment});
    if (inside && mouse.x >= x && mouse.x < next) under = term.id;
    x = next;
  }
  const float total = axis.x_of(result.device.bytes);
  if (total > x) {  // what the allocator holds beyond live tensors
    fill_box({{x, box.min.y}, {total, box.max.y}}, look.colors().strong_line, look.px(2));
  }
  if (x > capacity) {  // beyond the card: what does not fit
    const Box beyond{{capacity, box.min.y}, {std::max(x, total), box.max.y}};
    fill_box(beyond, with_alpha(look.colors().ground, 0.45f), 0);
    hatch_box(look, beyond, with_alpha(look.colors().no, 0.7f));
  }
  for (auto& [term, segment] : labels) {
    const bool cut = segment.min.x < capacity && segment.max.x > capacity;
    if (cut) segment.max.x = capacity;
    if (segment.min.x < capacity) {
      paint_label(*term, segment, look);
    } else {
      paint_label_beyond(*term, segment, look);
    }
  }
  paint_range(result.device, axis, look);
  const float pen = look.px(2);
  fill_box({{capacity - pen, box.min.y - look.px(6)}, {capacity, box.max.y + look.px(6)}},
           look.colors().text, 0);
  return under;
}

}  // namespace vramscope
