#!/usr/bin/env python3
"""Checks points.csv against formulas.py; with --engine, also measures some points again.

The last line says `N passed, N failed, N skipped`. Without the engine, --engine is one skip with the reason.
"""
import statistics
import sys
from collections import Counter, defaultdict

import archs
import devices
import formulas
import report
import run

AGAIN = {"llama-3.1-8b": 4, "gemma-3-4b": 7, "qwen3-30b-a3b": 7, "deepseek-v2-lite": 5, "qwen3.5-27b": 9, "lfm2-1.2b": 9}
REAL = "gpt2-medium"  # small enough to load in earnest
count = Counter()


def check(name: str, good: bool, text: str = "") -> None:
    count["passed" if good else "failed"] += 1
    if not good:
        print(f"FAILED {name}: {text}")


def cache_errors(points: list[dict], c: dict) -> list[str]:
    wrong = []
    for p in points:
        where = {k: p[k] for k in run.SETTINGS if p[k] != run.DEFAULTS[k]}
        kv = formulas.kv_bytes(c, p)
        if kv != (p["kv_bytes"], p["kv_swa_bytes"]):
            wrong.append(f"{where}: cache {kv}, measured {p['kv_bytes'], p['kv_swa_bytes']}")
        if formulas.state_bytes(c, p) != p["state_bytes"]:
            wrong.append(f"{where}: state {formulas.state_bytes(c, p)}, measured {p['state_bytes']}")
        if abs(formulas.output_bytes(c, p) / 2**20 - p["output_mib"]) > 0.006:
            wrong.append(f"{where}: output buffer, measured {p['output_mib']} MiB")
        if p["splits"] == 2 and abs(formulas.host_bytes(c, p) / 2**20 - p["host_mib"]) > 0.02:
            wrong.append(f"{where}: host {formulas.host_bytes(c, p) / 2**20:.2f}, measured {p['host_mib']} MiB")
    return wrong


def table() -> None:
    by_model = defaultdict(list)
    for p in run.read_points():
        by_model[p["model"]].append(p)
    for model in run.model_ids():
        c, points = run.config(model), by_model.pop(model, [])
        check(f"{model}: measured", bool(points), "no point")
        weights = sum(t.bytes for t in archs.gguf(c).tensors)
        check(f"{model}: weights", all(p["weights_bytes"] == weights for p in points), str(weights))
        wrong = cache_errors(points, c)
        check(f"{model}: caches, state, outputs and host inputs to the byte", not wrong, "; ".join(wrong[:3]))
    check("every point has its model", not by_model, ", ".join(by_model))
    errors = defaultdict(list)
    for p in run.read_points():
        if report.replayed(p):
            errors[p["device"], p["model"] in report.HELD_OUT].append(abs(report.compute_error(p)))
    for (device, held_out), e in sorted(errors.items()):
        name = f"compute buffer, {device}, {'held-out' if held_out else 'other'} models"
        check(f"{name}: median within 0.1 %", statistics.median(e) <= 0.001, f"{statistics.median(e):.4f}")
        check(f"{name}: nine in ten within 5 %", sorted(e)[int(0.9 * len(e))] <= 0.05, f"{sorted(e)[int(0.9 * len(e))]:.4f}")


def several_devices() -> None:
    on_devices, on_host = [], []
    for p in devices.read():
        if not p["pipeline"]:
            continue
        setting = run.DEFAULTS | {k: p[k] for k in devices.SETTINGS}
        sizes, host = formulas.split_bytes(run.config(p["model"]), setting, p["devices"])
        on_devices += [abs(size / 2**20 / said - 1) for size, said in zip(sizes, p["compute_mib"])]
        on_host.append(abs(host / 2**20 / p["host_mib"] - 1))
    check("split layers: median within 0.1 %", statistics.median(on_devices) <= 0.001)
    check("split layers: nine in ten within 1 %", sorted(on_devices)[int(0.9 * len(on_devices))] <= 0.01)
    check("split layers: host within 0.2 %", max(on_host) <= 0.002, f"{max(on_host):.4f}")


def engine() -> None:
    if why := run.engine_missing():
        count["skipped"] += 1
        print(f"skipped: {why}")
        return
    known = defaultdict(list)
    for p in run.read_points():
        if p["device"] == "cpu":
            known[p["model"]].append(p)
    for model, step in AGAIN.items():
        points = known[model][::step]
        loaded, replies = run.ask(model, [{k: p[k] for k in run.SETTINGS} for p in points])
        for p, reply in zip(points, replies):
            now = run.row(model, loaded, {k: p[k] for k in run.SETTINGS}, reply)
            differs = {k: (now[k], p[k]) for k in p if now[k] != p[k]}
            check(f"{model}: measured again", not differs, str(differs))
    settings = [run.DEFAULTS | {"context": 1024}, run.DEFAULTS | {"context": 1024, "flash_attention": False}]
    (planned, plans), (mapped, reals) = run.ask(REAL, settings), run.ask(REAL, settings, real=True)
    said = run.mib(r"model buffer size =", mapped["log"])
    check("the mapped file is the weights", abs(sum(said) - planned["weights"] / 2**20) < 0.01, str(said))
    for plan, real in zip(plans, reals):
        for what in ("KV buffer", "compute buffer", "output buffer"):
            name = "llama_kv_cache: size =" if what == "KV buffer" else f"{what} size ="
            check(f"{what}: planned as allocated", run.mib(name, plan["log"])[:1] == run.mib(f"{what} size =", real["log"]),
                  f"{run.mib(name, plan['log'])} {run.mib(f'{what} size =', real['log'])}")


if __name__ == "__main__":
    if "--engine" in sys.argv:
        engine()
    else:
        table()
        several_devices()
    print(f"{count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped")
    sys.exit(count["failed"] > 0)
