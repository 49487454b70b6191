"""The recorded state of the printed copy of a game, with small pictures.

A look is a digest of painted items, and another version of cardgen may paint the same picture with
other items. So `cardgen printed` stores a picture of each look beside its record: a PNG in a ZIP
archive, with one pixel for each square of `CELL`. A look from another version is the same in print
if no square differs by more than `MAX_INVISIBLE_DIFFERENCE`.
"""

import contextlib
import io
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, convert, to_builtins

from cardgen.api import BuildRequest
from cardgen.assets.library import KeyedAssets
from cardgen.backend.raster import largest_difference, rasterize
from cardgen.comparison import PICTURES, problems
from cardgen.comparison.snapshot import Snapshot
from cardgen.comparison.state_file import StateRecord, printed_file, read_printed
from cardgen.comparison.states import edition, head_with
from cardgen.core.diagnostics import Diagnostics, Location, SourceError
from cardgen.frame import Frame
from cardgen.pipeline.writing import write_whole
from cardgen.source.files import DATA_FOLDER, confine

CELL = 0.5
"""The side of a square, in mm."""
MAX_INVISIBLE_DIFFERENCE = 20
"""Of tones from 0 to 255. A shift by 0.05 mm makes up to 19, a missing full stop 27."""
_TONE_STEP = 4
"""Tones are rounded down to multiples of this, which saves bytes."""
_OVERSAMPLING = 4
"""The number of pixels across a square before averaging."""
_DATE = (1980, 1, 1, 0, 0, 0)


def pictures_file(game: str) -> str:
    """Return the path in the project of the pictures of the printed copy."""
    return f"{DATA_FOLDER}/{game}/{PICTURES}"


def write_pictures(looks: Mapping[str, Frame], library: KeyedAssets) -> bytes:
    """Return an archive with a picture of each look; the same looks give the same bytes."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for look, frame in sorted(looks.items()):
            archive.writestr(zipfile.ZipInfo(f"{look}.png", _DATE), picture(frame, library))
    return data.getvalue()


def picture(frame: Frame, library: KeyedAssets) -> bytes:
    """Return the trim of a Frame as a PNG with one pixel for each square and rounded tones."""
    across, down = (
        max(round(edge / CELL), 1) * _OVERSAMPLING for edge in (frame.size.width, frame.size.height)
    )
    squares = rasterize(frame, across, down, library).reduce(_OVERSAMPLING)
    png = io.BytesIO()
    squares.point(lambda tone: tone // _TONE_STEP * _TONE_STEP).save(png, "PNG", optimize=True)
    return png.getvalue()


def replace_equal_looks(
    root: Path, old: Snapshot, new: Snapshot, frames: Mapping[str, Frame], library: KeyedAssets
) -> tuple[Snapshot, int]:
    """Replace old looks that are the same in print by their new looks; return their number, too.

    ``frames`` has the Frame of each look of ``new``. Raises SourceError for an unreadable archive.
    """
    path = pictures_file(old.game)
    if not (root / path).exists():
        return old, 0
    old_values, new_values = to_builtins(old), to_builtins(new)
    looks = {owner: container[key] for owner, container, key in _looks(new_values)}
    same: dict[tuple[str, str], bool] = {}
    try:
        with zipfile.ZipFile(root / path) as archive:
            names = set(archive.namelist())
            for owner, container, key in _looks(old_values):
                pair = (container[key], looks.get(owner, container[key]))
                if pair[0] == pair[1] or f"{pair[0]}.png" not in names:
                    continue
                if pair not in same:
                    before = archive.read(f"{pair[0]}.png")
                    after = picture(frames[pair[1]], library)
                    same[pair] = largest_difference(before, after) <= MAX_INVISIBLE_DIFFERENCE
                if same[pair]:
                    container[key] = pair[1]
    except (OSError, SyntaxError, ValueError, zipfile.BadZipFile) as error:
        raise SourceError(problems.unreadable_record(Location(path), str(error))) from error
    for id, board in old_values["boards"].items():
        current = new_values["boards"].get(id)
        if current and board["look"] == current["look"] and _labels(board) == _labels(current):
            board["tiles"] = current["tiles"]
    return convert(old_values, Snapshot), sum(same.values())


def _looks(facts: Any) -> Iterator[tuple[tuple[Any, ...], Any, Any]]:
    """Yield each look of a snapshot in plain values: its owner, its container and the key there."""
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
    """The recorded state and its path; ``changed`` is true if the record is new or different."""

    path: str
    snapshot: Snapshot
    commit: str
    changed: bool
    diagnostics: Diagnostics


def record_printed(root: Path, game: str, output: Path | None = None) -> PrintedReport:
    """Record the game's current state as printed: this is the command `cardgen printed`.

    Components with errors keep their earlier record. Raises CardgenError, before writing any file,
    if all have errors.
    """
    request = BuildRequest(root, output=output)
    current_state = edition(request, game)
    path, pictures = printed_file(game), pictures_file(game)
    file = confine(root, path)
    record = None
    with contextlib.suppress(SourceError):  # an unreadable record is replaced
        record = read_printed(root, game)
    snapshot = current_state.snapshot
    if record is not None:
        snapshot = snapshot.without(current_state.broken, record.snapshot)
    is_same = record is not None and record.snapshot == snapshot
    changed = not is_same or not (root / pictures).exists()
    if record is None or changed:
        record = StateRecord(snapshot, head_with(request, snapshot))
        data = write_pictures(current_state.drawn, current_state.build.library)
        write_whole(confine(root, pictures), data, pictures, can_change_output=False)
        write_whole(file, record.dump(), path, can_change_output=False)
    diagnostics = Diagnostics()
    diagnostics.extend(current_state.diagnostics)
    return PrintedReport(path, snapshot, record.commit, changed, diagnostics)
