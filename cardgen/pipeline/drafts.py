"""Where the draft of a game lies: ``output/<game>/draft/``, apart from all that is finished.

A draft is what is printed although some cards have errors. It has files like those of a build, and
a ``build.json`` of its own; the next build without errors removes it.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

from cardgen.pipeline.ledger import paths_of
from cardgen.pipeline.manifest import NAME, read_manifest
from cardgen.pipeline.output_lock import FOLDER as CACHE
from cardgen.pipeline.writing import inside

FOLDER = "draft"
TITLE = "DRAFT"
"""What goes before the title of the game on every sheet of a draft, and in every file."""


def draft_of(game: str) -> str:
    """Return the folder of a draft, below the output folder."""
    return f"{game}/{FOLDER}"


def draft_files(output: Path, game: str) -> Iterator[str]:
    """Name the files of a draft below a game's output folder, its record last."""
    known = [entry.path for entry in read_manifest(output / draft_of(game), game).artifacts]
    begun = paths_of(output, draft_of(game))
    for path in dict.fromkeys((*known, *begun)):
        yield f"{FOLDER}/{path}"
    yield f"{FOLDER}/{NAME}"


def discard_draft(output: Path, game: str) -> None:
    """Remove the draft of a game that can be built now."""
    folder = output / game
    if not (folder / FOLDER).is_dir():
        return
    for rel in draft_files(output, game):
        path = inside(folder, rel)
        with contextlib.suppress(OSError):
            if path is not None:
                path.unlink()
                _remove_empty(path.parent, folder)
    kept = output / CACHE / draft_of(game)
    if not kept.is_symlink():
        shutil.rmtree(kept, ignore_errors=True)


def _remove_empty(folder: Path, top: Path) -> None:
    """Remove a folder, and those around it, if nothing is in them any more."""
    while folder != top:
        folder.rmdir()
        folder = folder.parent
