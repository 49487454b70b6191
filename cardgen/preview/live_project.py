"""A project under the preview: every game stays loaded, and an edit costs as much as the edit.

One thread owns the games: it reads what was saved, lays out what that makes stale, first what
somebody is looking at, and tells the page. A second one makes booklets and plans products when
nothing else is to be done. The web server only asks.
"""

from __future__ import annotations

import gc
import logging
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from cardgen.core.diagnostics import Diagnostic
from cardgen.core.fingerprint import digest_bytes
from cardgen.pipeline.watching import saves
from cardgen.preview import facts
from cardgen.preview.booklet_worker import BookletWorker
from cardgen.preview.loaded_game import LoadedGame
from cardgen.preview.picture_cache import PictureCache
from cardgen.preview.print_pages import PrintPages, plan_pages
from cardgen.source.files import game_ids

Event = dict[str, Any]
Job = Callable[[], None]

_BATCH = 0.12
"""Seconds between messages while many sides are laid out in the background."""
_SWITCH = 0.001
"""Seconds that a thread may hold the interpreter: an edit does not wait for a booklet."""
_FEW, _GLANCE = 3, 0.04
"""Sides, and seconds of work, that are shown at once after an edit."""
_REST = 0.12
"""Seconds for the browser to fetch those, before the work on all others goes on."""
_CALM = 0.25
"""Seconds without an edit before booklets and products are made."""

log = logging.getLogger("cardgen.preview")


