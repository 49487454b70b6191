"""Whatever was edited, built, killed and undone before, a build gives the bytes of a clean one."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from workshops import contents, leftovers

from cardgen.features.scaffold.new import new_game

ROOT = Path(__file__).parents[2]
DATA, LOOKS = "card_data/tide/", "templates/tide/"

# Each may be done and undone.
EDITS = (
    (DATA + "game.yaml", 'coral: "#c43d2b"', 'coral: "#c44d3b"'),
    (DATA + "game.yaml", "high_tide: {value: 6", "high_tide: {value: 7"),
    (DATA + "game.yaml", "size: 10.5pt, leading: 1.35", "size: 10.2pt, leading: 1.37"),
    # With a warning, and so not kept: what stays in the store is the text before the edit.
    (DATA + "game.yaml", "size: 8pt, leading: 1.2, upper", "size: 4pt, leading: 1.2, upper"),
    (DATA + "game.yaml", "size: {width: 244mm", "size: {width: 243.37mm"),
    (DATA + "decks/beach.yaml", "title: Crab", "title: Red crab"),
    (DATA + "rules.md", "# The tide", "A line more.\n\n# The tide"),
    (
        DATA + "rules.md",
        "# The tide",
        "See {page:one} and {page:two}.\n\n# One\n\n# Two\n\n# The tide",
    ),
    (LOOKS + "board.xml.j2", 'size="30"', 'size="29.3"'),
    (LOOKS + "find.xml.j2", "{% extends", "{# A comment. #}\n{% extends"),
)

SMALL = 3
GAME = "last-men-standing"

# Builds in children of a process that has all loaded; some are killed. Sides are shared among
# processes however few they are.
DRIVER = """
import json, os, signal, sys, time
from pathlib import Path
from cardgen.pipeline import making
from cardgen.pipeline.executors import workers
from cardgen.core.registry import load_modules
from cardgen.pipeline.build import build
from workshops import build_request

workers._TRIAL, workers._WORTH_A_CHILD, making.WORTH_A_PROCESS = 0, 0, 0
load_modules("cardgen.products")
import cardgen.model.load, cardgen.backend.pdf, cardgen.backend.pixels, pypdfium2, uharfbuzz
for line in sys.stdin:
    step = json.loads(line)
    for name, text in step["files"].items():
        Path(name).write_text(text, encoding="utf-8")
    child = os.fork()
    if not child:
        os.setpgid(0, 0)
        try:
            for key in ("root", "output"):
                step["build"][key] = Path(step["build"][key])
            found = build(build_request(**step["build"])).diagnostics
            for one in found if found.has_errors else ():
                print(one.at, one.code, one.message, flush=True)
        finally:
            os._exit(0)
    if step["kill"]:
        time.sleep(step["kill"])
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
"""


class Project:
    """A starter game, with edits that are to be made and builds that are to be run."""

    def __init__(self, folder):
        self.folder = folder
        self.root = new_game(folder, None, "tide").project
        self.done = set()
        self.steps = []

    def toggle(self, number):
        """Make an edit, or take it back."""
        self.done ^= {number}

    def build(self, output, jobs=1, kill=0.0, **options):
        texts = {name: (self.root / name).read_text() for name, _, _ in EDITS}
        for number in sorted(self.done):
            name, old, new = EDITS[number]
            assert old in texts[name]
            texts[name] = texts[name].replace(old, new, 1)
        request = {"root": str(self.root), "output": str(self.folder / output), "jobs": jobs}
        request |= {"tts_base_url": "https://example.org/", "tts_max_side": 256, **options}
        files = {str(self.root / name): text for name, text in texts.items()}
        self.steps.append(json.dumps({"files": files, "build": request, "kill": kill}))

    def run(self):
        driver = subprocess.run(
            [sys.executable, "-c", DRIVER],
            input="\n".join(self.steps),
            capture_output=True,
            text=True,
            timeout=300,
            env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}"},
        )
        assert (driver.returncode, driver.stdout, driver.stderr) == (0, "", "")

    def files(self, output):
        return contents(self.folder / output / "tide")


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path)


@pytest.mark.slow
def test_an_undone_edit_gives_the_first_bytes(project):
    printed = {"products": ["boards", "booklets", "sheets"]}
    project.build("output", **printed)
    project.build("clean", jobs=2, **printed)
    for number in range(len(EDITS)):
        project.toggle(number)
        project.build("output", **printed)
        project.toggle(number)
    project.build("output", **printed)
    project.toggle(SMALL)
    project.build("output", **printed)
    project.toggle(SMALL)
    project.build("output", **printed)
    project.run()
    clean = project.files("clean")
    assert {"booklets/rules.pdf", "boards/board.pdf", "build.json"} < set(clean)
    assert project.files("output") == clean


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="one process only")
@pytest.mark.parametrize("seed", range(2))
def test_no_history_shows(project, seed):
    chance = random.Random(seed)
    outputs = ("one", "other")
    for _ in range(5):
        for number in chance.sample(range(len(EDITS)), chance.randint(0, 3)):
            project.toggle(number)
        kill = chance.choice((0.0, 0.0, chance.uniform(0.05, 1.5)))
        options = chance.choice(({}, {}, {"papers": ["a4"]}, {"products": ["booklets"]}))
        project.build(chance.choice(outputs), chance.choice((1, 2, 3)), kill, **options)
    for output in (*outputs, "clean"):
        project.build(output, 1 if output == "clean" else chance.choice((1, 2, 3)))
    project.run()
    clean = project.files("clean")
    assert len(clean) > 20
    for output in outputs:
        assert project.files(output) == clean
    assert not leftovers(project.folder)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="one process only")
def test_the_number_of_processes_does_not_show(tmp_path):
    """The board pictures cards with icons, which several processes have laid out."""
    made = []
    for jobs in ("1", "3"):
        command = [sys.executable, "-m", "cardgen", "-q", "build", GAME, "--product", "boards"]
        command += ["--jobs", jobs, "--output", tmp_path / jobs]
        subprocess.run(command, cwd=ROOT, check=True)
        made.append(contents(tmp_path / jobs / GAME))
    assert "boards/board.pdf" in made[0]
    assert made[1] == made[0]
