#!/usr/bin/env python3
"""The estimator against the measurements, term by term.

compare.py [VRAMSCOPE] [--points FILE] [--models]: asks the command line for every point of the device build, prints
residuals as tables, and fails where a term is further off than LIMITS says. --points writes measured and estimated of each.
The last line says `N passed, N failed`.
"""
import argparse
import csv
import json
import statistics
import subprocess
import sys
from collections import Counter, defaultdict

import archs
import devices
import formulas
import report
import run

GPU = "b300-sxm-288gb"  # no verdict is wanted
PROGRAM = run.HERE.parents[1] / "build" / "dev" / "bin" / "vramscope"
EXACT = 1e-6  # of a term: a bias of a router more or less
count = Counter()


def check(name: str, good: bool, text: str = "") -> None:
    count["passed" if good else "failed"] += 1
    if not good:
        print(f"FAILED {name}: {text}")


def device_weights(p: dict) -> int:
    """All but what is looked up; without a head of its own, a file's embedding is that too, on the device.
    gpt-oss mixes types: not compared."""
    c = run.config(p["model"])
    if c["model_type"] == "gpt_oss":
        return 0
    sizes = {t.name: t.bytes for t in archs.gguf(c).tensors}
    looked_up = sizes["token_embd.weight"] if "output.weight" in sizes else 0
    return p["weights_bytes"] - looked_up - sizes.get("position_embd.weight", 0)


def on_host(p: dict) -> float:
    """Inputs and embeddings, and the logits handed to the caller; the log has two decimals of a MiB."""
    return formulas.host_bytes(run.config(p["model"]), p) + formulas.output_bytes(run.config(p["model"]), p)


# Term, where it lies, and what was measured.
TERMS = {("weights", "allocated"): device_weights,
         ("kv_cache", "allocated"): lambda p: p["kv_bytes"] + p["kv_swa_bytes"],
         ("recurrent_state", "allocated"): lambda p: p["state_bytes"],
         ("workspace", "allocated"): lambda p: p["compute_bytes"],
         ("workspace", "host"): on_host}


