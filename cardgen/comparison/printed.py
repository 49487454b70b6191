"""What was printed: the state of a game that is recorded, with small pictures of it.

A look is a digest of what is painted, and another version of cardgen may paint the same picture in
another way. So `cardgen printed` keeps a picture of each look beside its record: a PNG in a ZIP
archive, with one pixel for each square of `CELL`. A look that another version recorded is the same
in print if no square of it is lighter or darker by more than `SEEN`.
"""

from __future__ import annotations

import contextlib
import io
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, convert, to_builtins

from cardgen.api import BuildRequest
from cardgen.assets.library import KeyedAssets
from cardgen.backend.raster import apart, rasterize
from cardgen.comparison import PICTURES, problems
from cardgen.comparison.snapshot import Snapshot
from cardgen.comparison.state_file import StateRecord, printed_file, read_printed
from cardgen.comparison.states import edition, head_with
from cardgen.core.diagnostics import Diagnostics, LayoutError, Location, SourceError
from cardgen.frame import Frame
from cardgen.pipeline.writing import write_whole
from cardgen.source.files import DATA_FOLDER, confine

CELL = 0.5
"""In mm."""
SEEN = 20
"""Of 255. Edges that move by 0.05 mm make up to 19 of it, a full stop of 8 pt type 27."""
_STEPS = 4
"""Tones are kept in steps of so many, in fewer bytes."""
_FINE = 4
"""A square is rendered as so many pixels each way, and averaged."""
_DATE = (1980, 1, 1, 0, 0, 0)


def pictures_file(game: str) -> str:
    """Return the path in the project of the pictures of what was printed."""
    return f"{DATA_FOLDER}/{game}/{PICTURES}"


def write_pictures(looks: Mapping[str, Frame], library: KeyedAssets) -> bytes:
    """Return an archive with a picture of each look; the same looks give the same bytes."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for look, frame in sorted(looks.items()):
            archive.writestr(zipfile.ZipInfo(f"{look}.png", _DATE), picture(frame, library))
    return data.getvalue()


def picture(frame: Frame, library: KeyedAssets) -> bytes:
    """Return the trim of a Frame as a PNG with a pixel for each square, and its tones in steps."""
    across, down = (
        max(round(edge / CELL), 1) * _FINE for edge in (frame.size.width, frame.size.height)
    )
    squares = rasterize(frame, across, down, library).reduce(_FINE)
    shown = io.BytesIO()
    squares.point(lambda tone: tone // _STEPS * _STEPS).save(shown, "PNG", optimize=True)
    return shown.getvalue()


def looking_as_now(
    root: Path, old: Snapshot, new: Snapshot, drawn: Mapping[str, Frame], library: KeyedAssets
) -> tuple[Snapshot, int]:
    """Give what looks the same in print the look that it has now, and count such looks.

    ``drawn`` has the Frames of the looks of ``new``. Raises SourceError for an archive that cannot
    be read.
    """
    path = pictures_file(old.game)
    if not (root / path).exists():
        return old, 0
    facts, today = to_builtins(old), to_builtins(new)
    looks = {place: holder[key] for place, holder, key in _looks(today)}
    same: dict[tuple[str, str], bool] = {}
    try:
        with zipfile.ZipFile(root / path) as archive:
            names = set(archive.namelist())
            for place, holder, key in _looks(facts):
                pair = (holder[key], looks.get(place, holder[key]))
                if pair[0] == pair[1] or f"{pair[0]}.png" not in names:
                    continue
                if pair not in same:
                    before, now = archive.read(f"{pair[0]}.png"), drawn[pair[1]]
                    same[pair] = apart(before, picture(now, library)) <= SEEN
                if same[pair]:
                    holder[key] = pair[1]
    except (OSError, SyntaxError, ValueError, zipfile.BadZipFile) as error:
        raise SourceError(problems.unreadable_record(Location(path), str(error))) from error
    for id, board in facts["boards"].items():
        now = today["boards"].get(id)
        if now and board["look"] == now["look"] and _labels(board) == _labels(now):
            board["tiles"] = now["tiles"]
    return convert(facts, Snapshot), sum(same.values())


def _looks(facts: Any) -> Iterator[tuple[tuple[Any, ...], Any, Any]]:
    """Go through all looks of a snapshot of plain values: whose it is, what holds it, and where."""
    for table, designs in (("decks", "cards"), ("pieces", "parts")):
        for id, component in facts[table].items():
            for design, sides in component[designs].items():
                for side in ("face", "back"):
                    yield (id, design, side), sides, side
    for id, board in facts["boards"].items():
        yield (id,), board, "look"
    for id, booklet in facts["booklets"].items():
        booklet["pages"] = list(booklet["pages"])
        for page in range(len(booklet["pages"])):
            yield (id, page), booklet["pages"], page


def _labels(board: Any) -> dict[str, set[str]]:
    return {paper: set(tiles) for paper, tiles in board["tiles"].items()}


class PrintedReport(Struct, frozen=True):
    """What was recorded and where; ``changed`` tells whether it differs from before."""

    path: str
    snapshot: Snapshot
    commit: str
    changed: bool
    diagnostics: Diagnostics


def record_printed(root: Path, game: str, output: Path | None = None) -> PrintedReport:
    """Record the present state of a game as the printed one, as `cardgen printed` does.

    Raises CardgenError for a game with errors, and writes nothing then.
    """
    request = BuildRequest(root, output=output)
    now = edition(request, game)
    if now.broken:
        raise LayoutError(*now.found)
    path, pictures = printed_file(game), pictures_file(game)
    file = confine(root, path)
    record = None
    with contextlib.suppress(SourceError):  # an unreadable record is replaced
        record = read_printed(root, game)
    is_same = record is not None and record.snapshot == now.snapshot
    changed = not is_same or not (root / pictures).exists()
    if record is None or changed:
        record = StateRecord(now.snapshot, head_with(request, now.snapshot))
        data = write_pictures(now.drawn, now.build.library)
        write_whole(confine(root, pictures), data, pictures, elsewhere=False)
        write_whole(file, record.dump(), path, elsewhere=False)
    found = Diagnostics()
    found.extend(now.found)
    return PrintedReport(path, now.snapshot, record.commit, changed, found)
