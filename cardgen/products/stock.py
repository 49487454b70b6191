"""The product ``stock``: cards and tokens on ready-cut sheets, with ``--stock NAME`` alone.

Every kind of sheet is a row of a TOML file: of those that come with cardgen in ``stocks/``, or of
a project's own in ``stock/`` beside ``card_data/``. A row gives the paper, the places (none means
the whole paper), how the sheet is fed, and the source of its figures.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.choices import Duplex
from cardgen.core.diagnostics import (
    Diagnostic,
    ImpositionError,
    OutputError,
    Severity,
)
from cardgen.core.files import Length, Source, read_each, read_rows
from cardgen.core.fingerprint import as_tuples
from cardgen.core.geometry import Size
from cardgen.frame import Frame
from cardgen.impose.sheet import SheetCard, impose, redrawn
from cardgen.impose.stock import Stock, in_place, outline_page
from cardgen.impose.tokens import Cutting, cutting_of
from cardgen.model.components.deck import Deck
from cardgen.model.components.tokens import TokenSet
from cardgen.model.game import Component
from cardgen.products import problems
from cardgen.products.artifact import Artifact, PdfDocument, Tools
from cardgen.products.cut_sheets import SLUG_PT
from cardgen.products.options import STOCK, Variant
from cardgen.products.planning import product
from cardgen.products.request import ProductRequest
from cardgen.products.sheets import sheet_cards
from cardgen.products.tokens import pieces_of

BUNDLED = Path(__file__).parent / "stocks"
OWN = "stock"
"""The folder of a project's own sheets."""


