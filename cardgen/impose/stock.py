"""Ready-cut stock: perforated or scored sheets, or labels, with places for the pieces.

The places form a grid that the maker of the stock has chosen. As sheets are not cut, there are no
crop marks, and a piece is in the middle of its place for all sizes. Artwork bleeds as far as half
the gap to the next place, or to the edge of the paper. A piece can be smaller than its place but
not larger. If it fits only when turned, the whole sheet is turned, so that its back remains behind
it::

    +--------------------+
    |  +------+ +------+ |        first: left and top of the first place
    |  | +--+ | |      | |
    |  | |  | | |      | |        place: width and height
    |  | +--+ | |      | |        pitch: from one place to the next
    |  +------+ +------+ |
    +--------------------+
"""

import math
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.geometry import Insets, Matrix, Path, Rect, Size
from cardgen.frame import Frame, Group, Page, Shape
from cardgen.impose.marks import HAIRLINE
from cardgen.impose.nup import Arrangement

SLACK = 0.05
"""Tolerance for a piece in its place, in mm: sizes in inches and in mm differ this much."""


class Stock(Struct, frozen=True):
    """One kind of sheet with its places, in mm, held upright."""

    id: str
    title: str
    paper: Size
    place: Size
    columns: int
    rows: int
    first: tuple[float, float]
    pitch: tuple[float, float]
    shape: Literal["rect", "round"] = "rect"
    corner: float = 0.0

    @property
    def quarter_turned(self) -> "Stock":
        """The same sheet after a quarter turn clockwise."""
        (x, y), (across, along) = self.first, self.pitch
        last = y + (self.rows - 1) * along + self.place.height
        return replace(
            self,
            paper=self.paper.quarter_turned,
            place=self.place.quarter_turned,
            columns=self.rows,
            rows=self.columns,
            first=(self.paper.height - last, x),
            pitch=(along, across),
        )

    def holds(self, size: Size, shape: str = "rect") -> bool:
        """Whether a piece fits in a place; in a round place, all corners of a piece must fit."""
        width, height = size.width - SLACK, size.height - SLACK
        if self.shape == "round" and shape != "round":
            return math.hypot(width, height) <= self.place.width
        return width <= self.place.width and height <= self.place.height

    def arrangement(self, bleed: float) -> Arrangement:
        """Return the places as a grid; a piece has exactly the size of a place."""
        width, height = self.place.width, self.place.height
        gaps = max(self.pitch[0] - width, 0.0), max(self.pitch[1] - height, 0.0)
        x, y = self.first
        block = Rect(
            x,
            y,
            self.columns * width + (self.columns - 1) * gaps[0],
            self.rows * height + (self.rows - 1) * gaps[1],
        )
        outer = Insets(
            min(bleed, y),
            min(bleed, self.paper.width - block.right),
            min(bleed, self.paper.height - block.bottom),
            min(bleed, x),
        )
        return Arrangement(
            page=self.paper,
            piece=self.place,
            columns=self.columns,
            rows=self.rows,
            gutter=gaps[0],
            block=block,
            outer=outer,
            bleed=bleed,
            margin=0.0,
            mode="bleed",
            fold=None,
            below=gaps[1],
        )

    def outlines(self) -> Iterator[Path]:
        """Yield the outlines of all places on the sheet."""
        grid = self.arrangement(0.0)
        for slot in range(grid.slots):
            box = grid.trim(slot)
            if self.shape == "round":
                yield Path.ellipse(*box.center, box.width / 2, box.height / 2)
            else:
                yield Path.rect(box, self.corner)


def in_place(side: Frame, place: Size, outline: Path) -> Frame:
    """Return a Frame as large as a place, with a side in its middle, clipped to the bleed."""
    dx, dy = (place.width - side.size.width) / 2, (place.height - side.size.height) / 2
    bleed = Insets(
        *(
            max(own - room, 0.0)
            for own, room in zip(
                (side.bleed.top, side.bleed.right, side.bleed.bottom, side.bleed.left),
                (dy, dx, dy, dx),
                strict=True,
            )
        )
    )
    return Frame(place, [Group(side, Matrix.translation(dx, dy), outline)], bleed)


def outline_page(stock: Stock, words: Frame) -> Page:
    """Return a page with the outlines of the places, to hold against the stock; without artwork.

    ``words`` explain this in the first place.
    """
    shapes = [Shape(outline, stroke=HAIRLINE) for outline in stock.outlines()]
    x, y = stock.first
    room = stock.place.width - 4.0
    scale = min(1.0, room / words.size.width) if words.size.width else 1.0
    matrix = Matrix.scaling(scale).then(
        Matrix.translation(
            x + (stock.place.width - words.size.width * scale) / 2, y + stock.place.height / 2
        )
    )
    return Page.of_sheet(Frame(stock.paper, [*shapes, Group(words, matrix)]))
