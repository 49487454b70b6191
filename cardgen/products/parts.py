"""Files of chosen parts of a game: only the sheets, tiles and pages for these parts.

The code of the usual sheets also makes these, so backs are behind their faces as always.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.fingerprint import digest
from cardgen.core.registry import list_names, plural
from cardgen.core.units import label_of
from cardgen.impose.booklets import MINI_PAGES, pad_pages, signature
from cardgen.impose.sheet import SheetCard
from cardgen.model.components.board import Board
from cardgen.model.components.booklet import Booklet
from cardgen.model.components.box import TuckBox
from cardgen.model.components.dice import Die
from cardgen.model.components.game_box import GameBox
from cardgen.model.components.tokens import TokenSet
from cardgen.products.artifact import Artifact, PdfDocument, Tools
from cardgen.products.boards import tile_board, tiling_of
from cardgen.products.booklets import MINI, SADDLE, BookletJob, folds_of, mini_sheet, saddle_sheets
from cardgen.products.boxes import lid_box_sheets, tuck_box_sheets
from cardgen.products.planning import PlansOnPaper, paper_plans, run_plans
from cardgen.products.request import ProductRequest
from cardgen.products.sheets import deck_sheets, shared_sheets, sheet_cards
from cardgen.products.tokens import die_sheets, token_sheets

_FOLDS = {SADDLE: "if stapled", MINI: "if folded from one sheet"}


class BookletSheets(Struct, frozen=True):
    """Chosen sheets of a booklet, counted from 0, with the number of all sheets and the fold.

    ``alone`` is true if this is the only fold of the booklet.
    """

    fold: str
    chosen: tuple[int, ...]
    total: int
    alone: bool = True

    @property
    def count(self) -> int:
        """The number of chosen sheets; 0 for all."""
        return len(self.chosen) if self.fold == SADDLE and len(self.chosen) < self.total else 0

    @property
    def title(self) -> str:
        """The numbers of the chosen sheets in words."""
        words = "the whole booklet"
        if self.count:
            numbers = list_names([number + 1 for number in self.chosen], "sheet")
            words = f"{numbers} of {self.total}, counted from the outside"
        elif self.fold == SADDLE:
            words += f", {plural(self.total, 'sheet')}"
        elif self.alone:
            words += ", folded from one sheet"
        return words if self.alone else f"{_FOLDS[self.fold]}: {words}"


class Parts(Struct, frozen=True):
    """The parts of a game to print, by the ids of components.

    ``copies`` are by deck and card. ``tiles`` are by board and paper; a missing paper means all
    tiles. The components in ``pieces`` are printed as a whole.
    """

    copies: Mapping[str, Mapping[str, int]]
    tiles: Mapping[str, Mapping[str, Sequence[str]]]
    sheets: Mapping[str, Sequence[BookletSheets]]
    pieces: frozenset[str]


def plan_parts(request: ProductRequest, parts: Parts, folder: str) -> list[Artifact]:
    """Describe the files of some parts, in a folder that is also their kind.

    Reports each part that does not fit its paper, and leaves it out.
    """
    pieces: PlansOnPaper
    pieces = {TokenSet: token_sheets, Die: die_sheets, TuckBox: tuck_box_sheets}
    plans: list[Callable[[], Iterable[Artifact]]] = [
        partial(_cards, request, parts, folder),
        *paper_plans(request, {Board: partial(_board, parts, folder)}, parts.tiles),
        *paper_plans(request, {Booklet: partial(_booklet, parts, folder)}, parts.sheets),
        *paper_plans(request, {**pieces, GameBox: lid_box_sheets}, parts.pieces),
    ]
    artifacts = run_plans(request, plans)
    moved = []
    for artifact in artifacts:
        name = artifact.path.rpartition("/")[2]
        moved.append(replace(artifact, path=f"{folder}/{name}", kind=folder))
    return sorted(moved, key=lambda artifact: artifact.path)


def changed_sheets(
    request: ProductRequest,
    booklet: str,
    former: tuple[Sequence[str], bool] | None,
    present: tuple[Sequence[str], bool],
) -> tuple[BookletSheets, ...]:
    """Return the sheets of a booklet that must be printed again, for each way to fold it.

    A state has the looks of the pages, and is true if the last page is a back cover. If the number
    of sheets differs, all sheets are printed again, else only sheets with a changed page.
    """
    component = request.game.components.get(booklet)
    folds = folds_of(BookletJob("", component, request)) if isinstance(component, Booklet) else ()
    alone = len(folds) == 1
    by_fold = (sheets_to_replace(fold, former, present) for fold in folds)
    return tuple(replace(sheets, alone=alone) for sheets in by_fold if sheets.chosen)


def sheets_to_replace(
    fold: str, former: tuple[Sequence[str], bool] | None, present: tuple[Sequence[str], bool]
) -> BookletSheets:
    """Return the sheets that differ between two states of a booklet, folded in one way."""
    new, old = _spread(fold, *present), _spread(fold, *former) if former is not None else []
    every = len(old) != len(new)
    chosen = tuple(i for i, sheet in enumerate(new) if every or old[i] != sheet)
    return BookletSheets(fold, chosen, len(new))


def _spread(fold: str, pages: Sequence[str], back: bool) -> list[tuple[str, ...]]:
    """Return the looks of the pages on each sheet; empty for a blank."""
    if fold == MINI:
        sheets = [pad_pages(len(pages), MINI_PAGES, back)]
    else:
        sheets = [[*sheet.front, *sheet.back] for sheet in signature(len(pages), back)]
    return [tuple("" if n is None else pages[n] for n in sheet) for sheet in sheets]


def _cards(request: ProductRequest, parts: Parts, folder: str) -> Iterator[Artifact]:
    for decks in shared_sheets(request.game):
        cards: list[SheetCard] = []
        for deck in decks:
            if copies := parts.copies.get(deck.id):
                cards += [
                    replace(card, copies=copies[card.id])
                    for card in sheet_cards(request, deck, f"{deck.title}, {folder}")
                    if card.id in copies
                ]
        if cards:
            yield from deck_sheets(request, decks[0], cards)


def _board(
    parts: Parts, folder: str, request: ProductRequest, board: Board, paper: str
) -> Iterator[Artifact]:
    [face] = request.faces(board)
    tiling = tiling_of(board, face, paper, request.printer)
    tiles, labels = tiling.tiles(), parts.tiles[board.id].get(paper)
    pages = [i for i, tile in enumerate(tiles) if labels is None or tile.label in labels]
    if pages:
        subject = f"{len(pages)} of {len(tiles)} tiles on {label_of(paper)}"
        yield _some_pages(tile_board(request, board, face, paper, tiling), pages, subject, folder)


def _booklet(
    parts: Parts, folder: str, request: ProductRequest, booklet: Booklet, paper: str
) -> Iterator[Artifact]:
    job = BookletJob(folder, booklet, request)
    for sheets in parts.sheets[booklet.id]:
        if sheets.fold == MINI:
            yield mini_sheet(job, paper)
            continue
        pages = [page for sheet in sheets.chosen for page in (2 * sheet, 2 * sheet + 1)]
        subject = (
            f"{len(sheets.chosen)} of {sheets.total} sheets of {label_of(paper)} to "
            "print on both sides, flipped on the short edge"
        )
        yield _some_pages(saddle_sheets(job, paper), pages, subject, folder)


def _some_pages(usual: Artifact, pages: Sequence[int], subject: str, folder: str) -> Artifact:
    def make(tools: Tools) -> PdfDocument:
        document = usual.make(tools)
        assert isinstance(document, PdfDocument)
        info = replace(document.info, title=f"{document.info.title}, {folder}", subject=subject)
        return replace(document, pages=[document.pages[page] for page in pages], info=info)

    return replace(usual, key=digest((usual.key, pages)), make=make)
