"""A writer of pages in inks, for PDF/X-4 (ISO 15930-7) and PDF/X-1a (ISO 15930-4).

All colour is in the inks of the press, whose profile travels in the file as its output intent.
Pictures are unpacked, converted and packed again without loss. The metadata are XMP (ISO 16684-1),
as PDF/X-4 requires. Sections in the comments are those of ISO 32000-2.
"""

from __future__ import annotations

import io
import itertools
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from cardgen.assets.images import Picture
from cardgen.assets.library import KeyedAssets
from cardgen.assets.png import SIGNATURE, chunk, rows_of
from cardgen.backend.content import COMPRESSION, Compiler
from cardgen.backend.document import DocumentInfo
from cardgen.backend.drawing import Drawing, Gradient, image_name, is_glow
from cardgen.backend.metadata import PDF_DATE, embed_metadata, printable
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
from cardgen.backend.press.inks import BLACK, MULTIPLY, Ink, InkTarget, Separator
from cardgen.backend.press.pen import PressPen
from cardgen.backend.press.profile import REGISTRY, PressCondition
from cardgen.backend.shading import embed_gradient, fading_state
from cardgen.core.fingerprint import digest
from cardgen.core.style import Color
from cardgen.frame import CREASE, CUT_CONTOUR, Frame, Group, Page, RegionKind

if TYPE_CHECKING:
    from PIL.Image import Image

_SPACES = {"L": "/DeviceGray", "RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK"}


def opened(picture: Picture) -> Image:
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


def embed_pixels(pdf: PdfFile, image: Image, alpha: bytes | None = None) -> str:
    """Add pixels to a document, with opacity as a `Picture` has it; return a reference to them."""
    columns, colors = image.width, len(image.getbands())
    entries = image_entries(image.size, _SPACES[image.mode])
    if image.mode == "CMYK":  # which PNG does not know: rows as they are
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
"""Parts of a gradient between two of its colours: inks do not change as evenly as light does."""


EMPTY: Mapping[str, Image] = MappingProxyType({})


class PressWriter(PdfWriter):
    """Writes one document in inks; without a condition it is for plates, and for pixels.

    ``mm`` is the unit of its pages. Black ink knocks out its ground in the Frames ``knocked``, and
    in those inside. ``patches`` are pictures that are in inks already.
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
        patches: Mapping[str, Image] = EMPTY,
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
        self.apart = sorted({region.note for some in regions for region, _ in some})
        level = COMPRESSION if condition else 0
        compiler = Compiler({}, level, draw=self.draw)
        unit = POINTS_PER_MM if condition else 1.0
        super().__init__(info, library, compiler, {}, {}, unit)

    def draw(self, frame: Frame) -> Drawing:
        """Draw a Frame in inks."""
        known = frame.fingerprint
        pen = PressPen(self.inks, self.target, self.scales[known], known in self.knocked)
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
                pixels = self.target.picture(self.inks.picture(opened(picture)))
                self.written[name] = embed_pixels(self.pdf, pixels, picture.alpha)
        return self.written[name]

    def gradient(self, name: str, gradient: Gradient) -> None:
        """Add the shading of a gradient in inks, and its mask, if it fades."""
        if not is_glow(gradient):
            stops = list(self._stops(gradient))
            made = embed_gradient(self.pdf, gradient, stops, self.target.space)
            self.written[name] = made
        if len({color.alpha for _, color in gradient.stops}) > 1:
            self.written[f"M{name}"] = fading_state(self.pdf, gradient)

    def _stops(self, gradient: Gradient) -> Iterator[tuple[float, tuple[float, ...]]]:
        """Return the stops of a gradient in inks, with as many between that it looks the same."""
        first, *_ = stops = gradient.stops
        yield first[0], self._parts(first[1])
        for (a, one), (b, other) in itertools.pairwise(stops):
            for step in range(1 if b > a else _STEPS, _STEPS + 1):
                share = step / _STEPS
                yield a + (b - a) * share, self._parts(_between(one, other, share))

    def _parts(self, color: Color) -> tuple[float, ...]:
        return self.target.parts(self.inks.ink(color))

    def more_resources(self) -> dict[str, dict[str, Value]]:
        """Return the states for overprint, and the inks besides those of the process."""
        states: dict[str, Value] = {
            name: self._once(name, state) for name, state in self.target.states.items()
        }
        if self.multiplies:
            states[MULTIPLY] = self._once(MULTIPLY, self.target.multiply)
        more = {"ExtGState": states}
        if self.apart:
            more["ColorSpace"] = {name: self._ink_apart(name) for name in self.apart}
        return more

    def _once(self, name: str, value: Value) -> str:
        if name not in self.written:
            self.written[name] = self.pdf.put(value)
        return self.written[name]

    def _ink_apart(self, name: str) -> str:
        """Return a reference to a Separation (8.6.6.4); on plates it is not seen."""
        shown = self.target.parts(_SHOWN_AS.get(name, BLACK))
        tint: Dictionary = {
            "FunctionType": 2,
            "Domain": [0, 1],
            "C0": [number(v, 4) for v in self.target.parts((0.0, 0.0, 0.0, 0.0))],
            "C1": [number(v, 4) for v in shown],
            "N": 1,
        }
        return self._once(name, ["/Separation", f"/{name}", self.target.space, tint])

    def page_entries(self) -> dict[str, Value]:
        """Return where the transparent parts of a page are blended (11.6.6)."""
        if self.condition is None or self.condition.standard == "pdfx1a":
            return {}
        return {"Group": {"S": "/Transparency", "I": "true", "CS": self.space}}

    def preferences(self) -> dict[str, Value]:
        """How a reader is to show it; a press has trays of its own."""
        shown = {"DisplayDocTitle": "true"}
        return {"Lang": text(self.info.language), "ViewerPreferences": shown}

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
        said: dict[str, Value] = {"OutputIntents": [self.pdf.put(intent)]}
        if self.condition.standard == "pdfx4":
            said["Metadata"] = embed_metadata(self.pdf, self.words(), printable(self.identity))
        return said

    def description(self) -> dict[str, Value]:
        """Return what the document says of itself; X-1a says here that it is one."""
        said = super().description()
        if self.condition is None:
            return said
        said |= {"CreationDate": PDF_DATE, "ModDate": PDF_DATE, "Trapped": "/False"}
        if self.condition.standard == "pdfx1a":
            said |= {"GTS_PDFXVersion": "(PDF/X-1a:2003)"}
        return said


def _between(one: Color, other: Color, share: float) -> Color:
    return Color(
        one.red + (other.red - one.red) * share,
        one.green + (other.green - one.green) * share,
        one.blue + (other.blue - one.blue) * share,
    )


def _scales(frames: Sequence[Frame], unit: float) -> dict[str, float]:
    """Return the largest scale at which each Frame is painted; ``unit`` is that of pages, in mm."""
    found: dict[str, float] = {}
    waiting = [(frame, unit) for frame in frames]
    while waiting:
        frame, scale = waiting.pop()
        if found.get(frame.fingerprint, 0.0) >= scale:
            continue
        found[frame.fingerprint] = scale
        waiting += [
            (item.frame, scale * item.matrix.scale)
            for item in frame.items
            if isinstance(item, Group)
        ]
    return found
