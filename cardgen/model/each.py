"""Entries of a deck file that make many cards: ``each`` over lists, ranges and their products.

An entry becomes one tree of nodes for each card, as if its author had written each card. The nodes
have locations in the entry, so that faults of a card are reported there. `written_cards` yields the
nodes of all cards of a deck file.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod

from msgspec.structs import replace

from cardgen.model import problems
from cardgen.model.compound import NodeField, TableField
from cardgen.model.fields import IDENTIFIER, Field, expect
from cardgen.model.filling import Filling, check_slots
from cardgen.model.markup import RESERVED
from cardgen.model.scope import Scope
from cardgen.source.node import YamlNode

EACH = "each"
EXCEPT = "except"
OMIT = "omit"
CARD_LIMIT = 10_000
"""The maximum number of cards that entries with ``each`` of one deck file make."""
_SIZE_LIMIT = 50_000_000  # characters of all of them

EACH_KEYS: Mapping[str, Field] = {
    EACH: TableField(
        of=NodeField(),
        noun="a name in `each`",
        pattern=IDENTIFIER,
        reserved=RESERVED,
        optional=True,
        doc="makes a card for each value of a list or range, or for each combination of several",
    ),
    EXCEPT: TableField(
        of=NodeField(),
        noun="an id in `except`",
        optional=True,
        doc="with `each`: different values for single cards, by id; `omit` makes no such card",
    ),
}

_RANGE = re.compile(r"(-?\d{1,9})\s*\.\.\s*(-?\d{1,9})(?:\s+step\s+(\d{1,9}))?")
_PADDED = re.compile(r"-?0\d")
_LABEL = 24  # characters of a value in the name of a card

Axes = dict[str, list[YamlNode]]


def makes_many(node: YamlNode) -> bool:
    """Return whether an entry of a deck file has `each`."""
    return node.kind == "map" and EACH in node.value


class EachReader:
    """Makes the cards of the entries of one deck file, within limits for the whole file."""

    def __init__(self) -> None:
        self._cards = CARD_LIMIT
        self._size = _SIZE_LIMIT

    def cards(self, entry: YamlNode, scope: Scope) -> Iterator[tuple[YamlNode, str]]:
        """Yield the node of each card of an entry, and a label with its values for messages.

        The last name of `each` varies fastest. Faults of a card are reported before the card is
        yielded, faults of the entry before the first or after the last card.
        """
        before = len(scope.diagnostics)
        axes = self._axes(entry, scope)
        exceptions = _exceptions(entry, scope)
        keys = {name: child for name, child in entry.value.items() if name not in EACH_KEYS}
        plain = _entry(entry, keys, {})
        for node in (plain, *exceptions.values()):
            check_slots(node, axes, scope)
        if len(scope.diagnostics) > before:
            return
        ids: set[str] = set()
        for values in product(*axes.values()):
            filling = Filling(dict(zip(axes, values, strict=True)), scope)
            id = filling.node(plain.value["id"]).raw if "id" in keys else ""
            ids.add(id)
            exception = exceptions.get(id)
            if exception is not None and exception.kind == "scalar":
                continue
            node = plain
            if exception is not None:
                node = _entry(entry, {**keys, **exception.value}, exception.keys or {})
            card_node = filling.node(node)
            self._size -= filling.size
            if self._size < 0:
                scope.fault(problems.each_too_large(entry.key_at(EACH), "more text than fits"))
                return
            label = ", ".join(f"{n}={_value_text(v)}" for n, v in zip(axes, values, strict=True))
            yield card_node, label
        for id in exceptions:
            scope.knows(entry.value[EXCEPT].key_at(id), "card", id, ids)

    def _axes(self, entry: YamlNode, scope: Scope) -> Axes:
        """Return the values of each name; report too many combinations."""
        node = entry.value[EACH]
        if node.value in (None, {}):
            hint = "write `each: {rank: 2..10}`"
            scope.fault(problems.bad_each(entry.key_at(EACH), "`each` names no values", hint))
            return {}
        axes: Axes = {}
        for name, child in EACH_KEYS[EACH].read(node, scope).items():
            if name in scope.terms:
                message = f"`{name}` is a term of the game, too"
                scope.fault(problems.bad_each(node.key_at(name), message, "choose another name"))
            axes[name] = _values(child, scope)
        count = prod(map(len, axes.values()))
        if count > self._cards:
            amount = f"{count:,} cards" if count > CARD_LIMIT else "too many cards for one deck"
            scope.fault(problems.each_too_large(entry.key_at(EACH), amount))
        else:
            self._cards -= count
        return axes


def _entry(entry: YamlNode, value: dict[str, YamlNode], keys: Mapping[str, YamlNode]) -> YamlNode:
    """Return an entry with other values; ``keys`` has the nodes of new keys."""
    return replace(entry, value=value, keys={**(entry.keys or {}), **keys})


def _exceptions(entry: YamlNode, scope: Scope) -> dict[str, YamlNode]:
    """Return the exceptions for single cards, by id: mappings, or the word `omit`."""
    node = entry.child(EXCEPT)
    if node is None:
        return {}
    exceptions: dict[str, YamlNode] = EACH_KEYS[EXCEPT].read(node, scope)
    for id, exception in exceptions.items():
        if exception.kind != "map":
            if exception.value is not None and exception.raw != OMIT:
                hint = f"write `{id}: {{copies: 2}}`, or `{id}: {OMIT}`"
                expect(f"a mapping, or `{OMIT}`", exception, scope, hint)
            continue
        for name in ("id", *EACH_KEYS):
            if name in exception.value:
                location = exception.key_at(name)
                message = f"`{name}` cannot be different on one card"
                scope.fault(
                    problems.bad_each(location, message, "write the card as an entry of its own")
                )
    return exceptions


def _values(node: YamlNode, scope: Scope) -> list[YamlNode]:
    if node.kind == "list":
        values: list[YamlNode] = []
        for item in node.value:
            in_range = _range(item, scope)
            values += [item] if in_range is None else in_range
            if len(values) > CARD_LIMIT:
                scope.fault(problems.each_too_large(node.location, "too many cards for one deck"))
                return []
        if not node.value:
            hint = "list values, `[a, b]`, or write a range, `2..10`"
            scope.fault(problems.bad_each(node.location, "there are no values", hint))
        return values
    in_range = _range(node, scope)
    if in_range is None and node.value is not None:
        expect("a list or a range", node, scope, "write `[a, b]` or `2..10`")
    return in_range or []


def _range(node: YamlNode, scope: Scope) -> list[YamlNode] | None:
    """Return the numbers of a range, `2..10` or `0..100 step 5`; None for anything else."""
    match = _RANGE.fullmatch(node.raw.strip()) if node.kind == "scalar" else None
    if match is None:
        return None
    first, last, step = int(match[1]), int(match[2]), int(match[3] or 1)
    if not step:
        scope.fault(
            problems.bad_each(node.location, "a range cannot go on by steps of 0", "drop it")
        )
        return []
    numbers = range(first, last + 1, step) if first <= last else range(first, last - 1, -step)
    if len(numbers) > CARD_LIMIT:
        scope.fault(problems.each_too_large(node.location, f"{len(numbers):,} numbers"))
        return []
    padded = _PADDED.match(match[1]) or _PADDED.match(match[2])
    width = max(len(match[1]), len(match[2])) if padded else 0
    return [node.scalar_here(number, str(number).zfill(width)) for number in numbers]


def _value_text(value: YamlNode) -> str:
    """Return a short text for a value in a message; lists and mappings show their first value."""
    while value.kind != "scalar":
        if not value.value:
            return "nothing"
        value = value.children[0]
    return value.raw if len(value.raw) <= _LABEL else value.raw[: _LABEL - 1] + "…"


def written_cards(entries: Sequence[YamlNode], scope: Scope) -> Iterator[tuple[YamlNode, YamlNode]]:
    """Yield the node of each card, and its entry; an entry with `each` makes many cards.

    ``scope`` has the terms of the game. A deck that was read without faults causes none here.
    """
    each = EachReader()
    for entry in entries:
        if not makes_many(entry):
            yield entry, entry
            continue
        for node, _ in each.cards(entry, scope):
            yield node, entry
