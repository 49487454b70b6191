"""Numbers and short words in icons."""

from __future__ import annotations

from msgspec.structs import replace

from cardgen.assets.icons import Icon
from cardgen.core.color import Color, contrast
from cardgen.core.geometry import Rect
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Frame, Group, Item, Text
from cardgen.layout.text.faces import Face, Faces

BLACK, WHITE = Color(0.0, 0.0, 0.0), Color(1.0, 1.0, 1.0)
_OVERSHOOT = 30.0
"""By how much round figures stand out above and below, thousandths of an em."""
_UNITS = 1000
"""Units of an em in which fonts measure."""


def numbered(
    icon: Icon, color: Color, number: str, face: Face, ink: Color | None, stamp: str
) -> Frame:
    """Return an icon with a number in its clear area, as large as has room there.

    The face gives the font alone. Without an ``ink`` the number is black or white, whichever is
    told better from the icon; where nothing is painted beneath, it has the icon's colour.
    """
    drawn = Group(icon.frame(color))
    box = icon.number
    if ink is None:
        ground = icon.color_at(*box.center, color)
        ink = color if ground is None else max(BLACK, WHITE, key=lambda one: contrast(one, ground))
    items: list[Item] = [drawn, *_letters(number, face, box, ink, stamp)]
    return Frame(icon.frame(color).size, items)


def said(number: str, name: str, word: str) -> str:
    """Return what is read for an icon with a number: with its word, or else its name."""
    return f"{number} {word or name.replace('-', ' ').replace('_', ' ')}"


def number_face(face: Face, faces: Faces, stamp: str) -> Face:
    """Return the face of a number beside words in a face: bold if its style has that."""
    style = faces.style(face.key.style, stamp)
    key = replace(face.key, italic=False, tracking=0.0, rise=0.0, ruled="")
    if style.bold:
        key = replace(key, bold=True)
    return faces.face(key, stamp)


def _letters(text: str, face: Face, box: Rect, ink: Color, stamp: str) -> list[Text]:
    """Set a text so that what is seen of it fills a box, one way or the other."""
    pieces = [piece for unit in face.units(text, stamp) for piece in unit.pieces]
    fonts = {font.key: font for font in face.chain}
    starts: list[float] = []
    edges: list[tuple[float, float, float, float]] = []
    x = 0.0
    for piece in pieces:
        starts.append(x)
        for glyph in piece.shaped.glyphs:
            left, low, right, high = fonts[piece.font].ink(glyph.index)
            if right > left:
                edges.append((x + left + glyph.dx, low, x + right + glyph.dx, high))
            x += glyph.advance
    if not edges:
        return []
    lefts, lows, rights, highs = zip(*edges, strict=True)
    left, low, right, high = min(lefts), min(lows), max(rights), max(highs)
    capital = face.font.cap_height
    if low > -_OVERSHOOT and abs(high - capital) < 2 * _OVERSHOOT:
        low, high = 0.0, capital  # so that 3, which is round, is as large as 4
    em = min(box.width / (right - left), box.height / (high - low)) * _UNITS
    scale = em / _UNITS
    across, down = box.center
    baseline = down + (high + low) / 2 * scale
    first = across - (left + right) / 2 * scale
    return [
        Text(
            first + start * scale,
            baseline,
            piece.font,
            em / MM_PER_POINT,
            ink,
            (piece.shaped,),
            stamp=stamp,
        )
        for start, piece in zip(starts, pieces, strict=True)
    ]
