"""The pieces of a game as they look from above, with their outline and thickness.

Light comes from the upper left, and everything leans a little to the upper right, so that thick
things show their left side and their foot. A `Thing` is drawn at its true size in mm, with its top
left corner at the origin.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from msgspec import Struct

from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.core.style import Color, LinearGradient
from cardgen.frame import Frame, Group, Item, Shape
from cardgen.impose.contact import CORNER
from cardgen.impose.dielines import Point
from cardgen.impose.tokens import Cutting, Form

LEAN = 0.24
"""How far the top of a thing is shifted, as a share of its height."""
PAPER, BOARD = Color.parse("#f1ede4"), Color.parse("#8d8272")
_BLACK = Color(0.0, 0.0, 0.0)
_SHADES = (0.12, 0.34)
"""The shade on a left side and on a foot, as opacity of black."""
_CARD, _THICK = 0.31, 1.8
_HIGHEST = 16.0
"""The greatest height at which a pile of cards is drawn, in mm."""


class Thing(Struct, frozen=True):
    """A picture of something, the outline of its shadow, and its height in mm."""

    picture: Frame
    outline: Path
    height: float

    @property
    def size(self) -> Size:
        """The box of the picture."""
        return self.picture.size


def card(side: Frame) -> Thing:
    """A single card."""
    return _slab(side, Path.rect(side.trim, CORNER), _CARD, PAPER)


def pile(back: Frame, count: int) -> Thing:
    """A deck that shows its top card."""
    height = min(max(count, 2) * _CARD, _HIGHEST)
    return _slab(back, Path.rect(back.trim, CORNER), height, PAPER)


def board(face: Frame) -> Thing:
    """A board, of thick cardboard."""
    return _slab(face, Path.rect(face.trim, 1.0), _THICK, BOARD)


def token(face: Frame, shape: Form) -> Thing:
    """A token or the face of a standee."""
    return _slab(face, Cutting(face.size, 0.0, shape).outline(), _THICK, PAPER)


def face(side: Frame, sides: int) -> Thing:
    """One face of a die with ``sides`` sides, cut out."""
    outline = _triangle(side.size) if sides == 20 else Path.rect(side.trim)
    return _slab(side, outline, 0.3, PAPER)


def booklet(cover: Frame) -> Thing:
    """A closed booklet, folded on the left."""
    size = cover.size
    fold = min(size.width / 14, 9.0)
    stops = ((0.0, 0.34), (0.16, 0.05), (0.3, 0.2), (1.0, 0.0))
    fading = tuple((at, _BLACK.with_alpha(alpha)) for at, alpha in stops)
    shade = LinearGradient(0.0, 0.0, fold, 0.0, fading)
    folded = Frame(size, [Group(cover), Shape(Path.rect(Rect(0.0, 0.0, fold, size.height)), shade)])
    return _slab(folded, Path.rect(cover.trim, 0.6), 2.4, PAPER)


def leaf(page: Frame) -> Thing:
    """A single page."""
    return _slab(page, Path.rect(page.trim), 1.2, PAPER)


def sheet(page: Frame) -> Thing:
    """A page of a file, printed on a sheet of paper."""
    paper = Shape(Path.rect(page.trim), Color(1.0, 1.0, 1.0))
    return _slab(Frame(page.size, [paper, Group(page)]), Path.rect(page.trim), 0.6, PAPER)


def cut_out(face: Frame, outline: Path) -> Thing:
    """A piece of card that was cut along an outline."""
    return _slab(face, outline, 0.6, PAPER)


def spread(left: Frame, right: Frame) -> Thing:
    """An open booklet: two pages of one size that meet in a fold."""
    width, height = left.size.width, left.size.height
    reach = width / 11
    stops = ((0.0, 0.0), (0.38, 0.05), (0.5, 0.22), (0.62, 0.05), (1.0, 0.0))
    fading = tuple((at, _BLACK.with_alpha(alpha)) for at, alpha in stops)
    shade = LinearGradient(width - reach, 0.0, width + reach, 0.0, fading)
    items = (
        Group(left, clip=Path.rect(left.trim)),
        Group(right, Matrix.translation(width, 0.0), Path.rect(right.trim)),
        Shape(Path.rect(Rect(width - reach, 0.0, 2 * reach, height)), shade),
    )
    return leaf(Frame(Size(2 * width, height), items))


def _slab(top: Frame, outline: Path, height: float, edge: Color) -> Thing:
    """Draw something flat: its edges, and its top upon them."""
    lean = height * LEAN
    layers = max(math.ceil(lean / 0.35), 1)
    items: list[Item] = []
    for layer in range(layers, 0, -1):
        by = lean * layer / layers
        dark = 0.1 if layer % 2 else 0.24
        place = Matrix.translation(-by, by)
        items.append(Shape(outline.transform(place), _BLACK.with_alpha(dark).over(edge)))
    items.append(Group(top, clip=outline))
    return Thing(Frame(top.size, items), outline, height)


def box(faces: Mapping[str, Frame]) -> Thing:
    """A tuck box, seen from above, with its back down."""
    foot = faces["bottom"]
    size = foot.size
    # On the net, the bottom is joined to the back: seen from the front, it is upside down.
    turned = Frame(size, [Group(foot, Matrix(-1.0, 0.0, 0.0, -1.0, size.width, size.height))])
    return _block(faces["front"], faces["left"], turned, foot.size.height)


def lidded(faces: Mapping[str, Frame], lid: Size) -> Thing:
    """A box for a whole game, closed; its front is enlarged to the size of the lid."""
    upright = lid.height >= lid.width
    long, short = faces["long"], faces["short"]
    left, foot = (long, short) if upright else (short, long)
    front, depth = faces["front"], foot.size.height
    enlarged = Matrix.scaling(lid.width / front.size.width)
    # The picture may continue on the walls, behind their own pictures.
    run_on = Path.rect(front.bleed_rect)
    top = Frame(lid, [Group(front, enlarged)])
    # A wall has its rim at the bottom, so the picture of the left wall is turned to the right.
    aside = Matrix.translation(depth, 0.0)
    own = Group(left, Matrix.rotation(90.0).then(aside))
    turned = Frame(Size(depth, lid.height), [Group(front, enlarged.then(aside), run_on), own])
    below = enlarged.then(Matrix.translation(0.0, -lid.height))
    wall = Frame(Size(lid.width, depth), [Group(front, below, run_on), Group(foot)])
    return _block(top, turned, wall, depth)


def cube(top: Frame, left: Frame, foot: Frame) -> Thing:
    """A D6."""
    return _block(top, left, foot, top.size.width)


def _block(top: Frame, left: Frame, foot: Frame, depth: float) -> Thing:
    """Draw a block: its left side and its foot, and its top upon them."""
    w, h, by = top.size.width, top.size.height, depth * LEAN
    slant_left = Matrix(by / left.size.width, -by / left.size.width, 0.0, 1.0, -by, by)
    deep = foot.size.height
    slant_foot = Matrix(1.0, 0.0, -by / deep, by / deep, 0.0, h)
    items: list[Item] = []
    for side, place, dark in zip((left, foot), (slant_left, slant_foot), _SHADES, strict=True):
        edge = Path.rect(side.trim)
        items.append(Group(side, place, edge))
        items.append(Shape(edge.transform(place), _BLACK.with_alpha(dark)))
    items.append(Group(top, clip=Path.rect(top.trim)))
    seen = [(-by, by), (0.0, 0.0), (w, 0.0), (w, h), (w - by, h + by), (-by, h + by)]
    return Thing(Frame(top.size, items), Path.polygon(seen), depth)


_AROUND = {
    20: ("T0", "T1", "T2"),
    8: ("U0", "T0", "T1"),
    2: ("U1", "T1", "T2"),
    14: ("U2", "T2", "T0"),
    16: ("L0", "U0", "T0"),
    6: ("L0", "T0", "U2"),
    10: ("L1", "T1", "U0"),
    12: ("L1", "U1", "T1"),
    18: ("L2", "T2", "U1"),
    4: ("L2", "U2", "T2"),
}
"""The visible faces of a D20 that shows its 20, folded from the net of `cardgen.impose.dicesheet`.

