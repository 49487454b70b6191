"""A folder of a game that a feature writes as a whole, with a list of what is in it.

By the list, `clean` knows the files, and the next time those that are no longer needed go.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Collection, Mapping
from pathlib import Path

from msgspec import Struct

from cardgen.core.diagnostics import relative
from cardgen.pipeline.output_lock import locked
from cardgen.pipeline.request import BuildRequest
from cardgen.pipeline.safe_paths import destination, inside, own_folder
from cardgen.pipeline.writing import write_whole

FORMAT = 1


class ListedFolder(Struct, frozen=True):
    """A folder by its name below the output folder of a game."""

    name: str

    @property
    def manifest(self) -> str:
        """The path of the list."""
        return f"{self.name}/{self.name}.json"

    def paths(self, folder: Path) -> list[str]:
        """Return the files below a game's output folder, the list of them last.

        A list that cannot be understood counts as none.
        """
        file = inside(folder, self.manifest)
        try:
            content = json.loads(file.read_bytes()) if file is not None else {}
            paths = [path for path in content["files"] if isinstance(path, str)]
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return []
        return [path for path in paths if path.startswith(f"{self.name}/")] + [self.manifest]

    def put(
        self, request: BuildRequest, game: str, files: Mapping[str, bytes]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Write files, and remove those of an earlier time; return both as they are shown."""
        root, folder = request.root, request.folder / game
        if not files and not folder.is_dir():
            return (), ()
        own_folder(folder, root)
        with locked(request.folder, lambda: None, relative(request.folder, root)):
            known = [path for path in self.paths(folder) if path != self.manifest]
            if files:  # first, so that `clean` knows the files if this is interrupted
                self._list(folder, {*files, *known}, root)
            for path, data in files.items():
                target = destination(folder, path, root)
                write_whole(target, data, relative(target, root))
            removed = []
            for path in known:
                old = inside(folder, path)
                if path not in files and old is not None:
                    with contextlib.suppress(OSError):
                        old.unlink()
                        removed.append(relative(old, root))
                        old.parent.rmdir()  # if that was the last file in it
            if files:
                self._list(folder, set(files), root)
            elif known:
                with contextlib.suppress(OSError):
                    destination(folder, self.manifest, root).unlink()
                    (folder / self.name).rmdir()
        return tuple(sorted(relative(folder / path, root) for path in files)), tuple(removed)

    def _list(self, folder: Path, paths: Collection[str], root: Path) -> None:
        content = {"format": FORMAT, "files": sorted(paths)}
        data = (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode()
        target = destination(folder, self.manifest, root)
        write_whole(target, data, relative(target, root))
