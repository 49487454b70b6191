"""``cardgen list``: what is in the project."""

from __future__ import annotations

import click

from cardgen.cli.options import Settings, clean, games_argument, with_settings
from cardgen.cli.report import FINE, Report, filled_text

_WIDE = 96  # characters of a line of names


@click.command()
@games_argument
@click.option("--icons", is_flag=True, help="List the names of icons: for `icon:`, {icon:NAME}.")
@click.option("--fonts", is_flag=True, help="List the names of fonts, for text styles.")
@click.option("--stock", is_flag=True, help="List kinds of ready-cut sheets, for build --stock.")
@click.option("--sleeves", is_flag=True, help="List the sleeves that each deck of the games takes.")
@click.option("--elements", is_flag=True, help="List the elements of templates.")
@with_settings
def command(settings: Settings, games: tuple[str, ...], **asked: bool) -> int:
    """List games, decks, counts, products, assumptions. Or names to choose from."""
    root = settings.root
    from cardgen.features.overview import names, overview

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
        report.result(filled_text("list", games=seen))
    return report.finish(found) if len(found) else 0


def _names(names: dict[str, str]) -> list[str]:
    """Set names in columns, or each on a line if there are words on it."""
    wide = max(map(len, names), default=0) + 2
    if any(names.values()):
        return [clean(f"{name:<{wide}}{words}") for name, words in names.items()]
    cells, many = [f"{name:<{wide}}" for name in names], max(1, _WIDE // wide)
    return [clean("".join(cells[n : n + many]).rstrip()) for n in range(0, len(cells), many)]
