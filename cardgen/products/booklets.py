"""The product ``booklets``: a text in reading order, and on sheets to fold."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.backend.document import DocumentInfo
from cardgen.core.fingerprint import digest
from cardgen.model.components.booklet import Booklet
from cardgen.products.artifact import Artifact, PdfDocument
from cardgen.products.booklet_links import navigable
from cardgen.products.folded_booklets import BookletJob, folded
from cardgen.products.planning import product
from cardgen.products.request import ProductRequest
from cardgen.products.tools import Tools

KIND = "booklets"


@product(KIND, Booklet)
def booklets(request: ProductRequest) -> Iterator[Artifact]:
    """Describe the files of every booklet."""
    for booklet in request.game.components.values():
        if isinstance(booklet, Booklet):
            yield reading(request, booklet)
            yield from folded(BookletJob(KIND, booklet, request), request.papers)


def reading(request: ProductRequest, booklet: Booklet) -> Artifact:
    """Describe a booklet in reading order."""
    job = BookletJob(KIND, booklet, request)
    path = f"{KIND}/{booklet.id}.pdf"

    def make(tools: Tools) -> PdfDocument:
        pages, outline = navigable(job.pages)
        info = DocumentInfo(
            title=job.title,
            author=request.game.author,
            language=request.game.language,
            subject=f"{len(pages)} pages",
            outline=outline,
        )
        return PdfDocument(path, pages, info)

    key = digest((KIND, job.words, job.prints, request.versions))
    return Artifact(path, KIND, key, make)
