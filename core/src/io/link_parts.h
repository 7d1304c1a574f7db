// Pieces that permalinks and command-line flags share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/fields.h"
#include "io/json.h"

namespace vramscope {

/// Percent-encodes what is not plain in a fragment, and back.
std::string escape_text(std::string_view text);
std::string unescape_text(std::string_view text);

/// Parts between separators; one part when there is none.
std::vector<std::string_view> split_text(std::string_view text, char separator);

/// "rtx-3090*2,rtx-4090@48" -> {"devices":[...]}: id, memory in GiB after '@', count after '*'.
/// The same with only letters and digits left, for a text inside a list.
std::string escape_all(std::string_view text);
Json machine_document(std::string_view text);

/// Text -> a JSON value of the field's type.
Json field_document(const Field& field, const std::string& text);
void set_path(Json& document, std::string_view path, Json value);

}  // namespace vramscope
