"""Read decks of Squib: `deck.rb` with its tables and layouts, in pixels or units."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardgen.assets.images import read_picture
from cardgen.assets.svg import read_svg
from cardgen.core.diagnostics import CardgenError, Location
from cardgen.features.scaffold.importing.foreign import (
    LIMIT,
    MM_OF,
    ODD,
    CardTable,
    DrawnBox,
    ForeignDeck,
    Gap,
    PerCard,
    UnsupportedError,
    Value,
    color_of,
    each,
    font_of,
    millimetres,
    read_cards,
    value_at,
)
from cardgen.features.scaffold.importing.ruby import Expressions, Statement, statements
from cardgen.source.files import Project
from cardgen.source.node import SourceFile
from cardgen.source.tables.reading import TABLE_LIMIT
from cardgen.source.tables.workbooks import sheet_names
from cardgen.source.yaml import load_yaml

_SILENT = re.compile(
    r"(?:require|require_relative|puts|pp?|save\w*|showcase|hand|hint|cut_zone|safe_zone|print|"
    r"Game_?Icons|File\.\w+|FileUtils\.\w+|disable_build|enable_build)\b"
)
"""Statements that draw nothing on a card."""
_TRIM = re.compile(r"save_(?:pdf|sheet)\b.*\btrim:\s*['\"]?([\d.]+\s*\w*)", re.DOTALL)
_TABLE = re.compile(r"(?:Squib\.)?(csv|xlsx)\b\s*(.*)", re.DOTALL)
_DRAW = re.compile(
    r"(background|rect|circle|ellipse|line|text|svg|png)(?:\s+(?=\S)|(?=\()|$)(.*)", re.DOTALL
)
_STROKE = "stroke_color stroke_width dash"
_TAKEN = {
    "text": "str font font_size x y width height align valign color justify angle markup ellipsize"
    " hint",
    "rect": f"x y width height radius fill_color angle {_STROKE}",
    "circle": f"x y radius fill_color {_STROKE}",
    "ellipse": f"x y width height fill_color angle {_STROKE}",
    "line": f"x1 y1 x2 y2 {_STROKE}",
    "svg": "file x y width height angle alpha",
    "png": "file x y width height angle alpha",
}
"""The options of each command that have a counterpart."""
_ALL = frozenset(" ".join(_TAKEN.values()).split())
_DEFAULTS = {"x1": 100, "y1": 100, "x2": 150, "y2": 150, "width": "deck", "height": "deck"}
_BY = "write it into the template by hand"
_MOST = 100


def read_squib(path: Path) -> list[ForeignDeck]:
    """Read the decks of a script; each has gaps for all that does not map."""
    # Squib looks for files where it is started: in the folder of the project.
    homes = (path.parent, path.parent.parent)
    home = next((one for one in homes if (one / "config.yml").is_file()), homes[0])
    reader = _Reader(path, home)
    reader.run(statements(Project(path.parent).read(path.name).text), {})
    return reader.decks


class _Reader:
    def __init__(self, path: Path, home: Path) -> None:
        self.file, self.folder, self.images = path.name, home, _images(home)
        self.decks: list[ForeignDeck] = []
        self.lost: list[Gap] = []
        self.layout: dict[str, Any] = {}
        self.pixel, self.font, self.line, self.steps = 25.4 / 300, "Arial 12", 0, 0

    @property
    def deck(self) -> ForeignDeck:
        """The deck that is being read."""
        if not self.decks:
            raise UnsupportedError("it stands in no deck")
        return self.decks[-1]

    def _gap(self, what: str, hint: str = _BY, cards: Any = None, harmless: bool = False) -> None:
        found = Gap(Location(self.file, self.line), what, hint, cards, harmless)
        (self.decks[-1].gaps if self.decks else self.lost).append(found)

    def run(self, body: tuple[Statement, ...], known: dict[str, Any]) -> None:
        """Follow statements; what has no value is a gap, and so is every use of it."""
        for one in body:
            self.line, self.steps = one.line, self.steps + 1
            if self.steps > LIMIT:  # loops in loops
                return
            try:
                self._statement(one, known)
            except (*ODD, CardgenError) as error:
                line = " ".join(one.text.split())
                self._gap(f"`{line if len(line) <= 60 else line[:57] + '…'}`: {error}")

    def _statement(self, one: Statement, known: dict[str, Any]) -> None:
        text = one.text
        if trim := _TRIM.match(text):
            self.deck.bleed = min(self._length(trim[1], 0), 20)
        if begun := re.match(r"(?:\w+\s*=\s*)?Squib::Deck\.new\b(.*)", text, re.DOTALL):
            self._begin(one, Expressions(begun[1], known).options(), known)
        elif _SILENT.match(text) or (one.opaque and re.match(r"def|class|module", text)):
            return
        elif one.opaque or re.search(r"\s(?:if|unless)\s(?![^'\"]*['\"]\s*$)", text):
            raise UnsupportedError("a condition would have to be run")
        elif loop := re.match(r"(.*)\.each$", text):
            items = Expressions(loop[1], known).whole()
            if not isinstance(items, list) or len(items) > _MOST or one.body is None:
                raise UnsupportedError("the loop would have to be run")
            for item in items:
                self.run(one.body, {**known, one.parameters[0]: item})
        elif re.match(r"build\b", text):
            hint = "draw it if you want it on every card"
            self._gap("what a build group does is done on demand alone", hint, harmless=True)
        elif (changed := re.match(r"(\w+)(?:\[(.*?)\]|\.(\w+)\s*=[^=])", text)) and isinstance(
            table := known.get(changed[1]), CardTable
        ):
            name = changed[3] or str(Expressions(changed[2], known).whole())
            table.columns = [column for column in table.columns if column.name != name]
            self._gap(f"column `{name}` is computed anew", "compute it in the table, once")
        elif set_font := re.match(r"set\s+font:\s*['\"]([^'\"]+)", text):
            self.font = set_font[1]
        elif assigned := re.match(r"(\w+)\s*=(?!=)\s*(.*)", text, re.DOTALL):
            known.pop(assigned[1], None)
            known[assigned[1]] = self._assigned(assigned[2], known, one)
        elif text.startswith("use_layout"):
            self._layouts(Expressions(text[10:], known).options().get("file"))
        elif drawn := _DRAW.fullmatch(text):
            if one.body:
                hint = "make them `terms:` of game.yaml, and write `{name}` in the cells"
                self._gap("icons between the words of a text", hint)
            self._draw(drawn[1], Expressions(drawn[2], known).options())
        else:
            raise UnsupportedError("it has no counterpart, or would have to be run")

    def _assigned(self, text: str, known: Mapping[str, Any], one: Statement) -> Any:
        if not (read := _TABLE.fullmatch(text)):
            if one.body is not None:
                raise UnsupportedError("the block would have to be run")
            return Expressions(text, known).whole()
        options = Expressions(read[2], known).options()
        file = options.get("file")
        if not isinstance(file, str):
            raise UnsupportedError("a table needs the name of a file")
        if read[1] == "xlsx":
            data = Project(self.folder).data(file, what="the table", limit=TABLE_LIMIT)
            file += "#" + sheet_names(file, data)[int(options.get("sheet", 0))]
        table = read_cards(self.folder, file, {str(options.get("explode", "qty")).lower()})
        if one.body is not None:
            self._gap("cells are changed by a block while they are read", "change the table itself")
        if self.decks:
            self._fill([table])
        return table

    def _fill(self, tables: list[CardTable]) -> None:
        """Make the rows of a table the cards of the deck, where it has as many."""
        for table in tables:
            as_many = self.deck.count in (table.rows, sum(map(int, table.copies)))
            if as_many and not self.deck.columns:
                self.deck.take(table)

    def _begin(self, one: Statement, options: Mapping[str, Any], known: dict[str, Any]) -> None:
        deck = ForeignDeck(Path(self.file).stem, self.folder, gaps=self.lost)
        self.lost, self.layout = [], {}
        self.decks.append(deck)
        self.pixel = 25.4 / float(options.get("dpi", 300))
        deck.width = self._length(options.get("width", 825), 0)
        deck.height = self._length(options.get("height", 1125), 0)
        self._layouts(options.get("layout"))
        count = options.get("cards", 1)
        if not isinstance(count, int):
            self._gap(f"the number of cards: {count}", "there is one card; add others to the table")
        deck.count = min(count, LIMIT) if isinstance(count, int) else 1
        self._fill([table for table in reversed(known.values()) if isinstance(table, CardTable)])
        self.run(one.body or (), dict(known))
        deck.trim()

    def _layouts(self, files: Any) -> None:
        for file in files if isinstance(files, list) else [files] if files else []:
            try:
                text = Project(self.folder).read(str(file)).text
                read = load_yaml(SourceFile(str(file), _without_ruby(text))).plain()
                self.layout |= read if isinstance(read, dict) else {}
            except CardgenError as error:
                said = f"layout `{file}`: {error.diagnostics[0].message}"
                hint = "copy it from the folder `layouts` of the gem, and import again"
                self._gap(said, hint, harmless=True)

    def _entry(self, name: str, depth: int = 0) -> dict[str, Any]:
        """Return an entry of the layouts with what it extends."""
        entry = self.layout.get(name)
        if not isinstance(entry, dict) or depth > _MOST:
            raise UnsupportedError(f"no layout has `{name}`")
        parents = entry.get("extends", [])
        made: dict[str, Any] = {}
        for parent in parents if isinstance(parents, list) else [parents]:
            made |= self._entry(str(parent), depth + 1)
        for key, value in entry.items():
            if changed := re.match(r"\s*([-+*/])=\s*(.*)", str(value)):
                old, sign = self._length(made[key], 0), changed[1]
                more = float(changed[2]) if sign in "*/" else self._length(changed[2], 0)
                new = {"+": old + more, "-": old - more, "*": old * more, "/": old / (more or 1)}
                value = new[sign] / self.pixel
            made[key] = value
        return made

    def _length(self, written: Any, whole: float) -> float:
        """Return a length in mm; ``whole`` is the size of the deck that `deck` means."""
        text = str(written).strip()
        units = {**MM_OF, "": self.pixel, "px": self.pixel, "cell": 3.175, "cells": 3.175}
        if (found := re.fullmatch(r"(-?[\d.]+)\s*([a-z]*)", text)) and found[2] in units:
            return float(found[1]) * units[found[2]]
        if whole and (found := re.fullmatch(r"(deck|middle|center)\s*(?:([-+/])\s*(.+))?", text)):
            base = whole if found[1] == "deck" else whole / 2
            if found[2] == "/":
                return base / float(found[3])
            more = self._length(found[3], 0) if found[3] else 0
            return base - more if found[2] == "-" else base + more
        raise UnsupportedError(f"`{written}` is not a length that is known beforehand")

    def _draw(self, tag: str, options: dict[str, Any]) -> None:
        for name, value in options.items():
            if isinstance(value, UnsupportedError):
                raise UnsupportedError(f"`{name}`: {value}")
        if tag == "background":
            color = options.get("color", "black")
            if not isinstance(color, str):
                raise UnsupportedError("a background that differs from card to card")
            self.deck.background = color_of(color)
            return
        cards = self._cards(options.pop("range", "all"))
        named = options.pop("layout", None)
        names = named.cells if isinstance(named, PerCard) else named
        if not isinstance(names, list):
            names = [names] * self.deck.count
        foreign_to = _ALL - {*_TAKEN[tag].split()} | {"extends"}
        for name in dict.fromkeys(names):
            those = frozenset(card for card, one in enumerate(names) if one == name) & cards
            if name in ("cut", "safe") and name not in self.layout:
                hint = "cardgen's own proofs know the cut and the safe zone"
                self._gap(f"the guide `{name}` of a layout of Squib", hint, harmless=True)
            elif those and name != "":
                entry = self._entry(str(name)) if name is not None else {}
                usable = {key: value for key, value in entry.items() if key not in foreign_to}
                self._box(tag, {**usable, **options}, those)

    def _cards(self, written: Any) -> frozenset[int]:
        everything = range(self.deck.count)
        if written == "all":
            return frozenset(everything)
        if self.deck.copies:
            raise UnsupportedError("a `range` counts cards with their copies")
        numbers = [written] if isinstance(written, int) else written
        if not isinstance(numbers, (list, range)) or not all(isinstance(n, int) for n in numbers):
            raise UnsupportedError("the `range` would have to be run")
        last = len(everything)
        return frozenset(everything[one] for one in numbers if -last <= one < last)

    def _box(self, tag: str, options: dict[str, Any], cards: frozenset[int]) -> None:
        for name in sorted(options.keys() - {*_TAKEN[tag].split()}):
            self._gap(f"option `{name}` of `{tag}` has no counterpart", cards=cards)
        whole = cards if len(cards) < self.deck.count else None
        box = DrawnBox(tag, {}, self.line, (), whole)
        made = box.attributes
        if tag == "circle":
            radius = self._length(options.pop("radius", 100), 0)
            for name in ("x", "y"):
                middle = self._length(options.get(name, 0), self._whole(name))
                made[name] = (millimetres(middle - radius),)
            made |= dict.fromkeys(("width", "height"), (millimetres(2 * radius),))
            box.tag = "ellipse"
        else:
            names = ("x1", "y1", "x2", "y2") if tag == "line" else ("x", "y")
            sides = ("width", "height") if tag in ("rect", "ellipse") else ()
            for name in (*names, *sides):
                made[name] = self._lengths(name, options.get(name, _DEFAULTS.get(name, 0)))
        if options.get("radius"):
            made["radius"] = self._lengths("radius", options["radius"])
        if "alpha" in options:
            made["opacity"] = (millimetres(float(options["alpha"])),)
        if tag in ("png", "svg"):
            self._picture(box, options)
            return
        if tag == "text":
            self._text(box, options)
        else:
            if tag != "line":
                made["fill"] = self._each(options.get("fill_color", "#0000"), color_of, "fill")
            made["stroke"] = self._each(options.get("stroke_color", "black"), color_of, "stroke")
            made["stroke-width"] = self._lengths("stroke", options.get("stroke_width", 2))
            if dashes := re.findall(r"[\d.]+\s*[a-z]*", str(options.get("dash", ""))):
                made["dash"] = (" ".join(millimetres(self._length(one, 0)) for one in dashes),)
        self._add(box, options)

    def _whole(self, name: str) -> float:
        return self.deck.width if name[0] in "xw" else self.deck.height

    def _lengths(self, name: str, value: Any) -> Value:
        whole = self._whole(name) if name[0] in "xywh" else 0
        return self._each(value, lambda one: millimetres(self._length(one, whole)), name)

    def _each(self, value: Any, change: Any, name: str) -> Value:
        """Return a value for each card of the deck, also from a list of another length."""
        cells, count = value, self.deck.count
        if isinstance(value, PerCard):
            cells, name = value.cells, value.name
        if isinstance(cells, list) and len(cells) != count:
            value = (cells + [None] * count)[:count]
        return each(value, change, name)

    def _add(self, box: DrawnBox, options: Mapping[str, Any]) -> None:
        """Add a box, turned: Squib turns about the corner, cardgen about the middle."""
        if angle := options.get("angle"):
            given = re.fullmatch(r"(-?[\d.]+)\s*(deg)?", str(angle))
            at = [box.attributes[name][0] for name in ("x", "y", "width", "height")]
            if given is None or not all(isinstance(one, str) for one in at):
                raise UnsupportedError(f"the angle {angle} would have to be run")
            turn = math.radians(float(given[1])) if given[2] else float(given[1])
            x, y, wide, high = (float(str(one)) for one in at)
            x += (wide * math.cos(turn) - high * math.sin(turn) - wide) / 2
            y += (wide * math.sin(turn) + high * math.cos(turn) - high) / 2
            turned = {"x": x, "y": y, "rotate": math.degrees(turn)}
            box.attributes |= {name: (millimetres(one),) for name, one in turned.items()}
        self.deck.boxes.append(box)

    def _text(self, box: DrawnBox, options: Mapping[str, Any]) -> None:
        font = options.get("font", self.font)
        if not isinstance(font, str):
            raise UnsupportedError("a font that differs from card to card")
        name, _, size = font.strip().rpartition(" ")
        if not re.fullmatch(r"[\d.]+", size):
            name, size = font, "12"
        size = options.get("font_size", size)
        across = options.get("align") if "width" in options else "left"
        down = options.get("valign") if "height" in options else "top"
        box.attributes |= {
            "font": (font_of(name),),
            "size": self._each(size, lambda one: millimetres(float(one)), "size"),
            "color": self._each(options.get("color", "black"), color_of, "color"),
            "align": (across if across in ("center", "right") else "left",),
            "valign": (down if down in ("middle", "bottom") else "top",),
        }
        if options.get("justify") is True:
            box.attributes["align"] = ("justify",)
        for side, corner in (("width", "x"), ("height", "y")):
            given, whole = options.get(side, "auto"), self._whole(side)
            if given not in ("auto", "native"):
                box.attributes[side] = self._lengths(side, given)
            else:  # as much as there is on the card
                rest = lambda at, all=whole: millimetres(max(all - float(at), 3))  # noqa: E731
                box.attributes[side] = each(box.attributes[corner][0], rest, side)
        box.shows = self._each(options.get("str", "Hello, World!"), _plain, "text")

    def _picture(self, box: DrawnBox, options: Mapping[str, Any]) -> None:
        """Add a box for each size: a side that is not given is that of the file."""
        if "file" not in options:
            raise UnsupportedError("a picture without a file")
        box.shows = self._each(options["file"], lambda one: self.images + _plain(one), "picture")
        box.tag, box.attributes["fit"] = "picture", ("stretch",)
        sides = {side: options.get(side, "native") for side in ("width", "height")}
        free = [side for side, given in sides.items() if given in ("native", "scale")]
        for side in sides.keys() - {*free}:
            box.attributes[side] = self._lengths(side, sides[side])
        if not free:
            self._add(box, options)
            return
        by_file: dict[str, set[int]] = {}
        for card in range(self.deck.count) if box.cards is None else box.cards:
            by_file.setdefault(value_at(box.shows, card), set()).add(card)
        for path in filter(None, by_file):
            try:
                size = dict(zip(sides, _size_of(self.folder, path), strict=True))
            except ODD as error:
                self._gap(str(error), cards=frozenset(by_file[path]))
                continue
            attributes = dict(box.attributes)
            scale = self.pixel
            for side in sides.keys() - {*free}:  # the other one follows, if it may
                if sides[free[0]] == "scale":
                    scale = float(str(attributes[side][0])) / size[side]
            attributes |= {side: (millimetres(size[side] * scale),) for side in free}
            those = frozenset(by_file[path]) if len(by_file[path]) < self.deck.count else None
            self._add(DrawnBox("picture", attributes, box.line, box.shows, those), options)


def _images(home: Path) -> str:
    """Return the folder that `config.yml` says pictures are in."""
    try:
        text = Project(home).read("config.yml").text
    except CardgenError:
        return ""
    found = re.search(r"(?m)^img_dir:\s*['\"]?([^'\"#\n]+)", text)
    return found[1].strip().strip("./") + "/" if found else ""


def _without_ruby(text: str) -> str:
    """Return YAML of Ruby as ours: symbols are texts, and a merge key is an `extends`."""
    keys = {anchor: key for key, anchor in re.findall(r"(?m)^([\w-]+):\s*&(\w+)", text)}
    text = re.sub(r"!ruby/\w+\s+|(?m:(?<=^)([\w-]+:)\s*&\w+)", lambda found: found[1] or "", text)
    return re.sub(r"<<:\s*\*(\w+)", lambda found: f"extends: {keys.get(found[1], '')}", text)


def _plain(value: Any) -> str:
    if isinstance(value, (str, int, float)):
        return str(value)
    raise UnsupportedError("a text of something that is no word and no number")


def _size_of(folder: Path, path: str) -> tuple[float, float]:
    """Return the size of a picture in pixels."""
    try:
        data = Project(folder).data(path, what="the picture")
        if not path.lower().endswith(".svg"):
            picture = read_picture(data, path)
            return picture.width_px, picture.height_px
        attributes = read_svg(data, path).attributes
    except CardgenError as error:
        raise UnsupportedError(f"picture `{path}`: {error.diagnostics[0].message}") from None
    sides = [attributes.get(side, "").removesuffix("px") for side in ("width", "height")]
    if not all(re.fullmatch(r"[\d.]+", side) for side in sides):
        sides = attributes.get("viewBox", "").replace(",", " ").split()[2:]
    wide, high = map(float, sides)
    return wide, high
