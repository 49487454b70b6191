"""Shapes of SVG as paths (SVG 2, chapter 10), and the silhouette of a whole drawing.

A silhouette is one outline of all filled shapes. Shapes that overlap must count as one area, and
holes must stay holes. So every shape is wound one way round, its holes the other way, and the
whole is filled by the non-zero rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cardgen.assets import svgstyle
from cardgen.assets.svg import SvgNode
from cardgen.assets.svgpath import parse_path
from cardgen.assets.svgstyle import value
from cardgen.core.geometry import Matrix, Path, Rect, Segment, polylines


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
    found = value(node, name, svgstyle.number)
    return default if found is None else found


def _size(node: SvgNode, name: str) -> float:
    found = number(node, name)
    if found < 0:
        raise node.bad(name, "it cannot be negative")
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
    flat = value(node, "points", svgstyle.numbers) or []
    if len(flat) % 2:
        raise node.bad("points", "there is an x without its y at the end")
    points = list(zip(flat[::2], flat[1::2], strict=True))
    if len(points) < 2:
        return None
    return Path.polygon(points, closed=node.tag == "polygon")


Point = tuple[float, float]
Contour = tuple[Segment, ...]

_NEAR = 0.1  # how near straight pieces stay to a curve: enough to tell which way it turns


def united(paths: Iterable[Path]) -> Path | None:
    """Return one outline of what paths fill together, None if that is nothing."""
    contours: list[Segment] = []
    for path in paths:
        for contour in _wound(path):
            contours += contour
    return Path(tuple(contours)) if contours else None


def holds(path: Path, x: float, y: float) -> bool:
    """Whether a point is filled, by the path's fill rule."""
    turns = crossings = 0
    for contour in _contours(path):
        ring = _ring(contour)
        if _holds(ring, (x, y)):
            crossings += 1
            turns += 1 if _area(ring) > 0 else -1
    return crossings % 2 == 1 if path.even_odd else turns != 0


def _wound(path: Path) -> list[Contour]:
    """Return the contours of a path, the outermost clockwise."""
    contours = _contours(path)
    rings = [_ring(contour) for contour in contours]
    if path.even_odd:
        inside = [
            sum(_holds(other, ring[0]) for other in rings if other is not ring) for ring in rings
        ]
        want = [depth % 2 == 0 for depth in inside]
        turned = [(_area(ring) > 0) != good for ring, good in zip(rings, want, strict=True)]
    else:  # what fills and what is a hole follows from how they are wound among each other
        largest = max(rings, key=lambda ring: abs(_area(ring)), default=[])
        turned = [_area(largest) < 0] * len(rings)
    return [
        _reversed(contour) if turn else contour
        for contour, turn in zip(contours, turned, strict=True)
    ]


def _contours(path: Path) -> list[Contour]:
    """Take a path apart into closed contours; each begins with a move."""
    found: list[list[Segment]] = []
    for segment in path.segments:
        if segment[0] == "M":
            found.append([segment])
        elif segment[0] != "Z":
            found[-1].append(segment)
    return [(*one, ("Z",)) for one in found if len(one) > 1]


def _ring(contour: Contour) -> list[Point]:
    points, _ = next(polylines(Path(contour), _NEAR))
    return points


def _area(ring: Sequence[Point]) -> float:
    """Return twice the area, which is positive clockwise (y points down)."""
    ends = zip(ring, [*ring[1:], *ring[:1]], strict=True)
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in ends)


def _holds(ring: Sequence[Point], point: Point) -> bool:
    x, y = point
    crossed = False
    for (x0, y0), (x1, y1) in zip(ring, [*ring[1:], *ring[:1]], strict=True):
        if (y0 <= y) != (y1 <= y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            crossed = not crossed
    return crossed


def _reversed(contour: Contour) -> Contour:
    drawn: list[tuple[Any, ...]] = [segment for segment in contour if len(segment) > 1]
    ends = [segment[-2:] for segment in drawn]
    back: list[Segment] = [("M", *ends[-1])]
    for segment, end in zip(drawn[:0:-1], ends[-2::-1], strict=True):
        if len(segment) == 7:
            back.append(("C", *segment[3:5], *segment[1:3], *end))
        else:
            back.append(("L", *end))
    return (*back, ("Z",))
