"""The product ``cut``: sheets for cutting machines, and the paths that they cut and crease.

A deck is laid out between the marks of its machine. Tokens, dice and boxes are what the products
``tokens`` and ``boxes`` print, on a paper as large as the room between the marks; the lines to cut
and to fold are taken off the pages and become paths.

For a Silhouette there is a PDF to print, one page to try the cut on without ink, and paths as DXF
and SVG: one file for all sheets of a deck, one for each sheet of anything else. For a Cricut there
is a transparent picture for each sheet, with the paths as SVG.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal, cast

from msgspec import Struct
from msgspec.structs import replace

from cardgen.backend.cutfiles import dxf, svg
from cardgen.backend.document import DocumentInfo
from cardgen.core.errors import ImpositionError
from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.core.papers import label_of
from cardgen.core.units import MM_PER_INCH
from cardgen.core.value import as_tuples
from cardgen.frame import Frame, Group, Item, Page, Shape
from cardgen.frame.dies import Dies
from cardgen.impose import problems
from cardgen.impose.cutters.cricut import arrange_picture, cutout, cutting_area
from cardgen.impose.cutters.layouts import (
    BORDERLESS,
    LEAST_ARM,
    SQUARE,
    THICKNESS,
    Marks,
    Registration,
    layout_for,
)
from cardgen.impose.cutters.marks import registration_marks, said, values
from cardgen.impose.cutters.paths import dies_of, grid_dies, without_lines
from cardgen.impose.duplex import Duplex
from cardgen.impose.margins import EDGE, GAP, LANE, SheetMargins
from cardgen.impose.marks import FOLD, HAIRLINE
from cardgen.impose.nup import Arrangement
from cardgen.impose.sheet import PageSide, SheetCard, Surroundings, impose
from cardgen.impose.workpage import GAP_AROUND, work_area
from cardgen.model.component import Component
from cardgen.model.components.box import TuckBox
from cardgen.model.components.deck import Deck
from cardgen.model.components.dice import Die
from cardgen.model.components.game_box import GameBox
from cardgen.model.components.tokens import TokenSet
from cardgen.products.artifact import Artifact, PdfDocument
from cardgen.products.boxes import lid_box_sheets, tuck_box_sheets
from cardgen.products.planning import all_or_errors, product
from cardgen.products.request import ProductRequest
from cardgen.products.sheets import shared_sheets, sheet_cards
from cardgen.products.slug import slug_words, version_words
from cardgen.products.tokens import die_sheets, token_sheets
from cardgen.products.tools import Tools
from cardgen.products.variants import Machine

KIND = "cut"
DPI = 300
CORNER = SQUARE + THICKNESS / 2 + 1.5
"""How far the corners of the frame of marks are kept clear of pieces, in mm."""
STYLE = 1
"""Part of every key, to be raised when marks or words are set in a new way."""
_BOUND: Mapping[str, Literal["long-edge", "short-edge"]] = {
    "long-edge": "long-edge",
    "short-edge": "short-edge",
}
_BARE = Surroundings(SheetMargins(0.0, 0.0, None, None), lambda filled: [])


@product(KIND, Deck, TokenSet, Die, TuckBox, GameBox)
def cut(request: ProductRequest) -> list[Artifact]:
    """Describe sheets and paths for cutting machines; of decks with `cut:`, or all with `--cut`."""
    return all_or_errors(_plans(request))


def _plans(request: ProductRequest) -> Iterator[Callable[[], Iterator[Artifact]]]:
    for host, *guests in shared_sheets(request.game):
        machine = request.cut or cast(Machine, host.cut)
        cards = [card for deck in (host, *guests) for card in sheet_cards(request, deck)]
        cards = [card for card in cards if card.copies]
        for paper in request.papers if machine and cards else ():
            make = _silhouette if machine == "silhouette" else _cricut
            yield partial(make, request, host, cards, paper)
    for component in filter(_is_wanted, request.game.components.values()):
        for paper in request.papers if request.cut else ():
            yield partial(_pieces, request, component, paper)


class _Job(Struct, frozen=True):
    """What the files of one component on one paper have in common."""

    request: ProductRequest
    component: Component
    paper: str
    machine: Machine
    parts: Any
    """For the keys: what the files show."""

    def path(self, ending: str, number: int = 0) -> str:
        """Name a file; sheets are numbered if there are several."""
        page = f".{number}" if number else ""
        return f"{KIND}/{self.component.id}.{self.paper}.{self.machine}{page}.{ending}"

    def artifact(
        self, ending: str, make: Callable[[Tools], PdfDocument | bytes], number: int = 0
    ) -> Artifact:
        """Describe a file."""
        game, request = self.request.game, self.request
        words = (game.title, game.version, game.author, self.component.title, self.paper)
        cutter = as_tuples(request.printer.cutter)
        key = digest((KIND, STYLE, ending, number, words, cutter, self.parts, request.versions))
        return Artifact(self.path(ending, number), KIND, key, make)

    def document(
        self, pages: Sequence[Page], subject: str, ending: str, duplex: Any
    ) -> PdfDocument:
        """Make a PDF of pages."""
        game = self.request.game
        info = DocumentInfo(
            title=f"{game.title}: {self.component.title}, to cut by machine",
            subject=f"{subject}; print at actual size",
            author=game.author,
            language=game.theme.language,
            duplex=_BOUND.get(duplex or "", "simplex"),
        )
        return PdfDocument(self.path(ending), pages, info)

    def slug(self, *words: str) -> str:
        """Say what a page is."""
        game = self.request.game
        return slug_words(game.title, self.component.title, *words, version_words(game))

    def paths(self, dies: Dies, number: int = 0) -> Iterator[Artifact]:
        """Describe the files with the paths of a sheet."""
        title = self.slug(label_of(self.paper))
        yield self.artifact("svg", lambda tools: svg(dies, title), number)
        if self.machine == "silhouette":
            yield self.artifact("dxf", lambda tools: dxf(dies), number)


def _numbered(number: int, total: int) -> str:
    return f"sheet {number} of {total}" if total > 1 else ""


def _silhouette(
    request: ProductRequest, deck: Deck, cards: Sequence[SheetCard], paper: str
) -> Iterator[Artifact]:
    """Describe a deck for a Silhouette; raises ImpositionError if a card does not fit."""
    cutter = request.printer.cutter
    layout = layout_for(
        deck.size,
        paper,
        request.paper(paper, deck.at),
        cast(Marks, cutter.marks),
        cutter.inset,
        cutter.borderless,
        deck.at,
    )
    grid = layout.arrangement(deck.size, deck.bleed)
    marks, dies = layout.registration, grid_dies(grid, deck.radius)
    duplex: Duplex = "none"
    if any(card.back for card in cards):
        duplex = request.duplex or cast(Duplex, deck.duplex)
        duplex = "long-edge" if duplex == "gutterfold" else duplex
    offset = request.printer.offset(grid.landscape)
    prints = [
        (card.face.fingerprint, card.back and card.back.fingerprint, card.copies) for card in cards
    ]
    parts = (as_tuples(layout), as_tuples(grid), deck.radius, duplex, offset, prints)
    job = _Job(request, deck, paper, "silhouette", parts)
    which = f"layout {layout.name}, version {layout.version} · paths {dies.code}"
    subject = f"{sum(card.copies for card in cards)} cards, {which}"

    def make(tools: Tools) -> PdfDocument:
        total = -(-sum(card.copies for card in cards) // grid.slots)

        def lines(number: int, side: PageSide) -> list[Item]:
            words = [job.slug(_numbered(number, total), side, which)]
            words += [values(marks)] if side == "front" else []
            return list(said(marks, grid.artwork, words, tools.write))

        around = Surroundings(_BARE.margins, lambda filled: [registration_marks(marks)], True)
        pages = impose(cards, grid, duplex, offset, around=around)
        two_sided = len(pages) > total
        done = []
        for index, page in enumerate(pages):
            back = two_sided and index % 2 == 1
            number = index // 2 + 1 if two_sided else index + 1
            more = lines(number, "back" if back else "front")
            done.append(Page.of_sheet(Frame(page.frame.size, [*page.frame.items, *more])))
        return job.document(done, subject, "pdf", duplex)

    def test(tools: Tools) -> PdfDocument:
        words = [job.slug("cut test", which), values(marks)]
        page = _test_page(dies, marks, said(marks, grid.artwork, words, tools.write))
        return job.document([page], f"cut test, {which}", "test.pdf", "none")

    yield job.artifact("pdf", make)
    yield job.artifact("test.pdf", test)
    yield from job.paths(dies)


def _test_page(dies: Dies, marks: Registration, lines: Iterator[Item]) -> Page:
    """Make a page to try a cut on: marks, hairlines, and nothing that takes ink."""
    items: list[Item] = [Shape(path, stroke=HAIRLINE) for path in dies.cut]
    items += [Shape(path, stroke=FOLD) for path in dies.crease]
    return Page.of_sheet(Frame(dies.page, [*items, registration_marks(marks), *lines]))


def _cricut(
    request: ProductRequest, deck: Deck, cards: Sequence[SheetCard], paper: str
) -> Iterator[Artifact]:
    """Describe a deck for a Cricut: a picture of each sheet's faces, and one file with paths."""
    area = cutting_area(paper, request.printer.cutter.area, deck.at)
    grid = arrange_picture(deck.size, area, deck.at)
    queue = [replace(card, copies=1) for card in cards for _ in range(card.copies)]
    hands = [queue[i : i + grid.slots] for i in range(0, len(queue), grid.slots)]
    dies = grid_dies(grid, deck.radius)
    parts = (as_tuples(grid), deck.radius)
    for number, hand in enumerate(hands, 1):
        shown = replace(dies, cut=dies.cut[: len(hand)])
        job = _Job(request, deck, paper, "cricut", (parts, [c.face.fingerprint for c in hand]))
        make = partial(_picture, hand, grid, shown)
        yield job.artifact("png", make, number if len(hands) > 1 else 0)
    yield from _Job(request, deck, paper, "cricut", parts).paths(dies)


