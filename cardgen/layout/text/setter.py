"""From broken lines to Text items, with lines under and through words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from msgspec import Struct

from cardgen.core.geometry import Matrix, Path, Rect
from cardgen.core.style import Paint
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Group, Item, Region, Shape, Shaped, Text
from cardgen.layout.text.bidi import visual_order
from cardgen.layout.text.block import Block
from cardgen.layout.text.breaking import Line
from cardgen.layout.text.faces import Face, ShapedPiece

_TOUCH = 1e-6


class Rules:
    """The lines along one line of text, which go on over spaces, icons and other faces.

    ``baseline`` is in mm, and so is all that is added; ``scale`` is below 1 where text was shrunk;
    ``paint`` tells the paint of a face.
    """

    def __init__(
        self, baseline: float, scale: float, paint: Callable[[Face], Paint], stamp: str
    ) -> None:
        self._baseline = baseline
        self._scale = scale
        self._paint = paint
        self._stamp = stamp
        self._drawn: dict[str, list[tuple[Face, float, float]]] = {"u": [], "s": []}

    def add(self, face: Face, x: float, width: float) -> None:
        """Go along something that is set in a face; one line as long as height and colour stay."""
        for tag in face.ruled:
            drawn = self._drawn[tag]
            if drawn and abs(drawn[-1][2] - x) < _TOUCH and _alike(drawn[-1][0], face):
                drawn[-1] = (drawn[-1][0], drawn[-1][1], x + width)
            else:
                drawn.append((face, x, x + width))

    def draw(self, begin: int, items: list[Item]) -> None:
        """Add the lines: those under words below the items from ``begin`` on, the others above."""
        items[begin:begin] = [self._line("u", *one) for one in self._drawn["u"]]
        items += [self._line("s", *one) for one in self._drawn["s"]]

    def _line(self, tag: str, face: Face, x: float, right: float) -> Shape:
        em = face.size * MM_PER_POINT / 1000 * self._scale
        top, width = (value * em for value in face.font.rule(tag))
        y = self._baseline - face.rise * self._scale - top
        return Shape(Path.rect(Rect(x, y, right - x, width)), self._paint(face), stamp=self._stamp)


def _alike(one: Face, other: Face) -> bool:
    """Whether a line goes on from one face to another, be that bolder or slanted."""
    return (one.size, one.rise, one.key.color) == (other.size, other.rise, other.key.color)


Spot = tuple[int, int]
"""The index of a unit in a block, and of a piece in that unit."""


class PieceMark(Struct, frozen=True):
    """Regions before the first and after the last of some pieces of a line."""

    first: Spot
    last: Spot
    begin: Sequence[Region]
    end: Sequence[Region]


def placed(
    block: Block, line: Line, x: float, scale: float = 1.0, stretch: float = 0.0
) -> Iterator[tuple[Face | None, ShapedPiece | None, Spot, float, float, int]]:
    """Yield the spaces and pieces of a line in the order in which they are read.

    Each is a face or a piece, with its spot, its left edge, its width and its level; ``x`` is the
    left edge of the line, and ``stretch`` what is added to each space.
    """
    if not block.levels:
        for gap, unit, i, skipped in line.units(block):
            if gap is not None:
                wide = gap.space_width * scale + stretch
                yield gap, None, (i, skipped), x, wide, 0
                x += wide
            for j, piece in enumerate(unit.pieces, skipped):
                yield None, piece, (i, j), x, piece.width * scale, 0
                x += piece.width * scale
        return
    parts: list[tuple[Face | None, ShapedPiece | None, Spot, float, int]] = []
    for gap, unit, i, skipped in line.units(block):
        if gap is not None:
            wide = gap.space_width * scale + stretch
            parts.append((gap, None, (i, skipped), wide, block.levels[i]))
        for j, piece in enumerate(unit.pieces, skipped):
            parts.append((None, piece, (i, j), piece.width * scale, piece.level))
    lefts = [0.0] * len(parts)
    for index in visual_order([level for *_, level in parts]):
        lefts[index] = x
        x += parts[index][3]
    for (face, part, spot, wide, level), left in zip(parts, lefts, strict=True):
        yield face, part, spot, left, wide, level


class SetText(Struct, frozen=True):
    """A text broken into lines for a width in mm.

    ``scale`` is below 1 where it was shrunk, ``tight`` where its lines are closer than its style
    says: what their heights are multiplied by.
    """

    block: Block
    lines: Sequence[Line]
    width: float
    align: str
    stamp: str
    scale: float = 1.0
    tight: float = 1.0
    spaced: ClassVar[bool] = False
    """Whether words are apart even for readers that do not look at their places."""

    @property
    def height(self) -> float:
        """Height of all lines."""
        return sum([line.height for line in self.lines]) * (self.scale * self.tight)

    def draw(self, x: float, y: float, items: list[Item]) -> None:
        """Add the items of all lines; ``x``, ``y`` is the top left corner.

        Each baseline is chosen so that the capitals are centred in the height of their line.
        """
        top = y
        for line in self.lines:
            marks = self.marks(line, x, y)
            self._draw_line(line, x, self.baseline(line, y), items, (x, top), marks)
            y += line.height * (self.scale * self.tight)

    def marks(self, line: Line, x: float, y: float) -> Sequence[PieceMark]:
        """Return what marks pieces of a line whose left top corner is given."""
        return ()

    def baseline(self, line: Line, y: float) -> float:
        """Return the baseline of a line whose top is given."""
        cap = self.block.face.cap_height * self.scale
        return y + (line.height * (self.scale * self.tight) + cap) / 2

    def _letters(self, x: float, y: float) -> Rect:
        """Return the box around all capitals, for a text at ``x``, ``y``: gradients fill it."""
        cap, scale = self.block.face.cap_height * self.scale, self.scale
        ends = [(at := self.aligned(line)[0], at + line.width * scale) for line in self.lines]
        left, right = min(start for start, _ in ends), max(end for _, end in ends)
        first, last = (self.lines[at].height * scale * self.tight for at in (0, -1))
        top, bottom = y + (first - cap) / 2, y + self.height - (last - cap) / 2
        return Rect(x + left, top, right - left, bottom - top)

    def aligned(self, line: Line) -> tuple[float, float]:
        """Return the indent of a line, and what is added to each of its spaces, in mm.

        The last line of a justified text stays as it is (CSS Text 3, section 6.3).
        """
        indent = line.indent * self.scale
        free = self.width - indent - line.width * self.scale
        before = 0.0 if self.leftward else indent
        if self.align == "center":
            return before + free / 2, 0.0
        if self.align == "right":
            return before + free, 0.0
        if self.align == "justify":
            spaces = sum(gap is not None for gap, *_ in line.units(self.block))
            if spaces and not line.last:
                return before, free / spaces
            return before + (free if self.leftward else 0.0), 0.0
        return before, 0.0

    @property
    def leftward(self) -> bool:
        """Whether it starts at the right."""
        return self.block.face.leftward

    def _draw_line(
        self,
        line: Line,
        x: float,
        baseline: float,
        items: list[Item],
        origin: tuple[float, float],
        marks: Sequence[PieceMark],
    ) -> None:
        block, scale = self.block, self.scale
        indent, stretch = self.aligned(line)
        x += indent
        begin = len(items)
        words: list[Shaped] = []
        face: Face | None = None
        font, start = "", x
        rules: Rules | None = None
        before = {mark.first: mark.begin for mark in marks}
        after = {mark.last: mark.end for mark in marks}

        def paint(face: Face) -> Paint:
            return face.gradient.on(self._letters(*origin)) if face.gradient else face.color

        def end_run() -> None:
            nonlocal words
            if words and face is not None:
                run = Text(
                    x=start,
                    y=baseline - face.rise * scale,
                    font=font,
                    size=face.size * scale,
                    color=face.color if face.gradient is None else paint(face),
                    words=tuple(words if level % 2 == 0 else reversed(words)),
                    stretch=stretch,
                    tracking=face.tracking * scale,
                    stamp=self.stamp,
                )
                items.append(run)
            words = []

        level, end = 0, x
        directed = bool(block.levels)
        for gap, piece, spot, at, wide, own in placed(block, line, x, scale, stretch):
            if directed and (own != level or abs((at + wide if own % 2 else at) - end) > _TOUCH):
                end_run()
                face = None
            level, end = own, at if own % 2 else at + wide
            if gap is not None:
                if gap is face and font == gap.font.key:
                    words.append(gap.space)
                else:
                    if self.spaced and words and face is not None and not directed:
                        words.append(face.space_in(font))
                    end_run()
                    face = None
                    if directed or (
                        self.spaced and begin != len(items) and isinstance(items[-1], Group)
                    ):
                        face, font, start = gap, gap.font.key, at
                        words.append(gap.space)
                if gap.ruled:
                    rules = rules or Rules(baseline, scale, paint, self.stamp)
                    rules.add(gap, at, wide)
            if piece is None:
                start = at if own % 2 else start
                continue
            if marks and spot in before:
                end_run()
                face = None
                items += before[spot]
            if piece.face.ruled:
                rules = rules or Rules(baseline, scale, paint, self.stamp)
                rules.add(piece.face, at, wide)
            if piece.icon is not None:
                end_run()
                face = None
                items.append(self._icon(piece, at, baseline))
            else:
                if piece.face is not face or piece.font != font:
                    end_run()
                    face, font, start = piece.face, piece.font, at
                words.append(piece.shaped)
                start = at if own % 2 else start
            if marks and spot in after:
                end_run()
                face = None
                items += after[spot]
        if self.spaced and words and face is not None and line.parts_words(block):
            words.append(face.space_in(font))
            start -= face.space_width * scale if level % 2 else 0.0
        end_run()
        if rules is not None:
            rules.draw(begin, items)

    def _icon(self, piece: ShapedPiece, x: float, baseline: float) -> Group:
        """Place an inline icon, centred on the capitals; ``scale="1"`` makes it as tall."""
        assert piece.icon is not None
        cap = piece.face.cap_height * self.scale
        height = cap * piece.scale
        factor = height / piece.icon.size.height
        top = baseline - piece.face.rise * self.scale - cap / 2 - height / 2
        matrix = Matrix(factor, 0.0, 0.0, factor, x, top)
        face, reads = piece.face, None
        if piece.alt:
            size, words = face.size * self.scale, (piece.shaped,)
            reads = Text(x, baseline, piece.font, size, face.color, words, stamp=self.stamp)
        return Group(piece.icon, matrix, stamp=self.stamp, alt=piece.alt, reads=reads)
