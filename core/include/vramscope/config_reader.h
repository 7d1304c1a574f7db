// Reads model descriptions into a ModelSpec.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vramscope/catalogue.h"
#include "vramscope/error.h"
#include "vramscope/model_spec.h"

namespace vramscope {

struct ReadModel {
  ModelSpec spec;
  std::vector<Problem> warnings;  ///< "generic_decoder" and the like
};

/// Builds a model from the text of a Hugging Face config.json. Errors name the field that is
/// missing or out of range, syntax errors the byte offset. An unknown model_type is read as a plain
/// decoder, with a warning.
Result<ReadModel> read_config_json(std::string_view text);

/// What must be said whenever this model's figures are shown.
std::vector<Problem> model_warnings(const ModelSpec& spec);

/// The ModelSpec of a catalogue row.
Result<ReadModel> read_catalogue_model(const CatalogueModel& model);

}  // namespace vramscope
