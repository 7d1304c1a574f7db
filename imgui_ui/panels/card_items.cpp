#include "panels/card_items.h"

#include "vramscope/catalogue.h"

namespace vramscope {
namespace {

struct Category {
  std::string_view id;
  Word name;
};
constexpr Category kCategories[] = {
    {"consumer", Word::Consumer},       {"datacenter", Word::Datacenter},
    {"workstation", Word::Workstation}, {"laptop", Word::Laptop},
    {"unified", Word::Unified},         {"accelerator", Word::Accelerator},
};

}  // namespace

std::vector<PickItem> card_items(const Look& look) {
  std::vector<PickItem> items;
  for (const Category& category : kCategories) {
    for (const GpuSpec& gpu : gpu_catalogue()) {
      if (gpu.category != category.id) continue;
      items.push_back({.id = gpu.id,
                       .text = std::string(gpu.name),
                       .detail = look.bytes_short(Bytes::gib(gpu.memory_gib)),
                       .group = look.say(category.name)});
    }
  }
  return items;
}

}  // namespace vramscope
