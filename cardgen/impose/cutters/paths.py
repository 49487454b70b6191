"""The paths of a sheet, for cutting and creasing, taken from its drawn lines.

Sheets for cutting by hand have printed lines: solid to cut, dashed to fold. A machine needs no
lines, and a line beside an imprecise cut would be visible. So the same page provides both the paths
for the machine and the page without lines. There is no second layout.

Lines in the artwork of sides are ignored.

Cricut machines get pictures for Print Then Cut, as large as Cricut's program accepts. Design Space
prints the sheet itself, with its marks, and cuts around everything that is not transparent. The
picture therefore has only the pieces, without bleed: the program adds bleed itself.
"""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType

from cardgen.core.diagnostics import ImpositionError, Location
from cardgen.core.geometry import Insets, Matrix, Path, Rect, Segment, Size
from cardgen.core.style import Color
from cardgen.core.units import MM_PER_INCH
from cardgen.frame import Frame, Group, Item, Shape
from cardgen.frame.items import IDENTITY, Dies
from cardgen.impose import problems
from cardgen.impose.cutters.layouts import GAP_BETWEEN
from cardgen.impose.dielines import CUT, CUT_HALO, FOLD, FOLD_HALO, Point
from cardgen.impose.nup import Arrangement, centre_grid, fits, orientations

_LINES = (CUT, CUT_HALO, FOLD, FOLD_HALO)
_NEAR = 1e-3
"""Ends of lines with at most this distance, in mm, are one point."""


def grid_dies(arrangement: Arrangement, radius: float) -> Dies:
    """Return the outlines of cards with rounded corners, one for every slot."""
    slots = range(arrangement.slots)
    cut = tuple(Path.rect(arrangement.trim(slot), radius) for slot in slots)
    return Dies(arrangement.page, cut)


def dies_of(frame: Frame, sides: Collection[str], within: Rect, move: Matrix = IDENTITY) -> Dies:
    """Read the paths from a page.

    ``sides`` are the fingerprints of artwork. Lines outside the part ``within`` of the page, in the
    page's coordinates, are skipped: they belong to the legend. ``move`` moves all paths.
    """
    paths: dict[bool, list[Path]] = {True: [], False: []}
    for shape, matrix in _lines(frame, sides, IDENTITY):
        path = shape.path.transform(matrix)
        if shape.stroke in (CUT, FOLD) and within.contains(path.bounds(), _NEAR):
            paths[shape.stroke == CUT].append(path)
    cuts = [part for path in paths[True] for part in _parts(path)]
    creases = [part for path in paths[False] for part in _parts(path)]
    return Dies(
        frame.size,
        tuple(path.transform(move) for path in chain_paths(cuts)),
        tuple(path.transform(move) for path in creases),
    )


def _lines(frame: Frame, sides: Collection[str], matrix: Matrix) -> Iterator[tuple[Shape, Matrix]]:
    for item in frame.items:
        if isinstance(item, Shape) and item.stroke in _LINES:
            yield item, matrix
        elif isinstance(item, Group) and item.frame.fingerprint not in sides:
            yield from _lines(item.frame, sides, item.matrix.then(matrix))


def without_lines(frame: Frame, sides: Collection[str]) -> Frame:
    """Return a page without its cut and fold lines."""
    items: list[Item] = []
    for item in frame.items:
        if isinstance(item, Group) and item.frame.fingerprint not in sides:
            inner = without_lines(item.frame, sides)
            items.append(Group(inner, item.matrix, item.clip, item.opacity, fade=item.fade))
        elif not (isinstance(item, Shape) and item.fill is None and item.stroke in _LINES):
            items.append(item)
    return Frame(frame.size, items, frame.bleed)


def _parts(path: Path) -> Iterator[Path]:
    """Split a path into its subpaths."""
    part: list[Segment] = []
    for segment in path.segments:
        if segment[0] == "M" and part:
            yield Path(tuple(part))
            part = []
        if segment[0] != "L" or segment[1:] != part[-1][-2:]:  # a line has two ends
            part.append(segment)
    if part:
        yield Path(tuple(part))


def chain_paths(paths: Sequence[Path]) -> list[Path]:
    """Join open polylines end to end, and close those whose ends meet."""
    polygons = [path for path in paths if path.segments[-1][0] == "Z"]
    remaining = [_points(path) for path in paths if path.segments[-1][0] != "Z"]
    while remaining:
        line = remaining.pop(0)
        while (next_line := _next(line, remaining)) is not None:
            line += next_line[1:]
        closed = len(line) > 2 and math.dist(line[0], line[-1]) < _NEAR
        polygons.append(Path.polygon(line[:-1] if closed else line, closed))
    return polygons


def _points(path: Path) -> list[Point]:
    return [(float(segment[-2]), float(segment[-1])) for segment in path.segments]


def _next(line: list[Point], remaining: list[list[Point]]) -> list[Point] | None:
    """Remove and return the line that continues where this one ends, in its direction."""
    if len(line) > 2 and math.dist(line[0], line[-1]) < _NEAR:
        return None
    for candidate in remaining:
        for points in (candidate, candidate[::-1]):
            if math.dist(line[-1], points[0]) < _NEAR:
                remaining.remove(candidate)
                return points
    return None


PAPER = Color(1.0, 1.0, 1.0)
AREAS: Mapping[str, Size] = MappingProxyType(
    {
        "letter": Size(7.44 * MM_PER_INCH, 9.94 * MM_PER_INCH),
        "a4": Size(7.2 * MM_PER_INCH, 10.62 * MM_PER_INCH),
    }
)
"""The picture size of Print Then Cut, in mm (Cricut's help article 360009429814, 2026)."""


def cutting_area(paper: str, measured: Size | None, location: Location | None = None) -> Size:
    """Return the maximum size of a picture; raises ImpositionError if it is unknown."""
    area = measured or AREAS.get(paper)
    if area is None:
        raise ImpositionError(problems.no_cutting_area(location, paper, tuple(AREAS)))
    return area


def arrange_picture(piece: Size, area: Size, location: Location | None = None) -> Arrangement:
    """Lay out as many cards as fit on a picture; raises ImpositionError if not even one fits."""
    best = max((_grid(piece, page) for page in orientations(area)), key=lambda grid: grid.slots)
    if not best.slots:
        raise ImpositionError(problems.no_room_between_marks(location, "a card", piece, area, 0.0))
    return best


def _grid(piece: Size, page: Size) -> Arrangement:
    columns = fits(page.width, piece.width, GAP_BETWEEN)
    rows = fits(page.height, piece.height, GAP_BETWEEN)
    block = centre_grid(page, piece, columns, rows, GAP_BETWEEN)
    return Arrangement(
        page, block, Insets(), GAP_BETWEEN, 0.0, 0.0, "inner", None, piece, columns, rows
    )


def cutout(page: Frame, dies: Dies, matrix: Matrix) -> Frame:
    """Clip a page to the outlines that are cut, on white.

    ``matrix`` moves the page to the paths.
    """
    outline = Path(tuple(segment for path in dies.cut for segment in path.segments))
    clipped_page = Group(Frame(dies.page, [Group(page, matrix)]), clip=outline)
    return Frame(dies.page, [Shape(outline, PAPER), clipped_page])
