"""Pictures of every deck on one page each, for READMEs and for a look at everything at once."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from cardgen.assets.library import Library
from cardgen.backend.raster import palette_png, rasterize
from cardgen.build.session import Session, has_errors, library_of, merge
from cardgen.build.workers import default_jobs
from cardgen.build.writing import write_whole
from cardgen.core.diagnostics import Diagnostics, relative
from cardgen.frame import Frame
from cardgen.impose.contact import columns_for, contact_sheet, fan
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
    maker = _Maker(root, folder, width)
    maker.found.extend(loaded.diagnostics)
    page = [_HEADER]
    best: list[_Shown] = []
    for game in loaded.games:
        shown = maker.game(game)
        if shown is not None:
            page.append(_section(game, shown.pictures))
            best.append(shown)
    if not games:  # a page of some games only would lose the others
        maker.together(best)
        maker.write(INDEX, "\n".join(page).encode())
    return GalleryReport(tuple(maker.written), maker.found)


_HEADER = """# Gallery

Every design of every deck, and the backs, drawn from the games' own data by

    cardgen gallery
"""


@dataclass(frozen=True, slots=True)
class _Shown:
    """What one game has to show."""

    pictures: list[_Picture]
    showcase: list[Frame]
    session: Session


class _Maker:
    """Draws the pictures of one gallery."""

    def __init__(self, root: Path, folder: Path, width: int) -> None:
        self.root = root
        self.folder = folder
        self.width = width
        self.found = Diagnostics()
        self.written: list[str] = []

    def write(self, name: str, data: bytes) -> None:
        path = self.folder / name
        write_whole(path, data, relative(path, self.root))
        self.written.append(relative(path, self.root))

    def game(self, game: Game) -> _Shown | None:
        """Draw the decks of a game, and a fan of the cards it is proudest of."""
        decks = {deck.id: deck_sides(deck, game) for deck in game.decks}
        specs = [s for cards in decks.values() for c in cards for s in (c.face, c.back) if s]
        session = Session(self.root, game, specs)
        results = session.results(default_jobs(), lambda done: None)
        self.found.extend(merge(results))
        if has_errors(results):
            return None
        frames = {result.id: result.frame for result in results if result.frame is not None}
        pictures = []
        showcase = [f for name in game.showcase if (f := frames.get(_side(name))) is not None]
        if showcase:
            self.draw(f"{game.id}/showcase.png", fan(showcase), session)
            pictures.append(_Picture(f"{game.id}/showcase.png", game.title, ""))
        for deck in game.decks:
            sides = _shown(decks[deck.id], frames)
            if sides:
                name = f"{game.id}/{deck.id}.png"
                columns = columns_for(len(sides), sides[0].size)
                self.draw(name, contact_sheet(sides, columns), session)
                pictures.append(_Picture(name, deck.title, _caption(deck)))
        return _Shown(pictures, showcase, session)

    def together(self, games: list[_Shown]) -> None:
        """Draw one fan with a card or two of every game."""
        each = 2 if len(games) < 4 else 1
        chosen = [frame for game in games for frame in game.showcase[:each]]
        if len(games) > 1 and chosen:
            merged = library_of(self.root, "")
            self.draw("showcase.png", fan(chosen), games[0].session, merged)

    def draw(
        self, name: str, frame: Frame, session: Session, library: Library | None = None
    ) -> None:
        """Rasterise a picture, no larger than at 300 dpi."""
        width = min(self.width, round(frame.size.width * 12))
        height = round(width * frame.size.height / frame.size.width)
        drawings = None if library is not None else session.drawings
        image = rasterize(frame, width, height, library or session.library, drawings)
        self.write(name, palette_png(image))


def _side(name: str) -> str:
    return f"{name}/face" if "/" in name else f"{name}/back"


def _shown(cards: list[CardSides], frames: dict[str, Frame]) -> list[Frame]:
    """Return the faces, each different back once behind them."""
    faces = [frames[card.face.id] for card in cards]
    backs = {frames[card.back.id].fingerprint: frames[card.back.id] for card in cards if card.back}
    return [*faces, *backs.values()]


def _caption(deck: Deck) -> str:
    designs = len(deck.cards)
    cards = f"{deck.count} card{'s' * (deck.count != 1)}"
    if designs != deck.count:
        cards += f", {designs} design{'s' * (designs != 1)}"
    return f"{cards}, {deck.size.width:g} × {deck.size.height:g} mm"


def _section(game: Game, pictures: list[_Picture]) -> str:
    lines = [f"## {game.title}", ""]
    for picture in pictures:
        if picture.caption:
            lines += [f"**{picture.title}**: {picture.caption}", ""]
        lines += [f"![{game.title}: {picture.title}]({picture.file})", ""]
    return "\n".join(lines)
