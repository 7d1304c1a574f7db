#!/usr/bin/env python3
"""Turn the JSON records of gpu_db into constexpr C++ rows (shapes: vramscope/catalogue.h).

usage: generate.py --out FILE.cpp [--notes FILE.json]

Deterministic: the same records give the same bytes. Standard library only.
"""
import argparse
import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent

# GpuSpec's members in the order of catalogue.h: (name, kind). `source` is sources[0].
CARD_FIELDS = (
    ("id", "text"), ("name", "text"), ("vendor", "text"), ("category", "text"),
    ("architecture", "text"), ("compute_capability", "text"), ("released", "text"),
    ("memory_type", "text"), ("memory_gib", "number"),
    ("smi_mib", "optional"), ("cuda_total_mib", "optional"), ("working_set_fraction", "optional"),
    ("bandwidth_gb_s", "optional"), ("fp32_tflops", "optional"), ("tf32_tflops", "optional"),
    ("fp16_tflops", "optional"), ("bf16_tflops", "optional"), ("fp8_tflops", "optional"),
    ("int8_tops", "optional"), ("fp4_tflops", "optional"), ("tdp_w", "optional"),
    ("nvlink_gb_s", "optional"), ("pcie", "text"),
    ("supports_bf16", "flag"), ("supports_fp8", "flag"), ("supports_fp4", "flag"),
    ("devices_per_package", "count"), ("as_of", "text"), ("confidence", "confidence"),
    ("source", "text"),
)
NOTE_FIELDS = ("sources", "cuda_total_source", "interconnect", "published_stored_elements", "notes")


def load(folder):
    """All records of a folder's *.json files, sorted by id."""
    files = sorted((ROOT / folder).glob("*.json"))
    records = [r for f in files for r in json.loads(f.read_text(encoding="utf-8"))]
    return sorted(records, key=lambda r: r["id"])


def literal(text):
    """A C++ string literal; JSON's escapes are C++'s for the characters we allow."""
    return json.dumps(text, ensure_ascii=False)


def number(value):
    """A C++ double literal that reads back to the same value."""
    return repr(float(value))


def card_value(card, name, kind):
    """The initialiser of one GpuSpec member."""
    if name == "source":
        return literal(card["sources"][0])
    if kind == "text":
        return literal(card.get(name, ""))
    if kind == "count":
        return str(card.get(name, 1))
    if kind == "confidence":
        return "Confidence::" + card[name].capitalize()
    if name not in card:
        return "kNone"
    return str(card[name]).lower() if kind == "flag" else number(card[name])


def card_row(card):
    """One GpuSpec row; members are named, so a reordered struct does not compile."""
    return "{" + ", ".join(f".{n} = {card_value(card, n, k)}" for n, k in CARD_FIELDS) + "}"


def flatten(value, path=""):
    """(dotted path, scalar) pairs of a config; a list's items are path.0, path.1, ..."""
    if isinstance(value, (dict, list)):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in pairs:
            yield from flatten(item, f"{path}.{key}" if path else str(key))
    else:
        yield path, value


def config_field(path, value):
    """One ConfigField, by the helper that says its kind."""
    if value is None:
        return f"null({literal(path)})"
    if isinstance(value, bool):
        return f"flag({literal(path)}, {str(value).lower()})"
    if isinstance(value, str):
        return f"text({literal(path)}, {literal(value)})"
    return f"num({literal(path)}, {number(value)})"


# What a config says that no byte of memory depends on; it stays in the JSON and out of the program.
UNREAD = {"architectures", "hidden_act", "hidden_activation", "activation_function",
          "attn_logit_softcapping", "final_logit_softcapping", "mm_tokens_per_image",
          "vision_use_head", "factor", "original_max_position_embeddings"}


def is_read(path):
    """True when the reader of configs may look at this path."""
    return not UNREAD.intersection(path.split("."))


def config_rows(model):
    """A config's fields, sorted by path in byte order, as C++ reads them."""
    pairs = sorted(flatten(model["config"]), key=lambda pair: pair[0].encode())
    pairs = [(path, value) for path, value in pairs if is_read(path)]
    return ",\n    ".join(config_field(path, value) for path, value in pairs)


def model_row(model, array):
    """One CatalogueModel row that points to its config array."""
    parts = (literal(model["id"]), literal(model["name"]), literal(model["repository"]), array,
             f"{model.get('published_parameters', 0)}u", literal(model["sources"][0]),
             literal(model["as_of"]))
    return "{" + ", ".join(parts) + "}"


def model_source(models):
    """Config arrays (equal ones shared) and the model table."""
    arrays, names = [], {}
    for model in models:
        rows = config_rows(model)
        if rows not in names:
            names[rows] = f"kConfig{len(names)}"
            arrays.append(f"constexpr ConfigField {names[rows]}[] = {{\n    {rows}}};\n")
    table = ",\n    ".join(model_row(m, names[config_rows(m)]) for m in models)
    return "".join(arrays) + f"constexpr CatalogueModel kModels[] = {{\n    {table}}};\n"


HEAD = """// Generated by gpu_db/generate.py from gpu_db/cards and gpu_db/models. Do not edit.
#include "vramscope/catalogue.h"

namespace vramscope {
namespace {

constexpr auto kNone = std::nullopt;
constexpr ConfigField null(std::string_view path) { return {path, ConfigKind::Null, 0, {}}; }
constexpr ConfigField num(std::string_view path, double value) {
  return {path, ConfigKind::Number, value, {}};
}
constexpr ConfigField flag(std::string_view path, bool value) {
  return {path, ConfigKind::Bool, value ? 1.0 : 0.0, {}};
}
constexpr ConfigField text(std::string_view path, std::string_view value) {
  return {path, ConfigKind::Text, 0, value};
}

"""
TAIL = """
}  // namespace

std::span<const GpuSpec> gpu_catalogue() { return kCards; }
std::span<const CatalogueModel> model_catalogue() { return kModels; }

}  // namespace vramscope
"""


def cpp_source(cards, models):
    """The whole generated file."""
    table = ",\n    ".join(card_row(c) for c in cards)
    cards_text = f"constexpr GpuSpec kCards[] = {{\n    {table}}};\n"
    return HEAD + cards_text + model_source(models) + TAIL


def notes_json(cards, models):
    """Sources and notes by id: what the pages fetch when somebody asks where a row is from."""
    def keep(record):
        return {name: record[name] for name in NOTE_FIELDS if name in record}
    notes = {"cards": {c["id"]: keep(c) for c in cards},
             "models": {m["id"]: keep(m) for m in models}}
    return json.dumps(notes, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n"


def main():
    """Read the records, write the C++ rows and, when asked for, the notes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, required=True, help="C++ file to write")
    parser.add_argument("--notes", type=pathlib.Path, help="JSON file of sources and notes")
    args = parser.parse_args()
    cards, models = load("cards"), load("models")
    args.out.write_text(cpp_source(cards, models), encoding="utf-8")
    if args.notes:
        args.notes.write_text(notes_json(cards, models), encoding="utf-8")


if __name__ == "__main__":
    main()