def _picture(hand: Sequence[SheetCard], grid: Arrangement, dies: Dies, tools: Tools) -> bytes:
    [page] = impose(hand, grid, "none", around=_BARE)
    return _transparent(cutout(page.frame, dies, Matrix()), tools)


def _transparent(frame: Frame, tools: Tools) -> bytes:
    width, height = (
        max(round(side / MM_PER_INCH * DPI), 1) for side in (frame.size.width, frame.size.height)
    )
    return tools.camera.cutout(frame, (width, height))


def _pieces(request: ProductRequest, component: Component, paper: str) -> Iterator[Artifact]:
    """Describe what is no card, for the machine that is asked for.

    It is left out with a warning if there is no room for it between the marks.
    """
    assert request.cut is not None
    size, cutter = request.paper(paper, component.at), request.printer.cutter
    inset = BORDERLESS if cutter.borderless else cutter.inset
    if request.cut == "cricut":
        size, inset = cutting_area(paper, cutter.area, component.at), 0.0
    # What is folded over and cut through two layers no machine can register.
    duplex = request.duplex or request.game.print.duplex
    duplex = "none" if request.cut == "cricut" else duplex
    duplex = "long-edge" if duplex == "gutterfold" else duplex
    sides = frozenset(frame.fingerprint for frame in request.frames.values())
    why = ""
    for room in _rooms(size, inset, isinstance(component, TokenSet)):
        printer = replace(request.printer, margin=0.0, papers={paper: room})
        try:
            [artifact] = _by_hand(
                replace(request, printer=printer, duplex=duplex), component, paper
            )
        except ImpositionError as error:
            why = why or error.diagnostics[0].message
            continue
        job = _Job(request, component, paper, request.cut, (artifact.key, inset))
        pieces = _Pieces(job, artifact, size, inset, sides)
        if pieces.fit:
            yield from pieces.artifacts()
            return
    request.report(problems.cut_by_hand(component.at, component.id, label_of(paper), why))


