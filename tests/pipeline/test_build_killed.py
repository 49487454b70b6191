"""A build killed at any moment leaves whole files, and the next build puts everything right."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from patience import patience
from workshops import HOSTED, SMALL, leftovers, skip_if_ignored

ROOT = Path(__file__).parents[2]
HEROES_FILE = "card_data/game/decks/heroes.yaml"

# Builds again and again in children of its own, which spares them the start of Python. Each
# child is killed at its nth step of writing: in the middle of a file, or before it is in place.
DRIVER = """
import json, os, signal, sys
from pathlib import Path
import cardgen.pipeline.making, cardgen.model.load, cardgen.backend.pdf, uharfbuzz
import cardgen.backend.pixels, cardgen.comparison.snapshot, PIL.PngImagePlugin, pypdfium2
from cardgen.pipeline.build import build
from workshops import build_request
from cardgen.core.registry import load_modules

load_modules("cardgen.products")
root = Path(sys.argv[1])
ENDS = {".pdf": b"%%EOF\\n", ".png": b"IEND\\xaeB`\\x82", ".json": b"\\n}\\n"}
deck = root / "card_data/game/decks/heroes.yaml"
write, replace = Path.write_bytes, os.replace

def dying(moment):
    steps = 0
    def step():
        nonlocal steps
        steps += 1
        return steps == moment
    def write_bytes(path, data):
        if step():
            write(path, data[: len(data) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        write(path, data)
    def replace_file(source, target):
        if step():
            os.kill(os.getpid(), signal.SIGKILL)
        replace(source, target)
    Path.write_bytes, os.replace = write_bytes, replace_file

for moment in (1, 2, 3, 6, 9, 12):
    deck.write_text(deck.read_text().replace("Bert", "Bertt"))
    child = os.fork()
    if not child:
        dying(moment)
        build(build_request(root, jobs=1, **json.loads(sys.argv[2])))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    files = [path for path in (root / "output/game").rglob("*") if path.suffix in ENDS]
    half = [path.name for path in files if not path.read_bytes().endswith(ENDS[path.suffix])]
    print(os.WIFSIGNALED(status), half)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is nothing to fork")
def test_killed_while_writing(workshop):
    options = {**HOSTED, **SMALL}
    workshop.build(**options)
    driver = in_python(DRIVER, workshop.root, json.dumps(options))
    assert driver.returncode == 0, driver.stderr
    lines = driver.stdout.splitlines()
    assert set(lines) <= {"True []", "False []"}, lines
    assert lines.count("True []") > 3
    assert not workshop.build(**options).diagnostics.has_errors
    assert not leftovers(workshop.output)
    assert workshop.equals_a_clean_build(**options)


def in_python(code, *given):
    return subprocess.run(
        [sys.executable, "-c", code, *given],
        capture_output=True,
        text=True,
        timeout=patience(),
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}"},
    )


@pytest.mark.skipif(os.name == "nt", reason="no such signal")
@pytest.mark.parametrize(
    "name", ["SIGINT", "SIGTERM", pytest.param("SIGHUP", marks=pytest.mark.broad)]
)
def test_ended_by_a_signal(built, name):
    skip_if_ignored(name)
    before = built.files()
    built.edit(HEROES_FILE, "Carl", "Carlo")
    script = (
        "import os, signal, sys, cardgen.__main__ as program\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell may have it ignored
        f"os.replace = lambda *_: os.kill(os.getpid(), signal.{name})\n"
        "sys.argv = ['cardgen', '--project', sys.argv[1], 'build', '--jobs', '1']\n"
        "program.main()\n"
    )
    build = in_python(script, built.root)
    assert build.returncode == 128 + signal.Signals[name]
    assert build.stderr.endswith("; no file is left half-written\n")
    assert build.stderr.count("\n") == 1
    assert built.files() == before
    assert not leftovers(built.output)


@pytest.mark.slow
@pytest.mark.broad
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is nothing to fork")
def test_neither_processes_nor_bytes_outlive_a_kill():
    command = [sys.executable, ROOT / "benchmarks/kills.py", "--times", "2", "--seed", "3"]
    kills = subprocess.run(command, capture_output=True, text=True, timeout=patience())
    assert (kills.returncode, kills.stderr) == (0, ""), kills.stdout
    assert " 0 killed while at work" not in kills.stdout
