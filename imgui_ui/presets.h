// Well-known questions to begin with: each lays its settings over the chosen model and card.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "text/words.h"
#include "vramscope/request.h"

namespace vramscope {

struct Preset {
  Word name, hint;
  std::string_view settings;  ///< as a link writes them; what is not named is the default
  bool one_card = false;      ///< also sets the number of cards
};
std::span<const Preset> presets();

/// The request with the preset's settings; the model and the card stay. Nothing when this version
/// does not know one of the settings.
std::optional<Request> with_preset(const Request& now, const Preset& preset);

}  // namespace vramscope
