#include <algorithm>
#include <iterator>
#include <vector>

#include "panels/inputs.h"
#include "platform.h"
#include "vramscope/catalogue.h"
#include "vramscope/link.h"
#include "widgets/controls.h"

namespace vramscope {
namespace {

/// Ids of the rows that come from files; the catalogue's have no such sign.
constexpr std::string_view kRecentIds[] = {"#0", "#1", "#2", "#3", "#4", "#5", "#6", "#7"};

std::vector<PickItem> items_of(const Recent& recent, const Look& look) {
  std::vector<PickItem> items;
  for (size_t i = 0; i < recent.models.size() && i < std::size(kRecentIds); ++i) {
    items.push_back({.id = kRecentIds[i],
                     .text = recent.models[i].name,
                     .detail = {},
                     .group = look.say(Word::GroupRecent)});
  }
  const std::string_view group = items.empty() ? std::string_view{} : look.say(Word::GroupModels);
  for (const CatalogueModel& model : model_catalogue()) {
    PickItem item{.id = model.id, .text = std::string(model.name), .detail = {}, .group = group};
    if (model.published_parameters != 0) {
      item.detail = format_count_short(static_cast<double>(model.published_parameters));
    }
    items.push_back(std::move(item));
  }
  return items;
}

/// "8.03 B parameters · 32 layers · 128 KiB of KV cache a token"
void view_summary(const ModelSummary& model, const Look& look) {
  std::string facts =
      look.say(Word::ModelFacts,
               std::vector<Param>{{"parameters", format_count_short(model.parameters)},
                                  {"layers", format_number(static_cast<double>(model.layers))},
                                  {"kv", look.bytes_short(Bytes::of(model.kv_bytes_per_token))}});
  if (model.active_parameters < 0.9 * model.parameters) {  // a mixture of experts
    facts += look.say(Word::ActiveFacts,
                      std::vector<Param>{{"active", format_count_short(model.active_parameters)}});
  }
  if (model.fixed_state_bytes_per_sequence > 0) {
    facts +=
        look.say(Word::FixedFacts,
                 std::vector<Param>{
                     {"bytes", look.bytes_short(Bytes::of(model.fixed_state_bytes_per_sequence))}});
  }
  flow_text(look, Type::Small, look.colors().muted, facts);
}

void view_file_note(const FileNote& file, const Look& look) {
  if (!file.errors.empty()) {
    flow_text(look, Type::Small, look.colors().no,
              look.say(Word::FileNotRead, std::vector<Param>{{"name", file.name}}));
  }
  for (const Problem& error : file.errors) {
    flow_text(look, Type::Small, look.colors().no, say(error, look.lang));
  }
  for (const Problem& warning : file.warnings) {
    flow_text(look, Type::Small, look.colors().tight, say(warning, look.lang));
  }
}

}  // namespace

void view_section(Word name, const Look& look) {
  const Box box = reserve(ImGui::GetContentRegionAvail().x, look.px(24));
  paint_text_in(look, Type::Strong, box, look.colors().text, look.say(name));
}

bool edit_model(UiState& state, const Look& look) {
  view_section(Word::Model, look);
  ModelChoice& model = state.request.model;
  const std::string own = model.spec ? model.spec->name : std::string();
  bool changed = false;
  std::string chosen = model.id;
  if (edit_pick("model", chosen, items_of(state.recent, look), state.picker,
                ImGui::GetContentRegionAvail().x, look, own)) {
    const auto recent = std::find(std::begin(kRecentIds), std::end(kRecentIds), chosen);
    model =
        recent != std::end(kRecentIds)
            ? request_from_link(
                  state.recent.models[static_cast<size_t>(recent - std::begin(kRecentIds))].link)
                  .model
            : ModelChoice{.id = chosen};
    state.file = {};
    changed = true;
  }
  if (state.reply.ok) view_summary(state.reply.model, look);
  if (platform::can_pick_file()) {
    if (button("open", look.say(Word::OpenConfig), ButtonKind::Plain, look,
               ImGui::GetContentRegionAvail().x)) {
      platform::pick_file();
    }
    hint(look, look.say(Word::HintOpenConfig));
  } else {
    flow_text(look, Type::Small, look.colors().faint, look.say(Word::DropConfig));
  }
  view_file_note(state.file, look);
  return changed;
}

}  // namespace vramscope
