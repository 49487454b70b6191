"""``cardgen fetch``: download published tables into the project."""

from typing import TYPE_CHECKING

import click
from msgspec import to_builtins

from cardgen.cli.options import Settings, with_settings
from cardgen.cli.report import Report, plural
from cardgen.cli.terminal import clean
from cardgen.core.registry import did_you_mean

if TYPE_CHECKING:
    from cardgen.features.fetch import Fetched


@click.command()
@click.argument("targets", nargs=-1, metavar="[GAME]...|GAME/TABLE")
@click.option(
    "--from",
    "address",
    metavar="URL",
    help="Web address of a new table. Also name its file: [GAME/]decks/actions.csv.",
)
@click.option("--check", is_flag=True, help="Only compare: exit code 1 if a table has changed.")
@click.option("--force", is_flag=True, help="Also replace tables that you have changed.")
@with_settings
def command(
    settings: Settings, targets: tuple[str, ...], address: str | None, check: bool, force: bool
) -> int:
    """Download tables that you published on the web, such as Google Sheets.

    Add a table with --from and the name of its file; the game's folder keeps a copy. Later,
    `cardgen fetch` updates all tables. fetch.lock beside game.yaml records the address, date and
    SHA-256 of each. No other command uses the network.
    """
    from cardgen.features.fetch import Published, fetch, fetched_before
    from cardgen.source.files import game_ids

    root = settings.root
    games_of_project = game_ids(root)
    if "decks" not in games_of_project:  # a path in the folder of the only game
        targets = tuple(
            f"{settings.one_game()}/{target}" if target.startswith("decks/") else target
            for target in targets
        )
    for name in {target.partition("/")[0] for target in targets} - set(games_of_project):
        hint = "; ".join(did_you_mean(name, games_of_project))
        raise click.UsageError(f"there is no game `{name}`" + (f"; {hint}" if hint else ""))
    if address is not None:
        if len(targets) != 1 or not targets[0].partition("/")[2]:
            raise click.UsageError("--from needs the name of the new file: add GAME/decks/NAME.csv")
        game, _, table = targets[0].partition("/")
        tables = [Published(game, table, address)]
    else:
        if any("/" in target for target in targets):
            raise click.UsageError("a new table needs its web address: add --from URL")
        games = targets or games_of_project
        tables = fetched_before(root, games)
        if not tables:
            raise click.UsageError(
                "no table to update; add one with "
                f"`cardgen fetch {games[0] if games else 'GAME'}/decks/TABLE.csv --from URL`"
            )
    tables_read, diagnostics = fetch(root, tables, force=force, write=not check)
    report = Report(settings)
    report.show(to_builtins(tables_read), [clean(_line(table, check)) for table in tables_read])
    code = report.finish(diagnostics) if len(diagnostics) else 0
    return code or int(check and any(table.changed for table in tables_read))


def _line(table: "Fetched", check: bool) -> str:
    rows = plural(table.rows, "row")
    if not table.changed:
        return f"{table.path}: unchanged, {rows}"
    if table.before is None:
        return f"{table.path}: {'not here yet' if check else 'new'}, {rows}"
    was = f" (was {table.before})" if table.before != table.rows else ""
    return f"{table.path}: {'has changed' if check else 'changed'}, {rows}{was}"
