"""Booklets, laid out beside the edits: they take seconds, a card takes milliseconds."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from msgspec.structs import replace

from cardgen.frame import Frame
from cardgen.model.flowing import FlowSpec
from cardgen.pipeline.results import TextResult
from cardgen.pipeline.session import Session
from cardgen.preview.live.loaded_game import LoadedGame, LoadedText, why_stale


class BookletWorker:
    """Lays out the texts of games, in a thread of its own with sessions of its own."""

    def __init__(self) -> None:
        self._sessions: WeakKeyDictionary[LoadedGame, tuple[Session | None, Session]]
        self._sessions = WeakKeyDictionary()
        """By game its session at the time, which read the same templates and assets, and ours."""

    def lay_out(self, loaded: LoadedGame, edit: int) -> dict[str, LoadedText]:
        """Lay out the texts of a game that are new or no longer as they were; return those."""
        with loaded.lock:
            game, theirs = loaded.game, loaded.session
            shown, known = dict(loaded.shown), dict(loaded.texts)
        if game is None:
            return {}
        before, session = self._sessions.get(loaded, (None, None))
        if session is None or before is not theirs:
            session = Session(loaded.root, game, loaded.store)
            self._sessions[loaded] = (theirs, session)
        else:
            session.take_data(game)
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
                made[id] = _loaded(flow, laid, old, edit, reason)
        return made


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
