"""Pictures, figures and rows of pictured cards, with their captions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardgen.core.geometry import Matrix, Path, Rect
from cardgen.frame import Frame, Group, Shape, Stroke
from cardgen.layout import problems
from cardgen.layout.book.context import APART, TextContext
from cardgen.layout.book.lines import stamp_of, tagged
from cardgen.layout.book.strips import Strip, measured, spaced, whole
from cardgen.layout.box import LARGE, LayoutNode
from cardgen.layout.canvas import Canvas
from cardgen.model.document import CardRow, Figure, PictureBlock
from cardgen.model.richtext import Rich

if TYPE_CHECKING:
    from cardgen.core.diagnostics import Location

# Distances in mm on an A5 page.
_BETWEEN_CARDS = 3.5
_TO_CAPTION = 1.6
_CORNER = 3.0
"""Corner radius of a pictured card, at its true size."""


def set_picture(context: TextContext, block: PictureBlock, width: float) -> list[Strip]:
    """Set a raster picture at its natural size, or as wide as the text if that is less."""
    node = context.reader.tree(tagged("image", block.at, "", src=block.source))
    natural, tall = node.box.wanted(node, width, LARGE, context.canvas)
    if natural <= context.measure < width:
        return measured(set_picture(context, block, context.measure))
    strip = _drawn(node, min(width, natural), tall, width, block.at, "the picture")
    return _captioned(context, strip, block.caption, width, block.at, bare=True)


def set_figure(context: TextContext, block: Figure, width: float) -> list[Strip]:
    """Set a figure that a template draws."""
    node = context.reader.tree(context.render(block))
    natural, tall = node.box.wanted(node, width, LARGE, context.canvas)
    wide = min(width, natural) if node.element.tag == "image" else width
    plain = _drawn(node, wide, block.height or tall, width, block.at, "the figure")
    context.keys.note(block, node)

    def draw(canvas: Canvas, x: float, y: float) -> None:
        start = len(canvas.items)
        plain.paint(canvas, x, y)
        context.keys.link_markers(block, canvas, start)

    strip = replace(plain, paint=draw)
    return _captioned(context, strip, block.caption, width, block.at, block.decorative)


def _drawn(
    node: LayoutNode, wide: float, tall: float, width: float, at: Location, what: str
) -> Strip:
    """Return a strip with a box centred in the width of the text."""

    def draw(canvas: Canvas, x: float, y: float) -> None:
        canvas.place(node, Rect(x + (width - wide) / 2, y, wide, tall))

    return Strip(tall, draw, stamp=stamp_of(at), what=what)


def set_cards(context: TextContext, block: CardRow, width: float) -> list[Strip]:
    """Set cards side by side, reduced if they would not fit."""
    frames: list[Frame] = []
    for reference in block.cards:
        side = "face" if "/" in reference.name else "back"
        frame = context.canvas.picture(f"{reference.name}/{side}", reference.at)
        if frame is None:
            return []
        frames.append(frame)
    between = context.mm(_BETWEEN_CARDS)
    gaps = between * (len(frames) - 1)
    scales = [min(1.0, block.width / frame.size.width) for frame in frames]
    total = sum(f.size.width * s for f, s in zip(frames, scales, strict=True))
    if total + gaps <= context.measure < width:
        return measured(set_cards(context, block, context.measure))
    shrink = min(1.0, (width - gaps) / total)
    scales = [scale * shrink for scale in scales]
    height = max(f.size.height * s for f, s in zip(frames, scales, strict=True))
    left = (width - total * shrink - gaps) / 2
    outline, stamp = context.paint("line"), stamp_of(block.at)

    def draw(canvas: Canvas, x: float, y: float) -> None:
        x += left
        for frame, scale in zip(frames, scales, strict=True):
            clip = Path.rect(frame.trim, _CORNER)
            matrix = Matrix(scale, 0.0, 0.0, scale, x, y)
            canvas.items.append(Group(frame, matrix, clip, stamp=stamp))
            size = Rect(x, y, frame.size.width * scale, frame.size.height * scale)
            edge = Path.rect(size, _CORNER * scale)
            canvas.items.append(Shape(edge, stroke=Stroke(outline, 0.15), stamp=stamp))
            x += size.width + between

    strip = Strip(height, draw, stamp=stamp, what="the picture of a card")
    return _captioned(context, strip, block.caption, width, block.at, block.decorative)


def _captioned(
    context: TextContext, strip: Strip, caption: Rich, width: float, at: Location, bare: bool
) -> list[Strip]:
    """Put a caption below a picture, and keep the two together.

    One without is reported, unless it is meant to be ``bare``.
    """
    strips = [strip]
    if not (caption or bare):
        context.canvas.report(problems.no_caption(at, strip.what))
    if caption:
        words = context.text(caption, "caption", width, at, "center").strips()
        strips = [replace(strip, keep=True), *spaced(whole(words), context.mm(_TO_CAPTION), 0)]
    return spaced(strips, context.mm(APART), context.mm(APART + 0.8))
