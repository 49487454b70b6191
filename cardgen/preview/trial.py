"""Tries a table as a new game in a temporary folder: the roles of its columns, its first cards."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from secrets import token_hex

from msgspec import Struct

from cardgen.preview import Json
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.preview.live.pictures import PictureCache
from cardgen.preview.programs import start_program

NAME = "trial"
_CARDS = 8
"""The number of cards to show."""
_SECONDS = 20.0
"""The longest time to spend on laying out these cards."""
_WIDTH = 420


class Trial(Struct, frozen=True):
    """The facts of a game made from a table, and the pictures of its first cards by their names."""

    facts: Json
    pictures: dict[str, bytes]


class TableError(Exception):
    """There is no game in the table; the text says why."""


def make_game(words: Sequence[str], folder: Path) -> Json:
    """Run ``cardgen new`` in a folder and return its facts; raises TableError."""
    process = start_program(["new", "--format=json", *words], folder, with_errors=False)
    output, errors = process.communicate()
    if process.returncode:
        raise TableError(_readable(errors))
    facts: Json = json.loads(output)
    return facts


def try_table(words: Sequence[str], folder: Path, cache: PictureCache) -> Trial:
    """Make a game with the words of options in a temporary folder; raises TableError."""
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        facts = make_game([*words, "--", NAME], Path(scratch))
        return Trial(facts, _pictures(Path(scratch, NAME), cache))


def _pictures(root: Path, cache: PictureCache) -> dict[str, bytes]:
    loaded = LoadedGame(root, NAME, root / "output")
    try:
        loaded.load((), 0)
        faces = [id for id in loaded.specs if id.endswith("/face") and id.count("/") == 2]
        side_ids = faces[:_CARDS]
        loaded.lay_out_pending(side_ids, 0, _SECONDS)
        pictures = {}
        for id in side_ids:
            result = loaded.side_results.get(id)
            frame_and_library = (
                loaded.found_frame(result.fingerprint) if result and result.frame else None
            )
            if frame_and_library:
                frame, library = frame_and_library
                pictures[token_hex(8)] = cache.picture(frame, _WIDTH, False, library)
        return pictures
    finally:
        loaded.forget()


def _readable(errors: str) -> str:
    lines = []
    for line in errors.splitlines():
        try:
            item = json.loads(line)
        except ValueError:
            lines.append(line)
            continue
        place = f"{item['path']}: " if item["path"] else ""
        lines.append("; ".join([f"{place}{item['message']}", *item["hints"]]))
    return "\n".join(line for line in lines if not line.startswith(("Usage:", "Try "))).strip()
