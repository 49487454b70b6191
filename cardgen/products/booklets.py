"""The product ``booklets``: a text in reading order, and on sheets to fold."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.backend.document import DocumentInfo, PageLabel
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
            language=request.game.theme.language,
            subject=f"{len(pages)} pages",
            outline=outline,
            labels=_labels(booklet, len(pages)),
        )
        return PdfDocument(path, pages, info)

    covers = (booklet.cover is not None, booklet.back is not None)
    key = digest((KIND, job.words, job.prints, covers, request.versions))
    return Artifact(path, KIND, key, make)


def _labels(booklet: Booklet, count: int) -> tuple[PageLabel, ...]:
    """Name the pages as they are numbered; cover and back bear no number."""
    labels = [PageLabel(0, words="Cover")] if booklet.cover else []
    labels.append(PageLabel(len(labels), len(labels) + 1))
    if booklet.back:
        labels.append(PageLabel(count - 1, words="Back"))
    return tuple(labels)
