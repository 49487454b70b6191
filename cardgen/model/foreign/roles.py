"""Chooses the role of each column on a card from its header and its values, with a reason."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import SourceError
from cardgen.core.paths import refusal
from cardgen.model.fields import NAME, NAME_LIMIT
from cardgen.model.foreign import problems
from cardgen.model.foreign.texts import lacks_font, scalar_node
from cardgen.source.editing.scalars import FileStyle, inline
from cardgen.source.foreign.columns import SourceColumn, SourceTable, text_of
from cardgen.source.foreign.headers import FLAGS, HEADERS, header_rank, is_technical, words_of
from cardgen.source.tables.table import BETWEEN, NOTE, shape

Declaration = Mapping[str, Any]
"""The declaration of a field as in YAML: ``{"kind": "number", "whole": True}``."""

PROSE = 32
"""The least length in characters of texts that are sentences and may have bold words."""
_SHORT, _OPTION, _OPTIONS = 5, 32, 24
COLOR_CODE = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_COPIES = re.compile(r"[x×]?\s*(\d{1,3})(?:[.,]0+)?\s*[x×]?", re.IGNORECASE)
_BRACKETS = re.compile(r"\(.*?\)")
_OF_COPIES = ["of", "copies"]
_IMAGE = re.compile(r"[^*:]*\.(?:png|jpe?g|gif|svg|webp|bmp|tiff?|eps|ai|psd)", re.IGNORECASE)
_ADDRESS = re.compile(r"(?:\*\*.*\*\* )?https?://\S*", re.IGNORECASE)
_SURE = 2
"""The number of headers, `title` and `name`, that name a title even of one value."""
_UNNAMED = re.compile("Column [A-Z]{1,3}")
_DATA = re.compile(r"\s*(?:\[\s*[\[{]|\{\s*\").*[\]}]\s*", re.DOTALL)
_MARKUP = re.compile(r"\\|\*\S|\{\S|</?[a-zA-Z]|&#?\w+;|[\uE000-\uF8FF]")

ROOM = {
    "title": 1,
    "copies": 1,
    "id": 1,
    "image": 1,
    "color": 1,
    "corner": 1,
    "group": 2,
    "text": 4,
    "number": 10,
    "fact": 6,
    "mark": 24,
    "foot": 1,
}
"""The number of columns of each role on a card; further columns are hidden."""
_OF_ONE_VALUE = ("copies", "id", "image", "color", "mark", "number", "corner", "group")
"""Roles of columns without lists."""
_ALWAYS = ("title", "copies", "id", "image", "color", "corner", "text")
"""Roles that keep one column on a card without room."""


class ColumnRole(Struct, frozen=True):
    """The role of a column on a card, with the reason. ``field`` is the name of its field, if any.

    ``box`` is the name of its box in a layout.
    """

    column: SourceColumn
    role: str
    reason: str
    field: str = ""
    label: str = ""
    declaration: Declaration = {}
    box: str = ""

    @property
    def kind(self) -> str:
        """The kind of field."""
        return str(self.declaration.get("kind", ""))


def find_column(table: SourceTable, name: str) -> SourceColumn:
    """Return the column with a header, whatever its case; raises SourceError if there is none."""
    columns = {" ".join(words_of(c.header)) or c.header: c for c in table.columns}
    column = columns.get(" ".join(words_of(name)) or name)
    if column is None:
        raise SourceError(problems.no_column(None, name, [c.header for c in table.columns]))
    return column


def assign_roles(
    table: SourceTable, options: Mapping[str, str], share: float = 1
) -> list[ColumnRole]:
    """Return the role of each column; ``options`` are roles from the command line, by header.

    ``share`` is the part of the usual room on a card. Raises SourceError for an option with an
    unknown header.
    """
    items = {
        find_column(table, name).header: (role, "your option") for name, role in options.items()
    }
    if "title" not in options.values():
        items = _title(table, items) | items
    room = Counter({role: max(int(n * share), role in _ALWAYS) for role, n in ROOM.items()})
    room.subtract(role for role, _ in items.values())
    room.update(("hidden", "note", "empty"))
    for column in sorted(table.columns, key=lambda column: _importance(column, table)):
        if column.header not in items:
            possible = _possible_roles(column, table) if column.values else [("empty", "no values")]
            role, reason = next(
                (role, reason)
                for role, reason in possible
                if room[role] > 0 and not (column.has_lists and role in _OF_ONE_VALUE)
            )
            room[role] -= role in ROOM
            items[column.header] = (role, reason)
    items[NOTE] = ("note", "it has no header")
    return [ColumnRole(column, *items[column.header]) for column in table.columns]


def _importance(column: SourceColumn, table: SourceTable) -> list[int]:
    """Return a key that sorts the columns: the most important one gets its role first.

    Columns with one value on all cards or with few values come last, and columns with values on
    less than half of the cards come before them. The second set of numbered columns, such as
    ``effect2``, comes after the first.
    """
    value_count, different = len(column.values), len(set(column.texts))
    is_poor = 10 * value_count < table.rows or (value_count == table.rows > 3 and different == 1)
    numbers = [1, *(int(number) for number in re.findall(r"\d{1,3}", column.header))]
    ranks = (header_rank(column.header, role) for role in ("cost", "read"))
    is_other = column.matches("groups") < 2
    return [is_poor + (2 * value_count < table.rows), max(numbers), *ranks, is_other]


def _title(table: SourceTable, items: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """Return the header of the titles with its role: by its name, or with a text for each card.

    A column of few values is no title, unless it is called just so.
    """
    columns = [c for c in table.columns if c.values and c.header not in (*items, NOTE)]
    columns = [
        c for c in columns if c.can_name() and not (is_flag(c) or any(_reasons_to_hide(c, table)))
    ]
    for column in sorted(columns, key=lambda c: header_rank(c.header, "titles")):
        match, different = column.matches("titles"), len(set(column.texts))
        is_called_so = header_rank(column.header, "titles") < _SURE
        least = 0 if is_called_so else 1 if match == 2 else table.rows / 2
        # A title-word together with an id-word is an id: `ID Carta`.
        is_name = match == 2 or (match and set(words_of(column.header)).isdisjoint(HEADERS["ids"]))
        if is_name and (different > least):
            return {column.header: ("title", "by its name")}
    for column in columns:
        with_words = sum(table.number(value) is None for value in column.values)
        is_short = column.length(0.85) <= PROSE
        has_role = any(column.matches(role) for role in ("ids", "numbers", "copies", "not_shown"))
        has_role = has_role or column.matches("read") == 2
        if is_short and not has_role and 2 * with_words > table.rows < 2 * len(set(column.texts)):
            return {column.header: ("title", "the first with a text for each card")}
    return {}


def _reasons_to_hide(column: SourceColumn, table: SourceTable) -> Iterator[str]:
    """Yield why a column is not for players, if so."""
    words, texts = words_of(column.header), column.texts
    if is_technical(column.header, [c.header for c in table.columns if c is not column]):
        yield "technical, by its name"
    if all(map(_ADDRESS.fullmatch, texts)):
        yield "addresses"
    if all(map(_DATA.fullmatch, texts)):
        yield "data for a program"
    if column.header in table.hidden_columns:
        yield "the sheet hides it"
    before = table.columns[: table.columns.index(column)][-1:]
    is_nameless = _UNNAMED.fullmatch(column.header) and 4 * len(column.values) < table.rows
    if is_nameless and not any(_UNNAMED.fullmatch(earlier.header) for earlier in before):
        yield "it has no header and few values, as private notes do"
    if column.matches("not_shown"):
        yield "its name is that of notes"
    is_number = bool(words) and words[-1] in HEADERS["numbers"]
    is_letter = len(column.header) <= 2 and len(column.values) == table.rows > _OPTIONS
    if (is_number or is_letter) and _rises(column, table):
        yield "it numbers the cards"
    if _repeats(column, table):
        yield "it repeats other columns"


def _rises(column: SourceColumn, table: SourceTable) -> bool:
    """Return True if the values are distinct whole numbers that rise from card to card."""
    numbers = [int(n) for n in map(table.number, column.values) if n is not None and n == int(n)]
    rises = sum(number < later for number, later in pairwise(numbers))
    return bool(numbers) and rises >= 0.8 * (len(column.values) - 1)


def _repeats(column: SourceColumn, table: SourceTable) -> bool:
    """Return True if a column has the cells of one before it, or is a source with its texts."""
    before = table.columns[: table.columns.index(column)]
    if len(set(column.texts)) > 1 and any(column.cells == earlier.cells for earlier in before):
        return True
    if not column.matches("sources") or column.length() <= PROSE:
        return False
    rows = [
        zip(earlier.cells, column.cells, strict=True) for earlier in before if earlier.length() > 3
    ]
    return any(all(text_of(part) in text_of(cell) for part, cell in pairs) for pairs in rows)


def _possible_roles(column: SourceColumn, table: SourceTable) -> Iterator[tuple[str, str]]:
    """Yield the roles that a column may have with the reason, the best first."""
    words, texts = words_of(_BRACKETS.sub("", column.header)), column.texts
    longest, different = column.length(0.85), len(set(texts))
    in_deck = len(words) > 2 and words[0] in HEADERS["copies"] and words[-1] in HEADERS["decks"]
    names_copies = in_deck or "_".join(words) in HEADERS["copies"] or words[-2:] == _OF_COPIES
    if names_copies and has_counts(column):
        yield "copies", "by its name"
    if column.header.startswith(NOTE):
        yield "note", "its header begins with `#`"
    stem = re.sub(r"_\d+$", "", "_".join(words))
    if stem in HEADERS["ids"] and different == table.rows and all(map(_is_id, texts)):
        yield "id", "by its name, and no value twice"
    names_images = column.matches("images") == 2 and not any(" " in text for text in texts)
    if names_images or all(map(_IMAGE.fullmatch, texts)):
        yield "image", "names of pictures"
        yield "hidden", "names of pictures, and a card shows one"
    yield from (("hidden", reason) for reason in _reasons_to_hide(column, table))
    if column.matches("titles") == 2 and _rises(column, table):
        yield "hidden", "it numbers the cards"
    if all(map(COLOR_CODE.fullmatch, texts)):
        yield "color", "codes of colours"
        yield "hidden", "codes of colours, and a card has one"
    if is_flag(column):
        yield "mark", "yes or no"
    if column.matches("read") and longest > _SHORT:
        yield "text", "by its name"
    if longest > PROSE:
        yield "text", "long texts"
        yield "hidden", "no room on the card"
    if column.matches("sources"):
        yield "foot", "by its name"
    if column.matches("cost") and longest <= _SHORT:
        yield "corner", "by its name"
    if column.matches("groups") and different <= _OPTIONS:
        yield "group", "by its name"
    numbers = sum(any(map(str.isdigit, text)) or not any(map(str.isalpha, text)) for text in texts)
    if column.length() <= _SHORT and 2 * numbers > len(texts):
        yield "number", "short values"
    yield "fact", "label: value"
    yield "hidden", "no room on the card"


def _is_id(text: str) -> bool:
    return bool(NAME.fullmatch(text)) and len(text) <= NAME_LIMIT and not refusal(text)


def is_true(text: str, header: str) -> bool:
    """Return True if a cell of a flag means yes: such a word, a tick, or the word of the header."""
    return text.strip().lower() in (*FLAGS["yes"], header.lower())


def is_flag(column: SourceColumn) -> bool:
    """Return True if each value means yes or no, and yes is written in one way.

    0 and 1 mean so only below the name of a flag; X and Y in one column are letters. A column that
    is called a title or a text has no flags.
    """
    if column.matches("titles") == 2 or column.matches("read") == 2:
        return False
    words, header = words_of(column.header), column.header.lower()
    is_named = words[:1] in (["is"], ["has"]) or header.endswith("flag")
    values = {text.strip().lower() for text in column.texts}
    words_of_flags = {*FLAGS["yes"], *FLAGS["no"], header}
    if len(values & {*FLAGS["yes"], header}) > 1:
        return False
    return values <= words_of_flags and (is_named or not values <= {"0", "1", "-", "–", "—"})


def has_counts(column: SourceColumn) -> bool:
    """Return True if at least half of the values can be numbers of copies."""
    counts = [copies_of(value) is not None for value in column.values]
    return any(counts) and 2 * sum(counts) >= len(counts)


def copies_of(value: Any) -> int | None:
    """Return the number of copies in a cell such as `3`, `x3` or `2.0`; None for other cells."""
    match = _COPIES.fullmatch(text_of(value).strip())
    return int(match[1]) if match else None


def has_markup(column: SourceColumn) -> bool:
    """Return True if the texts of the column are long, or any has markup."""
    return column.length(0.7) >= PROSE or any(
        _MARKUP.search(text) or (not text.isascii() and any(map(lacks_font, text)))
        for text in column.texts
    )


def declare_field(item: ColumnRole, table: SourceTable) -> Declaration:
    """Return the narrowest declaration of a field that accepts all values of a column."""
    kind = _kind(item, table)
    is_full = None not in item.column.cells or kind["kind"] == "flag"
    return kind if is_full else {**kind, "optional": True}


def _kind(item: ColumnRole, table: SourceTable) -> Declaration:
    texts, is_rich = item.column.texts, has_markup(item.column)
    if item.role in ("mark", "image"):
        return {"kind": "flag" if item.role == "mark" else "image"}
    # A number as the spreadsheet shows it: `+2`, `000` and `1,50` remain texts.
    numbers = [table.number(value) for value in item.column.values]
    if item.column.has_lists:
        return {"kind": "list", "of": "rich"} if is_rich else {"kind": "list"}
    if all(n is not None and text_of(n) == text for n, text in zip(numbers, texts, strict=True)):
        all_whole = all(number == int(number) for number in numbers if number is not None)
        return {"kind": "number", "whole": True} if all_whole else {"kind": "number"}
    if all(map(COLOR_CODE.fullmatch, texts)):
        return {"kind": "color"}
    if _holds_lists(item.column, table):
        return {"kind": "list", "of": "rich"} if is_rich else {"kind": "list"}
    options = Counter(texts)
    few = len(options) <= min(_OPTIONS, max(2, len(texts) // 2)) and len(options) < len(texts)
    if few and max(map(len, options)) <= _OPTION and not is_rich:
        return {"kind": "choice", "options": [word for word, _ in options.most_common()]}
    return {"kind": "rich" if is_rich or item.role == "text" else "text"}


def _holds_lists(column: SourceColumn, table: SourceTable) -> bool:
    """Return True if many values are short words between semicolons."""
    texts = column.texts
    parts = [part.strip() for text in texts for part in text.split(BETWEEN)]
    is_short = all(len(part) <= _OPTION and part[-1:] not in (".", "!", "?") for part in parts)
    split = 0 if table.ending == ".json" else sum(BETWEEN in t or t[0] == "[" for t in texts)
    often = split > any(" " in part for part in parts)  # sentences may have a semicolon
    if not (is_short and often and 3 * split >= len(texts)):
        return False
    nodes = list(map(scalar_node, texts))
    try:
        for node in nodes:
            shape(node, "list")
    except SourceError:
        return False
    items = (item for node in nodes for item in node.value)
    return all(n.kind == "list" for n in nodes) and all(i.kind == "scalar" for i in items)


def write_declaration(declaration: Any) -> str:
    """Return a declaration in its shortest YAML: ``rich`` or ``{kind: number}``."""
    return str(declaration["kind"]) if len(declaration) == 1 else quote_value(dict(declaration))


def quote_value(value: Any) -> str:
    """Return a value in inline YAML, with quotes only if needed."""
    return inline(value, FileStyle("\n", '"'))
