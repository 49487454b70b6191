"""``cardgen schema``: JSON Schemas for editors."""

from __future__ import annotations

import click

from cardgen.cli.options import Settings, clean, games_argument, with_settings
from cardgen.cli.report import Report


@click.command()
@games_argument
@click.option("--write", is_flag=True, help="Write the schemas into card_data/schema/.")
@click.option(
    "--vscode",
    is_flag=True,
    help="Write .vscode/settings.json, too: for data files without a first line that names one.",
)
@with_settings
def command(settings: Settings, games: tuple[str, ...], write: bool, vscode: bool) -> int:
    """Print JSON Schemas of game.yaml, or of the decks of a GAME.

    With --write: put game.schema.json, notes.schema.json and one <game>.deck.schema.json a game
    into card_data/schema/, where the first lines of the data files look for them.
    """
    from cardgen.features.scaffold import write_settings
    from cardgen.model.gamefile import deck_schema, game_schema
    from cardgen.model.load import load_game
    from cardgen.pipeline.schemas import write_schemas

    if write or vscode:
        written, found = write_schemas(settings.root, games)
        written += write_settings(settings.root) if vscode else ()
        report = Report(settings)
        report.show({"written": written}, map(clean, written))
        return report.finish(found) if len(found) else 0
    if len(games) > 1:
        raise click.UsageError("name one game, or give --write for several")
    schema = game_schema()
    if games:
        schema = deck_schema(load_game(settings.root, games[0]), settings.root)
    Report(settings).document(schema)
    return 0
