"""The product ``stock``: cards and tokens on ready-cut sheets, only with ``--stock NAME``.

Every kind of sheet is a row of a TOML file in cardgen's ``stocks/``, or in a project's ``stock/``
beside ``card_data/``. A row has the paper, the places (none means the whole paper), the way to
feed the sheet, and the source of its measures.
"""

from collections.abc import Collection, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from cardgen.core.choices import Duplex
from cardgen.core.diagnostics import Diagnostic, ImpositionError, OutputError, Severity
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
from cardgen.products.planning import component_plans, product
from cardgen.products.request import ProductRequest
from cardgen.products.sheets import sheet_cards
from cardgen.products.tokens import pieces_of

BUNDLED = Path(__file__).parent / "stocks"
OWN = "stock"
"""The folder of a project's own sheets."""


_Count = Annotated[int, Meta(ge=1, le=100)]


class StockRow(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The row of a kind of sheet; without a ``place``, the whole paper is one place."""

    id: str
    title: str
    paper: tuple[Length, Length]
    place: tuple[Length, Length] | None = None
    grid: tuple[_Count, _Count] = (1, 1)
    first: tuple[Length, Length] = (Length(0.0), Length(0.0))
    pitch: tuple[Length, Length] | None = None
    shape: Literal["rect", "round"] = "rect"
    corner: Length = Length(0.0)
    feed: str
    source: str

    def __post_init__(self) -> None:
        sheet = self.stock()
        last = sheet.arrangement(0.0).block
        if min(*self.paper, *(self.place or self.paper)) <= 0:
            raise ValueError(f"`{self.id}` has no size")
        if last.x < 0 or last.y < 0 or last.right > self.paper[0] or last.bottom > self.paper[1]:
            raise ValueError(f"`{self.id}`: its places reach out of the paper")

    def stock(self) -> Stock:
        """Return the sheet."""
        paper, first = (Size(*map(float, lengths)) for lengths in (self.paper, self.first))
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
    """Read all sheets by their ids; the project's sheets replace cardgen's with the same id.

    Raises OutputError with all errors in their files.
    """
    rows_by_id: dict[str, StockRow] = {}

    def read(file: Path) -> None:
        rows_by_id.update({row.id: row for row in read_rows(file, _File).stock})

    folders = (BUNDLED, root / OWN) if root else (BUNDLED,)
    files = [file for folder in folders for file in sorted(folder.glob("*.toml"))]
    read_each(files, root, read, problems.bad_stock_file)
    return rows_by_id


def stock_named(root: Path, name: str) -> Stock:
    """Return a sheet by its id; raises OutputError if there is none."""
    all_rows = stocks(root)
    if name not in all_rows:
        raise OutputError(problems.unknown_stock(None, name, tuple(all_rows)))
    return all_rows[name].stock()


@product(STOCK, Deck, TokenSet, on_request=True)
def stock_sheets(request: ProductRequest) -> list[Artifact]:
    """Describe cards and tokens on ready-cut sheets of the kind that `--stock` names."""
    stock = request.options.stock
    if stock is None:
        return []
    unfit: list[Diagnostic] = []
    quiet = replace(request, report=unfit.append)
    artifacts = component_plans(quiet, partial(_sheets, stock), Deck, TokenSet)
    if unfit and not artifacts:
        raise ImpositionError(*unfit)
    for diagnostic in unfit:  # only warnings: a sheet of labels may fit tokens and no cards
        request.report(replace(diagnostic, severity=Severity.WARNING))
    return [*artifacts, _test(request, stock)] if artifacts else []


def _sheets(stock: Stock, request: ProductRequest, part: Component) -> Iterator[Artifact]:
    cards, cuttings = _pieces(request, part)
    if not cards:
        return
    sizes = {(cutting.size, cutting.shape) for cutting in cuttings.values()}
    orientations = fitting_orientations(stock, sizes)
    if not orientations:
        size = max((size for size, _ in sizes), key=lambda size: (size.width, size.height))
        fitting = [id for id, row in stocks().items() if fitting_orientations(row.stock(), sizes)]
        raise ImpositionError(
            problems.larger_than_place(
                part.location, part.title, size, stock.title, stock.place, fitting
            )
        )
    sheet = orientations[0]
    duplex: Duplex = request.options.duplex or getattr(part, "duplex", None) or "long-edge"
    backed = any(card.back for card in cards) and duplex in ("long-edge", "short-edge")
    grid = sheet.arrangement(getattr(part, "bleed", 0.0))
    variant = request.variant(part, stock=stock.id)
    path = variant.path(STOCK)
    offset = request.printer.offset(grid.landscape)

    def side(frame: Frame) -> Frame:
        outline = cuttings[frame].outline(cuttings[frame].bleed)
        return in_place(frame, sheet.place, outline)

    def make(tools: Tools) -> PdfDocument:
        how: Duplex = duplex if backed else "none"
        pages = impose(redrawn(cards, side), grid, how, offset, marks=lambda slots: [])
        subject = f"on {stock.title}; print at actual size"
        return PdfDocument(path, pages, request.info(part.title, subject, how))

    contents = (as_tuples(grid), duplex, offset, [card.prints for card in cards])
    yield request.artifact(path, variant, part, contents, make)


def fitting_orientations(stock: Stock, sizes: Collection[tuple[Size, str]]) -> list[Stock]:
    """Return the orientations of a sheet in which all pieces of these sizes and shapes fit."""
    return [
        sheet
        for sheet in (stock, stock.quarter_turned)
        if all(sheet.holds(*form) for form in sizes)
    ]


def _pieces(
    request: ProductRequest, part: Component
) -> tuple[list[SheetCard], dict[Frame, Cutting]]:
    """Return the cards or tokens to print, except standees, and the cutting of each side.

    Sides of a deck are cut to rectangles.
    """
    if isinstance(part, Deck):
        cards = [card for card in sheet_cards(request, part) if card.copies]
        cutting = Cutting(part.size, part.bleed, "square")
        return cards, {side: cutting for card in cards for side in (card.face, card.back) if side}
    assert isinstance(part, TokenSet)
    flat = [
        token for token in pieces_of(request, part) if token.shape != "standee" and token.copies
    ]
    pieces = [SheetCard(token.face, token.back, token.copies, token.id) for token in flat]
    cuttings = {
        side: cutting_of(token) for token in flat for side in (token.face, token.back) if side
    }
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
