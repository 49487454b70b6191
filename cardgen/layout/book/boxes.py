"""Sets blocks that have a frame or a picture.

These are notes, quotes and columns around other blocks; pictures, figures and rows of cards with
their captions; and the inventory, which shows each kind of piece above its number and name.
"""

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import LayoutError, Location
from cardgen.core.geometry import Matrix, Path, Rect
from cardgen.frame import Frame, Group, Shape, Stroke
from cardgen.frame.reach import frame_bounds, intersection
from cardgen.frame.words import frame_words
from cardgen.layout import problems
from cardgen.layout.book.context import BLOCK_SPACING, TextContext
from cardgen.layout.book.lines import LinkedText, stamp_of
from cardgen.layout.book.strips import (
    Column,
    Paint,
    Strip,
    balance,
    mark_full_width,
    overfull,
    space_strips,
    stack,
    whole,
)
from cardgen.layout.book.tags import describe_items, inside, tag_strips
from cardgen.layout.box import LARGE, LayoutNode
from cardgen.layout.canvas import Canvas, outline
from cardgen.model.document import CardRow, Columns, Figure, Inventory, Note, PictureBlock
from cardgen.model.pieces import Pieces
from cardgen.model.richtext import Break, Rich
from cardgen.template.element import Element

# Distances in mm on an A5 page.
_PAD = 3.2
_BAR = 1.1
_GUTTER = 6.0


def note_room(context: TextContext, width: float) -> float:
    """Return the width of the text in a box."""
    return width - context.mm(2 * _PAD + _BAR)


def set_note(context: TextContext, block: Note, inner: list[Strip], width: float) -> list[Strip]:
    """Put a title and strips, `note_room` wide, into a box; the box is a single strip."""
    strips: list[Strip] = []
    if block.title:
        title = context.text(
            block.title, "note-title", note_room(context, width), block.location, "start"
        )
        strips += space_strips(tag_strips("P", title.strips()), 0, context.mm(1.0))
    strips += inner
    column = stack(strips)
    pad, bar, above = context.mm(_PAD), context.mm(_BAR), context.mm(_PAD - 0.3)
    height = column.height + 2 * above
    tint, accent = context.color("tint"), context.color("accent")
    stamp = stamp_of(block.location)

    def draw(canvas: Canvas, x: float, y: float) -> None:
        box = Rect(x, y, width, height)
        canvas.items.append(Shape(Path.rect(box), fill=tint, stamp=stamp))
        edge = Rect(x + context.left_edge(0, bar, width), y, bar, height)
        canvas.items.append(Shape(Path.rect(edge), fill=accent, stamp=stamp))
        inside = context.left_edge(bar + pad, note_room(context, width), width)
        for placed_strip in column.placed_strips:
            placed_strip.strip.paint(canvas, x + inside, y + above + placed_strip.y)

    strip = Strip(height, draw, anchors=column.anchors, stamp=stamp, subject="the box")
    before, after = context.mm(BLOCK_SPACING), context.mm(BLOCK_SPACING + 0.6)
    return space_strips(tag_strips("Div", [strip]), before, after)


def columns_room(context: TextContext, block: Columns, width: float) -> float:
    """Return the width of one column."""
    return (width - context.mm(_GUTTER) * (block.count - 1)) / block.count


