"""The entries of a list as pieces of text, to be moved, copied and taken out whole.

Comment lines directly above an entry go with it, and so do those below that are indented further.
Everything else between two entries stays where it is: blank lines, and comments that stand alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, dropwhile, takewhile, zip_longest

from msgspec import Struct

from cardgen.source.editing.written import BREAK, line_end, line_start, next_line

_COMMENT = re.compile(r"([ \t]*)#")
_LINE = re.compile(rf"[^\r\n]*(?:{BREAK.pattern})|[^\r\n]+")


class Entries(Struct):
    """Pieces of a text, and the gaps before, between and behind them.

    ``order`` tells which entry each piece was, ``usual`` is the gap where no other is near.
    """

    bodies: list[str]
    gaps: list[str]
    usual: str
    order: list[int]

    def text(self) -> str:
        """Return the whole text."""
        return "".join(chain.from_iterable(zip_longest(self.gaps, self.bodies, fillvalue="")))

    def move(self, number: int, to: int) -> None:
        """Let an entry be the one of another number."""
        self.bodies.insert(to, self.bodies.pop(number))
        self.order.insert(to, self.order.pop(number))

    def copy(self, number: int, behind: int) -> None:
        """Write an entry a second time, behind any other; the comments above it stay alone."""
        lines = _LINE.findall(self.bodies[number])
        near = filter(self._is_plain, self.gaps[1:-1][max(behind - 1, 0) : behind + 1])
        self.gaps.insert(behind + 1, min(near, key=len, default=self.usual))
        self.bodies.insert(behind + 1, "".join(dropwhile(_COMMENT.match, lines)))
        self.order.insert(behind + 1, self.order[number])

    def remove(self, number: int) -> None:
        """Take an entry out, with the shorter gap beside it that holds no comments."""
        del self.bodies[number], self.order[number]
        before, after = self.gaps[number : number + 2]
        inner = [(before, number > 0), (after, number < len(self.bodies))]
        plain = [gap for gap, is_inner in inner if is_inner and self._is_plain(gap)]
        if plain:
            rest = after if min(plain, key=len) is before else before
        else:
            rest = before + BREAK.sub("", after, count=1)
        self.gaps[number : number + 2] = [rest]

    def _is_plain(self, gap: str) -> bool:
        return gap.strip() == self.usual.strip()


def entries_of(
    text: str, floor: int, spans: Sequence[tuple[int, int]], flow: bool, newline: str
) -> Entries | None:
    """Divide a text into entries, which have ``spans`` below ``floor``; None if that is unclear.

    Entries in brackets (``flow``) may share lines, all others have lines of their own.
    """
    last = spans[-1][0]
    lead = text[line_start(text, last) : last]
    usual, bounds = newline, spans
    if not flow:
        bounds = _with_comments(text, floor, spans)
    elif lead.strip():
        usual = ", "
    else:
        usual = f",{newline}{lead}"
    edges = [0, *chain.from_iterable(bounds), len(text)]
    gaps = [text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)]
    if any(gap.strip() != "," for gap in gaps[1:-1]) if flow else lead.strip():
        return None
    return Entries([text[start:end] for start, end in bounds], gaps, usual, list(range(len(spans))))


def _with_comments(
    text: str, floor: int, spans: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Return where whole lines of entries begin and end, with the comments that belong to them."""
    column = spans[0][0] - line_start(text, spans[0][0])
    firsts: list[int] = []
    ends: list[int] = []
    for start, end in (*spans, (len(text), 0)):
        stop = line_start(text, start) if end else start
        lines = _LINE.findall(text, floor, stop)
        if not end:
            lines = list(takewhile(lambda line: not line.strip() or _COMMENT.match(line), lines))
        indents = [len(one[1]) if (one := _COMMENT.match(line)) else -1 for line in lines]
        lead = len(lines)
        while end and lead and 0 <= indents[lead - 1] <= column:
            lead -= 1
        deeper = max((n + 1 for n in range(lead) if indents[n] > column), default=0)
        if ends and deeper:
            ends[-1] = floor + len("".join(lines[:deeper]).rstrip("\r\n"))
        if end:
            firsts.append(stop - len("".join(lines[lead:])))
            ends.append(line_end(text, end))
            floor = next_line(text, end)
    return list(zip(firsts, ends, strict=True))
