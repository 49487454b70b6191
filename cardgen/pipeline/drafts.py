"""Where the draft of a game lies: ``output/<game>/draft/``, apart from all that is finished.

A draft is what is printed although some cards have errors. It has files like those of a build, and
a ``build.json`` of its own; the next build without errors removes it.
"""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path

from cardgen.core.diagnostics import OutputError
from cardgen.pipeline.ledger import Ledger
from cardgen.pipeline.manifest import NAME, ArtifactEntry, read_manifest
from cardgen.pipeline.output_lock import FOLDER as CACHE

FOLDER = "draft"
TITLE = "DRAFT"
"""What goes before the title of the game on every sheet of a draft, and in every file."""


def draft_of(game: str) -> str:
    """Return the folder of a draft, below the output folder."""
    return f"{game}/{FOLDER}"


def discard_draft(output: Path, game: str) -> None:
    """Remove the draft of a game that can be built now."""
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
