"""A writer of pages in inks, for PDF/X-4 (ISO 15930-7) and PDF/X-1a (ISO 15930-4).

All colour is in the inks of the press, whose profile travels in the file as its output intent.
Sections in the comments are those of ISO 32000-2.
"""

from __future__ import annotations

import itertools
import zlib
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from cardgen.assets.keyed import KeyedAssets
from cardgen.backend.content import COMPRESSION, Compiler
from cardgen.backend.document import DocumentInfo
from cardgen.backend.drawing import Drawing, Gradient, image_name, is_glow
from cardgen.backend.objects import Dictionary, Value, number, text
from cardgen.backend.pdf import POINTS_PER_MM, PdfWriter
from cardgen.backend.press.inks import BLACK, Ink, Separator
from cardgen.backend.press.pen import PressPen
from cardgen.backend.press.pictures import embed_pixels, opened
from cardgen.backend.press.profile import REGISTRY, PressCondition
from cardgen.backend.press.target import MULTIPLY, InkTarget
from cardgen.backend.press.xmp import PDF_DATE, packet
from cardgen.backend.shading import embed_gradient, fading_state
from cardgen.core.color import Color
from cardgen.core.fingerprint import digest
from cardgen.frame import CREASE, CUT_CONTOUR, Frame, Group, Page, RegionKind

if TYPE_CHECKING:
    from PIL.Image import Image

_SHOWN_AS: Mapping[str, Ink] = {CUT_CONTOUR: (0.0, 1.0, 0.0, 0.0), CREASE: (1.0, 0.0, 0.0, 0.0)}
_STEPS = 8
"""Parts of a gradient between two of its colours: inks do not change as evenly as light does."""


EMPTY: Mapping[str, Image] = MappingProxyType({})


class PressWriter(PdfWriter):
    """Writes one document in inks; without a condition it is for plates, and for pixels.

    ``mm`` is the unit of its pages. ``patches`` are pictures that are in inks already.
    """

    def __init__(
        self,
        info: DocumentInfo,
        library: KeyedAssets,
        inks: Separator,
        target: InkTarget,
        pages: Sequence[Page],
        mm: float = 1.0,
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
        self.patches = patches
        self.multiplies = False
        self.apart = sorted(set(_separations([page.frame for page in pages])))
        level = COMPRESSION if condition else 0
        compiler = Compiler({}, level, draw=self.draw)
        unit = POINTS_PER_MM if condition else 1.0
        super().__init__(info, library, compiler, {}, {}, unit)

    def draw(self, frame: Frame) -> Drawing:
        """Draw a Frame in inks."""
        pen = PressPen(self.inks, self.target, self.scales[frame.fingerprint])
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
            info = self.words()
            xmp = packet(
                info["Title"], info["Author"], info["Subject"], info["Producer"], self.identity
            )
            said["Metadata"] = self.pdf.stream({"Type": "/Metadata", "Subtype": "/XML"}, xmp)
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


def _separations(frames: Sequence[Frame]) -> Iterator[str]:
    for frame in frames:
        for region, _ in frame.regions(RegionKind.SEPARATION):
            yield region.note
