"""`<stack>`: children on top of each other, each at its own place."""

from __future__ import annotations

from typing import ClassVar

from cardgen.core.geometry import Rect
from cardgen.layout.attributes import resolve
from cardgen.layout.box import LARGE, Content, LayoutNode, element
from cardgen.layout.canvas import Canvas
from cardgen.layout.panel import Container, place_in


@element
class StackElement(Container):
    """Children on top of each other, each placed by its own x, y, width and height."""

    tag: ClassVar[str] = "stack"
    content: ClassVar[Content] = "boxes"

    def measure(self, node: LayoutNode, width: float, canvas: Canvas) -> tuple[float, float]:
        """Return the smallest size that holds all children."""
        room = width - self.padding.horizontal
        right = bottom = 0.0
        for child in node.children:
            w, h = child.box.wanted(child, room, LARGE, canvas)
            x = resolve(child.box.x, room) if child.box.x is not None else 0.0
            y = resolve(child.box.y, 0.0) if child.box.y is not None else 0.0
            right = max(right, x + w)
            bottom = max(bottom, y + h)
        return (right + self.padding.horizontal, bottom + self.padding.vertical)

    def place_children(self, node: LayoutNode, content: Rect, canvas: Canvas) -> None:
        """Place each child by its own coordinates."""
        for child in node.children:
            place_in(child, content, canvas)
