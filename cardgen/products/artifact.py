"""An artifact is one file of a product: its path, its key, and the function that makes it."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cardgen.assets.library import KeyedAssets
from cardgen.backend.document import DocumentInfo
from cardgen.backend.press.profile import PressCondition
from cardgen.core.fingerprint import PartlyCompared, digest
from cardgen.frame import Page
from cardgen.impose.marks import Write
from cardgen.products.options import Variant

if TYPE_CHECKING:
    from cardgen.backend.content import Drawings
    from cardgen.backend.pixels import PixelCamera


class Tools(Struct, frozen=True):
    """The tools to make files: a writer of margin text, a camera for pictures, and the assets.

    With ``outlines``, letters become shapes in every PDF and SVG.
    """

    write: Write
    camera: "PixelCamera"
    library: KeyedAssets
    outlines: bool = False


class PdfDocument(Struct, frozen=True):
    """The finished pages and the metadata of a PDF.

    ``name`` stays the same from build to build, because stored pages are found by it. It is the
    path of the file, or of the file that this one is a copy of. With ``press`` the file is in the
    inks of a press.
    """

    name: str
    pages: Sequence[Page]
    info: DocumentInfo
    press: PressCondition | None = None

    @property
    def sheets(self) -> int:
        """The number of sheets of paper: half the number of pages if printed on both sides."""
        sides = 2 if self.info.duplex in ("long-edge", "short-edge") else 1
        return -(-len(self.pages) // sides)


def pdf_bytes(document: PdfDocument, library: KeyedAssets, drawings: "Drawings") -> bytes:
    """Write a document, for a press if it has one, without storing pages for the next build."""
    if document.press is not None:
        from cardgen.backend.press.flattening import write_press_pdf

        return write_press_pdf(document.pages, document.info, library, document.press)
    from cardgen.backend.pdf import write_pdf

    return write_pdf(document.pages, document.info, library, drawings)


class Artifact(PartlyCompared, frozen=True):
    """A file that a build can write.

    ``path`` is posix and relative to the game's output folder. ``key`` is a digest of the whole
    content: while the key is the same and the file is intact, ``make`` is not called. ``make``
    returns a `PdfDocument` for a PDF, and bytes for any other file. ``variant`` holds the
    component, the paper, the ink and the other choices. Two artifacts are equal if path, kind, key
    and variant are.
    """

    ignored_fields = frozenset({"make"})

    path: str
    kind: str
    key: str
    make: Callable[[Tools], PdfDocument | bytes]
    variant: Variant = Variant()

    def data(self, tools: Tools, pdf: Callable[[PdfDocument], bytes]) -> bytes:
        """Make the content of the file; ``pdf`` writes the pages of a document."""
        content = self.make(tools)
        if not isinstance(content, PdfDocument):
            return content
        if tools.outlines:
            from cardgen.backend.lettering import Outliner

            content = replace(content, pages=list(map(Outliner(tools.library).page, content.pages)))
        return pdf(content)


def content_artifact(path: str, kind: str, content: bytes, key: str = "") -> Artifact:
    """Describe a file with known content; its key is by default the digest of the content."""
    return Artifact(path, kind, key or digest(content), lambda tools: content)
