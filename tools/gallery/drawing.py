"""Draws the pictures of one gallery."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from PIL import Image as Pillow
from PIL.Image import Image

from cardgen.api import GameBuild
from cardgen.assets.library import Library
from cardgen.backend.raster import rasterize
from cardgen.core.diagnostics import Diagnostics, relative
from cardgen.core.registry import plural
from cardgen.frame import Frame
from cardgen.model.components.board import Board
from cardgen.model.components.booklet import Booklet
from cardgen.model.components.deck import decks_of
from cardgen.model.components.dice import Die
from cardgen.model.components.table import VirtualTable
from cardgen.model.components.tokens import TokenSet
from cardgen.model.game import Game
from cardgen.pipeline.writing import write_whole
from tools.gallery.arranging import flat_lay
from tools.gallery.contact import columns_for, contact_sheet, tray
from tools.gallery.flatlay import Belongings, on_table
from tools.gallery.games import lay_out
from tools.gallery.page import GalleryPicture, measured, of_deck, of_tokens
from tools.gallery.papers import box_picture, sheet_picture
from tools.gallery.showcase import showcase
from tools.gallery.sides import GameSides
from tools.gallery.union import LibraryUnion
from tools.gallery.virtual import virtual_table

_MOST = 8.0
"""The largest resolution in pixels per millimetre, about 200 dpi."""
LARGEST = 400_000
"""The largest size of a picture in bytes; larger pictures are scaled down."""
_SAMPLED = 2_000_000
"""Pixels: of a larger picture, a part decides about the colours."""
_HIGHEST = 4000
"""The greatest height of a picture in pixels."""


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
        laid = lay_out(self.root, game)
        self.found.extend(laid.diagnostics)
        if not laid.is_whole:
            return None
        self.libraries.append(laid.library)
        sides = GameSides(game, laid.frames)
        belongings = sides.belongings()
        pictures: list[GalleryPicture] = []
        for name, frame, title, caption in _pictures(sides, laid, belongings):
            file = f"{game.id}/{name}"
            # A specimen, which has no picture on a table, keeps all its shades.
            self.draw(file, frame, [laid.library], shades=belongings == Belongings())
            pictures.append(GalleryPicture(file, title, caption))
        return GalleryContents(pictures, belongings)

    def showcase(self, games: Sequence[GalleryContents]) -> None:
        """Draw all games on one table, with a card or two of each."""
        belongings = [game.belongings for game in games if game.belongings != Belongings()]
        each = 2 if len(belongings) < 4 else 1
        cards = [one.hand[i] for i in range(each) for one in belongings if i < len(one.hand)]
        if len(belongings) > 1 and (cards or any(map(flat_lay, belongings))):
            self.draw("showcase.jpg", showcase(belongings, cards), self.libraries)

    def draw(
        self, name: str, frame: Frame, libraries: Sequence[Library], shades: bool = False
    ) -> None:
        """Rasterise a picture and write it; the libraries have what it shows."""
        wide, high = frame.size.width, frame.size.height
        width = min(self.width, round(wide * _MOST), round(_HIGHEST * wide / high))
        while True:
            image = rasterize(frame, width, round(width * high / wide), LibraryUnion(libraries))
            # JPEG for soft shadows; PNG for flat drawings, which it keeps small and sharp.
            data = _jpeg(image) if name.endswith(".jpg") else palette_png(image, shades)
            if len(data) < LARGEST:
                return self.write(name, data)
            width = round(width * math.sqrt(0.94 * LARGEST / len(data)))


def _pictures(
    sides: GameSides, laid: GameBuild, belongings: Belongings
) -> Iterator[tuple[str, Frame, str, str]]:
    """Yield the game on a table first, then each of its components: name, picture and caption.

    Of a game without a picture on a table, such as a specimen, yield only the boards, if any.
    """
    placed, boards = flat_lay(belongings), sides.all(Board)
    if placed:
        yield "table.jpg", on_table(placed), "on a table", ""
    for board in boards:
        caption = f"board, {measured(board.size)}"
        yield f"{board.id}.png", sides.board(board), board.title, caption
    if boards and not placed:
        return
    for deck in decks_of(sides.game):
        if cards := sides.deck(deck):
            sheet = contact_sheet(cards, columns_for(len(cards), cards[0].size))
            yield f"{deck.id}.png", sheet, deck.title, of_deck(deck)
    for tokens in sides.all(TokenSet):
        yield f"{tokens.id}.png", tray(sides.tokens(tokens)), tokens.title, of_tokens(tokens)
    for die in sides.all(Die):
        caption = f"paper die with {die.faces} sides"
        yield f"{die.id}.png", tray([sides.faces(die)]), die.title, caption
    for booklet in sides.all(Booklet):
        size = booklet.page_size.size
        caption = f"booklet, {plural(len(sides.pages(booklet)), 'page')}, {measured(size)}"
        sheet = tray(sides.booklet(booklet), 4.0 * size.width)
        yield f"{booklet.id}.png", sheet, booklet.title, caption
    if sides.boxes():
        yield "boxes.jpg", box_picture(sides), "Boxes", "folded from the printed sheets"
    if placed and (card := sides.first_card()):
        caption = "to cut by hand, with less ink, and for a cutting machine"
        yield "sheets.jpg", sheet_picture(laid, *card), "Sheets", caption
    if sides.all(VirtualTable):
        caption = "as the save for Tabletop Simulator lays it out"
        yield (
            "virtual.jpg",
            virtual_table(sides, laid.product_request([])),
            "Virtual table",
            caption,
        )


def palette_png(image: Image, shades: bool = False) -> bytes:
    """Encode a picture for a web page, as a small PNG of 256 colours; ``shades`` mixes them."""
    reduced = image.quantize(256, dither=Pillow.Dither.NONE)
    if shades:
        # Of a large picture, the colours of a sample are as good and quickly found. Rare ones count
        # as much as common ones.
        step = 1 if image.width * image.height < _SAMPLED else 3
        sample = image.resize(
            (image.width // step, image.height // step), Pillow.Resampling.NEAREST
        )
        colors = sample.quantize(256, method=Pillow.Quantize.MAXCOVERAGE, kmeans=1)
        reduced = image.quantize(palette=colors, dither=Pillow.Dither.FLOYDSTEINBERG)
    out = io.BytesIO()
    reduced.save(out, "PNG", optimize=True)
    return out.getvalue()


def _jpeg(image: Image, quality: int = 84) -> bytes:
    """Encode a picture with soft shades for a web page, as a JPEG."""
    out = io.BytesIO()
    image.save(out, "JPEG", quality=quality, optimize=True, progressive=True)
    return out.getvalue()
