"""Draws the same picture with less ink: in light tints, greys or outlines.

Sides are designed for the table: dark grounds, bright type. Printed at home, a game would use up a
cartridge. So each item is treated by its role on the side:

- A **ground** is a shape below another item, or a large one. It becomes a pale tint of its
  colour, or white with a hairline around it.
- A **detail** is above a ground and below no other item: an icon, a rail, a pip. It becomes darker
  than white by as much as it differed from its ground before, in either direction. A large detail
  stays pale.
- **Type** becomes dark, whatever its colour was.

So everything readable stays readable: dark on light. In grey, each colour becomes the grey of the
same luminance, which keeps every contrast. QR codes keep their colours.

Shadows and outlines of letters disappear, because they only use ink. Pictures fade, and are left
out of outlines. In grey they keep their colours, which the printer's greyscale mode converts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.choices import Ink
from cardgen.core.geometry import Matrix, Path, Rect, Size
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
BAND = 3.0
"""A line at least as wide as this is a ground, in mm."""
LARGE = 60.0
"""A detail with a larger area than this, in mm², is paler."""
EDGED = 0.15
"""A ground gets an edge if its brightness differs by more than this from the ground below."""
EDGED_SHARE = 0.3
"""Maximum share of the side that a ground with an edge covers."""
DARKEST = 0.85
FADED = 0.3
HAIR_GREY = 0.55
HAIR = Stroke(Color(HAIR_GREY, HAIR_GREY, HAIR_GREY), 0.12)
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
    bright: float
    """Its brightness on a white sheet."""
    opaque: bool
    area: float
    broad: bool
    ground: bool = False
    under: float = 1.0
    """The brightness of the leaf below its centre."""


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
            box, line, color = item.rect, 0.0, Color(0.5, 0.5, 0.5)
        else:
            box, line = item.path.bounds(), 0.0
            paint: Paint = WHITE
            if item.fill is not None:
                paint = item.fill
            elif item.stroke is not None:
                paint, line = item.stroke.paint, item.stroke.width * matrix.scale
            color = _mean(paint)
        box = intersection(window, matrix.apply_rect(box))
        narrow = line or min(box.width, box.height)
        area = line * (box.width + box.height) if line else box.width * box.height
        broad = line >= BAND or (not line and min(box.width, box.height) >= BROAD)
        leaf = _Leaf(box, brightness(color.over(WHITE)), color.alpha > 0.6, area, broad, broad)
        leaf.under = self._lie_on([box.center], area)
        self.leaves.append(leaf)
        if narrow >= WIDE and not line:
            self._wide.append(leaf)

    def _lie_on(self, points: list[Point], area: float) -> float:
        """Mark the leaves below points as grounds; return the brightness of the topmost one."""
        bright: float | None = None
        for x, y in points:
            for leaf in reversed(self._wide):
                box = leaf.box
                if not (box.x <= x <= box.right and box.y <= y <= box.bottom):
                    continue
                if area < 0.9 * leaf.area:
                    leaf.ground = True
                if leaf.opaque:
                    bright = leaf.bright if bright is None else bright
                    break
        return 1.0 if bright is None else bright


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
        stands_out = abs(leaf.bright - leaf.under)
        most = DARKEST * min(1.0, (LARGE / leaf.area) ** 0.5) if leaf.area else DARKEST
        if self._outlines and leaf.area > LARGE:
            return _outline_shape(shape)
        target = 1 - min(stands_out * 1.2, most)

        def detail(color: Color) -> Color:
            return at_brightness(color, target)

        fill = _each(shape.fill, detail) if shape.fill is not None else None
        return replace(shape, fill=fill, stroke=_change_stroke(shape.stroke, detail))

    def _pale_ground(self, shape: Shape, leaf: _Leaf) -> Shape:
        """Make a ground pale; add an edge if it would no longer differ from the ground below."""
        if shape.fill is None:
            return replace(shape, stroke=_change_stroke(shape.stroke, _tint))
        stroke = _change_stroke(shape.stroke, _tint)
        if stroke is None and leaf.area < self._most and abs(leaf.bright - leaf.under) > EDGED:
            edge = at_brightness(_mean(shape.fill).with_alpha(1.0), HAIR_GREY)
            stroke = replace(HAIR, paint=edge)
        return replace(shape, fill=_each(shape.fill, _tint), stroke=stroke)


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
