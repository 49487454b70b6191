"""One game at work: its sides and texts, each laid out only when its inputs have changed.

`GameWork` lays out sides and texts, and records the names of all values that each of them reads. A
result is current while these values are unchanged. Current results come from memory, or from the
`Store`, which has the results of the last build or preview.

A side can also become stale through another side: if it pictures that side and the picture changes,
or if its text belongs to a group whose common size changes.
"""

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
from cardgen.model.record import track_context
from cardgen.model.scope import with_decimal_mark
from cardgen.model.sides import CardSides, SideSpec
from cardgen.pipeline.attribution import layout_note, naming_place, place_at_tag
from cardgen.pipeline.cache import Drawings, FinishedWork, KeptText, Store
from cardgen.pipeline.continued_sides import SidesOfCard
from cardgen.pipeline.dependencies import CurrentValues, Dependencies
from cardgen.pipeline.designs import Designs
from cardgen.pipeline.executors.units import Lessons, ProjectChangedError, Remote
from cardgen.pipeline.executors.workers import Workers
from cardgen.pipeline.resources import library_of, template_folders, templates_of
from cardgen.pipeline.results import AnyResult, SideResult, TextResult, continues
from cardgen.proof.runner import proof
from cardgen.template.element import Element

_SIDES_A_UNIT = 60
_MANY = 1000
"""With more sides than this, their items would take too much memory: Frames drop them."""
_NOT_SHOWN_YET = "not shown yet"
"""The fingerprint of a side of the game that is not laid out yet."""


class _LaidOutText(Struct, frozen=True):
    """A laid-out text with its records for the next build, by id, and its drawings, by name."""

    text: TextResult
    finished: dict[str, FinishedWork]
    drawings: dict[str, Drawing]


class _Pictures:
    """The Frames of current sides, for sides that picture them; None for a broken side."""

    def __init__(self) -> None:
        self.frames: dict[str, Frame | None] = {}
        self.open_sides: dict[str, None] = {}
        """The sides that are being laid out, the outermost first."""
        self.circular: set[str] = set()
        """The sides that picture themselves, directly or through other sides."""

    @contextmanager
    def mark_open(self, id: str) -> Iterator[None]:
        """Mark a side as being laid out."""
        self.open_sides[id] = None
        try:
            yield
        finally:
            self.open_sides.pop(id, None)

    def add_circle(self, id: str) -> None:
        """Mark this open side, and all sides opened after it, as circular."""
        ids = list(self.open_sides)
        self.circular.update(ids[ids.index(id) :])

    def forget(self, id: str) -> None:
        self.frames.pop(id, None)
        self.circular.discard(id)

    def clear(self) -> None:
        self.frames.clear()
        self.circular.clear()


