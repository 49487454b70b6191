"""Statistics in words, for charts and for the terminal."""

from __future__ import annotations

from cardgen.core.words import plural
from cardgen.model.statistics import DeckStatistics
from cardgen.model.tally import Numbers, Tally

NAMED = 12
"""How many values are named in one line."""


def title_of(name: str) -> str:
    """Write a field's name for people."""
    joined = ", ".join(part.replace("_", " ") for part in name.split("."))
    return joined[:1].upper() + joined[1:]


def describe(tally: Tally) -> str:
    """Say in one line what the counts of a field are about."""
    numbers, many = tally.numbers, tally.per_card
    if numbers is not None and numbers.least < numbers.most:
        said = [f"{ends(numbers)}, mean {short(numbers.mean)}, median {short(numbers.median)}"]
    else:
        said = [plural(len(tally.values), "value")]
    said.append(f"on {plural(tally.stating, 'card')}")
    if many is not None:
        mean = f", mean {short(many.mean)}" if many.least < many.most else ""
        said.append(f"{ends(many)} a card{mean}")
    return " · ".join(said)


def fact(tally: Tally) -> str:
    """Sum up a field that needs no chart; long lists are cut."""
    values = tally.values
    if not values:
        return "no card states it"
    if tally.same:
        return f"{values[0].label} on every card"
    count = values[0].count
    each = {1: "once", 2: "twice"}.get(count, f"{count} times")
    if len(values) == 1:
        return f"{values[0].label}, {each}"
    names = ", ".join(value.label for value in values[:NAMED])
    more = f" and {len(values) - NAMED} more" if len(values) > NAMED else ""
    return f"{len(values)} values, {each} each: {names}{more}"


def nothing(deck: DeckStatistics) -> str:
    """Say why there is nothing to count."""
    if not deck.cards:
        return "No card of this deck is printed: all have 0 copies."
    if deck.designs == 1:
        return "One design: there is nothing to compare."
    return "No field has values to count."


def ends(numbers: Numbers) -> str:
    """Write the range of some numbers."""
    if numbers.least == numbers.most:
        return short(numbers.least)
    return f"{short(numbers.least)} to {short(numbers.most)}"


def short(number: float) -> str:
    """Write a number with at most two decimals."""
    return f"{round(number, 2):.12g}"


def percent(share: float) -> str:
    """Write a share in per cent; a small one is never rounded to nothing."""
    return "<1 %" if 0 < share < 0.005 else f"{share * 100:.0f} %"
