#!/usr/bin/env python3
"""The steps of tests/run, as a table. The last line says `N passed, N failed, N skipped`.

A step is one command with a way to count what it tested. A step that ends badly but counts no failure
adds one. A skipped test fails the run unless MAY_SKIP names it; it is counted either way.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as xml
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import astuple, dataclass, field
from typing import Callable

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "lint"))
from files import ROOT, tree_files  # noqa: E402

LOGS = ROOT / "build" / "logs"
JOBS = str(os.cpu_count() or 2)
# Tests that may skip, because they need what a fresh clone does not have; any other skip fails.
MAY_SKIP = {"Truth.ModelFilesAsFound", "Truth.WiderCollectionOfConfigs", "Topologies.RealOnesAsWorkedOut", "Traces.RealOnesAsWorkedOut"}


@dataclass
class Counts:
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    expected_skips: int = 0  # of the skipped


def one(code: int, log: str) -> Counts:
    """The whole command is one check."""
    return Counts(passed=int(code == 0), failed=int(code != 0))


def summary_line(code: int, log: str) -> Counts:
    """The command says "N passed, M failed[, K skipped]" itself; the last such line counts."""
    found = re.findall(r"(\d+) passed, (\d+) failed(?:, (\d+) skipped)?", log)
    return Counts(*(int(n or 0) for n in found[-1])) if found else Counts(failed=1)


def opt_in(code: int, log: str) -> Counts:
    """As summary_line; a skip says that something optional could not be installed, and is expected."""
    counts = summary_line(code, log)
    counts.expected_skips = counts.skipped
    return counts


def tap(code: int, log: str) -> Counts:
    """node --test with the TAP reporter."""
    def number(word: str) -> int:
        return sum(int(n) for n in re.findall(rf"^# {word} (\d+)$", log, re.MULTILINE))
    return Counts(number("pass"), number("fail") + number("cancelled"), number("skipped") + number("todo"))


def opt_in_tap(code: int, log: str) -> Counts:
    """As tap; a skip says that the browser is not installed, and is expected."""
    counts = tap(code, log)
    counts.expected_skips = counts.skipped
    return counts


def junit(path: pathlib.Path) -> Callable[[int, str], Counts]:
    """ctest's report."""
    def parse(code: int, log: str) -> Counts:
        if not path.exists():
            return Counts(failed=1)
        suite = xml.parse(path).getroot()
        total, failed, skipped, disabled = (
            int(suite.get(key, 0)) for key in ("tests", "failures", "skipped", "disabled"))
        expected = sum(case.get("name") in MAY_SKIP for case in suite.iter("testcase")
                       if case.find("skipped") is not None)
        return Counts(total - failed - skipped - disabled, failed, skipped + disabled, expected)
    return parse


@dataclass
class Step:
    group: str
    name: str
    command: list[str]
    count: Callable[[int, str], Counts] = one
    full: bool = False          # slow: only with --full, or when its group is asked for
    needs: tuple[str, ...] = () # names of the steps without which this one makes no sense
    environment: dict[str, str] = field(default_factory=dict)
    alone: bool = False         # uses every core by itself; other steps run two at a time


def build(preset: str, full: bool = False, *more: str) -> list[Step]:
    return [Step(preset, f"configure {preset}", ["cmake", "--preset", preset, *more], full=full, alone=True),
            Step(preset, f"build {preset}", ["cmake", "--build", "--preset", preset], full=full,
                 needs=(f"configure {preset}",), alone=True)]


def ctest(preset: str, full: bool = False, *more: str) -> Step:
    report = LOGS / f"ctest-{preset}.xml"
    report.unlink(missing_ok=True)
    return Step(preset, f"ctest {preset}",
                ["ctest", "--preset", preset, "-LE", "lint", "-j", JOBS, "--output-junit", str(report), *more],
                junit(report), full, (f"build {preset}",), alone=True)


def node_step(group: str, name: str, *files: pathlib.Path) -> Step:
    command = ["node", "--test", "--test-reporter=tap", *(str(p.relative_to(ROOT)) for p in files)]
    return Step(group, name, command, tap, needs=("build dev", "build web"))


