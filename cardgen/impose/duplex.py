"""Duplex: where a back must lie so that it comes out behind its face.

Lay a printed sheet on the table and turn it over like the page of a book: left and right
change places, up stays up. Turn it over like the leaf of a wall calendar: top and bottom
change places, and what was upright now stands on its head. So it is not the printer's
word that counts but the axis about which the sheet turns, seen on the page as one reads it:

========== ============ ============ ==================== ============
page       printer says turns about  place of the back    artwork
========== ============ ============ ==================== ============
portrait   long edge    vertical     columns mirrored     upright
portrait   short edge   horizontal   rows mirrored        rotated 180°
landscape  short edge   vertical     columns mirrored     upright
landscape  long edge    horizontal   rows mirrored        rotated 180°
========== ============ ============ ==================== ============

Places are mirrored, artwork never is. They are mirrored about the middle of the *page*,
not of the cards on it: two cards in the top left of a sheet have their backs in the top
right. And players turn a card over about its upright axis, so a back is right when its
top lies behind the top of its face: that is what the rotation is for.

Printers place the second side half a millimetre or more off. That drift is steady, so a
**back offset** measured once (`cardgen.products.calibration`) moves whole back pages.
"""

from __future__ import annotations

from typing import Literal

from cardgen.core.geometry import Insets, Matrix, Rect, Size
from cardgen.impose.nup import Arrangement, Axis

Duplex = Literal["long-edge", "short-edge", "gutterfold", "none"]


def flip_axis(landscape: bool, duplex: Duplex) -> Axis:
    """Return the axis of the page about which the sheet turns in the printer."""
    if duplex not in ("long-edge", "short-edge"):
        raise ValueError(f"`{duplex}` does not print on both sides")
    return "vertical" if landscape == (duplex == "short-edge") else "horizontal"


def mirrored(rect: Rect, page: Size, axis: Axis) -> Rect:
    """Return the place that lies behind a rectangle once the page has turned."""
    if axis == "vertical":
        return Rect(page.width - rect.right, rect.y, rect.width, rect.height)
    return Rect(rect.x, page.height - rect.bottom, rect.width, rect.height)


def back_slot(arrangement: Arrangement, slot: int, duplex: Duplex) -> tuple[Rect, int]:
    """Return where the back of a slot lies on the back page, and its rotation: 0 or 180.

    With a fold, the back page is the other half of the same page.
    """
    axis = arrangement.fold or flip_axis(arrangement.landscape, duplex)
    place = mirrored(arrangement.trim(slot), arrangement.page, axis)
    return place, 0 if axis == "vertical" else 180


def behind(bleed: Insets) -> Insets:
    """Return a face's bleed as its back has it, in the back's own coordinates.

    Whatever the axis, a card's back has left and right swapped and up where it was.
    """
    return Insets(bleed.top, bleed.left, bleed.bottom, bleed.right)


def placed(rect: Rect, rotation: int = 0) -> Matrix:
    """Return the transform that puts a side of the rectangle's size into it."""
    if rotation == 180:
        return Matrix(-1.0, 0.0, 0.0, -1.0, rect.right, rect.bottom)
    return Matrix.translation(rect.x, rect.y)
