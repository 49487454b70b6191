"""The bases of boxes that hold others."""

from cardgen.core.diagnostics import CardgenError, LayoutError
from cardgen.core.geometry import Insets, Path, Rect
from cardgen.frame import Shape, Stroke
from cardgen.layout import problems
from cardgen.layout.attributes import (
    BREADTH,
    FLAG,
    INSETS,
    PAINT,
    PaintSpec,
    attribute,
    choice,
    paint_on,
)
from cardgen.layout.box import Box, LayoutNode
from cardgen.layout.canvas import Canvas


class Container(Box):
    """A box with children, inside its padding and on its background."""

    padding: Insets = attribute(INSETS, Insets(), "space around the content, as in CSS")
    background: PaintSpec | None = attribute(PAINT, None, "paint of the box")
    stroke: PaintSpec | None = attribute(PAINT, None, "paint of the border")
    stroke_width: float = attribute(BREADTH, 0.3, "border width, drawn inside the box")
    radius: float = attribute(BREADTH, 0.0, "corner radius")
    clip: bool = attribute(FLAG, False, "hides content outside the box")

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Paint the background, then place the children on it."""
        if self.background is not None or self.stroke is not None:
            self.paint_background(node, rect, canvas)
        content = rect.inset(self.padding) if self.padding != NO_PADDING else rect
        if content.width < -1e-6 or content.height < -1e-6:
            reason = f"its padding leaves {content.width:.2f} x {content.height:.2f} mm"
            raise LayoutError(problems.box_impossible(node.element.location, self.tag, reason))
        if not self.clip:
            self.place_children(node, content, canvas)
            return
        outer, canvas.items = canvas.items, []
        try:
            self.place_children(node, content, canvas)
        finally:
            inner, canvas.items = canvas.items, outer
        clip = Path.rect(rect, self.radius)
        canvas.add_clipped(inner, rect, clip, node.element.stamp)

    def paint_background(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Fill the box and draw its border inside the box."""
        stamp = node.element.stamp
        border = paint_on(self.stroke, rect)
        if border is None:
            fill = paint_on(self.background, rect)
            canvas.items.append(Shape(Path.rect(rect, self.radius), fill, None, stamp))
            return
        half = self.stroke_width / 2
        outline = Path.rect(rect.grow(-half), max(self.radius - half, 0.0))
        line = Stroke(border, self.stroke_width)
        canvas.items.append(Shape(outline, paint_on(self.background, rect), line, stamp))

    def place_children(self, node: LayoutNode, content: Rect, canvas: Canvas) -> None:
        """Place the children in the content box."""
        raise NotImplementedError


NO_PADDING = Insets()


def place_in(child: LayoutNode, content: Rect, canvas: Canvas) -> None:
    """Place a child by its own x, y, width and height; report one with an impossible size."""
    try:
        rect = child.box.position(child, content, canvas)
    except CardgenError as error:
        canvas.report(*error.diagnostics)
        return
    canvas.place(child, rect)


class SidedBox(Container):
    """A box that arranges its children along its width, from where text starts."""

    direction: str | None = attribute(
        choice("ltr", "rtl"), None, "side where the children begin; as in text if left out"
    )

    def place_by_direction(self, rect: Rect, content: Rect, canvas: Canvas) -> Rect:
        """Return the rectangle of a child, mirrored where text starts at the right."""
        if self.direction == "ltr" or (self.direction is None and not canvas.faces.leftward):
            return rect
        return Rect(content.x + content.right - rect.right, rect.y, rect.width, rect.height)
