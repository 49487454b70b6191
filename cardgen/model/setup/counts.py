"""Carries out the steps of a set-up with the pieces of a game.

A shuffled deck may have any card on top, so a draw notes only its *candidates*, the cards that it
may have taken, and its number. A group of cards has lost at least as many cards as a draw took
beyond its candidates outside the group; so the rest is the most that the deck may still have of it.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from zlib import crc32

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import Location
from cardgen.core.geometry import Size
from cardgen.core.units import MM_PER_INCH
from cardgen.model import problems
from cardgen.model.cards import Card
from cardgen.model.components.deck import Deck
from cardgen.model.components.dice import Die
from cardgen.model.components.table import VirtualTable, player_counts
from cardgen.model.components.tokens import TokenSet
from cardgen.model.game import Component
from cardgen.model.record import plain, values_of
from cardgen.model.scope import Scope
from cardgen.model.setup.steps import StepReader
from cardgen.model.setup.values import (
    ALL,
    Placement,
    SetUp,
    SetupStep,
    Spot,
    Where,
    at_seat,
    seat_of,
    where_at_seat,
)
from cardgen.source.node import YamlNode

_GAP = 0.42 * MM_PER_INCH
"""The gap in mm between cards that are side by side in front of a player."""


def set_ups(
    node: YamlNode, players: str, components: Mapping[str, Component], scope: Scope
) -> tuple[SetUp, ...]:
    """Read ``setup:`` for every number of players of a game, and check it against its pieces."""
    counts = player_counts(players)
    readings = []
    before = len(scope.diagnostics)
    for count in counts:
        reader = StepReader(count, counts, scope)
        steps = tuple(reader.steps(node))
        table = _Table(count, counts[-1], reader.seats, components, scope)
        readings.append(table.set_up(steps))
    for set_up in readings if len(scope.diagnostics) == before else ():
        if not set_up.steps:
            message = f"no step is for {_players_text(set_up.players)}"
            hint = "delete `with:` from a step, or change the `players` of the game"
            scope.fault(problems.bad_setup(node.location, message, hint))
    return tuple(readings)


class _Pool(Struct):
    """The cards of one deck, a copy each, and its draws: the indices of candidates and a number."""

    cards: list[Card]
    size: Size
    drawn: list[tuple[frozenset[int], int]] = []
    example_cards: set[int] = set()
    shuffled: bool = False

    @property
    def remaining(self) -> int:
        return len(self.cards) - sum(number for _, number in self.drawn)

    def available(self, indices: frozenset[int]) -> int:
        """Return the largest number of these cards that the deck may still have."""
        surely_drawn = (max(0, number - len(drawn - indices)) for drawn, number in self.drawn)
        return len(indices) - sum(surely_drawn)

    def example(self, number: int, candidates: frozenset[int]) -> list[str]:
        """Return ids of candidates that may come next; a shuffled deck has them in mixed order."""
        unused = sorted(candidates - self.example_cards)
        if self.shuffled:
            unused.sort(key=lambda n: crc32(f"{self.cards[n].id} {n}".encode()))
        chosen = unused[:number]
        self.example_cards.update(chosen)
        return [self.cards[n].id for n in chosen]

    def has_certain_count(self, indices: frozenset[int]) -> bool:
        """Return whether it is certain how many of these cards were drawn."""
        return all(
            not candidates & indices or candidates <= indices or number == len(candidates)
            for candidates, number in self.drawn
        )


def is_selected(card: Card, where: Where) -> bool:
    """Return whether a card has the values that ``where`` of a step selects."""
    facts = {**values_of(card.fields), "id": card.id, "type": card.type, "title": card.title}
    for name, allowed in where.items():
        value = plain(facts.get(name))  # as scripts see it
        card_values = value if isinstance(value, list) else [value]
        # True is no 1, so values are compared with their kind.
        pairs = ((a, b) for a in card_values for b in allowed)
        if not any(a == b and isinstance(a, bool) == isinstance(b, bool) for a, b in pairs):
            return False
    return True


class _Table:
    """The state of the table while the steps are carried out one by one."""

    def __init__(
        self,
        players: int,
        seat_count: int,
        seats: Mapping[str, tuple[str, ...]],
        components: Mapping[str, Component],
        scope: Scope,
    ) -> None:
        self._players = players
        self._seat_count = seat_count
        self._seats = seats
        self._scope = scope
        self._hands: list[Counter[str]] = [Counter() for _ in range(players)]
        self._held_cards: list[list[str]] = [[] for _ in range(players)]
        self._placements: list[Placement] = []
        self._removed: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._taken: set[str] = set()
        self._first = 0
        table = next((c for c in components.values() if isinstance(c, VirtualTable)), None)
        left_out = table.leave_out if table is not None else ()
        on_table = {id: c for id, c in components.items() if id not in left_out}
        self._pools = {
            id: _Pool([card for card in deck.cards for _ in range(card.copies)], deck.size)
            for id, deck in on_table.items()
            if isinstance(deck, Deck) and any(card.copies for card in deck.cards)
        }
        backed = {id for id, c in on_table.items() if isinstance(c, Deck) and c.back is not None}
        self._face_down = {
            id for id, pool in self._pools.items() if id in backed and pool.remaining > 1
        }
        self._pieces = {*self._pools, *_other_pieces(on_table)}

    def set_up(self, steps: Sequence[SetupStep]) -> SetUp:
        """Carry out all steps; return them with numbers and spots, and the table after them."""
        steps_done = tuple(done for step in steps if (done := self._carry_out(step)) is not None)
        left = {id: pool.remaining for id, pool in self._pools.items()}
        return SetUp(
            self._players,
            steps_done,
            tuple(map(self._with_top_card, self._placements)),
            tuple(dict(hand) for hand in self._hands),
            tuple(map(tuple, self._held_cards)),
            left,
            self._removed,
            self._seats,
            self._first,
        )

    def _carry_out(self, step: SetupStep) -> SetupStep | None:
        """Carry out a step and return it completed; report an impossible step and return None."""
        if step.verb == "start":
            self._first = step.player
        if not step.piece:
            return step
        # The name may depend on the seat, so every seat must lead to a piece that the game has.
        available, kind = (self._pieces, "piece") if step.verb == "put" else (self._pools, "deck")
        names = {at_seat(step.piece, self._seats, seat) for seat in range(self._seat_count)}
        if not all(
            self._scope.knows(step.location, kind, name, available) for name in sorted(names)
        ):
            return None
        piece = self._at_seat(step.piece, step.player)
        if step.verb == "shuffle":
            self._pools[piece].shuffled = True
            return step
        if step.verb == "add":
            return self._add_deck(step, piece)
        if step.verb == "put":
            if step.face_down is None:  # the deck keeps its side up
                step = replace(step, face_down=piece in self._face_down)
            spots = self._free_spots(step, 1, piece) or (Spot(step.piece),)
            self._place(step, piece, 0, spots, [])
            return replace(step, spots=spots)
        number = self._draw(step, self._pools[piece])
        if number is None:
            return None
        pool = self._pools[piece]
        # Only a draw of all candidates removes certain cards.
        if step.verb == "remove" and number == len(candidates := pool.drawn[-1][0]):
            self._removed[piece].update(pool.cards[n].id for n in candidates)
        cards = pool.example(number, pool.drawn[-1][0])
        if step.verb == "deal":
            self._hands[step.player][piece] += number
            self._held_cards[step.player] += [f"{piece}/{card}" for card in cards]
            return replace(step, number=number)
        spots = self._free_spots(step, number, piece)
        if number:
            self._place(step, piece, number, spots, cards)
        return replace(step, number=number, spots=spots)

    def _place(
        self, step: SetupStep, piece: str, number: int, spots: Sequence[Spot], cards: Sequence[str]
    ) -> None:
        """Place one card on each spot, and all remaining cards on the last spot."""
        for index, spot in enumerate(spots[: max(number, 1)]):
            count = number - index if index == len(spots) - 1 else min(number, 1)
            card = "".join(cards[index + count - 1 :][:1]) if count else ""
            target, down = self._at_seat(spot.place, step.player), bool(step.face_down)
            self._placements.append(
                Placement(replace(spot, place=target), piece, count, down, card)
            )

    def _with_top_card(self, placement: Placement) -> Placement:
        pool = self._pools.get(placement.piece)
        if placement.number or pool is None or not pool.remaining:
            return placement
        return replace(placement, card="".join(pool.example(1, frozenset(range(len(pool.cards))))))

    def _at_seat(self, text: str, player: int) -> str:
        return at_seat(text, self._seats, self._seat(player))

    def _seat(self, player: int) -> int:
        return seat_of(max(player, 0), self._players, self._seat_count)

    def _add_deck(self, step: SetupStep, piece: str) -> SetupStep | None:
        spot = step.spots[0]
        assert spot.location is not None
        if not self._scope.knows(spot.location, "deck", spot.place, self._pools.keys() - {piece}):
            return None
        pool, onto = self._pools[piece], self._pools[spot.place]
        before = len(onto.cards)
        onto.cards += pool.cards
        onto.drawn += [(frozenset(n + before for n in drawn), k) for drawn, k in pool.drawn]
        pool.cards, pool.drawn, pool.example_cards = [], [], set()
        return step

    def _draw(self, step: SetupStep, pool: _Pool) -> int | None:
        """Note a draw from a deck and return its number of cards; None after an error."""
        where = where_at_seat(step.where, self._seats, self._seat(step.player))
        if not self._has_fields(where, pool, step.location):
            return None
        matching = frozenset(n for n, card in enumerate(pool.cards) if is_selected(card, where))
        available = min(pool.available(matching), pool.remaining)
        if step.number == ALL and not pool.has_certain_count(matching):
            message = f"the number of these cards still in `{step.piece}` depends on chance"
            self._fault(step, message, "write a number, or draw these cards before others")
            return None
        number = available if step.number == ALL else step.number
        if where and not matching:
            self._fault(step, f"no card of `{step.piece}` matches `where`", "change `where:`")
            return None
        if number > available:
            which = " that match `where`" if where else ""
            total = len(matching)
            left = f" left of {total}" if available < total else ""
            message = (
                f"`{step.piece}` has {max(available, 0)} cards{which}{left}, {number} are needed"
            )
            self._fault(step, message, "take fewer, or give the deck more copies")
            return None
        pool.drawn.append((matching, number))
        return number

    def _has_fields(self, names: Iterable[str], pool: _Pool, location: Location) -> bool:
        fields = {"id", "type", "title"}
        if fields.issuperset(names):
            return True
        fields.update(name for card in pool.cards for name in values_of(card.fields))
        return all(self._scope.knows(location, "field", name, fields) for name in names)

    def _free_spots(self, step: SetupStep, number: int, piece: str) -> tuple[Spot, ...]:
        """Return the spots for a number of cards or pieces; of several places, the free ones."""
        spots = step.spots
        if step.rows and spots:
            spots = tuple(self._rows(step.rows, spots[0], number, self._pools[piece].size))
        elif len(spots) > 1:
            spots = tuple(spot for spot in spots if spot.place not in self._taken)[:number]
            if len(spots) < number:
                message = f"the step needs {number} free places, but has {len(spots)}"
                self._fault(step, message, "name more places under `on:`, or draw fewer cards")
        self._taken.update(spot.place for spot in spots if not (spot.right or spot.away))
        return spots

    def _rows(self, rows: int, spot: Spot, number: int, size: Size) -> Iterator[Spot]:
        """Yield spots side by side, row by row towards the player."""
        columns = math.ceil(number / rows)
        for index in range(number):
            row, column = divmod(index, columns)
            right = (column - (columns - 1) / 2) * (size.width + _GAP)
            away = row * (size.height + _GAP)
            yield replace(spot, right=spot.right + right, away=spot.away - away)

    def _fault(self, step: SetupStep, message: str, hint: str) -> None:
        full_message = f"{message} with {_players_text(self._players)}"
        self._scope.fault(problems.bad_setup(step.location, full_message, hint))


def _players_text(players: int) -> str:
    return "one player" if players == 1 else f"{players} players"


def _other_pieces(components: Mapping[str, Component]) -> Iterator[str]:
    """Yield the names of all pieces except decks: ``id``, ``id/token`` or ``id/token/2``."""
    for id, component in components.items():
        copies: dict[str, int]
        if isinstance(component, TokenSet):
            copies = {f"{id}/{token.id}": token.copies for token in component.tokens}
        elif isinstance(component, Die):
            copies = {id: component.copies}
        else:
            copies = {id: int(component.kind in ("board", "booklet"))}
        for name, many in copies.items():
            yield from (name if n == 1 else f"{name}/{n}" for n in range(1, many + 1))