def set_columns(
    context: TextContext,
    block: Columns,
    remaining_strips: list[Strip],
    width: float,
    used_height: float,
) -> list[Strip]:
    """Put strips, `columns_room` wide, side by side; return one strip for each page they fill.

    ``used_height`` is the room in mm taken by a heading that is kept with the first of them. Raises
    LayoutError for strips that are kept together but taller than a page.
    """
    own = columns_room(context, block, width)
    step = own + context.mm(_GUTTER)
    boxes: list[Strip] = []
    while remaining_strips:
        room = context.height - (used_height if not boxes else 0.0)
        columns = balance(remaining_strips, block.count, room)
        if wrong := overfull(remaining_strips, columns, room):
            subject, strip, tall = wrong[0]
            location = Location.parse(strip.stamp)
            raise LayoutError(problems.taller_than_page(location, subject, tall, room))
        height = max(column.height for column in columns)

        def draw(canvas: Canvas, x: float, y: float, columns: list[Column] = columns) -> None:
            for i, column in enumerate(columns):
                left = context.left_edge(i * step, own, width)
                for placed_strip in column.placed_strips:
                    placed_strip.strip.paint(canvas, x + left, y + placed_strip.y)

        anchors = tuple(anchor for column in columns for anchor in column.anchors)
        stamp = stamp_of(block.location)
        boxes.append(Strip(height, draw, anchors=anchors, stamp=stamp, subject="a column"))
        end = columns[-1].end
        head = remaining_strips[end].head if end < len(remaining_strips) else None
        remaining_strips = remaining_strips[end:]
        if head is not None:
            remaining_strips = [head, *remaining_strips]
    return space_strips(boxes, 0, context.mm(BLOCK_SPACING))


# Distances in mm on an A5 page.
_BETWEEN_CARDS = 3.5
_TO_CAPTION = 1.6
_CORNER = 3.0
"""Corner radius of a pictured card, at its true size."""


def set_picture(context: TextContext, block: PictureBlock, width: float) -> list[Strip]:
    """Set a raster picture at its natural size, or as wide as the text if that is less."""
    node = context.reader.tree(Element("image", ("src", block.source), stamp_of(block.location)))
    natural, tall = node.box.preferred_size(node, width, LARGE, context.canvas)
    if natural <= context.measure < width:
        return mark_full_width(set_picture(context, block, context.measure))
    wide, words = min(width, natural), context.without_notes(block.alt or block.caption).plain
    paint = _centre_paint(node, wide, tall, width)
    strip = _picture_strip(context, paint, tall, block.location, "the picture", words)
    return _add_caption(context, strip, block.caption, width, block.location, bare=True)


def set_figure(context: TextContext, block: Figure, width: float) -> list[Strip]:
    """Set a figure that a template draws."""
    node = context.reader.tree(context.render(block))
    natural, tall = node.box.preferred_size(node, width, LARGE, context.canvas)
    wide = min(width, natural) if node.element.tag == "image" else width
    words = context.without_notes(block.alt or block.caption).plain
    tall = block.height or tall
    place = _centre_paint(node, wide, tall, width)
    context.keys.note(block, node)
    if not (block.alt or block.decorative):
        context.canvas.report(problems.no_alt(block.location))

    def paint(canvas: Canvas, x: float, y: float) -> None:
        start = len(canvas.items)
        place(canvas, x, y)
        context.keys.link_markers(block, canvas, start)

    strip = _picture_strip(context, paint, tall, block.location, "the figure", words)
    return _add_caption(context, strip, block.caption, width, block.location, block.decorative)


def _centre_paint(node: LayoutNode, wide: float, tall: float, width: float) -> Paint:
    def place(canvas: Canvas, x: float, y: float) -> None:
        canvas.place(node, Rect(x + (width - wide) / 2, y, wide, tall))

    return place


def _picture_strip(
    context: TextContext, paint: Paint, tall: float, location: Location, subject: str, words: str
) -> Strip:
    """Return a strip with a picture whose alternative text is ``words``, or else its own text."""

    def draw(canvas: Canvas, x: float, y: float) -> None:
        start = len(canvas.items)
        paint(canvas, x, y)
        content_frame = Frame(context.spec.size, canvas.items[start:])
        box = intersection(
            frame_bounds(content_frame), canvas.trim
        )  # templates may draw beyond their own
        canvas.items[start:] = describe_items(
            words or frame_words(content_frame), box, canvas.items[start:]
        )

    stamp, overhangs = stamp_of(location), subject == "the figure"
    return Strip(tall, draw, stamp=stamp, subject=subject, overhangs=overhangs)


