"""Make the files of a game from a foreign table: its deck, its ``game.yaml``, its templates.

People read and change these files from then on: blocks are short, and each has a comment. They
are written by skeletons, templates that have square brackets where a template of cards has braces.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from typing import Any

import jinja2
from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic
from cardgen.features.scaffold import problems
from cardgen.features.scaffold.fromtable import roles, words
from cardgen.features.scaffold.fromtable.columns import ForeignColumn, ForeignTable, inner_values
from cardgen.features.scaffold.fromtable.kinds import kind_of, quoted, written
from cardgen.features.scaffold.fromtable.mending import FALLBACK, marks_of, mended
from cardgen.features.scaffold.fromtable.roles import FaceField, FacePlan
from cardgen.features.scaffold.new import StartingFiles, around
from cardgen.model.cards import BUILT_IN
from cardgen.model.fields import NAME_LIMIT
from cardgen.model.richtext import TermValue
from cardgen.model.scope import Scope
from cardgen.source.files import Project
from cardgen.source.tables.table import NOTE, plain_name
from cardgen.template.pages import filled

_SKELETONS = Path(__file__).with_name("skeletons")
_SIZES = {"poker": (63.0, 88.0), "tarot": (70.0, 120.0)}
_POKER_READS = 620
"""Characters that a card of 63 × 88 mm has room for in a good size."""
_FACE_READS = 900
"""Characters that any face of a larger card has room for."""
_LOOK = 300
"""Cards whose texts tell the language."""
_THEME = frozenset(("ink", "paper", "grey", "accent", "black", "white", "none"))
_NUMBER = re.compile(r"[-+]?[0-9]+(?:[.,][0-9]+)?")


class ColumnUse(Struct, frozen=True):
    """What became of a column: the field, its kind in words, and where it is on the card."""

    column: str
    field: str
    kind: str = ""
    place: str = ""


class TableGame(Struct, frozen=True):
    """A game that is being made of a table; ``own`` has the columns of title, id and copies.

    ``marks`` are those in braces that become terms, ``others`` those that remain letters, each with
    the number of cells that have it.
    """

    table: ForeignTable
    own: dict[str, ForeignColumn | None]
    marks: dict[str, int]
    others: dict[str, int]
    fields: tuple[FaceField, ...]
    plan: FacePlan
    size: str
    language: str

    @property
    def deck(self) -> str:
        """The id of the deck."""
        return words.file_name(self.table.called)

    @property
    def terms(self) -> dict[str, int]:
        """The marks that become terms, in their braces as the table has them."""
        return {f"{{{mark}}}": count for mark, count in self.marks.items()}

    @property
    def found(self) -> tuple[Diagnostic, ...]:
        """Errors in single cells of the table, and doubts about it."""
        written = (one.written for one in self.table.columns)
        number = next(filter(_NUMBER.fullmatch, written), None)
        if number is None or self.table.ending == ".json":
            return self.table.found
        return (*self.table.found, problems.no_names(None, self.table.file, number))

    @property
    def uses(self) -> Iterator[ColumnUse]:
        """What became of each column, in the order of the table."""
        fields = {field.column.written: field for field in self.fields}
        own = {one.written: name for name, one in self.own.items() if one is not None}
        for column in (one.written for one in self.table.columns):
            if field := fields.get(column):
                places = [self.plan.places.get(field.name, "")]
                places += ["colour"] if field is self.plan.tint else []
                yield ColumnUse(column, field.name, field.kind, ", ".join(filter(None, places)))
            else:
                yield ColumnUse(column, own.get(column, ""))

    @property
    def facts(self) -> dict[str, Any]:
        """What became of the table, for programs."""
        uses = [
            {"column": one.column, "field": one.field or None, "kind": one.kind or None}
            for one in self.uses
        ]
        marks = {**self.terms, **self.others}
        table = self.table
        return {"cards": table.rows, "columns": uses, "mended": table.mended, "marks": marks}

    @property
    def hidden(self) -> list[str]:
        """The fields that no card shows yet."""
        shown = {*self.plan.places, self.plan.tint.name if self.plan.tint else ""}
        return [one.name for one in self.fields if one.name not in shown]

    def told(self, clean: Callable[[str], str]) -> str:
        """Say for a terminal what each column is to the game, and where a card shows it."""
        template = Path(__file__).with_name("columns.txt.j2")
        return filled(template, {"clean": clean, "plain_name": plain_name}, game=self).decode()

    def files(self, name: str, title: str) -> StartingFiles:
        """Return the files of the game by its name and title."""
        table = self.table
        width, height = _SIZES[self.size]
        colors, names = self._colors()
        stored = f"decks/{self.deck}{table.ending}"
        sheet = f"#{table.sheet}" if table.sheet else ""
        facts = {
            "game": self,
            "plan": self.plan,
            "title": title,
            "source": f"{table.file}{sheet}",
            "cards": f"{stored}{sheet}",
            "colors": colors,
            "hues": words.HUES,
            "fallback": FALLBACK,
            "columns": self._aliases(),
            "hidden": self.hidden,
            "tints": names,
            "comma": self.language not in ("", "en"),
            "width": width,
            "height": height,
        }
        made = {
            f"card_data/{name}/game.yaml": "game.yaml.j2",
            f"templates/{name}/card.xml.j2": "card.xml.j2",
            f"templates/{name}/{self.deck}.back.xml.j2": "back.xml.j2",
        }
        if self.goes_on:
            made[f"templates/{name}/card.back.xml.j2"] = "back.xml.j2"
        skeletons = _environment()
        files = {
            path: skeletons.get_template(skeleton)
            .render(facts, own=path.endswith("/card.back.xml.j2"))
            .encode()
            for path, skeleton in made.items()
        }
        files[f"card_data/{name}/{stored}"] = table.data
        readme = (_SKELETONS / "README.md").read_text("utf-8").replace("@TABLE@", stored)
        return StartingFiles(files, around(readme, name, title))

    def _aliases(self) -> dict[str, str]:
        """Return the fields of those columns whose names do not say so by themselves."""
        meant = {one.written: NOTE for one in self.table.columns}
        meant |= {one.column.written: one.name for one in self.fields}
        meant |= {one.written: name for name, one in self.own.items() if one is not None}
        plain = Counter(map(plain_name, meant))
        return {
            written: name
            for written, name in meant.items()
            if plain_name(written) != name or plain[name] > 1
        }

    def _colors(self) -> tuple[dict[str, str], dict[str, str]]:
        """Return colours by name, and their names by the words of the choice that has them."""
        colors: dict[str, str] = {}
        names: dict[str, str] = {}
        if (tint := self.plan.tint) is not None:
            for word, color in words.tints(tint.words[: roles.MOST_TINTS]).items():
                name = "-".join(words.words_of(word))[:NAME_LIMIT].strip("-")
                if not name or name in _THEME or name.isdigit():
                    name = f"{tint.name}-{name}".replace("_", "-").strip("-")
                names[word] = name = words.distinct(name, colors).replace("_", "-")
                colors[name] = color
        return colors, names

    @property
    def goes_on(self) -> bool:
        """Whether some card has more to read than a face may have room for."""
        return self.size != "poker" and _read_lengths(self.plan, 1.0) > _FACE_READS

    @property
    def body_size(self) -> float:
        """The size of what is read, in points."""
        lengths = _read_lengths(self.plan, 0.9)
        return 10.5 if lengths < 120 else 9.0 if lengths < 300 else 8.0


def _read_lengths(plan: FacePlan, share: float) -> int:
    """Return how many characters this share of the cards has at most to read."""
    rows = zip(*(one.column.cells for one in plan.body), strict=True)
    sums = sorted(sum(len(one.raw) for one in inner_values(filter(None, row))) for row in rows)
    return sums[min(len(sums) - 1, int(share * len(sums)))] if sums else 0


def table_game(table: ForeignTable) -> TableGame:
    """Decide what each column of a table is, and what the cards look like."""
    marks, others = marks_of(table)
    terms = {mark: TermValue(mark, f"{{{mark}}}", f"{{{mark}}}") for mark in marks}
    scope = Scope(Project(Path()), "new", terms=terms)
    table = mended(table, scope)
    title, copies = roles.naming_columns(table.columns)
    rest = [one for one in table.columns if one.filled and one is not title and one is not copies]
    own_id = roles.id_column(rest)
    taken = set(BUILT_IN)
    fields: list[FaceField] = []
    for column in rest:
        declaration = None if column is own_id else kind_of(column, scope)
        if declaration is not None:
            name = _field_name(column.written, taken)
            taken.add(name)
            fields.append(FaceField(name, words.label_of(column.written), declaration, column))
    again = roles.echoes(fields, title)
    plan = roles.plan_face([one for one in fields if one.name not in again])
    size = "tarot" if _read_lengths(plan, 0.9) > _POKER_READS else "poker"
    read = [one.column.texts for one in fields if one.column.length(0.5) > 20]
    language = words.language_of(text for texts in read for text in texts[:_LOOK])
    own = {"title": title, "id": own_id, "copies": copies}
    return TableGame(table, own, marks, others, tuple(fields), plan, size, language)


def _field_name(written: str, taken: set[str]) -> str:
    name = words.identifier(written)
    if name in BUILT_IN:
        name = {"type": "kind", "id": "number", "title": "heading"}.get(name, f"{name}_of_card")
    return words.distinct(name, taken)


def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_SKELETONS),
        block_start_string="[%",
        block_end_string="%]",
        variable_start_string="[[",
        variable_end_string="]]",
        comment_start_string="[#",
        comment_end_string="#]",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined,
        finalize=lambda value: f"{value:.6g}" if isinstance(value, float) else value,
    )
    environment.filters |= {
        "quoted": quoted,
        "written": written,
        "string": _string,
        "words": _words,
        "safe": lambda text: text.replace("#}", "# }"),  # which would end the comment
    }
    return environment


def _words(text: str) -> str:
    """Write plain words in a template, whatever they hold."""
    return (
        f"{{{{ {_string(text)} }}}}"
        if any(sign in text for sign in "{}%#")
        else escape(text, quote=False)
    )


def _string(text: Any) -> str:
    return json.dumps(text, ensure_ascii=False)
