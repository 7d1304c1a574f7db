#!/usr/bin/env python3
"""Measures layers split over several devices, and partly left on the CPU -> devices.csv.

One Vulkan device is shown to the engine several times, so one machine without a card does. Only the log is read.
"""
import csv
import datetime
import re
import sys

import run

TABLE = run.HERE / "devices.csv"
MODELS = ["gemma-2-9b", "gemma-3-12b", "gemma-3-4b", "glm-4.5-air", "gpt-oss-20b", "llama-2-7b",
          "llama-3.1-70b", "llama-3.1-8b", "mixtral-8x7b", "phi-3.5-mini", "qwen2.5-7b", "qwen3-235b-a22b",
          "qwen3-30b-a3b", "qwen3-8b", "qwen3.5-27b"]
SETTINGS = ["context", "ubatch", "flash_attention", "sequences", "outputs"]
CHANGES = [{"outputs": 1}, {}, {"outputs": 1, "context": 32768}, {"outputs": 1, "ubatch": 64},
           {"outputs": 4, "sequences": 4}, {"outputs": 1, "context": 4096, "flash_attention": False}]
COLUMNS = ["model", "devices", "gpu_layers", "cpu_experts", *SETTINGS, "layers", "compute_mib", "host_mib",
           "pipeline", "splits"]


def rows(model: str, devices: int, gpu_layers: int, changes: list[dict], cpu_experts: bool = False):
    settings = [run.DEFAULTS | x | {"log_only": True} for x in changes]
    loaded, replies = run.ask(model, settings, "vulkan", gpu_layers=gpu_layers, cpu_experts=cpu_experts,
                              environment={"GGML_VK_VISIBLE_DEVICES": ",".join("0" * devices)})
    on = re.findall(r"layer +\d+ assigned to device Vulkan(\d+)", loaded["log"])
    for s, reply in zip(settings, replies):
        sizes = re.findall(r"(Vulkan\d+|Vulkan_Host|CPU) compute buffer size = +([\d.]+) MiB", reply["log"])
        if not reply["ok"] or not sizes:
            print(f"{model} {devices} {gpu_layers} {s}: refused", file=sys.stderr)
            continue
        yield {"model": model, "devices": devices, "gpu_layers": gpu_layers, "cpu_experts": int(cpu_experts),
               **{k: int(s[k]) for k in SETTINGS},
               "layers": "+".join(str(on.count(str(i))) for i in range(devices)),
               "compute_mib": "+".join(size for name, size in sizes if name[-1].isdigit()),
               "host_mib": next((size for name, size in sizes if not name[-1].isdigit()), 0),
               "pipeline": int("pipeline parallelism enabled" in reply["log"]),
               "splits": re.findall(r"splits = (\d+)", reply["log"])[0]}


def read() -> list[dict]:
    table = csv.DictReader(line for line in TABLE.open() if not line.startswith("#"))
    return [{k: v if k == "model" else [float(x) for x in v.split("+")] if k in ("layers", "compute_mib")
             else float(v) if k == "host_mib" else int(v) for k, v in r.items()} for r in table]


def main() -> None:
    if why := run.engine_missing("vulkan"):
        print(f"skipped: {why}")
        return
    table = []
    for model in MODELS:
        layers = run.config(model)["num_hidden_layers"]
        for devices in (2, 4):
            table += rows(model, devices, -1, CHANGES)
        for part in (layers // 2, 0):
            table += rows(model, 1, part, CHANGES[:3])
        if "num_experts_per_tok" in run.config(model):
            table += rows(model, 1, -1, CHANGES[:3] + [{"outputs": 1, "ubatch": 2048}], cpu_experts=True)
        print(model, flush=True)
    with TABLE.open("w", newline="") as f:
        f.write(f"# {run.ENGINE} as built in node-llama-cpp {run.VERSION}; measured {datetime.date.today()}; "
                "columns: README.md\n")
        out = csv.DictWriter(f, COLUMNS, lineterminator="\n")
        out.writeheader()
        out.writerows(table)


if __name__ == "__main__":
    main()
