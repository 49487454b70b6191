"""Duplex: where a back must be printed so that it ends up behind its face.

Lay a printed sheet on the table and turn it over like the page of a book: left and right swap,
and up stays up. Turn it over like the leaf of a wall calendar: top and bottom swap, and what was
upright is now upside down. What matters, then, is not whether the printer's dialog says "long
edge" or "short edge", but the axis about which the page turns as one reads it:

========== ============ ============ ==================== ============
page       printer says turns about  place of the back    artwork
========== ============ ============ ==================== ============
portrait   long edge    vertical     columns mirrored     upright
portrait   short edge   horizontal   rows mirrored        rotated 180°
landscape  short edge   vertical     columns mirrored     upright
landscape  long edge    horizontal   rows mirrored        rotated 180°
========== ============ ============ ==================== ============

Places are mirrored; artwork never is. They are mirrored about the middle of the *page*, not of
the cards on it: two cards in the top left corner of a sheet have their backs in the top right
corner. And because players turn a card over about its vertical axis, the top of a back belongs
behind the top of its face, which is why some backs are rotated.

Printers place the second side half a millimetre or more off the first. Since this drift hardly
changes from sheet to sheet, it is measured once (see `cardgen.products.calibration`) and the
resulting **back offset** moves every back page as a whole.

Gutterfold: two-sided cards from a printer that prints on one side only.

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

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal

from cardgen.core.geometry import Insets, Matrix, Rect, Size
from cardgen.impose.nup import (
    MARK_ROOM,
    Arrangement,
    Axis,
    Grid,
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

Duplex = Literal["long-edge", "short-edge", "gutterfold", "none"]


def flip_axis(landscape: bool, duplex: Duplex) -> Axis:
    """Return the axis of the page about which the printer turns the sheet."""
    if duplex not in ("long-edge", "short-edge"):
        raise ValueError(f"`{duplex}` does not print on both sides")
    return "vertical" if landscape == (duplex == "short-edge") else "horizontal"


def mirrored(rect: Rect, page: Size, axis: Axis) -> Rect:
    """Return the place that is behind a rectangle once the page has been turned over."""
    if axis == "vertical":
        return Rect(page.width - rect.right, rect.y, rect.width, rect.height)
    return Rect(rect.x, page.height - rect.bottom, rect.width, rect.height)


def back_slot(arrangement: Arrangement, slot: int, duplex: Duplex) -> tuple[Rect, int]:
    """Return where the back of a slot goes on the back page, and its rotation: 0 or 180.

    With gutterfold, the "back page" is the other half of the same page.
    """
    axis = arrangement.fold or flip_axis(arrangement.landscape, duplex)
    place = mirrored(arrangement.trim(slot), arrangement.page, axis)
    return place, 0 if axis == "vertical" else 180


def behind(bleed: Insets) -> Insets:
    """Return the bleed of a face as seen from its back, in the coordinates of the back.

    Whatever the axis of the page, left and right swap, and up stays up.
    """
    return Insets(bleed.top, bleed.left, bleed.bottom, bleed.right)


def placed(rect: Rect, rotation: int = 0) -> Matrix:
    """Return the transform that moves a side into a rectangle of its own size."""
    if rotation == 180:
        return Matrix(-1.0, 0.0, 0.0, -1.0, rect.right, rect.bottom)
    return Matrix.translation(rect.x, rect.y)


_MODES: tuple[Grid, ...] = ("butt", "inner", "bleed")
FOLD_MARK = 4.0
"""The most room between the bleed and the fold, in mm."""


def _candidates(piece: Size, bleed: float, paper: Size, margin: float) -> Iterator[Arrangement]:
    axes: tuple[Axis, Axis] = ("vertical", "horizontal")
    for axis in axes:
        for page in orientations(paper):
            for mode in _MODES:
                found = _folded(piece, bleed, page, margin, axis, mode)
                if found.slots:
                    yield found


def _folded(
    piece: Size, bleed: float, page: Size, margin: float, axis: Axis, mode: Grid
) -> Arrangement:
    """Arrange across and along the fold first, and turn that into x and y at the end."""
    upright = axis == "vertical"
    half, length = (page.width / 2, page.height) if upright else (page.height / 2, page.width)
    wide, tall = (piece.width, piece.height) if upright else (piece.height, piece.width)
    edge = bleed + MARK_ROOM  # what a card needs between its trim and the printer's border
    needed = 0.0 if mode == "butt" else edge
    gutter = least_gutter(bleed, mode)

    rooms = half - margin - bleed - needed, length - 2 * (margin + needed)
    across, along = fits(rooms[0], wide, gutter), fits(rooms[1], tall, gutter)
    if mode == "inner":
        gutter = min(
            inner_gutter(rooms[0], wide, across, bleed), inner_gutter(rooms[1], tall, along, bleed)
        )
    thick, long = span(across, wide, gutter), span(along, tall, gutter)

    free = half - margin - bleed - thick
    mark = min(FOLD_MARK, max(0.0, (free - edge) / 2))
    start = half - bleed - mark - thick
    top = (length - long) / 2
    far, ends = (bleed_within(gap, bleed, margin) for gap in (start, top))

    if upright:
        block = Rect(start, top, thick, long)
        outer = Insets(ends, bleed, ends, far)
    else:
        block = Rect(top, start, long, thick)
        outer = Insets(far, ends, bleed, ends)
    columns, rows = (across, along) if upright else (along, across)
    return Arrangement(page, piece, columns, rows, gutter, block, outer, bleed, margin, mode, axis)


def _what_fits(piece: Size, bleed: float, paper: Size, margin: float) -> tuple[str, ...]:
    hint = "use `long-edge`, `short-edge` or `none`: a fold halves the room"
    fitting = best(_candidates(piece, bleed, paper, margin), "auto")
    return (f"`arrangement: {fitting.mode}` fits {fitting.slots}", hint) if fitting else (hint,)


arrange_fold = partial(arrange, way=Way(_candidates, _what_fits, "gutterfold"))
"""Chooses the grid and the fold for a piece on a paper, as `arrange` chooses a grid."""
