#!/usr/bin/env python3
"""The tables of web/docs/speed.md against core/src/tables/speed_rates.cpp.

--write refreshes them.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROWS = ROOT / "core/src/tables/speed_rates.cpp"
PAGE = ROOT / "web/docs/speed.md"
BEGIN, END = "<!-- rows -->", "<!-- end of rows -->"

SPREAD = r"\{([\d.]+), ([\d.]+), ([\d.]+)\}"


def spread(low, value, high):
    """One range as the page writes it."""
    return f"{value} ({low} – {high})"


def tables(text):
    """The three tables as Markdown."""
    out = ["### Engines by class of card", "",
           "| Engine | Card | Share of bandwidth | µs a layer | Share of the matrix rate, prompts | As of | What was seen |",
           "|--|--|--|--|--|--|--|"]
    row = re.compile(r"SpeedRow\{SpeedClass::(\w+), CardClass::(\w+), " + f"{SPREAD}, {SPREAD}, {SPREAD}"
                     + r', Source::(\w+), "([\d-]+)", "([^"]*)"\}')
    for m in row.finditer(text):
        g = m.groups()
        out.append(f"| {g[0]} | {g[1]} | {spread(*g[2:5])} | {spread(*g[5:8])} | {spread(*g[8:11])} | {g[12]} | {g[13]} ({g[11]}) |")
    out += ["", "### Training", "", "| Card | HFU | As of | What was seen |", "|--|--|--|--|"]
    row = re.compile(r'TrainingRow\{(\{\}|"[^"]*"), (\{\}|"[^"]*"), ' + SPREAD + r', Source::(\w+), "([\d-]+)", "([^"]*)"\}')
    for m in row.finditer(text):
        g = [x.strip('"') if x not in ("{}",) else "" for x in m.groups()]
        card = " ".join(x for x in g[:2] if x) or "any"
        out.append(f"| {card} | {spread(*g[2:5])} | {g[6]} | {g[7]} ({g[5]}) |")
    out += ["", "### Constants", "", "| Id | Value and range | As of | What was seen |", "|--|--|--|--|"]
    row = re.compile(r'SpeedConstant\{"(\w+)", ' + SPREAD + r', Source::(\w+), "([\d-]+)", "([^"]*)"\}')
    for m in row.finditer(text):
        g = m.groups()
        out.append(f"| `{g[0]}` | {spread(*g[1:4])} | {g[5]} | {g[6]} ({g[4]}) |")
    return "\n".join(out)


def main():
    """Compare, or write."""
    source = ROWS.read_text(encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8")
    wanted = tables(source)
    found = source.count(" SpeedRow{") + source.count(" TrainingRow{") + source.count(" SpeedConstant{")
    listed = sum(1 for line in wanted.splitlines() if re.search(r"\d{4}-\d{2}-\d{2} \|", line))
    if found != listed:
        sys.exit(f"speed_rows: {found} rows in the table, {listed} understood")
    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    new = f"{before}{BEGIN}\n{wanted}\n{END}{after}"
    if "--write" in sys.argv:
        PAGE.write_text(new, encoding="utf-8")
        return
    same = new == page
    if not same:
        print("FAIL web/docs/speed.md is not what the rows say: tests/lint/speed_lint.py --write")
    print(f"{listed if same else 0} passed, {0 if same else 1} failed")
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()
