"""Decks for cutting machines: sheets with marks, or transparent pictures, and one set of paths.

`CutJob` has the common values of all files of one component on one paper for one machine.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from cardgen.backend.cutfiles import dxf, svg
from cardgen.core.choices import Duplex, Machine
from cardgen.core.fingerprint import as_tuples
from cardgen.core.geometry import Matrix, Rect
from cardgen.core.units import MM_PER_INCH, label_of
from cardgen.frame import Frame, Item, Page, Shape
from cardgen.frame.items import Dies
from cardgen.impose.cutters.layouts import (
    Marks,
    Registration,
    layout_for,
    registration_marks,
    set_lines,
    values,
)
from cardgen.impose.cutters.paths import arrange_picture, cutout, cutting_area, grid_dies
from cardgen.impose.marks import FOLD, HAIRLINE, Write
from cardgen.impose.nup import Arrangement
from cardgen.impose.sheet import SheetCard, impose
from cardgen.model.components.deck import Deck
from cardgen.model.game import Component
from cardgen.products.artifact import Artifact, PdfDocument, Tools
from cardgen.products.cut_sheets import slug_words, version_words
from cardgen.products.options import Variant
from cardgen.products.request import ProductRequest, Simplex

KIND = "cut"
DPI = 300


class CutJob(Struct, frozen=True):
    """The common values of all files of one component on one paper."""

    request: ProductRequest
    component: Component
    paper: str
    machine: Machine
    parts: Any
    """The content of the files, for their keys."""

    def path(self, ending: str, number: int = 0) -> str:
        """Name a file; sheets are numbered if there are several."""
        return self.variant.path(KIND, f"{number}.{ending}" if number else ending)

    @property
    def variant(self) -> Variant:
        """The variant of all files."""
        return self.request.variant(self.component, paper=self.paper, machine=self.machine)

    def artifact(
        self, ending: str, make: Callable[[Tools], PdfDocument | bytes], number: int = 0
    ) -> Artifact:
        """Describe a file."""
        contents = (as_tuples(self.request.printer.cutter), self.parts)
        path = self.path(ending, number)
        return self.request.artifact(path, self.variant, self.component, contents, make)

    def document(
        self, pages: Sequence[Page], subject: str, ending: str, duplex: Duplex | Simplex | None
    ) -> PdfDocument:
        """Make a PDF of pages."""
        title = f"{self.component.title}, to cut by machine"
        info = self.request.info(title, f"{subject}; print at actual size", duplex)
        return PdfDocument(self.path(ending), pages, info)

    def slug(self, *words: str) -> str:
        """Return the slug of a page with these words."""
        game = self.request.game
        return slug_words(game.title, self.component.title, *words, version_words(game))

    def lines(
        self, marks: Registration, art: Rect, write: Write, *words: str, back: bool = False
    ) -> Iterator[Item]:
        """Set the slug of a page, and on fronts the values to type into the cutting program."""
        lines = [self.slug(*words), "" if back else values(marks)]
        return set_lines(marks, art, lines, write)

    def paths(self, dies: Dies, number: int = 0) -> Iterator[Artifact]:
        """Describe the files with the paths of a sheet."""
        title = self.slug(label_of(self.paper))
        yield self.artifact("svg", lambda tools: svg(dies, title), number)
        if self.machine == "silhouette":
            yield self.artifact("dxf", lambda tools: dxf(dies), number)


def sheet_number(number: int, total: int) -> str:
    """Return the number of a sheet in words; "" for a single sheet."""
    return f"sheet {number} of {total}" if total > 1 else ""


def trial_page(dies: Dies, marks: Registration, lines: Iterator[Item]) -> Page:
    """Make a page for a trial cut: only marks, hairlines and small type, to save ink."""
    items: list[Item] = [Shape(path, stroke=HAIRLINE) for path in dies.cut]
    items += [Shape(path, stroke=FOLD) for path in dies.crease]
    return Page.of_sheet(Frame(dies.page, [*items, registration_marks(marks), *lines]))


def transparent(frame: Frame, tools: Tools) -> bytes:
    """Return a Frame as a PNG that is transparent where the Frame has no paint."""
    width, height = (
        max(round(side / MM_PER_INCH * DPI), 1) for side in (frame.size.width, frame.size.height)
    )
    return tools.camera.cutout(frame, (width, height))


def silhouette(
    request: ProductRequest, deck: Deck, cards: Sequence[SheetCard], paper: str
) -> Iterator[Artifact]:
    """Describe a deck for a Silhouette; raises ImpositionError if a card does not fit."""
    cutter = request.printer.cutter
    layout = layout_for(
        deck.size,
        paper,
        request.paper(paper, deck.location),
        cast(Marks, cutter.marks),
        cutter.inset,
        cutter.borderless,
        deck.location,
    )
    grid = layout.arrangement(deck.size, deck.bleed)
    marks, dies = layout.registration, grid_dies(grid, deck.radius)
    duplex: Duplex = "none"
    if any(card.back for card in cards):
        duplex = request.options.duplex or cast(Duplex, deck.duplex)
        duplex = "long-edge" if duplex == "gutterfold" else duplex
    offset = request.printer.offset(grid.landscape)
    # The key covers all values that affect the files.
    prints = [card.prints for card in cards]
    parts = (as_tuples(layout), as_tuples(grid), deck.radius, duplex, offset, prints)
    job = CutJob(request, deck, paper, "silhouette", parts)
    which = f"layout {layout.name}, version {layout.version} · paths {dies.code}"
    subject = f"{sum(card.copies for card in cards)} cards, {which}"

    def make(tools: Tools) -> PdfDocument:
        total = -(-sum(card.copies for card in cards) // grid.slots)
        pages = impose(cards, grid, duplex, offset, marks=lambda slots: [registration_marks(marks)])
        two_sided = len(pages) > total
        marked_pages = []
        for index, page in enumerate(pages):
            sheet, back = divmod(index, 2) if two_sided else (index, 0)
            words = (sheet_number(sheet + 1, total), "back" if back else "front", which)
            texts = job.lines(marks, grid.artwork, tools.write, *words, back=bool(back))
            marked_pages.append(Page.of_sheet(Frame(page.frame.size, [*page.frame.items, *texts])))
        return job.document(marked_pages, subject, "pdf", duplex)

    def test(tools: Tools) -> PdfDocument:
        lines = job.lines(marks, grid.artwork, tools.write, "cut test", which)
        return job.document(
            [trial_page(dies, marks, lines)], f"cut test, {which}", "test.pdf", "none"
        )

    yield job.artifact("pdf", make)
    yield job.artifact("test.pdf", test)
    yield from job.paths(dies)


def cricut(
    request: ProductRequest, deck: Deck, cards: Sequence[SheetCard], paper: str
) -> Iterator[Artifact]:
    """Describe a deck for a Cricut: a picture of each sheet's faces, and one file with paths."""
    area = cutting_area(paper, request.printer.cutter.area, deck.location)
    grid = arrange_picture(deck.size, area, deck.location)
    queue = [replace(card, copies=1) for card in cards for _ in range(card.copies)]
    hands = [queue[i : i + grid.slots] for i in range(0, len(queue), grid.slots)]
    dies = grid_dies(grid, deck.radius)
    parts = (as_tuples(grid), deck.radius)
    for number, hand in enumerate(hands, 1):
        sheet_dies = replace(dies, cut=dies.cut[: len(hand)])
        job = CutJob(request, deck, paper, "cricut", (parts, [c.face.fingerprint for c in hand]))
        make = partial(_picture, hand, grid, sheet_dies)
        yield job.artifact("png", make, number if len(hands) > 1 else 0)
    yield from CutJob(request, deck, paper, "cricut", parts).paths(dies)


def _picture(hand: Sequence[SheetCard], grid: Arrangement, dies: Dies, tools: Tools) -> bytes:
    [page] = impose(hand, grid, "none", marks=lambda slots: [])
    return transparent(cutout(page.frame, dies, Matrix()), tools)
