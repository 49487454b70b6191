"""Words in pictures, set in the project's fonts: captions, and lines of its files."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from cardgen.assets.library import Library
from cardgen.core.geometry import Path, Rect, Size
from cardgen.core.style import Color, LinearGradient
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Frame, Item, Shape, Text
from cardgen.impose.contact import CORNER
from cardgen.impose.dielines import Point

CODE, KEY, CAPTION = "courier-prime/regular", "courier-prime/bold", "figtree/bold"
INK, FAINT, RED, GREEN, BLUE, MARKER = (
    Color.parse(one) for one in ("#2b2621", "#978d80", "#c5221f", "#1f7a3d", "#1d4f91", "#ffd21f")
)
_PANEL, _BAR, _EDGE = (Color.parse(one) for one in ("#fffdf8", "#efe9de", "#d8cfc0"))
_PARTS = re.compile(r" +|[^ ]+")
_YAML = re.compile(
    r"(?P<sign>[{}\[\],:-]+(?= |$)|[{}\[\],])"
    r"|(?P<key>(?:(?<=^)|(?<=  )|(?<=- )|(?<=, )|(?<=\{))[\w-]+(?=: |:$))"
    r"|(?P<value>[^\s{}\[\],:]+|.)"
)
_LEADING = 1.42

Run = tuple[str, str, Color]
"""A string, its font and its colour."""


class CodeLine(Struct, frozen=True):
    """A line of a file; ``sign`` is - or + where a line goes or comes, ``dim`` fades it."""

    number: int
    text: str
    sign: str = ""
    dim: bool = False


def written(runs: Sequence[Run], at: Point, size: float, library: Library) -> list[Text]:
    """Set runs one after another on a baseline that begins at a point; the size is in points."""
    x, y = at
    items: list[Text] = []
    for words, name, color in runs:
        font = library.font(name)
        text = Text(x, y, font.key, size, color, tuple(map(font.shape, _PARTS.findall(words))))
        items.append(text)
        x += text.width
    return items


def centred(words: str, at: Point, size: float, library: Library, color: Color = INK) -> list[Text]:
    """Set a caption around a point on its baseline."""
    [text] = written([(words, CAPTION, color)], at, size, library)
    return written([(words, CAPTION, color)], (at[0] - text.width / 2, at[1]), size, library)


def yaml_runs(line: str) -> list[Run]:
    """Colour a line of YAML: keys, values, and the signs between them."""
    looks = {"sign": (CODE, FAINT), "key": (KEY, BLUE), "value": (CODE, INK)}
    return [(found[0], *looks[found.lastgroup or "value"]) for found in _YAML.finditer(line)]


def code_panel(path: str, lines: Sequence[CodeLine], size: float, library: Library) -> Frame:
    """Show lines of a file below its name, at a size in points.

    The panel is as wide as its lines; dim lines end at its edge.
    """
    em = size * MM_PER_POINT
    letter = library.font(CODE).shape("0").width * em / 1000
    gutter = letter * (len(str(lines[-1].number)) + 3.2)
    wide = gutter + letter * (max(len(line.text) for line in lines if not line.dim) + 2)
    bar, step = 2.3 * em, _LEADING * em
    high = bar + step * (len(lines) + 1.0)
    box = Path.rect(Rect(0.0, 0.0, wide, high), CORNER)
    items: list[Item] = [Shape(box, _PANEL)]
    items.append(Shape(Path.rect(Rect(0.0, bar - 0.1, wide, 0.1)), _EDGE))
    items += written([(path, CAPTION, FAINT)], (1.2 * letter, 0.64 * bar), 0.82 * size, library)
    for place, line in enumerate(lines):
        y = bar + step * (place + 1.22)
        if line.sign:
            color = RED if line.sign == "-" else GREEN
            row = Rect(0.0, y - 0.98 * em, wide, step)
            items.append(Shape(Path.rect(row), color.with_alpha(0.13)))
            items += written([(line.sign, KEY, color)], (gutter - 1.7 * letter, y), size, library)
        number = f"{line.number:>{len(str(lines[-1].number))}}"
        runs = yaml_runs(line.text)
        if line.dim:
            runs = [(words, font, color.with_alpha(0.3)) for words, font, color in runs]
        if gutter + letter * len(line.text) > wide:
            items += written(runs, (gutter, y), size, library)
            row = Rect(wide - 9 * letter, y - em, 9 * letter, step)
            fading = ((0.0, _PANEL.with_alpha(0.0)), (0.8, _PANEL), (1.0, _PANEL))
            items.append(Shape(Path.rect(row), LinearGradient(row.x, y, row.right, y, fading)))
            runs = []
        items += written([(number, CODE, FAINT.with_alpha(0.6))], (letter, y), size, library)
        items += written(runs, (gutter, y), size, library)
    return Frame(Size(wide, high), items)
