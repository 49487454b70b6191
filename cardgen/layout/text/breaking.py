"""From units to lines: breaking them, dividing words, and ends of paragraphs.

Each line takes as many units as fit, before the next one begins. Knuth and Plass call this "first
fit" and compare it with their own algorithm in "Breaking Paragraphs into Lines" (1981). Units end
where UAX #14 allows a break.

A word is divided by dictionary only where much of a line would stay empty, in two lines on end at
most, and never the last of a text (`hyphenate-limit-zone`, `-lines` and `-last` of CSS Text 4).
Bold words and names are not divided, nor are words of ragged lines unless their style asks for it;
at its soft hyphens, and where it is wider than the line, a word may always be divided. A short last
line (a runt) is mended by making the last lines of its paragraph narrower, which adds no line.
"""

import math
import unicodedata
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from cardgen.layout.text.block import Block
from cardgen.layout.text.faces import Face, ShapedPiece, Unit
from cardgen.layout.text.hyphens import break_points

EPSILON = 1e-6
SLACK = 0.02  # mm by which a text may be too large
_EMPTY = 0.08
"""The share of a line that may stay empty before a word is divided by dictionary."""
_IN_A_ROW = 2
RAGGED_WORDS, ALL_WORDS, ANY_WORD = 1, 2, 3
"""Which words the dictionary may divide: those whose style asks for it in ragged lines, too; those
of justified lines; or a word that is wider than its line."""
_MENDED = 4
"""So many lines at the end of a paragraph are broken anew to mend a runt."""
_NARROWEST, _NARROWEST_JUSTIFIED = 0.55, 0.85
"""The share of the width that mended lines fill at least."""


class WordPart(Struct, frozen=True):
    """The second part of a divided unit, without its first ``skipped`` pieces."""

    unit: Unit
    skipped: int


class Line(Struct, frozen=True):
    """The units from ``start`` up to ``end``; width and height in mm, before any shrinking.

    Of divided words, ``first`` is what the line begins with in place of its first unit, and
    ``final`` what it ends with, up to the hyphen, of the unit ``end``. ``indent`` is the
    distance by which its room begins further right than the room of other lines.
    """

    start: int
    end: int
    width: float
    height: float
    last: bool
    first: WordPart | None = None
    final: WordPart | None = None
    indent: float = 0.0

    def units(self, block: Block) -> list[tuple[Face | None, Unit, int, int]]:
        """Return each unit with the face of the space before it, its index, its skipped pieces."""
        gaps, units = block.gaps, block.units
        candidates = [(gaps[i], units[i], i, 0) for i in range(self.start, self.end)]
        if candidates:
            first = self.first or WordPart(units[self.start], 0)
            candidates[0] = (None, first.unit, self.start, first.skipped)
        if self.final is not None:
            gap = gaps[self.end] if candidates else None
            candidates.append((gap, self.final.unit, self.end, self.final.skipped))
        return candidates

    def parts_words(self, block: Block) -> bool:
        """True if the line ends between two words."""
        end = self.end
        inside = self.final is not None or end == len(block.units)
        return not inside and (block.gaps[end] is not None or end in block.breaks)


def break_lines(
    block: Block,
    width: float,
    start: int = 0,
    end: int | None = None,
    indents: Sequence[float] = (),
    justified: bool = False,
) -> list[Line]:
    """Put as many units on each line as fit; a wider unit has a separate line.

    ``indents`` has the indents of the first lines.
    """
    rule = ALL_WORDS if justified else RAGGED_WORDS
    end = len(block.units) if end is None else end
    lines: list[Line] = []
    tail: WordPart | None = None
    hyphens = 0  # at the ends of the last lines
    while start < end:
        indent = indents[len(lines)] if len(lines) < len(indents) else 0.0
        zone = _EMPTY * width if hyphens < _IN_A_ROW else math.inf
        line, tail = _fill_line(block, start, end, width + EPSILON - indent, zone, tail, rule)
        lines.append(replace(line, indent=indent) if indent else line)
        start, hyphens = line.end, 0 if tail is None else hyphens + 1
    return lines


def _fill_line(
    block: Block, start: int, end: int, limit: float, zone: float, head: WordPart | None, rule: int
) -> tuple[Line, WordPart | None]:
    """Return the line that begins with the unit ``start``, and the second part of a divided word.

    ``head`` is the second part of a word that the line before divided, in place of the first unit.
    The dictionary divides a word only if more room than ``zone`` would stay empty.
    """
    units, gaps, breaks = block.units, block.gaps, block.breaks
    # A line has at least one unit. A unit that is wider than the whole line is divided: each part
    # but the last fills a whole line.
    first = units[start] if head is None else head.unit
    used, height = first.width, first.height
    if used > limit and (cut := divide_word(head or WordPart(first, 0), limit, ANY_WORD)):
        final, tail = cut
        return Line(start, start, final.unit.width, height, False, None, final), tail
    for i in range(start + 1, end):
        if i in breaks:  # a mandatory break (UAX #14, LB4)
            return Line(start, i, used, height, True, head), None
        unit, gap = units[i], gaps[i]
        space = gap.space_width if gap is not None else 0.0
        wider = used + space + unit.width
        if wider <= limit:
            used = wider
            if unit.height > height:
                height = unit.height
            continue
        # The first unit that does not fit ends the line, in one of three ways.
        last = i + 1 == end or i + 1 in breaks
        if wider - unit.trail <= limit:
            # The unit fits without the empty half of a wide sign, which hangs over (JLREQ 3.1.9).
            used, height = wider - unit.trail, max(height, unit.height)
            return Line(start, i + 1, used, height, last, head), None
        room = limit - used - space
        if cut := divide_word(WordPart(unit, 0), room, rule if room > zone and not last else 0):
            final, tail = cut
            used, height = used + (space + final.unit.width), max(height, unit.height)
            return Line(start, i, used, height, False, head, final), tail
        return Line(start, i, used, height, False, head), None
    return Line(start, end, used, height, True, head), None


