"""Answers questions about the odds of drawing cards, with the chance for each number drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import Location, ModelError
from cardgen.model.cards import Card
from cardgen.model.components.deck import decks_named
from cardgen.model.document import count_cards
from cardgen.model.game import Game
from cardgen.model.odds import Question, read_question
from cardgen.model.scope import Scope
from cardgen.source.files import Project

ROWS = 20
"""For how many numbers of cards drawn a table has a row at most."""
OPTION = Location("--odds")


class Draw(Struct, frozen=True):
    """A number of cards drawn, and the chance that goes with it."""

    drawn: int
    chance: float


class Chances(Struct, frozen=True):
    """The answer to a question about a deck of so many cards, of which ``wanted`` are asked for.

    ``draws`` goes from one card to twice as many as are drawn, or to the whole deck. Where the
    set-up removes other cards for other numbers of players, ``players`` has the chance for each.
    """

    question: str
    deck: str
    cards: int
    wanted: int
    drawn: int
    chance: float
    draws: tuple[Draw, ...]
    players: Mapping[int, float] = {}


def chances(root: Path, game: Game, asked: Sequence[str]) -> tuple[Chances, ...]:
    """Answer questions such as ``2+ of heroes where type=healer in 5``.

    Raises ModelError with everything that is wrong with any of them.
    """
    scope = Scope(Project(root), game.id)
    questions = [read_question(text, OPTION, scope) for text in asked]
    answers = [_answer(game, one, scope) for one in questions if one is not None]
    if len(scope.found):
        raise ModelError(*scope.found)
    return tuple(one for one in answers if one is not None)


def _answer(game: Game, question: Question, scope: Scope) -> Chances | None:
    decks = {deck.id: deck for deck in decks_named(game, ())}
    if not scope.knows(OPTION, "deck", question.deck, decks):
        return None
    cards = decks[question.deck].cards
    drawn = question.cards_drawn(game.rules)
    if not question.check(cards, game.rules, scope) or drawn is None:
        return None
    total = count_cards(cards, ())
    last = min(2 * drawn, total)
    step = -(-last // ROWS) or 1
    numbers = sorted({*range(step, last + 1, step), drawn} - {0})
    return Chances(
        question.text,
        question.deck,
        total,
        count_cards(cards, question.conditions),
        drawn,
        float(question.answer(cards, drawn)),
        tuple(Draw(number, float(question.answer(cards, number))) for number in numbers),
        _by_players(game, question, cards, drawn),
    )


def _by_players(
    game: Game, question: Question, cards: Sequence[Card], drawn: int
) -> dict[int, float]:
    """Return the chance for each number of players, if cards are removed for any of them."""
    removed = {one.players: one.removed.get(question.deck, {}) for one in game.setup}
    found = {}
    for players, gone in removed.items() if any(removed.values()) else ():
        used = [replace(card, copies=card.copies - gone.get(card.id, 0)) for card in cards]
        if drawn <= count_cards(used, ()):
            found[players] = float(question.answer(used, drawn))
    return found
