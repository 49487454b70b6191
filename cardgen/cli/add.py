"""``cardgen add``: add decks from a table to a game."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.cli.headings import Command
from cardgen.cli.options import Settings, game_argument, with_settings
from cardgen.cli.report import Report, filled_text
from cardgen.cli.table_options import TableRequest, table_options

if TYPE_CHECKING:
    from cardgen.features.fromtable.table_game import TableGame


@click.command(cls=Command)
@game_argument
@table_options
@with_settings
def command(settings: Settings, game: str, request: TableRequest) -> int:
    """Add a deck from a table to a game that exists.

    Reads the table as `cardgen new --from` does, and writes the deck file, templates for its face
    and back, and pictures. In game.yaml it adds the keys of the deck: its component, card type,
    terms, and the colours and styles that the game does not have. Everything else is unchanged.
    """
    from cardgen.features.fromtable.addition import add_deck, add_to_copy, game_facts

    root = settings.root
    table_game = request.read(root, **game_facts(root, game))
    if table_game is None:
        raise click.UsageError("Missing option '--from'.")

    def make(folder: Path, table_game: "TableGame") -> tuple[Path, tuple[str, ...]]:
        addition = add_to_copy(root, game, folder, table_game)
        return addition.project, addition.files

    table_game = table_game.mend(make)
    addition = add_deck(root, game, table_game)
    decks = [part.id for part in table_game.deck.parts]
    Report(settings).show_text(
        {"id": game, "decks": decks, "written": addition.files, **table_game.facts},
        "add",
        addition=addition,
        decks=decks,
        table=filled_text("table", game=table_game),
        has_errors=table_game.has_errors,
    )
    return 0
