"""Short digests of values and files, and a base class for values that compare some fields.

``marshal`` version 2 encodes plain values: it has no back references, so equal values always give
equal bytes, and it runs at C speed.
"""

import hashlib
import marshal
import os
from functools import cache
from typing import Any, ClassVar

from msgspec import Struct

from cardgen import __version__
from cardgen.core.plugins.installed import plugins

DIGEST_BYTES = 16
_PROGRAM_ENDINGS = (".py", ".txt", ".j2", ".lua", ".csv", ".toml", ".json")
"""Endings of files that affect output. The colour profile counts separately, by its bytes."""


def digest_bytes(*parts: bytes) -> str:
    """Return a hex digest of byte strings; ``(b"ab", b"c")`` and ``(b"a", b"bc")`` differ."""
    hasher = hashlib.blake2b(digest_size=DIGEST_BYTES)
    for part in parts:
        hasher.update(len(part).to_bytes(8, "little"))
        hasher.update(part)
    return hasher.hexdigest()


def digest_file(data: bytes) -> str:
    """Return a hex digest of a file's content.

    Uses SHA-256: most processors have instructions for it, so it takes a quarter of BLAKE2's time.
    Fingerprints of Frames and names of fonts in printed files use BLAKE2.
    """
    return hashlib.sha256(data).hexdigest()[: 2 * DIGEST_BYTES]


def digest(value: Any) -> str:
    """Return a hex digest of nested tuples, lists, strings, numbers, bytes and None.

    Mappings have no canonical order: pass ``sorted(mapping.items())``.
    """
    return digest_bytes(marshal.dumps(value, 2))


class PartlyCompared(Struct, frozen=True):
    """A value whose equality and hash leave out the ``ignored_fields`` fields."""

    ignored_fields: ClassVar[frozenset[str]] = frozenset()

    def _compared_values(self) -> tuple[Any, ...]:
        names = self.__struct_fields__
        return tuple([getattr(self, name) for name in names if name not in self.ignored_fields])

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._compared_values() == other._compared_values()

    def __hash__(self) -> int:
        return hash(self._compared_values())


def as_tuples(value: Any) -> Any:
    """Convert structs into tuples of their fields, at every depth, as `digest` needs them."""
    if isinstance(value, Struct):
        return tuple(as_tuples(getattr(value, name)) for name in value.__struct_fields__)
    return tuple(map(as_tuples, value)) if isinstance(value, tuple) else value


@cache
def program_texts() -> tuple[tuple[str, str], ...]:
    """Return path and digest of each file that affects output, in the program and in plug-ins."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    digests = _digests(package, _PROGRAM_ENDINGS)
    for plugin in plugins():
        if plugin.folder is not None:
            files = _digests(str(plugin.folder), "")
            digests += [(f"{plugin}/{name}", file_digest) for name, file_digest in files]
    return tuple(digests)


def _digests(package: str, endings: str | tuple[str, ...]) -> list[tuple[str, str]]:
    digests: list[tuple[str, str]] = []
    for folder, folders, names in os.walk(package):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted(names):
            if name.endswith(endings):
                with open(os.path.join(folder, name), "rb") as source:
                    rel = os.path.relpath(os.path.join(folder, name), package)
                    digests.append((rel.replace(os.sep, "/"), digest_file(source.read())))
    return digests


def program_version() -> str:
    """Return the version and a digest of the program's text, so that no two programs share it."""
    return f"{__version__}+{digest(program_texts())[:8]}"
