"""A journal of the files that a build is about to write.

``build.json`` comes last, so it cannot name the files of a build that was killed; and pictures are
named after what they show, so the next build would not find them by name. The journal is written
beside the cache before the first file is. Like the cache, it may be missing or come from a
stranger.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Collection, Mapping
from pathlib import Path

from cardgen.core.errors import OutputError
from cardgen.pipeline.manifest import ArtifactEntry, sha256
from cardgen.pipeline.output_lock import FOLDER as CACHE
from cardgen.pipeline.safe_paths import inside
from cardgen.pipeline.writing import write_whole

NAME = "files.json"


def noted(output: Path, game: str) -> dict[str, str]:
    """Return the kinds of a game's files by path; a journal that cannot be read is empty."""
    try:
        content = json.loads((output / CACHE / game / NAME).read_bytes())
        return {str(path): str(kind) for path, kind in content.items()}
    except (OSError, ValueError, AttributeError, RecursionError):
        return {}


def note(output: Path, game: str, files: Mapping[str, str]) -> None:
    """Write the journal if it says anything new.

    A journal that cannot be written is no reason to stop: the files will not be written either.
    """
    if noted(output, game) != files:
        data = json.dumps(dict(sorted(files.items())), indent=1, ensure_ascii=False).encode()
        with contextlib.suppress(OutputError):
            write_whole(output / CACHE / game / NAME, data, NAME)


def strays(output: Path, game: str, known: Collection[str]) -> tuple[ArtifactEntry, ...]:
    """Return files that are in the journal and on disk but not in ``known``; their key is lost."""
    found = []
    for rel, kind in noted(output, game).items():
        path = None if rel in known else inside(output / game, rel)
        with contextlib.suppress(OSError):
            if path is not None and not path.is_symlink():
                found.append(ArtifactEntry(rel, kind, "", sha256(path.read_bytes())))
    return tuple(found)
