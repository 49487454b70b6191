"""Read scripts of nanDECK: directives with their table, cards numbered from 1, sizes in cm."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

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
)
from cardgen.source.files import Project

_SHEETS = frozenset(
    "page margins border display save saven savepages print printer oversample imagefilter gap"
    " duplex dpi nvisual edge fill vpdf savepdf zoom limit unit cards linkmulti comment".split()
)
"""Directives about sheets and files, which cardgen makes in its own way, and those read first."""
_BLOCKS = {"macro": "end", "for": "next", "if": "endif", "visual": "endvisual", "while": "wend"}
_LABEL = re.compile(r"\[([^\[\]]+)\]")
_PART = re.compile(r'(?:"[^"]*"|\([^()]*\)|\{[^{}]*\}|[^,"])+|(?<=,)(?=,)|(?<=,)$|^(?=,)')
_DEEP = 8


def read_nandeck(path: Path) -> list[ForeignDeck]:
    """Read a script; its deck has gaps for all that does not map."""
    return [_Reader(path).deck]


class _Reader:
    def __init__(self, path: Path) -> None:
        self.deck = ForeignDeck(path.stem, path.parent, 60, 90)
        self.labels: dict[str, str] = {}
        self.table = CardTable()
        self.unit = 10.0
        self.font = ("Arial", "12", "", "#000000")
        self.at = Location(path.name)
        lines = list(self._lines(path.name, 0))
        self._measure(lines)
        blocks: list[str] = []
        for self.at, line in lines:
            key, _, rest = line.partition("=")
            word = key.strip().lower()
            if blocks:
                blocks += [word] if word in _BLOCKS else []
                if word == _BLOCKS[blocks[-1]]:
                    blocks.pop()
            elif word in _BLOCKS:
                blocks.append(word)
                self._gap(f"`{word.upper()}` would have to be run", "draw what it draws by hand")
            else:
                try:
                    self._directive(word, rest)
                except ODD as error:
                    self._gap(f"`{word.upper()}`: {error}", "write it into the template by hand")

    def _gap(self, what: str, hint: str, harmless: bool = False) -> None:
        self.deck.gaps.append(Gap(self.at, what, hint, harmless=harmless))

    def _lines(self, name: str, depth: int) -> list[tuple[Location, str]]:
        """Return the lines of a script and of those that it includes."""
        lines: list[tuple[Location, str]] = []
        data = Project(self.deck.folder).data(name, what="the script")
        text = data.decode("utf-8-sig", "replace")
        for number, line in enumerate(text.splitlines(), 1):
            line, at = line.strip(), Location(name, number)
            included = re.fullmatch(r'(?i)include\s*=\s*"?([^"]+)"?', line)
            if included and depth < _DEEP and len(lines) < LIMIT:
                try:
                    lines += self._lines(included[1].strip().replace("\\", "/"), depth + 1)
                except CardgenError as error:
                    hint = "put the file beside the script"
                    self.deck.gaps.append(Gap(at, error.diagnostics[0].message, hint))
            elif line and line[0] not in "';":
                lines.append((at, line))
        return lines

    def _measure(self, lines: list[tuple[Location, str]]) -> None:
        """Read labels, table, unit and number of cards: the rest may come before them."""
        link = copies = cards = ""
        for _, line in lines:
            key, _, rest = (part.strip() for part in line.partition("="))
            if label := _LABEL.fullmatch(key):
                self.labels[label[1].lower()] = rest.strip('"')
            elif key.lower() == "linkmulti":
                copies = rest.strip('"').lower()
            elif key.lower() == "link":
                link = link or rest
            elif key.lower() == "cards":
                cards = rest
            elif key.lower() == "unit":
                self.unit = MM_OF.get(rest.lower(), self.unit)
        if link:
            try:
                file = _parts(self._expanded(link))[0].strip('"').replace("\\", "/")
                self.table = read_cards(self.deck.folder, file, {copies} if copies else ())
                self.deck.take(self.table)
            except UnsupportedError as error:
                self._gap(f"`LINK`: {error}", "save the table as .csv beside the script")
        number = self._expanded(cards)
        if number.isdigit() and not self.table.rows:
            self.deck.count = min(int(number), LIMIT)

    def _expanded(self, written: str) -> str:
        """Put labels in their places, but for columns of the table."""
        for _ in range(_DEEP):
            before = written
            written = _LABEL.sub(
                lambda found: (
                    found[0]
                    if self.table.has(found[1])
                    else self.labels.get(found[1].lower(), found[0])
                ),
                written,
            )
            if written == before:
                break
        return written.strip()

    def _directive(self, word: str, rest: str) -> None:
        if word in ("link", "include") or _LABEL.fullmatch(word):
            return
        if word in _SHEETS:
            if word not in ("unit", "cards", "linkmulti", "comment"):
                hint = "sheets are described in docs/printing.md of cardgen"
                self._gap(
                    f"`{word.upper()}` is about sheets, which cardgen makes by itself", hint, True
                )
            return
        draw: dict[str, Callable[[list[str]], None]] = {
            "cardsize": self._size,
            "font": self._set_font,
            "text": self._text,
            "textfont": self._text,
            "image": self._image,
            "rectangle": self._shape("rect"),
            "ellipse": self._shape("ellipse"),
            "line": self._shape("line"),
        }
        if word not in draw:
            raise UnsupportedError("there is no counterpart")
        draw[word](_parts(self._expanded(rest)))

    def _size(self, args: list[str]) -> None:
        self.deck.width, self.deck.height = (float(self._length(one, 1)) for one in args[:2])

    def _set_font(self, args: list[str]) -> None:
        name, size, flags, color = (*args, "", "", "", "")[:4]
        self.font = (name.strip('"'), size, flags, color or "#000000")

    def _length(self, written: str, whole: float) -> str:
        found = re.fullmatch(r"(-?[\d.]+)\s*(%?)", written)
        if found is None:
            raise UnsupportedError(f"`{written}` would have to be computed")
        return millimetres(float(found[1]) * (whole / 100 if found[2] else self.unit))

    def _value(self, written: str) -> Value:
        """Read words with columns and sequences in them."""
        inner = written[1:-1] if re.fullmatch(r'"[^"]*"', written) else written
        if "{" in inner:
            raise UnsupportedError(f"`{written}` would have to be computed")
        parts: list[str | PerCard] = []
        for number, part in enumerate(_LABEL.split(inner.replace("\\13\\", "\n"))):
            if number % 2 == 0:
                parts += [part] if part else []
            elif self.table.has(part):
                parts.append(self.table.column(part))
            else:
                raise UnsupportedError(f"`[{part}]` is no column and no label")
        if len(parts) == 1 and isinstance(parts[0], str) and "|" in parts[0]:
            items = parts[0].split("|")
            return (PerCard("sequence", [items[n % len(items)] for n in range(self.deck.count)]),)
        return tuple(parts)

    def _each(self, written: str, change: Callable[[str], str], name: str) -> Value:
        value = self._value(written)
        if len(value) > 1:
            raise UnsupportedError(f"`{written}` would have to be computed")
        return each(value[0] if value else "", change, name)

    def _cards(self, written: str) -> frozenset[int] | None:
        written = written.strip('"').strip()
        if not written or re.fullmatch(r"(1-)?\{\(.*\)\}", written):
            return None
        if self.deck.count == 0 and (last := re.fullmatch(r"1-(\d+)|(\d+)", written)):
            self.deck.count = min(int(last[1] or last[2]), LIMIT)
        if self.deck.copies:
            raise UnsupportedError(f"cards `{written}` are counted with their copies")
        cards: set[int] = set()
        for part in written.replace(" ", "").split(","):
            found = re.fullmatch(r"(\d+)(?:-(\d+))?", part)
            if found is None:
                raise UnsupportedError(f"`{written}` does not name cards by their numbers")
            cards |= {*range(int(found[1]) - 1, min(int(found[2] or found[1]), self.deck.count))}
        return None if len(cards) == self.deck.count else frozenset(cards)

    def _box(self, args: list[str]) -> dict[str, Value]:
        """Return place and size: the first four arguments."""
        if len(args) < 4 or not all(args[:4]):
            raise UnsupportedError("place or size is left out")
        made: dict[str, Value] = {}
        for name, written in zip(("x", "y", "width", "height"), args, strict=False):
            whole = self.deck.width if name in ("x", "width") else self.deck.height
            made[name] = self._each(written, partial(self._length, whole=whole), name)
        if any(str(made[side][0]).startswith("-") for side in ("width", "height")):
            raise UnsupportedError("a box of negative size")
        return made

    def _text(self, args: list[str]) -> None:
        args += [""] * (14 - len(args))
        name, size, flags, color = self.font if not args[10] else (args[10], *args[11:14])
        across, down = args[6].lower() or "center", args[7].lower() or "center"
        valign = "bottom" if "bottom" in down else "middle" if "center" in down else "top"
        bold, italic = "b" in flags.lower(), "i" in flags.lower()
        attributes = {
            "font": (font_of(name, bold, italic),),
            "size": self._each(size, lambda text: millimetres(float(text)), "size"),
            **self._box(args[2:]),
            "align": (across if across in ("left", "right", "center") else "left",),
            "valign": (valign,),
            "color": self._each(color or "#000000", color_of, "color"),
            **self._turned(args[8]),
        }
        self.deck.boxes.append(
            DrawnBox("text", attributes, self.at.line, self._value(args[1]), self._cards(args[0]))
        )

    def _turned(self, angle: str) -> dict[str, Value]:
        if angle not in ("", "0", "180"):
            raise UnsupportedError(f"an angle of {angle}")
        return {"rotate": ("180",)} if angle == "180" else {}

    def _image(self, args: list[str]) -> None:
        args += [""] * (8 - len(args))
        fit = "contain" if "p" in args[7].lower() else "stretch"
        attributes = {**self._box(args[2:]), "fit": (fit,), **self._turned(args[6])}
        file = tuple(
            part.replace("\\", "/") if isinstance(part, str) else part
            for part in self._value(args[1])
        )
        self.deck.boxes.append(
            DrawnBox("picture", attributes, self.at.line, file, self._cards(args[0]))
        )

    def _shape(self, tag: str) -> Callable[[list[str]], None]:
        def draw(args: list[str]) -> None:
            args += [""] * (8 - len(args))
            attributes = self._box(args[1:])
            line = self._each(args[5], color_of, "color")
            width = ("0.25",) if not args[7] else (self._length(args[7], 1),)
            if tag == "line":
                names = {"x": "x1", "y": "y1", "width": "x2", "height": "y2"}
                attributes = {names[name]: value for name, value in attributes.items()}
                width = ("0.25",) if not args[6] else (self._length(args[6], 1),)
            elif args[6].lower() != "empty":
                attributes["fill"] = self._each(args[6] or args[5], color_of, "fill")
            attributes |= {"stroke": line, "stroke-width": width}
            self.deck.boxes.append(
                DrawnBox(tag, attributes, self.at.line, (), self._cards(args[0]))
            )

        return draw


def _parts(written: str) -> list[str]:
    """Split arguments at commas that stand in no quotes or brackets."""
    return [part.strip() for part in _PART.findall(written)]
