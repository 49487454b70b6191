"""Whom a release is for: people who print at home, those at a virtual table, a printing press."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from cardgen.api import PrintOptions
from cardgen.model.game import Game
from cardgen.model.problems import refuse_unknown
from cardgen.products.facts import PRINTED
from cardgen.products.hosting import KIND as TABLES
from cardgen.products.options import PRESS

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

    @property
    def options(self) -> PrintOptions:
        """The options of its files: of its products, for its paper, in full ink."""
        return PrintOptions(self.products, (self.paper,) if self.paper else ())


def audiences(names: Sequence[str], game: Game, papers: Collection[str]) -> tuple[Audience, ...]:
    """Return the audiences of some names: by default all papers of the game, and the table.

    The ``papers`` are all that there are. Raises ModelError for an unknown one.
    """
    usual = (*(f"{_PRINT}{paper}" for paper in game.print.papers), _TABLE)
    known = {f"{_PRINT}{paper}": Audience(f"{_PRINT}{paper}", PRINTED, paper) for paper in papers}
    known |= {_TABLE: Audience(_TABLE, (TABLES,)), PRESS: Audience(PRESS, (PRESS,))}
    refuse_unknown("audience", names, known, "audiences")
    return tuple(known[name] for name in dict.fromkeys(names or usual))
