"""The properties that SVG elements hand down to the elements inside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from cardgen.assets import problems, svgvalues
from cardgen.assets.svg import SvgNode
from cardgen.core.color import Color
from cardgen.core.errors import AssetError
from cardgen.core.geometry import Matrix, Rect

T = TypeVar("T")


class ElementColor(Struct, frozen=True):
    """``currentColor``: the ``color`` of the element that is painted, not of the one that says so.

    See CSS Color 4, 9.2.
    """


class GradientRef(Struct, frozen=True):
    """A gradient by name: it can be looked up only for a shape, whose size it may depend on.

    ``fallback`` is the paint to take if there is no such gradient (13.2).
    """

    id: str
    fallback: Color | ElementColor | None
    has_fallback: bool = False


SvgPaint: TypeAlias = Color | GradientRef | ElementColor | None


class SvgStyle(Struct, frozen=True):
    """The properties in force at one element, with the initial values of SVG 2.

    The exception is ``fill``: a shape that states none takes the icon's colour, not black.
    """

    matrix: Matrix
    view: Rect
    color: Color = svgvalues.CURRENT
    fill: SvgPaint = svgvalues.CURRENT
    fill_opacity: float = 1.0
    even_odd: bool = False
    stroke: SvgPaint = None
    stroke_opacity: float = 1.0
    stroke_width: float = 1.0
    cap: str = "butt"
    join: str = "miter"
    miter: float = 4.0
    dash: tuple[float, ...] = ()
    visible: bool = True

    def inside(self, node: SvgNode) -> SvgStyle:
        """Return the state at an element whose parent has this one."""
        changes: dict[str, Any] = {}
        color = value(node, "color", lambda text: svgvalues.color(text, self.color))
        if color is not None:
            changes["color"] = color
        for attribute, (name, reader) in _INHERITED.items():
            text = node.get(attribute)
            if text and text != "inherit":
                changes[name] = value(node, attribute, reader)
        for name in ("fill", "stroke"):
            text = node.get(name)
            if text and text != "inherit":
                changes[name] = value(node, name, _paint)
        # SVG 2 allows `transform` on the outermost element, too (8.5); SVG 1.1 did not.
        matrix = value(node, "transform", svgvalues.transform)
        if matrix is not None:
            changes["matrix"] = matrix.then(self.matrix)
        return replace(self, **changes) if changes else self

    def moved(self, matrix: Matrix, view: Rect | None = None) -> SvgStyle:
        """Return the state with one more transform inside, and perhaps another viewport."""
        return replace(self, matrix=matrix.then(self.matrix), view=view or self.view)

    def resolved(self, paint: SvgPaint) -> Color | GradientRef | None:
        """Return a paint as it is for this element."""
        return self.color if isinstance(paint, ElementColor) else paint


def opacity(node: SvgNode) -> float:
    """Read the opacity of an element as a whole (3.6.1)."""
    found = value(node, "opacity", svgvalues.share, stated(node, "opacity"))
    return 1.0 if found is None else found


def stated(node: SvgNode, name: str) -> str:
    """Return a property that passes to elements inside only where they say ``inherit``."""
    at: SvgNode | None = node
    while at is not None and at.get(name) == "inherit":
        at = at.parent
    return "" if at is None else at.get(name)


def color_at(node: SvgNode) -> Color:
    """Return the ``color`` of an element where it stands in the file."""
    at: SvgNode | None = node
    while at is not None:
        found = None
        if at.get("color").lower() not in ("inherit", "currentcolor"):
            found = value(at, "color", svgvalues.color)
        if found is not None:
            return found
        at = at.parent
    return svgvalues.CURRENT


def value(node: SvgNode, name: str, reader: Callable[[str], T], text: str = "") -> T | None:
    """Read an attribute, or return None without one; raises AssetError at its element.

    A ``text`` is what stands for it.
    """
    text = text or node.get(name)
    if not text or text == "inherit":
        return None
    try:
        return reader(text)
    except ValueError as error:
        raise AssetError(problems.bad_svg_value(node.at, name, str(error))) from error


def _paint(text: str) -> SvgPaint:
    if text.startswith("url("):
        inside, _, rest = text[4:].partition(")")
        fallback = _plain_paint(rest.strip()) if rest.strip() else None
        return GradientRef(inside.strip(" '\"").removeprefix("#"), fallback, bool(rest.strip()))
    return _plain_paint(text)


def _plain_paint(text: str) -> Color | ElementColor | None:
    return ElementColor() if text.lower() == "currentcolor" else svgvalues.color(text)


def _one_of(*options: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in options:
            raise ValueError(f"`{text[:40]}` is not one of {', '.join(options)}")
        return text

    return read


def _dash(text: str) -> tuple[float, ...]:
    """Read dashes and gaps; an odd list is given twice, and zeros alone mean no dashes (13.5.6)."""
    parts = [] if text == "none" else svgvalues.numbers(text)
    if any(part < 0 for part in parts):
        raise ValueError("a dash cannot be negative")
    if not any(parts):
        return ()
    dashes = tuple(parts * 2 if len(parts) % 2 else parts)
    if not any(dashes[1::2]):
        raise ValueError("there is nothing between the dashes; leave it out")
    return dashes


def _width(text: str) -> float:
    width = svgvalues.number(text)
    if width < 0:
        raise ValueError("a width cannot be negative")
    return width


def _miter(text: str) -> float:
    limit = svgvalues.number(text)
    if limit < 1:
        raise ValueError("a limit for mitres is 1 or more")
    return limit


def _even_odd(text: str) -> bool:
    return _one_of("nonzero", "evenodd")(text) == "evenodd"


def _visible(text: str) -> bool:
    return _one_of("visible", "hidden", "collapse")(text) == "visible"


_INHERITED: dict[str, tuple[str, Callable[[str], Any]]] = {
    "fill-opacity": ("fill_opacity", svgvalues.share),
    "fill-rule": ("even_odd", _even_odd),
    "stroke-opacity": ("stroke_opacity", svgvalues.share),
    "stroke-width": ("stroke_width", _width),
    "stroke-linecap": ("cap", _one_of("butt", "round", "square")),
    "stroke-linejoin": ("join", _one_of("miter", "round", "bevel")),
    "stroke-miterlimit": ("miter", _miter),
    "stroke-dasharray": ("dash", _dash),
    "visibility": ("visible", _visible),
}
