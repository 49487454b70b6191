"""Turns the sides and texts of one game into Frames, or takes those that are still current."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from cardgen.backend.drawing import Drawing, draw, forget_words
from cardgen.core.diagnostics import Diagnostic, Diagnostics, Location
from cardgen.core.errors import CardgenError
from cardgen.core.registry import load_modules
from cardgen.frame import Frame
from cardgen.layout.engine import Layout
from cardgen.model.access_tracking import tracked
from cardgen.model.flowing import FlowSpec
from cardgen.model.formats import Limits
from cardgen.model.game import Game
from cardgen.model.problems import empty_booklet
from cardgen.model.sides import CardSides, SideSpec
from cardgen.pipeline.attribution import layout_note, naming_place, placed
from cardgen.pipeline.cache import Drawings, Finished, Store
from cardgen.pipeline.dependencies import CurrentValues, Dependencies, Fingerprints, Work
from cardgen.pipeline.executors.pool import ProjectChangedError
from cardgen.pipeline.executors.workers import Remote, Workers
from cardgen.pipeline.kept_texts import KeptText
from cardgen.pipeline.resources import library_of, template_folders, templates_of
from cardgen.pipeline.results import SideResult, TextResult
from cardgen.proof.runner import proof
from cardgen.template.element import Element

_SIDES_A_UNIT = 60
_MANY = 1000
"""So many sides that their items together take up more room than they may save time."""


def _get_ready() -> None:
    """Import what comes next, while other processes are still at work."""
    import_module("cardgen.backend.pdf")
    load_modules("cardgen.products")


class Session:
    """Lays out the sides and texts of one game, or takes them from the last build."""

    def __init__(self, root: Path, game: Game, store: Store | None = None) -> None:
        self._root = root
        self.library = library_of(root, game.id)
        self.reads = self.library.reads
        self.templates = templates_of(root, game.id, self.reads)
        self.drawings = Drawings(store)
        self.reasons: dict[str, str] = {}
        """Why work that is not new had to be done again: the name of what has changed, by id."""
        self._store = store
        if store is not None:
            self.templates.kept.update(store.templates())
        self.game = game
        self.sides: dict[str, list[CardSides]] = {}
        """The designs of each component, with their sides; of a text once it is laid out."""
        self.specs: dict[str, SideSpec] = {}
        self._layout = self._layout_in(game)
        self._frames: dict[str, Frame | None] = {}
        self._open: dict[str, None] = {}
        self._circular: set[str] = set()
        self._drawn: set[str] = set()
        self._texts: dict[str, Finished] = {}
        self._behinds: dict[str, Finished] = {}
        self._flows: dict[str, tuple[FlowSpec, Dependencies]] = {}
        self.take_data(game)

    def take_data(self, game: Game) -> None:
        """Go over to newer data of the game; nothing counts as laid out any more.

        What `Layout` remembers holds for as long as the theme does.
        """
        if game.theme != self.game.theme:
            self._layout = self._layout_in(game)
        self.game = game
        self.sides = {id: component.sides(game) for id, component in game.components.items()}
        designs = (one for sides in self.sides.values() for one in sides)
        self.specs = {spec.id: spec for one in designs for spec in one.specs}
        self.values = self.values_with(self._fingerprint)
        self._frames.clear()
        self._circular.clear()
        self._texts.clear()
        self._behinds.clear()
        self._flows.clear()

    def look_again(self, assets: bool) -> None:
        """Go on with templates as they are now, and with other ``assets``, before `take_data`.

        What templates that have not changed taught stays.
        """
        self.templates.look_again(template_folders(self._root, self.game.id))
        if assets:
            self.library = library_of(self._root, self.game.id)
            self.library.reads = self.reads
        self._layout = self._layout_in(self.game)

    def _layout_in(self, game: Game) -> Layout:
        return Layout(game.theme, self.library, self._picture, self.templates.narrow)

    def results(
        self,
        workers: Workers,
        progress: Callable[[int], None],
        drawn: bool = True,
        components: Iterable[str] | None = None,
        remote: Remote[SideSpec, SideResult] | None = None,
    ) -> list[SideResult]:
        """Lay out the sides of some components, or of all; ``drawn`` asks for the operators too.

        ``progress`` is told how many of those that are new are done. ``remote`` lays out sides in
        processes that share no memory with this one.
        """
        known = {id: self._known(id) for id in self.ids(components)}
        results: dict[str, SideResult | None] = dict.fromkeys(known)
        done = 0

        def settle(ids: Iterable[str]) -> None:
            """Take sides from the last build where nothing has changed; lay out the others."""
            nonlocal done
            for id in ids:
                results[id] = self.recalled(self.specs[id])
            new = [self.specs[id] for id in ids if results[id] is None]
            for result in self._laid_out(new, workers, lambda n: progress(done + n), drawn, remote):
                results[result.id] = result
            done += len(new)

        # Whether a side that pictures others is current shows only when these are settled.
        picturing = {id for id, noted in known.items() if noted is not None and noted.sides()}
        settle([id for id in known if id not in picturing])
        settle([id for id in known if id in picturing])
        return [result for result in results.values() if result is not None]

    def ids(self, components: Iterable[str] | None = None) -> dict[str, None]:
        """Name the sides of some components, or of all, in the order of the game."""
        among = self.sides if components is None else components
        specs = (spec for id in among for one in self.sides[id] for spec in one.specs)
        return {spec.id: None for spec in specs if spec.id in self.specs}

    def _laid_out(
        self,
        specs: Sequence[SideSpec],
        workers: Workers,
        progress: Callable[[int], None],
        drawn: bool,
        remote: Remote[SideSpec, SideResult] | None,
    ) -> list[SideResult]:
        """Lay out sides, by several processes if there are many."""

        def work(spec: SideSpec) -> SideResult:
            result = self.side(spec, drawn)
            if result.frame is not None and len(specs) > _MANY:
                result.frame.let_go_of_items()
            return result

        # What the first sides teach (templates, fonts, icons) every process then knows.
        first = {spec.template: spec for spec in reversed(specs)}
        rest = [spec for spec in specs if first[spec.template] is not spec]
        results = [work(spec) for spec in first.values()]
        alone = len(results)
        results += workers.spread(
            work, rest, _SIDES_A_UNIT, remote, lambda done: progress(alone + done), _get_ready
        )
        for result in results:
            self._frames[result.id] = result.frame
            self.drawings.update(result.drawings)
        return results

    def _known(self, id: str) -> Dependencies | None:
        """Return what finished work of the last build depends on."""
        return self._store.dependencies(id) if self._store is not None else None

    def _is_current(self, work: Work, id: str, known: Dependencies) -> bool:
        """Whether work of the last build is still as it was; else the reason is kept."""
        changed = self.values.changed(work, known)
        if changed is None:
            self.reasons.pop(id, None)
        else:
            self.reasons[id] = changed
        return changed is None

    def redrawn(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return why work was done again, each reason with the ids of all that it concerned."""
        by_reason: dict[str, list[str]] = {}
        for id, name in self.reasons.items():
            by_reason.setdefault(name, []).append(id)
        return tuple((name, tuple(ids)) for name, ids in by_reason.items())

    def recalled(self, spec: SideSpec) -> SideResult | None:
        """Take a side from the last build, if all that it depends on is as it was."""
        known = self._known(spec.id)
        if known is None or spec.id in self._open:
            return None
        self._open[spec.id] = None
        try:
            if not self._is_current(spec, spec.id, known):
                return None
        finally:
            del self._open[spec.id]
        assert self._store is not None
        [frame] = self._store.frames(spec.id)
        self._frames[spec.id] = frame
        return SideResult(spec.id, frame, {}, (), True, known)

    def _fingerprint(self, name: str) -> str:
        """Return the fingerprint of a side as it is pictured now, if that is known already."""
        id = self.id_of(name)
        if id in self.specs and id not in self._frames:
            self.recalled(self.specs[id])
        frame = self._frames.get(id)
        return frame.fingerprint if frame is not None else ""

    def values_with(self, fingerprint: Fingerprints) -> CurrentValues:
        """Return what names stand for now, with another notion of what sides look like."""
        return CurrentValues(self.game, self.library, self.templates, fingerprint)

    def id_of(self, name: str) -> str:
        """Return the id of the side that a picture names."""
        spec = self._spec(name)
        return spec.id if spec is not None else name

    def forget(self, id: str) -> None:
        """Let a side be laid out again where another one pictures it."""
        self._frames.pop(id, None)

    def let_go(self, ids: Iterable[str]) -> None:
        """Forget sides of which nothing more is wanted, and what grows with every new text.

        What is remembered of shapes, fonts and templates stays: further sides are like these.
        """
        for id in ids:
            self._frames.pop(id, None)
            self._circular.discard(id)
        self._drawn.clear()
        self.drawings.clear()
        self._layout = self._layout_in(self.game)
        self.library.forget_words()
        forget_words()

    def take(self, frames: Mapping[str, Frame | None]) -> None:
        """Take over sides that were laid out elsewhere."""
        self._frames.update(frames)

    def lay_out_again(self, ids: Sequence[str], drawn: bool) -> list[SideResult]:
        """Lay out sides by their ids, with all drawings that they need, whatever was done before.

        Raises ProjectChangedError for an id that the game does not have.
        """
        if not self.specs.keys() >= set(ids):
            raise ProjectChangedError
        self._drawn.clear()
        return [self.side(self.specs[id], drawn) for id in ids]

    def finished(
        self, results: Iterable[SideResult]
    ) -> tuple[list[SideResult], dict[str, Drawing], dict[str, int]]:
        """Return what another process needs to plan and make files, for `adopt`.

        These are the Frames, their drawings, and how many pages each text has.
        """
        plain = [SideResult(r.id, r.frame, {}, ()) for r in results]
        frames = [r.frame for r in plain if r.frame is not None]
        shown = {one.fingerprint: one for frame in frames for one in (frame, *frame.descendants())}
        drawings = {}
        for name in shown:
            with suppress(KeyError):  # it is drawn where it is needed
                drawings[name] = self.drawings[name]
        return plain, drawings, {id: len(self.sides[id]) for id in self._flows}

    def adopt(
        self,
        results: Iterable[SideResult],
        drawings: Mapping[str, Drawing],
        pages: Mapping[str, int],
    ) -> None:
        """Take over what was laid out elsewhere."""
        self.take({result.id: result.frame for result in results})
        self.drawings.update(drawings)
        for id, number in pages.items():
            flow = self.game.components[id].flow(self.game)
            assert flow is not None
            self.sides[id] = flow.sides(number)

    def save(self, results: Iterable[SideResult], whole: bool = True) -> None:
        """Keep the finished work for the next build; ``whole`` if it is all there is."""
        if self._store is not None:
            finished = [*finished_sides(results, self.specs), *self.finished_texts()]
            self._store.save(finished, self.drawings, self.templates.kept, whole)

    def finished_texts(self) -> list[Finished]:
        """Return the texts that were laid out without a finding, and what stands behind them."""
        return [*self._texts.values(), *self._behinds.values()]

    def side(self, spec: SideSpec, drawn: bool) -> SideResult:
        """Lay out one side; faults of the project become diagnostics."""
        found = Diagnostics()
        frame = None
        self._open[spec.id] = None
        with self.reads.recording() as names:
            try:
                element = self.templates.element(
                    spec.template,
                    tracked(spec.context, self.reads),
                    naming_place(spec, self.game),
                )
                laid = self._layout.side(element, spec.size, spec.bleed)
                found.extend(laid.diagnostics)
                if not found.has_errors:  # a proof of what lacks something says nothing
                    for item in self._proof(spec.id, laid.frame, spec.limits):
                        found.add(placed(element, item))
                if not found.has_errors:
                    frame = laid.frame
            except CardgenError as error:
                found.add(*error.diagnostics)
            finally:
                self._open.pop(spec.id, None)
        self._frames[spec.id] = frame
        note = layout_note(spec)
        noted = tuple(item.with_note(note) for item in found)
        drawings: dict[str, Drawing] = {}
        if drawn and frame is not None:
            self._draw(frame, drawings)
        dependencies = self.values.dependencies(spec, names)
        return SideResult(spec.id, frame, drawings, noted, not noted, dependencies)

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
            return [
                self.recalled(spec) or SideResult(spec.id, blank(spec), {}, ()) for spec in specs
            ]
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
        noted = tuple(item.with_note(note) for item in dict.fromkeys(found))
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

    def _proof(self, id: str, frame: Frame, limits: Limits) -> list[Diagnostic]:
        """Look over a Frame, unless the last build found nothing wrong with the same one."""
        if self._store is not None and frame.fingerprint in self._store.proved(id, limits):
            return []
        return proof(frame, limits, self.library)

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

    def render(self, name: str, context: Mapping[str, Any], at: Location | None) -> str:
        """Run a template of the game that is no side, as a script."""
        return self.templates.render(name, context, at)

    def _picture(self, id: str) -> Frame | None:
        """Return another side for a ``<card>`` element."""
        self.reads.note(f"side:{id}")
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
        return self._frames[spec.id]

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


