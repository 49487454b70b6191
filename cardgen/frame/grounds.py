"""The grounds of a side: which shapes and pictures lie below other items, and in which colours.

`cardgen.frame.ink` decides by this how each item is drawn with less ink.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from cardgen.core.geometry import Matrix, Path, Rect, polylines, winding_number
from cardgen.core.style import Color, Paint
from cardgen.frame.frame import Frame
from cardgen.frame.items import (
    IDENTITY,
    NO_BLEED,
    Group,
    Image,
    Item,
    RegionKind,
    Shape,
    Text,
    regions,
)
from cardgen.frame.reach import intersection

WHITE = Color(1.0, 1.0, 1.0)
WIDE = 2.0
"""Narrower shapes are never grounds, in mm."""
BROAD = 14.0
"""Shapes that are wider and higher are always grounds, in mm."""
PAGE_SHARE = 0.3
"""The least share of the side that a ground covers if shapes of its colour belong to it."""
OWN_SHARE = 0.35
"""The least share of such a shape that is on this ground."""
_TOLERANCE = 0.05  # mm
_MOST_POINTS = 12
"""About how many points on the edge of a shape are compared with the ground."""
_ALONG = (0.05, 0.5, 0.95)
_MIDDLE = 0.33 * 25.4 / 72
"""Height of the middle of small letters above the baseline, in mm for each point of size."""

Point = tuple[float, float]


def brightness(color: Color) -> float:
    """Return how bright a colour looks, 0 to 1: the mean of its parts, weighted for the eye."""
    return 0.299 * color.red + 0.587 * color.green + 0.114 * color.blue


def mean_color(paint: Paint) -> Color:
    """Return one colour to represent a paint."""
    if isinstance(paint, Color):
        return paint
    colors = [color for _, color in paint.stops]
    parts = zip(*((c.red, c.green, c.blue, c.alpha) for c in colors), strict=True)
    return Color(*(sum(part) / len(colors) for part in parts))


def is_outline(item: Item) -> bool:
    """Whether an item is an outline around letters, which dark type on light does not need."""
    return isinstance(item, Group) and any(regions(item.frame.items[:1], RegionKind.OUTLINE))


class Leaf(Struct):
    """A shape or a picture at its position on the side."""

    box: Rect
    color: Color
    """Its mean colour on a white sheet."""
    opaque: bool
    area: float
    ground: bool
    path: Path
    matrix: Matrix
    colors_below: list[Color] = []
    """The colours below its centre and below points on its edge."""
    continues_ground: bool = False
    """True if much of the leaf is on a large ground of the same colour."""
    polygons: list[list[Point]] | None = None

    @property
    def bright(self) -> float:
        """The brightness of its colour."""
        return brightness(self.color)

    def covers(self, x: float, y: float) -> bool:
        """Whether a point of the side is inside the outline."""
        box = self.box
        if not _is_inside(box, x, y):
            return False
        if self.polygons is None:
            lines = polylines(self.path.transform(self.matrix), _TOLERANCE)
            self.polygons = [points for points, _ in lines]
        winding = sum(winding_number(points, x, y) for points in self.polygons)
        return winding % 2 != 0 if self.path.even_odd else winding != 0

    def contrast(self, bright: float) -> tuple[float, float]:
        """Return the largest difference from a colour below, and the brightness of that colour."""
        below = max(map(brightness, self.colors_below), key=lambda below: abs(bright - below))
        return abs(bright - below), below


class Scene:
    """The leaves of a side in painting order, with the role of each leaf."""

    def __init__(self, frame: Frame) -> None:
        self.leaves: list[Leaf] = []
        self._wide: list[Leaf] = []
        self.area = frame.size.width * frame.size.height
        self._walk(frame, IDENTITY, frame.bleed_rect)

    def _walk(self, frame: Frame, matrix: Matrix, window: Rect) -> None:
        for item in frame.items:
            if is_outline(item):
                continue
            if isinstance(item, Group):
                inner = item.matrix.then(matrix)
                clip = item.clip.bounds() if item.clip is not None else None
                if clip is None and item.frame.bleed != NO_BLEED:
                    clip = item.frame.bleed_rect
                visible = window if clip is None else intersection(window, inner.apply_rect(clip))
                self._walk(item.frame, inner, visible)
            elif isinstance(item, Text):
                self._lie_on(_along(item, matrix), 0.0)
            elif isinstance(item, Shape | Image):
                self._leaf(item, matrix, window)

    def _leaf(self, item: Shape | Image, matrix: Matrix, window: Rect) -> None:
        if isinstance(item, Image):
            path, line, color = Path.rect(item.rect), 0.0, Color(0.5, 0.5, 0.5)
        else:
            path, line = item.path, 0.0
            paint: Paint = WHITE
            if item.fill is not None:
                paint = item.fill
            elif item.stroke is not None:
                paint, line = item.stroke.paint, item.stroke.width * matrix.scale
            color = mean_color(paint)
        box = intersection(window, matrix.apply_rect(path.bounds()))
        narrow = line or min(box.width, box.height)
        area = line * (box.width + box.height) if line else box.width * box.height
        broad = not line and min(box.width, box.height) >= BROAD
        leaf = Leaf(box, color.over(WHITE), color.alpha > 0.6, area, broad, path, matrix)
        self._look_below(leaf)
        self.leaves.append(leaf)
        if narrow >= WIDE and not line:
            self._wide.append(leaf)

    def _look_below(self, leaf: Leaf) -> None:
        self._lie_on([leaf.box.center], leaf.area)
        points = [(x, y) for x, y in _points_on_edge(leaf) if _is_inside(leaf.box, x, y)]
        leaf.colors_below = [
            WHITE if below is None else below.color
            for below in (self._top_leaf(*point) for point in (leaf.box.center, *points))
        ]
        if leaf.color in leaf.colors_below:
            large = PAGE_SHARE * self.area
            inside = [self._top_leaf(*point) for point in _points_inside(leaf)]
            own = sum(
                below is not None and below.color == leaf.color and below.area >= large
                for below in inside
            )
            leaf.continues_ground = OWN_SHARE * len(inside) <= own > 0

    def _lie_on(self, points: list[Point], area: float) -> None:
        """Mark the leaves below points as grounds."""
        for point in points:
            for leaf in self._leaves_below(*point):
                if area < 0.9 * leaf.area:
                    leaf.ground = True

    def _top_leaf(self, x: float, y: float) -> Leaf | None:
        return next((leaf for leaf in self._leaves_below(x, y) if leaf.opaque), None)

    def _leaves_below(self, x: float, y: float) -> Iterator[Leaf]:
        """Yield the wide leaves at a point from the top, down to the first opaque leaf."""
        for leaf in reversed(self._wide):
            if leaf.covers(x, y):
                yield leaf
                if leaf.opaque:
                    return


def _is_inside(box: Rect, x: float, y: float) -> bool:
    return box.x <= x <= box.right and box.y <= y <= box.bottom


def _points_inside(leaf: Leaf) -> list[Point]:
    box, shares = leaf.box, (0.1, 0.3, 0.5, 0.7, 0.9)
    points = [(box.x + box.width * i, box.y + box.height * j) for i in shares for j in shares]
    return [point for point in points if leaf.covers(*point)]


def _points_on_edge(leaf: Leaf) -> list[Point]:
    """Return some ends of the segments of an outline, evenly distributed."""
    segments: tuple[tuple[Any, ...], ...] = leaf.path.segments
    ends = dict.fromkeys(segment[-2:] for segment in segments if len(segment) > 2)
    points = [leaf.matrix.apply(x, y) for x, y in ends]
    return points[:: max(1, len(points) // _MOST_POINTS)]


def _along(text: Text, matrix: Matrix) -> list[Point]:
    y, width = text.y - _MIDDLE * text.size, text.width
    return [matrix.apply(text.x + width * share, y) for share in _ALONG]
