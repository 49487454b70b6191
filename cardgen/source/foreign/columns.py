"""A foreign table as columns of plain values, and as the bytes of a deck file."""

import csv
import io
import json
from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import compress
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.source.foreign.headers import HEADERS, words_of
from cardgen.source.tables.table import as_cell, meaning, number_text

Value = Any
"""A text, a number, a flag, a list of these, or None for an empty cell."""
_TITLE = 80  # characters of a title


class SourceColumn(Struct, frozen=True, dict=True):
    """A column of the table: ``cells`` has one value a card, None where the cell is empty."""

    header: str
    cells: tuple[Value, ...]

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """The values of the cells that are not empty."""
        return tuple(cell for cell in self.cells if cell is not None)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The values as texts, the items of a list joined."""
        return tuple(map(text_of, self.values))

    @property
    def has_lists(self) -> bool:
        """True if a value is a list."""
        return any(isinstance(value, list) for value in self.values)

    def length(self, share: float = 1) -> int:
        """Return the length that this share of the texts does not exceed."""
        lengths = sorted(map(len, self.texts))
        return lengths[min(len(lengths) - 1, int(share * len(lengths)))] if lengths else 0

    def can_name(self) -> bool:
        """Return True if the values are short texts."""
        return self.length(0.95) <= _TITLE and not any(isinstance(v, list) for v in self.values)

    def matches(self, role: str) -> int:
        """Return how well the header names a role: 2 wholly, 1 by a word, 0 not at all."""
        words, names = words_of(self.header), HEADERS[role]
        return 2 if "_".join(words) in names else int(not set(words).isdisjoint(names))


class SourceTable(Struct, frozen=True):
    """A table before conversion, with ``data``, the bytes of its deck file, named ``file``.

    The user named the ``sheet`` of a workbook. ``notes`` list omissions and changes. ``columns``
    include notes and columns without a header, which begin with `#`. Pictures are in ``folder``.
    A sheet does not show its ``hidden_columns``. ``back`` is the picture of the back, if any.
    """

    file: str
    data: bytes
    columns: tuple[SourceColumn, ...]
    sheet: str = ""
    delimiter: str = ","
    notes: tuple[str, ...] = ()
    is_changed: bool = False
    folder: Path = Path()
    hidden_columns: Collection[str] = ()
    back: str = ""

    @property
    def rows(self) -> int:
        """The number of cards."""
        return len(self.columns[0].cells)

    @property
    def ending(self) -> str:
        """The ending of the deck file."""
        return PurePosixPath(self.file).suffix.lower()

    @property
    def name(self) -> str:
        """The name of the sheet, or of the file without its ending."""
        return self.sheet or PurePosixPath(self.file).stem

    def number(self, value: Value) -> float | None:
        """Return the number that a cell holds, or None."""
        if isinstance(value, str):
            value = meaning(value.strip(), self.delimiter == ";")
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return value if is_number else None

    def select_rows(self, is_selected: Sequence[bool]) -> "SourceTable":
        """Return the table with only the selected rows."""
        columns = tuple(
            SourceColumn(c.header, tuple(compress(c.cells, is_selected))) for c in self.columns
        )
        return replace(self, columns=columns, is_changed=True)

    def fullest(self, count: int, headers: Collection[str]) -> "SourceTable":
        """Return the table with its ``count`` rows of the most text or the longest word.

        Only the columns with these headers count.
        """
        cells = (column.cells for column in self.columns if column.header in headers)
        texts = [" ".join(map(text_of, row)) for row in zip(*cells, strict=True)]
        words = [max(map(len, text.split()), default=0) for text in texts]
        rows = sorted(range(len(texts)), key=lambda row: len(texts[row]), reverse=True)
        by_word = sorted(range(len(texts)), key=words.__getitem__, reverse=True)
        selected_rows = {*rows[: count // 2], *by_word[: count // 2]}
        return self.select_rows([row in selected_rows for row in range(self.rows)])

    def with_deck_file(self) -> "SourceTable":
        """Return the table with the bytes of its columns, if they differ from the file's."""
        if not self.is_changed:
            return self
        columns = [column for column in self.columns if column.header]
        rows = list(zip(*(column.cells for column in columns), strict=True))
        if self.ending in (".json", ".yaml"):
            cards = [
                {c.header: cell for c, cell in zip(columns, row, strict=True) if cell is not None}
                for row in rows
            ]
            data = (json.dumps(cards, indent=1, ensure_ascii=False) + "\n").encode()
            return replace(self, file=str(PurePosixPath(self.file).with_suffix(".json")), data=data)
        text = io.StringIO()
        writer = csv.writer(text, delimiter=self.delimiter, lineterminator="\n")
        writer.writerow([column.header for column in columns])
        writer.writerows([text_of(cell) for cell in row] for row in rows)
        is_text = self.ending in (".csv", ".tsv")
        file = self.file if is_text else f"{PurePosixPath(f'{self.name}.csv').name}"
        notes = self.notes if is_text else (*self.notes, "stored as CSV, since cells had to change")
        data = text.getvalue().encode("utf-8-sig")  # the mark tells spreadsheet programs UTF-8
        return replace(self, file=file, data=data, sheet="", notes=notes)


def text_of(value: Value) -> str:
    """Return a value as the text of a cell."""
    if isinstance(value, float):
        return number_text(value)
    text = "" if value is None else str(as_cell(value))
    return text.lower() if isinstance(value, bool) else text
