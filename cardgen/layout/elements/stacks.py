"""Boxes that arrange others: `<row>`, `<column>`, `<stack>`, `<grid>`, and `<side>`, the root.

A `<spacer>` takes up room and is invisible.
"""

from typing import ClassVar

from cardgen.core.geometry import Insets, Path, Rect
from cardgen.frame import Shape
from cardgen.layout import problems
from cardgen.layout.attributes import (
    BREADTH,
    INSETS,
    MM,
    PAINT,
    TRACKS,
    PaintSpec,
    Track,
    attribute,
    choice,
    paint_on,
    resolve,
)
from cardgen.layout.box import LARGE, Box, Content, LayoutNode, element
from cardgen.layout.canvas import Canvas
from cardgen.layout.flex import Flex
from cardgen.layout.panel import Container, SidedBox, place_in


@element
class RowElement(Flex):
    """Children from left to right; `grow` and `shrink` share out the width."""

    tag: ClassVar[str] = "row"
    horizontal: ClassVar[bool] = True


@element
class ColumnElement(Flex):
    """Children from top to bottom; `grow` and `shrink` share out the height."""

    tag: ClassVar[str] = "column"
    horizontal: ClassVar[bool] = False


@element
class StackElement(Container):
    """Children on top of each other, positioned by `x`, `y`, `width` and `height`."""

    tag: ClassVar[str] = "stack"
    content: ClassVar[Content] = "boxes"

    def measure(self, node: LayoutNode, width: float, canvas: Canvas) -> tuple[float, float]:
        """Return the smallest size that holds all children."""
        room = width - self.padding.horizontal
        right = bottom = 0.0
        for child in node.children:
            w, h = child.box.preferred_size(child, room, LARGE, canvas)
            x = resolve(child.box.x, room) if child.box.x is not None else 0.0
            y = resolve(child.box.y, 0.0) if child.box.y is not None else 0.0
            right = max(right, x + w)
            bottom = max(bottom, y + h)
        return (right + self.padding.horizontal, bottom + self.padding.vertical)

    def place_children(self, node: LayoutNode, content: Rect, canvas: Canvas) -> None:
        """Place each child by its own coordinates."""
        for child in node.children:
            place_in(child, content, canvas)


@element
class SideElement(Box):
    """The root: one side. Its box is the trim; its background fills the trim and the bleed."""

    tag: ClassVar[str] = "side"
    content: ClassVar[Content] = "boxes"

    padding: Insets = attribute(INSETS, Insets(), "space around the content, as in CSS")
    background: PaintSpec | None = attribute(PAINT, None, "paint of trim and bleed")

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Paint the background up to the bleed, then place each child."""
        if self.background is not None:
            full = canvas.extend_to_bleed(rect)
            paint = paint_on(self.background, full)
            canvas.items.append(Shape(Path.rect(full), paint, None, node.element.stamp))
        content = rect.inset(self.padding)
        for child in node.children:
            place_in(child, content, canvas)


@element
class SpacerElement(Box):
    """Empty space in a row or column."""

    tag: ClassVar[str] = "spacer"
    shrinks: ClassVar[bool] = True


_SLACK = 0.01


@element
class GridElement(SidedBox):
    """Children in rows and columns; each row is as tall as its tallest child."""

    tag: ClassVar[str] = "grid"
    content: ClassVar[Content] = "boxes"
    needed: ClassVar[tuple[str, ...]] = ("columns",)

    columns: tuple[Track, ...] = attribute(TRACKS, (), "number or widths: `3` or `10 1fr 2fr`")
    gap: float = attribute(MM, 0.0, "space between columns and rows")
    row_gap: float | None = attribute(MM, None, "space between rows; `gap` if left out")
    row_height: float | None = attribute(BREADTH, None, "height of every row")
    rows: str = attribute(
        choice("natural", "equal"), "natural", "`equal` shares the box's height among the rows"
    )

    def measure(self, node: LayoutNode, width: float, canvas: Canvas) -> tuple[float, float]:
        """Return the whole width, and the sum of the rows."""
        widths = self._widths(width - self.padding.horizontal)
        heights = self._heights(node, widths, None, canvas)
        gaps = self._row_gap * max(len(heights) - 1, 0)
        return (width, sum(heights) + gaps + self.padding.vertical)

    def place_children(self, node: LayoutNode, content: Rect, canvas: Canvas) -> None:
        """Place each child in its cell, as a stack places its children."""
        widths = self._widths(content.width)
        heights = self._heights(node, widths, content.height, canvas)
        used = sum(heights) + self._row_gap * max(len(heights) - 1, 0)
        if used > content.height + _SLACK:
            excess = used - content.height
            location = node.element.location
            canvas.report(problems.row_overfull(location, self.tag, excess, "high"))
        y = content.y
        for row, height in enumerate(heights):
            x = content.x
            for column, width in enumerate(widths):
                index = row * len(widths) + column
                if index < len(node.children):
                    cell = self.place_by_direction(Rect(x, y, width, height), content, canvas)
                    place_in(node.children[index], cell, canvas)
                x += width + self.gap
            y += height + self._row_gap

    @property
    def _row_gap(self) -> float:
        return self.gap if self.row_gap is None else self.row_gap

    def _widths(self, room: float) -> list[float]:
        """Share out the width; ``fr`` as in CSS Grid 1, section 7.2.4.

        Column widths do not depend on their content: `1fr` is CSS's `minmax(0, 1fr)`.
        """
        left = room - self.gap * (len(self.columns) - 1)
        left -= sum(track.size for track in self.columns if not track.fraction)
        parts = sum(track.size for track in self.columns if track.fraction)
        share = max(left, 0.0) / parts if parts else 0.0
        return [t.size * share if t.fraction else t.size for t in self.columns]

    def _heights(
        self, node: LayoutNode, widths: list[float], room: float | None, canvas: Canvas
    ) -> list[float]:
        count = -(-len(node.children) // len(widths))
        if self.row_height is not None:
            return [self.row_height] * count
        if self.rows == "equal" and room is not None and count:
            return [(room - self._row_gap * (count - 1)) / count] * count
        heights = [0.0] * count
        for index, child in enumerate(node.children):
            row, column = divmod(index, len(widths))
            natural_height = child.box.preferred_size(child, widths[column], LARGE, canvas)[1]
            heights[row] = max(heights[row], natural_height)
        return heights
