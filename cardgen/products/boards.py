"""The product ``boards``: a board whole at true size, and tiled over pages of each paper."""

from collections.abc import Iterator

from cardgen.core.diagnostics import Location
from cardgen.core.fingerprint import as_tuples
from cardgen.core.geometry import Rect, Size
from cardgen.core.registry import plural
from cardgen.core.units import label_of
from cardgen.frame import Frame, RegionKind
from cardgen.impose import problems as faults
from cardgen.impose.marks import ruler
from cardgen.impose.nup import paper_size
from cardgen.impose.tilepage import tile_pages
from cardgen.impose.tiling import Tile, Tiling, cut_by, tile
from cardgen.model.components.board import Board
from cardgen.model.printer import Printer
from cardgen.model.scope import with_decimal_mark
from cardgen.products.artifact import Artifact, PdfDocument, Tools
from cardgen.products.cut_sheets import RULER_LABEL, SLUG_PT, slug_words, version_words
from cardgen.products.planning import component_plans, paper_plans, product, run_plans
from cardgen.products.request import ProductRequest

KIND = "boards"


@product(KIND, Board)
def boards(request: ProductRequest) -> list[Artifact]:
    """Describe each board as one large page, and as tiles for each paper."""
    whole_boards = component_plans(request, _whole_board, Board)
    return whole_boards + run_plans(request, paper_plans(request, {Board: _tiles}))


def _whole_board(request: ProductRequest, board: Board) -> Iterator[Artifact]:
    """Describe a board on a single page, as print shops want it."""
    size, variant = board.size, request.variant(board)
    subject = f"{size.width:g} x {size.height:g} mm, {board.bleed:g} mm bleed"
    faces, path = request.faces(board), variant.path(KIND)
    yield request.side_pages(path, variant, board, faces, board.title, subject)


def _tiles(request: ProductRequest, board: Board, paper: str) -> Iterator[Artifact]:
    [face] = request.faces(board)
    tiling = tiling_of(board, face, paper, request.printer)
    _warn_of_cut_boxes(request, board, face, paper, tiling)
    yield tile_board(request, board, face, paper, tiling)


def tiling_of(board: Board, face: Frame, paper: str, printer: Printer) -> Tiling:
    """Arrange the tiles of a board on pages of a paper; raises ImpositionError if impossible."""
    return tile(
        board.size,
        board.bleed,
        [box for box, _ in kept_boxes(face)],
        paper_size(paper, board.location, printer.papers),
        printer.margin,
        board.overlap,
        board.tiling_at,
    )


def kept_boxes(frame: Frame) -> Iterator[tuple[Rect, Location | None]]:
    """Return the boxes that seams should not cut (``keep``), with their template locations."""
    for region, matrix in frame.regions(RegionKind.KEEP):
        place = Location.of(region.stamp)
        yield matrix.apply_rect(region.rect), place


def _warn_of_cut_boxes(
    request: ProductRequest, board: Board, face: Frame, paper: str, tiling: Tiling
) -> None:
    boxes = list(kept_boxes(face))
    cut: dict[Location, Rect] = {}
    for number in cut_by(tiling, [box for box, _ in boxes]):
        cut.setdefault(boxes[number][1] or board.location, boxes[number][0])
    sheets = tiling.rows * tiling.columns
    for location, box in cut.items():
        size = Size(box.width, box.height)
        request.report(
            faults.seam_cuts_box(location, board.id, label_of(paper), sheets, size, tiling.room)
        )


def tile_board(
    request: ProductRequest, board: Board, face: Frame, paper: str, tiling: Tiling
) -> Artifact:
    """Describe the tiles of a board on one paper."""
    game, variant = request.game, request.variant(board, paper=paper)
    path = variant.path(KIND)
    join = game.say("cut the seams, join, then cut the edge")
    if tiling.overlap:
        words = "glue the neighbour onto the {overlap} mm beyond a dashed mark"
        join = game.say(words, overlap=with_decimal_mark(f"{tiling.overlap:g}", game.language))

    def make(tools: Tools) -> PdfDocument:
        def slug(tile: Tile, total: int) -> Frame:
            number = game.say("tile {label} of {total}", label=tile.label, total=total)
            how = join if total > 1 else ""
            words = slug_words(game.title, board.title, number, version_words(game), how)
            return tools.write(words, SLUG_PT)

        scale = ruler(tools.write(game.say(RULER_LABEL), SLUG_PT))
        pages = tile_pages(face, tiling, slug, tools.write, scale)
        how = f"{tiling.overlap:g} mm overlap" if tiling.overlap else "cut and butted"
        subject = f"{plural(len(pages), 'tile')} on {label_of(paper)}, {how}"
        return PdfDocument(path, pages, request.info(board.title, subject))

    return request.artifact(path, variant, board, (face.fingerprint, as_tuples(tiling)), make)
