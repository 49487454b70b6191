"""``cardgen fetch``: bring published tables into the project."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cardgen.cli.options import Settings, clean, with_settings
from cardgen.cli.report import Report, plural

if TYPE_CHECKING:
    from cardgen.features.fetching.fetch import Fetched


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
    """Fetch published tables: the first time with --from, later all that were fetched before.

    A table comes from http or https, such as a sheet that was published to the web as CSV. It is
    stored in the game's folder, and fetch.lock beside game.yaml says where it came from, when, and
    its SHA-256. Nothing else in cardgen uses the network.
    """
    from cardgen.features.fetching.fetch import fetch_again, fetch_first, read_lock
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
        done = fetch_first(root, game, table, address, force=force, write=not check)
    else:
        if any("/" in target for target in targets):
            raise click.UsageError("say with --from where the table is published")
        games = targets or known
        if not any(read_lock(root, game) for game in games):
            raise click.UsageError(
                "nothing was fetched so far; begin with "
                f"`cardgen fetch {games[0] if games else 'GAME'}/decks/TABLE.csv --from URL`"
            )
        done = fetch_again(root, games, force=force, write=not check)
    report = Report(settings)
    if report.as_json:
        report.document([_document(one) for one in done.tables])
    elif not settings.quiet:
        for one in done.tables:
            report.result(clean(_told(one, check)))
    code = report.finish(done.found) if len(done.found) else 0
    return code or int(check and any(one.changed for one in done.tables))


def _told(one: Fetched, check: bool) -> str:
    rows = plural(one.rows, "row")
    if not one.changed:
        return f"{one.path}: unchanged, {rows}"
    if one.before is None:
        return f"{one.path}: {'not here yet' if check else 'new'}, {rows}"
    was = f" (was {one.before})" if one.before != one.rows else ""
    return f"{one.path}: {'has changed' if check else 'changed'}, {rows}{was}"


def _document(one: Fetched) -> dict[str, object]:
    return {
        "path": one.path,
        "from": one.address,
        "rows": one.rows,
        "before": one.before,
        "changed": one.changed,
    }
