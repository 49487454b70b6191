"""``cardgen schema``: JSON Schemas for editors."""

import click

from cardgen.cli.options import Settings, games_argument, with_settings
from cardgen.cli.report import Report
from cardgen.cli.terminal import clean


@click.command()
@games_argument
@click.option("--write", is_flag=True, help="Write the schemas to card_data/schema/.")
@click.option(
    "--vscode",
    is_flag=True,
    help="Also write .vscode/settings.json, for data files whose first line names no schema.",
)
@with_settings
def command(settings: Settings, games: tuple[str, ...], write: bool, vscode: bool) -> int:
    """Make JSON Schemas, so that editors complete and check your files.

    Prints the schema of game.yaml, or of the decks of GAME. --write puts all schemas into
    card_data/schema/; the first lines of the data files name them.
    """
    from cardgen.features.scaffold import write_settings
    from cardgen.model.gamefile import deck_schema, game_schema
    from cardgen.model.load import load_game
    from cardgen.pipeline.schemas import write_schemas

    if write or vscode:
        written_paths, diagnostics = write_schemas(settings.root, games)
        written_paths += write_settings(settings.root) if vscode else ()
        report = Report(settings)
        report.show({"written": written_paths}, map(clean, written_paths))
        return report.finish(diagnostics) if len(diagnostics) else 0
    if len(games) > 1:
        raise click.UsageError("name one game, or add --write for several")
    schema = game_schema()
    if games:
        schema = deck_schema(load_game(settings.root, games[0]), settings.root)
    Report(settings).document(schema)
    return 0
