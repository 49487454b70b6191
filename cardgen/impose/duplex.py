"""Duplex: the position of a back on its page, so that it ends up behind its face.

Lay a printed sheet on the table and turn it over like the page of a book: left and right swap, and
up stays up. Turn it over like the leaf of a wall calendar: top and bottom swap, and upright artwork
is now upside down. So the words "long edge" or "short edge" in the printer's dialog do not decide.
The axis about which the page turns, as you read it, does:

========== ============ ============ ==================== ============ page       printer says turns
about  place of the back    artwork ========== ============ ============ ====================
============ portrait   long edge    vertical     columns mirrored     upright portrait   short edge
horizontal   rows mirrored        rotated 180° landscape  short edge   vertical     columns mirrored
upright landscape  long edge    horizontal   rows mirrored        rotated 180° ==========
============ ============ ==================== ============

Places are mirrored; artwork never is. They are mirrored about the middle of the *page*, not of the
cards on it: two cards in the top left corner of a sheet have their backs in the top right corner.
Players turn a card over about its vertical axis, so the top of a back belongs behind the top of its
face. This is why some backs are rotated.

Printers print the second side half a millimetre or more off the first. This drift hardly changes
from sheet to sheet. The user therefore measures it once (see `cardgen.products.calibration`), and
the resulting **back offset** moves every back page as a whole.
"""

from cardgen.core.choices import Duplex
from cardgen.core.geometry import Insets, Matrix, Rect, Size
from cardgen.impose.imposition import Axis, Imposition


def flip_axis(landscape: bool, duplex: Duplex) -> Axis:
    """Return the axis of the page about which the printer turns a sheet printed on both sides."""
    return "vertical" if landscape == (duplex == "short-edge") else "horizontal"


def mirror_rect(rect: Rect, page: Size, axis: Axis) -> Rect:
    """Return the rectangle behind a rectangle, after the page has been turned over."""
    if axis == "vertical":
        return Rect(page.width - rect.right, rect.y, rect.width, rect.height)
    return Rect(rect.x, page.height - rect.bottom, rect.width, rect.height)


def back_place(
    imposition: Imposition, trim: Rect, duplex: Duplex, turned: bool = False
) -> tuple[Rect, int]:
    """Return the rectangle of a back on the back page, and its rotation in degrees.

    With gutterfold, the "back page" is the other half of the same page. The top of a ``turned``
    face is at the right; turning the page leaves it there or moves it to the left.
    """
    axis = imposition.fold or flip_axis(imposition.landscape, duplex)
    upright = 0 if axis == "vertical" else 180
    rotation = 270 - upright if turned else upright
    return mirror_rect(trim, imposition.page, axis), rotation


def behind(bleed: Insets) -> Insets:
    """Return the bleed of a face in the coordinates of its back.

    For either axis of the page, left and right swap, and up stays up.
    """
    return Insets(bleed.top, bleed.left, bleed.bottom, bleed.right)


def placement_matrix(rect: Rect, rotation: int = 0) -> Matrix:
    """Return the transform that moves a side into a rectangle of the same size.

    For a quarter turn, clockwise (90) or back (270), the rectangle has the size of the turned side.
    """
    match rotation:
        case 90:
            return Matrix(0.0, 1.0, -1.0, 0.0, rect.right, rect.y)
        case 180:
            return Matrix(-1.0, 0.0, 0.0, -1.0, rect.right, rect.bottom)
        case 270:
            return Matrix(0.0, -1.0, 1.0, 0.0, rect.x, rect.bottom)
    return Matrix.translation(rect.x, rect.y)
