"""What the games looked like before, for the page: a state is laid out when it is compared with.

A thread of its own lays states out while no edit is in progress. The threads of the web server
give it work. It changes none of the games.
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
from cardgen.comparison.states import EarlierState, export, moved, states_of
from cardgen.core.diagnostics import CardgenError, Diagnostic, Severity
from cardgen.pipeline.results import merge
from cardgen.preview import Json
from cardgen.preview.about import describe
from cardgen.preview.history.comparison import compared
from cardgen.preview.live.game_look import GameLook
from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.live.loaded_game import BOOKLETS, FoundFrame, LoadedGame
from cardgen.preview.web.asked import told


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


_MOST_OPEN = 3
"""States that stay laid out: going back to one takes no time."""
_BATCH_SECONDS = 0.12
_PAUSE_SECONDS = 0.05


class History:
    """The earlier states of the games of a project."""

    def __init__(self, live: LiveProject) -> None:
        self.live = live
        live.older_frame = self.frame
        self._open: dict[tuple[str, str], EarlierGame] = {}
        """What was compared with, the last one last."""
        self._looks = Memory()
        self._lock = threading.Lock()
        self._wanted = threading.Event()
        self._stop = threading.Event()

    def start(self) -> None:
        """Begin to lay out what is asked for."""
        threading.Thread(target=self._work, name="preview_history", daemon=True).start()

    # For the threads of the web server

    def states(self, loaded: LoadedGame) -> Json:
        """List what a game can be compared with."""
        states, problems = states_of(self.live.root, loaded.id)
        return {"states": list(map(_state, states)), "problems": describe.findings(problems)}

    def comparison(self, loaded: LoadedGame, id: str) -> Json | None:
        """Describe what differs from a state as far as it is known by now; None for no state.

        The first time, the state begins to be laid out. Events tell how far that is.
        """
        earlier = self._open_earlier_game(loaded.id, id)
        if earlier is None:
            return None
        generation = self.live.generation  # read first: what changes meanwhile is published again
        return {**self._compared(loaded, earlier), "generation": generation}

    def _compared(self, loaded: LoadedGame, earlier: EarlierGame) -> Json:
        left, of, problems = earlier.left, earlier.of, list(earlier.found)
        now = GameLook.of(loaded, self._looks)
        then, state = None, None
        if now is not None and earlier.loaded is not None:
            then = GameLook.of(earlier.loaded, self._looks, now)
            state = then.snapshot if then is not None else None
        if earlier.state.record is not None:
            state = earlier.state.record.snapshot
        about = {
            "state": _state(earlier.state),
            "left": left,
            "of": of,
            "problems": describe.findings(problems),
        }
        if now is None or state is None:
            return {**about, "line": "", "rules": [], "titles": [], "things": [], "sides": {}}
        return {**about, **compared(now, state, then)}

    def _open_earlier_game(self, game: str, id: str) -> EarlierGame | None:
        with self._lock:
            known = self._open.get((game, id))
        if known is not None and known.state.is_current(self.live.root, game):
            with self._lock:
                self._open[game, id] = self._open.pop((game, id), known)
            return known
        states, _ = states_of(self.live.root, game)
        state = next((one for one in states if one.id == id), None)
        if state is None:
            return None
        made = EarlierGame(self.live.root, game, self.live.output, state)
        with self._lock:
            old = [self._open.pop((game, id), None)]
            self._open[game, id] = made
            while len(self._open) > _MOST_OPEN:
                old.append(self._open.pop(next(iter(self._open))))
        for one in filter(None, old):
            one.close()
        self._wanted.set()
        return made

    def frame(self, fingerprint: str) -> FoundFrame | None:
        """Find a picture of an earlier state."""
        with self._lock:
            known = list(self._open.values())
        return next(filter(None, (one.frame(fingerprint) for one in known)), None)

    def close(self) -> None:
        """End the thread and remove what it has put into temporary folders."""
        self._stop.set()
        self._wanted.set()
        with self._lock:
            known, self._open = list(self._open.values()), {}
        for one in known:
            one.close()

    # The thread of earlier states

    def _work(self) -> None:
        while not self._stop.is_set():
            self._wanted.wait()
            if not self.live.quiet:
                self._stop.wait(_PAUSE_SECONDS)
            elif not self.step():
                self._wanted.clear()
                if self._next() is not None:  # it was asked for in between
                    self._wanted.set()

    def step(self) -> bool:
        """Lay out some of what was asked for last; return whether there was anything to do."""
        one = self._next()
        if one is None:
            return False
        live = self.live
        now, in_sight = live.loaded.get(one.game), live.in_sight.get(one.game, ())
        if not live.guard(lambda: one.work(now, in_sight, lambda: live.quiet, _BATCH_SECONDS)):
            one.give_up()
        event = {"type": "history", "game": one.game, "state": one.state.id}
        live.tell({**event, "left": one.left, "of": one.of})
        return True

    def _next(self) -> EarlierGame | None:
        with self._lock:
            return next((one for one in reversed(self._open.values()) if one.left), None)


def _state(state: EarlierState) -> Json:
    values = {name: getattr(state, name) for name in ("id", "title", "date", "version", "tags")}
    return {**values, "printed": state.is_printed}


def routes(history: History) -> list[Route]:
    """Return the addresses of this room."""
    live = history.live

    async def saves(_: Request) -> Response:
        return JSONResponse(await run_in_threadpool(live.saves.described))

    async def differs(request: Request) -> Response:
        """Say where two pictures differ, as boxes in millimetres."""
        before, after = (live.frame(request.query_params.get(name, "")) for name in ("b", "p"))
        if before is None or after is None:
            raise HTTPException(404)
        boxes = await run_in_threadpool(difference, before[0], after[0])
        return JSONResponse([[box.x, box.y, box.width, box.height] for box in boxes])

    return [
        Route("/api/saves", saves, methods=["GET"]),
        Route("/api/games/{game}/states", told(live, history.states), methods=["GET"]),
        Route("/api/games/{game}/compare", told(live, history.comparison, "with"), methods=["GET"]),
        Route("/api/difference", differs, methods=["GET"]),
    ]