def set_cards(context: TextContext, block: CardRow, width: float) -> list[Strip]:
    """Set cards side by side, reduced if they would not fit."""
    # Draw each card from its own Frame; a missing card is reported, and the row is left out.
    frames: list[Frame] = []
    for reference in block.cards:
        side = "face" if "/" in reference.name else "back"
        frame = context.canvas.picture(f"{reference.name}/{side}", reference.location)
        if frame is None:
            return []
        frames.append(frame)
    between = context.mm(_BETWEEN_CARDS)
    gaps = between * (len(frames) - 1)
    scales = [min(1.0, block.width / frame.size.width) for frame in frames]
    total = sum(f.size.width * s for f, s in zip(frames, scales, strict=True))
    # A row that fits the measure of running text is aligned with it; others use the full width.
    if total + gaps <= context.measure < width:
        return mark_full_width(set_cards(context, block, context.measure))
    shrink = min(1.0, (width - gaps) / total)
    scales = [scale * shrink for scale in scales]
    height = max(f.size.height * s for f, s in zip(frames, scales, strict=True))
    left = (width - total * shrink - gaps) / 2
    outline, stamp = context.color("line"), stamp_of(block.location)

    def words(frame: Frame) -> str:
        if not block.alt:
            return frame_words(frame)
        # The alternative text of the row belongs to its first card.
        return context.without_notes(block.alt).plain if frame is frames[0] else ""

    def draw(canvas: Canvas, x: float, y: float) -> None:
        start = left
        for frame, scale in zip(frames, scales, strict=True):
            clip = Path.rect(frame.trim, _CORNER)
            picture_x = x + context.left_edge(start, frame.size.width * scale, width)
            matrix = Matrix(scale, 0.0, 0.0, scale, picture_x, y)
            size = Rect(picture_x, y, frame.size.width * scale, frame.size.height * scale)
            group = Group(frame, matrix, clip, stamp=stamp)
            canvas.items += describe_items(words(frame), size, [group])
            edge = Path.rect(size, _CORNER * scale)
            canvas.items.append(Shape(edge, stroke=Stroke(outline, 0.15), stamp=stamp))
            start += size.width + between

    strip = Strip(height, draw, stamp=stamp, subject="the picture of a card")
    return _add_caption(context, strip, block.caption, width, block.location, block.decorative)


def _add_caption(
    context: TextContext, strip: Strip, caption: Rich, width: float, location: Location, bare: bool
) -> list[Strip]:
    """Put a caption below a picture, and keep the two together.

    A picture without a caption is reported, unless ``bare`` says that it needs none.
    """
    strips = [strip]
    if not (caption or bare):
        context.canvas.report(problems.no_caption(location, strip.subject))
    if caption:
        words = tag_strips(
            "P", context.text(caption, "caption", width, location, "center").strips()
        )
        strips = [
            replace(strip, keep=True),
            *space_strips(whole(words), context.mm(_TO_CAPTION), 0),
        ]
    return space_strips(strips, context.mm(BLOCK_SPACING), context.mm(BLOCK_SPACING + 0.8))


# Distances in mm on an A5 page.
_SCALE = 0.24
"""Pieces are drawn at this share of their size, ..."""
_LEAST, _MOST = 11.5, 21.0
"""... but no less and no more high than this, ..."""
_WIDEST = 48.0
"""... nor wider."""
_STEP, _CARDS_STEP = 1.06, 0.6
"""The distance between the left edges of neighbouring pictures, in widths: cards overlap, other
pictures only if room is short."""
_NARROWEST = 17.0
"""Room for the words below a picture."""
_APART = 3.5
_TO_WORDS = 1.4


class _Tile(Struct, frozen=True):
    """One kind: its pictures with their outlines and scales, and the words below them, in mm."""

    pictures: tuple[tuple[Frame, Path, float], ...]
    words: LinkedText
    step: float
    extent: float
    width: float


