"""One Frame as PDF operators (ISO 32000-2, Annex A), in millimetres, y down.

A Drawing is independent of page and document: resources are named by content, inner Frames stay
references, and coordinates are the Frame's own. A side is therefore drawn once for all sheets,
papers and processes. `cardgen.backend.content` later inlines or calls inner Frames, for each
document.
"""

from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.backend.objects import text as pdf_text
from cardgen.backend.shading import outline_stroke
from cardgen.backend.structure import TagEvent, tag_event
from cardgen.core.fingerprint import digest, digest_bytes
from cardgen.core.geometry import Matrix, Path, Rect
from cardgen.core.style import Color, LinearGradient, RadialGradient
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import (
    FACTOR_DIGITS,
    IDENTITY,
    Frame,
    Group,
    Image,
    Item,
    RegionKind,
    Shading,
    Shadow,
    Shape,
    Shaped,
    SoftMask,
    Stroke,
    Text,
)
from cardgen.frame.items import MITER

Gradient = LinearGradient | RadialGradient

_SEGMENTS = {
    "M": "%.10g %.10g m",
    "L": "%.10g %.10g l",
    "C": "%.10g %.10g %.10g %.10g %.10g %.10g c",
    "Z": "h",
}
"""Numbers of Frames are rounded; ten digits hide the errors of later sums."""
_TAGS = (RegionKind.TAG, RegionKind.LINK)
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


class Drawing(Struct):
    """Operators, interrupted by inner Frames and tags, and the resources that they name.

    ``gradients`` includes the masks of shadows. ``words`` maps a font key to the words in that
    font, whose glyphs must be embedded.
    """

    parts: "list[str | InnerFrame | TagEvent]" = []
    words: dict[str, tuple[Shaped, ...]] = {}
    images: set[str] = set()
    alphas: set[int] = set()
    gradients: dict[str, Shading] = {}


class InnerFrame(Struct, frozen=True):
    """An inner Frame between operators; ``isolated`` means a transparency group.

    ``read`` means that readers get other words in place of the Frame's own, so it is not shared.
    """

    frame: Frame
    isolated: bool
    read: bool = False


def font_name(key: str) -> str:
    """Name a font resource by content."""
    return "F" + key.rpartition("@")[2]


def image_name(key: str) -> str:
    """Name an image resource by content."""
    return "I" + key[:16]


def alpha_name(thousandths: int) -> str:
    """Name a graphics state that sets an opacity."""
    return f"A{thousandths}"


def gradient_name(gradient: Gradient) -> str:
    """Name a shading by content."""
    stops = [(offset, c.red, c.green, c.blue, c.alpha) for offset, c in gradient.stops]
    match gradient:
        case LinearGradient(x0, y0, x1, y1):
            line: tuple[float, ...] = (x0, y0, x1, y1)
        case RadialGradient(cx, cy, radius):
            line = (cx, cy, radius)
    return "S" + digest((line, stops))[:16]


def mask_name(mask: SoftMask) -> str:
    """Name the mask of a shadow by content."""
    pixels = mask.width_px, mask.height_px, digest_bytes(mask.rows)
    return "S" + digest((pixels, mask.opacity))[:16]


def is_glow(gradient: Gradient) -> bool:
    """True for a gradient of one colour whose opacity changes."""
    colors = [color for _, color in gradient.stops]
    solid = {(color.red, color.green, color.blue) for color in colors}
    return len(solid) == 1 and len({color.alpha for color in colors}) > 1


def draw(frame: Frame) -> Drawing:
    """Write a Frame as operators."""
    return Pen().frame(frame)


def mm(*values: float) -> str:
    """Format coordinates to a micrometre, the precision of Frames."""
    return " ".join(["%.10g" % (round(value, 3) + 0.0) for value in values])


def matrix_operands(m: Matrix) -> str:
    """Format a transform; as in Frames, its factors have more digits than its offsets."""
    factors = " ".join(
        (f"{v:.{FACTOR_DIGITS}f}".rstrip("0").rstrip(".") if v % 1 else f"{v:.0f}")
        for v in (m.a, m.b, m.c, m.d)
    )
    return f"{factors} {mm(m.e, m.f)}"


