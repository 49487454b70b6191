"""Tokens, dice and boxes for cutting machines: the usual sheets, with marks around them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from cardgen.backend.document import DocumentInfo
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
from cardgen.impose.margins import EDGE_CLEARANCE, GAP, LANE
from cardgen.impose.tokens import split_layers
from cardgen.impose.workpage import GAP_AROUND, work_area
from cardgen.model.components.box import TuckBox
from cardgen.model.components.dice import Die
from cardgen.model.components.game_box import GameBox
from cardgen.model.components.tokens import TokenSet
from cardgen.model.game import Component
from cardgen.products.artifact import Artifact, PdfDocument, Tools
from cardgen.products.boxes import lid_box_sheets, tuck_box_sheets
from cardgen.products.cut.decks import CutJob, sheet_number, transparent, trial_page
from cardgen.products.cut_sheets import write_nothing
from cardgen.products.request import ProductRequest
from cardgen.products.tokens import die_sheets, token_sheets

CORNER_CLEARANCE_MM = SQUARE + THICKNESS / 2 + 1.5
"""The distance between pieces and the corners of the frame of marks, in mm."""


def _token_sheets(request: ProductRequest, token_set: TokenSet, paper: str) -> Iterator[Artifact]:
    """Plan a token set for a machine that cuts one layer: backs are separate, not folded halves.

    A Cricut prints no back pages, so all backs are separate pieces on the front pages.
    """
    duplex = "long-edge" if token_set.duplex == "gutterfold" else token_set.duplex
    folded = True if request.options.cut == "cricut" else token_set.folded
    return token_sheets(
        request, replace(token_set, duplex=duplex, folded=folded), paper, split_layers
    )


SHEETS: Mapping[type[Component], Callable[[ProductRequest, Any, str], Iterator[Artifact]]] = {
    TokenSet: _token_sheets,
    Die: die_sheets,
    TuckBox: tuck_box_sheets,
    GameBox: lid_box_sheets,
}
"""The usual sheets of each kind of component that has pieces to cut out."""


def plan_pieces(request: ProductRequest, component: Component, paper: str) -> Iterator[Artifact]:
    """Plan the files that the machine of ``--cut`` needs for tokens, dice or a box.

    Pieces that have no room between the marks are left out with a warning.
    """
    assert request.options.cut is not None
    size, cutter = request.paper(paper, component.location), request.printer.cutter
    inset = BORDERLESS if cutter.borderless else cutter.inset
    requested_duplex = request.options.duplex
    duplex: Duplex | None = "long-edge" if requested_duplex == "gutterfold" else requested_duplex
    if request.options.cut == "cricut":
        size, inset, duplex = cutting_area(paper, cutter.area, component.location), 0.0, None
    side_fingerprints = frozenset(frame.fingerprint for frame in request.frames.values())
    reason = ""
    for room in _planning_sizes(size, inset, isinstance(component, TokenSet)):
        printer = replace(request.printer, margin=0.0, scale=1.0, papers={paper: room})
        try:
            hand_cut_request = replace(request, printer=printer).with_options(duplex=duplex)
            artifacts = list(SHEETS[type(component)](hand_cut_request, component, paper))
        except ImpositionError as error:
            reason = reason or error.diagnostics[0].message
            continue
        if not artifacts:  # not even one copy
            return
        [artifact] = artifacts
        job = CutJob(request, component, paper, request.options.cut, (artifact.key, inset))
        cut = CutPieces(job, artifact, size, inset, side_fingerprints)
        _, sheets = cut.document(_DRY_RUN_TOOLS)
        if all(sheet.fits(inset) for sheet in sheets):
            yield from cut.artifacts(sheets)
            return
    request.report(problems.cut_by_hand(component.location, component.id, label_of(paper), reason))


def _planning_sizes(size: Size, inset: float, tokens: bool) -> Iterator[Size]:
    """Yield paper sizes for planning the sheets, whose pages are later centred on ``size``.

    The sizes include a border and lanes, where plans have no pieces. In one direction the pieces
    keep clear of the marks, in the other they may fill the frame of the marks. Tokens fill a
    portrait page up to its edges; nets keep a distance from the edges and may be landscape.
    """
    mark_clearance = inset + CORNER_CLEARANCE_MM if inset else 0.0
    lanes, gap = EDGE_CLEARANCE + LANE + GAP, 0.0 if tokens else GAP_AROUND
    usable_width, usable_height = size.width - 2 * (inset - gap), size.height - 2 * mark_clearance
    yield Size(usable_width + 2 * EDGE_CLEARANCE, usable_height + 2 * lanes)
    if not tokens:
        yield Size(usable_height + 2 * EDGE_CLEARANCE, usable_width + 2 * lanes)


_DRY_RUN_TOOLS = Tools(write_nothing, cast(Any, None), cast(Any, None))
"""Tools that make pages without type, to find the positions of pieces."""


class CutSheet(Struct, frozen=True):
    """A sheet for cutting by hand, and its position on the paper for the machine."""

    pages: Sequence[Page]
    """The front page, and the back page of a two-sided sheet."""
    area: Rect
    """The part of these pages that pieces may cover."""
    matrix: Matrix
    """The transform from these pages to the paper."""
    cut_paths: Dies

    def fits(self, inset: float) -> bool:
        """True if all cut paths are within the frame of the marks."""
        size = self.cut_paths.page
        room = Rect(0.0, 0.0, size.width, size.height).grow(-inset)
        return all(room.contains(path.bounds(), 0.01) for path in self.cut_paths.cut)


class CutPieces(Struct, frozen=True):
    """The sheets of tokens, a die or a box."""

    job: CutJob
    artifact: Artifact
    size: Size
    """The paper, or the part of it that the machine can cut, in portrait."""
    inset: float
    side_fingerprints: frozenset[str]

    def artifacts(self, sheets: Sequence[CutSheet]) -> Iterator[Artifact]:
        """Describe the files of sheets that are laid out."""
        job = self.job
        if job.machine == "silhouette":
            yield job.artifact("pdf", self._print)
            yield job.artifact("test.pdf", self._test)
        for index, sheet in enumerate(sheets):
            number = index + 1 if len(sheets) > 1 else 0
            if job.machine == "cricut":
                yield job.artifact("png", partial(self._picture, index), number)
            yield from job.paths(sheet.cut_paths, number)

    def document(self, tools: Tools) -> tuple[DocumentInfo, list[CutSheet]]:
        """Lay out the sheets; return them with the metadata of the pages for cutting by hand."""
        pdf = self.artifact.make(tools)
        assert isinstance(pdf, PdfDocument)
        step = 1 if pdf.info.duplex == "simplex" else 2
        starts = range(0, len(pdf.pages), step)
        return pdf.info, [self._sheet(pdf.pages[start : start + step]) for start in starts]

    def _sheet(self, pages: Sequence[Page]) -> CutSheet:
        front = pages[0].frame
        width, height = front.size.width, front.size.height
        paper = self.size.quarter_turned if width > height else self.size
        matrix = Matrix.translation((paper.width - width) / 2, (paper.height - height) / 2)
        area = work_area(front.size, 0.0)
        cut_paths = dies_of(front, self.side_fingerprints, area, matrix)
        return CutSheet(pages, area, matrix, replace(cut_paths, page=paper))

    def _marks(self, sheet: CutSheet) -> Registration:
        kind = cast(Marks, self.job.request.printer.cutter.marks)
        return Registration(sheet.cut_paths.page, self.inset, LEAST_ARM, kind)

    def _print(self, tools: Tools) -> PdfDocument:
        """Make the sheets, each page with the marks around its pieces, without lines and words."""
        info, sheets = self.document(tools)
        pages = []
        for number, sheet in enumerate(sheets, 1):
            marks, art = self._marks(sheet), sheet.matrix.apply_rect(sheet.area)
            sides = ("front", "back") if len(sheet.pages) > 1 else ("",)
            for side, page in zip(sides, sheet.pages, strict=True):
                words = (sheet_number(number, len(sheets)), side, f"paths {sheet.cut_paths.code}")
                lines = self.job.lines(marks, art, tools.write, *words, back=side == "back")
                pieces_only = without_lines(page.frame, self.side_fingerprints)
                printed_area = Group(pieces_only, sheet.matrix, Path.rect(sheet.area))
                items = [printed_area, registration_marks(marks), *lines]
                pages.append(Page.of_sheet(Frame(marks.page, items)))
        subject = f"{info.subject.partition(';')[0]}, for a cutting machine"
        return self.job.document(pages, subject, "pdf", info.duplex)

    def _test(self, tools: Tools) -> PdfDocument:
        _, sheets = self.document(tools)
        pages = []
        for number, sheet in enumerate(sheets, 1):
            marks, art = self._marks(sheet), sheet.matrix.apply_rect(sheet.area)
            words = ("cut test", sheet_number(number, len(sheets)), f"paths {sheet.cut_paths.code}")
            lines = self.job.lines(marks, art, tools.write, *words)
            pages.append(trial_page(sheet.cut_paths, marks, lines))
        return self.job.document(pages, "cut test", "test.pdf", "none")

    def _picture(self, index: int, tools: Tools) -> bytes:
        sheet = self.document(tools)[1][index]
        pieces_only = without_lines(sheet.pages[0].frame, self.side_fingerprints)
        return transparent(cutout(pieces_only, sheet.cut_paths, sheet.matrix), tools)
