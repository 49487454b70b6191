"""What a project consists of, as counts and names: the facts behind ``cardgen list``."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.core.diagnostics import Diagnostics

if TYPE_CHECKING:
    from cardgen.model.components.deck import Deck
    from cardgen.model.game import Game


@dataclass(frozen=True, slots=True)
class DeckOverview:
    """One deck: ``designs`` are different cards, ``cards`` counts their copies."""

    id: str
    title: str
    designs: int
    cards: int
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class AssumptionOverview:
    """Something filled in where the game's source is silent, and where it is written."""

    text: str
    why: str
    place: str


@dataclass(frozen=True, slots=True)
class GameOverview:
    """One game; products are paths below its output folder."""

    id: str
    title: str
    players: str
    duration: str
    age: str
    version: str
    decks: tuple[DeckOverview, ...]
    products: tuple[str, ...]
    rules: int
    terms: int
    assumptions: tuple[AssumptionOverview, ...]


def overview(
    root: Path, games: Collection[str] = ()
) -> tuple[tuple[GameOverview, ...], Diagnostics]:
    """Describe all games, or those named; games with errors are left out."""
    from cardgen.model.load import load_project

    loaded = load_project(root, games)
    return tuple(map(_game, loaded.games)), loaded.diagnostics


def _game(game: Game) -> GameOverview:
    return GameOverview(
        id=game.id,
        title=game.title,
        players=game.players,
        duration=game.duration,
        age=game.age,
        version=game.version,
        decks=tuple(map(_deck, game.decks)),
        products=_products(game),
        rules=len(game.rules),
        terms=len(game.terms),
        assumptions=tuple(
            AssumptionOverview(item.text, item.why, str(item.at)) for item in game.assumptions
        ),
    )


def _deck(deck: Deck) -> DeckOverview:
    return DeckOverview(
        id=deck.id,
        title=deck.title,
        designs=len(deck.cards),
        cards=sum(card.copies for card in deck.cards),
        width=deck.size.width,
        height=deck.size.height,
    )


def _products(game: Game) -> tuple[str, ...]:
    decks = [deck for deck in game.decks if any(card.copies for card in deck.cards)]
    return tuple(f"sheets/{deck.id}.{paper}.pdf" for deck in decks for paper in game.print.papers)
