"""`<qr>`: a QR code."""

from __future__ import annotations

from typing import ClassVar

from cardgen.assets.qrcodes import QR_LEVELS, QUIET, QrCode, QrLevel, QrTooLongError, qr_code
from cardgen.core.color import Color
from cardgen.core.errors import LayoutError
from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.frame import Frame, Group, Item, Region, RegionKind, Shape
from cardgen.layout import problems
from cardgen.layout.attributes import COLOR, COUNT, NAME, STROKE, attribute, choice
from cardgen.layout.box import Box, LayoutNode, element
from cardgen.layout.canvas import Canvas

MODULE = 0.5
"""The size of a module in a row or column, in mm."""
BLACK, WHITE = Color(0.0, 0.0, 0.0), Color(1.0, 1.0, 1.0)


@element
class QrElement(Box):
    """A QR code that holds a text or an address, as large as fits its box."""

    tag: ClassVar[str] = "qr"
    needed: ClassVar[tuple[str, ...]] = ("data",)
    static: ClassVar[bool] = True

    data: str = attribute(NAME, "", "what it holds: an address on the web, or any text")
    level: QrLevel = attribute(
        choice(*QR_LEVELS), "M", "how much may be lost: about 7, 15, 25 or 30 %"
    )
    color: Color = attribute(COLOR, BLACK, "the dark modules")
    background: Color | None = attribute(
        STROKE, WHITE, "what they stand on; `none` if that is light already"
    )
    quiet: int = attribute(COUNT, QUIET, "modules left free all around, inside the box")
    alt: str | None = attribute(NAME, None, "what is read aloud; what it holds if left out")

    def measure(self, node: LayoutNode, width: float, canvas: Canvas) -> tuple[float, float]:
        """Return a square with modules that any phone reads."""
        side = (self._code(node).size + 2 * self.quiet) * MODULE
        return (side, side)

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Draw the code in the middle of the box."""
        code = self._code(node)
        side = float(code.size + 2 * self.quiet)
        whole = Rect(0.0, 0.0, side, side)
        own = Rect(float(self.quiet), float(self.quiet), float(code.size), float(code.size))
        stamp = node.element.stamp
        items: list[Item] = [Region(RegionKind.MACHINE_READ, own, f"modules={code.size}", stamp)]
        if self.background is not None:
            items.append(Shape(Path.rect(whole), self.background, None, stamp))
        placed = code.outline.transformed(Matrix.translation(own.x, own.y))
        items.append(Shape(placed, self.color, None, stamp))
        alt = f"QR code: {self.data}" if self.alt is None else self.alt
        matrix = Matrix.fitting(whole, rect)
        canvas.items.append(Group(Frame(Size(side, side), items), matrix, stamp=stamp, alt=alt))

    def _code(self, node: LayoutNode) -> QrCode:
        try:
            if self.data:
                return qr_code(self.data, self.level)
        except QrTooLongError:
            pass
        at = node.element.location
        raise LayoutError(problems.no_qr_code(at, len(self.data.encode()), self.level))
