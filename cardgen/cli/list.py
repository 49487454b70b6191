"""``cardgen list``: show the games, decks and products of a project."""

import click

from cardgen.cli.headings import LISTS, Command, option
from cardgen.cli.options import Settings, games_argument, with_settings
from cardgen.cli.report import FINE, Report, filled_text
from cardgen.cli.terminal import clean

_WIDE = 96  # characters in a line of names


@click.command(cls=Command)
@games_argument
@option("--icons", is_flag=True, heading=LISTS, help="List the icons, for `icon:` and {icon:NAME}.")
@option("--fonts", is_flag=True, heading=LISTS, help="List the fonts, for text styles.")
@option(
    "--stock", is_flag=True, heading=LISTS, help="List ready-cut card stock, for `build --stock`."
)
@option("--sleeves", is_flag=True, heading=LISTS, help="List the sleeves that fit each deck.")
@option("--elements", is_flag=True, heading=LISTS, help="List the elements that templates can use.")
@with_settings
def command(settings: Settings, games: tuple[str, ...], **flags: bool) -> int:
    """Show games, decks and products, or list icons and fonts."""
    root = settings.root
    from cardgen.features.overview import names as names_of
    from cardgen.features.overview import overview

    report = Report(settings)
    if kinds := [kind for kind, flag in flags.items() if flag]:
        names_by_kind = {kind: names_of(kind, root, games) for kind in kinds}
        plain = {
            kind: names_of_kind if any(names_of_kind.values()) else [*names_of_kind]
            for kind, names_of_kind in names_by_kind.items()
        }
        report.show(
            plain,
            (line for names_of_kind in names_by_kind.values() for line in _names(names_of_kind)),
        )
        return FINE
    games_found, diagnostics = overview(root, games)
    if report.as_json:
        report.document({"games": games_found})
    elif games_found:
        report.result(filled_text("list", games=games_found))
    return report.finish(diagnostics) if len(diagnostics) else 0


def _names(names: dict[str, str]) -> list[str]:
    """Return lines of names in columns, or a line for each name that has a description."""
    wide = max(map(len, names), default=0) + 2
    if any(names.values()):
        return [clean(f"{name:<{wide}}{words}") for name, words in names.items()]
    cells, many = [f"{name:<{wide}}" for name in names], max(1, _WIDE // wide)
    return [clean("".join(cells[n : n + many]).rstrip()) for n in range(0, len(cells), many)]
