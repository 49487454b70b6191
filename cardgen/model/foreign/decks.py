"""Reads a foreign table as a deck: roles and fields of its columns, texts as markup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.registry import did_you_mean
from cardgen.model.cards import BUILT_IN
from cardgen.model.fields import IDENTIFIER
from cardgen.model.foreign import roles
from cardgen.model.foreign.names import file_name, identifier
from cardgen.model.foreign.roles import ColumnRole
from cardgen.model.foreign.squib_layout import SquibLayout
from cardgen.model.foreign.texts import TextMender
from cardgen.model.theme import slug
from cardgen.source.foreign.columns import SourceColumn, SourceTable, text_of
from cardgen.source.foreign.headers import distinct, label_of
from cardgen.source.foreign.languages import language_of
from cardgen.source.tables.table import NOTE, plain_name

_LOOK = 300
"""The number of cards whose texts decide the language."""
_OWN = ("title", "id", "copies", "note", "empty")
"""Roles of columns that do not become fields."""


class ForeignDeck(Struct, frozen=True):
    """A deck made of a table.

    ``terms`` has, for each mark in braces, the name of its term and the number of its cells.
    ``pictures`` has the files of pictures by path.
    """

    table: SourceTable
    roles: tuple[ColumnRole, ...]
    terms: dict[str, tuple[str, int]]
    language: str
    pictures: dict[str, bytes]
    layout: SquibLayout | None = None

    @property
    def id(self) -> str:
        """The id of the deck."""
        return file_name(self.table.name) or "cards"

    @property
    def fields(self) -> list[ColumnRole]:
        """The columns that are fields of a card."""
        return [item for item in self.roles if item.field]

    @property
    def places(self) -> dict[str, list[ColumnRole]]:
        """The fields of each role on the face; a flavour text is the last one."""
        places: dict[str, list[ColumnRole]] = {role: [] for role in roles.ROOM}
        for item in sorted(self.fields, key=lambda item: item.column.matches("flavor")):
            places.get(item.role, []).append(item)
        return places

    @property
    def facts(self) -> dict[str, Any]:
        """A description of the deck, for output as JSON."""
        keys = ("field", "kind", "role", "reason")
        columns = [
            {"column": i.column.header, **{key: getattr(i, key) or None for key in keys}}
            for i in self.roles
        ]
        marks = {mark: count for mark, (_, count) in self.terms.items()}
        table = self.table
        return {"cards": table.rows, "columns": columns, "notes": table.notes, "marks": marks}

    def read_length(self, share: float) -> int:
        """Return the length of texts in characters that this share of the cards does not exceed."""
        rows = zip(*(item.column.cells for item in self.places["text"]), strict=True)
        sums = sorted(sum(len(text_of(cell)) for cell in row) for row in rows)
        return sums[min(len(sums) - 1, int(share * len(sums)))] if sums else 0

    @property
    def aliases(self) -> dict[str, str]:
        """The fields of columns with a different name, for ``columns:`` of the deck."""
        names = {
            i.column.header: i.field or (i.role if i.role in ("title", "id", "copies") else NOTE)
            for i in self.roles
            if i.column.header != NOTE
        }
        plain = Counter(map(plain_name, names))
        return {
            header: name
            for header, name in names.items()
            if plain_name(header) != name or plain[name] > 1
        }


def read_deck(
    table: SourceTable, layout: SquibLayout | None = None, options: Mapping[str, str] = {}
) -> ForeignDeck:
    """Give each column of a table its role, and repair its texts; ``options`` are roles by header.

    With a ``layout`` of Squib, each column goes into the box with its name.
    """
    mender = TextMender()
    notes = list(table.notes)
    items = roles.assign_roles(table, options)
    pictures: dict[str, bytes] = {}
    # Collect the files of pictures; hide a column of pictures if no file exists.
    for index, item in enumerate(items):
        names = item.column.texts if item.role == "image" else ()
        files = [table.folder / name for name in names if (table.folder / name).is_file()]
        if files:
            neighbours = [file.name for file in table.folder.iterdir()]
            for name in sorted({*names} - {str(file.relative_to(table.folder)) for file in files}):
                hint = "; ".join(did_you_mean(name, neighbours))
                notes.append(f"{item.column.header}: there is no picture `{name}`: {hint}")
        pictures |= {f"art/{file.name}": file.read_bytes() for file in files}
        if names and not files and item.reason != "your option":
            items[index] = replace(item, role="hidden", reason="no such pictures beside the table")
    items = [_mend_column(item, mender, notes) for item in items]
    # Ids come from a column or from the titles; if a title has no letters, add numbers as ids.
    if not any(i.role == "id" for i in items):
        title = next((i.column for i in items if i.role == "title"), None)
        if title is None or not all(slug(text) for text in title.texts):
            header = distinct("id", [i.column.header.lower() for i in items])
            numbers = SourceColumn(header, tuple(str(n) for n in range(1, table.rows + 1)))
            items.append(ColumnRole(numbers, "id", "numbers, by which cards are called"))
    columns = tuple(item.column for item in items)
    items = [_assign_box(item, layout) for item in items] if layout else items
    changed = table.is_changed or columns != table.columns or not _names_fit(table)
    table = replace(table, columns=columns, notes=tuple(notes), is_changed=changed).with_deck_file()
    # Declare a field for each remaining column, under a name that is not used yet.
    used_names = set(BUILT_IN)
    for index, item in enumerate(items):
        if item.role not in _OWN:
            declaration = roles.declare_field(item, table, mender.scope)
            name = _field_name(item.column.header, used_names)
            used_names.add(name)
            label = mender.mend(label_of(item.column.header), is_rich=False)
            items[index] = replace(item, field=name, label=label, declaration=declaration)
    texts = [i.column.texts[:_LOOK] for i in items if i.column.length(0.5) > 20]
    language = language_of(text for column in texts for text in column)
    terms = {mark: (name, mender.counts[mark]) for mark, name in mender.terms.items()}
    return ForeignDeck(table, tuple(items), terms, language, pictures, layout)


def _names_fit(table: SourceTable) -> bool:
    """Return False for cards in YAML that lack an id or title, or have other names of fields."""
    if table.ending != ".yaml":
        return True
    cells = {column.header: column.cells for column in table.columns}
    fields = [header for header in cells if header not in BUILT_IN]
    has_all = all(name in cells and None not in cells[name] for name in ("id", "title"))
    return has_all and all(map(IDENTIFIER.fullmatch, fields))


def _assign_box(item: ColumnRole, layout: SquibLayout) -> ColumnRole:
    """Give a column the box with its name; the title may also go into the box `title`."""
    names = {plain_name(item.column.header), item.role if item.role == "title" else ""}
    box = next((box.name for box in layout.boxes if plain_name(box.name) in names), "")
    if item.role in _OWN:
        return replace(item, box=box)
    reason = f"the box `{box}`" if box else "no box has its name"
    return replace(item, role="box" if box else "hidden", reason=reason, box=box)


def _mend_column(item: ColumnRole, mender: TextMender, notes: list[str]) -> ColumnRole:
    """Return a column with values that its role allows; note the changes."""
    column, is_title = item.column, item.role == "title"
    is_rich = is_title or roles.has_markup(column)

    def mend(number: int, cell: Any) -> Any:
        if item.role == "copies" and cell is not None:
            copies = roles.copies_of(cell)
            if copies is None:
                notes.append(f"{column.header}: card {number} has `{cell}`, which counts as 1")
            # A plain number keeps its type, so that a table without faults keeps its bytes.
            return cell if text_of(cell) == str(copies) else 1 if copies is None else copies
        if is_title and (cell is None or not text_of(cell).strip()):
            return f"Card {number}"
        if item.role == "image" and cell is not None:
            return f"art/{PurePath(text_of(cell)).name}"
        if isinstance(cell, list):
            return [mender.mend(i, is_rich) if isinstance(i, str) else i for i in cell]
        return mender.mend(cell, is_rich) or None if isinstance(cell, str) else cell

    if item.role in ("id", "note", "empty"):
        return item
    cells = tuple(mend(number, cell) for number, cell in enumerate(column.cells, 1))
    pairs = enumerate(zip(cells, column.cells, strict=True), 1)
    numbers = [str(n) for n, (new, old) in pairs if new != old or type(new) is not type(old)]
    if numbers:
        listed = ", ".join(numbers[:8]) + (" …" if len(numbers) > 8 else "")
        notes.append(f"{column.header}: mended in {len(numbers)} cells (cards {listed})")
    return replace(item, column=SourceColumn(column.header, cells)) if numbers else item


def _field_name(header: str, used_names: set[str]) -> str:
    name = identifier(header)
    if name in BUILT_IN:
        name = {"type": "kind", "id": "number", "title": "heading"}.get(name, f"{name}_of_card")
    return distinct(name, used_names)
