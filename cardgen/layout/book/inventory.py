"""What lies in the box: pieces side by side, each kind over its number and name."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.geometry import Matrix, Path
from cardgen.frame import Frame, Group, Shape, Stroke
from cardgen.layout.book.context import APART, TextContext
from cardgen.layout.book.lines import LinkedText, stamp_of
from cardgen.layout.book.strips import Strip, spaced
from cardgen.layout.canvas import Canvas
from cardgen.layout.cutting import outline
from cardgen.model.document import Inventory
from cardgen.model.pieces import Pieces
from cardgen.model.richtext import Rich, escape

# Distances in mm on an A5 page.
_SCALE = 0.24
"""Pieces are drawn at this share of their size, ..."""
_LEAST, _MOST = 11.5, 21.0
"""... but no less and no more high than this, ..."""
_WIDEST = 48.0
"""... nor wider."""
_STEP, _CARDS_STEP = 1.06, 0.6
"""Where the next of several pictures begins, in widths: cards lie over one another, others do if
they must."""
_NARROWEST = 17.0
"""Room for the words below a picture."""
_APART = 3.5
_TO_WORDS = 1.4


class _Tile(Struct, frozen=True):
    """One kind: its pictures with their outlines and scales, and the words below them, in mm."""

    pictures: tuple[tuple[Frame, Path, float], ...]
    words: LinkedText
    step: float
    extent: float
    width: float

    @property
    def high(self) -> float:
        """The height of the highest picture."""
        return max((frame.size.height * scale for frame, _, scale in self.pictures), default=0.0)


def set_inventory(context: TextContext, block: Inventory, width: float) -> list[Strip]:
    """Set what lies in the box in rows of about the same width; a row is a strip."""
    tiles = [_tile(context, block, pieces, width) for pieces in block.pieces]
    rows = _balanced(tiles, width, context.mm(_APART))
    strips = [_strip(context, block, row, width) for row in rows]
    strips = [part for strip in strips for part in spaced([strip], 0, context.mm(_APART))]
    # Rows stay together if a page has room for all of them.
    strips[:-1] = [replace(strip, keep=True, weak=True) for strip in strips[:-1]]
    return spaced(strips, context.mm(APART), context.mm(APART))


def _tile(context: TextContext, block: Inventory, pieces: Pieces, width: float) -> _Tile:
    pictures = []
    for one in pieces.pictures:
        frame = context.canvas.picture(one.side, block.at)
        if frame is None:
            continue
        size = frame.size
        high = min(max(size.height * _SCALE, _LEAST), _MOST)
        scale = context.mm(min(high / size.height, _WIDEST / size.width))
        pictures.append((frame, outline(one.outline, size), scale))
    widths = [frame.size.width * scale for frame, _, scale in pictures]
    step, extent = 0.0, sum(widths)
    if len(widths) > 1:
        usual = _CARDS_STEP if pieces.pictures[0].outline == "card" else _STEP
        before = sum(widths[:-1])
        step = min(usual, (min(context.mm(_WIDEST), width) - widths[-1]) / before)
        extent = before * step + widths[-1]
    room = min(max(extent, context.mm(_NARROWEST)), width)
    words = context.text(_words(context, pieces), "caption", room, block.at, "center")
    return _Tile(tuple(pictures), words, step, extent, room)


def _words(context: TextContext, pieces: Pieces) -> Rich:
    """Write how many there are, and of what."""
    count = context.strong(str(pieces.count), context.spec.styles["caption"])
    first, second = f"{count} {escape(pieces.noun)}", escape(pieces.title)
    plain = f"{pieces.count} {pieces.noun} {pieces.title}".strip()
    return Rich(plain, f"{first}<br/>{second}" if second else first)


def _rows(tiles: list[_Tile], room: float, apart: float) -> list[list[_Tile]]:
    rows: list[list[_Tile]] = []
    taken = room
    for tile in tiles:
        if not rows or taken + apart + tile.width > room + 1e-6:
            rows.append([])
            taken = -apart
        rows[-1].append(tile)
        taken += apart + tile.width
    return rows


def _balanced(tiles: list[_Tile], width: float, apart: float) -> list[list[_Tile]]:
    """Share tiles out over as few rows as there can be, none much wider than another."""
    rows = _rows(tiles, width, apart)
    widest = max((tile.width for tile in tiles), default=0.0)
    room = width
    while room - 1.0 >= widest:
        room -= 1.0
        tried = _rows(tiles, room, apart)
        if len(tried) > len(rows):
            break
        rows = tried
    return rows


def _strip(context: TextContext, block: Inventory, row: list[_Tile], width: float) -> Strip:
    """Return a row of tiles as wide as the text, their pictures on one line."""
    high = max(tile.high for tile in row)
    below = high + context.mm(_TO_WORDS)
    height = below + max(tile.words.height for tile in row)
    free = (width - sum(tile.width for tile in row)) / len(row)
    edge, stamp = Stroke(context.paint("line"), 0.15), stamp_of(block.at)

    def draw(canvas: Canvas, x: float, y: float) -> None:
        x += free / 2
        for tile in row:
            left = x + (tile.width - tile.extent) / 2
            for frame, clip, scale in tile.pictures:
                top = y + high - frame.size.height * scale
                matrix = Matrix(scale, 0.0, 0.0, scale, left, top)
                canvas.items.append(Group(frame, matrix, clip, stamp=stamp))
                canvas.items.append(Shape(clip.transformed(matrix), stroke=edge, stamp=stamp))
                left += frame.size.width * scale * tile.step
            tile.words.paint(canvas, x, y + below)
            x += tile.width + free

    return Strip(height, draw, stamp=stamp, what="the row of pieces")
