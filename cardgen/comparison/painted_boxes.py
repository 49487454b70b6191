"""Boxes around painted items: the looks of a board's tiles, and the differences of two Frames.

The look of a tile covers all items whose bounding box touches the tile, even if they are not
visible there. So a reprint may have a tile too many, but never one too few.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from cardgen.core.diagnostics import ImpositionError
from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Matrix, Path, Rect
from cardgen.core.units import HOME_PAPERS, MM_PER_POINT
from cardgen.frame import Frame, Group, Image, Item, Region, Shadow, Shape, Text, pack_gradient
from cardgen.frame.packing import look, micrometres, steady
from cardgen.frame.reach import bounding_rect, to_box
from cardgen.impose.tiling import Tiling
from cardgen.model.components.board import Board
from cardgen.model.printer import Printer
from cardgen.products.boards import tiling_of

ASCENT, DESCENT = 1.3, 0.6
"""The reach of type above and below its baseline, as a multiple of its size."""
MAX_SMALL_GROUP_MM = 25.0
"""Maximum width and height in mm of a group that counts as one item."""
MITRE = 4.0
"""The reach of a mitred corner in line widths, with a margin of safety."""
_MAX_GAP_MM = 0.6
"""The largest gap, in mm, across which boxes are joined."""
_BACKGROUND_SHARE = 0.7
"""A box with more than this share of the side is a background: it is not joined with others."""
_MAX_JOINED_BOXES = 200
"""Maximum number of boxes to join one by one; a larger number becomes a single box."""


def tile_looks(board: Board, face: Frame, printer: Printer) -> dict[str, dict[str, str]]:
    """Return the look of each tile by paper and label; papers too small for tiles are left out."""
    painted = painted_boxes(face)
    looks = {}
    for paper in HOME_PAPERS:
        try:
            tiling = tiling_of(board, face, paper, printer)
        except ImpositionError:
            continue
        looks[paper] = _looks(tiling, painted)
    return looks


def painted_boxes(frame: Frame) -> list[tuple[Rect, str]]:
    """Return the box of each painted item of a Frame, with a digest of the item and its place."""
    return list(_PaintedBoxes().inside(frame, Matrix(), None, ()))


def _looks(tiling: Tiling, painted: list[tuple[Rect, str]]) -> dict[str, str]:
    # As plain numbers, because every tile is compared with every box.
    boxes = [(*to_box(b), key) for b, key in painted if b.width >= 0 and b.height >= 0]
    looks = {}
    for tile in tiling.tiles():
        left, top, right, bottom = to_box(tile.printed_area)
        inside = [
            key
            for x0, y0, x1, y1, key in boxes
            if x0 <= right and x1 >= left and y0 <= bottom and y1 >= top
        ]
        shape = tuple(map(micrometres, (*to_box(tile.cell), *to_box(tile.printed_area))))
        looks[tile.label] = digest((shape, inside))
    return looks


class _PaintedBoxes:
    """Finds the bounding boxes of painted items; a small group counts as one item."""

    def __init__(self) -> None:
        self._looks: dict[str, str] = {}
        self._boxes: dict[str, list[Rect | None]] = {}

    def inside(
        self, frame: Frame, matrix: Matrix, visible: Rect | None, effects: tuple[object, ...]
    ) -> Iterator[tuple[Rect, str]]:
        """Yield the box of each item in a Frame, with a digest of the item and its place.

        ``visible`` is the area inside clips; ``effects`` are clips and opacities of outer groups.
        """
        rounded_matrix = _round_matrix(matrix)
        items = zip(frame.items, frame.packed_items, self._bounds(frame), strict=True)
        for item, packed, box in items:
            if isinstance(item, Group):
                yield from self._group(item, matrix, visible, effects)
            elif box is not None:
                item_digest = digest((steady(packed), rounded_matrix, effects))
                yield _visible_box(matrix.apply_rect(box), visible), item_digest

    def _group(
        self, group: Group, matrix: Matrix, visible: Rect | None, effects: tuple[object, ...]
    ) -> Iterator[tuple[Rect, str]]:
        inner = group.matrix.then(matrix)
        if group.clip is not None:
            visible = _visible_box(inner.apply_rect(group.clip.bounds()), visible)
            effects = (*effects, _outline(group.clip.transform(inner)))
        if group.opacity != 1.0 or group.fade is not None:
            effects = (*effects, group.opacity, group.fade and pack_gradient(group.fade))
        content_box = _bounding_box(self._bounds(group.frame))
        if content_box is None:
            return
        box = inner.apply_rect(content_box)
        if max(box.width, box.height) > MAX_SMALL_GROUP_MM:
            yield from self.inside(group.frame, inner, visible, effects)
        else:
            frame_digest = look(group.frame, self._looks)
            yield _visible_box(box, visible), digest((frame_digest, _round_matrix(inner), effects))

    def _bounds(self, frame: Frame) -> list[Rect | None]:
        """Return the bounding box of each item, ignoring clips; None for an item without paint."""
        boxes = self._boxes.get(frame.fingerprint)
        if boxes is None:
            boxes = self._boxes[frame.fingerprint] = [self._box(item) for item in frame.items]
        return boxes

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
                inner = _bounding_box(self._bounds(item.frame))
                return None if inner is None else item.matrix.apply_rect(inner)
            case Region():
                return None


def _round_matrix(matrix: Matrix) -> tuple[float, ...]:
    turned = (round(v, 5) + 0.0 for v in (matrix.a, matrix.b, matrix.c, matrix.d))
    return (*turned, micrometres(matrix.e), micrometres(matrix.f))


def _outline(path: Path) -> tuple[object, ...]:
    return tuple((part[0], *map(micrometres, map(float, part[1:]))) for part in path.segments)


def _bounding_box(item_boxes: Iterable[Rect | None]) -> Rect | None:
    boxes = [box for box in item_boxes if box is not None]
    return bounding_rect(boxes) if boxes else None


def _visible_box(box: Rect, through: Rect | None) -> Rect:
    return box if through is None else signed_intersection(box, through)


def signed_intersection(first: Rect, second: Rect) -> Rect:
    """Return the intersection of two boxes; its size is negative if there is none."""
    x, y = max(first.x, second.x), max(first.y, second.y)
    return Rect(x, y, min(first.right, second.right) - x, min(first.bottom, second.bottom) - y)


def difference(before: Frame, after: Frame) -> list[Rect]:
    """Return boxes around differences, in mm from the top left of the trim, the largest first."""
    old, new = painted_boxes(before), painted_boxes(after)
    counts = Counter(item_digest for _, item_digest in new)
    counts.subtract(item_digest for _, item_digest in old)
    edge = after.bleed_rect
    visible = [signed_intersection(box, edge) for box, key in (*old, *new) if counts[key]]
    boxes = [box for box in visible if box.width >= 0 and box.height >= 0]
    area = edge.width * edge.height
    backgrounds = [box for box in boxes if box.width * box.height > _BACKGROUND_SHARE * area]
    smaller = [box for box in boxes if box.width * box.height <= _BACKGROUND_SHARE * area]
    if len(smaller) > _MAX_JOINED_BOXES:
        smaller = [bounding_rect(smaller)]
    joined = [*dict.fromkeys(backgrounds), *_join_touching(smaller)]
    return sorted(joined, key=lambda box: -box.width * box.height)


def _join_touching(boxes: list[Rect]) -> list[Rect]:
    joined: list[Rect] = []
    for box in boxes:
        while near := [other_box for other_box in joined if _touch(other_box, box)]:
            box = bounding_rect([box, *near])
            joined = [other_box for other_box in joined if other_box not in near]
        joined.append(box)
    return joined


def _touch(first: Rect, second: Rect) -> bool:
    common = signed_intersection(first.grow(_MAX_GAP_MM), second)
    return common.width >= 0 and common.height >= 0
