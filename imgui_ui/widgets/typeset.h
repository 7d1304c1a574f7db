// Sets a formula's line as one writes it by hand: quotients with a bar, ceilings as tall as what
// they hold, parentheses only where they are needed. Knows nothing of Dear ImGui: it gives pieces
// with places.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace vramscope {

enum class PieceKind : uint8_t {
  Text,    ///< a number with its unit, a name of a function
  Symbol,  ///< a quantity such as n_kv
  Sign,    ///< × + − ÷ ,
  Bar,     ///< of a quotient
  Open,    ///< parenthesis as high as the piece
  Close,
  CeilingOpen,
  CeilingClose,
};

struct Piece {
  PieceKind kind = PieceKind::Text;
  float x = 0, y = 0;  ///< top left corner
  float width = 0, height = 0;
  std::string text;
};

struct TypesetMetrics {
  std::function<float(PieceKind, std::string_view)> width;
  float line = 0;   ///< height of a line of text
  float space = 0;  ///< around a sign
};

struct Typeset {
  float width = 0, height = 0;
  float axis = 0;  ///< middle of the first line's signs, from the top
  std::vector<Piece> pieces;
};

/// `symbols`: letters are names of quantities, not units. Lines break before signs where `room` is
/// short; a quotient too wide for it is written with ÷.
Typeset typeset(std::string_view formula, bool symbols, float room, const TypesetMetrics& metrics);

}  // namespace vramscope
