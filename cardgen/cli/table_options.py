"""The options of commands that make a deck from a table."""

from collections.abc import Callable
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct

from cardgen.cli.headings import TABLE, option

if TYPE_CHECKING:
    from cardgen.features.fromtable.table_game import TableGame
    from cardgen.model.foreign.decks import TableOptions

_option = partial(option, heading=TABLE)
_OPTIONS = (
    _option(
        "--from",
        "table",
        metavar="FILE",
        help="Make the deck from a table: .csv, .tsv, .xlsx, .ods (FILE.xlsx#SHEET), .json or "
        ".yaml; or from a folder of pictures.",
    ),
    _option("--layout", metavar="FILE", help="Place the columns as in this layout.yml of Squib."),
    _option(
        "--encoding", metavar="NAME", default="", help="Encoding of the table, if it is not UTF-8."
    ),
    _option("--titles", metavar="COLUMN", help="Column with the titles."),
    _option("--copies", metavar="COLUMN", help="Column with the numbers of copies."),
    _option(
        "--text",
        "texts",
        metavar="COLUMN",
        multiple=True,
        help="Column with text; may be repeated.",
    ),
    _option(
        "--image",
        "images",
        metavar="COLUMN",
        multiple=True,
        help="Column with pictures; may be repeated.",
    ),
    _option(
        "--deck-by", metavar="COLUMN", default="", help="Make a deck for each value of this column."
    ),
    _option(
        "--skip-rows",
        metavar="N",
        type=click.IntRange(0),
        help="Number of rows above the header: 0 if the first row has the names of columns.",
    ),
)


class TableRequest(Struct, frozen=True):
    """The options about a table, as the command line has them."""

    table: str | None
    layout: str | None
    encoding: str
    titles: str | None
    copies: str | None
    texts: tuple[str, ...]
    images: tuple[str, ...]
    deck_by: str
    skip_rows: int | None

    def check(self) -> None:
        """Raise UsageError for options without a table."""
        names = (name for name in self.__struct_fields__ if name != "table")
        if self.table is None and any(getattr(self, name) not in (None, "", ()) for name in names):
            raise click.UsageError(
                "options for columns, rows and layouts need a table: add --from FILE"
            )

    def options(self, **game: Any) -> "TableOptions":
        """Return the options for reading the table; ``game`` has facts of its game."""
        from cardgen.model.foreign.decks import TableOptions
        from cardgen.model.foreign.squib_layout import read_layout

        roles = {"title": [self.titles], "copies": [self.copies]}
        columns = {**roles, "text": self.texts, "image": self.images}
        return TableOptions(
            {name: role for role, names in columns.items() for name in names if name},
            self.deck_by,
            read_layout(self.layout, Path.cwd()) if self.layout else None,
            **game,
        )

    def read(self, project: Path | None, **game: Any) -> "TableGame | None":
        """Read the table, if there is one; raises SourceError."""
        if self.table is None:
            return None
        from cardgen.features.fromtable.table_game import table_game

        options = self.options(**game)
        return table_game(self.table, Path.cwd(), options, self.encoding, self.skip_rows, project)


def table_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options about a table, as its argument ``request``."""

    @wraps(command)
    def with_request(*args: Any, **arguments: Any) -> Any:
        values = [arguments.pop(name) for name in TableRequest.__struct_fields__]
        return command(*args, request=TableRequest(*values), **arguments)

    for add_option in reversed(_OPTIONS):
        with_request = add_option(with_request)
    return with_request
