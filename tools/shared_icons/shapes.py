"""Solid shapes that are joined and cut like paper, on a grid of 24 units.

x grows to the right, y downwards. Angles are degrees, clockwise from the right.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

import pathops
from fontTools.svgLib.path import parse_path

GRID = 24.0
MARGIN = 0.8
"""The free margin on each side."""
GAP = 1.3
"""The width of a line that is cut out: the narrowest that print keeps open at 3 mm."""
WEIGHT = 2.0
"""The width of a line."""
CORNER = 0.6
"""The radius of a corner."""
CRUMB = 3.2
"""The area of the largest piece that counts as left over."""
_ROUND = 0.5522847498  # distance of the control points of a quarter circle from its ends
Point = tuple[float, float]


class Shape:
    """An area: ``|`` joins, ``-`` cuts, ``&`` keeps what both have."""

    def __init__(self, path: pathops.Path) -> None:
        self.path = path

    def __or__(self, other: Shape) -> Shape:
        return self._with(other, pathops.PathOp.UNION)

    def __sub__(self, other: Shape) -> Shape:
        return self._with(other, pathops.PathOp.DIFFERENCE)

    def __and__(self, other: Shape) -> Shape:
        return self._with(other, pathops.PathOp.INTERSECTION)

    def _with(self, other: Shape, how: pathops.PathOp) -> Shape:
        return Shape(pathops.op(self.path, other.path, how))

    def move(self, dx: float, dy: float = 0.0) -> Shape:
        """Return it elsewhere."""
        return Shape(self.path.transform(1, 0, 0, 1, dx, dy))

    def turn(self, angle: float, cx: float = 12.0, cy: float = 12.0) -> Shape:
        """Return it turned about a point."""
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        dx, dy = cx - cos * cx + sin * cy, cy - sin * cx - cos * cy
        return Shape(self.path.transform(cos, sin, -sin, cos, dx, dy))

    def scale(
        self, sx: float, sy: float | None = None, cx: float = 12.0, cy: float = 12.0
    ) -> Shape:
        """Return it larger or smaller about a point; a negative factor mirrors."""
        sy = sx if sy is None else sy
        return Shape(self.path.transform(sx, 0, 0, sy, cx - sx * cx, cy - sy * cy))

    def mirror(self) -> Shape:
        """Return it with left and right exchanged."""
        return self.scale(-1, 1)

    def grow(self, by: float) -> Shape:
        """Return it with a margin all round, whose corners are round."""
        rim = pathops.Path(self.path)
        rim.stroke(2 * by, pathops.LineCap.ROUND_CAP, pathops.LineJoin.ROUND_JOIN, 4)
        rim.convertConicsToQuads()
        return self | Shape(rim)

    def without_crumbs(self) -> Shape:
        """Return it without the small pieces that a cut left over."""
        kept = pathops.Path()
        parts = list(self.path.contours)
        outwards = max(parts, key=lambda part: abs(part.area)).clockwise
        for part in parts:
            if part.clockwise != outwards or abs(part.area) > CRUMB:
                part.draw(kept.getPen(glyphSet=None))
        return Shape(kept)

    def fitted(self) -> Shape:
        """Return it in the middle of the grid, made smaller if it would leave no margin."""
        left, top, right, bottom = self.path.bounds
        centred = self.move((GRID - left - right) / 2, (GRID - top - bottom) / 2)
        return centred.scale(min(1.0, (GRID - 2 * MARGIN) / max(right - left, bottom - top)))

    def over(self, other: Shape, gap: float = GAP) -> Shape:
        """Return it in front of another, with a gap around it."""
        return self | (other - self.grow(gap))


def shape(d: str) -> Shape:
    """Return an outline in SVG path data."""
    path = pathops.Path()
    parse_path(d, path.getPen(glyphSet=None))
    path.simplify(fix_winding=True)
    return Shape(path)


def _drawn(commands: Iterable[tuple[str, Sequence[float]]]) -> Shape:
    path = pathops.Path()
    for name, numbers in commands:
        getattr(path, name)(*numbers)
    path.close()
    return Shape(path)


def ellipse(cx: float, cy: float, rx: float, ry: float) -> Shape:
    """Return an ellipse."""
    x, y = rx * _ROUND, ry * _ROUND
    return _drawn(
        [
            ("moveTo", (cx + rx, cy)),
            ("cubicTo", (cx + rx, cy + y, cx + x, cy + ry, cx, cy + ry)),
            ("cubicTo", (cx - x, cy + ry, cx - rx, cy + y, cx - rx, cy)),
            ("cubicTo", (cx - rx, cy - y, cx - x, cy - ry, cx, cy - ry)),
            ("cubicTo", (cx + x, cy - ry, cx + rx, cy - y, cx + rx, cy)),
        ]
    )


def circle(cx: float, cy: float, r: float) -> Shape:
    """Return a disc."""
    return ellipse(cx, cy, r, r)


def ring(cx: float, cy: float, outer: float, inner: float) -> Shape:
    """Return the ring between two circles."""
    return circle(cx, cy, outer) - circle(cx, cy, inner)


def rect(x: float, y: float, width: float, height: float, r: float = CORNER) -> Shape:
    """Return a rectangle with round corners."""
    return poly(
        [(x, y), (x + width, y), (x + width, y + height), (x, y + height)],
        r=min(r, width / 2, height / 2),
    )


def points(text: str) -> list[Point]:
    """Read points from ``x,y x,y``."""
    pairs = (pair.split(",") for pair in text.split())
    return [(float(x), float(y)) for x, y in pairs]


def poly(corners: str | Sequence[Point], r: float = CORNER, sharp: Sequence[int] = ()) -> Shape:
    """Return a polygon with round corners; the corners with the numbers in ``sharp`` stay sharp."""
    at = points(corners) if isinstance(corners, str) else list(corners)
    commands: list[tuple[str, Sequence[float]]] = []
    for i, corner in enumerate(at):
        before, after = at[i - 1], at[(i + 1) % len(at)]
        start, first, second, end = _fillet(before, corner, after, 0 if i in sharp else r)
        commands.append(("lineTo" if commands else "moveTo", start))
        if start != end:
            commands.append(("cubicTo", (*first, *second, *end)))
    return _drawn(commands)


def _fillet(before: Point, at: Point, after: Point, r: float) -> tuple[Point, Point, Point, Point]:
    """Return a cubic that rounds a corner."""
    ways = [(p[0] - at[0], p[1] - at[1]) for p in (before, after)]
    far = [math.hypot(*way) for way in ways]
    (ax, ay), (bx, by) = ((x / d, y / d) for (x, y), d in zip(ways, far, strict=True))
    inner = math.acos(max(-1.0, min(1.0, ax * bx + ay * by)))
    if not r or math.pi - inner < 0.02:
        return at, at, at, at
    reach = min(r / math.tan(inner / 2), min(far) / 2)
    radius = reach * math.tan(inner / 2)
    pull = reach - 4 / 3 * math.tan((math.pi - inner) / 4) * radius
    return (
        (at[0] + ax * reach, at[1] + ay * reach),
        (at[0] + ax * pull, at[1] + ay * pull),
        (at[0] + bx * pull, at[1] + by * pull),
        (at[0] + bx * reach, at[1] + by * reach),
    )


def star(cx: float, cy: float, outer: float, inner: float, count: int, r: float = CORNER) -> Shape:
    """Return a star that points upwards; equal radii give a regular polygon of twice the corners."""
    turn = [-90 + 180 * i / count for i in range(2 * count)]
    radii = [outer, inner] * count
    return poly([on(cx, cy, d, a) for d, a in zip(radii, turn, strict=True)], r)


def regular(
    cx: float, cy: float, radius: float, count: int, r: float = CORNER, turn: float = -90
) -> Shape:
    """Return a regular polygon, its first corner at an angle."""
    return poly([on(cx, cy, radius, turn + 360 * i / count) for i in range(count)], r)


def on(cx: float, cy: float, radius: float, angle: float) -> Point:
    """Return a point of a circle."""
    return cx + radius * math.cos(math.radians(angle)), cy + radius * math.sin(math.radians(angle))


def line(corners: str | Sequence[Point], width: float = WEIGHT, *, butt: bool = False) -> Shape:
    """Return a line through points, with round ends or with cut ones."""
    at = points(corners) if isinstance(corners, str) else list(corners)
    drawn = None
    for (ax, ay), (bx, by) in pairwise(at):
        far, angle = math.hypot(bx - ax, by - ay), math.degrees(math.atan2(by - ay, bx - ax))
        extra = 0 if butt else width / 2
        bar = rect(ax - extra, ay - width / 2, far + 2 * extra, width, 0 if butt else width / 2)
        bar = bar.turn(angle, ax, ay)
        drawn = bar if drawn is None else drawn | bar
    assert drawn is not None
    return drawn


def curve(d: str, width: float = WEIGHT, *, butt: bool = False) -> Shape:
    """Return a line along an open curve in SVG path data, with round ends or with cut ones."""
    path = pathops.Path()
    parse_path(d, path.getPen(glyphSet=None, allow_open_paths=True))
    cap = pathops.LineCap.BUTT_CAP if butt else pathops.LineCap.ROUND_CAP
    path.stroke(width, cap, pathops.LineJoin.ROUND_JOIN, 4)
    path.convertConicsToQuads()
    path.simplify(fix_winding=True)
    return Shape(path)


def arc(cx: float, cy: float, r: float, start: float, end: float, width: float = WEIGHT) -> Shape:
    """Return a line along a circle, from one angle clockwise to the other, with cut ends."""
    steps = max(1, math.ceil((end - start) / 90 - 1e-9))
    turns = [start + (end - start) * i / steps for i in range(steps + 1)]
    outer, inner = r + width / 2, r - width / 2
    commands: list[tuple[str, Sequence[float]]] = [("moveTo", on(cx, cy, outer, start))]
    commands += [_bent(cx, cy, outer, a, b) for a, b in pairwise(turns)]
    commands.append(("lineTo", on(cx, cy, inner, end)))
    turns.reverse()
    commands += [_bent(cx, cy, inner, a, b) for a, b in pairwise(turns)]
    return _drawn(commands)


def _bent(cx: float, cy: float, r: float, start: float, end: float) -> tuple[str, Sequence[float]]:
    pull = 4 / 3 * math.tan(math.radians(end - start) / 4) * r
    (ax, ay), (bx, by) = on(cx, cy, r, start), on(cx, cy, r, end)
    (tx, ty), (ux, uy) = on(0, 0, pull, start + 90), on(0, 0, pull, end + 90)
    return "cubicTo", (ax + tx, ay + ty, bx - ux, by - uy, bx, by)


def joined(shapes: Iterable[Shape]) -> Shape:
    """Return several shapes as one."""
    first, *rest = shapes
    for one in rest:
        first = first | one
    return first


def around(one: Shape, count: int, cx: float = 12.0, cy: float = 12.0, first: float = 0.0) -> Shape:
    """Return copies of a shape, turned about a point."""
    return joined(one.turn(first + 360 * i / count, cx, cy) for i in range(count))
