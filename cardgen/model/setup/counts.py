"""Goes through the steps of a set-up with the cards that there are.

Which card of a shuffled deck comes next is not known, but how many there are is: of a deck that
some cards were drawn from, at least so many are still there as could not have been among those.
"""

from __future__ import annotations

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
    Lying,
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
"""Between cards that lie side by side before a player, in mm."""


def set_ups(
    node: YamlNode, players: str, components: Mapping[str, Component], scope: Scope
) -> tuple[SetUp, ...]:
    """Read ``setup:`` for every number of players of a game, and check it against its pieces."""
    counts = player_counts(players)
    found = []
    before = len(scope.found)
    for count in counts:
        reader = StepReader(count, counts, scope)
        steps = tuple(reader.steps(node))
        table = _Table(count, counts[-1], reader.seats, components, scope)
        found.append(table.set_up(steps))
    for one in found if len(scope.found) == before else ():
        if not one.steps:
            message = f"no step is for {_said(one.players)}"
            hint = "leave out `with:` on one, or change the `players` of the game"
            scope.fault(problems.bad_setup(node.at, message, hint))
    return tuple(found)


class _Pool(Struct):
    """The cards of one deck, copy by copy, and what has been drawn: of which, how many."""

    cards: list[Card]
    size: Size
    drawn: list[tuple[frozenset[int], int]] = []
    shown: set[int] = set()
    shuffled: bool = False

    @property
    def left(self) -> int:
        return len(self.cards) - sum(number for _, number in self.drawn)

    def available(self, of: frozenset[int]) -> int:
        """Return how many of some cards there may still be."""
        return len(of) - sum(max(0, number - len(those - of)) for those, number in self.drawn)

    def example(self, number: int, of: frozenset[int]) -> list[str]:
        """Return cards that may come next of some: of a shuffled deck in a mixed order."""
        those = sorted(of - self.shown)
        if self.shuffled:
            those.sort(key=lambda n: crc32(f"{self.cards[n].id} {n}".encode()))
        found = those[:number]
        self.shown.update(found)
        return [self.cards[n].id for n in found]

    def is_sure(self, of: frozenset[int]) -> bool:
        """Whether nothing was drawn that may be among some cards, or not."""
        return all(
            not those & of or those <= of or number == len(those) for those, number in self.drawn
        )


def is_meant(card: Card, where: Where) -> bool:
    """Whether a card has the values that a step asks for."""
    facts = {**values_of(card.fields), "id": card.id, "type": card.type, "title": card.title}
    for name, wanted in where.items():
        value = plain(facts.get(name))  # as scripts see it
        stated = value if isinstance(value, list) else [value]
        # True is no 1, so values are compared with their kind.
        pairs = (
            (a, b) for a in stated for b in wanted if isinstance(a, bool) == isinstance(b, bool)
        )
        if not any(a == b and isinstance(a, bool) == isinstance(b, bool) for a, b in pairs):
            return False
    return True


