#include "text/near.h"

#include <algorithm>

#include "text/ids.h"

namespace vramscope {
namespace {

constexpr size_t kShown = 3;
constexpr size_t kShortList = 20;  ///< of this many ids all are named where none is near
constexpr double kNear = 0.4;

/// Letters and digits in lower case between two marks, so that beginnings and ends count.
std::string letters_of(std::string_view text) {
  std::string out = "^";
  for (char c : text.substr(text.find_last_of('/') + 1)) {  // without the maker of a hub's id
    const char letter = id_letter(c);
    const bool kept = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
    if (kept) out += letter;
  }
  return out + '$';
}

/// Twice the shared pairs over all pairs: 1 for the same text, 0 for nothing in common.
double likeness(std::string_view a, std::string_view b) {
  const size_t pairs = a.size() + b.size() - 2;
  size_t shared = 0;
  std::string rest(b);
  for (size_t i = 0; i + 1 < a.size(); ++i) {
    const size_t at = rest.find(a.substr(i, 2));
    if (at == std::string::npos) continue;
    ++shared;
    rest[at] = '\1';  // a pair is shared once
  }
  return 2.0 * static_cast<double>(shared) / static_cast<double>(pairs);
}

}  // namespace

std::string nearest_ids(std::string_view typed, std::span<const std::string_view> ids) {
  constexpr size_t kLongest = 64;
  const std::string wanted = letters_of(typed.substr(0, kLongest));
  struct Scored {
    double score;
    std::string_view id;
  };
  std::vector<Scored> scored;
  for (std::string_view id : ids) scored.push_back({likeness(wanted, letters_of(id)), id});
  std::stable_sort(scored.begin(), scored.end(),
                   [](const Scored& a, const Scored& b) { return a.score > b.score; });
  size_t count = 0;
  while (count < std::min(scored.size(), kShown) && scored[count].score >= kNear &&
         scored[count].score >= scored[0].score * 0.7) {
    ++count;
  }
  if (count == 0 && scored.size() <= kShortList) {
    std::string all;
    for (std::string_view id : ids) all += (all.empty() ? "" : ", ") + std::string(id);
    return all;
  }
  std::string out;
  for (size_t i = 0; i < std::max<size_t>(count, std::min<size_t>(1, scored.size())); ++i) {
    out += (out.empty() ? "" : ", ") + std::string(scored[i].id);
  }
  return out;
}

}  // namespace vramscope
