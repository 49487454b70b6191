"""The element `<pips>`: the dots of a die."""

from typing import ClassVar

from cardgen.core.geometry import Path, Rect
from cardgen.layout.attributes import attribute, choice
from cardgen.layout.box import LayoutNode, element
from cardgen.layout.canvas import Canvas
from cardgen.layout.elements.shapes import ShapeElement

_CENTRE = ((0.5, 0.5),)
_DIAGONAL = ((0.25, 0.25), (0.75, 0.75))
_CORNERS = (*_DIAGONAL, (0.25, 0.75), (0.75, 0.25))
_PIPS = {
    "1": _CENTRE,
    "2": _DIAGONAL,
    "3": (*_CENTRE, *_DIAGONAL),
    "4": _CORNERS,
    "5": (*_CENTRE, *_CORNERS),
    "6": (*_CORNERS, (0.25, 0.5), (0.75, 0.5)),
}
"""The centres of the dots for each number, as shares of the width and height."""


@element
class PipsElement(ShapeElement):
    """The dots of a die, one to six, spread over the box."""

    tag: ClassVar[str] = "pips"
    needed: ClassVar[tuple[str, ...]] = ("value",)

    value: str = attribute(choice(*_PIPS), "1", "how many dots")

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Draw a circle for each dot."""
        radius = min(rect.width, rect.height) / 10
        for x, y in _PIPS[self.value]:
            centre = (rect.x + x * rect.width, rect.y + y * rect.height)
            dot = Path.ellipse(*centre, radius, radius)
            self.draw(dot, rect, node.element.stamp, canvas)
