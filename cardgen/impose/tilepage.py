"""The pages of a tiled board: artwork, marks, and a strip at the foot.

**Crop marks** are hairlines outside the artwork, one at either end of every cut. A seam that is
glued over instead of cut has dashed marks, which show the position of the neighbour's edge.

**Diamonds** are on both ends of every seam, which divides them in halves: when two tiles are in
position, the halves make a diamond. At the edge of the board they are outside the artwork, which is
why tiles are joined first and the edge is cut last. Where seams cross inside the board, they divide
a small diamond in quarters. That diamond remains on the board, so it is as small as possible.

A small **map** shows all tiles, with the current one filled.
"""

from collections.abc import Callable, Iterator, Sequence

from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.core.style import Color
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Frame, Group, Item, Page, Shape, Stroke
from cardgen.impose.margins import GAP, LANE, SlugLane
from cardgen.impose.marks import BLACK, FOLD, HAIRLINE, Line, Write, lines
from cardgen.impose.tiling import BAND, Tile, Tiling

Point = tuple[float, float]

LABEL_PT = 17.0
DIAMOND = 1.6
"""Half a diagonal of a diamond beside the board, in mm."""
CROSSING = 0.9
"""Half a diagonal of a diamond on the board."""
AWAY = 2.4
"""The distance from the edge of the artwork to the middle of a diamond, in mm."""
MAP_WIDTH = 36.0
_AIR = 3.0
_PAPER = Color(1.0, 1.0, 1.0)
_RIM = Stroke(_PAPER, 0.4 * MM_PER_POINT)
_DARK = Color(0.25, 0.25, 0.25)


def tile_pages(
    board: Frame, tiling: Tiling, slug: Callable[[Tile, int], Frame], write: Write, ruler: Frame
) -> list[Page]:
    """Return a page for each tile, row by row."""
    tiles = tiling.tiles()
    pages = []
    for tile in tiles:
        moved = Matrix.translation(*tiling.origin(tile))
        items: list[Item] = [
            Group(board, moved, Path.rect(tile.printed_area)),
            Group(Frame(tiling.page, _marks(tiling, tile)), moved),
            *_foot(tiling, tiles, tile, slug(tile, len(tiles)), write(tile.label, LABEL_PT), ruler),
        ]
        pages.append(Page.of_sheet(Frame(tiling.page, items)))
    return pages


def diamonds(tiling: Tiling, tile: Tile) -> list[tuple[Point, float]]:
    """Return the diamonds of a tile as centre and half diagonal, in coordinates of the board."""
    out = tiling.outer + AWAY
    cell, size = tile.cell, tiling.board
    first_row, last_row = tile.row == 0, tile.row == tiling.rows - 1
    first_column, last_column = tile.column == 0, tile.column == tiling.columns - 1
    halves: dict[Point, float] = {}
    for x, outer in ((cell.x, first_column), (cell.right, last_column)):
        if not outer:
            halves[x, -out if first_row else cell.y] = DIAMOND if first_row else CROSSING
            below = size.height + out if last_row else cell.bottom
            halves[x, below] = DIAMOND if last_row else CROSSING
    for y, outer in ((cell.y, first_row), (cell.bottom, last_row)):
        if not outer:
            halves[-out if first_column else cell.x, y] = DIAMOND if first_column else CROSSING
            beside = size.width + out if last_column else cell.right
            halves[beside, y] = DIAMOND if last_column else CROSSING
    return list(halves.items())


def _marks(tiling: Tiling, tile: Tile) -> list[Item]:
    cuts, folds = _ticks(tiling, tile)
    items: list[Item] = [lines(cuts, HAIRLINE)]
    if folds:
        items.append(lines(folds, FOLD))
    for (x, y), half in diamonds(tiling, tile):
        outline = Path.polygon([(x, y - half), (x + half, y), (x, y + half), (x - half, y)])
        items.append(Shape(outline, BLACK, _RIM if half == CROSSING else None))
    return items


def _ticks(tiling: Tiling, tile: Tile) -> tuple[list[Line], list[Line]]:
    """Return the marks for cuts, and the marks for seams that are glued over."""
    printed, cell = tile.printed_area, tile.cell
    box = printed.grow(GAP)
    length = BAND - GAP
    cuts: list[Line] = []
    glued: list[Line] = []

    def upright(marks: list[Line], x: float) -> None:
        marks.append((x, box.y - length, x, box.y))
        marks.append((x, box.bottom, x, box.bottom + length))

    def level(marks: list[Line], y: float) -> None:
        marks.append((box.x - length, y, box.x, y))
        marks.append((box.right, y, box.right + length, y))

    upright(cuts, cell.x)
    level(cuts, cell.y)
    strip = tiling.overlap > 0
    for mark, seam, end, last in (
        (upright, cell.right, printed.right, tile.column == tiling.columns - 1),
        (level, cell.bottom, printed.bottom, tile.row == tiling.rows - 1),
    ):
        if strip and not last:
            mark(glued, seam)
            mark(cuts, end)
        else:
            mark(cuts, seam)
    return cuts, glued


def _foot(
    tiling: Tiling, tiles: Sequence[Tile], tile: Tile, slug: Frame, label: Frame, ruler: Frame
) -> Iterator[Item]:
    foot = tiling.foot
    chart = overview(tiling, tiles, tile, foot.height)
    yield Group(chart, Matrix.translation(foot.right - chart.size.width, foot.y))
    top = foot.y + (foot.height - label.size.height) / 2
    yield Group(label, Matrix.translation(foot.x, top))
    left = foot.x + label.size.width + _AIR
    room = foot.right - chart.size.width - _AIR - left
    for line, y in ((slug, foot.y + GAP), (ruler, foot.bottom - LANE - GAP)):
        box = Rect(left, y, room, LANE)
        group = SlugLane(box, False, left).place(line, shrink=line is slug)
        if group is not None:
            yield group


def overview(tiling: Tiling, tiles: Sequence[Tile], current: Tile, height: float) -> Frame:
    """Draw a small map of the board, with its tiles outlined and the current one filled."""
    inner = height - 2 * HAIRLINE.width
    scale = min(inner / tiling.board.height, MAP_WIDTH / tiling.board.width)
    shapes: list[Item] = []
    for tile in tiles:
        c = tile.cell
        box = Rect(c.x * scale, c.y * scale, c.width * scale, c.height * scale)
        fill = _DARK if tile == current else None
        shapes.append(Shape(Path.rect(box.shift(0.0, HAIRLINE.width)), fill, HAIRLINE))
    return Frame(Size(tiling.board.width * scale, height), shapes)
