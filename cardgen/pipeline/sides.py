"""The sides of one game, one by one: laid out as Frames, or as the last build left them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any

from cardgen.backend.drawing import Drawing, draw
from cardgen.core.diagnostics import Diagnostic, Diagnostics, Location
from cardgen.core.errors import CardgenError
from cardgen.frame import Frame
from cardgen.layout.engine import Layout
from cardgen.layout.laid import Laid
from cardgen.layout.text.groups import GroupNeed, Ladders, ladders_of
from cardgen.layout.text.setting import TextSetting
from cardgen.model.access_tracking import tracked
from cardgen.model.flowing import FlowSpec
from cardgen.model.formats import Limits
from cardgen.model.game import Game
from cardgen.model.sides import CardSides, SideSpec
from cardgen.pipeline.attribution import layout_note, naming_place, placed
from cardgen.pipeline.cache import Drawings, Store
from cardgen.pipeline.continued import SidesOfCard
from cardgen.pipeline.dependencies import CurrentValues, Dependencies, Fingerprints, Work
from cardgen.pipeline.resources import library_of, template_folders, templates_of
from cardgen.pipeline.results import SideResult, has_errors
from cardgen.proof.runner import proof
from cardgen.template.element import Element


class SideSession:
    """What it takes to lay out a side of a game, and what is known of its sides so far."""

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
        self._before: dict[str, str] = {}
        self._after: dict[str, str] = {}
        """From where to where texts go on, by the ids of sides."""
        self.drafts = False
        """Whether what there is of broken sides is wanted."""
        self.ladders: Ladders = {}
        """The sizes of texts that are set alike; at first those of the last build."""
        self._layout = self._layout_in(game)
        self._frames: dict[str, Frame | None] = {}
        self._open: dict[str, None] = {}
        self._circular: set[str] = set()
        self._drawn: set[str] = set()
        self.take_data(game)
        if store is not None:
            self.take_ladders(ladders_of(store.needs(self.specs)))

    def take_data(self, game: Game) -> None:
        """Go over to newer data of the game; nothing counts as laid out any more.

        What `Layout` remembers holds for as long as the theme does.
        """
        if game.theme != self.game.theme:
            self._layout = self._layout_in(game)
        self.game = game
        self.sides = {id: component.sides(game) for id, component in game.components.items()}
        designs = [one for sides in self.sides.values() for one in sides]
        self.specs = {spec.id: spec for one in designs for spec in one.specs}
        self._before, self._after = _order_of_sides(self.sides.values())
        self._further = {one.face.id for one in designs if one.further}
        self.values = self.values_with(self._fingerprint)
        self._frames.clear()
        self._circular.clear()

    def take_ladders(self, ladders: Ladders) -> None:
        """Go over to other sizes of texts that are set alike."""
        self.ladders = ladders
        self.values.take_ladders(ladders)

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

    def ids(self, components: Iterable[str] | None = None) -> dict[str, None]:
        """Name the sides of some components, or of all, in the order of the game."""
        among = self.sides if components is None else components
        specs = (spec for id in among for one in self.sides[id] for spec in one.specs)
        return {spec.id: None for spec in specs if spec.id in self.specs}

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
        return SideResult(spec.id, frame, {}, (), True, known, self._store.settings(spec.id))

    def _fingerprint(self, name: str) -> str:
        """Return the fingerprint of a side as it is pictured now, if that is known already."""
        id = self.id_of(name)
        if id in self.specs and id not in self._frames:
            self.recalled(self.specs[id])
        frame = self._frames.get(id)
        return frame.fingerprint if frame is not None else ""

    def values_with(self, fingerprint: Fingerprints) -> CurrentValues:
        """Return what names stand for now, with another notion of what sides look like."""
        return CurrentValues(self.game, self.library, self.templates, fingerprint, self.ladders)

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

    def take(self, frames: Mapping[str, Frame | None]) -> None:
        """Take over sides that were laid out elsewhere."""
        self._frames.update(frames)

    def side(self, spec: SideSpec, drawn: bool) -> SideResult:
        """Lay out one side; faults of the project become diagnostics."""
        found = Diagnostics()
        frame = None
        draft = None
        settings: tuple[TextSetting, ...] = ()
        self._open[spec.id] = None
        with self.reads.recording() as names:
            try:
                element = self._element(spec)
                laid = self._laid(spec, element, self._sides_around(spec))
                settings = laid.settings
                found.extend(laid.diagnostics)
                if not found.has_errors:  # a proof of what lacks something says nothing
                    for item in self._proof(spec.id, laid.frame, spec.limits):
                        found.add(placed(element, item))
                if not found.has_errors:
                    frame = laid.frame
                elif self.drafts:
                    draft = laid.frame
            except CardgenError as error:
                found.add(*error.diagnostics)
            finally:
                self._open.pop(spec.id, None)
        self._frames[spec.id] = frame
        keep = not found
        if spec.id in self._further and not (found.has_errors or _continues(settings)):
            found, settings = Diagnostics(), ()  # nobody sees a card that is not there
        note = layout_note(spec)
        noted = tuple(item.with_note(note) for item in self.templates.places.located(found))
        drawings: dict[str, Drawing] = {}
        if drawn and frame is not None:
            self._draw(frame, drawings)
        dependencies = self.values.dependencies(spec, names)
        return SideResult(spec.id, frame, drawings, noted, keep, dependencies, settings, draft)

    def _element(self, spec: SideSpec) -> Element:
        """Run the template of a side."""
        context = tracked(spec.context, self.reads)
        return self.templates.element(spec.template, context, naming_place(spec, self.game))

    def _laid(self, spec: SideSpec, element: Element, around: SidesOfCard | None = None) -> Laid:
        """Lay out what a template has written."""
        groups = partial(self._size, spec.component)
        return self._layout.side(element, spec.size, spec.bleed, groups, around)

    def _sides_around(self, spec: SideSpec) -> SidesOfCard:
        """Return what a side knows of the others of its card, whose texts go on."""
        before = self.specs.get(self._before.get(spec.id, ""))
        after = self.specs.get(self._after.get(spec.id, ""))
        return SidesOfCard(before, after, self._element, self._laid, self._ever_has)

    def _ever_has(self, spec: SideSpec, id: str) -> bool:
        """Whether the templates of a side have a tag of some id, if only for other cards."""
        with self.reads.recording() as names:
            self._element(spec)
        self.reads.names.update(names)
        return self.templates.ever_gives(names, "id", id)

    def _leave_out(self, components: Iterable[str], results: Iterable[SideResult]) -> None:
        """Forget further cards on which nothing goes on."""
        wanted = {result.id for result in results if is_needed(result)}
        for id in components:
            if any(one.further for one in self.sides[id]):
                self.sides[id] = [
                    one for one in self.sides[id] if not one.further or one.face.id in wanted
                ]

    def _size(self, component: str, group: str, steps: int, size: float) -> float:
        """Return the size of a text that is set like others, given what it needs."""
        need = GroupNeed.of(component, group, max(steps, 1), size)
        self.reads.note(need.name)
        return need.on(self.ladders)

    def _proof(self, id: str, frame: Frame, limits: Limits) -> list[Diagnostic]:
        """Look over a Frame, unless the last build found nothing wrong with the same one."""
        if self._store is not None and frame.fingerprint in self._store.proved(id, limits):
            return []
        return proof(frame, limits, self.library)

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

    def draw(self, frame: Frame) -> None:
        """Have the operators of a Frame ready that did not come from a template alone."""
        self._draw(frame, self.drawings)

    def _draw(self, frame: Frame, drawings: dict[str, Drawing]) -> None:
        """Write a Frame as operators, and what is inside it; nothing twice."""
        known = self._store is not None and frame.fingerprint in self._store
        if not known and frame.fingerprint not in self._drawn:
            self._drawn.add(frame.fingerprint)
            drawings[frame.fingerprint] = draw(frame)
            for child in frame.children:
                self._draw(child, drawings)


def is_needed(result: SideResult) -> bool:
    """Whether something stands on a further card, if this is the face of one."""
    return has_errors([result]) or _continues(result.settings)


def _continues(settings: Iterable[TextSetting]) -> bool:
    """Whether any of these texts goes on from elsewhere."""
    return any(setting.continues for setting in settings)


def _order_of_sides(
    decks: Iterable[Sequence[CardSides]],
) -> tuple[dict[str, str], dict[str, str]]:
    """Say which side takes the rest of which: a further card, or else the back of one's own."""
    before: dict[str, str] = {}
    for designs in decks:
        for one, following in zip_longest(designs, designs[1:]):
            if one.card is None or one.further:
                continue
            if following is not None and following.further:
                before[following.face.id] = one.face.id
            elif one.back is not None and one.back.card:
                before[one.back.id] = one.face.id
    return before, {face: rest for rest, face in before.items()}


def blank(spec: SideSpec | FlowSpec) -> Frame:
    """Return an empty side in place of one that is not there."""
    return Frame(spec.size, (), spec.bleed)


def _names(id: str) -> tuple[str, ...]:
    """Say under which ids a pictured side may be: ``deck/card/back`` may be the deck's back.

    What has no back, as a board, is meant with its face.
    """
    component, _, rest = id.partition("/")
    return (id, f"{component}/back", f"{component}/face") if rest.endswith("back") else (id,)
