"""A writer of pages in inks, and its pen, for PDF/X-4 (ISO 15930-7) and PDF/X-1a (ISO 15930-4).

All colour is in the inks of the press, whose profile travels in the file as its output intent.
Pictures are unpacked, converted and compressed again without loss. The metadata are XMP
(ISO 16684-1), as PDF/X-4 requires. Numbers in comments are sections of ISO 32000-2.
"""

import io
import itertools
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace
from PIL.Image import Image as Pixels

from cardgen.assets.images import Picture
from cardgen.assets.library import KeyedAssets
from cardgen.assets.png import SIGNATURE, chunk, rows_of
from cardgen.backend.content import COMPRESSION, Compiler
from cardgen.backend.document import PDF_DATE, DocumentInfo, embed_metadata, pdf_x_claim
from cardgen.backend.drawing import Drawing, Gradient, Pen, image_name, is_glow
from cardgen.backend.objects import (
    Dictionary,
    PdfFile,
    Value,
    flate_entries,
    image_entries,
    number,
    text,
)
from cardgen.backend.pdf import POINTS_PER_MM, PdfWriter
from cardgen.backend.press.inks import (
    APART,
    BLACK,
    HAIRLINE,
    KNOCKOUT,
    LARGE,
    MULTIPLY,
    OVER,
    Ink,
    InkLayer,
    InkTarget,
    Separator,
    Use,
)
from cardgen.backend.press.profile import REGISTRY, PressCondition
from cardgen.backend.shading import embed_gradient, fading_state
from cardgen.core.fingerprint import digest
from cardgen.core.style import Color
from cardgen.frame import (
    CREASE,
    CUT_CONTOUR,
    Frame,
    Group,
    Image,
    Page,
    Region,
    RegionKind,
    Shadow,
    Shape,
    Stroke,
    Text,
)

_SPACES = {"L": "/DeviceGray", "RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK"}