def finished_sides(results: Iterable[SideResult], specs: Mapping[str, SideSpec]) -> list[Finished]:
    """Return of some sides those that are worth keeping: nothing was found wrong with them."""
    return [
        Finished(r.id, (r.frame,), r.dependencies, specs[r.id].limits)
        for r in results
        if r.keep and r.frame and r.id in specs
    ]


def blank(spec: SideSpec | FlowSpec) -> Frame:
    """Return an empty side in place of one that is not there."""
    return Frame(spec.size, (), spec.bleed)


def _pages(
    spec: FlowSpec, frames: Sequence[Frame], found: tuple[Diagnostic, ...] = ()
) -> tuple[SideResult, ...]:
    """Return the pages of a text; what is wrong with it comes with the first."""
    ids = [side.face.id for side in spec.sides(len(frames))]
    return tuple(
        SideResult(id, page, {}, () if number else found)
        for number, (id, page) in enumerate(zip(ids, frames, strict=True))
    )


def _names(id: str) -> tuple[str, ...]:
    """Say under which ids a pictured side may be: ``deck/card/back`` may be the deck's back.

    What has no back, as a board, is meant with its face.
    """
    component, _, rest = id.partition("/")
    return (id, f"{component}/back", f"{component}/face") if rest.endswith("back") else (id,)
