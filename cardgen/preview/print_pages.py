"""The pages of every product as Frames: what would be printed, without printing it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING

from cardgen.core.diagnostics import Diagnostic
from cardgen.core.errors import CardgenError
from cardgen.frame import Frame, Page
from cardgen.model.printer import load_printer
from cardgen.pipeline.line_setter import writer
from cardgen.preview.loaded_game import LoadedGame
from cardgen.products.artifact import Artifact
from cardgen.products.order import Order, plan
from cardgen.products.printing import Press

if TYPE_CHECKING:
    from cardgen.backend.pdf import DocumentInfo

ON_PAPER = ("boards", "booklets", "boxes", "sheets", "tokens")
"""The products that are pages; a virtual table is looked at on the virtual table."""


@dataclass(slots=True)
class PrintPages:
    """The products of one state of a game; what is broken is left blank."""

    artifacts: dict[str, Artifact]
    found: tuple[Diagnostic, ...]
    _caught: dict[str, tuple[Page, ...]]
    _made: dict[str, tuple[Page, ...]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def pages(self, path: str) -> tuple[Page, ...]:
        """Return the pages of one file; KeyError for a name that is none."""
        artifact = self.artifacts[path]
        with self._lock:
            if path not in self._made:
                artifact.make()
                self._made[path] = self._caught.pop(path, ())
            return self._made[path]


def stock(desk: LoadedGame) -> PrintPages | None:
    """Plan the products of a game as it is now; None before it is loaded."""
    with desk.lock:
        game, session = desk.game, desk.session
        sides, specs = dict(desk.sides), dict(desk.specs)
        texts = dict(desk.texts)
    if game is None or session is None:
        return None
    frames = {r.id: r.frame for r in desk.results() if r.frame is not None}
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
    caught: dict[str, tuple[Page, ...]] = {}

    def catch(path: str, pages: Sequence[Page], info: DocumentInfo) -> bytes:
        caught[path] = tuple(pages)
        return b""

    found: list[Diagnostic] = []
    by_print = {frame.fingerprint: frame for frame in frames.values()}
    artifacts: dict[str, Artifact] = {}
    try:
        press = Press(
            frame=by_print.__getitem__,
            write=writer(session.library),
            pdf=catch,
            versions=(),
            printer=load_printer(desk.root),
        )
        order = Order(
            game=game,
            sides=sides,
            fingerprints={id: frame.fingerprint for id, frame in frames.items()},
            papers=game.print.papers,
            duplex=None,
            press=press,
            report=found.append,
            render=session.render,
        )
        for name in ON_PAPER:
            try:
                artifacts.update((a.path, a) for a in plan(order, (name,)))
            except CardgenError as error:
                found += error.diagnostics
    except CardgenError as error:
        found += error.diagnostics
    return PrintPages(artifacts, tuple(found), caught)
