"""Reads the positions of boxes from a `layout.yml` of Squib, in millimetres on the trimmed card.

Squib counts pixels from the corner of the bleed, at 300 dots per inch unless a deck sets another
resolution. An entry may extend others and change their numbers (``x: += 10``).
Source: the manual of Squib, "Layouts are Squib's best feature" and "Unit Conversion".
"""

import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import SourceError
from cardgen.core.geometry import Size
from cardgen.core.units import MM_PER_INCH, PRINT_DPI, parse_mm
from cardgen.model.foreign import problems
from cardgen.model.formats import CARD_SIZES
from cardgen.source.files import Project
from cardgen.source.node import SourceFile, YamlNode
from cardgen.source.yaml import load_yaml

_PIXEL = MM_PER_INCH / PRINT_DPI
_BLEED = MM_PER_INCH / 8
_CELL = MM_PER_INCH / 8
_SIZES = ("poker-us", "tarot", "jumbo")
"""Formats of cards to try, in portrait and landscape; the first is Squib's default."""
_GUIDES = frozenset(("cut", "safe"))
"""Guides in the layouts that Squib ships; they are no part of a card."""
_CHANGE = re.compile(r"\s*([-+*/])=\s*(.*)")
_PIXELS = re.compile(r"\s*(-?[\d.]+)\s*(?:px)?\s*")
_CELLS = re.compile(r"\s*(-?[\d.]+)\s*c(?:ells?)?\s*")
_ANGLE = re.compile(r"\s*(-?[\d.]+)\s*(deg|rad|)\s*")
_PART = re.compile(r"\s*(deck|width|height|middle|center)\s*(?:([-+/])\s*(.+))?")
_POINTS = re.compile(r"([\d.]+)\s*$")


class SquibBox(Struct, frozen=True):
    """One entry of a layout; lengths are millimetres from the corner of the trimmed card.

    ``look`` has further attributes of the element. ``picture`` is a file that Squib draws in the
    box.
    """

    name: str
    x: float
    y: float
    width: float | None
    height: float | None
    look: Mapping[str, str]
    picture: str


class SquibLayout(Struct, frozen=True):
    """The boxes of a layout, and the format of its cards."""

    file: str
    format: str
    size: Size
    boxes: tuple[SquibBox, ...]


def read_layout(path: str, folder: Path) -> SquibLayout:
    """Read a layout; raises SourceError with the lines of faulty entries."""
    file = (folder / path).resolve()
    text = Project(file.parent).read(file.name, description="the layout").text
    root = load_yaml(SourceFile(file.name, _without_ruby(text)))
    entries = root.value if root.kind == "map" else {}
    if not entries or any(entry.kind not in ("map", "scalar") for entry in entries.values()):
        raise SourceError(
            problems.bad_layout(root.location, file.name, "it has no entries with x and y")
        )
    name, size = _format_of(_read(entries, Size(0, 0)))
    boxes = _read(entries, Size(size.width + 2 * _BLEED, size.height + 2 * _BLEED))
    return SquibLayout(file.name, name, size, tuple(boxes))


def _read(entries: Mapping[str, YamlNode], deck: Size) -> list[SquibBox]:
    boxes, diagnostics = [], []
    for name, node in entries.items():
        try:
            values = _values(entries, name, deck, ())
            if name not in _GUIDES and {"x", "y"} & values.keys():
                boxes.append(_box(name, values, deck))
        except ValueError as error:
            diagnostics.append(problems.bad_layout(node.location, name, str(error)))
    if diagnostics:
        raise SourceError(*diagnostics)
    return boxes


def _values(
    entries: Mapping[str, YamlNode], name: str, deck: Size, children: tuple[str, ...]
) -> dict[str, Any]:
    """Return the values of an entry, with inherited ones; changed lengths are in mm."""
    if name in children:
        raise ValueError(f"`{name}` extends itself")
    if name not in entries:
        raise ValueError(f"it extends `{name}`, which does not exist")
    entry = entries[name].to_python() or {}
    parents = entry.pop("extends", [])
    values: dict[str, Any] = {}
    for parent in parents if isinstance(parents, list) else [parents]:
        values |= _values(entries, str(parent), deck, (*children, name))
    for key, value in entry.items():
        change = _CHANGE.fullmatch(str(value))
        values[key] = _describe_change(key, values.get(key, 0), change, deck) if change else value
    return values


