"""The index: words in alphabetical order, with the pages that name them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from cardgen.layout.book.context import PARAGRAPH, TextContext
from cardgen.layout.book.strips import Strip, moved, spaced, whole
from cardgen.model.document import Index
from cardgen.model.expansion import in_alphabet
from cardgen.model.richtext import Rich, escape, link

# Distances in mm on an A5 page.
_HANG = 3.0
"""Indent of the further lines of an entry."""
_LETTER = 2.0
"""Distance above the first entry of a letter."""


def set_index(context: TextContext, block: Index, width: float) -> list[Strip]:
    """Set the entries that stand on some page, each number linked to the first place there."""
    strips: list[Strip] = []
    letter = ""
    hang = context.mm(_HANG)
    for words, anchor in block.entries:
        pages = context.pages.all(anchor)
        if not pages and context.pages.known:
            continue
        markup = f"{escape(words)}&#160;&#160;{_linked(anchor, pages)}"
        entry = context.text(Rich(words, markup), "index", width - hang, block.at, "left")
        lines = whole(entry.strips())
        lines = [lines[0], *(moved(line, hang) for line in lines[1:])]
        if letter and in_alphabet(words)[0] != letter:
            lines[0] = replace(lines[0], before=context.mm(_LETTER))
        letter = in_alphabet(words)[0]
        strips += lines
    return spaced(strips, 0, context.mm(PARAGRAPH))


def ranges(pages: Sequence[int]) -> list[tuple[int, int]]:
    """Return the first and last page of each run of pages, from pages in order."""
    found: list[tuple[int, int]] = []
    for page in pages:
        if found and page <= found[-1][1] + 1:
            found[-1] = (found[-1][0], page)
        else:
            found.append((page, page))
    return found


def _linked(anchor: str, pages: Sequence[int]) -> str:
    """Write page numbers as links; see `cardgen.products.booklet_links` for their names.

    Both ends of a range are links: one link over two lines would show the last page on the second
    of them, and lead to the first.
    """
    shown = []
    for ends in ranges(pages):
        numbers = dict.fromkeys(ends)
        shown.append("–".join(link("to", f"{anchor}@{page}", str(page)) for page in numbers))
    return ", ".join(shown)