def _by_hand(request: ProductRequest, component: Component, paper: str) -> Iterator[Artifact]:
    """Describe the usual sheets."""
    match component:
        case TokenSet():
            return token_sheets(request, component, paper)
        case Die():
            return die_sheets(request, component, paper)
        case TuckBox():
            return tuck_box_sheets(request, component, paper)
        case GameBox():
            return lid_box_sheets(request, component, paper)
    return iter(())


def _is_wanted(component: Component) -> bool:
    match component:
        case TokenSet():
            return bool(component.count)
        case Die():
            return bool(component.copies)
    return isinstance(component, TuckBox | GameBox)


def _rooms(size: Size, inset: float, tokens: bool) -> Iterator[Size]:
    """Return papers to plan for, whose pages lie in the middle of those of this size.

    These have a border and lanes of their own, which the room for pieces does not need. On one axis
    that room is clear of the marks, and on the other within their frame. Tokens fill a page in
    portrait up to its edges; nets keep a distance from the edges, and may lie.
    """
    away = inset + CORNER if inset else 0.0
    lanes, more = EDGE + LANE + GAP, 0.0 if tokens else GAP_AROUND
    across, along = size.width - 2 * (inset - more), size.height - 2 * away
    yield Size(across + 2 * EDGE, along + 2 * lanes)
    if not tokens:
        yield Size(along + 2 * EDGE, across + 2 * lanes)


def _no_type(text: str, size: float) -> Frame:
    return Frame(Size(0.0, 0.0), ())


_DRY = Tools(_no_type, cast(Any, None))
"""Makes pages without type, to see where everything lies."""