def _rgb(color: Color) -> str:
    return " ".join([f"{round(part, 4):g}" for part in (color.red, color.green, color.blue)])


@lru_cache(10_000)
def path_operators(path: Path) -> str:
    """Return the path operators of an outline, without a painting operator."""
    segments: tuple[tuple[Any, ...], ...] = path.segments
    pattern = " ".join([_SEGMENTS[segment[0]] for segment in segments])
    return pattern % tuple([number for segment in segments for number in segment[1:]])


class Pen:
    """Writes items, and remembers colours and opacity to avoid repeating them.

    Colours are written as RGB; a pen for other inks overrides the methods that write colours.
    """

    def __init__(self) -> None:
        self.drawing = Drawing()
        self.words: dict[str, set[Shaped]] = {}
        self.out: list[str] = []
        self.fill: Color | None = None
        self.line: Stroke | None = None
        self.alpha = 1000

    def frame(self, frame: Frame) -> Drawing:
        """Write a Frame."""
        for item in frame.items:
            self.item(item)
        self.plain_miter()
        self.flush()
        # Tuples, because sets take many times more memory and there is a drawing for each side.
        self.drawing.words = {font: tuple(words) for font, words in self.words.items()}
        return self.drawing

    def plain_miter(self) -> None:
        """Reset the mitre limit, which operators of inner Frames do not set."""
        if self.line is not None and self.line.miter != MITER:
            self.out.append(f"{MITER:g} M")
            self.line = None

    def flush(self) -> None:
        """Move the collected operators to the drawing."""
        if self.out:
            self.drawing.parts.append("\n".join(self.out) + "\n")
            self.out = []

    def item(self, item: Item) -> None:
        """Write an item."""
        if isinstance(item, Text):
            self.text(item)
        elif isinstance(item, Shape):
            self.shape(item)
        elif isinstance(item, Group):
            self.group(item)
        elif isinstance(item, Image):
            self.image(item)
        elif isinstance(item, Shadow):
            self.shadow(item)
        elif item.kind in _TAGS:
            self.flush()
            self.drawing.parts.append(tag_event(item))

    def set_alpha(self, alpha: float) -> None:
        """Set the opacity for the next operators."""
        thousandths = round(alpha * 1000)
        if thousandths != self.alpha:
            self.alpha = thousandths
            self.drawing.alphas.add(thousandths)
            self.out.append(f"/{alpha_name(thousandths)} gs")

    def set_fill(self, color: Color) -> None:
        """Set the fill colour of areas and letters."""
        self.set_alpha(color.alpha)
        if color is not self.fill and color != self.fill:
            self.fill = color
            self.out.append(f"{_rgb(color)} rg")

    def set_line(self, line: Stroke) -> None:
        """Set the look of lines of one colour; `shape` fills lines with a gradient as areas."""
        assert isinstance(line.paint, Color)
        self.set_alpha(line.paint.alpha)
        if line == self.line:
            return
        if line.miter != (self.line.miter if self.line else MITER):
            self.out.append(f"{line.miter:g} M")
        self.line = line
        self.out.append(
            f"{self.line_color(line.paint)} {mm(line.width)} w "
            f"{_CAPS[line.cap]} J {_JOINS[line.join]} j [{mm(*line.dash)}] 0 d"
        )

    def shape(self, shape: Shape) -> None:
        """Write a shape."""
        outline = path_operators(shape.path)
        if not outline:
            return
        fill, line = shape.fill, shape.stroke
        drawn = None if line is None else line.paint
        if isinstance(drawn, Gradient):
            assert line is not None
            if fill is not None:
                self.shape(replace(shape, stroke=None))
            area = path_operators(outline_stroke(shape.path, line))
            if area:
                self.shade(f"{area} f", f"{area} W n", drawn)
            return
        rule = "*" if shape.path.even_odd else ""
        if fill is not None and not isinstance(fill, Color):
            self.shade(f"{outline} f{rule}", f"{outline} W{rule} n", fill)
            fill = None
        if fill is not None and line is not None and drawn and fill.alpha == drawn.alpha:
            self.set_fill(fill)
            self.set_line(line)
            self.out.append(f"{outline} B{rule}")
            return
        if fill is not None:
            self.set_fill(fill)
            self.out.append(f"{outline} f{rule}")
        if line is not None:
            self.set_line(line)
            self.out.append(f"{outline} S")

    def shade(self, fill_operators: str, clipped: str, gradient: Gradient) -> None:
        """Paint a gradient, given the operators that fill its area and that clip to it."""
        name = gradient_name(gradient)
        self.drawing.gradients[name] = gradient
        if is_glow(gradient):
            # Fill the colour under the mask: a shading would double the time to render.
            color = self.glow(gradient.stops[0][1])
            self.out.append(f"q /M{name} gs {color} {fill_operators} Q")
            return
        alphas = {color.alpha for _, color in gradient.stops}
        state = ""
        if len(alphas) > 1:
            state = f"/M{name} gs "  # a soft mask that fades along the same line: see `shading`
        else:
            self.set_alpha(alphas.pop())
        self.out.append(f"q {clipped} {state}/{name} sh Q")

    def line_color(self, color: Color) -> str:
        """Return the operator for the colour of lines."""
        return f"{_rgb(color)} RG"

    def glow(self, color: Color) -> str:
        """Return the operator for the colour of a glow."""
        return f"{_rgb(color)} rg"

    def text(self, text: Text) -> None:
        """Write a run of text."""
        run = self.run(text)
        if isinstance(text.color, Color):
            self.set_fill(text.color)
            self.out.append(f"BT {run} ET")
        else:
            self.shade(f"BT {run} ET", f"BT 7 Tr {run} ET", text.color)

    def run(self, text: Text) -> str:
        """Return the operators of a text, without BT and ET."""
        size = text.size * MM_PER_POINT
        self.words.setdefault(text.font, set()).update(text.words)
        run = [_word(word, size, bool(text.tracking)) for word in text.words]
        if text.stretch:
            wide = f"{-text.stretch / size * 1000:.2f}"
            for index, word in enumerate(text.words):
                if word.text == " ":
                    run[index] += wide
        glyph_array = "".join(run).replace("><", "")
        spacing = f"{text.tracking:.4f} Tc " if text.tracking else ""
        reset = " 0 Tc" if text.tracking else ""
        return (
            f"/{font_name(text.font)} {size:.5g} Tf {spacing}"
            f"1 0 0 -1 {mm(text.x, text.y)} Tm [{glyph_array}] TJ{reset}"
        )

    def group(self, group: Group) -> None:
        """Write the operators around an inner Frame, and the Frame as a part of the drawing."""
        if group.frame.is_empty:
            return
        faded = group.opacity < 1 or group.fade is not None
        self.plain_miter()
        if group.alt:
            # Replacement text and alternate description (14.9.3, 14.9.4).
            kind = "ActualText" if group.reads else "Alt"
            self.out.append(f"/Span <</{kind} {pdf_text(group.alt)}>> BDC")
        self.out.append("q")
        if group.matrix != IDENTITY:
            self.out.append(f"{matrix_operands(group.matrix)} cm")
        if group.clip is not None:
            rule = "*" if group.clip.even_odd else ""
            self.out.append(f"{path_operators(group.clip)} W{rule} n")
        # The group begins with full opacity, whatever was set before: the operators of its Frame
        # are shared by every place that paints it and must mean the same everywhere.
        if group.fade is not None:
            fade = _dim_fade(group.fade, group.opacity)
            name = gradient_name(fade)
            self.drawing.gradients[name] = fade
            self.out.append(f"/M{name} gs")
        elif group.opacity < 1:
            thousandths = round(group.opacity * 1000)
            self.drawing.alphas.add(thousandths)
            self.out.append(f"/{alpha_name(thousandths)} gs")
        elif self.alpha != 1000:
            self.drawing.alphas.add(1000)
            self.out.append(f"/{alpha_name(1000)} gs")
        self.flush()
        read = group.reads is not None and group.frame.has_texts
        self.drawing.parts.append(InnerFrame(group.frame, faded, read))
        self.out.append("Q")
        if group.reads is not None and group.reads.width:
            # Readers use replacement text only in place of text, so write invisible text (9.3.6)
            # as wide as the picture. Readers without replacement text read it directly.
            wide = group.frame.size.width * group.matrix.a / group.reads.width * 100
            self.out.append(f"BT 3 Tr {wide:.4g} Tz {self.run(group.reads)} 0 Tr 100 Tz ET")
        if group.alt:
            self.out.append("EMC")

    def image(self, image: Image) -> None:
        """Write a picture."""
        self.set_alpha(1.0)
        self.drawing.images.add(image.asset)
        r: Rect = image.rect
        matrix = f"{mm(r.width)} 0 0 {mm(-r.height)} {mm(r.x, r.bottom)} cm"
        self.out.append(f"q {matrix} /{image_name(image.asset)} Do Q")

    def shadow(self, shadow: Shadow) -> None:
        """Write a shadow: its colour under a mask that includes the opacity.

        MuPDF would apply a separate opacity to the mask, too.
        """
        mask = replace(shadow.mask, opacity=shadow.mask.opacity * shadow.color.alpha)
        name = mask_name(mask)
        self.drawing.gradients[name] = mask
        self.set_alpha(1.0)
        r: Rect = shadow.rect
        matrix = f"{mm(r.width)} 0 0 {mm(-r.height)} {mm(r.x, r.bottom)} cm"
        mixed = self.mixing(shadow.color)
        self.out.append(f"q {matrix} {mixed}/M{name} gs {self.glow(shadow.color)} 0 0 1 1 re f Q")

    def mixing(self, color: Color) -> str:
        """Return the operator for the blend mode of a shadow; "" for the normal one."""
        return ""


