"""Writes all pictures of the games, the page that shows them, and the pictures of the README."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from cardgen.model.load import load_project
from tools.contents import with_contents
from tools.gallery.drawing import GalleryReport, GalleryWriter, palette_png
from tools.gallery.front import one_number, text_to_paper
from tools.gallery.looks import looks_sheet
from tools.gallery.page import HEADER, section
from tools.gallery.screenshot import screenshot

WIDTH_PX = 1600
INDEX = "README.md"
FOLDER = "docs/gallery"


def gallery(
    root: Path, games: Collection[str] = (), output: Path | None = None, width: int = WIDTH_PX
) -> GalleryReport:
    """Draw each game on a table and each of its components, and a page that shows them all.

    Equal games give equal files. Games with errors are left out. Raises OutputError.
    """
    loaded = load_project(root, games)
    writer = GalleryWriter(root, output or root / FOLDER, width)
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
        writer.write(INDEX, with_contents("\n".join(page)).encode())
    return GalleryReport(tuple(writer.written), writer.found)


def front(root: Path, output: Path | None = None) -> GalleryReport:
    """Draw the first pictures of the README; without a browser, keep the one of the preview."""
    writer = GalleryWriter(root, output or root / FOLDER, WIDTH_PX)
    pictures = (
        ("text-to-paper.png", text_to_paper),
        ("one-number.png", one_number),
        ("looks.jpg", looks_sheet),
    )
    for name, make in pictures:
        picture = make(root)
        writer.draw(name, picture.frame, [laid.library for laid in picture.laid], shades=True)
    shot = screenshot(root)
    if shot is not None:
        writer.write("preview.png", palette_png(shot, shades=True))
    return GalleryReport(tuple(writer.written), writer.found)
