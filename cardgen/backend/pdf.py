"""Writing pages as PDF: `objects` writes the objects, `drawing` the operators, ReportLab the file.

Fonts and pictures are embedded by content, streams are deflated, and the date has no effect. Each
glyph gets its own position, so that kerning and ligatures are exactly as in the layout. Numbers in
comments are sections of ISO 32000-2.
"""

from collections import Counter
from collections.abc import Iterable, MutableMapping, Sequence
from typing import Any, cast

from msgspec.structs import replace

from cardgen import __version__
from cardgen.assets.library import KeyedAssets
from cardgen.backend.content import COMPRESSION, Compiler, Content, Drawings
from cardgen.backend.document import (
    PDF_UA_CLAIM,
    DocumentInfo,
    Target,
    embed_metadata,
    embed_outline,
    link_annotation,
    page_labels,
)
from cardgen.backend.drawing import Gradient, alpha_name, font_name, image_name, is_glow, mask_name
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
"""Pages of the last build by fingerprint, and forms by name: the painted Frames, the called Frames
and the content. Also the embedded data of fonts, by key and glyphs."""


def write_pdf(
    pages: Sequence[Page],
    info: DocumentInfo,
    library: KeyedAssets,
    drawings: Drawings | None = None,
    stored_pages: Kept | None = None,
    pixels: bool = False,
    forms: Kept | None = None,
) -> bytes:
    """Return a PDF file; the same input gives the same bytes.

    ``drawings`` has earlier drawings and receives new ones; so do ``stored_pages`` for whole pages,
    and ``forms`` for forms and fonts that documents share. With ``pixels``, Frames are measured in
    pixels of one point, and the file is not compressed, because it is rendered immediately. Raises
    AssetError if a font or a picture has vanished since layout.
    """
    compiler = Compiler({} if drawings is None else drawings, 0 if pixels else COMPRESSION)
    unit = 1.0 if pixels else POINTS_PER_MM
    stored, shared = {} if stored_pages is None else stored_pages, {} if forms is None else forms
    return PdfWriter(info, library, compiler, stored, shared, unit).document(pages)


