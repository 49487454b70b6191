"""Gutterfold: two-sided cards from a printer that prints on one side only.

Faces are printed on one half of the sheet and their backs on the other half, mirrored about
the middle. Fold the sheet along the dashed line with the print outside, glue the halves
together, press them, and cut through both layers at once. Face and back can be no further apart
than the fold is off, and scoring along a ruler keeps that below half a millimetre::

        vertical fold                    horizontal fold
    +---+---+ ¦ +---+---+           +---+---+---+
    | 1 | 2 | ¦ | 2'| 1'|           | 1 | 2 | 3 |        1' is the back of 1
    +---+---+ ¦ +---+---+           +---+---+---+
    | 3 | 4 | ¦ | 4'| 3'|         - - - - - - - - -
    +---+---+ ¦ +---+---+           | 1'| 2'| 3'|        upside down
                                    +---+---+---+

With a vertical fold the columns are mirrored and the backs stay upright; with a horizontal fold
the rows are mirrored and the backs are upside down. These are the two cases of
`cardgen.impose.duplex`, because to fold a page is to turn one half of it over.

The fold is not a cut line. Between it and the nearest cards there is always the full bleed, and
a few millimetres more for crop marks where the sheet has room, so that the fold is cut away with
the waste. Four cards of 63 x 88 mm go on a sheet of A4 or Letter.
"""

from collections.abc import Iterator
from functools import partial

from cardgen.core.geometry import Insets, Rect, Size
from cardgen.impose.imposition import Axis, Grid
from cardgen.impose.nup import (
    MARK_ROOM,
    Arrangement,
    Way,
    arrange,
    best,
    bleed_within,
    fits,
    inner_gutter,
    least_gutter,
    orientations,
    span,
)

MODES: tuple[Grid, ...] = ("butt", "inner", "bleed")
FOLD_MARK = 4.0
"""Maximum distance between the bleed and the fold, in mm."""


def _candidates(piece: Size, bleed: float, paper: Size, margin: float) -> Iterator[Arrangement]:
    axes: tuple[Axis, Axis] = ("vertical", "horizontal")
    for axis in axes:
        for page in orientations(paper):
            for mode in MODES:
                yield _arrange_folded(piece, bleed, page, margin, axis, mode)


def _arrange_folded(
    piece: Size, bleed: float, page: Size, margin: float, axis: Axis, mode: Grid
) -> Arrangement:
    """Compute the grid across and along the fold, and convert it to x and y at the end."""
    upright = axis == "vertical"
    half, length = (page.width / 2, page.height) if upright else (page.height / 2, page.width)
    wide, tall = (piece.width, piece.height) if upright else (piece.height, piece.width)
    needed = needed_at_edges(bleed, mode)
    gutter = least_gutter(bleed, mode)

    rooms = half - margin - bleed - needed, length - 2 * (margin + needed)
    across, along = fits(rooms[0], wide, gutter), fits(rooms[1], tall, gutter)
    if mode == "inner":
        gutter = min(
            inner_gutter(rooms[0], wide, across, bleed), inner_gutter(rooms[1], tall, along, bleed)
        )
    thick, long = span(across, wide, gutter), span(along, tall, gutter)
    start, top = at_fold(half, thick, bleed, margin), (length - long) / 2
    far, ends = (bleed_within(gap, bleed, margin) for gap in (start, top))
    if upright:
        block = Rect(start, top, thick, long)
        outer = Insets(ends, bleed, ends, far)
    else:
        block = Rect(top, start, long, thick)
        outer = Insets(far, ends, bleed, ends)
    columns, rows = (across, along) if upright else (along, across)
    return Arrangement(page, block, outer, gutter, bleed, margin, mode, axis, piece, columns, rows)


def needed_at_edges(bleed: float, mode: Grid) -> float:
    """Return the distance in mm that a mode keeps between trims and the printer's border."""
    return 0.0 if mode == "butt" else bleed + MARK_ROOM


def at_fold(half: float, thick: float, bleed: float, margin: float) -> float:
    """Return the start of a block on the half page that ends at the fold."""
    free = half - margin - bleed - thick
    edge = bleed + MARK_ROOM
    mark = min(FOLD_MARK, max(0.0, (free - edge) / 2))
    return half - bleed - mark - thick


def _what_fits(piece: Size, bleed: float, paper: Size, margin: float) -> tuple[str, ...]:
    hint = "use `long-edge`, `short-edge` or `none`: a fold halves the room"
    fitting = best(_candidates(piece, bleed, paper, margin), "auto")
    return (f"`arrangement: {fitting.mode}` fits {fitting.slots}", hint) if fitting else (hint,)


arrange_fold = partial(arrange, method=Way(_candidates, _what_fits, "gutterfold"))
"""Chooses the grid and the fold for a piece on a paper, as `arrange` chooses a grid."""
