// Look-ups in the generated rows.
#include "vramscope/catalogue.h"

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

}  // namespace vramscope