class PressPen(Pen):
    """Writes the items of a Frame; ``scale`` is the largest at which the Frame is painted.

    Overprint is off at the beginning of a Frame, and before each item that must not overprint. It
    needs opaque ink. In ``knocked`` Frames it is off for black ink, too.
    """

    def __init__(
        self, inks: Separator, target: InkTarget, scale: float, knocked: bool = False
    ) -> None:
        super().__init__()
        self._inks = inks
        self._target = target
        self._scale = scale
        self._knocked = knocked
        self._use: Use = "patch"
        self._set = ""
        self._state = KNOCKOUT
        self._apart = ""
        self._sharp = False
        self.multiplies = False

    def frame(self, frame: Frame) -> Drawing:
        """Write a Frame, in a separate ink if it has a separation.

        Machine-readable codes are in black ink alone, because four inks are never aligned exactly.
        """
        for item in frame.items:
            if isinstance(item, Region) and item.kind is RegionKind.SEPARATION:
                self._apart = item.note
            elif isinstance(item, Region) and item.kind is RegionKind.MACHINE_READ:
                self._sharp = True
        return super().frame(frame)

    def _set_overprint(self, state: str) -> None:
        if state != self._state:
            self._state = state
            self.out.append(f"/{state} gs")

    def _begin(self, color: Color, use: Use) -> InkLayer:
        """Set opacity and overprint for a colour; the states of plates set opacity as well."""
        laid = self._inks.ink_layer(color, use)
        if self._apart or (laid.over and color.alpha == 1 and not self._knocked):
            self.set_alpha(color.alpha)
            self._set_overprint(APART if self._apart else OVER)
        else:
            self._set_overprint(KNOCKOUT)
            self.set_alpha(color.alpha)
        return laid

    def set_fill(self, color: Color) -> None:
        """Set the fill inks of areas and letters."""
        laid = self._begin(color, self._use)
        operator = self._operator(laid, self._target.fill, "cs", "scn")
        if operator != self._set:
            self._set = operator
            self.out.append(operator)

    def set_line(self, line: Stroke) -> None:
        """Set the look of lines, and their overprint even if the look is the same."""
        assert isinstance(line.paint, Color)
        self._use = "line" if line.width * self._scale <= HAIRLINE else "patch"
        self._begin(line.paint, self._use)
        super().set_line(line)

    def line_color(self, color: Color) -> str:
        """Return the operator for the inks of lines."""
        return self._operator(
            self._inks.ink_layer(color, self._use), self._target.line, "CS", "SCN"
        )

    def glow(self, color: Color) -> str:
        """Return the operator for the inks of a glow, all four if it is not multiplied."""
        laid = (
            InkLayer(self._inks.ink(color))
            if self._knocked
            else self._inks.ink_layer(color, "patch")
        )
        return self._operator(laid, self._target.fill, "cs", "scn")

    def _operator(self, laid: InkLayer, process: str, space: str, apart: str) -> str:
        if self._apart:
            return f"/{self._apart} {space} 1 {apart}"
        parts = self._target.parts(laid.ink)
        return f"{' '.join(f'{part:.4g}' for part in parts)} {process}"

    def shape(self, shape: Shape) -> None:
        """Write a shape; opaque fill and stroke separately, because only one may overprint."""
        fill, line = shape.fill, shape.stroke
        drawn = None if line is None else line.paint
        if isinstance(fill, Color) and isinstance(drawn, Color) and fill.alpha == drawn.alpha == 1:
            self.shape(replace(shape, stroke=None))
            self.shape(replace(shape, fill=None))
            return
        if fill is not None:
            box = shape.path.bounds()
            large = min(box.width, box.height) * self._scale >= LARGE
            self._use = "line" if self._sharp else "area" if large else "patch"
        super().shape(shape)

    def shade(self, fill_operators: str, clipped: str, gradient: Gradient) -> None:
        """Paint a gradient without overprint."""
        self._set_overprint(KNOCKOUT)
        super().shade(fill_operators, clipped, gradient)

    def text(self, text: Text) -> None:
        """Write a run of text."""
        self._use = "text"
        super().text(text)

    def group(self, group: Group) -> None:
        """Write an inner Frame, which begins without overprint."""
        if not group.frame.is_empty:
            self._set_overprint(KNOCKOUT)
        super().group(group)

    def image(self, image: Image) -> None:
        """Write a picture without overprint."""
        self._set_overprint(KNOCKOUT)
        super().image(image)

    def shadow(self, shadow: Shadow) -> None:
        """Write a shadow without overprint, which its mask and its opacity do not allow."""
        self._set_overprint(KNOCKOUT)
        super().shadow(shadow)

    def mixing(self, color: Color) -> str:
        """Return the operator that multiplies black ink, which would else remove the inks below."""
        if self._knocked or not self._inks.ink_layer(color, "patch").over:
            return ""
        self.multiplies = True
        return f"/{MULTIPLY} gs "


def decoded_pixels(picture: Picture) -> Pixels:
    """Return the pixels of a picture."""
    from PIL import Image

    if picture.encoding == "jpeg":
        image = Image.open(io.BytesIO(picture.data))
        image.load()
        return image
    kind = 2 if picture.mode == "RGB" else 0
    header = struct.pack(">LLBBBBB", picture.width_px, picture.height_px, 8, kind, 0, 0, 0)
    parts = [*chunk(b"IHDR", header), *chunk(b"IDAT", picture.data), *chunk(b"IEND", b"")]
    image = Image.open(io.BytesIO(b"".join([SIGNATURE, *parts])))
    image.load()
    return image


def embed_pixels(pdf: PdfFile, image: Pixels, alpha: bytes | None = None) -> str:
    """Add pixels to a document, with opacity in the form of a `Picture`; return a reference."""
    columns, colors = image.width, len(image.getbands())
    entries = image_entries(image.size, _SPACES[image.mode])
    if image.mode == "CMYK":  # PNG predictors do not support CMYK
        entries["Filter"] = "/FlateDecode"
        data = zlib.compress(image.tobytes(), 6)
    else:
        entries |= flate_entries(columns, colors)
        data = rows_of(image)
    if alpha is not None:
        mask = image_entries(image.size, "/DeviceGray") | flate_entries(columns, 1)
        entries["SMask"] = pdf.stream(mask, alpha)
    return pdf.stream(entries, data)


