"""Counts the values on the cards of a game's decks, and describes each field in words."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostics, Location, ModelError
from cardgen.core.registry import plural
from cardgen.model import problems
from cardgen.model.cards import Card
from cardgen.model.components.deck import decks_named
from cardgen.model.document import count_cards
from cardgen.model.game import Game
from cardgen.model.load import load_project
from cardgen.model.odds import Question, read_question
from cardgen.model.scope import Scope
from cardgen.model.statistics import (
    Comparison,
    DeckStatistics,
    Numbers,
    Tally,
    compare,
    deck_statistics,
    field_names,
    is_selected,
)
from cardgen.source.files import Project

MAX_DRAW_ROWS = 20
"""The maximum number of rows in a table of chances by the number of drawn cards."""
ODDS_OPTION = Location("--odds")


class Draw(Struct, frozen=True):
    """A number of drawn cards, and its chance."""

    drawn: int
    chance: float


class Chances(Struct, frozen=True):
    """The answer to a question; ``matching`` of the deck's ``cards`` cards meet its conditions.

    ``draws`` has the chances of drawing up to twice ``drawn`` cards, at most the whole deck. If the
    set-up removes cards for some numbers of players, ``players`` has the chance for each number.
    """

    question: str
    deck: str
    cards: int
    matching: int = field(name="wanted")
    drawn: int
    chance: float
    draws: tuple[Draw, ...]
    players: Mapping[int, float] = {}


def chances(root: Path, game: Game, texts: Sequence[str]) -> tuple[Chances, ...]:
    """Answer questions such as ``2+ of heroes where type=healer in 5``.

    Raises ModelError with all errors in the questions.
    """
    scope = Scope(Project(root), game.id)
    questions = [read_question(text, ODDS_OPTION, scope) for text in texts]
    answers = [_answer(game, question, scope) for question in questions if question is not None]
    if len(scope.diagnostics):
        raise ModelError(*scope.diagnostics)
    return tuple(answer for answer in answers if answer is not None)


def _answer(game: Game, question: Question, scope: Scope) -> Chances | None:
    decks = {deck.id: deck for deck in decks_named(game, ())}
    if not scope.knows(ODDS_OPTION, "deck", question.deck, decks):
        return None
    cards = decks[question.deck].cards
    drawn = question.cards_drawn(game.rules)
    if not question.check(cards, game.rules, scope) or drawn is None:
        return None
    total = count_cards(cards, ())
    last = min(2 * drawn, total)
    step = -(-last // MAX_DRAW_ROWS) or 1
    numbers = sorted({*range(step, last + 1, step), drawn} - {0})
    return Chances(
        question.text,
        question.deck,
        total,
        count_cards(cards, question.conditions),
        drawn,
        float(question.answer(cards, drawn)),
        tuple(Draw(number, float(question.answer(cards, number))) for number in numbers),
        _chances_by_players(game, question, cards, drawn),
    )


def _chances_by_players(
    game: Game, question: Question, cards: Sequence[Card], drawn: int
) -> dict[int, float]:
    removals = {set_up.players: set_up.removed.get(question.deck, {}) for set_up in game.setup}
    by_players = {}
    for players, removed in removals.items() if any(removals.values()) else ():
        used = [replace(card, copies=card.copies - removed.get(card.id, 0)) for card in cards]
        if drawn <= count_cards(used, ()):
            by_players[players] = float(question.answer(used, drawn))
    return by_players


class StatsReport(Struct, frozen=True):
    """The statistics of one game."""

    id: str
    title: str
    decks: tuple[DeckStatistics, ...]
    comparisons: tuple[Comparison, ...]
    diagnostics: Diagnostics
    odds: tuple[Chances, ...] = ()


def stats(
    root: Path,
    game: str,
    decks: Collection[str] = (),
    fields: Collection[str] = (),
    odds: Sequence[str] = (),
) -> StatsReport:
    """Count the values on the cards of a game, for all decks and fields or the named ones.

    ``odds`` are questions about draws (`cardgen.model.odds`), which the report answers.

    Raises ModelError for a game with errors and for unknown names.
    """
    loaded = load_project(root, (game,))
    model = loaded.only_game
    counted_decks = decks_named(model, decks)
    names = field_names(counted_decks, model)
    unknown = [name for name in fields if not any(is_selected(field, (name,)) for field in names)]
    if unknown:
        raise ModelError(*(problems.unknown_name(None, "field", name, names) for name in unknown))
    statistics = tuple(deck_statistics(deck, model, fields) for deck in counted_decks)
    answers = chances(root, model, odds)
    return StatsReport(
        model.id, model.title, statistics, compare(statistics), loaded.diagnostics, answers
    )


MAX_IN_LINE = 12
"""The maximum number of values in one line."""


def describe(tally: Tally) -> str:
    """Return a line about a field: its range or number of values, and how many cards have one."""
    numbers, per_card = tally.numbers, tally.per_card
    if numbers is not None and numbers.least < numbers.most:
        mean, median = format_number(numbers.mean), format_number(numbers.median)
        parts = [f"{format_range(numbers)}, mean {mean}, median {median}"]
    else:
        parts = [plural(len(tally.values), "value")]
    parts.append(f"on {plural(tally.cards_with_value, 'card')}")
    if per_card is not None:
        mean = f", mean {format_number(per_card.mean)}" if per_card.least < per_card.most else ""
        parts.append(f"{format_range(per_card)} a card{mean}")
    return " · ".join(parts)


def summarize(tally: Tally) -> str:
    """Return a line about a field that needs no bars; long lists are cut."""
    values = tally.values
    if not values:
        return "no card has a value"
    if tally.is_uniform:
        return f"{values[0].label} on every card"
    count = values[0].count
    each = {1: "once", 2: "twice"}.get(count, f"{count} times")
    if len(values) == 1:
        return f"{values[0].label}, {each}"
    names = ", ".join(value.label for value in values[:MAX_IN_LINE])
    overflow = f" and {len(values) - MAX_IN_LINE} more" if len(values) > MAX_IN_LINE else ""
    return f"{len(values)} values, {each} each: {names}{overflow}"


def explain_missing_statistics(deck: DeckStatistics) -> str:
    """Return the reason why a deck has no statistics."""
    if not deck.cards:
        return "No card of this deck is printed: all have 0 copies."
    if deck.designs == 1:
        return "One design: there is nothing to compare."
    return "No field has values to count."


def format_range(numbers: Numbers) -> str:
    """Return the range of some numbers."""
    if numbers.least == numbers.most:
        return format_number(numbers.least)
    return f"{format_number(numbers.least)} to {format_number(numbers.most)}"


def format_number(number: float) -> str:
    """Return a number with at most two decimals."""
    return f"{round(number, 2):.12g}"


def percent(share: float) -> str:
    """Return a share in per cent; shares that would be `0 %` are `<1 %`."""
    return "<1 %" if 0 < share <= 0.005 else f"{share * 100:.0f} %"
