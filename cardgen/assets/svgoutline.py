"""The basic shapes of SVG as the paths that they are equal to (SVG 2, chapter 10)."""

from __future__ import annotations

from cardgen.assets import problems, svgvalues
from cardgen.assets.svg import SvgNode
from cardgen.assets.svgpath import parse_path
from cardgen.assets.svgstyle import value
from cardgen.core.errors import AssetError
from cardgen.core.geometry import Matrix, Path, Rect


def outline(node: SvgNode) -> Path | None:
    """Return the path of a shape element, or None if it draws nothing."""
    match node.tag:
        case "path":
            return value(node, "d", parse_path)
        case "rect":
            return _rect(node)
        case "circle":
            radius = _size(node, "r")
            return _ellipse(node, radius, radius)
        case "ellipse":
            return _ellipse(node, *_radii(node))
        case "line":
            start = (number(node, "x1"), number(node, "y1"))
            end = (number(node, "x2"), number(node, "y2"))
            return Path((("M", *start), ("L", *end)))
        case _:
            return _points(node)


def number(node: SvgNode, name: str, default: float = 0.0) -> float:
    """Read a coordinate."""
    found = value(node, name, svgvalues.number)
    return default if found is None else found


def _size(node: SvgNode, name: str) -> float:
    found = number(node, name)
    if found < 0:
        raise AssetError(problems.bad_svg_value(node.at, name, "it cannot be negative"))
    return found


def _ellipse(node: SvgNode, rx: float, ry: float) -> Path | None:
    if not rx or not ry:
        return None
    return Path.ellipse(number(node, "cx"), number(node, "cy"), rx, ry)


def _rect(node: SvgNode) -> Path | None:
    width, height = _size(node, "width"), _size(node, "height")
    if not width or not height:
        return None
    x, y = number(node, "x"), number(node, "y")
    rx, ry = _radii(node)
    rx, ry = min(rx, width / 2), min(ry, height / 2)  # none exceeds half a side (10.2)
    if not rx or not ry:
        return Path.rect(Rect(x, y, width, height))
    # Draw it with circular corners of rx, in a space that is then stretched to make them rx by ry.
    tall = ry / rx
    round_cornered = Path.rect(Rect(x, y / tall, width, height / tall), rx)
    return round_cornered.transformed(Matrix.scaling(1.0, tall))


def _radii(node: SvgNode) -> tuple[float, float]:
    """Read two radii; one that is left out is as large as the other (7.4)."""
    rx, ry = (
        None if node.get(name) in ("", "auto") else _size(node, name) for name in ("rx", "ry")
    )
    return (ry if rx is None else rx) or 0.0, (rx if ry is None else ry) or 0.0


def _points(node: SvgNode) -> Path | None:
    flat = value(node, "points", svgvalues.numbers) or []
    if len(flat) % 2:
        raise AssetError(
            problems.bad_svg_value(node.at, "points", "there is an x without its y at the end")
        )
    points = list(zip(flat[::2], flat[1::2], strict=True))
    if len(points) < 2:
        return None
    return Path.polygon(points, closed=node.tag == "polygon")
