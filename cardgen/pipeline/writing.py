"""Write files whole or not at all."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

from cardgen.core.errors import OutputError
from cardgen.pipeline import problems

TEMPORARY = (".cardgen-", ".tmp")
"""How the names of temporary files begin and end."""


def write_whole(
    path: Path, data: bytes | Iterable[bytes], shown: str, elsewhere: bool = True
) -> None:
    """Write a file in one step, so that neither a reader nor a kill ever meets half a file.

    Several pieces are written one after the other. ``shown`` names the file in the OutputError
    raised if that is impossible; ``elsewhere`` says whether `--output` could move it.
    """
    begin, end = TEMPORARY
    temporary = path.with_name(f"{begin}{os.urandom(8).hex()}{end}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with temporary.open("wb") as out:
                out.writelines((data,) if isinstance(data, bytes) else data)
            os.replace(temporary, path)
        except BaseException:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise OutputError(problems.cannot_write(None, shown, reason, elsewhere)) from None


def sweep(folder: Path) -> None:
    """Remove the temporary files that killed builds left below a folder of ours."""
    if folder.is_symlink():
        return
    for where, _, names in os.walk(folder):
        for name in filter(is_temporary, names):
            with contextlib.suppress(OSError):
                os.unlink(os.path.join(where, name))


def is_temporary(name: str) -> bool:
    """Whether a file is one that an interrupted write left behind."""
    begin, end = TEMPORARY
    return name.startswith(begin) and name.endswith(end)
