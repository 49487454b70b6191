"""Which files are ours, where ``build.json`` cannot tell: it comes last, and may be damaged.

Pictures are named by what they show: those of a build that was killed before it wrote its record
would be nobody's. So files are noted beside the cache before the first is made. Like the cache,
the note comes from a folder that may be a stranger's, and can be missing.
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
    """Return the kinds of a game's files by their paths; an unusable note is an empty one."""
    try:
        content = json.loads((output / CACHE / game / NAME).read_bytes())
        return {str(path): str(kind) for path, kind in content.items()}
    except (OSError, ValueError, AttributeError, RecursionError):
        return {}


def note(output: Path, game: str, files: Mapping[str, str]) -> None:
    """Note files, if that is anything new; where it cannot be written, hardly they can."""
    if noted(output, game) != files:
        data = json.dumps(dict(sorted(files.items())), indent=1, ensure_ascii=False).encode()
        with contextlib.suppress(OutputError):
            write_whole(output / CACHE / game / NAME, data, NAME)


def strays(output: Path, game: str, known: Collection[str]) -> tuple[ArtifactEntry, ...]:
    """Return what is noted and there, but not known; nobody knows its key, so that is empty."""
    found = []
    for rel, kind in noted(output, game).items():
        path = None if rel in known else inside(output / game, rel)
        with contextlib.suppress(OSError):
            if path is not None and not path.is_symlink():
                found.append(ArtifactEntry(rel, kind, "", sha256(path.read_bytes())))
    return tuple(found)