_SHOWN_AS: Mapping[str, Ink] = {CUT_CONTOUR: (0.0, 1.0, 0.0, 0.0), CREASE: (1.0, 0.0, 0.0, 0.0)}
_STEPS = 8
"""Steps of a gradient between two of its colours, because inks do not change as evenly as light."""


EMPTY: Mapping[str, Pixels] = MappingProxyType({})


class PressWriter(PdfWriter):
    """Writes one document in inks; without a condition, as plates for rendering.

    ``mm`` is the unit of its pages. Black ink knocks out its ground in the Frames ``knocked`` and
    in their inner Frames. ``patches`` are pictures in inks.
    """

    def __init__(
        self,
        info: DocumentInfo,
        library: KeyedAssets,
        inks: Separator,
        target: InkTarget,
        pages: Sequence[Page],
        mm: float = 1.0,
        knocked: Sequence[Frame] = (),
        patches: Mapping[str, Pixels] = EMPTY,
        condition: PressCondition | None = None,
    ) -> None:
        self.space = target.space
        self.minor = 4 if condition and condition.standard == "pdfx1a" else 6
        self.inks = inks
        self.target = target
        self.condition = condition
        self.identity = digest([page.frame.fingerprint for page in pages])
        self.scales = _scales([page.frame for page in pages], mm)
        self.knocked = set(_scales(knocked, mm))
        self.patches = patches
        self.multiplies = False
        regions = (page.frame.regions(RegionKind.SEPARATION) for page in pages)
        self.apart = sorted({region.note for page_regions in regions for region, _ in page_regions})
        level = COMPRESSION if condition else 0
        compiler = Compiler({}, level, draw=self.draw)
        unit = POINTS_PER_MM if condition else 1.0
        super().__init__(info, library, compiler, {}, {}, unit)

    def draw(self, frame: Frame) -> Drawing:
        """Draw a Frame in inks."""
        key = frame.fingerprint
        pen = PressPen(self.inks, self.target, self.scales[key], key in self.knocked)
        drawing = pen.frame(frame)
        self.multiplies = self.multiplies or pen.multiplies
        return drawing

    def image(self, key: str) -> str:
        """Return a reference to a picture, in inks."""
        name = image_name(key)
        if name not in self.written:
            if key in self.patches:
                self.written[name] = embed_pixels(self.pdf, self.patches[key])
            else:
                picture = self.library.picture_by_key(key)
                pixels = self.target.picture(self.inks.picture(decoded_pixels(picture)))
                self.written[name] = embed_pixels(self.pdf, pixels, picture.alpha)
        return self.written[name]

    def gradient(self, name: str, gradient: Gradient) -> None:
        """Add the shading of a gradient in inks, and its mask, if it fades."""
        if not is_glow(gradient):
            stops = list(self._stops(gradient))
            shading = embed_gradient(self.pdf, gradient, stops, self.target.space)
            self.written[name] = shading
        if len({color.alpha for _, color in gradient.stops}) > 1:
            self.written[f"M{name}"] = fading_state(self.pdf, gradient)

    def _stops(self, gradient: Gradient) -> Iterator[tuple[float, tuple[float, ...]]]:
        """Return the stops of a gradient in inks, with steps between them to look the same."""
        first, *_ = stops = gradient.stops
        yield first[0], self._parts(first[1])
        for (a, color), (b, next_color) in itertools.pairwise(stops):
            for step in range(1 if b > a else _STEPS, _STEPS + 1):
                share = step / _STEPS
                yield a + (b - a) * share, self._parts(_between(color, next_color, share))

    def _parts(self, color: Color) -> tuple[float, ...]:
        return self.target.parts(self.inks.ink(color))

    def more_resources(self) -> dict[str, dict[str, Value]]:
        """Return the states for overprint, and the separate inks."""
        states: dict[str, Value] = {
            name: self._once(name, state) for name, state in self.target.states.items()
        }
        if self.multiplies:
            states[MULTIPLY] = self._once(MULTIPLY, self.target.multiply)
        groups = {"ExtGState": states}
        if self.apart:
            groups["ColorSpace"] = {name: self._ink_apart(name) for name in self.apart}
        return groups

    def _once(self, name: str, value: Value) -> str:
        if name not in self.written:
            self.written[name] = self.pdf.put(value)
        return self.written[name]

    def _ink_apart(self, name: str) -> str:
        """Return a reference to a Separation (8.6.6.4), which is invisible on plates."""
        solid = self.target.parts(_SHOWN_AS.get(name, BLACK))
        tint: Dictionary = {
            "FunctionType": 2,
            "Domain": [0, 1],
            "C0": [number(v, 4) for v in self.target.parts((0.0, 0.0, 0.0, 0.0))],
            "C1": [number(v, 4) for v in solid],
            "N": 1,
        }
        return self._once(name, ["/Separation", f"/{name}", self.target.space, tint])

    def page_entries(self) -> dict[str, Value]:
        """Return the group in whose colour space transparent parts are blended (11.6.6)."""
        if self.condition is None or self.condition.standard == "pdfx1a":
            return {}
        return {"Group": {"S": "/Transparency", "I": "true", "CS": self.space}}

    def preferences(self) -> dict[str, Value]:
        """Return the language and viewer preferences, without settings for home printers."""
        preferences = {"DisplayDocTitle": "true"}
        return {"Lang": text(self.info.language), "ViewerPreferences": preferences}

    def catalog(self) -> dict[str, Value]:
        """Return the output intent (14.11.5) with its profile, and metadata."""
        if self.condition is None:
            return {}
        profile = self.condition.profile
        packed: Dictionary = {"N": 4, "Filter": "/FlateDecode"}
        embedded = self.pdf.stream(packed, zlib.compress(profile.data, 9))
        intent: Dictionary = {
            "Type": "/OutputIntent",
            "S": "/GTS_PDFX",
            "OutputConditionIdentifier": text(profile.condition),
            "OutputCondition": text(profile.title),
            "Info": text(profile.title),
            **({"RegistryName": text(REGISTRY)} if profile.condition != "Custom" else {}),
            "DestOutputProfile": embedded,
        }
        entries: dict[str, Value] = {"OutputIntents": [self.pdf.put(intent)]}
        if self.condition.standard == "pdfx4":
            entries["Metadata"] = embed_metadata(self.pdf, self.words(), pdf_x_claim(self.identity))
        return entries

    def description(self) -> dict[str, Value]:
        """Return the document information, with the claim of PDF/X-1a."""
        entries = super().description()
        if self.condition is None:
            return entries
        entries |= {"CreationDate": PDF_DATE, "ModDate": PDF_DATE, "Trapped": "/False"}
        if self.condition.standard == "pdfx1a":
            entries |= {"GTS_PDFXVersion": "(PDF/X-1a:2003)"}
        return entries


def _between(color: Color, next_color: Color, share: float) -> Color:
    return Color(
        color.red + (next_color.red - color.red) * share,
        color.green + (next_color.green - color.green) * share,
        color.blue + (next_color.blue - color.blue) * share,
    )


def _scales(frames: Sequence[Frame], unit: float) -> dict[str, float]:
    """Return the largest scale of each painted Frame; ``unit`` is the unit of pages in mm."""
    scales: dict[str, float] = {}
    waiting = [(frame, unit) for frame in frames]
    while waiting:
        frame, scale = waiting.pop()
        if scales.get(frame.fingerprint, 0.0) >= scale:
            continue
        scales[frame.fingerprint] = scale
        waiting += [
            (item.frame, scale * item.matrix.scale)
            for item in frame.items
            if isinstance(item, Group)
        ]
    return scales
