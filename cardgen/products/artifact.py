"""An artifact is one file of a product: where it goes, what it is made of, and how to make it."""

from __future__ import annotations

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
    """Type for what is printed beside the pieces, a camera for pictures, and the game's assets.

    With ``outlines``, letters become shapes in every PDF and SVG.
    """

    write: Write
    camera: PixelCamera
    library: KeyedAssets
    outlines: bool = False


class PdfDocument(Struct, frozen=True):
    """The finished pages of a PDF, and what it says about itself.

    ``name`` stays the same from build to build, so that pages that were written before can be
    found again. It is the path of the file, or of the file that this one is a copy of. With
    ``press`` the file is in the inks of a press.
    """

    name: str
    pages: Sequence[Page]
    info: DocumentInfo
    press: PressCondition | None = None

    @property
    def sheets(self) -> int:
        """How many sheets of paper it is printed on: half as many as pages, if on both sides."""
        sides = 2 if self.info.duplex in ("long-edge", "short-edge") else 1
        return -(-len(self.pages) // sides)


def pdf_bytes(document: PdfDocument, library: KeyedAssets, drawings: Drawings) -> bytes:
    """Write a document, for a press if it says so; nothing is kept for the next build."""
    if document.press is not None:
        from cardgen.backend.press.flattening import write_press_pdf

        return write_press_pdf(document.pages, document.info, library, document.press)
    from cardgen.backend.pdf import write_pdf

    return write_pdf(document.pages, document.info, library, drawings)


class Artifact(PartlyCompared, frozen=True):
    """A file that a build can write.

    ``path`` is posix and relative to the game's output folder. ``key`` is a digest of
    everything that the file shows: as long as it is the same and the file is intact, ``make``
    is not called. ``make`` returns a `PdfDocument` for a PDF, and bytes for any other file.
    ``variant`` holds the component that it shows, the paper, the ink and the other choices. Two
    artifacts are equal if path, kind, key and variant are.
    """

    uncompared = frozenset({"make"})

    path: str
    kind: str
    key: str
    make: Callable[[Tools], PdfDocument | bytes]
    variant: Variant = Variant()

    def data(self, tools: Tools, pdf: Callable[[PdfDocument], bytes]) -> bytes:
        """Make the content of the file; ``pdf`` writes the pages of a document."""
        made = self.make(tools)
        if not isinstance(made, PdfDocument):
            return made
        if tools.outlines:
            from cardgen.backend.lettering import Outliner

            made = replace(made, pages=list(map(Outliner(tools.library).page, made.pages)))
        return pdf(made)


def content_artifact(path: str, kind: str, content: bytes, key: str = "") -> Artifact:
    """Describe a file with known content; its key is by default the digest of the content."""
    return Artifact(path, kind, key or digest(content), lambda tools: content)
