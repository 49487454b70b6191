"""Whole files: reading within a limit, ZIP archives, and TOML files of figures with sources."""

import datetime
import io
import os
import re
import stat
import zipfile
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from cardgen.core import problems
from cardgen.core.diagnostics import Diagnostic, Location, OutputError, SourceError, relative
from cardgen.core.paths import LINK, stays_inside
from cardgen.core.registry import did_you_mean, nearest
from cardgen.core.units import parse_mm

EARLIEST = "1980-01-01"
"""The first date that a ZIP can store (APPNOTE 6.3.10, 4.4.6)."""
_UNIX, _RIGHTS = 3, 0o100644 << 16  # system and rights (4.4.2, 4.4.15)
Rows = TypeVar("Rows")
_LARGEST_TOML = 1 << 20  # bytes of a file
_DECIMALS = 4  # of a length in mm: removes rounding errors of sizes in inches


def read_bytes(
    path: Path,
    rel: str,
    description: str,
    limit: int,
    location: Location | None,
    reference: Location | None = None,
) -> bytes:
    """Read a file of at most ``limit`` bytes; errors call it ``description`` or its path ``rel``.

    ``reference`` is the location that names the file: errors about a missing file have it. All
    other errors have the location ``location``. Raises SourceError.
    """
    try:
        # Opening a pipe would wait for a writer, so check the kind of file first.
        info = path.stat()
        if not stat.S_ISREG(info.st_mode):
            raise SourceError(problems.not_a_file(location, description))
        if info.st_size > limit:
            raise SourceError(problems.too_large(location, description, info.st_size, limit))
        data = path.read_bytes()
    except FileNotFoundError:
        raise SourceError(
            problems.file_missing(
                reference or location, description, rel, similar_file_hint(path, rel)
            )
        ) from None
    except NotADirectoryError:
        raise SourceError(problems.file_missing(reference or location, description, rel)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SourceError(problems.unreadable(location, description, reason.lower())) from None
    if len(data) > limit:
        raise SourceError(problems.too_large(location, description, len(data), limit))
    return data


def similar_file_hint(path: Path, label: str) -> tuple[str, ...]:
    """Return a hint with the most similar file of a folder, or none; ``label`` names it."""
    try:
        names = os.listdir(path.parent)
    except OSError:
        return ()
    folder = label.removesuffix(path.name)
    near = nearest(path.name, names)
    return did_you_mean(label, [folder + near]) if near else ()


def make_zip(files: Mapping[str, bytes], date: str = EARLIEST, packed: bool = True) -> bytes:
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
    """A length in millimetres; files give a number and its unit."""


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """The publication that some figures come from, and the date on which it was read."""

    citation: str = msgspec.field(name="said")
    date: datetime.date


def read_toml(file: Path) -> dict[str, Any]:
    """Read a TOML file of figures; raises OSError, or ValueError with a message for users."""
    data = file.read_bytes()
    if len(data) > _LARGEST_TOML:
        raise ValueError("the file is larger than 1 MB")
    values: dict[str, Any] = msgspec.toml.decode(data)
    return values


def read_rows(file: Path, form: type[Rows]) -> Rows:
    """Read a TOML file of figures as a value of the type ``form``; its lengths have units."""
    return msgspec.convert(read_toml(file), form, dec_hook=length)


def read_each(
    files: Iterable[Path],
    root: Path | None,
    read: Callable[[Path], None],
    fault: Callable[[Location, str, str], Diagnostic],
) -> None:
    """Call ``read`` with each file; files of a project must be inside its folder.

    Raises OutputError with all faults; ``fault`` words each.
    """
    faults: list[Diagnostic] = []
    for file in files:
        try:
            if root and not stays_inside(file, root) and file.parent.parent == root:
                raise ValueError(LINK)
            read(file)
        except (OSError, ValueError, RecursionError) as error:
            reason = (error.strerror or "").lower() if isinstance(error, OSError) else ""
            path = relative(file, root) if root else file.name
            line = 0 if isinstance(error, OSError) else _line_of(file, str(error))
            faults.append(fault(Location(path, line), path, reason or str(error)))
    if faults:
        raise OutputError(*faults)


_AT_LINE = re.compile(r"\(at line (\d+)")
_AT_KEY = re.compile(r" - at `\$\.(\w+)(?:\[(\d+)\]|\[\.\.\.\])?(?:\.(\w+))?.*")
_QUOTED = re.compile(r"(?<!missing required field )(?<!Expected )(?<!got )`([^`]+)`")


def _line_of(file: Path, message: str) -> int:
    """Return the line that a message about a TOML file names: by its number, or by a key.

    The key is at the end of the message, in a path such as ``$.products[2].trim``; or it is the
    last word in backticks.
    """
    if match := _AT_LINE.search(message):
        return int(match[1])
    patterns: list[tuple[str, int]] = []
    if match := _AT_KEY.search(message):
        table, row, key = match.groups()
        is_row = rf"^\s*(?:\[\[{table}\]\]|\{{)"  # of both forms of tables, counted from 0
        patterns = [(is_row, int(row)) if row else (rf"^\[*{table}\b", 0), (rf"\b{key}\s*=", 0)]
    patterns += [(re.escape(word), 0) for word in _QUOTED.findall(_AT_KEY.sub("", message))[-1:]]
    text, offset = file.read_bytes().decode(errors="replace"), 0
    for pattern, number in patterns:  # each behind the place of the one before it
        matches = re.compile(pattern, re.MULTILINE).finditer(text, offset)
        place = next(islice(matches, number, None), None)
        offset = place.end() if place else offset
    return text.count("\n", 0, offset) + 1


def length(kind: type, value: object) -> Length:
    """Convert a length for `msgspec.convert`."""
    if not isinstance(value, str):
        raise ValueError("a length with its unit is a text")
    return Length(round(parse_mm(value), _DECIMALS))
