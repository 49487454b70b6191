r"""Wrapped boxes: printed paper that is glued around a tray of board, as on boxes in shops.

A box has two trays, the base and the lid over it. Each is a panel of board with four walls. The
picture of the panel continues over its edges and down the walls, over the rim, which is as wide as
the board is thick, and inside as far as the paper is turned in. This is one wall, flat, with its
folds::

        (0, 0)         fold: edge of the panel         (L, 0)
          +-----------------------------------------------+
         /|                                               |\
        | |                     wall                      | |  ends go round the corners,
        | |                                               | |  under the neighbours: only
         \|                                               |/   long walls have them
          +- - - - - - - - - rim, outside - - - - - - - - +  v = wall
           \ - - - - - - - - rim, inside  - - - - - - - -/   v = wall + board
            |                  turn-in                  |
             +-----------------------------------------+     v = wall + board + turn

On top of the board two rims meet at a corner. Each loses a triangle, at 45 degrees, so that they
meet in a mitre: the board is covered, and no paper is doubled. The turn-in begins at the end of the
mitre, since inside a wall is shorter by two thicknesses of board, and tapers a little.

All of this is one cross of paper, if the page is large enough for it. Otherwise the cross is cut
along the edges of the panel into five parts. The panel then has hems that go down the walls, and
the walls are glued onto these. Hems and ends show the same picture as the part that covers them: if
a part is half a millimetre out of place, no white is visible.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from cardgen.core.geometry import Matrix, Path, Point, Rect, Size
from cardgen.core.style import Color
from cardgen.frame import Frame, Group, Item, Shape
from cardgen.impose.dielines import LEGEND_PT, WHITE, Line, corners, cut_path, flap, folds
from cardgen.impose.marks import Write

HEM = 8.0
"""How far a separate panel extends down its walls, in mm."""
END = 8.0
"""How far a long wall extends round the corners, in mm."""
TAPER = 1.0
NOTCH = (10.0, 6.0)
"""Half of the width and the depth of a notch in mm; no deeper than a quarter of the wall, and
half of the turn-in."""
BLEED = 2.0
TICK = 3.0
"""Visible length of a fold at either end, in mm; in between, it would show on the picture."""
NOTE = Size(116.0, 30.0)
NOTE_PT = 8.0

Which = Literal["long", "short"]


class WrapWall(Struct, frozen=True):
    """One wall: its length, whether it is a long one, and its position.

    ``matrix`` converts the wall's coordinates (u along the edge of the panel, v away from it) to
    coordinates of the panel.
    """

    length: float
    which: Which
    matrix: Matrix

    def points(self, local: Sequence[Point]) -> list[Point]:
        """Convert points from the wall's coordinates to the panel's."""
        return [self.matrix.apply(*point) for point in local]


class WrapPart(Struct, frozen=True):
    """A part to cut out, in the coordinates of the panel; ``windows`` cover it with its bleed."""

    name: str
    outline: list[Point]
    folds: list[Line]
    notches: list[Path]
    windows: list[Rect]


class Wrap(Struct, frozen=True):
    """The paper around a tray: panel, height of the walls, thickness of the board, and turn-in."""

    panel: Size
    wall: float
    board: float
    turn: float
    notched: Which

    @property
    def rim(self) -> float:
        """Distance from the panel to the inner edge of the rim."""
        return self.wall + self.board

    @property
    def reach(self) -> float:
        """How far the paper extends beyond the panel."""
        return self.rim + self.turn

    @property
    def cross_size(self) -> Size:
        """The size of the whole cross."""
        return Size(self.panel.width + 2 * self.reach, self.panel.height + 2 * self.reach)

    def walls(self) -> Iterator[WrapWall]:
        """Yield the walls clockwise: top, right, bottom and left."""
        around = corners(Rect(0.0, 0.0, self.panel.width, self.panel.height))
        upright = self.panel.height >= self.panel.width
        for number, (x, y) in enumerate(around):
            u = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[number]
            standing = number % 2 == 1
            length = self.panel.height if standing else self.panel.width
            which: Which = "long" if standing == upright else "short"
            yield WrapWall(length, which, Matrix(*u, u[1], -u[0], x, y))

    def outline(self, wall: WrapWall) -> list[Point]:
        """Return a wall's outline between two corners of the panel, in the wall's coordinates."""
        half: list[Point] = [(0.0, 0.0)]
        if wall.which == "long":
            half += [(-END, TAPER), (-END, self.wall - TAPER)]
        half += [(0.0, self.wall), (self.board, self.rim), (self.board + TAPER, self.reach)]
        return half + [(wall.length - u, v) for u, v in reversed(half)]

    def folds(self, wall: WrapWall) -> list[Line]:
        """Return the folds of a wall, except the fold at the panel: both rims and the ends."""
        length, board = wall.length, self.board
        rim: list[Line] = [
            ((0.0, self.wall), (length, self.wall)),
            ((board, self.rim), (length - board, self.rim)),
        ]
        ends: list[Line] = [((u, 0.0), (u, self.wall)) for u in (0.0, length)]
        return rim + (ends if wall.which == "long" else [])

    def notches(self, wall: WrapWall) -> list[Path]:
        """Return the hole for a finger, across the rim, with equal depth inside and outside."""
        if wall.which != self.notched:
            return []
        across = min(NOTCH[0], wall.length / 4)
        deep = min(NOTCH[1], self.wall / 4, self.turn / 2)
        middle = self.wall + self.board / 2
        return [Path.ellipse(wall.length / 2, middle, across, deep + self.board / 2)]

    def window(self, wall: WrapWall) -> Rect:
        """Return the box around a wall and its bleed, in the coordinates of the panel."""
        end = BLEED + (END if wall.which == "long" else 0.0)
        box = Rect(-end, -BLEED, wall.length + 2 * end, self.reach + 2 * BLEED)
        return wall.matrix.apply_rect(box)

    def parts(self, in_one_piece: bool) -> list[WrapPart]:
        """Return the parts to cut out: the whole cross, or panel and walls as separate parts."""
        walls = list(self.walls())
        panel = Rect(0.0, 0.0, self.panel.width, self.panel.height)
        edges = [(wall.matrix.apply(0, 0), wall.matrix.apply(wall.length, 0)) for wall in walls]
        one_by_one = [
            WrapPart(
                f"{wall.which} wall",
                wall.points(self.outline(wall)),
                [(wall.matrix.apply(*a), wall.matrix.apply(*b)) for a, b in self.folds(wall)],
                [path.transform(wall.matrix) for path in self.notches(wall)],
                [self.window(wall)],
            )
            for wall in walls
        ]
        if not in_one_piece:
            hems = [flap(edge, HEM, TAPER) for edge in edges]
            around = [point for start, _, far, near in hems for point in (start, near, far)]
            return [WrapPart("panel", around, edges, [], [panel.grow(HEM + BLEED)]), *one_by_one]
        return [
            WrapPart(
                "wrap",
                [point for part in one_by_one for point in part.outline[:-1]],
                edges + [line for part in one_by_one for line in part.folds],
                [path for part in one_by_one for path in part.notches],
                [panel.grow(BLEED), *(part.windows[0] for part in one_by_one)],
            )
        ]

    def art(self, face: Frame, walls: Mapping[str, Frame], lining: Color | None) -> Frame:
        """Draw the artwork of the whole cross, in the coordinates of the panel.

        The picture of the panel, enlarged to fill it, bleeds over the walls. Pictures of walls are
        drawn over it with their heads towards the panel. The inside has the colour of the lining.
        Without pictures, walls (of the base, which the lid covers) save ink: they are paper above
        their foot.
        """
        factor = self.panel.width / face.size.width
        edge = face.bleed_rect if walls else face.trim.grow(min(HEM, self.wall) / factor)
        items: list[Item] = [Group(face, Matrix.scaling(factor), Path.rect(edge))]
        for wall in self.walls():
            if lining is not None:
                inside = Rect(-BLEED, self.rim, wall.length + 2 * BLEED, self.turn + BLEED)
                items.append(Shape(Path.rect(wall.matrix.apply_rect(inside)), lining))
            if wall.which in walls:
                own = walls[wall.which]
                place = Matrix(-1.0, 0.0, 0.0, 1.0, wall.length, 0.0).then(wall.matrix)
                items.append(Group(own, place, Path.rect(own.trim)))
        return Frame(self.panel, items)

    def boards(self) -> str:
        """Describe the board pieces of a tray; walls are on the panel, the short between the long.

        Measures are in mm.
        """
        w, h = sorted((self.panel.width, self.panel.height))
        deep = self.wall - self.board
        sizes = ((1, w, h), (2, h, deep), (2, w - 2 * self.board, deep))
        return ", ".join(f"{count} of {long:.1f} × {wide:.1f}" for count, long, wide in sizes)


def part_frame(part: WrapPart, art: Frame, label: str, write: Write) -> Frame:
    """Draw a part with its bleed and its lines; its name is in the bleed.

    Only the ends of folds are visible. Cutting machines get whole folds.
    """
    outline = Path.polygon(part.outline)
    box = outline.bounds()
    size, place = Size(box.width, box.height), Matrix.translation(-box.x, -box.y)
    ends = [point for fold in part.folds for point in fold]
    ticks = [Rect(x - TICK, y - TICK, 2 * TICK, 2 * TICK) for x, y in ends]
    creases = Frame(size, folds(part.folds))
    lines = [shape for path in (outline, *part.notches) for shape in cut_path(path)]
    name = write(label, LEGEND_PT)
    room = Rect((size.width - name.size.width) / 2, size.height, name.size.width, BLEED)
    ground = Shape(Path.rect(room), WHITE)
    below = Matrix.translation(room.x, room.y + (BLEED - name.size.height) / 2)
    clipped = (
        Group(art, place, _join_boxes(part.windows)),
        Group(creases, place, _join_boxes(ticks)),
    )
    return Frame(size, [*clipped, Group(Frame(size, lines), place), ground, Group(name, below)])


def _join_boxes(boxes: Sequence[Rect]) -> Path:
    return Path(tuple(segment for box in boxes for segment in Path.rect(box).segments))


def wrap_frames(
    lid: Wrap,
    base: Wrap,
    in_one_piece: bool,
    faces: Mapping[str, Frame],
    lining: Color | None,
    write: Write,
) -> list[Frame]:
    """Draw the parts of both trays, panels first, and a note with instructions."""
    lid_art = lid.art(faces["front"], faces, lining)
    base_art = base.art(faces["back"], {}, lining)
    drawn_parts = [
        (part, part_frame(part, art, f"{name}, {part.name}", write))
        for name, tray, art in (("lid", lid, lid_art), ("base", base, base_art))
        for part in tray.parts(in_one_piece)
    ]
    walls = ("long wall", "short wall")
    drawn_parts.sort(key=lambda entry: entry[0].name in walls)
    return [*(frame for _, frame in drawn_parts), assembly(base, lid, in_one_piece, write)]


def assembly(base: Wrap, lid: Wrap, in_one_piece: bool, write: Write) -> Frame:
    """Draw a note for the sheet that explains how to put the box together."""
    first = (
        "3 Glue the panel onto the middle of its sheet."
        if in_one_piece
        else "3 Glue each panel onto its board, and its hems down the walls."
    )
    lines = (
        f"1 Cut board of {base.board:g} mm. Base: {base.boards()}.",
        f"   Lid: {lid.boards()} mm.",
        "2 Glue the walls onto the panels, the short between the long. Cut notches into the board.",
        first,
        "4 Long walls: edge at the panel’s edge, ends round the corners, then over the rim and in.",
        "5 Short walls the same way, over the ends of the long ones.",
    )
    items: list[Item] = []
    for number, words in enumerate(lines):
        line = write(words, NOTE_PT)
        fit = min(1.0, NOTE.width / line.size.width) if line.size.width else 1.0
        down = number * NOTE.height / len(lines)
        items.append(Group(line, Matrix.scaling(fit).then(Matrix.translation(0.0, down))))
    return Frame(NOTE, items)
