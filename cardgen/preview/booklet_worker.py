"""Booklets and products, made beside the edits: they take seconds, a card takes milliseconds."""

from __future__ import annotations

from collections.abc import Collection

from cardgen.frame import Frame
from cardgen.model.flowing import FlowSpec
from cardgen.preview.live import LiveSession
from cardgen.preview.loaded_game import LoadedGame, LoadedSide, LoadedText


def bind(desk: LoadedGame, edit: int, changed: Collection[str] | None) -> dict[str, LoadedText]:
    """Lay out the texts of a game that an edit may have changed; return the new ones.

    ``changed`` names the files saved since the last time, None where all may have.
    """
    with desk.lock:
        game, specs, shown = desk.game, dict(desk.specs), dict(desk.shown)
        store, old = desk.store, dict(desk.texts)
    made: dict[str, LoadedText] = {}
    if game is None:
        return made
    for id, component in game.components.items():
        flow = component.flow(game)
        if flow is None or _holds(old.get(id), flow, shown, changed):
            continue
        session = LiveSession(desk.root, game, specs.values(), store)
        session.take({name: side.result.frame for name, side in shown.items()})
        session.templates.begin()
        results = tuple(session.pages(flow, [s.result for s in shown.values()], drawn=False))
        frames = [result.frame for result in results if result.frame is not None]
        before = old.get(id)
        prints = [r.frame.fingerprint if r.frame else "" for r in before.results] if before else []
        edits = tuple(
            edit
            if before is not None and (n >= len(prints) or prints[n] != frame.fingerprint)
            else (before.edits[n] if before and n < len(before.edits) else 0)
            for n, frame in enumerate(frames)
        )
        files = session.templates.files() or None
        # Pages of the last build do not say at which cards their templates looked.
        seen = sorted(flow.watch.seen) if files else ["?"]
        made[id] = LoadedText(
            results,
            flow.key,
            files,
            _pictured(frames, shown),
            tuple((name, flow.watch.print(name) if files else "?") for name in seen),
            edits,
        )
    return made


def _holds(
    text: LoadedText | None,
    flow: FlowSpec,
    shown: dict[str, LoadedSide],
    changed: Collection[str] | None,
) -> bool:
    """Whether the pages are still right."""
    if text is None or changed is None or text.key != flow.key:
        return False
    looks = [name for name in changed if not name.endswith((".yaml", ".md"))]
    if any(not name.endswith(".j2") or text.files is None or name in text.files for name in looks):
        return False
    if any(result.diagnostics for result in text.results):
        return False
    if any(flow.watch.print(name) != print for name, print in text.looked):
        return False
    return text.pictured <= {side.fingerprint for side in shown.values()}


def _pictured(frames: Collection[Frame], shown: dict[str, LoadedSide]) -> frozenset[str]:
    inside = {inner.fingerprint for frame in frames for inner in frame.descendants()}
    return frozenset(inside & {side.fingerprint for side in shown.values()})
