"""A project under the preview: every game stays loaded, and an edit costs as much as the edit.

Several kinds of threads meet here; each kind of data has one of them as its owner:

- The *project thread* reads what was saved, lays out what that makes stale, first what somebody
  is looking at, and publishes events. It alone changes the games and all state below.
- The *booklet thread* lays out booklets and plans products while no edit is at work. What it
  makes it hands to the project thread, as a job. Later it keeps on disk all that is finished. The
  thread of earlier states (see `History`) hands over its jobs likewise, and its games are its own.
- The *watching thread* only queues jobs.
- The *threads of the web server* read. They queue jobs, replace `LiveProject.in_sight` as a
  whole, and plan pages to print, one at a time.

What one thread writes and others read is an immutable value that is replaced as a whole, or is
guarded by the lock of a `LoadedGame`.

Where there are no threads, as in a browser, `LiveProject.turn` does the work of the first two.
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
from cardgen.pipeline.hooks import game_read
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
"""Seconds that a thread may hold the interpreter: an edit does not wait for a booklet."""
_FIRST_SIDES, _FIRST_SECONDS = 3, 0.04
"""Sides, and seconds of work, that are shown at once after an edit."""
_FETCH_SECONDS = 0.12
"""Time for the browser to fetch those before work on the others continues."""
_PICTURE_SECONDS = 0.02
"""Time between looks whether the pictures that were asked for are there."""
_COMING_SECONDS = 1.0
"""Time from the start for a browser to come and say what it looks at."""
_BATCH_SECONDS = 0.12
"""Time between events while many sides are laid out in the background."""
_QUIET_SECONDS = 0.25
"""Time without an edit before booklets are laid out and products planned."""
_KEEP_SECONDS = 2.0
"""Time without an edit before what is finished is kept for the next start."""
_KEEP_SHARE = 0.1
"""How much of that time keeping may take; if it took longer, it waits for longer the next time."""

log = logging.getLogger("cardgen.preview")


class ProjectEdit(Struct, frozen=True):
    """The last edit that was seen: how many there were, its files, and its time (monotonic)."""

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

    def join(self) -> None:
        for thread in self._running:
            thread.join(5)
        sys.setswitchinterval(self._interval)


class ProjectFiles:
    """The files of a project as the preview reads them, with the digest of each at the last look.

    ``unsaved`` are texts that an editor holds and that are read in place of files, by their paths.
    """

    def __init__(self, root: Path) -> None:
        self.unsaved: Mapping[str, bytes] = {}
        self._root = root
        self._digests: dict[str, str] = {}

    def take(self, unsaved: Mapping[str, bytes]) -> set[str]:
        """Replace what an editor holds; return the paths of files that may say something else."""
        before, self.unsaved = self.unsaved, unsaved
        for name in before.keys() - unsaved.keys():  # saved or given up: what follows a save is due
            self._digests.pop(name, None)
        return {n for n in {**before, **unsaved} if before.get(n) != unsaved.get(n)}

    def is_new(self, name: str) -> bool:
        """Whether a file says something else than when it was last looked at."""
        try:
            data = self.unsaved.get(name)
            content = digest_bytes((self._root / name).read_bytes() if data is None else data)
        except OSError:  # gone: a file, or a folder with files of which nothing else tells
            self._digests.pop(name, None)
            return True
        last_content = self._digests.get(name)
        self._digests[name] = content
        return last_content != content


class LiveProject:
    """All games of a project, or those named."""

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
        """How often something new was to be seen."""
        self.loaded: Mapping[str, LoadedGame] = {}
        self.older_frame: FindFrame = lambda _: None
        """Finds what earlier states of the games look like."""
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._jobs.put(self._open)
        self._listeners: tuple[Listener, ...] = ()
        self.in_sight: Mapping[str, tuple[str, ...]] = {}
        """The sides that somebody is looking at, by game."""
        self._unread: tuple[str, ...] = ()
        """The games that are to be read for the first time."""
        self._published: dict[str, Any] = {}
        """The findings that were published last, by game."""
        self._planned = PlannedPages()
        self._booklets_wanted = threading.Event()
        """Set while texts may be stale."""
        self._resume = 0.0
        """When the work on sides out of sight may go on."""
        self._threads = _Threads()

    # For any thread

    def start(self, watch: bool = True) -> None:
        """Begin to load and to watch."""
        self._threads.start((self._work, self._work_on_booklets, *([self._watch] if watch else [])))

    def stop(self) -> None:
        """End all threads."""
        self._threads.stopping.set()
        self._jobs.put(None)
        self._threads.join()
        gc.enable()
        gc.unfreeze()

    def subscribe(self, listener: Listener) -> Job:
        """Have a function called with every event, by another thread; return what ends that.

        One thread subscribes, at the start and at the end.
        """
        self._listeners = (*self._listeners, listener)

        def end() -> None:
            self._listeners = tuple(one for one in self._listeners if one is not listener)

        return end

    def prioritize(self, game: str, sides: Iterable[str]) -> None:
        """Lay out these sides first: somebody is looking at them.

        The game may be one that has not been read yet: then it is read next.
        """
        self.in_sight = {game: tuple(dict.fromkeys(sides))}
        self._jobs.put(lambda: None)  # wakes up the project thread

    def saved(self, names: Iterable[str]) -> None:
        """Say which files were saved, relative to the project."""
        names = frozenset(names)
        self._jobs.put(lambda: self._reload(names))

    def typed(self, texts: Mapping[str, bytes]) -> None:
        """Say all that an editor holds and that is not saved, by paths relative to the project.

        It is read in place of files. If more is typed before that, only the last counts.
        """
        self._typed = texts
        self._jobs.put(self._take_typed)

    def print_pages(self, loaded: LoadedGame) -> PrintPages | None:
        """Return the products of a game as it is now."""
        return self._planned.pages(loaded, lambda: self.generation)

    def tell(self, event: Event) -> None:
        """Have an event published."""
        self._jobs.put(lambda: self._publish(event))

    def frame(self, fingerprint: str) -> FoundFrame | None:
        """Find a side or page that is or was shown, with the assets of its game."""
        found = (loaded.found_frame(fingerprint) for loaded in self.loaded.values())
        return next(filter(None, found), None) or self.older_frame(fingerprint)

    def to_come(self) -> tuple[str, ...]:
        """Name the games that have not been read yet."""
        return tuple(id for id in self._ids() if id not in self.loaded)

    def settle(self) -> None:
        """Do all that waits, here: for a project whose threads were not started."""
        self._drain()
        for loaded in self.loaded.values():
            self._make_booklets(loaded)
        self._drain()

    def turn(self) -> float | None:
        """Do some of what waits, here: for a project that takes turns with others in one thread.

        Return the seconds until the next turn; None if there is nothing to do until somebody asks.
        """
        work, begin = self._wanted()
        pause = begin - time.monotonic()
        if not self._jobs.empty() or (work is not None and pause <= 0):
            self.guard(self._step)
            return 0.0
        if work is not None:
            return pause
        if not self._booklets_wanted.is_set():
            return None
        if not self.quiet:
            return _QUIET_SECONDS
        self._lay_out_booklets()
        return 0.0

    def _drain(self) -> None:
        """Do all jobs and lay out all sides, without a pause for a browser."""
        while self.busy or self._unread or not self._jobs.empty():
            self._resume = 0.0
            self._step()

    @property
    def quiet(self) -> bool:
        """Whether there is time for what can wait: no edit came just now, and no side is due."""
        quiet = time.monotonic() - self.edit.time > _QUIET_SECONDS
        return quiet and not self.busy and not self._unread and self._jobs.empty()

    @property
    def busy(self) -> int:
        """How many sides wait to be laid out."""
        return sum(len(loaded.pending) for loaded in self.loaded.values())

    # The project thread

    def _work(self) -> None:
        gc.disable()  # as in a build: next to nothing of it is garbage
        self._resume = time.monotonic() + _COMING_SECONDS
        settled = False
        while not self._threads.stopping.is_set():
            self.guard(self._step)
            if not settled and not self.busy and not self._unread:
                settled = True
                gc.enable()
                gc.collect()
                gc.freeze()  # looking through all games for garbage would hold up an edit

    def guard(self, work: Job) -> bool:
        """Go on after a bug of ours: the next edit may well get round it. Say if there was none."""
        try:
            work()
            return True
        except Exception as error:
            log.exception("the preview met a bug")
            self._publish({"type": "bug", "message": f"{type(error).__name__}: {error}"})
            return False

    def _step(self) -> None:
        """Do a job that waits, else what is wanted most, else wait."""
        work, begin = self._wanted()
        pause = begin - time.monotonic()
        try:
            job = self._jobs.get(
                block=work is None or pause > 0, timeout=None if work is None else max(pause, 0.0)
            )
        except Empty:
            assert work is not None
            work()
            return
        if job is not None:
            job()

    def _wanted(self) -> tuple[Job | None, float]:
        """Return what to do while no job waits, and the time at which that may begin.

        What is in sight goes before games that are still to be read, and these before all else,
        which lets pictures be taken first.
        """
        games = [
            self.loaded[id] for id in self._viewed_first(self.loaded) if self.loaded[id].pending
        ]
        for loaded in games:
            in_sight = [id for id in self.in_sight.get(loaded.id, ()) if id in loaded.pending]
            if in_sight:
                return partial(self._lay_out_some, loaded, in_sight, _FIRST_SECONDS), 0.0
        if self._unread:
            return self._read_next, 0.0
        if not games:
            return None, 0.0
        if self.pictures.busy:
            return (lambda: None), max(self._resume, time.monotonic() + _PICTURE_SECONDS)
        work = partial(self._lay_out_some, games[0], games[0].pending, _BATCH_SECONDS)
        return work, self._resume

    def _open(self) -> None:
        self._unread = self._ids()

    def _read_next(self) -> None:
        id, *rest = self._viewed_first(self._unread)
        self._unread = tuple(rest)
        self._booklets_wanted.set()
        self._read_game(id, frozenset())

    def _ids(self) -> tuple[str, ...]:
        known = game_ids(self.root)
        return tuple(id for id in known if id in self.only) if self.only else known

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
        """Take in an edit: what was saved and says something else than before."""
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
        done = loaded.lay_out_some(sides, self.edit.number, _FIRST_SECONDS)
        self._publish_sides(loaded, done)
        if loaded.pending:
            self._resume = time.monotonic() + _FETCH_SECONDS

    def _lay_out_some(self, loaded: LoadedGame, sides: Iterable[str], seconds: float) -> None:
        """Lay out sides that are pending, for some seconds at most and until there is a job."""
        sides = tuple(sides)
        done = loaded.lay_out_some(sides, self.edit.number, seconds, self._jobs.empty)
        if len(done) == len(sides):  # if there is more, it is not in sight
            self._resume = time.monotonic() + _FETCH_SECONDS
        self._publish_sides(loaded, done)
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
        self._note_changed(loaded, (loaded.shown[id] for id in sides))
        if sides:
            self.generation += 1
            event = {"type": "sides", "game": loaded.id, "sides": sides, "edit": self.edit.number}
            self._publish(event)
        if loaded.regrown:
            loaded.regrown = False
            event = {"type": "game", "game": loaded.id, "current": loaded.current}
            self._publish({**event, "structure": True, "faults": describe.faults(loaded)})
        if not loaded.pending:
            self._publish_findings(loaded)

    def _publish_findings(self, loaded: LoadedGame) -> None:
        found = describe.findings(loaded.diagnostics())
        if self._published.get(loaded.id) != found:
            self._published[loaded.id] = found
            self._publish({"type": "findings", "game": loaded.id, "findings": found})

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
        """Keep what is finished for the next start; if there is anything new, take up less room."""
        for one in self.loaded.values():
            if is_new:
                self.guard(one.rest)
            self.guard(one.keep)
        if is_new:
            self._jobs.put(self._forget)

    def _forget(self) -> None:
        """Forget what only makes the next edit a little faster."""
        for one in self.loaded.values():
            one.forget()
        for memo in (exact_path, path_operators, outline):
            memo.cache_clear()
        # Give memory that is free back to the system; the C library of Linux keeps it otherwise.
        with contextlib.suppress(OSError, AttributeError, TypeError):
            ctypes.CDLL(None).malloc_trim(0)

    def _make_booklets(self, loaded: LoadedGame) -> None:
        game = loaded.game
        if not loaded.due or game is None:
            return
        edit = self.edit.number
        if loaded.current and not loaded.unsaved:
            game_read(self.root, game)
        texts = loaded.lay_out_texts()
        if edit == self.edit.number:
            planned = plan_pages(loaded, texts)
            found = planned.found if planned is not None else ()
            self._jobs.put(lambda: self._take_booklets(loaded, edit, texts, found))
        else:  # made of what is old by now; the next round does better
            self._booklets_wanted.set()

    # The watching thread

    def _watch(self) -> None:
        for names in saves(self.root, self._threads.stopping):
            self.saved(names or saved_since(self._threads.started, self.root))


def _concerns(id: str, changed: frozenset[str], ids: Sequence[str]) -> bool:
    """Whether a game has to be read again after some files were saved.

    It is shown in its own language: translations are read when somebody looks at them.
    """
    others = tuple(
        f"{folder}/{other}/"
        for other in ids
        if other != id
        for folder in ("card_data", "templates")
    )
    languages = {name: name.rpartition("/")[2].removesuffix(ENDING) for name in changed}
    read = (name for name, language in languages.items() if name != po_path(id, language))
    return any(not name.startswith((*others, "card_data/schema/")) for name in read)
