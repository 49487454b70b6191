"""Lay out a game, choose some of its cards, and make their files.

The files are those of the products, below ``selection/`` in the game's output folder, so that a
sheet of some cards never replaces one of a whole deck. The next selection replaces them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cardgen.api import BuildRequest, mark_as_draft, open_game
from cardgen.core.diagnostics import Diagnostic, Diagnostics, LayoutError, ModelError, OutputError
from cardgen.features import problems
from cardgen.model.components.deck import FURTHER, Deck, decks_named, decks_of
from cardgen.model.game import Game
from cardgen.model.problems import unknown_name
from cardgen.model.sides import CardSides
from cardgen.pipeline.output_files import write_folder
from cardgen.products.planning import plan

OF_CARDS = ("sheets", "cut", "singles", "images", "press", "stock", "svg")
"""The products that can be made of single cards."""

Changed = Mapping[str, Mapping[str, int]]
"""The number of changed copies, by deck and card."""

FOLDER = "selection"


class CardChoice(Struct, frozen=True):
    """Which cards, and how many of each; empty names mean all.

    A card is named by its id, or as ``deck/card``. ``copies`` of 0 are as many as the game has.
    ``changed`` are the only ones if it is given.
    """

    cards: tuple[str, ...] = ()
    decks: tuple[str, ...] = ()
    copies: int = 0
    changed: Changed | None = None


class SelectionReport(Struct, frozen=True):
    """What was chosen and written; paths are as diagnostics show them."""

    id: str
    title: str
    cards: int
    designs: int
    written: tuple[str, ...]
    removed: tuple[str, ...]
    diagnostics: Diagnostics


def select(request: BuildRequest, game: str, choice: CardChoice) -> SelectionReport:
    """Write the files of some cards to ``<output>/<game>/selection/``.

    The products of the request are made, sheets if it names none. Raises CardgenError, and writes
    nothing, for what is not there or cannot be made.
    """
    options = replace(request.options, products=request.options.products or ("sheets",))
    request = replace(request, options=options)
    wrong = [name for name in options.products if name not in OF_CARDS]
    if wrong:
        raise OutputError(*(problems.not_of_cards(None, name, OF_CARDS) for name in wrong))
    build = open_game(request, game)
    made = build.game
    check_names(made, choice)
    build.lay_out()
    found = Diagnostics()
    found.extend((*build.read_diagnostics, *build.diagnostics))
    if not build.is_whole:
        if not request.draft:
            raise LayoutError(*found)
        mark_as_draft(build)
    warnings: list[Diagnostic] = []
    whole = build.product_request(warnings)
    decks = {deck.id: replace(deck, cut=options.cut or deck.cut) for deck in decks_of(made)}
    chosen = {id: chosen_of(deck, whole.sides[id], choice) for id, deck in decks.items()}
    made_of = replace(made, components=decks)
    wanted = replace(whole.with_options(cut=None), game=made_of, sides=chosen)
    artifacts = plan(wanted, options.products)
    found.extend(warnings)
    moved = [replace(one, path=f"{FOLDER}/{one.path}", kind=FOLDER) for one in artifacts]
    files = write_folder(request, game, FOLDER, moved, build.data)
    all = [one for sides in chosen.values() for one in sides]
    cards = sum(one.copies for one in all)
    return SelectionReport(game, made.title, cards, len(all), files.files, files.removed, found)


def chosen_of(deck: Deck, sides: Sequence[CardSides], choice: CardChoice) -> list[CardSides]:
    """Return the chosen cards of a deck, with the copies that are wanted of each."""
    found = []
    for one in sides:
        if one.card is None or (choice.decks and deck.id not in choice.decks):
            continue
        id, copies = one.card.id, one.copies
        names = {id, id.removesuffix(FURTHER) if one.further else id}
        if choice.cards and not {*names, *(f"{deck.id}/{n}" for n in names)} & set(choice.cards):
            continue
        if choice.changed is not None:
            copies = choice.changed.get(deck.id, {}).get(id, 0)
        elif choice.cards:  # also one that the game has no copy of
            copies = max(copies, 1)
        if copies:
            found.append(replace(one, copies=choice.copies or copies))
    return found


def check_names(game: Game, choice: CardChoice) -> None:
    """Raise ModelError with every deck, or else every card, that is not there."""
    within = {deck.id: _card_ids(deck, game) for deck in decks_named(game, choice.decks)}
    plain = {card for cards in within.values() for card in cards}
    full = {f"{id}/{card}" for id, cards in within.items() for card in cards}
    wrong = [
        unknown_name(None, "card", name, full if "/" in name else plain, "cards")
        for name in choice.cards
        if name not in plain | full
    ]
    if wrong:
        raise ModelError(*wrong)


def _card_ids(deck: Deck, game: Game) -> list[str]:
    ids = [card.id for card in deck.cards]
    types = game.card_types
    more = [
        card.id + FURTHER for card in deck.cards if types[card.type].further_template is not None
    ]
    return ids + more
