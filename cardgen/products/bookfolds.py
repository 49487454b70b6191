"""Booklets on sheets of paper: to fold and staple, or to fold from a single sheet.

Sheets to staple take a text of any length. The eight-page fold takes a short one, if its type is
still legible at the size that it comes out in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from itertools import chain

from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Size
from cardgen.frame import NO_BLEED, Frame, Group, Text
from cardgen.impose.minifold import PAGES, eight, mini, mini_of
from cardgen.impose.papers import LABELS, PAPERS, paper_size
from cardgen.impose.saddle import THICKNESS, fold_of, saddle, signature
from cardgen.model.components.booklet import Booklet
from cardgen.products.artifact import Artifact
from cardgen.products.printing import Press

LEGIBLE_PT = 5.0
"""Type on the eight-page fold is no smaller, unless the page is meant to be small."""
SLUG_PT = 4.5


@dataclass(frozen=True, slots=True)
class FoldJob:
    """A booklet to print: its pages by fingerprint, with the words that name it."""

    kind: str
    booklet: Booklet
    prints: tuple[str, ...]
    press: Press
    game: str
    version: str
    author: str

    @property
    def facts(self) -> tuple[str, ...]:
        """What stands in every file besides the pages."""
        return (self.game, self.version, self.author, self.booklet.title)

    @property
    def title(self) -> str:
        """The name of every file."""
        return f"{self.game}: {self.booklet.title}"

    def frames(self) -> list[Frame]:
        """Return the pages."""
        return [self.press.frame(name) for name in self.prints]


def folded(job: FoldJob, papers: Sequence[str]) -> Iterator[Artifact]:
    """Describe the files to fold.

    Raises ImpositionError where pages are too large, or too many for the fold that is asked for.
    """
    page = job.booklet.page_size.size
    ways = _ways(job, page)
    for paper in papers:
        if "saddle" in ways:
            yield _saddle(job, page, paper)
        if "mini" in ways:
            yield _mini(job, page, paper)


def _ways(job: FoldJob, page: Size) -> tuple[str, ...]:
    fold, count = job.booklet.fold, len(job.prints)
    if fold in ("mini", "both"):
        eight(count, at=job.booklet.at)
    if fold != "auto":
        return ("saddle", "mini") if fold == "both" else (fold,)
    short = count <= PAGES
    return ("saddle", "mini") if short and _legible(job, page) else ("saddle",)


def _legible(job: FoldJob, page: Size) -> bool:
    if job.booklet.page_size.small:
        return True
    scale = min(mini_of(page, paper, 0.0).scale for paper in PAPERS.values())
    sizes = chain.from_iterable(map(_type_sizes, job.frames()))
    return min(sizes, default=LEGIBLE_PT) * scale >= LEGIBLE_PT


def _type_sizes(frame: Frame) -> Iterator[float]:
    """Find how large the type of a page is, but for the cards pictured on it."""
    for item in frame.items:
        if isinstance(item, Text):
            yield item.size
        elif isinstance(item, Group) and item.frame.bleed == NO_BLEED:
            yield from (size * item.matrix.scale for size in _type_sizes(item.frame))


def _saddle(job: FoldJob, page: Size, paper: str) -> Artifact:
    press, back = job.press, job.booklet.back is not None
    fold = fold_of(page, paper_size(paper, job.booklet.at), press.printer.margin, job.booklet.at)
    offset = press.printer.offset(True)
    path = f"{job.kind}/{job.booklet.id}.fold.{paper}.pdf"
    sheets = len(signature(len(job.prints), back))
    size = "" if fold.scale == 1 else f", pages at {fold.scale * 100:.0f} %"

    def make() -> bytes:
        from cardgen.backend.pdf import DocumentInfo

        info = DocumentInfo(
            title=f"{job.title}, to fold",
            subject=f"{sheets} sheets of {LABELS[paper]} to print on both sides, flipped on the "
            f"short edge, to fold and to staple{size}",
            author=job.author,
            duplex="short-edge",
        )
        return press.pdf(path, saddle(job.frames(), fold, THICKNESS, offset, back), info)

    how = (astuple(fold), offset, THICKNESS, back)
    key = digest((job.kind, "saddle", job.facts, paper, how, job.prints, press.versions))
    return Artifact(path, job.kind, key, make)


def _mini(job: FoldJob, page: Size, paper: str) -> Artifact:
    press, back = job.press, job.booklet.back is not None
    fold = mini_of(page, paper_size(paper, job.booklet.at), press.printer.margin)
    path = f"{job.kind}/{job.booklet.id}.mini.{paper}.pdf"
    size = f"pages at {fold.scale * 100:.0f} %"
    name = f"{job.game} {job.version}".rstrip()
    slug = (
        f"cut the line, fold the dashes · {name} · {job.booklet.title} · {LABELS[paper]} · {size}"
    )

    def make() -> bytes:
        from cardgen.backend.pdf import DocumentInfo

        info = DocumentInfo(
            title=f"{job.title}, to fold from one sheet",
            subject=f"one sheet of {LABELS[paper]} to print on one side, to cut along the line "
            f"and to fold, {size}",
            author=job.author,
            duplex="simplex",
        )
        sheet = mini(job.frames(), fold, back, press.write(slug, SLUG_PT))
        return press.pdf(path, [sheet], info)

    how = (astuple(fold), slug, SLUG_PT, back)
    key = digest((job.kind, "mini", job.facts, paper, how, job.prints, press.versions))
    return Artifact(path, job.kind, key, make)
