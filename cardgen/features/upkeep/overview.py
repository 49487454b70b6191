"""The contents of a project as counts and names, for `cardgen list`."""

from __future__ import annotations

import contextlib
import inspect
from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.assets.library import Library
from cardgen.core.diagnostics import CardgenError, Diagnostics, ModelError
from cardgen.core.registry import load_modules
from cardgen.core.side_id import SideId
from cardgen.features.upkeep.sleeves import sleeved
from cardgen.layout.box import ELEMENTS
from cardgen.model.components.deck import decks_of
from cardgen.model.problems import unknown_game
from cardgen.pipeline.manifest import read_manifest
from cardgen.pipeline.resources import library_of
from cardgen.products.hosting import PICTURES
from cardgen.products.stock import stocks
from cardgen.source.files import game_ids

if TYPE_CHECKING:
    from cardgen.model.components.deck import Deck
    from cardgen.model.game import Component, Game
    from cardgen.model.sides import CardSides

_UNKNOWN = 99
"""Pages of a text that was never built: more than fold into a sheet."""


def overview(root: Path, games: Collection[str] = ()) -> tuple[list[dict[str, Any]], Diagnostics]:
    """Describe all games, or those named, as JSON does; games with errors are left out."""
    from cardgen.model.load import load_project

    loaded = load_project(root, games)
    return [_game(game, root) for game in loaded.games], loaded.diagnostics


def names(what: str, root: Path, games: Collection[str] = ()) -> dict[str, str]:
    """Name what all games may use, or those named: icons, fonts, elements, stock and sleeves.

    There are words on each of the last three. Raises ModelError for an unknown game.
    """
    if what == "elements":
        load_modules("cardgen.layout.elements")
        tags = {tag: inspect.getdoc(ELEMENTS[tag]) or "" for tag in sorted(ELEMENTS)}
        return {tag: words.split("\n\n")[0].replace("\n", " ") for tag, words in tags.items()}
    if what == "stock":
        return {id: f"{row.title} ({row.feed})" for id, row in sorted(stocks(root).items())}
    if what == "sleeves":
        from cardgen.model.load import load_project

        loaded = load_project(root, games)
        if loaded.failed:
            raise ModelError(*loaded.diagnostics)
        return {
            f"{game.id}/{one.deck}": one.words for game in loaded.games for one in sleeved(game)
        }
    known = game_ids(root)
    if unknown := [game for game in games if game not in known]:
        raise ModelError(*(unknown_game(None, game, known) for game in unknown))
    libraries = [library_of(root, game) for game in games or known]
    given = {"icons": Library.icon_names, "fonts": Library.font_names}[what]
    return dict.fromkeys(sorted({name for library in libraries for name in given(library)}), "")


def _game(game: Game, root: Path) -> dict[str, Any]:
    """Describe a game; products are paths below its output folder."""
    facts = ("id", "title", "players", "duration", "age", "version")
    return {
        **{name: getattr(game, name) for name in facts},
        "decks": [_deck(deck) for deck in decks_of(game)],
        "products": _products(game, root),
        "rules": len(game.rules),
        "terms": len(game.terms),
        "assumptions": [
            {"text": str(item.text), "why": str(item.why), "place": str(item.at)}
            for item in game.assumptions
        ],
    }


def _deck(deck: Deck) -> dict[str, Any]:
    """Describe a deck: designs are different cards, cards count copies, but not of a series."""
    rows = deck.series.total() if deck.series is not None else 0
    return {
        "id": deck.id,
        "title": deck.title,
        "designs": len(deck.cards) + rows,
        "cards": deck.count + rows,
        "width": deck.size.width,
        "height": deck.size.height,
    }


def _products(game: Game, root: Path) -> tuple[str, ...]:
    """Name what a build would make, by planning it with blank sides: nothing is laid out.

    A product that cannot be planned is left out; `check` reports why.
    """
    from cardgen.frame import Frame
    from cardgen.model.printer import Printer, load_printer
    from cardgen.products.planning import ON_REQUEST, PRODUCTS, plan
    from cardgen.products.request import ProductRequest
    from cardgen.products.series import manifest_path

    built = read_manifest(root / "output" / game.id, game.id).sides
    ids = [SideId(side.id) for side in built]
    pages = Counter(id.component for id in ids if not id.part and id.side.startswith("page-"))
    sides = {
        id: _sides(component, game, pages[id] or _UNKNOWN)
        for id, component in game.components.items()
    }
    specs = [spec for one in sides.values() for card in one for spec in card.specs]
    blank = {spec.id: Frame(spec.size, (), spec.bleed) for spec in specs}
    try:
        printer = load_printer(root)
    except CardgenError:
        printer = Printer()
    request = ProductRequest(
        game,
        sides,
        blank,
        printer,
        render=lambda name, context, at: "",  # a script changes no name
        report=lambda warning: None,  # `check` reports it
    )
    load_modules("cardgen.products")
    found: list[str] = []
    for name in sorted(set(PRODUCTS) - ON_REQUEST):
        with contextlib.suppress(CardgenError):
            found += (artifact.path for artifact in plan(request, (name,)))
    found += (manifest_path(deck.id) for deck in decks_of(game) if deck.series is not None)
    # Pictures are named by what they show, which is not known without layout.
    return tuple(path for path in found if not path.startswith(PICTURES))


def _sides(component: Component, game: Game, pages: int) -> Sequence[CardSides]:
    """Return the sides of a component; a text has so many pages."""
    flow = component.flow(game)
    return component.sides(game) if flow is None else flow.sides(pages)
