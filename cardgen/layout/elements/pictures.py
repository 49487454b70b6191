"""Pictures: `<icon>` and `<qr>` as vector paths, `<image>`, and `<card>`, a real card."""

from typing import ClassVar

from cardgen.assets.qrcodes import QR_LEVELS, QUIET_ZONE, QrCode, QrLevel, QrTooLongError, qr_code
from cardgen.assets.svgview import Part, PictureView
from cardgen.core.diagnostics import LayoutError
from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.core.style import Color
from cardgen.core.units import MM_PER_INCH
from cardgen.frame import Frame, Group, Image, Item, Region, RegionKind, Shape
from cardgen.frame.reach import intersection
from cardgen.layout import problems
from cardgen.layout.attributes import (
    AMOUNT,
    BREADTH,
    COLOR,
    COUNT,
    CROP,
    EXTENT,
    FOCUS,
    NAME,
    PICTURE,
    STROKE,
    ZOOM,
    Length,
    Percent,
    attribute,
    choice,
    resolve,
)
from cardgen.layout.box import LARGE, Box, LayoutNode, element
from cardgen.layout.canvas import CORNER, OUTLINES, Canvas, outline
from cardgen.layout.text.block import draw_icon

DEFAULT_SIZE = 4.0
BLACK = Color(0.0, 0.0, 0.0)


@element
class IconElement(Box):
    """An icon from an SVG file, as large as its box allows without distortion."""

    tag: ClassVar[str] = "icon"
    needed: ClassVar[tuple[str, ...]] = ("name",)

    name: str = attribute(NAME, "", "file name of the icon, without .svg")
    color: Color = attribute(COLOR, BLACK, "colour of the parts that use `currentColor`")
    size: Length | None = attribute(EXTENT, None, "width and height")
    number: str = attribute(NAME, "", "a number or short word printed in the icon")
    number_color: Color | None = attribute(
        COLOR, None, "colour of the number; if left out, black or white, by contrast"
    )
    style: str = attribute(NAME, "body", "text style of the number; its bold font if it has one")
    alt: str | None = attribute(
        NAME, None, "text for screen readers; the word of its term if left out, empty for none"
    )

    def measure(self, node: LayoutNode, width: float, canvas: Canvas) -> tuple[float, float]:
        """Return a square of `size`, 4 mm by default."""
        side = resolve(self.size, width) if self.size is not None else DEFAULT_SIZE
        return (side, side)

    def natural(
        self, node: LayoutNode, parent: Rect, canvas: Canvas
    ) -> tuple[float | None, float | None]:
        """Return `size` (a percentage refers to the parent's width), or else the parent's size."""
        side = None if self.size is None else resolve(self.size, parent.width)
        return side, side

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Draw the icon in the middle of the box."""
        stamp = node.element.stamp
        face = canvas.faces.plain(self.style, stamp) if self.number else None
        frame, word = draw_icon(
            self.name, self.color, self.number, self.number_color, face, node.element, canvas
        )
        alt = word if self.alt is None else self.alt
        canvas.items.append(Group(frame, Matrix.fitting(frame.trim, rect), stamp=stamp, alt=alt))


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
        FOCUS, CENTRE, "the point that stays as close to the middle as possible: `40% 20%`"
    )
    zoom: float = attribute(ZOOM, 1.0, "scale of the picture, beyond `fit`")
    crop: tuple[float, float, float, float] = attribute(
        CROP, WHOLE, "the part of the picture to use: `10% 0% 60% 80%`"
    )
    radius: float = attribute(BREADTH, 0.0, "corner radius")
    min_dpi: float = attribute(AMOUNT, 200.0, "warn below this resolution")

    @property
    def _source(self) -> PictureView:
        assert self.src is not None
        return self.src

    @property
    def _crop(self) -> Part:
        """The part that counts: as the picture says itself, or else as the template does."""
        return self._source.crop or self.crop

    def measure(self, node: LayoutNode, width: float, canvas: Canvas) -> tuple[float, float]:
        """Return the size at 300 dpi, reduced where the width is less."""
        picture = canvas.library.picture(self._source.path, node.element.location)
        _, _, across, down = self._crop
        natural = picture.width_px * across / 300 * MM_PER_INCH
        wide = min(width, natural)
        return (wide, wide * picture.height_px * down / (picture.width_px * across))

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Scale the picture to its box, and clip what sticks out (`object-fit` in CSS)."""
        view, element = self._source, node.element
        picture = canvas.library.picture(view.path, element.location)
        left, top, across, down = self._crop
        wide, high = picture.width_px * across, picture.height_px * down
        sx, sy = rect.width / wide, rect.height / high
        if self.fit != "stretch":
            sx = sy = max(sx, sy) if self.fit == "cover" else min(sx, sy)
        zoom, focus = view.zoom or self.zoom, view.focus or self.focus
        sx, sy = sx * zoom, sy * zoom
        visible_rect = Rect(
            rect.x + _offset((focus[0] - left) / across, wide * sx, rect.width),
            rect.y + _offset((focus[1] - top) / down, high * sy, rect.height),
            wide * sx,
            high * sy,
        )
        dpi = MM_PER_INCH / max(sx, sy, 1e-9)
        if dpi < self.min_dpi:
            diagnostic = problems.picture_too_coarse(element.location, view.path, dpi, self.min_dpi)
            canvas.report(diagnostic)
        picture_rect = Rect(
            visible_rect.x - left * picture.width_px * sx,
            visible_rect.y - top * picture.height_px * sy,
            picture.width_px * sx,
            picture.height_px * sy,
        )
        image = Image(picture.key, picture_rect, element.stamp)
        cropped = self._crop != WHOLE
        if self.radius or cropped or not rect.contains(visible_rect, 1e-6):
            clip = Path.rect(intersection(visible_rect, rect) if cropped else rect, self.radius)
            canvas.add_clipped([image], rect, clip, element.stamp)
        else:
            canvas.items.append(image)


