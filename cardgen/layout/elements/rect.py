"""`<rect>`: a rectangle, with round corners if asked."""

from __future__ import annotations

from typing import ClassVar

from cardgen.core.geometry import Path, Rect
from cardgen.layout.attributes import BREADTH, attribute
from cardgen.layout.box import LayoutNode, element
from cardgen.layout.canvas import Canvas
from cardgen.layout.shape import ShapeElement


@element
class RectElement(ShapeElement):
    """A rectangle that fills its box."""

    tag: ClassVar[str] = "rect"

    radius: float = attribute(BREADTH, 0.0, "corner radius")

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Draw the outline of the box."""
        self.draw(Path.rect(rect, self.radius), rect, node.element.stamp, canvas)
