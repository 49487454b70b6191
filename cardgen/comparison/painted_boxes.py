"""Boxes around all that a Frame paints: the looks of a board's tiles, and where two Frames differ.

The look of a tile covers everything whose bounding box touches the tile, even if it does not show
there: one tile too many is printed again rather than one too few.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from cardgen.core.diagnostics import ImpositionError
from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Matrix, Path, Rect
from cardgen.core.units import HOME, MM_PER_POINT
from cardgen.frame import Frame, Group, Image, Item, Region, Shadow, Shape, Text, pack_gradient
from cardgen.frame.packing import look, micrometres, steady
from cardgen.frame.reach import around, sides
from cardgen.impose.tiling import Tiling
from cardgen.model.components.board import Board
from cardgen.model.printer import Printer
from cardgen.products.boards import tiling_of

ASCENT, DESCENT = 1.3, 0.6
"""How far type may reach above and below its baseline, as a multiple of its size."""
SMALL = 25.0
"""In mm: a group no larger than this counts as one thing."""
MITRE = 4.0
"""How far a mitred corner may stick out, in line widths, with a margin of safety."""
_NEAR = 0.6
"""The largest gap, in mm, across which boxes are joined."""
_GROUND = 0.7
"""The share of the side above which a box is a ground. A ground is not joined with others."""
_MOST = 200
"""The most boxes that are joined one by one; of more, a single box encloses all."""


def tile_looks(board: Board, face: Frame, printer: Printer) -> dict[str, dict[str, str]]:
    """Return the look of each tile by paper and label; papers too small for tiles are left out."""
    painted = painted_boxes(face)
    found = {}
    for paper in HOME:
        try:
            tiling = tiling_of(board, face, paper, printer)
        except ImpositionError:
            continue
        found[paper] = _looks(tiling, painted)
    return found


def painted_boxes(frame: Frame) -> list[tuple[Rect, str]]:
    """Return the box of each thing that a Frame paints, with a digest of what it is and where."""
    return list(_PaintedBoxes().inside(frame, Matrix(), None, ()))


def _looks(tiling: Tiling, painted: list[tuple[Rect, str]]) -> dict[str, str]:
    # As plain numbers: every tile asks every box whether it touches it.
    boxes = [(*sides(b), print) for b, print in painted if b.width >= 0 and b.height >= 0]
    found = {}
    for one in tiling.tiles():
        left, top, right, bottom = sides(one.printed_area)
        inside = [
            print
            for x, y, end, low, print in boxes
            if x <= right and end >= left and y <= bottom and low >= top
        ]
        shape = tuple(map(micrometres, (*sides(one.cell), *sides(one.printed_area))))
        found[one.label] = digest((shape, inside))
    return found


class _PaintedBoxes:
    """Finds the bounding boxes of what is painted; small groups are treated as one thing."""

    def __init__(self) -> None:
        self._looks: dict[str, str] = {}
        self._boxes: dict[str, list[Rect | None]] = {}

    def inside(
        self, frame: Frame, matrix: Matrix, seen: Rect | None, above: tuple[object, ...]
    ) -> Iterator[tuple[Rect, str]]:
        """Yield the box of each thing in a Frame, with a digest of what it is and where.

        ``seen`` is the area that clips leave visible, ``above`` how the enclosing groups paint.
        """
        place = _place(matrix)
        items = zip(frame.items, frame.packed, self._bounds(frame), strict=True)
        for item, packed, box in items:
            if isinstance(item, Group):
                yield from self._group(item, matrix, seen, above)
            elif box is not None:
                look_digest = digest((steady(packed), place, above))
                yield _seen(matrix.apply_rect(box), seen), look_digest

    def _group(
        self, group: Group, matrix: Matrix, seen: Rect | None, above: tuple[object, ...]
    ) -> Iterator[tuple[Rect, str]]:
        here = group.matrix.then(matrix)
        if group.clip is not None:
            seen = _seen(here.apply_rect(group.clip.bounds()), seen)
            above = (*above, _outline(group.clip.transformed(here)))
        if group.opacity != 1.0 or group.fade is not None:
            above = (*above, group.opacity, group.fade and pack_gradient(group.fade))
        own = _around(self._bounds(group.frame))
        if own is None:
            return
        box = here.apply_rect(own)
        if max(box.width, box.height) > SMALL:
            yield from self.inside(group.frame, here, seen, above)
        else:
            look_digest = look(group.frame, self._looks)
            yield _seen(box, seen), digest((look_digest, _place(here), above))

    def _bounds(self, frame: Frame) -> list[Rect | None]:
        """Return the bounding box of each item, ignoring clips; None for what paints nothing."""
        known = self._boxes.get(frame.fingerprint)
        if known is None:
            known = self._boxes[frame.fingerprint] = [self._box(item) for item in frame.items]
        return known

    def _box(self, item: Item) -> Rect | None:
        match item:
            case Shape():
                box = item.path.bounds()
                return box.grow(item.stroke.width * MITRE) if item.stroke else box
            case Text():
                size = item.size * MM_PER_POINT
                top = item.y - ASCENT * size
                box = Rect(item.x, top, item.width, (ASCENT + DESCENT) * size)
                return box.grow(0.2 * size)
            case Image() | Shadow():
                return item.rect
            case Group():
                inner = _around(self._bounds(item.frame))
                return None if inner is None else item.matrix.apply_rect(inner)
            case Region():
                return None


def _place(matrix: Matrix) -> tuple[float, ...]:
    turned = (round(v, 5) + 0.0 for v in (matrix.a, matrix.b, matrix.c, matrix.d))
    return (*turned, micrometres(matrix.e), micrometres(matrix.f))


def _outline(path: Path) -> tuple[object, ...]:
    return tuple(
        (part[0], *(micrometres(float(number)) for number in part[1:])) for part in path.segments
    )


def _around(found: Iterable[Rect | None]) -> Rect | None:
    boxes = [box for box in found if box is not None]
    return around(boxes) if boxes else None


def _seen(box: Rect, through: Rect | None) -> Rect:
    return box if through is None else overlap(box, through)


def overlap(one: Rect, other: Rect) -> Rect:
    """Return the intersection of two boxes; its size is negative if there is none."""
    x, y = max(one.x, other.x), max(one.y, other.y)
    return Rect(x, y, min(one.right, other.right) - x, min(one.bottom, other.bottom) - y)


def difference(before: Frame, after: Frame) -> list[Rect]:
    """Return boxes round what differs, in mm from the top left of the trim, the largest first."""
    old, new = painted_boxes(before), painted_boxes(after)
    counts = Counter(said for _, said in new)
    counts.subtract(said for _, said in old)
    edge = after.bleed_rect
    shown = [overlap(box, edge) for box, said in (*old, *new) if counts[said]]
    boxes = [box for box in shown if box.width >= 0 and box.height >= 0]
    area = edge.width * edge.height
    grounds = [box for box in boxes if box.width * box.height > _GROUND * area]
    rest = [box for box in boxes if box.width * box.height <= _GROUND * area]
    if len(rest) > _MOST:
        rest = [around(rest)]
    found = [*dict.fromkeys(grounds), *_join_touching(rest)]
    return sorted(found, key=lambda box: -box.width * box.height)


def _join_touching(boxes: list[Rect]) -> list[Rect]:
    found: list[Rect] = []
    for box in boxes:
        while near := [one for one in found if _touch(one, box)]:
            box = around([box, *near])
            found = [one for one in found if one not in near]
        found.append(box)
    return found


def _touch(one: Rect, other: Rect) -> bool:
    both = overlap(one.grow(_NEAR), other)
    return both.width >= 0 and both.height >= 0
