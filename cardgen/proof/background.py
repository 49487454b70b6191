"""What is painted on a side, layer by layer, and the colours that lie beneath a text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from msgspec import Struct

from cardgen.assets.fonts import Font
from cardgen.core.geometry import Matrix, Path, Point, Rect
from cardgen.core.style import Color, LinearGradient, Paint
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import (
    IDENTITY,
    NO_BLEED,
    Frame,
    Group,
    Image,
    Region,
    RegionKind,
    Shape,
    Stroke,
    Text,
)
from cardgen.frame.reach import Box, holds, placed, reach_of_frame, sides, union
from cardgen.proof.outlines import Outline, Polygon, box_around, outline

PAPER = Color(1.0, 1.0, 1.0)
WIDE_MM = 1.0
"""Only a line at least this wide is a ground for text."""

OPAQUE = 0.995
SEAM = 1.0
"""A shorter seam is not seen, in mm."""
_CAPS, _TAIL = 0.7, 0.2  # em: roughly how far letters rise above and sink below the baseline


class UnknownGroundError(Exception):
    """A picture lies beneath the text."""


class Groups(Struct, frozen=True, eq=False):
    """What the Groups around an item do to it."""

    matrix: Matrix = IDENTITY
    clips: tuple[tuple[Outline, Matrix], ...] = ()
    opacity: float = 1.0
    fades: tuple[tuple[LinearGradient, Matrix], ...] = ()

    def with_inner(self, group: Group) -> Groups:
        """Add the innermost Group; a Frame with a bleed shows nothing beyond it."""
        matrix = group.matrix if self.matrix is IDENTITY else group.matrix.then(self.matrix)
        clip = group.clip
        if clip is None and group.frame.bleed != NO_BLEED:
            clip = Path.rect(group.frame.bleed_rect)
        clips = self.clips if clip is None else (*self.clips, (outline(clip), matrix))
        fades = self.fades if group.fade is None else (*self.fades, (group.fade, matrix))
        return Groups(matrix, clips, self.opacity * group.opacity, fades)

    def opacity_at(self, x: float, y: float) -> float:
        """Return how opaque things are at a point of the side."""
        opacity = self.opacity
        for fade, matrix in self.fades:
            opacity *= color_at(fade, *_back(matrix, x, y)).alpha
        return opacity


NO_GROUPS = Groups()


Outlines = tuple[tuple[Color, float], ...]
"""The outlines of a text from the inside out, and how far each reaches, in mm."""


class Run(Struct, frozen=True, eq=False):
    """A text on a side, how many layers were painted before it, and its outlines."""

    text: Text
    groups: Groups
    depth: int
    outlines: Outlines = ()


def extent(item: Shape | Image | Group) -> Box:
    """Return the box around what an item paints, before its Groups move it."""
    if isinstance(item, Group):
        return sides(item.frame.bleed_rect if item.clip is None else item.clip.bounds())
    if isinstance(item, Image):
        return sides(item.rect)
    box = outline(item.path).box
    if item.stroke is None:
        return box
    left, top, right, bottom = box
    half = item.stroke.width / 2
    return left - half, top - half, right + half, bottom + half


def letters_box(text: Text, tail: float = _TAIL) -> Rect:
    """Return roughly the box around the letters of a text, before its Groups move it.

    ``tail`` is how far they sink below the baseline, in ems.
    """
    em = text.size * MM_PER_POINT
    return Rect(text.x, text.y - _CAPS * em, text.width, (_CAPS + tail) * em)


class Letters(Struct, frozen=True):
    """The letters of a run: a box around the ink of each, in the coordinates of the text.

    ``around`` is a box on the side around all of them.
    """

    matrix: Matrix
    boxes: Sequence[Box]
    around: Box


def letters(run: Run, font: Font) -> Letters | None:
    """Return the letters of a run; None if it has no ink."""
    text, matrix = run.text, run.groups.matrix
    em = text.size * MM_PER_POINT / 1000
    boxes: list[Box] = []
    x = text.x
    for word in text.words:
        for glyph in word.glyphs:
            left, bottom, right, top = font.ink(glyph.index)
            if right > left:
                at, y = x + glyph.dx * em, text.y - glyph.dy * em
                boxes.append((at + left * em, y - top * em, at + right * em, y - bottom * em))
            x += glyph.advance * em + text.tracking
        if word.text == " ":
            x += text.stretch
    if not boxes:
        return None
    return Letters(matrix, boxes, placed(union(boxes), matrix))


class Layer(Struct, eq=False, dict=True):
    """A shape or picture, and where it was made; of an icon that is the place of its tag.

    ``box`` is a box on the side around what it paints. Text may stand on a ``ground``.
    """

    item: Shape | Image
    groups: Groups
    stamp: str
    box: Box
    ground: bool

    @property
    def outline(self) -> Outline:
        """Its edge, before its Groups move it."""
        item = self.item
        return outline(item.path if isinstance(item, Shape) else Path.rect(item.rect))

    @cached_property
    def lines(self) -> list[tuple[Box, Polygon]]:
        """Its edge as polygons on the side, each with a box around it."""
        own, matrix = self.outline, self.groups.matrix
        if matrix is IDENTITY:
            return list(zip(own.boxes, own.polygons, strict=True))
        moved = [[matrix.apply(x, y) for x, y in polygon] for polygon in own.polygons]
        return [(box_around(points), points) for points in moved]

    @cached_property
    def long_lines(self) -> list[tuple[Box, Polygon]]:
        """The straight pieces of its edge, on the side, in which a seam may lie."""
        matrix = self.groups.matrix
        least = SEAM * (1 - 1e-6) / math.hypot(matrix.a, matrix.b, matrix.c, matrix.d)
        lines = [
            [matrix.apply(*a), matrix.apply(*b)]
            for points in self.outline.polygons
            for a, b in pairwise(points)
            if math.dist(a, b) >= least
        ]
        return [(box_around(line), line) for line in lines]

    def films(self, x: float, y: float) -> Iterator[Color]:
        """Yield what it paints at a point of the side, the topmost first.

        Raises UnknownGroundError for a picture.
        """
        groups, item = self.groups, self.item
        left, top, right, bottom = self.box
        if not (left <= x <= right and top <= y <= bottom):
            return
        if not all(clip.holds(*_back(matrix, x, y)) for clip, matrix in groups.clips):
            return
        opacity = groups.opacity_at(x, y) if groups.fades else groups.opacity
        x, y = _back(groups.matrix, x, y)
        if isinstance(item, Image):
            if item.rect.x <= x <= item.rect.right and item.rect.y <= y <= item.rect.bottom:
                raise UnknownGroundError
            return
        stroke, path = item.stroke, outline(item.path)
        wide = stroke is not None and _is_wide(stroke, groups.matrix)
        if stroke is not None and wide and path.near(x, y, stroke.width / 2):
            yield faded(color_at(stroke.paint, x, y), opacity)
        if item.fill is not None and path.holds(x, y):
            yield faded(color_at(item.fill, x, y), opacity)

    def hides(self, box: Box) -> bool:
        """Whether it hides all that lies under it in a box of the side."""
        item, groups = self.item, self.groups
        if not holds(self.box, box) or not isinstance(item, Shape) or groups.fades:
            return False
        # Most are not opaque, and to ask that first spares looking at their edges.
        if not isinstance(item.fill, Color) or item.fill.alpha * groups.opacity < OPAQUE:
            return False
        return isinstance(self.film(box), Color)

    def film(self, box: Box) -> Color | bool:
        """Return the one colour that it paints all over a box of the side, if that is certain.

        False if it paints nothing there, True if some points may differ from others.
        """
        groups, item = self.groups, self.item
        whole = True
        for clip, matrix in groups.clips:
            held = clip.holds_box(_box_back(matrix, box))
            if held is False:
                return False
            whole = whole and held is True
        if isinstance(item, Image):
            return True
        stroke = item.stroke
        wide = stroke is not None and _is_wide(stroke, groups.matrix)
        clear = stroke.width / 2 if stroke is not None and wide else 0.0
        held = outline(item.path).holds_box(_box_back(groups.matrix, box), clear)
        if held is False or (held and item.fill is None):
            return False
        if held and whole and isinstance(item.fill, Color) and not groups.fades:
            return faded(item.fill, groups.opacity)
        return True


class Bundle(Struct, eq=False, dict=True):
    """A Group without texts of its own: it is opened when something lies upon it."""

    group: Group
    groups: Groups
    stamp: str
    box: Box
    ground: bool

    @cached_property
    def inside(self) -> Painted:
        """What it paints."""
        return Painted(self.group.frame, self.groups, self.stamp)

    def hides(self, box: Box) -> bool:
        """Whether something in it hides all that lies under it in a box of the side."""
        return holds(self.box, box) and any(layer.hides(box) for layer in self.inside.layers)


class Painted:
    """The layers and texts of one side, in painting order.

    A Frame with a bleed is another side that is pictured here: its texts are proofed where it
    is at home. Thin lines are no grounds, nor are outlines, which go to the texts that follow.
    """

    def __init__(self, frame: Frame, groups: Groups = NO_GROUPS, stamp: str = "") -> None:
        self.layers: list[Layer | Bundle] = []
        self.runs: list[Run] = []
        self._outlines: Outlines = ()
        self._outlined = ""
        self._collect(frame, groups, stamp)

    def _collect(self, frame: Frame, groups: Groups, stamp: str) -> None:
        for item in frame.items:
            if isinstance(item, Shape | Image):
                box, ground = placed(extent(item), groups.matrix), _is_ground(item, groups.matrix)
                self.layers.append(Layer(item, groups, item.stamp or stamp, box, ground))
            elif isinstance(item, Text):
                own = self._outlines if item.stamp == self._outlined else ()
                self.runs.append(Run(item, groups, len(self.layers), own))
            elif isinstance(item, Group):
                self._collect_group(item, groups, stamp)

    def _collect_group(self, group: Group, groups: Groups, stamp: str) -> None:
        outlines = behind(group)
        if outlines == ():  # shadows fall on anything
            return
        if outlines:
            self._outlines, self._outlined = outlines, group.stamp
        inside, at = groups.with_inner(group), group.stamp or stamp
        frame = group.frame
        pictured = frame.bleed != NO_BLEED
        if pictured or not frame.has_texts:
            around = extent(group) if pictured else sides(reach_of_frame(frame))
            box = placed(around, inside.matrix)
            self.layers.append(Bundle(group, inside, at, box, not outlines))
        else:
            self._collect(frame, inside, at)

    def under(self, box: Box, depth: int | None = None, grounds: bool = False) -> Iterator[Layer]:
        """Yield the layers that may lie under a box of the side, the topmost first.

        Only the lowest ``depth`` of the ``layers`` count, and with ``grounds`` only those on
        which text may stand.
        """
        left, top, right, bottom = box
        for layer in self.layers[:depth][::-1]:
            x0, y0, x1, y1 = layer.box
            if x0 > right or x1 < left or y0 > bottom or y1 < top or (grounds and not layer.ground):
                continue
            if isinstance(layer, Layer):
                yield layer
            else:
                yield from layer.inside.under(box, grounds=grounds)


def behind(group: Group) -> Outlines | None:
    """Read the outlines of the texts that follow, none for a sharp shadow; None for others."""
    if group.alt != "":
        return None
    first = group.frame.items[:1]
    if not first or not isinstance(first[0], Region) or first[0].kind is not RegionKind.OUTLINE:
        return None
    pairs = (word.split(":") for word in first[0].note.split())
    return tuple((Color.parse(color), float(reach)) for color, reach in pairs)


def one_color(layers: Iterable[Layer], box: Box) -> Color | list[Layer]:
    """Return the colour of a ground if all of a box has the same.

    Otherwise, or where that is not easily said, return the layers that play a part. The layers
    are ordered from the topmost down. None is looked at that lies below an opaque one.
    """
    films: list[Color] = []
    rest: list[Layer] = []
    mixed = False
    for layer in layers:
        film = layer.film(box)
        if film is False:
            continue
        rest.append(layer)
        if film is True:
            mixed = True
            continue
        films.append(film)
        if film.alpha >= OPAQUE:
            break
    return rest if mixed else _blended(films)


def seen(layers: Iterable[Layer], x: float, y: float) -> Color:
    """Look down from a point until something opaque covers the rest, at last the paper.

    The layers are ordered from the topmost down. Raises UnknownGroundError at a picture.
    """
    films: list[Color] = []
    for layer in layers:
        for film in layer.films(x, y):
            films.append(film)
            if film.alpha >= OPAQUE:
                return _blended(films)
    return _blended(films)


def _blended(films: Sequence[Color]) -> Color:
    seen = PAPER
    for film in reversed(films):
        seen = film.over(seen)
    return seen


def _is_ground(item: Shape | Image, matrix: Matrix) -> bool:
    """Whether text may stand on an item: thin lines are no grounds."""
    if isinstance(item, Image) or item.fill is not None:
        return True
    return item.stroke is not None and _is_wide(item.stroke, matrix)


def _is_wide(stroke: Stroke, matrix: Matrix) -> bool:
    return not stroke.dash and stroke.width * matrix.scale >= WIDE_MM


def _box_back(matrix: Matrix, box: Box) -> Box:
    """Return the box around a box from which a transform is undone."""
    if matrix is IDENTITY:
        return box
    left, top, right, bottom = box
    corners = [matrix.undo(left, top), matrix.undo(right, bottom)]
    if matrix.b or matrix.c:  # otherwise nothing is turned, and two corners say it all
        corners += [matrix.undo(left, bottom), matrix.undo(right, top)]
    return box_around(corners)


def faded(color: Color, opacity: float) -> Color:
    """Return a colour as it is seen inside Groups of an opacity."""
    return color if opacity == 1.0 else color.with_alpha(color.alpha * opacity)


def _back(matrix: Matrix, x: float, y: float) -> Point:
    """Undo a transform."""
    return (x, y) if matrix is IDENTITY else matrix.undo(x, y)


def color_at(paint: Paint, x: float, y: float) -> Color:
    """Return the colour of a paint at a point."""
    if isinstance(paint, Color):
        return paint
    if isinstance(paint, LinearGradient):
        dx, dy = paint.x1 - paint.x0, paint.y1 - paint.y0
        long = dx * dx + dy * dy
        t = ((x - paint.x0) * dx + (y - paint.y0) * dy) / long if long else 0.0
    else:
        t = math.hypot(x - paint.cx, y - paint.cy) / paint.radius if paint.radius else 1.0
    before, color = paint.stops[0]
    for place, other in paint.stops:
        if t <= place:
            share = (t - before) / (place - before) if place > before else 1.0
            return Color(
                color.red + (other.red - color.red) * share,
                color.green + (other.green - color.green) * share,
                color.blue + (other.blue - color.blue) * share,
                color.alpha + (other.alpha - color.alpha) * share,
            )
        before, color = place, other
    return color
