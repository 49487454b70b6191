"""The product ``booklets``: a text in reading order, and on sheets to fold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.core.fingerprint import digest
from cardgen.model.components.booklet import Booklet
from cardgen.products.artifact import Artifact
from cardgen.products.bookfolds import FoldJob, folded
from cardgen.products.order import Order, product
from cardgen.products.pagelinks import navigable

if TYPE_CHECKING:
    from cardgen.model.component import Component

KIND = "booklets"


@product(KIND)
def booklets(order: Order) -> list[Artifact]:
    """Describe the files of every booklet."""
    found: list[Artifact] = []
    for component in order.game.components.values():
        if isinstance(component, Booklet):
            job = _job(order, component)
            found += [_reading(job), *folded(job, order.papers)]
    return found


def reading(order: Order, component: Component) -> Artifact:
    """Describe a booklet in reading order."""
    assert isinstance(component, Booklet)
    return _reading(_job(order, component))


def _job(order: Order, booklet: Booklet) -> FoldJob:
    prints = tuple(order.fingerprints[one.face.id] for one in order.sides[booklet.id])
    game = order.game
    return FoldJob(KIND, booklet, prints, order.press, game.title, game.version, game.author)


def _reading(job: FoldJob) -> Artifact:
    path = f"{KIND}/{job.booklet.id}.pdf"

    def make() -> bytes:
        from cardgen.backend.pdf import DocumentInfo

        pages, outline = navigable(job.frames())
        info = DocumentInfo(
            title=job.title,
            author=job.author,
            subject=f"{len(pages)} pages",
            outline=outline,
        )
        return job.press.pdf(path, pages, info)

    key = digest((KIND, job.facts, job.prints, job.press.versions))
    return Artifact(path, KIND, key, make)
