"""``cardgen list``: what is in the project."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from msgspec import to_builtins

from cardgen.cli.options import Settings, clean, games_argument, with_settings
from cardgen.cli.report import Report
from cardgen.core.registry import plural

if TYPE_CHECKING:
    from cardgen.features.upkeep.overview import DeckOverview, GameOverview


@click.command()
@games_argument
@with_settings
def command(settings: Settings, games: tuple[str, ...]) -> int:
    """List games with their decks, counts, products and assumptions."""
    root = settings.root
    from cardgen.features.upkeep.overview import overview

    seen, found = overview(root, games)
    report = Report(settings)
    if report.as_json:
        report.document({"games": [to_builtins(game) for game in seen]})
    else:
        for index, game in enumerate(seen):
            report.result(("\n" if index else "") + _game(game))
    return report.finish(found) if len(found) else 0


def _game(game: GameOverview) -> str:
    players = "player" if game.players == "1" else "players"
    facts = [game.players and f"{game.players} {players}", game.duration, game.age]
    facts.append(game.version and f"version {game.version}")
    title = click.style(clean(game.title), bold=True)
    lines = [" · ".join([f"{title} ({clean(game.id)})", *(clean(fact) for fact in facts if fact)])]
    wide = max((len(deck.id) for deck in game.decks), default=0)
    lines += [_deck(deck, wide) for deck in game.decks]
    total = sum(deck.cards for deck in game.decks)
    lines.append(
        f"  {plural(total, 'card')} in all, {plural(game.rules, 'rule number')}, "
        f"{plural(game.terms, 'term')}"
    )
    lines += _block("products", [f"output/{game.id}/{path}" for path in game.products])
    lines += _block(
        "assumptions",
        [
            f"{item.place}: {item.text}" + (f" ({item.why})" if item.why else "")
            for item in game.assumptions
        ],
    )
    return "\n".join(lines)


def _deck(deck: DeckOverview, wide: int) -> str:
    size = f"{deck.width:g} × {deck.height:g} mm"
    designs = plural(deck.designs, "design")
    return f"  {deck.id:<{wide}}  {plural(deck.cards, 'card'):>9}, {designs:>11}, {size}"


def _block(heading: str, lines: list[str]) -> list[str]:
    return [f"  {heading}:", *(f"    {clean(line)}" for line in lines)] if lines else []
