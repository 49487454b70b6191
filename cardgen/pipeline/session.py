"""All sides and texts of a game: laid out once, or recalled, and kept for the next build."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import MappingProxyType

from msgspec.structs import replace

from cardgen.assets.library import Library
from cardgen.backend.drawing import Drawing, draw
from cardgen.core.diagnostics import Diagnostic
from cardgen.core.registry import load_modules
from cardgen.core.side_id import SideId
from cardgen.frame import Frame
from cardgen.layout.text.groups import Ladders, ladders_of
from cardgen.model.flowing import FlowSpec
from cardgen.model.game import Game
from cardgen.model.sides import CardSides, SideSpec
from cardgen.pipeline.cache import Drawings, Finished, KeptText, Store
from cardgen.pipeline.dependencies import CurrentValues, Dependencies, Fingerprints, Work
from cardgen.pipeline.executors.units import ProjectChangedError, Remote
from cardgen.pipeline.executors.workers import Workers
from cardgen.pipeline.results import SideResult
from cardgen.pipeline.side_maker import SideMaker
from cardgen.template.environment import Templates

_SIDES_A_UNIT = 60
_MANY = 1000
"""With more sides than this, keeping their items costs more memory than it saves time."""


class Session:
    """What is known of the sides and texts of a game so far.

    A `SideMaker` sets what is new; the `Store` has what the last build finished.
    """

    def __init__(self, root: Path, game: Game, store: Store | None = None) -> None:
        proved = store.proved if store is not None else lambda id, limits: frozenset[str]()
        self.maker = SideMaker(root, game, self._picture, proved)
        """What sets new sides and texts."""
        self._store = store
        self.drawings = Drawings(store)
        self.reasons: dict[str, str] = {}
        """Why work that is not new had to be done again: the name of what has changed, by id."""
        self.game = game
        self.sides: dict[str, list[CardSides]] = {}
        """The designs of each component, with their sides; of a text once it is laid out."""
        self.specs: dict[str, SideSpec] = {}
        self._frames: dict[str, Frame | None] = {}
        self._open: dict[str, None] = {}
        self._circular: set[str] = set()
        self._drawn: set[str] = set()
        self._texts: dict[str, Finished] = {}
        self._behinds: dict[str, Finished] = {}
        self._flows: dict[str, tuple[FlowSpec, Dependencies]] = {}
        if store is not None:
            self.templates.kept.update(store.templates())
        self.take_data(game)
        if store is not None:
            self.take_ladders(ladders_of(store.needs(self.specs)))

    @property
    def library(self) -> Library:
        """The assets that the game may use."""
        return self.maker.library

    @property
    def templates(self) -> Templates:
        """The templates that the game may use."""
        return self.maker.templates

    @property
    def ladders(self) -> Ladders:
        """The sizes of texts that are set alike; at first those of the last build."""
        return self.maker.ladders

    # What the game says

    def take_data(self, game: Game) -> None:
        """Go over to newer data of the game; nothing counts as laid out any more."""
        self.game = game
        self.sides = {id: component.sides(game) for id, component in game.components.items()}
        self.specs = {s.id: s for some in self.sides.values() for one in some for s in one.specs}
        self.maker.take_data(game, self.sides, self.specs)
        self.values = self.values_with(self._fingerprint)
        for known in (self._frames, self._circular, self._texts, self._behinds, self._flows):
            known.clear()

    def take_ladders(self, ladders: Ladders) -> None:
        """Go over to other sizes of texts that are set alike."""
        self.maker.ladders = ladders
        self.values.take_ladders(ladders)

    def look_again(self, assets: bool, unsaved: Mapping[str, bytes] = MappingProxyType({})) -> None:
        """Go on with templates as they are now, and with other ``assets``, before `take_data`.

        Templates that are ``unsaved`` are read in place of their files.
        """
        self.maker.look_again(assets, unsaved)

    def ids(self, components: Iterable[str] | None = None) -> dict[str, None]:
        """Name the sides of some components, or of all, in the order of the game."""
        among = self.sides if components is None else components
        specs = (spec for id in among for one in self.sides[id] for spec in one.specs)
        return {spec.id: None for spec in specs if spec.id in self.specs}

    def values_with(self, fingerprint: Fingerprints) -> CurrentValues:
        """Return what names stand for now, with another notion of what sides look like."""
        return CurrentValues(self.game, self.library, self.templates, fingerprint, self.ladders)

    def id_of(self, name: str) -> str:
        """Return the id of the side that a picture names."""
        spec = self._spec(name)
        return spec.id if spec is not None else name

    def _spec(self, id: str) -> SideSpec | None:
        """Find a side by what a picture calls it."""
        return next((s for name in _names(SideId(id)) if (s := self.specs.get(name))), None)

    # What is laid out, or as the last build left it

    def known(self, id: str) -> Dependencies | None:
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
        known = self.known(spec.id)
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
        return SideResult(spec.id, frame, {}, (), True, known, self._store.settings(spec.id))

    def _fingerprint(self, name: str) -> str:
        """Return the fingerprint of a side as it is pictured now, if that is known already."""
        id = self.id_of(name)
        if id in self.specs and id not in self._frames:
            self.recalled(self.specs[id])
        frame = self._frames.get(id)
        return frame.fingerprint if frame is not None else ""

    def forget(self, id: str) -> None:
        """Let a side be laid out again where another one pictures it."""
        self._frames.pop(id, None)

    def let_go(self, ids: Iterable[str]) -> None:
        """Forget sides that are no longer needed, and what grows with every new text.

        What is remembered of shapes, fonts and templates stays: further sides are like these.
        """
        for id in ids:
            self._frames.pop(id, None)
            self._circular.discard(id)
        self._drawn.clear()
        self.drawings.clear()
        self.maker.forget()
        self.library.forget_words()

    def take(self, frames: Mapping[str, Frame | None]) -> None:
        """Take over sides that were laid out elsewhere."""
        self._frames.update(frames)

    def side(self, spec: SideSpec, drawn: bool) -> SideResult:
        """Lay out one side; faults of the project become diagnostics."""
        self._open[spec.id] = None
        try:
            made, names = self.maker.side(spec)
        finally:
            self._open.pop(spec.id, None)
        self._frames[spec.id] = made.frame
        drawings: dict[str, Drawing] = {}
        if drawn and made.frame is not None:
            self.draw(made.frame, drawings)
        noted = self.values.dependencies(spec, names)
        return replace(made, drawings=drawings, dependencies=noted)

    def _picture(self, id: str) -> Frame | None:
        """Return another side for a ``<card>`` element."""
        self.maker.reads.note(f"side:{id}")
        spec = self._spec(id)
        if spec is None:
            raise LookupError(*(spec.id.design for spec in self.specs.values()))
        if spec.id in self._open:  # every side from there on shows itself
            shown = list(self._open)
            self._circular.update(shown[shown.index(spec.id) :])
        elif spec.id not in self._frames and self.recalled(spec) is None:
            self.side(spec, drawn=False)
        if spec.id in self._circular:
            raise RecursionError
        return self._frames[spec.id]

    def draw(self, frame: Frame, drawings: dict[str, Drawing]) -> None:
        """Write a Frame as operators, and what is inside it; nothing twice."""
        known = self._store is not None and frame.fingerprint in self._store
        if not known and frame.fingerprint not in self._drawn:
            self._drawn.add(frame.fingerprint)
            drawings[frame.fingerprint] = draw(frame)
            for child in frame.children:
                self.draw(child, drawings)

    # Many sides, by several processes

    def leave_out(self, components: Iterable[str], shown: Mapping[str, SideResult]) -> None:
        """Forget further cards that no text continues on."""
        needed = {id for id, one in shown.items() if one.is_needed}
        self.sides |= with_further({id: self.sides[id] for id in components}, needed)

    def laid_out(
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
        results += workers.map(
            work, rest, remote, lambda done: progress(alone + done), _SIDES_A_UNIT, _get_ready
        )
        for result in results:
            self._frames[result.id] = result.frame
            self.drawings.update(result.drawings)
        return results

    def lay_out_again(self, ids: Sequence[str], drawn: bool, ladders: Ladders) -> list[SideResult]:
        """Lay out sides by their ids, with all drawings that they need, whatever was done before.

        ``ladders`` are the sizes of texts that are set alike.

        Raises ProjectChangedError for an id that the game does not have.
        """
        if not self.specs.keys() >= set(ids):
            raise ProjectChangedError
        if ladders != self.ladders:
            self.take_ladders(ladders)
            self._frames.clear()
            self._circular.clear()
        self._drawn.clear()
        return [self.side(self.specs[id], drawn) for id in ids]

    def finished(
        self, results: Iterable[SideResult]
    ) -> tuple[list[SideResult], dict[str, Drawing], dict[str, int]]:
        """Return what another process needs to plan and make files, for `adopt`.

        These are the Frames, their drawings, and how many pages each text has.
        """
        plain = []
        for one in results:
            further = tuple(setting for setting in one.settings if setting.continues)
            plain.append(SideResult(one.id, one.frame, {}, one.diagnostics, settings=further))
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
        self.leave_out(self.sides, {result.id: result for result in results})
        for id, number in pages.items():
            flow = self.game.components[id].flow(self.game)
            assert flow is not None
            self.sides[id] = flow.sides(number)

    # Texts

    def texts(
        self, known: Sequence[SideResult], drawn: bool, components: Iterable[str] | None = None
    ) -> list[SideResult]:
        """Lay out texts, which settles how many pages each of them takes."""
        found: list[SideResult] = []
        for id in self.game.components if components is None else components:
            flow = self.game.components[id].flow(self.game)
            if flow is not None:
                pages, dependencies = self.pages(flow, known, drawn)
                self._flows[id] = flow, dependencies
                self.sides[id] = flow.sides(len(pages))
                found += pages
        return found

    def as_left(self, component: str) -> list[SideResult]:
        """Take a component from the last build, with blanks for what would be laid out again."""
        flow = self.game.components[component].flow(self.game)
        if flow is None:
            specs = [self.specs[id] for id in self.ids([component])]
            found = [
                self.recalled(spec) or SideResult(spec.id, blank(spec), {}, ()) for spec in specs
            ]
            self.leave_out([component], {one.id: one for one in found})
            return found
        kept = self._recalled_text(flow)
        frames = kept.frames if kept is not None else (blank(flow),)
        self.sides[component] = flow.sides(len(frames))
        return list(_pages(flow, frames))

    def work(
        self, results: Iterable[SideResult]
    ) -> Iterator[tuple[SideSpec | FlowSpec, Dependencies]]:
        """Yield all sides and texts that were laid out, each with what it has read."""
        for result in results:
            if result.id in self.specs:
                yield self.specs[result.id], result.dependencies
        yield from self._flows.values()

    def pages(
        self, spec: FlowSpec, known: Iterable[SideResult], drawn: bool
    ) -> tuple[tuple[SideResult, ...], Dependencies]:
        """Lay out a text over pages, and say what they depend on.

        ``known`` are the sides that it may picture.

        What is wrong with it comes with the first page, a blank one if there is no other.
        """
        for result in known:
            self._frames.setdefault(result.id, result.frame)
        if kept := self._recalled_text(spec):
            self._texts[spec.component] = kept
            return _pages(spec, kept.frames), kept.dependencies
        keep = None
        if self._store is not None:
            keep = KeptText(spec, self._store, self.values, self.maker.reads)
        frames, found, names = self.maker.text(spec, keep)
        frames = frames or (blank(spec),)
        if drawn:
            for page in frames:
                self.draw(page, self.drawings)
        noted = self.values.dependencies(spec, names)
        if keep is not None:
            self._behinds.update(keep.behinds)
        if keep is not None and not found:
            self._texts[spec.component] = Finished(
                spec.component, frames, noted, spec.limits, keep.parts, keep.pages
            )
        return _pages(spec, frames, found), noted

    def _recalled_text(self, spec: FlowSpec) -> Finished | None:
        """Take a text from the last build, if all that it depends on is as it was."""
        known = self.known(spec.component)
        if known is None or self._store is None:
            return None
        if not self._is_current(spec, spec.component, known):
            return None
        return self._store.finished(spec.component)

    # For the next build

    def finished_texts(self) -> list[Finished]:
        """Return the texts that were laid out without a finding, and their backgrounds."""
        return [*self._texts.values(), *self._behinds.values()]

    def save(self, results: Iterable[SideResult], whole: bool = True) -> None:
        """Keep the finished work for the next build; ``whole`` if it is all there is."""
        if self._store is not None:
            finished = [*finished_sides(results, self.specs), *self.finished_texts()]
            ids = work_of(self.game, self.specs) if whole else None
            self._store.save(finished, self.drawings, self.templates.kept, ids)


def with_further(
    sides: Mapping[str, Sequence[CardSides]], needed: Collection[str]
) -> dict[str, list[CardSides]]:
    """Return all designs, leaving out further cards whose faces are not ``needed``."""
    return {
        id: [one for one in some if not one.further or one.face.id in needed]
        for id, some in sides.items()
    }


def blank(spec: SideSpec | FlowSpec) -> Frame:
    """Return an empty side in place of one that is not there."""
    return Frame(spec.size, (), spec.bleed)


def work_of(game: Game, specs: Mapping[str, SideSpec]) -> set[str]:
    """Name all work of a game: its sides, and the components without sides, such as texts."""
    sided = {spec.component for spec in specs.values()}
    return {*specs, *(id for id in game.components if id not in sided)}


def finished_sides(results: Iterable[SideResult], specs: Mapping[str, SideSpec]) -> list[Finished]:
    """Return of some sides those that are worth keeping: nothing was found wrong with them."""
    return [
        Finished(r.id, (r.frame,), r.dependencies, specs[r.id].limits, settings=r.settings)
        for r in results
        if r.keep and r.frame and r.id in specs
    ]


def _get_ready() -> None:
    """Import what comes next, while other processes are still at work."""
    import_module("cardgen.backend.pdf")
    load_modules("cardgen.products")


def _pages(
    spec: FlowSpec, frames: Sequence[Frame], found: tuple[Diagnostic, ...] = ()
) -> tuple[SideResult, ...]:
    """Return the pages of a text; what is wrong with it comes with the first."""
    ids = [side.face.id for side in spec.sides(len(frames))]
    return tuple(
        SideResult(id, page, {}, () if number else found)
        for number, (id, page) in enumerate(zip(ids, frames, strict=True))
    )


def _names(id: SideId) -> tuple[SideId, ...]:
    """Return the ids that a picture may mean: ``deck/card/back`` may be the back of the deck.

    For a component without a back, such as a board, its face is meant.
    """
    if not id.side.endswith("back"):
        return (id,)
    return (id, SideId.of(id.component, "", "back"), SideId.of(id.component, "", "face"))