def node_tests(group: str, *folders: str) -> list[Step]:
    """One step a folder: files named *.test.mjs or *.test.js."""
    found = {folder: sorted((ROOT / "tests" / folder).glob("**/*.test.*js")) for folder in folders}
    return [node_step(group, folder, *files) for folder, files in found.items() if files]


def browser() -> list[Step]:
    """One step a file, the largest first: they run two at a time."""
    files = sorted((ROOT / "tests/browser").glob("*.test.mjs"), key=lambda p: -p.stat().st_size)
    return [node_step("browser", f"browser {p.name.split('.')[0]}", p) for p in files]


def sources(*endings: str) -> list[str]:
    return [p for p in tree_files() if p.endswith(endings)]


def lint() -> list[Step]:
    steps = [Step("lint", path.stem, [sys.executable, str(path)], summary_line)
             for path in sorted((ROOT / "tests" / "lint").glob("*_lint.py"))]
    files = sources(".cpp", ".h")
    # Each release of clang-format lays out a little differently: 14 decides.
    tool = next((t for t in ("clang-format-14", "clang-format") if shutil.which(t)), None)
    version = subprocess.run([tool, "--version"], capture_output=True, text=True).stdout if tool else ""
    if files and " 14." in version:
        steps.append(Step("lint", "clang-format", [tool, "--dry-run", "--Werror", *files]))
    # Benches and fuzzers are built with --full only; here they are at least compiled.
    compiler = [os.environ.get("CXX", "c++"), "-std=gnu++20", "-fsyntax-only", "-Wall", "-Werror", "-Icore/include", "-Icore/src"]
    steps += [Step("lint", f"compiles {p}", [*compiler, p]) for p in sources(".cpp") if p.startswith(("tests/bench/", "tests/fuzz/"))]
    scripts = [p for p in sources("/run", "/serve", ".sh") if (ROOT / p).read_bytes().startswith(b"#!/bin/sh")]
    steps += [Step("lint", f"sh -n {p}", ["sh", "-n", p]) for p in scripts]
    return steps


def desktop() -> list[Step]:
    """Programs that need a display: tests/desktop/*_test.py, which print their counts."""
    return [Step("desktop", path.stem, ["xvfb-run", "-a", "-s", "-screen 0 1280x800x24 +extension GLX",
                                        sys.executable, str(path)], summary_line, needs=("build dev",),
                 environment={"LIBGL_ALWAYS_SOFTWARE": "1"})
            for path in sorted((ROOT / "tests" / "desktop").glob("*_test.py"))]


def firefox() -> list[Step]:
    """The main job in Firefox, which draws WebGL only on a display; a machine without it skips them."""
    files = sorted(str(p.relative_to(ROOT)) for p in (ROOT / "tests" / "firefox").glob("*.test.mjs"))
    return [Step("firefox", "firefox", ["xvfb-run", "-a", "-s", "-screen 0 1400x1000x24 +extension GLX",
                                        "node", "--test", "--test-reporter=tap", *files], opt_in_tap,
                 needs=("build dev", "build web"), environment={"LIBGL_ALWAYS_SOFTWARE": "1"})]


def table(everything: bool) -> list[Step]:
    # The kinds that need no display are compiled once, with the sanitizers; dev has them too where
    # everything, or dev itself, is asked for.
    kinds = "all" if everything else "golden;cli;desktop;ui"
    return [
        *lint(),
        *build("dev", False, f"-DVRAMSCOPE_TEST_KINDS={kinds}"), ctest("dev"),
        Step("truth", "accuracy", ["node", "--test", "--test-reporter=tap", "tests/truth/accuracy.test.mjs"], tap, needs=("build dev",)),
        *build("web"),
        *node_tests("node", "parity", "size", "web", "handbook", "npm"),
        *browser(),
        *firefox(),
        *desktop(),
        Step("oracle", "oracle points", [sys.executable, "tests/oracle/oracle_test.py"], summary_line),
        Step("oracle", "oracle estimates", [sys.executable, "tests/oracle/compare.py"], summary_line, needs=("build dev",)),
        Step("oracle", "oracle engine", [sys.executable, "tests/oracle/oracle_test.py", "--engine"], opt_in, full=True),
        *build("asan"), ctest("asan"),
        *build("release", full=True), ctest("release", True),
        *build("tidy", full=True),
        *build("fuzz", full=True), ctest("fuzz", True),
        *build("bench", full=True), ctest("bench", True),
    ]


