"""Remove built files: those that manifests name, the cache, temporary files, nothing else."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from cardgen.build import problems
from cardgen.build.inside import inside
from cardgen.build.lock import FOLDER as CACHE
from cardgen.build.lock import locked
from cardgen.build.manifest import NAME as MANIFEST
from cardgen.build.writing import is_temporary
from cardgen.core.diagnostics import Diagnostics, relative

OUTPUT = "output"


@dataclass(frozen=True, slots=True)
class CleanReport:
    """What `clean` did; paths are relative to the project where they are inside it."""

    removed: tuple[str, ...]
    diagnostics: Diagnostics


@dataclass(slots=True)
class _Broom:
    """Removes one file after the other and remembers how it went."""

    root: Path
    removed: list[str] = field(default_factory=list)
    diagnostics: Diagnostics = field(default_factory=Diagnostics)

    def remove(self, path: Path) -> bool:
        shown = relative(path, self.root)
        try:
            path.unlink()
        except FileNotFoundError:
            return True
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            self.diagnostics.add(problems.cannot_remove(None, shown, reason))
            return False
        self.removed.append(shown)
        return True


def clean(root: Path, output: Path | None = None) -> CleanReport:
    """Remove everything that builds have written below ``output`` (default: root/output).

    Waits for a build that is at work there.
    """
    folder = output or root / OUTPUT
    broom = _Broom(root)
    if folder.is_dir():
        cache = folder / CACHE
        if cache.is_symlink():
            broom.remove(cache)
        with locked(folder, lambda: None, relative(folder, root)):
            for game in _folders(folder):
                _clean_game(game, broom)
        # The lock is made anew by asking for it, so it is not worth a mention.
        with contextlib.suppress(OSError):
            (cache / "lock").unlink(missing_ok=True)
        _remove_tree(cache, broom)
        if output is None and not folder.is_symlink():
            _try_rmdir(folder)
    return CleanReport(tuple(broom.removed), broom.diagnostics)


def _clean_game(game: Path, broom: _Broom) -> None:
    ours = (game / MANIFEST).is_file()
    if ours:
        _remove_artifacts(game, broom)
    if ours or (broom.root / "card_data" / game.name).is_dir():
        _remove_temporary(game, broom)
        _remove_empty(game)


def _folders(folder: Path) -> Iterator[Path]:
    """Yield the real folders inside; a link could lead anywhere."""
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not path.is_symlink() and path.name != CACHE:
            yield path


def _remove_artifacts(game: Path, broom: _Broom) -> None:
    manifest = game / MANIFEST
    shown = relative(manifest, broom.root)
    paths = _artifact_paths(manifest)
    if paths is None:
        broom.diagnostics.add(problems.unreadable_manifest(None, shown))
        return
    done = True
    for rel in paths:
        path = inside(game, rel)
        if path is None:
            broom.diagnostics.add(problems.leads_outside(None, rel, shown))
        elif path.is_file() or path.is_symlink():
            done &= broom.remove(path)
    if done:  # last, so that an interrupted or refused cleaning can go on
        broom.remove(manifest)


def _artifact_paths(manifest: Path) -> list[str] | None:
    """Read what a manifest names; None where it cannot be understood."""
    try:
        entries = json.loads(manifest.read_bytes())["artifacts"]
        paths = [entry["path"] for entry in entries]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return paths if all(isinstance(path, str) for path in paths) else None


def _remove_temporary(folder: Path, broom: _Broom) -> None:
    for where, _, names in os.walk(folder):
        for name in sorted(filter(is_temporary, names)):
            broom.remove(Path(where, name))


def _remove_tree(folder: Path, broom: _Broom) -> None:
    """Remove a folder of ours with all it holds, without following links."""
    for where, folders, names in os.walk(folder, topdown=False):
        for name in sorted(names):
            broom.remove(Path(where, name))
        for name in sorted(folders):
            inner = Path(where, name)
            if inner.is_symlink():
                broom.remove(inner)
            else:
                _try_rmdir(inner)
    _try_rmdir(folder)


def _remove_empty(folder: Path) -> None:
    for where, _, _ in os.walk(folder, topdown=False):
        _try_rmdir(Path(where))


def _try_rmdir(folder: Path) -> None:
    try:
        folder.rmdir()
    except OSError:
        return  # not empty, or not ours to remove
