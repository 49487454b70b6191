"""`<side>`: the root of a template, exactly as large as the trim."""

from __future__ import annotations

from typing import ClassVar

from cardgen.core.geometry import Insets, Path, Rect
from cardgen.frame import Shape
from cardgen.layout.attributes import INSETS, PAINT, PaintSpec, attribute, paint_on
from cardgen.layout.box import Box, Content, LayoutNode, element
from cardgen.layout.canvas import Canvas
from cardgen.layout.panel import place_in


@element
class SideElement(Box):
    """The root: one printable side. Its box is the trim; its background fills the bleed too."""

    tag: ClassVar[str] = "side"
    content: ClassVar[Content] = "boxes"

    padding: Insets = attribute(INSETS, Insets(), "room kept free inside, as in CSS")
    background: PaintSpec | None = attribute(PAINT, None, "what fills trim and bleed")

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Paint the background up to the bleed, then place each child."""
        if self.background is not None:
            full = canvas.bled(rect)
            paint = paint_on(self.background, full)
            canvas.items.append(Shape(Path.rect(full), paint, None, node.element.stamp))
        content = rect.inset(self.padding)
        for child in node.children:
            place_in(child, content, canvas)