def request(c: dict, s: dict, count: int = 1) -> dict:
    kv = s["kv_key"] if s["kv_key"] == s["kv_value"] else {"k": s["kv_key"], "v": s["kv_value"]}
    return {"v": 1, "explain": "none", "model": {"config": c}, "weights": "f16", "gpu": GPU, "gpus": count,
            "engine": "llama.cpp", "context": max(1, s["context"] // s["sequences"]), "batch": s["sequences"], "kv": kv,
            "options": {"total_context": s["context"], "ubatch": s["ubatch"], "batch_tokens": s["batch"],
                        "attention": "flash" if s["flash_attention"] else "unfused", "swa_full": bool(s["swa_full"]),
                        "kv_unified": bool(s["kv_unified"]), "outputs": "slots" if s["outputs"] else "all"}}


def answers(program: str, requests: list[dict]) -> list[dict]:
    done = subprocess.run([program, "estimate", "--lines"], text=True, capture_output=True, check=False,
                          input="".join(json.dumps(r) + "\n" for r in requests))
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    if len(replies) != len(requests):
        raise SystemExit(f"{len(requests)} questions, {len(replies)} replies: {done.stderr[-300:]}")
    return replies


def one_device(program: str, by_model: bool) -> list[dict]:
    points = [p for p in run.read_points() if p["device"] == "vulkan" and report.replayed(p)]
    replies = answers(program, [request(run.config(p["model"]), p) for p in points])
    errors, models, rows = defaultdict(list), defaultdict(list), []
    inside, widths = [], []
    for p, reply in zip(points, replies):
        if not reply["ok"]:
            check(f"{p['model']}", False, str(reply["errors"][0]))
            continue
        terms = defaultdict(list)
        for t in reply["results"][0]["terms"]:
            terms[t["id"], t["place"]].append(t)
        for key, measured in TERMS.items():
            real = measured(p)
            if not real:
                continue
            said = sum(t["bytes"] for t in terms[key])
            error = said / real - 1
            what = "usual settings" if report.usual(p) else "unfused attention or odd caches"
            name = f"{key[0]}, {key[1]}"
            errors[f"{name}, {what}" if key == ("workspace", "allocated") else name].append(error)
            if key == ("workspace", "allocated"):
                models[p["model"]].append(error)
                t = terms[key][0]
                inside.append(t["low"] - 1 <= real <= t["high"] + 1)
                widths.append((t["high"] - t["low"]) / (t["high"] + t["low"]) * 2)
            rows.append({"model": p["model"], **{k: p[k] for k in run.SETTINGS}, "term": name, "measured": real,
                         "estimated": said, "error": f"{error:.5f}"})
    print("\n".join(report.HEAD))
    for name, found in sorted(errors.items()):
        print(report.line(name, found))
        if not name.startswith("workspace, allocated"):
            check(f"{name}: exact", max(map(abs, found)) < EXACT, f"{max(map(abs, found)):.9f}")
    sizes = sorted(map(abs, errors["workspace, allocated, usual settings"]))
    check("compute buffer, usual settings: median within 1 %", statistics.median(sizes) <= 0.01)
    p95 = sizes[int(0.95 * len(sizes))]
    check("compute buffer, usual settings: p95 within 5 %", p95 <= 0.05, f"{p95:.4f}")
    share, width = statistics.mean(inside), statistics.median(widths)
    print(f"\nThe stated range of the compute buffer covers {100 * share:.1f} % of {len(inside)} points; "
          f"its median width is {100 * width:.1f} %.")
    check("compute buffer: nine in ten inside the stated range", share >= 0.9, f"{share:.3f}")
    if by_model:
        print("\n" + "\n".join(report.HEAD))
        for name, found in sorted(models.items()):
            print(report.line(name, found))
    return rows


def several_devices(program: str) -> None:
    """Layers split over devices. Weights and caches are set to nothing, so that what is left is the compute buffer."""
    points = [p for p in devices.read() if p["pipeline"]]
    requests = []
    for p in points:
        asked = request(run.config(p["model"]), run.DEFAULTS | {k: p[k] for k in devices.SETTINGS}, p["devices"])
        requests.append(asked | {"overrides": {"weights": 0, "kv_cache": 0, "recurrent_state": 0}})
    errors = []
    for p, reply in zip(points, answers(program, requests)):
        if not reply["ok"]:
            check(f"{p['model']} on {p['devices']} devices", False, str(reply["errors"][0]))
            continue
        for rank in reply["results"][0]["per_rank"]:
            errors.append(rank["allocated"]["bytes"] / 2**20 / p["compute_mib"][rank["rank"]] - 1)
    print("\n" + "\n".join(report.HEAD))
    print(report.line("workspace, layers split over 2 or 4 devices", errors))
    sizes = sorted(map(abs, errors))
    check("split layers: median within 0.1 %", statistics.median(sizes) <= 0.001, f"{statistics.median(sizes):.4f}")
    check("split layers: p95 within 5 %", sizes[int(0.95 * len(sizes))] <= 0.05, f"{sizes[int(0.95 * len(sizes))]:.4f}")


def partly_on_the_cpu(program: str) -> None:
    """Layers, or a mixture's experts, that stay in CPU memory. No closed form: the range must hold it."""
    # gpt-oss mixes types: what is copied is not what the request says.
    points = [p for p in devices.read() if p["devices"] == 1 and not p["model"].startswith("gpt-oss")]
    requests = []
    for p in points:
        asked = request(run.config(p["model"]), run.DEFAULTS | {k: p[k] for k in devices.SETTINGS})
        asked["options"] |= {"cpu_moe": 65536} if p["cpu_experts"] else {"gpu_layers": p["gpu_layers"]}
        requests.append(asked)
    errors, inside, widths = defaultdict(list), [], []
    for p, reply in zip(points, answers(program, requests)):
        if not reply["ok"]:
            check(f"{p['model']}, {p['gpu_layers']} layers", False, str(reply["errors"][0]))
            continue
        t = next(t for t in reply["results"][0]["terms"] if t["id"] == "workspace")
        real = p["compute_mib"][0] * 2**20
        errors["experts" if p["cpu_experts"] else "layers"].append(t["bytes"] / real - 1)
        inside.append(t["low"] <= real * 1.001 and real <= t["high"] * 1.001)
        widths.append((t["high"] - t["low"]) / (t["high"] + t["low"]) * 2)
    print("\n" + "\n".join(report.HEAD))
    for what, found in sorted(errors.items()):
        print(report.line(f"workspace, {what} in CPU memory", found))
    share = statistics.mean(inside)
    print(f"\nThe stated range covers {100 * share:.1f} % of {len(inside)}; its median width is "
          f"{100 * statistics.median(widths):.0f} %.")
    check("layers in CPU memory: nine in ten inside the stated range", share >= 0.9, f"{share:.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=str(PROGRAM))
    parser.add_argument("--points")
    parser.add_argument("--models", action="store_true", help="also a table by model")
    args = parser.parse_args()
    rows = one_device(args.program, args.models)
    several_devices(args.program)
    partly_on_the_cpu(args.program)
    if args.points and rows:
        with open(args.points, "w", newline="") as f:
            out = csv.DictWriter(f, list(rows[0]), lineterminator="\n")
            out.writeheader()
            out.writerows(rows)
    print(f"{count['passed']} passed, {count['failed']} failed")
    sys.exit(count["failed"] > 0)


if __name__ == "__main__":
    main()
