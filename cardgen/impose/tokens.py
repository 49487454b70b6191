"""Token sheets: tokens nested on pages for cutting along their outlines, with backs behind faces.

A token keeps its bleed on all sides and is cut along a line that follows its shape. A standee is a
strip with three folds; its feet are glued to a separate base::

    +--------+   cut
    |  foot  |
    +- - - - +   fold outwards
    |  back  |   upside down
    +- - - - +   fold: the top of the standee      +--------+
    |  face  |                                     |  base  |
    +- - - - +   fold outwards                     | (glue) |
    |  foot  |                                     +--------+
    +--------+

A piece may also be folded over: its back is printed above its face, upside down, with a fold
between the two. Folded, glued and cut out through both layers, it needs no back page, and the
printer's drift does not matter.

If any other piece has a back, a back page follows every front page, so that duplex printing keeps
the order. Standees need no back page, because both sides are on their strip. With gutterfold, both
sides of a piece are on the same page, to the left and the right of its middle.
"""

import math
from collections.abc import Sequence
from functools import partial
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.choices import Duplex
from cardgen.core.diagnostics import ImpositionError, Location
from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.frame import Frame, Group, Item, Page
from cardgen.impose import problems
from cardgen.impose.dielines import (
    Line,
    Point,
    corners,
    cut_path,
    folds,
    glue_area,
    label_area,
    legend,
    offset,
)
from cardgen.impose.duplex import flip_axis, mirror_rect, placement_matrix
from cardgen.impose.margins import LANE
from cardgen.impose.marks import FOLD as FOLD_MARK
from cardgen.impose.marks import Write, lines, ruler
from cardgen.impose.workpage import Blank, Slug, fits, furnish, nest, other_papers, work_area

Form = Literal["round", "square", "hex", "standee", "base"]


class TokenPiece(Struct, frozen=True):
    """A token to print; ``tab`` is the depth of each foot of a standee, in mm.

    A ``folded`` piece has its back on the same page, above its face.
    """

    id: str
    shape: Form
    face: Frame
    back: Frame | None = None
    copies: int = 1
    tab: float = 0.0
    location: Location | None = None
    folded: bool = False


class Cutting(Struct, frozen=True):
    """The outline of a piece in its box, and the bleed around it."""

    size: Size
    bleed: float
    shape: Form
    folded: bool = False

    @property
    def blank(self) -> Blank:
        """The size of the piece with its bleed; twice that height if it is folded over."""
        if self.folded:
            half = replace(self, folded=False).blank
            return Blank(half.width, 2 * half.height)
        if self.shape == "hex":
            high = self.size.height + 2 * self.bleed * 2 / math.sqrt(3)
            return Blank(self.size.width + 2 * self.bleed, high, True)
        width, height = self.size.width + 2 * self.bleed, self.size.height + 2 * self.bleed
        return Blank(width, height, self.shape == "round")

    def outline(self, distance: float = 0.0) -> Path:
        """Return the outline of the piece, moved outwards by a distance."""
        width, height = self.size.width, self.size.height
        if self.shape == "round":
            return Path.ellipse(width / 2, height / 2, width / 2 + distance, height / 2 + distance)
        if self.shape == "hex":
            return Path.polygon(offset(hexagon(self.size), distance))
        return Path.rect(Rect(0.0, 0.0, width, height).grow(distance))


def hexagon(size: Size) -> list[Point]:
    """Return the corners of a hexagon with one corner at the top, clockwise from there."""
    w, h = size.width, size.height
    return [(w / 2, 0), (w, h / 4), (w, h * 3 / 4), (w / 2, h), (0, h * 3 / 4), (0, h / 4)]


def cutting_of(piece: TokenPiece) -> Cutting:
    """Return the outline to cut for a piece; for a standee, it is the whole strip."""
    size, bleed = piece.face.size, piece.face.bleed.left
    if piece.shape == "standee":
        size = Size(size.width, 2 * (size.height + piece.tab))
    return Cutting(size, bleed, piece.shape, piece.folded)