class GameWork:
    """One game at work: its data and files, and the latest results of its sides and texts.

    Only one thread may call it, because it records all reads of the thread. The owner protects
    its tables with a lock if other threads read them.
    """

    def __init__(self, root: Path, game: Game, store: Store | None = None) -> None:
        self.root = root
        self.library = library_of(root, game.id)
        """The assets that the game may use."""
        self.reads = self.library.reads
        self.templates = templates_of(root, game.id, self.reads, self._phrase)
        self.drafts = False
        """True in draft builds, where sides with errors are laid out as far as possible."""
        self.ladders: Ladders = {}
        """The common sizes of groups of texts; at first the sizes of the last build."""
        self.drawings = Drawings(store)
        self.side_results: dict[str, SideResult] = {}
        """The latest result of each side."""
        self.pending: dict[str, str] = {}
        """Sides to lay out, each with the name of the changed dependency, or an empty string."""
        self.texts: dict[str, TextResult] = {}
        """The latest result of each text."""
        self.reasons: dict[str, str] = {}
        """The changed dependency of each side or text that was laid out again, by id."""
        self.laid_out_count = 0
        """The number of sides and texts that were laid out, not taken from the store."""
        self._store = store
        self._pictures = _Pictures()
        self._drawn: set[str] = set()
        self._finished: dict[str, FinishedWork] = {}
        """Texts without diagnostics, and the backgrounds of their pages."""
        self.game = game
        self.forget_layout()
        self.replace_game(game)
        if store is not None:
            self.templates.cache.update(store.templates())
            self.replace_ladders(ladders_of(store.needs(self.specs)))

    def _phrase(self, context: str, source: str) -> str:
        return self.game.phrase(context, source)

    # The data and files of the game

    def replace_game(self, game: Game) -> None:
        """Use newer data of the game. A new theme also resets the layout engine."""
        theme, self.game = self.game.theme, game
        self.designs = Designs(game)
        self.templates.use_decimal_comma(with_decimal_mark(".", game.theme.language) == ",")
        if theme != game.theme:
            self.forget_layout()
        self.values = CurrentValues(
            game, self.library, self.templates, self._fingerprint, self.ladders
        )
        self._pictures.clear()

    def reload_files(
        self, assets: bool, unsaved: Mapping[str, bytes] = MappingProxyType({})
    ) -> None:
        """Use the present templates and, if ``assets`` changed, the present assets.

        Call this before `replace_game`. The templates in ``unsaved`` replace their files.
        """
        self.templates.reload(template_folders(self.root, self.game.id), unsaved)
        if assets:
            self.library = library_of(self.root, self.game.id)
            self.library.reads = self.reads
        self.forget_layout()

    def replace_ladders(self, ladders: Ladders) -> None:
        """Use other common sizes of groups of texts."""
        self.ladders = ladders
        self.values.replace_ladders(ladders)

    def forget_layout(self) -> None:
        """Start a new layout engine, with empty caches of styles and texts."""
        narrow = self.templates.narrow
        self._layout = Layout(self.game.theme, self.library, self._picture, narrow)

    @property
    def specs(self) -> Mapping[str, SideSpec]:
        """The sides by id, without the pages of texts."""
        return self.designs.specs

    @property
    def sides(self) -> Mapping[str, Sequence[CardSides]]:
        """The designs of each component, with their sides. The designs of a text are its pages."""
        return self.designs.by_component

    # Current and stale results

    def find_stale(
        self,
        specs: Mapping[str, SideSpec | FlowSpec],
        results: Mapping[str, AnyResult],
        same: Collection[str] = (),
    ) -> dict[str, str]:
        """Return the ids of sides or texts without a current result, with the changed dependency.

        The dependency is an empty string if there is no result yet, or if diagnostics have an old
        location. For a pictured side, its latest result counts, even if that is stale: if its new
        result differs, `replace_side` adds the sides that picture it. The specs in ``same`` have
        not changed, so their own values need no check.
        """
        reasons: dict[str, str] = {}
        for id, spec in specs.items():
            result = results.get(id)
            if result is None:
                reasons[id] = ""
                continue
            read = result.dependencies
            changed = self.values.find_change(spec, read, id in same, self._fingerprint_shown)
            if changed is not None:
                reasons[id] = changed
            elif result.location != spec.location and any(
                page.diagnostics for page in result.results
            ):
                reasons[id] = ""
        return reasons

    def _fingerprint_shown(self, name: str) -> str:
        id = self.designs.id_of(name)
        side = self.side_results.get(id)
        if side is None:  # the side may belong to a new card
            return _NOT_SHOWN_YET if id in self.specs else ""
        return side.fingerprint

    def stored_dependencies(self, id: str) -> Dependencies | None:
        """Return the dependencies of a result of the last build."""
        return self._store.dependencies(id) if self._store is not None else None

    def _is_current(self, spec: SideSpec | FlowSpec, id: str, dependencies: Dependencies) -> bool:
        """Whether a stored result is current; if not, record the reason."""
        changed = self.values.find_change(spec, dependencies)
        if changed is None:
            self.reasons.pop(id, None)
        else:
            self.reasons[id] = changed
        return changed is None

    def redraw_reasons(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return each changed dependency with the ids of the sides and texts laid out for it."""
        by_reason: dict[str, list[str]] = {}
        for id, name in self.reasons.items():
            by_reason.setdefault(name, []).append(id)
        return tuple((name, tuple(ids)) for name, ids in by_reason.items())

    def find_pending(self, same: Collection[str] = ()) -> list[AnyResult]:
        """Mark all stale sides as pending, after data or files have changed.

        Return the results of removed sides and texts. For ``same`` see `find_stale`.
        """
        sides = self.side_results
        removed: list[AnyResult] = [side for id, side in sides.items() if id not in self.specs]
        removed += [text for id, text in self.texts.items() if id not in self.game.components]
        self.side_results = sides = {id: side for id, side in sides.items() if id in self.specs}
        self.texts = {id: text for id, text in self.texts.items() if id in self.game.components}
        self.pending = self.find_stale(self.specs, sides, same)
        self.use_as_pictures({id: side for id, side in sides.items() if id not in self.pending})
        self.settle_ladders()
        return removed

    def use_as_pictures(self, sides: Mapping[str, SideResult]) -> None:
        """Use these results for sides that picture them."""
        self._pictures.frames.update({id: side.frame for id, side in sides.items()})

    def replace_side(self, id: str, side: SideResult) -> None:
        """Store a new result of a side. If it looks different, sides that picture it are stale."""
        old = self.side_results.get(id)
        self.side_results[id] = side
        self.pending.pop(id, None)
        self._pictures.frames[id] = side.frame
        if old is None or old.fingerprint == side.fingerprint:
            return
        following = self.sides_picturing({id}, self.side_results)
        for other_id in filter(following.__contains__, self.side_results):  # in the game's order
            self._mark_stale(other_id, f"side:{id}")

    def sides_picturing(self, ids: Collection[str], results: Mapping[str, AnyResult]) -> set[str]:
        """Return the ids of other results that picture one of these sides."""
        id_of = self.designs.id_of
        return {
            id
            for id, result in results.items()
            if id not in ids and any(id_of(name) in ids for name in result.dependencies.sides)
        }

    def pictured_sides(self, results: Iterable[AnyResult]) -> dict[str, None]:
        """Return the ids of all sides that these results picture, directly or through others."""
        pictured: dict[str, None] = {}
        waiting = list(results)
        for result in waiting:  # which grows by the sides that are found
            for id in map(self.designs.id_of, result.dependencies.sides):
                if id in self.specs and id not in pictured:
                    pictured[id] = None
                    waiting += [self.side_results[id]] if id in self.side_results else []
        return pictured

    def settle_ladders(self) -> None:
        """Compute the common sizes of groups; sides whose texts get another size are stale.

        The size that one text needs does not depend on other texts, so one pass is enough.
        """
        if self.pending:  # some texts are not measured yet
            return
        ladders = ladders_of(self._group_needs())
        if ladders == self.ladders:
            return
        self.replace_ladders(ladders)
        for id, side in self.side_results.items():
            if side.dependencies.group_names():
                changed = self.values.find_change(self.specs[id], side.dependencies)
                if changed is not None:
                    self._mark_stale(id, changed)

    def _group_needs(self) -> set[str]:
        """Return the names by which sides have read common sizes of groups of texts."""
        # Most sides share one tuple of dependencies: look at each tuple once.
        shared = {id(side.dependencies.shared): side for side in self.side_results.values()}
        return {name for side in shared.values() for name in side.dependencies.group_names()}

    def _mark_stale(self, id: str, reason: str) -> None:
        self.pending[id] = reason
        self._pictures.frames.pop(id, None)

    def leave_out(self, components: Iterable[str] | None = None) -> None:
        """Leave out continuation cards that no text needs."""
        self.designs.leave_out(self.side_results, components)

    # A side

    def side(self, spec: SideSpec, drawn: bool = False) -> SideResult:
        """Return a side from the last build if it is current, else lay it out."""
        return self.stored_side(spec) or self.lay_out_side(spec, drawn)

    def stored_side(self, spec: SideSpec) -> SideResult | None:
        """Return the result of a side from the last build, or None if it is not current."""
        dependencies = self.stored_dependencies(spec.id)
        if dependencies is None or spec.id in self._pictures.open_sides:
            return None
        with self._pictures.mark_open(spec.id):
            if not self._is_current(spec, spec.id, dependencies):
                return None
        assert self._store is not None
        [frame] = self._store.frames(spec.id)
        self._pictures.frames[spec.id] = frame
        return SideResult(spec.id, frame, {}, (), True, dependencies, self._store.settings(spec.id))

    def lay_out_side(self, spec: SideSpec, drawn: bool = False) -> SideResult:
        """Run a side's template, lay it out and proof it; project errors become diagnostics.

        With ``drawn``, the result includes PDF operators.
        """
        diagnostics = Diagnostics()
        frame = draft = None
        settings: tuple[TextSetting, ...] = ()
        with self._pictures.mark_open(spec.id), self.reads.recording() as names:
            try:
                element = self._element(spec)
                neighbours = self.designs.neighbours(spec)
                around = SidesOfCard(self._element, self._lay_out, self._ever_has, *neighbours)
                laid = self._lay_out(spec, element, around)
                settings = laid.settings
                diagnostics.extend(laid.diagnostics)
                if not diagnostics.has_errors:  # a proof of an incomplete side is useless
                    for item in self._proof(spec.id, laid.frame, spec.limits):
                        diagnostics.add(place_at_tag(element, item))
                if not diagnostics.has_errors:
                    frame = laid.frame
                elif self.drafts:
                    draft = laid.frame
            except CardgenError as error:
                diagnostics.add(*error.diagnostics)
        keep = not diagnostics  # the next build must report the same diagnostics again
        if spec.id in self.designs.further and not (diagnostics.has_errors or continues(settings)):
            diagnostics, settings = Diagnostics(), ()  # the card will be left out
        note = layout_note(spec)
        located = tuple(item.with_note(note) for item in self.templates.places.locate(diagnostics))
        self.laid_out_count += 1
        self._pictures.frames[spec.id] = frame
        drawings: dict[str, Drawing] = {}
        if drawn and frame is not None:
            self.draw(frame, drawings)
        read = self.values.dependencies(spec, names)
        return SideResult(spec.id, frame, drawings, located, keep, read, settings, draft)

    def _element(self, spec: SideSpec) -> Element:
        context = track_context(spec.context, self.reads)
        return self.templates.element(spec.template, context, naming_place(spec, self.game))

    def _lay_out(self, spec: SideSpec, element: Element, around: SidesOfCard | None = None) -> Laid:
        groups = partial(self._size, spec.component)
        laid = self._layout.side(element, spec.size, spec.bleed, groups, around)
        return replace(laid, frame=laid.frame.cut_smaller(spec.inset)) if spec.inset else laid

    def _ever_has(self, spec: SideSpec, id: str) -> bool:
        """Whether the templates of a side contain a tag with this id, for any card."""
        with self.reads.recording() as names:
            self._element(spec)
        self.reads.names.update(names)
        return self.templates.has_attribute_value(names, "id", id)

    def _size(self, component: str, group: str, steps: int, size: float) -> float:
        """Return the common size of a text's group, and record the size that this text needs."""
        need = GroupNeed.of(component, group, max(steps, 1), size)
        self.reads.note(need.name)
        return need.on(self.ladders)

    def _proof(self, id: str, frame: Frame, limits: Limits) -> list[Diagnostic]:
        """Proof a Frame, unless the last build proofed the same Frame without diagnostics."""
        if self._store is not None and frame.fingerprint in self._store.proofed_frames(id, limits):
            return []
        return proof(frame, limits, self.library)

    def _picture(self, id: str) -> Frame | None:
        """Return the Frame of another side for a ``<card>`` element."""
        self.reads.note(f"side:{id}")
        spec = self.designs.find(id)
        if spec is None:
            raise LookupError(*(spec.id.design for spec in self.specs.values()))
        pictures = self._pictures
        if spec.id in pictures.open_sides:
            pictures.add_circle(spec.id)
        elif spec.id not in pictures.frames:
            self.side(spec)
        if spec.id in pictures.circular:
            raise RecursionError
        return pictures.frames[spec.id]

    def _fingerprint(self, name: str) -> str:
        """Return the fingerprint of a current side; an empty string if it must be laid out."""
        id = self.designs.id_of(name)
        if id in self.specs and id not in self._pictures.frames:
            self.stored_side(self.specs[id])
        if id not in self._pictures.frames:
            return ""
        frame = self._pictures.frames[id]
        return frame.fingerprint if frame is not None else "broken"

    def draw(self, frame: Frame, drawings: dict[str, Drawing]) -> None:
        """Draw a Frame and the Frames inside it as PDF operators, each of them once."""
        is_stored = self._store is not None and frame.fingerprint in self._store
        if not is_stored and frame.fingerprint not in self._drawn:
            self._drawn.add(frame.fingerprint)
            drawings[frame.fingerprint] = draw(frame)
            for child in frame.children:
                self.draw(child, drawings)

    def forget_sides(self, ids: Iterable[str]) -> None:
        """Forget finished sides, and the caches that grow with every new text.

        Caches of shapes, fonts and templates stay, because the next sides use the same ones.
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
        """Lay out the sides of these components, or of all, and return their results.

        With ``drawn``, results include PDF operators. ``progress`` gets the number of new sides
        that are finished. ``remote`` lays out sides in processes that share no memory with this
        one.
        """
        components = tuple(self.game.components if components is None else components)
        side_ids = self.designs.ids(components)
        self.pending |= {id: "" for id in side_ids if id not in self.side_results}
        finished_count = 0
        # A new result can make other sides pending: sides that picture it, and texts whose group
        # gets another size. Pictured sides of other components may have errors, so they need
        # results, too. Repeat until no side is pending.
        while True:
            while due := self._next_ids():
                new = [self.specs[id] for id in due if not self._reuse_stored_side(id)]
                draws = drawn and any(spec.id in side_ids for spec in new)
                report_count = partial(_report_count, progress, finished_count)
                for side in self._lay_out_specs(new, workers, report_count, draws, remote):
                    self.replace_side(side.id, side)
                finished_count += len(new)
            if len(self.side_results) < len(self.specs):
                needed = self.pictured_sides(self.side_results.values())
                needed = self.designs.ids() if self._needs_all_sides(components) else needed
                self.pending = {id: "" for id in needed if id not in self.side_results}
            if not self.pending:
                self.settle_ladders()
            if not self.pending:
                break
        self.leave_out(components)
        return [self.side_results[id] for id in side_ids]

    def _next_ids(self) -> list[str]:
        """Return the pending sides to lay out now, first those that picture no other side.

        A side that pictures others can only be compared with its stored result afterwards.
        """
        dependencies = {id: self.stored_dependencies(id) for id in self.pending}
        independent = [id for id, read in dependencies.items() if read is None or not read.sides]
        return independent or list(dependencies)

    def _reuse_stored_side(self, id: str) -> bool:
        """Use the stored result of a side if it is current; return False if there is none."""
        if reason := self.pending[id]:
            if self.stored_dependencies(id) is not None:
                self.reasons.setdefault(id, reason)
            return False
        result = self.stored_side(self.specs[id])
        if result is not None:
            self.replace_side(id, result)
        return result is not None

    def _needs_all_sides(self, components: Iterable[str]) -> bool:
        """Whether common sizes of texts may depend on sides of other components.

        They do if a group of texts spans the game, and if there is a booklet, which may picture
        cards whose texts have the common size of their deck.
        """
        flows = self.game.flows()
        return any(id in flows for id in components) or any(
            GroupNeed.parse(name).is_of_game for name in self._group_needs()
        )

    def _lay_out_specs(
        self,
        specs: Sequence[SideSpec],
        workers: Workers,
        progress: Callable[[int], None],
        drawn: bool,
        remote: Remote[SideSpec, SideResult] | None,
    ) -> list[SideResult]:
        """Lay out sides, in several processes if there are many, and return results in order."""

        def work(spec: SideSpec) -> SideResult:
            result = self.lay_out_side(spec, drawn)
            if result.frame is not None and len(specs) > _MANY:
                result.frame.forget_items()
            return result

        # Large sides, such as boards, take longest: they come first. Sides of one template follow
        # one another, so that few processes compile it. A side of the most common template comes
        # first of all: this process then loads its fonts and macros before it forks others.
        counts = Counter(spec.template for spec in specs)
        order = sorted(specs, key=lambda spec: (-spec.size.width * spec.size.height, spec.template))
        if order:
            first_index = max(range(len(order)), key=lambda index: counts[order[index].template])
            order.insert(0, order.pop(first_index))
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
        order_of_ids = {spec.id: number for number, spec in enumerate(specs)}
        results.sort(key=lambda result: order_of_ids[result.id])
        for result in results:
            self._pictures.frames[result.id] = result.frame
            self.drawings.update(result.drawings)
        return results

    def _lessons(self) -> Lessons:
        """Return the function pair that passes newly compiled templates to the parent process."""
        before, cache = dict(self.templates.cache), self.templates.cache
        return Lessons(
            lambda: {key: value for key, value in cache.items() if before.get(key) is not value},
            cache.update,
        )

    def lay_out_again(self, ids: Sequence[str], drawn: bool, ladders: Ladders) -> list[SideResult]:
        """Lay out sides by id, with all their drawings, even if there are results.

        ``ladders`` are the common sizes of groups of texts. Raises ProjectChangedError for an id
        that the game does not have.
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
        """Return the Frames, their drawings, and the number of pages of each text.

        Another process passes them to `take_results`, and can then plan and make files.
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
            with suppress(KeyError):  # the process that needs the drawing makes it
                drawings[name] = self.drawings[name]
        return plain, drawings, {id: len(self.sides[id]) for id in self.texts}

    def take_results(
        self,
        results: Iterable[SideResult],
        drawings: Mapping[str, Drawing],
        pages: Mapping[str, int],
    ) -> None:
        """Use the results of `results_to_send` of another process."""
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

        The first page has the diagnostics of the text; a text without pages gets a blank one.
        """
        return self._take_stored_text(spec) or self.lay_out_text(spec, drawn)

    def _take_stored_text(self, spec: FlowSpec) -> TextResult | None:
        stored_text = self._stored_text(spec)
        if stored_text is None:
            return None
        self._finished[spec.component] = stored_text
        return TextResult(_pages(spec, stored_text.frames), stored_text.dependencies)

    def lay_out_text(self, spec: FlowSpec, drawn: bool) -> TextResult:
        """Lay out the pages of a text, even if there are results."""
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
                    diagnostics.add(empty_booklet(spec.location, spec.component))
                if not diagnostics.has_errors:
                    for frame in frames:
                        for item in self._proof(spec.component, frame, spec.limits):
                            diagnostics.add(replace(item, location=item.location or spec.location))
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
        note = f"while laying out `{spec.component}` ({spec.location})"
        located = dict.fromkeys(self.templates.places.locate(diagnostics))
        return TextResult(
            _pages(spec, frames, tuple(item.with_note(note) for item in located)), read
        )

    def lay_out_texts(
        self, drawn: bool, components: Iterable[str], workers: Workers
    ) -> list[SideResult]:
        """Lay out the texts among these components, and set their numbers of pages.

        One process lays out each text; the longest text comes first.
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
        lay_out = partial(self._text_with_parts, drawn=drawn)
        results = workers.map(lay_out, new, lessons=self._lessons())
        for spec, result in zip(new, results, strict=True):
            self.texts[spec.component] = result.text
            self._finished.update(result.finished)
            self.drawings.update(result.drawings)
            self._drawn.update(result.drawings)
        for spec in specs:
            self.designs.set_pages(spec, len(self.texts[spec.component].results))
        return [page for spec in specs for page in self.texts[spec.component].results]

    def _text_with_parts(self, spec: FlowSpec, drawn: bool) -> _LaidOutText:
        """Lay out a text, and return it with its records and drawings for a parent process."""
        finished, drawings = dict(self._finished), set(self.drawings)
        text = self.lay_out_text(spec, drawn)
        return _LaidOutText(
            text,
            {id: item for id, item in self._finished.items() if finished.get(id) is not item},
            {name: self.drawings[name] for name in self.drawings.keys() - drawings},
        )

    def _page_element(
        self, spec: FlowSpec, template: str, context: Mapping[str, Any], location: Location
    ) -> Element:
        """Run a template of a text; page templates get the ``location`` of the text itself."""
        if location == spec.location:
            location = spec.template_locations.get(template, location)
        return self.templates.element(template, track_context(context, self.reads), location)

    def _stored_text(self, spec: FlowSpec) -> FinishedWork | None:
        dependencies = self.stored_dependencies(spec.component)
        if dependencies is None or self._store is None:
            return None
        if not self._is_current(spec, spec.component, dependencies):
            return None
        return self._store.finished_work(spec.component)

    # The last build and the next one

    def sides_from_last_build(self, component: str) -> list[SideResult]:
        """Return a component's results of the last build, with blank sides for stale ones."""
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
        """Yield the specs of all laid-out sides and texts, each with its dependencies."""
        for result in results:
            if result.id in self.specs:
                yield self.specs[result.id], result.dependencies
        flows = self.game.flows()
        yield from ((flows[id], text.dependencies) for id, text in self.texts.items())

    def save(
        self, results: Iterable[SideResult], is_complete: bool = True, store: Store | None = None
    ) -> None:
        """Write finished results into the store for the next build.

        If the results are complete, records of other sides and texts are removed. Pass a new
        ``store`` if builds may have changed the database since this one read it.
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
        store.save(finished, drawings, self.templates.cache, ids if is_complete else None)


def blank(spec: SideSpec | FlowSpec) -> Frame:
    """Return an empty Frame of the size of a side or page."""
    return Frame(spec.size, (), spec.bleed)


def _report_count(progress: Callable[[int], None], before: int, new: int) -> None:
    progress(before + new)


def _get_ready() -> None:
    """Import the modules of the next stage while other processes are still at work."""
    import_module("cardgen.backend.pdf")
    load_modules("cardgen.products")


def _pages(
    spec: FlowSpec, frames: Sequence[Frame], diagnostics: tuple[Diagnostic, ...] = ()
) -> tuple[SideResult, ...]:
    """Return the results of a text's pages; the first page has the diagnostics."""
    ids = [side.face.id for side in spec.sides(len(frames))]
    return tuple(
        SideResult(id, page, {}, () if number else diagnostics)
        for number, (id, page) in enumerate(zip(ids, frames, strict=True))
    )
