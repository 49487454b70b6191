"""The files of a reprint: what `cardgen build` makes, cut down to what changed.

Sheets come from the code that makes the usual sheets, so backs lie behind their faces as always.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from cardgen.core.diagnostics import Diagnostic
from cardgen.core.errors import ImpositionError
from cardgen.core.fingerprint import digest
from cardgen.features.revision.changes import BoardChange, BookletChange, Changes
from cardgen.features.revision.hooks import FOLDER
from cardgen.features.revision.snapshot import BookletState
from cardgen.features.revision.tile_looks import tiling_of
from cardgen.frame import Frame
from cardgen.impose.duplex import Duplex
from cardgen.impose.marks import ruler
from cardgen.impose.papers import LABELS, paper_size
from cardgen.impose.saddle import THICKNESS, fold_of, saddle, signature
from cardgen.impose.tilepage import tile_pages
from cardgen.impose.tiling import Tile
from cardgen.model.components.board import Board
from cardgen.model.components.booklet import Booklet
from cardgen.products import sheets
from cardgen.products.artifact import Artifact
from cardgen.products.bookfolds import FoldJob, folded
from cardgen.products.order import Order, plan
from cardgen.products.sheets import RULER_LABEL, SLUG_PT, PrintedCard

if TYPE_CHECKING:
    from cardgen.model.components.deck import Deck

KIND = "reprint"


def reprints(order: Order, changes: Changes) -> list[Artifact]:
    """Describe every file to print; raises ImpositionError for what does not fit its paper."""
    parts: tuple[Callable[[Order, Changes], Iterator[Artifact]], ...]
    parts = (_cards, _boards, _booklets, _pieces)
    found: list[Artifact] = []
    failures: list[Diagnostic] = []
    for part in parts:
        try:
            found += part(order, changes)
        except ImpositionError as error:
            failures += error.diagnostics
    if failures:
        raise ImpositionError(*failures)
    return sorted(found, key=lambda artifact: artifact.path)


def sheets_of(change: BookletChange) -> tuple[int, ...]:
    """Return which folded sheets of a booklet must be printed again, counted from 0.

    All of them if their number differs, else those with a page that differs.
    """
    assert change.new is not None
    now = _spread(change.new)
    before = _spread(change.old) if change.old is not None else []
    every = len(before) != len(now)
    return tuple(i for i, sheet in enumerate(now) if every or before[i] != sheet)


def _spread(state: BookletState) -> list[tuple[str, ...]]:
    """Return the looks of the pages on each sheet; empty for a blank."""
    return [
        tuple(state.pages[number] if number is not None else "" for number in (*s.front, *s.back))
        for s in signature(len(state.pages), state.back)
    ]


def _cards(order: Order, changes: Changes) -> Iterator[Artifact]:
    by_id = {deck.id: deck for deck in order.game.decks}
    for id in changes.decks:
        copies = {card.id: card.put for card in changes.deck(id) if card.put}
        if id in by_id and copies:
            yield from _sheets(order, by_id[id], copies)


def _sheets(order: Order, deck: Deck, copies: dict[str, int]) -> Iterator[Artifact]:
    prints = order.fingerprints
    cards = [
        PrintedCard(
            one.card.id,
            prints[one.face.id],
            prints[one.back.id] if one.back is not None else None,
            copies[one.card.id],
        )
        for one in order.sides[deck.id]
        if one.card is not None and one.card.id in copies
    ]
    named = replace(deck, title=f"{deck.title}, reprint")
    duplex = cast("Duplex | None", order.duplex)
    made = sheets.plan(order.game, named, cards, order.papers, order.press, duplex, order.report)
    yield from map(_moved, made)


def _boards(order: Order, changes: Changes) -> Iterator[Artifact]:
    for change in changes.boards:
        board = order.game.components.get(change.id)
        if isinstance(board, Board) and change.new is not None:
            for paper in order.papers:
                yield from _tiles(order, board, change, paper)


def _tiles(order: Order, board: Board, change: BoardChange, paper: str) -> Iterator[Artifact]:
    press, game = order.press, order.game
    print = order.fingerprints[order.sides[board.id][0].face.id]
    tiling = tiling_of(board, press.frame(print), paper, press.printer)
    tiles = tiling.tiles()
    known = change.tiles.get(paper)
    labels = [tile.label for tile in tiles] if known is None else list(known)
    if not labels:
        return
    path = f"{FOLDER}/{board.id}.{paper}.pdf"

    def slug(tile: Tile, total: int) -> Frame:
        version = f"version {game.version}" if game.version else ""
        said = f"in place of tile {tile.label} of {total}"
        parts = (game.title, board.title, said, version)
        return press.write(" · ".join(part for part in parts if part), SLUG_PT)

    def make() -> bytes:
        from cardgen.backend.pdf import DocumentInfo

        scale = ruler(press.write(RULER_LABEL, SLUG_PT))
        pages = tile_pages(press.frame(print), tiling, slug, press.write, scale)
        chosen = [page for page, tile in zip(pages, tiles, strict=True) if tile.label in labels]
        info = DocumentInfo(
            title=f"{game.title}: {board.title}, reprint",
            author=game.author,
            subject=f"{len(chosen)} of {len(tiles)} tiles on {LABELS[paper]}",
        )
        return press.pdf(path, chosen, info)

    yield Artifact(path, KIND, digest((print, labels)), make)


def _booklets(order: Order, changes: Changes) -> Iterator[Artifact]:
    for change in changes.booklets:
        booklet = order.game.components.get(change.id)
        if not isinstance(booklet, Booklet) or change.new is None:
            continue
        prints = tuple(order.fingerprints[one.face.id] for one in order.sides[booklet.id])
        game = order.game
        job = FoldJob(KIND, booklet, prints, order.press, game.title, game.version, game.author)
        chosen = sheets_of(change)
        for artifact in folded(job, order.papers) if chosen else ():
            _, kind, paper, _ = artifact.path.rsplit(".", 3)
            if kind == "fold":
                artifact = _folded(order, job, paper, chosen)
            yield _moved(artifact)


def _folded(order: Order, job: FoldJob, paper: str, chosen: Sequence[int]) -> Artifact:
    """Describe some sheets of a booklet that is folded and stapled."""
    press, booklet = order.press, job.booklet
    back = booklet.back is not None
    page = booklet.page_size.size
    fold = fold_of(page, paper_size(paper, booklet.at), press.printer.margin, booklet.at)
    path = f"{FOLDER}/{booklet.id}.fold.{paper}.pdf"
    total = len(signature(len(job.prints), back))

    def make() -> bytes:
        from cardgen.backend.pdf import DocumentInfo

        offset = press.printer.offset(landscape=True)
        pages = saddle(job.frames(), fold, THICKNESS, offset, back)
        info = DocumentInfo(
            title=f"{job.title}, sheets to replace",
            subject=f"{len(chosen)} of {total} sheets of {LABELS[paper]} to print on both sides, "
            "flipped on the short edge",
            author=job.author,
            duplex="short-edge",
        )
        return press.pdf(path, [p for i in chosen for p in pages[2 * i : 2 * i + 2]], info)

    return Artifact(path, KIND, digest((job.prints, tuple(chosen))), make)


def _pieces(order: Order, changes: Changes) -> Iterator[Artifact]:
    """Take the usual files of tokens, dice and boxes: they are few sheets, and cut as a whole."""
    wanted = {change.id for change in changes.pieces if change.new is not None}
    if wanted:
        for artifact in plan(order, ("tokens", "boxes")):
            if artifact.path.rpartition("/")[2].split(".")[0] in wanted:
                yield _moved(artifact)


def _moved(artifact: Artifact) -> Artifact:
    name = artifact.path.rpartition("/")[2]
    return Artifact(f"{FOLDER}/{name}", KIND, artifact.key, artifact.make)
