"""The ``limits:`` section: what the rules of a contest allow a game to consist of.

The keys are what design contests for print-and-play games ask for: so many cards, of this size,
no dice, at most so many sheets. `cardgen.products.limits` holds a game against them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import Struct

from cardgen.core.units import PAPERS
from cardgen.model.compound import ListField
from cardgen.model.fields import ChoiceField, Field, ParsedField
from cardgen.model.formats import CardFormat
from cardgen.model.pieces import SizeField

_AMOUNT = re.compile(r"(exactly )?([0-9]{1,6})")


class Amount(Struct, frozen=True):
    """How many there may be: at most so many, or exactly."""

    most: int
    exact: bool = False

    def allows(self, count: int) -> bool:
        """Whether so many are within the limit."""
        return count == self.most if self.exact else count <= self.most

    def __str__(self) -> str:
        if not self.most:
            return "none"
        return f"exactly {self.most}" if self.exact else f"at most {self.most}"


def _amount(text: str) -> Amount:
    """Read a number, ``exactly`` and a number, or ``none``; raises ValueError."""
    if text == "none":
        return Amount(0)
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise ValueError(f"`{text}` is no number of things")
    return Amount(int(match[2]), match[1] is not None)


class AmountField(ParsedField, frozen=True, kw_only=True):
    """A number that is the most there may be, ``exactly`` and a number, or ``none``."""

    expected: ClassVar[str] = "a number"
    hint: ClassVar[str] = "write for example `9`, `exactly 9` or `none`"
    form: ClassVar[Mapping[str, Any]] = {
        "anyOf": [
            {"type": "integer", "minimum": 0},
            {"type": "string", "pattern": "^((exactly )?[0-9]+|none)$"},
        ]
    }


def _most(doc: str) -> AmountField:
    return AmountField(parse=_amount, optional=True, doc=doc)


AMOUNTS: Mapping[str, Field] = {
    "cards": _most("cards of all decks, copies counted"),
    "tokens": _most("tokens and standees"),
    "dice": _most("dice"),
    "boards": _most("boards"),
    "pieces": _most("tokens and dice together"),
    "sheets": _most("sheets of paper with all of these, on each paper of the game"),
    "pages": _most("pages of the longest booklet"),
}
LIMITS: Mapping[str, Field] = {
    **AMOUNTS,
    "card_size": SizeField(optional=True, default=None, doc="of every card, to a millimetre"),
    "papers": ListField(
        of=ChoiceField(choices=tuple(PAPERS)), optional=True, doc="the only papers to print on"
    ),
}


class ContestLimits(Struct, frozen=True):
    """What a game may consist of; ``amounts`` are by the names of `AMOUNTS`."""

    amounts: Mapping[str, Amount] = {}
    card_size: CardFormat | None = None
    papers: tuple[str, ...] = ()

    @classmethod
    def make(
        cls, card_size: CardFormat | None, papers: tuple[str, ...], **amounts: Amount | None
    ) -> ContestLimits:
        """Make it of the values of `LIMITS`."""
        given = {name: one for name, one in amounts.items() if one is not None}
        return cls(given, card_size, papers)