class _Table:
    """What lies where while the steps are gone through."""

    def __init__(
        self,
        players: int,
        most: int,
        seats: Mapping[str, tuple[str, ...]],
        components: Mapping[str, Component],
        scope: Scope,
    ) -> None:
        self._players = players
        self._most = most
        self._seats = seats
        self._scope = scope
        self._hands: list[Counter[str]] = [Counter() for _ in range(players)]
        self._held: list[list[str]] = [[] for _ in range(players)]
        self._lying: list[Lying] = []
        self._removed: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._taken: set[str] = set()
        self._first = 0
        table = next((c for c in components.values() if isinstance(c, VirtualTable)), None)
        there = {
            id: one for id, one in components.items() if table is None or id not in table.leave_out
        }
        self._pools = {
            id: _Pool([card for card in one.cards for _ in range(card.copies)], one.size)
            for id, one in there.items()
            if isinstance(one, Deck) and any(card.copies for card in one.cards)
        }
        backed = {id for id, one in there.items() if isinstance(one, Deck) and one.back is not None}
        self._down = {id for id, pool in self._pools.items() if id in backed and pool.left > 1}
        self._pieces = {*self._pools, *_others(there)}

    def set_up(self, steps: Sequence[SetupStep]) -> SetUp:
        """Return the steps with what is known of them only now, and what they come to."""
        done = tuple(made for step in steps if (made := self._done(step)) is not None)
        left = {id: pool.left for id, pool in self._pools.items()}
        return SetUp(
            self._players,
            done,
            tuple(map(self._topped, self._lying)),
            tuple(dict(hand) for hand in self._hands),
            tuple(map(tuple, self._held)),
            left,
            self._removed,
            self._seats,
            self._first,
        )

    def _done(self, step: SetupStep) -> SetupStep | None:
        """Carry out a step; None, and a fault, if that is impossible."""
        if step.verb == "start":
            self._first = step.player
        if not step.piece:
            return step
        # Whichever seat it is for, there must be such a piece.
        known, what = (self._pieces, "piece") if step.verb == "put" else (self._pools, "deck")
        names = {at_seat(step.piece, self._seats, seat) for seat in range(self._most)}
        if not all(self._scope.knows(step.at, what, name, known) for name in sorted(names)):
            return None
        piece = self._at_seat(step.piece, step.player)
        if step.verb == "shuffle":
            self._pools[piece].shuffled = True
            return step
        if step.verb == "add":
            return self._added(step, piece)
        if step.verb == "put":
            if step.face_down is None:  # as the deck lies already
                step = replace(step, face_down=piece in self._down)
            spots = self._free(step, 1, piece) or (Spot(step.piece),)
            self._lay(step, piece, 0, spots, [])
            return replace(step, spots=spots)
        number = self._drawn(step, self._pools[piece])
        if number is None:
            return None
        pool = self._pools[piece]
        if step.verb == "remove" and number == len(those := pool.drawn[-1][0]):
            self._removed[piece].update(pool.cards[n].id for n in those)
        cards = pool.example(number, pool.drawn[-1][0])
        if step.verb == "deal":
            self._hands[step.player][piece] += number
            self._held[step.player] += [f"{piece}/{card}" for card in cards]
            return replace(step, number=number)
        spots = self._free(step, number, piece)
        if number:
            self._lay(step, piece, number, spots, cards)
        return replace(step, number=number, spots=spots)

    def _lay(
        self, step: SetupStep, piece: str, number: int, spots: Sequence[Spot], cards: Sequence[str]
    ) -> None:
        """Note what lies where: one card on each spot, all others on the last one."""
        for index, spot in enumerate(spots[: max(number, 1)]):
            many = number - index if index == len(spots) - 1 else min(number, 1)
            card = "".join(cards[index + many - 1 :][:1]) if many else ""
            there = replace(spot, place=self._at_seat(spot.place, step.player))
            self._lying.append(Lying(there, piece, many, bool(step.face_down), card))

    def _topped(self, lying: Lying) -> Lying:
        """Add an example of the card that is on top of a deck as a whole."""
        pool = self._pools.get(lying.piece)
        if lying.number or pool is None or not pool.left:
            return lying
        return replace(lying, card="".join(pool.example(1, frozenset(range(len(pool.cards))))))

    def _at_seat(self, text: str, player: int) -> str:
        return at_seat(text, self._seats, self._seat(player))

    def _seat(self, player: int) -> int:
        return seat_of(max(player, 0), self._players, self._most)

    def _added(self, step: SetupStep, piece: str) -> SetupStep | None:
        spot = step.spots[0]
        assert spot.at is not None
        if not self._scope.knows(spot.at, "deck", spot.place, self._pools.keys() - {piece}):
            return None
        pool, onto = self._pools[piece], self._pools[spot.place]
        before = len(onto.cards)
        onto.cards += pool.cards
        onto.drawn += [(frozenset(n + before for n in those), k) for those, k in pool.drawn]
        pool.cards, pool.drawn, pool.shown = [], [], set()
        return step

    def _drawn(self, step: SetupStep, pool: _Pool) -> int | None:
        """Take cards out of a deck, and return how many."""
        where = where_at_seat(step.where, self._seats, self._seat(step.player))
        if not self._are_fields(where, pool, step.at):
            return None
        those = frozenset(n for n, card in enumerate(pool.cards) if is_meant(card, where))
        have = min(pool.available(those), pool.left)
        if step.number == ALL and not pool.is_sure(those):
            message = f"nobody knows how many of these cards `{step.piece}` still has"
            self._fault(step, message, "write how many, or take them out before others")
            return None
        number = have if step.number == ALL else step.number
        if where and not those:
            self._fault(step, f"no card of `{step.piece}` fits", "change `where:`")
            return None
        if number > have:
            which = " that fit" if where else ""
            message = f"`{step.piece}` has {max(have, 0)} cards{which}, {number} are needed"
            self._fault(step, message, "take fewer, or give the deck more copies")
            return None
        pool.drawn.append((those, number))
        return number

    def _are_fields(self, names: Iterable[str], pool: _Pool, at: Location) -> bool:
        """Whether cards have these fields; report those that none has."""
        known = {"id", "type", "title"}
        if known.issuperset(names):
            return True
        known.update(name for card in pool.cards for name in values_of(card.fields))
        return all(self._scope.knows(at, "field", name, known) for name in names)

    def _free(self, step: SetupStep, number: int, piece: str) -> tuple[Spot, ...]:
        """Return where so many things go, one spot each if there are several."""
        spots = step.spots
        if step.rows and spots:
            spots = tuple(self._rows(step.rows, spots[0], number, self._pools[piece].size))
        elif len(spots) > 1:
            spots = tuple(one for one in spots if one.place not in self._taken)[:number]
            if len(spots) < number:
                message = f"{len(spots)} of these places are free, {number} are needed"
                self._fault(step, message, "name more places, or take fewer cards")
        self._taken.update(one.place for one in spots if not (one.right or one.away))
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
        said = f"{message} with {_said(self._players)}"
        self._scope.fault(problems.bad_setup(step.at, said, hint))


def _said(players: int) -> str:
    return "one player" if players == 1 else f"{players} players"


def _others(components: Mapping[str, Component]) -> Iterator[str]:
    """Yield the pieces that are no decks, as tables name them."""
    for id, one in components.items():
        copies: dict[str, int]
        if isinstance(one, TokenSet):
            copies = {f"{id}/{token.id}": token.copies for token in one.tokens}
        elif isinstance(one, Die):
            copies = {id: one.copies}
        else:
            copies = {id: int(one.kind in ("board", "booklet"))}
        for name, many in copies.items():
            yield from (name if n == 1 else f"{name}/{n}" for n in range(1, many + 1))
