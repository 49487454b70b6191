"""From broken lines to Text items, with lines under and through words.

`SetText.draw` computes the baselines, `place_pieces` the positions of words along a line, and
`_LineSetter` joins the words to as few items as it can, in reading order. Where a line mixes
directions, positions follow the visual order (UAX #9, section 3.4, rule L2), and an item ends where
the two orders differ.
"""

from collections.abc import Iterator, Sequence
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


def _alike(first: Face, second: Face) -> bool:
    """True if an underline continues between two faces that differ only in weight or slope."""
    return (first.size, first.rise, first.key.color) == (second.size, second.rise, second.key.color)


Spot = tuple[int, int]
"""The index of a unit in a block, and of a piece in that unit."""


class PieceMark(Struct, frozen=True):
    """The Regions before the first and after the last of several pieces of a line."""

    first: Spot
    last: Spot
    begin: Sequence[Region]
    end: Sequence[Region]


def place_pieces(
    block: Block, line: Line, x: float, scale: float = 1.0, stretch: float = 0.0
) -> Iterator[tuple[Face | None, ShapedPiece | None, Spot, float, float, int]]:
    """Yield the spaces and pieces of a line in the order in which they are read.

    Each is a face or a piece, with its spot, its left edge, its width and its level; ``x`` is the
    left edge of the line, and ``stretch`` the extra width of each space.
    """
    if not block.levels:
        for gap, unit, i, skipped in line.units(block):
            if gap is not None:
                wide = gap.space_width * scale + stretch
                yield gap, None, (i, skipped), x, wide, 0
                x += wide
            for j, piece in enumerate(unit.pieces, skipped):
                wide = piece.width * scale
                yield None, piece, (i, j), x, wide, 0
                x += wide
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

    ``scale`` multiplies the size of type, ``leading_factor`` the distance of lines; each is below 1
    if the text was shrunk or its lines are closer than its style says.
    """

    block: Block
    lines: Sequence[Line]
    width: float
    align: str
    stamp: str
    scale: float = 1.0
    leading_factor: float = 1.0
    spaced: ClassVar[bool] = False
    """Whether words are apart even for readers that do not look at their places."""

    @property
    def height(self) -> float:
        """Height of all lines."""
        return sum([line.height for line in self.lines]) * (self.scale * self.leading_factor)

    def draw(self, x: float, y: float, items: list[Item]) -> None:
        """Add the items of all lines; ``x``, ``y`` is the top left corner.

        Each baseline is chosen so that the capitals are centred in the height of their line.
        """
        top = y
        for line in self.lines:
            indent, stretch = self.align_line(line)
            setter = _LineSetter(self, self.baseline(line, y), stretch, (x, top), items, len(items))
            setter.add_line(line, x + indent, self.marks(line, x, y))
            y += line.height * (self.scale * self.leading_factor)

    def marks(self, line: Line, x: float, y: float) -> Sequence[PieceMark]:
        """Return the marks of the pieces of a line at ``x``, ``y``."""
        return ()

    def baseline(self, line: Line, y: float) -> float:
        """Return the baseline of a line whose top is given."""
        cap = self.block.face.cap_height * self.scale
        return y + (line.height * (self.scale * self.leading_factor) + cap) / 2

    def letters(self, x: float, y: float) -> Rect:
        """Return the box around all capitals, for a text at ``x``, ``y``: gradients fill it."""
        cap, scale = self.block.face.cap_height * self.scale, self.scale
        ends = [
            (line_x := self.align_line(line)[0], line_x + line.width * scale) for line in self.lines
        ]
        left, right = min(start for start, _ in ends), max(end for _, end in ends)
        first, last = (self.lines[index].height * scale * self.leading_factor for index in (0, -1))
        top, bottom = y + (first - cap) / 2, y + self.height - (last - cap) / 2
        return Rect(x + left, top, right - left, bottom - top)

    def align_line(self, line: Line) -> tuple[float, float]:
        """Return the indent of a line and the extra width of each of its spaces, in mm.

        The last line of a justified text is not stretched (CSS Text 3, section 6.3).
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
        """True if the text starts at the right."""
        return self.block.face.leftward


class _Run(Struct):
    """Adjacent words of one face, font and level, which become one `Text`."""

    face: Face
    font: str
    level: int
    left: float
    right: float
    words: list[Shaped]

    def add(self, word: Shaped, left: float, width: float) -> None:
        """Add a word, in reading order: a run of an odd level grows to the left."""
        self.words.append(word)
        if self.level % 2:
            self.left = left
        else:
            self.right = left + width

    def touches(self, left: float, width: float, level: int) -> bool:
        """Whether the next part in reading order has the same level and is beside the run."""
        apart = left + width - self.left if level % 2 else left - self.right
        return level == self.level and abs(apart) <= _TOUCH


_Rule = tuple[Face, float, float]
"""A line under or through words: the face of the first ones, its left and its right end."""


