"""The digest of all inputs of a game: its files, the fonts, the libraries and cardgen itself.

If it is the same as in the last build, and the files in ``output/`` are intact, a build parses no
file. The digest covers contents, never time stamps.
"""

import hashlib
import os
import stat
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

from cardgen.core.fingerprint import digest, digest_file, program_texts
from cardgen.core.plugins.installed import metadata_folders
from cardgen.model.locale.translation import po_path
from cardgen.pipeline.hooks import features
from cardgen.source.files import TABLE_ENDINGS, game_ids

T = TypeVar("T")

SEPARATOR = "-"
_SUFFIXES = (".j2", ".yaml")
"""Suffixes of files with comments, which have no effect on the output."""
_LIBRARIES = frozenset(
    "icu4py jinja2 markdown_it_py msgspec pillow pypdfium2 pyphen python_bidi python_calamine "
    "pyyaml segno uharfbuzz zlib_ng".split()
)  # the libraries that read, draw or write data
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Without O_NONBLOCK, opening a pipe would wait for a writer."""
_LIMIT = 200_000_000  # bytes; the readers refuse larger files


def inputs_digest(
    root: Path, game: str, bundled: Path, without: Collection[str] = (), locale: str = ""
) -> str:
    """Return a digest over the game's data, templates, fonts, printer profile and cardgen.

    Of the translations, it covers only the one into ``locale``. It does not cover the files of the
    game's folder that ``without`` names. The part behind `SEPARATOR` covers only templates and
    YAML.
    """
    data = [file for file in _digest_data(root, game) if file[0] not in without]
    folders = [data, *_template_folders(root, game, bundled, _digests, _digest_shared)]
    # Of templates and YAML files, take only the names: `_texts` covers their contents.
    files = [[f[0] if f[0].endswith(_SUFFIXES) else f for f in folder] for folder in folders]
    digested_values: tuple[object, ...] = (
        files,
        _digest_shared(root / "fonts", root),
        _digest_shared(bundled / "fonts", bundled),
        _digest_file(str(root / "printer.yaml")),
        program_digest(),
    )
    if locale:
        digested_values += (locale, _digest_file(str(root / po_path(game, locale))))
    return f"{digest(digested_values)}{SEPARATOR}{_texts(folders)}"


Texts = list[tuple[str, bytes]]
"""The text files of a folder: name and bytes."""


def read_texts(root: Path, game: str, bundled: Path) -> list[Texts]:
    """Read the templates and YAML files of a game, folder by folder; raises OSError."""

    def read(folder: Path, root: Path, without: Collection[str] = ()) -> Texts:
        files = _files(folder, root, without)
        return [(name, _bytes(path)) for name, path in files if name.endswith(_SUFFIXES)]

    data = read(root / "card_data" / game, root, _records())
    return [data, *_template_folders(root, game, bundled, read, read)]


def _bytes(path: str) -> bytes:
    if not os.path.isfile(path) or os.path.getsize(path) > _LIMIT:
        raise OSError(f"{path} is no text")
    return Path(path).read_bytes()


def texts_digest(texts: Sequence[Texts]) -> str:
    """Return the part of `inputs_digest` that covers these texts."""
    return digest([[(name, digest_file(data)) for name, data in folder] for folder in texts])


def input_files(root: Path, game: str, locale: str = "") -> Iterator[tuple[str, Path]]:
    """Yield the input files of a game, each with its name in the project."""
    templates = f"templates/{game}"
    folders = {
        f"card_data/{game}": _records(),
        "templates": game_ids(root),
        templates: (),
        "fonts": (),
    }
    for folder, without in folders.items():
        for name, path in _files(root / folder, root, without):
            if os.path.isfile(path):
                yield f"{folder}/{name}", Path(path)
    for name in ("printer.yaml", *((po_path(game, locale),) if locale else ())):
        if (root / name).is_file():
            yield name, root / name


def _digest_data(root: Path, game: str) -> list[tuple[str, str]]:
    """Digest the files of a game, without the records of features, which no build reads."""
    records = _records()
    data = _digests(root / "card_data" / game, root, records)
    return [file for file in data if file[0] not in records]


def _records() -> set[str]:
    return {name for hooks in features() for name in hooks.records}


def _template_folders(
    root: Path, game: str, bundled: Path, own: Callable[..., T], shared: Callable[..., T]
) -> list[T]:
    """Apply ``own`` to the game's template folder, and ``shared`` to the shared folders."""
    templates = root / "templates"
    folders = [own(templates / game, root), shared(templates, root, game_ids(root))]
    # In a checkout the bundled folder is the project's own: there is no need to read it twice.
    if bundled != root:
        folders.append(shared(bundled / "templates/shared", bundled))
    return folders


