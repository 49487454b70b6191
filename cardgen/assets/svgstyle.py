"""SVG properties that elements inherit, and readers for the values of attributes.

The values of attributes are numbers, lists, transforms and colours. Functions that read them raise
ValueError with a message for users.
"""

import math
import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from cardgen.assets.svg import SvgNode
from cardgen.core.geometry import Matrix, Rect
from cardgen.core.style import Color

# There is only one way to split a text into numbers, so that matching takes linear time.
NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
_LENGTH = re.compile(rf"({NUMBER})(?:px)?")
_SHARE = re.compile(rf"({NUMBER})(%?)")
_NEXT = re.compile(rf"({NUMBER})[\s,]*")
_TRANSFORM = re.compile(r"(\w+)\s*\(([^()]*)\)[\s,]*")
_RGB = re.compile(r"rgba?\(([^()]*)\)")
MAX_VALUE = 1e7
MIN_VALUE = 1e-9
"""The smallest number that is not read as 0: with smaller ones, quotients could overflow."""
_MAX_NUMBERS = 50_000

CURRENT = Color(-1.0, -1.0, -1.0)
"""Placeholder for ``currentColor`` (at any alpha) until the icon gets its colour."""


def number(text: str) -> float:
    """Read a number, optionally in ``px``."""
    match = _LENGTH.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"`{text.strip()[:40]}` is not a plain number")
    return _sane(float(match[1]))


def share(text: str) -> float:
    """Read a number or a percentage as a share from 0 to 1."""
    match = _SHARE.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"`{text.strip()[:40]}` is not a number from 0 to 1")
    return min(1.0, max(0.0, float(match[1]) / (100 if match[2] else 1)))


def numbers(text: str) -> list[float]:
    """Read numbers separated by spaces or commas."""
    values = [_sane(float(match[1])) for match in _each(_NEXT, text, "a number")]
    if len(values) > _MAX_NUMBERS:
        raise ValueError("there are too many numbers")
    return values


def _each(pattern: re.Pattern[str], text: str, expected: str) -> Iterator[re.Match[str]]:
    """Yield consecutive matches up to the end of a text."""
    text, position = text.strip(), 0
    while position < len(text):
        match = pattern.match(text, position)
        if match is None:
            raise ValueError(f"`{text[position : position + 40]}` is not {expected}")
        yield match
        position = match.end()


def _sane(value: float) -> float:
    if not abs(value) <= MAX_VALUE:
        raise ValueError("a number is too large")
    return value if abs(value) >= MIN_VALUE else 0.0


def transform(text: str) -> Matrix:
    """Read a list of transforms (SVG 1.1, 7.6); the last one applies to the shape first."""
    result = Matrix()
    for match in _each(_TRANSFORM, text, "a transform"):
        result = _one_transform(match[1], numbers(match[2])).then(result)
    return result


def _one_transform(name: str, values: list[float]) -> Matrix:
    match name, values:
        case "matrix", [a, b, c, d, e, f]:
            return Matrix(a, b, c, d, e, f)
        case "translate", [x]:
            return Matrix.translation(x, 0.0)
        case "translate", [x, y]:
            return Matrix.translation(x, y)
        case "scale", [s]:
            return Matrix.scaling(s)
        case "scale", [x, y]:
            return Matrix.scaling(x, y)
        case "rotate", [degrees]:
            return Matrix.rotation(degrees)
        case "rotate", [degrees, x, y]:
            return Matrix.rotation(degrees, x, y)
        case "skewX", [degrees]:
            return Matrix(c=math.tan(math.radians(degrees)))
        case "skewY", [degrees]:
            return Matrix(b=math.tan(math.radians(degrees)))
    raise ValueError(f"`{name}` with {len(values)} numbers is not a transform")


def color(text: str, current: Color = CURRENT) -> Color | None:
    """Read a colour (CSS Color 4, 5 and 6); ``none`` and ``transparent`` give None."""
    word = text.strip().lower()
    if word in ("none", "transparent"):
        return None
    if word == "currentcolor":
        return current
    if word.startswith("rgb"):
        return _rgb(word)
    if word.isalpha() and word not in ("black", "white"):
        from PIL.ImageColor import getrgb  # imported late: icons seldom name colours

        try:  # do not use Pillow's table of names, which each look-up changes
            red, green, blue = getrgb(word)[:3]
        except ValueError:
            raise ValueError(f"`{text.strip()[:40]}` is not a colour") from None
        return Color(red / 255, green / 255, blue / 255)
    return Color.parse(word[:40])


def _rgb(text: str) -> Color:
    match = _RGB.fullmatch(text)
    parts = re.split(r"[\s,/]+", match[1].strip()) if match else []
    if len(parts) not in (3, 4):
        raise ValueError(f"`{text[:40]}` is not a colour")
    if "," in text and len({part.endswith("%") for part in parts[:3]}) > 1:
        raise ValueError(f"`{text[:40]}` mixes numbers and percentages")
    red, green, blue = (
        share(part) if part.endswith("%") else min(1.0, max(0.0, number(part) / 255))
        for part in parts[:3]
    )
    return Color(red, green, blue, share(parts[3]) if len(parts) == 4 else 1.0)


T = TypeVar("T")


class ElementColor(Struct, frozen=True):
    """``currentColor``: the ``color`` of the painted element, not of the element that names it.

    See CSS Color 4, 9.2.
    """


class GradientRef(Struct, frozen=True):
    """A gradient by name, looked up for each shape because it can depend on the shape's size.

    ``fallback`` is the paint to use if there is no such gradient (13.2).
    """

    id: str
    fallback: Color | ElementColor | None
    has_fallback: bool = False


