#!/usr/bin/env python3
"""The desktop program: pictures that are drawn, state that other doors read alike, files, settings.

Needs a display (tests/run gives it one: xvfb-run). Prints "N passed, M failed".
Usage: desktop_test.py [BUILD_FOLDER]
"""
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time
import urllib.parse
import zlib

from screen import Window

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = (pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "dev") / "bin"
SCRATCH = pathlib.Path(tempfile.mkdtemp(prefix="vramscope-desktop-"))
ENVIRONMENT = {**os.environ, "LIBGL_ALWAYS_SOFTWARE": "1", "XDG_CONFIG_HOME": str(SCRATCH / "config")}
CONFIG = {"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 2048,
          "intermediate_size": 5632, "num_attention_heads": 32, "num_hidden_layers": 22,
          "num_key_value_heads": 4, "vocab_size": 32000, "max_position_embeddings": 2048,
          "tie_word_embeddings": False, "torch_dtype": "bfloat16"}


def desktop(*arguments, check=True):
    done = subprocess.run([BIN / "vramscope-desktop", *arguments], env=ENVIRONMENT, text=True,
                          capture_output=True, timeout=120, check=False)
    if check:
        assert done.returncode == 0, f"exit {done.returncode}: {done.stderr}"
    return done


def picture(*arguments, size="640x480", scale="1"):
    """Rows of (red, green, blue) of a screenshot, decoded by hand: our PNG has no filter."""
    path = SCRATCH / "picture.png"
    desktop("--screenshot", str(path), size, "--scale", scale, *arguments)
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    at, packed, width, height = 8, b"", 0, 0
    while at < len(data):
        length, = struct.unpack(">I", data[at:at + 4])
        kind, body = data[at + 4:at + 8], data[at + 8:at + 8 + length]
        checksum, = struct.unpack(">I", data[at + 8 + length:at + 12 + length])
        assert checksum == zlib.crc32(kind + body), f"checksum of {kind}"
        if kind == b"IHDR":
            width, height = struct.unpack(">II", body[:8])
        if kind == b"IDAT":
            packed += body
        at += 12 + length
    raw = zlib.decompress(packed)
    row = 1 + 3 * width
    return [[tuple(raw[y * row + 1 + 3 * x:y * row + 4 + 3 * x]) for x in range(width)] for y in range(height)]


def colours(rows):
    return {pixel for row in rows for pixel in row}


