#!/usr/bin/env python3
"""Measures what the engine allocates: models x settings -> points.csv.

run.py [MODEL ...]                measure the sweep (all models, or some) and rewrite their rows in points.csv
run.py --show MODEL [name=value]  print one point: its buffers and the tensors alive at the peak
--device vulkan: the engine's Vulkan build, on whatever Vulkan device the machine shows it
"""
import argparse
import csv
import datetime
import itertools
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

import archs
import gguf

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CACHE = ROOT / ".cache" / "oracle"
VERSION, ENGINE = "3.22.1", "llama.cpp v0.5.0"
# One device, and nodes in the graph's order, as on CUDA.
VULKAN = {"GGML_VK_VISIBLE_DEVICES": "0", "GGML_VK_DISABLE_GRAPH_OPTIMIZE": "1",
          "GGML_VK_FORCE_MAX_BUFFER_SIZE": str(2**34), "GGML_VK_FORCE_MAX_ALLOCATION_SIZE": str(2**34)}
BUILDS = {"cpu": "linux-x64", "vulkan": "linux-x64-vulkan"}
MODELS = HERE / "models"
POINTS = HERE / "points.csv"
TIME_LIMIT_S = 600

DEFAULTS = {"context": 8192, "batch": 2048, "ubatch": 512, "flash_attention": True, "kv_key": "f16", "kv_value": "f16",
            "sequences": 1, "kv_unified": False, "swa_full": False, "outputs": 0}
SETTINGS = list(DEFAULTS)
MEASURED = ["device", "weights_bytes", "kv_bytes", "kv_cells", "kv_swa_bytes", "kv_swa_cells", "state_bytes",
            "compute_bytes", "live_bytes", "host_mib", "splits", "output_mib", "peak"]


class Mismatch(Exception):
    """The engine's log and its graph disagree, or it did not answer."""


def libraries(device: str) -> pathlib.Path:
    return CACHE / "node_modules" / "@node-llama-cpp" / BUILDS[device] / "bins" / BUILDS[device]


def engine_missing(device: str = "cpu", install: bool = True) -> str | None:
    """Installs the engine once. Says why it cannot, or nothing."""
    if libraries(device).exists():
        return None
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        return "the pinned engine is built for Linux x86_64"
    if not install:
        return "the engine is not installed (tests/oracle/run.py installs it)"
    if not shutil.which("npm"):
        return "npm is not installed"
    CACHE.mkdir(parents=True, exist_ok=True)
    if not (CACHE / "package.json").exists():
        (CACHE / "package.json").write_text('{"private": true}\n')
    done = subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts",
                           f"@node-llama-cpp/{BUILDS[device]}@{VERSION}"],
                          cwd=CACHE, capture_output=True, text=True, timeout=TIME_LIMIT_S)
    said = (done.stderr.strip() or "no reason given").splitlines()[-1]
    return None if libraries(device).exists() else f"npm could not install the engine: {said}"


def model_ids() -> list[str]:
    return sorted(p.stem for p in MODELS.glob("*.json"))


def config(model: str) -> dict:
    return json.loads((MODELS / f"{model}.json").read_text())


def sweep(model: str, device: str = "cpu") -> list[dict]:
    """The settings to measure: one thing at a time, then what acts together."""
    c = config(model)
    cached = "num_attention_heads" in c
    sliding = "sliding_attention" in c.get("layer_types", [])
    changes: list[dict] = [{}, {"outputs": 1}]
    changes += [{"ubatch": u, "outputs": o} for u in (64, 2048) for o in (0, 1)]
    changes += [{"sequences": 4, "kv_unified": k, "outputs": o} for k in (False, True) for o in (0, 4)]
    if cached:
        changes += [{"context": n, "outputs": o} for n in (512, 4096, 32768, 131072) for o in (0, 1)]
        changes += [{"context": n} for n in (1000, 5000)] + [{"context": 1000, "sequences": 3}]
        changes += [{"flash_attention": False, "context": n, "outputs": o} for n in (512, 4096, 32768) for o in (0, 1)]
        changes += [{"flash_attention": False, "ubatch": 64}, {"flash_attention": False, "ubatch": 2048, "outputs": 1}]
        changes += [{"flash_attention": False, "sequences": 4, "kv_unified": k, "outputs": 4} for k in (False, True)]
        changes += [{"kv_key": k, "kv_value": v, "outputs": 1} for k, v in (("q8_0", "q8_0"), ("q4_0", "q4_0"),
                                                                           ("q8_0", "q4_0"), ("f32", "f32"))]
        changes += [{"flash_attention": False, "kv_key": "q8_0", "outputs": 1}]
    if sliding:
        changes += [{"swa_full": True, "context": n, "flash_attention": f, "outputs": 1}
                    for n, f in itertools.product((8192, 32768), (True, False))]
        changes += [{"context": 32768, "sequences": 4, "kv_unified": k, "outputs": 4} for k in (False, True)]
    if device != "cpu":  # keep each buffer within one allocation of the device
        changes = [x for x in changes if x.get("ubatch", 0) < 2048
                   and (x.get("flash_attention", True) or x.get("context", 0) < 32768)]
    return [DEFAULTS | change for change in changes]


