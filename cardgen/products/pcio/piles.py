"""The first piles of a room, and the moves between piles for the steps of a set-up.

A room deals from the top of a pile and cannot look for a card. So cards that a step selects by
their fields start in a separate pile, and piles are joined before cards are drawn from several.

Moves use the format of buttons in schema 8 of playingcards.io. Its makers do not document it. The
names of functions and their arguments come from exported rooms and from the importer of
VirtualTabletop (``server/pcioimport.mjs``).
"""

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
    typed = {name: {"type": "literal", "value": value} for name, value in arguments.items()}
    return {"func": function, "args": typed}


def move(source: str, target: str, number: int, face: str = "none") -> Call:
    """Move cards from one holder to another, or into the hand of a seat.

    ``face`` is ``faceUp``, ``faceDown`` or ``none``.
    """
    return _call(
        "MOVE_CARDS_BETWEEN_HOLDERS",
        **{"from": [source], "to": [target], "quantity": number, "moveFlip": face},
    )


def shuffle(holder: str) -> Call:
    """Shuffle the cards on a holder."""
    return _call("SHUFFLE_CARDS", holders=[holder])


def flip(holder: str, face: str) -> Call:
    """Turn over all cards on a holder."""
    return _call("FLIP_CARDS", holders=[holder], flipMode="pile", flipFace=face, reverse="none")


def recall(decks: Sequence[str], face: str) -> Call:
    """Return all cards of some collections to their first holders, also from hands."""
    return _call(
        "RECALL_CARDS", decks=list(decks), flip=face, includeHands="hands", includeHolders="holders"
    )


def button(id: str, label: str, calls: Iterable[Call], **box: float) -> Widget:
    """Return a button that runs calls in order; ``box`` is its position and size."""
    steps = [{"id": f"{id}-{n}", "branches": [call]} for n, call in enumerate(calls, 1)]
    return {
        "id": id,
        "type": "automationButton",
        "label": label,
        **box,
        "clickRoutine": {"steps": steps},
    }


class CardGroup(Struct, frozen=True):
    """Copies of cards that no step distinguishes: one collection, which starts as one pile.

    ``piece`` is the id of the deck or token (`TablePiece`). ``copies`` has the index of the design
    of each copy, from the top of the pile down, and ``order`` the index of each copy in the deck.
    """

    id: str
    piece: str
    size: Size
    face_down: bool
    copies: tuple[int, ...]
    order: tuple[int, ...] = (0,)


class DealTarget(Struct, frozen=True):
    """A holder on which steps put cards: a place, the box, or the felt in front of a ``seat``."""

    id: str
    spot: Spot
    seat: int
    size: Size


def clauses(piece: str, set_ups: Iterable[SetUp], most: int) -> tuple[Where, ...]:
    """Return the conditions by which steps select cards of a deck, each once."""
    wheres: list[Where] = []
    for set_up in set_ups:
        for step in set_up.steps:
            if step.where and _piece_at_seat(step.piece, set_up, step.player, most) == piece:
                where = _where_at_seat(step, set_up, most)
                wheres += [where] if where not in wheres else []
    return tuple(wheres)


def group_cards(cards: Sequence[Card], wheres: Sequence[Where]) -> Iterator[tuple[int, ...]]:
    """Yield the indices of cards that match the same conditions, ordered by the first of each."""
    groups: dict[tuple[bool, ...], list[int]] = {}
    for index, card in enumerate(cards):
        groups.setdefault(tuple(is_selected(card, where) for where in wheres), []).append(index)
    yield from map(tuple, groups.values())


def _piece_at_seat(text: str, plan: SetUp, player: int, most: int) -> str:
    return at_seat(text, plan.seats, seat_of(max(player, 0), plan.players, most))


def _where_at_seat(step: SetupStep, plan: SetUp, most: int) -> Where:
    return where_at_seat(step.where, plan.seats, seat_of(max(step.player, 0), plan.players, most))


class _Pile(Struct):
    """The cards of one piece on a holder: their number and groups.

    ``order`` has the index of each card in the deck, and is right until the deck is shuffled.
    """

    holder: str
    number: int
    groups: tuple[CardGroup, ...]
    order: list[int]