def divide_word(part: WordPart, room: float, rule: int) -> tuple[WordPart, WordPart] | None:
    """Divide a word so that its first part with hyphen fills the room; None if no part fits."""
    pieces = part.unit.pieces
    best: tuple[WordPart, WordPart] | None = None
    used = 0.0
    for i, piece in enumerate(pieces):
        for offset in _points(piece, rule):
            head, tail = _split_with_hyphen(piece, offset)
            if used + head.width > room:
                return best
            first, second = (*pieces[:i], head), (tail, *pieces[i + 1 :])
            best = (
                WordPart(Unit.of(first, part.unit.height), part.skipped),
                WordPart(Unit.of(second, part.unit.height), part.skipped + i),
            )
        used += piece.width
    return best


def _points(piece: ShapedPiece, rule: int) -> Sequence[int]:
    """Return the offsets of hyphens in a piece: its soft hyphens, or else by dictionary."""
    if piece.level % 2:
        return ()
    limits = piece.face.key.hyphenate
    if piece.soft or piece.icon is not None or not limits or not rule:
        return piece.soft
    if rule != ANY_WORD and (piece.face.bold or (rule == RAGGED_WORDS and len(limits) == 3)):
        return ()
    return break_points(piece.shaped.text, piece.face.language, limits, rule != ANY_WORD)


def _split_with_hyphen(piece: ShapedPiece, char_offset: int) -> tuple[ShapedPiece, ShapedPiece]:
    text = piece.shaped.text
    head, tail = piece.face.halves(piece, f"{text[:char_offset]}-", text[char_offset:])
    return head, replace(
        tail, soft=tuple(offset - char_offset for offset in piece.soft if offset > char_offset)
    )


def without_runts(
    block: Block, lines: list[Line], width: float, least: int, align: str
) -> list[Line]:
    """Return lines whose paragraphs end with at least ``least`` characters, and no single word.

    A single word may end a paragraph if it fills a third of the line; a centred last line always
    fills a third.

    Where that needs another line, or lines that are too short, the lines are unchanged.
    """
    mended_lines: list[Line] = []
    start = 0
    for i, line in enumerate(lines):
        if line.last:
            mended_lines += _mend_ending(block, lines[start : i + 1], width, least, align)
            start = i + 1
    return mended_lines


def _mend_ending(
    block: Block, lines: list[Line], width: float, least: int, align: str
) -> list[Line]:
    def is_full(line: Line) -> bool:
        if length(block, line) < least:
            return False
        words = 1 + sum(gap is not None for gap, *_ in line.units(block))
        return line.width >= width / 3 or (words > 1 and align != "center")

    if len(lines) < 2 or is_full(lines[-1]):
        return lines
    justified = align == "justify"
    # Break the last two lines anew, then the last three and so on, for a measure (``cap``) that
    # shrinks until a word more comes down to the last line. The widest measure is the best: then
    # the lines differ least from those above.
    floor = width * (_NARROWEST_JUSTIFIED if justified else _NARROWEST)
    best, best_cap = lines, floor
    for count in range(2, min(_MENDED, len(lines)) + 1):
        ending = lines[-count:]
        if ending[0].first is not None or any(line.indent for line in ending):
            continue
        # No word moves before the measure is below the widest line, the last line aside.
        cap = min(width, max(line.width for line in ending[:-1]))
        while cap > best_cap:
            tried = break_lines(block, cap - 0.001, ending[0].start, ending[-1].end, (), justified)
            if len(tried) > count:
                break
            if is_full(tried[-1]):
                best, best_cap = [*lines[:-count], *tried], cap
                break
            # A word that is wider than the measure does not change with a smaller measure.
            widths = [line.width for line in tried if line.width <= cap]
            cap = min(cap - 0.001, max(widths, default=best_cap))
    return best


def length(block: Block, line: Line) -> int:
    """Count the characters of a line; an icon is one, and an ideograph is as wide as two."""
    units = line.units(block)
    return sum(gap is not None for gap, *_ in units) + sum(
        1 if piece.icon is not None else _columns(piece.shaped.text)
        for _, unit, *_ in units
        for piece in unit.pieces
    )


def _columns(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(char) in "FW" else 1 for char in text)
