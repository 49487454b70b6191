"""`<callouts>`: numbered markers on a picture, and `<callout>`, one of them."""

import math
from collections.abc import Iterator, Sequence
from typing import ClassVar

from cardgen.core.diagnostics import LayoutError
from cardgen.core.geometry import Matrix, Path, Rect
from cardgen.core.side_id import SideId
from cardgen.core.style import Color
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Group, Item, Region, RegionKind, Shape, Stroke
from cardgen.layout import problems
from cardgen.layout.attributes import (
    BREADTH,
    COLOR,
    COUNT,
    COUNTS,
    LENGTH,
    MM,
    NAME,
    PAINT,
    STROKE,
    Length,
    PaintSpec,
    Percent,
    attribute,
    paint_on,
    resolve,
)
from cardgen.layout.box import Box, Content, LayoutNode, element
from cardgen.layout.canvas import Canvas
from cardgen.layout.elements.stacks import StackElement
from cardgen.layout.elements.text import TextElement
from cardgen.layout.panel import place_in
from cardgen.template.element import Element

_BLACK, _WHITE = Color.parse("#000000"), Color.parse("#ffffff")
_DIAMETER = 1.7
"""The default size of a marker, in multiples of its font size."""
_DOT = 0.45
"""Radius of the dot that ends a leader line, in mm."""
Placed = tuple[Rect, Matrix]
"""A rectangle, and the matrix from its coordinates to the side's coordinates."""
_APART = 0.2
"""A marker closer to its point than this needs no leader line, in mm."""


@element
class CalloutElement(Box):
    """A numbered marker in `<callouts>`, on a point of the picture or beside it.

    `of` is the target: the `id` of an element (in the picture, or on a board in it), or the name of
    a card or board in the picture. `x` and `y` are the position of the point on the target, in
    millimetres or %; by default its middle. `dx` and `dy` move the marker away; a line connects it
    to the point.
    """

    tag: ClassVar[str] = "callout"
    needed: ClassVar[tuple[str, ...]] = ("n",)

    n: int = attribute(COUNT, 0, "number of the step")
    of: str = attribute(NAME, "", "name of the target; the whole picture if left out")
    x: Length | None = attribute(LENGTH, Percent(0.5), "the point, from the left of the target")
    y: Length | None = attribute(LENGTH, Percent(0.5), "the point, from the top of the target")
    dx: float = attribute(MM, 0.0, "distance of the marker from the point, to the right")
    dy: float = attribute(MM, 0.0, "distance of the marker from the point, downwards")

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Raise an error: the `<callouts>` around it draws the marker."""
        raise LayoutError(problems.stray_callout(node.element.location, self.tag))

    def point(self, place: Rect, matrix: Matrix) -> tuple[float, float]:
        """Return the point in the coordinates of the side."""
        x = place.x + resolve(self.x or 0.0, place.width)
        y = place.y + resolve(self.y or 0.0, place.height)
        return matrix.apply(x, y)


@element
class OnElement(StackElement):
    """A stack of boxes in `<callouts>` that covers an element of the picture exactly.

    It shows, for example, a card that is dealt to a place of the board in the picture.
    """

    tag: ClassVar[str] = "on"
    needed: ClassVar[tuple[str, ...]] = ("of",)

    of: str = attribute(NAME, "", "name of the element to cover, as in `<callout>`")

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Raise an error: only the `<callouts>` around it knows its position."""
        raise LayoutError(problems.stray_callout(node.element.location, self.tag))


