"""Bold and italic by runs of asterisks, as CommonMark 0.31.2, section 6.2, has it.

A mark between braces counts as a letter. Chinese, Japanese and Korean have no spaces beside marks,
so beside their letters, a run next to a sign may begin or end emphasis as it does after a space.
What CommonMark prints or takes apart, though hardly anybody means that, is a mistake here: a run
that lacks its other end, the rest of one that has found it, and two asterisks that belong to two
others. A single one behind a word, as of a footnote, is none.
"""

from __future__ import annotations

import unicodedata

from msgspec import Struct


class Stars(Struct):
    """A run of ``count`` asterisks at an offset of a text, and a place in a list of pieces.

    ``left`` are those that mean nothing so far; ``ends`` and ``begins`` are the tags that the
    others stand for, in their order.
    """

    offset: int
    place: int
    count: int
    opens: bool
    closes: bool
    left: int
    ends: str = ""
    begins: str = ""

    @classmethod
    def of(cls, before: str, stars: str, after: str, offset: int, place: int) -> Stars:
        """Tell by the characters beside it what a run may do; an empty one is the end of a text."""
        first, last = _kind(before), _kind(after)
        opens = last > _BLANK and (last == _LETTER or first < _LETTER or is_wide(before))
        closes = first > _BLANK and (first == _LETTER or last < _LETTER or is_wide(after))
        return cls(offset, place, len(stars), opens, closes, len(stars))

    @property
    def markup(self) -> str:
        """The tags, and the asterisks that are printed."""
        return f"{self.ends}{'*' * self.left}{self.begins}"

    @property
    def fault(self) -> str:
        """What is wrong with it; empty if nothing is."""
        if self.count == 2 and "i>" in self.ends + self.begins and not self.left:
            return "belongs half to one `*` and half to another"
        if self.left == 0 or (self.left == self.count and self.opens == self.closes):
            return ""
        if self.opens and not self.ends:
            return "is not closed"
        return "closes nothing" if self.ends or self.left > 1 else ""


_BLANK, _SIGN, _LETTER = range(3)


def _kind(char: str) -> int:
    if not char or char.isspace():
        return _BLANK
    # Braces stand for words and icons.
    return _SIGN if unicodedata.category(char)[0] in "PS" and char not in "{}" else _LETTER


def is_wide(char: str) -> bool:
    """Whether a character is of a script that has no spaces beside its marks."""
    return not char.isascii() and unicodedata.east_asian_width(char) in ("F", "W")


def emphasize(runs: list[Stars]) -> None:
    """Pair the runs of a paragraph, the inner ones first."""
    open_runs: list[Stars] = []
    searched: dict[tuple[bool, int], int] = {}  # up to which offset no opener is for such a run
    for run in runs:
        kind = (run.opens, run.count % 3)
        while run.closes and run.left:
            opener = _opener(open_runs, run, searched.get(kind, 0))
            if opener is None:
                searched[kind] = run.offset
                break
            while open_runs[-1] is not opener:  # they are inside, and closed by nothing
                open_runs.pop()
            tag, length = ("b", 2) if min(opener.left, run.left) > 1 else ("i", 1)
            opener.begins, run.ends = f"<{tag}>{opener.begins}", f"{run.ends}</{tag}>"
            opener.left -= length
            run.left -= length
            if not opener.left:
                open_runs.pop()
        if run.opens and run.left:
            open_runs.append(run)


def _opener(open_runs: list[Stars], closer: Stars, first: int) -> Stars | None:
    """Return the nearest run that a closer may belong to, from the offset ``first`` on."""
    for one in reversed(open_runs):
        if one.offset < first:
            break
        if _pair(one, closer):
            return one
    return None


def _pair(opener: Stars, closer: Stars) -> bool:
    """Whether two runs may belong together (rules 9 and 10)."""
    both = (opener.opens and opener.closes) or (closer.opens and closer.closes)
    return not both or (opener.count + closer.count) % 3 > 0 or opener.count % 3 == 0
