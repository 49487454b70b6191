"""Which files `cardgen stats` has drawn, so that `cardgen clean` knows them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from cardgen.pipeline.hooks import HOOKS, Hooks
from cardgen.pipeline.manifest import NAME as MANIFEST
from cardgen.source.files import is_deck_file

FOLDER = "stats"
COMPARED = "decks.compared"
"""Name of the charts that compare decks; no deck can have it."""

_CHART = re.compile(r"(?P<of>.+?)(?:\.pdf|(?:\.[1-9][0-9]*)?\.png)")
"""The charts of a deck: one PDF, and a picture a page, numbered from the second on."""


def own_files(folder: Path, root: Path) -> Iterator[str]:
    """Name the charts of all decks known from the project's files or from the last build."""
    charts = folder / FOLDER
    if charts.is_symlink() or not charts.is_dir():
        return
    decks = root / "card_data" / folder.name / "decks"
    known = {file.stem for file in decks.glob("*") if is_deck_file(file.name)}
    known |= _built(folder)
    known.add(COMPARED)
    for path in sorted(charts.iterdir()):
        name = _CHART.fullmatch(path.name)
        if name is not None and name["of"] in known and not path.is_symlink():
            yield f"{FOLDER}/{path.name}"


def _built(folder: Path) -> set[str]:
    """Name the components of the last build, by whatever version of cardgen it was made."""
    try:
        sides = json.loads((folder / MANIFEST).read_bytes())["sides"]
        return {side["id"].partition("/")[0] for side in sides}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return set()


HOOKS.add("stats", Hooks(own_files=own_files))
