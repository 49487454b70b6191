"""The games that come with cardgen, without the specimen: that has no rules to play by."""

import shutil
from pathlib import Path

from workshops import build_request

from cardgen.pipeline.build import build
from cardgen.pipeline.output_lock import FOLDER

ROOT = Path(__file__).resolve().parents[1]
SPECIMEN = "specimen"
GAMES = tuple(
    sorted(
        path.parent.name
        for path in ROOT.glob("card_data/*/game.yaml")
        if path.parent.name != SPECIMEN
    )
)


def copy_game(name, root):
    """Copy what a game is made of; fonts come with cardgen."""
    for part in (f"card_data/{name}", f"templates/{name}", "templates/shared"):
        shutil.copytree(ROOT / part, root / part)


def book_of(name, outputs):
    """Build the booklets of a game, which lays out all of it; return its book of rules."""
    asked = build_request(ROOT, (name,), ("booklets",), ("a4",), output=outputs, jobs=1)
    assert not build(asked).diagnostics.has_errors
    return outputs / name / "booklets/rules.pdf"


def copy_known_game(name, root, outputs):
    """Copy a game together with what other builds of it have laid out."""
    copy_game(name, root)
    book_of(name, outputs)
    shutil.copytree(outputs / FOLDER / name, root / "output" / FOLDER / name)
