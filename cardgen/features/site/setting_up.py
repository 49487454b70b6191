"""The set-up of a game as a table: what there is for each number of players."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from cardgen.model.game import Game
from cardgen.model.setup.values import SetUp


class SetupRow(Struct, frozen=True):
    """A line of the table: what is counted, and the words for each number of players."""

    label: str
    cells: tuple[str, ...]


def setup_rows(game: Game) -> list[SetupRow]:
    """Return what differs between numbers of players or is dealt; nothing without a set-up."""
    rows: list[SetupRow] = []
    counted: tuple[tuple[str, Callable[[SetUp], Mapping[str, str]]], ...] = (
        ("{} in hand", _hands),
        ("{} not used", lambda one: {d: str(sum(n.values())) for d, n in one.removed.items()}),
        ("{} left over", _left),
    )
    for label, count in counted:
        found = [count(one) for one in game.setup]
        for deck in dict.fromkeys(name for one in found for name in one):
            if count is _left and len({one.get(deck) for one in found}) == 1:
                continue  # the pile that all others have, too
            cells = tuple(one.get(deck, "–") for one in found)
            rows.append(SetupRow(label.format(game.components[deck].title), cells))
    return rows


def _left(one: SetUp) -> dict[str, str]:
    """Return the cards that nobody holds, by deck."""
    return {deck: str(number) for deck, number in one.left.items() if number}


def _hands(one: SetUp) -> dict[str, str]:
    """Return the cards in a hand by deck; where hands differ, in the order of players."""
    found = {}
    for deck in dict.fromkeys(deck for hand in one.hands for deck in hand):
        numbers = [str(hand.get(deck, 0)) for hand in one.hands]
        found[deck] = numbers[0] if len(set(numbers)) == 1 else " / ".join(numbers)
    return found
