"""Pages to PDF. ReportLab keeps the document; the operators come from `drawing`.

What ReportLab would do by default is avoided on purpose: no Helvetica on every page, no
base 85, no date of today, nothing fetched from anywhere. Fonts are embedded as glyph subsets
(Identity-H with a ToUnicode map), so kerning and ligatures are exactly what layout decided.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from reportlab.pdfbase import pdfdoc

from cardgen import __version__
from cardgen.assets.library import Library
from cardgen.backend.drawing import (
    Drawing,
    Gradient,
    Reference,
    alpha_name,
    draw,
    font_name,
    gradient_name,
    image_name,
)
from cardgen.backend.fonts import embed_font
from cardgen.backend.images import embed_image
from cardgen.backend.shading import embed_gradient, fading_state
from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Rect
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Frame, Page, Shaped

POINTS_PER_MM = 1 / MM_PER_POINT
COMPRESSION = 6

Drawings = dict[str, Drawing]
"""Drawings by the fingerprint of their Frame."""


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """What a PDF says of itself; ``duplex`` sets the reader's print dialog."""

    title: str
    author: str = ""
    subject: str = ""
    keywords: str = ""
    duplex: Literal["long-edge", "short-edge"] | None = None
    language: str = "en"


def write_pdf(
    pages: Sequence[Page],
    info: DocumentInfo,
    library: Library,
    drawings: Drawings | None = None,
) -> bytes:
    """Return a PDF file; the same input gives the same bytes.

    ``drawings`` may hold what has been drawn before and receives what is drawn now. Raises
    AssetError when a font or picture has vanished since layout.
    """
    return _Writer(info, library, {} if drawings is None else drawings).document(pages)


@dataclass(slots=True)
class _Resources:
    """What a content stream uses, by resource name."""

    fonts: set[str] = field(default_factory=set)
    images: set[str] = field(default_factory=set)
    forms: dict[str, tuple[Frame, bool]] = field(default_factory=dict)
    alphas: set[int] = field(default_factory=set)
    gradients: dict[str, Gradient] = field(default_factory=dict)

    def add(self, drawing: Drawing) -> None:
        self.fonts.update(drawing.words)
        if drawing.images:
            self.images |= drawing.images
        if drawing.alphas:
            self.alphas |= drawing.alphas
        if drawing.gradients:
            self.gradients.update(drawing.gradients)


