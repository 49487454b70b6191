"""`<image>`: a raster picture."""

from __future__ import annotations

from typing import ClassVar

from cardgen.assets.views import PictureView
from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.core.units import MM_PER_INCH
from cardgen.frame import Frame, Group, Image
from cardgen.frame.reach import common
from cardgen.layout import problems
from cardgen.layout.attributes import AMOUNT, BREADTH, CROP, FOCUS, PICTURE, ZOOM, attribute, choice
from cardgen.layout.box import Box, LayoutNode, element
from cardgen.layout.canvas import Canvas

CENTRE = (0.5, 0.5)
WHOLE = (0.0, 0.0, 1.0, 1.0)


@element
class ImageElement(Box):
    """A PNG, JPEG, WebP, TIFF, GIF or BMP picture from anywhere in the game's folder."""

    tag: ClassVar[str] = "image"
    needed: ClassVar[tuple[str, ...]] = ("src",)

    src: PictureView | None = attribute(
        PICTURE, None, "file, relative to the game's folder: `art/hill.jpg`"
    )
    fit: str = attribute(
        choice("cover", "contain", "stretch"), "cover", "how the picture fills its box"
    )
    focus: tuple[float, float] = attribute(
        FOCUS, CENTRE, "the point to keep as near the middle as can be: `40% 20%`"
    )
    zoom: float = attribute(ZOOM, 1.0, "how many times larger than `fit` makes it")
    crop: tuple[float, float, float, float] = attribute(
        CROP, WHOLE, "the part that counts as the picture: `10% 0% 60% 80%`"
    )
    radius: float = attribute(BREADTH, 0.0, "corner radius")
    min_dpi: float = attribute(AMOUNT, 200.0, "warn below this resolution")

    @property
    def view(self) -> PictureView:
        """What is shown of the picture: as it says itself, or else as the template does."""
        src = self.src
        assert src is not None
        return PictureView(
            src.path, src.focus or self.focus, src.zoom or self.zoom, src.crop or self.crop
        )

    def measure(self, node: LayoutNode, width: float, canvas: Canvas) -> tuple[float, float]:
        """Return the size at 300 dpi, reduced where the width is less."""
        picture = canvas.library.picture(self.view.path, node.element.location)
        _, _, across, down = self.view.crop or WHOLE
        natural = picture.width_px * across / 300 * MM_PER_INCH
        wide = min(width, natural)
        return (wide, wide * picture.height_px * down / (picture.width_px * across))

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Scale the picture to its box, and clip what sticks out (`object-fit` in CSS)."""
        view = self.view
        picture = canvas.library.picture(view.path, node.element.location)
        left, top, across, down = view.crop or WHOLE
        wide, high = picture.width_px * across, picture.height_px * down
        sx, sy = rect.width / wide, rect.height / high
        if self.fit != "stretch":
            sx = sy = max(sx, sy) if self.fit == "cover" else min(sx, sy)
        sx, sy = sx * (view.zoom or 1.0), sy * (view.zoom or 1.0)
        focus = view.focus or CENTRE
        shown = Rect(
            rect.x + _offset((focus[0] - left) / across, wide * sx, rect.width),
            rect.y + _offset((focus[1] - top) / down, high * sy, rect.height),
            wide * sx,
            high * sy,
        )
        dpi = MM_PER_INCH / max(sx, sy, 1e-9)
        if dpi < self.min_dpi:
            at = node.element.location
            canvas.report(problems.picture_too_coarse(at, view.path, dpi, self.min_dpi))
        cropped = view.crop != WHOLE
        whole = shown
        if cropped:
            whole = Rect(
                shown.x - left * picture.width_px * sx,
                shown.y - top * picture.height_px * sy,
                picture.width_px * sx,
                picture.height_px * sy,
            )
        image = Image(picture.key, whole, node.element.stamp)
        if self.radius or cropped or not rect.contains(shown, 1e-6):
            inner = Frame(Size(rect.right, rect.bottom), [image])
            clip = Path.rect(common(shown, rect) if cropped else rect, self.radius)
            canvas.items.append(Group(inner, Matrix(), clip, stamp=node.element.stamp))
        else:
            canvas.items.append(image)


def _offset(focus: float, size: float, room: float) -> float:
    """Return where a picture begins in its room: the focus in the middle, without a gap."""
    if size <= room:
        return (room - size) / 2
    return min(0.0, max(room - size, (room - 2 * min(max(focus, 0.0), 1.0) * size) / 2))
