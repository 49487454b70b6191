"""``build.json``: the record of a game's last build, with which the next one finds changes.

It has no times and no absolute paths: the same input gives the same bytes.
"""

import contextlib
import hashlib
import json
from operator import itemgetter
from pathlib import Path

from msgspec import Struct, convert, to_builtins

from cardgen.core.diagnostics import Diagnostic, relative
from cardgen.pipeline.writing import is_plain_path, path_inside, write_whole
from cardgen.products.options import Variant

NAME = "build.json"
FORMAT = 2


class ArtifactEntry(Struct, frozen=True, omit_defaults=True):
    """One artifact on disk; an artifact that is not written yet has no key and no digest.

    ``variant`` is None for files without variants and for files of older versions of cardgen.
    """

    path: str
    kind: str
    key: str = ""
    sha256: str = ""
    variant: Variant | None = None


class SideEntry(Struct, frozen=True):
    """One side of a design: its number of copies, and the fingerprint of its Frame."""

    id: str
    copies: int
    fingerprint: str


class Manifest(Struct, frozen=True):
    """The record of a game's last build.

    ``inputs`` and ``request`` are digests of the build's inputs and options. A build without
    changes repeats the ``warnings``, and the number of ``stale`` files of each product. ``draft``
    is True for a build of cards with errors. ``packer`` is the name of the library that compressed
    the files: another library produces other bytes. ``locales`` are the languages with a folder.
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
        """Return the record as JSON, with the artifacts sorted by path."""
        content = {"format": FORMAT, **to_builtins(self)}
        content["artifacts"] = sorted(content["artifacts"], key=itemgetter("path"))
        for name in ("draft", "stale", "locales"):
            if not content[name]:
                del content[name]
        return (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode()


def read_manifest(folder: Path, game: str) -> Manifest:
    """Read the record in a game's output folder; an unusable file counts as an empty record."""
    try:
        content = json.loads((folder / NAME).read_bytes())
        if content["format"] != FORMAT:
            return Manifest(game)
        manifest = convert({**content, "game": game}, Manifest)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return Manifest(game)
    # A build never writes outside its folder.
    is_safe = all(is_plain_path(entry.path) for entry in manifest.artifacts)
    return manifest if is_safe else Manifest(game)


def write_manifest(folder: Path, manifest: Manifest, root: Path) -> None:
    """Write the record of a game into its output folder, if it has changed."""
    path, data = folder / NAME, manifest.dump()
    with contextlib.suppress(OSError):
        if path.read_bytes() == data:
            return
    write_whole(path, data, relative(path, root))


def sha256(data: bytes) -> str:
    """Return the digest of a file's bytes for the manifest."""
    return hashlib.sha256(data).hexdigest()


def is_intact(folder: Path, entry: ArtifactEntry) -> bool:
    """Whether a file still has the bytes that were written."""
    path = path_inside(folder, entry.path)
    try:
        return path is not None and sha256(path.read_bytes()) == entry.sha256
    except OSError:
        return False