def run(step: Step) -> tuple[Counts, str]:
    """What the step counted, and what there is to say of it."""
    started = time.monotonic()
    done = subprocess.run(step.command, cwd=ROOT, text=True, errors="replace", stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, env={**os.environ, **step.environment}, check=False)
    counts = step.count(done.returncode, done.stdout)
    if done.returncode != 0 and counts.failed == 0:
        counts.failed = 1
    log = LOGS / (re.sub(r"[^\w.-]+", "-", step.name) + ".log")
    log.write_text(done.stdout, encoding="utf-8")
    said = []
    if counts.failed or counts.skipped:
        lines = done.stdout.splitlines()
        telling = [i for i, line in enumerate(lines) if re.search(r"\berror\b|FAILED|^not ok|Error:", line)]
        first = max(0, min(telling[0] - 5, len(lines) - 60)) if telling else max(0, len(lines) - 60)
        said = ["    " + line for line in lines[first:first + 60]]
        said.append(f"    (all of it: {log.relative_to(ROOT)})")
    word = "FAIL" if counts.failed or counts.skipped > counts.expected_skips else "ok  "
    said.append(f"{word}  {step.name}: {counts.passed} passed, {counts.failed} failed, {counts.skipped} skipped"
                f"  ({time.monotonic() - started:.0f} s)")
    return counts, "\n".join(said)


def run_all(steps: list[Step]) -> Counts:
    """Every step once, in the order of the table as far as its needs and the cores allow."""
    total = Counts()
    ended: dict[str, bool] = {}  # did it go well?
    waiting = list(steps)
    running: dict = {}           # future -> step

    def lost(step: Step) -> str:
        return next((need for need in step.needs if ended.get(need) is False), "")

    def may_start(step: Step) -> bool:
        free = not running if step.alone else len(running) < 2 and not any(s.alone for s in running.values())
        return free and all(need in ended for need in step.needs)

    with ThreadPoolExecutor(2) as pool:
        while waiting or running:
            for step in list(waiting):
                if need := lost(step):
                    waiting.remove(step)
                    ended[step.name] = False
                    total.failed += 1
                    print(f"FAIL  {step.name}: {need} failed", flush=True)
                elif may_start(step):
                    waiting.remove(step)
                    running[pool.submit(run, step)] = step
            for future in wait(running, return_when=FIRST_COMPLETED).done if running else ():
                step = running.pop(future)
                counts, said = future.result()
                ended[step.name] = counts.failed == 0
                total = Counts(*(a + b for a, b in zip(astuple(total), astuple(counts))))
                print(said, flush=True)
    return total


def main() -> int:
    parser = argparse.ArgumentParser(description="Build and test everything.")
    parser.add_argument("--full", action="store_true", help="also the slow groups")
    parser.add_argument("--only", default="", metavar="GROUP,…", help="these groups only (see --list)")
    parser.add_argument("--list", action="store_true", help="show the steps")
    parser.add_argument("--no-install", action="store_true", help="do not look for missing packages")
    args = parser.parse_args()
    LOGS.mkdir(parents=True, exist_ok=True)
    wanted = set(filter(None, args.only.split(",")))
    steps = table(everything=args.full or "dev" in wanted)
    if args.list:
        for step in steps:
            print(f"{step.group:10}{'--full  ' if step.full else '        '}{step.name}")
        return 0
    if unknown := wanted - {step.group for step in steps}:
        parser.error(f"no group {', '.join(sorted(unknown))}; see --list")
    # A group brings the builds that its steps need.
    chosen = {s.name for s in steps if (s.group in wanted if wanted else args.full or not s.full)}
    for step in reversed(steps):
        if step.name in chosen:
            chosen.update(step.needs)

    total = run_all([step for step in steps if step.name in chosen])
    print(f"{total.passed} passed, {total.failed} failed, {total.skipped} skipped")
    return 1 if total.failed or total.skipped > total.expected_skips or not total.passed else 0


if __name__ == "__main__":
    sys.exit(main())
