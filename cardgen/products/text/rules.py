"""A rule text as passages: its blocks one after the other, with numbered sections.

There are no pages: where a text names one, the number of the section stands in its place. Tables
are read row by row, each cell behind the head of its column; of pictures, their captions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count

from cardgen.model.document import (
    Block,
    CardRow,
    Columns,
    Figure,
    Heading,
    Index,
    Inventory,
    Listing,
    Note,
    Paragraph,
    PictureBlock,
    Quote,
    Spread,
    TableBlock,
    block_texts,
    flat,
)
from cardgen.model.flowing import FlowSpec
from cardgen.model.pieces import Pieces
from cardgen.model.richtext import Fact, Rich, nodes_in
from cardgen.model.words import one_line, read_aloud, spoken
from cardgen.products.text.plain import Passage

_PAGE = re.compile(r"\b([Pp])age(s?)(?=\s+$)")
_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_ENDS = (".", "!", "?", ":", "…", "”", ")")
_LAST = (*_ENDS, "]")  # of a note


def inventory_line(pieces: Pieces) -> str:
    """Say how many pieces of a kind there are."""
    return f"{pieces.count} {pieces.noun}" + (f": {pieces.title}" if pieces.title else "")


class RuleReader:
    """Reads the blocks of one text; ``depth`` is the level of the heading above them."""

    def __init__(self, flow: FlowSpec, depth: int) -> None:
        self._flow = flow
        self._depth = depth
        self._numbers: dict[int, str] = {}
        """The number of each heading, by its identity."""
        self._sections: dict[str, list[str]] = {}
        """The numbers of the sections in which each anchor, or word of the index, stands."""
        self._number(flow.blocks)

    def passages(self) -> Iterator[Passage]:
        """Yield the whole text."""
        return self._read(self._flow.blocks, 0)

    def _number(self, blocks: Sequence[Block]) -> None:
        here, counts = "", [0, 0, 0]
        for block in flat(blocks, lists=True):
            if isinstance(block, Heading):
                level = min(block.level, 3)
                counts[level - 1 :] = [counts[level - 1] + 1, *[0] * (3 - level)]
                here = ".".join(map(str, counts[:level]))
                self._numbers[id(block)] = here
                self._sections[block.anchor] = [here]
            for text in block_texts(block):
                for fact in nodes_in(text, Fact):
                    places = self._sections.setdefault(_anchor(fact), [])
                    places += [here] * (here not in places)

    def _read(self, blocks: Sequence[Block], level: int) -> Iterator[Passage]:
        for block in blocks:
            match block:
                case Heading():
                    number = self._numbers[id(block)]
                    depth = self._depth + min(block.level, 3)
                    title = one_line(self._filled(block.text, heading=True))
                    yield Passage("heading", f"{number} {title}", depth)
                case Paragraph():
                    if not any(fact.kind == "revision" for fact in nodes_in(block.text, Fact)):
                        yield from self._lines(block.text, level)
                case Listing():
                    yield from self._items(block, level)
                case TableBlock():
                    yield from self._rows(block, level)
                case Note():
                    title = self._plain(block.title)
                    yield Passage("text", f"Note: {title}" if title else "Note:", level)
                    yield from self._read(block.blocks, level + 1)
                case Quote():
                    yield from self._read(block.blocks, level + 1)
                case Columns() | Spread():
                    yield from self._read(block.blocks, level)
                case Inventory():
                    for pieces in block.pieces:
                        yield Passage("item", inventory_line(pieces), level)
                case Figure() | CardRow() | PictureBlock():
                    said = filter(None, map(self._plain, (block.caption, block.alt)))
                    if words := [one if one.endswith(_LAST) else f"{one}." for one in said]:
                        yield Passage("text", f"Picture: {' '.join(words)}", level)
                case Index():
                    for word, _ in block.entries:
                        if places := self._sections.get(f"index:{word}"):
                            yield Passage("item", f"{word}: {', '.join(places)}", level)

    def _lines(self, text: Rich, level: int) -> Iterator[Passage]:
        for line in self._filled(text).split("\n"):
            if words := one_line(line):
                yield Passage("text", words, level)

    def _items(self, block: Listing, level: int) -> Iterator[Passage]:
        numbers = count(block.start) if block.start is not None else None
        for item in block.items:
            mark = f"{next(numbers)}." if numbers is not None else ""
            first, *more = [*self._read(item, level + 1)] or [Passage("text", "")]
            if first.kind == "text" and first.level == level + 1:
                yield Passage("item", first.text, level, mark)
            else:
                yield from (Passage("item", "", level, mark), first)
            yield from more

    def _rows(self, block: TableBlock, level: int) -> Iterator[Passage]:
        heads = [self._plain(head) for head in block.head] or [""] * len(block.aligns)
        for row in block.rows:
            cells = [self._plain(cell) for cell in row]
            said = [
                f"{head}: {cell}" if head and at else cell
                for at, (head, cell) in enumerate(zip(heads, cells, strict=True))
                if cell
            ]
            if not said:
                continue
            if any(heads):
                line = " ".join(f"{one}" if one.endswith(_ENDS) else f"{one}." for one in said)
            else:
                line = ": ".join((said[0], " ".join(said[1:]))) if said[1:] else said[0]
            yield Passage("item", line, level)

    def _plain(self, text: Rich) -> str:
        return one_line(self._filled(text))

    def _filled(self, text: Rich, heading: bool = False) -> str:
        """Return the words of a text with the values of its facts; sections replace pages.

        In a ``heading``, an icon that has no words of its own is an ornament.
        """
        words: list[str] = []
        for part in read_aloud(text.content, ornaments=heading):
            if isinstance(part, Fact) and part.kind == "page" and words:
                words[-1] = _PAGE.sub(
                    lambda page: f"{'S' if page[1] == 'P' else 's'}ection{page[2]}", words[-1]
                )
            words.append(self._fact(part) if isinstance(part, Fact) else part)
        return "".join(words)

    def _fact(self, fact: Fact) -> str:
        if fact.kind == "page":
            return " ".join(self._sections.get(fact.name, ())[:1])
        if fact.kind == "places":
            anchors = fact.name.split()
            places = dict.fromkeys(s for one in anchors for s in self._sections.get(one, ()))
            return f"section{'s' * (len(places) > 1)} {', '.join(places)}"
        words = spoken(Rich(self._flow.facts.get(fact, ())))
        if fact.kind == "assumption" and words:
            return f" [{words.translate(_DIGITS)}]"
        return words


def _anchor(fact: Fact) -> str:
    """Return the name by which links lead to a fact."""
    return f"{'cited' if fact.kind == 'assumption' else fact.kind}:{fact.name}"
