"""Reads whole files within a limit, and nothing but plain files."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from cardgen.core.diagnostics import Location, SourceError
from cardgen.core.files import problems
from cardgen.core.registry import did_you_mean


def read_bytes(
    path: Path,
    rel: str,
    what: str,
    limit: int,
    at: Location | None,
    named: Location | None = None,
) -> bytes:
    """Read a file of at most ``limit`` bytes; ``what`` and its path ``rel`` name it in errors.

    ``named`` is the place that names the file, to report one that is missing, and ``at`` the place
    for all other errors. Raises SourceError.
    """
    try:
        # Opening a pipe waits for a writer, so look before opening.
        info = path.stat()
        if not stat.S_ISREG(info.st_mode):
            raise SourceError(problems.not_a_file(at, what))
        if info.st_size > limit:
            raise SourceError(problems.too_large(at, what, info.st_size, limit))
        data = path.read_bytes()
    except FileNotFoundError:
        raise SourceError(problems.file_missing(named or at, what, rel, near_files(path))) from None
    except NotADirectoryError:
        raise SourceError(problems.file_missing(named or at, what, rel)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SourceError(problems.unreadable(at, what, reason.lower())) from None
    if len(data) > limit:
        raise SourceError(problems.too_large(at, what, len(data), limit))
    return data


def near_files(path: Path) -> tuple[str, ...]:
    """Return a hint that names the file with the most similar name, if one is similar."""
    try:
        names = os.listdir(path.parent)
    except OSError:
        return ()
    return did_you_mean(path.name, names)
