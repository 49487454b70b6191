"""Words in columns that run from top to bottom, the first at the right, as in Japanese.

Which characters stand upright follows UAX #50 as far as a font tells: those that are as wide as
they are high, and those for which it has another form in vertical lines (feature `vert`). Others
are turned with their words, but for one or two digits among the former, which stand side by side.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import groupby
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.geometry import Matrix
from cardgen.frame import Shaped
from cardgen.layout.text.block import Block
from cardgen.layout.text.breaking import break_lines
from cardgen.layout.text.faces import ShapedPiece, Unit
from cardgen.layout.text.letters import Letter

_ABOVE = 0.88
"""How far the baseline is below the top of an ideograph's square, in ems."""
_QUARTER = Matrix.rotation(90)
_TURNED = frozenset("（）［］｛｝〈〉《》「」『』【】〔〕ー―—…‥～〜＝：；｜")
"""Wide characters that lie on their side where the font has no other form of them (UAX #50)."""
Turn = Literal["", "square", "word"]


class ColumnCell(Struct, frozen=True):
    """What stands in a column: an upright character, a turned word, or an icon.

    ``height`` is what it takes of the column, in mm at full size. A ``square`` is turned about its
    middle, a ``word`` runs down.
    """

    piece: ShapedPiece
    shaped: Shaped
    width: float
    height: float
    turn: Turn = ""

    def letter(self, cx: float, y: float, scale: float) -> tuple[Letter, Matrix]:
        """Return it as a letter at its place, given the middle of the column and its upper edge."""
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
        """How wide all columns are."""
        return self.pitch * len(self.columns)

    def placed(
        self, right: float, top: float, height: float, share: float
    ) -> list[tuple[Letter, Matrix]]:
        """Place all cells; ``share`` says how much of what a column leaves is above it."""
        found = []
        for index, (column, own) in enumerate(zip(self.columns, self.heights, strict=True)):
            middle, begin = right - (index + 0.5) * self.pitch, top + (height - own) * share
            found += [cell.letter(middle, begin + y * self.scale, self.scale) for cell, y in column]
        return found


def columns_of(block: Block, height: float, scale: float) -> TextColumns:
    """Break a text into columns of a height in mm; what is too high gets a column of its own."""
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
        for at in range(line.start, line.end):
            gap = block.gaps[at]
            y += gap.space_width if gap is not None and at > line.start else 0.0
            for cell in cells[at]:
                column.append((cell, y))
                y += cell.height
        columns.append(tuple(column))
        heights.append(y * scale)
    return TextColumns(tuple(columns), tuple(heights), block.face.line_height * scale, scale)


def _cells(unit: Unit, mixed: bool) -> Iterator[ColumnCell]:
    """Yield what a unit is made of; the text is ``mixed`` if it has wide characters at all."""
    for piece in unit.pieces:
        face = piece.face
        if piece.icon is not None:
            size = piece.icon.size
            yield ColumnCell(
                piece, piece.shaped, piece.width, piece.width * size.height / size.width
            )
            continue
        text = piece.shaped.text
        marked = [(_is_upright(piece, one), one) for one in _clusters(text)]
        for upright, part in groupby(marked, lambda pair: pair[0]):
            clusters = [one for _, one in part]
            words = "".join(clusters)
            if upright:
                for one in clusters:
                    tall = face.vertical(piece, one)
                    shaped = tall or face.part(piece, one).shaped
                    turn: Turn = "square" if tall is None and one in _TURNED else ""
                    width = shaped.width * face.em / 1000
                    yield ColumnCell(piece, shaped, width, face.em + face.tracking, turn)
            else:
                shaped = face.part(piece, words).shaped
                width = shaped.width * face.em / 1000 + len(shaped.glyphs) * face.tracking
                beside = mixed and words.isdecimal() and len(words) <= 2
                high = face.em + face.tracking if beside else width
                yield ColumnCell(piece, shaped, width, high, "" if beside else "word")


def _clusters(text: str) -> list[str]:
    found: list[str] = []
    for character in text:
        if found and unicodedata.combining(character):
            found[-1] += character
        else:
            found.append(character)
    return found


def _is_upright(piece: ShapedPiece, cluster: str) -> bool:
    if cluster.isascii():
        return False
    if unicodedata.east_asian_width(cluster[0]) in "WF":
        return True
    return piece.face.vertical(piece, cluster) is not None
