"""Sets one side of a game, or one text over pages: template, layout, proof.

It remembers none of the results; a `Session` does that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property, partial
from itertools import zip_longest
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from cardgen.core.diagnostics import CardgenError, Diagnostic, Diagnostics, Location
from cardgen.core.side_id import SideId
from cardgen.frame import Frame
from cardgen.layout.canvas import Laid
from cardgen.layout.engine import Layout
from cardgen.layout.text.flow import Flow, texts_with
from cardgen.layout.text.groups import GroupNeed, Ladders, TextSetting
from cardgen.model.flowing import FlowSpec
from cardgen.model.formats import Limits
from cardgen.model.game import Game
from cardgen.model.problems import empty_booklet
from cardgen.model.record import tracked
from cardgen.model.sides import CardSides, SideSpec
from cardgen.pipeline.cache import KeptText
from cardgen.pipeline.resources import library_of, template_folders, templates_of
from cardgen.pipeline.results import SideResult, continues
from cardgen.proof.runner import proof
from cardgen.template.element import Element


class SideMaker:
    """What it takes to set sides and texts of a game.

    ``picture`` returns other sides that a side shows; ``proved`` the fingerprints of Frames that
    were held against some limits before, without a finding.
    """

    def __init__(
        self,
        root: Path,
        game: Game,
        picture: Callable[[str], Frame | None],
        proved: Callable[[str, Limits], Collection[str]],
    ) -> None:
        self._root = root
        self._picture = picture
        self._proved = proved
        self.game = game
        self.library = library_of(root, game.id)
        self.reads = self.library.reads
        self.templates = templates_of(root, game.id, self.reads, self._said)
        self.drafts = False
        """Whether what there is of broken sides is wanted."""
        self.ladders: Ladders = {}
        """The sizes of texts that are set alike."""
        self._specs: Mapping[str, SideSpec] = {}
        self._before: dict[str, str] = {}
        self._after: dict[str, str] = {}
        """From where to where texts go on, by the ids of sides."""
        self._further: set[str] = set()
        self.forget()

    def _said(self, context: str, source: str) -> str:
        return self.game.phrase(context, source)

    def take_data(
        self,
        game: Game,
        sides: Mapping[str, Sequence[CardSides]],
        specs: Mapping[str, SideSpec],
    ) -> None:
        """Go over to newer data of the game.

        What `Layout` remembers holds for as long as the theme does.
        """
        theme, self.game, self._specs = self.game.theme, game, specs
        if game.theme != theme:
            self.forget()
        self._before, self._after = _order_of_sides(sides.values())
        self._further = {one.face.id for some in sides.values() for one in some if one.further}

    def look_again(self, assets: bool, unsaved: Mapping[str, bytes]) -> None:
        """Go on with templates as they are now or ``unsaved``, and with other ``assets``.

        What templates that have not changed taught stays.
        """
        self.templates.look_again(template_folders(self._root, self.game.id), unsaved)
        if assets:
            self.library = library_of(self._root, self.game.id)
            self.library.reads = self.reads
        self.forget()

    def forget(self) -> None:
        """Forget what was learnt of the theme and of texts."""
        self._layout = Layout(self.game.theme, self.library, self._picture, self.templates.narrow)

    def render(self, name: str, context: Mapping[str, Any], at: Location | None) -> str:
        """Run a template of the game that is no side, as a script."""
        return self.templates.render(name, context, at)

    def side(self, spec: SideSpec) -> tuple[SideResult, Collection[str]]:
        """Set one side, and name all that was read for it; faults become diagnostics."""
        found = Diagnostics()
        frame = draft = None
        settings: tuple[TextSetting, ...] = ()
        with self.reads.recording() as names:
            try:
                element = self.element(spec)
                laid = self.laid(spec, element, self._sides_around(spec))
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
        may_keep = not found
        if spec.id in self._further and not (found.has_errors or continues(settings)):
            found, settings = Diagnostics(), ()  # nobody sees a card that is not there
        note = layout_note(spec)
        noted = tuple(item.with_note(note) for item in self.templates.places.located(found))
        made = SideResult(spec.id, frame, {}, noted, may_keep, settings=settings, draft=draft)
        return made, names

    def text(
        self, spec: FlowSpec, keep: KeptText | None
    ) -> tuple[tuple[Frame, ...], tuple[Diagnostic, ...], Collection[str]]:
        """Set a text over pages, none if it is broken; return these, the findings, and all reads.

        ``keep`` knows blocks of it, and learns others.
        """
        found = Diagnostics()
        frames: tuple[Frame, ...] = ()
        with self.reads.recording() as names:
            try:
                laid = self._layout.pages(spec, partial(self._page_element, spec), keep)
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
        note = f"while laying out `{spec.component}` ({spec.at})"
        located = dict.fromkeys(self.templates.places.located(found))
        return frames, tuple(one.with_note(note) for one in located), names

    def element(self, spec: SideSpec) -> Element:
        """Run the template of a side."""
        context = tracked(spec.context, self.reads)
        return self.templates.element(spec.template, context, naming_place(spec, self.game))

    def _page_element(
        self, spec: FlowSpec, template: str, context: Mapping[str, Any], at: Location
    ) -> Element:
        """Run a template of a text; ``at`` is the text itself for one that stands on pages."""
        asked = spec.asked.get(template, at) if at == spec.at else at
        return self.templates.element(template, tracked(context, self.reads), asked)

    def laid(self, spec: SideSpec, element: Element, around: SidesOfCard | None = None) -> Laid:
        """Lay out what a template has written."""
        groups = partial(self._size, spec.component)
        laid = self._layout.side(element, spec.size, spec.bleed, groups, around)
        return replace(laid, frame=laid.frame.cut_smaller(spec.inset)) if spec.inset else laid

    def _sides_around(self, spec: SideSpec) -> SidesOfCard:
        """Return what a side knows of the others of its card, whose texts go on."""
        before = self._specs.get(self._before.get(spec.id, ""))
        after = self._specs.get(self._after.get(spec.id, ""))
        return SidesOfCard(self, before, after)

    def ever_has(self, spec: SideSpec, id: str) -> bool:
        """Whether the templates of a side have a tag of some id, if only for other cards."""
        with self.reads.recording() as names:
            self.element(spec)
        self.reads.names.update(names)
        return self.templates.ever_gives(names, "id", id)

    def _size(self, component: str, group: str, steps: int, size: float) -> float:
        """Return the size of a text that is set like others, given what it needs."""
        need = GroupNeed.of(component, group, max(steps, 1), size)
        self.reads.note(need.name)
        return need.on(self.ladders)

    def _proof(self, id: str, frame: Frame, limits: Limits) -> list[Diagnostic]:
        """Look over a Frame, unless the last build found nothing wrong with the same one."""
        if frame.fingerprint in self._proved(id, limits):
            return []
        return proof(frame, limits, self.library)


class SidesOfCard:
    """The sides of a card before and after one, where a text goes on from one to the next.

    The rest of a text is neither kept nor sent about: the side before is laid out once more. All
    that is read for it is read by the side that shows the rest.
    """

    def __init__(self, maker: SideMaker, before: SideSpec | None, after: SideSpec | None) -> None:
        self._maker = maker
        self._before = before
        self._after = after

    def goes_on(self, name: str) -> bool:
        """Whether the next side has a place for the rest of a text."""
        if self._after is None:
            return False
        return texts_with(self._maker.element(self._after), "continues", name)

    def rest(self, name: str) -> Flow | None:
        """Return what did not fit the side before."""
        if self._before is None:
            raise LookupError(name)
        try:
            element, laid = self._laid
        except CardgenError:  # the side itself reports it
            return None
        if not texts_with(element, "id", name) and not self._maker.ever_has(self._before, name):
            raise LookupError(name)
        return laid.rests.get(name)

    @cached_property
    def _laid(self) -> tuple[Element, Laid]:
        assert self._before is not None
        element = self._maker.element(self._before)
        return element, self._maker.laid(self._before, element)


def _order_of_sides(
    decks: Iterable[Sequence[CardSides]],
) -> tuple[dict[str, str], dict[str, str]]:
    """Say which side takes the rest of a text: a further card, or else the back of the card."""
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


def naming_place(spec: SideSpec, game: Game) -> Location:
    """Return the place in the data that names the template of a side."""
    places = game.places
    if spec.asked is not None:
        return spec.asked
    if not spec.card:
        key = "back" if spec.side == "back" else "template"
        return places.get(f"components.{spec.component}.{key}", spec.at)
    card_type = game.card_types[spec.context["card"]["type"]]
    key = "template" if spec.side == "face" else "back"
    return places.get(f"card_types.{card_type.id}.{key}") or card_type.at or spec.at


def layout_note(spec: SideSpec) -> str:
    """Say what was being laid out."""
    if not spec.card:
        what = "the back of deck " if spec.id == SideId.of(spec.component, "", "back") else ""
        return f"while laying out {what}`{spec.component if what else spec.id}` ({spec.at})"
    return f"while laying out card `{spec.card}`, {spec.side} ({spec.at})"


def placed(element: Element, found: Diagnostic) -> Diagnostic:
    """Put a finding about a side as a whole at its outermost tag."""
    return found if found.at else replace(found, at=element.location)
