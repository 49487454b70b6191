"""`<image>`: a raster picture."""

from __future__ import annotations

from typing import ClassVar

from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.core.units import MM_PER_INCH
from cardgen.frame import Frame, Group, Image
from cardgen.layout import problems
from cardgen.layout.attributes import AMOUNT, BREADTH, NAME, attribute, choice
from cardgen.layout.box import Box, LayoutNode, element
from cardgen.layout.canvas import Canvas


@element
class ImageElement(Box):
    """A PNG, JPEG, WebP, TIFF, GIF or BMP picture from anywhere in the game's folder."""

    tag: ClassVar[str] = "image"
    needed: ClassVar[tuple[str, ...]] = ("src",)

    src: str = attribute(NAME, "", "file, relative to the game's folder: `art/hill.jpg`")
    fit: str = attribute(
        choice("cover", "contain", "stretch"), "cover", "how the picture fills its box"
    )
    radius: float = attribute(BREADTH, 0.0, "corner radius")
    min_dpi: float = attribute(AMOUNT, 200.0, "warn below this resolution")

    def measure(self, node: LayoutNode, width: float, canvas: Canvas) -> tuple[float, float]:
        """Return the size at 300 dpi, reduced where the width is less."""
        picture = canvas.library.picture(self.src, node.element.location)
        natural = picture.width_px / 300 * MM_PER_INCH
        wide = min(width, natural)
        return (wide, wide * picture.height_px / picture.width_px)

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Scale the picture to its box, and clip what sticks out (`object-fit` in CSS)."""
        picture = canvas.library.picture(self.src, node.element.location)
        sx, sy = rect.width / picture.width_px, rect.height / picture.height_px
        if self.fit != "stretch":
            sx = sy = max(sx, sy) if self.fit == "cover" else min(sx, sy)
        width, height = picture.width_px * sx, picture.height_px * sy
        placed = Rect(
            rect.x + (rect.width - width) / 2, rect.y + (rect.height - height) / 2, width, height
        )
        dpi = MM_PER_INCH / max(sx, sy, 1e-9)
        if dpi < self.min_dpi:
            at = node.element.location
            canvas.report(problems.picture_too_coarse(at, self.src, dpi, self.min_dpi))
        image = Image(picture.key, placed, node.element.stamp)
        if self.radius or (self.fit == "cover" and not rect.contains(placed, 1e-6)):
            inner = Frame(Size(rect.right, rect.bottom), [image])
            clip = Path.rect(rect, self.radius)
            canvas.items.append(Group(inner, Matrix(), clip, stamp=node.element.stamp))
        else:
            canvas.items.append(image)
