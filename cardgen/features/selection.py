"""Makes the files of chosen cards of a game.

The products' files are written below ``selection/`` in the game's output folder, so that a sheet
of chosen cards never replaces a sheet of a whole deck. The next selection replaces them.
"""

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
from cardgen.products.planning import plan_artifacts

OF_CARDS = ("sheets", "cut", "singles", "images", "press", "stock", "svg")
"""The products that can be made of single cards."""

Changed = Mapping[str, Mapping[str, int]]
"""The number of changed copies, by deck and card."""

FOLDER = "selection"


class CardChoice(Struct, frozen=True):
    """Names of cards and decks, and a number of copies; empty names mean all cards.

    A card is named by its id, or as ``deck/card``. ``copies`` 0 means the number of the game.
    With ``changed``, only the changed copies are chosen.
    """

    cards: tuple[str, ...] = ()
    decks: tuple[str, ...] = ()
    copies: int = 0
    changed: Changed | None = None


class SelectionReport(Struct, frozen=True):
    """The chosen cards and the written files; paths are as in diagnostics."""

    id: str
    title: str
    cards: int
    designs: int
    written: tuple[str, ...]
    removed: tuple[str, ...]
    diagnostics: Diagnostics


def select(request: BuildRequest, game: str, choice: CardChoice) -> SelectionReport:
    """Write the files of some cards to ``<output>/<game>/selection/``.

    Makes the products of the request, or sheets if it names none. Cards with errors are left out.
    Raises CardgenError, before any file is written, for unknown names, and if no card can be made.
    """
    options = replace(request.options, products=request.options.products or ("sheets",))
    request = replace(request, options=options)
    wrong = [name for name in options.products if name not in OF_CARDS]
    if wrong:
        raise OutputError(*(problems.not_of_cards(None, name, OF_CARDS) for name in wrong))
    build = open_game(request, game)
    model = build.game
    check_names(model, choice)
    build.lay_out()
    diagnostics = Diagnostics()
    diagnostics.extend((*build.read_diagnostics, *build.diagnostics))
    if request.draft and not build.is_whole:
        mark_as_draft(build)
    warnings: list[Diagnostic] = []
    full_request = build.product_request(warnings, blanks=True)
    decks = {deck.id: replace(deck, cut=options.cut or deck.cut) for deck in decks_of(model)}
    chosen = {id: chosen_of(deck, full_request.sides[id], choice) for id, deck in decks.items()}
    if not build.is_whole and not request.draft:
        # The other cards of a deck can be made, but not a card with errors or one picturing it.
        broken = build.broken_sides()
        for id, designs in chosen.items():
            chosen[id] = [d for d in designs if broken.isdisjoint(spec.id for spec in d.specs)]
    made_of = replace(model, components=decks)
    chosen_request = replace(full_request.with_options(cut=None), game=made_of, sides=chosen)
    artifacts = plan_artifacts(chosen_request, options.products)
    diagnostics.extend(warnings)
    if diagnostics.has_errors and not artifacts:
        raise LayoutError(*diagnostics)
    moved = [replace(file, path=f"{FOLDER}/{file.path}", kind=FOLDER) for file in artifacts]
    files = write_folder(request, game, FOLDER, moved, build.data)
    designs = [design for sides in chosen.values() for design in sides]
    cards = sum(design.copies for design in designs)
    return SelectionReport(
        game, model.title, cards, len(designs), files.files, files.removed, diagnostics
    )


def chosen_of(deck: Deck, sides: Sequence[CardSides], choice: CardChoice) -> list[CardSides]:
    """Return the chosen cards of a deck, each with its chosen number of copies."""
    designs = []
    for design in sides:
        if design.card is None or (choice.decks and deck.id not in choice.decks):
            continue
        id, copies = design.card.id, design.copies
        names = {id, id.removesuffix(FURTHER) if design.further else id}
        if choice.cards and not {*names, *(f"{deck.id}/{n}" for n in names)} & set(choice.cards):
            continue
        if choice.changed is not None:
            copies = choice.changed.get(deck.id, {}).get(id, 0)
        elif choice.cards:  # a named card is printed even if it has 0 copies
            copies = max(copies, 1)
        if copies:
            designs.append(replace(design, copies=choice.copies or copies))
    return designs


def check_names(game: Game, choice: CardChoice) -> None:
    """Raise ModelError with all unknown decks, or else with all unknown cards."""
    within = {deck.id: _card_ids(deck, game) for deck in decks_named(game, choice.decks)}
    plain = {card for cards in within.values() for card in cards}
    full = {f"{id}/{card}" for id, cards in within.items() for card in cards}
    wrong = [
        unknown_name(None, "card", name, full if "/" in name else plain)
        for name in choice.cards
        if name not in plain | full
    ]
    if wrong:
        raise ModelError(*wrong)


def _card_ids(deck: Deck, game: Game) -> list[str]:
    ids = [card.id for card in deck.cards]
    types = game.card_types
    continued = [
        card.id + FURTHER for card in deck.cards if types[card.type].further_template is not None
    ]
    return ids + continued
