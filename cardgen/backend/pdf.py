"""Writing pages as PDF: ReportLab manages the objects, `drawing` writes the operators.

Only the object layer of ReportLab is used, because the defaults of its canvas do harm here: a
reference to Helvetica on every page, streams in base 85, the current date, images fetched from the
web. Glyphs are placed one by one, so that kerning and ligatures are exactly what layout decided.
Sections in the comments are those of ISO 32000-2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, MutableMapping, Sequence
from typing import Any

from reportlab.pdfbase import pdfdoc

from cardgen import __version__
from cardgen.assets.keyed import KeyedAssets
from cardgen.backend.content import COMPRESSION, Compiler, Content, Drawings
from cardgen.backend.document import DocumentInfo
from cardgen.backend.drawing import (
    Gradient,
    alpha_name,
    font_name,
    image_name,
    is_glow,
)
from cardgen.backend.fonts import embed_font
from cardgen.backend.images import embed_image
from cardgen.backend.navigation import embed_outline, link_annotations
from cardgen.backend.shading import embed_gradient, fading_state
from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Rect
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Frame, Page

POINTS_PER_MM = 1 / MM_PER_POINT

_DUPLEX = {
    "long-edge": "DuplexFlipLongEdge",
    "short-edge": "DuplexFlipShortEdge",
    "simplex": "Simplex",
}
FAR = 2000.0  # mm; no piece is larger

Kept = MutableMapping[str, tuple[Any, ...]]
"""Pages of the last build by fingerprint: the Frames they paint, those they call, their content."""


def write_pdf(
    pages: Sequence[Page],
    info: DocumentInfo,
    library: KeyedAssets,
    drawings: Drawings | None = None,
    kept: Kept | None = None,
    unit: float = POINTS_PER_MM,
    compression: int = COMPRESSION,
) -> bytes:
    """Return a PDF file; the same input gives the same bytes.

    ``drawings`` may hold what was drawn before, and receives what is drawn now; ``kept`` does the
    same for whole pages. ``unit`` is the number of points in one unit of the Frames: 1 if they are
    measured in pixels; ``compression`` is a level of ISA-L, 0 for none. Raises AssetError if a font
    or a picture has vanished since layout.
    """
    compiler = Compiler({} if drawings is None else drawings, compression)
    return _Writer(info, library, compiler, {} if kept is None else kept, unit).document(pages)


class _Writer:
    """Writes one document."""

    def __init__(
        self, info: DocumentInfo, library: KeyedAssets, compiler: Compiler, kept: Kept, unit: float
    ) -> None:
        self.info = info
        self.library = library
        self.compiler = compiler
        self.kept = kept
        self.unit = unit
        self.uses: Counter[str] = Counter()
        self.frames: dict[str, Frame] = {}
        self.written: dict[str, Any] = {}
        self.glyphs: dict[str, dict[int, str]] = {}
        self.pdf = pdfdoc.PDFDocument(compression=1, invariant=1, pdfVersion=(1, 6))

    def document(self, pages: Sequence[Page]) -> bytes:
        self.describe(pages)
        for page in pages:
            known = self.kept.get(page.frame.fingerprint)
            self.uses.update(known[0] if known else self.compiler.painted(page.frame))
        # All pages share one resource dictionary (7.8.3), instead of a copy each.
        shared = pdfdoc.PDFDictionary({})
        self.pdf.Reference(shared, "Resources")
        used = Content()
        contents = [self.page(page, pages) for page in pages]
        for content in contents:
            _gather(used, content)
        self.index(page.frame for page in pages)
        heights = [page.frame.size.height for page in pages]
        embed_outline(self.pdf, self.info.outline, heights)
        shared.dict.update(self.resources(used).dict)
        self.fonts()
        data: bytes = self.pdf.GetPDFData(None)
        return data

    def describe(self, pages: Sequence[Page]) -> None:
        pdf, info = self.pdf, self.info
        pdf.setTitle(info.title)
        pdf.setAuthor(info.author or "cardgen")
        pdf.setSubject(info.subject or info.title)
        pdf.setKeywords(info.keywords)
        pdf.setCreator(f"cardgen {__version__}")
        pdf.setProducer(f"cardgen {__version__} with ReportLab")
        # The file identifier (14.4) follows from the content, so that bytes are reproducible.
        pdf.updateSignature(digest([page.frame.fingerprint for page in pages]))
        # Viewer preferences (12.2): print at true size, on paper of the size of the page.
        preferences = {"PrintScaling": "None", "PickTrayByPDFSize": True, "DisplayDocTitle": True}
        if info.duplex:
            preferences["Duplex"] = _DUPLEX[info.duplex]
        pdf.Catalog.ViewerPreferences = pdfdoc.PDFDictionary(
            {
                name: ("true" if value is True else pdfdoc.PDFName(value))
                for name, value in preferences.items()
            }
        )
        pdf.Catalog.Lang = pdfdoc.PDFString(info.language)

    def shared(self, fingerprint: str) -> bool:
        return self.uses[fingerprint] > 1

    def content(self, frame: Frame, before: str) -> Content:
        """Compile a page, or reuse that of the last build if it calls the same Frames."""
        known = self.kept.get(frame.fingerprint)
        painted = known[0] if known else dict(self.compiler.painted(frame))
        called = sorted(filter(self.shared, painted))
        if known and known[1] == called:
            return Content.unpack(known[2])
        content = self.compiler.compile(frame, self.shared, before)
        self.kept[frame.fingerprint] = (painted, called, content.pack())
        return content

    def page(self, page: Page, pages: Sequence[Page]) -> Content:
        media = page.frame.size
        before = f"{self.unit:.9f} 0 0 {-self.unit:.9f} 0 {media.height * self.unit:.4f} cm\n"
        content = self.content(page.frame, before)
        made = pdfdoc.PDFPage()
        # Page boundaries (14.11.2): the media contains the bleed, which contains the trim.
        made.MediaBox = made.CropBox = _box(page.frame.trim, media.height, self.unit)
        made.BleedBox = _box(page.bleed, media.height, self.unit)
        made.TrimBox = _box(page.trim, media.height, self.unit)
        made.Contents = _stream(content.stream)
        made.Resources = pdfdoc.PDFObjectReference("Resources")
        made.Annots = link_annotations(page, [other.frame.size.height for other in pages])
        self.pdf.addPage(made)
        return content

    def index(self, frames: Iterable[Frame]) -> None:
        """Index all Frames on all levels by fingerprint, to find those that are called."""
        stack = list(frames)
        while stack:
            for child in stack.pop().children:
                if child.fingerprint not in self.frames:
                    self.frames[child.fingerprint] = child
                    stack.append(child)

    def resources(self, used: Content) -> Any:
        """Make a resource dictionary; each resource is written once in a document."""
        groups: dict[str, dict[str, Any]] = {}
        if used.glyphs:
            groups["Font"] = {
                font_name(key): pdfdoc.PDFObjectReference(font_name(key))
                for key in sorted(used.glyphs)
            }
            for key, glyphs in used.glyphs.items():
                self.glyphs.setdefault(key, {}).update(glyphs)
        objects = {name: self.form(name, *used.forms[name]) for name in sorted(used.forms)}
        objects |= {image_name(key): self.image(key) for key in sorted(used.images)}
        if objects:
            groups["XObject"] = objects
        states = {alpha_name(alpha): self.alpha(alpha) for alpha in sorted(used.alphas)}
        shadings: dict[str, Any] = {}
        for name in sorted(used.gradients):
            self.gradient(name, used.gradients[name])
            for group, key in ((shadings, name), (states, f"M{name}")):
                if key in self.written:
                    group[key] = self.written[key]
        if states:
            groups["ExtGState"] = states
        if shadings:
            groups["Shading"] = shadings
        return pdfdoc.PDFDictionary(
            {name: pdfdoc.PDFDictionary(group) for name, group in groups.items()}
        )

    def fonts(self) -> None:
        """Embed each font once, with the glyphs of all the names that its file goes by."""
        names: dict[str, list[str]] = {}
        for key in sorted(self.glyphs):
            names.setdefault(font_name(key), []).append(key)
        for name, keys in names.items():
            glyphs: dict[int, str] = {}
            for key in keys:
                glyphs.update(self.glyphs[key])
            embed_font(self.pdf, name, self.library.font_by_key(keys[0]), glyphs)

    def form(self, name: str, fingerprint: str, isolated: bool) -> Any:
        if name not in self.written:
            frame = self.frames[fingerprint]
            content = self.compiler.compile(frame, self.shared)
            box = _reach(frame)
            dictionary = {
                "Type": pdfdoc.PDFName("XObject"),
                "Subtype": pdfdoc.PDFName("Form"),
                "BBox": pdfdoc.PDFArrayCompact(
                    [_number(v) for v in (box.x, box.y, box.right, box.bottom)]
                ),
            }
            if isolated:  # its parts must not shine through one another (11.6.6)
                group = {"S": pdfdoc.PDFName("Transparency"), "I": "true"}
                dictionary["Group"] = pdfdoc.PDFDictionary(
                    {**group, "CS": pdfdoc.PDFName("DeviceRGB")}
                )
            made = self.resources(content)
            if made.dict:
                dictionary["Resources"] = made
            self.written[name] = self.pdf.Reference(_stream(content.stream, dictionary), name)
        return self.written[name]

    def image(self, key: str) -> Any:
        name = image_name(key)
        if name not in self.written:
            self.written[name] = embed_image(self.pdf, name, self.library.picture_by_key(key))
        return self.written[name]

    def alpha(self, thousandths: int) -> Any:
        name = alpha_name(thousandths)
        if name not in self.written:
            value = _number(thousandths / 1000)
            state = pdfdoc.PDFDictionary({"ca": value, "CA": value})
            self.written[name] = self.pdf.Reference(state, name)
        return self.written[name]

    def gradient(self, name: str, gradient: Gradient) -> None:
        """Add the shading of a gradient, if it has several colours, and its mask, if it fades."""
        if name in self.written or f"M{name}" in self.written:
            return
        if not is_glow(gradient):
            self.written[name] = embed_gradient(self.pdf, name, gradient)
        if len({color.alpha for _, color in gradient.stops}) > 1:
            self.written[f"M{name}"] = fading_state(self.pdf, f"M{name}", gradient)


def _gather(used: Content, more: Content) -> None:
    """Add the resources of one page to those of all pages."""
    for key, glyphs in more.glyphs.items():
        used.glyphs.setdefault(key, {}).update(glyphs)
    used.images |= more.images
    used.alphas |= more.alphas
    used.gradients.update(more.gradients)
    used.forms.update(more.forms)


def _reach(frame: Frame) -> Rect:
    """Return the box that a form is clipped to: generous, since artwork may leave its Frame."""
    return frame.bleed_rect.grow(FAR)


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".") or "0"


def _box(rect: Rect, media_height: float, unit: float) -> Any:
    """Convert a rectangle with y down into a PDF rectangle in points with y up."""
    edges = (rect.x, media_height - rect.bottom, rect.right, media_height - rect.y)
    return pdfdoc.PDFArrayCompact([_number(edge * unit) for edge in edges])


def _stream(compressed: bytes, dictionary: dict[str, Any] | None = None) -> Any:
    stream = pdfdoc.PDFStream(pdfdoc.PDFDictionary(dictionary or {}), compressed)
    stream.dictionary["Filter"] = pdfdoc.PDFName("FlateDecode")
    return stream
