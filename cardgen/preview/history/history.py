"""Earlier states of the games, for comparisons on the page.

Another thread lays out a state between edits, once the page compares a game with it. The threads
of the web server queue its work. It does not change the current games.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import RLock

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardgen.comparison.painted_boxes import difference
from cardgen.comparison.snapshot import Memory
from cardgen.comparison.states import EarlierState, export, prefix_locations, states_of
from cardgen.core.diagnostics import CardgenError, Diagnostic, Severity
from cardgen.pipeline.results import merge
from cardgen.preview import Json
from cardgen.preview.about import describe
from cardgen.preview.history.comparison import describe_changes
from cardgen.preview.live.game_look import GameLook
from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.live.loaded_game import BOOKLETS, FoundFrame, LoadedGame
from cardgen.preview.web.requests import as_json


class EarlierGame:
    """An earlier state of a game, as far as it is laid out.

    Its files are written into a temporary folder, which `close` removes. Only the thread of
    `History` works on it; any thread may read it.
    """

    def __init__(self, root: Path, game: str, output: Path, state: EarlierState) -> None:
        self.root = root
        self.game = game
        self.state = state
        self.diagnostics: tuple[Diagnostic, ...] = ()
        """The diagnostics of the state and of its files."""
        self.left = self.total = len(state.commits)
        """The number of pending sides, and of all sides; the texts count as one more."""
        self._output = output
        self._commits = list(state.commits)
        self.loaded: LoadedGame | None = None
        """The game in that state; None before, or if its files cannot be restored."""
        self._commit = ""
        self._folders: list[TemporaryDirectory[str]] = []
        self._lock = RLock()
        self._closed = False

    # For the thread of `History`

    def work(
        self,
        current: LoadedGame | None,
        in_sight: Iterable[str],
        may_go_on: Callable[[], bool],
        seconds: float,
    ) -> None:
        """Work for about that many seconds, visible sides first; ``left`` is 0 at the end."""
        with self._lock:
            if self._closed:
                return
            if self.loaded is None and self._commits:
                self._load_commit(self._commits.pop(0), current)
            elif self.loaded is not None and self.loaded.pending:
                sides = (*in_sight, *self.loaded.pending)
                self.loaded.lay_out_pending(sides, 0, seconds, may_go_on)
            elif self.loaded is not None and self.loaded.due:
                self.loaded.finish(self.loaded.lay_out_texts(), (), 0)
                diagnostics = merge(self.loaded.results(), self.loaded.places)
                errors = [item for item in diagnostics if item.severity is Severity.ERROR]
                self.diagnostics = (*self.diagnostics, *prefix_locations(errors, self._commit))
            if self.loaded is None:
                self.left = len(self._commits)
            else:
                self.left = len(self.loaded.pending) + self.loaded.due
                self.total = max(self.total, self.left)
                if not self.left:  # it never changes: save memory
                    self.loaded.rest()
                    self.loaded.forget()
                    self.loaded.end_work(BOOKLETS)

    def _load_commit(self, commit: str, current: LoadedGame | None) -> None:
        folder = TemporaryDirectory(prefix="cardgen-", ignore_cleanup_errors=True)
        self._folders.append(folder)
        folder_path = Path(folder.name).resolve()
        try:
            export(self.root, self.game, commit, commit[:10], folder_path)
        except CardgenError as error:
            self.diagnostics = (*self.diagnostics, *error.diagnostics)
            return
        loaded = LoadedGame(folder_path, self.game, self._output)
        if current is not None:
            loaded.start_from(current)
        loaded.load((), 0)
        if loaded.game is None:
            self.diagnostics = (
                *self.diagnostics,
                *prefix_locations(loaded.state.diagnostics, commit[:10]),
            )
            return
        self.loaded, self._commit = loaded, commit[:10]

    # For any thread

    def frame(self, fingerprint: str) -> FoundFrame | None:
        """Return a side or page of this state, with the assets of that state."""
        loaded = self.loaded
        return loaded.found_frame(fingerprint) if loaded is not None else None

    def give_up(self) -> None:
        """Stop laying out."""
        with self._lock:
            self._commits.clear()
            self.left = 0
            self._closed = True

    def close(self) -> None:
        """Stop laying out, and remove the temporary folders."""
        self.give_up()
        for folder in self._folders:
            folder.cleanup()


_MOST_OPEN = 3
"""The number of states that stay laid out, so that returning to one is instant."""
_BATCH_SECONDS = 0.12
_PAUSE_SECONDS = 0.05


class History:
    """The earlier states of the games of a project."""

    def __init__(self, live: LiveProject) -> None:
        self.live = live
        live.older_frame = self.frame
        self._open: dict[tuple[str, str], EarlierGame] = {}
        """The states of recent comparisons, the latest last."""
        self._looks = Memory()
        self._lock = threading.Lock()
        self._wanted = threading.Event()
        self._stop = threading.Event()

    def start(self) -> None:
        """Start the thread of earlier states."""
        threading.Thread(target=self._work, name="preview_history", daemon=True).start()

    # For the threads of the web server

    def states(self, loaded: LoadedGame) -> Json:
        """List the states with which a game can be compared."""
        states, problems = states_of(self.live.root, loaded.id)
        return {"states": list(map(_state, states)), "problems": describe.findings(problems)}

    def comparison(self, loaded: LoadedGame, id: str) -> Json | None:
        """Describe the known differences from a state, or return None for an unknown state.

        The first request starts to lay out the state. Events report the progress.
        """
        earlier = self._open_earlier_game(loaded.id, id)
        if earlier is None:
            return None
        generation = self.live.generation  # read first: later changes are published again
        return {**self._compare(loaded, earlier), "generation": generation}

    def _compare(self, loaded: LoadedGame, earlier: EarlierGame) -> Json:
        left, total, problems = earlier.left, earlier.total, list(earlier.diagnostics)
        current_look = GameLook.of(loaded, self._looks)
        earlier_look, state = None, None
        if current_look is not None and earlier.loaded is not None:
            earlier_look = GameLook.of(earlier.loaded, self._looks, current_look)
            state = earlier_look.snapshot if earlier_look is not None else None
        if earlier.state.record is not None:
            state = earlier.state.record.snapshot
        about = {
            "state": _state(earlier.state),
            "left": left,
            "of": total,
            "problems": describe.findings(problems),
        }
        if current_look is None or state is None:
            return {**about, "line": "", "rules": [], "titles": [], "things": [], "sides": {}}
        return {**about, **describe_changes(current_look, state, earlier_look)}

    def _open_earlier_game(self, game: str, id: str) -> EarlierGame | None:
        with self._lock:
            open_game = self._open.get((game, id))
        if open_game is not None and open_game.state.is_current(self.live.root, game):
            with self._lock:
                self._open[game, id] = self._open.pop((game, id), open_game)
            return open_game
        states, _ = states_of(self.live.root, game)
        state = next((candidate for candidate in states if candidate.id == id), None)
        if state is None:
            return None
        earlier = EarlierGame(self.live.root, game, self.live.output, state)
        with self._lock:
            old = [self._open.pop((game, id), None)]
            self._open[game, id] = earlier
            while len(self._open) > _MOST_OPEN:
                old.append(self._open.pop(next(iter(self._open))))
        for unused_game in filter(None, old):
            unused_game.close()
        self._wanted.set()
        return earlier

    def frame(self, fingerprint: str) -> FoundFrame | None:
        """Return the Frame of an earlier state by its fingerprint, if a state has it."""
        with self._lock:
            open_games = list(self._open.values())
        return next(filter(None, (earlier.frame(fingerprint) for earlier in open_games)), None)

    def close(self) -> None:
        """End the thread and remove its temporary folders."""
        self._stop.set()
        self._wanted.set()
        with self._lock:
            open_games, self._open = list(self._open.values()), {}
        for earlier in open_games:
            earlier.close()

    # The thread of earlier states

    def _work(self) -> None:
        while not self._stop.is_set():
            self._wanted.wait()
            if not self.live.quiet:
                self._stop.wait(_PAUSE_SECONDS)
            elif not self.step():
                self._wanted.clear()
                if self._next() is not None:  # a request came meanwhile
                    self._wanted.set()

    def step(self) -> bool:
        """Lay out some of the latest requested state; return False if there is no work."""
        earlier = self._next()
        if earlier is None:
            return False
        live = self.live
        current, in_sight = live.loaded.get(earlier.game), live.in_sight.get(earlier.game, ())
        if not live.guard(
            lambda: earlier.work(current, in_sight, lambda: live.quiet, _BATCH_SECONDS)
        ):
            earlier.give_up()
        event = {"type": "history", "game": earlier.game, "state": earlier.state.id}
        live.queue_event({**event, "left": earlier.left, "of": earlier.total})
        return True

    def _next(self) -> EarlierGame | None:
        with self._lock:
            return next((game for game in reversed(self._open.values()) if game.left), None)


def _state(state: EarlierState) -> Json:
    values = {name: getattr(state, name) for name in ("id", "title", "date", "version", "tags")}
    return {**values, "printed": state.is_printed}


def routes(history: History) -> list[Route]:
    """Return the routes of earlier states."""
    live = history.live

    async def saves(_: Request) -> Response:
        return JSONResponse(await run_in_threadpool(live.saves.describe))

    async def differs(request: Request) -> Response:
        """Return the boxes in which two pictures differ, in mm."""
        before, after = (live.frame(request.query_params.get(name, "")) for name in ("b", "p"))
        if before is None or after is None:
            raise HTTPException(404)
        boxes = await run_in_threadpool(difference, before[0], after[0])
        return JSONResponse([[box.x, box.y, box.width, box.height] for box in boxes])

    return [
        Route("/api/saves", saves, methods=["GET"]),
        Route("/api/games/{game}/states", as_json(live, history.states), methods=["GET"]),
        Route(
            "/api/games/{game}/compare", as_json(live, history.comparison, "with"), methods=["GET"]
        ),
        Route("/api/difference", differs, methods=["GET"]),
    ]
