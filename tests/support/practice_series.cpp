// Prints questions of a seed as lines of JSON, for the test that holds the page's series against
// them:
//   practice_series SEED COUNT
#include <cstdio>
#include <cstdlib>

#include "vramscope/practice.h"

int main(int argc, char** argv) {
  if (argc != 3) return 1;
  vramscope::practice::Series series(static_cast<uint32_t>(std::strtoul(argv[1], nullptr, 10)));
  for (long left = std::strtol(argv[2], nullptr, 10); left > 0; --left) {
    vramscope::practice::Question q;
    series.next(q);
    std::printf(
        "{\"id\":\"%s\",\"place\":\"%s\",\"unit\":\"%s\",\"en\":\"%s\",\"zh\":\"%s\",\"answer\":%."
        "17g",
        std::string(q.id).c_str(), std::string(q.place).c_str(), std::string(q.unit).c_str(),
        q.en.c_str(), q.zh.c_str(), q.answer);
    std::printf(",\"mistakes\":[");
    for (const auto& mistake : q.mistakes) {
      std::printf(
          "%s{\"id\":\"%s\",\"value\":%.17g,\"en\":\"%s\"}",
          &mistake == q.mistakes.data() ? "" : ",", std::string(mistake.id).c_str(), mistake.value,
          std::string(vramscope::practice::mistake_text(mistake.id, vramscope::Lang::En)).c_str());
    }
    std::printf("]}\n");
  }
}
