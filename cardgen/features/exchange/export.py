"""``cardgen export``: each deck of a game as one file that another program reads."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Collection, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostics, ModelError, OutputError, Severity, relative
from cardgen.core.fingerprint import digest_file
from cardgen.features.exchange import problems
from cardgen.features.exchange.formats import FORMATS
from cardgen.features.exchange.rows import deck_rows
from cardgen.model.components.deck import Deck, decks_of
from cardgen.model.game import Game
from cardgen.model.load import load_project
from cardgen.model.problems import unknown_name
from cardgen.model.scope import ReadDecks
from cardgen.pipeline.output_lock import FOLDER as CACHE
from cardgen.pipeline.problems import cannot_write
from cardgen.pipeline.writing import write_whole
from cardgen.source.files import Project

_RECORD = "exports.json"


class ExportedDeck(Struct, frozen=True):
    """A file that has a deck; ``made`` is false where it was there as it is."""

    deck: str
    path: str
    cards: int
    made: bool


class ExportReport(Struct, frozen=True):
    """What an export has written, with everything that was found on the way."""

    game: Game
    files: tuple[ExportedDeck, ...]
    diagnostics: Diagnostics


def export(
    root: Path, name: str, form: str, to: Path, decks: Collection[str] = (), force: bool = False
) -> ExportReport:
    """Write the decks of a game, or those named, into a folder: `<deck>.<form>` each.

    Raises ModelError for a game with errors or a deck that is not there, and OutputError for a
    file that is in the way or a value that the format cannot hold, before anything is written, and
    for a folder that cannot be written.
    """
    read = ReadDecks()
    loaded = load_project(root, (name,), read)
    if not loaded.games:
        raise ModelError(*loaded.diagnostics)
    (game,) = loaded.games
    found = loaded.diagnostics
    project = Project(root)
    contents: dict[str, bytes] = {}
    counts: dict[str, int] = {}
    for deck in _chosen(game, decks):
        if deck.series is not None:
            left_out = problems.no_rows(deck.at, deck.id)
            if decks:
                raise OutputError(replace(left_out, severity=Severity.ERROR))
            found.add(left_out)
            continue
        rows = deck_rows(deck, game, read, project)
        contents[deck.id] = FORMATS[form](rows)
        counts[deck.id] = len(rows.rows)
    files = {to / f"{id}.{form}": data for id, data in contents.items()}
    fresh = _Place(root, game.id).write(files, force)
    told = zip(counts.items(), files, strict=True)
    exported = (
        ExportedDeck(id, relative(path, root), count, path in fresh) for (id, count), path in told
    )
    return ExportReport(game, tuple(exported), found)


def _chosen(game: Game, names: Collection[str]) -> list[Deck]:
    known = {deck.id: deck for deck in decks_of(game)}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise ModelError(*(unknown_name(None, "deck", name, known, "decks") for name in unknown))
    return [deck for deck in decks_of(game) if not names or deck.id in names]


class _Place:
    """Knows which files earlier exports of a game have written, by the digests of their content."""

    def __init__(self, root: Path, game: str) -> None:
        self._root = root
        self._record = root / "output" / CACHE / game / _RECORD

    def write(self, files: Mapping[Path, bytes], force: bool) -> set[Path]:
        """Write what is not there as it is; return that. Raises OutputError, and writes nothing."""
        known = self._known()
        fresh: dict[Path, bytes] = {}
        in_the_way = []
        for path, data in files.items():
            there = self._read(path)
            if there == data:
                continue
            fresh[path] = data
            if there is not None and not force and known.get(str(path)) != digest_file(there):
                in_the_way.append(problems.not_ours(None, relative(path, self._root)))
        if in_the_way:
            raise OutputError(*in_the_way)
        for path, data in fresh.items():
            write_whole(path, data, relative(path, self._root), elsewhere=False)
        self._keep({**known, **{str(path): digest_file(data) for path, data in files.items()}})
        return set(fresh)

    def _read(self, path: Path) -> bytes | None:
        try:
            return path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            shown = relative(path, self._root)
            raise OutputError(cannot_write(None, shown, reason, False)) from None

    def _known(self) -> dict[str, str]:
        try:
            found = json.loads(self._record.read_bytes())
        except (OSError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def _keep(self, known: Mapping[str, str]) -> None:
        """Remember what was written; without a record, an export asks before it writes over it."""
        with contextlib.suppress(OutputError):
            data = json.dumps(known, indent=1, sort_keys=True).encode()
            write_whole(self._record, data, _RECORD, elsewhere=False)
