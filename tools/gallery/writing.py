"""Pictures of everything a game has, for READMEs and for an overview of all games."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from cardgen.model.load import load_project
from tools.gallery.drawing import GalleryReport, GalleryWriter
from tools.gallery.page import HEADER, section

WIDTH_PX = 1600
INDEX = "README.md"

__all__ = ["INDEX", "WIDTH_PX", "GalleryReport", "gallery"]


def gallery(
    root: Path, games: Collection[str] = (), output: Path | None = None, width: int = WIDTH_PX
) -> GalleryReport:
    """Draw each game on a table and each of its components, and a page that shows them all.

    Equal games give equal files. Games with errors are left out. Raises OutputError.
    """
    folder = output or root / "docs" / "gallery"
    loaded = load_project(root, games)
    writer = GalleryWriter(root, folder, width)
    writer.found.extend(loaded.diagnostics)
    page = [HEADER]
    shown = []
    for game in loaded.games:
        drawn = writer.game(game)
        if drawn is not None:
            page.append(section(game, drawn.pictures))
            shown.append(drawn)
    if not games:  # a page about some of the games would drop the others
        writer.showcase(shown)
        writer.write(INDEX, "\n".join(page).encode())
    return GalleryReport(tuple(writer.written), writer.found)
