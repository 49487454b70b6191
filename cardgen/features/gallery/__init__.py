"""Pictures of everything a game has, for READMEs and for a look at all of it at once."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from cardgen.features.gallery.artist import Artist, GalleryReport
from cardgen.features.gallery.page import HEADER, section
from cardgen.model.load import load_project

WIDTH_PX = 1600
INDEX = "README.md"

__all__ = ["INDEX", "WIDTH_PX", "GalleryReport", "gallery"]


def gallery(
    root: Path, games: Collection[str] = (), output: Path | None = None, width: int = WIDTH_PX
) -> GalleryReport:
    """Draw each game on a table, its boards, decks, pieces and booklets, and a page with it all.

    Equal games give equal files. Games with errors are left out. Raises OutputError.
    """
    folder = output or root / "docs" / "gallery"
    loaded = load_project(root, games)
    artist = Artist(root, folder, width)
    artist.found.extend(loaded.diagnostics)
    page = [HEADER]
    shown = []
    for game in loaded.games:
        drawn = artist.game(game)
        if drawn is not None:
            page.append(section(game, drawn.pictures))
            shown.append(drawn)
    if not games:  # a page of some games only would lose the others
        artist.together(shown)
        artist.write(INDEX, "\n".join(page).encode())
    return GalleryReport(tuple(artist.written), artist.found)
