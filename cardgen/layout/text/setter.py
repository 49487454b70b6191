"""From lines to Text items."""

from __future__ import annotations

from cardgen.core.geometry import Matrix, Rect
from cardgen.frame import Group, Item, Shaped, Text
from cardgen.layout.text.block import Block, Line
from cardgen.layout.text.faces import Face, ShapedPiece


def set_lines(
    block: Block,
    lines: list[Line],
    rect: Rect,
    align: str,
    valign: str,
    scale: float,
    stamp: str,
    items: list[Item],
) -> None:
    """Add the runs of all lines. The baseline centres the capitals in the line's height."""
    total = sum(line.height for line in lines) * scale
    y = rect.y
    if valign == "middle":
        y += (rect.height - total) / 2
    elif valign == "bottom":
        y += rect.height - total
    cap = block.face.cap_height * scale
    for line in lines:
        height = line.height * scale
        baseline = y + (height + cap) / 2
        indent, stretch = aligned(block, line, rect.width, align, scale)
        _set_line(block, line, rect.x + indent, baseline, stretch, scale, stamp, items)
        y += height


def aligned(
    block: Block, line: Line, width: float, align: str, scale: float = 1.0
) -> tuple[float, float]:
    """Return how far in a line begins, and what is added to each of its spaces, in mm."""
    free = width - line.width * scale
    if align == "center":
        return free / 2, 0.0
    if align == "right":
        return free, 0.0
    if align == "justify" and not line.last:
        spaces = sum(1 for gap in block.gaps[line.start + 1 : line.end] if gap is not None)
        return 0.0, free / spaces if spaces else 0.0
    return 0.0, 0.0


def _set_line(
    block: Block,
    line: Line,
    x: float,
    baseline: float,
    stretch: float,
    scale: float,
    stamp: str,
    items: list[Item],
) -> None:
    words: list[Shaped] = []
    face: Face | None = None
    font, start = "", x

    def flush() -> None:
        nonlocal words
        if words and face is not None:
            items.append(
                Text(
                    start,
                    baseline,
                    font,
                    face.size * scale,
                    face.color,
                    tuple(words),
                    stretch,
                    face.tracking * scale,
                    stamp,
                )
            )
        words = []

    for i in range(line.start, line.end):
        gap = block.gaps[i] if i > line.start else None
        if gap is not None:
            if gap is face and font == gap.font.key:
                words.append(gap.space)
            else:
                flush()
                face = None
            x += gap.space_width * scale + stretch
        for piece in block.units[i].pieces:
            if piece.icon is not None:
                flush()
                face = None
                items.append(_icon(piece, x, baseline, scale, stamp))
            else:
                assert piece.shaped is not None
                if piece.face is not face or piece.font != font:
                    flush()
                    face, font, start = piece.face, piece.font, x
                words.append(piece.shaped)
            x += piece.width * scale
    flush()


def _icon(piece: ShapedPiece, x: float, baseline: float, scale: float, stamp: str) -> Group:
    """Place an inline icon: centred on the capitals, standing on the baseline at scale 1."""
    assert piece.icon is not None
    cap = piece.face.cap_height * scale
    height = cap * piece.scale
    factor = height / piece.icon.size.height
    top = baseline - cap / 2 - height / 2
    return Group(piece.icon, Matrix(factor, 0.0, 0.0, factor, x, top), stamp=stamp)
