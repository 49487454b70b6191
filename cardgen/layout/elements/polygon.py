"""`<polygon>`: straight lines through points."""

from __future__ import annotations

from typing import ClassVar

from cardgen.core.geometry import Path, Rect
from cardgen.layout.attributes import FLAG, POINTS, attribute
from cardgen.layout.box import LayoutNode, element
from cardgen.layout.canvas import Canvas
from cardgen.layout.shape import ShapeElement


@element
class PolygonElement(ShapeElement):
    """Straight lines through points, in mm from the top left of its box."""

    tag: ClassVar[str] = "polygon"
    needed: ClassVar[tuple[str, ...]] = ("points",)

    points: tuple[tuple[float, float], ...] = attribute(POINTS, (), "corners: `0,0 10,0 5,8`")
    closed: bool = attribute(FLAG, True, "join the last point to the first")

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Draw the outline."""
        corners = [(rect.x + x, rect.y + y) for x, y in self.points]
        self.draw(Path.polygon(corners, self.closed), rect, node.element.stamp, canvas)