SvgPaint: TypeAlias = Color | GradientRef | ElementColor | None


class SvgStyle(Struct, frozen=True):
    """The inherited properties of one element, with the initial values of SVG 2.

    The exception is ``fill``: a shape without a fill takes the icon's colour, not black.
    """

    matrix: Matrix
    view: Rect
    color: Color = CURRENT
    fill: SvgPaint = CURRENT
    fill_opacity: float = 1.0
    even_odd: bool = False
    stroke: SvgPaint = None
    stroke_opacity: float = 1.0
    stroke_width: float = 1.0
    cap: str = "butt"
    join: str = "miter"
    miter: float = 4.0
    dash: tuple[float, ...] = ()
    dash_offset: float = 0.0
    stroke_first: bool = False
    visible: bool = True

    def inside(self, node: SvgNode) -> "SvgStyle":
        """Return the properties of an element whose parent has this style."""
        changes: dict[str, Any] = {}
        own = value(node, "color", lambda text: color(text, self.color))
        if own is not None:
            changes["color"] = own
        for attribute, (name, reader) in _INHERITED.items():
            text = node.get(attribute)
            if text and text != "inherit":
                changes[name] = value(node, attribute, reader)
        # SVG 2 allows `transform` on the outermost element, too (8.5); SVG 1.1 did not.
        matrix = value(node, "transform", transform)
        if matrix is not None:
            changes["matrix"] = matrix.then(self.matrix)
        return replace(self, **changes) if changes else self

    def with_transform(self, matrix: Matrix, view: Rect | None = None) -> "SvgStyle":
        """Return the style with an additional inner transform, and optionally another viewport."""
        return replace(self, matrix=matrix.then(self.matrix), view=view or self.view)

    def resolve_paint(self, paint: SvgPaint) -> Color | GradientRef | None:
        """Return the colour or gradient of a paint for this element."""
        return self.color if isinstance(paint, ElementColor) else paint


def opacity(node: SvgNode) -> float:
    """Read the opacity of an element as a whole (3.6.1)."""
    share_of_element = value(node, "opacity", share, own_property(node, "opacity"))
    return 1.0 if share_of_element is None else share_of_element


def own_property(node: SvgNode, name: str) -> str:
    """Return a property that inner elements inherit only if they have ``inherit``."""
    return next((owner.get(name) for owner in node.around() if owner.get(name) != "inherit"), "")


def color_at(node: SvgNode) -> Color:
    """Return the ``color`` of an element, with inheritance."""
    for element in node.around():
        if element.get("color").lower() not in ("inherit", "currentcolor"):
            element_color = value(element, "color", color)
            if element_color is not None:
                return element_color
    return CURRENT


def value(node: SvgNode, name: str, reader: Callable[[str], T], text: str = "") -> T | None:
    """Read an attribute, or return None if it is missing; raises AssetError at its element.

    ``text`` replaces the attribute's text.
    """
    text = text or node.get(name)
    if not text or text == "inherit":
        return None
    try:
        return reader(text)
    except ValueError as error:
        raise node.bad(name, str(error)) from error


def _paint(text: str) -> SvgPaint:
    if text.startswith("url("):
        inside, _, after = text[4:].partition(")")
        fallback = _plain_paint(after.strip()) if after.strip() else None
        return GradientRef(inside.strip(" '\"").removeprefix("#"), fallback, bool(after.strip()))
    return _plain_paint(text)


def _plain_paint(text: str) -> Color | ElementColor | None:
    return ElementColor() if text.lower() == "currentcolor" else color(text)


def _one_of(**options: T) -> Callable[[str], T]:
    def read(text: str) -> T:
        if text not in options:
            raise ValueError(f"`{text[:40]}` is not one of {', '.join(options)}")
        return options[text]

    return read


def _words(*words: str) -> Callable[[str], str]:
    return _one_of(**{word: word for word in words})


def _dash(text: str) -> tuple[float, ...]:
    """Read dashes and gaps; an odd list is repeated, and only zeros mean no dashes (13.5.6)."""
    parts = [] if text == "none" else numbers(text)
    if any(part < 0 for part in parts):
        raise ValueError("a dash cannot be negative")
    if not any(parts):
        return ()
    dashes = tuple(parts * 2 if len(parts) % 2 else parts)
    if not any(dashes[1::2]):
        raise ValueError("there is nothing between the dashes; leave it out")
    return dashes


def _is_stroke_first(order: str) -> bool:
    words = [word for word in order.split() if word in ("fill", "stroke")]
    return words[:1] == ["stroke"]


def _at_least(least: float, why: str) -> Callable[[str], float]:
    def read(text: str) -> float:
        if number(text) < least:
            raise ValueError(why)
        return number(text)

    return read


_INHERITED: dict[str, tuple[str, Callable[[str], Any]]] = {
    "fill-opacity": ("fill_opacity", share),
    "fill-rule": ("even_odd", _one_of(nonzero=False, evenodd=True)),
    "stroke-opacity": ("stroke_opacity", share),
    "stroke-width": ("stroke_width", _at_least(0, "a width cannot be negative")),
    "stroke-linecap": ("cap", _words("butt", "round", "square")),
    "stroke-linejoin": ("join", _words("miter", "round", "bevel")),
    "stroke-miterlimit": ("miter", _at_least(1, "a limit for mitres is 1 or more")),
    "stroke-dasharray": ("dash", _dash),
    "stroke-dashoffset": ("dash_offset", number),
    "paint-order": ("stroke_first", _is_stroke_first),
    "visibility": ("visible", _one_of(visible=True, hidden=False, collapse=False)),
    "fill": ("fill", _paint),
    "stroke": ("stroke", _paint),
}