def _describe_change(key: str, old: Any, change: re.Match[str], deck: Size) -> str:
    number, sign = _length(old, key, deck), change[1]
    if sign in "*/":
        factor = float(change[2])
        return f"{number * factor if sign == '*' else number / (factor or 1)}mm"
    length = _length(change[2], key, deck)
    return f"{number + length if sign == '+' else number - length}mm"


def _length(value: Any, key: str, deck: Size) -> float:
    """Return a length in mm; ``deck`` and ``middle`` depend on the side of the card in ``key``."""
    text = str(value)
    if pixels := _PIXELS.fullmatch(text):
        return float(pixels[1]) * _PIXEL
    if cells := _CELLS.fullmatch(text):
        return float(cells[1]) * _CELL
    if part := _PART.fullmatch(text):
        side = part[1] if part[1] in ("width", "height") else key
        side_length = deck.height if side in ("y", "height") else deck.width
        length = side_length / 2 if part[1] in ("middle", "center") else side_length
        if part[2] == "/":
            return length / float(part[3])
        change = _length(part[3], key, deck) if part[3] else 0
        return length - change if part[2] == "-" else length + change
    return parse_mm(text)


def _box(name: str, values: Mapping[str, Any], deck: Size) -> SquibBox:
    x, y = (_length(values.get(key, 0), key, deck) for key in "xy")
    width, height = (
        _length(values[key], key, deck) if key in values else None for key in ("width", "height")
    )
    look = {key: str(values[key]).lstrip(":") for key in ("align", "valign") if values.get(key)}
    if angle := _radians(values.get("angle") or 0):
        # Squib rotates a box around its corner, cardgen around its middle.
        wide, high = (width or 0) / 2, (height or 0) / 2
        cos, sin = math.cos(angle), math.sin(angle)
        x, y = x + wide * cos - high * sin - wide, y + wide * sin + high * cos - high
        look["rotate"] = f"{math.degrees(angle):.4g}"
    points = values.get("font_size") or _POINTS.search(str(values.get("font", "")))
    if points:
        look["size"] = f"{float(points[1] if isinstance(points, re.Match) else points):g}"
    return SquibBox(
        name, x - _BLEED, y - _BLEED, width, height, look, str(values.get("file") or "")
    )


def _radians(value: Any) -> float:
    angle = _ANGLE.fullmatch(str(value))
    if angle is None:
        raise ValueError(f"`{value}` is not an angle")
    return math.radians(float(angle[1])) if angle[2] == "deg" else float(angle[1])


def _format_of(boxes: list[SquibBox]) -> tuple[str, Size]:
    """Return the first format with space for all boxes, as `size:` of a deck and in mm."""
    right = max((box.x + (box.width or 0) for box in boxes), default=0)
    bottom = max((box.y + (box.height or 0) for box in boxes), default=0)
    for name in _SIZES:
        size = CARD_SIZES[name].size
        turned = Size(size.height, size.width)
        for format, deck in (
            (name, size),
            (f"{{width: {turned.width}mm, height: {turned.height}mm}}", turned),
        ):
            if right <= deck.width + _BLEED and bottom <= deck.height + _BLEED:
                return format, deck
    return _SIZES[0], CARD_SIZES[_SIZES[0]].size


def _without_ruby(text: str) -> str:
    """Convert Ruby's YAML to plain YAML: symbols become texts, and merge keys become `extends`."""
    keys = {anchor: key for key, anchor in re.findall(r"(?m)^([\w-]+):\s*&(\w+)", text)}
    text = re.sub(r"!ruby/\w+\s+", "", text)
    text = re.sub(r"(?m)^([\w-]+:)\s*&\w+", r"\1", text)
    return re.sub(r"<<:\s*\*(\w+)", lambda match: f"extends: {keys.get(match[1], '')}", text)