def ask(model: str, settings: list[dict], device: str = "cpu", real: bool = False, gpu_layers: int = -1,
        environment: dict | None = None, cpu_experts: bool = False) -> tuple[dict, list[dict]]:
    """The engine's replies: the loaded model, then one a setting. A process of its own, with a time limit."""
    table = archs.gguf(config(model))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "model.gguf"
        gguf.write(path, table.metadata, table.tensors)
        command = [sys.executable, str(HERE / "engine.py"), str(libraries(device)), str(path), str(gpu_layers),
                   *(["--real"] if real else []), *(["--cpu-experts"] if cpu_experts else [])]
        done = subprocess.run(command, input="".join(json.dumps(s) + "\n" for s in settings), text=True,
                              capture_output=True, timeout=TIME_LIMIT_S, env=os.environ | (VULKAN if device != "cpu" else {}) | (environment or {}))
    replies = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if not replies or not replies[0]["ok"]:
        errors = [line for line in (replies[0]["log"] if replies else done.stderr).splitlines() if "error" in line]
        raise Mismatch(f"{model}: {errors[:1] or done.stderr[-500:]}")
    if len(replies) != len(settings) + 1:
        raise Mismatch(f"{model}: the engine stopped at {settings[len(replies) - 1]}: {done.stderr[:300]}")
    return replies[0], replies[1:]


def mib(pattern: str, log: str) -> list[float]:
    return [float(x) for x in re.findall(pattern + r"\s*([\d.]+) MiB", log)]


def row(model: str, loaded: dict, setting: dict, reply: dict, device: str = "cpu") -> dict:
    log = reply["log"]
    swa = {int(i) for i in re.findall(r"layer +(\d+) assigned to device \S+ is_swa = 1", loaded["log"])}
    kv, window, state = 0, 0, 0
    for name, size in reply["caches"].items():
        kind, layer = re.fullmatch(r"cache_([a-z]+)_l(\d+)", name).groups()
        if kind in ("k", "v"):
            window, kv = (window + size, kv) if int(layer) in swa else (window, kv + size)
        else:
            state += size
    caches = re.findall(r"llama_kv_cache: size = .*\( *(\d+) cells, +(\d+) layers", log)
    split = "creating     SWA" in log
    said = mib(r"compute buffer size =", log)
    splits = int(re.findall(r"splits = (\d+)", log)[0])
    if abs(said[0] - reply["compute_bytes"] / 2**20) > 0.006:
        # A device lacks an operation, aligns or splits otherwise; the log's two decimals stand.
        if device == "cpu":
            print(f"{model} {setting}: the log says {said}, the graph {reply['compute_bytes'] / 2**20}", file=sys.stderr)
        reply |= {"compute_bytes": round(said[0] * 2**20), "live_bytes": 0}
    stored = sum(mib(r"llama_kv_cache: size =", log)) + sum(mib(r"llama_memory_recurrent: size =", log))
    if abs(stored - (kv + window + state) / 2**20) > 0.02:
        raise Mismatch(f"{model} {setting}: the log says {stored} MiB of cache, the graph {(kv + window + state) / 2**20}")
    return setting | {
        "model": model, "device": device, "host_mib": said[1] if len(said) > 1 else 0, "splits": splits,
        "weights_bytes": loaded["weights"], "kv_bytes": kv if split or not window else window,
        "kv_cells": int(caches[0][0]) if caches else 0, "kv_swa_bytes": window if split else 0,
        "kv_swa_cells": int(caches[1][0]) if split else 0, "state_bytes": state,
        "compute_bytes": reply["compute_bytes"], "live_bytes": reply["live_bytes"],
        "output_mib": mib(r"output buffer size =", log)[0], "peak": re.sub(r"-\d+$", "", reply["peak"].split()[0])}


def read_points() -> list[dict]:
    if not POINTS.exists():
        return []
    rows = csv.DictReader(line for line in POINTS.open() if not line.startswith("#"))
    return [{k: v if k in ("model", "kv_key", "kv_value", "device", "peak") else
             float(v) if k.endswith("_mib") else int(v)
             for k, v in r.items()} for r in rows]


def write_points(rows: list[dict]) -> None:
    with POINTS.open("w", newline="") as f:
        f.write(f"# {ENGINE} as built in node-llama-cpp {VERSION}; measured {datetime.date.today()}; columns: README.md\n")
        out = csv.DictWriter(f, ["model", *SETTINGS, *MEASURED], lineterminator="\n")
        out.writeheader()
        out.writerows({k: int(v) if isinstance(v, bool) else v for k, v in r.items()} for r in rows)


def show(model: str, changes: list[str], device: str) -> None:
    setting = dict(DEFAULTS)
    for change in changes:
        name, value = change.split("=")
        setting[name] = type(DEFAULTS[name])(int(value)) if not isinstance(DEFAULTS[name], str) else value
    loaded, (reply,) = ask(model, [setting], device)
    if not reply["ok"]:
        raise SystemExit(reply["log"][-800:])
    for name, value in row(model, loaded, setting, reply, device).items():
        print(f"{name:16} {value}")
    print(f"peak at {reply['peak']}")
    for size, text in reply["live"]:
        if size >= 2**14:
            print(f"{size / 2**20:10.3f} MiB  {text}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--device", choices=BUILDS, default="cpu")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    if why := engine_missing(args.device):
        print(f"skipped: {why}")
        return
    if args.show:
        return show(args.names[0], args.names[1:], args.device)
    failed = 0
    chosen = args.names or model_ids()
    rows = [r for r in read_points()
            if r["model"] in model_ids() and (r["model"] not in chosen or r["device"] != args.device)]
    for model in chosen:
        settings = sweep(model, args.device)
        try:
            loaded, replies = ask(model, settings, args.device)
            measured = [row(model, loaded, s, r, args.device) for s, r in zip(settings, replies) if r["ok"]]
        except Mismatch as why:
            failed += 1
            print(why, file=sys.stderr, flush=True)
            continue
        for setting, reply in zip(settings, replies):
            if not reply["ok"]:
                print(f"{model} {setting}: refused: {reply['log'].strip().splitlines()[-1]}", file=sys.stderr)
        rows += measured
        print(f"{model}: {len(measured)} points", flush=True)
    write_points(sorted(rows, key=lambda r: (r["device"], r["model"])))
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