def _dim_fade(fade: LinearGradient, opacity: float) -> LinearGradient:
    """Return a fade that includes an opacity; `Pen.shadow` has the reason."""
    stops = tuple((offset, color.with_alpha(color.alpha * opacity)) for offset, color in fade.stops)
    return LinearGradient(fade.x0, fade.y0, fade.x1, fade.y1, stops)


@lru_cache(20_000)
def _word(word: Shaped, size: float, spaced: bool) -> str:
    """Write a word as part of the array for TJ (ISO 32000-2, 9.4.3).

    The array holds glyph indexes in hex, and between them numbers where shaping moved a glyph:
    TJ subtracts each from the position, in thousandths of the type size. A glyph that shaping
    raised, such as an accent, interrupts the array for a text rise (9.3.7).

    Readers separate words by the gaps between glyphs and would read each letter of a letter-
    ``spaced`` word as a word, so such a word has replacement text.
    """
    parts: list[str] = ["<"]
    for glyph in word.glyphs:
        if glyph.dx:
            parts.append(f">{-glyph.dx:g}<")
        if glyph.dy:
            rise = f"{glyph.dy / 1000 * size:.4f}"
            parts.append(f">] TJ {rise} Ts [<{glyph.index:04x}>] TJ 0 Ts [<")
        else:
            parts.append(f"{glyph.index:04x}")
        kerning = glyph.natural - glyph.advance + glyph.dx
        if abs(kerning) > 0.01:
            parts.append(f">{kerning:g}<")
    parts.append(">")
    glyph_array = "".join(parts).replace("<>", " ")
    if word.spoken_text is not None:
        # Replacement text (14.9.4); a space if it is empty, because PDFium ignores empty text.
        read_text = pdf_text(word.spoken_text or " ")
        return f"] TJ /Span <</ActualText {read_text}>> BDC [{glyph_array}] TJ EMC ["
    if spaced and word.text.strip():
        read_text = pdf_text(word.text)
        begin, end = f"] TJ /Span <</ActualText {read_text}>> BDC [", "] TJ EMC ["
        return f"{ON_PAGES}{begin}{OFF_PAGES}{glyph_array}{ON_PAGES}{end}{OFF_PAGES}"
    return glyph_array


ON_PAGES, OFF_PAGES = "\x01", "\x02"
"""Marks around operators for pages only: PDFium ignores the transform of a form for replacement
text, so words of pictured cards would cover words of the page."""