class _Writer:
    """Writes one document."""

    def __init__(self, info: DocumentInfo, library: Library, drawings: Drawings) -> None:
        self.info = info
        self.library = library
        self.drawings = drawings
        self.uses: Counter[str] = Counter()
        self.written: dict[str, Any] = {}
        self.words: dict[str, set[Shaped]] = {}
        self.shared = pdfdoc.PDFDictionary({})
        self.pdf = pdfdoc.PDFDocument(compression=1, invariant=1, pdfVersion=(1, 6))

    def document(self, pages: Sequence[Page]) -> bytes:
        self.describe(pages)
        for page in pages:
            self.count(page.frame)
        # All pages share one resource dictionary: it is written once, not once a page.
        shared = _Resources()
        self.pdf.Reference(self.shared, "Resources")
        for page in pages:
            self.page(page, shared)
        self.shared.dict.update(self.resources(shared).dict)
        for key in sorted(self.words):
            # In a stable order, so that a glyph with two meanings always keeps the same one.
            words = sorted(self.words[key], key=lambda word: word.text)
            glyphs = {index: text for word in words for index, text in word.texts.items()}
            embed_font(self.pdf, font_name(key), self.library.font_by_key(key), glyphs)
        data: bytes = self.pdf.GetPDFData(None)
        return data

    def describe(self, pages: Sequence[Page]) -> None:
        pdf, info = self.pdf, self.info
        pdf.setTitle(info.title)
        pdf.setAuthor(info.author or info.title)
        pdf.setSubject(info.subject or info.title)
        pdf.setKeywords(info.keywords)
        pdf.setCreator(f"cardgen {__version__}")
        pdf.setProducer(f"cardgen {__version__} with ReportLab")
        pdf.updateSignature(digest([page.frame.fingerprint for page in pages]))
        preferences = {"PrintScaling": "None", "PickTrayByPDFSize": True, "DisplayDocTitle": True}
        if info.duplex:
            edge = "Long" if info.duplex == "long-edge" else "Short"
            preferences["Duplex"] = f"DuplexFlip{edge}Edge"
        pdf.Catalog.ViewerPreferences = pdfdoc.PDFDictionary(
            {
                name: ("true" if value is True else pdfdoc.PDFName(value))
                for name, value in preferences.items()
            }
        )
        pdf.Catalog.Lang = pdfdoc.PDFString(info.language)

    def drawing(self, frame: Frame) -> Drawing:
        try:
            return self.drawings[frame.fingerprint]
        except KeyError:
            drawing = self.drawings[frame.fingerprint] = draw(frame)
            return drawing

    def count(self, frame: Frame) -> None:
        """Count how often each inner Frame is painted; inside a repeated one only once."""
        for part in self.drawing(frame).parts:
            if isinstance(part, Reference):
                inner = part.frame.fingerprint
                self.uses[inner] += 1
                if self.uses[inner] == 1:
                    self.count(part.frame)

    def page(self, page: Page, resources: _Resources) -> None:
        media = page.frame.size
        height = media.height * POINTS_PER_MM
        out = [f"{POINTS_PER_MM:.9f} 0 0 {-POINTS_PER_MM:.9f} 0 {height:.4f} cm\n"]
        self.paste(page.frame, out, resources)
        made = pdfdoc.PDFPage()
        made.MediaBox = made.CropBox = _box(page.frame.trim, media.height)
        made.BleedBox = _box(page.bleed, media.height)
        made.TrimBox = _box(page.trim, media.height)
        made.Contents = _stream("".join(out).encode("ascii"))
        made.Resources = pdfdoc.PDFObjectReference("Resources")
        self.pdf.addPage(made)

    def paste(self, frame: Frame, out: list[str], resources: _Resources) -> None:
        """Write a Frame into a content stream; repeated inner Frames become calls."""
        drawing = self.drawing(frame)
        resources.add(drawing)
        for key, used in drawing.words.items():
            self.words.setdefault(key, set()).update(used)
        for part in drawing.parts:
            if isinstance(part, str):
                out.append(part)
            elif part.isolated or self.uses[part.frame.fingerprint] > 1:
                name = _form_name(part)
                resources.forms[name] = (part.frame, part.isolated)
                out.append(f"/{name} Do\n")
            else:
                self.paste(part.frame, out, resources)

    def resources(self, used: _Resources) -> Any:
        """Make a resource dictionary; the things in it are written once a document."""
        groups: dict[str, dict[str, Any]] = {}
        if used.fonts:
            groups["Font"] = {
                font_name(key): pdfdoc.PDFObjectReference(font_name(key))
                for key in sorted(used.fonts)
            }
        objects = {name: self.form(name, *used.forms[name]) for name in sorted(used.forms)}
        objects |= {image_name(key): self.image(key) for key in sorted(used.images)}
        if objects:
            groups["XObject"] = objects
        states = {alpha_name(alpha): self.alpha(alpha) for alpha in sorted(used.alphas)}
        shadings = {}
        for name in sorted(used.gradients):
            shadings[name] = self.gradient(used.gradients[name])
            if f"M{name}" in self.written:
                states[f"M{name}"] = self.written[f"M{name}"]
        if states:
            groups["ExtGState"] = states
        if shadings:
            groups["Shading"] = shadings
        return pdfdoc.PDFDictionary(
            {name: pdfdoc.PDFDictionary(group) for name, group in groups.items()}
        )

    def form(self, name: str, frame: Frame, isolated: bool) -> Any:
        if name not in self.written:
            resources = _Resources()
            out: list[str] = []
            self.paste(frame, out, resources)
            box = _reach(frame)
            dictionary = {
                "Type": pdfdoc.PDFName("XObject"),
                "Subtype": pdfdoc.PDFName("Form"),
                "BBox": pdfdoc.PDFArrayCompact(
                    [_number(v) for v in (box.x, box.y, box.right, box.bottom)]
                ),
            }
            if isolated:
                group = {"S": pdfdoc.PDFName("Transparency"), "I": "true"}
                dictionary["Group"] = pdfdoc.PDFDictionary(
                    {**group, "CS": pdfdoc.PDFName("DeviceRGB")}
                )
            made = self.resources(resources)
            if made.dict:
                dictionary["Resources"] = made
            stream = _stream("".join(out).encode("ascii"), dictionary)
            self.written[name] = self.pdf.Reference(stream, name)
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

    def gradient(self, gradient: Gradient) -> Any:
        name = gradient_name(gradient)
        if name not in self.written:
            self.written[name] = embed_gradient(self.pdf, name, gradient)
            if len({color.alpha for _, color in gradient.stops}) > 1:
                self.written[f"M{name}"] = fading_state(self.pdf, f"M{name}", gradient)
        return self.written[name]


def _form_name(reference: Reference) -> str:
    return ("T" if reference.isolated else "X") + reference.frame.fingerprint[:16]


def _reach(frame: Frame) -> Rect:
    """Return the box that a form may paint in: generous, for art may stick out of its box."""
    box = frame.bleed_rect
    far = max(box.width, box.height, 10.0)
    return box.grow(far)


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".") or "0"


def _box(rect: Rect, media_height: float) -> Any:
    """Turn a rectangle in mm, y down, into a PDF box in points, y up."""
    edges = (rect.x, media_height - rect.bottom, rect.right, media_height - rect.y)
    return pdfdoc.PDFArrayCompact([_number(edge * POINTS_PER_MM) for edge in edges])


def _stream(content: bytes, dictionary: dict[str, Any] | None = None) -> Any:
    stream = pdfdoc.PDFStream(
        pdfdoc.PDFDictionary(dictionary or {}), zlib.compress(content, COMPRESSION)
    )
    stream.dictionary["Filter"] = pdfdoc.PDFName("FlateDecode")
    return stream


def fingerprints(pages: Iterable[Page]) -> list[str]:
    """Return what identifies the look of pages, for keys."""
    return [digest((p.frame.fingerprint, _edges(p.trim), _edges(p.bleed))) for p in pages]


def _edges(rect: Rect) -> tuple[float, float, float, float]:
    return (rect.x, rect.y, rect.width, rect.height)
