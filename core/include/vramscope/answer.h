// The JSON doors: every function here takes and gives text, and never throws.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace vramscope {

/// A request document in, a reply document out; bad input gives {"ok": false, "errors": [...]}.
std::string answer_json(std::string_view request);

/// Rows as a JSON array: "gpus", "models", "engines", "weights", "kv", "terms", "symbols",
/// "speed" (what is reached of a card), "runs" (published training speeds), "systems",
/// "messages". Names and messages come in both languages.
std::string catalogue_json(std::string_view kind);

/// Some of the cards as a JSON array: those with every word, in an order of find_gpus.
std::string gpus_json(std::span<const std::string> words, std::string_view sort);

/// Some of the models as a JSON array: those with every word.
std::string models_json(std::span<const std::string> words);

std::string_view version();     ///< "0.1.0"
std::string_view data_as_of();  ///< newest day of the catalogue rows

/// {"v":1,"requests":[...],"view":{...}} -> the fragment of a permalink (without '#').
std::string encode_link(std::string_view state_json);
/// The fragment (with or without '#') ->
/// {"v":1,"requests":[...],"view":{...},"unknown":{...},"problems":[...]}.
std::string decode_link(std::string_view fragment);

}  // namespace vramscope
