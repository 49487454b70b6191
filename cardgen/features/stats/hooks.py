"""Which file `cardgen stats` has drawn, so that `cardgen clean` knows it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cardgen.pipeline.hooks import HOOKS, Hooks

CHARTS = "stats/charts.html"


def own_files(folder: Path, root: Path) -> Iterator[str]:
    """Name the page of charts."""
    page = folder / CHARTS
    if page.is_file() and not page.is_symlink() and not page.parent.is_symlink():
        yield CHARTS


HOOKS.add("stats", Hooks(own_files=own_files))
