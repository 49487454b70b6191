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
from cardgen.core.registry import plural
from cardgen.features.scaffold import problems
from cardgen.features.scaffold.fromtable import words
from cardgen.features.scaffold.fromtable.columns import ForeignColumn, scalar_cell
from cardgen.features.scaffold.fromtable.mending import FALLBACK, markup_of
from cardgen.features.scaffold.fromtable.roles import naming_columns
from cardgen.features.scaffold.importing.decksmith import is_decksmith, read_decksmith
from cardgen.features.scaffold.importing.foreign import (
    DrawnBox,
    ForeignDeck,
    Gap,
    PerCard,
    Value,
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
_IMAGE = ("image", "src", "file", ' min-dpi="0"')
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
        return tuple(_warning(gap) for deck in self.decks for gap in deck.gaps)

    @property
    def facts(self) -> dict[str, int]:
        """What came over, for programs."""
        return {"cards": self.cards, "complete": self.complete}

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
        rest = f"; import.md lists {plural(gaps, 'gap')}" if gaps else ""
        said = f"{self.complete} of {self.cards} cards came over complete"
        return f"{clean(self.file)} ({self.program}): {said}{rest}"

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
        gaps = (_warning(gap) for deck in decks for gap in deck.gaps)
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


def _warning(gap: Gap) -> Diagnostic:
    return problems.not_imported(gap.at, gap.what, gap.hint)


class _Shown(str):
    """A part of a template that shows a field."""


class _Drawn:
    """A deck as a table, a template and its pictures."""

    def __init__(self, deck: ForeignDeck, name: str, file: str) -> None:
        self.deck, self.id, self.file = deck, name, file
        self.fields: dict[str, str] = {}
        self.pictures: dict[str, bytes] = {}
        self._names: dict[PerCard, str] = {}
        self._cells: dict[str, list[str]] = {}
        self._placed: dict[str, dict[str, str]] = {}
        self._why: dict[str, str] = {}
        columns = {one.name: ForeignColumn(one.name, map(_cell, one.cells)) for one in deck.columns}
        title, _ = naming_columns(list(columns.values()))
        self._title = next(
            (one for one in deck.columns if title and one.name == title.written), None
        )
        if self._title is not None:
            self._names[self._title] = "title"
        for column in deck.columns:
            self._field(column, "rich")
        lines = [line for box in deck.boxes for line in self._element(box)]
        side = f'<side background="{deck.background}">'
        note = f"{{# Made of {file.replace('#', '')}: change it as you like, or write it anew. #}}"
        self.template = "\n".join([note, side, *(f"  {line}" for line in lines), "</side>", ""])
        self.table = self._table()

    def _field(self, column: PerCard, kind: str) -> str:
        """Return the name of the field that holds a column."""
        if column not in self._names:
            name = words.identifier(column.name or "value")
            name = f"{name}_of_card" if name in BUILT_IN else name
            name = words.distinct(name, self.fields)
            self._names[column] = name
            self.fields[name] = kind
            self._cells[name] = [
                markup_of(cell) if kind == "rich" else cell for cell in column.cells
            ]
        return self._names[column]

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

    def _element(self, box: DrawnBox) -> Iterator[str]:
        """Yield the lines of a box, in conditions where not all cards have it."""
        if box.tag == "picture":
            yield from self._picture(box)
            return
        lines = [f"<{box.tag}{self._attributes(box)}/>"]
        if box.tag == "column":
            inner = [f"  {line}" for child in box.children for line in self._element(child)]
            lines = [f"<column{self._attributes(box)}>", *inner, "</column>"]
        elif box.tag == "text":
            fit = 'fit="shrink leading ellipsis" min-size="4"'
            words = "".join(map(_literal, self._parts(box.shows, "rich")))
            lines = [f"<text{self._attributes(box)} {fit}>{words}</text>"]
        yield from _where(box.cards, lines, self.deck.count)

    def _parts(self, value: Value, kind: str) -> Iterator[str | _Shown]:
        for part in value:
            if isinstance(part, str):
                yield part
            else:
                yield _Shown(f"{{{{ card.{self._field(part, kind)} }}}}")

    def _attributes(self, box: DrawnBox) -> str:
        return "".join(
            f' {name}="{"".join(self._parts(value, "text"))}"'
            for name, value in box.attributes.items()
            if box.tag != "icon" or name != "fit"
        )

    def _picture(self, box: DrawnBox) -> Iterator[str]:
        """Yield icons for drawings and images for the rest; what cannot be shown is a gap."""
        on = frozenset(range(self.deck.count)) if box.cards is None else box.cards
        files = {card: path for card in sorted(on) if (path := value_at(box.shows, card))}
        placed = {card: self._place(path) for card, path in files.items()}
        called = next((part.name for part in box.shows if isinstance(part, PerCard)), "picture")
        for tag, key, suffix, more in (("icon", "name", "icon", ""), _IMAGE):
            drawn = DrawnBox(tag, box.attributes, box.line, (), box.cards)
            names = {card: one[key] for card, one in placed.items() if key in one}
            if len(set(names.values())) == 1 and names.keys() == on:
                value, condition = next(iter(names.values())), "{}"
            else:
                cells = [names.get(card, "") for card in range(self.deck.count)]
                value = f"card.{self._field(PerCard(f'{called} {suffix}', cells), 'text')}"
                value, condition = f"{{{{ {value} }}}}", f"{{% if {value} %}}{{}}{{% endif %}}"
            if names:
                line = f'<{tag} {key}="{value}"{self._attributes(drawn)}{more}/>'
                yield from _where(box.cards, [condition.replace("{}", line)], self.deck.count)
        lost = frozenset(card for card, one in placed.items() if not one)
        if lost:
            first = files[min(lost)]
            others = f" and {len(lost) - 1} others" if len(lost) > 1 else ""
            hint = "put the picture into the game's folder, and show it in the template"
            what = f"picture `{first}`{others}: {self._why[first]}"
            self.deck.gaps.append(Gap(Location(self.file, box.line), what, hint, lost))

    def _place(self, path: str) -> dict[str, str]:
        """Take a picture into the game; return the name of the icon, or the path of the image."""
        if path not in self._placed:
            self._placed[path] = {}
            suffix = PurePosixPath(path).suffix.lower()
            stem = words.file_name(PurePosixPath(path).stem)
            folder = "icons" if suffix == ".svg" else "art"
            try:
                data = Project(self.deck.folder).data(path, what="the picture")
                while self.pictures.get(f"{folder}/{stem}{suffix}", data) != data:
                    stem += "-x"
                if suffix == ".svg":
                    read_icon(stem, data, path)
                    self._placed[path] = {"name": stem}
                else:
                    read_picture(data, path)
                    self._placed[path] = {"src": f"{folder}/{stem}{suffix}"}
                self.pictures[f"{folder}/{stem}{suffix}"] = data
            except CardgenError as error:
                self._why[path] = error.diagnostics[0].message
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
    if isinstance(text, _Shown):
        return text
    lines = text.split("\n")
    marked = re.search(r"[{}%#]", text)
    return "<br/>".join(
        f"{{{{ {json.dumps(line, ensure_ascii=False)} }}}}" if marked else escape(line, quote=False)
        for line in lines
    )


def _cell(text: str) -> YamlNode | None:
    return scalar_cell(text) if text else None
