"""The sides of one game as Frames: template, layout, proofs, and what is known already."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from cardgen.backend.drawing import Drawing, draw
from cardgen.core.diagnostics import Diagnostic, Diagnostics, Location
from cardgen.core.errors import CardgenError
from cardgen.core.registry import load_modules
from cardgen.frame import Frame
from cardgen.layout.engine import Layout
from cardgen.model.flowing import FlowSpec
from cardgen.model.game import Game
from cardgen.model.problems import empty_booklet
from cardgen.model.sides import SideSpec
from cardgen.pipeline.attribution import layout_note, naming_place, placed
from cardgen.pipeline.cache import Drawings, Finished, Store
from cardgen.pipeline.dependencies import Needs, hold, looked
from cardgen.pipeline.resources import library_of, templates_of
from cardgen.pipeline.results import SideResult
from cardgen.pipeline.workers import spread
from cardgen.proof.runner import proof
from cardgen.template.element import Element

LEAST_SHARE = 60  # sides: fewer are not worth another process


def _get_ready() -> None:
    """Import what comes next, while other processes are still at work."""
    import_module("cardgen.backend.pdf")
    load_modules("cardgen.products")


class Session:
    """Lays out the sides of one game."""

    def __init__(
        self, root: Path, game: Game, specs: Iterable[SideSpec], store: Store | None = None
    ) -> None:
        self.game = game
        self.library = library_of(root, game.id)
        self.specs: dict[str, SideSpec] = {spec.id: spec for spec in specs}
        self.drawings = Drawings(store)
        self._store = store
        self.templates = templates_of(root, game.id)
        self._layout = Layout(game.theme, self.library, self._picture, self.templates.narrow)
        self._frames: dict[str, Frame | None] = {}
        self._open: dict[str, None] = {}
        self._circular: set[str] = set()
        self._drawn: set[str] = set()
        self._pictured: dict[str, str] = {}
        self._texts: list[Finished] = []

    def results(
        self, jobs: int, progress: Callable[[int], None], drawn: bool = True
    ) -> list[SideResult]:
        """Lay out every side; ``drawn`` asks for the operators too.

        ``progress`` is told how many of those that are new are done.
        """
        kept = {spec.id: self._needs(spec.key) for spec in self.specs.values()}
        results: dict[str, SideResult | None] = dict.fromkeys(kept)
        done = 0

        def settle(ids: Iterable[str]) -> None:
            """Take sides from the last build where nothing has changed; lay out the others."""
            nonlocal done
            for id in ids:
                results[id] = self.recalled(self.specs[id])
            new = [self.specs[id] for id in ids if results[id] is None]
            for result in self._laid_out(new, jobs, lambda n: progress(done + n), drawn):
                results[result.id] = result
            done += len(new)

        # Whether a side that pictures others is known shows only when these are settled.
        settle([id for id, needs in kept.items() if not needs])
        settle([id for id, needs in kept.items() if needs])
        return [result for result in results.values() if result is not None]

    def _laid_out(
        self, specs: Sequence[SideSpec], jobs: int, progress: Callable[[int], None], drawn: bool
    ) -> list[SideResult]:
        """Lay out sides, by several processes if there are many."""

        def work(spec: SideSpec) -> SideResult:
            return self.side(spec, drawn)

        if len(specs) > LEAST_SHARE:
            # What the first sides teach (templates, fonts, icons) every process then knows.
            first = {spec.template: spec for spec in reversed(specs)}
            for spec in first.values():
                self.side(spec, drawn=False)
        results = spread(work, specs, jobs, LEAST_SHARE, progress, _get_ready)
        for result in results:
            self._frames[result.id] = result.frame
            self.drawings.update(result.drawings)
        return results

    def _needs(self, key: str) -> Needs | None:
        return self._store.needs(key) if self._store is not None else None

    def recalled(self, spec: SideSpec) -> SideResult | None:
        """Take a side from the last build, if all that it pictured is as it was."""
        needs = self._needs(spec.key)
        if needs is None or spec.id in self._open:
            return None
        self._open[spec.id] = None
        try:
            if not hold(needs, spec.watch, self._print):
                return None
        finally:
            del self._open[spec.id]
        assert self._store is not None
        [frame] = self._store.finished(spec.key).frames
        self._frames[spec.id] = frame
        return SideResult(spec.id, frame, {}, (), True, needs)

    def _print(self, name: str) -> str:
        """Return the fingerprint of a side as it is pictured now, if that is known already."""
        spec = self._spec(name)
        id = spec.id if spec is not None else name
        if spec is not None and id not in self._frames:
            self.recalled(spec)
        frame = self._frames.get(id)
        return frame.fingerprint if frame is not None else ""

    def take(self, frames: Mapping[str, Frame | None]) -> None:
        """Take sides as somebody else laid them out."""
        self._frames.update(frames)

    def save(self, results: Iterable[SideResult]) -> None:
        """Keep the finished sides for the next build."""
        if self._store is not None:
            sides = [
                Finished(self.specs[r.id].key, (r.frame,), r.needs)
                for r in results
                if r.keep and r.frame and r.id in self.specs
            ]
            self._store.save(sides + self._texts, self.drawings)

    def side(self, spec: SideSpec, drawn: bool) -> SideResult:
        """Lay out one side; faults of the project become diagnostics."""
        found = Diagnostics()
        frame = None
        self._open[spec.id] = None
        around, self._pictured = self._pictured, {}
        try:
            element = self.templates.element(
                spec.template, spec.context, naming_place(spec, self.game)
            )
            laid = self._layout.side(element, spec.size, spec.bleed)
            found.extend(laid.diagnostics)
            if not found.has_errors:  # a proof of what lacks something says nothing
                found.extend(placed(element, item) for item in proof(laid.frame, spec.safe))
            if not found.has_errors:
                frame = laid.frame
        except CardgenError as error:
            found.add(*error.diagnostics)
        finally:
            self._open.pop(spec.id, None)
            needs = (*self._pictured.items(), *looked(spec.watch))
            self._pictured = around
        self._frames[spec.id] = frame
        note = layout_note(spec)
        noted = tuple(item.with_note(note) for item in found)
        drawings: dict[str, Drawing] = {}
        if drawn and frame is not None:
            self._draw(frame, drawings)
        return SideResult(spec.id, frame, drawings, noted, not noted, needs)

    def pages(self, spec: FlowSpec, known: Iterable[SideResult], drawn: bool) -> list[SideResult]:
        """Lay out a text over pages; ``known`` are the sides that it may picture.

        What is wrong with it comes with the first page, a blank one if there is no other.
        """
        for result in known:
            self._frames.setdefault(result.id, result.frame)
        if kept := self._recalled_text(spec):
            self._texts.append(kept)
            return _pages(spec, kept.frames)
        found = Diagnostics()
        frames: tuple[Frame, ...] = ()
        self._pictured = {}
        try:
            laid = self._layout.pages(spec, partial(self._page_element, spec))
            frames = laid.frames
            found.extend(laid.diagnostics)
            if not frames and not found.has_errors:
                found.add(empty_booklet(spec.at, spec.component))
            if not found.has_errors:
                for frame in frames:
                    found.extend(
                        replace(item, at=item.at or spec.at) for item in proof(frame, spec.safe)
                    )
        except CardgenError as error:
            found.add(*error.diagnostics)
        frames = frames or (Frame(spec.size, (), spec.bleed),)
        note = f"while laying out `{spec.component}` ({spec.at})"
        noted = tuple(item.with_note(note) for item in dict.fromkeys(found))
        if drawn:
            for page in frames:
                self._draw(page, self.drawings)
        if not noted:
            needs = (*self._pictured.items(), *looked(spec.watch))
            self._texts.append(Finished(spec.key, frames, needs))
        return _pages(spec, frames, noted)

    def _recalled_text(self, spec: FlowSpec) -> Finished | None:
        """Take a text from the last build, if what its pages show is as it was."""
        needs = self._needs(spec.key)
        if needs is None or self._store is None or not hold(needs, spec.watch, self._print):
            return None
        return self._store.finished(spec.key)

    def _page_element(
        self, spec: FlowSpec, template: str, context: Mapping[str, Any], at: Location
    ) -> Element:
        """Run a template of a text; ``at`` is the text itself for one that stands on pages."""
        asked = spec.asked.get(template, at) if at == spec.at else at
        return self.templates.element(template, context, asked)

    def render(self, name: str, context: Mapping[str, Any], at: Location | None) -> str:
        """Run a template of the game that is no side, as a script."""
        return self.templates.render(name, context, at)

    def _picture(self, id: str) -> Frame | None:
        """Return another side for a ``<card>`` element, and remember that it was asked for."""
        spec = self._spec(id)
        if spec is None:
            raise LookupError(*(known.rpartition("/")[0] for known in self.specs))
        if spec.id in self._open:  # every side from there on shows itself
            shown = list(self._open)
            self._circular.update(shown[shown.index(spec.id) :])
        elif spec.id not in self._frames and self.recalled(spec) is None:
            self.side(spec, drawn=False)
        if spec.id in self._circular:
            raise RecursionError
        frame = self._frames[spec.id]
        self._pictured[id] = frame.fingerprint if frame is not None else ""
        return frame

    def _spec(self, id: str) -> SideSpec | None:
        """Find a side by what a picture calls it."""
        return next((s for name in _names(id) if (s := self.specs.get(name))), None)

    def _draw(self, frame: Frame, drawings: dict[str, Drawing]) -> None:
        """Write a Frame as operators, and what is inside it; nothing twice."""
        known = self._store is not None and frame.fingerprint in self._store
        if not known and frame.fingerprint not in self._drawn:
            self._drawn.add(frame.fingerprint)
            drawings[frame.fingerprint] = draw(frame)
            for child in frame.children:
                self._draw(child, drawings)


def _pages(
    spec: FlowSpec, frames: Sequence[Frame], found: tuple[Diagnostic, ...] = ()
) -> list[SideResult]:
    """Return the pages of a text; what is wrong with it comes with the first."""
    ids = [side.face.id for side in spec.sides(len(frames))]
    return [
        SideResult(id, page, {}, () if number else found)
        for number, (id, page) in enumerate(zip(ids, frames, strict=True))
    ]


def _names(id: str) -> tuple[str, ...]:
    """Say under which ids a pictured side may be: ``deck/card/back`` may be the deck's back.

    What has no back, as a board, is meant with its face.
    """
    component, _, rest = id.partition("/")
    return (id, f"{component}/back", f"{component}/face") if rest.endswith("back") else (id,)
