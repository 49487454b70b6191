"""What a deck of another program is in the terms of none: cards, boxes in mm, and gaps."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import CardgenError, Location
from cardgen.features.scaffold import problems
from cardgen.features.scaffold.fromtable.columns import read_foreign
from cardgen.source.files import Project

MM_OF = {"mm": 1.0, "cm": 10.0, "in": 25.4, "inch": 25.4, "pt": 25.4 / 72, "pc": 25.4 / 6}


class UnsupportedError(Exception):
    """Something in a deck has no counterpart, or would have to be computed."""


class Column(Struct, eq=False):
    """A value for each card; one without a name is not a column of the deck's table."""

    name: str
    cells: list[str]


Value = tuple[str | Column, ...]
"""What a box shows, or one of its measures: fixed words and columns in turn."""


def value_at(value: Value, card: int) -> str:
    """Return a value on one card."""
    return "".join(part if isinstance(part, str) else part.cells[card] for part in value)


def each(value: Any, change: Callable[[Any], str], name: str) -> Value:
    """Return a value that may differ from card to card, changed by a function."""
    cells = value.cells if isinstance(value, Column) else value
    if isinstance(cells, list):
        changed = ["" if one in (None, "") else change(one) for one in cells]
        same = isinstance(value, Column) and changed == cells
        return (value if same else Column(name, changed),)
    return (change(value),)


class Box(Struct, eq=False):
    """Something drawn: a `text`, a `picture`, or a shape by the name of its element.

    ``cards`` are those that have it, all if it is None. A `column` has ``children``.
    """

    tag: str
    attributes: dict[str, Value]
    line: int
    shows: Value = ()
    cards: frozenset[int] | None = None
    children: list[Box] = []


class Gap(Struct, frozen=True):
    """Something that did not come over: where, what, and what to do.

    ``cards`` are those that lack it, all if it is None. A ``harmless`` one is missed on no card.
    """

    at: Location
    what: str
    hint: str
    cards: frozenset[int] | None = None
    harmless: bool = False


class ForeignDeck(Struct, eq=False):
    """A deck as far as it was read; sizes are in mm, and ``copies`` go with the cards."""

    name: str
    folder: Path
    width: float = 0
    height: float = 0
    bleed: float = 0
    count: int = 0
    background: str = "#ffffff"
    columns: list[Column] = []
    copies: list[str] = []
    boxes: list[Box] = []
    gaps: list[Gap] = []

    @property
    def lacking(self) -> frozenset[int]:
        """The cards that lack something."""
        everything = frozenset(range(self.count))
        missed = (one.cards for one in self.gaps if not one.harmless)
        return frozenset().union(*(everything if one is None else one for one in missed))

    def take(self, table: Table) -> None:
        """Make the rows of a table the cards of the deck."""
        self.columns, self.copies, self.count = table.columns, table.copies, table.rows


class Table(Struct, eq=False):
    """A table of cards; ``copies`` are taken out of the column that counts them."""

    columns: list[Column]
    rows: int
    copies: list[str] = []

    def column(self, name: str) -> Column:
        """Return a column by its name."""
        for one in self.columns:
            if one.name == name:
                return one
        raise UnsupportedError(f"there is no column `{name}`")


def read_cards(folder: Path, named: str, copies: Collection[str]) -> Table:
    """Read a table beside the deck; raises UnsupportedError where there is none."""
    try:
        Project(folder).data(named.partition("#")[0], what="the table")
        read = read_foreign(named, folder)
    except CardgenError as error:
        raise UnsupportedError(error.diagnostics[0].message) from None
    columns = [
        Column(one.written, ["" if cell is None else cell.raw.strip() for cell in one.cells])
        for one in read.columns
    ]
    counts = next((one for one in columns if one.name.lower() in copies), None)
    if counts is None:
        return Table(columns, read.rows)
    numbers = [cell if cell.isdigit() else "1" for cell in counts.cells]
    return Table([one for one in columns if one is not counts], read.rows, numbers)


def color_of(written: str) -> str:
    """Return a colour as templates write it; CSS names may have underscores."""
    from PIL.ImageColor import getrgb

    name = written.strip().lower()
    try:
        return "#" + "".join(f"{part:02x}" for part in getrgb(name.replace("_", "")))
    except ValueError:
        raise UnsupportedError(f"`{written}` is not a colour") from None


_FAMILIES = (
    (r"mono|courier|consol|typewriter", "courier-prime", ("regular", "bold", "italic", "bold")),
    (r"condensed|narrow|impact", "barlow-condensed", ("medium", "bold", "mediumitalic", "bold")),
    (r"", "atkinson", ("regular", "bold", "italic", "bolditalic")),
)


def font_of(name: str, bold: bool, italic: bool) -> str:
    """Return the bundled font that is most like another."""
    family, faces = next(rest for like, *rest in _FAMILIES if re.search(like, name.lower()))
    return f"{family}/{faces[bold + 2 * italic]}"


def millimetres(number: float) -> str:
    """Write a length as templates do."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


def ranges(written: str, last: int) -> frozenset[int]:
    """Read card numbers that count from 1: ``1-3,7``."""
    cards: set[int] = set()
    for part in written.replace(" ", "").split(","):
        found = re.fullmatch(r"(\d+)(?:-(\d+))?", part)
        if found is None:
            raise UnsupportedError(f"`{written}` does not name cards by their numbers")
        begin = int(found[1])
        cards.update(range(begin - 1, min(int(found[2] or begin), last)))
    return frozenset(card for card in cards if card < last)


def diagnostics(gaps: Iterable[Gap]) -> tuple[Any, ...]:
    """Return gaps as warnings."""
    return tuple(problems.not_imported(one.at, one.what, one.hint) for one in gaps)
