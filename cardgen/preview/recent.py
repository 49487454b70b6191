"""Remembers the projects that the user opened last, in a small file of the user."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from cardgen.core.paths import user_folder

_MOST = 12


def _file() -> Path:
    return user_folder("XDG_STATE_HOME", ".local/state") / "recent.json"


def recent_projects() -> list[Path]:
    """Return the folders of the last projects that still exist, the newest first."""
    try:
        names = json.loads(_file().read_text("utf-8"))
    except (OSError, RuntimeError, ValueError):  # no home, no file, or a damaged one
        return []
    folders = [Path(name) for name in names if isinstance(name, str)]
    return [folder for folder in folders if (folder / "card_data").is_dir()]


def remember_project(root: Path) -> None:
    """Put a project first in the list; ignores a file that cannot be written."""
    folders = [root, *(folder for folder in recent_projects() if folder != root)]
    with contextlib.suppress(OSError, RuntimeError):
        file = _file()
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps([str(folder) for folder in folders[:_MOST]], indent=1), "utf-8")
