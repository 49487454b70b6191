"""Short digests over canonical encodings, and the base of values that leave fields out of equality.

Plain values are encoded by ``marshal`` version 2: it has no back references, so equal
values always give equal bytes, and it runs at C speed.
"""

from __future__ import annotations

import hashlib
import marshal
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from msgspec import Struct

from cardgen import __version__

DIGEST_BYTES = 16
PROGRAM = (".py", ".lua", ".csv", ".toml")
"""Endings of what shapes output; the profile of a press counts where it is used, by its bytes."""


def digest_bytes(*parts: bytes) -> str:
    """Return a hex digest over byte strings; their boundaries count."""
    hasher = hashlib.blake2b(digest_size=DIGEST_BYTES)
    for part in parts:
        hasher.update(len(part).to_bytes(8, "little"))
        hasher.update(part)
    return hasher.hexdigest()


def digest_file(data: bytes) -> str:
    """Return a hex digest over the content of a file.

    SHA-256, for which most processors have instructions: a quarter of the time. What names Frames
    and fonts in files that are printed stays with BLAKE2.
    """
    return hashlib.sha256(data).hexdigest()[: 2 * DIGEST_BYTES]


def digest(value: Any) -> str:
    """Return a hex digest of nested tuples, lists, strings, numbers, bytes and None.

    Mappings have no canonical order: pass ``sorted(mapping.items())``.
    """
    return digest_bytes(marshal.dumps(value, 2))


class PartlyCompared(Struct, frozen=True):
    """A value that carries something along which is no part of what it is.

    Equality and hash pass over the fields that ``aside`` names.
    """

    aside: ClassVar[frozenset[str]] = frozenset()

    def _compared(self) -> tuple[Any, ...]:
        names = self.__struct_fields__
        return tuple([getattr(self, name) for name in names if name not in self.aside])

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._compared() == other._compared()

    def __hash__(self) -> int:
        return hash(self._compared())


def as_tuples(value: Any) -> Any:
    """Turn a value, and those inside, into tuples of their fields, as digests take them."""
    if isinstance(value, Struct):
        return tuple(as_tuples(getattr(value, name)) for name in value.__struct_fields__)
    return tuple(map(as_tuples, value)) if isinstance(value, tuple) else value


@cache
def program_version() -> str:
    """Return the version with a digest over the text of the program: no two programs share it."""
    package = Path(__file__).parents[1]
    texts = sorted(path for path in package.rglob("*") if path.suffix in PROGRAM)
    named = [
        (path.relative_to(package).as_posix(), digest_file(path.read_bytes())) for path in texts
    ]
    return f"{__version__}+{digest(named)[:8]}"
