"""What the decks of a game consist of, as counts and, where asked for, as files with charts."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostics, relative
from cardgen.core.errors import ModelError
from cardgen.features.stats.hooks import COMPARED, FOLDER
from cardgen.model import problems
from cardgen.model.load import load_project
from cardgen.model.statistics import (
    Comparison,
    DeckStatistics,
    chosen,
    compare,
    deck_statistics,
    field_names,
)
from cardgen.pipeline.safe_paths import destination, own_folder
from cardgen.pipeline.writing import write_whole

if TYPE_CHECKING:
    from cardgen.features.stats.charts import ChartFile
    from cardgen.model.components.deck import Deck
    from cardgen.model.game import Game


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

    With ``charts``, draw them too, as PDF and PNG into ``<output>/<game>/stats/``.

    Raises ModelError for a game with errors and for unknown names, OutputError for files that
    cannot be written.
    """
    loaded = load_project(root, (game,))
    if not loaded.games:
        raise ModelError(*loaded.diagnostics)
    (found,) = loaded.games
    wanted = _decks(found, decks)
    _check_fields(found, wanted, fields)
    counted = tuple(deck_statistics(deck, found, fields) for deck in wanted)
    compared = compare(counted)
    written: tuple[str, ...] = ()
    if charts:
        folder = output or root / "output"
        written = _written(root, found, counted, compared, bool(fields), folder)
    return StatsReport(found.id, found.title, counted, compared, written, loaded.diagnostics)


def _decks(game: Game, names: Collection[str]) -> list[Deck]:
    known = {deck.id: deck for deck in game.decks}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise ModelError(
            *(problems.unknown_name(None, "deck", name, known, "decks") for name in unknown)
        )
    return [deck for deck in game.decks if not names or deck.id in names]


def _check_fields(game: Game, decks: Sequence[Deck], names: Collection[str]) -> None:
    known = field_names(decks, game)
    unknown = [name for name in names if not any(chosen(one, (name,)) for one in known)]
    if unknown:
        raise ModelError(
            *(problems.unknown_name(None, "field", name, known, "fields") for name in unknown)
        )


def _written(
    root: Path,
    game: Game,
    decks: Sequence[DeckStatistics],
    compared: Sequence[Comparison],
    every: bool,
    output: Path,
) -> tuple[str, ...]:
    """Draw and write the charts; return the files as diagnostics show them."""
    from cardgen.features.stats.charts import Charts

    charts = Charts(root, game)
    folder = output / game.id
    own_folder(folder, root)
    written: list[str] = []
    for deck in decks:
        written += _files(charts.deck(deck, every), deck.id, folder, root)
    if compared:
        written += _files(charts.compared(compared), COMPARED, folder, root)
    return tuple(written)


def _files(drawing: ChartFile, name: str, folder: Path, root: Path) -> list[str]:
    """Write a PDF and a picture a page; pictures of pages that no longer exist are removed."""
    pictures = drawing.pngs()
    files = {f"{name}.pdf": drawing.pdf(), f"{name}.png": pictures[0]}
    files |= {f"{name}.{number}.png": picture for number, picture in enumerate(pictures[1:], 2)}
    written = []
    for file, data in files.items():
        path = destination(folder, f"{FOLDER}/{file}", root)
        write_whole(path, data, relative(path, root))
        written.append(relative(path, root))
    with contextlib.suppress(OSError):
        for number in count(len(pictures) + 1):
            destination(folder, f"{FOLDER}/{name}.{max(number, 2)}.png", root).unlink()
    return written
