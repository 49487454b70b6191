"""Where a line may end inside a text, by the Unicode Line Breaking Algorithm (UAX #14).

`_RULES` lists the rules of Unicode 15 in their order, as pairs of classes: the character before and
the character after. ``python -m tools.line_classes`` writes the classes. ICU divides words of
scripts without spaces that need a dictionary, such as Thai.
"""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from itertools import groupby, pairwise
from pathlib import Path

from msgspec import Struct

# A rule: the classes before, the classes after, and whether a line may end there. `-` means any
# class, `!` any class except the listed ones, and `+` that spaces may be between the two.
_RULES = """
LB6   -                | BK CR LF NL | no
LB7   -                | SP ZW       | no
LB8   +ZW              | -           | yes
LB8a  ZWJ              | -           | no
LB11  -                | WJ          | no
LB11  WJ               | -           | no
LB12  GL               | -           | no
LB12a !SP BA BAH HY HYH | GL         | no
LB13  -                | CL CLW CP CPW EX IS SY | no
LB14  +OP OPW          | -           | no
LB15  +QU              | OP OPW      | no
LB16  +CL CLW CP CPW   | NS          | no
LB17  +B2              | B2          | no
LB18  SP               | -           | yes
LB19  -                | QU          | no
LB19  QU               | -           | no
LB20  -                | CB          | yes
LB20  CB               | -           | yes
LB21  -                | BA BAH HY HYH NS | no
LB21  BB               | -           | no
LB21a BAH HYH          | -           | no
LB21b SY               | HL          | no
LB22  -                | IN          | no
LB23  AL HL            | NU          | no
LB23  NU               | AL HL       | no
LB23a PR               | ID IDX EB EM | no
LB23a ID IDX EB EM     | PO          | no
LB24  PR PO            | AL HL       | no
LB24  AL HL            | PR PO       | no
LB25  CL CLW CP CPW NU | PO PR       | no
LB25  PO PR            | OP OPW NU   | no
LB25  HY HYH IS NU SY  | NU          | no
LB26  JL               | JL JV H2 H3 | no
LB26  JV H2            | JV JT       | no
LB26  JT H3            | JT          | no
LB27  JL JV JT H2 H3   | PO          | no
LB27  PR               | JL JV JT H2 H3 | no
LB28  AL HL            | AL HL       | no
LB29  IS               | AL HL       | no
LB30  AL HL NU         | OP          | no
LB30  CP               | AL HL NU    | no
LB30a RI               | RI2         | no
LB30b EB IDX           | EM          | no
"""


class _Rule(Struct, frozen=True):
    before: frozenset[str]
    after: frozenset[str]
    spaces: bool
    without: bool
    may: bool

    def holds(self, before: str, after: str) -> bool:
        """True if the rule applies between two classes."""
        first = not self.before or (before in self.before) != self.without
        return first and (not self.after or after in self.after)


@cache
def _rules() -> tuple[_Rule, ...]:
    positions = []
    for line in _RULES.strip().splitlines():
        before, after, may = (part.strip() for part in line.split(None, 1)[1].split("|"))
        names = frozenset(before.lstrip("+!").replace("-", "").split())
        own = frozenset(after.replace("-", "").split())
        positions.append(_Rule(names, own, before[:1] == "+", before[:1] == "!", may == "yes"))
    return tuple(positions)


@cache
def _classes() -> tuple[list[int], list[int], list[str]]:
    text = Path(__file__).with_name("line_break.txt").read_text(encoding="ascii")
    rows = [line.split() for line in text.splitlines()[1:]]
    firsts, lasts = ([int(row[column], 16) for row in rows] for column in (0, 1))
    return firsts, lasts, [row[2] for row in rows]


def line_class(char: str) -> str:
    """Return the line breaking class of a character, once LB1 has resolved it.

    ``CLW``, ``CPW`` and ``OPW`` are brackets as wide as ideographs, ``IDX`` are pictures still to
    be named, and ``SA`` needs a dictionary.
    """
    firsts, lasts, kinds = _classes()
    code = ord(char)
    index = bisect_right(firsts, code) - 1
    kind = kinds[index] if index >= 0 and code <= lasts[index] else "AL"
    if kind == "HS":
        return "H2" if (code - _HANGUL) % _FINALS == 0 else "H3"
    picture = kind == "ID" and code in _PICTURES and unicodedata.category(char) == "Cn"
    return "IDX" if picture else kind


_HANGUL, _FINALS = 0xAC00, 28
_PICTURES = range(0x1F000, 0x1FFFE)
_ALONE = frozenset("BK CR LF NL SP ZW".split())
"""Classes that marks behind them do not join (LB9)."""
_ENDING = frozenset("BK CR LF NL".split())


def _clusters(text: str) -> list[tuple[int, str, bool]]:
    """Return the place and class of each character with its marks, and whether it joins the next.

    Hyphens after a Hebrew letter (LB21a) and every second letter of a flag (LB30a) are classes of
    their own.
    """
    parts: list[tuple[int, str, bool]] = []
    for place, char in enumerate(text):
        kind, before = line_class(char), parts[-1][1] if parts else ""
        if kind in ("CM", "ZWJ"):
            joins = kind == "ZWJ"
            if before and before not in _ALONE:
                parts[-1] = (*parts[-1][:2], joins)
                continue
            kind = "AL"  # LB10
        else:
            joins = False
        if kind == "SA":
            kind = "AL"
        elif kind in ("BA", "HY") and before == "HL":
            kind += "H"
        elif kind == "RI" and before == "RI":
            kind = "RI2"
        parts.append((place, kind, joins))
    return parts


class MissingDictionaryError(Exception):
    """Raised for words of a script whose dictionary is not installed."""


def opportunities(text: str, language: str = "") -> list[int]:
    """Return the places inside a text at which a line may end.

    Raises MissingDictionaryError with what its script is called; the language helps ICU.
    """
    positions: list[int] = []
    behind = ""  # the last class that is no space
    clusters = _clusters(text)
    for (_, before, joins), (place, after, _) in pairwise(clusters):
        behind = before if before != "SP" else behind
        if before in _ENDING:
            if (before, after) != ("CR", "LF"):
                positions.append(place)  # LB4 and LB5
        elif not joins:
            rules = (r for r in _rules() if r.holds(behind if r.spaces else before, after))
            if next((rule.may for rule in rules), True):
                positions.append(place)
    if language and any(line_class(char) == "SA" for char in text):
        positions = sorted({*positions, *_between_words(text, language)})
    return positions


def _between_words(text: str, language: str) -> Iterator[int]:
    """Yield the offsets at which ICU's dictionary finds the ends of words."""
    offset = 0
    for needs, chars in groupby(text, lambda char: line_class(char) in ("SA", "CM")):
        run = "".join(chars)
        if needs and len(run) > 1:
            try:
                from icu4py.breakers import LineBreaker
            except ImportError:
                name = unicodedata.name(run[0], "").partition(" ")[0].capitalize()
                raise MissingDictionaryError(name) from None
            yield from (offset + end for _, end in LineBreaker(run, language).segments())
        offset += len(run)
