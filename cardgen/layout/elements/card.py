"""`<card>`: a picture of a real card, for boards, aids and booklets."""

from __future__ import annotations

from typing import ClassVar

from cardgen.core.geometry import Matrix, Path, Rect
from cardgen.frame import Frame, Group
from cardgen.layout.attributes import BREADTH, NAME, attribute, choice
from cardgen.layout.box import Box, Node, element
from cardgen.layout.canvas import Canvas


@element
class CardElement(Box):
    """A real card of the game, drawn from its own Frame: it changes when the card does."""

    tag: ClassVar[str] = "card"
    needed: ClassVar[tuple[str, ...]] = ("ref",)

    ref: str = attribute(NAME, "", "`deck/card`, or `deck` for the deck's back")
    side: str = attribute(choice("face", "back"), "face", "which side to show")
    radius: float = attribute(BREADTH, 3.0, "corner radius, at the card's true size")

    def _frame(self, node: Node, canvas: Canvas) -> Frame | None:
        side = self.side if "/" in self.ref else "back"
        return canvas.picture(f"{self.ref}/{side}", node.element.location)

    def measure(self, node: Node, width: float, canvas: Canvas) -> tuple[float, float]:
        """Be the card's true size, or smaller where the width is less."""
        frame = self._frame(node, canvas)
        if frame is None:
            return (0.0, 0.0)
        wide = min(width, frame.size.width)
        return (wide, wide * frame.size.height / frame.size.width)

    def natural_width(self, node: Node, canvas: Canvas) -> float | None:
        """Keep the true size where the box gives none."""
        frame = self._frame(node, canvas)
        return frame.size.width if frame is not None and self.height is None else None

    def natural_height(self, node: Node, canvas: Canvas) -> float | None:
        """Keep the true size where the box gives none."""
        frame = self._frame(node, canvas)
        return frame.size.height if frame is not None and self.width is None else None

    def place(self, node: Node, rect: Rect, canvas: Canvas) -> None:
        """Draw the card as large as fits, cut at its trim."""
        frame = self._frame(node, canvas)
        if frame is None:
            return
        scale = min(rect.width / frame.size.width, rect.height / frame.size.height)
        dx = rect.x + (rect.width - frame.size.width * scale) / 2
        dy = rect.y + (rect.height - frame.size.height * scale) / 2
        clip = Path.rect(frame.trim, self.radius)
        matrix = Matrix(scale, 0.0, 0.0, scale, dx, dy)
        canvas.items.append(Group(frame, matrix, clip, at=node.element.at))
