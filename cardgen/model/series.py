"""A deck of cards without end: rows of a table, or numbers, read a volume at a time."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostic, Diagnostics, Location, SourceError
from cardgen.core.fingerprint import digest
from cardgen.core.problems import file_missing
from cardgen.model import problems
from cardgen.model.cards import BUILT_IN, Card, read_cards
from cardgen.model.compound import ListField
from cardgen.model.fields import Field, NumberField, TextField, read_mapping
from cardgen.model.scope import Collecting, ReadDecks, Scope
from cardgen.source.files import TABLE_ENDINGS, confine
from cardgen.source.node import SourceFile, YamlNode
from cardgen.source.tables.problems import unknown_column
from cardgen.source.tables.reading import RowRun, Table

VOLUME = 1000
"""Cards a volume where nothing else is said: some 110 sheets of nine."""
_MOST = 100_000  # cards a volume: they are held at once
_MOST_VOLUMES = 100_000  # their paths are held at once

_SERIES: Mapping[str, Field] = {
    "rows": TextField(optional=True, doc="a table beside game.yaml, .csv, .tsv or .jsonl"),
    "count": NumberField(
        whole=True, min=1, max=1e9, default=None, doc="so many cards, which differ in `index` only"
    ),
    "volume": NumberField(
        whole=True, min=1, max=_MOST, default=VOLUME, doc="how many cards a volume has"
    ),
    "type": TextField(optional=True, doc="their card type, if the game has several"),
}


class Volume(Struct, frozen=True):
    """Some cards of a series that follow each other: numbers from 1, and rows if it has any."""

    number: int
    first: int
    count: int
    rows: RowRun | None = None

    @property
    def key(self) -> str:
        """A digest over what its cards are read from, places included."""
        rows = (self.rows.data, self.rows.line) if self.rows is not None else None
        return digest((self.number, self.first, self.count, rows))


class Series(Struct, frozen=True, eq=False):
    """Where the cards of a deck come from, if there are too many to hold.

    ``rows`` is the path of a table in the project, or empty where there are ``number`` cards
    alike.
    """

    rows: str
    number: int
    volume: int
    type: YamlNode | None
    at: Location
    scope: Scope

    @property
    def file(self) -> str:
        """The table by its plain path in the game's folder, empty if there is none."""
        return self.rows.removeprefix(f"{self.scope.folder}/")

    def head(self) -> bytes:
        """Return the header of the table."""
        return self._table().head()

    def total(self) -> int:
        """Return how many cards there are: for a table, all of it is gone through.

        Raises SourceError if they make too many volumes.
        """
        cards = self._table().count() if self.rows else self.number
        _refuse_many(cards, self.volume, self.at)
        return cards

    def volumes(self) -> Iterator[Volume]:
        """Yield all volumes in order; only one is held at a time."""
        first = 1
        if self.rows:
            for number, run in enumerate(self._table().runs(self.volume), 1):
                yield Volume(number, first, run.count, run)
                first += run.count
            return
        for number, first in enumerate(range(1, self.number + 1, self.volume), 1):
            yield Volume(number, first, min(self.volume, self.number + 1 - first))

    def cards(self, volume: Volume) -> tuple[tuple[Card, ...], list[Diagnostic]]:
        """Read the cards of a volume, with everything that is wrong with them."""
        contexts = dict(self.scope.languages.contexts)  # those of all volumes would never be let go
        languages = replace(self.scope.languages, contexts=contexts)
        scope = replace(self.scope, found=Diagnostics(), decks=ReadDecks(), languages=languages)
        rows: list[YamlNode] = []
        with Collecting(scope):
            rows += self._rows(volume, scope)
        for index, row in enumerate(rows, volume.first):
            if row.value.get("id") is None or row.value["id"].value is None:
                place = (row.line, row.column, 1, row.source)
                row.value["id"] = YamlNode(str(index), "scalar", *place, str(index))
            if self.type is not None:
                row.value.setdefault("type", self.type)
        cards = read_cards(rows, scope, self.rows)
        return cards, list(scope.found)

    def _rows(self, volume: Volume, scope: Scope) -> Iterator[YamlNode]:
        if volume.rows is not None:
            fields = [field for one in scope.card_types.values() for field in one.fields.items()]
            lists = {name for name, kind in fields if isinstance(kind, ListField)}
            yield from self._table().rows(volume.rows, lists, scope.fault)
            return
        source = SourceFile(self.at.path, "", self.at.line)
        for _ in range(volume.count):
            yield YamlNode({}, "map", 1, self.at.column, self.at.length, source, keys={})

    def _table(self) -> Table:
        return Table(self.scope.project.root / self.rows, self.rows)


def _refuse_many(cards: int, volume: int, at: Location) -> None:
    volumes = -(-cards // volume)
    if volumes > _MOST_VOLUMES:
        raise SourceError(problems.too_many_volumes(at, volumes, _MOST_VOLUMES))


class SeriesField(Field, frozen=True, kw_only=True):
    """Cards of a deck that are too many for a deck file."""

    keys: ClassVar[Mapping[str, Field]] = _SERIES

    def read(self, node: YamlNode, scope: Scope) -> Series | None:
        """Return the series; a table is looked at as far as its header."""
        given = read_mapping(node, _SERIES, scope, "`series`")
        if node.kind != "map":
            return None
        rows, number = given["rows"], given["count"]
        if bool(rows) == (number is not None):
            hint = "write `series: {rows: names.csv}` or `series: {count: 1000}`"
            scope.fault(
                problems.bad_value(node.at, "a series takes either `rows` or `count`", hint)
            )
            return None
        path, volume = "", given["volume"] or VOLUME
        with Collecting(scope):
            if rows:
                path = str(PurePosixPath(f"{scope.folder}/{rows}"))
                scope.read_files.add(path)  # it may lie beside the deck files
                self._look_at(path, rows, node.value["rows"].at, scope)
            else:
                _refuse_many(number, volume, node.at)
            return Series(path, number or 0, volume, node.value.get("type"), node.at, scope)
        return None

    def _look_at(self, path: str, rows: str, at: Location, scope: Scope) -> None:
        """Report columns that no card has. Raises SourceError for a table that is none."""
        root = scope.project.root
        file = confine(root, rows, root / scope.folder, at)
        if not rows.endswith(TABLE_ENDINGS):
            message = f"`{rows}` is no table that can be read a volume at a time"
            scope.fault(problems.bad_value(at, message, "name a `.csv`, `.tsv` or `.jsonl` file"))
            return
        if not os.path.isfile(file):  # a name too long for the system is that of no file
            raise SourceError(file_missing(at, "the table", path))
        known = set(BUILT_IN).union(*(one.fields for one in scope.card_types.values()))
        for column in Table(file, path).columns:
            if column.name not in known:
                scope.fault(unknown_column(column.at, column.header, sorted(known)))
