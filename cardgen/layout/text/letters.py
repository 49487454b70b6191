"""Text with a position for each letter: along curves, and in columns.

Columns run from top to bottom, the first at the right, as in Japanese. Which characters are upright
follows UAX #50 as far as a font allows: square characters, and characters for which the font has
another form in vertical lines (feature `vert`). Others are turned with their words. One or
two digits among upright characters are set side by side.
"""

import math
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, groupby, pairwise
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.geometry import Matrix, Path, Point, Rect, Size, polylines, without_repeats
from cardgen.core.style import Color, LinearGradient, Paint, RadialGradient
from cardgen.frame import Frame, Glyph, Group, Item, Shaped, Text
from cardgen.frame.reach import bounding_rect
from cardgen.layout.text.block import Block
from cardgen.layout.text.breaking import Line, break_lines
from cardgen.layout.text.faces import Face, ShapedPiece, Unit, clusters_of
from cardgen.layout.text.setter import place_pieces


class Letter(Struct, frozen=True):
    """A letter with its accents, a ligature, or an icon; distances in mm at full size.

    ``start`` is where it begins in the line, ``width`` what it takes of it. A whole word has
    ``tracking`` between its letters.
    """

    piece: ShapedPiece
    shaped: Shaped
    start: float
    width: float
    tracking: float = 0.0

    @property
    def face(self) -> Face:
        """The face of the letter."""
        return self.piece.face


def letters_of(block: Block) -> tuple[list[Letter], float]:
    """Return the letters of one line, as kerning places them, and how long the line is."""
    letters: list[Letter] = []
    full_line = Line(0, len(block.units), 0.0, 0.0, True)
    for _, piece, _, x, _, _ in place_pieces(block, full_line, 0.0):
        if piece is None:
            continue
        if piece.icon is not None:
            letters.append(Letter(piece, piece.shaped, x, piece.width))
            continue
        em = piece.face.em / 1000
        for cluster in _clusters(piece.shaped.glyphs):
            shaped = piece.face.cluster(piece, cluster)
            letters.append(Letter(piece, shaped, x, shaped.width * em))
            x += sum(glyph.advance for glyph in cluster) * em
            x += len(cluster) * piece.face.tracking
    return letters, max((letter.start + letter.width for letter in letters), default=0.0)


def _clusters(glyphs: Sequence[Glyph]) -> Iterator[tuple[Glyph, ...]]:
    """Yield each glyph together with its zero-width glyphs, such as accents."""
    current: list[Glyph] = []
    for glyph in glyphs:
        if current and glyph.advance:
            yield tuple(current)
            current = []
        current.append(glyph)
    if current:
        yield tuple(current)


def lettering(
    letters: Sequence[tuple[Letter, Matrix]], block: Block, scale: float, stamp: str
) -> Group:
    """Return letters at their positions as one Group, which screen readers read as words.

    Each transform puts the start of a letter's baseline, its size scaled, where it belongs.
    """
    box = extent(letters, scale)
    items = [_draw_letter(letter, place, scale, box, stamp) for letter, place in letters]
    frame = Frame(Size(box.width, box.height), items)
    place = Matrix.translation(box.x, box.y)
    reads = _read(block, box, scale, stamp)
    return Group(frame, place, stamp=stamp, alt=block.read(), reads=reads)


def extent(letters: Sequence[tuple[Letter, Matrix]], scale: float) -> Rect:
    """Return the box around letters as high as capitals."""
    boxes = []
    for letter, place in letters:
        cap = letter.face.cap_height * scale
        boxes.append(place.apply_rect(Rect(0.0, -cap, letter.width * scale, cap)))
    return bounding_rect(boxes)


def _draw_letter(letter: Letter, place: Matrix, scale: float, box: Rect, stamp: str) -> Item:
    face, icon = letter.face, letter.piece.icon
    place = place.then(Matrix.translation(-box.x, -box.y))
    if icon is not None:
        factor = letter.width * scale / icon.size.width
        top = -(face.cap_height * scale + icon.size.height * factor) / 2
        own = Matrix(factor, 0.0, 0.0, factor, 0.0, top - face.rise * scale)
        return Group(icon, own.then(place), stamp=stamp, alt="")
    color: Paint = face.color
    if face.gradient is not None:
        color = _within(face.gradient.on(Rect(0.0, 0.0, box.width, box.height)), place)
    text = Text(
        x=0.0,
        y=-face.rise * scale,
        font=letter.piece.font,
        size=face.size * scale,
        color=color,
        words=(letter.shaped,),
        tracking=letter.tracking * scale,
        stamp=stamp,
    )
    frame = Frame(Size(letter.width * scale, face.cap_height * scale), [text])
    return Group(frame, place, stamp=stamp)