class _LineSetter(Struct):
    """Adds the items of one line, part after part in reading order.

    Words join a run for as long as possible: one `Text` is smaller than several, and is selected
    and searched as a whole. ``origin`` is the top left corner of the whole text, and ``begin`` the
    number of items before the line.
    """

    text: SetText
    baseline: float
    stretch: float
    origin: tuple[float, float]
    items: list[Item]
    begin: int
    run: _Run | None = None
    under: list[_Rule] = []
    through: list[_Rule] = []

    def add_line(self, line: Line, x: float, marks: Sequence[PieceMark]) -> None:
        """Add a line whose left edge is given."""
        block = self.text.block
        before = {mark.first: mark.begin for mark in marks}
        after = {mark.last: mark.end for mark in marks}
        directed = bool(block.levels)
        parts = place_pieces(block, line, x, self.text.scale, self.stretch)
        for gap, piece, spot, left, width, level in parts:
            # Where directions mix, the next part to read may be elsewhere on the line (UAX #9, L2).
            if directed and self.run and not self.run.touches(left, width, level):
                self._end_run()
            if gap is not None:
                self._add_space(gap, left, width, level)
                if gap.ruled:
                    self._add_rule(gap, left, width)
            elif piece is not None:
                if marks:
                    self._add_tags(before.get(spot, ()))
                if piece.icon is None:
                    self._add_word(piece.face, piece.font, piece.shaped, left, width, level)
                else:
                    self._end_run()
                    self.items.append(self._icon(piece, left))
                if piece.face.ruled:
                    self._add_rule(piece.face, left, width)
                if marks:
                    self._add_tags(after.get(spot, ()))
        if self.run is not None and self.text.spaced and line.parts_words(block):
            # Without a space at its end, a reader joins the last word with the next line's first
            # word.
            run, width = self.run, self.run.face.space_width * self.text.scale
            run.add(run.face.space_in(run.font), run.left - width, width)
        self._end_run()
        if self.under or self.through:
            self.items[self.begin : self.begin] = [self._rule("u", *rule) for rule in self.under]
            self.items += [self._rule("s", *rule) for rule in self.through]

    def _add_space(self, gap: Face, left: float, width: float, level: int) -> None:
        """Add a space to the run, or begin another run if its face differs.

        A space has no ink. Cards omit it between two runs: the gap on paper is enough.
        """
        run = self.run
        if run is not None and gap is run.face and run.font == gap.font.key:
            run.add(gap.space, left, width)
            return
        directed, spaced = bool(self.text.block.levels), self.text.spaced
        if spaced and run is not None and not directed:
            run.add(run.face.space_in(run.font), left, width)
        self._end_run()
        after_icon = len(self.items) > self.begin and isinstance(self.items[-1], Group)
        if directed or (spaced and after_icon):
            self._add_word(gap, gap.font.key, gap.space, left, width, level)

    def _add_word(
        self, face: Face, font: str, word: Shaped, left: float, width: float, level: int
    ) -> None:
        """Add a word to the run, or begin another if its face or font is another."""
        run = self.run
        if run is None or face is not run.face or font != run.font:
            self._end_run()
            run = self.run = _Run(face, font, level, left, left, [])
        run.add(word, left, width)

    def _add_tags(self, tags: Sequence[Region]) -> None:
        if tags:
            self._end_run()
            self.items += tags

    def _add_rule(self, face: Face, left: float, width: float) -> None:
        """Draw lines under and through a part; equal height and colour continue a line."""
        for tag in face.ruled:
            rules = self.under if tag == "u" else self.through
            if rules and abs(rules[-1][2] - left) < _TOUCH and _alike(rules[-1][0], face):
                rules[-1] = (rules[-1][0], rules[-1][1], left + width)
            else:
                rules.append((face, left, left + width))

    def _rule(self, tag: str, face: Face, left: float, right: float) -> Shape:
        em = face.size * MM_PER_POINT / 1000 * self.text.scale
        top, width = (value * em for value in face.font.rule(tag))
        y = self.baseline - face.rise * self.text.scale - top
        rect = Rect(left, y, right - left, width)
        return Shape(Path.rect(rect), self._paint(face), stamp=self.text.stamp)

    def _paint(self, face: Face) -> Paint:
        gradient = face.gradient
        return face.color if gradient is None else gradient.on(self.text.letters(*self.origin))

    def _end_run(self) -> None:
        run, text, self.run = self.run, self.text, None
        if run is None:
            return
        face, words = run.face, run.words
        item = Text(
            x=run.left,
            y=self.baseline - face.rise * text.scale,
            font=run.font,
            size=face.size * text.scale,
            color=self._paint(face),
            # Glyphs are in visual order, so words must be, too.
            words=tuple(reversed(words) if run.level % 2 else words),
            stretch=self.stretch,
            tracking=face.tracking * text.scale,
            stamp=text.stamp,
        )
        self.items.append(item)

    def _icon(self, piece: ShapedPiece, x: float) -> Group:
        """Place an inline icon, centred on the capitals; ``scale="1"`` makes it as tall."""
        assert piece.icon is not None
        face, text, reads = piece.face, self.text, None
        cap = face.cap_height * text.scale
        height = cap * piece.scale
        factor = height / piece.icon.size.height
        top = self.baseline - face.rise * text.scale - cap / 2 - height / 2
        matrix = Matrix(factor, 0.0, 0.0, factor, x, top)
        if piece.alt:
            size, words = face.size * text.scale, (piece.shaped,)
            reads = Text(x, self.baseline, piece.font, size, face.color, words, stamp=text.stamp)
        return Group(piece.icon, matrix, stamp=text.stamp, alt=piece.alt, reads=reads)
