"""``cardgen fetch``: bring published tables into the project."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from msgspec import to_builtins

from cardgen.cli.options import Settings, clean, with_settings
from cardgen.cli.report import Report, plural

if TYPE_CHECKING:
    from cardgen.features.fetch import Fetched


@click.command()
@click.argument("targets", nargs=-1, metavar="[GAME]...|GAME/TABLE")
@click.option(
    "--from",
    "address",
    metavar="URL",
    help="Where the table is published; GAME/TABLE says where it goes, as in "
    "duel/decks/actions.csv. Needed the first time only.",
)
@click.option("--check", is_flag=True, help="Write nothing; exit code 1 if a table has changed.")
@click.option("--force", is_flag=True, help="Replace a table that was changed here, too.")
@with_settings
def command(
    settings: Settings, targets: tuple[str, ...], address: str | None, check: bool, force: bool
) -> int:
    """Fetch tables that were published on the web.

    The first time --from names one; later all come that were fetched before. A table comes from
    http or https, such as a sheet that was published to the web as CSV. It is stored in the game's
    folder, and fetch.lock beside game.yaml says where it came from, when, and its SHA-256. Nothing
    else in cardgen uses the network.
    """
    from cardgen.features.fetch import Published, fetch, fetched_before
    from cardgen.source.files import game_ids

    root = settings.root
    known = game_ids(root)
    for name in {target.partition("/")[0] for target in targets} - set(known):
        from cardgen.core.registry import did_you_mean

        hint = "; ".join(did_you_mean(name, known))
        raise click.UsageError(f"there is no game `{name}`" + (f"; {hint}" if hint else ""))
    if address is not None:
        if len(targets) != 1 or not targets[0].partition("/")[2]:
            raise click.UsageError("with --from, name the table to make: GAME/decks/TABLE.csv")
        game, _, table = targets[0].partition("/")
        tables = [Published(game, table, address)]
    else:
        if any("/" in target for target in targets):
            raise click.UsageError("say with --from where the table is published")
        games = targets or known
        tables = fetched_before(root, games)
        if not tables:
            raise click.UsageError(
                "nothing was fetched so far; begin with "
                f"`cardgen fetch {games[0] if games else 'GAME'}/decks/TABLE.csv --from URL`"
            )
    done, found = fetch(root, tables, force=force, write=not check)
    report = Report(settings)
    report.show(to_builtins(done), [clean(_line(one, check)) for one in done])
    code = report.finish(found) if len(found) else 0
    return code or int(check and any(one.changed for one in done))


def _line(one: Fetched, check: bool) -> str:
    rows = plural(one.rows, "row")
    if not one.changed:
        return f"{one.path}: unchanged, {rows}"
    if one.before is None:
        return f"{one.path}: {'not here yet' if check else 'new'}, {rows}"
    was = f" (was {one.before})" if one.before != one.rows else ""
    return f"{one.path}: {'has changed' if check else 'changed'}, {rows}{was}"
