#!/usr/bin/env python3
"""The estimator against the measurements, term by term.

compare.py VRAMSCOPE [--points FILE]: asks the command line for every point, prints residuals as tables, and with
--points writes measured and estimated of each. Points that need a field the program does not know yet are counted apart.
"""
import argparse
import csv
import json
import subprocess
import sys
from collections import Counter, defaultdict

import report
import run

GPU = "b300-sxm-288gb"  # no verdict is wanted


def device_weights(p: dict) -> int:
    """All but the embedding; a tied model's head is a second copy of it. gpt-oss mixes types: not compared."""
    c = run.config(p["model"])
    if c["model_type"] == "gpt_oss":
        return 0
    return p["weights_bytes"] - (0 if c.get("tie_word_embeddings") else 2 * c["vocab_size"] * c["hidden_size"])


TERMS = {"weights": device_weights, "kv_cache": lambda p: p["kv_bytes"] + p["kv_swa_bytes"],
         "recurrent_state": lambda p: p["state_bytes"], "workspace": lambda p: p["compute_bytes"]}


def request(p: dict) -> dict:
    same = p["kv_key"] == p["kv_value"]
    return {"v": 1, "explain": "none", "model": {"config": run.config(p["model"])}, "weights": "f16", "gpu": GPU,
            "engine": "llama.cpp", "context": -(-p["context"] // p["sequences"]), "batch": p["sequences"],
            "kv": p["kv_key"] if same else {"k": p["kv_key"], "v": p["kv_value"]},
            "options": {"total_context": p["context"], "ubatch": p["ubatch"], "batch_tokens": p["batch"],
                        "attention": "flash" if p["flash_attention"] else "unfused", "swa_full": bool(p["swa_full"]),
                        "kv_unified": bool(p["kv_unified"]), "outputs": "slots" if p["outputs"] else "all"}}


def answers(program: str, requests: list[dict]) -> list[dict]:
    done = subprocess.run([program, "estimate", "--lines"], text=True, capture_output=True, check=False,
                          input="".join(json.dumps(r) + "\n" for r in requests))
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    if len(replies) != len(requests):
        raise SystemExit(f"{len(requests)} questions, {len(replies)} replies: {done.stderr[-300:]}")
    return replies


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--points")
    args = parser.parse_args()
    points = [p for p in run.read_points() if p["device"] == "vulkan" and report.replayed(p)]
    requests = [request(p) for p in points]
    # A field this program cannot compute with is left out if the point has its default; else the point is.
    replies, missing = answers(args.program, requests), Counter()
    lacking = {e["field"] for r in replies if not r["ok"] for e in r["errors"] if e["code"] == "not_supported"}
    usual = {"options.total_context": lambda p: p["context"] % p["sequences"] == 0,
             "options.kv_unified": lambda p: not p["kv_unified"], "options.outputs": lambda p: p["outputs"] == 0}
    for r in requests:
        for field in lacking:
            r["options"].pop(field.removeprefix("options."), None)
    replies = answers(args.program, requests)
    errors, rows = defaultdict(list), []
    for p, reply in zip(points, replies):
        unsaid = sorted(f for f in lacking if not usual.get(f, lambda p: True)(p))
        if unsaid or not reply["ok"]:
            missing[", ".join(unsaid) or f"{reply['errors'][0]['field']}: {reply['errors'][0]['code']}"] += 1
            continue
        said = Counter()
        for t in reply["results"][0]["terms"]:
            said[t["id"]] += t["bytes"] if t["place"] == "allocated" else 0
        for term, measured in TERMS.items():
            if real := measured(p):
                error = said[term] / real - 1
                errors[term, "all models"].append(error)
                if term != "weights":
                    errors[term, p["model"]].append(error)
                rows.append({"model": p["model"], **{k: p[k] for k in run.SETTINGS}, "term": term, "measured": real,
                             "estimated": said[term], "error": f"{error:.5f}"})
    print("\n".join(report.HEAD))
    for (term, model), found in sorted(errors.items(), key=lambda x: (x[0][1] != "all models", x[0])):
        print(report.line(f"{term}, {model}", found))
    for why, number in missing.most_common():
        print(f"not asked: {number} points, {why}")
    if args.points and rows:
        with open(args.points, "w", newline="") as f:
            out = csv.DictWriter(f, list(rows[0]), lineterminator="\n")
            out.writeheader()
            out.writerows(rows)


if __name__ == "__main__":
    sys.exit(main())
