r"""Boxes with a lid: a base and a lid over it, each with a panel and four walls.

A box for a whole game is too deep to be cut from one sheet, so panels and walls are separate parts.
A panel has a flap on every side, which is folded away from the print. Walls surround it: each is
glued to a flap, and its end, folded the same way, to the inside of the next wall::

      +-------+            rim       +-----+
     /  glue   \                     |     |
    +-----------+           thumb's ( |     | the edge
    |           |            notch    | wall| along the
    |   panel   |                     |     | panel
    |           |                     |     |
    +-----------+                     +- - -+ fold
     \  glue   /                       \ glue/
      +-------+                         +---+

The lid is as deep as the base, so that its walls cover the walls of the base. These are visible
when the box is open, and in the notches of the lid's long walls, through which fingers take hold of
the base. They have the colour of its lining. Notches in the short walls of the base, which the lid
covers, help to take out the topmost contents.
"""

from collections.abc import Mapping, Sequence

from cardgen.core.geometry import KAPPA, Matrix, Path, Rect, Segment, Size
from cardgen.core.style import Color
from cardgen.frame import Frame, Group, Item, Shape
from cardgen.impose.dielines import Point, corners, cut_path, flap, folds, glue_area, label_area
from cardgen.impose.marks import Write

FLAP = 12.0
"""Depth of flaps and ends in mm; less in a low box."""
TAPER = 3.0
NOTCH = (10.0, 6.0)
"""Half of the width and the depth of a notch in mm; the depth is at most a quarter of the wall."""
BLEED = 2.0
TURNED = Matrix.rotation(90.0)


def flap_of(depth: float) -> float:
    """Return the depth of the flaps, given the depth of the box."""
    return min(FLAP, depth - 1.0)


def panel_size(panel: Size, depth: float) -> Size:
    """Return the box around a panel and its flaps."""
    extra = 2 * flap_of(depth)
    return Size(panel.width + extra, panel.height + extra)


def panel_frame(panel: Size, depth: float, face: Frame, write: Write) -> Frame:
    """Draw a panel with its flaps; the face is enlarged to fill it."""
    deep = flap_of(depth)
    box = Rect(deep, deep, panel.width, panel.height)
    scale = panel.width / face.size.width
    bleed = BLEED / scale
    clip = Path.rect(face.trim.grow(bleed))
    items: list[Item] = []
    around = corners(box)
    edges = list(zip(around, [*around[1:], around[0]], strict=True))
    outline: list[Point] = []
    for start, end in edges:
        *_, far, near = flap((start, end), deep, TAPER)
        outline += [start, near, far]
        *_, inner_far, inner_near = flap((start, end), BLEED, BLEED * TAPER / deep)
        items += glue_area(
            [inner_near, inner_far, far, near], "glue", write, 90.0 if start[0] == end[0] else 0.0
        )
    items.append(Group(face, Matrix.scaling(scale).then(Matrix.translation(deep, deep)), clip))
    items += folds(edges)
    items += cut_path(Path.polygon(outline))
    return Frame(panel_size(panel, depth), items)


def wall_size(length: float, depth: float) -> Size:
    """Return the box around a wall, which is upright on the sheet."""
    return Size(depth, length + flap_of(depth))


def wall_frame(
    length: float, depth: float, face: Frame | Color | None, write: Write, notched: bool, label: str
) -> Frame:
    """Draw a wall with its rim on the left; the head of its face is towards the panel.

    A wall without a picture can have one colour. Its ``label`` is on the wall if it has no colour,
    otherwise on its end.
    """
    deep = flap_of(depth)
    taper = min(TAPER, depth / 4)
    end: list[Point] = [
        (0.0, length),
        (depth, length),
        (depth - taper, length + deep),
        (taper, length + deep),
    ]
    unbled_end = [(0.0, length + BLEED), (depth, length + BLEED), *end[2:]]
    wall, items = Rect(0.0, 0.0, depth, length), list[Item]()
    if isinstance(face, Frame):
        clip = Path.rect(face.trim.grow(BLEED))
        items.append(Group(face, TURNED.then(Matrix.translation(depth, 0.0)), clip))
    elif face is not None:
        items.append(Shape(Path.rect(wall.grow(BLEED)), face))
    else:
        items += label_area(corners(wall), label, write, 90.0)
    words = label if isinstance(face, Color) else "glue"
    items += glue_area(end if face is None else unbled_end, words, write)
    items += folds([((0.0, length), (depth, length))])
    items += cut_path(_wall_outline(length, depth, end, notched))
    return Frame(wall_size(length, depth), items)


def _wall_outline(length: float, depth: float, end: Sequence[Point], notched: bool) -> Path:
    """Return the outline of a wall, clockwise from the top left."""
    (_, _), right, far, near = end
    segments: list[Segment] = [("M", 0.0, 0.0), ("L", depth, 0.0)]
    segments += [("L", *right), ("L", *far), ("L", *near), ("L", 0.0, length)]
    if notched:
        half, deep = min(NOTCH[0], length / 4), min(NOTCH[1], depth / 4)
        y, k, d = length / 2, half * KAPPA, deep * KAPPA
        segments += [
            ("L", 0.0, y + half),
            ("C", d, y + half, deep, y + k, deep, y),
            ("C", deep, y - k, d, y - half, 0.0, y - half),
        ]
    segments.append(("Z",))
    return Path(tuple(segments))


def wall_frames(
    lid: Size,
    base: Size,
    depth: float,
    faces: Mapping[str, Frame],
    lining: Color | None,
    write: Write,
) -> list[Frame]:
    """Draw the walls of the lid, then the walls of the base in the colour of the lining."""
    frames = []
    for tray, panel in (("lid", lid), ("base", base)):
        for name in ("long", "short"):
            sides = (panel.width, panel.height)
            length = max(sides) if name == "long" else min(sides)
            face = faces[name] if tray == "lid" else lining
            notched = (tray, name) in (("lid", "long"), ("base", "short"))
            wall = wall_frame(length, depth, face, write, notched, f"base, {name} wall")
            frames += [wall, wall]
    return frames
