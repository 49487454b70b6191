"""Small tables in a text; each cell is a flow."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.geometry import Path, Rect
from cardgen.core.style import Color
from cardgen.frame import Item, Shape
from cardgen.layout.attributes import Track
from cardgen.layout.distribute import Need, fair_shares
from cardgen.layout.text.breaking import SLACK
from cardgen.layout.text.flow import Flow, SetFlow

UNBROKEN = 1e6
_ROUNDING = 0.001
"""In mm: columns are wider by this, so that a cell at its natural width never breaks."""

Row = tuple[Flow, ...]


class TableRules(Struct, frozen=True):
    """The lines of a table: ``which`` is none, head, rows or all; ``width`` in mm."""

    which: str
    color: Color
    width: float


class TextTable(Struct, frozen=True):
    """Rows of cells; ``heads`` is the number of rows that head the others.

    ``columns`` are tracks, or None where the content decides. ``gap`` is the distance between
    columns and ``row_gap`` between rows, in mm. ``natural_widths`` are the widths of columns
    without line breaks, ``least`` with as many as possible. ``stamp`` is the location of the text.
    The first column of a ``leftward`` table is at the right.
    """

    rows: tuple[Row, ...]
    heads: int
    columns: tuple[Track | None, ...]
    natural_widths: tuple[float, ...]
    least: tuple[float, ...]
    gap: float
    row_gap: float
    rules: TableRules
    stamp: str
    align: str = "left"
    before: float = 0.0
    left: float = 0.0
    leftward: bool = False

    @property
    def length(self) -> int:
        """The number of its rows."""
        return len(self.rows)

    @property
    def string(self) -> str:
        """The text, for messages."""
        return " ".join(cell.string for row in self.rows for cell in row)

    @property
    def edges(self) -> float:
        """The width in mm of the gaps between columns."""
        return self.gap * (len(self.columns) - (0 if self.rules.which == "all" else 1))

    @property
    def min_width(self) -> float:
        """The width in mm of the widest unit."""
        columns = (
            least if track is None or track.fraction else track.size
            for track, least in zip(self.columns, self.least, strict=True)
        )
        return self.left + sum(columns) + self.edges

    def widths(self, room: float) -> list[float]:
        """Divide a width in mm among the columns; narrow columns have their natural width."""
        room -= self.edges
        room -= sum(track.size for track in self.columns if track and not track.fraction)
        parts = sum(track.size for track in self.columns if track and track.fraction)
        auto = [i for i, track in enumerate(self.columns) if track is None]
        auto_widths = {i: self.natural_widths[i] for i in auto}
        if sum(auto_widths.values()) > room:
            needs = [Need(((self.natural_widths[i], self.least[i]),)) for i in auto]
            shares = fair_shares(needs, max(room, sum(self.least[i] for i in auto)), True)
            auto_widths = dict(zip(auto, shares or (), strict=True))
        share = max(room - sum(auto_widths.values()), 0.0) / parts if parts else 0.0
        return [
            auto_widths[i]
            if track is None
            else track.size * share
            if track.fraction
            else track.size
            for i, track in enumerate(self.columns)
        ]

    def break_lines(self, width: float, scale: float, leading_factor: float) -> SetTable:
        """Break all cells into lines at a width in mm, once they are scaled."""
        widths = self.widths(width / scale - self.left)
        rows = tuple(
            tuple(
                cell.break_lines((room + _ROUNDING) * scale, scale, leading_factor)
                for cell, room in zip(row, widths, strict=False)
            )
            for row in self.rows
        )
        return SetTable(self, rows, tuple(widths), width, scale)

    def head(self, count: int) -> TextTable:
        """Return its first rows."""
        return replace(self, rows=self.rows[:count])

    def tail(self, count: int) -> TextTable:
        """Return the rows after the first rows, with the head."""
        return replace(self, rows=(*self.rows[: self.heads], *self.rows[count:]))

    @property
    def sentence_ends(self) -> tuple[int, ...]:
        """Empty: a table is divided only between rows."""
        return ()

    def add_suffix(self, suffix: str) -> TextTable:
        """Return a copy with a suffix."""
        *rows, last = self.rows
        *cells, cell = last
        ended = cell.cut(cell.length, suffix) if cell.length else cell
        return replace(self, rows=(*rows, (*cells, ended)))


class SetTable(Struct, frozen=True):
    """A table whose cells are broken into lines, in columns of some widths at full size."""

    table: TextTable
    rows: tuple[tuple[SetFlow, ...], ...]
    widths: tuple[float, ...]
    room: float
    scale: float

    @property
    def width(self) -> float:
        """The width in mm, with the excess of cells that are wider than their column."""
        over = 0.0
        for row in self.rows:
            for cell, room in zip(row, self.widths, strict=False):
                over = max(over, cell.width - (room + _ROUNDING) * self.scale)
        table_width = (self.table.left + sum(self.widths) + self.table.edges) * self.scale
        if over <= SLACK:
            return table_width
        return over + (max(table_width, self.room) if self.room < UNBROKEN else table_width)

    @property
    def filled_length(self) -> float:
        """The length in mm of all lines, each counted as full."""
        return self.width * self.lines

    @property
    def height(self) -> float:
        """The height in mm of all rows and the gaps between them."""
        return sum(self.heights) + self._around

    @property
    def heights(self) -> list[float]:
        """The height in mm of each row, with its share of the gaps."""
        gap = self.table.row_gap * self.scale
        return [max([cell.height for cell in row], default=0.0) + gap for row in self.rows]

    @property
    def _around(self) -> float:
        """The room in mm added above and below; 0 for a table without a frame."""
        return 0.0 if self.table.rules.which == "all" else -self.table.row_gap * self.scale

    @property
    def lines(self) -> int:
        """The number of lines."""
        return sum(max([cell.lines for cell in row], default=0) for row in self.rows)

    def fitting_offset(self, height: float, lines: int) -> int:
        """Return the number of rows that fit a height in mm and a number of lines."""
        used, count, fitting = self._around, 0, 0
        for row, tall in zip(self.rows, self.heights, strict=True):
            used, count = used + tall, count + max([cell.lines for cell in row], default=0)
            if used > height + SLACK or 0 < lines < count:
                break
            fitting += 1
        return fitting if fitting > self.table.heads else 0

    def mend_widows(self) -> SetTable:
        """Return the cells to draw."""
        return replace(self, rows=tuple(tuple(c.mend_widows() for c in row) for row in self.rows))

    def draw(self, x: float, y: float, items: list[Item]) -> None:
        """Add the items of all cells, row by row, and the lines."""
        table, scale = self.table, self.scale
        table_width = (sum(self.widths) + table.edges) * scale
        free = self.room - table.left * scale - table_width
        x += 0.0 if table.leftward else table.left * scale
        start = free if table.leftward else 0.0
        x += {"center": free / 2, "right": free, "left": 0.0}.get(table.align, start)
        framed = table.rules.which == "all"
        half = table.row_gap * scale / 2
        top = y
        y += half if framed else 0.0
        for number, (row, tall) in enumerate(zip(self.rows, self.heights, strict=True), 1):
            begin = table.gap * scale / 2 if framed else 0.0
            for cell, width in zip(row, self.widths, strict=False):
                left = table_width - begin - width * scale if table.leftward else begin
                cell.draw(x + left, y, items)
                begin += (width + table.gap) * scale
            y += tall
            if self._has_line_below(number):
                heavy = 2.0 if number == table.heads else 1.0
                self._draw_line(Rect(x, y - half, table_width, 0.0), heavy, items)
        if framed:
            self._draw_frame(Rect(x, top, table_width, self.height), items)

    def _has_line_below(self, number: int) -> bool:
        if number == len(self.rows) or self.table.rules.which == "none":
            return False
        return number == self.table.heads or self.table.rules.which != "head"

    def _draw_line(self, line: Rect, heavy: float, items: list[Item]) -> None:
        width = self.table.rules.width * heavy
        half = width / 2
        if line.height:
            box = Rect(line.x - half, line.y - half, width, line.height + width)
        else:
            box = Rect(line.x, line.y - half, line.width, width)
        items.append(Shape(Path.rect(box), fill=self.table.rules.color, stamp=self.table.stamp))

    def _draw_frame(self, box: Rect, items: list[Item]) -> None:
        for y in (box.y, box.bottom):
            self._draw_line(Rect(box.x, y, box.width, 0.0), 1.0, items)
        x = box.x
        self._draw_line(Rect(x, box.y, 0.0, box.height), 1.0, items)
        for width in reversed(self.widths) if self.table.leftward else self.widths:
            x += (width + self.table.gap) * self.scale
            self._draw_line(Rect(x, box.y, 0.0, box.height), 1.0, items)
