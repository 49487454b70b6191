"""`<ellipse>`: an ellipse or circle."""

from __future__ import annotations

from typing import ClassVar

from cardgen.core.geometry import Path, Rect
from cardgen.layout.box import LayoutNode, element
from cardgen.layout.canvas import Canvas
from cardgen.layout.shape import ShapeElement


@element
class EllipseElement(ShapeElement):
    """An ellipse that touches the four sides of its box; a square box gives a circle."""

    tag: ClassVar[str] = "ellipse"

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Draw the ellipse."""
        path = Path.ellipse(*rect.center, rect.width / 2, rect.height / 2)
        self.draw(path, rect, node.element.stamp, canvas)
