"""Writes the folder of an order: what is as it was stays, what no longer belongs there goes."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct

from cardgen.api import LaidGame
from cardgen.core.diagnostics import Diagnostic, relative
from cardgen.core.errors import CardgenError, OutputError
from cardgen.features.order.hooks import RECORD, ordered
from cardgen.features.order.report import OrderSummary
from cardgen.pipeline.manifest import sha256
from cardgen.pipeline.output_lock import FOLDER as CACHE
from cardgen.pipeline.safe_paths import destination, inside
from cardgen.pipeline.writing import write_whole
from cardgen.products.artifact import Artifact

Keys = dict[str, tuple[str, str]]
"""The key and the digest of files that were made, by path."""


class OrderFolder(Struct, frozen=True):
    """The folder of an order: ``rel`` below ``base``, which holds no links of ours.

    ``cache`` is the file that keeps the keys of what was made.
    """

    root: Path
    base: Path
    rel: str
    cache: Path

    @property
    def path(self) -> Path:
        """Where the files go."""
        return self.base / self.rel

    @property
    def shown(self) -> str:
        """The folder as messages name it."""
        return relative(self.path, self.root)

    def write(
        self,
        artifacts: Sequence[Artifact],
        lists: Mapping[str, bytes],
        summary: OrderSummary,
        laid: LaidGame,
        tell: Callable[[float], None],
    ) -> WrittenOrder:
        """Put everything in place, the record last; raises OutputError with all that went wrong.

        The record comes first, too, without digests: so that the files of an order that is
        interrupted are known.
        """
        before = ordered(self.path)
        names = [*(one.path for one in artifacts), *lists]
        journal = dict.fromkeys([*names, *(path for path in before if path != RECORD)], "")
        self._put(RECORD, summary.document(journal, finished=False))
        kept = self._keys()
        files = {path: sha256(content) for path, content in lists.items()}
        due: list[Artifact] = []
        for one in artifacts:
            key, digest = kept.get(one.path, ("", ""))
            if key == one.key and self._is_intact(one.path, digest):
                files[one.path] = digest
            else:
                due.append(one)
        failures: list[Diagnostic] = []
        made = laid.share(
            partial(self._make, data=laid.data),
            due,
            tick=lambda done: tell(min(done / len(due), 1.0)),
        )
        for one, done in zip(due, made, strict=True):
            if isinstance(done, str):
                files[one.path] = done
            else:
                failures += done
        if failures:
            raise OutputError(*failures)
        for path, content in lists.items():
            if not self._is_intact(path, files[path]):
                self._put(path, content)
        removed = tuple(path for path in before if path != RECORD and self._gone(path, files))
        self._put(RECORD, summary.document(files, finished=True))
        self._keep({one.path: (one.key, files[one.path]) for one in artifacts})
        fresh = tuple(one.path for one in due)
        return WrittenOrder(tuple(sorted((*files, RECORD))), fresh, removed)

    def _make(
        self, artifact: Artifact, data: Callable[[Artifact], bytes]
    ) -> str | tuple[Diagnostic, ...]:
        """Make a file and put it in place, in whatever process; return its digest, or why not."""
        try:
            content = data(artifact)
            self._put(artifact.path, content)
        except CardgenError as error:
            return tuple(error.diagnostics)
        return sha256(content)

    def _put(self, path: str, content: bytes) -> None:
        target = destination(self.base, f"{self.rel}{path}", self.root)
        write_whole(target, content, relative(target, self.root), elsewhere=False)

    def _is_intact(self, path: str, digest: str) -> bool:
        file = inside(self.base, f"{self.rel}{path}")
        try:
            return file is not None and sha256(file.read_bytes()) == digest
        except OSError:
            return False

    def _gone(self, path: str, files: Mapping[str, str]) -> bool:
        """Remove a file of an earlier order that this one does not have."""
        file = inside(self.base, f"{self.rel}{path}")
        if path in files or file is None:
            return False
        with contextlib.suppress(OSError):
            file.unlink()
            with contextlib.suppress(OSError):
                file.parent.rmdir()
            return True
        return False

    def _keys(self) -> Keys:
        try:
            content = json.loads(self.cache.read_bytes())
            return {str(path): (str(key), str(sha)) for path, (key, sha) in content.items()}
        except (OSError, ValueError, TypeError, AttributeError, RecursionError):
            return {}

    def _keep(self, keys: Keys) -> None:
        """Remember what was made; where that is impossible, all is made anew next time."""
        with contextlib.suppress(OutputError):
            write_whole(self.cache, json.dumps(keys, sort_keys=True).encode(), self.cache.name)


class WrittenOrder(Struct, frozen=True):
    """The files of an order, of which some were ``made`` and others right already."""

    files: tuple[str, ...]
    made: tuple[str, ...]
    removed: tuple[str, ...]


def cache_of(output: Path, game: str, service: str) -> Path:
    """Return the file that keeps the keys of an order."""
    return output / CACHE / game / "orders" / f"{service}.json"