def answer_of_cli(link):
    """What the command line answers: its flags are the keys of a link."""
    pairs = [(key, value) for key, value in urllib.parse.parse_qsl(link)
             if key not in ("v", "tab", "theme", "units", "open")]
    flags = [word for key, value in pairs for word in (f"--{key}", value)]
    done = subprocess.run([BIN / "vramscope", "estimate", *flags, "--json"], text=True,
                          capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def same_answer(*arguments):
    link = desktop(*arguments, "--print-state").stdout.strip()
    shown = json.loads(desktop(*arguments, "--print-reply").stdout)
    assert shown == answer_of_cli(link), f"desktop and command line differ for {link}"


def test_first_screen_is_drawn():
    rows = picture(size="1280x800")
    assert (len(rows[0]), len(rows)) == (1280, 800)
    seen = colours(rows)
    assert len(seen) > 100, f"only {len(seen)} colours"
    for term in ((0x4C, 0x8D, 0xFF), (0x22, 0xB8, 0xA7)):  # weights, kv_cache
        assert term in seen, f"the bar lacks the colour {term}"


def test_scale_doubles_the_pixels():
    rows = picture(size="640x480", scale="2")
    assert (len(rows[0]), len(rows)) == (1280, 960)


def test_themes_have_their_own_ground():
    assert picture("--theme", "dark")[-1][-1] == (0x15, 0x17, 0x1C)
    assert picture("--theme", "light")[-1][-1] == (0xF7, 0xF8, 0xFA)


def test_languages_draw_different_words():
    assert picture("--lang", "en") != picture("--lang", "zh")


def test_narrow_window_is_drawn():
    assert len(colours(picture(size="420x900"))) > 100


def test_first_state_answers_as_the_command_line():
    same_answer()


def test_link_answers_as_the_command_line():
    same_answer("--link", "v=1&task=training&engine=torch&gpu=h100-sxm5-80gb*8&zero=3&context=4096")


def test_state_survives_a_round_trip():
    link = desktop("--link", "v=1&model=qwen3-8b&gpu=l40s&context=32768", "--print-state").stdout.strip()
    assert desktop("--link", link, "--print-state").stdout.strip() == link


def test_config_file_becomes_the_model():
    path = SCRATCH / "config.json"
    path.write_text(json.dumps(CONFIG), encoding="utf-8")
    reply = json.loads(desktop(str(path), "--print-reply").stdout)
    assert reply["ok"] and reply["model"]["parameters"] == 1_100_048_384, reply["model"]


def test_bad_file_is_refused_in_words():
    path = SCRATCH / "broken.json"
    path.write_text("{", encoding="utf-8")
    done = desktop(str(path), "--print-reply", check=False)
    assert done.returncode == 2 and "JSON" in done.stderr, done.stderr


GGUF = ROOT / "tests" / "fuzz" / "seeds" / "gguf_fuzz" / "v3.gguf"


def test_model_files_are_opened_by_their_headers():
    folder = SCRATCH / "model"
    folder.mkdir()
    (folder / GGUF.name).write_bytes(GGUF.read_bytes())
    for path in (GGUF, folder):
        reply = json.loads(desktop(str(path), "--print-reply").stdout)
        assert reply["ok"] and reply["model"]["parameters"] == 2176, reply["model"]


def test_training_plans_are_laid_over_the_question():
    plan = SCRATCH / "default_config.yaml"
    plan.write_text("distributed_type: FSDP\nmixed_precision: bf16\nnum_processes: 8\n", encoding="utf-8")
    same_answer(str(plan))
    reply = json.loads(desktop(str(plan), "--print-reply").stdout)
    assert reply["request"]["engine"] == "fsdp" and reply["request"]["devices"][0]["count"] == 8, reply["request"]


def test_files_without_a_model_are_refused_in_words():
    cut = SCRATCH / "broken.gguf"
    cut.write_bytes(b"GGUF\3")
    empty = SCRATCH / "empty"
    empty.mkdir()
    for path, word in ((cut, "cut off"), (empty, "No model file"), (SCRATCH / "absent.json", "cannot be read")):
        done = desktop(str(path), "--print-reply", check=False)
        assert done.returncode == 2 and path.name in done.stderr and word in done.stderr, done.stderr


def test_unknown_option_is_refused():
    done = desktop("--nonsense", check=False)
    assert done.returncode == 2 and "--nonsense" in done.stderr


def test_scripted_runs_leave_no_settings():
    assert not (SCRATCH / "config").exists()


EMBEDDING, ATTENTION, FEED_FORWARD = 0x6A4C96, 0x2C5FA6, 0x146E66  # of the map, dark
TAB, SEARCH, QUERY, GATE = (439, 24), (1115, 86), (1040, 260), (450, 330)  # places at 1280 x 800


def window():
    command = [BIN / "vramscope-desktop", "--size", "1280x800", "--scale", "1", "--theme", "dark",
               "--lang", "en", "--link", "v=1"]
    return Window(command, {**ENVIRONMENT, "XDG_CONFIG_HOME": str(SCRATCH / "window")}, (1280, 800))


def test_layers_tab_is_opened_by_a_click():
    with window() as app:
        assert app.count(FEED_FORWARD) == 0
        app.click(*TAB)
        app.move(640, 24)
        for colour in (EMBEDDING, ATTENTION, FEED_FORWARD):
            assert app.count(colour) > 5000, f"{colour:06x} is not on the map"


def test_layers_tile_explains_itself_under_the_pointer():
    with window() as app:
        app.click(*TAB)
        app.move(640, 24)
        before = app.count(ATTENTION)
        for nudge in range(8):  # on a busy machine the rest of the pointer may fall between two frames
            app.move(QUERY[0] + nudge % 2, QUERY[1])
            if app.count(ATTENTION) < before - 3000:
                return
        raise AssertionError("no tooltip covers the map")


def test_layers_click_goes_in_and_backspace_comes_out():
    with window() as app:
        app.click(*TAB)
        app.move(640, 24)
        whole = [app.count(colour) for colour in (FEED_FORWARD, ATTENTION)]
        app.click(*GATE)
        app.move(640, 24)
        inside = [app.count(colour) for colour in (FEED_FORWARD, ATTENTION)]
        assert inside[0] > 1.2 * whole[0], "the block that was clicked does not fill the map"
        assert inside[1] < 2000, "attention is still on the map"
        app.key(*4 * ["BackSpace"])
        again = [app.count(colour) for colour in (FEED_FORWARD, ATTENTION)]
        assert all(0.9 * a < b < 1.1 * a for a, b in zip(whole, again)), f"{whole} and then {again}"


def test_layers_are_reached_by_the_keyboard():
    with window() as app:
        app.click(*TAB)
        app.click(*GATE)
        app.key("BackSpace")
        app.move(640, 24)
        before = app.picture()
        app.key("Right")
        assert app.picture() != before, "no tile is focused"
        focused = app.picture()
        app.key("space")
        assert app.picture() != focused, "the focused tile does nothing"


def test_layers_search_dims_the_rest():
    with window() as app:
        app.click(*TAB)
        app.click(*SEARCH)
        app.type("query")
        app.move(640, 24)
        assert app.count(FEED_FORWARD) < 2000, "what was not sought is not dimmed"
        assert app.count(ATTENTION) > 5000, "what was sought is dimmed"


def test_a_plot_is_saved_as_a_picture_of_its_own():
    folder = SCRATCH / "saved"
    folder.mkdir()
    command = [str(BIN / "vramscope-desktop"), "--size", "1280x800", "--scale", "1", "--theme", "dark",
               "--lang", "en", "--link", "v=1&tab=sweep&engine=llama.cpp"]
    with Window(command, {**ENVIRONMENT, "XDG_DOWNLOAD_DIR": str(folder)}, (1280, 800)) as app:
        app.click(510, 754)
        until, data = time.monotonic() + 40, b""
        while not data.endswith(b"IEND\xaeB`\x82") and time.monotonic() < until:
            time.sleep(0.25)
            saved = folder / "vramscope-sweep.png"
            data = saved.read_bytes() if saved.exists() else b""
    assert struct.unpack(">II", data[16:24]) == (2880, 1620), "three points for each of 960 x 540 units"
    start = data.index(b"IDAT")
    length, = struct.unpack(">I", data[start - 4:start])
    raw = zlib.decompress(data[start + 4:start + 4 + length])
    pixels = {raw[1 + 3 * x:4 + 3 * x] for x in range(0, 2880)}
    assert bytes((255, 255, 255)) in pixels, "paper is white"
    body = raw[(1 + 3 * 2880) * 1200:(1 + 3 * 2880) * 1200 + 3 * 2880]
    assert len({body[1 + 3 * x:4 + 3 * x] for x in range(2800)}) > 2, "nothing is drawn"


def main():
    passed = failed = 0
    for name, test in sorted(globals().items()):
        if not name.startswith("test_"):
            continue
        try:
            test()
            passed += 1
            print(f"ok   {name}")
        except Exception as error:  # noqa: BLE001: any fault is a failed test
            failed += 1
            print(f"FAIL {name}: {error}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
