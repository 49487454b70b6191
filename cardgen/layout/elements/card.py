"""`<card>`: a picture of a real card, for boards, aids and booklets."""

from __future__ import annotations

from typing import ClassVar

from cardgen.core.geometry import Matrix, Rect
from cardgen.frame import Frame, Group
from cardgen.layout.attributes import (
    BREADTH,
    NAME,
    Percent,
    attribute,
    choice,
    resolve,
)
from cardgen.layout.box import LARGE, Box, LayoutNode, element
from cardgen.layout.canvas import Canvas
from cardgen.layout.cutting import CORNER, OUTLINES, outline


@element
class CardElement(Box):
    """A real card of the game, drawn from its own Frame: it changes when the card does.

    Without width and height it has its true size; if only one is given, the other follows.
    """

    tag: ClassVar[str] = "card"
    needed: ClassVar[tuple[str, ...]] = ("ref",)

    ref: str = attribute(NAME, "", "`deck/card`, or `deck` for the deck's back")
    side: str = attribute(choice("face", "back"), "face", "which side to show")
    radius: float = attribute(BREADTH, CORNER, "corner radius, at the card's true size")
    shape: str = attribute(choice(*OUTLINES), "card", "how it is cut: as a token or a die is")

    def _frame(self, node: LayoutNode, canvas: Canvas) -> Frame | None:
        side = self.side if "/" in self.ref else "back"
        return canvas.picture(f"{self.ref}/{side}", node.element.location)

    def measure(self, node: LayoutNode, width: float, canvas: Canvas) -> tuple[float, float]:
        """Return the card's true size, reduced where the width is less."""
        frame = self._frame(node, canvas)
        if frame is None:
            return (0.0, 0.0)
        wide = min(width, frame.size.width)
        return (wide, wide * _ratio(frame))

    def proportion(self, node: LayoutNode, canvas: Canvas) -> float | None:
        """Return the proportion of the side if the box gives only one of width and height."""
        if (self.width is None) == (self.height is None):
            return None
        frame = self._frame(node, canvas)
        return _ratio(frame) if frame is not None else None

    def wanted(
        self, node: LayoutNode, width: float, height: float, canvas: Canvas
    ) -> tuple[float, float]:
        """Let a width or height alone bring the other along."""
        w, h = super().wanted(node, width, height, canvas)
        ratio = self.proportion(node, canvas)
        if ratio is not None and self.width is not None:
            least = 0.0 if isinstance(self.min_height, Percent) else self.min_height
            h = max(w * ratio, least or 0.0)
        elif ratio is not None and not (height >= LARGE and isinstance(self.height, Percent)):
            w = max(h / ratio, resolve(self.min_width or 0.0, width))
        return (w, h)

    def position(self, node: LayoutNode, parent: Rect, canvas: Canvas) -> Rect:
        """Let a width or height alone bring the other along."""
        wide = self.horizontally.size(parent.width)
        high = self.vertically.size(parent.height)
        frame = self._frame(node, canvas)
        if frame is None or (wide is None) == (high is None):
            return super().position(node, parent, canvas)
        size = {
            "width": wide if wide is not None else (high or 0.0) / _ratio(frame),
            "height": high if high is not None else (wide or 0.0) * _ratio(frame),
        }
        return CardElement(**{**vars(self), **size}).position(node, parent, canvas)

    def natural_width(self, node: LayoutNode, canvas: Canvas) -> float | None:
        """Return the true size of the card."""
        frame = self._frame(node, canvas)
        return frame.size.width if frame is not None else None

    def natural_height(self, node: LayoutNode, canvas: Canvas) -> float | None:
        """Return the true size of the card."""
        frame = self._frame(node, canvas)
        return frame.size.height if frame is not None else None

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Draw the card as large as fits, clipped at its trim."""
        frame = self._frame(node, canvas)
        if frame is None:
            return
        scale = min(rect.width / frame.size.width, rect.height / frame.size.height)
        dx = rect.x + (rect.width - frame.size.width * scale) / 2
        dy = rect.y + (rect.height - frame.size.height * scale) / 2
        clip = outline(self.shape, frame.size, self.radius)
        matrix = Matrix(scale, 0.0, 0.0, scale, dx, dy)
        canvas.items.append(Group(frame, matrix, clip, stamp=node.element.stamp))


def _ratio(frame: Frame) -> float:
    """Return the height of a side over its width."""
    return frame.size.height / frame.size.width
