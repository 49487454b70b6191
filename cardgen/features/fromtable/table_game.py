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
from cardgen.core.geometry import Size
from cardgen.features.fromtable import problems, roles, words
from cardgen.features.fromtable.columns import ForeignColumn, ForeignTable, inner_values
from cardgen.features.fromtable.kinds import kind_of, quoted, written
from cardgen.features.fromtable.mending import FALLBACK, marks_of, mended
from cardgen.features.fromtable.roles import FaceField, FacePlan
from cardgen.features.fromtable.squib_layout import SquibBox, SquibLayout
from cardgen.model.cards import BUILT_IN
from cardgen.model.fields import NAME_LIMIT
from cardgen.model.richtext import TermValue
from cardgen.model.scope import Scope
from cardgen.source.files import Project
from cardgen.source.tables.table import NOTE, plain_name
from cardgen.template.pages import filled

_SKELETONS = Path(__file__).with_name("skeletons")
_SIZES = {"poker": Size(63, 88), "tarot": Size(70, 120)}
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


class FilledBox(Struct, frozen=True):
    """A box of a layout with what it shows: the title, a field, or nothing."""

    box: SquibBox
    has_title: bool
    field: FaceField | None


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
    layout: SquibLayout | None = None

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
                places = [self._places.get(field.name, "")]
                if field is self.plan.tint and self.layout is None:
                    places.append("colour")
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
        tint = self.plan.tint.name if self.plan.tint and self.layout is None else ""
        return [field.name for field in self.fields if field.name not in (*self._places, tint)]

    @property
    def _places(self) -> dict[str, str]:
        """Where the face shows each field, in words."""
        if self.layout is None:
            return self.plan.places
        return {fill.field.name: f"box `{fill.box.name}`" for fill in self._boxes() if fill.field}

    def _boxes(self) -> tuple[FilledBox, ...]:
        """Return the boxes of the layout, each with the column of its name."""
        if self.layout is None:
            return ()
        title = self.own["title"]
        titles = {"title", plain_name(title.written) if title else ""}
        fields = {plain_name(field.column.written): field for field in self.fields}
        names = ((box, plain_name(box.name)) for box in self.layout.boxes)
        return tuple(FilledBox(box, name in titles, fields.get(name)) for box, name in names)

    def told(self, clean: Callable[[str], str]) -> str:
        """Say for a terminal what each column is to the game, and where a card shows it."""
        template = Path(__file__).with_name("columns.txt.j2")
        return filled(template, {"clean": clean, "plain_name": plain_name}, game=self).decode()

    def files(self, name: str, title: str) -> tuple[dict[str, bytes], str]:
        """Return the files of the game by its name and title, and the README of a new project."""
        table = self.table
        size = self.layout.size if self.layout else _SIZES[self.size]
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
            "layout": self.layout,
            "boxes": self._boxes(),
            "place": _place,
            "comma": self.language not in ("", "en"),
            "width": size.width,
            "height": size.height,
        }
        made = {
            f"card_data/{name}/game.yaml": "game.yaml.j2",
            f"templates/{name}/card.xml.j2": "boxes.xml.j2" if self.layout else "card.xml.j2",
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
        return files, readme

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
        return (
            self.layout is None
            and self.size != "poker"
            and _read_lengths(self.plan, 1.0) > _FACE_READS
        )

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


def _place(box: SquibBox) -> str:
    """Write the place and look of a box as attributes of an element."""
    lengths = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
    place = {key: f"{mm:.2f}" for key, mm in lengths.items() if mm is not None}
    return " ".join(f'{key}="{escape(value)}"' for key, value in (place | dict(box.look)).items())


def table_game(table: ForeignTable, layout: SquibLayout | None = None) -> TableGame:
    """Decide what each column of a table is, and what the cards look like.

    With a ``layout`` of Squib, columns are in the boxes of their names.
    """
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
    size = layout.format if layout else size
    return TableGame(table, own, marks, others, tuple(fields), plan, size, language, layout)


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