class LiveProject:
    """All games of a project, or those named."""

    def __init__(self, root: Path, games: Sequence[str] = (), output: Path | None = None) -> None:
        self.root = root
        self.only = tuple(games)
        self.output = output or root / "output"
        self.pictures = PictureCache()
        self.edit = 0
        """How many edits were seen."""
        self.edited: tuple[str, ...] = ()
        self.generation = 0
        self.loaded: dict[str, LoadedGame] = {}
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._stop = threading.Event()
        self._listeners: list[Callable[[Event], None]] = []
        self._in_sight: dict[str, dict[str, None]] = {}
        self._contents: dict[str, str] = {}
        self._said: dict[str, Any] = {}
        self._print_pages: dict[str, tuple[int, PrintPages]] = {}
        self._due: set[str] = set()
        """Games whose booklets and products may no longer be right."""
        self._booklets = BookletWorker()
        self._binding = threading.Event()
        self._last_edit = 0.0
        self._rest = 0.0
        self._threads: list[threading.Thread] = []
        self._interval = sys.getswitchinterval()

    # From outside

    def start(self, watch: bool = True) -> None:
        """Begin to load and to watch."""
        sys.setswitchinterval(_SWITCH)
        works: list[Callable[[], None]] = [self._work, self._bind]
        for work in [*works, *([self._watch] if watch else [])]:
            thread = threading.Thread(target=work, name=f"preview{work.__name__}", daemon=True)
            thread.start()
            self._threads.append(thread)

    def stop(self) -> None:
        """End all threads."""
        self._stop.set()
        self._jobs.put(None)
        for thread in self._threads:
            thread.join(5)
        sys.setswitchinterval(self._interval)
        gc.unfreeze()

    def listen(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Have a function told of every event, from another thread; return what ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def wish(self, game: str, sides: Iterable[str]) -> None:
        """Say which sides somebody is looking at: these are laid out first."""
        self._in_sight = {game: dict.fromkeys(sides)}
        self._jobs.put(_nothing)

    def saved(self, names: Iterable[str]) -> None:
        """Say which files were saved, relative to the project."""
        names = frozenset(names)
        self._jobs.put(lambda: self._reload(names))

    def print_pages(self, id: str) -> PrintPages | None:
        """Return the products of a game as it is now."""
        loaded = self.loaded[id]
        known = self._print_pages.get(id)
        if known is not None and known[0] == self.generation:
            return known[1]
        generation = self.generation
        print_pages = plan_pages(loaded)
        if print_pages is not None:
            self._print_pages[id] = (generation, print_pages)
        return print_pages

    def settle(self) -> None:
        """Do all that waits, here: for a live whose threads were not started."""
        if not self.loaded:
            self._open()
        while self.busy or not self._jobs.empty():
            self._turn()
        for id in list(self.loaded):
            self._bind_game(id)
        while not self._jobs.empty():
            self._turn()

    @property
    def busy(self) -> int:
        """How many sides wait to be laid out."""
        return sum(len(loaded.pending) for loaded in self.loaded.values())

    # The thread that owns the games

    def _work(self) -> None:
        self._guard(self._open)
        settled = False
        while not self._stop.is_set():
            self._guard(self._turn)
            if not settled and not self.busy:
                settled = True
                gc.collect()
                gc.freeze()  # looking through all games for garbage would hold up an edit

    def _guard(self, work: Job) -> None:
        """Go on after a bug of ours: the next edit may well get round it."""
        try:
            work()
        except Exception as error:
            log.exception("the preview met a bug")
            self._tell({"type": "bug", "message": f"{type(error).__name__}: {error}"})

    def _turn(self) -> None:
        """Do what was asked for, else lay out a side, else wait."""
        try:
            rest = self._rest - time.monotonic()
            job = self._jobs.get(
                block=not self.busy or rest > 0, timeout=rest if self.busy else None
            )
        except Empty:
            self._lay_out_some()
            return
        if job is not None:
            job()

    def _open(self) -> None:
        for id in self._ids():
            if self._stop.is_set():
                return
            self._read(id, None)
        self._binding.set()

    def _ids(self) -> tuple[str, ...]:
        known = game_ids(self.root)
        return tuple(id for id in known if id in self.only) if self.only else known

    def _read(self, id: str, changed: frozenset[str] | None) -> None:
        loaded = self.loaded.get(id)
        first = loaded is None
        if loaded is None:
            loaded = LoadedGame(self.root, id, self.output)
        reload = loaded.load(changed, self.edit)
        self.loaded[id] = loaded
        self._due.add(id)
        self.generation += 1
        event: Event = {"type": "game", "game": id, "current": loaded.current}
        if first or reload.structure:
            event["structure"] = True
        elif reload.cards:
            event["cards"] = {
                f"{component}/{card.id}": facts.card(card) for component, card in reload.cards
            }
        event["blamed"] = {
            name: [facts.finding(item) for item in found] for name, found in loaded.blamed.items()
        }
        event["pending"] = len(loaded.pending)
        self._tell(event)
        if not loaded.pending or not loaded.current:
            self._tell_findings(loaded)

    def _reload(self, names: frozenset[str]) -> None:
        begin = time.perf_counter()
        changed = frozenset(name for name in names if self._is_new(name))
        if not changed:
            return
        self.edit += 1
        self.edited = tuple(sorted(changed))
        self._last_edit = time.monotonic()
        self._tell({"type": "edit", "edit": self.edit, "files": self.edited})
        ids = self._ids()
        for id in [id for id in self.loaded if id not in ids]:
            del self.loaded[id]
            self._tell({"type": "games"})
        concerned = [id for id in ids if id not in self.loaded or _concerns(id, changed, ids)]
        for id in self._in_order(concerned):
            self._read(id, changed if id in self.loaded else None)
            self._lay_out_in_sight(id)
        log.debug("edit %d: %.1f ms", self.edit, 1000 * (time.perf_counter() - begin))
        self._binding.set()

    def _is_new(self, name: str) -> bool:
        """Whether a file says something else than when it was last looked at."""
        try:
            content = digest_bytes((self.root / name).read_bytes())
        except OSError:
            content = ""
        known = self._contents.get(name)
        self._contents[name] = content
        return known != content

    def _in_order(self, ids: Iterable[str]) -> list[str]:
        """Put the game that is looked at first."""
        return sorted(ids, key=lambda id: id not in self._in_sight)

    def _lay_out_in_sight(self, id: str) -> None:
        """Lay out at once what somebody waits for, and whatever little there is."""
        loaded = self.loaded[id]
        in_sight = [side for side in self._in_sight.get(id, ()) if side in loaded.pending]
        end = time.monotonic() + _GLANCE
        done: list[str] = []
        for side in [*in_sight, *list(loaded.pending)[:_FEW]]:
            if side in loaded.pending:
                done += loaded.lay_out(side, self.edit)
            if time.monotonic() > end:
                break
        self._tell_sides(loaded, done)
        if loaded.pending:
            self._rest = time.monotonic() + _REST

    def _lay_out_some(self) -> None:
        """Lay out sides for a while, first those that somebody looks at."""
        loaded = next(
            self.loaded[id] for id in self._in_order(self.loaded) if self.loaded[id].pending
        )
        end = time.monotonic() + _BATCH
        done: list[str] = []
        while loaded.pending and time.monotonic() < end and self._jobs.empty():
            in_sight = self._in_sight.get(loaded.id, {})
            side = next((id for id in in_sight if id in loaded.pending), None)
            done += loaded.lay_out(side or next(iter(loaded.pending)), self.edit)
        self._tell_sides(loaded, done)
        if not self.busy:
            self._binding.set()

    # The thread that makes booklets

    def _bind(self) -> None:
        while not self._stop.is_set():
            if not self._binding.wait(0.2):
                continue
            calm = time.monotonic() - self._last_edit > _CALM
            if self.busy or not calm or not self._jobs.empty():
                time.sleep(0.05)
                continue
            self._binding.clear()
            for id in self._in_order(list(self.loaded)):
                if self._binding.is_set():  # an edit came in between
                    break
                self._guard(partial(self._bind_game, id))

    def _bind_game(self, id: str) -> None:
        loaded = self.loaded.get(id)
        if loaded is None or id not in self._due or loaded.game is None:
            return
        edit = self.edit
        made = self._booklets.lay_out(loaded, edit)
        if edit != self.edit:  # made of what is old by now; the next round does better
            self._binding.set()
            return
        for name, text in made.items():
            loaded.bind(name, text)
        print_pages = plan_pages(loaded)
        found = print_pages.found if print_pages is not None else ()
        self._jobs.put(lambda: self._take(loaded, bool(made), found, edit))

    def _take(
        self, loaded: LoadedGame, texts: bool, found: tuple[Diagnostic, ...], edit: int
    ) -> None:
        """Tell what the other thread has made."""
        if edit == self.edit:
            self._due.discard(loaded.id)
            loaded.planned = found
        if texts:
            self.generation += 1
            self._tell({"type": "texts", "game": loaded.id, "texts": facts.texts(loaded)})
        self._tell_findings(loaded)

    # Events

    def _tell_sides(self, loaded: LoadedGame, ids: Iterable[str]) -> None:
        sides = {id: facts.side(loaded, id) for id in ids if id in loaded.specs}
        if sides:
            self.generation += 1
            self._tell(
                {
                    "type": "sides",
                    "game": loaded.id,
                    "sides": sides,
                    "pending": len(loaded.pending),
                    "edit": self.edit,
                }
            )
        if not loaded.pending:
            self._tell_findings(loaded)

    def _tell_findings(self, loaded: LoadedGame) -> None:
        """Send the diagnostics of a game, if they are others than before."""
        found = [facts.finding(item) for item in loaded.diagnostics()]
        if self._said.get(loaded.id) != found:
            self._said[loaded.id] = found
            self._tell({"type": "findings", "game": loaded.id, "findings": found})

    def _tell(self, event: Event) -> None:
        event["generation"] = self.generation
        for listener in list(self._listeners):
            listener(event)

    def _watch(self) -> None:
        for names in saves(self.root, self._stop):
            self.saved(names)


def _concerns(id: str, changed: frozenset[str], ids: Sequence[str]) -> bool:
    """Whether a game may look otherwise after some files have changed."""
    others = tuple(
        f"{folder}/{other}/"
        for other in ids
        if other != id
        for folder in ("card_data", "templates")
    )
    return any(not name.startswith((*others, "card_data/schema/")) for name in changed)


def _nothing() -> None:
    """Wake the thread up."""
