"""One game at work: its sides and texts, each laid out once, and again only if it must be.

`GameWork` answers what a side or a text looks like. While it lays one out, it notes all that is
read; a result is current as long as all of that is as it was. Current results come from memory, or
from the `Store`, which has what the last build or preview finished.

Two things make a side stale though nothing was edited that it shows: another side that it pictures
comes out different, and texts of a group are set at the size that the whole group has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.backend.drawing import Drawing, draw
from cardgen.core.diagnostics import CardgenError, Diagnostic, Diagnostics, Location
from cardgen.core.registry import load_modules
from cardgen.frame import Frame
from cardgen.layout.canvas import Laid
from cardgen.layout.engine import Layout
from cardgen.layout.text.groups import GroupNeed, Ladders, TextSetting, ladders_of
from cardgen.model.flowing import FlowSpec
from cardgen.model.formats import Limits
from cardgen.model.game import Game
from cardgen.model.problems import empty_booklet
from cardgen.model.record import tracked
from cardgen.model.sides import CardSides, SideSpec
from cardgen.pipeline.attribution import layout_note, naming_place, place_at_tag
from cardgen.pipeline.cache import Drawings, FinishedWork, KeptText, Store
from cardgen.pipeline.continued_sides import SidesOfCard
from cardgen.pipeline.dependencies import CurrentValues, Dependencies
from cardgen.pipeline.designs import Designs
from cardgen.pipeline.executors.units import Lessons, ProjectChangedError, Remote
from cardgen.pipeline.executors.workers import Workers
from cardgen.pipeline.resources import library_of, template_folders, templates_of
from cardgen.pipeline.results import LayoutResult, SideResult, TextResult, continues
from cardgen.proof.runner import proof
from cardgen.template.element import Element

_SIDES_A_UNIT = 60
_MANY = 1000
"""With more sides than this, keeping their items costs more memory than it saves time."""
_NOT_SHOWN_YET = "not shown yet"
"""Takes the place of a fingerprint for a side of the game that is not laid out yet."""


class _LaidOutText(Struct, frozen=True):
    """A laid-out text with its records for the next build, by id, and its drawings, by name."""

    text: TextResult
    finished: dict[str, FinishedWork]
    drawings: dict[str, Drawing]


class _Pictures:
    """The sides that are current, as others picture them; those that show themselves have none."""

    def __init__(self) -> None:
        self.frames: dict[str, Frame | None] = {}
        self.open: dict[str, None] = {}
        """The sides that are being laid out, from the outermost on."""
        self.circular: set[str] = set()
        """The sides that show themselves."""

    @contextmanager
    def opening(self, id: str) -> Iterator[None]:
        """Note that a side is being laid out."""
        self.open[id] = None
        try:
            yield
        finally:
            self.open.pop(id, None)

    def note_circle(self, id: str) -> None:
        """Note that every open side from this one on shows itself."""
        ids = list(self.open)
        self.circular.update(ids[ids.index(id) :])

    def forget(self, id: str) -> None:
        """Forget one side."""
        self.frames.pop(id, None)
        self.circular.discard(id)

    def clear(self) -> None:
        """Forget all sides."""
        self.frames.clear()
        self.circular.clear()


class GameWork:
    """One game at work: its data and files, and its sides and texts as they were laid out last.

    It belongs to one thread: whatever that thread reads is noted. Its tables are for others too,
    under a lock of their own.
    """

    def __init__(self, root: Path, game: Game, store: Store | None = None) -> None:
        self.root = root
        self.library = library_of(root, game.id)
        """The assets that the game may use."""
        self.reads = self.library.reads
        self.templates = templates_of(root, game.id, self.reads, self._phrase)
        self.drafts = False
        """Whether sides with errors are laid out as far as possible."""
        self.ladders: Ladders = {}
        """The sizes of texts that are set alike; at first those of the last build."""
        self.drawings = Drawings(store)
        self.side_results: dict[str, SideResult] = {}
        """The sides as they were laid out last."""
        self.pending: dict[str, str] = {}
        """Sides to lay out (again), each with the name of what changed, if that is known."""
        self.texts: dict[str, TextResult] = {}
        """The texts as they were laid out last."""
        self.reasons: dict[str, str] = {}
        """Why work that is not new had to be done again: the name of what has changed, by id."""
        self.laid_out_count = 0
        """How many sides and texts were laid out, and not taken from the store."""
        self._store = store
        self._pictures = _Pictures()
        self._drawn: set[str] = set()
        self._finished: dict[str, FinishedWork] = {}
        """Texts without findings, and the backgrounds of their pages."""
        self.game = game
        self.forget_layout()
        self.replace_game(game)
        if store is not None:
            self.templates.kept.update(store.templates())
            self.replace_ladders(ladders_of(store.needs(self.specs)))

    def _phrase(self, context: str, source: str) -> str:
        return self.game.phrase(context, source)

    # The data and files of the game

    def replace_game(self, game: Game) -> None:
        """Go over to newer data of the game; what layout has learnt of another theme goes."""
        theme, self.game = self.game.theme, game
        self.designs = Designs(game)
        if theme != game.theme:
            self.forget_layout()
        self.values = CurrentValues(
            game, self.library, self.templates, self._fingerprint, self.ladders
        )
        self._pictures.clear()

    def reload_files(
        self, assets: bool, unsaved: Mapping[str, bytes] = MappingProxyType({})
    ) -> None:
        """Go on with templates as they are now, and with other ``assets``, before `replace_game`.

        Templates that are ``unsaved`` are read in place of their files.
        """
        self.templates.look_again(template_folders(self.root, self.game.id), unsaved)
        if assets:
            self.library = library_of(self.root, self.game.id)
            self.library.reads = self.reads
        self.forget_layout()

    def replace_ladders(self, ladders: Ladders) -> None:
        """Go over to other sizes of texts that are set alike."""
        self.ladders = ladders
        self.values.take_ladders(ladders)

    def forget_layout(self) -> None:
        """Forget what layout has learnt of the theme and of texts."""
        narrow = self.templates.narrow
        self._layout = Layout(self.game.theme, self.library, self._picture, narrow)

    @property
    def specs(self) -> Mapping[str, SideSpec]:
        """All sides by their ids, but for pages of texts."""
        return self.designs.specs

    @property
    def sides(self) -> Mapping[str, Sequence[CardSides]]:
        """The designs of each component, with their sides; of a text its pages."""
        return self.designs.by_component

    # What is current

    def find_stale(
        self,
        specs: Mapping[str, SideSpec | FlowSpec],
        results: Mapping[str, LayoutResult],
        same: Collection[str] = (),
    ) -> dict[str, str]:
        """Return the sides or texts whose results are not current, with the name of what changed.

        The name is empty for new ones, and for findings that name a place which has moved. Sides
        that are pictured count as they are shown: if one of them comes out different, those that
        picture it follow. Those in ``same`` read nothing else of themselves than before.
        """
        reasons: dict[str, str] = {}
        for id, spec in specs.items():
            result = results.get(id)
            if result is None:
                reasons[id] = ""
                continue
            read = result.dependencies
            changed = self.values.changed(spec, read, id in same, self._fingerprint_shown)
            if changed is not None:
                reasons[id] = changed
            elif result.at != spec.at and any(page.diagnostics for page in result.results):
                reasons[id] = ""
        return reasons

    def _fingerprint_shown(self, name: str) -> str:
        id = self.designs.id_of(name)
        side = self.side_results.get(id)
        if side is None:  # a card that was missing may have been added
            return _NOT_SHOWN_YET if id in self.specs else ""
        return side.fingerprint

    def stored_dependencies(self, id: str) -> Dependencies | None:
        """Return what finished work of the last build depends on."""
        return self._store.dependencies(id) if self._store is not None else None

    def _is_current(self, spec: SideSpec | FlowSpec, id: str, dependencies: Dependencies) -> bool:
        """Whether work of the last build is still as it was; else the reason is kept."""
        changed = self.values.changed(spec, dependencies)
        if changed is None:
            self.reasons.pop(id, None)
        else:
            self.reasons[id] = changed
        return changed is None

    def redraw_reasons(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return why work was done again, each reason with the ids of all that it concerned."""
        by_reason: dict[str, list[str]] = {}
        for id, name in self.reasons.items():
            by_reason.setdefault(name, []).append(id)
        return tuple((name, tuple(ids)) for name, ids in by_reason.items())

    def find_pending(self, same: Collection[str] = ()) -> list[LayoutResult]:
        """Find what is still current after newer data or files; all else is pending.

        Return the sides and texts that are no longer there. For ``same`` see `find_stale`.
        """
        removed_results: list[LayoutResult] = [
            side for id, side in self.side_results.items() if id not in self.specs
        ]
        removed_results += [
            text for id, text in self.texts.items() if id not in self.game.components
        ]
        self.side_results = {id: side for id, side in self.side_results.items() if id in self.specs}
        self.texts = {id: text for id, text in self.texts.items() if id in self.game.components}
        self.pending = self.find_stale(self.specs, self.side_results, same)
        self.use_as_pictures(
            {id: s for id, s in self.side_results.items() if id not in self.pending}
        )
        self.settle_ladders()
        return removed_results

    def use_as_pictures(self, sides: Mapping[str, SideResult]) -> None:
        """Use these sides as they are where others picture them."""
        self._pictures.frames.update({id: side.frame for id, side in sides.items()})

    def replace_side(self, id: str, side: SideResult) -> None:
        """Take a side that was laid out; those that picture it follow if it looks different."""
        old = self.side_results.get(id)
        self.side_results[id] = side
        self.pending.pop(id, None)
        self._pictures.frames[id] = side.frame
        if old is None or old.fingerprint == side.fingerprint:
            return
        following = self.sides_picturing({id}, self.side_results)
        for picturing_id in filter(
            following.__contains__, self.side_results
        ):  # in the order of the game
            self._mark_stale(picturing_id, f"side:{id}")

    def sides_picturing(
        self, ids: Collection[str], results: Mapping[str, LayoutResult]
    ) -> set[str]:
        """Return those of the results that show some sides and are not among them."""
        id_of = self.designs.id_of
        return {
            id
            for id, result in results.items()
            if id not in ids and any(id_of(name) in ids for name in result.dependencies.sides)
        }

    def settle_ladders(self) -> None:
        """Have texts of a group set anew where the whole group has another size by now.

        What a text needs does not depend on others, so that once is enough.
        """
        if self.pending:  # not all needs are known yet
            return
        ladders = ladders_of(self._needs())
        if ladders == self.ladders:
            return
        self.replace_ladders(ladders)
        for id, side in self.side_results.items():
            if side.dependencies.needs():
                changed = self.values.changed(self.specs[id], side.dependencies)
                if changed is not None:
                    self._mark_stale(id, changed)

    def _needs(self) -> set[str]:
        """Return the names by which sides have read sizes of texts that are set alike."""
        shared = {
            id(side.dependencies.shared): side for side in self.side_results.values()
        }  # most alike
        return {name for side in shared.values() for name in side.dependencies.needs()}

    def _mark_stale(self, id: str, reason: str) -> None:
        self.pending[id] = reason
        self._pictures.frames.pop(id, None)

    def leave_out(self, components: Iterable[str] | None = None) -> None:
        """Leave out further cards that no text continues on."""
        self.designs.leave_out(self.side_results, components)

    # A side

    def side(self, spec: SideSpec, drawn: bool = False) -> SideResult:
        """Return a side from the last build if it is current, else lay it out."""
        return self.stored_side(spec) or self.lay_out_side(spec, drawn)

    def stored_side(self, spec: SideSpec) -> SideResult | None:
        """Take a side from the last build, if all that it depends on is as it was."""
        dependencies = self.stored_dependencies(spec.id)
        if dependencies is None or spec.id in self._pictures.open:
            return None
        with self._pictures.opening(spec.id):
            if not self._is_current(spec, spec.id, dependencies):
                return None
        assert self._store is not None
        [frame] = self._store.frames(spec.id)
        self._pictures.frames[spec.id] = frame
        return SideResult(spec.id, frame, {}, (), True, dependencies, self._store.settings(spec.id))

    def lay_out_side(self, spec: SideSpec, drawn: bool = False) -> SideResult:
        """Lay out a side: template, layout, proof; faults of the project become diagnostics.

        It is ``drawn`` too if files are to be made of it.
        """
        diagnostics = Diagnostics()
        frame = draft = None
        settings: tuple[TextSetting, ...] = ()
        with self._pictures.opening(spec.id), self.reads.recording() as names:
            try:
                element = self._element(spec)
                neighbours = self.designs.neighbours(spec)
                around = SidesOfCard(
                    self._element, self._lay_out_element, self._ever_has, *neighbours
                )
                laid = self._lay_out_element(spec, element, around)
                settings = laid.settings
                diagnostics.extend(laid.diagnostics)
                if not diagnostics.has_errors:  # a proof of what lacks something says nothing
                    for item in self._proof(spec.id, laid.frame, spec.limits):
                        diagnostics.add(place_at_tag(element, item))
                if not diagnostics.has_errors:
                    frame = laid.frame
                elif self.drafts:
                    draft = laid.frame
            except CardgenError as error:
                diagnostics.add(*error.diagnostics)
        keep = not diagnostics
        if spec.id in self.designs.further and not (diagnostics.has_errors or continues(settings)):
            diagnostics, settings = Diagnostics(), ()  # nobody sees a card that is not there
        note = layout_note(spec)
        located_diagnostics = tuple(
            item.with_note(note) for item in self.templates.places.located(diagnostics)
        )
        self.laid_out_count += 1
        self._pictures.frames[spec.id] = frame
        drawings: dict[str, Drawing] = {}
        if drawn and frame is not None:
            self.draw(frame, drawings)
        read = self.values.dependencies(spec, names)
        return SideResult(
            spec.id, frame, drawings, located_diagnostics, keep, read, settings, draft
        )

    def _element(self, spec: SideSpec) -> Element:
        """Run the template of a side."""
        context = tracked(spec.context, self.reads)
        return self.templates.element(spec.template, context, naming_place(spec, self.game))

    def _lay_out_element(
        self, spec: SideSpec, element: Element, around: SidesOfCard | None = None
    ) -> Laid:
        """Lay out what a template has written."""
        groups = partial(self._size, spec.component)
        laid = self._layout.side(element, spec.size, spec.bleed, groups, around)
        return replace(laid, frame=laid.frame.cut_smaller(spec.inset)) if spec.inset else laid

    def _ever_has(self, spec: SideSpec, id: str) -> bool:
        """Whether the templates of a side have a tag of some id, if only for other cards."""
        with self.reads.recording() as names:
            self._element(spec)
        self.reads.names.update(names)
        return self.templates.ever_gives(names, "id", id)

    def _size(self, component: str, group: str, steps: int, size: float) -> float:
        """Return the size of a text that is set like others, given what it needs."""
        need = GroupNeed.of(component, group, max(steps, 1), size)
        self.reads.note(need.name)
        return need.on(self.ladders)

    def _proof(self, id: str, frame: Frame, limits: Limits) -> list[Diagnostic]:
        """Look over a Frame, unless the last build found nothing wrong with the same one."""
        if self._store is not None and frame.fingerprint in self._store.faultless_fingerprints(
            id, limits
        ):
            return []
        return proof(frame, limits, self.library)

    def _picture(self, id: str) -> Frame | None:
        """Return another side for a ``<card>`` element."""
        self.reads.note(f"side:{id}")
        spec = self.designs.find(id)
        if spec is None:
            raise LookupError(*(spec.id.design for spec in self.specs.values()))
        pictures = self._pictures
        if spec.id in pictures.open:
            pictures.note_circle(spec.id)
        elif spec.id not in pictures.frames:
            self.side(spec)
        if spec.id in pictures.circular:
            raise RecursionError
        return pictures.frames[spec.id]

    def _fingerprint(self, name: str) -> str:
        """Return the fingerprint of a side as it is pictured now, if that is known already."""
        id = self.designs.id_of(name)
        if id in self.specs and id not in self._pictures.frames:
            self.stored_side(self.specs[id])
        frame = self._pictures.frames.get(id)
        return frame.fingerprint if frame is not None else ""

    def draw(self, frame: Frame, drawings: dict[str, Drawing]) -> None:
        """Write a Frame as operators, and what is inside it; nothing twice."""
        is_stored = self._store is not None and frame.fingerprint in self._store
        if not is_stored and frame.fingerprint not in self._drawn:
            self._drawn.add(frame.fingerprint)
            drawings[frame.fingerprint] = draw(frame)
            for child in frame.children:
                self.draw(child, drawings)

    def forget_sides(self, ids: Iterable[str]) -> None:
        """Forget sides that are no longer needed, and what grows with every new text.

        What is remembered of shapes, fonts and templates stays: further sides are like these.
        """
        for id in ids:
            self._pictures.forget(id)
        self._drawn.clear()
        self.drawings.clear()
        self.forget_layout()
        self.library.forget_words()

    # All sides, by several processes

    def lay_out(
        self,
        workers: Workers,
        progress: Callable[[int], None] = lambda count: None,
        drawn: bool = True,
        components: Iterable[str] | None = None,
        remote: Remote[SideSpec, SideResult] | None = None,
    ) -> list[SideResult]:
        """Lay out the sides of some components, or of all; ``drawn`` asks for the operators too.

        ``progress`` gets the number of new sides that are done. ``remote`` lays out sides in
        processes that share no memory with this one.
        """
        asked_for = tuple(self.game.components if components is None else components)
        side_ids = self.designs.ids(asked_for)
        self.pending |= {id: "" for id in side_ids if id not in self.side_results}
        finished_count = 0
        while True:
            while due := self._next_ids():
                new = [self.specs[id] for id in due if not self._is_stored(id)]
                draws = drawn and any(spec.id in side_ids for spec in new)
                tell = partial(_report_count, progress, finished_count)
                for side in self._lay_out_specs(new, workers, tell, draws, remote):
                    self.replace_side(side.id, side)
                finished_count += len(new)
            if len(self.side_results) < len(self.specs) and self._needs_all(asked_for):
                self.pending = {id: "" for id in self.designs.ids() if id not in self.side_results}
                continue
            self.settle_ladders()
            if not self.pending:
                break
        self.leave_out(asked_for)
        return [self.side_results[id] for id in side_ids]

    def _next_ids(self) -> list[str]:
        """Return what is to be laid out now.

        Whether a side that pictures others is current shows only when these are settled.
        """
        dependencies = {id: self.stored_dependencies(id) for id in self.pending}
        independent = [id for id, read in dependencies.items() if read is None or not read.sides]
        return independent or list(dependencies)

    def _is_stored(self, id: str) -> bool:
        """Take a side from the last build, unless it is known to be another."""
        if reason := self.pending[id]:
            if self.stored_dependencies(id) is not None:
                self.reasons.setdefault(id, reason)
            return False
        result = self.stored_side(self.specs[id])
        if result is not None:
            self.replace_side(id, result)
        return result is not None

    def _needs_all(self, components: Iterable[str]) -> bool:
        """Whether sizes depend on sides that nobody has asked for.

        They do where a text is set like others of any component, and where a booklet may picture
        cards that are set like the rest of their deck.
        """
        flows = self.game.flows()
        return any(id in flows for id in components) or any(
            GroupNeed.parse(name).is_of_game for name in self._needs()
        )

    def _lay_out_specs(
        self,
        specs: Sequence[SideSpec],
        workers: Workers,
        progress: Callable[[int], None],
        drawn: bool,
        remote: Remote[SideSpec, SideResult] | None,
    ) -> list[SideResult]:
        """Lay out sides, by several processes if there are many."""

        def work(spec: SideSpec) -> SideResult:
            result = self.lay_out_side(spec, drawn)
            if result.frame is not None and len(specs) > _MANY:
                result.frame.forget_items()
            return result

        # Large sides, such as boards, take longest: they come first. The sides of a template follow
        # one another, so that few processes compile it. A side of the most common template teaches
        # this process fonts and macros before it forks others, so that these know them too.
        numbers = Counter(spec.template for spec in specs)
        order = sorted(specs, key=lambda spec: (-spec.size.width * spec.size.height, spec.template))
        if order:
            teacher = max(range(len(order)), key=lambda index: numbers[order[index].template])
            order.insert(0, order.pop(teacher))
        self.templates.compile_shared(spec.template for spec in specs)
        results = workers.map(
            work,
            order,
            remote,
            progress,
            _SIDES_A_UNIT,
            _get_ready,
            lambda spec: spec.template,
            self._lessons(),
        )
        places = {spec.id: number for number, spec in enumerate(specs)}
        results.sort(key=lambda result: places[result.id])
        for result in results:
            self._pictures.frames[result.id] = result.frame
            self.drawings.update(result.drawings)
        return results

    def _lessons(self) -> Lessons:
        """Let templates that another process compiles be kept as if this one had compiled them."""
        templates_before, compiled_templates = dict(self.templates.kept), self.templates.kept
        return Lessons(
            lambda: {
                key: value
                for key, value in compiled_templates.items()
                if templates_before.get(key) is not value
            },
            compiled_templates.update,
        )

    def lay_out_again(self, ids: Sequence[str], drawn: bool, ladders: Ladders) -> list[SideResult]:
        """Lay out sides by their ids, with all drawings that they need, whatever was done before.

        ``ladders`` are the sizes of texts that are set alike.

        Raises ProjectChangedError for an id that the game does not have.
        """
        if not self.specs.keys() >= set(ids):
            raise ProjectChangedError
        if ladders != self.ladders:
            self.replace_ladders(ladders)
            self._pictures.clear()
        self._drawn.clear()
        return [self.lay_out_side(self.specs[id], drawn) for id in ids]

    def results_to_send(
        self, results: Iterable[SideResult]
    ) -> tuple[list[SideResult], dict[str, Drawing], dict[str, int]]:
        """Return what another process needs to plan and make files, for `take_results`.

        These are the Frames, their drawings, and how many pages each text has.
        """
        plain = []
        for result in results:
            further = tuple(setting for setting in result.settings if setting.continues)
            plain.append(
                SideResult(result.id, result.frame, {}, result.diagnostics, settings=further)
            )
        frames = [r.frame for r in plain if r.frame is not None]
        frames_by_fingerprint = {
            result.fingerprint: result
            for frame in frames
            for result in (frame, *frame.descendants())
        }
        drawings = {}
        for name in frames_by_fingerprint:
            with suppress(KeyError):  # it is drawn where it is needed
                drawings[name] = self.drawings[name]
        return plain, drawings, {id: len(self.sides[id]) for id in self.texts}

    def take_results(
        self,
        results: Iterable[SideResult],
        drawings: Mapping[str, Drawing],
        pages: Mapping[str, int],
    ) -> None:
        """Take over what another process has laid out."""
        self.side_results = {result.id: result for result in results}
        self.use_as_pictures(self.side_results)
        self.drawings.update(drawings)
        self.leave_out()
        for id, flow in self.game.flows().items():
            if id in pages:
                self.designs.set_pages(flow, pages[id])

    # A text

    def text(self, spec: FlowSpec, drawn: bool = False) -> TextResult:
        """Return the pages of a text from the last build if they are current, else lay them out.

        What is wrong with it comes with the first page, a blank one if there is no other.
        """
        return self._take_stored_text(spec) or self.lay_out_text(spec, drawn)

    def _take_stored_text(self, spec: FlowSpec) -> TextResult | None:
        stored_text = self._stored_text(spec)
        if stored_text is None:
            return None
        self._finished[spec.component] = stored_text
        return TextResult(_pages(spec, stored_text.frames), stored_text.dependencies)

    def lay_out_text(self, spec: FlowSpec, drawn: bool) -> TextResult:
        """Lay out the pages of a text, whatever was done before."""
        keep = None
        if self._store is not None:
            keep = KeptText(spec, self._store, self.values, self.reads)
        diagnostics = Diagnostics()
        frames: tuple[Frame, ...] = ()
        with self.reads.recording() as names:
            try:
                laid = self._layout.pages(spec, partial(self._page_element, spec), keep)
                frames = laid.frames
                diagnostics.extend(laid.diagnostics)
                if not frames and not diagnostics.has_errors:
                    diagnostics.add(empty_booklet(spec.at, spec.component))
                if not diagnostics.has_errors:
                    for frame in frames:
                        for item in self._proof(spec.component, frame, spec.limits):
                            diagnostics.add(replace(item, at=item.at or spec.at))
            except CardgenError as error:
                diagnostics.add(*error.diagnostics)
        self.laid_out_count += 1
        frames = frames or (blank(spec),)
        if drawn:
            for page in frames:
                self.draw(page, self.drawings)
        read = self.values.dependencies(spec, names)
        if keep is not None:
            self._finished.update(keep.behinds)
            if not diagnostics:
                self._finished[spec.component] = FinishedWork(
                    spec.component, frames, read, spec.limits, keep.parts, keep.pages
                )
        note = f"while laying out `{spec.component}` ({spec.at})"
        located = dict.fromkeys(self.templates.places.located(diagnostics))
        return TextResult(
            _pages(spec, frames, tuple(item.with_note(note) for item in located)), read
        )

    def lay_out_texts(
        self, drawn: bool, components: Iterable[str], workers: Workers
    ) -> list[SideResult]:
        """Lay out the texts among some components; the number of pages of each is settled then.

        Each text is set by one process, the longest one first.
        """
        flows = [self.game.components[id].flow(self.game) for id in components]
        specs = [flow for flow in flows if flow is not None]
        new: list[FlowSpec] = []
        for spec in specs:
            stored_text = self._take_stored_text(spec)
            if stored_text is None:
                new.append(spec)
            else:
                self.texts[spec.component] = stored_text
        new.sort(key=lambda spec: -len(spec.blocks))
        lay_out_text = partial(self._text_with_parts, drawn=drawn)
        for spec, result in zip(
            new, workers.map(lay_out_text, new, lessons=self._lessons()), strict=True
        ):
            self.texts[spec.component] = result.text
            self._finished.update(result.finished)
            self.drawings.update(result.drawings)
            self._drawn.update(result.drawings)
        for spec in specs:
            self.designs.set_pages(spec, len(self.texts[spec.component].results))
        return [page for spec in specs for page in self.texts[spec.component].results]

    def _text_with_parts(self, spec: FlowSpec, drawn: bool) -> _LaidOutText:
        """Lay out a text, and return all that comes of it: another process may have called this."""
        finished, drawings = dict(self._finished), set(self.drawings)
        text = self.lay_out_text(spec, drawn)
        return _LaidOutText(
            text,
            {id: item for id, item in self._finished.items() if finished.get(id) is not item},
            {name: self.drawings[name] for name in self.drawings.keys() - drawings},
        )

    def _page_element(
        self, spec: FlowSpec, template: str, context: Mapping[str, Any], at: Location
    ) -> Element:
        """Run a template of a text; ``at`` is the text itself for one that stands on pages."""
        location = spec.template_locations.get(template, at) if at == spec.at else at
        return self.templates.element(template, tracked(context, self.reads), location)

    def _stored_text(self, spec: FlowSpec) -> FinishedWork | None:
        """Take a text from the last build, if all that it depends on is as it was."""
        dependencies = self.stored_dependencies(spec.component)
        if dependencies is None or self._store is None:
            return None
        if not self._is_current(spec, spec.component, dependencies):
            return None
        return self._store.finished(spec.component)

    # The last build and the next one

    def sides_from_last_build(self, component: str) -> list[SideResult]:
        """Take a component from the last build, with blanks for what would be laid out again."""
        flow = self.game.components[component].flow(self.game)
        if flow is None:
            specs = [self.specs[id] for id in self.designs.ids([component])]
            sides = [
                self.stored_side(spec) or SideResult(spec.id, blank(spec), {}, ()) for spec in specs
            ]
            self.side_results |= {side.id: side for side in sides}
            self.leave_out([component])
            return sides
        stored_text = self._stored_text(flow)
        frames = stored_text.frames if stored_text is not None else (blank(flow),)
        self.designs.set_pages(flow, len(frames))
        return list(_pages(flow, frames))

    def results_with_reads(
        self, results: Iterable[SideResult]
    ) -> Iterator[tuple[SideSpec | FlowSpec, Dependencies]]:
        """Yield all sides and texts that were laid out, each with what it has read."""
        for result in results:
            if result.id in self.specs:
                yield self.specs[result.id], result.dependencies
        flows = self.game.flows()
        yield from ((flows[id], text.dependencies) for id, text in self.texts.items())

    def save(
        self, results: Iterable[SideResult], is_complete: bool = True, store: Store | None = None
    ) -> None:
        """Keep the finished work for the next build; ``whole`` if it is all there is.

        Another ``store`` has what builds have added since.
        """
        if (store := store or self._store) is None:
            return
        finished = [
            FinishedWork(r.id, (r.frame,), r.dependencies, spec.limits, settings=r.settings)
            for r in results
            if r.keep and r.frame and (spec := self.specs.get(r.id)) is not None
        ]
        sided = {spec.component for spec in self.specs.values()}
        ids = {*self.specs, *(id for id in self.game.components if id not in sided)}
        finished += self._finished.values()
        drawings = self.drawings if store is self._store else Drawings(store)
        store.save(finished, drawings, self.templates.kept, ids if is_complete else None)


def blank(spec: SideSpec | FlowSpec) -> Frame:
    """Return an empty side in place of one that is not there."""
    return Frame(spec.size, (), spec.bleed)


def _report_count(progress: Callable[[int], None], before: int, new: int) -> None:
    progress(before + new)


def _get_ready() -> None:
    """Import what comes next, while other processes are still at work."""
    import_module("cardgen.backend.pdf")
    load_modules("cardgen.products")


def _pages(
    spec: FlowSpec, frames: Sequence[Frame], diagnostics: tuple[Diagnostic, ...] = ()
) -> tuple[SideResult, ...]:
    """Return the pages of a text; what is wrong with it comes with the first."""
    ids = [side.face.id for side in spec.sides(len(frames))]
    return tuple(
        SideResult(id, page, {}, () if number else diagnostics)
        for number, (id, page) in enumerate(zip(ids, frames, strict=True))
    )
