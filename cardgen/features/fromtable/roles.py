"""The role of each column on a card: title, a number to see at once, or words to read."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from cardgen.features.fromtable.columns import ForeignColumn, inner_values
from cardgen.features.fromtable.kinds import TEXT, Declaration
from cardgen.features.fromtable.words import MEANINGS, words_of
from cardgen.model.fields import NAME, NAME_LIMIT
from cardgen.source.node import YamlNode

_SHORT, _FACT, _TITLE = 5, 34, 80
MOST_TINTS = 12
_RUNNING = 5
"""Fewer rows than this tell nothing about a column."""
_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?\W?")
_FILE = re.compile(r"(?:http|/).*|.*\.(?:png|jpe?g|gif|svg|webp|bmp)", re.IGNORECASE | re.DOTALL)
_TIGHT = re.compile(r"[^\W\d],[^\W\d]")
_SURE_TITLES = 3  # so many of the words for titles mean nothing else
_SHORT_KINDS = ("text", "choice", "number")


class FaceField(Struct, frozen=True):
    """A column as a field of the game: its name, its header, its kind, and its cells."""

    name: str
    label: str
    declaration: Declaration
    column: ForeignColumn

    @property
    def kind(self) -> str:
        """The kind of field."""
        return str(self.declaration["kind"])

    @property
    def of(self) -> Declaration:
        """The declaration of what a list holds."""
        inner: Declaration = self.declaration.get("of", TEXT)
        return inner

    @property
    def optional(self) -> bool:
        """Whether cards may lack it."""
        return "optional" in self.declaration

    @property
    def words(self) -> Sequence[str]:
        """The options of a choice, or of a list of choices; else nothing."""
        options: Sequence[str] = self.declaration.get("of", self.declaration).get("options", ())
        return options

    @property
    def sorts(self) -> bool:
        """Whether it is a choice of words and not of numbers."""
        numbers = sum(_NUMBER.fullmatch(word) is not None for word in self.words)
        return self.kind == "choice" and numbers < 0.5 * len(self.words)

    @property
    def role(self) -> str:
        """How a value is shown: `prose` is read, a `stat` is seen at a glance, a `fact` is a line.

        Empty for values that fit none of these.
        """
        column, kind, inner = self.column, self.kind, self.of
        if kind == "list":
            longest = max((len(item.raw) for item in inner_values(column.nodes)), default=0)
            if longest > _FACT and inner["kind"] in ("text", "rich"):
                return "prose"
            short = longest <= _FACT and inner["kind"] in _SHORT_KINDS
            return "fact" if short or "name" in inner.get("fields", ()) else ""
        if kind == "record":
            fields = self.declaration["fields"]
            simple = all(one["kind"] in _SHORT_KINDS for one in fields.values())
            return "fact" if "name" in fields or (simple and len(fields) <= 6) else ""
        if kind == "rich" or (kind == "text" and column.length(0.85) > _FACT):
            return "prose"
        if kind not in _SHORT_KINDS:
            return ""
        return "stat" if column.length() <= (7 if kind == "number" else _SHORT) else "fact"

    @property
    def is_tight(self) -> bool:
        """Whether some text has a comma without a blank, so that no line can break there."""
        texts = self.column.texts if self.kind == "text" else ()
        return any(len(text) > 12 and _TIGHT.search(text) for text in texts)

    @property
    def is_short_list(self) -> bool:
        """Whether it holds lists of short values, which read well in one line."""
        return self.kind == "list" and self.role == "fact" and self.of["kind"] in _SHORT_KINDS


Fields = Sequence[FaceField]

_PLACES = {
    "corner": "corner",
    "group": "below the title",
    "facts": "a fact",
    "marks": "a mark",
    "body": "text",
    "stats": "a number below",
    "footer": "foot",
}
"""What each place on a face is called."""


class FacePlan(Struct, frozen=True):
    """Which fields a face shows, and where; ``tint`` gives a card its colour.

    ``group`` is the line below the title, ``corner`` the number beside it, ``facts`` are short
    lines of label and value, ``marks`` words that are there or not, ``body`` is read, ``stats`` are
    numbers at the foot.
    """

    tint: FaceField | None
    corner: Fields
    group: Fields
    facts: Fields
    marks: Fields
    body: Fields
    stats: Fields
    footer: Fields

    @property
    def places(self) -> dict[str, str]:
        """The name of each field that the face shows, and where it is shown."""
        return {one.name: said for at, said in _PLACES.items() for one in getattr(self, at)}


def naming_columns(
    columns: Sequence[ForeignColumn],
) -> tuple[ForeignColumn | None, ForeignColumn | None]:
    """Return the columns with the titles and the numbers of copies, where there are such."""
    filled = [column for column in columns if column.filled]
    copies = next(filter(_counts_copies, filled), None)
    return _title_column([one for one in filled if one is not copies]), copies


def _title_column(columns: Sequence[ForeignColumn]) -> ForeignColumn | None:
    """Return the column that names the cards: by its header, else the first that could."""
    able = [one for one in columns if _could_name(one)]
    if known := [one for one in able if one.means("titles")]:
        return min(known, key=lambda one: (-one.means("titles"), one.rank("titles")))
    worded = [one for one in able if not one.numeric and not _is_hidden(one)]
    unlike = [one for one in worded if one.different > 0.8 * len(one.texts)]
    return next(iter([*unlike, *worded, *able]), None)


def _could_name(column: ForeignColumn) -> bool:
    """Whether nearly all cells have a short text; the few that lack one get a title of ours."""
    enough = len(column.cells) * (0.5 if column.means("titles") == 2 else 1)
    return len(column.texts) >= enough and not column.nested and column.length(0.95) <= _TITLE


def _counts_copies(column: ForeignColumn) -> bool:
    """Whether a column says how often a card is printed."""
    words = words_of(column.written)
    in_deck = len(words) > 2 and words[0] in MEANINGS["copies"] and words[-1] in MEANINGS["decks"]
    if not column.numeric or not (in_deck or column.means("copies") == 2):
        return False
    return all(one.value == int(one.value) and 0 <= one.value <= 999 for one in column.filled)


def id_column(columns: Sequence[ForeignColumn]) -> ForeignColumn | None:
    """Return the column that holds an id for every card, none twice."""
    for column in columns:
        name = re.sub(r"_\d+$", "", "_".join(words_of(column.written)))
        if name in MEANINGS["ids"] and column.is_full and not column.nested:
            sound = all(NAME.fullmatch(one) and len(one) <= NAME_LIMIT for one in column.texts)
            if sound and column.different == len(column.texts):
                return column
    return None


def _is_hidden(column: ForeignColumn) -> bool:
    """Whether a column is for the maker of the cards and not for players."""
    texts = column.texts[:20]
    return (
        bool({*words_of(column.written)[-1:]} & {*MEANINGS["numbers"]})
        or (column.means("not_shown") > 0 and column.rank("titles") >= _SURE_TITLES)
        or _tells_nothing(column)
        or bool(texts and all(map(_FILE.fullmatch, texts)))
    )


def _tells_nothing(column: ForeignColumn) -> bool:
    """Whether a column only numbers the rows, or all cards are of one set, edition or author."""
    if not column.is_full or len(column.cells) < _RUNNING:
        return False
    if column.numeric:
        first = column.filled[0].value
        if all(cell.value == first + place for place, cell in enumerate(column.filled)):
            return True
    return column.different == 1 and column.means("sources") > 0


def echoes(fields: Fields, title: ForeignColumn | None) -> frozenset[str]:
    """Return the names of fields that say again what the title or another field says.

    Exports often have a text twice: with its markup, and stripped of it.
    """
    before = [title] if title is not None else []
    again: set[str] = set()
    worded = [one for one in fields if one.kind in ("text", "rich") and not one.column.nested]
    for field in sorted(worded, key=lambda o: (-o.column.means("read"), len(words_of(o.label)))):
        if any(_says_again(field.column, other) for other in before):
            again.add(field.name)
        else:
            before.append(field.column)
    return frozenset(again)


def _says_again(column: ForeignColumn, other: ForeignColumn) -> bool:
    """Whether nearly all words of a column stand in the same rows of another."""
    if len(column.filled) < _RUNNING or column.different * 2 < len(column.filled):
        return False
    pairs = ((_words(one), _words(two)) for one, two in zip(column.cells, other.cells, strict=True))
    shares = [len(mine & its) / len(mine) for mine, its in pairs if mine]
    return bool(shares) and sum(shares) >= 0.85 * len(shares)


def _words(cell: YamlNode | None) -> frozenset[str]:
    raw = unicodedata.normalize("NFKD", cell.raw.lower()) if cell is not None else ""
    return frozenset(
        re.findall(r"[^\W_]+", "".join(c for c in raw if not unicodedata.combining(c)))
    )


def plan_face(fields: Fields) -> FacePlan:
    """Choose what a face shows of the fields, in the order of the table."""
    # Nested values of several forms were declared as texts, and are not fit to read.
    left = [
        one
        for one in fields
        if not _is_hidden(one.column) and not (one.column.nested and one.kind in ("text", "rich"))
    ]

    def take(chosen: Fields, most: int) -> Fields:
        for one in chosen[:most]:
            left.remove(one)
        return chosen[:most]

    body = take(_body(left), 4)
    marks = take([one for one in left if one.kind == "flag"], 24)
    tint = _tint(left)
    group = take(_group(left, tint), 2)
    costs = [one for one in left if one.role == "stat" and one.column.means("cost")]
    corner = take(sorted(costs, key=lambda one: one.column.rank("cost")), 1)
    sources = [one for one in left if one.column.means("sources")]
    footer = take([o for o in sources if o.kind in ("text", "choice") or o.is_short_list], 1)
    stats = take([one for one in left if one.role == "stat"], 10)
    facts = take([o for o in left if o.role and (o.role != "prose" or o.kind == "text")], 6)
    return FacePlan(tint, corner, group, facts, marks, body, stats, footer)


def _body(fields: Fields) -> Fields:
    """Return what is read: what is called so or is longest, then others as they come, mood last."""

    def merit(one: FaceField) -> Any:
        lengths = [len(cell.raw) or 100 for cell in one.column.filled]
        return one.column.means("read"), sum(lengths) / max(1, len(one.column.cells))

    able = [one for one in fields if one.role == "prose"]
    first = max(able, key=merit, default=None)
    chosen = sorted(able, key=lambda one: one is not first)[:4]
    return sorted(chosen, key=lambda one: one.column.means("flavor") > 0)


def _tint(fields: Fields) -> FaceField | None:
    """Return the field whose words tell cards apart best: a few, each on several cards."""
    able = [one for one in fields if len(one.words) >= 2 and (one.sorts or one.kind == "list")]

    def merit(one: FaceField) -> Any:
        share = len(one.column.filled) / len(one.column.cells)
        few = len(one.words) <= MOST_TINTS
        named = one.column.means("groups")
        return share > 0.6, named, few, -one.column.rank("groups"), share, one.sorts

    return max(able, key=merit, default=None)


def _group(fields: Fields, tint: FaceField | None) -> Fields:
    """Return the kinds of a card: what gives its colour, and one more choice or list."""
    chosen = [tint] if tint else []
    for one in fields:
        common = len(one.column.filled) > 0.6 * len(one.column.cells)
        fit = (one.sorts or one.is_short_list) and one.column.means("groups") + common > 1
        if fit and one is not tint:
            chosen.append(one)
    return chosen or [one for one in fields if one.sorts][:1]
