#!/usr/bin/env python3
"""Rules about the tree itself: what may lie at the top, layering, no hosts, no machine paths."""
import re
import sys

from files import ROOT, tree_files

TOP = set("CMakeLists.txt core web imgui_ui gpu_db tests .github README.md README.zh.md LICENSE CHANGELOG.md "
          "CMakePresets.json package.json package-lock.json .ci .clang-format .clang-tidy .editorconfig "
          ".gitignore .gitattributes .npmrc".split())
BINARY = {".png", ".ico", ".webp", ".gguf", ".safetensors", ".gz"}
# Written in parts, so that this file obeys its own rule.
REGISTRIES = re.compile("|".join(("registry" + r"\.npmjs", "registry" + r"\.yarnpkg", "deb" + r"\.debian\.org",
                                  "archive" + r"\.ubuntu\.com", "pypi" + r"\.org", "files" + r"\.pythonhosted")))
MACHINE_PATH = re.compile(r"(?<![\w./-])/(?:" + "work|home" + r")/\w+")
INCLUDE = re.compile(r'#include\s*[<"]([^>"]+)[>"]')


def layering(path: str, includes: list[str]) -> list[str]:
    """core links the standard library and, at its edge, JSON; nothing in core sees a view."""
    wrong = []
    for name in includes:
        if path.startswith("core/") and re.search(r"imgui|GLFW|emscripten|(^|/)GL/", name):
            wrong.append(f"core includes {name}")
        if path.startswith("core/include/") and "rapidjson" in name:
            wrong.append("a public header includes the JSON library")
        if path.startswith("core/src/") and "rapidjson" in name and not re.match(
                r"core/src/(io|models|trace|topology)/", path):
            wrong.append(f"{name} away from core's edge")
        if path.startswith("core/src/") and re.search(r"^(fstream|filesystem|iostream|chrono|random|thread)$", name):
            wrong.append(f"core does no {name}")
    return wrong


def check(path: str) -> list[str]:
    file = ROOT / path
    wrong = []
    if path.split("/")[0] not in TOP:
        wrong.append("not allowed at the top level")
    if file.stat().st_size > 1_000_000:
        wrong.append("larger than 1 MB")
    if file.suffix in BINARY or "/corpus/" in path or "/seeds/" in path:
        return wrong
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return wrong + ["not UTF-8"]
    if "\r" in text:
        wrong.append("has a carriage return")
    for number, line in enumerate(text.splitlines(), 1):
        if found := REGISTRIES.search(line):
            wrong.append(f"line {number} names a package registry: {found[0]}")
        if found := MACHINE_PATH.search(line):
            wrong.append(f"line {number} names a path of one machine: {found[0]}")
    if file.suffix in (".cpp", ".h"):
        wrong += layering(path, INCLUDE.findall(text))
        limit = {"web/bindings.cpp": 60, "core/cli/main.cpp": 150}.get(path)
        if limit and text.count("\n") > limit:
            wrong.append(f"longer than {limit} lines: something belongs in core")
    return wrong


def main() -> int:
    passed = failed = 0
    for path in tree_files():
        wrong = check(path)
        for text in wrong:
            print(f"{path}: {text}")
        failed += bool(wrong)
        passed += not wrong
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
