"""Pictures of every deck on one page each, for READMEs and for a look at everything at once."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from cardgen.build.session import Session, has_errors, merge
from cardgen.build.workers import default_jobs
from cardgen.build.writing import write_whole
from cardgen.core.diagnostics import Diagnostics, relative
from cardgen.frame import Frame
from cardgen.model.components.deck import Deck
from cardgen.model.game import Game
from cardgen.model.load import load_project
from cardgen.model.sides import CardSides, deck_sides

WIDTH_PX = 1600
INDEX = "README.md"


@dataclass(frozen=True, slots=True)
class GalleryReport:
    """What was written, and what there is to say; paths are shown as diagnostics show them."""

    written: tuple[str, ...]
    diagnostics: Diagnostics


@dataclass(frozen=True, slots=True)
class _Picture:
    """One deck in the index."""

    file: str
    title: str
    caption: str


def gallery(
    root: Path, games: Collection[str] = (), output: Path | None = None, width: int = WIDTH_PX
) -> GalleryReport:
    """Write a contact sheet of each deck and a page that shows them all.

    Equal decks give equal files. Games with errors are left out. Raises OutputError.
    """
    folder = output or root / "docs" / "gallery"
    loaded = load_project(root, games)
    found = Diagnostics()
    found.extend(loaded.diagnostics)
    written: list[str] = []
    page = [_HEADER]
    for game in loaded.games:
        pictures = _game(root, game, folder, width, found, written)
        page.append(_section(game, pictures))
    if not games:  # a page of some games only would lose the others
        path = folder / INDEX
        write_whole(path, "\n".join(page).encode(), relative(path, root))
        written.append(relative(path, root))
    return GalleryReport(tuple(written), found)


_HEADER = """# Gallery

Every design of every deck, and the backs, drawn from the games' own data by

    cardgen gallery
"""


def _game(
    root: Path, game: Game, folder: Path, width: int, found: Diagnostics, written: list[str]
) -> list[_Picture]:
    decks = {deck.id: deck_sides(deck, game) for deck in game.decks}
    specs = [s for cards in decks.values() for c in cards for s in (c.face, c.back) if s]
    session = Session(root, game, specs)
    results = session.results(default_jobs(), lambda done: None)
    found.extend(merge(results))
    if has_errors(results):
        return []
    frames = {result.id: result.frame for result in results if result.frame is not None}
    pictures = []
    for deck in game.decks:
        sides = _shown(decks[deck.id], frames)
        if not sides:
            continue
        path = folder / game.id / f"{deck.id}.png"
        write_whole(path, _png(sides, width, session), relative(path, root))
        written.append(relative(path, root))
        file = path.relative_to(folder).as_posix()
        pictures.append(_Picture(file, deck.title, _caption(deck)))
    return pictures


def _shown(cards: list[CardSides], frames: dict[str, Frame]) -> list[Frame]:
    """Return the faces, each different back once behind them."""
    faces = [frames[card.face.id] for card in cards]
    backs = {frames[card.back.id].fingerprint: frames[card.back.id] for card in cards if card.back}
    return [*faces, *backs.values()]


def _png(sides: list[Frame], width: int, session: Session) -> bytes:
    from cardgen.backend.raster import palette_png, rasterize
    from cardgen.impose.contact import columns_for, contact_sheet

    sheet = contact_sheet(sides, columns_for(len(sides), sides[0].size))
    columns_px = min(width, round(sheet.size.width * 12))  # no larger than 300 dpi
    height = round(columns_px * sheet.size.height / sheet.size.width)
    image = rasterize(sheet, columns_px, height, session.library, session.drawings)
    return palette_png(image)


def _caption(deck: Deck) -> str:
    designs = len(deck.cards)
    cards = f"{deck.count} card{'s' * (deck.count != 1)}"
    if designs != deck.count:
        cards += f", {designs} design{'s' * (designs != 1)}"
    return f"{cards}, {deck.size.width:g} × {deck.size.height:g} mm"


def _section(game: Game, pictures: list[_Picture]) -> str:
    lines = [f"## {game.title}", ""]
    for picture in pictures:
        lines += [
            f"**{picture.title}**: {picture.caption}",
            "",
            f"![{game.title}: {picture.title}]({picture.file})",
            "",
        ]
    return "\n".join(lines)
