"""What a deck of another program is in the terms of none: cards, boxes in mm, and gaps."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from msgspec import Struct

from cardgen.assets.svgstyle import color
from cardgen.core.diagnostics import CardgenError, Location
from cardgen.features.scaffold.fromtable.columns import read_foreign
from cardgen.source.files import Project

MM_OF = {"mm": 1.0, "cm": 10.0, "in": 25.4, "inch": 25.4, "pt": 25.4 / 72}
LIMIT = 10_000
"""The most cards that a deck without a table may have."""


class UnsupportedError(Exception):
    """Something in a deck has no counterpart, or would have to be computed."""


ODD = (UnsupportedError, ValueError, TypeError, LookupError, ArithmeticError, RecursionError)
"""What reading a line may raise: it has no counterpart, or a value is of no kind that is known."""


class PerCard(Struct, eq=False):
    """A value for each card, under the name of a column of the table or of what it is for."""

    name: str
    cells: list[str]


Value = tuple[str | PerCard, ...]
"""What a box shows, or one of its measures: fixed words and columns in turn."""


def value_at(value: Value, card: int) -> str:
    """Return a value on one card."""
    return "".join(part if isinstance(part, str) else part.cells[card] for part in value)


def each(value: Any, change: Callable[[Any], str], name: str) -> Value:
    """Return a value that may differ from card to card, changed by a function."""
    cells = value.cells if isinstance(value, PerCard) else value
    if not isinstance(cells, list):
        return (change(value),)
    changed = ["" if one in (None, "") else change(one) for one in cells]
    same = isinstance(value, PerCard) and changed == cells
    return (value if same else PerCard(name, changed),)


class DrawnBox(Struct, eq=False):
    """Something drawn: a `text`, a `picture`, or a shape by the name of its element.

    ``cards`` are those that have it, all if it is None. A `column` has ``children``.
    """

    tag: str
    attributes: dict[str, Value]
    line: int
    shows: Value = ()
    cards: frozenset[int] | None = None
    children: list[DrawnBox] = []


class Gap(Struct, frozen=True):
    """Something that did not come over: where, what, and what to do.

    ``cards`` are those that lack it, all if it is None. A ``harmless`` one is missed on no card.
    """

    at: Location
    what: str
    hint: str
    cards: frozenset[int] | None = None
    harmless: bool = False


class CardTable(Struct, eq=False):
    """A table of cards; ``copies`` are taken out of the column that counts them."""

    columns: list[PerCard] = []
    rows: int = 0
    copies: list[str] = []

    def column(self, name: str) -> PerCard:
        """Return a column by its name."""
        for one in self.columns:
            if one.name.lower() == name.lower():
                return one
        raise UnsupportedError(f"there is no column `{name}`")

    def has(self, name: str) -> bool:
        """Whether there is a column of a name."""
        return any(one.name.lower() == name.lower() for one in self.columns)


class ForeignDeck(Struct, eq=False):
    """A deck as far as it was read; sizes are in mm."""

    name: str
    folder: Path
    width: float = 0
    height: float = 0
    bleed: float = 0
    count: int = 0
    background: str = "#ffffff"
    columns: list[PerCard] = []
    copies: list[str] = []
    boxes: list[DrawnBox] = []
    gaps: list[Gap] = []

    @property
    def lacking(self) -> frozenset[int]:
        """The cards that lack something."""
        everything = frozenset(range(self.count))
        missed = (one.cards for one in self.gaps if not one.harmless)
        return frozenset().union(*(everything if one is None else one for one in missed))

    def take(self, table: CardTable) -> None:
        """Make the rows of a table the cards of the deck."""
        self.columns, self.copies, self.count = table.columns, table.copies, table.rows

    def trim(self) -> None:
        """Take the bleed, which was part of the sides, off them."""
        self.width -= 2 * self.bleed
        self.height -= 2 * self.bleed
        for box in self.boxes if self.bleed else ():
            for name in {"x", "y", "x1", "x2", "y1", "y2"} & box.attributes.keys():
                moved = each(
                    box.attributes[name][0], lambda at: millimetres(float(at) - self.bleed), name
                )
                box.attributes[name] = moved


def read_cards(folder: Path, named: str, copies: Collection[str]) -> CardTable:
    """Read a table beside the deck; ``copies`` are names for the column that counts them."""
    try:
        Project(folder).data(named.partition("#")[0], what="the table")
        read = read_foreign(named, folder)
    except CardgenError as error:
        raise UnsupportedError(error.diagnostics[0].message) from None
    columns = [
        PerCard(one.written, ["" if cell is None else cell.raw.strip() for cell in one.cells])
        for one in read.columns
    ]
    counts = next((one for one in columns if one.name.lower() in copies), None)
    numbers = [cell if cell.isdigit() else "1" for cell in counts.cells] if counts else []
    return CardTable([one for one in columns if one is not counts], read.rows, numbers)


def color_of(written: str) -> str:
    """Return a colour as templates write it; CSS names may have underscores."""
    try:
        found = color(str(written).strip().replace("_", ""))
    except ValueError:
        raise UnsupportedError(f"`{written}` is not a colour") from None
    return found.hex if found else "none"


_FAMILIES = (
    (r"mono|courier|consol|typewriter", "courier-prime", ("regular", "bold", "italic", "bold")),
    (r"condensed|narrow|impact", "barlow-condensed", ("medium", "bold", "mediumitalic", "bold")),
    (r"", "atkinson", ("regular", "bold", "italic", "bolditalic")),
)


def font_of(name: str, bold: bool = False, italic: bool = False) -> str:
    """Return the bundled font that is most like another, whose name may say its face."""
    name = name.lower()
    family, faces = next(rest for like, *rest in _FAMILIES if re.search(like, name))
    return f"{family}/{faces[(bold or 'bold' in name) + 2 * (italic or 'italic' in name)]}"


def millimetres(number: float) -> str:
    """Write a length as templates do."""
    return f"{round(number, 2) or 0.0:.2f}".rstrip("0").rstrip(".")
