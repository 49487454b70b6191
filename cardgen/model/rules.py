"""The numbers of the rules: each is stated once, and everything else cites it."""

from __future__ import annotations

import math
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import Location

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()


def number_word(value: int) -> str:
    """Spell a whole number: ``two``, ``twenty-one``; digits from 1000 on."""
    if value < 0:
        return f"minus {number_word(-value)}"
    if value < 20:
        return _ONES[value]
    if value < 100:
        tens, ones = divmod(value, 10)
        return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")
    if value < 1000:
        hundreds, rest = divmod(value, 100)
        return f"{_ONES[hundreds]} hundred" + (f" and {number_word(rest)}" if rest else "")
    return str(value)


def ordinal(value: int) -> str:
    """Write an ordinal number: ``1st``, ``2nd``, ``11th``."""
    last = abs(value) % 100
    ending = "th" if 11 <= last <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(last % 10, "th")
    return f"{value}{ending}"


class WholeNumber(int):
    """A rule that counts; templates may compute with it."""

    @property
    def text(self) -> str:
        """The number as printed."""
        return str(int(self))

    @property
    def word(self) -> str:
        """The number spelled out: ``two``."""
        return number_word(int(self))

    @property
    def ordinal(self) -> str:
        """The number as an ordinal: ``2nd``."""
        return ordinal(int(self))


class BrokenNumber(float):
    """A rule with a fraction; it has no ordinal, and its word is its digits."""

    @property
    def text(self) -> str:
        """The number as printed."""
        return format(float(self), "g")

    @property
    def word(self) -> str:
        """The number as printed."""
        return self.text


class NumberText(str):
    """A rule that is a text, such as the range ``5-6``."""

    __slots__ = ()

    @property
    def text(self) -> str:
        """The text itself."""
        return str.__str__(self)

    @property
    def word(self) -> str:
        """The text itself."""
        return self.text


RuleNumber = WholeNumber | BrokenNumber | NumberText


def rule_number(value: Any) -> RuleNumber:
    """Wrap a number or text for templates; a float that is not finite becomes text."""
    if isinstance(value, int):
        return WholeNumber(value)
    if isinstance(value, float) and math.isfinite(value):
        return BrokenNumber(value)
    return NumberText(value)


class Rule(Struct, frozen=True):
    """A named number with what it means."""

    id: str
    value: RuleNumber
    text: str = ""
    at: Location | None = None
