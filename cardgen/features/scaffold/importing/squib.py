"""Read decks of Squib: `deck.rb` with its tables and layouts, in pixels or units."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from cardgen.core.diagnostics import CardgenError, Location
from cardgen.features.scaffold.importing.foreign import (
    MM_OF,
    Box,
    Column,
    ForeignDeck,
    Gap,
    Table,
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

_SILENT = re.compile(
    r"(?:require|require_relative|puts|pp?|save\w*|showcase|hand|hint|cut_zone|safe_zone|print|"
    r"Game_?Icons|File\.\w+|FileUtils\.\w+|disable_build|enable_build)\b"
)
"""Statements that draw nothing on a card."""
_TABLE = re.compile(r"(?:Squib\.)?(csv|xlsx)\b\s*(.*)", re.DOTALL)
_DRAW = re.compile(
    r"(background|rect|circle|ellipse|line|text|svg|png)(?:\s+(?=\S)|(?=\()|$)(.*)", re.DOTALL
)
_TAKEN = {
    "text": "str font font_size x y width height align valign color justify angle markup ellipsize hint",
    "rect": "x y width height radius fill_color stroke_color stroke_width dash angle",
    "circle": "x y radius fill_color stroke_color stroke_width dash",
    "ellipse": "x y width height fill_color stroke_color stroke_width dash angle",
    "line": "x1 y1 x2 y2 stroke_color stroke_width dash",
    "svg": "file x y width height angle alpha",
    "png": "file x y width height angle alpha",
}
_ALL = frozenset(" ".join(_TAKEN.values()).split())
_BY = "write it into the template by hand"
_MOST = 100


class _Loader(yaml.SafeLoader):
    """YAML of Ruby: its symbols are texts."""


_Loader.add_multi_constructor("", lambda loader, _, node: getattr(node, "value", ""))


def read_squib(path: Path) -> list[ForeignDeck]:
    """Read the decks of a script; each has gaps for all that does not map."""
    # Squib looks for files where it is started: in the folder of the project.
    homes = (path.parent, path.parent.parent)
    marks = ("Rakefile", "config.yml")
    home = next((one for one in homes if any((one / mark).is_file() for mark in marks)), homes[0])
    reader = _Reader(path, home)
    reader.run(statements(Project(path.parent).read(path.name).text), {}, None)
    return reader.decks


class _Reader:
    def __init__(self, path: Path, home: Path) -> None:
        self.file, self.folder = path.name, home
        self.images = _images(home)
        self.decks: list[ForeignDeck] = []
        self.lost: list[Gap] = []
        self.layout: dict[str, Any] = {}
        self.pixel, self.font = 25.4 / 300, "Arial 12"
        self.line = 0

    def _gap(self, what: str, hint: str = _BY, cards: Any = None, harmless: bool = False) -> None:
        found = Gap(Location(self.file, self.line), what, hint, cards, harmless)
        (self.decks[-1].gaps if self.decks else self.lost).append(found)

    def run(
        self, body: tuple[Statement, ...], known: dict[str, Any], deck: ForeignDeck | None
    ) -> None:
        """Follow statements; what has no value is a gap, and so is every use of it."""
        for one in body:
            self.line = one.line
            try:
                self._statement(one, known, deck)
            except UnsupportedError as error:
                self._gap(f"`{_short(one.text)}`: {error}")

    def _statement(self, one: Statement, known: dict[str, Any], deck: ForeignDeck | None) -> None:
        text = one.text
        if begun := re.match(r"(?:\w+\s*=\s*)?Squib::Deck\.new\b(.*)", text, re.DOTALL):
            return self._deck(one, Expressions(begun[1], known).options()[1], known)
        if deck is not None and (
            trim := re.match(r"save_(?:pdf|sheet)\b.*\btrim:\s*(['\"][^'\"]*['\"]|[\d.]+)", text)
        ):
            self._trim(deck, trim[1].strip("'\""))
        if _SILENT.match(text) or (one.opaque and re.match(r"def|class|module", text)):
            return None
        if one.opaque or re.search(r"\s(?:if|unless)\s(?![^'\"]*['\"]\s*$)", text):
            raise UnsupportedError("a condition would have to be run")
        if loop := re.match(r"(.*)\.each$", text):
            items = Expressions(loop[1], known).whole()
            if not isinstance(items, list) or len(items) > _MOST or one.body is None:
                raise UnsupportedError("the loop would have to be run")
            for item in items:
                self.run(one.body, {**known, one.parameters[0]: item}, deck)
            return None
        if re.match(r"build\b", text):
            hint = "draw it if you want it on every card"
            return self._gap("what a build group does is done on demand alone", hint, harmless=True)
        if changed := re.match(r"(\w+)(?:\[|\.\w+\s*=[^=])", text):
            if isinstance(known.get(changed[1]), Table):
                return self._changed(known[changed[1]], text, known)
        if set_font := re.match(r"set\s+font:\s*['\"]([^'\"]+)", text):
            self.font = set_font[1]
            return None
        if assigned := re.match(r"(\w+)\s*=(?!=)\s*(.*)", text, re.DOTALL):
            known.pop(assigned[1], None)
            value = self._assigned(assigned[2], known, one, deck)
            known[assigned[1]] = value
            return None
        if text.startswith("use_layout"):
            self._layouts(Expressions(text[10:], known).options()[1].get("file"))
            return None
        drawn = _DRAW.fullmatch(text)
        if drawn is None or deck is None:
            raise UnsupportedError("it has no counterpart, or would have to be run")
        if one.body:
            what = "icons between the words of a text"
            self._gap(what, "make them `terms:` of game.yaml, and write `{name}` in the cells")
        return self._draw(drawn[1], drawn[2], known, deck)

    def _changed(self, table: Table, text: str, known: Mapping[str, Any]) -> None:
        """Forget a column that the script computes anew."""
        named = re.search(r"\[([^]]*)\]|\.(\w+)\s*=", text)
        name = named[2] or str(Expressions(named[1], known).whole()) if named else ""
        table.columns = [one for one in table.columns if one.name != name]
        self._gap(f"column `{name}` is computed anew", "compute it in the table, once")

    def _assigned(
        self, text: str, known: Mapping[str, Any], one: Statement, deck: ForeignDeck | None
    ) -> Any:
        if not (read := _TABLE.fullmatch(text)):
            if one.body is not None:
                raise UnsupportedError("the block would have to be run")
            return Expressions(text, known).whole()
        options = Expressions(read[2], known).options()[1]
        file, sheet = options.get("file"), options.get("sheet", 0)
        if not isinstance(file, str):
            raise UnsupportedError("a table needs the name of a file")
        if isinstance(sheet, int) and read[1] == "xlsx":
            sheet = _sheet_name(self.folder / file, sheet)
        explode = options.get("explode", "qty")
        table = read_cards(
            self.folder, f"{file}#{sheet}" if sheet else file, {str(explode).lower()}
        )
        if one.body is not None:
            self._gap("cells are changed by a block while they are read", "change the table itself")
        if deck is not None and not deck.columns:
            self._fill(deck, [table])
        return table

    def _fill(self, deck: ForeignDeck, tables: list[Table]) -> None:
        """Make the rows of a table the cards of the deck, where it has as many."""
        for table in tables:
            if deck.count in (table.rows, sum(map(int, table.copies))) and not deck.columns:
                deck.take(table)

    def _deck(self, one: Statement, options: Mapping[str, Any], known: dict[str, Any]) -> None:
        deck = ForeignDeck(Path(self.file).stem, self.folder)
        deck.gaps, self.lost = self.lost, []
        self.decks.append(deck)
        dpi = options.get("dpi", 300)
        self.pixel, self.layout = 25.4 / (dpi if isinstance(dpi, (int, float)) else 300), {}
        deck.width = self._length(options.get("width", 825), 0)
        deck.height = self._length(options.get("height", 1125), 0)
        self._layouts(options.get("layout"))
        count = options.get("cards", 1)
        if isinstance(count, UnsupportedError):
            self._gap(f"the number of cards: {count}", "there is one card; add others to the table")
            count = 1
        deck.count = min(int(count), 10_000)
        self._fill(deck, [one for one in reversed(known.values()) if isinstance(one, Table)])
        self.run(one.body or (), dict(known), deck)
        if deck.bleed:
            deck.width -= 2 * deck.bleed
            deck.height -= 2 * deck.bleed
            for box in deck.boxes:
                for name in {"x", "y", "x1", "x2", "y1", "y2"} & box.attributes.keys():
                    moved = lambda at: millimetres(float(at) - deck.bleed)  # noqa: E731
                    box.attributes[name] = each(box.attributes[name][0], moved, name)

    def _trim(self, deck: ForeignDeck, written: str) -> None:
        trim = self._length(written if not re.fullmatch(r"[\d.]+", written) else float(written), 0)
        deck.bleed = min(trim, 20) if trim * 2 < min(deck.width, deck.height) - 5 else 0

    def _layouts(self, files: Any) -> None:
        for file in files if isinstance(files, list) else [files] if files else []:
            try:
                read = yaml.load(Project(self.folder).read(str(file)).text, _Loader)
            except (CardgenError, yaml.YAMLError, RecursionError):
                hint = "copy it from the folder `layouts` of the gem, and import again"
                self._gap(f"there is no layout `{file}` beside the deck", hint, harmless=True)
                continue
            self.layout |= read if isinstance(read, dict) else {}

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
            changed = re.match(r"\s*([-+*/])=\s*(.*)", value) if isinstance(value, str) else None
            if changed and key in made:
                old = self._length(made[key], 0) / self.pixel
                new = (
                    float(changed[2])
                    if changed[1] in "*/"
                    else self._length(changed[2], 0) / self.pixel
                )
                value = {"+": old + new, "-": old - new, "*": old * new, "/": old / (new or 1)}[
                    changed[1]
                ]
            made[key] = value
        return made

    def _length(self, written: Any, whole: float) -> float:
        """Return a length in mm; ``whole`` is the size of the deck that `deck` means."""
        if isinstance(written, (int, float)):
            return written * self.pixel
        text = str(written).strip().lstrip(":")
        if found := re.fullmatch(r"(-?[\d.]+)\s*([a-z]*)", text):
            unit = (
                self.pixel
                if found[2] in ("", "px")
                else 3.175
                if found[2].startswith("cell")
                else MM_OF.get(found[2], 0)
            )
            if unit:
                return float(found[1]) * unit
        if whole and (found := re.fullmatch(r"(deck|middle|center)\s*(?:([-+/])\s*(.+))?", text)):
            base = whole if found[1] == "deck" else whole / 2
            more = (
                0.0
                if not found[3]
                else float(found[3])
                if found[2] == "/"
                else self._length(found[3], 0)
            )
            return (
                base / (more or 1)
                if found[2] == "/"
                else base + (-more if found[2] == "-" else more)
            )
        raise UnsupportedError(f"`{written}` is not a length that is known beforehand")

    def _draw(self, tag: str, text: str, known: Mapping[str, Any], deck: ForeignDeck) -> None:
        options = Expressions(text, known).options()[1]
        if tag == "background":
            color = options.get("color", "black")
            if not isinstance(color, str):
                raise UnsupportedError("a background that differs from card to card")
            deck.background = color_of(color)
            return
        cards = self._cards(options.pop("range", "all"), deck)
        named = options.pop("layout", None)
        names = (
            named.cells if isinstance(named, Column) else named if isinstance(named, list) else None
        )
        if isinstance(named, UnsupportedError):
            raise named
        taken = _TAKEN[tag].split()
        for name in dict.fromkeys(names[: deck.count]) if names else (named,):
            those = frozenset(
                n for n in cards if not names or (n < len(names) and names[n] == name)
            )
            if name in ("cut", "safe") and name not in self.layout:
                hint = "cardgen's own proofs know the cut and the safe zone"
                self._gap(f"the guide `{name}` of a layout of Squib", hint, harmless=True)
            elif name != "" or not names:
                entry = self._entry(str(name)) if name is not None else {}
                known_to = {key: one for key, one in entry.items() if key not in _ALL or key in taken}
                known_to.pop("extends", None)
                self._box(tag, {**known_to, **options}, those, deck)

    def _cards(self, written: Any, deck: ForeignDeck) -> frozenset[int]:
        everything = range(deck.count)
        if written == "all":
            return frozenset(everything)
        if deck.copies:
            raise UnsupportedError("a `range` counts cards with their copies")
        numbers = [written] if isinstance(written, int) else written
        if not isinstance(numbers, (list, range)) or not all(
            isinstance(one, int) for one in numbers
        ):
            raise UnsupportedError("the `range` would have to be run")
        return frozenset(everything[one] for one in numbers if -deck.count <= one < deck.count)

    def _box(
        self, tag: str, options: dict[str, Any], cards: frozenset[int], deck: ForeignDeck
    ) -> None:
        odd = [name for name, value in options.items() if isinstance(value, UnsupportedError)]
        if odd:
            raise UnsupportedError(f"`{odd[0]}`: {options[odd[0]]}")
        for name in sorted(options.keys() - set(_TAKEN[tag].split())):
            self._gap(f"option `{name}` of `{tag}` has no counterpart", cards=cards)
        box = Box(tag, {}, self.line, (), None if len(cards) == deck.count else cards)
        wide, high = deck.width, deck.height

        def length(name: str, whole: float, default: Any) -> None:
            change = lambda one: millimetres(self._length(one, whole))  # noqa: E731
            box.attributes[name] = self._each(options.get(name, default), change, name, deck)

        def color(name: str, key: str, default: str) -> None:
            box.attributes[name] = self._each(options.get(key, default), color_of, key, deck)

        if tag == "line":
            for name in ("x1", "y1", "x2", "y2"):
                length(
                    name, wide if name[0] == "x" else high, {"x1": 100, "y1": 100}.get(name, 150)
                )
        elif tag == "circle":
            radius = self._length(options.get("radius", 100), 0)
            for name in ("x", "y"):
                middle = self._length(options.get(name, 0), wide if name == "x" else high)
                box.attributes[name] = (millimetres(middle - radius),)
            box.attributes |= {
                "width": (millimetres(2 * radius),),
                "height": (millimetres(2 * radius),),
            }
            box.tag = "ellipse"
        else:
            length("x", wide, 0)
            length("y", high, 0)
        if tag in ("rect", "ellipse"):
            length("width", wide, "deck")
            length("height", high, "deck")
            if options.get("radius"):
                length("radius", 0, 0)
        if "alpha" in options:
            box.attributes["opacity"] = (str(options["alpha"]),)
        if tag == "text":
            self._text(box, options, deck)
        elif tag in ("png", "svg"):
            self._picture(box, options, deck)
            return
        else:
            if tag != "line":
                color("fill", "fill_color", "#0000")
            color("stroke", "stroke_color", "black")
            length("stroke-width", 0, options.get("stroke_width", 2))
            if options.get("dash"):
                dashes = re.findall(r"[\d.]+\s*[a-z]*", str(options["dash"]))
                box.attributes["dash"] = (
                    " ".join(millimetres(self._length(one, 0)) for one in dashes),
                )
        self._add(box, options, deck)

    def _add(self, box: Box, options: Mapping[str, Any], deck: ForeignDeck) -> None:
        """Add a box, turned: Squib turns about the corner, cardgen about the middle."""
        if angle := options.get("angle"):
            given = re.fullmatch(r"(-?[\d.]+)\s*(deg)?", str(angle))
            at = [box.attributes.get(name, ("?",))[0] for name in ("x", "y", "width", "height")]
            if given is None or not all(isinstance(one, str) and _is_number(one.lstrip("-")) for one in at):
                raise UnsupportedError(f"the angle {angle}")
            turn = math.radians(float(given[1])) if given[2] else float(given[1])
            x, y, wide, high = (float(str(one)) / (1 if n < 2 else 2) for n, one in enumerate(at))
            x += wide * math.cos(turn) - high * math.sin(turn) - wide
            y += wide * math.sin(turn) + high * math.cos(turn) - high
            turned = {"x": millimetres(x), "y": millimetres(y), "rotate": millimetres(math.degrees(turn))}
            box.attributes |= {name: (one,) for name, one in turned.items()}
        deck.boxes.append(box)

    def _each(self, value: Any, change: Any, name: str, deck: ForeignDeck) -> Value:
        """Return a value for each card of a deck, also from a list of another length."""
        cells = value
        if isinstance(value, Column):
            cells, name = value.cells, value.name
        if isinstance(cells, list) and len(cells) != deck.count:
            value = (cells + [None] * deck.count)[: deck.count]
        return each(value, change, name)

    def _text(self, box: Box, options: Mapping[str, Any], deck: ForeignDeck) -> None:
        font = options.get("font", self.font)
        if not isinstance(font, str):
            raise UnsupportedError("a font that differs from card to card")
        name, size = re.fullmatch(r"(.*?)\s*([\d.]+)?", font.strip()).groups()  # type: ignore[union-attr]
        box.attributes |= {
            "font": (
                font_of(name, bool(re.search(r"(?i)\bbold\b", name)), "italic" in name.lower()),
            ),
            "size": self._each(
                options.get("font_size", size or 12),
                lambda one: millimetres(float(one)),
                "size",
                deck,
            ),
            "color": self._each(options.get("color", "black"), color_of, "color", deck),
        }
        for side, whole, corner in (("width", deck.width, "x"), ("height", deck.height, "y")):
            given = options.get(side, "auto")
            if given not in ("auto", "native"):
                change = lambda one, whole=whole: millimetres(self._length(one, whole))  # noqa: E731
                box.attributes[side] = self._each(given, change, side, deck)
            else:
                rest = lambda at, whole=whole: millimetres(max(whole - float(at), 3))  # noqa: E731
                box.attributes[side] = each(box.attributes[corner][0], rest, side)
        across = str(options.get("align", "left")) if "width" in options else "left"
        box.attributes["align"] = ("justify" if options.get("justify") is True else across,)
        down = str(options.get("valign", "top")) if "height" in options else "top"
        box.attributes["valign"] = ({"middle": "middle", "bottom": "bottom"}.get(down, "top"),)
        shown = options.get("str", "Hello, World!")
        box.shows = self._each(shown, _plain, "text", deck)

    def _picture(self, box: Box, options: Mapping[str, Any], deck: ForeignDeck) -> None:
        """Add a box for each size: a side that is not given is that of the file."""
        if "file" not in options:
            raise UnsupportedError("a picture without a file")
        located = lambda one: self.images + _plain(one)  # noqa: E731
        file = self._each(options["file"], located, "picture", deck)
        sides = {side: options.get(side, "native") for side in ("width", "height")}
        free = [side for side, given in sides.items() if given in ("native", "scale")]
        for side, given in sides.items():
            if side not in free:
                whole = deck.width if side == "width" else deck.height
                change = lambda one, whole=whole: millimetres(self._length(one, whole))  # noqa: E731
                box.attributes[side] = self._each(given, change, side, deck)
        cards = box.cards if box.cards is not None else range(deck.count)
        by_file: dict[str, set[int]] = {}
        for card in cards:
            by_file.setdefault(value_at(file, card) if free else "", set()).add(card)
        for path, those in by_file.items():
            if free and not path:
                continue
            attributes = dict(box.attributes)
            if free:
                wide, high = _size_of(self.folder, path)
                for side in free:
                    other = "height" if side == "width" else "width"
                    scaled = sides[side] == "scale" and isinstance(
                        attributes.get(other, (None,))[0], str
                    )
                    share = (
                        float(str(attributes[other][0])) / (high if side == "width" else wide)
                        if scaled
                        else self.pixel
                    )
                    attributes[side] = (millimetres((wide if side == "width" else high) * share),)
            attributes["fit"] = ("stretch",)
            chosen = None if len(those) == deck.count else frozenset(those)
            self._add(Box("picture", attributes, box.line, file, chosen), options, deck)


def _images(home: Path) -> str:
    """Return the folder that `config.yml` says pictures are in."""
    try:
        found = re.search(r"(?m)^img_dir:\s*['\"]?([^'\"#\n]+)", Project(home).read("config.yml").text)
    except CardgenError:
        return ""
    return found[1].strip().strip("./") + "/" if found else ""


def _plain(value: Any) -> str:
    if isinstance(value, (dict, Table)):
        raise UnsupportedError("a text of something that is no word and no number")
    return str(value)


def _size_of(folder: Path, path: str) -> tuple[float, float]:
    """Return the size of a picture in pixels."""
    from cardgen.assets.images import read_picture
    from cardgen.assets.svg import read_svg

    try:
        data = Project(folder).data(path, what="the picture")
        if path.lower().endswith(".svg"):
            attributes = read_svg(data, path).attributes
            sides = [attributes.get(side, "").removesuffix("px") for side in ("width", "height")]
            box = attributes.get("viewBox", "").replace(",", " ").split()
            wide, high = (float(one) for one in (sides if all(map(_is_number, sides)) else box[2:]))
            return wide or 1, high or 1
        picture = read_picture(data, path)
        return picture.width_px, picture.height_px
    except (CardgenError, ValueError) as error:
        said = error.diagnostics[0].message if isinstance(error, CardgenError) else "it has no size"
        raise UnsupportedError(f"picture `{path}`: {said}") from None


def _is_number(text: str) -> bool:
    return re.fullmatch(r"[\d.]+", text) is not None


def _sheet_name(path: Path, number: int) -> str:
    import python_calamine

    try:
        return str(python_calamine.load_workbook(path).sheet_names[number])
    except (OSError, IndexError, python_calamine.CalamineError):
        raise UnsupportedError(f"`{path.name}` has no sheet {number}") from None


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:57] + "…"
