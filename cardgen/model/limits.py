"""The ``limits:`` section: what the rules of a contest allow a game to consist of.

The keys are what design contests for print-and-play games ask for: so many cards, of this size,
no dice, at most so many sheets. `cardgen.products.limits` holds a game against them.
"""

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import Struct

from cardgen.core.units import PAPERS
from cardgen.model.compound import ListField
from cardgen.model.fields import ChoiceField, Field, ParsedField
from cardgen.model.pieces import SizeField

_AMOUNT = "(exactly )?([0-9]{1,6})|none"


class Amount(Struct, frozen=True):
    """A limit for a number of pieces: a maximum, or an exact number."""

    most: int
    exact: bool = False

    def allows(self, count: int) -> bool:
        """Return whether a number is within the limit."""
        return count == self.most if self.exact else count <= self.most

    def __str__(self) -> str:
        return f"{'exactly' if self.exact else 'at most'} {self.most}" if self.most else "none"


def _amount(text: str) -> Amount:
    match = re.fullmatch(_AMOUNT, text)
    if match is None:
        raise ValueError(f"`{text}` is no limit for a number of pieces")
    return Amount(int(match[2] or 0), match[1] is not None)


class AmountField(ParsedField, frozen=True, kw_only=True):
    """A maximum number, ``exactly`` and a number, or ``none``."""

    expected: ClassVar[str] = "a number"
    hint: ClassVar[str] = "write for example `9`, `exactly 9` or `none`"
    form: ClassVar[Mapping[str, Any]] = {
        "type": ["integer", "string"],
        "minimum": 0,
        "pattern": f"^({_AMOUNT})$",
    }


def _most(doc: str) -> AmountField:
    return AmountField(parse=_amount, optional=True, doc=doc)


LIMITS: Mapping[str, Field] = {
    "cards": _most("cards of all decks, with all copies"),
    "card_size": SizeField(
        optional=True, default=None, doc="size of every card; a difference of up to 1 mm is allowed"
    ),
    "tokens": _most("tokens and standees"),
    "dice": _most("dice"),
    "pieces": _most("tokens and dice together"),
    "boards": _most("boards"),
    "sheets": _most("sheets of all components, on the paper that needs the most"),
    "pages": _most("pages of the longest booklet"),
    "papers": ListField(
        of=ChoiceField(choices=tuple(PAPERS)), optional=True, doc="papers that the contest allows"
    ),
}
