#!/usr/bin/env python3
"""Lint of gpu_db: schema, unique ids, plausible figures, dense rates, provenance.

Prints each failure and `N passed, M failed`; exit code 0 or 1. Standard library only.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from parameter_count import parameter_count  # noqa: E402

DB = pathlib.Path(__file__).resolve().parents[2] / "gpu_db"
MIN_CARDS, MIN_MODELS = 224, 155
MAX_ROW_SOURCE = 60  # characters of sources[0], the one that is shown first
FORBIDDEN = re.compile(
    r"pypi\.|pythonhosted|npmjs|crates\.io|rubygems|anaconda\.org|proxy\.golang"  # registries
    r"|/work/|/home/|/tmp/|/root/|/Users/|/mnt/|[A-Z]:\\\\", re.IGNORECASE)  # machine paths
TYPES = {"array": list, "object": dict, "string": str, "boolean": bool,
         "integer": int, "number": (int, float)}

# Dense figures that everybody agrees on (TFLOPS; fp32 accumulate). A sparse one is twice as large.
ANCHORS = (
    ("a100-sxm4-80gb", "bf16_tflops", 312), ("b200-sxm-180gb", "bf16_tflops", 2250),
    ("h100-sxm5-80gb", "bf16_tflops", 989), ("h100-sxm5-80gb", "fp8_tflops", 1979),
    ("h100-pcie-80gb", "bf16_tflops", 756), ("h20-96gb", "bf16_tflops", 148),
    ("instinct-mi250x", "bf16_tflops", 191.5), ("instinct-mi300x", "bf16_tflops", 1307),
    ("l4", "bf16_tflops", 121), ("l40", "bf16_tflops", 181), ("l40s", "bf16_tflops", 362),
    ("rtx-3090", "bf16_tflops", 71), ("rtx-4090", "bf16_tflops", 165.2),
    ("rtx-4090", "fp8_tflops", 330.3), ("rtx-5090", "bf16_tflops", 209.5),
    ("rtx-5090", "fp4_tflops", 1676), ("rtx-a6000", "bf16_tflops", 154.8),
    ("tesla-t4", "fp16_tflops", 65), ("tpu-v5e", "bf16_tflops", 197),
    ("v100-sxm2-32gb", "fp16_tflops", 125),
)
DEVICES = {"a16": 4, "ascend-910c": 2, "atlas-300i-duo-96gb": 2, "instinct-mi250": 2,
           "instinct-mi250x": 2, "max-1550": 2, "tpu-v7x": 2}
# Designs whose INT8 is slower than half of BF16 or FP8 (cut on purpose).
INT8_CUT = {"b300-sxm-288gb", "gb300-288gb", "rubin-sxm", "instinct-mi455x"}


class Report:
    """Counts checks and prints those that fail."""

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, ok, where, what):
        """One check: `where` is the record or file, `what` says what should hold."""
        if ok:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAIL {where}: {what}")


def type_errors(value, schema, path):
    """Problems with a value's type, enum and bounds."""
    kind = schema.get("type")
    wrong_bool = isinstance(value, bool) and kind in ("integer", "number")
    if kind and (not isinstance(value, TYPES[kind]) or wrong_bool):
        yield f"{path}: not of type {kind}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{path}: {value!r} is not one of {schema['enum']}"
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{path}: {value!r} does not match {schema['pattern']}"
    if isinstance(value, str) and len(value) < schema.get("minLength", 0):
        yield f"{path}: too short"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        low, high = schema.get("minimum", value), schema.get("maximum", value)
        if not low <= value <= high or value <= schema.get("exclusiveMinimum", value - 1):
            yield f"{path}: {value} is out of range"


def schema_errors(value, schema, path="", defs=None):
    """Problems of a value against the subset of JSON Schema that our schemas use."""
    defs = schema.get("$defs", defs)
    if "$ref" in schema:
        schema = defs[schema["$ref"].removeprefix("#/$defs/")] | schema
    problems = list(type_errors(value, schema, path))
    yield from problems
    if problems:
        return
    if isinstance(value, list):
        if len(value) < schema.get("minItems", 0):
            yield f"{path}: too few items"
        for i, item in enumerate(value):
            yield from schema_errors(item, schema.get("items", {}), f"{path}[{i}]", defs)
    if isinstance(value, dict):
        known = schema.get("properties", {})
        required = schema.get("required", ())
        yield from (f"{path}: no {name}" for name in required if name not in value)
        for name, item in value.items():
            if name in known:
                yield from schema_errors(item, known[name], f"{path}.{name}", defs)
            elif schema.get("additionalProperties", True) is False:
                yield f"{path}: unknown field {name}"


def load(report, folder, schema_name):
    """A folder's records; every file is checked for form, schema and forbidden text."""
    schema = json.loads((DB / "schema" / schema_name).read_text(encoding="utf-8"))
    records = []
    for file in sorted((DB / folder).glob("*.json")):
        text = file.read_text(encoding="utf-8")
        data = json.loads(text)
        errors = list(schema_errors(data, schema))
        report.check(not errors, file.name, "; ".join(errors[:5]))
        hit = FORBIDDEN.search(text)
        report.check(not hit, file.name, f"registry or machine path: {hit and hit.group()}")
        ids = [r["id"] for r in data]
        report.check(ids == sorted(ids), file.name, "records are not sorted by id")
        if folder == "cards":
            vendors = {r["vendor"] for r in data}
            report.check(vendors == {file.stem}, file.name, "vendor is not the file's name")
        records += data
    return records


