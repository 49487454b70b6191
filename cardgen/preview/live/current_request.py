"""What products are planned from, of a game as it is now; what is broken is as it was, or blank."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic
from cardgen.frame import Frame
from cardgen.model.printer import load_printer
from cardgen.model.sides import SideSpec
from cardgen.pipeline.results import has_errors
from cardgen.preview.live.loaded_game import LoadedGame, LoadedSide, LoadedText
from cardgen.products.request import ProductRequest


class CurrentRequest(Struct, frozen=True):
    """What products are planned from.

    ``stopgaps`` are the fingerprints of Frames that stand in for sides that are broken or still to
    be laid out, with the ids of those.
    """

    request: ProductRequest
    stopgaps: Mapping[str, str]


def current_request(
    loaded: LoadedGame, newer: Mapping[str, LoadedText], report: Callable[[Diagnostic], None]
) -> CurrentRequest | None:
    """Return what the products of a game are planned from now; None before it is loaded.

    ``newer`` holds booklets that the game has not taken yet. Raises CardgenError for a
    ``printer.yaml`` that cannot be read.
    """
    with loaded.lock:
        game, session = loaded.game, loaded.session
        sides, specs, shown = dict(loaded.sides), loaded.specs, dict(loaded.shown)
        texts, unfit = {**loaded.texts, **newer}, set(loaded.pending)
        stale = {*texts} - {*newer} if loaded.due else set()
    if game is None or session is None:
        return None
    laid_out: list[LoadedSide | LoadedText] = [*shown.values(), *texts.values()]
    frames = {r.id: r.frame for one in laid_out for r in one.results if r.frame is not None}
    unfit |= {r.id for one in laid_out if has_errors(one.results) for r in one.results}
    unfit |= {r.id for id in stale for r in texts[id].results}

    def fill(spec: SideSpec) -> None:
        if spec.id not in frames:
            frames[spec.id] = Frame(spec.size, (), spec.bleed)
            unfit.add(spec.id)

    for spec in specs.values():
        fill(spec)
    for id, component in game.components.items():
        flow = component.flow(game)
        if flow is not None:
            pages = texts[id].results if id in texts else ()
            sides[id] = flow.sides(max(len(pages), 1))
            for one in sides[id]:
                fill(one.face)
    request = ProductRequest(
        game,
        sides,
        frames,
        load_printer(loaded.root),
        render=session.maker.render,  # for the scripts of virtual tables alone
        report=lambda found: report(*loaded.places.located([found])),
    )
    return CurrentRequest(request, {frames[id].fingerprint: id for id in unfit if id in frames})
