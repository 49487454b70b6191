"""Draws the same picture with less ink: in light tints, greys or outlines.

Sides are designed for the table: dark grounds, bright type. Printed at home, a game would use up a
cartridge. So each item is treated by its role on the side:

- A **ground** is a shape below another item, or a large one. It becomes a pale tint of its
  colour, or white with a hairline around it.
- A **detail** is above a ground and below no other item: an icon, a rail, a pip. It becomes darker
  than its new ground by as much as it differed from its ground before, in either direction. A large
  detail stays pale, and a shape in the colour of the ground around it becomes as pale as this
  ground. A line around a shape is a detail, too.
- **Type** becomes dark, whatever its colour was.

So every sign stays readable: dark on light. In grey, each colour becomes the grey of the
same luminance, which keeps every contrast. QR codes keep their colours.

Shadows and outlines of letters disappear, because they only use ink. Pictures fade, and are left
out of outlines. In grey they keep their colours, which the printer's greyscale mode converts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.choices import Ink
from cardgen.core.geometry import Matrix, Path, Rect, Size, polylines, winding_number
from cardgen.core.style import Color, Paint
from cardgen.frame.frame import Frame
from cardgen.frame.items import (
    IDENTITY,
    NO_BLEED,
    Group,
    Image,
    Item,
    Region,
    RegionKind,
    Shadow,
    Shape,
    Stroke,
    Text,
    regions,
)
from cardgen.frame.reach import intersection

WHITE = Color(1.0, 1.0, 1.0)
TINT = 0.08
"""The darkness of a black ground's tint: 0 is white, 1 is black."""
TYPE = 0.2
"""Maximum brightness of type."""
TINY_PT = 3.5
"""Smaller type is a pattern and not text, in points."""
WIDE = 2.0
"""Narrower shapes are never grounds, in mm."""
BROAD = 14.0
"""Shapes that are wider and higher are always grounds, in mm."""
LARGE = 40.0
"""A detail with a larger area than this, in mm², is paler."""
EDGED = 0.1
"""A ground gets an edge if its brightness differs by more than this from the ground below."""
EDGED_SHARE = 0.6
"""Maximum share of the side that a ground with an edge covers."""
DARKEST, DARKEST_EDGE = 0.85, 0.5
"""The greatest darkness of a detail, and of a line around a shape."""
FADED = 0.3
HAIR_GREY = 0.55
HAIR = Stroke(Color(HAIR_GREY, HAIR_GREY, HAIR_GREY), 0.12)
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


def apply_ink(frame: Frame, ink: Ink) -> Frame:
    """Return a side in another ink, with the same size, bleed and positions."""
    if ink == "full":
        return frame
    if ink == "grey":
        return _Grey().frame(frame)
    return _Pale(_Scene(frame), ink == "outline").frame(frame)


def brightness(color: Color) -> float:
    """Return how bright a colour looks, 0 to 1: the mean of its parts, weighted for the eye."""
    return 0.299 * color.red + 0.587 * color.green + 0.114 * color.blue


def at_brightness(color: Color, target: float) -> Color:
    """Return a colour with the same hue and the ``target`` brightness."""
    own = brightness(color)
    if own <= 0.0 or own >= 1.0:
        return Color(target, target, target, color.alpha)
    if target <= own:
        share = target / own
        return Color(color.red * share, color.green * share, color.blue * share, color.alpha)
    share = (1 - target) / (1 - own)
    red, green, blue = (1 - (1 - part) * share for part in (color.red, color.green, color.blue))
    return Color(red, green, blue, color.alpha)


def grey(color: Color) -> Color:
    """Return the grey of the same luminance."""
    light = color.luminance
    value = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    value = round(min(max(value, 0.0), 1.0), 6)
    return Color(value, value, value, color.alpha)


def _each(paint: Paint, change: Callable[[Color], Color]) -> Paint:
    if isinstance(paint, Color):
        return change(paint)
    stops = tuple((place, change(color)) for place, color in paint.stops)
    return replace(paint, stops=stops)


def _mean(paint: Paint) -> Color:
    """Return one colour to represent a paint."""
    if isinstance(paint, Color):
        return paint
    colors = [color for _, color in paint.stops]
    parts = zip(*((c.red, c.green, c.blue, c.alpha) for c in colors), strict=True)
    return Color(*(sum(part) / len(colors) for part in parts))


