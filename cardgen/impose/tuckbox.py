r"""Tuck boxes: one piece of card that folds into a box with a lid that tucks in.

Seen from the printed side, the walls are, from left to right, a glue flap, back, left side, front
and right side. The glue flap goes inside the right side. Lid and bottom are joined to the back: the
flap of the bottom is glued to the inside of the front, and the tongue of the lid tucks in behind
the front. Each side wall has two small flaps that keep dust out::

          +-------+
          | tongue|
          +-------+
          |  top  | dust      dust
      +---+-------+-----+--ᴗ--+-----+
      | g |       |     |     |     |
      | l | back  |left |front|right|
      | u |       |     |     |     |
      +---+-------+-----+-----+-----+
          | bottom| glue      glue
          +-------+
          |  glue |
          +-------+

All folds go the same way, away from the printed side.
"""

import math
from collections.abc import Mapping

from msgspec import Struct

from cardgen.core.geometry import KAPPA, Matrix, Path, Rect, Segment, Size
from cardgen.core.style import Color
from cardgen.frame import Frame, Group, Item, Shape
from cardgen.impose.dielines import (
    Line,
    Point,
    Quad,
    beyond,
    cut_path,
    flap,
    folds,
    glue_area,
    label_area,
    offset,
)
from cardgen.impose.marks import Write

SEAM = 12.0
"""The width of the glue flap in mm; in a thin box it is as wide as the box is deep."""
HEM = 10.0
"""The greatest length of the glue flap of the bottom in mm."""
TAPER = 1.5
"""How much a flap tapers from its fold on each side, in mm."""
DUST_SHARE = 0.6
NOTCH = 10.0


class BoxPanel(Struct, frozen=True):
    """One printed face: its name, its position on the net, and whether it is upside down there."""

    name: str
    box: Rect
    turned: bool = False


class Flap(Struct, frozen=True):
    """An unprinted part: its corners, the first two on the fold, and whether it is glued."""

    name: str
    corners: Quad
    glued: bool


class TuckBoxNet(Struct, frozen=True):
    """The net of a box whose inside measures ``width`` by ``height`` by ``depth`` mm."""

    width: float
    height: float
    depth: float

    @property
    def seam(self) -> float:
        """The width of the flap that closes the walls."""
        return min(SEAM, self.depth)

    @property
    def tongue(self) -> float:
        """The length of the tongue of the lid."""
        return min(0.3 * self.depth + 5.0, self.height / 2)

    @property
    def hem(self) -> float:
        """The length of the glue flap of the bottom."""
        return min(HEM, self.height / 2)

    @property
    def dust(self) -> float:
        """The length of the flaps beside lid and bottom."""
        return min(DUST_SHARE * self.depth, self.width / 2)

    @property
    def notch(self) -> float:
        """The radius of the thumb notch in the front."""
        return min(NOTCH, self.width / 5, self.height / 4)

    @property
    def size(self) -> Size:
        """The box around the net."""
        return Size(
            self.seam + 2 * (self.width + self.depth),
            self.tongue + 2 * self.depth + self.height + self.hem,
        )

    @property
    def top(self) -> float:
        """The y of the upper edge of the walls."""
        return self.tongue + self.depth

    def panels(self) -> tuple[BoxPanel, ...]:
        """Return the six faces; the lid is upside down, since it is read from the front."""
        w, h, d, x, y = self.width, self.height, self.depth, self.seam, self.top
        return (
            BoxPanel("back", Rect(x, y, w, h)),
            BoxPanel("left", Rect(x + w, y, d, h)),
            BoxPanel("front", Rect(x + w + d, y, w, h)),
            BoxPanel("right", Rect(x + 2 * w + d, y, d, h)),
            BoxPanel("top", Rect(x, y - d, w, d), turned=True),
            BoxPanel("bottom", Rect(x, y + h, w, d)),
        )

    def flaps(self) -> tuple[Flap, ...]:
        """Return glue flaps, dust flaps and the tongue, each tapering away from its fold."""
        w, h, d, x, y = self.width, self.height, self.depth, self.seam, self.top
        foot, low = y + h, y + h + d
        flaps = [
            Flap("seam", _taper((x, foot), (x, y), self.seam, 4 * TAPER), True),
            Flap("hem", _taper((x + w, low), (x, low), self.hem, 2 * TAPER), True),
            Flap("tongue", _taper((x, y - d), (x + w, y - d), self.tongue, TAPER), False),
        ]
        for name, left in (("left", x + w), ("right", x + 2 * w + d)):
            above = _taper((left, y), (left + d, y), self.dust, 2 * TAPER)
            below = _taper((left + d, foot), (left, foot), self.dust, 2 * TAPER)
            flaps += [Flap(f"{name} dust", above, False), Flap(f"{name} foot", below, True)]
        return tuple(flaps)

    def folds(self) -> list[Line]:
        """Return the lines to fold: between faces, and between faces and flaps."""
        w, h, d, x, y = self.width, self.height, self.depth, self.seam, self.top
        walls = (x + w, x + w + d, x + 2 * w + d)
        lines: list[Line] = [((fold_x, y), (fold_x, y + h)) for fold_x in walls]
        lines += [((x, fold_y), (x + w, fold_y)) for fold_y in (y, y + h)]
        return lines + [(part.corners[0], part.corners[1]) for part in self.flaps()]

    def outline(self) -> Path:
        """Return the outline to cut, clockwise from the tongue."""
        w, h, d, x, y = self.width, self.height, self.depth, self.seam, self.top
        foot = y + h
        flaps = {part.name: part.corners for part in self.flaps()}
        segments: list[Segment] = [("M", x, y - d)]
        segments += _round_tongue(flaps["tongue"], min(self.tongue * 0.6, self.width / 4))
        segments.append(("L", x + w, y))
        segments += _along(flaps["left dust"])
        segments += _notch_edge(x + 1.5 * w + d, y, self.notch)
        segments.append(("L", x + 2 * w + d, y))
        segments += _along(flaps["right dust"])
        segments.append(("L", x + 2 * (w + d), foot))
        segments += _along(flaps["right foot"])
        segments.append(("L", x + w + d, foot))
        segments += _along(flaps["left foot"])
        segments.append(("L", x + w, foot + d))
        segments += _along(flaps["hem"])
        segments.append(("L", x, foot))
        segments += _along(flaps["seam"])
        segments += [("L", x, y - d), ("Z",)]
        return Path(tuple(segments))


