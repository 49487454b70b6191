"""The contents of a project as counts and names, for `cardgen list`."""

import inspect
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from cardgen.assets.library import Library
from cardgen.core.diagnostics import Diagnostics, ModelError
from cardgen.core.registry import load_modules
from cardgen.layout.box import ELEMENTS, Box
from cardgen.model.components.deck import Deck, decks_of
from cardgen.model.game import Game
from cardgen.model.problems import unknown_game
from cardgen.pipeline.planned_files import planned_paths
from cardgen.pipeline.resources import library_of
from cardgen.products.sleeves import sleeved_decks
from cardgen.products.stock import stocks
from cardgen.source.files import game_ids


def overview(root: Path, games: Collection[str] = ()) -> tuple[list[dict[str, Any]], Diagnostics]:
    """Describe all or the named games for JSON; games with errors are left out."""
    from cardgen.model.load import load_project

    loaded = load_project(root, games)
    return [_game(game, root) for game in loaded.games], loaded.diagnostics


def names(kind: str, root: Path, games: Collection[str] = ()) -> dict[str, str]:
    """Return the names of icons, fonts, elements, stock or sleeves of all or the named games.

    Elements, stock and sleeves have a description; elements also have their attributes. Raises
    ModelError for an unknown game.
    """
    if kind == "elements":
        load_modules("cardgen.layout.elements")
        return {tag: _element(ELEMENTS[tag]) for tag in sorted(ELEMENTS)} | {
            "(all boxes)": _attributes(Box.attributes)
        }
    if kind == "stock":
        return {id: f"{row.title} ({row.feed})" for id, row in sorted(stocks(root).items())}
    all_games = game_ids(root)
    if unknown := [game for game in games if game not in all_games]:
        raise ModelError(*(unknown_game(None, game, all_games) for game in unknown))
    if kind == "sleeves":
        from cardgen.model.load import load_project

        loaded = load_project(root, games)
        if loaded.failed:
            raise ModelError(*loaded.diagnostics)
        return {
            f"{game.id}/{deck.deck}": deck.words
            for game in loaded.games
            for deck in sleeved_decks(game)
        }
    libraries = [library_of(root, game) for game in games or all_games]
    names_of = {"icons": Library.icon_names, "fonts": Library.font_names}[kind]
    return dict.fromkeys(sorted({name for library in libraries for name in names_of(library)}), "")


def _element(kind: type[Box]) -> str:
    """Return the first sentence about an element, with the attributes that not all boxes have."""
    words = (inspect.getdoc(kind) or "").split("\n\n")[0].replace("\n", " ")
    own = [name for name in kind.attributes if name not in Box.attributes]
    return f"{words} {_attributes(own)}" if own else words


def _attributes(names: Iterable[str]) -> str:
    return f"Attributes: {', '.join(names)}."


def _game(game: Game, root: Path) -> dict[str, Any]:
    """Describe a game; products are paths below its output folder."""
    facts = ("id", "title", "players", "duration", "age", "version")
    return {
        **{name: getattr(game, name) for name in facts},
        "decks": [_deck(deck) for deck in decks_of(game)],
        "products": planned_paths(game, root),
        "rules": len(game.rules),
        "terms": len(game.terms),
        "assumptions": [
            {"text": str(item.text), "why": str(item.why), "place": str(item.location)}
            for item in game.assumptions
        ],
    }


def _deck(deck: Deck) -> dict[str, Any]:
    rows = deck.series.total() if deck.series is not None else 0
    return {
        "id": deck.id,
        "title": deck.title,
        "designs": len(deck.cards) + rows,
        "cards": deck.count + rows,
        "width": deck.size.width,
        "height": deck.size.height,
    }
