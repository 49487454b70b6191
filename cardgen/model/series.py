"""Series: very large decks from the rows of a table or a count, read one volume at a time."""

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
from cardgen.model.scope import ErrorCollector, ReadDecks, Scope
from cardgen.source.files import TABLE_ENDINGS, confine
from cardgen.source.node import SourceFile, YamlNode
from cardgen.source.tables.problems import unknown_column
from cardgen.source.tables.reading import RowRun, Table

VOLUME = 1000
"""The default number of cards in a volume: some 110 sheets of nine."""
_MAX_CARDS = 100_000  # cards in a volume: all are in memory together
_MAX_VOLUMES = 100_000  # their paths are in memory together

_SERIES: Mapping[str, Field] = {
    "rows": TextField(optional=True, doc="a table beside game.yaml, .csv, .tsv or .jsonl"),
    "count": NumberField(
        whole=True, min=1, max=1e9, default=None, doc="number of cards; only `index` differs"
    ),
    "volume": NumberField(
        whole=True, min=1, max=_MAX_CARDS, default=VOLUME, doc="number of cards in each volume"
    ),
    "type": TextField(optional=True, doc="card type, if the game has several"),
}


class Volume(Struct, frozen=True):
    """Consecutive cards of a series; ``number`` and ``first`` count from 1."""

    number: int
    first: int
    count: int
    rows: RowRun | None = None

    @property
    def key(self) -> str:
        """A digest over the sources of its cards, with their locations."""
        rows = (self.rows.data, self.rows.line) if self.rows is not None else None
        return digest((self.number, self.first, self.count, rows))


class Series(Struct, frozen=True, eq=False):
    """The source of the cards of a deck that are too many for the memory.

    ``rows`` is the path of a table in the project; without it there are ``count`` equal cards.
    """

    rows: str
    count: int
    volume: int
    type: YamlNode | None
    location: Location
    scope: Scope

    @property
    def file(self) -> str:
        """The path of the table in the game's folder; empty if there is no table."""
        return self.rows.removeprefix(f"{self.scope.folder}/")

    def head(self) -> bytes:
        """Return the header of the table."""
        return self._table().head()

    def total(self) -> int:
        """Return the number of cards; this reads the whole table.

        Raises SourceError for too many volumes.
        """
        cards = self._table().count() if self.rows else self.count
        _check_volume_count(cards, self.volume, self.location)
        return cards

    def volumes(self) -> Iterator[Volume]:
        """Yield all volumes in order; only one is in memory at a time."""
        first = 1
        if self.rows:
            for number, run in enumerate(self._table().runs(self.volume), 1):
                yield Volume(number, first, run.count, run)
                first += run.count
            return
        for number, first in enumerate(range(1, self.count + 1, self.volume), 1):
            yield Volume(number, first, min(self.volume, self.count + 1 - first))

    def cards(self, volume: Volume) -> tuple[tuple[Card, ...], list[Diagnostic]]:
        """Read the cards of a volume; return them with their diagnostics."""
        contexts = dict(self.scope.languages.contexts)  # a copy, so that no volume adds to it
        languages = replace(self.scope.languages, contexts=contexts)
        scope = replace(
            self.scope, diagnostics=Diagnostics(), decks=ReadDecks(), languages=languages
        )
        rows: list[YamlNode] = []
        with ErrorCollector(scope):
            rows += self._rows(volume, scope)
        for index, row in enumerate(rows, volume.first):
            if row.child("id") is None:
                position = (row.line, row.column, 1, row.source)
                row.value["id"] = YamlNode(str(index), "scalar", *position, str(index))
            if self.type is not None:
                row.value.setdefault("type", self.type)
        cards = read_cards(rows, scope, self.rows)
        return cards, list(scope.diagnostics)

    def _rows(self, volume: Volume, scope: Scope) -> Iterator[YamlNode]:
        if volume.rows is not None:
            types = scope.card_types.values()
            fields = [field for card_type in types for field in card_type.fields.items()]
            lists = {name for name, kind in fields if isinstance(kind, ListField)}
            yield from self._table().rows(volume.rows, lists, scope.fault)
            return
        source = SourceFile(self.location.path, "", self.location.line)
        for _ in range(volume.count):
            yield YamlNode(
                {}, "map", 1, self.location.column, self.location.length, source, keys={}
            )

    def _table(self) -> Table:
        return Table(self.scope.project.root / self.rows, self.rows)


def _check_volume_count(cards: int, volume: int, location: Location) -> None:
    volumes = -(-cards // volume)
    if volumes > _MAX_VOLUMES:
        raise SourceError(problems.too_many_volumes(location, volumes, _MAX_VOLUMES))


class SeriesField(Field, frozen=True, kw_only=True):
    """The cards of a series."""

    keys: ClassVar[Mapping[str, Field]] = _SERIES

    def read(self, node: YamlNode, scope: Scope) -> Series | None:
        """Return the series; this reads only the header of its table."""
        values = read_mapping(node, _SERIES, scope, "`series`")
        if node.kind != "map":
            return None
        rows, number = values["rows"], values["count"]
        if bool(rows) == (number is not None):
            hint = "write `series: {rows: names.csv}` or `series: {count: 1000}`"
            scope.refuse(node.location, "a series takes either `rows` or `count`", hint)
            return None
        path, volume = "", values["volume"] or VOLUME
        with ErrorCollector(scope):
            if rows:
                path = str(PurePosixPath(f"{scope.folder}/{rows}"))
                scope.read_files.add(path)  # no deck file, even if it is in their folder
                self._check_table(path, rows, node.value["rows"].location, scope)
            else:
                _check_volume_count(number, volume, node.location)
            return Series(path, number or 0, volume, node.value.get("type"), node.location, scope)
        return None

    def _check_table(self, path: str, rows: str, location: Location, scope: Scope) -> None:
        root = scope.project.root
        file = confine(root, rows, root / scope.folder, location)
        if not rows.endswith(TABLE_ENDINGS):
            message = f"cardgen cannot read `{rows}` in volumes"
            scope.refuse(location, message, "use a `.csv`, `.tsv` or `.jsonl` file")
            return
        if not os.path.isfile(file):  # also false for a name that is too long for the system
            raise SourceError(file_missing(location, "the table", path))
        types = scope.card_types.values()
        allowed = set(BUILT_IN).union(*(card_type.fields for card_type in types))
        for column in Table(file, path).columns:
            if column.name not in allowed:
                scope.fault(unknown_column(column.location, column.header, sorted(allowed)))