class StockRow(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of sheet as its row has it; without a ``place``, the whole paper is one."""

    id: str
    title: str
    paper: tuple[Length, Length]
    place: tuple[Length, Length] | None = None
    grid: tuple[int, int] = (1, 1)
    first: tuple[Length, Length] = (Length(0.0), Length(0.0))
    pitch: tuple[Length, Length] | None = None
    shape: Literal["rect", "round"] = "rect"
    corner: Length = Length(0.0)
    feed: str
    source: str

    def __post_init__(self) -> None:
        sheet = self.stock()
        last = sheet.arrangement(0.0).block
        if min(*self.paper, *(self.place or self.paper)) <= 0 or min(self.grid) < 1:
            raise ValueError(f"`{self.id}` has no size, or no places")
        if last.x < 0 or last.y < 0 or last.right > self.paper[0] or last.bottom > self.paper[1]:
            raise ValueError(f"`{self.id}`: its places reach out of the paper")

    def stock(self) -> Stock:
        """Return the sheet."""
        paper, first = (Size(*map(float, one)) for one in (self.paper, self.first))
        place = Size(*map(float, self.place)) if self.place else paper
        pitch = Size(*map(float, self.pitch)) if self.pitch else place
        return Stock(
            self.id,
            self.title,
            paper,
            place,
            *self.grid,
            (first.width, first.height),
            (pitch.width, pitch.height),
            self.shape,
            float(self.corner),
        )


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    stock: tuple[StockRow, ...]
    sources: dict[str, Source]

    def __post_init__(self) -> None:
        for row in self.stock:
            if row.source not in self.sources:
                raise ValueError(f"`{row.id}` names a source `{row.source}` that there is not")


def stocks(root: Path | None = None) -> dict[str, StockRow]:
    """Read all sheets by their ids; those of a project come in place of ours.

    Raises OutputError with everything that is wrong with their files.
    """
    found: dict[str, StockRow] = {}

    def read(file: Path) -> None:
        found.update({row.id: row for row in read_rows(file, _File).stock})

    folders = (BUNDLED, root / OWN) if root else (BUNDLED,)
    files = [file for folder in folders for file in sorted(folder.glob("*.toml"))]
    read_each(files, root, read, problems.bad_stock_file)
    return found


def stock_named(root: Path, name: str) -> Stock:
    """Return a sheet by its id; raises OutputError if there is none."""
    known = stocks(root)
    if name not in known:
        raise OutputError(problems.unknown_stock(None, name, tuple(known)))
    return known[name].stock()


@product(STOCK, Deck, TokenSet, asked=True)
def stock_sheets(request: ProductRequest) -> list[Artifact]:
    """Describe cards and tokens on ready-cut sheets of the kind that `--stock` names."""
    stock = request.options.stock
    if stock is None:
        return []
    made: list[Artifact] = []
    unfit: list[Diagnostic] = []
    for one in request.game.components.values():
        if isinstance(one, Deck | TokenSet):
            try:
                made += _sheets(request, one, stock)
            except ImpositionError as error:
                unfit += error.diagnostics
    if unfit and not made:
        raise ImpositionError(*unfit)
    for found in unfit:  # a sheet of labels is for tokens, and not for the cards beside them
        request.report(replace(found, severity=Severity.WARNING))
    return [*made, _test(request, stock)] if made else []


def _sheets(request: ProductRequest, of: Component, stock: Stock) -> Iterator[Artifact]:
    cards, cuttings = _pieces(request, of)
    if not cards:
        return
    sizes = {(one.size, one.shape) for one in cuttings.values()}
    ways = ways_to_hold(stock, sizes)
    if not ways:
        size = max((size for size, _ in sizes), key=lambda one: (one.width, one.height))
        fitting = [id for id, row in stocks().items() if ways_to_hold(row.stock(), sizes)]
        raise ImpositionError(
            problems.larger_than_place(of.at, of.title, size, stock.title, stock.place, fitting)
        )
    way = ways[0]
    duplex: Duplex = request.options.duplex or getattr(of, "duplex", None) or "long-edge"
    backed = any(card.back for card in cards) and duplex in ("long-edge", "short-edge")
    grid = way.arrangement(getattr(of, "bleed", 0.0))
    variant = request.variant(of, stock=stock.id)
    path = variant.path(STOCK)
    offset = request.printer.offset(grid.landscape)

    def side(frame: Frame) -> Frame:
        outline = cuttings[frame].outline(cuttings[frame].bleed)
        return in_place(frame, way.place, outline)

    def make(tools: Tools) -> PdfDocument:
        how: Duplex = duplex if backed else "none"
        pages = impose(redrawn(cards, side), grid, how, offset, marks=lambda filled: [])
        subject = f"on {stock.title}; print at actual size"
        return PdfDocument(path, pages, request.info(of.title, subject, how))

    shown = (as_tuples(grid), duplex, offset, [card.prints for card in cards])
    yield request.artifact(path, variant, of, shown, make)


def ways_to_hold(stock: Stock, sizes: Collection[tuple[Size, str]]) -> list[Stock]:
    """Return the ways to lay a sheet so that pieces of these sizes and shapes lie in its places."""
    return [way for way in (stock, stock.turned) if all(way.holds(*one) for one in sizes)]


def _pieces(request: ProductRequest, of: Component) -> tuple[list[SheetCard], dict[Frame, Cutting]]:
    """Return the cards or tokens to print, and what each side is cut to; no label takes a standee.

    Sides of a deck are cut to rectangles.
    """
    if isinstance(of, Deck):
        cards = [card for card in sheet_cards(request, of) if card.copies]
        whole = Cutting(of.size, of.bleed, "square")
        return cards, {side: whole for card in cards for side in (card.face, card.back) if side}
    assert isinstance(of, TokenSet)
    flat = [one for one in pieces_of(request, of) if one.shape != "standee" and one.copies]
    pieces = [SheetCard(one.face, one.back, one.copies, one.id) for one in flat]
    cuttings = {side: cutting_of(one) for one in flat for side in (one.face, one.back) if side}
    return pieces, cuttings


def _test(request: ProductRequest, stock: Stock) -> Artifact:
    variant = Variant(stock=stock.id)
    path = variant.path(STOCK, "test.pdf")
    title = f"{stock.title}, test page"

    def make(tools: Tools) -> PdfDocument:
        words = tools.write(f"{stock.title}: hold this against a sheet", SLUG_PT)
        return PdfDocument(path, [outline_page(stock, words)], request.info(title, "places alone"))

    component = next(iter(request.game.components.values()))
    return request.artifact(path, variant, component, as_tuples(stock), make)