def set_inventory(context: TextContext, block: Inventory, width: float) -> list[Strip]:
    """Return the inventory as strips: rows of tiles with similar widths."""
    tiles = [_tile(context, block, pieces, width) for pieces in block.pieces]
    rows = _balance_rows(tiles, width, context.mm(_APART))
    strips = [_tile_row(context, block, row, width) for row in rows]
    strips = [part for strip in strips for part in space_strips([strip], 0, context.mm(_APART))]
    # Rows stay together if a page has room for all of them.
    strips[:-1] = [replace(strip, keep=True, weak=True) for strip in strips[:-1]]
    return space_strips(strips, context.mm(BLOCK_SPACING), context.mm(BLOCK_SPACING))


def _tile(context: TextContext, block: Inventory, pieces: Pieces, width: float) -> _Tile:
    pictures = []
    share = 1.0 if block.height is None else block.height / _MOST
    for picture in pieces.pictures:
        frame = context.canvas.picture(picture.side, block.location)
        if frame is None:
            continue
        size = frame.size
        high = min(max(size.height * _SCALE, _LEAST), _MOST) * share
        scale = context.mm(min(high / size.height, _WIDEST * share / size.width))
        pictures.append((frame, outline(picture.outline, size), scale))
    widths = [frame.size.width * scale for frame, _, scale in pictures]
    step, extent = 0.0, sum(widths)
    if len(widths) > 1:
        usual = _CARDS_STEP if pieces.pictures[0].outline == "card" else _STEP
        before = sum(widths[:-1])
        step = min(usual, (min(context.mm(_WIDEST), width) - widths[-1]) / before)
        extent = before * step + widths[-1]
    count = context.strong((str(pieces.count),), context.spec.styles["caption"])
    title = (Break(), pieces.title) if pieces.title else ()
    words = Rich.of(*count, f" {pieces.noun}", *title)
    word_width = context.word_width(words, "caption", block.location)
    room = max(extent, context.mm(_NARROWEST), word_width)
    room = min(room, width)
    set_words = context.text(words, "caption", room, block.location, "center")
    return _Tile(tuple(pictures), set_words, step, extent, room)


def _rows(tiles: list[_Tile], room: float, apart: float) -> list[list[_Tile]]:
    rows: list[list[_Tile]] = []
    row_width = room
    for tile in tiles:
        if not rows or row_width + apart + tile.width > room + 1e-6:
            rows.append([])
            row_width = -apart
        rows[-1].append(tile)
        row_width += apart + tile.width
    return rows


def _balance_rows(tiles: list[_Tile], width: float, apart: float) -> list[list[_Tile]]:
    """Distribute tiles over the smallest number of rows, with rows of similar widths."""
    rows = _rows(tiles, width, apart)
    widest = max((tile.width for tile in tiles), default=0.0)
    room = width
    while room - 1.0 >= widest:
        room -= 1.0
        tried = _rows(tiles, room, apart)
        if len(tried) > len(rows):
            break
        rows = tried
    return rows


def _tile_row(context: TextContext, block: Inventory, row: list[_Tile], width: float) -> Strip:
    heights = (frame.size.height * scale for tile in row for frame, _, scale in tile.pictures)
    high = max(heights, default=0.0)
    below = high + context.mm(_TO_WORDS)
    height = below + max(tile.words.height for tile in row)
    free = (width - sum(tile.width for tile in row)) / len(row)
    edge, stamp = Stroke(context.color("line"), 0.15), stamp_of(block.location)

    def draw(canvas: Canvas, x: float, y: float) -> None:
        start = free / 2
        for tile in row:
            slot = x + context.left_edge(start, tile.width, width)
            left = slot + (tile.width - tile.extent) / 2
            for frame, clip, scale in tile.pictures:
                top = y + high - frame.size.height * scale
                matrix = Matrix(scale, 0.0, 0.0, scale, left, top)
                canvas.items.append(Group(frame, matrix, clip, stamp=stamp))
                canvas.items.append(Shape(clip.transform(matrix), stroke=edge, stamp=stamp))
                left += frame.size.width * scale * tile.step
            inside("P", tile.words.paint)(canvas, slot, y + below)
            start += tile.width + free

    return Strip(height, draw, stamp=stamp, subject="the row of pieces")
