"""Cards for the templates of texts and pieces, and which facts about them these have looked at.

The template of a booklet, a board or a box may count and list all cards of the game. Were all of
them part of what it depends on, no card could change without laying everything out anew. So the
cards are handed out under watch: what was read of them, as ``deck/field``, is what it depends on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from cardgen.core.fingerprint import digest
from cardgen.model.record import Record, values_of
from cardgen.model.sides import freeze

if TYPE_CHECKING:
    from cardgen.model.component import Component

ALL = "*"
Facts = Mapping[str, tuple[Mapping[str, Any], ...]]
"""The facts of every card, by deck."""


def card_facts(components: Iterable[Component]) -> Facts:
    """Return what templates may read of the cards of a game."""
    return {
        component.id: tuple(
            {
                **values_of(card.fields),
                "id": card.id,
                "title": card.title,
                "copies": card.copies,
                "type": card.type,
            }
            for card in component.cards
        )
        for component in components
        if component.cards
    }


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


class CardWatch:
    """The cards of a game under watch."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self.seen: set[str] = set()
        """What was read: ``deck`` for the number of its cards, ``deck/field``, or ``*``."""

    def decks(self) -> Record:
        """Return the cards of each deck, for templates."""
        return _Watched(_Decks(self._facts, self.seen), self.seen.add)

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


class _Decks(Mapping[str, tuple[_Watched, ...]]):
    """The cards by deck; most templates never ask, so they are made ready when one does."""

    def __init__(self, facts: Facts, seen: set[str]) -> None:
        self._facts = facts
        self._seen = seen
        self._made: dict[str, tuple[_Watched, ...]] = {}

    def __getitem__(self, deck: str) -> tuple[_Watched, ...]:
        if deck not in self._made:

            def tell(field: str) -> None:
                self._seen.add(f"{deck}/{field}")

            self._made[deck] = tuple(_Watched(card, tell) for card in self._facts[deck])
        return self._made[deck]

    def __iter__(self) -> Iterator[str]:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)


def _all(cards: tuple[Mapping[str, Any], ...]) -> list[Any]:
    return [[(name, freeze(value)) for name, value in card.items()] for card in cards]
