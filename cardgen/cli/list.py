"""``cardgen list``: what is in the project."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from cardgen.cli.options import Settings, clean, games_argument, with_settings
from cardgen.cli.report import FINE, Report
from cardgen.core.registry import plural

_WIDE = 96  # characters of a line of names


@click.command()
@games_argument
@click.option("--icons", is_flag=True, help="List the names of icons: for `icon:`, {icon:NAME}.")
@click.option("--fonts", is_flag=True, help="List the names of fonts, for text styles.")
@click.option("--elements", is_flag=True, help="List the elements of templates.")
@with_settings
def command(settings: Settings, games: tuple[str, ...], **asked: bool) -> int:
    """List games with their decks, counts, products and assumptions; or names to choose from."""
    root = settings.root
    from cardgen.features.upkeep.overview import names, overview

    report = Report(settings)
    if wanted := [what for what, flag in asked.items() if flag]:
        given = {what: names(what, root, games) for what in wanted}
        plain = {what: some if any(some.values()) else [*some] for what, some in given.items()}
        report.show(plain, (line for some in given.values() for line in _names(some)))
        return FINE
    seen, found = overview(root, games)
    if report.as_json:
        report.document({"games": seen})
    elif seen:
        report.result("\n\n".join(map(_game, seen)))
    return report.finish(found) if len(found) else 0


def _names(names: dict[str, str]) -> list[str]:
    """Set names in columns, or each on a line if there are words on it."""
    wide = max(map(len, names), default=0) + 2
    if any(names.values()):
        return [clean(f"{name:<{wide}}{words}") for name, words in names.items()]
    cells, many = [f"{name:<{wide}}" for name in names], max(1, _WIDE // wide)
    return [clean("".join(cells[n : n + many]).rstrip()) for n in range(0, len(cells), many)]


def _game(game: dict[str, Any]) -> str:
    players = "player" if game["players"] == "1" else "players"
    facts = [game["players"] and f"{game['players']} {players}", game["duration"], game["age"]]
    facts.append(game["version"] and f"version {game['version']}")
    head = f"{click.style(clean(game['title']), bold=True)} ({clean(game['id'])})"
    wide = max((len(deck["id"]) for deck in game["decks"]), default=0)
    total = plural(sum(deck["cards"] for deck in game["decks"]), "card")
    numbers, terms = plural(game["rules"], "rule number"), plural(game["terms"], "term")
    lines = [
        " · ".join([head, *(clean(fact) for fact in facts if fact)]),
        *(_deck(deck, wide) for deck in game["decks"]),
        f"  {total} in all, {numbers}, {terms}",
        *_block("products", [f"output/{game['id']}/{path}" for path in game["products"]]),
        *_block("assumptions", map(_assumption, game["assumptions"])),
    ]
    return "\n".join(lines)


def _deck(deck: dict[str, Any], wide: int) -> str:
    size = f"{deck['width']:g} × {deck['height']:g} mm"
    cards, designs = plural(deck["cards"], "card"), plural(deck["designs"], "design")
    return f"  {deck['id']:<{wide}}  {cards:>9}, {designs:>11}, {size}"


def _assumption(item: dict[str, str]) -> str:
    return f"{item['place']}: {item['text']}" + (f" ({item['why']})" if item["why"] else "")


def _block(heading: str, lines: Iterable[str]) -> list[str]:
    shown = [f"    {clean(line)}" for line in lines]
    return [f"  {heading}:", *shown] if shown else []
