"""Bold and italic by runs of asterisks, as CommonMark 0.31.2, section 6.2, has it.

A mark between braces counts as a letter. Chinese, Japanese and Korean have no spaces beside marks,
so beside their letters, a run next to a sign may begin or end emphasis as it does after a space.
What CommonMark prints or takes apart, though hardly anybody means that, is a mistake here: a run
that lacks its other end, the rest of one that has found it, and two asterisks that belong to two
others. A single one behind a word, as of a footnote, is none.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from msgspec import Struct

from cardgen.model.richtext import Content, Emphasis, Part, join


class Stars(Struct):
    """A run of ``count`` asterisks at an offset of a text; ``left`` of them have no meaning yet.

    ``place`` is its index in the content. A run that ``is_end`` ends emphasis; one that
    ``is_split`` has an asterisk that means italic.
    """

    offset: int
    count: int
    opens: bool
    closes: bool
    left: int
    place: int = 0
    is_end: bool = False
    is_split: bool = False

    @classmethod
    def of(cls, before: str, stars: str, after: str, offset: int) -> Stars:
        """Tell by the characters beside it what a run may do; an empty one is the end of a text."""
        first, last = _kind(before), _kind(after)
        opens = last > _BLANK and (last == _LETTER or first < _LETTER or is_wide(before))
        closes = first > _BLANK and (first == _LETTER or last < _LETTER or is_wide(after))
        return cls(offset, len(stars), opens, closes, len(stars))

    def use(self, length: int) -> None:
        """Give some of its asterisks a meaning."""
        self.left -= length
        self.is_split = self.is_split or length == 1

    @property
    def fault(self) -> str:
        """What is wrong with it; empty if nothing is."""
        if self.count == 2 and self.is_split and not self.left:
            return "belongs half to one `*` and half to another"
        if self.left == 0 or (self.left == self.count and self.opens == self.closes):
            return ""
        if self.opens and not self.is_end:
            return "is not closed"
        return "closes nothing" if self.is_end or self.left > 1 else ""


_BLANK, _SIGN, _LETTER = range(3)


def _kind(char: str) -> int:
    if not char or char.isspace():
        return _BLANK
    # Braces stand for words and icons.
    return _SIGN if unicodedata.category(char)[0] in "PS" and char not in "{}" else _LETTER


def is_wide(char: str) -> bool:
    """Whether a character is of a script that has no spaces beside its marks."""
    return not char.isascii() and unicodedata.east_asian_width(char) in ("F", "W")


def pair_stars(parts: Iterable[Part | Stars]) -> Content:
    """Return a paragraph with emphasis in place of its runs; asterisks that are left stay words."""
    content: list[Part | Stars] = []
    open_runs: list[Stars] = []
    searched: dict[tuple[bool, int], int] = {}  # up to which offset no opener is for such a run
    for part in parts:
        if isinstance(part, Stars):
            kind = (part.opens, part.count % 3)
            while part.closes and part.left:
                opener = _opener(open_runs, part, searched.get(kind, 0))
                if opener is None:
                    searched[kind] = part.offset
                    break
                while open_runs[-1] is not opener:  # the runs between them stay open
                    open_runs.pop()
                tag, length = ("b", 2) if min(opener.left, part.left) > 1 else ("i", 1)
                inside = slice(opener.place + 1, None)
                content[inside] = [Emphasis(_with_words(content[inside]), tag)]
                opener.use(length)
                part.use(length)
                part.is_end = True
                if not opener.left:
                    open_runs.pop()
            part.place = len(content)
            if part.opens and part.left:
                open_runs.append(part)
        content.append(part)
    return _with_words(content)


def _with_words(parts: Iterable[Part | Stars]) -> Content:
    return join("*" * part.left if isinstance(part, Stars) else part for part in parts)


def _opener(open_runs: list[Stars], closer: Stars, first: int) -> Stars | None:
    """Return the nearest run that a closer may belong to, from the offset ``first`` on."""
    for one in reversed(open_runs):
        if one.offset < first:
            break
        # Whether two runs may belong together is in the rules 9 and 10.
        both = (one.opens and one.closes) or (closer.opens and closer.closes)
        if not both or (one.count + closer.count) % 3 > 0 or one.count % 3 == 0:
            return one
    return None
