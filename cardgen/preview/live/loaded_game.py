"""One game that stays loaded: its model, its finished sides, and what an edit makes stale.

Faults in a deck file are attributed to their cards.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from threading import RLock
from weakref import WeakValueDictionary

from msgspec import Struct
from msgspec.structs import replace

from cardgen.assets.library import KeyedAssets, Library
from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.geometry import Insets, Size
from cardgen.frame import Frame
from cardgen.model.cards import Card
from cardgen.model.document import Documents
from cardgen.model.flowing import FlowSpec
from cardgen.model.game import Component, Game
from cardgen.model.load import load_project
from cardgen.model.scope import ReadDecks
from cardgen.model.sides import CardSides, SideSpec
from cardgen.pipeline.cache import Store
from cardgen.pipeline.dependencies import CurrentValues, Dependencies
from cardgen.pipeline.output_lock import FOLDER as CACHE
from cardgen.pipeline.resources import library_of
from cardgen.pipeline.results import SideResult, has_errors, merge
from cardgen.pipeline.session import Session, with_further
from cardgen.pipeline.text_report import template_places
from cardgen.pipeline.upkeep import Upkeep
from cardgen.preview.live.shelf import Shelf
from cardgen.source.files import DECK_ENDINGS

_Place = tuple[str, str, int, int]
"""A file, a sheet of it, a line and a column."""


class CardPlaces(Struct, frozen=True):
    """Where the cards of a game begin in its data files."""

    cards: Mapping[_Place, Sequence[str]]
    begins: Sequence[_Place]

    @classmethod
    def of(cls, game: Game | None) -> CardPlaces:
        """Look where cards begin; several of one entry do at the same place."""
        cards: dict[_Place, list[str]] = {}
        for component in game.components.values() if game is not None else ():
            for card in component.cards:
                cards.setdefault(_place(card.at), []).append(f"{component.id}/{card.id}")
        return cls(cards, sorted(cards))

    def at(self, at: Location) -> Sequence[str]:
        """Name, as ``deck/card``, the cards of the last entry that begins before a place."""
        place = _place(at)
        before = bisect_right(self.begins, place)
        begin = self.begins[before - 1] if before else None
        return self.cards[begin] if begin and begin[:2] == place[:2] else ()


def faults_by_card(
    game: Game | None, found: Iterable[Diagnostic]
) -> Mapping[str, tuple[Diagnostic, ...]]:
    """Return, by ``deck/card``, the findings in the lines of a card.

    The file may not even be YAML any more. So a finding belongs to the card of the last good state
    that begins before it, or to all cards that the same entry makes.
    """
    places = CardPlaces.of(game)
    faults: dict[str, tuple[Diagnostic, ...]] = {}
    for item in found:
        for name in places.at(item.at or _NOWHERE):
            faults[name] = (*faults.get(name, ()), item)
    return faults


def _place(at: Location) -> _Place:
    """Return where a card begins: a line, or in JSON, which may be one long line, a column."""
    return at.path, at.sheet, at.line, at.column if at.path.endswith(".json") else 0


_DATA = (".md", *DECK_ENDINGS)
"""Endings of the files that hold a game; all others are for templates to show."""
_TEMPLATE = ".j2"
_NOWHERE = Location("")
_SHELF = 256 << 20
"""Bytes of Frames to keep on disk: more than the last saves show."""
Work = SideSpec | FlowSpec
FoundFrame = tuple[Frame, KeyedAssets]


class PastPicture(Struct, frozen=True):
    """What is remembered of a Frame that is shown no more; a `Shelf` has the Frame itself."""

    fingerprint: str
    size: Size
    bleed: Insets


class LoadedPage(Struct, frozen=True):
    """A side, or a page of a booklet, as it was laid out last.

    ``edit`` is the number of the edit that last changed its picture, 0 for none, and ``before`` is
    what it looked like before that edit. What is broken keeps the last good Frame, if need be from
    an earlier run, with the errors of now.
    """

    result: SideResult
    edit: int = 0
    before: PastPicture | None = None


def marked(old: LoadedPage, result: SideResult, edit: int) -> LoadedPage:
    """Return a page that was laid out again, marked with the edit if it looks different."""
    if old.edit == edit or old.result.frame == result.frame:  # an edit may change a side twice
        return LoadedPage(result, old.edit, old.before)
    was = old.result.frame
    before = PastPicture(was.fingerprint, was.size, was.bleed) if was is not None else None
    return LoadedPage(result, edit, before)


class LoadedWork(Struct, frozen=True):
    """A side, or the pages of a booklet, for a piece that stands ``at`` a place.

    ``reason`` names what made it be laid out again; it is empty the first time.
    """

    pages: tuple[LoadedPage, ...]
    dependencies: Dependencies
    at: Location
    reason: str = ""

    @property
    def results(self) -> list[SideResult]:
        """What laying it out brought."""
        return [page.result for page in self.pages]

    @property
    def page(self) -> LoadedPage:
        """A side, or the first page."""
        return self.pages[0]

    @property
    def result(self) -> SideResult:
        """What laying a side out brought."""
        return self.page.result

    @property
    def fingerprint(self) -> str:
        """The name of its picture; empty for a side that was never good."""
        return self.result.fingerprint

    @property
    def is_needed(self) -> bool:
        """Whether it has content, if it is the face of a further card."""
        return self.result.is_needed


class Looks(Struct, frozen=True):
    """How often templates, and other assets, were saved: what was read before is out of date."""

    templates: int = 0
    assets: int = 0


class Reload(Struct, frozen=True):
    """What reading the files again brought: cards that say something new, or a new structure.

    ``entries`` are the places of those cards, if the other cards look the same to their templates.
    """

    cards: tuple[tuple[str, Card], ...]
    structure: bool
    entries: frozenset[Location] | None = None


class LoadedGame:
    """One game.

    Only the thread that owns the games (see `LiveProject`) changes it, and always under ``lock``;
    the one exception is `keep_frames`, for any thread. All other threads use the look-ups below,
    or hold ``lock`` for as long as what they read has to fit together. What is in the tables is
    immutable.
    """

    def __init__(self, root: Path, id: str, output: Path) -> None:
        self.root = root
        self.id = id
        self.lock = RLock()
        self.game: Game | None = None
        self.current = False
        """Whether `game` is what the files say; after a broken edit it is the last good one."""
        self.places = template_places(root)
        """Where the tags of templates are."""
        self.session: Session | None = None
        """For the owning thread alone: it notes whatever is read through it."""
        self.library: Library | None = None
        """The assets, for all other threads."""
        self.sides: dict[str, list[CardSides]] = {}
        self.specs: dict[str, SideSpec] = {}
        self.regrown = False
        """Whether further cards have come or gone since the page was told."""
        self._further: set[str] = set()
        self.work: Upkeep[LoadedWork] = Upkeep()
        """The sides that are shown, and those to lay out (again)."""
        self.texts: dict[str, LoadedWork] = {}
        """The booklets as they were laid out last."""
        self.due = False
        """Whether booklets and products are still to be checked against the last edit."""
        self.found: tuple[Diagnostic, ...] = ()
        self.planned: tuple[Diagnostic, ...] = ()
        """What planning the products found."""
        self.faults: Mapping[str, tuple[Diagnostic, ...]] = {}
        """What is wrong in the data file, by the card in whose lines it stands."""
        self.unsaved: Mapping[str, bytes] = {}
        """Texts that are read in place of files, by their paths."""
        self.looks = Looks()
        self.made = 0
        """How often a side was laid out, and not taken from the store."""
        self.decks = ReadDecks()
        self.documents = Documents()
        self.output = output
        self.store = Store(output / CACHE / id)
        """What builds, and earlier previews, have finished."""
        self._frames: WeakValueDictionary[str, Frame] = WeakValueDictionary()
        """What is shown, by fingerprint."""
        self._shelf = Shelf(_SHELF)
        """What was shown before, and what else the page may ask pictures of."""
        self._added: set[str] = set()
        """Sides that came with an edit and were not laid out yet."""

    @property
    def shown(self) -> dict[str, LoadedWork]:
        """The sides as they were laid out last."""
        return self.work.shown

    @property
    def pending(self) -> dict[str, str]:
        """Sides to lay out (again), each with the name of what changed, if that is known."""
        return self.work.pending

    # For the owning thread

    def start_from(self, other: LoadedGame) -> None:
        """Take over what another state of the game has laid out: `load` finds what differs."""
        with other.lock:
            sides, texts = dict(other.shown), dict(other.texts)
        with self.lock:
            good = {id: one for id, one in sides.items() if not has_errors(one.results)}
            self.work.shown = good
            self.texts = {id: one for id, one in texts.items() if not has_errors(one.results)}
            self._note(_frames([*self.shown.values(), *self.texts.values()]))

    def load(self, changed: Collection[str], edit: int) -> Reload:
        """Read the files again, after those in ``changed`` were saved.

        Their names decide only what has to be read from disk again; what is still as it was,
        its dependencies tell. Where the data cannot be read, the last good data stays, with the
        templates and assets of now.
        """
        looks = [name for name in changed if not self._is_data(name)]
        assets = [name for name in looks if not name.endswith(_TEMPLATE)]
        with self.lock:
            if assets or self.library is None:
                self._renew_library()
            self.decks.look_again(changed)
            before = game = self.game
            reads = game is None or bool(assets) or not looks or len(looks) < len(changed)
            if reads:  # templates alone say nothing of the data
                read = load_project(
                    self.root, [self.id], self.decks, lambda _: self.documents, self.unsaved
                )
                good = bool(read.games)
                game = read.games[0] if good else before
                self.found, self.current = tuple(read.diagnostics), good
                self.faults = {} if good else faults_by_card(before, self.found)
            self.due = True
            reload = _compare(before, game)
            if game is not None:
                now = Looks(self.looks.templates + bool(looks), self.looks.assets + bool(assets))
                self._take(game, now, reload.entries)
        return reload

    def _renew_library(self) -> Library:
        """Look at fonts, icons and pictures anew."""
        older = [self.library, self.session.library] if self.session is not None else []
        self.library = library_of(self.root, self.id)
        for one in filter(None, older):  # pictures of earlier states are still asked for
            self.library.remember(one)
        return self.library

    def _is_data(self, name: str) -> bool:
        """Whether a file is read with the game, not by its templates."""
        return name.startswith(f"card_data/{self.id}/") and name.endswith(_DATA)

    def _take(self, game: Game, looks: Looks, entries: Collection[Location] | None) -> None:
        """Go over to a game, and to templates and assets as they are now.

        If only cards of some ``entries`` say something new, all others still read the same of
        themselves, unless they were pending.
        """
        self.game = game
        if self.session is None:
            self.session = Session(self.root, game, self.store)
            if self.unsaved:
                self.session.look_again(False, self.unsaved)
                self.session.take_data(game)
        else:
            if looks != self.looks:
                self.session.look_again(looks.assets != self.looks.assets, self.unsaved)
            if looks.templates != self.looks.templates:  # findings may name lines that have moved
                self.places.clear()
                self.places.unsaved = self.unsaved
                self.work.shown = _moved(self.shown)
                self.texts = _moved(self.texts)
            self.session.take_data(game)
        self.looks = looks
        known, self.specs = self.specs, self.session.specs
        if known:
            self._added |= self.specs.keys() - known.keys()
        gone = [side for id, side in self.shown.items() if id not in self.specs]
        gone += [text for id, text in self.texts.items() if id not in game.components]
        self.keep_frames(_frames(gone))
        self.work.shown = {id: side for id, side in self.shown.items() if id in self.specs}
        self.texts = {id: text for id, text in self.texts.items() if id in game.components}
        now = shown_values(self.session, self.shown)
        same: Collection[str] = ()
        if entries is not None:
            cards = (spec for spec in self.specs.values() if spec.card and spec.at not in entries)
            same = {spec.id for spec in cards} - self.pending.keys()
        self.work.pending = stale(now, self.specs, self.shown, same)
        self.session.take(
            {id: s.result.frame for id, s in self.shown.items() if id not in self.pending}
        )
        self.work.set_alike(self.session)
        self._leave_out(self.session)
        self.regrown = False

    def _leave_out(self, session: Session) -> None:
        """Show further cards only if a text continues on them."""
        self._further = {o.face.id for some in session.sides.values() for o in some if o.further}
        needed = {id for id in self._further & self.shown.keys() if self.shown[id].is_needed}
        sides = with_further(session.sides, needed)
        self.regrown |= any(len(sides[id]) != len(self.sides.get(id, ())) for id in sides)
        self.sides = sides

    def lay_out_some(
        self,
        ids: Iterable[str],
        edit: int,
        seconds: float,
        may_go_on: Callable[[], bool] = lambda: True,
    ) -> list[str]:
        """Lay out those of some sides that are pending, for some time; return them."""
        end = time.monotonic() + seconds
        done: list[str] = []
        for id in ids:
            if (done and time.monotonic() > end) or not may_go_on():
                break
            if id in self.pending:
                self.lay_out(id, edit)
                done.append(id)
        return done

    def lay_out(self, id: str, edit: int) -> None:
        """Lay out a side that is pending."""
        session, spec, old = self.session, self.specs[id], self.shown.get(id)
        assert session is not None
        with self.lock:
            reason = self.pending.pop(id, "")
        result = session.recalled(spec)
        if result is None:
            result = session.side(spec, drawn=False)
            self.made += 1
        frame = result.frame or (old.result.frame if old else next(iter(self.store.left(id)), None))
        if frame is not None:
            frame.let_go_of_items()
            self._note([frame])
        if old is not None and old.result.frame is not None and old.result.frame != frame:
            self.keep_frames([old.result.frame])
        session.take({id: frame})
        # Only the light parts stay: what a build keeps for itself is not for us.
        result = replace(result, frame=frame, drawings={})
        if old is not None:
            page = marked(old.page, result, edit)
        else:
            page = LoadedPage(result, edit if id in self._added else 0)
        self._added.discard(id)
        side = LoadedWork((page,), result.dependencies, spec.at, reason)
        with self.lock:
            self.work.put(session, id, side)
            if id in self._further:
                self._leave_out(session)
            self.work.set_alike(session)

    def finish(self, texts: Mapping[str, LoadedWork], planned: tuple[Diagnostic, ...]) -> None:
        """Take booklets that were laid out, and what planning the products found."""
        with self.lock:
            self.due, self.planned = False, planned
            old = [self.texts[id] for id in texts if id in self.texts]
            self.keep_frames(_frames(old))
            self.texts |= texts
            self._note(_frames(texts.values()))

    def _note(self, frames: Iterable[Frame]) -> None:
        self._frames.update({frame.fingerprint: frame for frame in frames})

    def rest(self) -> None:
        """Take up less room while nothing is to be done."""
        with self.lock:
            frames = _frames([*self.shown.values(), *self.texts.values()])
        known: dict[str, Frame] = {}
        for frame in frames:
            frame.rest(known)

    def forget(self) -> None:
        """Forget what only makes the next edit a little faster."""
        if self.session is not None:
            self.session.maker.forget()

    # For any thread

    def pages(self) -> dict[str, LoadedPage]:
        """Return all sides and pages, by id."""
        with self.lock:
            known = [*self.shown.values(), *self.texts.values()]
        return {page.result.id: page for one in known for page in one.pages}

    def frame(self, fingerprint: str) -> Frame | None:
        """Return a side or page that is or was shown."""
        return self._frames.get(fingerprint) or self._shelf.frame(fingerprint)

    def found_frame(self, fingerprint: str) -> FoundFrame | None:
        """Return a side or page that is or was shown, with the assets of its game."""
        frame, library = self.frame(fingerprint), self.library
        return (frame, library) if frame is not None and library is not None else None

    def keep_frames(self, frames: Iterable[Frame]) -> None:
        """Have pictures of Frames ready that are not shown, such as those of pages to print."""
        for frame in frames:
            self._shelf.put_frame(frame)

    def results(self) -> list[SideResult]:
        """Return all that is finished, sides first, in the order of the game."""
        with self.lock:
            found = [self.shown[id].result for id in self.specs if id in self.shown]
            return found + [result for text in self.texts.values() for result in text.results]

    def diagnostics(self, edited: Collection[str] = ()) -> list[Diagnostic]:
        """Return all there is to say about the game as its files are now.

        What sides that wait said of files that were ``edited`` since is left out.
        """

        def current(one: SideResult) -> SideResult:
            left = [d for d in one.diagnostics if d.at is None or d.at.path not in edited]
            return replace(one, diagnostics=tuple(left)) if one.id in self.pending else one

        with self.lock:
            planned = self.planned if self.current else ()
            laid = merge([*map(current, self.results())], self.places)
            return list(dict.fromkeys([*self.found, *laid, *planned]))


def shown_values(session: Session, shown: Mapping[str, LoadedWork]) -> CurrentValues:
    """Return all values as they are now; sides that are pictured count as they are shown.

    If one of them comes out different, those that picture it follow.
    """

    def pictured(name: str) -> str:
        side = shown.get(session.id_of(name))
        return side.fingerprint if side is not None else ""

    return session.values_with(pictured)


def stale(
    now: CurrentValues,
    works: Mapping[str, Work],
    known: Mapping[str, LoadedWork],
    same: Collection[str] = (),
) -> dict[str, str]:
    """Return the sides or texts to lay out, each with the name of what has changed.

    Those in ``same`` read nothing else of themselves than when they were laid out.
    """
    reasons = {id: why_stale(now, work, known.get(id), id in same) for id, work in works.items()}
    return {id: reason for id, reason in reasons.items() if reason is not None}


def why_stale(
    now: CurrentValues, work: Work, known: LoadedWork | None, same: bool = False
) -> str | None:
    """Return the name of what has changed since a side or text was laid out; None if nothing has.

    The name is empty for what is new, and for findings that name a place which has moved. What is
    the ``same`` as it was is not asked for its own values.
    """
    if known is None:
        return ""
    changed = now.changed(work, known.dependencies, same)
    if changed is None and known.at != work.at and any(r.diagnostics for r in known.results):
        return ""
    return changed


def _moved(known: Mapping[str, LoadedWork]) -> dict[str, LoadedWork]:
    """Return what is loaded as if it stood elsewhere: its findings are out of date."""
    return {id: replace(one, at=_NOWHERE) for id, one in known.items()}


def _frames(known: Iterable[LoadedWork]) -> list[Frame]:
    return [r.frame for one in known for r in one.results if r.frame is not None]


def _compare(before: Game | None, game: Game | None) -> Reload:
    """Find the cards that say something new; where more has changed, all is new."""
    if before is game and game is not None:
        return Reload((), False, frozenset())
    if before is None or game is None or list(before.components) != list(game.components):
        return Reload((), True)
    known = (before.context, before.theme, before.card_types, before.print)
    if known != (game.context, game.theme, game.card_types, game.print):
        return Reload((), True)
    cards: list[tuple[str, Card]] = []
    counted = True
    for id, component in game.components.items():
        old = before.components[id].cards
        if [card.id for card in old] != [card.id for card in component.cards]:
            return Reload((), True)
        if _facts(component) != _facts(before.components[id]):
            return Reload((), True)
        others = [
            (new, was) for new, was in zip(component.cards, old, strict=True) if new is not was
        ]
        cards += [(id, new) for new, was in others if _content(new) != _content(was)]
        counted &= all(new.copies == was.copies for new, was in others)  # decks tell their number
    entries = frozenset(card.at for _, card in cards) if counted else None
    return Reload(tuple(cards), False, entries)


def _facts(component: Component) -> list[object]:
    """List what a component says of itself, without its cards and the places of its lines."""
    values = [getattr(component, name) for name in component.__struct_fields__]
    return [one for one in values if one is not component.cards and not isinstance(one, Location)]


def _content(card: Card) -> tuple[object, ...]:
    return (card.type, card.title, card.copies, card.fields, card.assumption)
