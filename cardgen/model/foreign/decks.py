"""Reads a foreign table as a deck: roles and fields of its columns, texts as markup."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from shlex import quote
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.paths import refusal
from cardgen.core.registry import distinct, list_names, plural
from cardgen.model.cards import BUILT_IN
from cardgen.model.fields import IDENTIFIER
from cardgen.model.foreign import roles
from cardgen.model.foreign.looks import choose_tint, short_labels, tints_of
from cardgen.model.foreign.names import file_name, identifier
from cardgen.model.foreign.pictures import with_pictures
from cardgen.model.foreign.roles import ColumnRole
from cardgen.model.foreign.squib_layout import SquibLayout
from cardgen.model.foreign.texts import TextMender
from cardgen.model.richtext import TermValue
from cardgen.model.theme import slug
from cardgen.source.foreign.columns import SourceColumn, SourceTable, text_of
from cardgen.source.foreign.headers import HEADERS, label_of, words_of
from cardgen.source.foreign.languages import is_hyphenated, language_of
from cardgen.source.tables.table import NOTE, plain_name

_LOOK = 300
"""The number of cards whose texts decide the language."""
_DECKS = 12
"""The most decks that a note offers."""
_OWN = ("title", "id", "copies", "note", "empty")
"""Roles of columns that do not become fields."""


class TableOptions(Struct, frozen=True):
    """The options of the user for a table, and what its game has already.

    ``roles`` are by header. ``deck_by`` is the header of the column that divides the rows into
    decks.
    """

    roles: Mapping[str, str] = {}
    deck_by: str = ""
    layout: SquibLayout | None = None
    known_terms: Mapping[str, TermValue] = {}
    used_ids: Collection[str] = ()


class Fit(Struct, frozen=True):
    """How much a card shows: the share of the usual room, and whether its texts are long.

    Cards for long texts are large, and their long words get hyphens. If the text ``goes_on``, the
    back has what the face has no room for.
    """

    share: float = 1
    is_tight: bool = False
    goes_on: bool = False


class DeckPart(Struct, frozen=True):
    """One deck of the table: its id, its title if it has another, and the table of its rows."""

    id: str
    title: str
    table: SourceTable

    @property
    def file(self) -> str:
        """The path of the deck file in the game."""
        return f"decks/{self.id}{self.table.ending}"

    @property
    def cards(self) -> str:
        """The deck file and its sheet, for ``cards:`` of the deck."""
        return f"{self.file}#{self.table.sheet}" if self.table.sheet else self.file


class ForeignDeck(Struct, frozen=True, dict=True):
    """The decks made of a table.

    ``terms`` has, for each mark in braces, the name of its term and the number of its cells.
    ``pictures`` has the files of pictures by their paths in the game. ``source`` is the table
    before its repair.
    """

    source: SourceTable
    table: SourceTable
    parts: tuple[DeckPart, ...]
    roles: tuple[ColumnRole, ...]
    terms: dict[str, tuple[str, int]]
    language: str
    pictures: Mapping[str, Path]
    layout: SquibLayout | None = None
    fit: Fit = Fit()

    @property
    def texts(self) -> Iterator[str]:
        """All texts that a card may show."""
        for item in self.roles:
            yield item.label
            yield from item.column.texts if item.field or item.role == "title" else ()

    @property
    def has_titles(self) -> bool:
        """True if a column has the titles; other cards show the title of the game."""
        return any(item.role == "title" for item in self.roles)

    @property
    def is_hyphenated(self) -> bool:
        """True if cardgen can divide the words of the texts."""
        return is_hyphenated(self.language)

    @cached_property
    def tint(self) -> ColumnRole | None:
        """The column whose values become colours."""
        return choose_tint(self.places)

    @property
    def tints(self) -> Mapping[str, str]:
        """The colours of the cards by the values of the tint."""
        return tints_of(self.tint)

    def number_labels(self, letters: int) -> list[str]:
        """Return the labels of the numbers in two lines of some letters."""
        return short_labels((item.label for item in self.places["number"]), letters)

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

    def fullest(self, count: int) -> "ForeignDeck":
        """Return the decks with only the cards that have the most text, about ``count`` in all."""
        if self.table.rows <= count:
            return self
        headers = {item.column.header for item in self.roles if item.field or item.role == "title"}
        each = max(2, count // len(self.parts))
        parts = (
            replace(part, table=part.table.fullest(each, headers).with_deck_file())
            for part in self.parts
        )
        return replace(self, parts=tuple(parts))

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


USUAL = Fit()
NO_OPTIONS = TableOptions()


def read_deck(
    table: SourceTable, options: TableOptions = NO_OPTIONS, fit: Fit = USUAL
) -> ForeignDeck:
    """Give each column of a table its role, and repair its texts."""
    source = table
    mender = TextMender(options.known_terms, hyphenate=fit.is_tight)
    notes = list(table.notes)
    items = roles.assign_roles(table, options.roles, fit.share)
    pictures: dict[str, Path] = {}
    for index, item in enumerate(items):
        if item.role == "image":
            items[index], files = with_pictures(item, table.folder, notes)
            pictures |= files
    if table.back:
        pictures[f"art/{table.back}"] = table.folder / table.back
    items = [_mend_column(item, mender, notes) for item in items]
    notes += _offers(items, options)
    # Ids come from a column or from the titles; if a title has no letters, add numbers as ids.
    if not any(i.role == "id" for i in items):
        title = next((i.column for i in items if i.role == "title"), None)
        if title is None or not all(slug(text) for text in title.texts):
            header = distinct("id", [i.column.header.lower() for i in items])
            numbers = SourceColumn(header, tuple(str(n) for n in range(1, table.rows + 1)))
            items.append(ColumnRole(numbers, "id", "numbers, by which cards are called"))
    columns = tuple(item.column for item in items)
    layout = options.layout
    items = [_assign_box(item, layout) for item in items] if layout else items
    # Python takes 1 and True for equal, but their texts differ.
    pairs = zip(columns, table.columns, strict=False)
    changed = table.is_changed or columns != table.columns or not _names_fit(table)
    changed = changed or any(new.texts != old.texts for new, old in pairs)
    divided = replace(table, columns=columns, is_changed=changed)
    parts = list(_divide(divided, options, notes))
    # All files have one kind, so one note is enough.
    notes += parts[0].table.notes[len(table.notes) :]
    table = replace(parts[0].table, columns=columns, notes=tuple(notes))
    # Declare a field for each remaining column, under a name that is not used yet.
    used_names = set(BUILT_IN)
    for index, item in enumerate(items):
        if item.role not in _OWN:
            declaration = roles.declare_field(item, table)
            name = _field_name(item.column.header, used_names)
            used_names.add(name)
            label = mender.mend(label_of(item.column.header), is_rich=False)
            items[index] = replace(item, field=name, label=label, declaration=declaration)
    columns_read = [i.column for i in items if i.column.length(0.5) > 20 or i.role == "text"]
    language = language_of([text for column in columns_read for text in column.texts[:_LOOK]])
    terms = {mark: (name, mender.counts[mark]) for mark, name in mender.terms.items()}
    return ForeignDeck(
        source, table, tuple(parts), tuple(items), terms, language, pictures, layout, fit
    )


def _offers(items: Sequence[ColumnRole], options: TableOptions) -> Iterator[str]:
    """Yield the options that a user may mean: which columns have copies, or divide the cards."""
    has_copies = any(item.role == "copies" for item in items)
    for item in items:
        column, header = item.column, item.column.header
        is_number = item.role == "number" and (column.matches("numbers") == 2 or header == "n")
        if not has_copies and (column.matches("copies") or is_number) and roles.has_counts(column):
            yield f"{header}: if these are copies, add --copies {quote(header)}"
        names_decks = not {*words_of(header)}.isdisjoint(HEADERS["decks"])
        names_decks = names_decks and not roles.has_counts(column)
        if not options.deck_by and names_decks and 1 < len(set(column.texts)) <= _DECKS:
            yield f"{header}: to make a deck of each, add --deck-by {quote(header)}"


def _divide(table: SourceTable, options: TableOptions, notes: list[str]) -> Iterator[DeckPart]:
    """Yield the decks: one for each value of the column to divide by, whatever its case.

    Rows without a value form one further deck. Notes name them, and the spellings of one deck.
    """
    used_ids = set(options.used_ids)

    def new_id(name: str) -> str:
        usable = "" if refusal(f"{file_name(name)}.csv") else file_name(name)
        id = distinct(usable or "cards", used_ids, "-")
        used_ids.add(id)
        return id

    if not options.deck_by:
        yield DeckPart(new_id(table.name), "", table.with_deck_file())
        return
    column = roles.find_column(table, options.deck_by)
    without_value = f"Without {label_of(column.header)}"
    values = [" ".join(text_of(cell).split()) or without_value for cell in column.cells]
    spellings: dict[str, dict[str, None]] = {}
    for value in values:
        spellings.setdefault(value.casefold(), {})[value] = None
    for key, (title, *spellings_of_title) in spellings.items():
        if title == without_value:
            count = plural(values.count(without_value), "card")
            notes.append(f"{column.header}: the deck `{title}` has {count} without a value")
        elif spellings_of_title:
            names = ", ".join(f"`{name}`" for name in spellings_of_title)
            notes.append(f"{column.header}: the deck `{title}` also has the cards of {names}")
        part = table.select_rows([value.casefold() == key for value in values])
        yield DeckPart(new_id(title), title, part.with_deck_file())


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
    column = item.column
    if item.role in ("id", "note", "empty", "image"):
        return item
    if item.role == "mark":
        return replace(item, column=_mend_flags(column, notes))
    is_rich = item.role in ("title", "text") or roles.has_markup(column)
    numbers, cells = [], []
    for number, cell in enumerate(column.cells, 1):
        new = cell
        if item.role == "copies" and cell is not None:
            copies = roles.copies_of(cell)
            if copies is None:
                notes.append(f"{column.header}: card {number} has `{cell}`, which counts as 1")
            # A plain number keeps its type, so that a table without faults keeps its bytes.
            new = cell if text_of(cell) == str(copies) else 1 if copies is None else copies
        elif item.role == "title" and not text_of(cell).strip():
            new = f"Card {number}"
        elif isinstance(cell, list):
            new = [mender.mend(i, is_rich) if isinstance(i, str) else i for i in cell]
        elif isinstance(cell, str):
            new = mender.mend(cell, is_rich) or None
        cells.append(new)
        if new != cell or type(new) is not type(cell):
            numbers.append(number)
    if not numbers:
        return item
    new_column = SourceColumn(column.header, tuple(cells))
    changed_cards = list_names(numbers[:20], "card") + " …" * (len(numbers) > 20)
    notes.append(f"{column.header}: mended in {plural(len(numbers), 'cell')} ({changed_cards})")
    stars = [n for n in numbers if _escapes_stars(new_column.cells[n - 1], column.cells[n - 1])]
    if stars:
        reason = "a `*` that is no emphasis is printed, as in"
        notes.append(f"{column.header}: {reason} {list_names(stars[:20], 'card')}")
    return replace(item, column=new_column)


def _escapes_stars(new: Any, old: Any) -> bool:
    return text_of(new).count(r"\*") > text_of(old).count(r"\*")


def _mend_flags(column: SourceColumn, notes: list[str]) -> SourceColumn:
    """Return a column of true and false; note the words that mean them."""
    values = {text: roles.is_true(text, column.header) for text in dict.fromkeys(column.texts)}
    words = {text: flag for text, flag in values.items() if text.lower() != str(flag).lower()}
    if not words:
        return column
    meanings = (f"`{text}` is {str(is_true).lower()}" for text, is_true in words.items())
    notes.append(f"{column.header}: {', '.join(meanings)}")
    cells = (None if cell is None else values[text_of(cell)] for cell in column.cells)
    return SourceColumn(column.header, tuple(cells))


def _field_name(header: str, used_names: set[str]) -> str:
    name = identifier(header)
    if name in BUILT_IN:
        name = {"type": "kind", "id": "number", "title": "heading"}.get(name, f"{name}_of_card")
    return distinct(name, used_names)