def token_pages(
    pieces: Sequence[TokenPiece],
    paper: Size,
    margin: float,
    duplex: Duplex,
    back_offset: Point,
    slug: Slug,
    write: Write,
    ruler_label: Frame,
) -> list[Page]:
    """Place all pieces on portrait pages; raises ImpositionError for pieces that fit no page."""
    queue = with_bases(pieces)
    two_sided = duplex != "none" and is_two_sided(pieces)
    fold = two_sided and duplex == "gutterfold"
    area = area_of(paper, margin, duplex if two_sided else "none")
    check_fit(queue, area, paper)
    cuttings = [cutting_of(piece) for piece in queue]
    places = nest([cutting.blank for cutting in cuttings], area)
    total = max(place.page for place in places) + 1
    folding = fold or any(piece.folded for piece in queue)
    kinds = ["cut", "fold"] if folding else ["cut"]
    if any(piece.shape == "standee" for piece in queue):
        kinds = ["cut", "fold", "glue"]
    explained, scale = legend(write, kinds, LANE), ruler(ruler_label)
    pages: list[Page] = []
    for number in range(total):
        fronts: list[Item] = []
        backs: list[Item] = []
        for piece, cutting, place in zip(queue, cuttings, places, strict=True):
            if place.page != number:
                continue
            box = place.box
            if piece.folded:
                fronts += _folded_back(piece, cutting, box)
                box = _lower(box)
            trim = _trim(cutting, box)
            fronts += _front(piece, cutting, trim, write)
            if two_sided and _needs_back(piece):
                assert piece.back is not None
                axis = "vertical" if fold else flip_axis(False, duplex)
                rect = mirror_rect(trim, paper, axis)
                if not fold:
                    rect = rect.shift(*back_offset)
                matrix = placement_matrix(rect, 0 if axis == "vertical" else 180)
                backs.append(Group(piece.back, matrix, cutting.outline(cutting.bleed)))
        if fold:
            middle = paper.width / 2
            fronts += backs
            fronts.append(lines([(middle, area.y, middle, area.bottom)], FOLD_MARK))
        words = slug(number + 1, total, "front")
        pages.append(furnish(paper, margin, fronts, words, explained, scale))
        if two_sided and not fold:
            pages.append(furnish(paper, margin, backs, slug(number + 1, total, "back")))
    return pages


def with_bases(pieces: Sequence[TokenPiece]) -> list[TokenPiece]:
    """Repeat each piece for every copy, and add a base for every standee."""
    queue: list[TokenPiece] = []
    for piece in pieces:
        queue += [piece] * piece.copies
        if piece.shape == "standee":
            bare = Frame(Size(piece.face.size.width, 2 * piece.tab), (), piece.face.bleed)
            base = TokenPiece(
                f"{piece.id} base", "base", bare, tab=piece.tab, location=piece.location
            )
            queue += [base] * piece.copies
    return queue


def folded_over(pieces: Sequence[TokenPiece]) -> list[TokenPiece]:
    """Fold over every piece that would need a back page."""
    return [replace(piece, folded=_needs_back(piece)) for piece in pieces]


def split_layers(pieces: Sequence[TokenPiece]) -> list[TokenPiece]:
    """Separate each back that would need a back page, as a piece to glue to its face."""
    layers: list[TokenPiece] = []
    for piece in pieces:
        layers.append(replace(piece, back=None) if _needs_back(piece) else piece)
        if _needs_back(piece):
            assert piece.back is not None
            layers.append(replace(piece, id=f"{piece.id} back", face=piece.back, back=None))
    return layers


def count_pages(pieces: Sequence[TokenPiece], area: Rect) -> int | None:
    """Return the number of front pages for the pieces; None if a piece fits no page."""
    blanks = [cutting_of(piece).blank for piece in with_bases(pieces)]
    if not all(fits(blank, Size(area.width, area.height)) for blank in blanks):
        return None
    return max(place.page for place in nest(blanks, area)) + 1


def is_two_sided(pieces: Sequence[TokenPiece]) -> bool:
    """Whether any piece needs a back page."""
    return any(map(_needs_back, pieces))


def _needs_back(piece: TokenPiece) -> bool:
    """Whether a piece has a back that is not on the front page, as the back of a standee is."""
    on_front = piece.folded or piece.shape == "standee"
    return piece.back is not None and piece.copies > 0 and not on_front


def area_of(paper: Size, margin: float, duplex: Duplex) -> Rect:
    """Return the area for pieces; with gutterfold, it is the left half, without the fold."""
    area = work_area(paper, margin)
    half = Rect(area.x, area.y, paper.width / 2 - 2.0 - area.x, area.height)
    return half if duplex == "gutterfold" else area