@element
class CalloutsElement(StackElement):
    """A picture with numbered markers: a stack of boxes, and a `<callout>` for each step.

    In a booklet, the numbered list after the figure explains the markers: each marker needs a step
    in the list, and each step a marker. Outside of booklets, write the number of steps in `steps`.
    """

    tag: ClassVar[str] = "callouts"
    content: ClassVar[Content] = "boxes"

    style: str = attribute(NAME, "body", "text style of the numbers")
    size: float = attribute(BREADTH, 0.0, "diameter of a marker; by default 1.7 times the type")
    color: Color | None = attribute(COLOR, None, "colour of the numbers, instead of the style's")
    fill: PaintSpec | None = attribute(PAINT, _WHITE, "paint of the markers")
    ring: Color | None = attribute(STROKE, _BLACK, "colour of outlines and leaders")
    ring_width: float = attribute(BREADTH, 0.35, "width of outlines and leaders")
    steps: int = attribute(COUNT, 0, "number of steps, for a picture without a numbered list")
    unmarked: tuple[int, ...] = attribute(COUNTS, (), "numbers of steps without a marker")

    def measure(self, node: LayoutNode, width: float, canvas: Canvas) -> tuple[float, float]:
        """Return the size of the picture; markers and overlays take no room."""
        upon = CalloutElement | OnElement
        content_nodes = [child for child in node.children if not isinstance(child.box, upon)]
        return super().measure(LayoutNode(self, node.element, content_nodes), width, canvas)

    def place_children(self, node: LayoutNode, content: Rect, canvas: Canvas) -> None:
        """Place the picture, then the markers on it."""
        start = len(canvas.items)
        marked = []
        for child in node.children:
            if isinstance(child.box, CalloutElement):
                marked.append((child, child.box))
            elif not isinstance(child.box, OnElement):
                place_in(child, content, canvas)
            elif placement := self._place(child, child.box.of, content, start, canvas):
                place, matrix = placement
                laid = LayoutNode(StackElement(**vars(child.box)), child.element, child.children)
                place_in(laid, matrix.apply_rect(place), canvas)
        end = len(canvas.items)
        for child, callout in marked:
            if placement := self._place(child, callout.of, content, start, canvas, end):
                self._draw_marker(child, callout, callout.point(*placement), canvas)
        if self.steps:
            steps = dict.fromkeys(range(1, self.steps + 1), node.element.stamp)
            canvas.report(*problems.check_markers(markers(node), steps, self.unmarked))

    @staticmethod
    def _place(
        node: LayoutNode,
        name: str,
        content: Rect,
        start: int,
        canvas: Canvas,
        end: int | None = None,
    ) -> Placed | None:
        """Return the named item among the picture's items; report a name without an item."""
        picture = canvas.items[start:end]
        target_rect = _find(name, content, picture, canvas)
        if target_rect is None:
            region_names = tuple(dict.fromkeys(region.id for region, _ in _named_places(picture)))
            canvas.report(problems.no_such_place(node.element.location, name, region_names))
        return target_rect

    def _draw_marker(
        self, node: LayoutNode, callout: CalloutElement, target: tuple[float, float], canvas: Canvas
    ) -> None:
        stamp = node.element.stamp
        size = self.size or canvas.faces.style(self.style, stamp).size * MM_PER_POINT * _DIAMETER
        x, y, radius = target[0] + callout.dx, target[1] + callout.dy, size / 2
        far = math.hypot(callout.dx, callout.dy)
        line = self.ring or (self.fill if isinstance(self.fill, Color) else _BLACK)
        if far > radius + _APART:
            leader = Path.polygon([target, (x, y)], closed=False)
            canvas.items.append(Shape(leader, stroke=Stroke(line, self.ring_width), stamp=stamp))
            dot = Path.ellipse(*target, _DOT, _DOT)
            canvas.items.append(Shape(dot, fill=line, stamp=stamp))
        box = Rect(x - radius, y - radius, size, size)
        ring = Stroke(self.ring, self.ring_width) if self.ring is not None else None
        disc = Path.ellipse(x, y, radius, radius)
        canvas.items.append(Shape(disc, paint_on(self.fill, box), ring, stamp))
        canvas.items.append(Region(RegionKind.CALLOUT, box, f"n={callout.n}", stamp))
        words = Element("text", (), stamp)
        words.children.append(str(callout.n))
        text = TextElement(style=self.style, color=self.color, align="center", valign="middle")
        canvas.place(LayoutNode(text, words, []), box)


def markers(node: LayoutNode) -> list[tuple[int, str]]:
    """Return the number and the stamp of every marker in a picture."""
    if isinstance(node.box, CalloutElement):
        return [(node.box.n, node.element.stamp)]
    return [marker for child in node.children for marker in markers(child)]


def pictures_with_steps(node: LayoutNode) -> list[LayoutNode]:
    """Return the pictures in a figure whose steps are in the text around it."""
    if isinstance(node.box, CalloutsElement):
        return [] if node.box.steps else [node]
    return [entry for child in node.children for entry in pictures_with_steps(child)]


def _find(name: str, content: Rect, picture: list[Item], canvas: Canvas) -> Placed | None:
    """Return the element with this id, or else the pictured card or board of this name."""
    if not name:
        return content, Matrix()
    for region, matrix in _named_places(picture):
        if region.id == name:
            return region.rect, matrix
    try:
        frame = canvas.pictures(SideId.from_name(name))
    except (LookupError, RecursionError):
        return None
    for item, matrix in _inside(picture):
        if isinstance(item, Group) and frame is not None and item.frame == frame:
            return frame.trim, item.matrix.then(matrix)
    return None


def _inside(picture: Sequence[Item]) -> Iterator[tuple[Item, Matrix]]:
    """Yield all items of a picture, the outer ones first, each with its coordinates."""
    level = [(picture, Matrix())]
    while level:
        yield from ((item, matrix) for items, matrix in level for item in items)
        level = [
            (item.frame.items, item.matrix.then(matrix))
            for items, matrix in level
            for item in items
            if isinstance(item, Group)
        ]


def _named_places(picture: Sequence[Item]) -> Iterator[tuple[Region, Matrix]]:
    for item, matrix in _inside(picture):
        if isinstance(item, Region) and item.kind is RegionKind.NAMED:
            yield item, matrix
