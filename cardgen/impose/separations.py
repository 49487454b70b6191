"""Pieces for a press: only their art, with cuts and folds in the inks that machines detect.

A press prints no glue areas and no words beside the art. The remaining piece is its art with bleed,
the outline in the ink `CutContour`, and folds in the ink `Crease`.
"""

from collections.abc import Mapping, Sequence

from cardgen.core.geometry import Insets, Path, Rect, Size
from cardgen.core.style import Color
from cardgen.frame import CREASE, CUT_CONTOUR, Frame, Group, Item, Region, RegionKind, Shape, Stroke
from cardgen.impose.dielines import Line, join_lines
from cardgen.impose.marks import BLACK
from cardgen.impose.tokens import TokenPiece, cutting_of, standee_art, standee_folds
from cardgen.impose.tuckbox import TuckBoxNet, box_art

_LINE = Stroke(BLACK, 0.25)


def separation(ink: str, size: Size, outlines: Sequence[Path]) -> Group:
    """Draw outlines in a spot ink."""
    mark = Region(RegionKind.SEPARATION, Rect(0.0, 0.0, size.width, size.height), ink)
    return Group(Frame(size, [mark, *(Shape(path, stroke=_LINE) for path in outlines)]))


def token_for_press(piece: TokenPiece, back: bool = False) -> Frame:
    """Return one side of a token, or the strip of a standee, with its cut line."""
    cutting = cutting_of(piece)
    bleed = Insets(*[cutting.bleed] * 4)
    items: list[Item]
    if piece.shape == "standee":
        items = [*standee_art(piece), _creases(cutting.size, standee_folds(piece))]
    else:
        side = piece.back if back else piece.face
        items = [] if side is None else [Group(side, clip=cutting.outline(cutting.bleed))]
    items.append(separation(CUT_CONTOUR, cutting.size, [cutting.outline()]))
    return Frame(cutting.size, items, bleed)


def box_for_press(
    box: TuckBoxNet, faces: Mapping[str, Frame], lining: Color | None = None
) -> Frame:
    """Return the net of a tuck box: its faces with their bleed, creases, and the outline."""
    items = [
        *box_art(box, faces, lining),
        _creases(box.size, box.folds()),
        separation(CUT_CONTOUR, box.size, [box.outline()]),
    ]
    return Frame(box.size, items, faces["front"].bleed)


def _creases(size: Size, folds: Sequence[Line]) -> Group:
    return separation(CREASE, size, [join_lines(folds)])
