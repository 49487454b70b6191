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

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from cardgen.core.choices import Ink
from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.core.style import Color, Paint
from cardgen.frame.frame import Frame
from cardgen.frame.grounds import WHITE, Leaf, Scene, brightness, is_outline, mean_color
from cardgen.frame.items import (
    IDENTITY,
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

TINT = 0.08
"""The darkness of a black ground's tint: 0 is white, 1 is black."""
TYPE = 0.2
"""Maximum brightness of type."""
TINY_PT = 3.5
"""Smaller type is a pattern and not text, in points."""
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


def apply_ink(frame: Frame, ink: Ink) -> Frame:
    """Return a side in another ink, with the same size, bleed and positions."""
    if ink == "full":
        return frame
    if ink == "grey":
        return _Grey().frame(frame)
    return _Pale(Scene(frame), ink == "outline").frame(frame)


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


class _Pale:
    """Draws a side again in tints or outlines, by the roles of its leaves."""

    def __init__(self, scene: Scene, outlines: bool) -> None:
        self._leaves: Iterator[Leaf] = iter(scene.leaves)
        self._outlines = outlines
        self._most = EDGED_SHARE * scene.area

    def frame(self, frame: Frame) -> Frame:
        if any(regions(frame.items, RegionKind.MACHINE_READ)):
            for _ in (item for item in frame.items if isinstance(item, Shape)):
                next(self._leaves)
            return frame
        left = (item for item in frame.items if not is_outline(item))
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

    def _shape(self, shape: Shape, leaf: Leaf) -> Shape:
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

    def _pale_ground(self, shape: Shape, leaf: Leaf) -> Shape:
        """Make a ground pale; add an edge if it would no longer differ from the ground below."""
        line = _pale_line(shape, leaf)
        if shape.fill is None:
            return replace(shape, stroke=line)
        differs = leaf.contrast(leaf.bright)[0] > EDGED and not leaf.continues_ground
        if line is None and differs and leaf.area < self._most:
            edge = at_brightness(mean_color(shape.fill).with_alpha(1.0), HAIR_GREY)
            line = replace(HAIR, paint=edge)
        return replace(shape, fill=_each(shape.fill, _tint), stroke=line)


def _detail(difference: float, below: float, area: float, darkest: float = DARKEST) -> float:
    """Return the brightness of a detail that differed by so much from the colour below."""
    most = darkest * min(1.0, (LARGE / area) ** 0.5) if area else darkest
    return max(1 - TINT * (1 - below) - min(difference * 1.2, most), 0.0)


def _pale_line(shape: Shape, leaf: Leaf) -> Stroke | None:
    """Return the stroke of a shape for the new grounds on both sides of it."""
    line = shape.stroke
    if line is None:
        return None
    if leaf.ground and line.paint == shape.fill:
        return _change_stroke(line, _tint)
    bright = brightness(mean_color(line.paint).over(WHITE))
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
    see_through = shape.fill is None or mean_color(shape.fill).alpha < 0.6
    return replace(shape, fill=None if see_through else WHITE, stroke=HAIR)


def _tint(color: Color) -> Color:
    return at_brightness(color, 1 - TINT * (1 - brightness(color)))


def _faint(color: Color) -> Color:
    return at_brightness(color, 0.7).with_alpha(1.0)


def _dark(color: Color) -> Color:
    return at_brightness(color, min(brightness(color), TYPE)).with_alpha(1.0)