class _Pieces(Struct, frozen=True):
    """The sheets of something that is no card: as they are printed to be cut by hand."""

    job: _Job
    artifact: Artifact
    size: Size
    """The paper, or what the machine takes of it, in portrait."""
    inset: float
    sides: frozenset[str]

    def artifacts(self) -> Iterator[Artifact]:
        """Describe the files; how many sheets there are is known once they are laid out."""
        job, fronts = self.job, self._fronts(self._document(_DRY))
        several = len(fronts) > 1
        if job.machine == "silhouette":
            yield job.artifact("pdf", self._print)
            yield job.artifact("test.pdf", self._test)
        for index, front in enumerate(fronts):
            number = index + 1 if several else 0
            if job.machine == "cricut":
                yield job.artifact("png", partial(self._picture, index), number)
            yield from job.paths(self._dies(front), number)

    def _document(self, tools: Tools) -> PdfDocument:
        made = self.artifact.make(tools)
        assert isinstance(made, PdfDocument)
        return made

    def _fronts(self, document: PdfDocument) -> list[Page]:
        return list(document.pages[:: 1 if document.info.duplex == "simplex" else 2])

    def _page(self, virtual: Frame) -> Size:
        lying = virtual.size.width > virtual.size.height
        return self.size.turned if lying else self.size

    def _place(self, virtual: Frame) -> Matrix:
        page = self._page(virtual)
        return Matrix.translation(
            (page.width - virtual.size.width) / 2, (page.height - virtual.size.height) / 2
        )

    def _area(self, virtual: Frame) -> Rect:
        return work_area(virtual.size, 0.0)

    def _dies(self, page: Page) -> Dies:
        found = dies_of(page.frame, self.sides, self._area(page.frame), self._place(page.frame))
        return replace(found, page=self._page(page.frame))

    @property
    def fit(self) -> bool:
        """Whether all that is cut lies within the frame of the marks."""
        fronts = self._fronts(self._document(_DRY))
        return all(
            Rect(0.0, 0.0, dies.page.width, dies.page.height)
            .grow(-self.inset)
            .contains(path.bounds(), 0.01)
            for dies in map(self._dies, fronts)
            for path in dies.cut
        )

    def _marks(self, virtual: Frame) -> Registration:
        kind = cast(Marks, self.job.request.printer.cutter.marks)
        return Registration(self._page(virtual), self.inset, LEAST_ARM, kind)

    def _bare(self, page: Page) -> Group:
        """Show the pieces of a page, without lines and words."""
        frame, area = without_lines(page.frame, self.sides), self._area(page.frame)
        return Group(frame, self._place(page.frame), Path.rect(area))

    def _print(self, tools: Tools) -> PdfDocument:
        document, pages = self._document(tools), []
        fronts = self._fronts(document)
        two_sided = len(document.pages) > len(fronts)
        for index, page in enumerate(document.pages):
            number = index // 2 if two_sided else index
            back = two_sided and index % 2 == 1
            front = fronts[number]
            marks = self._marks(page.frame)
            words = [
                self.job.slug(
                    _numbered(number + 1, len(fronts)),
                    ("back" if back else "front") if two_sided else "",
                    f"paths {self._dies(front).code}",
                ),
                "" if back else values(marks),
            ]
            lines = said(marks, self._art(page.frame), words, tools.write)
            items = [self._bare(page), registration_marks(marks), *lines]
            pages.append(Page.of_sheet(Frame(marks.page, items)))
        subject = f"{document.info.subject.partition(';')[0]}, for a cutting machine"
        return self.job.document(pages, subject, "pdf", document.info.duplex)

    def _art(self, virtual: Frame) -> Rect:
        """Return the part of the real page that pieces may cover."""
        return self._place(virtual).apply_rect(self._area(virtual))

    def _test(self, tools: Tools) -> PdfDocument:
        pages = []
        fronts = self._fronts(self._document(tools))
        for number, front in enumerate(fronts, 1):
            marks, dies = self._marks(front.frame), self._dies(front)
            words = ["cut test", _numbered(number, len(fronts)), f"paths {dies.code}"]
            lines = [self.job.slug(*words), values(marks)]
            shown = said(marks, self._art(front.frame), lines, tools.write)
            pages.append(_test_page(dies, marks, shown))
        return self.job.document(pages, "cut test", "test.pdf", "none")

    def _picture(self, index: int, tools: Tools) -> bytes:
        page = self._fronts(self._document(tools))[index]
        bare = without_lines(page.frame, self.sides)
        return _transparent(cutout(bare, self._dies(page), self._place(page.frame)), tools)