def _within(paint: Paint, place: Matrix) -> Paint:
    """Return the gradient in the coordinates of a moved and turned item."""
    match paint:
        case Color():
            return paint
        case LinearGradient(x0, y0, x1, y1, stops):
            return LinearGradient(*place.undo(x0, y0), *place.undo(x1, y1), stops)
        case RadialGradient(cx, cy, radius, stops):
            return RadialGradient(*place.undo(cx, cy), radius, stops)


def _read(block: Block, box: Rect, scale: float, stamp: str) -> Text:
    """Return the words as running text along the foot of the box, in the font of the first."""
    pieces = list(chain.from_iterable(unit.pieces for unit in block.units))
    first = next((piece for piece in pieces if piece.icon is None), pieces[0])
    face = first.face
    words: list[Shaped] = []
    for gap, unit in zip(block.gaps, block.units, strict=True):
        if words and gap is not None:
            words.append(face.space)
        words += [piece.shaped for piece in unit.pieces if piece.font == first.font]
    return Text(
        box.x, box.bottom, first.font, face.size * scale, face.color, tuple(words), stamp=stamp
    )


_NEAR = 0.002  # mm between a curve and the straight segments that approximate it
_AHEAD = 0.1  # mm on both sides, by which a letter finds its direction
_ROUND = 720  # pieces of a circle
_SPECK = 1e-6


class Curve:
    """A polyline; lengths in mm. A curve without length is a point and carries no letters."""

    def __init__(self, points: Sequence[Point]) -> None:
        points = without_repeats(points)
        if len(points) < 2:
            (x, y), *_ = points
            points = [(x, y), (x + _SPECK, y)]
        self._points = points
        steps = [math.dist(a, b) for a, b in pairwise(points)]
        self._along = list(accumulate(steps, initial=0.0))
        self.length = self._along[-1]

    def at(self, distance: float) -> Matrix:
        """Return the transform that puts the origin on the curve, and x along it."""
        (x0, y0), (x1, y1) = self._point(distance - _AHEAD), self._point(distance + _AHEAD)
        turn = math.atan2(y1 - y0, x1 - x0)
        x, y = self._point(distance)
        return Matrix(math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn), x, y)

    def _point(self, distance: float) -> Point:
        """Return the point at a distance from the start; beyond the ends it goes straight on."""
        index = min(max(bisect_right(self._along, distance) - 1, 0), len(self._points) - 2)
        (x0, y0), (x1, y1) = self._points[index : index + 2]
        start, end = self._along[index : index + 2]
        share = (distance - start) / (end - start)
        return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share

    def below(self, distance: float) -> "Curve":
        """Return the parallel curve on its right, seen in its direction."""
        points = []
        last = len(self._points) - 1
        for index, (x, y) in enumerate(self._points):
            (x0, y0), (x1, y1) = self._points[max(index - 1, 0)], self._points[min(index + 1, last)]
            long = math.hypot(x1 - x0, y1 - y0) or 1.0
            points.append((x - (y1 - y0) / long * distance, y + (x1 - x0) / long * distance))
        return Curve(points)


def along_path(path: Path) -> Curve | None:
    """Return the first line of a path; None if there is none."""
    for points, closed in polylines(path, _NEAR):
        points = [*points, points[0]] if closed else points
        if len(points) > 1:
            return Curve(points)
    return None


def along_arc(degrees: float, width: float) -> Curve:
    """Return an arc over a width from 0: its middle is the highest point, or the lowest."""
    turn = math.radians(abs(degrees)) / 2
    radius = width / 2 / math.sin(turn)
    direction = -1 if degrees > 0 else 1
    points = []
    for step in range(_ROUND + 1):
        angle = turn * (2 * step / _ROUND - 1)
        rise = radius * (math.cos(angle) - math.cos(turn))
        points.append((width / 2 + radius * math.sin(angle), direction * rise))
    return Curve(points)


def along_ellipse(box: Rect, middle: str) -> Curve:
    """Return the ellipse in a box, from left to right over its ``top`` or its ``bottom``."""
    (cx, cy), rx, ry = box.center, box.width / 2, box.height / 2
    direction = -1 if middle == "top" else 1
    points = []
    for step in range(_ROUND + 1):
        angle = 2 * math.pi * (step / _ROUND - 0.5)
        points.append((cx + rx * math.sin(angle), cy + direction * ry * math.cos(angle)))
    return Curve(points)


_ABOVE = 0.88
"""How far the baseline is below the top of an ideograph's square, in ems."""
_QUARTER = Matrix.rotation(90)
_TURNED = frozenset("（）［］｛｝〈〉《》「」『』【】〔〕ー―—…‥～〜＝：；｜")
"""Wide characters that are turned where the font has no vertical form of them (UAX #50)."""
Turn = Literal["", "square", "word"]


