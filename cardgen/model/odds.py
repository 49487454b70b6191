"""Odds: the exact chance to draw a number of certain cards from a shuffled deck.

All hands of a size are equally likely, so the number of matching cards in a hand is hypergeometric:
of all hands, ``C(matching, k) · C(total - matching, drawn - k)`` have ``k`` matching cards. The
result is a fraction, so that only the printed number is rounded.

A question is ``2+ of skills where when=battle in 5``. The amount is ``2`` for exactly two, ``2+``
for two or more, ``0-1`` for at most one. Conditions are the same as for ``{count:…}``, joined with
``&``. The number of drawn cards may be the name of a rule.
"""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import Location
from cardgen.model import problems
from cardgen.model.cards import Card
from cardgen.model.document import Condition, check_conditions, count_cards, read_conditions
from cardgen.model.expansion import fields_of
from cardgen.model.scope import Rule, Scope

_QUESTION = re.compile(
    r"\s*(?P<least>\d{1,4})(?:(?P<more>\+)|-(?P<most>\d{1,4}))?"
    r"\s+of\s+(?P<deck>[\w-]+)"
    r"(?:\s+where\s+(?P<where>\S.*?))?"
    r"\s+in\s+(?P<drawn>[\w-]+)\s*"
)
HINT = "write for example `2+ of heroes where type=healer in 5`, or `in hand_limit` for a rule"


class Question(Struct, frozen=True):
    """The question for the chance of ``least`` to ``most`` matching cards in a hand.

    ``most`` is None without an upper limit. ``drawn`` is a number, or the name of a rule.
    """

    text: str
    least: int
    most: int | None
    deck: str
    conditions: tuple[Condition, ...]
    drawn: str
    location: Location

    def cards_drawn(self, rules: Mapping[str, Rule]) -> int | None:
        """Return the number of drawn cards; None if it is no whole number."""
        if self.drawn.isdecimal():
            return int(self.drawn)
        value = rules[self.drawn].value if self.drawn in rules else None
        return int(value) if isinstance(value, int) else None

    def check(self, cards: Sequence[Card], rules: Mapping[str, Rule], scope: Scope) -> bool:
        """Return whether the question makes sense for a deck of these cards; report faults."""
        before = len(scope.diagnostics)
        check_conditions(self.conditions, cards, fields_of(cards), scope)
        drawn, total = self.cards_drawn(rules), count_cards(cards, ())
        if drawn is None and scope.knows(self.location, "rule", self.drawn, rules):
            message = f"the rule `{self.drawn}` is no whole number of cards"
            scope.refuse(self.location, message, "write another rule or a number")
        if drawn is not None and drawn > total:
            message = f"{drawn} cards cannot be drawn: `{self.deck}` has {total}"
            scope.refuse(self.location, message, "write a smaller number")
        return len(scope.diagnostics) == before

    def answer(self, cards: Sequence[Card], drawn: int) -> Fraction:
        """Return the chance, 0 to 1; raises ValueError if the deck has too few cards."""
        matching = count_cards(cards, self.conditions)
        return chance(count_cards(cards, ()), matching, drawn, self.least, self.most)


def read_question(text: str, location: Location, scope: Scope) -> Question | None:
    """Read a question; at ``location``; report a faulty question and return None."""
    match = _QUESTION.fullmatch(text)
    if match is None:
        scope.fault(
            problems.bad_markup(location, f"`{text.strip()}` is no question for odds", HINT)
        )
        return None
    begin = (
        replace(location, column=location.column + match.start("where"))
        if location.column
        else location
    )
    where = match["where"]
    return question_of(text, read_conditions(where, begin, scope) if where else (), location)


def question_of(text: str, conditions: tuple[Condition, ...], location: Location) -> Question:
    """Return the question of a valid text, with conditions that were read before."""
    match = _QUESTION.fullmatch(text)
    assert match is not None
    least = int(match["least"])
    most = None if match["more"] else int(match["most"] or least)
    return Question(text.strip(), least, most, match["deck"], conditions, match["drawn"], location)


def chance(total: int, matching: int, drawn: int, least: int, most: int | None = None) -> Fraction:
    """Return the chance of ``least`` to ``most`` matching cards among the drawn ones.

    Raises ValueError if ``drawn`` is larger than ``total``.
    """
    if not 0 <= drawn <= total:
        raise ValueError(f"{drawn} of {total} cards")
    highest = min(matching, drawn, drawn if most is None else most)
    hands = sum(
        comb(matching, k) * comb(total - matching, drawn - k) for k in range(least, highest + 1)
    )
    return Fraction(hands, comb(total, drawn))


def in_percent(share: Fraction | float, step: float = 1.0) -> str:
    """Format a chance, rounded to steps of a percentage; only certain chances become 0 or 100 %."""
    percent = float(share * 100)
    rounded = round(percent / step) * step
    if rounded <= 0 < percent:
        return f"<{step:g}\N{NO-BREAK SPACE}%"
    if rounded >= 100 > percent:
        return f">{100 - step:g}\N{NO-BREAK SPACE}%"
    return f"{round(rounded, 4):g}\N{NO-BREAK SPACE}%"
