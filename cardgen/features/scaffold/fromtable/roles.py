"""The role of each column on a card, by its header and its values, each with the reason."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostics, SourceError
from cardgen.features.scaffold import problems
from cardgen.features.scaffold.fromtable.source_table import SourceColumn, SourceTable, text_of
from cardgen.features.scaffold.fromtable.texts import scalar_node
from cardgen.features.scaffold.fromtable.words import HEADERS, header_rank, words_of
from cardgen.model.compound import declare
from cardgen.model.fields import NAME, NAME_LIMIT
from cardgen.model.scope import Scope
from cardgen.source.editing.scalars import Hand, inline
from cardgen.source.node import SourceFile
from cardgen.source.tables.table import BETWEEN, NOTE, shape
from cardgen.source.yaml import load_yaml

Declaration = Mapping[str, Any]
"""The declaration of a field as in YAML: ``{"kind": "number", "whole": True}``."""

ROOM = {
    "corner": 1,
    "group": 2,
    "fact": 6,
    "mark": 24,
    "text": 4,
    "number": 10,
    "foot": 1,
    "image": 1,
}
"""How many columns of each role a card shows."""
MOST_TINTS = 12
PROSE = 32
"""Characters from which on a text is one to read, and may have bold words."""
_STAT, _OPTION, _OPTIONS, _TITLE = 5, 32, 24, 80
_COLOR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_COPIES = re.compile(r"[x×]?\s*(\d{1,3})(?:\.0+)?\s*[x×]?", re.IGNORECASE)
_IMAGE = re.compile(r"[^*:]*\.(?:png|jpe?g|gif|svg|webp|bmp)", re.IGNORECASE | re.DOTALL)
_ADDRESS = re.compile(r"(?:\*\*.*\*\* )?https?://\S*", re.IGNORECASE)
_MARKUP = re.compile(r"\*\S|\{\S|</?[a-zA-Z]|&#?\w+;|[\uE000-\uF8FF]")
_HAND = Hand("\n", '"')


class Options(Struct, frozen=True):
    """Headers that the user gave a role, and how to read the file."""

    title: str = ""
    copies: str = ""
    texts: tuple[str, ...] = ()
    images: tuple[str, ...] = ()


class ColumnRole(Struct, frozen=True):
    """What a column is on a card, and why. ``field`` has a name and a declaration, if it is one."""

    column: SourceColumn
    role: str
    reason: str
    field: str = ""
    label: str = ""
    declaration: Declaration = {}

    @property
    def kind(self) -> str:
        """The kind of field."""
        return str(self.declaration.get("kind", ""))

    @property
    def optional(self) -> bool:
        """True if cards may lack a value."""
        return "optional" in self.declaration

    @property
    def is_flavor(self) -> bool:
        """True for a text that sets the mood."""
        return self.column.matches("flavor") > 0


def assign_roles(table: SourceTable, options: Options) -> list[ColumnRole]:
    """Return the role of each column, in the order of the table; raises SourceError for options."""
    columns = [column for column in table.columns if column.values]
    chosen = _chosen(columns, options)
    free = [c for c in columns if c.header not in chosen and not _is_note(c)]
    if "copies" not in chosen.values():
        named = [c for c in free if _names_copies(c) and _counts(c)]
        chosen |= {column.header: "copies" for column in named[:1]}
    free = [c for c in free if c.header not in chosen]
    if "title" not in chosen.values() and (title := _title(free, table)):
        chosen[title.header] = "title"
    identifier = next((c for c in free if c.header not in chosen and _is_id(c)), None)
    roles = []
    for column in table.columns:
        role, reason = chosen.get(column.header, ""), "your option"
        if not column.values:
            role, reason = "empty", "it has no values"
        elif column.header in chosen:
            named = column.header in (
                options.title,
                options.copies,
                *options.texts,
                *options.images,
            )
            reason = (
                "your option"
                if named
                else "its name"
                if column.matches("titles" if role == "title" else "copies")
                else "the first column with words"
            )
        elif _is_note(column):
            role, reason = "note", "its header begins with `#`"
        elif column is identifier:
            role, reason = "id", "its name, and no value twice"
        else:
            role, reason = _role(column, table)
        roles.append(ColumnRole(column, role, reason))
    return _fit(roles)


def _chosen(columns: Sequence[SourceColumn], options: Options) -> dict[str, str]:
    """Return the roles that the user chose, by header."""
    named = {options.title: "title", options.copies: "copies"}
    named |= dict.fromkeys(options.texts, "text") | dict.fromkeys(options.images, "image")
    chosen = {}
    for name, role in named.items():
        if name:
            header = next((c.header for c in columns if words_of(c.header) == words_of(name)), None)
            header = next((c.header for c in columns if c.header == name), header)
            if header is None:
                raise SourceError(problems.no_column(None, name, [c.header for c in columns]))
            chosen[header] = role
    return chosen


def _is_note(column: SourceColumn) -> bool:
    return column.header.startswith(NOTE) and not column.matches("copies")


def _names_copies(column: SourceColumn) -> bool:
    words = words_of(column.header)
    in_deck = len(words) > 2 and words[0] in HEADERS["copies"] and words[-1] in HEADERS["decks"]
    return in_deck or column.matches("copies") == 2 or words[-2:] == ["of", "copies"]


def _counts(column: SourceColumn) -> bool:
    """Return True if at least half of the values are numbers of copies."""
    return 2 * sum(copies_of(value) is not None for value in column.values) >= len(column.values)


def copies_of(value: Any) -> int | None:
    """Return the number of copies that a cell gives, as in `3`, `x3`, `2.0`; None for others."""
    match = _COPIES.fullmatch(text_of(value).strip())
    return int(match[1]) if match else None


def _title(columns: Sequence[SourceColumn], table: SourceTable) -> SourceColumn | None:
    """Return the column with the titles: by its header, else the first with different words."""
    able = [
        c
        for c in columns
        if not isinstance(c.values[0], list)
        and c.length(0.95) <= _TITLE
        and len(c.values) >= len(c.cells) * (0.5 if c.matches("titles") == 2 else 1)
    ]
    if named := [c for c in able if c.matches("titles")]:
        rank = {c.header: header_rank(c.header, "titles") for c in named}
        return min(named, key=lambda c: (-c.matches("titles"), rank[c.header]))
    worded = [c for c in able if not all(map(table.number, c.texts)) and not _hidden(c)]
    unlike = [c for c in worded if c.different > 0.8 * len(c.values)]
    return next(iter([*unlike, *worded, *able]), None)


def _is_id(column: SourceColumn) -> bool:
    """Return True for a column that has a usable id for every card, none twice."""
    name = re.sub(r"_\d+$", "", "_".join(words_of(column.header)))
    usable = all(NAME.fullmatch(text) and len(text) <= NAME_LIMIT for text in column.texts)
    unique = column.is_full and column.different == len(column.cells)
    return name in HEADERS["ids"] and usable and unique


def _hidden(column: SourceColumn) -> str:
    """Return why a column is for the maker of the cards and not for players; or empty."""
    words = words_of(column.header)
    if all(map(_ADDRESS.fullmatch, column.texts)):
        return "addresses"
    if words[-1:] and words[-1] in HEADERS["numbers"]:
        return "it numbers the cards"
    return "its name is that of notes" if column.matches("not_shown") else ""


def _role(column: SourceColumn, table: SourceTable) -> tuple[str, str]:
    """Return the role of a column that no option and no other role took, and the reason."""
    texts = column.texts
    if all(map(_IMAGE.fullmatch, texts)):
        return "image", "names of pictures"
    if reason := _hidden(column):
        return "hidden", reason
    if all(
        isinstance(value, bool) or text_of(value).lower() in ("true", "false")
        for value in column.values
    ):
        return "mark", "true or false"
    longest = column.length(0.85)
    if longest > PROSE or (column.matches("read") and longest > _STAT):
        return "text", "its name" if column.matches("read") else "long texts"
    if column.matches("sources"):
        return "foot", "its name"
    if column.matches("cost") and longest <= _STAT:
        return "corner", "its name"
    if column.matches("groups") and len(set(texts)) <= _OPTIONS:
        return "group", "its name"
    if column.length() <= _STAT and not isinstance(column.values[0], list):
        return "number", "short values"
    return "fact", "label: value"


def _fit(roles: list[ColumnRole]) -> list[ColumnRole]:
    """Move columns for which a role has no room: to the numbers, the facts, or off the card."""
    count: Counter[str] = Counter()
    next_role = {"corner": "number", "group": "fact", "foot": "fact", "number": "fact"}
    placed = []
    for item in sorted(roles, key=lambda item: header_rank(item.column.header, "cost")):
        role, reason = item.role, item.reason
        while role in ROOM and count[role] >= ROOM[role]:
            reason = f"no room for more than {ROOM[role]} as {role}"
            role = next_role.get(role, "hidden")
        count[role] += 1
        placed.append(replace(item, role=role, reason=reason))
    order = {item.column.header: item for item in placed}
    return [order.get(item.column.header, item) for item in roles]


def declare_field(item: ColumnRole, table: SourceTable, scope: Scope) -> Declaration:
    """Return the narrowest declaration that reads every value of a column."""
    guesses = [*_guesses(item, table), {"kind": "rich"}, {"kind": "text"}]
    kind = next((g for g in guesses if _accepts(g, item.column, table, scope)), guesses[-1])
    full = item.column.is_full or kind["kind"] == "flag"
    return kind if full else {**kind, "optional": True}


def has_markup(column: SourceColumn) -> bool:
    """Return True if a text of the column is long, or has signs of markup."""
    return column.length(0.7) >= PROSE or any(map(_MARKUP.search, column.texts))


def _guesses(item: ColumnRole, table: SourceTable) -> list[Declaration]:
    texts = item.column.texts
    numbers = [table.number(value) for value in item.column.values]
    lists = sum(
        isinstance(v, list) or BETWEEN in text_of(v) or text_of(v)[:1] == "["
        for v in item.column.values
    )
    guesses: list[Declaration] = []
    if item.role in ("mark", "image"):
        guesses.append({"kind": {"mark": "flag", "image": "image"}[item.role]})
    # A number as the spreadsheet shows it: `+2`, `000` and `1,50` remain texts.
    if all(n is not None and text_of(n) == text for n, text in zip(numbers, texts, strict=True)):
        whole = all(number == int(number) for number in numbers if number is not None)
        guesses.append({"kind": "number", "whole": True} if whole else {"kind": "number"})
    if all(map(_COLOR.fullmatch, texts)):
        guesses.append({"kind": "color"})
    items = [part.strip() for text in texts for part in text.split(BETWEEN)]
    short = all(len(part) <= 40 and part[-1:] not in (".", "!", "?") for part in items)
    nested = any(isinstance(value, list) for value in item.column.values)
    if nested or (short and lists > 1 and 3 * lists >= len(texts)):
        rich = has_markup(item.column)
        guesses.append({"kind": "list", "of": "rich"} if rich else {"kind": "list"})
    words = Counter(texts)
    if len(words) < len(texts) and len(words) <= min(_OPTIONS, max(2, len(texts) // 2)):
        if max(map(len, words)) <= _OPTION and not has_markup(item.column):
            guesses.append({"kind": "choice", "options": [w for w, _ in words.most_common()]})
    return (
        guesses if item.role == "text" or has_markup(item.column) else [*guesses, {"kind": "text"}]
    )


def _accepts(guess: Declaration, column: SourceColumn, table: SourceTable, scope: Scope) -> bool:
    """Return True if a field so declared reads every value without a fault."""
    trial = replace(scope, found=Diagnostics())
    field = declare(load_yaml(SourceFile("", written(guess))), trial)
    for value in column.values:
        number = table.number(value) if guess["kind"] == "number" else None
        node = scalar_node(value if number is None else number)
        if guess["kind"] == "flag":
            node = scalar_node(text_of(value).lower() == "true")
        try:
            if guess["kind"] == "list":
                node = scalar_node(text_of(value))
                if node.raw:
                    shape(node, "list")
            elif guess["kind"] == "image":
                return True
            field.read(node, trial)
        except SourceError:
            return False
    return not len(trial.found)


def written(declaration: Any) -> str:
    """Write a declaration in YAML, as short as it can be: ``rich`` or ``{kind: number}``."""
    return str(declaration["kind"]) if len(declaration) == 1 else inline(dict(declaration), _HAND)


def quoted(text: str) -> str:
    """Write a text in YAML, in quotes only where it needs them, also in brackets."""
    return inline(text, _HAND)
