"""The games that come with cardgen, without the specimen: that has no rules to play by."""

import shutil
from pathlib import Path

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
