"""Composes inline content into units, and draws the numbers and short words in icons.

A unit is the text between two break opportunities of UAX #14, the Unicode Line Breaking
Algorithm. Lines break after spaces (rule LB18), at ``<br/>`` (LB4), and inside a word where
`Face.units` allows it. Markup alone gives no opportunity: ``<b>a</b>b`` is one unit.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import TemplateError
from cardgen.core.direction import has_right_to_left
from cardgen.core.geometry import Rect
from cardgen.core.style import Color, contrast
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Frame, Group, Text
from cardgen.frame.reach import Box, bounding_box
from cardgen.layout.attributes import (
    AMOUNT,
    COLOR,
    FEATURES,
    INK,
    NAME,
    NUMBER,
    POINTS_SIZE,
    PaintSpec,
    Tag,
    attribute,
)
from cardgen.layout.canvas import Canvas
from cardgen.layout.text.bidi import embedding_levels
from cardgen.layout.text.faces import Face, ShapedPiece, Unit
from cardgen.template import problems
from cardgen.template.element import Element

BLACK, WHITE = Color(0.0, 0.0, 0.0), Color(1.0, 1.0, 1.0)
_OVERSHOOT = 30.0
"""How far round figures reach above and below the others, in thousandths of an em."""
_UNITS = 1000
"""Units of an em in which fonts measure."""


def draw_icon(
    name: str,
    color: Color,
    number: str,
    ink: Color | None,
    face: Face | None,
    element: Element,
    canvas: Canvas,
) -> tuple[Frame, str]:
    """Return an icon, with a number in its clear area, and the text read aloud for both.

    The number is as large as has room there, in the font of a face: bold if its style has that.
    Without an ``ink`` it is black or white, whichever has more contrast with the icon. Without
    a shape beneath, it has the icon's colour.
    """
    icon, stamp = canvas.library.icon(name, element.location), element.stamp
    frame, word = icon.frame(color), canvas.theme.words.get(name, "")
    if not number or face is None:
        return frame, word
    key = replace(face.key, italic=False, tracking=0.0, rise=0.0, ruled="")
    if canvas.faces.style(key.style, stamp).bold:
        key = replace(key, bold=True)
    box = icon.number
    if ink is None:
        ground = icon.color_at(*box.center, color)
        ink = (
            color
            if ground is None
            else max(BLACK, WHITE, key=lambda candidate: contrast(candidate, ground))
        )
    letters = _letters(number, canvas.faces.face(key, stamp), box, ink, stamp)
    word = word or name.replace("-", " ").replace("_", " ")
    return Frame(frame.size, [Group(frame), *letters]), f"{number} {word}"


def _letters(text: str, face: Face, box: Rect, ink: Color, stamp: str) -> list[Text]:
    """Return a text whose ink fills the width or the height of a box."""
    pieces = [piece for unit in face.units(text, stamp) for piece in unit.pieces]
    fonts = {font.key: font for font in face.chain}
    starts: list[float] = []
    edges: list[Box] = []
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
    left, low, right, high = bounding_box(edges)
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


# Only these spaces divide words: a no-break space glues its neighbours (UAX #14, LB12).
_SPACES = " \t\r\n\x85\u2028\u2029"
_WORDS = re.compile(f"[^{_SPACES}]+")
PARTS = ("p", "ul", "ol", "table")
"""Elements that are set apart from the words beside them."""
_PLAIN, _NUMBERED = 1.2, 1.8
"""How high icons are, as a multiple of the capitals beside them; a number must be legible."""


class SpanTag(Tag):
    """Words in another style, or with other values than their style gives."""

    color: PaintSpec | None = attribute(INK, None, "paint of the letters")
    style: str | None = attribute(NAME, None, "a text style of the theme")
    size: float | None = attribute(POINTS_SIZE, None, "type size")
    tracking: float | None = attribute(NUMBER, None, "letter spacing in thousandths of an em")
    features: tuple[str, ...] | None = attribute(FEATURES, None, "OpenType features")
    lang: str | None = attribute(NAME, None, "language of the words")


class IconTag(Tag):
    """An icon that is set as a word."""

    needed: ClassVar[tuple[str, ...]] = ("name",)

    name: str = attribute(NAME, "", "file name of the icon, without .svg")
    color: Color | None = attribute(COLOR, None, "colour for `currentColor`; by default the text's")
    scale: float | None = attribute(AMOUNT, None, "height, as a multiple of capitals")
    alt: str | None = attribute(NAME, None, "text for screen readers")
    number: str = attribute(NAME, "", "a number or short word printed in the icon")
    number_color: Color | None = attribute(COLOR, None, "colour of the number")


class Block(Struct):
    """Inline content ready for line breaking.

    ``gaps[i]`` is the face of the space before ``units[i]``, None where a line may break without
    a space. ``breaks`` holds the indexes of the units that must begin a line. ``levels`` are those
    of the spaces before the units (UAX #9), and empty where all runs from left to right.
    """

    units: list[Unit]
    gaps: list[Face | None]
    breaks: set[int]
    face: Face
    levels: list[int] = []

    def part(self, start: int, end: int | None = None) -> "Block":
        """Return the units from one number up to another, or to the end."""
        breaks = {
            position - start
            for position in self.breaks
            if start < position and (end is None or position < end)
        }
        units, gaps, levels = self.units[start:end], self.gaps[start:end], self.levels[start:end]
        return Block(units, gaps, breaks, self.face, levels)

    def direct(self) -> list[list[int]]:
        """Shape each stretch in the direction that it has among the others.

        Returns where the pieces of each unit are afterwards: one may be divided into several.
        """
        letters: list[str] = []
        for i, (gap, unit) in enumerate(zip(self.gaps, self.units, strict=True)):
            if i:
                letters.append(_PARAGRAPH_END if i in self.breaks else " " if gap else "")
            letters += [p.shaped.text if p.icon is None else _OBJECT for p in unit.pieces]
        levels = embedding_levels("".join(letters), self.face.leftward)
        moved: list[list[int]] = []
        position = 0
        self.levels = []
        for i, (gap, unit) in enumerate(zip(self.gaps, self.units, strict=True)):
            apart = bool(i) and (i in self.breaks or gap is not None)
            self.levels.append(levels[position] if apart else 0)
            position += apart
            pieces: list[ShapedPiece] = []
            starts = [0]
            for piece in unit.pieces:
                count = 1 if piece.icon is not None else len(piece.shaped.text)
                pieces += _split_by_level(piece, levels[position : position + count])
                starts.append(len(pieces))
                position += count
            self.units[i] = Unit.of(tuple(pieces), unit.height)
            moved.append(starts)
        return moved

    @property
    def string(self) -> str:
        """The text, for messages."""
        return self.read("◇")

    def read(self, icon: str | None = None) -> str:
        """Return the text with a sign in place of each icon, or else the words of the icon."""
        words: list[str] = []
        for unit, gap in zip(self.units, self.gaps, strict=True):
            if gap is not None and words:
                words.append(" ")
            for piece in unit.pieces:
                sign = piece.alt if icon is None else icon
                words.append(piece.shaped.text if piece.icon is None else sign)
        return "".join(words)


_PARAGRAPH_END, _OBJECT = "\u2029", "\ufffc"
"""Placeholders for a line break and an icon while directions are computed."""


def _split_by_level(piece: ShapedPiece, levels: Sequence[int]) -> Iterator[ShapedPiece]:
    text = piece.shaped.text
    if piece.icon is not None or not any(levels):
        yield replace(piece, level=levels[0]) if levels else piece
        return
    start = 0
    for level, level_run in groupby(levels):
        end = start + len(list(level_run))
        yield piece.face.part(piece, text[start:end], level)
        start = end


class Composer:
    """Collects the units of inline content; ``glued`` means no break before the next word."""

    def __init__(self, block: Block, canvas: Canvas) -> None:
        self.block = block
        self.canvas = canvas
        self.glued = False
        self.icons = False
        self.leftward = False
        self.space: Face | None = None
        self.tag = "text"

    def whole(self, element: Element, face: Face) -> None:
        """Add a whole text; an icon next to its own word is not read aloud."""
        self.tag = element.tag
        self.content(element, face)
        self.end()

    def end(self) -> None:
        """End the text that was added."""
        if self.icons:
            self.quieten()
        if (self.leftward or self.block.face.leftward) and self.block.units:
            self.block.direct()

    def quieten(self) -> None:
        """Silence each icon that is next to its own word."""
        units = self.block.units
        for i, unit in enumerate(units):
            for j, piece in enumerate(unit.pieces):
                if piece.alt and _stands_beside(piece.alt, units, i, j):
                    quiet = _quieter(piece)
                    pieces = (*unit.pieces[:j], quiet, *unit.pieces[j + 1 :])
                    unit = units[i] = replace(unit, pieces=pieces)

    def content(self, element: Element, face: Face) -> None:
        """Add the words and elements inside an element."""
        for child in element.children:
            if isinstance(child, str):
                self.words(child, face, element.stamp)
            else:
                self.inline(child, face)

    def words(self, text: str, face: Face, stamp: str) -> None:
        """Add the words of a text."""
        block = self.block
        self.leftward = self.leftward or has_right_to_left(text)
        if text[0] in _SPACES:
            self.glued, self.space = False, face
        words = _WORDS.findall(text)
        for word in words:
            units = face.units(word, stamp)
            if not units:
                continue
            self.word(units[0])
            for unit in units[1:]:
                block.units.append(unit)
                block.gaps.append(None)
            self.glued, self.space = False, face
        if words and text[-1] not in _SPACES:
            self.glued, self.space = True, None

    def inline(self, child: Element, face: Face) -> None:
        """Add an element; raises TemplateError for one that does not belong in a text."""
        match child.tag:
            case "b" | "i" | "u" | "s" | "sup" | "sub":
                Tag.read(child, self.canvas.theme)
                key = face.key.emphasise(child.tag)
                self.content(child, self.canvas.faces.face(key, child.stamp))
            case "br" | "p" if child.tag == "br" or not child.children:
                Tag.read(child, self.canvas.theme)
                self.block.breaks.add(len(self.block.units))
                self.glued, self.space = False, None
            case "span":
                self.content(child, self.span(child, face))
            case "icon":
                self.icon(child, face)
            case _:
                hint = f"boxes go beside <{self.tag}>, not inside"
                if child.tag in PARTS:
                    hint = "paragraphs, lists and tables stand inside <text>"
                diagnostic = problems.misplaced_element(child.location, child.tag, self.tag, hint)
                raise TemplateError(diagnostic)

    def word(self, unit: Unit) -> None:
        """Add a unit as the next word, or to the last one if that is glued to it."""
        block = self.block
        if self.glued:
            block.units[-1] = block.units[-1].join(unit)
        else:
            block.units.append(unit)
            block.gaps.append(self.space)

    def span(self, child: Element, face: Face) -> Face:
        """Return the face inside a ``<span>``."""
        faces = self.canvas.faces
        tag = SpanTag.read(child, self.canvas.theme)
        if tag.style is not None:
            face = faces.plain(tag.style, child.stamp)
        return faces.change(face, tag, child.stamp)

    def icon(self, child: Element, face: Face) -> None:
        """Add an icon as a word."""
        tag = IconTag.read(child, self.canvas.theme)
        color = face.color if tag.color is None else tag.color
        scale = tag.scale
        if scale is None:
            scale = _NUMBERED if tag.number else _PLAIN
        frame, word = draw_icon(
            tag.name, color, tag.number, tag.number_color, face, child, self.canvas
        )
        self.word(face.icon(frame, scale, word if tag.alt is None else tag.alt, tag.number))
        self.icons = self.glued = True
        self.space = None


def _quieter(piece: ShapedPiece) -> ShapedPiece:
    """Return an icon next to its own word: only its number is read aloud."""
    if not piece.number or piece.icon is None:
        return replace(piece, alt="")
    return piece.face.icon(piece.icon, piece.scale, piece.number, piece.number).pieces[0]


def _stands_beside(text: str, units: list[Unit], i: int, j: int) -> bool:
    """Whether a word of the text, or its plural, is next to piece ``j`` of unit ``i``."""
    words = text.casefold().split()
    words = [word for word in words if len(word) > 2] or words  # not the I of class I
    own = {*words, *(f"{word}s" for word in words), *(f"{word[:-1]}ies" for word in words)}
    around = _plain_words(units[i].pieces[:j]), _plain_words(units[i].pieces[j + 1 :])
    before = around[0] or (_plain_words(units[i - 1].pieces) if i else [])
    after = around[1] or (_plain_words(units[i + 1].pieces) if i + 1 < len(units) else [])
    return not own.isdisjoint((*before[-1:], *after[:1]))


def _plain_words(pieces: tuple[ShapedPiece, ...]) -> list[str]:
    text = "".join([piece.shaped.text for piece in pieces if piece.icon is None])
    return re.findall(r"\w+", text.casefold())
