"""Geometry in millimetres; the origin is at the top left and y points down, as in a Frame."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import Any

from msgspec import Struct

KAPPA = 0.5522847498307936
"""Distance of the control points of a Bézier quarter circle of radius 1: 4/3 · (√2 - 1)."""

Segment = tuple[str | float, ...]
"""``("M", x, y)``, ``("L", x, y)``, ``("C", x1, y1, x2, y2, x, y)`` or ``("Z",)``."""


class Size(Struct, frozen=True):
    """Width and height in millimetres."""

    width: float
    height: float

    @property
    def quarter_turned(self) -> Size:
        """The size after a quarter turn."""
        return Size(self.height, self.width)

    @property
    def measures(self) -> str:
        """The size as text."""
        return f"{self.width:g} × {self.height:g} mm"


class Rect(Struct, frozen=True):
    """An axis-parallel rectangle in millimetres."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of the lower edge."""
        return self.y + self.height

    @property
    def center(self) -> tuple[float, float]:
        """The centre."""
        return (self.x + self.width / 2, self.y + self.height / 2)

    @classmethod
    def around(cls, points: Sequence[Point]) -> Rect:
        """Return the bounding box of points."""
        left, top = min(x for x, _ in points), min(y for _, y in points)
        right, bottom = max(x for x, _ in points), max(y for _, y in points)
        return cls(left, top, right - left, bottom - top)

    def inset(self, insets: Insets) -> Rect:
        """Move each edge inwards; negative insets move it outwards."""
        return Rect(
            self.x + insets.left,
            self.y + insets.top,
            self.width - insets.left - insets.right,
            self.height - insets.top - insets.bottom,
        )

    def grow(self, rim: float) -> Rect:
        """Move all edges outwards by the same distance."""
        return Rect(self.x - rim, self.y - rim, self.width + 2 * rim, self.height + 2 * rim)

    def shift(self, dx: float, dy: float) -> Rect:
        """Return the rectangle at another position."""
        return Rect(self.x + dx, self.y + dy, self.width, self.height)

    def contains(self, inner: Rect, slack: float = 0.0) -> bool:
        """Whether another rectangle is inside this one, with a tolerance of ``slack``."""
        return (
            inner.x >= self.x - slack
            and inner.y >= self.y - slack
            and inner.right <= self.right + slack
            and inner.bottom <= self.bottom + slack
        )


class Insets(Struct, frozen=True):
    """Distances from the four edges, in CSS order."""

    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0
    left: float = 0.0

    @classmethod
    def of(cls, values: tuple[float, ...]) -> Insets:
        """Build from one to four values, in the order of CSS ``margin`` (CSS Box Model 3, 3.2)."""
        match values:
            case (a,):
                return cls(a, a, a, a)
            case (v, h):
                return cls(v, h, v, h)
            case (t, h, b):
                return cls(t, h, b, h)
            case (t, r, b, left):
                return cls(t, r, b, left)
        raise ValueError("insets take one to four lengths")

    @property
    def horizontal(self) -> float:
        """The sum of left and right."""
        return self.left + self.right

    @property
    def vertical(self) -> float:
        """The sum of top and bottom."""
        return self.top + self.bottom


