"""``build.json``: what a build wrote, so that the next one knows what is still right.

It holds no times and no absolute paths: the same input gives the same bytes.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from operator import itemgetter
from pathlib import Path

from msgspec import Struct, convert, to_builtins

from cardgen.core.diagnostics import Diagnostic, relative
from cardgen.pipeline.writing import inside, plain, write_whole
from cardgen.products.options import Variant

NAME = "build.json"
FORMAT = 2


class ArtifactEntry(Struct, frozen=True, omit_defaults=True):
    """One artifact on disk; without key and digest, it is about to be written.

    ``variant`` is None for files without variants and for files of older versions of cardgen.
    """

    path: str
    kind: str
    key: str = ""
    sha256: str = ""
    variant: Variant | None = None


class SideEntry(Struct, frozen=True):
    """One side of a card, as it was painted."""

    id: str
    copies: int
    fingerprint: str


class Manifest(Struct, frozen=True):
    """The record of a game's last build.

    ``inputs`` and ``request`` say what it was made of and what was asked for; ``warnings``, and
    how many files of each product are ``stale``, are kept so that a build with nothing to do
    still says so. ``draft`` is True where cards with errors were printed all the same. ``packer``
    names what deflated the files: another one packs the same into other bytes. ``locales`` are
    the languages that have folders of their own.
    """

    game: str
    title: str = ""
    draft: bool = False
    inputs: str = ""
    request: str = ""
    packer: str = ""
    artifacts: tuple[ArtifactEntry, ...] = ()
    sides: tuple[SideEntry, ...] = ()
    warnings: tuple[Diagnostic, ...] = ()
    stale: tuple[tuple[str, int], ...] = ()
    locales: tuple[str, ...] = ()

    def dump(self) -> bytes:
        """Return the record as JSON, sorted where the order means nothing."""
        content = {"format": FORMAT, **to_builtins(self)}
        content["artifacts"] = sorted(content["artifacts"], key=itemgetter("path"))
        for name in ("draft", "stale", "locales"):
            if not content[name]:
                del content[name]
        return (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode()


def read_manifest(folder: Path, game: str) -> Manifest:
    """Read the record in a game's output folder; one that cannot be used counts as none."""
    try:
        content = json.loads((folder / NAME).read_bytes())
        if content["format"] != FORMAT:
            return Manifest(game)
        manifest = convert({**content, "game": game}, Manifest)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return Manifest(game)
    # A build never writes outside its folder.
    return manifest if all(plain(entry.path) for entry in manifest.artifacts) else Manifest(game)


def write_manifest(folder: Path, manifest: Manifest, root: Path) -> None:
    """Write the record of a game into its output folder, if it says anything new."""
    path, data = folder / NAME, manifest.dump()
    with contextlib.suppress(OSError):
        if path.read_bytes() == data:
            return
    write_whole(path, data, relative(path, root))


def sha256(data: bytes) -> str:
    """Return the digest that the manifest keeps of a file."""
    return hashlib.sha256(data).hexdigest()


def is_intact(folder: Path, entry: ArtifactEntry) -> bool:
    """Whether a file still has the bytes that were written."""
    path = inside(folder, entry.path)
    try:
        return path is not None and sha256(path.read_bytes()) == entry.sha256
    except OSError:
        return False
