"""Removes only files that cardgen wrote.

These are the files in manifests and in the ledger, calibration sheets, the cache and temporary
files.
"""

import contextlib
import os
from pathlib import Path

import msgspec
from msgspec import Struct, field

from cardgen.core.diagnostics import CardgenError, Diagnostics, relative
from cardgen.features import problems
from cardgen.model.printer import Printer, calibration_file, load_printer
from cardgen.pipeline.ledger import paths_of
from cardgen.pipeline.manifest import NAME as MANIFEST
from cardgen.pipeline.output_lock import FOLDER as CACHE
from cardgen.pipeline.output_lock import lock_folder
from cardgen.pipeline.writing import is_temporary, path_inside

OUTPUT = "output"


class CleanReport(Struct, frozen=True):
    """The removed files; paths inside the project are relative to it."""

    removed: tuple[str, ...]
    diagnostics: Diagnostics


class _Remover(Struct):
    root: Path
    removed: list[str] = []
    diagnostics: Diagnostics = field(default_factory=Diagnostics)

    def remove_file(self, path: Path | None) -> None:
        """Remove a file, unless it is a link."""
        if path is not None and path.is_file() and not path.is_symlink():
            self.remove(path)

    def remove(self, path: Path) -> bool:
        """Remove a file or a link; return False if that fails."""
        name = relative(path, self.root)
        try:
            path.unlink()
        except FileNotFoundError:
            return True
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            self.diagnostics.add(problems.cannot_remove(None, name, reason))
            return False
        self.removed.append(name)
        return True


def clean(root: Path, output: Path | None = None) -> CleanReport:
    """Remove all files that builds have written below ``output`` (default: root/output).

    Waits for a running build.
    """
    folder = output or root / OUTPUT
    remover = _Remover(root)
    if folder.is_dir():
        cache = folder / CACHE
        if cache.is_symlink():
            remover.remove(cache)
        with lock_folder(folder, lambda: None, relative(folder, root)):
            for path in sorted(folder.iterdir()):
                # A link could lead out of the output folder.
                if path.is_dir() and not path.is_symlink() and path.name != CACHE:
                    _clean_game(folder, path.name, remover)
            _remove_calibration(folder, remover)
        # Taking the lock creates its file, so its removal is not reported.
        with contextlib.suppress(OSError):
            (cache / "lock").unlink(missing_ok=True)
        _remove_tree(cache, remover)
        if output is None and not folder.is_symlink():
            _try_rmdir(folder)
    return CleanReport(tuple(remover.removed), remover.diagnostics)


def _clean_game(output: Path, path: str, remover: _Remover) -> None:
    game = output / path
    has_manifest = (game / MANIFEST).is_file()
    for inner in sorted(game.iterdir()):
        is_built = (inner / MANIFEST).is_file() or (output / CACHE / path / inner.name).is_dir()
        if is_built and inner.is_dir() and not inner.is_symlink():
            _clean_game(output, f"{path}/{inner.name}", remover)
    if has_manifest:
        _remove_artifacts(game, remover)
    for rel in paths_of(output, path):
        remover.remove_file(path_inside(game, rel))
    if has_manifest or (remover.root / "card_data" / path).is_dir():
        for folder, _, names in os.walk(game):
            for name in sorted(filter(is_temporary, names)):
                remover.remove(Path(folder, name))
        for folder, _, _ in os.walk(game, topdown=False):
            _try_rmdir(Path(folder))


class _File(Struct):
    path: str


class _ManifestFiles(Struct):
    """The part of a manifest that is the same in every version."""

    artifacts: list[_File]


def _remove_artifacts(game: Path, remover: _Remover) -> None:
    manifest = game / MANIFEST
    name = relative(manifest, remover.root)
    try:
        artifacts = msgspec.json.decode(manifest.read_bytes(), type=_ManifestFiles).artifacts
    except (OSError, ValueError, RecursionError):
        remover.diagnostics.add(problems.unreadable_manifest(None, name))
        return
    all_removed = True
    for rel in [file.path for file in artifacts]:
        path = path_inside(game, rel)
        if path is None:
            remover.diagnostics.add(problems.leads_outside(None, rel, name))
        elif path.is_file() or path.is_symlink():
            all_removed &= remover.remove(path)
    if all_removed:  # last, so that an interrupted `clean` can be repeated
        remover.remove(manifest)


def _remove_calibration(folder: Path, remover: _Remover) -> None:
    printer = Printer()
    with contextlib.suppress(CardgenError):
        printer = load_printer(remover.root)
    for paper in sorted(printer.all_papers):
        remover.remove_file(folder / calibration_file(paper))


def _remove_tree(folder: Path, remover: _Remover) -> None:
    for parent, folders, names in os.walk(folder, topdown=False):
        for name in sorted(names):
            remover.remove(Path(parent, name))
        for name in sorted(folders):
            inner = Path(parent, name)
            if inner.is_symlink():
                remover.remove(inner)
            else:
                _try_rmdir(inner)
    _try_rmdir(folder)


def _try_rmdir(folder: Path) -> None:
    with contextlib.suppress(OSError):  # not empty, or not permitted
        folder.rmdir()
