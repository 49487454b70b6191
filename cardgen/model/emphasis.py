"""Bold and italic by runs of asterisks, as in CommonMark 0.31.2, section 6.2.

Braces count as a letter. Chinese, Japanese and Korean have no spaces next to emphasis, so a run
between a wide letter and punctuation may begin or end emphasis as after a space. Some texts are
valid in CommonMark, but hardly ever meant; here they are errors: a run without its other end, the
remainder of a longer run, and `**` that ends one italic text and begins another. A single asterisk
behind a word, as of a footnote, is no error.
"""

import unicodedata
from collections.abc import Iterable

from msgspec import Struct

from cardgen.model.richtext import Content, Emphasis, Part, join


class Stars(Struct):
    """A run of ``count`` asterisks at an offset of a text; ``left`` of them are not paired yet.

    ``place`` is its index in the content. ``is_end`` is True if the run ends emphasis, ``is_split``
    if a single asterisk of it is paired. ``inside`` is 1 within a word, 2 within a number, and
    ``is_doubtful`` means that the run ends emphasis and both ends are within words or numbers.
    """

    offset: int
    count: int
    opens: bool
    closes: bool
    left: int
    place: int = 0
    is_end: bool = False
    is_split: bool = False
    inside: int = 0
    is_doubtful: bool = False

    @classmethod
    def of(cls, before: str, stars: str, after: str, offset: int) -> "Stars":
        """Make a run from the characters around it; they are empty at the ends of a text."""
        left, right = _kind(before), _kind(after)
        opens = right > _BLANK and (right == _LETTER or left < _LETTER or is_wide(before))
        closes = left > _BLANK and (left == _LETTER or right < _LETTER or is_wide(after))
        is_inside = before.isalnum() and after.isalnum() and not (is_wide(before) or is_wide(after))
        inside = is_inside + (is_inside and before.isdecimal() and after.isdecimal())
        return cls(offset, len(stars), opens, closes, len(stars), inside=inside)

    def use(self, length: int) -> None:
        """Pair some of its asterisks."""
        self.left -= length
        self.is_split = self.is_split or length == 1

    @property
    def fault(self) -> str:
        """The fault of the run, as the end of a message; empty if it has none."""
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
    # Braces become words and icons.
    return _SIGN if unicodedata.category(char)[0] in "PS" and char not in "{}" else _LETTER


def is_wide(char: str) -> bool:
    """Return whether a character belongs to a script without spaces next to emphasis."""
    return not char.isascii() and unicodedata.east_asian_width(char) in ("F", "W")


def pair_stars(parts: Iterable[Part | Stars]) -> Content:
    """Pair the runs of a paragraph and return its content; unpaired asterisks become words.

    This is "process emphasis" of CommonMark's appendix "A parsing strategy".
    """
    content: list[Part | Stars] = []
    open_runs: list[Stars] = []
    searched: dict[tuple[bool, int], int] = {}  # by kind of run: no opener before this offset
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
                part.is_doubtful = part.is_doubtful or opener.inside + part.inside > 1
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
    for opener in reversed(open_runs):
        if opener.offset < first:
            break
        # Rules 9 and 10: runs that can open and close must not add up to a multiple of 3.
        either_is_both = (opener.opens and opener.closes) or (closer.opens and closer.closes)
        if not either_is_both or (opener.count + closer.count) % 3 > 0 or opener.count % 3 == 0:
            return opener
    return None
