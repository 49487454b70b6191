"""The properties that SVG elements hand down to the elements inside them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from cardgen.assets import problems, svgvalues
from cardgen.assets.svg import SvgNode
from cardgen.core.color import Color
from cardgen.core.errors import AssetError
from cardgen.core.geometry import Matrix

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class GradientRef:
    """A gradient by name: it can be looked up only for a shape, whose size it may depend on.

    ``fallback`` is the colour to take if there is no such gradient (13.2).
    """

    id: str
    fallback: Color | None


SvgPaint = Color | GradientRef | None


@dataclass(frozen=True, slots=True)
class SvgStyle:
    """The properties in force at one element, with the initial values of SVG 2.

    The exception is ``fill``: a shape that states none takes the icon's colour, not black.
    """

    matrix: Matrix
    color: Color = svgvalues.CURRENT
    fill: SvgPaint = svgvalues.CURRENT
    fill_opacity: float = 1.0
    even_odd: bool = False
    stroke: SvgPaint = None
    stroke_opacity: float = 1.0
    stroke_width: float = 1.0
    cap: str = "butt"
    join: str = "miter"
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
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
                changes[name] = value(node, name, partial(_paint, current=color or self.color))
        # The opacity of a group applies to the group as one picture (3.6.1). Outlines have no such
        # groups, so its shapes take it one by one, which shows only where they overlap.
        opacity = value(node, "opacity", svgvalues.share)
        if opacity is not None:
            changes["opacity"] = self.opacity * opacity
        # SVG 2 allows `transform` on the outermost element, too (8.5); SVG 1.1 did not.
        matrix = value(node, "transform", svgvalues.transform)
        if matrix is not None:
            changes["matrix"] = matrix.then(self.matrix)
        return replace(self, **changes) if changes else self

    def moved(self, matrix: Matrix) -> SvgStyle:
        """Return the state with one more transform inside."""
        return replace(self, matrix=matrix.then(self.matrix))


def value(node: SvgNode, name: str, reader: Callable[[str], T]) -> T | None:
    """Read an attribute, or return None without one; raises AssetError at its element."""
    text = node.get(name)
    if not text or text == "inherit":
        return None
    try:
        return reader(text)
    except ValueError as error:
        raise AssetError(problems.bad_svg_value(node.at, name, str(error))) from error


def _paint(text: str, current: Color) -> SvgPaint:
    if text.startswith("url("):
        inside, _, rest = text[4:].partition(")")
        fallback = svgvalues.color(rest, current) if rest.strip() else None
        return GradientRef(inside.strip(" '\"").removeprefix("#"), fallback)
    return svgvalues.color(text, current)


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
    return tuple(parts * 2 if len(parts) % 2 else parts)


def _width(text: str) -> float:
    width = svgvalues.number(text)
    if width < 0:
        raise ValueError("a width cannot be negative")
    return width


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
    "stroke-dasharray": ("dash", _dash),
    "visibility": ("visible", _visible),
}
