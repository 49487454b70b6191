"""Count the contents of the decks of a game; on request, draw a page of charts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostics, ModelError, relative
from cardgen.features.stats.charts import charts_page
from cardgen.model import problems
from cardgen.model.components.deck import decks_named
from cardgen.model.load import load_project
from cardgen.model.statistics import (
    Comparison,
    DeckStatistics,
    chosen,
    compare,
    deck_statistics,
    field_names,
)
from cardgen.pipeline.ledger import Ledger
from cardgen.pipeline.manifest import ArtifactEntry, sha256
from cardgen.pipeline.writing import destination, own_folder, write_whole

if TYPE_CHECKING:
    from cardgen.model.components.deck import Deck
    from cardgen.model.game import Game

CHARTS = "stats/charts.html"


class StatsReport(Struct, frozen=True):
    """The statistics of one game, and the files of its charts as diagnostics show them."""

    id: str
    title: str
    decks: tuple[DeckStatistics, ...]
    comparisons: tuple[Comparison, ...]
    written: tuple[str, ...]
    diagnostics: Diagnostics


def stats(
    root: Path,
    game: str,
    decks: Collection[str] = (),
    fields: Collection[str] = (),
    charts: bool = False,
    output: Path | None = None,
) -> StatsReport:
    """Count what the cards of a game's decks state, all of them or those named.

    With ``charts``, draw them too, on the page ``<output>/<game>/stats/charts.html``.

    Raises ModelError for a game with errors and for unknown names, OutputError for files that
    cannot be written.
    """
    loaded = load_project(root, (game,))
    if not loaded.games:
        raise ModelError(*loaded.diagnostics)
    (found,) = loaded.games
    wanted = decks_named(found, decks)
    _check_fields(found, wanted, fields)
    counted = tuple(deck_statistics(deck, found, fields) for deck in wanted)
    compared = compare(counted)
    written: tuple[str, ...] = ()
    if charts:
        folder = (output or root / "output") / game
        own_folder(folder, root)
        path = destination(folder, CHARTS, root)
        data = charts_page(found, counted, compared, bool(fields))
        ledger = Ledger(folder.parent, game, "stats")
        ledger.announce({CHARTS: "stats"})
        write_whole(path, data, relative(path, root))
        ledger.replace([ArtifactEntry(CHARTS, "stats", "", sha256(data))])
        written = (relative(path, root),)
    return StatsReport(found.id, found.title, counted, compared, written, loaded.diagnostics)


def _check_fields(game: Game, decks: Sequence[Deck], names: Collection[str]) -> None:
    known = field_names(decks, game)
    unknown = [name for name in names if not any(chosen(one, (name,)) for one in known)]
    if unknown:
        raise ModelError(
            *(problems.unknown_name(None, "field", name, known, "fields") for name in unknown)
        )
