// Terms of art, each in one sentence: found by name in the command palette.
#pragma once

#include <span>
#include <string_view>

#include "vramscope/text.h"

namespace vramscope {

struct GlossaryRow {
  std::string_view en, zh, sentence_en, sentence_zh;
  std::string_view name(Lang lang) const { return lang == Lang::Zh ? zh : en; }
  std::string_view sentence(Lang lang) const {
    return lang == Lang::Zh ? sentence_zh : sentence_en;
  }
};
std::span<const GlossaryRow> glossary();

}  // namespace vramscope
