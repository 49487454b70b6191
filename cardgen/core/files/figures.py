"""Figures in TOML files: lengths with their units, and the sources that they come from."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, OutputError, relative
from cardgen.core.paths import LINK, stays_inside
from cardgen.core.units import parse_mm

Rows = TypeVar("Rows")
_LARGEST = 1 << 20  # bytes of a file
_DECIMALS = 4  # of a length in mm: sizes in inches leave crumbs


class Length(float):
    """A length in millimetres, in files a number with its unit."""


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """The source of some figures, with the date on which they were read."""

    said: str
    date: datetime.date


def read_toml(file: Path) -> dict[str, Any]:
    """Read a file of figures; raises OSError, or ValueError with a message for people."""
    data = file.read_bytes()
    if len(data) > _LARGEST:
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