def _taper(start: Point, end: Point, depth: float, taper: float) -> Quad:
    return flap((start, end), depth, min(taper, math.dist(start, end) / 3))


def _along(flap: Quad) -> list[Segment]:
    start, end, far, near = flap
    return [("L", *start), ("L", *near), ("L", *far), ("L", *end)]


def _round_tongue(flap: Quad, radius: float) -> list[Segment]:
    start, end, far, near = flap
    k = radius * (1 - KAPPA)
    return [
        ("L", *start),
        ("L", near[0], near[1] + radius),
        ("C", near[0], near[1] + k, near[0] + k, near[1], near[0] + radius, near[1]),
        ("L", far[0] - radius, far[1]),
        ("C", far[0] - k, far[1], far[0], far[1] + k, far[0], far[1] + radius),
        ("L", *end),
    ]


def _notch_edge(x: float, y: float, radius: float) -> list[Segment]:
    k = radius * KAPPA
    return [
        ("L", x - radius, y),
        ("C", x - radius, y + k, x - k, y + radius, x, y + radius),
        ("C", x + k, y + radius, x + radius, y + k, x + radius, y),
    ]


def box_frame(
    box: TuckBoxNet, faces: Mapping[str, Frame], write: Write, lining: Color | None = None
) -> Frame:
    """Draw a net: flaps, then faces that bleed a little over their outer edges, then lines."""
    items: list[Item] = []
    for part in box.flaps():
        visible_part = beyond(part.corners, faces["front"].bleed.left, 0.5)
        if part.glued:
            items += glue_area(visible_part, "glue", write, 90.0 if part.name == "seam" else 0.0)
        elif part.name == "tongue" and lining is None:
            items += label_area(offset(visible_part, -1.0), "tuck in", write)
    items += box_art(box, faces, lining)
    items += folds(box.folds())
    items += cut_path(box.outline())
    return Frame(box.size, items)


def box_art(box: TuckBoxNet, faces: Mapping[str, Frame], lining: Color | None = None) -> list[Item]:
    """Place the faces of a box, each with its bleed over outer edges.

    Flaps that are not glued, and so are visible when the box is open, have the colour of the
    ``lining``.
    """
    bleed = faces["front"].bleed.left
    art: list[Item] = [
        Shape(Path.polygon(offset(part.corners, bleed)), lining)
        for part in box.flaps()
        if lining is not None and not part.glued
    ]
    for panel in box.panels():
        face, place = faces[panel.name], panel.box
        matrix = Matrix.translation(place.x, place.y)
        if panel.turned:
            matrix = Matrix(-1.0, 0.0, 0.0, -1.0, place.right, place.bottom)
        art.append(Group(face, matrix, Path.rect(_reach(panel.name, face))))
    return art


_OUTER = {
    "back": ("left",),
    "left": ("top", "bottom"),
    "front": ("top", "bottom"),
    "right": ("top", "bottom", "right"),
    "top": ("bottom", "right", "left"),  # upside down: its foot is the fold of the tongue
    "bottom": ("bottom", "right", "left"),
}


def _reach(name: str, face: Frame) -> Rect:
    """Return a face with its bleed, which covers only edges without a neighbouring face."""
    outer, bleed = _OUTER[name], face.bleed.left
    top, right, bottom, left = (
        bleed if edge in outer else 0.0 for edge in ("top", "right", "bottom", "left")
    )
    size = face.size
    return Rect(-left, -top, size.width + left + right, size.height + top + bottom)
