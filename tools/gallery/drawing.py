"""Draws the pictures of one gallery."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from PIL import Image as Pillow
from PIL.Image import Image

from cardgen.assets.library import Library
from cardgen.backend.raster import rasterize
from cardgen.core.diagnostics import Diagnostics, relative
from cardgen.core.registry import plural
from cardgen.frame import Frame
from cardgen.model.components.board import Board
from cardgen.model.components.booklet import Booklet
from cardgen.model.components.deck import decks_of
from cardgen.model.components.dice import Die
from cardgen.model.components.tokens import TokenSet
from cardgen.model.game import Game
from cardgen.pipeline.executors.fork import default_jobs
from cardgen.pipeline.executors.workers import Workers
from cardgen.pipeline.results import has_errors, merge
from cardgen.pipeline.session import Session
from cardgen.pipeline.upkeep import lay_out
from cardgen.pipeline.writing import write_whole
from tools.gallery.contact import columns_for, contact_sheet, tray
from tools.gallery.flatlay import Belongings, flat_lay, on_table
from tools.gallery.page import GalleryPicture, measured, of_deck, of_tokens
from tools.gallery.showcase import showcase
from tools.gallery.sides import GameSides
from tools.gallery.union import LibraryUnion

_MOST = 8.0
"""Pixels a millimetre, about 200 dpi: nothing is drawn larger."""


class GalleryReport(Struct, frozen=True):
    """The files that were written, with paths as diagnostics show them."""

    written: tuple[str, ...]
    diagnostics: Diagnostics


class GalleryContents(Struct, frozen=True):
    """The pictures of one game, and what of it the showcase may use."""

    pictures: list[GalleryPicture]
    belongings: Belongings


class GalleryWriter:
    """Draws games into a folder; pictures are at most ``width`` pixels wide."""

    def __init__(self, root: Path, folder: Path, width: int) -> None:
        self.root = root
        self.folder = folder
        self.width = width
        self.found = Diagnostics()
        self.written: list[str] = []
        self.libraries: list[Library] = []

    def write(self, name: str, data: bytes) -> None:
        """Write a file of the gallery; raises OutputError."""
        path = self.folder / name
        write_whole(path, data, relative(path, self.root))
        self.written.append(relative(path, self.root))

    def game(self, game: Game) -> GalleryContents | None:
        """Draw everything a game has; return None if it has errors."""
        session = Session(self.root, game)
        results = lay_out(session, Workers(default_jobs()), lambda done: None)
        results += session.texts(results, drawn=False)
        self.found.extend(merge(results, session.templates.places))
        if has_errors(results):
            return None
        self.libraries.append(session.library)
        shown = GameSides(game, {r.id: r.frame for r in results if r.frame is not None})
        return self._contents(shown, session)

    def _contents(self, sides: GameSides, session: Session) -> GalleryContents:
        """Draw the game on a table first, then each of its components."""
        game, pictures = sides.game, list[GalleryPicture]()
        belongings = sides.belongings()
        # What is on no table is shown for its own sake, as a specimen is: with all its shades.
        shades = belongings == Belongings()

        def show(name: str, frame: Frame, title: str, caption: str) -> None:
            file = f"{game.id}/{name}"
            self._draw(file, frame, session, shades)
            pictures.append(GalleryPicture(file, title, caption))

        placed = flat_lay(belongings)
        if placed:
            show("table.jpg", on_table(placed), "on a table", "")
        for board in sides.all(Board):
            caption = f"board, {measured(board.size)}"
            show(f"{board.id}.png", sides.board(board), board.title, caption)
        for deck in decks_of(game):
            cards = sides.deck(deck)
            if cards:
                sheet = contact_sheet(cards, columns_for(len(cards), cards[0].size))
                show(f"{deck.id}.png", sheet, deck.title, of_deck(deck))
        for tokens in sides.all(TokenSet):
            sheet = tray(sides.tokens(tokens))
            show(f"{tokens.id}.png", sheet, tokens.title, of_tokens(tokens))
        for die in sides.all(Die):
            caption = f"paper die with {die.faces} sides"
            show(f"{die.id}.png", tray([sides.faces(die)]), die.title, caption)
        for booklet in sides.all(Booklet):
            leaves = sides.booklet(booklet)
            size = booklet.page_size.size
            caption = f"booklet, {plural(len(sides.pages(booklet)), 'page')}, {measured(size)}"
            sheet = tray(leaves, 4.0 * size.width)
            show(f"{booklet.id}.png", sheet, booklet.title, caption)
        return GalleryContents(pictures, belongings)

    def showcase(self, games: Sequence[GalleryContents]) -> None:
        """Draw all games on one table, with a card or two of each."""
        belongings = [game.belongings for game in games if game.belongings != Belongings()]
        each = 2 if len(belongings) < 6 else 1
        cards = [one.hand[i] for i in range(each) for one in belongings if i < len(one.hand)]
        if len(belongings) > 1 and (cards or any(map(flat_lay, belongings))):
            self._draw("showcase.jpg", showcase(belongings, cards), None)

    def _draw(self, name: str, frame: Frame, session: Session | None, shades: bool = False) -> None:
        """Rasterise a picture and write it; one without a session shows several games."""
        width = min(self.width, round(frame.size.width * _MOST))
        height = round(width * frame.size.height / frame.size.width)
        if session is None:
            image = rasterize(frame, width, height, LibraryUnion(self.libraries))
        else:
            image = rasterize(frame, width, height, session.library, session.drawings)
        png = _full_png if shades else _palette_png
        # JPEG for soft shadows; what is drawn flat is smaller as PNG, and sharp.
        self.write(name, _jpeg(image) if name.endswith(".jpg") else png(image))


def _palette_png(image: Image, colors: int = 256) -> bytes:
    """Encode a picture for a web page, as a small PNG with a limited number of colours."""
    reduced = image.quantize(colors, method=Pillow.Quantize.MEDIANCUT, dither=Pillow.Dither.NONE)
    out = io.BytesIO()
    reduced.save(out, "PNG", optimize=True)
    return out.getvalue()


def _full_png(image: Image) -> bytes:
    """Encode a picture for a web page, as a PNG with all its colours."""
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _jpeg(image: Image, quality: int = 84) -> bytes:
    """Encode a picture with soft shades for a web page, as a JPEG."""
    out = io.BytesIO()
    image.save(out, "JPEG", quality=quality, optimize=True, progressive=True)
    return out.getvalue()
