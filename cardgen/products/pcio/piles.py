"""The piles that a room begins with, and the moves between them that a set-up comes to.

A room deals from the top of a pile and cannot look for a card. So cards that some step asks for by
their fields lie in a pile of their own from the start, and piles are joined before cards are drawn
from several of them.

Moves are written as buttons make them in schema 8 of playingcards.io. Its makers do not document
it: the names of functions and of their arguments are those of rooms that people have exported, and
of the importer of VirtualTabletop (``server/pcioimport.mjs``), which reads them as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.geometry import Size
from cardgen.model.cards import Card
from cardgen.model.setup.counts import is_selected
from cardgen.model.setup.values import (
    BOX,
    NOBODY,
    SetUp,
    SetupStep,
    Spot,
    Where,
    at_seat,
    seat_of,
    where_at_seat,
)

Call = Mapping[str, Any]
Widget = dict[str, Any]


def _call(function: str, **arguments: Any) -> Call:
    given = {name: {"type": "literal", "value": value} for name, value in arguments.items()}
    return {"func": function, "args": given}


def move(source: str, to: str, number: int, face: str = "none") -> Call:
    """Move cards from one holder to another, or into the hand of a seat.

    ``face`` is ``faceUp``, ``faceDown`` or ``none``.
    """
    return _call(
        "MOVE_CARDS_BETWEEN_HOLDERS",
        **{"from": [source], "to": [to], "quantity": number, "moveFlip": face},
    )


def shuffle(holder: str) -> Call:
    """Shuffle what lies on a holder."""
    return _call("SHUFFLE_CARDS", holders=[holder])


def flip(holder: str, face: str) -> Call:
    """Turn over all that lies on a holder."""
    return _call("FLIP_CARDS", holders=[holder], flipMode="pile", flipFace=face, reverse="none")


def recall(decks: Sequence[str], face: str) -> Call:
    """Gather all cards of some collections on the holders that they belong to, also from hands."""
    return _call(
        "RECALL_CARDS", decks=list(decks), flip=face, includeHands="hands", includeHolders="holders"
    )


def button(id: str, label: str, calls: Iterable[Call], **at: float) -> Widget:
    """Return a button that makes calls, one after another."""
    steps = [{"id": f"{id}-{n}", "branches": [call]} for n, call in enumerate(calls, 1)]
    return {
        "id": id,
        "type": "automationButton",
        "label": label,
        **at,
        "clickRoutine": {"steps": steps},
    }


class CardGroup(Struct, frozen=True):
    """Copies of cards that no step tells apart: they are a collection, and a pile at first.

    ``piece`` is the deck or token that they belong to, as `TablePiece` names it. ``copies`` are
    their designs, one for each copy, from the top of the pile down, and ``order`` says which cards
    of the whole deck they are.
    """

    id: str
    piece: str
    size: Size
    face_down: bool
    copies: tuple[int, ...]
    order: tuple[int, ...] = (0,)


class DealTarget(Struct, frozen=True):
    """Something that steps put cards on: a place, the box, or the felt before a ``seat``."""

    id: str
    spot: Spot
    seat: int
    size: Size


def clauses(piece: str, set_ups: Iterable[SetUp], most: int) -> tuple[Where, ...]:
    """Return what steps ask of the cards of a deck, each once."""
    found: list[Where] = []
    for one in set_ups:
        for step in one.steps:
            if step.where and _named(step.piece, one, step.player, most) == piece:
                where = _filled(step, one, most)
                found += [where] if where not in found else []
    return tuple(found)


def grouped(cards: Sequence[Card], wheres: Sequence[Where]) -> Iterator[tuple[int, ...]]:
    """Yield the positions of cards that fit the same clauses, in the order of the first of each."""
    groups: dict[tuple[bool, ...], list[int]] = {}
    for index, card in enumerate(cards):
        groups.setdefault(tuple(is_selected(card, one) for one in wheres), []).append(index)
    yield from map(tuple, groups.values())


def _named(text: str, one: SetUp, player: int, most: int) -> str:
    return at_seat(text, one.seats, seat_of(max(player, 0), one.players, most))


def _filled(step: SetupStep, one: SetUp, most: int) -> Where:
    return where_at_seat(step.where, one.seats, seat_of(max(step.player, 0), one.players, most))


class _Pile(Struct):
    """What lies on a holder of what has been one piece: how many, and of which groups.

    As long as nobody has shuffled, ``order`` are the cards of the deck that it has.
    """

    holder: str
    number: int
    groups: tuple[CardGroup, ...]
    order: list[int]


class Dealer:
    """Turns the steps for one number of players into calls, and says what is left to players.

    ``calls`` are what a button does, ``words`` the lines that players read, and ``targets`` what
    cards are put on, by id.
    """

    def __init__(
        self,
        one: SetUp,
        most: int,
        groups: Iterable[CardGroup],
        cards: Mapping[str, Sequence[Card]],
        homes: Mapping[str, str],
        titles: Mapping[str, str],
    ) -> None:
        self.players = one.players
        self._one = one
        self._most = most
        self._cards = cards
        self._titles = titles
        self._piles: dict[str, list[_Pile]] = {}
        for group in groups:
            order = list(group.order)
            pile = _Pile(homes[group.id], len(group.copies), (group,), order)
            self._piles.setdefault(group.piece, []).append(pile)
        self._shuffled: set[str] = set()
        self.calls: list[Call] = []
        self.words: list[str] = []
        self.targets: dict[str, DealTarget] = {}

    def deal(self) -> None:
        """Go through all steps."""
        for step in self._one.steps:
            self._step(step)

    def _step(self, step: SetupStep) -> None:
        if step.verb == "say":
            self.words.append(step.text.plain)
        if not step.piece:
            return
        piece = _named(step.piece, self._one, step.player, self._most)
        if piece not in self._piles:  # a board, a die: it stays
            return
        match step.verb:
            case "shuffle":
                self._shuffled.add(piece)
                self._shuffle(self._piles[piece])
            case "add":
                whole = self._joined(step.spots[0].place, self._piles[step.spots[0].place])
                self._join(whole, self._piles[piece])
            case "put":
                self._put(step, piece)
            case "deal":
                self._draw(step, piece, [self.seat(step.player)], "faceUp")
            case _:
                holders = [self._remember_target(step, spot, piece).id for spot in step.spots]
                self._draw(step, piece, holders, "faceDown" if step.face_down else "faceUp")

    def seat(self, player: int) -> str:
        """Return the id of a player's seat."""
        return f"seat-{seat_of(player, self._one.players, self._most) + 1}"

    def _put(self, step: SetupStep, piece: str) -> None:
        """Move a piece as a whole; without another place it is turned over where it lies."""
        face = "faceDown" if step.face_down else "faceUp"
        for spot in step.spots:
            place = _named(spot.place, self._one, step.player, self._most)
            moved = spot.player != NOBODY or place != piece
            pile = self._joined(piece, self._piles[piece])
            if moved:
                holder = self._remember_target(step, spot, piece).id
                self.calls += [move(pile.holder, holder, pile.number, face)]
                pile.holder = holder
            elif step.face_down != pile.groups[0].face_down:
                self.calls.append(flip(pile.holder, face))

    def _draw(self, step: SetupStep, piece: str, holders: Sequence[str], face: str) -> None:
        """Move cards to holders, one to each but the last, which takes all the rest."""
        where = _filled(step, self._one, self._most)
        fit = [pile for pile in self._piles[piece] if pile.number and self._fits(pile, where)]
        rest = step.number
        if sum(pile.number for pile in fit) < rest:
            cards = "a card" if rest == 1 else f"{rest} cards"
            self.words.append(f"By hand: take {cards} of {self._titles[piece]}.")
            return
        if piece in self._shuffled and sum(pile.number for pile in fit) > rest and len(fit) > 1:
            fit = [self._joined(piece, fit)]
        for index, holder in enumerate(holders):
            many = rest if index == len(holders) - 1 else min(rest, 1)
            rest -= many
            while many:
                pile, taken = self._next(piece, fit, many)
                self.calls.append(move(pile.holder, holder, taken, face))
                pile.number -= taken
                del pile.order[:taken]
                many -= taken

    def _next(self, piece: str, piles: Sequence[_Pile], number: int) -> tuple[_Pile, int]:
        """Return the pile to take from, and how many at once: a deck as it is keeps its order."""
        there = [pile for pile in piles if pile.number]
        if piece in self._shuffled or len(there) == 1:
            return there[0], min(number, there[0].number)
        first, second = sorted(there, key=lambda pile: pile.order[0])[:2]
        before = sum(place < second.order[0] for place in first.order)
        return first, min(number, before)

    def _fits(self, pile: _Pile, where: Where) -> bool:
        return not where or all(
            is_selected(self._cards[group.piece][group.copies[0]], where) for group in pile.groups
        )

    def _joined(self, piece: str, piles: Sequence[_Pile]) -> _Pile:
        """Return one pile of several, shuffled if its deck has been."""
        first, *others = [pile for pile in piles if pile.number] or piles[:1]
        if others:
            self._join(first, others)
            if piece in self._shuffled:
                self._shuffle([first])
        return first

    def _join(self, onto: _Pile, piles: Iterable[_Pile]) -> None:
        for pile in piles:
            if pile.number:
                self.calls.append(move(pile.holder, onto.holder, pile.number))
            onto.number, pile.number = onto.number + pile.number, 0
            onto.groups += pile.groups
            onto.order += pile.order

    def _shuffle(self, piles: Iterable[_Pile]) -> None:
        self.calls += [shuffle(pile.holder) for pile in piles if pile.number > 1]

    def _remember_target(self, step: SetupStep, spot: Spot, piece: str) -> DealTarget:
        size = self._piles[piece][0].groups[0].size
        off = "".join(f"-{value:g}" for value in (spot.right, spot.away) if spot.right or spot.away)
        if spot.player != NOBODY:
            seat = seat_of(spot.player, self._one.players, self._most)
            found = DealTarget(f"before-{seat + 1}{off}", spot, seat, size)
        else:
            place = _named(spot.place, self._one, step.player, self._most)
            name = "box" if place == BOX else f"at-{place}{off}"
            found = DealTarget(name, replace(spot, place=place), NOBODY, size)
        known = self.targets.get(found.id, found)
        larger = max((known, found), key=lambda one: one.size.height)
        self.targets[found.id] = replace(known, size=larger.size)
        return found
