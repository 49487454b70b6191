"""An artifact is one file of a product: where it goes, what it is made of, how to make it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from cardgen.backend.document import DocumentInfo
from cardgen.backend.press.profile import PressCondition
from cardgen.core.value import PartlyCompared
from cardgen.frame import Page
from cardgen.products.tools import Tools


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


class Artifact(PartlyCompared, frozen=True):
    """A file that a build can write.

    ``path`` is posix and relative to the game's output folder. ``key`` is a digest of
    everything that the file shows: as long as it is the same and the file is intact, ``make``
    is not called. ``make`` returns a `PdfDocument` for a PDF, and bytes for any other file. Two
    artifacts are equal if path, kind and key are.
    """

    aside = frozenset({"make"})

    path: str
    kind: str
    key: str
    make: Callable[[Tools], PdfDocument | bytes]

    def data(self, tools: Tools, pdf: Callable[[PdfDocument], bytes]) -> bytes:
        """Make the content of the file; ``pdf`` writes the pages of a document."""
        made = self.make(tools)
        return pdf(made) if isinstance(made, PdfDocument) else made
