"""Make the files of a game from a foreign table: its deck, its ``game.yaml``, its templates.

People read and change these files from then on: blocks are short, and each has a comment. They
are written by skeletons, templates that have square brackets where a template of cards has braces.
"""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from html import escape
from pathlib import Path, PurePath
from typing import Any

import jinja2
from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostic, Severity
from cardgen.core.geometry import Size
from cardgen.core.registry import did_you_mean
from cardgen.features.fromtable import roles, words
from cardgen.features.fromtable.roles import ColumnRole
from cardgen.features.fromtable.source_table import SourceColumn, SourceTable, text_of
from cardgen.features.fromtable.squib_layout import SquibBox, SquibLayout
from cardgen.features.fromtable.texts import FALLBACK, TextMender
from cardgen.model.cards import BUILT_IN
from cardgen.model.theme import slug
from cardgen.pipeline.build import check
from cardgen.source.tables.table import NOTE, plain_name
from cardgen.template.pages import filled

_SKELETONS = Path(__file__).with_name("skeletons")
_SIZES = {"poker": Size(63, 88), "tarot": Size(70, 120)}
_POKER_READS, _FACE_READS = 620, 900
"""Characters that have room on a card of 63 × 88 mm in a good size, and on a face of 70 × 120."""
_LOOK = 300
"""Cards whose texts tell the language."""
_OWN = ("title", "id", "copies", "note", "empty")
"""Roles of columns that are no fields."""

Beginning = Callable[[str, str], tuple[Mapping[str, bytes], str]]
"""Makes the files of a game out of its name and its title, and the README of a new project."""


