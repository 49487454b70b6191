"""The role of each column on a card: title, a number to see at once, or words to read."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence

from msgspec import Struct

from cardgen.features.scaffold.fromtable.columns import ForeignColumn, inner_values
from cardgen.features.scaffold.fromtable.foreign import MEANINGS, means, rank, words_of
from cardgen.features.scaffold.fromtable.kinds import TEXT, Declaration
from cardgen.model.fields import NAME, NAME_LIMIT
from cardgen.source.node import YamlNode

_SHORT, _FACT, _TITLE = 5, 34, 80
MOST_TINTS = 12
_RUNNING = 5
"""Fewer rows than this tell nothing about a column."""
_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?\W?")
_FILES = ("http", "/"), (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".bmp")
_SHORT_KINDS = ("text", "choice", "number")
_SAYS = {"yes": frozenset(MEANINGS["says_yes"]), "no": frozenset(MEANINGS["says_no"])}


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
    def is_flavor(self) -> bool:
        """Whether it is read for the mood."""
        return self.means("flavor") > 0

    @property
    def mark(self) -> str:
        """The test in a template of a field that says only yes or no; else nothing."""
        reach = f"card.{self.name}"
        if self.kind == "flag":
            return reach
        if self.kind == "number":
            known = self.name.split("_")[0] in MEANINGS["has"]
            return reach if known and {cell.value for cell in self.column.filled} <= {0, 1} else ""
        given = set(self.words) if self.kind == "choice" else set()
        yes = sorted(word for word in given if word.lower() in _SAYS["yes"])
        no = {word for word in given if word.lower() in _SAYS["no"]}
        sure = yes and given == {*yes, *no}
        return f"{reach} in {json.dumps(yes, ensure_ascii=False)}" if sure else ""

    def means(self, what: str) -> int:
        """Say how well the header means something: see `MEANINGS`."""
        return means(self.column.written, MEANINGS[what])

    def rank(self, what: str) -> int:
        """Return how much the header means something: the least means it most."""
        return rank(self.column.written, MEANINGS[what])

    @property
    def sorts(self) -> bool:
        """Whether it is a choice of words and not of numbers."""
        numbers = sum(_NUMBER.fullmatch(word) is not None for word in self.words)
        return self.kind == "choice" and numbers < 0.5 * len(self.words)

    @property
    def is_short_list(self) -> bool:
        """Whether it holds lists of short values, which read well in one line."""
        short = self.of["kind"] in _SHORT_KINDS and self._longest_item() <= _FACT
        return self.kind == "list" and short

    @property
    def is_prose(self) -> bool:
        """Whether it is read."""
        if self.kind == "list":
            return self.of["kind"] in ("text", "rich") and self._longest_item() > _FACT
        return self.kind == "rich" or (self.kind == "text" and self.column.length_at(0.85) > _FACT)

    @property
    def is_stat(self) -> bool:
        """Whether a value is seen at a glance: a number, or as short as one."""
        if self.kind == "number":
            return self.column.longest <= 7
        return self.kind in ("text", "choice") and self.column.longest <= _SHORT

    @property
    def is_fact(self) -> bool:
        """Whether it can be shown in a line with its label."""
        if self.kind == "list":
            return self.is_short_list or "name" in self.of.get("fields", ())
        if self.kind != "record":
            return self.kind in _SHORT_KINDS
        fields = self.declaration["fields"]
        simple = all(one["kind"] in _SHORT_KINDS for one in fields.values()) and len(fields) <= 6
        return "name" in fields or simple

    def _longest_item(self) -> int:
        return max((len(item.raw) for item in inner_values(self.column.nodes)), default=0)


class FacePlan(Struct, frozen=True):
    """Which fields a face shows, and where; ``tint`` gives a card its colour.

    ``group`` is the line below the title, ``corner`` the number beside it, ``facts`` are short
    lines of label and value, ``marks`` words that are there or not, ``body`` is read, ``stats`` are
    numbers at the foot.
    """

    tint: FaceField | None = None
    group: tuple[FaceField, ...] = ()
    corner: tuple[FaceField, ...] = ()
    facts: tuple[FaceField, ...] = ()
    marks: tuple[FaceField, ...] = ()
    body: tuple[FaceField, ...] = ()
    stats: tuple[FaceField, ...] = ()
    footer: tuple[FaceField, ...] = ()

    @property
    def places(self) -> dict[str, tuple[FaceField, ...]]:
        """The fields that the face shows, by where they are."""
        return {
            "corner": self.corner,
            "below the title": self.group,
            "a fact": self.facts,
            "a mark": self.marks,
            "text": self.body,
            "a number below": self.stats,
            "foot": self.footer,
        }

    @property
    def shown(self) -> frozenset[str]:
        """The names of all fields that the face shows."""
        return frozenset(one.name for some in self.places.values() for one in some)


def naming_columns(
    columns: Sequence[ForeignColumn],
) -> tuple[ForeignColumn | None, ForeignColumn | None]:
    """Return the columns with the titles and the numbers of copies, where there are such."""
    filled = [column for column in columns if column.filled]
    copies = next(filter(_counts_copies, filled), None)
    return _title_column([one for one in filled if one is not copies]), copies


def _title_column(columns: Sequence[ForeignColumn]) -> ForeignColumn | None:
    """Return the column that names the cards: by its header, else the first that could."""
    titles = MEANINGS["titles"]
    able = [one for one in columns if _could_name(one)]
    known = [one for one in able if means(one.written, titles)]
    if known:
        return min(known, key=lambda o: (-means(o.written, titles), rank(o.written, titles)))
    worded = [one for one in able if not one.numeric and not _is_hidden(one)]
    unlike = [one for one in worded if len(one.counts) > 0.8 * len(one.texts)]
    return next(iter([*unlike, *worded, *able]), None)


def _could_name(column: ForeignColumn) -> bool:
    """Whether nearly all cells have a short text; the few that lack one get a title of ours."""
    named = means(column.written, MEANINGS["titles"]) == 2
    enough = len(column.texts) >= len(column.cells) * (0.5 if named else 1)
    return enough and not column.nested and column.length_at(0.95) <= _TITLE


def _counts_copies(column: ForeignColumn) -> bool:
    """Whether a column says how often a card is printed."""
    copies, words = MEANINGS["copies"], words_of(column.written)
    in_deck = len(words) > 2 and words[0] in copies and words[-1] in MEANINGS["decks"]
    if not column.numeric or not (in_deck or means(column.written, copies) == 2):
        return False
    return all(one.value == int(one.value) and 0 <= one.value <= 999 for one in column.filled)


def id_column(columns: Sequence[ForeignColumn]) -> ForeignColumn | None:
    """Return the column that holds an id for every card, none twice."""
    for column in columns:
        name = re.sub(r"_\d+$", "", "_".join(words_of(column.written)))
        if name in MEANINGS["ids"] and column.is_full and not column.nested:
            texts = column.texts
            sound = all(NAME.fullmatch(text) and len(text) <= NAME_LIMIT for text in texts)
            if sound and len(set(texts)) == len(texts):
                return column
    return None


def _is_hidden(column: ForeignColumn) -> bool:
    """Whether a column is for the maker of the cards and not for players."""
    words, texts = words_of(column.written), column.texts[:20]
    starts, ends = _FILES
    noted = means(column.written, MEANINGS["not_shown"])
    return (
        bool(words and words[-1] in MEANINGS["numbers"])
        or bool(noted and not means(column.written, MEANINGS["titles"][:3]))
        or _tells_nothing(column)
        or bool(texts and all(t.startswith(starts) or t.lower().endswith(ends) for t in texts))
    )


def _tells_nothing(column: ForeignColumn) -> bool:
    """Whether a column only numbers the rows, or all cards are of one set, edition or author."""
    if not column.is_full or len(column.cells) < _RUNNING:
        return False
    if column.numeric:
        first = column.filled[0].value
        if all(cell.value == first + place for place, cell in enumerate(column.filled)):
            return True
    return len(column.counts) == 1 and means(column.written, MEANINGS["sources"]) > 0


def echoes(fields: Sequence[FaceField], title: ForeignColumn | None) -> frozenset[str]:
    """Return the names of fields that say again what the title or another field says.

    Exports often have a text twice: with its markup, and stripped of it.
    """
    before = [title] if title is not None else []
    found: set[str] = set()
    worded = [one for one in fields if one.kind in ("text", "rich") and not one.column.nested]
    for field in sorted(worded, key=lambda one: (-one.means("read"), len(words_of(one.label)))):
        if any(_says_again(field.column, other) for other in before):
            found.add(field.name)
        else:
            before.append(field.column)
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


def plan_face(fields: Sequence[FaceField]) -> FacePlan:
    """Choose what a face shows of the fields, in the order of the table."""
    # Nested values of several forms were declared as texts, and are not fit to read.
    left = [
        one
        for one in fields
        if not _is_hidden(one.column) and not (one.column.nested and one.kind in ("text", "rich"))
    ]

    def take(found: Sequence[FaceField], most: int) -> tuple[FaceField, ...]:
        for one in found[:most]:
            left.remove(one)
        return tuple(found[:most])

    body = take(_body(left), 4)
    marks = take([one for one in left if one.mark], 24)
    tint = _tint(left)
    group = take(_group(left, tint), 2)
    corner = [one for one in left if one.is_stat and one.means("cost")]
    corner = [*take(sorted(corner, key=lambda one: one.rank("cost")), 1)]
    sources = [one for one in left if one.means("sources")]
    footer = take([o for o in sources if o.kind in ("text", "choice") or o.is_short_list], 1)
    stats = take([one for one in left if one.is_stat], 10)
    facts = take([one for one in left if one.is_fact], 6)
    return FacePlan(tint, group, tuple(corner), facts, marks, body, stats, footer)


def _body(fields: Sequence[FaceField]) -> list[FaceField]:
    """Return what is read: what is called so or is longest, then others as they come, mood last."""
    able = [one for one in fields if one.is_prose]
    if not able:
        return []
    first = max(able, key=lambda one: (one.means("read"), _weight(one)))
    found = [first, *(one for one in able if one is not first)][:4]
    return sorted(found, key=lambda one: one.is_flavor)


def _weight(field: FaceField) -> float:
    lengths = [len(cell.raw) or 100 for cell in field.column.filled]
    return sum(lengths) / max(1, len(field.column.cells))


def _tint(fields: Sequence[FaceField]) -> FaceField | None:
    """Return the field whose words tell cards apart best: a few, each on several cards."""
    able = [one for one in fields if one.sorts and len(one.words) >= 2]
    able += [one for one in fields if one.kind == "list" and len(one.words) >= 2]

    def merit(one: FaceField) -> tuple[float, ...]:
        share = len(one.column.filled) / len(one.column.cells)
        few = len(one.words) <= MOST_TINTS
        return (share > 0.6, one.means("groups"), few, -one.rank("groups"), share)

    return max(able, key=merit, default=None)


def _group(fields: Sequence[FaceField], tint: FaceField | None) -> list[FaceField]:
    """Return the kinds of a card: what gives its colour, and one more choice or list."""
    found = [tint] if tint else []
    for one in fields:
        known = one.means("groups")
        common = len(one.column.filled) > 0.6 * len(one.column.cells)
        if (one.sorts or one.is_short_list) and one not in found and (known + common > 1):
            found.append(one)
    return found or [one for one in fields if one.sorts][:1]