def check_fit(pieces: Sequence[TokenPiece], area: Rect, paper: Size) -> None:
    """Raise ImpositionError with every piece that is larger than a page."""
    room = Size(area.width, area.height)
    wrong = {}
    for piece in pieces:
        blank = cutting_of(piece).blank
        if not fits(blank, room):
            needed = Size(blank.width, blank.height)
            papers = other_papers(paper, partial(_holds, blank, room, paper))
            wrong[piece.id] = problems.blank_does_not_fit(
                piece.location, f"token `{piece.id}`", needed, paper, room, papers
            )
    if wrong:
        raise ImpositionError(*wrong.values())


def _holds(blank: Blank, room: Size, paper: Size, other_paper: Size) -> bool:
    """Whether a blank fits on another paper, given the room on one paper with the same borders."""
    wide, high = other_paper.width - paper.width, other_paper.height - paper.height
    return fits(blank, Size(room.width + wide, room.height + high))


def _trim(cutting: Cutting, box: Rect) -> Rect:
    """Return the box of a piece inside its place, without the bleed."""
    return Rect(
        box.x + (box.width - cutting.size.width) / 2,
        box.y + (box.height - cutting.size.height) / 2,
        cutting.size.width,
        cutting.size.height,
    )


def _lower(box: Rect) -> Rect:
    return Rect(box.x, box.y + box.height / 2, box.width, box.height / 2)


def _folded_back(piece: TokenPiece, cutting: Cutting, box: Rect) -> list[Item]:
    assert piece.back is not None
    trim, middle = _trim(cutting, _lower(box)), box.y + box.height / 2
    place = Rect(trim.x, 2 * middle - trim.bottom, trim.width, trim.height)
    art = Group(piece.back, placement_matrix(place, 180), cutting.outline(cutting.bleed))
    return [art, *folds([((box.x, middle), (box.right, middle))])]


def _front(piece: TokenPiece, cutting: Cutting, trim: Rect, write: Write) -> list[Item]:
    if piece.shape == "standee":
        inside = standee(piece, write)
    elif piece.shape == "base":
        inside = base(cutting, write)
    else:
        art = Group(piece.face, clip=cutting.outline(cutting.bleed))
        inside = Frame(cutting.size, [art, *cut_path(cutting.outline())])
    return [Group(inside, Matrix.translation(trim.x, trim.y))]


def standee(piece: TokenPiece, write: Write) -> Frame:
    """Draw the strip of a standee: foot, back (upside down), face, foot."""
    size, tab = cutting_of(piece).size, piece.tab
    reach = _reach(piece)
    items: list[Item] = [*standee_art(piece)]
    for y in (0.0, size.height - tab + reach):
        items += label_area(corners(Rect(0.0, y, size.width, tab - reach)), "foot", write)
    items += cut_path(Path.rect(Rect(0.0, 0.0, size.width, size.height)))
    items += folds(standee_folds(piece))
    return Frame(size, items)


def standee_art(piece: TokenPiece) -> list[Group]:
    """Place back and face of a standee; they also cover the visible part of the feet."""
    width, height = piece.face.size.width, piece.face.size.height
    bleed, middle = piece.face.bleed.left, piece.tab + height
    clip = Path.rect(Rect(-bleed, 0.0, width + 2 * bleed, height + _reach(piece)))
    return [
        Group(piece.back or piece.face, Matrix(-1.0, 0.0, 0.0, -1.0, width, middle), clip),
        Group(piece.face, Matrix.translation(0.0, middle), clip),
    ]


def standee_folds(piece: TokenPiece) -> list[Line]:
    """Return the folds of a standee: two feet, and its top between them."""
    width, height = piece.face.size.width, piece.face.size.height
    heights = (piece.tab, piece.tab + height, piece.tab + 2 * height)
    return [((0.0, y), (width, y)) for y in heights]


def _reach(piece: TokenPiece) -> float:
    return min(piece.face.bleed.left, piece.tab / 2)


def base(cutting: Cutting, write: Write) -> Frame:
    """Draw the base that the feet of a standee are glued to."""
    box = Rect(0.0, 0.0, cutting.size.width, cutting.size.height)
    glue = glue_area(corners(box), "glue feet here", write)
    return Frame(cutting.size, [*glue, *cut_path(cutting.outline())])
