"""What a field says over all cards of a deck: its values, how often each comes, their middle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Numbers:
    """The middle and the ends of some numbers, weighed by copies."""

    least: float
    most: float
    mean: float
    median: float


@dataclass(frozen=True, slots=True)
class Value:
    """One value: how often it stands in the deck, and on how many cards and designs.

    ``count`` is more than ``cards`` where a card may state a value twice. ``icon`` and ``color``
    are those of the term it is or names; ``number`` is set for numbers.
    """

    key: str
    label: str
    count: int
    cards: int
    designs: int
    number: float | None = None
    icon: str | None = None
    color: str | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """One field over all cards of a deck.

    ``asked`` counts the cards whose type has the field, ``stating`` those that give it a value.
    ``numbers`` is None for what is not a number, ``per_card`` for what is not a list; ``unused``
    names the choices that no card makes.
    """

    name: str
    kind: str
    doc: str
    values: tuple[Value, ...]
    asked: int
    stating: int
    numbers: Numbers | None = None
    per_card: Numbers | None = None
    unused: tuple[str, ...] = ()

    @property
    def silent(self) -> int:
        """How many cards could state a value and do not."""
        return self.asked - self.stating

    @property
    def same(self) -> bool:
        """Whether every card says the same, so that there is nothing to compare."""
        return len(self.values) == 1 and not self.silent

    @property
    def singles(self) -> bool:
        """Whether each value belongs to one design, all equally often."""
        counts = {value.count for value in self.values}
        return len(counts) == 1 and all(value.designs == 1 for value in self.values)

    @property
    def telling(self) -> bool:
        """Whether the counts say more than one line of words can."""
        return bool(self.values) and not self.same and not self.singles

    def share(self, value: Value) -> float:
        """Return which part of the cards asked state a value, 0 to 1."""
        return value.cards / self.asked if self.asked else 0.0


def summary(weighed: Mapping[float, int]) -> Numbers | None:
    """Describe numbers that each come so many times; None where there are none."""
    total = sum(weighed.values())
    if not total:
        return None
    ordered = sorted((number, times) for number, times in weighed.items() if times)
    mean = sum(number * times for number, times in ordered) / total
    # The two in the middle: one and the same where the total is odd.
    middle = (_nth(ordered, (total - 1) // 2) + _nth(ordered, total // 2)) / 2
    least, most = ordered[0][0], ordered[-1][0]
    return Numbers(least, most, min(max(mean, least), most), middle)


def _nth(ordered: Sequence[tuple[float, int]], index: int) -> float:
    for number, times in ordered:
        index -= times
        if index < 0:
            return number
    raise IndexError
