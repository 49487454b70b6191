"""Draws the pictures of the tutorial: ``python -m tools.gallery tutorial``.

The tutorial, and the page about spreadsheets beside it, is walked through in a temporary folder;
where its text shows a picture, that picture is drawn of what the project is at that point.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import PIL.Image
import pypdfium2

from cardgen.api import BuildRequest, GameBuild
from cardgen.backend.raster import rasterize
from cardgen.core.side_id import SideId
from cardgen.frame import Frame
from cardgen.model.load import load_game
from cardgen.pipeline.resources import writer
from tools.gallery.games import read_and_lay_out
from tools.tutorial import handwork
from tools.tutorial.replay import ALL_PAGES, DOCS, SPREADSHEET, TUTORIAL, walk

GAME = "my-game"
GROUND = "#e9e6df"
COLORS = 240
"""Few enough to make small files of flat drawings."""

Picture = PIL.Image.Image


def sides(project: Path, names: Sequence[str], height: int, name: str = GAME) -> list[Picture]:
    """Draw sides by their ids, all of one height in pixels."""
    game = load_game(project, name)
    build = GameBuild(BuildRequest(project, jobs=1), game).lay_out()
    drawn = []
    for side in names:
        frame = build.frames[SideId(side)]
        width = round(height * frame.size.width / frame.size.height)
        # Drawn larger and made smaller: fine lines come out even.
        large = rasterize(frame, 2 * width, 2 * height, build.library)
        drawn.append(large.convert("RGB").resize((width, height), PIL.Image.Resampling.LANCZOS))
    return drawn


def faces(project: Path, cards: str, height: int) -> list[Picture]:
    """Draw the faces of cards of the beach."""
    return sides(project, [f"beach/{card}/face" for card in cards.split()], height)


def pages(file: Path, numbers: Sequence[int], height: int) -> list[Picture]:
    """Draw pages of a PDF, counted from 0."""
    with pypdfium2.PdfDocument(file) as document:
        drawn = []
        for number in numbers:
            page = document[number]
            image = page.render(scale=2 * height / page.get_height()).to_pil().convert("RGB")
            width = round(height * image.width / image.height)
            drawn.append(image.resize((width, height), PIL.Image.Resampling.LANCZOS))
    return drawn


def rows(*lines: Sequence[Picture], gap: int = 14) -> Picture:
    """Arrange pictures in rows on a plain background."""
    width = max(sum(one.width + gap for one in line) for line in lines) + gap
    height = sum(max(one.height for one in line) + gap for line in lines) + gap
    sheet = PIL.Image.new("RGB", (width, height), GROUND)
    y = gap
    for line in lines:
        x = (width + gap - sum(one.width + gap for one in line)) // 2
        for one in line:
            sheet.paste(one, (x, y))
            x += one.width + gap
        y += max(one.height for one in line) + gap
    return sheet


def whole_game(project: Path) -> Picture:
    """Draw the parts of the new game."""
    cards = faces(project, "crab starfish scallop sea-glass pearl wave net bottle", 210)
    other = sides(project, ["board/face", "aid/aid/face"], 300)
    text = pages(project / f"output/{GAME}/booklets/rules.pdf", (0, 3), 300)
    return rows(cards, [*other, *text])


def table(project: Path) -> Picture:
    """Draw what the virtual table shows in its list."""
    folder = project / f"output/{GAME}/tts"
    shown = []
    for name in (GAME, "beach"):
        with PIL.Image.open(folder / f"{name}.png") as saved:
            one = saved.convert("RGBA")
            one = one.crop(one.getchannel("A").getbbox())
        ground = PIL.Image.new("RGBA", one.size, GROUND)
        shown.append(PIL.Image.alpha_composite(ground, one).convert("RGB"))
    return rows(shown)


def potions(project: Path, cards: str) -> Picture:
    """Draw cards that came from a spreadsheet, and their back."""
    names = [f"potions/{card}/face" for card in cards.split()]
    return rows(sides(project, [*names, "potions/back"], 300, "potions"))


def booklet(project: Path, file: str, numbers: Sequence[int], height: int) -> Picture:
    """Draw pages of a file of the game."""
    return rows(pages(project / f"output/{GAME}/{file}", numbers, height))


def cutting(project: Path) -> Picture:
    """Draw how the deck is cut."""
    laid = read_and_lay_out(project, GAME)
    return drawn(handwork.cutting(laid, "beach"), laid)


def folding(project: Path) -> Picture:
    """Draw how the box is folded."""
    laid = read_and_lay_out(project, GAME)
    return drawn(handwork.folding(laid, writer(laid.library)), laid)


def drawn(frame: Frame, laid: GameBuild, width: int = 1200) -> Picture:
    """Draw a Frame so many pixels wide."""
    return rasterize(
        frame, width, round(width * frame.size.height / frame.size.width), laid.library
    )


PICTURES: dict[str, Callable[[Path], Picture]] = {
    "game.png": whole_game,
    "number.png": lambda project: rows(
        sides(project, ["board/face", "beach/wave/face", "aid/aid/face"], 340)
    ),
    "cards.png": lambda project: rows(faces(project, "gull storm crab", 380)),
    "look.png": lambda project: rows(
        [*faces(project, "crab pearl storm", 320), *sides(project, ["beach/back"], 320)]
    ),
    "template.png": lambda project: rows(faces(project, "crab scallop sea-glass pearl", 320)),
    "sheet.png": lambda project: booklet(project, "sheets/beach.a4.pdf", (2, 3), 400),
    "cutting.png": cutting,
    "box.png": folding,
    "rules.png": lambda project: booklet(project, "booklets/rules.pdf", (1, 2, 3, 5), 330),
    "table.png": table,
}
SPREADSHEET_PICTURES: dict[str, Callable[[Path], Picture]] = {
    "spreadsheet.png": lambda project: potions(
        project, "moth-lamp slow-thunder root-tea stone-bread"
    ),
    "spreadsheet-2.png": lambda project: potions(
        project, "moth-lamp stone-bread tide-bottle glass-wind"
    ),
}


def draw(name: str, project: Path) -> None:
    """Draw a picture into the tutorial, or for the page about spreadsheets."""
    folder = TUTORIAL if name in PICTURES else DOCS
    picture = {**PICTURES, **SPREADSHEET_PICTURES}[name](project)
    small = picture.quantize(COLORS, kmeans=3, dither=PIL.Image.Dither.NONE)
    small.save(folder / name, optimize=True)


def draw_all() -> list[str]:
    """Walk and draw; return the names of the pictures."""
    for walked in (ALL_PAGES, [SPREADSHEET]):
        with tempfile.TemporaryDirectory() as folder:
            saves = Path(folder, "tts", "Saves")
            saves.mkdir(parents=True)
            os.environ["CARDGEN_TTS_DIR"] = str(saves.parent)
            walk(Path(folder), draw, walked)
    names = [f"docs/tutorial/{name}" for name in PICTURES]
    return [*names, *(f"docs/{name}" for name in SPREADSHEET_PICTURES)]
