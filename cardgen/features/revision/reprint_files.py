"""Which files the last reprint left, so that the next one and `clean` know them."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path

from cardgen.core.diagnostics import relative
from cardgen.pipeline.safe_paths import destination, inside
from cardgen.pipeline.writing import write_whole

FOLDER = "reprint"
MANIFEST = f"{FOLDER}/reprint.json"
FORMAT = 1


def reprinted(folder: Path) -> list[str]:
    """Return the files of the last reprint below a game's output folder, the list of them last.

    A list that cannot be understood counts as none.
    """
    file = inside(folder, MANIFEST)
    try:
        content = json.loads(file.read_bytes()) if file is not None else {}
        paths = [path for path in content["files"] if isinstance(path, str)]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return []
    return [path for path in paths if path.startswith(f"{FOLDER}/")] + [MANIFEST]


def list_reprint(folder: Path, paths: Collection[str], root: Path) -> None:
    """Remember the files of a reprint; raises OutputError where that is impossible."""
    content = {"format": FORMAT, "files": sorted(paths)}
    data = (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode()
    target = destination(folder, MANIFEST, root)
    write_whole(target, data, relative(target, root))
