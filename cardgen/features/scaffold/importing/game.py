"""Write the files of a game from decks of another program."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path, PurePosixPath

from msgspec import Struct

from cardgen.assets.icons import read_icon
from cardgen.assets.images import read_picture
from cardgen.core.diagnostics import CardgenError, Diagnostic, Location, SourceError
from cardgen.features.scaffold import problems
from cardgen.features.scaffold.fromtable import words
from cardgen.features.scaffold.fromtable.columns import ForeignColumn, scalar_cell
from cardgen.features.scaffold.fromtable.mending import FALLBACK, markup_of
from cardgen.features.scaffold.fromtable.roles import naming_columns
from cardgen.features.scaffold.importing.decksmith import is_decksmith, read_decksmith
from cardgen.features.scaffold.importing.foreign import (
    Box,
    Column,
    ForeignDeck,
    Gap,
    Value,
    diagnostics,
    millimetres,
    value_at,
)
from cardgen.features.scaffold.importing.nandeck import read_nandeck
from cardgen.features.scaffold.importing.squib import read_squib
from cardgen.features.scaffold.new import StartingFiles, around
from cardgen.model.cards import BUILT_IN
from cardgen.source.files import Project
from cardgen.source.node import YamlNode
from cardgen.source.tables.json_text import load_json
from cardgen.source.yaml import load_yaml
from cardgen.template.pages import filled

_HERE = Path(__file__)
_PROGRAMS = {".rb": "Squib", ".txt": "nanDECK", ".nde": "nanDECK"}
_VECTORS = ".svg"
_SMALLEST, _COMMON, _LARGEST = 5, (190, 260), (277, 400)
"""The smallest side of a card, and cards that fit on A4 and Letter, and on A3, in mm."""


class ImportedGame(Struct, frozen=True):
    """A game out of the decks of another program."""

    program: str
    file: str
    decks: tuple[ForeignDeck, ...]
    drawn: tuple[_Drawn, ...]

    @property
    def found(self) -> tuple[Diagnostic, ...]:
        """What did not come over, as warnings."""
        return tuple(found for deck in self.decks for found in diagnostics(deck.gaps))

    @property
    def is_large(self) -> bool:
        """Whether some card needs a larger paper than A4 or Letter."""
        return not all(_fits(deck, _COMMON) for deck in self.decks)

    @property
    def cards(self) -> int:
        """How many cards there are, copies not counted."""
        return sum(deck.count for deck in self.decks)

    @property
    def complete(self) -> int:
        """How many cards lack nothing."""
        return sum(deck.count - len(deck.lacking) for deck in self.decks)

    def told(self, clean: Callable[[str], str]) -> str:
        """Say for a terminal what came over."""
        gaps = sum(len(deck.gaps) for deck in self.decks)
        line = f"{self.complete} of {self.cards} cards of {clean(self.file)} ({self.program}) came over complete"
        return line + (f"; {gaps} things did not, listed in import.md" if gaps else "")

    def files(self, name: str, title: str) -> StartingFiles:
        """Return the files of the game by its name and title."""
        facts = {"game": self, "title": json.dumps(title, ensure_ascii=False), "fallback": FALLBACK}
        home = f"card_data/{name}"
        files = {
            f"{home}/game.yaml": filled(
                _HERE.with_name("game.yaml.j2"), {"mm": millimetres}, **facts
            )
        }
        for drawn in self.drawn:
            files[f"{home}/decks/{drawn.id}.csv"] = drawn.table
            files[f"templates/{name}/{drawn.id}.xml.j2"] = drawn.template.encode()
            files |= {f"{home}/{path}": data for path, data in drawn.pictures.items()}
        files[f"{home}/import.md"] = filled(_HERE.with_name("import.md.j2"), {}, **facts)
        readme = (_HERE.parents[1] / "bare/project/README.md").read_text("utf-8")
        return StartingFiles(files, around(readme, name, title))


def imported_game(given: str, here: Path) -> ImportedGame | None:
    """Read a deck of another program; None if the file is none."""
    path = (here / given).resolve()
    program = _PROGRAMS.get(path.suffix.lower())
    if program is None and path.suffix.lower() not in (".yaml", ".yml", ".json"):
        return None
    if program is None:
        source = Project(path.parent).read(path.name, what="the deck")
        tree = load_json(source) if path.suffix.lower() == ".json" else load_yaml(source)
        if not is_decksmith(tree):
            return None
        program, decks = "decksmith", read_decksmith(path, tree)
    else:
        decks = (read_squib if program == "Squib" else read_nandeck)(path)
    return _drawn_game(program, path.name, decks)


def _drawn_game(program: str, file: str, decks: list[ForeignDeck]) -> ImportedGame:
    """Draw the decks that have cards; raises SourceError, with all gaps, where none has."""
    kept = [deck for deck in decks if deck.count and _fits(deck, _LARGEST)]
    if not kept:
        gaps = (found for deck in decks for found in diagnostics(deck.gaps))
        raise SourceError(problems.no_rows(Location(file), file), *gaps)
    for deck in decks:
        if deck not in kept:
            size = f"{millimetres(deck.width)} × {millimetres(deck.height)} mm"
            what = f"a deck of {deck.count} cards of {size}"
            kept[0].gaps.append(Gap(Location(file), what, "make it by hand", harmless=True))
    taken: set[str] = set()
    drawn = (_Drawn(deck, _name(deck.name, taken), file) for deck in kept)
    return ImportedGame(program, file, tuple(kept), tuple(drawn))


def _fits(deck: ForeignDeck, largest: tuple[int, int]) -> bool:
    sides = sorted((deck.width, deck.height))
    return sides[0] >= _SMALLEST and sides[0] <= largest[0] and sides[1] <= largest[1]


def _name(written: str, taken: set[str]) -> str:
    """Return an id that none has yet."""
    name = words.distinct(words.file_name(written).replace("-", "_"), taken)
    taken.add(name)
    return name.replace("_", "-")


class _Drawn:
    """A deck as a table, a template and its pictures."""

    def __init__(self, deck: ForeignDeck, name: str, file: str) -> None:
        self.deck, self.id, self.file = deck, name, file
        self.fields: dict[str, str] = {}
        self.pictures: dict[str, bytes] = {}
        self._names: dict[int, str] = {}
        self._cells: dict[str, list[str]] = {}
        self._placed: dict[str, str | None] = {}
        columns = {one.name: ForeignColumn(one.name, map(_cell, one.cells)) for one in deck.columns}
        title, _ = naming_columns(list(columns.values()))
        self._title = next(
            (one for one in deck.columns if title and one.name == title.written), None
        )
        if self._title is not None:
            self._names[id(self._title)] = "title"
        for column in deck.columns:
            self._field(column)
        lines = [line for box in deck.boxes for line in self._element(box)]
        side = f'<side background="{deck.background}">'
        note = f"{{# Made of {file.replace('#', '')}: change it as you like, or write it anew. #}}"
        self.template = "\n".join([note, side, *(f"  {line}" for line in lines), "</side>", ""])
        self.table = self._table()

    def _field(self, column: Column, kind: str = "") -> str:
        """Return the name of the field that holds a column."""
        if id(column) not in self._names:
            name = words.identifier(column.name or "value")
            name = f"{name}_of_card" if name in BUILT_IN else name
            name = words.distinct(name, self.fields)
            self._names[id(column)] = name
            self.fields[name] = kind or "rich"
            self._cells[name] = [cell if kind else markup_of(cell) for cell in column.cells]
        return self._names[id(column)]

    def _table(self) -> bytes:
        """Return the cards as CSV: id, title, copies, and a column for each field."""
        deck = self.deck
        taken: set[str] = set()
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        copies = deck.copies
        writer.writerow(["id", "title", *(["copies"] if copies else []), *self.fields])
        for card in range(deck.count):
            own = self._title.cells[card] if self._title else ""
            title = own or f"Card {card + 1}"
            row = [_name(title, taken), markup_of(title), *(copies[card : card + 1])]
            writer.writerow([*row, *(self._cells[name][card] for name in self.fields)])
        return out.getvalue().encode()

    def _element(self, box: Box) -> Iterator[str]:
        """Yield the lines of a box, in conditions where not all cards have it."""
        if box.tag == "picture":
            yield from self._picture(box)
            return
        attributes = self._attributes(box)
        lines = []
        if box.tag == "column":
            inner = [f"  {line}" for child in box.children for line in self._element(child)]
            lines = [f"<column{attributes}>", *inner, "</column>"]
        elif box.tag == "text":
            limits = ' fit="shrink leading ellipsis" min-size="4"'
            lines = [f"<text{attributes}{limits}>{self._words(box.shows)}</text>"]
        else:
            lines = [f"<{box.tag}{attributes}/>"]
        yield from _where(box.cards, lines, self.deck.count)

    def _attributes(self, box: Box) -> str:
        return "".join(
            f' {name}="{self._attribute(value)}"' for name, value in box.attributes.items()
        )

    def _attribute(self, value: Value) -> str:
        return "".join(
            part if isinstance(part, str) else f"{{{{ card.{self._field(part, 'text')} }}}}"
            for part in value
        )

    def _words(self, shows: Value) -> str:
        return "".join(
            _literal(part) if isinstance(part, str) else f"{{{{ card.{self._field(part)} }}}}"
            for part in shows
        )

    def _picture(self, box: Box) -> Iterator[str]:
        """Yield icons for drawings and images for the rest; what cannot be shown is a gap."""
        on = box.cards if box.cards is not None else frozenset(range(self.deck.count))
        files = {card: value_at(box.shows, card) for card in sorted(on)}
        placed = {card: self._place(path, box) for card, path in files.items() if path}
        for vector in (True, False):
            names = {
                card: one
                for card, one in placed.items()
                if one and one.endswith(_VECTORS) == vector
            }
            if not names:
                continue
            box_name = next((one.name for one in box.shows if isinstance(one, Column)), "")
            shown = {
                card: PurePosixPath(one).stem if vector else one for card, one in names.items()
            }
            if len(set(shown.values())) == 1 and names.keys() == on:
                value, condition = next(iter(shown.values())), None
            else:
                cells = [shown.get(card, "") for card in range(self.deck.count)]
                field = self._field(
                    Column(f"{box_name or 'picture'} {'icon' if vector else 'file'}", cells), "text"
                )
                value, condition = f"{{{{ card.{field} }}}}", field
            kept = {key: part for key, part in box.attributes.items() if not vector or key != "fit"}
            attributes = self._attributes(Box("", kept, box.line))
            line = (
                f'<icon name="{value}"{attributes}/>'
                if vector
                else f'<image src="{value}"{attributes} min-dpi="0"/>'
            )
            if condition:
                yield f"{{% if card.{condition} %}}{line}{{% endif %}}"
            else:
                yield from _where(box.cards, [line], self.deck.count)
        lost = frozenset(card for card, one in placed.items() if one is None)
        if lost:
            what = f"picture `{files[min(lost)]}`" + (
                f" and {len(lost) - 1} others" if len(lost) > 1 else ""
            )
            why = self._why.get(files[min(lost)], "")
            hint = "put the picture into the game's folder, and show it in the template"
            self.deck.gaps.append(Gap(Location(self.file, box.line), f"{what}: {why}", hint, lost))

    _why: dict[str, str] = {}

    def _place(self, path: str, box: Box) -> str | None:
        """Take a picture into the game; return where it is, None if it cannot be shown."""
        if path not in self._placed:
            self._placed[path] = None
            suffix = PurePosixPath(path).suffix.lower()
            try:
                data = Project(self.deck.folder).data(path, what="the picture")
                stem = words.file_name(PurePosixPath(path).stem)
                folder = "icons" if suffix == _VECTORS else "art"
                target = f"{folder}/{stem}{suffix}"
                while self.pictures.get(target, data) != data:
                    stem += "-x"
                    target = f"{folder}/{stem}{suffix}"
                if suffix == _VECTORS:
                    read_icon(stem, data, path)
                else:
                    read_picture(data, path)
                self.pictures[target] = data
                self._placed[path] = target
            except CardgenError as error:
                self._why = {**self._why, path: error.diagnostics[0].message}
        return self._placed[path]


def _where(cards: frozenset[int] | None, lines: list[str], count: int) -> Iterator[str]:
    if cards is None or len(cards) == count:
        yield from lines
    elif cards:
        numbers = ", ".join(str(card + 1) for card in sorted(cards))
        yield f"{{% if index in [{numbers}] %}}"
        yield from (f"  {line}" for line in lines)
        yield "{% endif %}"


def _literal(text: str) -> str:
    """Write fixed words in a template, line by line."""
    lines = (
        f"{{{{ {json.dumps(line, ensure_ascii=False)} }}}}"
        if re.search(r"[{}%#]", line)
        else escape(line, quote=False)
        for line in text.split("\n")
    )
    return "<br/>".join(lines)


def _cell(text: str) -> YamlNode | None:
    return scalar_cell(text) if text else None
