"""Conditions that choose the cards to count: ``{count:soldiers?type=medic}``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import Location
from cardgen.model import problems
from cardgen.model.cards import Card
from cardgen.model.record import Record, value_key, values_of
from cardgen.model.richtext import Rich, TermValue
from cardgen.model.scope import Scope


class Condition(Struct, frozen=True):
    """A field and the value that it must state, alone or among others."""

    field: str
    value: str
    field_at: Location
    value_at: Location


def read_conditions(text: str, at: Location, scope: Scope) -> tuple[Condition, ...]:
    """Read the text behind the question mark, ``type=medic&copies=2``, which begins at ``at``."""
    found = []
    offset = 0
    for part in text.split("&"):
        name, equals, value = part.partition("=")
        field_at, value_at = (
            replace(at, column=at.column + offset + begin + _lead(word), length=len(word.strip()))
            for begin, word in ((0, name), (len(name) + 1, value))
        )
        offset += len(part) + 1
        if not equals or not name.strip() or not value.strip():
            place = replace(field_at, length=max(len(part.strip()), 1))
            shown = (
                f"`{part.strip()}` is no condition" if part.strip() else "a condition is missing"
            )
            hint = "write `{count:deck?field=value}`, several conditions with `&` between them"
            scope.fault(problems.bad_markup(place, shown, hint))
            continue
        found.append(Condition(name.strip(), value.strip(), field_at, value_at))
    return tuple(found)


def _lead(word: str) -> int:
    return len(word) - len(word.lstrip())


def check_conditions(
    conditions: Iterable[Condition], cards: Sequence[Card], fields: Sequence[str], scope: Scope
) -> None:
    """Report a field that no card has, and a value that no card states there."""
    for one in conditions:
        if one.field not in fields:
            found = problems.unknown_name(one.field_at, "field", one.field, fields, "fields")
            scope.fault(found)
            continue
        known = dict.fromkeys(
            word for card in cards for word in _words(_facts(card).get(one.field), brief=True)
        )
        if not any(_meets(card, one) for card in cards):
            what = f"value of `{one.field}`"
            scope.fault(problems.unknown_name(one.value_at, what, one.value, known, "values"))


def count_cards(cards: Iterable[Card], conditions: Sequence[Condition]) -> int:
    """Return how many cards meet all conditions, copies included."""
    return sum(card.copies for card in cards if all(_meets(card, one) for one in conditions))


def _meets(card: Card, condition: Condition) -> bool:
    return condition.value in _words(_facts(card).get(condition.field))


def _facts(card: Card) -> Mapping[str, Any]:
    return {
        **values_of(card.fields),
        "id": card.id,
        "type": card.type,
        "title": card.title,
        "copies": card.copies,
    }


def _words(value: Any, brief: bool = False) -> Iterator[str]:
    """Yield the words that a value answers to; ``brief`` leaves out all but the first."""
    match value:
        case None | "":
            return
        case Rich() if not value:
            return
        case list() | tuple():
            for item in value:
                yield from _words(item, brief)
        case Record():
            for item in values_of(value).values():
                yield from _words(item, brief)
        case _:
            yield value_key(value)
            if isinstance(value, bool) and not brief:
                yield "true" if value else "false"
            elif isinstance(value, TermValue) and not brief:
                yield value.text
