"""What each column is for on a card: its title, a number to see at once, words to read."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

from msgspec import Struct

from cardgen.features.scaffold.fromtable.columns import ForeignColumn, inner_values
from cardgen.features.scaffold.fromtable.header_words import (
    COPIES,
    COST,
    DECKS,
    FLAVOR,
    GROUPS,
    HAS,
    IDS,
    NOT_SHOWN,
    NUMBERS,
    READ,
    SAYS_NO,
    SAYS_YES,
    SOURCES,
    TITLES,
)
from cardgen.features.scaffold.fromtable.kinds import Declaration
from cardgen.features.scaffold.fromtable.naming import names_any, words_of
from cardgen.model.fields import NAME, NAME_LIMIT
from cardgen.source.node import YamlNode

_SHORT, _FACT, _TITLE = 5, 34, 80
MOST_TINTS = 12
_RUNNING = 5
"""Fewer rows than this tell nothing about a column."""
_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?\W?")


class FaceField(Struct, frozen=True):
    """A column as a field of the game: its name, its header, its kind, and its cells."""

    name: str
    label: str
    declaration: Declaration
    column: ForeignColumn

    @property
    def reach(self) -> str:
        """What a template writes to reach the value."""
        return "card.title.plain" if self.name == "title" else f"card.{self.name}"

    @property
    def kind(self) -> str:
        """The kind of field."""
        return str(self.declaration["kind"])

    @property
    def optional(self) -> bool:
        """Whether cards may lack it."""
        return "optional" in self.declaration

    @property
    def words(self) -> Sequence[str]:
        """The options of a choice, or of a list of choices; else nothing."""
        inner: Declaration = self.declaration.get("of", self.declaration)
        options: Sequence[str] = inner.get("options", ())
        return options


class FacePlan(Struct, frozen=True):
    """Which fields a face shows, and where; ``tint`` gives a card its colour.

    ``group`` is the line below the title, ``corner`` the number beside it, ``facts`` are short
    lines of label and value, ``marks`` words that are there or not, ``stats`` numbers at the foot.
    """

    corner: FaceField | None = None
    tint: FaceField | None = None
    group: tuple[FaceField, ...] = ()
    facts: tuple[FaceField, ...] = ()
    marks: tuple[FaceField, ...] = ()
    body: tuple[FaceField, ...] = ()
    flavor: FaceField | None = None
    stats: tuple[FaceField, ...] = ()
    footer: FaceField | None = None

    @property
    def shown(self) -> frozenset[str]:
        """The names of all fields that the face shows."""
        single = [one for one in (self.corner, self.flavor, self.footer) if one]
        many = (*self.group, *self.facts, *self.marks, *self.body, *self.stats)
        return frozenset(one.name for one in (*single, *many))


def naming_columns(
    columns: Sequence[ForeignColumn],
) -> tuple[ForeignColumn | None, ForeignColumn | None]:
    """Return the columns with the titles and the numbers of copies, where there are such."""
    filled = [column for column in columns if column.filled]
    copies = copies_column(filled)
    return title_column([one for one in filled if one is not copies]), copies


def title_column(columns: Sequence[ForeignColumn]) -> ForeignColumn | None:
    """Return the column that names the cards: by its header, else the first that could."""
    able = [one for one in columns if _could_name(one)]
    ranked = sorted(
        (one for one in able if names_any(one.written, TITLES)),
        key=lambda one: (-names_any(one.written, TITLES), _rank(one.written, TITLES)),
    )
    if ranked:
        return ranked[0]
    worded = [one for one in able if not one.numeric and not _is_hidden(one)]
    unlike = [one for one in worded if len(one.counts) > 0.8 * len(one.texts)]
    return next(iter([*unlike, *worded, *able]), None)


def _could_name(column: ForeignColumn) -> bool:
    """Whether nearly all cells have a short text; the few that lack one get a title of ours."""
    named = names_any(column.written, TITLES) == 2
    enough = len(column.texts) >= len(column.cells) * (0.5 if named else 1)
    return enough and not column.nested and column.length_at(0.95) <= _TITLE


def _rank(written: str, known: Sequence[str]) -> int:
    return next((place for place, name in enumerate(known) if names_any(written, (name,))), 99)


def copies_column(columns: Sequence[ForeignColumn]) -> ForeignColumn | None:
    """Return the column that says how often a card is printed."""
    for column in columns:
        if _counts_copies(column.written) and column.numeric:
            values = [cell.value for cell in column.filled]
            if all(value == int(value) and 0 <= value <= 999 for value in values):
                return column
    return None


def _counts_copies(written: str) -> bool:
    words = words_of(written)
    in_deck = len(words) > 2 and words[0] in COPIES and words[-1] in DECKS
    return in_deck or names_any(written, COPIES) == 2


def id_column(columns: Sequence[ForeignColumn]) -> ForeignColumn | None:
    """Return the column that holds an id for every card, none twice."""
    for column in columns:
        name = re.sub(r"_\d+$", "", "_".join(words_of(column.written)))
        if name in IDS and column.is_full and not column.nested:
            texts = column.texts
            sound = all(NAME.fullmatch(text) and len(text) <= NAME_LIMIT for text in texts)
            if sound and len(set(texts)) == len(texts):
                return column
    return None


def mark_words(field: FaceField) -> frozenset[str]:
    """Return the words by which a column says yes, if it says nothing but yes and no."""
    if field.kind != "choice":
        return frozenset()
    given = set(field.declaration["options"])
    yes = frozenset(word for word in given if word.lower() in SAYS_YES)
    no = {word for word in given if word.lower() in SAYS_NO}
    return yes if yes and given == yes | no else frozenset()


def is_mark(field: FaceField) -> bool:
    """Whether a field says only yes or no."""
    if field.kind == "flag" or mark_words(field):
        return True
    if field.kind != "number" or field.name.split("_")[0] not in HAS:
        return False
    return {cell.value for cell in field.column.filled} <= {0, 1}


def _is_hidden(column: ForeignColumn) -> bool:
    if (words := words_of(column.written)) and words[-1] in NUMBERS:
        return True
    if names_any(column.written, NOT_SHOWN) and not names_any(column.written, TITLES[:3]):
        return True
    if _is_running(column) or _is_one_source(column):
        return True
    texts = column.texts[:20]
    paths = [text for text in texts if text.startswith(("http", "/")) or _ends_as_file(text)]
    return bool(texts) and len(paths) == len(texts)


def _is_running(column: ForeignColumn) -> bool:
    """Whether a column only numbers the rows."""
    if not column.is_full or not column.numeric or len(column.cells) < _RUNNING:
        return False
    values = [cell.value for cell in column.filled]
    return all(value == values[0] + place for place, value in enumerate(values))


def _is_one_source(column: ForeignColumn) -> bool:
    """Whether all cards are of one set, edition or author."""
    alike = column.is_full and len(column.counts) == 1 and len(column.cells) >= _RUNNING
    return alike and names_any(column.written, SOURCES) > 0


def echoes(fields: Sequence[FaceField], title: ForeignColumn | None) -> frozenset[str]:
    """Return the names of fields that say again what the title or another field says.

    Exports often have a text twice: with its markup, and stripped of it.
    """
    told = [title] if title is not None else []
    found: set[str] = set()
    worded = [one for one in fields if one.kind in ("text", "rich") and not one.column.nested]
    order = sorted(
        worded, key=lambda one: (-names_any(one.column.written, READ), len(words_of(one.label)))
    )
    for field in order:
        if any(_says_again(field.column, other) for other in told):
            found.add(field.name)
        else:
            told.append(field.column)
    return frozenset(found)


def _says_again(column: ForeignColumn, other: ForeignColumn) -> bool:
    """Whether nearly all words of a column stand in the same rows of another."""
    if len(column.filled) < _RUNNING or len(column.counts) * 2 < len(column.filled):
        return False
    shares: list[float] = []
    for mine, its in zip(column.cells, other.cells, strict=True):
        if mine is not None and (words := _words(mine)):
            shares.append(len(words & _words(its)) / len(words) if its is not None else 0.0)
    return bool(shares) and sum(shares) >= 0.85 * len(shares)


def _words(cell: YamlNode) -> frozenset[str]:
    bare = (c for c in unicodedata.normalize("NFKD", cell.raw) if not unicodedata.combining(c))
    return frozenset(re.findall(r"[^\W_]+", "".join(bare).lower()))


def _ends_as_file(text: str) -> bool:
    return text.lower().endswith((".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".bmp"))


def plan_face(fields: Sequence[FaceField], title: FaceField | None = None) -> FacePlan:
    """Choose what a face shows of the fields, in the order of the table.

    ``title`` is there if titles are a choice: it may give cards their colour.
    """
    left = {one.name: one for one in fields if not _is_hidden(one.column)}
    raw = [one for one in left.values() if one.column.nested and one.kind in ("text", "rich")]
    for one in raw:  # nested values of several forms, which nobody wants to read
        del left[one.name]

    def take(found: Sequence[FaceField]) -> tuple[FaceField, ...]:
        for one in found:
            left.pop(one.name, None)
        return tuple(found)

    body = take(_body(list(left.values())))
    flavor = next((one for one in body if names_any(one.column.written, FLAVOR)), None)
    marks = take([one for one in left.values() if is_mark(one)][:24])
    tint = _tint(list(left.values())) or title
    group = take(_group(list(left.values()), tint if tint is not title else None))
    corner = next(iter(take(_corner(list(left.values())))), None)
    footer = next(iter(take(_footer(list(left.values())))), None)
    stats = take([one for one in left.values() if _is_stat(one)][:10])
    facts = take([one for one in left.values() if _is_fact(one)][:6])
    return FacePlan(
        corner=corner,
        tint=tint,
        group=group,
        facts=facts,
        marks=marks,
        body=tuple(one for one in body if one is not flavor),
        flavor=flavor,
        stats=stats,
        footer=footer,
    )


def _body(fields: Sequence[FaceField]) -> list[FaceField]:
    """Return what is read on a card: what is called so or is longest, then others as they come."""
    able = [one for one in fields if _is_prose(one)]
    if not able:
        return []
    first = max(able, key=lambda one: (names_any(one.column.written, READ), _weight(one)))
    return [first, *(one for one in able if one is not first)][:4]


def _is_prose(field: FaceField) -> bool:
    if field.kind == "list":
        inner = field.declaration.get("of", {"kind": "text"})
        return inner["kind"] in ("text", "rich") and _item_length(field) > _FACT
    return field.kind == "rich" or (field.kind == "text" and field.column.length_at(0.85) > _FACT)


def _weight(field: FaceField) -> float:
    lengths = [len(cell.raw) or 100 for cell in field.column.filled]
    return sum(lengths) / max(1, len(field.column.cells))


def _item_length(field: FaceField) -> int:
    items = list(inner_values(iter(field.column.nodes)))
    return max((len(item.raw) for item in items), default=0)


def _tint(fields: Sequence[FaceField]) -> FaceField | None:
    """Return the field whose words tell cards apart best: a few, each on several cards."""
    able = [one for one in fields if _sorts(one) and len(one.words) >= 2]
    able += [one for one in fields if one.kind == "list" and len(one.words) >= 2]
    able += [one for one in fields if is_named(one) and 2 <= len(names_in(one)) <= MOST_TINTS]

    def merit(one: FaceField) -> tuple[float, ...]:
        known = names_any(one.column.written, GROUPS)
        share = len(one.column.filled) / len(one.column.cells)
        few = len(names_in(one) if is_named(one) else one.words) <= MOST_TINTS
        return (share > 0.6, known, few, -_rank(one.column.written, GROUPS), share)

    return max(able, key=merit, default=None)


def _sorts(field: FaceField) -> bool:
    """Whether a field is a choice of words and not of numbers."""
    if field.kind != "choice":
        return False
    numbers = sum(_NUMBER.fullmatch(word) is not None for word in field.words)
    return numbers < 0.5 * len(field.words)


def is_named(field: FaceField) -> bool:
    """Whether a field holds records that have a name, as dumps of databases do."""
    return field.kind == "record" and "name" in field.declaration["fields"]


def names_in(field: FaceField) -> list[str]:
    """Return the names in such a field, the commonest first."""
    counts: dict[str, int] = {}
    for cell in field.column.nodes:
        name = cell.value.get("name") if cell.kind == "map" else None
        if name is not None and name.kind == "scalar":
            counts[name.raw] = counts.get(name.raw, 0) + 1
    return sorted(counts, key=lambda word: -counts[word])


def _group(fields: Sequence[FaceField], tint: FaceField | None) -> list[FaceField]:
    """Return the kinds of a card: what gives its colour, and one more choice or list."""
    found = [tint] if tint else []
    for one in fields:
        worded = _sorts(one) or (one.kind == "list" and _is_short_list(one))
        known = names_any(one.column.written, GROUPS)
        common = len(one.column.filled) > 0.6 * len(one.column.cells)
        if worded and one not in found and (known == 2 or (known and common)):
            found.append(one)
    if not found:
        found = [one for one in fields if _sorts(one)][:1]
    return found[:2]


def _is_short_list(field: FaceField) -> bool:
    inner = field.declaration.get("of", {"kind": "text"})
    plain = inner["kind"] in ("text", "choice", "number")
    return plain and _item_length(field) <= _FACT


def _corner(fields: Sequence[FaceField]) -> list[FaceField]:
    able = [one for one in fields if _is_stat(one) and names_any(one.column.written, COST)]
    able.sort(key=lambda one: _rank(one.column.written, COST))
    return able[:1]


def _footer(fields: Sequence[FaceField]) -> list[FaceField]:
    known = [one for one in fields if names_any(one.column.written, SOURCES)]
    return [one for one in known if one.kind in ("text", "choice") or _is_joined(one)][:1]


def _is_joined(field: FaceField) -> bool:
    return field.kind == "list" and _is_short_list(field)


def _is_stat(field: FaceField) -> bool:
    """Whether a value is seen at a glance: a number, or as short as one."""
    if field.kind == "number":
        return field.column.longest <= 7
    return field.kind in ("text", "choice") and field.column.longest <= _SHORT


def _is_fact(field: FaceField) -> bool:
    if field.kind in ("text", "choice", "number", "color"):
        return field.kind != "color"
    if field.kind == "list":
        inner: Mapping[str, object] = field.declaration.get("of", {"kind": "text"})
        return _is_short_list(field) or _has_name(inner)
    return is_named(field) or is_simple(field)


def is_simple(field: FaceField) -> bool:
    """Whether a field holds records of a few short values, each with its name."""
    inner: Mapping[str, Declaration] = field.declaration.get("fields", {})
    plain = all(one["kind"] in ("text", "choice", "number") for one in inner.values())
    return field.kind == "record" and plain and len(inner) <= 6


def _has_name(declaration: Mapping[str, object]) -> bool:
    fields = declaration.get("fields")
    return isinstance(fields, Mapping) and "name" in fields
