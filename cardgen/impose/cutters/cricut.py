"""Sheets for Cricut machines: pictures for Print Then Cut, as large as its program takes them.

Design Space prints the sheet itself, with marks of its own, and cuts around whatever is not
transparent. So there is nothing around the pieces, and no bleed: it adds what it needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from cardgen.core.color import Color
from cardgen.core.diagnostics import Location
from cardgen.core.errors import ImpositionError
from cardgen.core.geometry import Insets, Matrix, Path, Rect, Size
from cardgen.core.units import MM_PER_INCH
from cardgen.frame import Frame, Group, Shape
from cardgen.frame.dies import Dies
from cardgen.impose import problems
from cardgen.impose.cutters.layouts import GAP_BETWEEN
from cardgen.impose.nup import Arrangement, fits, orientations, span

PAPER = Color(1.0, 1.0, 1.0)
AREAS: Mapping[str, Size] = MappingProxyType(
    {
        "letter": Size(7.44 * MM_PER_INCH, 9.94 * MM_PER_INCH),
        "a4": Size(7.2 * MM_PER_INCH, 10.62 * MM_PER_INCH),
    }
)
"""What Print Then Cut takes, in mm (Cricut's help article 360009429814, 2026)."""


def cutting_area(paper: str, measured: Size | None, at: Location | None = None) -> Size:
    """Return how large a picture may be; raises ImpositionError if nobody knows."""
    area = measured or AREAS.get(paper)
    if area is None:
        raise ImpositionError(problems.no_cutting_area(at, paper, tuple(AREAS)))
    return area


def arrange_picture(piece: Size, area: Size, at: Location | None = None) -> Arrangement:
    """Lay out most cards on a picture; raises ImpositionError if not even one fits."""
    found = max((_grid(piece, page) for page in orientations(area)), key=lambda one: one.slots)
    if not found.slots:
        raise ImpositionError(problems.no_room_between_marks(at, "a card", piece, area, 0.0))
    return found


def _grid(piece: Size, page: Size) -> Arrangement:
    columns = fits(page.width, piece.width, GAP_BETWEEN)
    rows = fits(page.height, piece.height, GAP_BETWEEN)
    width, height = (
        span(count, length, GAP_BETWEEN)
        for count, length in ((columns, piece.width), (rows, piece.height))
    )
    block = Rect((page.width - width) / 2, (page.height - height) / 2, width, height)
    return Arrangement(page, piece, columns, rows, GAP_BETWEEN, block, Insets(), 0.0, 0.0, "inner")


def cutout(page: Frame, dies: Dies, at: Matrix) -> Frame:
    """Show a page within the outlines that are cut, on white, and nothing outside of them.

    ``at`` moves the page to where the paths are.
    """
    outline = Path(tuple(segment for path in dies.cut for segment in path.segments))
    shown = Group(Frame(dies.page, [Group(page, at)]), clip=outline)
    return Frame(dies.page, [Shape(outline, PAPER), shown])
