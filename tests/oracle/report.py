#!/usr/bin/env python3
"""How far the closed forms of formulas.py lie from points.csv. Prints the tables of ANALYSIS.md."""
import statistics
import sys
from collections import defaultdict

import formulas
import run

# Measured after the formulas were written, and not looked at for them.
HELD_OUT = {"gemma-2-2b", "gemma-3-27b", "glm-4.5", "gpt-oss-120b", "granite-4.0-h-small", "kimi-k2", "lfm2-350m",
            "llama-3.2-3b", "mistral-small-24b", "phi-4", "qwen2.5-72b", "qwen3-0.6b", "qwen3-14b", "qwen3-32b",
            "qwen3-4b", "qwen3-coder-480b-a35b"}
# Families that came last: their formulas are the defaults of the others.
NEW_FAMILIES = {"exaone-4.0-32b", "granite-3.3-8b", "internlm2-7b", "qwen1.5-moe-a2.7b", "seed-oss-36b", "smollm3-3b"}


def usual(p: dict) -> bool:
    """What people run: fused attention, a cache of half or quantised precision of one type."""
    return bool(p["flash_attention"]) and p["kv_key"] == p["kv_value"] and p["kv_key"] != "f32"


def compute_error(p: dict) -> float:
    return formulas.compute_bytes(run.config(p["model"]), p, p["device"])[1] / p["compute_bytes"] - 1


def replayed(p: dict) -> bool:
    """A device that lacks an operation, or splits a buffer, measures itself and not the graph."""
    return p["live_bytes"] > 0


def line(name: str, errors: list[float]) -> str:
    sizes = sorted(map(abs, errors))
    percent = [100 * x for x in (statistics.median(sizes), sizes[int(0.95 * len(sizes))], sizes[-1])]
    near = 100 * sum(x <= 0.01 for x in sizes) / len(sizes)
    return f"| {name} | {len(sizes)} | {percent[0]:.2f} % | {percent[1]:.1f} % | {percent[2]:.1f} % | {near:.0f} % |"


HEAD = ["| points | number | median | p95 | worst | within 1 % |", "|--|--|--|--|--|--|"]


def main() -> None:
    points = [p for p in run.read_points() if replayed(p)]
    groups, models = defaultdict(list), defaultdict(list)
    for p in points:
        error = compute_error(p)
        who = ("held-out models" if p["model"] in HELD_OUT else "new families" if p["model"] in NEW_FAMILIES else
               "models the forms were read from")
        rows = "a row a sequence" if p["outputs"] else "all rows"
        what = "usual settings" if usual(p) else "unfused attention or odd caches"
        groups[who, p["device"], rows, what].append(error)
        models[p["model"]].append(error)
    print("\n".join(HEAD))
    for key, errors in sorted(groups.items(), key=lambda g: (g[0][0][0] != "m", g[0])):
        print(line(", ".join(key), errors))
    print("\n" + "\n".join(HEAD))
    for model, errors in sorted(models.items()):
        print(line(model + (" (held out)" if model in HELD_OUT else ""), errors))


if __name__ == "__main__":
    sys.exit(main())