def check_provenance(report, record):
    """Every record says where it is from, when it was checked and how sure it is."""
    for name in ("sources", "as_of", "confidence"):
        report.check(record.get(name), record["id"], f"no {name}")
    length = len(record["sources"][0])
    report.check(length < MAX_ROW_SOURCE, record["id"], f"first source has {length} characters")


def near(value, target, tolerance):
    """Whether value is within a relative tolerance of target."""
    return abs(value - target) <= tolerance * target


def check_memory(report, card):
    """Totals against the marketed size (MiB), bandwidth against bus and rate (GB/s)."""
    ident, marketed = card["id"], card["memory_gib"] * 1024
    smi, seen = card.get("smi_mib"), card.get("cuda_total_mib")
    if smi:
        report.check(0.85 * marketed <= smi <= 1.005 * marketed, ident,
                     "smi_mib against memory_gib")
    if seen:
        report.check(0.7 * marketed <= seen <= (smi or 1.005 * marketed), ident,
                     "cuda_total_mib above smi_mib or far below memory_gib")
        report.check("cuda_total_source" in card, ident, "cuda_total_mib without its source")
    report.check(("working_set_fraction" in card) == (card["vendor"] == "apple"), ident,
                 "working_set_fraction belongs to Apple's cards, and to all of them")
    if {"memory_bus_bits", "memory_rate_gt_s", "bandwidth_gb_s"} <= set(card):
        wire = card["memory_bus_bits"] * card["memory_rate_gt_s"] / 8
        report.check(near(card["bandwidth_gb_s"], wire, 0.03), ident,
                     f"bandwidth_gb_s is not bus x rate ({wire:.0f})")


def check_order(report, card, slow, fast, low=1.0, high=4.1):
    """A narrower format runs between low and high times as fast as a wider one."""
    if slow in card and fast in card:
        ratio = card[fast] / card[slow]
        report.check(0.99 * low <= ratio <= high, card["id"], f"{fast} / {slow} = {ratio:.2f}")


def check_rates(report, card):
    """Ratios of the dense rates, and flags that agree with them."""
    check_order(report, card, "bf16_tflops", "fp8_tflops", high=4.5)
    check_order(report, card, "fp8_tflops", "fp4_tflops")
    check_order(report, card, "tf32_tflops", "bf16_tflops")
    if card["id"] not in INT8_CUT:
        check_order(report, card, "bf16_tflops", "int8_tops")
    for name in ("bf16", "fp8", "fp4"):
        if f"{name}_tflops" in card:
            report.check(card.get(f"supports_{name}"), card["id"],
                         f"{name} rate without supports_{name}")


def check_cards(report, cards):
    """All checks of the cards."""
    report.check(len(cards) >= MIN_CARDS, "cards", f"{len(cards)} of at least {MIN_CARDS}")
    by_id = {c["id"]: c for c in cards}
    for card in cards:
        check_provenance(report, card)
        check_memory(report, card)
        check_rates(report, card)
        want = DEVICES.get(card["id"], 1)
        report.check(card.get("devices_per_package", 1) == want, card["id"],
                     f"devices_per_package is not {want}")
        report.check(want == 1 or f"one of {want}" in card["name"], card["id"],
                     f"name does not say one of {want}")
    for ident, field, value in ANCHORS:
        known = by_id.get(ident, {}).get(field)
        report.check(known and near(known, value, 0.01), ident,
                     f"{field} is {known}, dense figure {value}")


def check_models(report, models):
    """All checks of the models: provenance, and the count derived again from the config."""
    report.check(len(models) >= MIN_MODELS, "models", f"{len(models)} of at least {MIN_MODELS}")
    for model in models:
        check_provenance(report, model)
        count, published = parameter_count(model["config"]), model.get("published_parameters")
        report.check(count is None or published in (None, count), model["id"],
                     f"config gives {count}, published {published}")
        stored, least = model.get("published_stored_elements"), published or count
        report.check(None in (stored, least) or stored > least, model["id"],
                     "published_stored_elements below the count")
    repositories = [m["repository"].lower() for m in models]
    report.check(len(set(repositories)) == len(models), "models", "a repository is listed twice")


def check_generator(report):
    """generate.py gives the same bytes twice, and its tables are sorted and complete."""
    outputs = []
    with tempfile.TemporaryDirectory() as folder:
        for name in ("a", "b"):
            out, notes = pathlib.Path(folder, name + ".cpp"), pathlib.Path(folder, name + ".json")
            subprocess.run([sys.executable, str(DB / "generate.py"), "--out", str(out),
                            "--notes", str(notes)], check=True)
            outputs.append((out.read_bytes(), notes.read_bytes()))
    report.check(outputs[0] == outputs[1], "generate.py", "two runs differ")


def main():
    """Run every check; the exit code says whether all passed."""
    report = Report()
    cards = load(report, "cards", "card.schema.json")
    models = load(report, "models", "model.schema.json")
    for kind, records in (("cards", cards), ("models", models)):
        ids = [r["id"] for r in records]
        report.check(len(set(ids)) == len(ids), kind, "an id is used twice")
    check_cards(report, cards)
    check_models(report, models)
    check_generator(report)
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