def _texts(folders: Sequence[Sequence[tuple[str, str]]]) -> str:
    return digest([[file for file in folder if file[0].endswith(_SUFFIXES)] for folder in folders])


@cache
def _digest_shared(
    folder: Path, root: Path, without: tuple[str, ...] = ()
) -> tuple[tuple[str, str], ...]:
    """Digest the files of a folder that games share, without the subfolders of single games."""
    return tuple(_digests(folder, root, without))


@cache
def program_digest() -> str:
    """Return the digest of cardgen's source, and of the versions of Python and the libraries.

    An update of any of them may change the output.
    """
    return digest((program_texts(), list(sys.version_info[:3]), _libraries()))


def _libraries() -> list[str]:
    """Return the installed libraries with their versions, from the names of metadata folders.

    ``importlib.metadata`` would open and parse a file for each library, which is slower.
    """
    library_folders: dict[str, str] = {}
    for _, name in metadata_folders():
        library = name.partition("-")[0].lower()
        if library in _LIBRARIES:
            library_folders.setdefault(library, name)
    return sorted(library_folders.values())


def forget_shared_folders() -> None:
    """Forget the digests of shared folders; a process calls it before each build."""
    _digest_shared.cache_clear()


def _digests(folder: Path, root: Path, without: Collection[str] = ()) -> list[tuple[str, str]]:
    return [(name, _digest_file(path)) for name, path in _files(folder, root, without)]


def _files(folder: Path, root: Path, without: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """Yield the files of a folder in a stable order, each as its name in the folder and its path.

    It follows links to folders only inside the project, and each folder once. Paths are strings,
    because a build looks at hundreds of files.
    """
    home = os.path.realpath(root)
    visited: set[str] = set()
    for parent, folders, names in os.walk(folder, followlinks=True):
        real = os.path.realpath(parent)
        if real in visited or not (parent == str(folder) or Path(real).is_relative_to(home)):
            folders.clear()
            continue
        visited.add(real)
        left_out = without if parent == str(folder) else ()
        folders[:] = sorted(n for n in folders if n != "__pycache__" and n not in left_out)
        inside = parent[len(str(folder)) :].strip(os.sep).replace(os.sep, "/")
        for name in sorted(names):
            yield (f"{inside}/{name}" if inside else name), os.path.join(parent, name)


def _digest_file(path: str) -> str:
    try:
        source = os.open(path, _READ)
    except OSError as error:
        return f"unreadable: {error.errno}"
    # A build reads hundreds of small files: a file object would double the system calls.
    try:
        info = os.fstat(source)
        if not stat.S_ISREG(info.st_mode):
            return "not a file"
        if info.st_size > _LIMIT and os.path.splitext(path)[1] in TABLE_ENDINGS:
            return _digest_large_table(path)
        if info.st_size > _LIMIT:
            return f"{info.st_size} bytes"
        return digest_file(os.read(source, info.st_size))
    except OSError as error:
        return f"unreadable: {error.errno}"
    finally:
        os.close(source)


def _digest_large_table(path: str) -> str:
    with open(path, "rb") as source:
        return hashlib.file_digest(source, "blake2b").hexdigest()
