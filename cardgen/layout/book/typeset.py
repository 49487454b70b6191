"""From blocks to strips: calls the setter of each kind of block, and collects diagnostics."""

from collections.abc import Sequence

from msgspec.structs import replace

from cardgen.core.diagnostics import CardgenError, Diagnostic
from cardgen.layout import problems
from cardgen.layout.book.boxes import (
    columns_room,
    note_room,
    set_cards,
    set_columns,
    set_figure,
    set_inventory,
    set_note,
    set_picture,
)
from cardgen.layout.book.context import BLOCK_SPACING, INDENT, PARAGRAPH, TextContext
from cardgen.layout.book.headings import set_contents, set_heading, set_index
from cardgen.layout.book.keeping import KeptBlocks
from cardgen.layout.book.strips import (
    SLACK,
    Strip,
    kept_height,
    mark_full_width,
    shift,
    space_strips,
)
from cardgen.layout.book.tables import listing_indent, set_listing, set_table
from cardgen.layout.book.tags import tag_strips
from cardgen.model.document import (
    Block,
    CardRow,
    Columns,
    Contents,
    Divider,
    Figure,
    Heading,
    Index,
    Inventory,
    Listing,
    Note,
    PageBreak,
    Paragraph,
    PictureBlock,
    Quote,
    Spread,
    TableBlock,
    flat,
)

_WIDE = (Spread, Inventory, Heading, TableBlock, Columns, PictureBlock, Figure, CardRow)
"""Blocks that decide for themselves whether they are wider than running text."""


class Typesetter:
    """Turns the blocks of one text into strips; ``found`` collects the diagnostics."""

    def __init__(self, context: TextContext, kept_blocks: KeptBlocks) -> None:
        self.context = context
        self._kept = kept_blocks
        self.diagnostics: list[Diagnostic] = []
        self._headings = [b for b in flat(context.spec.blocks) if isinstance(b, Heading)]
        self._set: dict[tuple[int, float, str, float], list[Strip]] = {}
        """Strips without page numbers by block: they are the same in the next round."""

    def strips(self, blocks: Sequence[Block], width: float, role: str = "text") -> list[Strip]:
        """Set blocks one after another; a broken one is reported and left out."""
        strips: list[Strip] = []
        fresh = False
        before: Block | None = None
        for block in blocks:
            if isinstance(block, PageBreak):
                fresh = True
                continue
            diagnostic_count = len(self.diagnostics)
            used_height = kept_height(strips) if not fresh else 0.0
            try:
                new_strips = self._cached_strips(block, width, role, used_height)
            except CardgenError as error:
                self.diagnostics += [
                    item if item.location else replace(item, location=block.location)
                    for item in error.diagnostics
                ]
                continue
            if len(self.diagnostics) == diagnostic_count:  # otherwise a block inside is to blame
                room = self.context.height
                self.diagnostics += [
                    problems.taller_than_page(block.location, strip.subject, strip.height, room)
                    for strip in new_strips
                    if strip.height > room + SLACK
                ]
            if fresh and new_strips:
                new_strips[0] = replace(new_strips[0], fresh=True)
                fresh = False
            if (
                strips
                and new_strips
                and isinstance(block, Listing)
                and isinstance(before, Paragraph)
            ):
                # A sentence that introduces the list stays with it.
                introduces = before.text.plain.rstrip().endswith((":", ","))
                strips[-1] = replace(strips[-1], keep=introduces or strips[-1].keep)
            strips += new_strips
            before = block
        return strips

    def _cached_strips(
        self, block: Block, width: float, role: str, used_height: float
    ) -> list[Strip]:
        """Return the strips of a block, from an earlier round if they are still valid."""
        key = (id(block), width, role, used_height if isinstance(block, Columns) else 0.0)
        strips = self._set.get(key)
        if strips is None:
            strips = self._kept.take(block, key[3], lambda: self._set_block(block, key))
            if strips is None:
                strips = self._set_block(block, key)
            else:
                self._set[key] = strips
        return list(strips)

    def _set_block(self, block: Block, key: tuple[int, float, str, float]) -> list[Strip]:
        """Set a block, and remember it if there are no page numbers in it."""
        pages, diagnostic_count = self.context.pages, len(self.diagnostics)
        reads = self.context.canvas.library.reads
        around, pages.was_read = pages.was_read, False
        try:
            with reads.recording() as names:
                _, width, role, used_height = key
                measure = self.context.measure
                # A block is as wide as the measure, unless it may take all of the width.
                if measure >= width or isinstance(block, _WIDE):
                    strips = self._block(block, width, role, used_height)
                else:
                    strips = mark_full_width(self._block(block, measure, role, used_height))
            if not pages.was_read and len(self.diagnostics) == diagnostic_count:
                self._set[key] = list(strips)
                self._kept.note(block, key[3], strips, names)
            return strips
        finally:
            reads.names |= names
            pages.was_read |= around

    def _block(self, block: Block, width: float, role: str, used_height: float) -> list[Strip]:
        context = self.context
        # Blocks that contain blocks set these first, at the width that is left for them, and then
        # indent or frame the strips. A spread marks its strips; its line number identifies it.
        match block:
            case Heading():
                return set_heading(context, block, width)
            case Paragraph():
                own = block.role if block.role != "text" else role
                lines = context.text(block.text, own, width, block.location).strips()
                lines = tag_strips("Note" if block.role == "note" else "P", lines)
                return space_strips(lines, 0, context.mm(PARAGRAPH))
            case Listing():
                room = width - listing_indent(context, block, role)
                items = [self.strips(item, room, role) for item in block.items]
                return set_listing(context, block, items, role, width)
            case TableBlock():
                return set_table(context, block, width)
            case Quote():
                indent = context.mm(INDENT)
                inner = self.strips(block.blocks, width - 2 * indent, "quote")
                strips = tag_strips("BlockQuote", [shift(strip, indent) for strip in inner])
                return space_strips(strips, context.mm(BLOCK_SPACING), context.mm(BLOCK_SPACING))
            case Note():
                inner = self.strips(block.blocks, note_room(context, width), "note")
                return set_note(context, block, inner, width)
            case Columns():
                inner = self.strips(block.blocks, columns_room(context, block, width), role)
                return set_columns(context, block, inner, width, used_height)
            case Spread():
                inner = self.strips(block.blocks, width, role)
                return [replace(strip, spread=block.location.line) for strip in inner]
            case Inventory():
                return set_inventory(context, block, width)
            case PictureBlock():
                return set_picture(context, block, width)
            case Figure():
                return set_figure(context, block, width)
            case CardRow():
                return set_cards(context, block, width)
            case Divider():
                line = context.line(width, "line", 0.25, block.location)
                return space_strips([line], context.mm(BLOCK_SPACING), context.mm(BLOCK_SPACING))
            case Index():
                return set_index(context, block, width)
            case Contents():
                return set_contents(context, block, self._headings, width)
        return []
