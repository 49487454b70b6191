"""Writing pages as PDF: `objects` writes the objects, `drawing` the operators, ReportLab the file.

Fonts and pictures are embedded by content, streams are deflated, and nothing depends on the date.
Glyphs are placed one by one, so that kerning and ligatures are exactly what layout decided.
Sections in the comments are those of ISO 32000-2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, MutableMapping, Sequence
from typing import Any, cast

from msgspec.structs import replace

from cardgen import __version__
from cardgen.assets.library import KeyedAssets
from cardgen.backend.content import COMPRESSION, Compiler, Content, Drawings
from cardgen.backend.document import (
    UNIVERSAL,
    DocumentInfo,
    Target,
    embed_metadata,
    embed_outline,
    link_annotation,
    page_labels,
)
from cardgen.backend.drawing import (
    Gradient,
    alpha_name,
    font_name,
    image_name,
    is_glow,
    mask_name,
)
from cardgen.backend.objects import (
    Dictionary,
    PdfFile,
    Value,
    embed_font,
    embed_image,
    embed_mask,
    number,
    text,
)
from cardgen.backend.shading import embed_gradient, fading_state, masking_state
from cardgen.backend.structure import PageTags, Structure
from cardgen.core.direction import is_right_to_left
from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Rect
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Frame, Link, Page, Shading, SoftMask

POINTS_PER_MM = 1 / MM_PER_POINT

_DUPLEX = {
    "long-edge": "/DuplexFlipLongEdge",
    "short-edge": "/DuplexFlipShortEdge",
    "simplex": "/Simplex",
}
_FLATE: Dictionary = {"Filter": "/FlateDecode"}
FAR = 2000.0  # mm; no piece is larger

Kept = MutableMapping[str, tuple[Any, ...]]
"""Pages of the last build by fingerprint, and forms by name: the Frames they paint, those they
call, their content. Fonts by key and glyphs, as they are embedded."""


def write_pdf(
    pages: Sequence[Page],
    info: DocumentInfo,
    library: KeyedAssets,
    drawings: Drawings | None = None,
    kept: Kept | None = None,
    pixels: bool = False,
    forms: Kept | None = None,
) -> bytes:
    """Return a PDF file; the same input gives the same bytes.

    ``drawings`` may hold what was drawn before, and receives what is drawn now; ``kept`` does the
    same for whole pages, and ``forms`` for forms that other documents may have, too. With
    ``pixels`` Frames are measured in pixels, one point each, and the file is made to be rendered at
    once: nothing is compressed. Raises AssetError if a font or a picture has vanished since layout.
    """
    compiler = Compiler({} if drawings is None else drawings, 0 if pixels else COMPRESSION)
    unit = 1.0 if pixels else POINTS_PER_MM
    known, shared = {} if kept is None else kept, {} if forms is None else forms
    return PdfWriter(info, library, compiler, known, shared, unit).document(pages)


class PdfWriter:
    """Writes one document; what a standard for print asks for besides is for others to override."""

    minor = 6
    """The version of PDF: 1.6."""
    space = "/DeviceRGB"
    """Where transparent parts are blended."""

    def __init__(
        self,
        info: DocumentInfo,
        library: KeyedAssets,
        compiler: Compiler,
        kept: Kept,
        forms: Kept,
        unit: float,
    ) -> None:
        self.info = info
        self.library = library
        self.compiler = compiler
        self.kept = kept
        self.forms = forms
        self.unit = unit
        self.uses: Counter[str] = Counter()
        self.frames: dict[str, Frame] = {}
        self.written: dict[str, str] = {}
        self.glyphs: dict[str, dict[int, str]] = {}
        self.fonts: dict[str, str] = {}
        self.pdf = PdfFile(self.minor)
        self.links: list[list[str]] = []
        self.linked = 0

    def document(self, pages: Sequence[Page]) -> bytes:
        """Write pages as a file."""
        pdf = self.pdf
        for page in pages if self.compiler.level else ():
            known = self.kept.get(_name(page))
            self.uses.update(known[0] if known else self.compiler.painted(page.frame))
        # All pages share one resource dictionary (7.8.3), instead of a copy each.
        shared, tree = pdf.reserve(), pdf.reserve()
        targets = [(pdf.reserve(), page.frame.size.height) for page in pages]
        used = Content()
        tags: list[tuple[str, ...]] = []
        for page, (at, _) in zip(pages, targets, strict=True):
            content = self.page_content(page)
            used.add(content)
            tags.append(content.tags)
            self.page(page, content.stream, at, {"Parent": tree, "Resources": shared}, targets)
        pdf.put({"Type": "/Pages", "Count": len(pages), "Kids": [at for at, _ in targets]}, tree)
        self.index(page.frame for page in pages)
        pdf.put(self.resources(used), shared)
        self.embed_fonts()
        outline = embed_outline(pdf, self.info.outline, targets)
        ways = {**outline, **page_labels(self.info.labels)}
        read = self.structure(pages, tags, [at for at, _ in targets])
        said = {**self.preferences(), **ways, **read, **self.catalog()}
        catalog = pdf.put({"Type": "/Catalog", "Pages": tree, **said})
        # The file identifier (14.4) follows from the content, so that bytes are reproducible.
        shown = digest([page.frame.fingerprint for page in pages])
        return pdf.finish(catalog, pdf.put(self.description()), shown, packed=bool(read))

    def structure(
        self, pages: Sequence[Page], tags: Sequence[Sequence[str]], names: Sequence[str]
    ) -> dict[str, Value]:
        """Write the structure of a document if its pages have tags, and say that it has one."""
        if not pages or any(page.tagged is None for page in pages):
            return {}
        written = Structure(pages, tags).write(self.pdf, names, self.links)
        if self.info.universal:
            written["Metadata"] = embed_metadata(self.pdf, self.words(), UNIVERSAL)
        return written

    def catalog(self) -> dict[str, Value]:
        """Return what else the catalog says."""
        return {}

    def page_entries(self) -> dict[str, Value]:
        """Return what else each page says."""
        return {}

    def more_resources(self) -> dict[str, dict[str, Value]]:
        """Return what streams may name besides what Frames ask for, by kind."""
        return {}

    def words(self) -> dict[str, str]:
        """Return what the document says of itself, in words."""
        info = self.info
        return {
            "Title": info.title,
            "Author": info.author or "cardgen",
            "Subject": info.subject or info.title,
            "Keywords": info.keywords,
            "Creator": f"cardgen {__version__}",
            "Producer": f"cardgen {__version__}",
        }

    def description(self) -> dict[str, Value]:
        """Return what the document says of itself (14.3.3)."""
        return {key: text(words) for key, words in self.words().items()}

    def preferences(self) -> dict[str, Value]:
        """How a reader is to show and print it."""
        # Viewer preferences (12.2): print at true size, on paper of the size of the page.
        preferences = {
            "PrintScaling": "/None",
            "PickTrayByPDFSize": "true",
            "DisplayDocTitle": "true",
        }
        if is_right_to_left(self.info.language):
            preferences["Direction"] = "/R2L"
        if self.info.duplex:
            preferences["Duplex"] = _DUPLEX[self.info.duplex]
        return {"Lang": text(self.info.language), "ViewerPreferences": preferences}

    def shared(self, fingerprint: str) -> bool:
        """Tell whether a Frame is painted twice; for pixels that is never asked."""
        return self.uses[fingerprint] > 1

    def page_content(self, page: Page) -> Content:
        """Compile a page, or reuse that of the last build."""
        frame = page.frame
        height = frame.size.height * self.unit
        before = f"{self.unit:.9f} 0 0 {-self.unit:.9f} 0 {height:.4f} cm\n"
        tags = None if page.tagged is None else PageTags()
        return self.content(frame, _name(page), before, tags)

    def content(
        self, frame: Frame, name: str, before: str = "", tags: PageTags | None = None
    ) -> Content:
        """Compile a page or form, or reuse that of the last build if it calls the same Frames."""
        if not self.compiler.level:
            return self.compiler.compile(frame, self.shared, before)
        known = self.kept.get(name) or self.forms.get(name)
        painted = known[0] if known else dict(self.compiler.painted(frame))
        called = sorted(filter(self.shared, painted))
        if known and known[1] == called:
            content = Content.unpack(known[2])
        else:
            content = self.compiler.compile(frame, self.shared, before, tags)
            known = painted, called, content.pack()
        self.kept[name] = known
        if not before:
            self.forms[name] = known
        return content

    def page(
        self, page: Page, stream: bytes, at: str, around: Dictionary, targets: Sequence[Target]
    ) -> None:
        """Write a page under a reserved reference."""
        media = page.frame.size.height
        # Page boundaries (14.11.2): the media contains the bleed, which contains the trim.
        whole = _box(page.frame.trim, media, self.unit)
        made: dict[str, Value] = {
            "Type": "/Page",
            **around,
            "MediaBox": whole,
            "CropBox": whole,
            "BleedBox": _box(page.bleed, media, self.unit),
            "TrimBox": _box(page.trim, media, self.unit),
            "Contents": self.pdf.stream(_FLATE, stream),
            **self.page_entries(),
        }
        if page.tagged is not None:
            made |= {"StructParents": len(self.links), "Tabs": "/S"}
            self.links.append([self.link(one, media, targets) for one in page.links])
            if any(self.links[-1]):
                made["Annots"] = list(filter(None, self.links[-1]))
        self.pdf.put(made, at)

    def link(self, link: Link | None, height: float, targets: Sequence[Target]) -> str:
        """Return a reference to the annotation of a link, and nothing if it leads nowhere."""
        if link is None:
            return ""
        # In the tree of parents links come behind all pages (14.7.4.4).
        key = len(targets) + self.linked
        self.linked += 1
        return self.pdf.put({**link_annotation(link, height, targets), "StructParent": key})

    def index(self, frames: Iterable[Frame]) -> None:
        """Index all Frames on all levels by fingerprint, to find those that are called."""
        stack = list(frames)
        while stack:
            for child in stack.pop().children:
                if child.fingerprint not in self.frames:
                    self.frames[child.fingerprint] = child
                    stack.append(child)

    def resources(self, used: Content) -> dict[str, Value]:
        """Make a resource dictionary; each resource is written once in a document."""
        groups: dict[str, Value] = {}
        if used.glyphs:
            groups["Font"] = {font_name(key): self.font(key) for key in sorted(used.glyphs)}
            for key, glyphs in used.glyphs.items():
                self.glyphs.setdefault(key, {}).update(glyphs)
        objects = {name: self.form(name, *used.forms[name]) for name in sorted(used.forms)}
        objects |= {image_name(key): self.image(key) for key in sorted(used.images)}
        if objects:
            groups["XObject"] = objects
        states = {alpha_name(alpha): self.alpha(alpha) for alpha in sorted(used.alphas)}
        shadings: dict[str, str] = {}
        for name in sorted(used.gradients):
            self.shading(name, used.gradients[name])
            for group, key in ((shadings, name), (states, f"M{name}")):
                if key in self.written:
                    group[key] = self.written[key]
        if states:
            groups["ExtGState"] = states
        if shadings:
            groups["Shading"] = shadings
        for kind, more in self.more_resources().items():
            groups[kind] = {**cast(Dictionary, groups.get(kind, {})), **more}
        return groups

    def font(self, key: str) -> str:
        """Return a reference to a font; those of one file, whatever they are called, are one."""
        name = font_name(key)
        if name not in self.fonts:
            self.fonts[name] = self.pdf.reserve()
        return self.fonts[name]

    def embed_fonts(self) -> None:
        """Embed each font once, with the glyphs of all the names that its file goes by."""
        names: dict[str, list[str]] = {}
        for key in sorted(self.glyphs):
            names.setdefault(font_name(key), []).append(key)
        for name, keys in names.items():
            glyphs: dict[int, str] = {}
            for key in keys:
                glyphs.update(self.glyphs[key])
            font = self.library.font_by_key(keys[0])
            level = self.compiler.level and 9
            made = self.kept, self.forms
            embed_font(self.pdf, font, glyphs, level, self.fonts[name], *made)

    def form(self, name: str, fingerprint: str, isolated: bool) -> str:
        """Return a reference to a Frame that is called."""
        if name not in self.written:
            frame = self.frames[fingerprint]
            content = self.content(frame, name)
            box = frame.bleed_rect.grow(FAR)  # generous: artwork may leave its Frame
            dictionary: dict[str, Value] = {
                **_FLATE,
                "Type": "/XObject",
                "Subtype": "/Form",
                "BBox": [number(v, 4) for v in (box.x, box.y, box.right, box.bottom)],
            }
            if isolated:  # its parts must not shine through one another (11.6.6)
                dictionary["Group"] = {"S": "/Transparency", "I": "true", "CS": self.space}
            if resources := self.resources(content):
                dictionary["Resources"] = resources
            self.written[name] = self.pdf.stream(dictionary, content.stream)
        return self.written[name]

    def image(self, key: str) -> str:
        """Return a reference to a picture."""
        name = image_name(key)
        if name not in self.written:
            self.written[name] = embed_image(self.pdf, self.library.picture_by_key(key))
        return self.written[name]

    def alpha(self, thousandths: int) -> str:
        """Return a reference to a graphics state that sets an opacity."""
        name = alpha_name(thousandths)
        if name not in self.written:
            value = number(thousandths / 1000, 4)
            self.written[name] = self.pdf.put({"ca": value, "CA": value})
        return self.written[name]

    def shading(self, name: str, shading: Shading) -> None:
        """Add a gradient, or the mask of a shadow, unless it is there."""
        if name in self.written or f"M{name}" in self.written:
            return
        if isinstance(shading, SoftMask):
            pixels = "K" + mask_name(replace(shading, opacity=1.0))[1:]
            if pixels not in self.written:
                self.written[pixels] = embed_mask(self.pdf, shading)
            state = masking_state(self.pdf, self.written[pixels], shading.opacity)
            self.written[f"M{name}"] = state
        else:
            self.gradient(name, shading)

    def gradient(self, name: str, gradient: Gradient) -> None:
        """Add the shading of a gradient, if it has several colours, and its mask, if it fades."""
        if not is_glow(gradient):
            self.written[name] = embed_gradient(self.pdf, gradient)
        if len({color.alpha for _, color in gradient.stops}) > 1:
            self.written[f"M{name}"] = fading_state(self.pdf, gradient)


def _name(page: Page) -> str:
    """Name what a page is kept by: with its tags it is another."""
    return page.frame.fingerprint + ("" if page.tagged is None else " tagged")


def _box(rect: Rect, media_height: float, unit: float) -> list[str]:
    """Convert a rectangle with y down into a PDF rectangle in points with y up."""
    edges = (rect.x, media_height - rect.bottom, rect.right, media_height - rect.y)
    return [number(edge * unit, 4) for edge in edges]