class Dealer:
    """Turns the steps for one number of players into calls and instructions.

    A button runs ``calls``, and players read the lines of ``words``, for steps that a room cannot
    do. ``targets`` are the holders for the moved cards, by id.
    """

    def __init__(
        self,
        set_up: SetUp,
        most: int,
        groups: Iterable[CardGroup],
        cards: Mapping[str, Sequence[Card]],
        homes: Mapping[str, str],
        titles: Mapping[str, str],
    ) -> None:
        self.players = set_up.players
        self._set_up = set_up
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
        """Turn all steps into calls and words."""
        for step in self._set_up.steps:
            self._step(step)

    def _step(self, step: SetupStep) -> None:
        if step.verb == "say":
            self.words.append(step.text.plain)
        if not step.piece:
            return
        piece = _piece_at_seat(step.piece, self._set_up, step.player, self._most)
        if piece not in self._piles:  # a board, a die: it stays
            return
        match step.verb:
            case "shuffle":
                self._shuffled.add(piece)
                self._shuffle(self._piles[piece])
            case "add":
                joined_pile = self._join_piles(
                    step.spots[0].place, self._piles[step.spots[0].place]
                )
                self._join(joined_pile, self._piles[piece])
            case "put":
                self._put(step, piece)
            case "deal":
                self._draw(step, piece, [self.seat(step.player)], "faceUp")
            case _:
                holders = [self._remember_target(step, spot, piece).id for spot in step.spots]
                self._draw(step, piece, holders, "faceDown" if step.face_down else "faceUp")

    def seat(self, player: int) -> str:
        """Return the id of a player's seat."""
        return f"seat-{seat_of(player, self._set_up.players, self._most) + 1}"

    def _put(self, step: SetupStep, piece: str) -> None:
        """Move a piece as a whole; without another place it is only turned over."""
        face = "faceDown" if step.face_down else "faceUp"
        for spot in step.spots:
            place = _piece_at_seat(spot.place, self._set_up, step.player, self._most)
            moved = spot.player != NOBODY or place != piece
            pile = self._join_piles(piece, self._piles[piece])
            if moved:
                holder = self._remember_target(step, spot, piece).id
                self.calls += [move(pile.holder, holder, pile.number, face)]
                pile.holder = holder
            elif step.face_down != pile.groups[0].face_down:
                self.calls.append(flip(pile.holder, face))

    def _draw(self, step: SetupStep, piece: str, holders: Sequence[str], face: str) -> None:
        """Move a card to each holder, and all remaining cards to the last one."""
        where = _where_at_seat(step, self._set_up, self._most)
        fit = [pile for pile in self._piles[piece] if pile.number and self._fits(pile, where)]
        left = step.number
        if sum(pile.number for pile in fit) < left:
            cards = "a card" if left == 1 else f"{left} cards"
            self.words.append(f"By hand: take {cards} of {self._titles[piece]}.")
            return
        if piece in self._shuffled and sum(pile.number for pile in fit) > left and len(fit) > 1:
            fit = [self._join_piles(piece, fit)]
        for index, holder in enumerate(holders):
            many = left if index == len(holders) - 1 else min(left, 1)
            left -= many
            while many:
                pile, count = self._next(piece, fit, many)
                self.calls.append(move(pile.holder, holder, count, face))
                pile.number -= count
                del pile.order[:count]
                many -= count

    def _next(self, piece: str, piles: Sequence[_Pile], number: int) -> tuple[_Pile, int]:
        """Return the next pile and a number to take; an unshuffled deck keeps its order."""
        nonempty = [pile for pile in piles if pile.number]
        if piece in self._shuffled or len(nonempty) == 1:
            return nonempty[0], min(number, nonempty[0].number)
        first, second = sorted(nonempty, key=lambda pile: pile.order[0])[:2]
        before = sum(place < second.order[0] for place in first.order)
        return first, min(number, before)

    def _fits(self, pile: _Pile, where: Where) -> bool:
        return not where or all(
            is_selected(self._cards[group.piece][group.copies[0]], where) for group in pile.groups
        )

    def _join_piles(self, piece: str, piles: Sequence[_Pile]) -> _Pile:
        """Join piles; the result is shuffled if the deck was shuffled before."""
        first, *further = [pile for pile in piles if pile.number] or piles[:1]
        if further:
            self._join(first, further)
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
            seat = seat_of(spot.player, self._set_up.players, self._most)
            target = DealTarget(f"before-{seat + 1}{off}", spot, seat, size)
        else:
            place = _piece_at_seat(spot.place, self._set_up, step.player, self._most)
            name = "box" if place == BOX else f"at-{place}{off}"
            target = DealTarget(name, replace(spot, place=place), NOBODY, size)
        earlier = self.targets.get(target.id, target)
        larger = max((earlier, target), key=lambda candidate: candidate.size.height)
        self.targets[target.id] = replace(earlier, size=larger.size)
        return target
