"""Makes the files of a game from a foreign table: its deck, its ``game.yaml``, its templates.

People will read and change these files, so blocks are short, and each has a comment. Skeletons
write them: templates with square brackets where a template of cards has braces.
"""

from __future__ import annotations

import json
import tempfile
import tomllib
from collections.abc import Callable, Mapping
from functools import partial
from html import escape
from pathlib import Path

import jinja2
from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Severity
from cardgen.core.geometry import Size
from cardgen.model.foreign.decks import ForeignDeck, read_deck
from cardgen.model.foreign.roles import ColumnRole, quote_value, write_declaration
from cardgen.model.foreign.squib_layout import SquibBox, read_layout
from cardgen.model.foreign.texts import FALLBACK
from cardgen.pipeline.build import check
from cardgen.source.foreign.reading import read_source
from cardgen.template.pages import fill_template

_SKELETONS = Path(__file__).with_name("skeletons")
HUES: Mapping[str, str] = tomllib.loads(Path(__file__).with_name("hues.toml").read_text("utf-8"))
"""Colours by name, each dark enough for white type."""
_SIZES = {"poker": Size(63, 88), "tarot": Size(70, 120)}
_POKER_READS, _FACE_READS = 620, 900
"""Characters that fit on a card of 63 × 88 mm in a good size, and on a face of 70 × 120 mm."""
Beginning = Callable[[str, str], tuple[Mapping[str, bytes], str]]
"""Makes the files of a game and the README of a new project from its name and its title."""


class TableGame(Struct, frozen=True):
    """A game that is made from a table."""

    deck: ForeignDeck

    @property
    def tint(self) -> ColumnRole | None:
        """The first choice below the title with few options, whose options become colours."""
        choices = (item for item in self.deck.places["group"] if item.kind == "choice")
        limit = len(HUES)
        return next((i for i in choices if len(i.declaration["options"]) <= limit), None)

    def errors(self, make: Callable[[Path, Beginning], Path]) -> tuple[Diagnostic, ...]:
        """Return the errors that keep the game from being built.

        ``make`` makes the game in a temporary folder and returns the folder of its project.
        """
        with tempfile.TemporaryDirectory() as folder:
            project = make(Path(folder), self.files)
            return tuple(fault for fault in check(project) if fault.severity is Severity.ERROR)

    def report(self, clean: Callable[[str], str]) -> str:
        """Return the table of columns, roles and reasons for a terminal."""
        template = Path(__file__).with_name("columns.txt.j2")
        return fill_template(template, {"clean": clean}, deck=self.deck).decode()

    @property
    def size(self) -> str:
        """The format of the cards, by the length of their texts."""
        if self.deck.layout is not None:
            return self.deck.layout.format
        return "tarot" if self.deck.read_length(0.9) > _POKER_READS else "poker"

    @property
    def goes_on(self) -> bool:
        """True if the text of a card may be too long for its face."""
        is_large = self.deck.layout is None and self.size == "tarot"
        return is_large and self.deck.read_length(1.0) > _FACE_READS

    def files(self, name: str, title: str) -> tuple[dict[str, bytes], str]:
        """Return the files of a game with this name and title, and the README of a new project."""
        deck, table, layout = self.deck, self.deck.table, self.deck.layout
        size = layout.size if layout else _SIZES[self.size]
        stored = f"decks/{deck.id}{table.ending}"
        sheet = f"#{table.sheet}" if table.sheet else ""
        facts = {
            "game": self,
            "deck": deck,
            "plan": deck.places,
            "title": title,
            "cards": f"{stored}{sheet}",
            "hues": list(HUES.values()),
            "fallback": FALLBACK,
            "layout": layout,
            "place": _place,
            "reads": deck.read_length(0.9),
            "width": size.width,
            "height": size.height,
        }
        skeletons = {
            f"card_data/{name}/game.yaml": "game.yaml.j2",
            f"templates/{name}/card.xml.j2": "boxes.xml.j2" if layout else "card.xml.j2",
            f"templates/{name}/{deck.id}.back.xml.j2": "back.xml.j2",
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
        for path, content in {**deck.pictures, stored: table.data}.items():
            files[f"card_data/{name}/{path}"] = content
        readme = (_SKELETONS / "README.md").read_text("utf-8").replace("@TABLE@", stored)
        return files, readme


def table_game(
    path: str,
    base: Path,
    layout: str | None = None,
    options: Mapping[str, str] = {},
    encoding: str = "",
    skip_rows: int = 0,
) -> TableGame:
    """Make a game from a table; paths are relative to the folder ``base``.

    ``layout`` is the path of a layout of Squib, ``options`` are roles of columns by header.
    ``encoding`` overrides the guess for a text file, ``skip_rows`` the search for the header.
    Raises SourceError.
    """
    boxes = read_layout(layout, base) if layout else None
    return TableGame(read_deck(read_source(path, base, encoding, skip_rows), boxes, options))


def _place(box: SquibBox) -> str:
    """Return the place and look of a box as XML attributes."""
    lengths = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
    place = {key: f"{mm:.2f}" for key, mm in lengths.items() if mm is not None}
    return " ".join(f'{key}="{escape(value)}"' for key, value in (place | dict(box.look)).items())


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
        "quoted": quote_value,
        "written": write_declaration,
        "string": partial(json.dumps, ensure_ascii=False),
        "words": lambda text: (
            escape(text, quote=False).replace("{", "&#123;").replace("}", "&#125;")
        ),
        "safe": lambda text: " ".join(text.split()).replace("#}", "# }"),  # in a comment
    }
    return environment
