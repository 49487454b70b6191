"""Booklets, laid out beside the edits: they take seconds, a card takes milliseconds."""

from __future__ import annotations

from cardgen.pipeline.session import Session
from cardgen.preview.loaded_game import LoadedGame, LoadedText


class BookletWorker:
    """Lays out the texts of games, in a thread and with sessions of its own."""

    def __init__(self) -> None:
        self._sessions: dict[str, tuple[int, Session]] = {}

    def lay_out(self, loaded: LoadedGame, edit: int) -> dict[str, LoadedText]:
        """Lay out the texts of a game that are new or no longer current; return those."""
        with loaded.lock:
            game, shown = loaded.game, dict(loaded.shown)
            looks, old = loaded.looks, dict(loaded.texts)
        made: dict[str, LoadedText] = {}
        if game is None:
            return made
        known, session = self._sessions.get(loaded.id, (0, None))
        if session is None or known != looks:
            session = Session(loaded.root, game, loaded.store)
            self._sessions[loaded.id] = (looks, session)
        else:
            session.take_data(game)
        session.take({name: side.result.frame for name, side in shown.items()})
        for id, component in game.components.items():
            flow = component.flow(game)
            if flow is None:
                continue
            before = old.get(id)
            if (
                before is not None
                and not any(result.diagnostics for result in before.results)
                and session.values.is_current(flow, before.dependencies)
            ):
                continue
            laid = session.pages(flow, [side.result for side in shown.values()], drawn=False)
            frames = [result.frame for result in laid.pages if result.frame is not None]
            prints = [r.frame.fingerprint for r in before.results if r.frame] if before else []
            edits = tuple(
                edit
                if before is not None and prints[n : n + 1] != [frame.fingerprint]
                else (before.edits[n] if before is not None else 0)
                for n, frame in enumerate(frames)
            )
            made[id] = LoadedText(laid.pages, laid.dependencies, edits)
        return made
