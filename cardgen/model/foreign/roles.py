"""Chooses the role of each column on a card from its header and its values, with a reason."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostics, SourceError
from cardgen.core.paths import refusal
from cardgen.model.compound import declare
from cardgen.model.fields import NAME, NAME_LIMIT
from cardgen.model.foreign import problems
from cardgen.model.foreign.texts import scalar_node
from cardgen.model.scope import Scope
from cardgen.source.editing.scalars import FileStyle, inline
from cardgen.source.foreign.columns import SourceColumn, SourceTable, text_of
from cardgen.source.foreign.headers import HEADERS, header_rank, words_of
from cardgen.source.node import SourceFile
from cardgen.source.tables.table import BETWEEN, NOTE, shape
from cardgen.source.yaml import load_yaml

Declaration = Mapping[str, Any]
"""The declaration of a field as in YAML: ``{"kind": "number", "whole": True}``."""

PROSE = 32
"""The least length in characters of texts that are sentences and may have bold words."""
_SHORT, _OPTION, _OPTIONS = 5, 32, 24
_COLOR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_COPIES = re.compile(r"[x×]?\s*(\d{1,3})(?:[.,]0+)?\s*[x×]?", re.IGNORECASE)
_BRACKETS = re.compile(r"\(.*?\)")
_OF_COPIES = ["of", "copies"]
_IMAGE = re.compile(r"[^*:]*\.(?:png|jpe?g|gif|svg|webp|bmp)", re.IGNORECASE)
_ADDRESS = re.compile(r"(?:\*\*.*\*\* )?https?://\S*", re.IGNORECASE)
_FLAG = re.compile("true|false", re.IGNORECASE)
_MARKUP = re.compile(r"\*\S|\{\S|</?[a-zA-Z]|&#?\w+;|[\uE000-\uF8FF]")

ROOM = {
    "title": 1,
    "copies": 1,
    "id": 1,
    "image": 1,
    "corner": 1,
    "group": 2,
    "text": 4,
    "number": 10,
    "fact": 6,
    "mark": 24,
    "foot": 1,
}
"""The number of columns of each role on a card; further columns are hidden."""
_ALWAYS = ("title", "copies", "id", "image", "corner", "text")
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
    items: dict[str, ColumnRole] = {}
    room = Counter({role: max(int(n * share), role in _ALWAYS) for role, n in ROOM.items()})
    for name, role in options.items():
        column = find_column(table, name)
        items[column.header] = ColumnRole(column, role, "your option")
        room[role] -= 1
    # If several columns fit a role, the one with the most common header gets it.
    ranks = ("titles", "cost", "read")
    for column in sorted(table.columns, key=lambda c: [header_rank(c.header, r) for r in ranks]):
        if column.header not in items or column.header == NOTE:
            roles = _possible_roles(column, table) if column.values else [("empty", "no values")]
            role, reason = next(item for item in roles if room.get(item[0], 1) > 0)
            room.subtract([role] if role in room else [])
            items[column.header] = ColumnRole(column, role, reason)
    if room["title"] > 0 and (header := _title_header(list(items.values()), table)):
        items[header] = replace(items[header], role="title", reason="the first with words")
    return [replace(items[column.header], column=column) for column in table.columns]


def _possible_roles(column: SourceColumn, table: SourceTable) -> list[tuple[str, str]]:
    words, texts = words_of(_BRACKETS.sub("", column.header)), column.texts
    longest, different = column.length(0.85), len(set(texts))
    is_short = column.length() <= _SHORT and not isinstance(column.values[0], list)
    in_deck = len(words) > 2 and words[0] in HEADERS["copies"] and words[-1] in HEADERS["decks"]
    names_copies = in_deck or "_".join(words) in HEADERS["copies"] or words[-2:] == _OF_COPIES
    stem = re.sub(r"_\d+$", "", "_".join(words))
    is_id = stem in HEADERS["ids"] and different == table.rows
    usable = all(NAME.fullmatch(text) and len(text) <= NAME_LIMIT for text in texts)
    is_safe = usable and not any(map(refusal, texts))
    possible = {
        ("copies", "by its name"): names_copies and has_counts(column),
        ("note", "its header begins with `#`"): column.header.startswith(NOTE),
        ("title", "by its name"): column.matches("titles") > 0 and column.can_name(0.5),
        ("id", "by its name, and no value twice"): is_id and is_safe,
        ("image", "names of pictures"): all(map(_IMAGE.fullmatch, texts)),
        ("hidden", "addresses"): all(map(_ADDRESS.fullmatch, texts)),
        ("hidden", "it numbers the cards"): words[-1:] and words[-1] in HEADERS["numbers"],
        ("hidden", "its name is that of notes"): column.matches("not_shown"),
        ("mark", "true or false"): all(map(_FLAG.fullmatch, texts)),
        ("text", "by its name"): column.matches("read") and longest > _SHORT,
        ("text", "long texts"): longest > PROSE,
        ("foot", "by its name"): column.matches("sources"),
        ("corner", "by its name"): column.matches("cost") and longest <= _SHORT,
        ("group", "by its name"): column.matches("groups") and different <= _OPTIONS,
        ("number", "short values"): is_short,
        ("fact", "label: value"): longest <= PROSE,
        ("hidden", "no room on the card"): True,
    }
    return [item for item, fits in possible.items() if fits]


def _title_header(items: Sequence[ColumnRole], table: SourceTable) -> str:
    """Return the header of the best column for titles, preferably with different words."""
    columns_shown = [i.column for i in items if i.role in ROOM and i.reason != "your option"]
    order = [column for column in table.columns if column in columns_shown and column.can_name(1)]
    with_words = [c for c in order if any(table.number(value) is None for value in c.values)]
    distinct_words = [c for c in with_words if len(set(c.texts)) > 0.8 * table.rows]
    return next((column.header for column in (*distinct_words, *with_words, *order)), "")


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
    return column.length(0.7) >= PROSE or any(map(_MARKUP.search, column.texts))


def declare_field(item: ColumnRole, table: SourceTable, scope: Scope) -> Declaration:
    """Return the narrowest declaration of a field that accepts all values of a column."""
    guesses = [*_guesses(item, table), {"kind": "rich"}, {"kind": "text"}]
    kind = next((g for g in guesses if _accepts(g, item.column, table, scope)), guesses[-1])
    is_full = None not in item.column.cells or kind["kind"] == "flag"
    return kind if is_full else {**kind, "optional": True}


def _guesses(item: ColumnRole, table: SourceTable) -> list[Declaration]:
    """Return possible declarations for a column, the narrowest first."""
    texts, values, is_rich = item.column.texts, item.column.values, has_markup(item.column)
    numbers = [table.number(value) for value in values]
    guesses: list[Declaration] = []
    if item.role in ("mark", "image"):
        guesses.append({"kind": "flag" if item.role == "mark" else "image"})
    # A number as the spreadsheet shows it: `+2`, `000` and `1,50` remain texts.
    if all(n is not None and text_of(n) == text for n, text in zip(numbers, texts, strict=True)):
        all_whole = all(number == int(number) for number in numbers if number is not None)
        guesses.append({"kind": "number", "whole": True} if all_whole else {"kind": "number"})
    if all(map(_COLOR.fullmatch, texts)):
        guesses.append({"kind": "color"})
    parts = [part.strip() for text in texts for part in text.split(BETWEEN)]
    short = all(len(part) <= _OPTION and part[-1:] not in (".", "!", "?") for part in parts)
    split = 0 if table.ending == ".json" else sum(BETWEEN in t or t[0] == "[" for t in texts)
    often = split > any(" " in part for part in parts)  # sentences may have a semicolon
    if any(isinstance(v, list) for v in values) or (short and often and 3 * split >= len(texts)):
        guesses.append({"kind": "list", "of": "rich"} if is_rich else {"kind": "list"})
    options = Counter(texts)
    few = len(options) <= min(_OPTIONS, max(2, len(texts) // 2)) and len(options) < len(texts)
    if few and max(map(len, options)) <= _OPTION and not is_rich:
        guesses.append({"kind": "choice", "options": [word for word, _ in options.most_common()]})
    return guesses if item.role == "text" or is_rich else [*guesses, {"kind": "text"}]


def _accepts(guess: Declaration, column: SourceColumn, table: SourceTable, scope: Scope) -> bool:
    trial = replace(scope, diagnostics=Diagnostics())
    field = declare(load_yaml(SourceFile("", write_declaration(guess))), trial)
    for value in column.values if guess["kind"] != "image" else ():
        node = scalar_node(text_of(value))
        if guess["kind"] in ("number", "flag"):
            node.value = table.number(value) if guess["kind"] == "number" else node.raw == "true"
        try:
            if guess["kind"] == "list" and node.raw:
                shape(node, "list")
            field.read(node, trial)
        except SourceError:
            return False
    return not len(trial.diagnostics)


def write_declaration(declaration: Any) -> str:
    """Return a declaration in its shortest YAML: ``rich`` or ``{kind: number}``."""
    return str(declaration["kind"]) if len(declaration) == 1 else quote_value(dict(declaration))


def quote_value(value: Any) -> str:
    """Return a value in inline YAML, with quotes only if needed."""
    return inline(value, FileStyle("\n", '"'))
