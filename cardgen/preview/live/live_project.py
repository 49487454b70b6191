"""A project in the preview: all games stay loaded, and an edit redraws only what it changes.

Several threads share a project, and each value has one of them as its owner:

- The *project thread* reads saved files, lays out the stale sides, visible sides first, and
  publishes events. Only this thread changes the games and the state below.
- The *booklet thread* lays out booklets and plans products between edits. It passes the results
  to the project thread as a job, and later stores them on disk. The thread of earlier states (see
  `History`) passes jobs in the same way, and owns its games.
- The *watching thread* only queues jobs.
- The *threads of the web server* read. They queue jobs, replace `LiveProject.in_sight` as a
  whole, and plan pages to print, one at a time.

A value that one thread writes and others read is immutable and replaced as a whole, or the lock
of a `LoadedGame` guards it.

In a browser, which has no threads, `LiveProject.turn` does the work of the first two threads.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import logging
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from msgspec import Struct

from cardgen.backend.drawing import path_operators
from cardgen.core.diagnostics import Diagnostic
from cardgen.core.fingerprint import digest_bytes
from cardgen.frame.packing import exact_path
from cardgen.model.locale.translation import ENDING, po_path
from cardgen.model.sides import SideSpec
from cardgen.pipeline.hooks import call_follow_hooks
from cardgen.pipeline.results import SideResult, TextResult
from cardgen.pipeline.watching import saved_since, saves
from cardgen.preview.about import describe
from cardgen.preview.live.loaded_game import FoundFrame, LoadedGame
from cardgen.preview.live.page_edits import SaveLog
from cardgen.preview.live.pictures import PictureCache
from cardgen.preview.live.print_pages import PlannedPages, PrintPages, plan_pages
from cardgen.proof.outlines import outline
from cardgen.source.files import game_ids

Event = dict[str, Any]
Job = Callable[[], None]
Listener = Callable[[Event], None]
FindFrame = Callable[[str], FoundFrame | None]

_SWITCH_INTERVAL = 0.001
"""Seconds that a thread may hold the interpreter, so that an edit never waits for a booklet."""
_FIRST_SIDES, _FIRST_SECONDS = 3, 0.04
"""The number of sides, and the seconds of work, before the first event after an edit."""
_FETCH_SECONDS = 0.12
"""Seconds for the browser to fetch those sides before layout of the others continues."""
_PICTURE_SECONDS = 0.02
"""Seconds between checks whether the requested pictures are ready."""
_COMING_SECONDS = 1.0
"""Seconds after the start for a browser to connect and report its visible sides."""
_BATCH_SECONDS = 0.12
"""Seconds between events while many sides are laid out in the background."""
_QUIET_SECONDS = 0.25
"""Seconds without an edit before booklets are laid out and products planned."""
_KEEP_SECONDS = 2.0
"""Seconds without an edit before the results are stored for the next start."""
_KEEP_SHARE = 0.1
"""The share of that time that storing may take; after a slow store, the next one waits longer."""

log = logging.getLogger("cardgen.preview")


class ProjectEdit(Struct, frozen=True):
    """The last edit: its number, counted from 1, its files, and its time (monotonic)."""

    number: int = 0
    files: tuple[str, ...] = ()
    time: float = 0.0


class _Threads:
    def __init__(self) -> None:
        self.stopping = threading.Event()
        self.started = time.time()
        self._running: list[threading.Thread] = []
        self._interval = sys.getswitchinterval()

    def start(self, jobs: Iterable[Job]) -> None:
        sys.setswitchinterval(_SWITCH_INTERVAL)
        for job in jobs:
            thread = threading.Thread(target=job, name=f"preview{job.__name__}", daemon=True)
            thread.start()
            self._running.append(thread)

    @property
    def are_running(self) -> bool:
        """True between start and stop."""
        return bool(self._running) and not self.stopping.is_set()

    def join(self) -> None:
        for thread in self._running:
            thread.join(5)
        sys.setswitchinterval(self._interval)


class ProjectFiles:
    """The files of a project as the preview reads them, with the last digest of each.

    ``unsaved`` has the unsaved texts of an editor, by path; they are read in place of the files.
    """

    def __init__(self, root: Path) -> None:
        self.unsaved: Mapping[str, bytes] = {}
        self._root = root
        self._digests: dict[str, str] = {}

    def take(self, unsaved: Mapping[str, bytes]) -> set[str]:
        """Replace the unsaved texts of the editor; return the paths of changed texts."""
        before, self.unsaved = self.unsaved, unsaved
        for name in before.keys() - unsaved.keys():  # saved or discarded
            self._digests.pop(name, None)
        return {n for n in {**before, **unsaved} if before.get(n) != unsaved.get(n)}

    def is_new(self, name: str) -> bool:
        """True if the content of a file has changed since the last call."""
        try:
            data = self.unsaved.get(name)
            content = digest_bytes((self._root / name).read_bytes() if data is None else data)
        except OSError:  # a deleted file, or a folder: no event names the files in it
            self._digests.pop(name, None)
            return True
        last_content = self._digests.get(name)
        self._digests[name] = content
        return last_content != content


class LiveProject:
    """All games of a project, or some of them, kept up to date while files change."""

    def __init__(self, root: Path, games: Sequence[str] = (), output: Path | None = None) -> None:
        self.root = root
        self.only = tuple(games)
        self.output = output or root / "output"
        self.pictures = PictureCache()
        self.edit = ProjectEdit()
        self.files = ProjectFiles(root)
        self._typed: Mapping[str, bytes] = {}
        self.saves = SaveLog()
        self.generation = 0
        """The number of changes that the page could show."""
        self.loaded: Mapping[str, LoadedGame] = {}
        self.older_frame: FindFrame = lambda _: None
        """Finds the Frames of earlier states of the games."""
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._jobs.put(self._open)
        self._listeners: tuple[Listener, ...] = ()
        self.in_sight: Mapping[str, tuple[str, ...]] = {}
        """The sides that are visible on the page, by game."""
        self._unread: tuple[str, ...] = ()
        """The games that have not been read yet."""
        self._published: dict[str, Any] = {}
        """The last published findings, by game."""
        self._planned = PlannedPages()
        self._booklets_wanted = threading.Event()
        """Set while texts may be stale."""
        self._resume = 0.0
        """The time (monotonic) at which layout of invisible sides may continue."""
        self._threads = _Threads()

    # For any thread

    def start(self, watch: bool = True) -> None:
        """Start to load the games and to watch the files."""
        self._threads.start((self._work, self._work_on_booklets, *([self._watch] if watch else [])))

    def stop(self) -> None:
        """End all threads."""
        self._threads.stopping.set()
        self._jobs.put(None)
        self._threads.join()
        gc.enable()
        gc.unfreeze()

    def subscribe(self, listener: Listener) -> Job:
        """Call ``listener`` with every event, from another thread; return a function to stop that.

        Only one thread may subscribe and unsubscribe.
        """
        self._listeners = (*self._listeners, listener)

        def end() -> None:
            self._listeners = tuple(item for item in self._listeners if item is not listener)

        return end

    def prioritize(self, game: str, sides: Iterable[str]) -> None:
        """Prioritize the visible sides.

        A game that has not been read yet is read next.
        """
        self.in_sight = {game: tuple(dict.fromkeys(sides))}
        self._jobs.put(lambda: None)  # wakes up the project thread

    def queue_saved(self, names: Iterable[str]) -> None:
        """Queue the reading of saved files, with paths relative to the project."""
        names = frozenset(names)
        self._jobs.put(lambda: self._reload(names))

    def wait_for_reading(self) -> None:
        """Wait until all files that were saved before this call are read, if threads run."""
        is_read = threading.Event()
        self._jobs.put(is_read.set)
        while self._threads.are_running and not is_read.wait(_PICTURE_SECONDS):
            pass

    def queue_typed(self, texts: Mapping[str, bytes]) -> None:
        """Queue the reading of all unsaved texts of an editor, by paths relative to the project.

        They are read in place of their files. Only the last of several calls counts.
        """
        self._typed = texts
        self._jobs.put(self._take_typed)

    def print_pages(self, loaded: LoadedGame) -> PrintPages | None:
        """Return the products of the current state of a game."""
        return self._planned.pages(loaded, lambda: self.generation)

    def queue_event(self, event: Event) -> None:
        """Queue an event for all listeners."""
        self._jobs.put(lambda: self._publish(event))

    def frame(self, fingerprint: str) -> FoundFrame | None:
        """Return the current or earlier Frame of a side or page, with the assets of its game."""
        matches = (loaded.found_frame(fingerprint) for loaded in self.loaded.values())
        return next(filter(None, matches), None) or self.older_frame(fingerprint)

    def unread_games(self) -> tuple[str, ...]:
        """Return the ids of the games that have not been read yet."""
        return tuple(id for id in self._ids() if id not in self.loaded)

    def settle(self) -> None:
        """Do all pending work in this thread, for a project whose threads were not started."""
        self._drain()
        for loaded in self.loaded.values():
            self._make_booklets(loaded)
        self._drain()

    def turn(self) -> float | None:
        """Do some of the pending work in this thread, for a program without threads.

        Returns the seconds until the next turn, or None if there is no work until the next call.
        """
        job, begin = self._next_job()
        pause = begin - time.monotonic()
        if not self._jobs.empty() or (job is not None and pause <= 0):
            self.guard(self._step)
            return 0.0
        if job is not None:
            return pause
        if not self._booklets_wanted.is_set():
            return None
        if not self.quiet:
            return _QUIET_SECONDS
        self._lay_out_booklets()
        return 0.0

    def _drain(self) -> None:
        """Do all jobs and update all sides, without pauses for a browser."""
        while self.busy or self._unread or not self._jobs.empty():
            self._resume = 0.0
            self._step()

    @property
    def quiet(self) -> bool:
        """True if background work may run: no edit is recent, and no side is pending."""
        quiet = time.monotonic() - self.edit.time > _QUIET_SECONDS
        return quiet and not self.busy and not self._unread and self._jobs.empty()

    @property
    def busy(self) -> int:
        """The number of pending sides."""
        return sum(len(loaded.pending) for loaded in self.loaded.values())

    # The project thread

    def _work(self) -> None:
        gc.disable()  # as in a build: almost all objects live until the end
        self._resume = time.monotonic() + _COMING_SECONDS
        settled = False
        while not self._threads.stopping.is_set():
            self.guard(self._step)
            if not settled and not self.busy and not self._unread:
                settled = True
                gc.enable()
                gc.collect()
                gc.freeze()  # a collection over all games would delay an edit

    def guard(self, job: Job) -> bool:
        """Run a job; if it raises, log and publish the bug. Returns True if it did not raise."""
        try:
            job()
            return True
        except Exception as error:
            log.exception("the preview met a bug")
            self._publish({"type": "bug", "message": f"{type(error).__name__}: {error}"})
            return False

    def _step(self) -> None:
        """Do the next queued job, else the most urgent idle work, else wait."""
        idle, begin = self._next_job()
        pause = begin - time.monotonic()
        try:
            job = self._jobs.get(
                block=idle is None or pause > 0,
                timeout=None if idle is None else max(pause, 0.0),
            )
        except Empty:
            assert idle is not None
            idle()
            return
        if job is not None:
            job()

    def _next_job(self) -> tuple[Job | None, float]:
        """Return the most urgent work while no job is queued, and the time at which it may begin.

        Visible sides come first, then games that have not been read yet, then all other sides.
        Those wait while pictures are being made.
        """
        games = [
            self.loaded[id] for id in self._viewed_first(self.loaded) if self.loaded[id].pending
        ]
        for loaded in games:
            in_sight = [id for id in self.in_sight.get(loaded.id, ()) if id in loaded.pending]
            if in_sight:
                return partial(self._lay_out_batch, loaded, in_sight, _FIRST_SECONDS), 0.0
        if self._unread:
            return self._read_next, 0.0
        if not games:
            return None, 0.0
        if self.pictures.busy:
            return (lambda: None), max(self._resume, time.monotonic() + _PICTURE_SECONDS)
        idle = partial(self._lay_out_batch, games[0], games[0].pending, _BATCH_SECONDS)
        return idle, self._resume

    def _open(self) -> None:
        self._unread = self._ids()

    def _read_next(self) -> None:
        id, *later_ids = self._viewed_first(self._unread)
        self._unread = tuple(later_ids)
        self._booklets_wanted.set()
        self._read_game(id, frozenset())

    def _ids(self) -> tuple[str, ...]:
        all_ids = game_ids(self.root)
        return tuple(id for id in all_ids if id in self.only) if self.only else all_ids

    def _read_game(self, id: str, changed: frozenset[str]) -> None:
        loaded = self.loaded.get(id)
        first = loaded is None
        if loaded is None:
            loaded = LoadedGame(self.root, id, self.output)
        loaded.unsaved = self.files.unsaved
        before, specs = loaded.pages(), loaded.specs
        reload = loaded.load(changed, self.edit.number)
        self._note_gone(loaded, before, specs)
        if first:
            self.loaded = {**self.loaded, id: loaded}
        self.generation += 1
        event: Event = {"type": "game", "game": id, "current": loaded.current}
        if first or reload.structure:
            event["structure"] = True
        elif reload.cards:
            event["cards"] = {
                f"{component}/{card.id}": describe.card(card) for component, card in reload.cards
            }
        event["faults"] = describe.faults(loaded)
        self._publish(event)
        if not loaded.pending or not loaded.current:
            self._publish_findings(loaded)

    def _note_gone(
        self, loaded: LoadedGame, before: Mapping[str, SideResult], specs: Mapping[str, SideSpec]
    ) -> None:
        for id in before.keys() - loaded.pages().keys():
            title = describe.title(specs[id]) if id in specs else ""
            self.saves.note(loaded.id, id, before[id].frame, None, title)

    def _note_changed(self, loaded: LoadedGame, pages: Iterable[SideResult]) -> None:
        for page in pages:
            edit = loaded.edits[page.id]
            if self.edit.number and edit.number == self.edit.number:
                self.saves.note(loaded.id, page.id, edit.before, page.frame)

    def _reload(self, names: Collection[str]) -> None:
        """Read the saved files that have really changed, and lay out the visible sides."""
        begin = time.perf_counter()
        changed = frozenset(name for name in names if self.files.is_new(name))
        if not changed:
            return
        edit = ProjectEdit(self.edit.number + 1, tuple(sorted(changed)), time.monotonic())
        self.edit = edit
        self.saves.begin(edit.number, edit.files, time.time())
        self._publish({"type": "edit", "edit": edit.number, "files": edit.files})
        ids = self._ids()
        if self.loaded.keys() - ids:
            self.loaded = {id: loaded for id, loaded in self.loaded.items() if id in ids}
            self._publish({"type": "games"})
        self._unread = tuple(id for id in ids if id not in self.loaded)
        concerned = [id for id in ids if id in self.loaded and _concerns(id, changed, ids)]
        for id in self._viewed_first(concerned):
            self._read_game(id, changed)
            self._lay_out_in_sight(id)
        self._planned = PlannedPages()
        log.debug("edit %d: %.1f ms", edit.number, 1000 * (time.perf_counter() - begin))
        self._booklets_wanted.set()

    def _take_typed(self) -> None:
        self._reload(self.files.take(self._typed))
        self._publish({"type": "typed"})

    def _viewed_first(self, ids: Iterable[str]) -> list[str]:
        return sorted(ids, key=lambda id: id not in self.in_sight)

    def _lay_out_in_sight(self, id: str) -> None:
        loaded = self.loaded[id]
        sides = [*self.in_sight.get(id, ()), *list(loaded.pending)[:_FIRST_SIDES]]
        laid_out_ids = loaded.lay_out_pending(sides, self.edit.number, _FIRST_SECONDS)
        self._publish_sides(loaded, laid_out_ids)
        if loaded.pending:
            self._resume = time.monotonic() + _FETCH_SECONDS

    def _lay_out_batch(self, loaded: LoadedGame, sides: Iterable[str], seconds: float) -> None:
        """Lay out pending sides until the time is up or a job is queued."""
        sides = tuple(sides)
        laid_out_ids = loaded.lay_out_pending(sides, self.edit.number, seconds, self._jobs.empty)
        if len(laid_out_ids) == len(sides):  # the remaining sides are not visible
            self._resume = time.monotonic() + _FETCH_SECONDS
        self._publish_sides(loaded, laid_out_ids)
        if not self.busy:
            self._booklets_wanted.set()

    def _take_booklets(
        self,
        loaded: LoadedGame,
        edit: int,
        texts: Mapping[str, TextResult],
        planned: tuple[Diagnostic, ...],
    ) -> None:
        if edit != self.edit.number:
            self._booklets_wanted.set()
            return
        before = loaded.pages()
        loaded.finish(texts, planned, edit)
        self._note_changed(loaded, (page for text in texts.values() for page in text.results))
        self._note_gone(loaded, before, loaded.specs)
        if texts:
            self.generation += 1
            described = describe.texts(loaded)
            self._publish({"type": "texts", "game": loaded.id, "texts": described})
        self._publish_findings(loaded)
        self._publish({"type": "ready", "game": loaded.id})

    def _publish_sides(self, loaded: LoadedGame, ids: Iterable[str]) -> None:
        sides = {id: describe.side(loaded, id) for id in ids if id in loaded.specs}
        self._note_changed(loaded, (loaded.side_results[id] for id in sides))
        if sides:
            self.generation += 1
            event = {"type": "sides", "game": loaded.id, "sides": sides, "edit": self.edit.number}
            self._publish(event)
        if loaded.has_new_structure:
            loaded.has_new_structure = False
            event = {"type": "game", "game": loaded.id, "current": loaded.current}
            self._publish({**event, "structure": True, "faults": describe.faults(loaded)})
        if not loaded.pending:
            self._publish_findings(loaded)

    def _publish_findings(self, loaded: LoadedGame) -> None:
        findings = describe.findings(loaded.diagnostics())
        if self._published.get(loaded.id) != findings:
            self._published[loaded.id] = findings
            self._publish({"type": "findings", "game": loaded.id, "findings": findings})

    def _publish(self, event: Event) -> None:
        event["generation"] = self.generation
        if event.get("game") in self.loaded:
            event["coming"] = describe.coming(self.loaded[event["game"]])
        for listener in self._listeners:
            listener(event)

    # The booklet thread

    def _work_on_booklets(self) -> None:
        rested, wait = -1, _KEEP_SECONDS
        while not self._threads.stopping.is_set():
            if not self._booklets_wanted.wait(0.2):
                begin = time.monotonic()
                if self.quiet and begin - self.edit.time > wait:
                    self._rest(rested != self.generation)
                    rested = self.generation
                    wait = max(wait, (time.monotonic() - begin) / _KEEP_SHARE)
                continue
            if not self.quiet:
                time.sleep(0.05)
                continue
            self._lay_out_booklets()

    def _lay_out_booklets(self) -> None:
        self._booklets_wanted.clear()
        loaded = self.loaded
        for id in self._viewed_first(loaded):
            if self._booklets_wanted.is_set():  # an edit came in between
                break
            self.guard(partial(self._make_booklets, loaded[id]))

    def _rest(self, is_new: bool) -> None:
        """Store the results for the next start; after a change, also save memory."""
        for loaded in self.loaded.values():
            if is_new:
                self.guard(loaded.rest)
            self.guard(loaded.keep)
        if is_new:
            self._jobs.put(self._forget)

    def _forget(self) -> None:
        """Discard caches that make the next edit only a little faster."""
        for loaded in self.loaded.values():
            loaded.forget()
        for memo in (exact_path, path_operators, outline):
            memo.cache_clear()
        # Return free memory to the system, which the C library of Linux would keep.
        with contextlib.suppress(OSError, AttributeError, TypeError):
            ctypes.CDLL(None).malloc_trim(0)

    def _make_booklets(self, loaded: LoadedGame) -> None:
        game = loaded.game
        if not loaded.due or game is None:
            return
        edit = self.edit.number
        if loaded.current and not loaded.unsaved:
            call_follow_hooks(self.root, game)
        texts = loaded.lay_out_texts()
        if edit == self.edit.number:
            planned = plan_pages(loaded, texts)
            diagnostics = planned.diagnostics if planned is not None else ()
            self._jobs.put(lambda: self._take_booklets(loaded, edit, texts, diagnostics))
        else:  # an edit came meanwhile: the next round takes it in
            self._booklets_wanted.set()

    # The watching thread

    def _watch(self) -> None:
        for names in saves(self.root, self._threads.stopping):
            self.queue_saved(names or saved_since(self._threads.started, self.root))


def _concerns(id: str, changed: frozenset[str], ids: Sequence[str]) -> bool:
    """Return whether a game must be read again after files were saved.

    Translations do not count: the page reads them when it shows them.
    """
    other_folders = tuple(
        f"{folder}/{other_id}/"
        for other_id in ids
        if other_id != id
        for folder in ("card_data", "templates")
    )
    languages = {name: name.rpartition("/")[2].removesuffix(ENDING) for name in changed}
    read = (name for name, language in languages.items() if name != po_path(id, language))
    return any(not name.startswith((*other_folders, "card_data/schema/")) for name in read)
