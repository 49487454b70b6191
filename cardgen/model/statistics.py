"""What the cards of a deck state, counted field by field.

Copies count: a value on a card of four copies is there four times. Cards with ``copies: 0`` are
kept back and do not count.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardgen.model.counting import LABELS, TITLE, TYPE, count_fields, leaves, types_of
from cardgen.model.tally import Tally

if TYPE_CHECKING:
    from cardgen.model.components.deck import Deck
    from cardgen.model.game import Game

LABEL = 40
"""A text of more characters is prose, which nobody counts."""


@dataclass(frozen=True, slots=True)
class DeckStatistics:
    """One deck: ``designs`` are different cards, ``cards`` counts their copies."""

    id: str
    title: str
    cards: int
    designs: int
    kept_back: int
    fields: tuple[Tally, ...]


def deck_statistics(deck: Deck, game: Game, named: Collection[str] = ()) -> DeckStatistics:
    """Count the fields of a deck that are worth it, or all of those named.

    A name stands for a field and for everything inside it. Left out without being named: prose,
    texts that no two designs share, and all fields of a deck of one design.
    """
    printed = [card for card in deck.cards if card.copies]
    tallies = count_fields(printed, game)
    if named:
        tallies = [tally for tally in tallies if chosen(tally.name, named)]
    elif len(printed) < 2:
        tallies = []
    else:
        tallies = [tally for tally in tallies if _worth_counting(tally)]
    return DeckStatistics(
        id=deck.id,
        title=deck.title,
        cards=sum(card.copies for card in printed),
        designs=len(printed),
        kept_back=len(deck.cards) - len(printed),
        fields=tuple(tallies),
    )


def chosen(name: str, named: Collection[str]) -> bool:
    """Whether a field, or the one that it is inside of, is among those named."""
    return any(name == wanted or name.startswith(f"{wanted}.") for wanted in named)


def field_names(decks: Iterable[Deck], game: Game) -> tuple[str, ...]:
    """Return every name under which a field of these decks can be asked for."""
    names = {TITLE: None, TYPE: None}
    for deck in decks:
        for card_type in types_of(deck.cards, game):
            for name, declared in card_type.fields.items():
                for path, _ in leaves(name, declared):
                    parts = path.split(".")
                    names.update({".".join(parts[: i + 1]): None for i in range(len(parts))})
    return tuple(names)


def _worth_counting(tally: Tally) -> bool:
    if not tally.values:
        return False
    if tally.name in (TITLE, TYPE):
        return tally.telling
    if tally.kind in LABELS:
        short = all(len(value.label) <= LABEL for value in tally.values)
        return short and any(value.designs > 1 for value in tally.values)
    return True