class ColumnCell(Struct, frozen=True):
    """An entry of a column: an upright character, a turned word, or an icon.

    ``height`` is what it takes of the column, in mm at full size. A ``square`` is turned about its
    middle, a ``word`` runs down.
    """

    piece: ShapedPiece
    shaped: Shaped
    width: float
    height: float
    turn: Turn = ""

    def letter(self, cx: float, y: float, scale: float) -> tuple[Letter, Matrix]:
        """Return the letter and its transform, for the middle of the column and the upper edge."""
        face = self.piece.face
        tracking = face.tracking if self.turn == "word" else 0.0
        letter = Letter(self.piece, self.shaped, 0.0, self.width, tracking)
        cap, em = face.cap_height * scale, face.em * scale
        if self.turn == "word":
            return letter, _QUARTER.then(Matrix.translation(cx - cap / 2, y))
        x = cx - self.width * scale / 2
        if self.piece.icon is not None:
            return letter, Matrix.translation(x, y + (cap + self.height * scale) / 2)
        place = Matrix.translation(x, y + _ABOVE * em)
        if self.turn == "square":
            place = place.then(Matrix.rotation(90, cx, y + em / 2))
        return letter, place


class TextColumns(Struct, frozen=True):
    """A text in columns of a height, at a scale; lengths in mm."""

    columns: tuple[tuple[tuple[ColumnCell, float], ...], ...]
    """Cells, each with its distance from the top at full size."""
    heights: tuple[float, ...]
    pitch: float
    scale: float

    @property
    def width(self) -> float:
        """The width of all columns."""
        return self.pitch * len(self.columns)

    def place_cells(
        self, right: float, top: float, height: float, share: float
    ) -> list[tuple[Letter, Matrix]]:
        """Place all cells; ``share`` is the fraction of spare room above a column."""
        letters = []
        for index, (column, own) in enumerate(zip(self.columns, self.heights, strict=True)):
            middle, begin = right - (index + 0.5) * self.pitch, top + (height - own) * share
            letters += [
                cell.letter(middle, begin + y * self.scale, self.scale) for cell, y in column
            ]
        return letters


def columns_of(block: Block, height: float, scale: float) -> TextColumns:
    """Break a text into columns of a height in mm; a taller cell gets a separate column."""
    mixed = any(unicodedata.east_asian_width(char) in "WF" for char in block.string)
    cells = [tuple(_cells(unit, mixed)) for unit in block.units]
    units = [
        replace(unit, width=sum(cell.height for cell in own))
        for unit, own in zip(block.units, cells, strict=True)
    ]
    tall = Block(units, block.gaps, block.breaks, block.face)
    columns, heights = [], []
    for line in break_lines(tall, height / scale):
        y, column = 0.0, []
        for index in range(line.start, line.end):
            gap = block.gaps[index]
            y += gap.space_width if gap is not None and index > line.start else 0.0
            for cell in cells[index]:
                column.append((cell, y))
                y += cell.height
        columns.append(tuple(column))
        heights.append(y * scale)
    return TextColumns(tuple(columns), tuple(heights), block.face.line_height * scale, scale)


def _cells(unit: Unit, mixed: bool) -> Iterator[ColumnCell]:
    """Yield the cells of a unit; ``mixed`` is True for a text with wide characters."""
    for piece in unit.pieces:
        face = piece.face
        if piece.icon is not None:
            size = piece.icon.size
            yield ColumnCell(
                piece, piece.shaped, piece.width, piece.width * size.height / size.width
            )
            continue
        text = piece.shaped.text
        marked = [(_is_upright(piece, cluster), cluster) for cluster in clusters_of(text)]
        for upright, part in groupby(marked, lambda pair: pair[0]):
            clusters = [cluster for _, cluster in part]
            words = "".join(clusters)
            if upright:
                for char in clusters:
                    tall = face.vertical(piece, char)
                    shaped = tall or face.part(piece, char).shaped
                    turn: Turn = "square" if tall is None and char in _TURNED else ""
                    width = shaped.width * face.em / 1000
                    yield ColumnCell(piece, shaped, width, face.em + face.tracking, turn)
            else:
                shaped = face.part(piece, words).shaped
                width = shaped.width * face.em / 1000 + len(shaped.glyphs) * face.tracking
                beside = mixed and words.isdecimal() and len(words) <= 2
                high = face.em + face.tracking if beside else width
                yield ColumnCell(piece, shaped, width, high, "" if beside else "word")


def _is_upright(piece: ShapedPiece, cluster: str) -> bool:
    if cluster.isascii():
        return False
    if unicodedata.east_asian_width(cluster[0]) in "WF":
        return True
    return piece.face.vertical(piece, cluster) is not None