def _offset(focus: float, size: float, room: float) -> float:
    """Return where a picture begins in its room: the focus in the middle, without a gap."""
    if size <= room:
        return (room - size) / 2
    return min(0.0, max(room - size, (room - 2 * min(max(focus, 0.0), 1.0) * size) / 2))


MODULE = 0.5
"""The size of a module in a row or column, in mm."""
QR_BLACK, WHITE = Color(0.0, 0.0, 0.0), Color(1.0, 1.0, 1.0)


@element
class QrElement(Box):
    """A QR code of a text or an address, as large as its box allows."""

    tag: ClassVar[str] = "qr"
    needed: ClassVar[tuple[str, ...]] = ("data",)

    data: str = attribute(NAME, "", "a web address, or any text")
    level: QrLevel = attribute(
        choice(*QR_LEVELS), "M", "error correction, of about 7, 15, 25 or 30 %"
    )
    color: Color = attribute(COLOR, QR_BLACK, "colour of the dark modules")
    background: Color | None = attribute(
        STROKE, WHITE, "background of the code; `none` on a light surface"
    )
    quiet: int = attribute(
        COUNT, QUIET_ZONE, "width of the empty border inside the box, in modules"
    )
    alt: str | None = attribute(NAME, None, "text for screen readers; `data` if left out")

    def measure(self, node: LayoutNode, width: float, canvas: Canvas) -> tuple[float, float]:
        """Return a square with modules that any phone reads."""
        side = (self._code(node).size + 2 * self.quiet) * MODULE
        return (side, side)

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Draw the code in the middle of the box."""
        code = self._code(node)
        side = float(code.size + 2 * self.quiet)
        code_rect = Rect(0.0, 0.0, side, side)
        own = Rect(float(self.quiet), float(self.quiet), float(code.size), float(code.size))
        stamp = node.element.stamp
        items: list[Item] = [Region(RegionKind.MACHINE_READ, own, f"modules={code.size}", stamp)]
        if self.background is not None:
            items.append(Shape(Path.rect(code_rect), self.background, None, stamp))
        outline = code.outline.transform(Matrix.translation(own.x, own.y))
        items.append(Shape(outline, self.color, None, stamp))
        alt = f"QR code: {self.data}" if self.alt is None else self.alt
        matrix = Matrix.fitting(code_rect, rect)
        canvas.items.append(Group(Frame(Size(side, side), items), matrix, stamp=stamp, alt=alt))

    def _code(self, node: LayoutNode) -> QrCode:
        try:
            if self.data:
                return qr_code(self.data, self.level)
        except QrTooLongError:
            pass
        location = node.element.location
        raise LayoutError(problems.no_qr_code(location, len(self.data.encode()), self.level))


@element
class CardElement(Box):
    """A picture of a card of the game, which changes with the card.

    Without `width` and `height` it has its true size; with one of them, it keeps its proportions.
    """

    tag: ClassVar[str] = "card"
    needed: ClassVar[tuple[str, ...]] = ("ref",)

    ref: str = attribute(NAME, "", "`deck/card`, or `deck` for the deck's back")
    side: str = attribute(choice("face", "back"), "face", "which side to show")
    radius: float = attribute(BREADTH, CORNER, "corner radius, at the card's true size")
    shape: str = attribute(choice(*OUTLINES), "card", "outline of the piece")

    def _frame(self, node: LayoutNode, canvas: Canvas) -> Frame | None:
        side = self.side if "/" in self.ref else "back"
        return canvas.picture(f"{self.ref}/{side}", node.element.location)

    def measure(self, node: LayoutNode, width: float, canvas: Canvas) -> tuple[float, float]:
        """Return the card's true size, reduced where the width is less."""
        frame = self._frame(node, canvas)
        if frame is None:
            return (0.0, 0.0)
        wide = min(width, frame.size.width)
        return (wide, wide * _height_over_width(frame))

    def proportion(self, node: LayoutNode, canvas: Canvas) -> float | None:
        """Return the proportion of the side if the box gives only one of width and height."""
        if (self.width is None) == (self.height is None):
            return None
        frame = self._frame(node, canvas)
        return _height_over_width(frame) if frame is not None else None

    def preferred_size(
        self, node: LayoutNode, width: float, height: float, canvas: Canvas
    ) -> tuple[float, float]:
        """Let a width or height alone bring the other along."""
        w, h = super().preferred_size(node, width, height, canvas)
        ratio = self.proportion(node, canvas)
        if ratio is not None and self.width is not None:
            least = 0.0 if isinstance(self.min_height, Percent) else self.min_height
            h = max(w * ratio, least or 0.0)
        elif ratio is not None and not (height >= LARGE and isinstance(self.height, Percent)):
            w = max(h / ratio, resolve(self.min_width or 0.0, width))
        return (w, h)

    def natural(
        self, node: LayoutNode, parent: Rect, canvas: Canvas
    ) -> tuple[float | None, float | None]:
        """Return the true size of the card; a width or height alone brings the other along."""
        frame = self._frame(node, canvas)
        if frame is None:
            return None, None
        wide = self.horizontally(False).size(parent.width)
        high = self.vertically.size(parent.height)
        if wide is not None:
            return wide, wide * _height_over_width(frame)
        if high is not None:
            return high / _height_over_width(frame), high
        return frame.size.width, frame.size.height

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Draw the card as large as fits, clipped at its trim."""
        frame = self._frame(node, canvas)
        if frame is None:
            return
        clip = outline(self.shape, frame.size, self.radius)
        matrix = Matrix.fitting(frame.trim, rect)
        canvas.items.append(Group(frame, matrix, clip, stamp=node.element.stamp))


def _height_over_width(frame: Frame) -> float:
    return frame.size.height / frame.size.width