Each has its corners clockwise. They belong to the triangle on top (T), or to the hexagon around it:
U between two corners of the triangle, L beyond one."""


def icosahedron(faces: Mapping[int, Frame]) -> Thing:
    """A D20 with its 20 on top, seen from straight above."""
    edge = faces[20].size.width
    near, far = edge / math.sqrt(3), edge / math.sqrt(3) * (1 + math.sqrt(5)) / 2
    points: dict[str, Point] = {}
    for i in range(3):
        for name, reach, turn in (("T", near, 0), ("U", far, 60), ("L", far, 0)):
            angle = math.radians(120 * i + turn - 90)
            points[f"{name}{i}"] = (far + reach * math.cos(angle), far + reach * math.sin(angle))
    items: list[Item] = []
    for value, names in _AROUND.items():
        corners = [points[name] for name in names]
        face = faces[value]
        items.append(Group(face, _onto(face.size, corners), _triangle(face.size)))
        low = sum(x - y for x, y in corners) / 6 / far  # away from the light
        dark = 0.0 if value == 20 else 0.16 - 0.22 * low
        items.append(Shape(Path.polygon(corners), _BLACK.with_alpha(min(max(dark, 0.06), 0.4))))
    seen = [points[name] for name in ("L0", "U0", "L1", "U1", "L2", "U2")]
    return Thing(Frame(Size(2 * far, 2 * far), items), Path.polygon(seen), 0.8 * edge)


def _triangle(size: Size) -> Path:
    return Path.polygon([(size.width / 2, 0.0), (size.width, size.height), (0.0, size.height)])


def _onto(size: Size, corners: Sequence[Point]) -> Matrix:
    """Return the transform that puts the corners of a triangular face on three points."""
    (x0, y0), (x1, y1), (x2, y2) = corners
    a, b = (x1 - x2) / size.width, (y1 - y2) / size.width
    c, d = ((x1 + x2) / 2 - x0) / size.height, ((y1 + y2) / 2 - y0) / size.height
    return Matrix(a, b, c, d, x2 - c * size.height, y2 - d * size.height)
