"""Words taken apart into letters, each of which has a place of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from msgspec import Struct

from cardgen.core.color import Color, LinearGradient, Paint, RadialGradient
from cardgen.core.geometry import Matrix, Rect, Size
from cardgen.frame import Frame, Glyph, Group, Item, Shaped, Text
from cardgen.layout.text.block import Block
from cardgen.layout.text.faces import Face, ShapedPiece


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
        """The face that it is set in."""
        return self.piece.face


def letters_of(block: Block) -> tuple[list[Letter], float]:
    """Return the letters of one line, as kerning places them, and how long the line is."""
    found: list[Letter] = []
    x = 0.0
    for gap, unit in zip(block.gaps, block.units, strict=True):
        x += gap.space_width if gap is not None and found else 0.0
        for piece in unit.pieces:
            if piece.icon is not None:
                found.append(Letter(piece, piece.shaped, x, piece.width))
                x += piece.width
                continue
            em = piece.face.em / 1000
            for cluster in _clusters(piece.shaped.glyphs):
                shaped = piece.face.cluster(piece, cluster)
                found.append(Letter(piece, shaped, x, shaped.width * em))
                x += sum(glyph.advance for glyph in cluster) * em
                x += len(cluster) * piece.face.tracking
    last = found[-1] if found else None
    return found, last.start + last.width if last else 0.0


def _clusters(glyphs: Sequence[Glyph]) -> Iterator[tuple[Glyph, ...]]:
    """Yield each glyph with those that take no room of their own, as accents do."""
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
) -> Group | None:
    """Return letters at their places as one Group, which is read as the words that they make.

    Each transform puts the start of a letter's baseline, its size scaled, where it belongs.
    """
    if not letters:
        return None
    box = extent(letters, scale)
    items = [_drawn(letter, place, scale, box, stamp) for letter, place in letters]
    frame = Frame(Size(box.width, box.height), items)
    place = Matrix.translation(box.x, box.y)
    return Group(frame, place, stamp=stamp, alt=_said(block), reads=_read(block, box, scale, stamp))


def extent(letters: Sequence[tuple[Letter, Matrix]], scale: float) -> Rect:
    """Return the box around letters as high as capitals."""
    boxes = []
    for letter, place in letters:
        cap = letter.face.cap_height * scale
        boxes.append(place.apply_rect(Rect(0.0, -cap, letter.width * scale, cap)))
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Rect(left, top, right - left, bottom - top)


def _drawn(letter: Letter, place: Matrix, scale: float, box: Rect, stamp: str) -> Item:
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
    """Return a gradient as it is in the coordinates of something that is moved and turned."""
    match paint:
        case Color():
            return paint
        case LinearGradient(x0, y0, x1, y1, stops):
            return LinearGradient(*place.undo(x0, y0), *place.undo(x1, y1), stops)
        case RadialGradient(cx, cy, radius, stops):
            return RadialGradient(*place.undo(cx, cy), radius, stops)


def _said(block: Block) -> str:
    """Return the words, and in place of icons theirs."""
    words: list[str] = []
    for gap, unit in zip(block.gaps, block.units, strict=True):
        words.append(" " if words and gap is not None else "")
        words += [p.shaped.text if p.icon is None else p.alt for p in unit.pieces]
    return "".join(words)


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