class PdfWriter:
    """Writes one document; a subclass adds the requirements of a print standard."""

    minor = 6
    """The version of PDF: 1.6."""
    space = "/DeviceRGB"
    """The colour space in which transparent parts are blended."""

    def __init__(
        self,
        info: DocumentInfo,
        library: KeyedAssets,
        compiler: Compiler,
        stored_pages: Kept,
        forms: Kept,
        unit: float,
    ) -> None:
        self.info = info
        self.library = library
        self.compiler = compiler
        self.stored = stored_pages
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
            stored = self.stored.get(_name(page))
            self.uses.update(stored[0] if stored else self.compiler.count_paintings(page.frame))
        # All pages share one resource dictionary (7.8.3).
        shared, tree = pdf.reserve(), pdf.reserve()
        targets = [(pdf.reserve(), page.frame.size.height) for page in pages]
        used = Content()
        tags: list[tuple[str, ...]] = []
        for page, (ref, _) in zip(pages, targets, strict=True):
            content = self.page_content(page)
            used.add(content)
            tags.append(content.tags)
            self.page(page, content.stream, ref, {"Parent": tree, "Resources": shared}, targets)
        pdf.put({"Type": "/Pages", "Count": len(pages), "Kids": [ref for ref, _ in targets]}, tree)
        self.index(page.frame for page in pages)
        pdf.put(self.resources(used), shared)
        self.embed_fonts()
        outline = embed_outline(pdf, self.info.outline, targets)
        navigation = {**outline, **page_labels(self.info.labels)}
        read = self.structure(pages, tags, [ref for ref, _ in targets])
        entries = {**self.preferences(), **navigation, **read, **self.catalog()}
        catalog = pdf.put({"Type": "/Catalog", "Pages": tree, **entries})
        # The file identifier (14.4) follows from the content, so that bytes are reproducible.
        identifier = digest([page.frame.fingerprint for page in pages])
        return pdf.finish(catalog, pdf.put(self.description()), identifier, packed=bool(read))

    def structure(
        self, pages: Sequence[Page], tags: Sequence[Sequence[str]], names: Sequence[str]
    ) -> dict[str, Value]:
        """Write the structure of a tagged document; return its entries in the catalog."""
        if not pages or any(page.tagged is None for page in pages):
            return {}
        entries = Structure(pages, tags).write(self.pdf, names, self.links)
        if self.info.is_pdf_ua:
            entries["Metadata"] = embed_metadata(self.pdf, self.words(), PDF_UA_CLAIM)
        return entries

    def catalog(self) -> dict[str, Value]:
        """Return further entries of the catalog."""
        return {}

    def page_entries(self) -> dict[str, Value]:
        """Return further entries of each page."""
        return {}

    def more_resources(self) -> dict[str, dict[str, Value]]:
        """Return resources that streams name in addition to those of Frames, by kind."""
        return {}

    def words(self) -> dict[str, str]:
        """Return the entries of the document information as words."""
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
        """Return the document information dictionary (14.3.3)."""
        return {key: text(words) for key, words in self.words().items()}

    def preferences(self) -> dict[str, Value]:
        """Return the language and the viewer preferences (12.2)."""
        # Print at true size, on paper of the size of the page.
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

    def is_shared(self, fingerprint: str) -> bool:
        """True if the document paints a Frame at least twice; always False for pixels."""
        return self.uses[fingerprint] > 1

    def page_content(self, page: Page) -> Content:
        """Compile a page, or return its content from the last build."""
        frame = page.frame
        height = frame.size.height * self.unit
        before = f"{self.unit:.9f} 0 0 {-self.unit:.9f} 0 {height:.4f} cm\n"
        tags = None if page.tagged is None else PageTags()
        return self.content(frame, _name(page), before, tags)

    def content(
        self, frame: Frame, name: str, before: str = "", tags: PageTags | None = None
    ) -> Content:
        """Compile a page or form, or return the stored content if it calls the same Frames."""
        if not self.compiler.level:
            return self.compiler.compile(frame, self.is_shared, before)
        stored = self.stored.get(name) or self.forms.get(name)
        painted = stored[0] if stored else dict(self.compiler.count_paintings(frame))
        called = sorted(filter(self.is_shared, painted))
        if stored and stored[1] == called:
            content = Content.unpack(stored[2])
        else:
            content = self.compiler.compile(frame, self.is_shared, before, tags)
            stored = painted, called, content.pack()
        self.stored[name] = stored
        if not before:
            self.forms[name] = stored
        return content

    def page(
        self, page: Page, stream: bytes, ref: str, around: Dictionary, targets: Sequence[Target]
    ) -> None:
        """Write a page under a reserved reference."""
        media = page.frame.size.height
        # Page boundaries (14.11.2): the media contains the bleed, which contains the trim.
        media_box = _box(page.frame.trim, media, self.unit)
        entries: dict[str, Value] = {
            "Type": "/Page",
            **around,
            "MediaBox": media_box,
            "CropBox": media_box,
            "BleedBox": _box(page.bleed, media, self.unit),
            "TrimBox": _box(page.trim, media, self.unit),
            "Contents": self.pdf.stream(_FLATE, stream),
            **self.page_entries(),
        }
        if page.tagged is not None:
            entries |= {"StructParents": len(self.links), "Tabs": "/S"}
            self.links.append([self.link(page_link, media, targets) for page_link in page.links])
            if any(self.links[-1]):
                entries["Annots"] = list(filter(None, self.links[-1]))
        self.pdf.put(entries, ref)

    def link(self, link: Link | None, height: float, targets: Sequence[Target]) -> str:
        """Return a reference to the annotation of a link; "" for a link without a target."""
        if link is None:
            return ""
        # In the parent tree, links follow all pages (14.7.4.4).
        key = len(targets) + self.linked
        self.linked += 1
        return self.pdf.put({**link_annotation(link, height, targets), "StructParent": key})

    def index(self, frames: Iterable[Frame]) -> None:
        """Index all Frames on all levels by fingerprint, for the forms."""
        stack = list(frames)
        while stack:
            for child in stack.pop().children:
                if child.fingerprint not in self.frames:
                    self.frames[child.fingerprint] = child
                    stack.append(child)

    def resources(self, used: Content) -> dict[str, Value]:
        """Return a resource dictionary; each resource is written once in a document."""
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
        for kind, resources in self.more_resources().items():
            groups[kind] = {**cast(Dictionary, groups.get(kind, {})), **resources}
        return groups

    def font(self, key: str) -> str:
        """Return a reference to a font; all names of one font file share one reference."""
        name = font_name(key)
        if name not in self.fonts:
            self.fonts[name] = self.pdf.reserve()
        return self.fonts[name]

    def embed_fonts(self) -> None:
        """Embed each font file once, with the glyphs used under all of its names."""
        names: dict[str, list[str]] = {}
        for key in sorted(self.glyphs):
            names.setdefault(font_name(key), []).append(key)
        for name, keys in names.items():
            glyphs: dict[int, str] = {}
            for key in keys:
                glyphs.update(self.glyphs[key])
            font = self.library.font_by_key(keys[0])
            level = self.compiler.level and 9
            caches = self.stored, self.forms
            embed_font(self.pdf, font, glyphs, level, self.fonts[name], *caches)

    def form(self, name: str, fingerprint: str, isolated: bool) -> str:
        """Return a reference to a Frame as a form XObject (8.10)."""
        if name not in self.written:
            frame = self.frames[fingerprint]
            content = self.content(frame, name)
            box = frame.bleed_rect.grow(FAR)  # because artwork may extend beyond its Frame
            dictionary: dict[str, Value] = {
                **_FLATE,
                "Type": "/XObject",
                "Subtype": "/Form",
                "BBox": [number(v, 4) for v in (box.x, box.y, box.right, box.bottom)],
            }
            if isolated:  # opacity applies to the Frame as a whole (11.6.6)
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
        """Return a reference to the graphics state of an opacity."""
        name = alpha_name(thousandths)
        if name not in self.written:
            value = number(thousandths / 1000, 4)
            self.written[name] = self.pdf.put({"ca": value, "CA": value})
        return self.written[name]

    def shading(self, name: str, shading: Shading) -> None:
        """Add a gradient, or the mask of a shadow, if the document does not have it."""
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
    """Return the key of a stored page, which differs for a tagged page."""
    return page.frame.fingerprint + ("" if page.tagged is None else " tagged")


def _box(rect: Rect, media_height: float, unit: float) -> list[str]:
    """Convert a rectangle with y down into a PDF rectangle in points with y up."""
    edges = (rect.x, media_height - rect.bottom, rect.right, media_height - rect.y)
    return [number(edge * unit, 4) for edge in edges]
