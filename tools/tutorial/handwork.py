"""Drawn steps of what hands do: cards being cut, a tuck box being folded.

Paper, cards and box come from the files that a build writes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from cardgen.api import GameBuild
from cardgen.core.geometry import Matrix, Path, Rect, Segment, Size
from cardgen.core.style import Color, LinearGradient
from cardgen.frame import IDENTITY, Frame, Group, Item, Shape, Stroke
from cardgen.impose.dielines import Point, corners
from cardgen.impose.marks import Write
from cardgen.impose.tuckbox import TuckBoxNet, box_frame
from cardgen.model.components.box import TuckBox
from cardgen.products.boxes import tuck_box
from tools.gallery import things
from tools.gallery.flatlay import PlacedThing, bounds, on_table
from tools.gallery.games import PAPER, pages
from tools.gallery.lettering import centred
from tools.gallery.things import Thing

_STEEL, _DARK, _GRIP, _BLADE = map(Color.parse, ("#c9cdd2", "#7f868e", "#e0a11b", "#e9ecef"))
_RED, _BLACK = Color.parse("#c5221f"), Color(0.0, 0.0, 0.0)
_APART = 34.0
_TURNS = (64.0, 32.0, 0.0, -32.0)
"""How far the walls of a half folded box are turned, in degrees, from the back to the right."""
_SLANT = (0.12, 0.3)
"""How far to the right and up a mm is drawn that leads away from the viewer."""


def cutting(laid: GameBuild, deck: str) -> Frame:
    """Draw a sheet under a ruler, a strip of it under the ruler, and the cards that come of it."""
    faces = {frame for id, frame in laid.frames.items() if id.endswith("/face")}
    printed = pages(laid, f"sheets/{deck}.{PAPER}.pdf")
    made = {page: _cards_on(page, faces, IDENTITY) for page in printed}
    sheet = max(made, key=lambda page: (len(made[page]), len({face for face, _ in made[page]})))
    cards = made[sheet]
    columns = sorted({round(box.x, 2) for _, box in cards})
    rows = sorted({round(box.y, 2) for _, box in cards})
    first = next(box for _, box in cards if round(box.x, 2) == columns[0])
    edge, foot = first.right, rows[0] + first.height
    whole = Rect(0.0, 0.0, sheet.size.width, sheet.size.height)
    strip = Rect(first.x, 0.0, first.width, whole.height)
    rest = Rect(edge, 0.0, whole.width - edge, whole.height)
    steps = [
        [*_on(things.sheet(sheet), 0.0), *_along(edge, whole.height, 90.0)],
        [
            *_on(_part(sheet, strip), 0.0),
            *_on(_part(sheet, rest), 46.0 + strip.width),
            *_along(foot, 0.0, 0.0, strip.width),
        ],
    ]
    column = [face for face, box in cards if round(box.x, 2) == columns[0]]
    loose = [
        PlacedThing(things.card(face), (first.width / 2, (n + 0.5) * (first.height + 8)), turn)
        for n, (face, turn) in enumerate(zip(column, (-3.0, 2.0, -1.0, 3.0), strict=False))
    ]
    return _steps([*steps, loose], laid)


def folding(laid: GameBuild, write: Write) -> Frame:
    """Draw a tuck box cut out, half folded, and closed."""
    box = next(one for one in laid.game.components.values() if isinstance(one, TuckBox))
    net, faces = tuck_box(laid.product_request([]), box)
    drawn = Group(box_frame(net, faces, write))
    flat = Frame(net.size, [Shape(net.outline(), things.PAPER), drawn])
    closed = things.box({name: faces[name] for name in ("front", "left", "bottom")})
    cut = things.cut_out(flat, net.outline())
    return _steps([_on(cut, 0.0), _on(_half_folded(flat, net), 0.0), _on(closed, 0.0)], laid)


def _half_folded(flat: Frame, net: TuckBoxNet) -> Thing:
    """Fold a net like a screen: each wall turns further, together with the walls joined to it."""
    w, d, x = net.width, net.depth, net.seam
    edges = (0.0, x + w, x + w + d, x + 2 * w + d, flat.size.width)
    parts = [list(part.corners) for part in net.flaps()]
    parts += [list(corners(panel.box)) for panel in net.panels()]
    at: Point = (0.0, 0.0)
    items: list[Item] = []
    outline: list[Segment] = []
    for left, right, turn in zip(edges, edges[1:], _TURNS, strict=False):
        along, away = math.cos(math.radians(turn)), -math.sin(math.radians(turn))
        slope = (along + _SLANT[0] * away, -_SLANT[1] * away)
        place = Matrix(*slope, 0.0, 1.0, at[0] - left * slope[0], at[1] - left * slope[1])
        at = place.apply(right, 0.0)
        clip = Path.rect(Rect(left, 0.0, right - left, flat.size.height))
        shade = Shape(net.outline(), _BLACK.with_alpha(0.3 * abs(away)))
        wall = Frame(flat.size, [Group(flat, clip=net.outline()), shade])
        items.append(Group(wall, place, clip))
        for part in parts:
            if left < sum(point[0] for point in part) / len(part) < right:
                outline += Path.polygon(part).transform(place).segments
    box = Path(tuple(outline)).bounds()
    moved = Matrix.translation(-box.x, -box.y)
    frame = Frame(Size(box.width, box.height), [Group(Frame(flat.size, items), moved)])
    return Thing(frame, Path(tuple(outline)).transform(moved), 6.0)


def _cards_on(sheet: Frame, faces: set[Frame], place: Matrix) -> list[tuple[Frame, Rect]]:
    """Return the cards on a page of a file, and the box in which each is cut."""
    found: list[tuple[Frame, Rect]] = []
    for item in sheet.items:
        if isinstance(item, Group):
            here = item.matrix.then(place)
            if item.frame in faces:
                found.append((item.frame, here.apply_rect(item.frame.trim)))
            else:
                found += _cards_on(item.frame, faces, here)
    return found


def _part(sheet: Frame, box: Rect) -> Thing:
    """Return a part of a sheet that was cut off."""
    inside = Group(sheet, Matrix.translation(-box.x, -box.y))
    return things.sheet(Frame(Size(box.width, box.height), [inside]))


def _on(thing: Thing, x: float) -> list[PlacedThing]:
    return [PlacedThing(thing, (x + thing.size.width / 2, thing.size.height / 2))]


def _along(at: float, length: float, turn: float, wide: float = 0.0) -> Iterator[PlacedThing]:
    """Draw a steel ruler along a cut, and a knife half-way."""
    reach = (length or wide) + 50.0
    ruler = _ruler(reach)
    if turn:  # upright, on the left of the cut
        yield PlacedThing(ruler, (at - 14.0, length / 2), 90.0)
        tip = (at, length * 0.6)
        yield PlacedThing(_line(length * 0.6), (at, length * 0.3), 90.0)
    else:
        yield PlacedThing(ruler, (wide / 2, at - 14.0), 0.0)
        tip = (wide * 0.62, at)
        yield PlacedThing(_line(wide * 0.62), (wide * 0.31, at), 0.0)
    knife = _knife()
    slope = 62.0 if turn else 28.0
    angle = math.radians(slope)
    half = knife.size.width / 2
    middle = (tip[0] + half * math.cos(angle), tip[1] + half * math.sin(angle))
    yield PlacedThing(knife, middle, slope)


def _line(length: float) -> Thing:
    """A cut."""
    path = Path.rect(Rect(0.0, 0.0, length, 1.0))
    return Thing(Frame(Size(length, 1.0), [Shape(path, _RED)]), path, 0.0)


def _ruler(length: float) -> Thing:
    wide = 28.0
    box = Rect(0.0, 0.0, length, wide)
    light = ((0.0, _STEEL), (0.45, Color.parse("#eef0f2")), (1.0, _STEEL))
    items: list[Item] = [Shape(Path.rect(box, 1.5), LinearGradient(0.0, 0.0, 0.0, wide, light))]
    for mm in range(5, int(length) - 4):
        deep = 7.0 if mm % 10 == 5 else 4.5 if mm % 5 == 0 else 3.0
        for top in (0.0, wide - deep):
            items.append(Shape(Path.rect(Rect(mm, top, 0.28, deep)), _DARK))
    items.append(Shape(Path.ellipse(length - 10, wide / 2, 3.4, 3.4), _DARK))
    return Thing(Frame(Size(length, wide), items), Path.rect(box, 1.5), 2.5)


def _knife() -> Thing:
    """A knife with a blade to snap off, its tip on the left, seen from above."""
    blade = Path.polygon([(0.0, 8.0), (10.0, 3.5), (36.0, 3.5), (36.0, 12.5), (5.0, 12.5)])
    items: list[Item] = [Shape(blade, _BLADE, Stroke(_DARK, 0.4))]
    for x in (14.0, 21.0, 28.0):
        snap = Path.polygon([(x + 3.0, 3.5), (x, 12.5)], closed=False)
        items.append(Shape(snap, None, Stroke(_DARK, 0.35)))
    grip = Path.rect(Rect(32.0, 0.0, 108.0, 16.0), 6.0)
    items.append(Shape(grip, _GRIP))
    items.append(Shape(Path.rect(Rect(44.0, 5.0, 84.0, 6.0), 3.0), Color.parse("#8f620c")))
    items.append(Shape(Path.rect(Rect(52.0, 2.5, 18.0, 11.0), 2.5), Color.parse("#3a332a")))
    return Thing(Frame(Size(140.0, 16.0), items), grip, 12.0)


def _steps(steps: Sequence[Sequence[PlacedThing]], laid: GameBuild) -> Frame:
    """Place steps beside one another, each with its number below."""
    placed: list[PlacedThing] = []
    middles: list[Point] = []
    boxes = [bounds([one.box for one in step]) for step in steps]
    high = max(box.height for box in boxes)
    x = 0.0
    for step, box in zip(steps, boxes, strict=True):
        down = (high - box.height) / 2 - box.y
        placed += [one.moved(x - box.x, down) for one in step]
        middles.append((x + box.width / 2, high))
        x += box.width + _APART
    area = Rect(0.0, 0.0, x - _APART, high + 20.0).grow(16.0)
    frame = on_table(placed, crop=area)
    numbers: list[Item] = []
    for number, (at, below) in enumerate(middles, 1):
        spot = (at - area.x, below - area.y + 19.0)
        numbers += centred(str(number), spot, 30.0, laid.library)
    return Frame(frame.size, [Group(frame), *numbers])