class TableGame(Struct, frozen=True):
    """A game made of a table. ``terms`` are the marks that became terms, with their cells counted.

    ``tint`` is the column whose words give a card its colour.
    """

    table: SourceTable
    roles: tuple[ColumnRole, ...]
    terms: dict[str, tuple[str, int]]
    language: str
    pictures: dict[str, bytes]
    layout: SquibLayout | None = None

    @property
    def deck(self) -> str:
        """The id of the deck."""
        return words.file_name(self.table.name) or "cards"

    @property
    def fields(self) -> list[ColumnRole]:
        """The columns that are fields of a card."""
        return [item for item in self.roles if item.field]

    @property
    def places(self) -> dict[str, list[ColumnRole]]:
        """The fields of each role that the face shows, a text of mood last."""
        places: dict[str, list[ColumnRole]] = {role: [] for role in roles.ROOM}
        for item in sorted(self.fields, key=lambda item: item.column.matches("flavor")):
            places.get(item.role, []).append(item)
        return places

    @property
    def tint(self) -> ColumnRole | None:
        """The first choice of few words below the title."""
        choices = (item for item in self.places["group"] if item.kind == "choice")
        limit = len(words.HUES)
        return next((i for i in choices if len(i.declaration["options"]) <= limit), None)

    @property
    def facts(self) -> dict[str, Any]:
        """What the table became, for programs."""
        keys = ("field", "kind", "role", "reason")
        columns = [
            {"column": i.column.header, **{key: getattr(i, key) or None for key in keys}}
            for i in self.roles
        ]
        marks = {mark: count for mark, (_, count) in self.terms.items()}
        table = self.table
        return {"cards": table.rows, "columns": columns, "notes": table.notes, "marks": marks}

    def errors(self, make: Callable[[Path, Beginning], Path]) -> tuple[Diagnostic, ...]:
        """Return what keeps the game from being built.

        ``make`` makes it in a folder, here a temporary one, and returns the folder of its project.
        """
        with tempfile.TemporaryDirectory() as folder:
            project = make(Path(folder), self.files)
            return tuple(fault for fault in check(project) if fault.severity is Severity.ERROR)

    def report(self, clean: Callable[[str], str]) -> str:
        """Return the table of columns, roles and reasons for a terminal."""
        template = Path(__file__).with_name("columns.txt.j2")
        return filled(template, {"clean": clean}, game=self).decode()

    @property
    def size(self) -> str:
        """The format of the cards, by the length of what is read."""
        if self.layout is not None:
            return self.layout.format
        return "tarot" if self._read_length(0.9) > _POKER_READS else "poker"

    @property
    def goes_on(self) -> bool:
        """True if some card has more to read than a face may have room for."""
        is_large = self.layout is None and self.size == "tarot"
        return is_large and self._read_length(1.0) > _FACE_READS

    def _read_length(self, share: float) -> int:
        rows = zip(*(item.column.cells for item in self.places["text"]), strict=True)
        sums = sorted(sum(len(text_of(cell)) for cell in row) for row in rows)
        return sums[min(len(sums) - 1, int(share * len(sums)))] if sums else 0

    def files(self, name: str, title: str) -> tuple[dict[str, bytes], str]:
        """Return the files of the game, and the README of a new project, by name and title."""
        table = self.table
        size = self.layout.size if self.layout else _SIZES[self.size]
        stored = f"decks/{self.deck}{table.ending}"
        sheet = f"#{table.sheet}" if table.sheet else ""
        facts = {
            "game": self,
            "plan": self.places,
            "title": title,
            "cards": f"{stored}{sheet}",
            "hues": list(words.HUES.values()),
            "fallback": FALLBACK,
            "columns": self._aliases(),
            "layout": self.layout,
            "place": _place,
            "reads": self._read_length(0.9),
            "width": size.width,
            "height": size.height,
        }
        skeletons = {
            f"card_data/{name}/game.yaml": "game.yaml.j2",
            f"templates/{name}/card.xml.j2": "boxes.xml.j2" if self.layout else "card.xml.j2",
            f"templates/{name}/{self.deck}.back.xml.j2": "back.xml.j2",
        }
        if self.goes_on:
            skeletons[f"templates/{name}/card.back.xml.j2"] = "back.xml.j2"
        environment = _environment()
        files = {
            path: environment.get_template(skeleton)
            .render(facts, own=path.endswith("/card.back.xml.j2"))
            .encode()
            for path, skeleton in skeletons.items()
        }
        for path, content in {**self.pictures, stored: table.data}.items():
            files[f"card_data/{name}/{path}"] = content
        readme = (_SKELETONS / "README.md").read_text("utf-8").replace("@TABLE@", stored)
        return files, readme

    def _aliases(self) -> dict[str, str]:
        """Return the fields of those columns whose names do not say so by themselves."""
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


def _place(box: SquibBox) -> str:
    """Write the place and look of a box as attributes of an element."""
    lengths = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
    place = {key: f"{mm:.2f}" for key, mm in lengths.items() if mm is not None}
    return " ".join(f'{key}="{escape(value)}"' for key, value in (place | dict(box.look)).items())


