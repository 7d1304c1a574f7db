#!/usr/bin/env python3
"""Make the font files of the app from the fonts installed on this machine.

  subset.py --out DIR [TEXT_FILE...]

ui-latin.ttf  Inter: printable ASCII, Latin-1, the signs in SIGNS. Linked into the program.
ui-signs.ttf  DejaVu Sans: the few signs that Inter lacks (⌈ ⌉ ▸ ▾ …). Linked in too; merge it after Inter.
ui-han.ttf    Droid Sans Fallback: every character of the text files that they lack. A file of its own,
              loaded for Chinese only; at most 110 KB after gzip.
Each comes also as C++ bytes (ui_latin.cpp …) declared in ui_fonts.h. Same input, same bytes.
A character that no font has is reported (--strict: an error): a text would show a box instead.
"""
import argparse
import gzip
import io
import pathlib
import sys

LATIN = ["/usr/share/fonts/opentype/inter/Inter-Regular.otf"]
MORE_SIGNS = ["/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"]
HAN = ["/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
       "/usr/share/fonts-droid-fallback/truetype/DroidSansFallback.ttf"]
SIGNS = "×÷−≤≥≈→←↑↓·…–—“”‘’⌈⌉⌊⌋Σ∑√§°µ±✓✗▸▾▴●○■□"
HAN_LIMIT = 110 * 1024


def find(paths):
    return next((path for path in paths if pathlib.Path(path).is_file()), None)


def coverage(path):
    from fontTools.ttLib import TTFont
    return set(TTFont(path, lazy=True).getBestCmap())


def subset(path, characters):
    from fontTools import subset as tool
    options = tool.Options(
        layout_features=[], hinting=False, desubroutinize=True, name_IDs=[], notdef_outline=True,
        recalc_timestamp=False)
    options.drop_tables += "GSUB GPOS GDEF vhea vmtx VORG BASE DSIG kern FFTM".split()
    font = tool.load_font(path, options)
    subsetter = tool.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    data = io.BytesIO()
    tool.save_font(font, data, options)
    return data.getvalue()


def has_font_tools():
    try:
        import fontTools  # noqa: F401
        return True
    except ImportError:
        return False


def cpp(name, data):
    """C++ bytes; an empty font has size 0 and one byte, for an empty array is not allowed."""
    rows = [",".join(map(str, data[i:i + 32])) for i in range(0, len(data), 32)] or ["0"]
    return ('#include "ui_fonts.h"\n\n'
            f"const unsigned char {name}[] = {{\n" + ",\n".join(rows) + "};\n"
            f"const unsigned {name}Size = {len(data)};\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--strict", action="store_true")
    parser.add_argument("texts", nargs="*", type=pathlib.Path)
    args = parser.parse_args()

    fonts = {"latin": b"", "signs": b"", "han": b""}
    missing = set()
    paths = {"latin": find(LATIN), "signs": find(MORE_SIGNS), "han": find(HAN)}
    if has_font_tools() and all(paths.values()):
        missing = set(range(0x20, 0x7F)) | set(range(0xA1, 0x100)) - {0xAD} | set(map(ord, SIGNS))
        for path in args.texts:
            missing |= {ord(c) for c in path.read_text(encoding="utf-8") if c.isprintable()}
        # Emoji belong to pages, which have the browser's fonts.
        missing = {c for c in missing if c < 0x1F000 and not 0xFE00 <= c <= 0xFE0F}
        for name, path in paths.items():  # each takes what those before it lack
            taken = missing & coverage(path)
            fonts[name] = subset(path, taken)
            missing -= taken
            packed = len(gzip.compress(fonts[name], 9, mtime=0))
            print(f"fonts: ui-{name}.ttf {len(taken)} characters, {packed:,} B after gzip")
        if packed > HAN_LIMIT:
            sys.exit(f"fonts: ui-han.ttf is over its limit of {HAN_LIMIT:,} B")
    else:
        print("fonts: built without (needs python3-fonttools fonts-inter fonts-dejavu-core "
              "fonts-droid-fallback)")

    args.out.mkdir(parents=True, exist_ok=True)
    for name, data in fonts.items():
        (args.out / f"ui-{name}.ttf").write_bytes(data)
        text = cpp(f"kUi{name.capitalize()}Font", data)
        (args.out / f"ui_{name}.cpp").write_text(text, encoding="utf-8")
    if missing:
        print("fonts: no glyph for", *(f"{chr(c)} (U+{c:04X})" for c in sorted(missing)))
        sys.exit(1 if args.strict else 0)


if __name__ == "__main__":
    main()