class _Grey:
    """Converts every colour to grey, and each inner Frame once."""

    def __init__(self) -> None:
        self._done: dict[Frame, Frame] = {}

    def frame(self, frame: Frame) -> Frame:
        if frame not in self._done:
            items = map(self._item, frame.items)
            self._done[frame] = Frame(frame.size, items, frame.bleed)
        return self._done[frame]

    def _item(self, item: Item) -> Item:
        if isinstance(item, Text):
            return replace(item, color=_each(item.color, grey))
        if isinstance(item, Shadow):
            return replace(item, color=grey(item.color))
        if isinstance(item, Group):
            return replace(item, frame=self.frame(item.frame))
        if isinstance(item, Shape):
            fill = _each(item.fill, grey) if item.fill is not None else None
            return replace(item, fill=fill, stroke=_change_stroke(item.stroke, grey))
        return item


def _change_stroke(stroke: Stroke | None, change: Callable[[Color], Color]) -> Stroke | None:
    return replace(stroke, paint=_each(stroke.paint, change)) if stroke is not None else None


def _is_outline(item: Item) -> bool:
    """Whether an item is an outline around letters, which dark type on light does not need."""
    return isinstance(item, Group) and any(regions(item.frame.items[:1], RegionKind.OUTLINE))


class _Leaf(Struct):
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


class _Scene:
    """The leaves of a side in painting order, with the role of each leaf."""

    def __init__(self, frame: Frame) -> None:
        self.leaves: list[_Leaf] = []
        self._wide: list[_Leaf] = []
        self.area = frame.size.width * frame.size.height
        self._walk(frame, IDENTITY, frame.bleed_rect)

    def _walk(self, frame: Frame, matrix: Matrix, window: Rect) -> None:
        for item in frame.items:
            if _is_outline(item):
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
            color = _mean(paint)
        box = intersection(window, matrix.apply_rect(path.bounds()))
        narrow = line or min(box.width, box.height)
        area = line * (box.width + box.height) if line else box.width * box.height
        broad = not line and min(box.width, box.height) >= BROAD
        leaf = _Leaf(box, color.over(WHITE), color.alpha > 0.6, area, broad, path, matrix)
        self._look_below(leaf)
        self.leaves.append(leaf)
        if narrow >= WIDE and not line:
            self._wide.append(leaf)

    def _look_below(self, leaf: _Leaf) -> None:
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

    def _top_leaf(self, x: float, y: float) -> _Leaf | None:
        return next((leaf for leaf in self._leaves_below(x, y) if leaf.opaque), None)

    def _leaves_below(self, x: float, y: float) -> Iterator[_Leaf]:
        """Yield the wide leaves at a point from the top, down to the first opaque leaf."""
        for leaf in reversed(self._wide):
            if leaf.covers(x, y):
                yield leaf
                if leaf.opaque:
                    return


def _is_inside(box: Rect, x: float, y: float) -> bool:
    return box.x <= x <= box.right and box.y <= y <= box.bottom


def _points_inside(leaf: _Leaf) -> list[Point]:
    box, shares = leaf.box, (0.1, 0.3, 0.5, 0.7, 0.9)
    points = [(box.x + box.width * i, box.y + box.height * j) for i in shares for j in shares]
    return [point for point in points if leaf.covers(*point)]


