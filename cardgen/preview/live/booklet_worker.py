"""Booklets, laid out beside the edits: they take seconds, a card takes milliseconds.

What is finished is kept beside them, too, where builds keep it: whoever starts next, a preview or
a build, lays out only what has changed since.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from msgspec.structs import replace

from cardgen.frame import Frame
from cardgen.model.flowing import FlowSpec
from cardgen.pipeline.cache import Drawings, Finished, Store
from cardgen.pipeline.dependencies import Dependencies
from cardgen.pipeline.output_lock import FOLDER as CACHE
from cardgen.pipeline.output_lock import claimed
from cardgen.pipeline.results import SideResult, TextResult
from cardgen.pipeline.session import Session, finished_sides, work_of
from cardgen.preview.live.loaded_game import LoadedGame, LoadedText, Looks, why_stale


class BookletWorker:
    """Lays out the texts of games, in a thread of its own with sessions of its own."""

    def __init__(self) -> None:
        self._sessions: WeakKeyDictionary[LoadedGame, tuple[Looks, Session]]
        self._sessions = WeakKeyDictionary()
        """By game our session, with the state of templates and assets that it has read."""
        self._finished: WeakKeyDictionary[LoadedGame, dict[str, Finished]] = WeakKeyDictionary()
        """By game the texts that may be kept, and what stands behind them, by id."""
        self._made: WeakKeyDictionary[LoadedGame, int] = WeakKeyDictionary()
        """By game how often a text was laid out, and not taken from the store."""
        self._kept: WeakKeyDictionary[LoadedGame, int] = WeakKeyDictionary()
        """By game how often something had been laid out when it was kept last."""

    def lay_out(self, loaded: LoadedGame, edit: int) -> dict[str, LoadedText]:
        """Lay out the texts of a game that are new or no longer as they were; return those."""
        with loaded.lock:
            game, theirs, looks = loaded.game, loaded.session, loaded.looks
            shown, known = dict(loaded.shown), dict(loaded.texts)
        if game is None or theirs is None:
            return {}
        before, session = self._sessions.get(loaded, (None, None))
        if before is None or session is None:
            session = Session(loaded.root, game, loaded.store)
        else:
            if before != looks:
                session.look_again(looks.assets != before.assets)
            session.take_data(game)
        session.templates.kept.update(theirs.templates.kept.copy())  # compiled once for both
        self._sessions[loaded] = (looks, session)
        session.take({name: side.result.frame for name, side in shown.items()})
        made: dict[str, LoadedText] = {}
        for id, component in game.components.items():
            flow = component.flow(game)
            if flow is None:
                continue
            old = known.get(id)
            reason = why_stale(session.values, flow, old)
            if reason is not None:
                laid = session.pages(flow, (), drawn=False)
                made[id] = _loaded(flow, laid, old or _left(loaded, flow), edit, reason)
                if laid.dependencies != loaded.store.dependencies(id):
                    self._made[loaded] = self._made.get(loaded, 0) + 1
        finished = self._finished.setdefault(loaded, {})
        finished |= {one.id: one for one in session.finished_texts()}
        return made

    def keep(self, loaded: LoadedGame) -> None:
        """Keep what is finished for the next start, unless that is done or a build is at work."""
        with loaded.lock:
            made, session = loaded.made + self._made.get(loaded, 0), loaded.session
            results = [side.result for side in loaded.shown.values()]
            waits = loaded.pending or loaded.due or not loaded.current
            specs = loaded.specs
        if waits or session is None or self._kept.get(loaded, 0) == made:
            return
        with claimed(loaded.output) as free:
            if not free:
                return
            store = Store(loaded.output / CACHE / loaded.id)  # with what builds have added
            templates = {**store.templates(), **session.templates.kept.copy()}
            finished = [*finished_sides(results, specs), *self._finished.get(loaded, {}).values()]
            ids = work_of(session.game, specs)
            store.save(finished, Drawings(store), templates, ids)
        self._kept[loaded] = made


def _left(loaded: LoadedGame, flow: FlowSpec) -> LoadedText | None:
    """Return a text as an earlier run left it, to be shown if it cannot be laid out now."""
    frames = loaded.store.left(flow.component)
    if not frames:
        return None
    ids = [side.face.id for side in flow.sides(len(frames))]
    pages = [SideResult(id, page, {}, ()) for id, page in zip(ids, frames, strict=True)]
    none = (None,) * len(pages)
    return LoadedText(tuple(pages), Dependencies(), flow.at, (0,) * len(pages), "", none)


def _loaded(
    flow: FlowSpec, laid: TextResult, old: LoadedText | None, edit: int, reason: str
) -> LoadedText:
    """Put a text together; pages that look different from before are marked with the edit."""
    if old is None:
        none = (None,) * len(laid.pages)
        return LoadedText(laid.pages, laid.dependencies, flow.at, (0,) * len(none), "", none)
    pages = laid.pages
    if not any(page.frame is not None and page.frame.items for page in pages):
        found = pages[0].diagnostics  # nothing could be laid out
        pages = tuple(replace(page, diagnostics=()) for page in old.results)
        pages = (replace(pages[0], diagnostics=found), *pages[1:])
    edits: list[int] = []
    past: list[Frame | None] = []
    for number, page in enumerate(pages):
        before = old.results[number].frame if number < len(old.results) else None
        same = number < len(old.results) and before == page.frame
        edits.append(old.edits[number] if same else edit)
        past.append(old.past[number] if same else before)
    return LoadedText(pages, laid.dependencies, flow.at, tuple(edits), reason, tuple(past))