def table_game(
    table: SourceTable, layout: SquibLayout | None = None, options: Mapping[str, str] = {}
) -> TableGame:
    """Give each column of a table its role, and mend its texts; ``options`` are roles by header.

    With a ``layout`` of Squib, columns are in the boxes of their names.
    """
    mender = TextMender()
    notes = list(table.notes)
    items = roles.assign_roles(table, options)
    pictures: dict[str, bytes] = {}
    for index, item in enumerate(items):
        names = item.column.texts if item.role == "image" else ()
        files = [table.folder / name for name in names if (table.folder / name).is_file()]
        if files:
            beside = [file.name for file in table.folder.iterdir()]
            for name in sorted({*names} - {str(file.relative_to(table.folder)) for file in files}):
                hint = "; ".join(did_you_mean(name, beside))
                notes.append(f"{item.column.header}: there is no picture `{name}`: {hint}")
        pictures |= {f"art/{file.name}": file.read_bytes() for file in files}
        if names and not files and item.reason != "your option":
            items[index] = replace(item, role="hidden", reason="no such pictures beside the table")
    items = [_mended(item, mender, notes) for item in items]
    if not any(i.role == "id" for i in items):
        title = next((i.column for i in items if i.role == "title"), None)
        if title is None or not all(slug(text) for text in title.texts):
            header = words.distinct("id", [i.column.header.lower() for i in items])
            numbers = SourceColumn(header, tuple(str(n) for n in range(1, table.rows + 1)))
            items.append(ColumnRole(numbers, "id", "numbers, by which cards are called"))
    columns = tuple(item.column for item in items)
    items = [_boxed(item, layout) for item in items] if layout else items
    changed = table.is_changed or columns != table.columns
    table = replace(table, columns=columns, notes=tuple(notes), is_changed=changed).written()
    taken = set(BUILT_IN)
    for index, item in enumerate(items):
        if item.role not in _OWN:
            declaration = roles.declare_field(item, table, mender.scope)
            name = _field_name(item.column.header, taken)
            taken.add(name)
            label = mender.mend(words.label_of(item.column.header), is_rich=False)
            items[index] = replace(item, field=name, label=label, declaration=declaration)
    texts = [i.column.texts[:_LOOK] for i in items if i.column.length(0.5) > 20]
    language = words.language_of(text for column in texts for text in column)
    terms = {mark: (name, mender.counts[mark]) for mark, name in mender.terms.items()}
    return TableGame(table, tuple(items), terms, language, pictures, layout)


def _boxed(item: ColumnRole, layout: SquibLayout) -> ColumnRole:
    """Give a column the box of its name; the title is in the box `title`, too."""
    names = {plain_name(item.column.header), item.role if item.role == "title" else ""}
    box = next((box.name for box in layout.boxes if plain_name(box.name) in names), "")
    if item.role in _OWN:
        return replace(item, box=box)
    reason = f"the box `{box}`" if box else "no box has its name"
    return replace(item, role="box" if box else "hidden", reason=reason, box=box)


def _mended(item: ColumnRole, mender: TextMender, notes: list[str]) -> ColumnRole:
    """Return a column with values that its role can have; note each change."""
    column, is_title = item.column, item.role == "title"
    is_rich = is_title or roles.has_markup(column)

    def mend(number: int, cell: Any) -> Any:
        if item.role == "copies" and cell is not None:
            copies = roles.copies_of(cell)
            if copies is None:
                notes.append(f"{column.header}: card {number} has `{cell}`, which counts as 1")
            # Plain numbers stay as they are, so that a sound table keeps its bytes.
            return cell if text_of(cell) == str(copies) else 1 if copies is None else copies
        if is_title and (cell is None or not text_of(cell).strip()):
            return f"Card {number}"
        if item.role == "image" and cell is not None:
            return f"art/{PurePath(text_of(cell)).name}"
        if isinstance(cell, list):
            return [mender.mend(i, is_rich) if isinstance(i, str) else i for i in cell]
        return mender.mend(cell, is_rich) or None if isinstance(cell, str) else cell

    if item.role in ("id", "note", "empty"):
        return item
    cells = tuple(mend(number, cell) for number, cell in enumerate(column.cells, 1))
    pairs = enumerate(zip(cells, column.cells, strict=True), 1)
    numbers = [str(n) for n, (new, old) in pairs if new != old or type(new) is not type(old)]
    if numbers:
        listed = ", ".join(numbers[:8]) + (" …" if len(numbers) > 8 else "")
        notes.append(f"{column.header}: mended in {len(numbers)} cells (cards {listed})")
    return replace(item, column=SourceColumn(column.header, cells)) if numbers else item


def _field_name(header: str, taken: set[str]) -> str:
    name = words.identifier(header)
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
        "quoted": roles.quoted,
        "written": roles.written,
        "string": partial(json.dumps, ensure_ascii=False),
        "words": lambda text: (
            escape(text, quote=False).replace("{", "&#123;").replace("}", "&#125;")
        ),
        "safe": lambda text: " ".join(text.split()).replace("#}", "# }"),  # in a comment
    }
    return environment
