"""The texts of one game: laid out over pages, or as the last build left them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostic, Diagnostics, Location
from cardgen.core.errors import CardgenError
from cardgen.frame import Frame
from cardgen.model.access_tracking import tracked
from cardgen.model.flowing import FlowSpec
from cardgen.model.game import Game
from cardgen.model.problems import empty_booklet
from cardgen.model.sides import SideSpec
from cardgen.pipeline.cache import Finished, Store
from cardgen.pipeline.dependencies import Dependencies
from cardgen.pipeline.kept_texts import KeptText
from cardgen.pipeline.results import SideResult, TextResult
from cardgen.pipeline.sides import SideSession, blank
from cardgen.template.element import Element


class TextSession(SideSession):
    """Lays out the texts of a game, which may picture its sides."""

    def __init__(self, root: Path, game: Game, store: Store | None = None) -> None:
        self._texts: dict[str, Finished] = {}
        self._behinds: dict[str, Finished] = {}
        self._flows: dict[str, tuple[FlowSpec, Dependencies]] = {}
        super().__init__(root, game, store)

    def take_data(self, game: Game) -> None:
        """Go over to newer data of the game; nothing counts as laid out any more."""
        super().take_data(game)
        self._texts.clear()
        self._behinds.clear()
        self._flows.clear()

    def texts(
        self, known: Sequence[SideResult], drawn: bool, components: Iterable[str] | None = None
    ) -> list[SideResult]:
        """Lay out texts; only now it shows how many pages each of them takes."""
        found: list[SideResult] = []
        for id in self.game.components if components is None else components:
            flow = self.game.components[id].flow(self.game)
            if flow is not None:
                laid = self.pages(flow, known, drawn)
                self._flows[id] = flow, laid.dependencies
                self.sides[id] = flow.sides(len(laid.pages))
                found += laid.pages
        return found

    def as_left(self, component: str) -> list[SideResult]:
        """Take a component from the last build, with blanks for what would be laid out again."""
        flow = self.game.components[component].flow(self.game)
        if flow is None:
            specs = [self.specs[id] for id in self.ids([component])]
            found = [
                self.recalled(spec) or SideResult(spec.id, blank(spec), {}, ()) for spec in specs
            ]
            self._leave_out([component], found)
            return found
        kept = self._recalled_text(flow)
        frames = kept.frames if kept is not None else (blank(flow),)
        self.sides[component] = flow.sides(len(frames))
        return list(_pages(flow, frames))

    def work(
        self, results: Iterable[SideResult]
    ) -> Iterator[tuple[SideSpec | FlowSpec, Dependencies]]:
        """Yield all that was laid out, sides and texts, with what it has read."""
        for result in results:
            if result.id in self.specs:
                yield self.specs[result.id], result.dependencies
        yield from self._flows.values()

    def pages(self, spec: FlowSpec, known: Iterable[SideResult], drawn: bool) -> TextResult:
        """Lay out a text over pages; ``known`` are the sides that it may picture.

        What is wrong with it comes with the first page, a blank one if there is no other.
        """
        for result in known:
            self._frames.setdefault(result.id, result.frame)
        if kept := self._recalled_text(spec):
            self._texts[spec.component] = kept
            return TextResult(_pages(spec, kept.frames), kept.dependencies)
        found = Diagnostics()
        frames: tuple[Frame, ...] = ()
        keep = None
        if self._store is not None:
            keep = KeptText(spec, self._store, self.values, self.reads)
        with self.reads.recording() as names:
            try:
                render = partial(self._page_element, spec)
                laid = self._layout.pages(spec, render, keep)
                frames = laid.frames
                found.extend(laid.diagnostics)
                if not frames and not found.has_errors:
                    found.add(empty_booklet(spec.at, spec.component))
                if not found.has_errors:
                    for frame in frames:
                        for item in self._proof(spec.component, frame, spec.limits):
                            found.add(replace(item, at=item.at or spec.at))
            except CardgenError as error:
                found.add(*error.diagnostics)
        frames = frames or (blank(spec),)
        note = f"while laying out `{spec.component}` ({spec.at})"
        located = self.templates.places.located(found)
        noted = tuple(item.with_note(note) for item in dict.fromkeys(located))
        if drawn:
            for page in frames:
                self._draw(page, self.drawings)
        dependencies = self.values.dependencies(spec, names)
        if keep is not None:
            self._behinds.update(keep.behinds)
        if keep is not None and not noted:
            done = Finished(
                spec.component, frames, dependencies, spec.limits, keep.parts, keep.pages
            )
            self._texts[spec.component] = done
        return TextResult(_pages(spec, frames, noted), dependencies)

    def _recalled_text(self, spec: FlowSpec) -> Finished | None:
        """Take a text from the last build, if all that it depends on is as it was."""
        known = self._known(spec.component)
        if known is None or self._store is None:
            return None
        if not self._is_current(spec, spec.component, known):
            return None
        return self._store.finished(spec.component)

    def _page_element(
        self, spec: FlowSpec, template: str, context: Mapping[str, Any], at: Location
    ) -> Element:
        """Run a template of a text; ``at`` is the text itself for one that stands on pages."""
        asked = spec.asked.get(template, at) if at == spec.at else at
        return self.templates.element(template, tracked(context, self.reads), asked)

    def finished_texts(self) -> list[Finished]:
        """Return the texts that were laid out without a finding, and what stands behind them."""
        return [*self._texts.values(), *self._behinds.values()]


def _pages(
    spec: FlowSpec, frames: Sequence[Frame], found: tuple[Diagnostic, ...] = ()
) -> tuple[SideResult, ...]:
    """Return the pages of a text; what is wrong with it comes with the first."""
    ids = [side.face.id for side in spec.sides(len(frames))]
    return tuple(
        SideResult(id, page, {}, () if number else found)
        for number, (id, page) in enumerate(zip(ids, frames, strict=True))
    )
