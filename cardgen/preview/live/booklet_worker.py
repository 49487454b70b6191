"""Booklets, laid out beside the edits: they take seconds, a card takes milliseconds.

What is finished is kept beside them, too, where builds keep it: whoever starts next, a preview or
a build, lays out only what has changed since.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.pipeline.cache import Store
from cardgen.pipeline.game_work import GameWork
from cardgen.pipeline.output_lock import FOLDER as CACHE
from cardgen.pipeline.output_lock import claimed
from cardgen.pipeline.results import SideResult, TextResult
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.preview.live.work_beside import WorkBeside


class _Booklets(Struct):
    """The work on the texts of one game.

    ``kept`` is how many sides and texts were new when they were kept last.
    """

    beside: WorkBeside = field(default_factory=WorkBeside)
    work: GameWork | None = None
    kept: int = 0


class BookletWorker:
    """Lays out the texts of games, in a thread of its own."""

    def __init__(self) -> None:
        self._booklets: WeakKeyDictionary[LoadedGame, _Booklets] = WeakKeyDictionary()

    def lay_out(self, loaded: LoadedGame) -> dict[str, TextResult]:
        """Lay out the texts of a game that are new or no longer as they were; return those."""
        with loaded.lock:
            game, known, unsaved = loaded.game, dict(loaded.texts), loaded.unsaved
        if game is None:
            return {}
        booklets = self._booklets.setdefault(loaded, _Booklets())
        work = booklets.work = booklets.beside.work_on(loaded, game, unsaved)
        work.show(work.shown)
        texts: dict[str, TextResult] = {}
        flows = game.flows()
        for id, reason in work.stale(flows, known).items():
            text = work.text(flows[id])
            old = known[id].results if id in known else loaded.left_pages(id)
            pages, why = _last_good(text.results, old), reason if old else ""
            texts[id] = replace(text, results=pages, at=flows[id].at, reason=why)
        return texts

    def keep(self, loaded: LoadedGame) -> None:
        """Keep what is finished for the next start, unless that is done or a build is at work."""
        booklets = self._booklets.get(loaded)
        with loaded.lock:
            theirs, sides = loaded.work, list(loaded.shown.values())
            waits = loaded.pending or loaded.due or not loaded.current or loaded.unsaved
        work = booklets.work if booklets is not None else None
        if waits or theirs is None or work is None or booklets is None:
            return
        new = theirs.new + work.new
        if booklets.kept == new:
            return
        with claimed(loaded.output) as free:
            if not free:
                return
            store = Store(loaded.output / CACHE / loaded.id)  # with what builds have added
            kept = work.templates.kept
            kept.update({**store.templates(), **kept, **theirs.templates.kept.copy()})
            work.save(sides, store=store)
        booklets.kept = new
        work.forget_layout()


def _last_good(
    results: tuple[SideResult, ...], old: tuple[SideResult, ...]
) -> tuple[SideResult, ...]:
    """Return the pages of a text; the last good ones if it cannot be laid out."""
    if not old or any(page.frame is not None and page.frame.items for page in results):
        return results
    pages = tuple(replace(page, diagnostics=()) for page in old)
    return (replace(pages[0], diagnostics=results[0].diagnostics), *pages[1:])
