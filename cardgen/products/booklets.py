"""The product ``booklets``: a text in reading order with links and bookmarks, and sheets to fold.

A leaflet is its page on each paper.

Links and bookmarks come from the regions that layout left on the Frames. A place in a text is an
anchor of level 0, and may be on several pages: a link ``to=…@7`` leads to the one on page 7.

Sheets to staple take a text of any length. The eight-page fold takes a short one, provided that
its type is still legible at the size at which it is printed.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from cardgen.backend.document import Bookmark, PageLabel
from cardgen.core.direction import is_right_to_left
from cardgen.core.fingerprint import as_tuples
from cardgen.core.geometry import Matrix, Rect
from cardgen.core.registry import plural
from cardgen.core.units import HOME_PAPERS, PAPERS, label_of
from cardgen.frame import IDENTITY, NO_BLEED, Frame, Group, Link, Page, RegionKind, Text, regions
from cardgen.impose.booklets import (
    MINI_PAGES,
    THICKNESS,
    Fold,
    eight,
    fold_of,
    mini,
    mini_of,
    saddle,
    signature,
)
from cardgen.model.components.booklet import LARGE as LARGE_SUFFIX
from cardgen.model.components.booklet import Booklet, Leaflet
from cardgen.model.formats import LARGE_PT
from cardgen.model.game import Game
from cardgen.products.artifact import Artifact, PdfDocument, Tools
from cardgen.products.options import BOOKLETS, LARGE
from cardgen.products.planning import component_plans, paper_plans, product, run_plans
from cardgen.products.request import ProductRequest


def navigable(frames: Sequence[Frame]) -> tuple[list[Page], tuple[Bookmark, ...]]:
    """Return the pages with their links, and the outline of all headings."""
    outline: list[Bookmark] = []
    targets: dict[str, tuple[int, float]] = {}
    titles: dict[str, str] = {}
    for number, frame in enumerate(frames):
        for region in regions(frame.items, RegionKind.ANCHOR):
            name, level, title = _anchor(region.note)
            place = (number, region.rect.y)
            targets.setdefault(name, place)
            if not level:
                targets.setdefault(f"{name}@{number + 1}", place)
                continue
            words = titles[name] = title.replace("\u00ad", "")  # soft hyphens are for lines alone
            outline.append(Bookmark(words, number, region.rect.y, level))
    pages = [
        Page(frame, frame.trim, frame.trim, tuple(_links(frame, targets, titles)), IDENTITY)
        for frame in frames
    ]
    return pages, tuple(outline)


def anchor_pages(frames: Sequence[Frame]) -> dict[str, int]:
    """Return the number of the first page with each anchor."""
    pages: dict[str, int] = {}
    for number, frame in enumerate(frames, 1):
        for region, _ in frame.regions(RegionKind.ANCHOR):
            pages.setdefault(_anchor(region.note)[0], number)
    return pages


def _links(
    frame: Frame, targets: Mapping[str, tuple[int, float]], titles: Mapping[str, str]
) -> Iterator[Link | None]:
    for region in regions(frame.items, RegionKind.LINK):
        kind, _, name = region.note.partition("=")
        if kind == "href":
            yield Link(region.rect, uri=name, words=name)
        elif name in targets:
            page, y = targets[name]
            yield Link(region.rect, page, y, words=titles.get(name) or str(page + 1))
        else:
            yield None


def _anchor(note: str) -> tuple[str, int, str]:
    name, level, title = note.split(" ", 2)
    return (
        name.removeprefix("id="),
        int(level.removeprefix("level=")),
        title.removeprefix("title="),
    )


LEGIBLE_PT = 5.0
"""The least size of type on the eight-page fold, unless pages are meant to be small."""
SLUG_PT = 4.5
SADDLE, MINI = "saddle", "mini"
"""Sheets to nest and to staple; a single sheet of eight pages."""


class BookletJob(Struct, frozen=True):
    """A booklet with its request; ``kind`` is the product of its files."""

    kind: str
    booklet: Booklet
    request: ProductRequest

    @property
    def pages(self) -> tuple[Frame, ...]:
        """The pages in reading order."""
        return self.request.faces(self.booklet)

    @property
    def prints(self) -> tuple[str, ...]:
        """The fingerprints of the pages."""
        return tuple(page.fingerprint for page in self.pages)

    @property
    def has_back(self) -> bool:
        """True if the last page is a back cover."""
        return self.booklet.back is not None

    def sheets(self, paper: str) -> Fold:
        """Arrange the pages on sheets to staple; raises ImpositionError if pages are too large."""
        location, page = self.booklet.location, self.booklet.page_size.size
        leftward = is_right_to_left(self.request.game.language)
        on, margin = self.request.paper(paper, location), self.request.printer.margin
        return fold_of(page, on, margin, location, leftward)


def plan_folded(job: BookletJob, papers: Sequence[str]) -> Iterator[Artifact]:
    """Describe the files to fold.

    Raises ImpositionError if pages are too large, or too many for the booklet's ``fold``.
    """
    folds = folds_of(job)
    for paper in papers:
        if SADDLE in folds:
            yield saddle_sheets(job, paper)
        if MINI in folds:
            yield mini_sheet(job, paper)


def folds_of(job: BookletJob) -> tuple[str, ...]:
    """Return the folds of a booklet: `SADDLE`, `MINI` or both."""
    fold, count = job.booklet.fold, len(job.pages)
    if fold != "auto":
        return (SADDLE, MINI) if fold == "both" else (fold,)
    return (SADDLE, MINI) if count <= MINI_PAGES and _is_legible(job) else (SADDLE,)


def _is_legible(job: BookletJob) -> bool:
    """True if type is large enough on the eight-page fold, on every paper."""
    size = job.booklet.page_size
    if size.small:
        return True
    scale = min(mini_of(size.size, PAPERS[paper], 0.0).scale for paper in HOME_PAPERS)
    sizes = chain.from_iterable(map(_type_sizes, job.pages))
    return min(sizes, default=LEGIBLE_PT) * scale >= LEGIBLE_PT


def _type_sizes(frame: Frame) -> Iterator[float]:
    """Find the sizes of the type on a page, except on the cards that it pictures."""
    for item in frame.items:
        if isinstance(item, Text):
            yield item.size
        elif isinstance(item, Group) and item.frame.bleed == NO_BLEED:
            yield from (size * item.matrix.scale for size in _type_sizes(item.frame))


def saddle_sheets(job: BookletJob, paper: str) -> Artifact:
    """Describe a booklet on sheets to fold and staple, each with a front and a back."""
    fold, back = job.sheets(paper), job.has_back
    offset = job.request.printer.offset(landscape=True)
    variant = job.request.variant(job.booklet, fold="fold", paper=paper)
    path = variant.path(job.kind)
    sheets = len(signature(len(job.pages), back))
    size = "" if fold.scale == 1 else f", pages at {fold.scale * 100:.0f} %"

    def make(tools: Tools) -> PdfDocument:
        subject = (
            f"{plural(sheets, 'sheet')} of {label_of(paper)} to print on both sides, flipped on "
            f"the short edge, to fold and to staple{size}"
        )
        info = job.request.info(f"{job.booklet.title}, to fold", subject, "short-edge")
        return PdfDocument(path, saddle(job.pages, fold, THICKNESS, offset, back), info)

    contents = (as_tuples(fold), offset, back, job.prints)
    return job.request.artifact(path, variant, job.booklet, contents, make)


def mini_sheet(job: BookletJob, paper: str) -> Artifact:
    """Describe a booklet on one sheet; raises ImpositionError if it has too many pages."""
    booklet, back, game = job.booklet, job.has_back, job.request.game
    eight(len(job.pages), location=booklet.location)
    on = job.request.paper(paper, booklet.location)
    leftward = is_right_to_left(game.language)
    fold = mini_of(booklet.page_size.size, on, job.request.printer.margin, leftward)
    variant = job.request.variant(booklet, fold=MINI, paper=paper)
    path = variant.path(job.kind)
    size = f"pages at {fold.scale * 100:.0f} %"
    name = f"{game.title} {game.version}".rstrip()
    how = game.say("cut the line, fold the dashes")
    shown_size = game.say("pages at {percent} %", percent=f"{fold.scale * 100:.0f}")
    slug = f"{how} · {name} · {booklet.title} · {label_of(paper)} · {shown_size}"

    def make(tools: Tools) -> PdfDocument:
        subject = (
            f"one sheet of {label_of(paper)} to print on one side, to cut along the line "
            f"and to fold, {size}"
        )
        info = job.request.info(f"{booklet.title}, to fold from one sheet", subject, "none")
        sheet = mini(job.pages, fold, back, tools.write(slug, SLUG_PT))
        return PdfDocument(path, [sheet], info)

    contents = (as_tuples(fold), back, job.prints)
    return job.request.artifact(path, variant, booklet, contents, make)


KIND = BOOKLETS


@product(KIND, Booklet, Leaflet)
def booklets(request: ProductRequest) -> list[Artifact]:
    """Describe the files of every booklet and leaflet."""
    reading_files = component_plans(request, _reading_files, Booklet, Leaflet)
    return reading_files + run_plans(request, paper_plans(request, {Booklet: _on_paper}))


def _reading_files(request: ProductRequest, text: Booklet | Leaflet) -> Iterator[Artifact]:
    if request.options.large:
        return
    if isinstance(text, Leaflet):
        yield from leaves(request, text)
    elif not text.large:
        yield reading(request, text)


def _on_paper(request: ProductRequest, booklet: Booklet, paper: str) -> Iterator[Artifact]:
    if booklet.large:
        yield large_print(request, booklet, paper)
    elif not request.options.large:
        yield from plan_folded(BookletJob(KIND, booklet, request), [paper])


def leaves(request: ProductRequest, leaflet: Leaflet) -> Iterator[Artifact]:
    """Describe a leaflet on each requested paper that has a layout, or on the first such paper."""
    pages = dict(zip(HOME_PAPERS, request.faces(leaflet), strict=False))
    for paper in [name for name in HOME_PAPERS if name in request.papers] or HOME_PAPERS[:1]:
        yield _leaf(request, leaflet, paper, pages.get(paper) or pages[HOME_PAPERS[0]])


def _leaf(request: ProductRequest, leaflet: Leaflet, paper: str, page: Frame) -> Artifact:
    variant = request.variant(leaflet, paper=paper)
    path = variant.path(KIND)

    def make(tools: Tools) -> PdfDocument:
        pages, outline = navigable([page])
        info = request.info(
            leaflet.title, f"one page of {label_of(paper)}", None, outline, (), True
        )
        return PdfDocument(path, pages, info)

    return request.artifact(path, variant, leaflet, page.fingerprint, make)


def reading(request: ProductRequest, booklet: Booklet) -> Artifact:
    """Describe a booklet in reading order."""
    job = BookletJob(KIND, booklet, request)
    variant = request.variant(booklet)
    path = variant.path(KIND)

    def make(tools: Tools) -> PdfDocument:
        pages, outline = navigable(job.pages)
        labels = _labels(booklet, request.game, len(pages))
        info = request.info(booklet.title, plural(len(pages), "page"), None, outline, labels, True)
        return PdfDocument(path, pages, info)

    covers = (booklet.cover is not None, booklet.back is not None)
    return request.artifact(path, variant, booklet, (job.prints, covers), make)


def large_print(request: ProductRequest, booklet: Booklet, paper: str) -> Artifact:
    """Describe a booklet in large print: its pages one by one, each as large as the paper."""
    pages = request.faces(booklet)
    on = request.paper(paper, booklet.location)
    usual_id = booklet.id.removesuffix(LARGE_SUFFIX)
    variant = replace(request.variant(booklet, type_size=LARGE, paper=paper), component=usual_id)
    path = variant.path(KIND)

    def make(tools: Tools) -> PdfDocument:
        linked_pages, outline = navigable(pages)
        paper_box = Rect(0.0, 0.0, on.width, on.height)
        matrices = [Matrix.fitting(page.trim, paper_box) for page in linked_pages]
        larger = [page.transform(m, on) for page, m in zip(linked_pages, matrices, strict=True)]
        outline = tuple(
            replace(bookmark, y=matrices[bookmark.page].apply(0, bookmark.y)[1])
            for bookmark in outline
        )
        subject = f"{plural(len(pages), 'page')} of {label_of(paper)}, {LARGE_PT:g} pt or more"
        title = f"{booklet.title}, large print"
        labels = _labels(booklet, request.game, len(pages))
        info = request.info(title, subject, None, outline, labels, True)
        return PdfDocument(path, larger, info)

    prints = tuple(page.fingerprint for page in pages)
    return request.artifact(path, variant, booklet, (as_tuples(on), prints), make)


def _labels(booklet: Booklet, game: Game, count: int) -> tuple[PageLabel, ...]:
    """Return the page labels: printed numbers, and words for cover and back."""
    labels = [PageLabel(0, words=game.say("Cover"))] if booklet.cover else []
    labels.append(PageLabel(len(labels), len(labels) + 1))
    if booklet.back:
        labels.append(PageLabel(count - 1, words=game.say("Back")))
    return tuple(labels)
