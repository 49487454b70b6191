"""Gutterfold: two-sided cards from a printer that prints on one side only.

Faces are printed on one half of the sheet and their backs on the other half, mirrored about
the middle. Fold the sheet along the dashed line, printed sides out, glue the halves together,
press, and cut through both layers at once. Face and back cannot drift apart further than
the fold is off, which a ruler and a scored line keep below half a millimetre::

        fold upright                     fold level
    +---+---+ ¦ +---+---+           +---+---+---+
    | 1 | 2 | ¦ | 2'| 1'|           | 1 | 2 | 3 |        1' is the back of 1
    +---+---+ ¦ +---+---+           +---+---+---+
    | 3 | 4 | ¦ | 4'| 3'|         - - - - - - - - -
    +---+---+ ¦ +---+---+           | 1'| 2'| 3'|        on their heads
                                    +---+---+---+

About an upright fold the backs stand upright with columns mirrored; about a level fold they
stand on their heads with rows mirrored: the same two cases as in `cardgen.impose.duplex`,
because folding a page is turning its half over.

The fold itself is no cut. Between it and the cards beside it there is always the full
bleed, and where the sheet has room a few millimetres more for crop marks, so that the fold
comes off with the waste. Four cards of 63 x 88 mm go on a sheet of A4 or Letter.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal

from cardgen.core.geometry import Insets, Rect, Size
from cardgen.impose.nup import (
    MARK_ROOM,
    Arrangement,
    Axis,
    Way,
    arrange,
    best,
    bleed_within,
    fits,
    orientations,
    span,
)

FOLD_MARK = 4.0
"""The most room, in millimetres, between the bleed and the fold."""


def _candidates(piece: Size, bleed: float, paper: Size, margin: float) -> Iterator[Arrangement]:
    axes: tuple[Axis, Axis] = ("vertical", "horizontal")
    for axis in axes:
        for page in orientations(paper):
            for full in (False, True):
                found = _folded(piece, bleed, page, margin, axis, full)
                if found.slots:
                    yield found


def _folded(
    piece: Size, bleed: float, page: Size, margin: float, axis: Axis, full: bool
) -> Arrangement:
    """Work in the directions across and along the fold, then name them x and y."""
    upright = axis == "vertical"
    half, length = (page.width / 2, page.height) if upright else (page.height / 2, page.width)
    wide, tall = (piece.width, piece.height) if upright else (piece.height, piece.width)
    gutter = 2 * bleed if full else 0.0
    edge = bleed + MARK_ROOM  # what a card wants between its trim and the printer's border
    needed = edge if full else 0.0

    across = fits(half - margin - bleed - needed, wide, gutter)
    along = fits(length - 2 * (margin + needed), tall, gutter)
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
    mode: Literal["butt", "bleed"] = "bleed" if full else "butt"
    return Arrangement(page, piece, columns, rows, gutter, block, outer, bleed, margin, mode, axis)


def _what_fits(piece: Size, bleed: float, paper: Size, margin: float) -> tuple[str, ...]:
    hint = "use `long-edge`, `short-edge` or `none`: a fold halves the room"
    fitting = best(_candidates(piece, bleed, paper, margin), "auto")
    return (f"`arrangement: {fitting.mode}` fits {fitting.slots}", hint) if fitting else (hint,)


arrange_fold = partial(arrange, way=Way(_candidates, _what_fits, "gutterfold"))
"""Chooses grid and fold for a piece on a paper, as `arrange` chooses a grid."""
