"""Tokens, dice and boxes for cutting machines: the usual sheets, with marks around them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.choices import Duplex
from cardgen.core.diagnostics import ImpositionError
from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.core.units import label_of
from cardgen.frame import Frame, Group, Page
from cardgen.frame.items import Dies
from cardgen.impose import problems
from cardgen.impose.cutters.layouts import (
    BORDERLESS,
    LEAST_ARM,
    SQUARE,
    THICKNESS,
    Marks,
    Registration,
    registration_marks,
)
from cardgen.impose.cutters.paths import cutout, cutting_area, dies_of, without_lines
from cardgen.impose.margins import EDGE, GAP, LANE
from cardgen.impose.tokens import apart
from cardgen.impose.workpage import GAP_AROUND, work_area
from cardgen.model.components.box import TuckBox
from cardgen.model.components.dice import Die
from cardgen.model.components.game_box import GameBox
from cardgen.model.components.tokens import TokenSet
from cardgen.model.game import Component
from cardgen.products.artifact import Artifact, PdfDocument, Tools
from cardgen.products.boxes import lid_box_sheets, tuck_box_sheets
from cardgen.products.cut.decks import CutJob, numbered, transparent, trial_page
from cardgen.products.request import ProductRequest
from cardgen.products.tokens import die_sheets, token_sheets

CORNER = SQUARE + THICKNESS / 2 + 1.5
"""How far the corners of the frame of marks are kept clear of pieces, in mm."""


def _token_sheets(request: ProductRequest, of: TokenSet, paper: str) -> Iterator[Artifact]:
    """Describe the sheets of a set, cut through one layer: backs are not folded over but apart.

    A Cricut has no back pages, so there all of them are.
    """
    duplex = "long-edge" if of.duplex == "gutterfold" else of.duplex
    folded = True if request.options.cut == "cricut" else of.folded
    return token_sheets(request, replace(of, duplex=duplex, folded=folded), paper, apart)


SHEETS: Mapping[type[Component], Callable[[ProductRequest, Any, str], Iterator[Artifact]]] = {
    TokenSet: _token_sheets,
    Die: die_sheets,
    TuckBox: tuck_box_sheets,
    GameBox: lid_box_sheets,
}
"""The usual sheets of each kind of component that has pieces to cut out."""


def pieces(request: ProductRequest, component: Component, paper: str) -> Iterator[Artifact]:
    """Describe what is no card, for the machine that is asked for.

    It is left out with a warning if there is no room for it between the marks.
    """
    assert request.options.cut is not None
    size, cutter = request.paper(paper, component.at), request.printer.cutter
    inset = BORDERLESS if cutter.borderless else cutter.inset
    asked = request.options.duplex
    duplex: Duplex | None = "long-edge" if asked == "gutterfold" else asked
    if request.options.cut == "cricut":
        size, inset, duplex = cutting_area(paper, cutter.area, component.at), 0.0, None
    sides = frozenset(frame.fingerprint for frame in request.frames.values())
    why = ""
    for room in _rooms(size, inset, isinstance(component, TokenSet)):
        printer = replace(request.printer, margin=0.0, papers={paper: room})
        try:
            usual = replace(request, printer=printer).with_options(duplex=duplex)
            artifacts = list(SHEETS[type(component)](usual, component, paper))
        except ImpositionError as error:
            why = why or error.diagnostics[0].message
            continue
        if not artifacts:  # not even one copy
            return
        [artifact] = artifacts
        job = CutJob(request, component, paper, request.options.cut, (artifact.key, inset))
        sheets = CutPieces(job, artifact, size, inset, sides)
        if sheets.fit:
            yield from sheets.artifacts()
            return
    request.report(problems.cut_by_hand(component.at, component.id, label_of(paper), why))


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


_DRY = Tools(_no_type, cast(Any, None), cast(Any, None))
"""Makes pages without type, to see where everything lies."""


class CutPieces(Struct, frozen=True):
    """The sheets of something that is no card: as they are printed to be cut by hand."""

    job: CutJob
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
            side = ("back" if back else "front") if two_sided else ""
            words = (numbered(number + 1, len(fronts)), side, f"paths {self._dies(front).code}")
            lines = self.job.lines(marks, self._art(page.frame), tools.write, *words, back=back)
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
            words = ["cut test", numbered(number, len(fronts)), f"paths {dies.code}"]
            shown = self.job.lines(marks, self._art(front.frame), tools.write, *words)
            pages.append(trial_page(dies, marks, shown))
        return self.job.document(pages, "cut test", "test.pdf", "none")

    def _picture(self, index: int, tools: Tools) -> bytes:
        page = self._fronts(self._document(tools))[index]
        bare = without_lines(page.frame, self.sides)
        return transparent(cutout(bare, self._dies(page), self._place(page.frame)), tools)
