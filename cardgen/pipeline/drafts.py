"""The folder of a game's draft: ``output/<game>/draft/``, separate from finished files.

A draft is a build of a game with errors. It has the files of a build and a separate
``build.json``; the next build without errors removes it.
"""

import contextlib
import shutil
from pathlib import Path

from cardgen.core.diagnostics import OutputError
from cardgen.pipeline.ledger import Ledger
from cardgen.pipeline.manifest import NAME, ArtifactEntry, read_manifest
from cardgen.pipeline.output_lock import FOLDER as CACHE

FOLDER = "draft"
TITLE = "DRAFT"
"""The word before the title of the game on every sheet of a draft, and in every file."""


def draft_of(game: str) -> str:
    """Return the path of a game's draft below the output folder."""
    return f"{game}/{FOLDER}"


def discard_draft(output: Path, game: str) -> None:
    """Remove the draft of a game, after a build without errors."""
    draft = draft_of(game)
    if not (output / draft).is_dir():
        return
    from cardgen.pipeline.output_files import OutputFiles  # slow to import, and seldom needed

    listed = (*read_manifest(output / draft, game).artifacts, ArtifactEntry(NAME, FOLDER))
    with contextlib.suppress(OutputError, OSError):  # a link, or a folder with other files
        files = OutputFiles(Ledger(output, draft), output, listed)
        files.prune()
        (output / draft).rmdir()
    if not (output / CACHE / draft).is_symlink():
        shutil.rmtree(output / CACHE / draft, ignore_errors=True)
