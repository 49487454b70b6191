"""`<line>`: a straight line."""

from __future__ import annotations

from typing import ClassVar

from cardgen.core.geometry import Path, Rect
from cardgen.layout.attributes import LENGTH, Length, attribute, resolve
from cardgen.layout.box import LayoutNode, element
from cardgen.layout.canvas import Canvas
from cardgen.layout.shape import ShapeElement


@element
class LineElement(ShapeElement):
    """A straight line between two points of its box, by default from corner to corner."""

    tag: ClassVar[str] = "line"

    x1: Length | None = attribute(LENGTH, None, "start, from the left of the box")
    y1: Length | None = attribute(LENGTH, None, "start, from the top of the box")
    x2: Length | None = attribute(LENGTH, None, "end, from the left of the box")
    y2: Length | None = attribute(LENGTH, None, "end, from the top of the box")

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Draw the line."""
        start = (self._x(self.x1, 0.0, rect), self._y(self.y1, 0.0, rect))
        end = (self._x(self.x2, rect.width, rect), self._y(self.y2, rect.height, rect))
        self.draw(Path.polygon([start, end], closed=False), rect, node.element.stamp, canvas)

    @staticmethod
    def _x(length: Length | None, default: float, rect: Rect) -> float:
        return rect.x + (default if length is None else resolve(length, rect.width))

    @staticmethod
    def _y(length: Length | None, default: float, rect: Rect) -> float:
        return rect.y + (default if length is None else resolve(length, rect.height))
