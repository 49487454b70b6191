"""What products are planned from, of a game as it is now; what is broken is as it was, or blank."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cardgen.core.diagnostics import Diagnostic
from cardgen.frame import Frame
from cardgen.model.printer import load_printer
from cardgen.preview.live.loaded_game import LoadedGame, LoadedSide, LoadedText
from cardgen.products.request import ProductRequest


def product_request(
    loaded: LoadedGame, newer: Mapping[str, LoadedText], report: Callable[[Diagnostic], None]
) -> ProductRequest | None:
    """Return the request; None before the game is loaded.

    ``newer`` holds booklets that the game has not taken yet. Raises CardgenError for a
    ``printer.yaml`` that cannot be read.
    """
    with loaded.lock:
        game, session = loaded.game, loaded.session
        sides, specs, shown = dict(loaded.sides), loaded.specs, dict(loaded.shown)
        texts = {**loaded.texts, **newer}
    if game is None or session is None:
        return None
    laid_out: list[LoadedSide | LoadedText] = [*shown.values(), *texts.values()]
    frames = {r.id: r.frame for one in laid_out for r in one.results if r.frame is not None}
    for id, spec in specs.items():
        if id not in frames:
            frames[id] = Frame(spec.size, (), spec.bleed)
    for id, component in game.components.items():
        flow = component.flow(game)
        if flow is not None:
            pages = texts[id].results if id in texts else ()
            sides[id] = flow.sides(max(len(pages), 1))
            for one in sides[id]:
                frames.setdefault(one.face.id, Frame(flow.size, (), flow.bleed))
    return ProductRequest(
        game,
        sides,
        frames,
        game.print.papers,
        load_printer(loaded.root),
        render=session.render,  # for the scripts of virtual tables alone
        report=report,
    )
