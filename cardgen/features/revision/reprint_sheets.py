"""The files of a reprint: what `cardgen build` makes, cut down to what changed.

The code that makes the usual sheets makes these too, so backs are behind their faces as always.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from cardgen.comparison.changes import BookletChange, Changes
from cardgen.comparison.snapshot import BookletState
from cardgen.core.fingerprint import digest
from cardgen.core.units import label_of
from cardgen.features.revision.hooks import FOLDER
from cardgen.impose.minifold import PAGES
from cardgen.impose.saddle import padded, signature
from cardgen.impose.sheet import SheetCard
from cardgen.model.components.board import Board
from cardgen.model.components.booklet import Booklet
from cardgen.products.artifact import Artifact, PdfDocument, Tools
from cardgen.products.boards import tiling_of
from cardgen.products.booklets import MINI, BookletJob, mini_sheet, saddle_sheets, ways_of
from cardgen.products.planning import all_or_errors, plan
from cardgen.products.request import ProductRequest
from cardgen.products.sheets import deck_sheets, shared_sheets, sheet_cards

KIND = "reprint"


def reprints(request: ProductRequest, changes: Changes) -> list[Artifact]:
    """Describe every file to print; raises ImpositionError for what does not fit its paper."""
    parts = (_cards, _boards, _booklets, _pieces)
    found = all_or_errors(partial(part, request, changes) for part in parts)
    return sorted(found, key=lambda artifact: artifact.path)


class ReprintedSheets(Struct, frozen=True):
    """Which sheets of a booklet differ, counted from 0, of how many, folded in which way."""

    way: str
    chosen: tuple[int, ...]
    total: int


def folds_of(request: ProductRequest) -> dict[str, tuple[str, ...]]:
    """Return how each booklet is put on paper, by its id.

    Raises ImpositionError for one with too many pages for its fold.
    """
    return {
        booklet.id: ways_of(BookletJob(KIND, booklet, request))
        for booklet in request.game.components.values()
        if isinstance(booklet, Booklet)
    }


def sheets_of(change: BookletChange, way: str) -> ReprintedSheets:
    """Say which sheets of a booklet must be printed again.

    All of them if their number differs, else those with a page that differs.
    """
    assert change.new is not None
    now = _spread(change.new, way)
    before = _spread(change.old, way) if change.old is not None else []
    every = len(before) != len(now)
    chosen = tuple(i for i, sheet in enumerate(now) if every or before[i] != sheet)
    return ReprintedSheets(way, chosen, len(now))


def _spread(state: BookletState, way: str) -> list[tuple[str, ...]]:
    """Return the looks of the pages on each sheet; empty for a blank."""
    count, back = len(state.pages), state.back
    if way == MINI:
        sheets = [padded(count, PAGES, back)]
    else:
        sheets = [[*sheet.front, *sheet.back] for sheet in signature(count, back)]
    return [
        tuple(state.pages[number] if number is not None else "" for number in sheet)
        for sheet in sheets
    ]


def _cards(request: ProductRequest, changes: Changes) -> Iterator[Artifact]:
    for decks in shared_sheets(request.game):
        cards: list[SheetCard] = []
        for deck in decks:
            if deck.id in changes.decks:
                copies = {card.id: card.put for card in changes.deck(deck.id) if card.put}
                cards += [
                    replace(card, copies=copies[card.id])
                    for card in sheet_cards(request, deck, f"{deck.title}, reprint")
                    if card.id in copies
                ]
        if cards:
            yield from map(_moved, deck_sheets(request, decks[0], cards))


def _boards(request: ProductRequest, changes: Changes) -> Iterator[Artifact]:
    changed = {change.id: change for change in changes.boards if change.new is not None}
    boards = {id: one for id, one in request.game.components.items() if id in changed}
    quiet = replace(
        request,
        game=replace(request.game, components=boards),
        report=lambda warning: None,  # `check` reports seams
    )
    usual = {artifact.path: artifact for artifact in plan(quiet, ("boards",))} if boards else {}
    for board in boards.values():
        assert isinstance(board, Board)
        [face] = request.faces(board)
        for paper in request.papers:
            tiles = tiling_of(board, face, paper, request.printer).tiles()
            wanted = changed[board.id].tiles.get(paper)
            pages = [i for i, one in enumerate(tiles) if wanted is None or one.label in wanted]
            if pages:
                subject = f"{len(pages)} of {len(tiles)} tiles on {label_of(paper)}"
                yield _pages(usual[f"boards/{board.id}.{paper}.pdf"], pages, subject)


def _booklets(request: ProductRequest, changes: Changes) -> Iterator[Artifact]:
    for change in changes.booklets:
        booklet = request.game.components.get(change.id)
        if not isinstance(booklet, Booklet) or change.new is None:
            continue
        job = BookletJob(KIND, booklet, request)
        for sheets in (sheets_of(change, way) for way in ways_of(job)):
            for paper in request.papers if sheets.chosen else ():
                if sheets.way == MINI:
                    yield _moved(mini_sheet(job, paper))
                    continue
                pages = [page for sheet in sheets.chosen for page in (2 * sheet, 2 * sheet + 1)]
                subject = (
                    f"{len(sheets.chosen)} of {sheets.total} sheets of {label_of(paper)} to "
                    "print on both sides, flipped on the short edge"
                )
                yield _pages(saddle_sheets(job, paper), pages, subject)


def _pages(usual: Artifact, pages: Sequence[int], subject: str) -> Artifact:
    """Describe some pages of a file that `cardgen build` makes."""

    def make(tools: Tools) -> PdfDocument:
        whole = usual.make(tools)
        assert isinstance(whole, PdfDocument)
        info = replace(whole.info, title=f"{whole.info.title}, reprint", subject=subject)
        return replace(whole, pages=[whole.pages[page] for page in pages], info=info)

    return replace(_moved(usual), key=digest((usual.key, pages)), make=make)


def _pieces(request: ProductRequest, changes: Changes) -> Iterator[Artifact]:
    """Take the usual files of tokens, dice and boxes: they are few sheets, and cut as a whole."""
    wanted = {change.id for change in changes.pieces if change.new is not None}
    if wanted:
        for artifact in plan(request, ("tokens", "boxes")):
            if artifact.variant.component in wanted:
                yield _moved(artifact)


def _moved(artifact: Artifact) -> Artifact:
    name = artifact.path.rpartition("/")[2]
    return replace(artifact, path=f"{FOLDER}/{name}", kind=KIND)
