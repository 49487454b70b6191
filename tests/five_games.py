"""The games that come with cardgen, without the specimen: that has no rules to play by."""

from __future__ import annotations

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