class Matrix(Struct, frozen=True):
    """An affine transform; its six numbers have the order of PDF (ISO 32000-1, 8.3.4).

    ``x' = a·x + c·y + e`` and ``y' = b·x + d·y + f``.
    """

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    @classmethod
    def translation(cls, dx: float, dy: float) -> Matrix:
        """Make a transform that moves."""
        return cls(1.0, 0.0, 0.0, 1.0, dx, dy)

    @classmethod
    def scaling(cls, sx: float, sy: float | None = None) -> Matrix:
        """Make a transform that scales about the origin."""
        return cls(sx, 0.0, 0.0, sx if sy is None else sy, 0.0, 0.0)

    @classmethod
    def rotation(cls, degrees: float, cx: float = 0.0, cy: float = 0.0) -> Matrix:
        """Make a transform that turns clockwise (y points down) around a point.

        Quarter turns are exact.
        """
        turn = degrees % 360
        exact = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}
        angle = math.radians(turn)
        cos, sin = exact.get(float(turn)) or (math.cos(angle), math.sin(angle))
        return cls(cos, sin, -sin, cos, cx - cos * cx + sin * cy, cy - sin * cx - cos * cy)

    @classmethod
    def fitting(cls, inner: Rect, box: Rect) -> Matrix:
        """Make a transform that centres a rectangle in a box, as large as fits."""
        scale = min(box.width / inner.width, box.height / inner.height)
        dx = box.x + (box.width - inner.width * scale) / 2 - inner.x * scale
        dy = box.y + (box.height - inner.height * scale) / 2 - inner.y * scale
        return cls(scale, 0.0, 0.0, scale, dx, dy)

    def then(self, after: Matrix) -> Matrix:
        """Return the transform that applies this one first and ``after`` second."""
        return Matrix(
            after.a * self.a + after.c * self.b,
            after.b * self.a + after.d * self.b,
            after.a * self.c + after.c * self.d,
            after.b * self.c + after.d * self.d,
            after.a * self.e + after.c * self.f + after.e,
            after.b * self.e + after.d * self.f + after.f,
        )

    def apply(self, x: float, y: float) -> tuple[float, float]:
        """Transform a point."""
        return (self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)

    def undo(self, x: float, y: float) -> tuple[float, float]:
        """Return the point that is transformed to this one; infinity where there is none."""
        area = self.a * self.d - self.b * self.c
        if not area:
            return math.inf, math.inf
        x, y = x - self.e, y - self.f
        return (self.d * x - self.c * y) / area, (self.a * y - self.b * x) / area

    def apply_rect(self, rect: Rect) -> Rect:
        """Transform a rectangle and return the bounding box of the result."""
        if not self.b and not self.c:  # no rotation
            left, right = self.a * rect.x + self.e, self.a * rect.right + self.e
            top, bottom = self.d * rect.y + self.f, self.d * rect.bottom + self.f
            if right < left:
                left, right = right, left
            if bottom < top:
                top, bottom = bottom, top
            return Rect(left, top, right - left, bottom - top)
        corners = [self.apply(x, y) for x in (rect.x, rect.right) for y in (rect.y, rect.bottom)]
        return Rect.around(corners)

    @property
    def scale(self) -> float:
        """The mean linear scale factor."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))


class Path(Struct, frozen=True, cache_hash=True):
    """An outline of straight lines and cubic Bézier curves, in absolute coordinates."""

    segments: tuple[Segment, ...]
    even_odd: bool = False

    @classmethod
    def polygon(cls, points: list[tuple[float, float]], closed: bool = True) -> Path:
        """Join points by straight lines."""
        segments: list[Segment] = [("M", *points[0])]
        segments += [("L", x, y) for x, y in points[1:]]
        if closed:
            segments.append(("Z",))
        return cls(tuple(segments))

    @classmethod
    def rect(cls, box: Rect, radius: float = 0.0) -> Path:
        """Draw a rectangle, optionally with rounded corners."""
        x, y, r, b = box.x, box.y, box.right, box.bottom
        c = min(radius, box.width / 2, box.height / 2)
        if c <= 0:
            return cls.polygon([(x, y), (r, y), (r, b), (x, b)])
        k = c * (1 - KAPPA)
        return cls(
            (
                ("M", x + c, y),
                ("L", r - c, y),
                ("C", r - k, y, r, y + k, r, y + c),
                ("L", r, b - c),
                ("C", r, b - k, r - k, b, r - c, b),
                ("L", x + c, b),
                ("C", x + k, b, x, b - k, x, b - c),
                ("L", x, y + c),
                ("C", x, y + k, x + k, y, x + c, y),
                ("Z",),
            )
        )

    @classmethod
    def ellipse(cls, cx: float, cy: float, rx: float, ry: float) -> Path:
        """Draw an ellipse with four Bézier curves."""
        kx, ky = rx * KAPPA, ry * KAPPA
        return cls(
            (
                ("M", cx + rx, cy),
                ("C", cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
                ("C", cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
                ("C", cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
                ("C", cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
                ("Z",),
            )
        )

    def transform(self, matrix: Matrix) -> Path:
        """Transform every coordinate."""
        a, b, c, d, e, f = matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f
        moved: list[Segment] = []
        segments: tuple[tuple[Any, ...], ...] = self.segments
        for segment in segments:
            if len(segment) == 7:
                name, x1, y1, x2, y2, x, y = segment
                p1 = a * x1 + c * y1 + e, b * x1 + d * y1 + f
                p2 = a * x2 + c * y2 + e, b * x2 + d * y2 + f
                moved.append((name, *p1, *p2, a * x + c * y + e, b * x + d * y + f))
            elif len(segment) == 3:
                name, x, y = segment
                moved.append((name, a * x + c * y + e, b * x + d * y + f))
            else:
                moved.append(segment)
        return Path(tuple(moved), self.even_odd)

    def bounds(self) -> Rect:
        """Return the bounding box of all points and control points."""
        numbers: list[Any] = list(chain.from_iterable([s[1:] for s in self.segments]))
        if not numbers:
            return Rect(0.0, 0.0, 0.0, 0.0)
        xs, ys = numbers[::2], numbers[1::2]
        left, top = float(min(xs)), float(min(ys))
        return Rect(left, top, max(xs) - left, max(ys) - top)


Point = tuple[float, float]

NOWHERE = 1e-9
_MOST = 500  # straight pieces of one curve


def polylines(path: Path, tolerance: float) -> Iterator[tuple[list[Point], bool]]:
    """Yield each subpath as points, and whether it is closed.

    Straight pieces replace curves; their distance from the curve is below ``tolerance``.
    """
    points: list[Point] = []
    segments: tuple[tuple[Any, ...], ...] = path.segments
    for segment in segments:
        if segment[0] == "Z":
            yield without_repeats(points), True
            points = points[:1]
            continue
        if segment[0] == "M":
            if len(points) > 1:
                yield without_repeats(points), False
            points = []
        points += _flat(tolerance, points[-1], *segment[1:]) if segment[0] == "C" else [segment[1:]]
    if len(points) > 1:
        yield without_repeats(points), False


def _flat(tolerance: float, a: Point, *numbers: float) -> list[Point]:
    b, c, d = numbers[0:2], numbers[2:4], numbers[4:6]
    bend = max(
        math.hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1]),
        math.hypot(b[0] - 2 * c[0] + d[0], b[1] - 2 * c[1] + d[1]),
    )
    count = min(max(math.ceil(math.sqrt(0.75 * bend / tolerance)), 1), _MOST)
    points = []
    for step in range(1, count + 1):
        t = step / count
        u = 1 - t
        w = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        points.append(
            (
                w[0] * a[0] + w[1] * b[0] + w[2] * c[0] + w[3] * d[0],
                w[0] * a[1] + w[1] * b[1] + w[2] * c[1] + w[3] * d[1],
            )
        )
    return points


def without_repeats(points: Sequence[Point]) -> list[Point]:
    """Leave out each point that repeats the one before it."""
    return [*points[:1], *(b for a, b in pairwise(points) if math.dist(a, b) > NOWHERE)]


def winding_number(points: Sequence[Point], x: float, y: float) -> int:
    """Return how often a polygon winds around a point: count its edges that cross a ray."""
    winding = 0
    x0, y0 = points[-1]
    for x1, y1 in points:
        if (y0 <= y) != (y1 <= y):
            side = (x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)
            if y0 <= y:
                winding += side > 0
            else:
                winding -= side < 0
        x0, y0 = x1, y1
    return winding


def signed_area(points: Sequence[Point]) -> float:
    """Return the area of a polygon, which is positive if it runs clockwise on paper (y down)."""
    ends = zip(points, [*points[1:], *points[:1]], strict=True)
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in ends) / 2
