"""Decks for cutting machines: sheets with marks, or transparent pictures, and one set of paths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import cast

from msgspec.structs import replace

from cardgen.core.geometry import Matrix
from cardgen.core.value import as_tuples
from cardgen.frame import Frame, Item, Page
from cardgen.frame.dies import Dies
from cardgen.impose.cutters.cricut import arrange_picture, cutout, cutting_area
from cardgen.impose.cutters.layouts import Marks, layout_for
from cardgen.impose.cutters.marks import registration_marks, said, values
from cardgen.impose.cutters.paths import grid_dies
from cardgen.impose.duplex import Duplex
from cardgen.impose.margins import SheetMargins
from cardgen.impose.nup import Arrangement
from cardgen.impose.sheet import PageSide, SheetCard, Surroundings, impose
from cardgen.model.components.deck import Deck
from cardgen.products.artifact import Artifact, PdfDocument
from cardgen.products.cut.job import CutJob, numbered, transparent, trial_page
from cardgen.products.request import ProductRequest
from cardgen.products.tools import Tools

_BARE = Surroundings(SheetMargins(0.0, 0.0, None, None), lambda filled: [])


def silhouette(
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
        duplex = request.options.duplex or cast(Duplex, deck.duplex)
        duplex = "long-edge" if duplex == "gutterfold" else duplex
    offset = request.printer.offset(grid.landscape)
    prints = [
        (card.face.fingerprint, card.back and card.back.fingerprint, card.copies) for card in cards
    ]
    parts = (as_tuples(layout), as_tuples(grid), deck.radius, duplex, offset, prints)
    job = CutJob(request, deck, paper, "silhouette", parts)
    which = f"layout {layout.name}, version {layout.version} · paths {dies.code}"
    subject = f"{sum(card.copies for card in cards)} cards, {which}"

    def make(tools: Tools) -> PdfDocument:
        total = -(-sum(card.copies for card in cards) // grid.slots)

        def lines(number: int, side: PageSide) -> list[Item]:
            words = [job.slug(numbered(number, total), side, which)]
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
        page = trial_page(dies, marks, said(marks, grid.artwork, words, tools.write))
        return job.document([page], f"cut test, {which}", "test.pdf", "none")

    yield job.artifact("pdf", make)
    yield job.artifact("test.pdf", test)
    yield from job.paths(dies)


def cricut(
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
        job = CutJob(request, deck, paper, "cricut", (parts, [c.face.fingerprint for c in hand]))
        make = partial(_picture, hand, grid, shown)
        yield job.artifact("png", make, number if len(hands) > 1 else 0)
    yield from CutJob(request, deck, paper, "cricut", parts).paths(dies)


def _picture(hand: Sequence[SheetCard], grid: Arrangement, dies: Dies, tools: Tools) -> bytes:
    [page] = impose(hand, grid, "none", around=_BARE)
    return transparent(cutout(page.frame, dies, Matrix()), tools)
