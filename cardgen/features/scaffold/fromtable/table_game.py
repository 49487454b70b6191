"""Makes the files of a game out of a foreign table: its deck, its ``game.yaml``, its templates."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic
from cardgen.features.scaffold import problems
from cardgen.features.scaffold.fromtable.columns import ForeignColumn
from cardgen.features.scaffold.fromtable.face import (
    CardRoom,
    back_template,
    face_template,
    own_back_template,
)
from cardgen.features.scaffold.fromtable.foreign import ForeignTable
from cardgen.features.scaffold.fromtable.gamefile import GameFacts, game_yaml
from cardgen.features.scaffold.fromtable.kinds import kind_of
from cardgen.features.scaffold.fromtable.mending import mended
from cardgen.features.scaffold.fromtable.naming import (
    distinct,
    file_name,
    identifier,
    label_of,
    words_of,
)
from cardgen.features.scaffold.fromtable.palette import HUES, tints
from cardgen.features.scaffold.fromtable.roles import (
    MOST_TINTS,
    FaceField,
    FacePlan,
    echoes,
    id_column,
    is_named,
    names_in,
    naming_columns,
    plan_face,
)
from cardgen.features.scaffold.starter_files import StartingFiles, around
from cardgen.model.cards import BUILT_IN
from cardgen.model.fields import NAME_LIMIT
from cardgen.model.scope import Scope
from cardgen.source.files import Project
from cardgen.source.tables.table import NOTE, plain_name

_README = Path(__file__).with_name("README.md")
_SIZES = {"poker": (63.0, 88.0), "tarot": (70.0, 120.0)}
_POKER_READS = 620
"""Characters that a card of 63 × 88 mm has room for in a good size."""
_FACE_READS = 900
"""Characters that any face of a larger card has room for."""
_THEME = frozenset(("ink", "paper", "grey", "accent", "black", "white", "none"))
_STOP_WORDS: Mapping[str, frozenset[str]] = {
    "en": frozenset("the of and to is you your with that for this from it are".split()),
    "de": frozenset(
        "der die das und ist du eine einen deine mit auf für ein den dem nicht".split()
    ),
    "fr": frozenset("le la les et une des vous votre du dans pour est avec un au ce".split()),
    "es": frozenset("el los las y una del tu con para por es en un que al su".split()),
    "it": frozenset("il gli e una del con per di che un tuo dal nel è".split()),
    "nl": frozenset("de het een en van je met voor op is dat deze".split()),
    "pl": frozenset("i w na z do się nie jest to za lub jeśli możesz gracz kart karty".split()),
    "pt": frozenset("o os as e uma do da com para por em um que seu ao não".split()),
}


class ColumnUse(Struct, frozen=True):
    """What became of a column: the field, its kind in words, and where it is on the card."""

    column: str
    field: str
    kind: str
    place: str


class TableGame(Struct, frozen=True):
    """A game that is being made of a table."""

    table: ForeignTable
    title: ForeignColumn | None
    id: ForeignColumn | None
    copies: ForeignColumn | None
    fields: tuple[FaceField, ...]
    ignored: tuple[ForeignColumn, ...]
    plan: FacePlan
    size: str
    language: str

    @property
    def deck(self) -> str:
        """The id of the deck."""
        return file_name(self.table.called)

    @property
    def found(self) -> tuple[Diagnostic, ...]:
        """What is wrong with single cells of the table, and what is doubtful about it."""
        numbers = [one.written for one in self.table.columns if _is_number(one.written)]
        if not numbers or self.table.ending == ".json":
            return self.table.found
        return (*self.table.found, problems.no_names(None, self.table.file, numbers[0]))

    @property
    def uses(self) -> Iterator[ColumnUse]:
        """What became of each column, in the order of the table."""
        own = {"title": self.title, "id": self.id, "copies": self.copies}
        fields = {field.column.written: field for field in self.fields}
        for column in self.table.columns:
            builtin = next((name for name, one in own.items() if one is column), "")
            if builtin:
                yield ColumnUse(column.written, builtin, "", "")
            elif column.written in fields:
                field = fields[column.written]
                yield ColumnUse(column.written, field.name, field.kind, _place(field, self.plan))
            else:
                yield ColumnUse(column.written, "", "", "")

    def files(self, name: str, title: str) -> StartingFiles:
        """Return the files of the game by its name and title."""
        room = CardRoom(self.size, *_SIZES[self.size], comma=self.language not in ("", "en"))
        colors, names = self._colors()
        stored = f"decks/{self.deck}{self.table.ending}"
        facts = GameFacts(
            title=title,
            deck=self.deck,
            source=f"{self.table.file}{'#' + self.table.sheet if self.table.sheet else ''}",
            cards=stored + (f"#{self.table.sheet}" if self.table.sheet else ""),
            size=self.size,
            language=self.language,
            accent=HUES["slate"] if colors else HUES["blue"],
            body=self._body_size(),
            ids=self.id is None,
            own_back=self.goes_on,
        )
        hidden = [field for field in self.fields if field.name not in self.plan.shown]
        game = game_yaml(facts, self.fields, self._aliases(), colors, hidden)
        face = face_template(self.plan, room, names, self.goes_on)
        files = {
            f"card_data/{name}/game.yaml": game.encode(),
            f"card_data/{name}/{stored}": self.table.data,
            f"templates/{name}/card.xml.j2": face.encode(),
            f"templates/{name}/{self.deck}.back.xml.j2": back_template(room).encode(),
        }
        if self.goes_on:
            own = own_back_template(room)
            files[f"templates/{name}/card.back.xml.j2"] = own.encode()
        readme = _README.read_text("utf-8").replace("@TABLE@", stored)
        return StartingFiles(files, around(readme, name, title))

    def _aliases(self) -> dict[str, str]:
        """Return the fields of those columns whose names do not say so by themselves."""
        meant = {one.column.written: one.name for one in self.fields}
        meant |= {one.written: NOTE for one in self.ignored}
        for name, column in (("title", self.title), ("id", self.id), ("copies", self.copies)):
            if column is not None:
                meant[column.written] = name
        order = [column.written for column in self.table.columns]
        plain = Counter(plain_name(one) for one in order)
        return {
            one: meant[one]
            for one in order
            if plain_name(one) != meant[one] or plain[plain_name(one)] > 1
        }

    def _colors(self) -> tuple[dict[str, str], dict[str, str]]:
        """Return colours by name, and their names by the words of the choice that has them."""
        tint = self.plan.tint
        if tint is None:
            return {}, {}
        words = names_in(tint) if is_named(tint) else list(tint.words)
        words = words[:MOST_TINTS]
        colors: dict[str, str] = {}
        names: dict[str, str] = {}
        for word, color in tints(words).items():
            name = "-".join(words_of(word))[:NAME_LIMIT].strip("-")
            if not name or name in _THEME or name.isdigit():
                name = f"{tint.name.replace('_', '-')}-{name}".strip("-")
            names[word] = name = distinct(name.replace("_", "-"), colors).replace("_", "-")
            colors[name] = color
        return colors, names

    @property
    def goes_on(self) -> bool:
        """Whether some card has more to read than a face may have room for."""
        return self.size != "poker" and _read_lengths(self.plan, 1.0) > _FACE_READS

    def _body_size(self) -> float:
        lengths = _read_lengths(self.plan, 0.9)
        return 10.5 if lengths < 120 else 9.0 if lengths < 300 else 8.0


def _read_lengths(plan: FacePlan, share: float) -> int:
    """Return how many characters this share of the cards has at most to read."""
    parts = [one for one in (*plan.body, plan.flavor) if one is not None]
    if not parts:
        return 0
    sums = sorted(
        sum(_length(one.column, row) for one in parts) for row in range(len(parts[0].column.cells))
    )
    return sums[min(len(sums) - 1, int(share * len(sums)))]


def _length(column: ForeignColumn, row: int) -> int:
    cell = column.cells[row]
    if cell is None or cell.value is None:
        return 0
    if cell.kind == "list":
        return sum(len(item.raw) for item in cell.value)
    return len(cell.raw)


def table_game(table: ForeignTable) -> TableGame:
    """Decide what each column of a table is, and what the cards look like."""
    scope = Scope(Project(Path()), "new")
    table = mended(table, scope)
    title, copies = naming_columns(table.columns)
    filled = [column for column in table.columns if column.filled]
    rest = [one for one in filled if one is not title and one is not copies]
    own_id = id_column(rest)
    taken = set(BUILT_IN)
    fields: list[FaceField] = []
    for column in rest:
        declaration = None if column is own_id else kind_of(column, scope)
        if declaration is None:
            continue
        name = _field_name(column.written, taken)
        taken.add(name)
        fields.append(FaceField(name, label_of(column.written), declaration, column))
    used = {id(one.column) for one in fields} | {id(title), id(own_id), id(copies)}
    again = echoes(fields, title)
    plan = plan_face([one for one in fields if one.name not in again], _titles(title))
    return TableGame(
        table,
        title,
        own_id,
        copies,
        tuple(fields),
        tuple(one for one in table.columns if id(one) not in used),
        plan,
        "tarot" if _read_lengths(plan, 0.9) > _POKER_READS else "poker",
        _language(fields),
    )


def _titles(title: ForeignColumn | None) -> FaceField | None:
    """Return titles as a field, if they are a choice: few words that return again and again."""
    if title is None or not 2 <= len(title.counts) <= min(MOST_TINTS, len(title.texts) // 3):
        return None
    return FaceField("title", "Title", {"kind": "choice", "options": list(title.counts)}, title)


def _is_number(written: str) -> bool:
    return re.fullmatch(r"[-+]?[0-9]+(?:[.,][0-9]+)?", written) is not None


def _field_name(written: str, taken: set[str]) -> str:
    name = identifier(written)
    if name in BUILT_IN:
        name = {"type": "kind", "id": "number", "title": "heading"}.get(name, f"{name}_of_card")
    return distinct(name, taken)


def _language(fields: Sequence[FaceField]) -> str:
    """Return the language that most texts are in, by its little words; empty if none stands out."""
    words: Counter[str] = Counter()
    for field in fields:
        if field.column.mean > 20:
            for text in field.column.texts[:300]:
                words.update(re.findall(r"[^\W\d_]+", text.lower()))
    hits = {name: sum(words[word] for word in known) for name, known in _STOP_WORDS.items()}
    best = max(hits, key=lambda name: hits[name])
    return best if hits[best] > 0.08 * sum(words.values()) else ""


def _place(field: FaceField, plan: FacePlan) -> str:
    """Say where a field is on the card."""
    places = {
        "corner": (plan.corner,),
        "below the title": plan.group,
        "a fact": plan.facts,
        "a mark": plan.marks,
        "text": (*plan.body, plan.flavor),
        "a number below": plan.stats,
        "foot": (plan.footer,),
    }
    found = [place for place, held in places.items() if field in held]
    if field is plan.tint:
        found.append("colour")
    return ", ".join(found)