def _points_on_edge(leaf: _Leaf) -> list[Point]:
    """Return some ends of the segments of an outline, evenly distributed."""
    segments: tuple[tuple[Any, ...], ...] = leaf.path.segments
    ends = dict.fromkeys(segment[-2:] for segment in segments if len(segment) > 2)
    points = [leaf.matrix.apply(x, y) for x, y in ends]
    return points[:: max(1, len(points) // _MOST_POINTS)]


def _along(text: Text, matrix: Matrix) -> list[Point]:
    y, width = text.y - _MIDDLE * text.size, text.width
    return [matrix.apply(text.x + width * share, y) for share in _ALONG]


class _Pale:
    """Draws a side again in tints or outlines, by the roles of its leaves."""

    def __init__(self, scene: _Scene, outlines: bool) -> None:
        self._leaves: Iterator[_Leaf] = iter(scene.leaves)
        self._outlines = outlines
        self._most = EDGED_SHARE * scene.area

    def frame(self, frame: Frame) -> Frame:
        if any(regions(frame.items, RegionKind.MACHINE_READ)):
            for _ in (item for item in frame.items if isinstance(item, Shape)):
                next(self._leaves)
            return frame
        left = (item for item in frame.items if not _is_outline(item))
        items = [self._item(item) for item in left if not isinstance(item, Shadow)]
        return Frame(frame.size, items, frame.bleed)

    def _item(self, item: Shape | Text | Image | Group | Region) -> Item:
        if isinstance(item, Group):
            inner = self.frame(item.frame)
            if self._outlines and item.clip is not None and _fills(inner, item.clip.bounds()):
                # A hairline inside the clip, which cuts off the outer half of the line.
                edge = Shape(item.clip, None, replace(HAIR, width=2 * HAIR.width))
                inner = Frame(inner.size, [*inner.items, edge], inner.bleed)
            return replace(item, frame=inner)
        if isinstance(item, Text):
            tiny = item.size < TINY_PT
            return replace(item, color=_each(item.color, _faint if tiny else _dark))
        if isinstance(item, Region):
            return item
        leaf = next(self._leaves)
        if isinstance(item, Image):
            if self._outlines:
                return Shape(Path.rect(item.rect), WHITE, HAIR, stamp=item.stamp)
            alone = Frame(Size(item.rect.right, item.rect.bottom), [item])
            return Group(alone, opacity=FADED, stamp=item.stamp)
        return self._shape(item, leaf)

    def _shape(self, shape: Shape, leaf: _Leaf) -> Shape:
        if leaf.ground:
            if self._outlines:
                return _outline_shape(shape)
            return self._pale_ground(shape, leaf)
        if self._outlines and leaf.area > LARGE:
            return _outline_shape(shape)
        if leaf.continues_ground:
            fill = _each(shape.fill, _tint) if shape.fill is not None else None
            return replace(shape, fill=fill, stroke=_pale_line(shape, leaf))
        if shape.fill is None:
            return replace(shape, stroke=_pale_line(shape, leaf))
        target = _detail(*leaf.contrast(leaf.bright), leaf.area)
        fill = _each(shape.fill, lambda color: at_brightness(color, target))
        line = shape.stroke
        if line is not None:
            same = line.paint == shape.fill
            line = replace(line, paint=fill) if same else _pale_line(shape, leaf)
        return replace(shape, fill=fill, stroke=line)

    def _pale_ground(self, shape: Shape, leaf: _Leaf) -> Shape:
        """Make a ground pale; add an edge if it would no longer differ from the ground below."""
        line = _pale_line(shape, leaf)
        if shape.fill is None:
            return replace(shape, stroke=line)
        differs = leaf.contrast(leaf.bright)[0] > EDGED and not leaf.continues_ground
        if line is None and differs and leaf.area < self._most:
            edge = at_brightness(_mean(shape.fill).with_alpha(1.0), HAIR_GREY)
            line = replace(HAIR, paint=edge)
        return replace(shape, fill=_each(shape.fill, _tint), stroke=line)


def _detail(difference: float, below: float, area: float, darkest: float = DARKEST) -> float:
    """Return the brightness of a detail that differed by so much from the colour below."""
    most = darkest * min(1.0, (LARGE / area) ** 0.5) if area else darkest
    return max(1 - TINT * (1 - below) - min(difference * 1.2, most), 0.0)


def _pale_line(shape: Shape, leaf: _Leaf) -> Stroke | None:
    """Return the stroke of a shape for the new grounds on both sides of it."""
    line = shape.stroke
    if line is None:
        return None
    if leaf.ground and line.paint == shape.fill:
        return _change_stroke(line, _tint)
    bright = brightness(_mean(line.paint).over(WHITE))
    pairs, darkest = [leaf.contrast(bright)], DARKEST
    if shape.fill is not None:
        pairs.append((abs(bright - leaf.bright), leaf.bright))
        darkest = DARKEST_EDGE
    area = line.width * leaf.matrix.scale * (leaf.box.width + leaf.box.height)
    target = _detail(*max(pairs), area, darkest)
    return _change_stroke(line, lambda color: at_brightness(color, target))


def _fills(frame: Frame, box: Rect, matrix: Matrix = IDENTITY) -> bool:
    """Whether a shape that became an outline fills a box: then the clip cuts off its edge."""
    for item in frame.items:
        if isinstance(item, Shape):
            box_of_item = matrix.apply_rect(item.path.bounds())
            if item.fill == WHITE and item.stroke is not None and box_of_item.contains(box, 0.01):
                return True
        elif isinstance(item, Group) and _fills(item.frame, box, item.matrix.then(matrix)):
            return True
    return False


def _outline_shape(shape: Shape) -> Shape:
    see_through = shape.fill is None or _mean(shape.fill).alpha < 0.6
    return replace(shape, fill=None if see_through else WHITE, stroke=HAIR)


def _tint(color: Color) -> Color:
    return at_brightness(color, 1 - TINT * (1 - brightness(color)))


def _faint(color: Color) -> Color:
    return at_brightness(color, 0.7).with_alpha(1.0)


def _dark(color: Color) -> Color:
    return at_brightness(color, min(brightness(color), TYPE)).with_alpha(1.0)
