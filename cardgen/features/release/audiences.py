"""Whom a release is for: people who print at home, those at a virtual table, a printing press."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from cardgen.core.diagnostics import ModelError
from cardgen.core.units import PAPERS
from cardgen.model.game import Game
from cardgen.model.printer import Printer
from cardgen.model.problems import unknown_name
from cardgen.pipeline.manifest import ArtifactEntry
from cardgen.products.facts import PRINTED
from cardgen.products.hosting import KIND as TABLES
from cardgen.products.options import PRESS, PrintOptions

_PRINT, _TABLE = "print-", "table"


class Audience(Struct, frozen=True):
    """Whom a folder is for; ``paper`` is empty unless it is to be printed at home."""

    name: str
    products: tuple[str, ...]
    paper: str = ""

    @property
    def is_table(self) -> bool:
        """Whether it plays at a virtual table."""
        return self.name == _TABLE

    def receives(self, entry: ArtifactEntry) -> bool:
        """Return whether it gets a file: of its products, for its paper, in full ink."""
        papers = (self.paper,) if self.paper else ()
        options = PrintOptions(self.products, papers)
        return options.includes(entry.kind, entry.variant, is_usual=True)


def audiences(names: Sequence[str], game: Game, printer: Printer) -> tuple[Audience, ...]:
    """Return the audiences of some names: by default all papers of the game, and the table.

    Raises ModelError for an unknown one.
    """
    usual = (*(f"{_PRINT}{paper}" for paper in game.print.papers), _TABLE)
    papers = {f"{_PRINT}{paper}": paper for paper in (*PAPERS, *printer.papers)}
    known = {name: Audience(name, PRINTED, paper) for name, paper in papers.items()}
    known |= {_TABLE: Audience(_TABLE, (TABLES,)), PRESS: Audience(PRESS, (PRESS,))}
    if wrong := [name for name in names if name not in known]:
        found = (unknown_name(None, "audience", name, known, "audiences") for name in wrong)
        raise ModelError(*found)
    return tuple(known[name] for name in dict.fromkeys(names or usual))
