"""Files as a whole: read within a limit, ZIP archives, and TOML files of figures with sources."""

from __future__ import annotations

import datetime
import io
import os
import stat
import zipfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from cardgen.core import problems
from cardgen.core.diagnostics import Diagnostic, Location, OutputError, SourceError, relative
from cardgen.core.paths import LINK, stays_inside
from cardgen.core.registry import did_you_mean
from cardgen.core.units import parse_mm

EARLIEST = "1980-01-01"
"""The first date that a ZIP can name (APPNOTE 6.3.10, 4.4.6)."""
_UNIX, _RIGHTS = 3, 0o100644 << 16  # (4.4.2, 4.4.15)
Rows = TypeVar("Rows")
_LARGEST_TOML = 1 << 20  # bytes of a file
_DECIMALS = 4  # of a length in mm: sizes in inches leave crumbs


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


def zipped(files: Mapping[str, bytes], date: str = EARLIEST, packed: bool = True) -> bytes:
    """Return a ZIP of files by path, in their order, all with one date and the same rights."""
    year, month, day = map(int, max(date, EARLIEST).split("-"))
    buffer = io.BytesIO()
    how = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
    with zipfile.ZipFile(buffer, "w", how) as archive:
        for path, data in files.items():
            info = zipfile.ZipInfo(path, (year, month, day, 0, 0, 0))
            info.create_system, info.external_attr = _UNIX, _RIGHTS
            archive.writestr(info, data, how)
    return buffer.getvalue()


class Length(float):
    """A length in millimetres, in files a number with its unit."""


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """The source of some figures, with the date on which they were read."""

    said: str
    date: datetime.date


def read_toml(file: Path) -> dict[str, Any]:
    """Read a file of figures; raises OSError, or ValueError with a message for people."""
    data = file.read_bytes()
    if len(data) > _LARGEST_TOML:
        raise ValueError("the file is larger than 1 MB")
    values: dict[str, Any] = msgspec.toml.decode(data)
    return values


def read_rows(file: Path, form: type[Rows]) -> Rows:
    """Read a file of figures as values of a form, in which lengths have units."""
    return msgspec.convert(read_toml(file), form, dec_hook=length)


def read_each(
    files: Iterable[Path],
    root: Path | None,
    read: Callable[[Path], None],
    fault: Callable[[None, str, str], Diagnostic],
) -> None:
    """Read files of figures, those of a project from inside it alone.

    Raises OutputError with everything that is wrong, each in the words of ``fault``.
    """
    faults: list[Diagnostic] = []
    for file in files:
        try:
            if root and not stays_inside(file, root) and file.parent.parent == root:
                raise ValueError(LINK)
            read(file)
        except (OSError, ValueError, RecursionError) as error:
            reason = (error.strerror or "").lower() if isinstance(error, OSError) else ""
            faults.append(
                fault(None, relative(file, root) if root else file.name, reason or str(error))
            )
    if faults:
        raise OutputError(*faults)


def length(kind: type, value: object) -> Length:
    """Read a length where `msgspec.convert` meets one."""
    if not isinstance(value, str):
        raise ValueError("a length with its unit is a text")
    return Length(round(parse_mm(value), _DECIMALS))
