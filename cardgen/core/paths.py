"""Paths that a project names: which ones cardgen follows, and why it refuses the others.

A game can come from a stranger and must work on any machine: its paths are relative, mean the same
on every system, and do not leave the project, even through links.
"""

import os
import re
from pathlib import Path

CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
"""Characters that no text may contain: the unprintable characters of YAML (1.2.2, 5.1).

Line ends and tabs are allowed in a text, but not in a path.
"""
PICTURE_ENDINGS = frozenset((".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".gif", ".bmp"))
LINK = "a link leads out of the project"

_LONGEST, _LONGEST_PART = 1000, 255
_SHOWN = 80
_IN_NO_NAME = re.compile(rf"{CONTROL.pattern}|[\t\n\r]")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?", re.IGNORECASE)


def refusal(path: str) -> str | None:
    """Return the reason to refuse a path by its text alone; None if cardgen may follow it."""
    if not path.strip():
        return "it is empty"
    if _IN_NO_NAME.search(path):
        return "it holds a control character"
    if "\\" in path:
        return "it holds a backslash"
    if path.startswith("/"):
        return "it is absolute"
    if re.match(r"[A-Za-z]:", path):
        return "it names a drive"
    parts = path.split("/")
    if ".." in parts:
        return "`..` leads out of its folder"
    if any(_RESERVED.fullmatch(part) for part in parts):
        return "Windows reserves this name for a device"
    if len(path) > _LONGEST or any(len(part.encode()) > _LONGEST_PART for part in parts):
        return "it is too long"
    return None


def stays_inside(file: Path, root: Path, folder: Path | None = None) -> bool:
    """Whether a file is inside the project at ``root`` after links are resolved.

    A file found in a ``folder`` of cardgen, outside of the project, must be inside that folder.
    """
    home = root if folder is None or folder.is_relative_to(root) else folder
    try:
        return Path(os.path.realpath(file)).is_relative_to(os.path.realpath(home))
    except (OSError, ValueError):
        return False


def printable(path: str) -> str:
    """Shorten a path for a message and replace its unprintable characters."""
    clean = _IN_NO_NAME.sub("\N{REPLACEMENT CHARACTER}", path)
    return clean if len(clean) <= _SHOWN else clean[: _SHOWN - 1] + "…"


def user_folder(variable: str, default: str) -> Path:
    """Return cardgen's folder of a kind for the user, such as ``~/.cache/cardgen``.

    An environment variable of the XDG specification moves it; on Windows it is in LOCALAPPDATA.
    Raises RuntimeError if the user has no home.
    """
    base = os.environ.get(variable) or os.environ.get("LOCALAPPDATA")
    return Path(base or Path.home() / default) / "cardgen"
