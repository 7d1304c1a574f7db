// Look-ups in the generated rows.
#include "vramscope/catalogue.h"

#include <algorithm>

#include "text/ids.h"

namespace vramscope {

const GpuSpec* find_gpu(std::string_view id) {
  for (const GpuSpec& row : gpu_catalogue()) {
    if (same_id(row.id, id)) return &row;
  }
  return nullptr;
}

const SystemSpec* find_system(std::string_view id) {
  for (const SystemSpec& row : systems()) {
    if (same_id(row.id, id)) return &row;
  }
  return nullptr;
}

const CatalogueModel* find_model(std::string_view id) {
  for (const CatalogueModel& row : model_catalogue()) {
    if (same_id(row.id, id) || same_id(row.repository, id)) return &row;
  }
  return nullptr;
}

std::vector<const CatalogueModel*> find_models(std::span<const std::string> words) {
  std::vector<const CatalogueModel*> found;
  for (const CatalogueModel& row : model_catalogue()) {
    const bool fits = std::all_of(words.begin(), words.end(), [&](const std::string& word) {
      return contains_id(row.id, word) || contains_id(row.name, word) ||
             contains_id(row.repository, word);
    });
    if (fits) found.push_back(&row);
  }
  return found;
}

}  // namespace vramscope
