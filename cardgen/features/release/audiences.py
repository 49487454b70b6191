"""Whom a release is for: people who print at home, those at a virtual table, a printing press.

An audience decides which files of the build it gets; all else about it is words in a template.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from cardgen.core.diagnostics import ModelError
from cardgen.core.units import PAPERS
from cardgen.model.game import Game
from cardgen.model.printer import Printer
from cardgen.model.problems import unknown_name
from cardgen.products.hosting import KIND as TABLES
from cardgen.products.options import PRESS, PrintOptions

PRINTED = ("boards", "booklets", "boxes", "series", "sheets", "tokens")
"""The products that are printed at home."""
_PRINT, _TABLE = "print-", "table"


class Audience(Struct, frozen=True):
    """Whom a folder is for; ``paper`` is empty unless it is to be printed at home."""

    name: str
    products: tuple[str, ...]
    paper: str = ""

    @property
    def is_table(self) -> bool:
        """Whether it plays at a virtual table."""
        return self.products == (TABLES,)

    def takes(self, path: str, kind: str) -> bool:
        """Whether it gets a file of a build: of its products, for its paper, in full ink."""
        papers = (self.paper,) if self.paper else ()
        return PrintOptions(self.products, papers).covers(path, kind, usual=True)


def audiences(names: Sequence[str], game: Game, printer: Printer) -> tuple[Audience, ...]:
    """Return the audiences of some names: by default all papers of the game, and the table.

    Raises ModelError for an unknown one.
    """
    known = [_TABLE, PRESS, *(f"{_PRINT}{paper}" for paper in (*PAPERS, *printer.papers))]
    wrong = [name for name in names if name not in known]
    if wrong:
        found = (unknown_name(None, "audience", name, known, "audiences") for name in wrong)
        raise ModelError(*found)
    usual = (*(f"{_PRINT}{paper}" for paper in game.print.papers), _TABLE)
    return tuple(map(_audience, dict.fromkeys(names or usual)))


def _audience(name: str) -> Audience:
    if name.startswith(_PRINT):
        return Audience(name, PRINTED, name.removeprefix(_PRINT))
    return Audience(name, (TABLES,) if name == _TABLE else (PRESS,))


def builds(wanted: Iterable[Audience], game: Game) -> list[PrintOptions]:
    """Return what has to be built for some audiences: once all usual products, once the press."""
    wanted = tuple(wanted)
    papers = {one.paper for one in wanted if one.paper}
    more = tuple(sorted(papers - {*game.print.papers}))
    found = []
    if any(one.products != (PRESS,) for one in wanted):
        found.append(PrintOptions(papers=(*game.print.papers, *more) if more else ()))
    if any(one.products == (PRESS,) for one in wanted):
        found.append(PrintOptions((PRESS,)))
    return found
