"""Booklets, laid out beside the edits: they take seconds, a card takes milliseconds.

What is finished is kept beside them, too, where builds keep it: whoever starts next, a preview or
a build, lays out only what has changed since.
"""

from __future__ import annotations

from itertools import repeat
from threading import Event
from weakref import WeakKeyDictionary

from msgspec import Struct
from msgspec.structs import replace

from cardgen.model.flowing import FlowSpec
from cardgen.pipeline.cache import Drawings, Finished, Store
from cardgen.pipeline.output_lock import FOLDER as CACHE
from cardgen.pipeline.output_lock import claimed
from cardgen.pipeline.results import SideResult
from cardgen.pipeline.session import Session, finished_sides, work_of
from cardgen.preview.live.loaded_game import (
    LoadedGame,
    LoadedPage,
    LoadedWork,
    Looks,
    marked,
    stale,
)


class _Work(Struct):
    """What the texts of one game are laid out with, and what came of it.

    The session has read templates and assets as they were in ``looks``. ``finished`` are the texts
    that may be kept, with what they were made from. ``made`` counts how often a text was laid out,
    not taken from the store; ``kept`` is the count of sides and texts when it was kept last.
    """

    looks: Looks
    session: Session
    finished: dict[str, Finished] = {}
    made: int = 0
    kept: int = 0


class BookletWorker:
    """Lays out the texts of games, in a thread of its own with sessions of its own."""

    def __init__(self) -> None:
        self._works: WeakKeyDictionary[LoadedGame, _Work] = WeakKeyDictionary()
        self.wanted = Event()
        """Set while texts may be stale."""

    def lay_out(self, loaded: LoadedGame, edit: int) -> dict[str, LoadedWork]:
        """Lay out the texts of a game that are new or no longer as they were; return those."""
        with loaded.lock:
            game, theirs, looks = loaded.game, loaded.session, loaded.looks
            shown, known, unsaved = dict(loaded.shown), dict(loaded.texts), loaded.unsaved
        if game is None or theirs is None:
            return {}
        work = self._works.get(loaded)
        if work is None:
            work = self._works[loaded] = _Work(
                Looks(-1, looks.assets), Session(loaded.root, game, loaded.store)
            )
        session = work.session
        if work.looks != looks:
            session.look_again(looks.assets != work.looks.assets, unsaved)
            work.looks = looks
        session.take_data(game)
        session.templates.kept.update(theirs.templates.kept.copy())  # compiled once for both
        session.take({name: side.result.frame for name, side in shown.items()})
        made: dict[str, LoadedWork] = {}
        flows = game.flows()
        for id, reason in stale(session.values, flows, known).items():
            flow, old = flows[id], known.get(id)
            laid, dependencies = session.pages(flow, (), drawn=False)
            shown_last = old.pages if old is not None else _left(loaded, flow)
            pages = _marked(laid, shown_last, edit)
            made[id] = LoadedWork(pages, dependencies, flow.at, reason if shown_last else "")
            if dependencies != loaded.store.dependencies(id):
                work.made += 1
        work.finished |= {one.id: one for one in session.finished_texts()}
        return made

    def keep(self, loaded: LoadedGame) -> None:
        """Keep what is finished for the next start, unless that is done or a build is at work."""
        work = self._works.get(loaded)
        with loaded.lock:
            session, made = loaded.session, loaded.made
            results = [side.result for side in loaded.shown.values()]
            waits = loaded.pending or loaded.due or not loaded.current or loaded.unsaved
            specs = loaded.specs
        if waits or session is None or work is None or work.kept == made + work.made:
            return
        with claimed(loaded.output) as free:
            if not free:
                return
            store = Store(loaded.output / CACHE / loaded.id)  # with what builds have added
            templates = {**store.templates(), **session.templates.kept.copy()}
            finished = [*finished_sides(results, specs), *work.finished.values()]
            ids = work_of(session.game, specs)
            store.save(finished, Drawings(store), templates, ids)
        work.kept = made + work.made
        work.session.maker.forget()


def _left(loaded: LoadedGame, flow: FlowSpec) -> tuple[LoadedPage, ...]:
    """Return a text as an earlier run left it, to be shown if it cannot be laid out now."""
    frames = loaded.store.left(flow.component)
    sides = flow.sides(len(frames)) if frames else []
    return tuple(
        LoadedPage(SideResult(side.face.id, page, {}, ()))
        for side, page in zip(sides, frames, strict=True)
    )


def _marked(
    results: tuple[SideResult, ...], old: tuple[LoadedPage, ...], edit: int
) -> tuple[LoadedPage, ...]:
    """Return the pages of a text; the last good ones if it cannot be laid out."""
    if old and not any(page.frame is not None and page.frame.items for page in results):
        found = results[0].diagnostics
        results = tuple(replace(page.result, diagnostics=()) for page in old)
        results = (replace(results[0], diagnostics=found), *results[1:])
    pages = map(marked, old, results, repeat(edit))
    new = (LoadedPage(page, edit if old else 0) for page in results[len(old) :])
    return (*pages, *new)
