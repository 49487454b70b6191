"""Which files the last selection has written, so that `cardgen clean` knows them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cardgen.pipeline.hooks import HOOKS, Hooks

FOLDER = "selection"


def own_files(folder: Path, root: Path) -> Iterator[str]:
    """Name the files of the last selection, the list of them last."""
    from cardgen.pipeline.listed_folder import ListedFolder

    yield from ListedFolder(FOLDER).paths(folder)


HOOKS.add("selection", Hooks(own_files=own_files))
