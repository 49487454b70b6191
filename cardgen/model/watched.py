"""Cards for the templates of a text, and which facts about them it has looked at.

A template of a booklet may count and list all cards of the game. Were all of them part of what
its pages depend on, no card could change without laying out every page anew. So the cards are
handed out under watch: what was read of them, as ``deck/field``, is what the pages depend on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cardgen.core.fingerprint import digest
from cardgen.model.record import Record
from cardgen.model.sides import freeze

ALL = "*"
Facts = Mapping[str, tuple[Mapping[str, Any], ...]]
"""The facts of every card, by deck."""


class _Watched(Record):
    """A record that tells which of its values is read; ``*`` is all of them."""

    __slots__ = ("_inner", "_tell")

    def __init__(self, values: Mapping[str, Any], tell: Callable[[str], None]) -> None:
        object.__setattr__(self, "_inner", values)
        object.__setattr__(self, "_tell", tell)

    @property
    def _values(self) -> Mapping[str, Any]:  # type: ignore[override]
        self._tell(ALL)
        values: Mapping[str, Any] = self._inner
        return values

    def __getattr__(self, name: str) -> Any:
        self._tell(name)
        try:
            return self._inner[name]
        except KeyError:
            raise AttributeError(name) from None

    def __getitem__(self, name: str) -> Any:
        self._tell(name)
        return self._inner[name]

    def __contains__(self, name: object) -> bool:
        self._tell(str(name))
        return name in self._inner


class Watch:
    """The cards of a game under watch."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self.seen: set[str] = set()
        """What was read: ``deck`` for the number of its cards, ``deck/field``, or ``*``."""

    def decks(self) -> Record:
        """Return the cards of each deck, for templates."""
        made = {}
        for deck, cards in self._facts.items():

            def tell(field: str, deck: str = deck) -> None:
                self.seen.add(f"{deck}/{field}")

            made[deck] = tuple(_Watched(card, tell) for card in cards)
        return _Watched(made, self.seen.add)

    def print(self, name: str) -> str:
        """Return a digest over what a name in `seen` stands for, as it is now."""
        if name == ALL:
            return digest([(deck, _all(cards)) for deck, cards in self._facts.items()])
        deck, _, field = name.partition("/")
        cards = self._facts.get(deck)
        if cards is None:
            return ""
        if not field:
            return digest(len(cards))
        if field == ALL:
            return digest(_all(cards))
        return digest([(field in card, freeze(card.get(field))) for card in cards])


def _all(cards: tuple[Mapping[str, Any], ...]) -> list[Any]:
    return [[(name, freeze(value)) for name, value in card.items()] for card in cards]
