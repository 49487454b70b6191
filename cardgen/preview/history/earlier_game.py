"""A game as it was once, laid out from the files of that time, a little at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import RLock

from cardgen.comparison.baseline import export, moved
from cardgen.comparison.states import EarlierState
from cardgen.core.diagnostics import CardgenError, Diagnostic, Severity
from cardgen.pipeline.results import merge
from cardgen.preview.live.loaded_game import BOOKLETS, FoundFrame, LoadedGame


class EarlierGame:
    """An earlier state, and the part of it that is laid out.

    Only files of that time are written, into a temporary folder that `close` removes. The thread
    of `History` works on it. Any thread may read it.
    """

    def __init__(self, root: Path, game: str, output: Path, state: EarlierState) -> None:
        self.root = root
        self.game = game
        self.state = state
        self.found: tuple[Diagnostic, ...] = ()
        """What is wrong with the state, or with its files."""
        self.left = self.of = len(state.commits)
        """Sides that are still to come, of how many; texts count as one more."""
        self._output = output
        self._commits = list(state.commits)
        self.loaded: LoadedGame | None = None
        """The game as it was, as far as it is laid out; None if its files cannot be had."""
        self._commit = ""
        self._folders: list[TemporaryDirectory[str]] = []
        self._lock = RLock()
        self._closed = False

    # For one thread

    def work(
        self,
        now: LoadedGame | None,
        in_sight: Iterable[str],
        may_go_on: Callable[[], bool],
        seconds: float,
    ) -> None:
        """Work for some time, first on sides that are on screen; ``left`` is 0 when all is done."""
        with self._lock:
            if self._closed:
                return
            if self.loaded is None and self._commits:
                self._load_commit(self._commits.pop(0), now)
            elif self.loaded is not None and self.loaded.pending:
                sides = (*in_sight, *self.loaded.pending)
                self.loaded.lay_out_some(sides, 0, seconds, may_go_on)
            elif self.loaded is not None and self.loaded.due:
                self.loaded.finish(self.loaded.lay_out_texts(), (), 0)
                found = merge(self.loaded.results(), self.loaded.places)
                errors = [one for one in found if one.severity is Severity.ERROR]
                self.found = (*self.found, *moved(errors, self._commit))
            if self.loaded is None:
                self.left = len(self._commits)
            else:
                self.left = len(self.loaded.pending) + self.loaded.due
                self.of = max(self.of, self.left)
                if not self.left:  # it is looked at, and never edited
                    self.loaded.rest()
                    self.loaded.forget()
                    self.loaded.end_work(BOOKLETS)

    def _load_commit(self, commit: str, now: LoadedGame | None) -> None:
        folder = TemporaryDirectory(prefix="cardgen-", ignore_cleanup_errors=True)
        self._folders.append(folder)
        there = Path(folder.name).resolve()
        try:
            export(self.root, self.game, commit, commit[:10], there)
        except CardgenError as error:
            self.found = (*self.found, *error.diagnostics)
            return
        loaded = LoadedGame(there, self.game, self._output)
        if now is not None:
            loaded.start_from(now)
        loaded.load((), 0)
        if loaded.game is None:
            self.found = (*self.found, *moved(loaded.state.found, commit[:10]))
            return
        self.loaded, self._commit = loaded, commit[:10]

    # For any thread

    def frame(self, fingerprint: str) -> FoundFrame | None:
        """Find a side or page of this state, with the assets of its time."""
        loaded = self.loaded
        return loaded.found_frame(fingerprint) if loaded is not None else None

    def give_up(self) -> None:
        """Lay out nothing more."""
        with self._lock:
            self._commits.clear()
            self.left = 0
            self._closed = True

    def close(self) -> None:
        """Remove the temporary folders; nothing more is laid out."""
        self.give_up()
        for folder in self._folders:
            folder.cleanup()
