"""One game that stays loaded: its model, its finished sides, and what an edit makes stale.

Faults in a deck file are attributed to their cards. Booklets take seconds, a card takes
milliseconds: they are laid out beside the edits, and all that is finished is kept where builds keep
it, so that the next preview or build lays out only what has changed since.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from threading import RLock
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from cardgen.assets.library import KeyedAssets, Library
from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.plugins.parts import failures
from cardgen.frame import Frame
from cardgen.model.cards import Card
from cardgen.model.document import Documents
from cardgen.model.game import Component, Game
from cardgen.model.load import load_project
from cardgen.model.scope import ReadDecks
from cardgen.model.sides import CardSides, SideSpec
from cardgen.pipeline.cache import Store
from cardgen.pipeline.game_work import GameWork
from cardgen.pipeline.output_lock import FOLDER as CACHE
from cardgen.pipeline.output_lock import claimed
from cardgen.pipeline.resources import library_of
from cardgen.pipeline.results import NOWHERE, LaidOut, SideResult, TextResult, has_errors, merge
from cardgen.pipeline.text_report import template_places
from cardgen.preview.live.page_edits import PageEdits
from cardgen.preview.live.pictures import GameFrames
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
        for name in places.at(item.at or NOWHERE):
            faults[name] = (*faults.get(name, ()), item)
    return faults


def _place(at: Location) -> _Place:
    """Return where a card begins: a line, or in JSON, which may be one long line, a column."""
    return at.path, at.sheet, at.line, at.column if at.path.endswith(".json") else 0


_DATA = (".md", *DECK_ENDINGS)
"""Endings of the files that hold a game; all others are for templates to show."""
_TEMPLATE = ".j2"
_SHELF = 256 << 20
"""Bytes of Frames to keep on disk: more than the last saves show."""
SAVED: Mapping[str, bytes] = MappingProxyType({})
"""No texts that are read in place of files."""
BOOKLETS = "booklets"
FoundFrame = tuple[Frame, KeyedAssets]
Tables = tuple[dict[str, SideResult], dict[str, TextResult]]
"""Sides and texts as they were laid out last."""


class Looks(Struct, frozen=True):
    """How often templates, and other assets, were saved: what was read before is out of date."""

    templates: int = 0
    assets: int = 0


class _WorkBeside(Struct):
    """The work of another thread, with templates and assets as they were in ``looks``.

    ``kept`` is how many sides and texts were new when they were kept last.
    """

    work: GameWork
    looks: Looks
    unsaved: Mapping[str, bytes] = SAVED
    kept: int = 0


class Reload(Struct, frozen=True):
    """What reading the files again brought: cards that say something new, or a new structure.

    ``entries`` are the places of those cards, if the other cards look the same to their templates.
    """

    cards: tuple[tuple[str, Card], ...]
    structure: bool
    entries: frozenset[Location] | None = None


class GameState(Struct, frozen=True):
    """The data of a game as the files had them when they were read last.

    ``game`` is what the files say if it is ``current``; after a broken edit it is the last good
    data. ``faults`` are the findings in data files, by the card in whose lines they are.
    """

    game: Game | None = None
    current: bool = False
    found: tuple[Diagnostic, ...] = ()
    faults: Mapping[str, tuple[Diagnostic, ...]] = {}


class LoadedGame:
    """One game.

    Only the thread that owns the games (see `LiveProject`) changes it, and always under ``lock``;
    the exceptions are `keep_frames`, for any thread, and the work beside it, for one thread each.
    All other threads use the look-ups below, or hold ``lock`` for as long as what they read has to
    fit together. What is in the tables is immutable.
    """

    def __init__(self, root: Path, id: str, output: Path) -> None:
        self.root = root
        self.id = id
        self.lock = RLock()
        self.state = GameState()
        self.places = template_places(root)
        """Where the tags of templates are."""
        self.work: GameWork | None = None
        """The sides and texts, for the owning thread alone: whatever is read is noted.

        What is broken keeps the last good Frame, if need be from an earlier run, with the errors
        of now.
        """
        self.library: Library | None = None
        """The assets, for all other threads."""
        self.regrown = False
        """Whether further cards have come or gone since the page was told."""
        self.edits = PageEdits()
        """The edits that last changed sides and pages, by their ids."""
        self._earlier: Tables = ({}, {})
        """Sides and texts of another state, to begin with."""
        self.due = False
        """Whether booklets and products are still to be checked against the last edit."""
        self.planned: tuple[Diagnostic, ...] = ()
        """What planning the products found."""
        self.unsaved = SAVED
        """Texts that are read in place of files, by their paths."""
        self.looks = Looks()
        self.decks = ReadDecks()
        self.documents = Documents()
        self.output = output
        self.store = Store(output / CACHE / id)
        """What builds, and earlier previews, have finished."""
        self._frames = GameFrames(_SHELF)
        """What is shown and was shown, and what else the page may ask pictures of."""
        self._beside: dict[str, _WorkBeside] = {}
        """The work of other threads, by its purpose."""

    @property
    def game(self) -> Game | None:
        """The data of the game: what the files say, or said before a broken edit."""
        return self.state.game

    @property
    def current(self) -> bool:
        """Whether `game` is what the files say."""
        return self.state.current

    @property
    def sides(self) -> Mapping[str, Sequence[CardSides]]:
        """The designs of each component, with further cards only if a text continues on them."""
        return self.work.sides if self.work is not None else {}

    @property
    def specs(self) -> Mapping[str, SideSpec]:
        """What the sides are laid out from."""
        return self.work.specs if self.work is not None else {}

    @property
    def shown(self) -> dict[str, SideResult]:
        """The sides as they were laid out last."""
        return self.work.shown if self.work is not None else {}

    @property
    def texts(self) -> dict[str, TextResult]:
        """The booklets as they were laid out last."""
        return self.work.texts if self.work is not None else {}

    @property
    def pending(self) -> dict[str, str]:
        """Sides to lay out (again), each with the name of what changed, if that is known."""
        return self.work.pending if self.work is not None else {}

    # For the owning thread

    def start_from(self, other: LoadedGame) -> None:
        """Begin with what another state of the game has laid out: `load` finds what differs."""
        with other.lock:
            sides = {id: one for id, one in other.shown.items() if not has_errors([one])}
            texts = {id: one for id, one in other.texts.items() if not has_errors(one.results)}
        self._earlier = sides, texts
        self._frames.show(_frames([*sides.values(), *texts.values()]))

    def load(self, changed: Collection[str], edit: int) -> Reload:
        """Read the files again, after those in ``changed`` were saved.

        Their names decide only what has to be read from disk again; what is still as it was,
        its dependencies tell. Where the data cannot be read, the last good data stays, with the
        templates and assets of now.
        """
        looks = [name for name in changed if not self._is_read_with_game(name)]
        assets = [name for name in looks if not name.endswith(_TEMPLATE)]
        with self.lock:
            if assets or self.library is None:
                older = [self.library, self.work.library] if self.work is not None else []
                self.library = library_of(self.root, self.id)
                for library in filter(None, older):  # pictures of earlier states are still shown
                    self.library.remember(library)
            self.decks.prepare_rereading(changed)
            before = game = self.game
            reads = game is None or bool(assets) or not looks or len(looks) < len(changed)
            if reads:  # templates alone say nothing of the data
                read = load_project(
                    self.root, [self.id], self.decks, lambda _: self.documents, self.unsaved
                )
                good, found = bool(read.games), tuple(read.diagnostics)
                game = read.games[0] if good else before
                faults = {} if good else faults_by_card(before, found)
                self.state = GameState(game, good, found, faults)
            self.due = True
            reload = _compare(before, game)
            if game is not None:
                now = Looks(self.looks.templates + bool(looks), self.looks.assets + bool(assets))
                self._take(game, now, reload.entries)
        return reload

    def _is_read_with_game(self, name: str) -> bool:
        return name.startswith(f"card_data/{self.id}/") and name.endswith(_DATA)

    def _take(self, game: Game, looks: Looks, entries: Collection[Location] | None) -> None:
        """Go over to a game, and to templates and assets as they are now.

        If only cards of some ``entries`` say something new, all others still read the same of
        themselves, unless they were pending.
        """
        known = self.specs
        if self.work is None:
            work = self.work = GameWork(self.root, game, self.store)
            work.shown, work.texts = self._earlier
            if self.unsaved:
                work.reload_files(False, self.unsaved)
                work.replace_game(game)
        else:
            work = self.work
            if looks != self.looks:
                work.reload_files(looks.assets != self.looks.assets, self.unsaved)
            if looks.templates != self.looks.templates:  # findings may name lines that have moved
                self.places.clear()
                self.places.unsaved = self.unsaved
                work.shown = {id: replace(r, at=NOWHERE) for id, r in work.shown.items()}
                work.texts = {id: replace(r, at=NOWHERE) for id, r in work.texts.items()}
            work.replace_game(game)
        self.looks = looks
        if known:
            self.edits.expect(work.specs.keys() - known.keys())
        same: Collection[str] = ()
        if entries is not None:
            cards = (spec for spec in work.specs.values() if spec.card and spec.at not in entries)
            same = {spec.id for spec in cards} - work.pending.keys()
        self.keep_frames(_frames(work.find_pending(same)))
        work.leave_out()
        self.regrown = False

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
        work = self.work
        assert work is not None
        spec, old = work.specs[id], work.shown.get(id)
        with self.lock:
            reason = work.pending.pop(id, "")
        result = work.side(spec)
        frame = result.frame or (old.frame if old else next(iter(self.store.left(id)), None))
        if frame is not None:
            frame.forget_items()
            self._frames.show([frame])
        if old is not None and old.frame is not None and old.frame != frame:
            self.keep_frames([old.frame])
        # Only the light parts stay: what a build keeps for itself is not for us.
        result = replace(result, frame=frame, drawings={}, at=spec.at, reason=reason)
        with self.lock:
            self.edits.note_side(old, result, edit)
            work.replace_side(id, result)
            if id in work.designs.further:
                count = len(work.sides[spec.component])
                work.leave_out([spec.component])
                self.regrown |= len(work.sides[spec.component]) != count
            work.settle_ladders()

    def finish(
        self, texts: Mapping[str, TextResult], planned: tuple[Diagnostic, ...], edit: int
    ) -> None:
        """Take booklets that were laid out after an edit, and what planning the products found."""
        with self.lock:
            self.due, self.planned = False, planned
            for id, text in texts.items():
                self.keep_frames(_frames([self.texts[id]] if id in self.texts else []))
                old = self._last_pages(id)
                for was, page in zip_longest(old[: len(text.results)], text.results):
                    self.edits.note(was, page, edit, bool(old))
                self.texts[id] = text
            self._frames.show(_frames(texts.values()))

    def _last_pages(self, text: str) -> tuple[SideResult, ...]:
        if text in self.texts:
            return self.texts[text].results
        frames = self.store.left(text)
        flow = self.game.components[text].flow(self.game) if self.game is not None else None
        sides = flow.sides(len(frames)) if flow is not None and frames else []
        pages = zip(sides, frames, strict=True)
        return tuple(SideResult(side.face.id, page, {}, ()) for side, page in pages)

    def rest(self) -> None:
        """Take up less room while nothing is to be done."""
        frames = _frames(self.pages().values())
        known: dict[str, Frame] = {}
        for frame in frames:
            frame.compact(known)

    def forget(self) -> None:
        """Forget what only makes the next edit a little faster."""
        if self.work is not None:
            self.work.forget_layout()

    # For other threads that lay out, each for a purpose of its own

    def work_beside(
        self, purpose: str, game: Game, unsaved: Mapping[str, bytes] = SAVED
    ) -> GameWork:
        """Return work on some data of the game for one other thread; nobody else sees its results.

        It has the sides that are shown. Templates that are ``unsaved`` are read in place of files.
        """
        with self.lock:
            theirs, looks, shown = self.work, self.looks, dict(self.shown)
        assert theirs is not None
        beside = self._beside.get(purpose)
        if beside is None or beside.work.game.phrases != game.phrases:  # templates have phrases
            beside = self._beside[purpose] = _WorkBeside(
                GameWork(self.root, game, self.store), looks
            )
        work = beside.work
        if (beside.looks, beside.unsaved) != (looks, unsaved):
            work.reload_files(looks.assets != beside.looks.assets, unsaved)
            beside.looks, beside.unsaved = looks, unsaved
        work.templates.kept.update(theirs.templates.kept.copy())  # compiled once for both
        work.replace_game(game)
        work.replace_ladders(theirs.ladders)
        work.shown = shown
        return work

    def end_work(self, purpose: str) -> None:
        """Forget the work for a purpose."""
        self._beside.pop(purpose, None)

    def lay_out_texts(self) -> dict[str, TextResult]:
        """Lay out the booklets that are new or no longer as they were; return those."""
        with self.lock:
            game, known, unsaved = self.game, dict(self.texts), self.unsaved
        if game is None:
            return {}
        work = self.work_beside(BOOKLETS, game, unsaved)
        work.use_as_pictures(work.shown)
        texts: dict[str, TextResult] = {}
        flows = game.flows()
        for id, reason in work.stale(flows, known).items():
            text, old = work.text(flows[id]), self._last_pages(id)
            pages, why = _last_good_pages(text.results, old), reason if old else ""
            texts[id] = replace(text, results=pages, at=flows[id].at, reason=why)
        return texts

    def keep(self) -> None:
        """Keep what is finished for the next start, unless that is done or a build is at work."""
        beside = self._beside.get(BOOKLETS)
        with self.lock:
            theirs, sides = self.work, list(self.shown.values())
            waits = self.pending or self.due or not self.current or self.unsaved
        if waits or theirs is None or beside is None:
            return
        work, new = beside.work, theirs.new + beside.work.new
        if beside.kept == new:
            return
        with claimed(self.output) as free:
            if not free:
                return
            store = Store(self.output / CACHE / self.id)  # with what builds have added
            kept = work.templates.kept
            kept.update({**store.templates(), **kept, **theirs.templates.kept.copy()})
            work.save(sides, store=store)
        beside.kept = new
        work.forget_layout()

    # For any thread

    def pages(self) -> dict[str, SideResult]:
        """Return all sides and pages, by id."""
        with self.lock:
            results: list[LaidOut] = [*self.shown.values(), *self.texts.values()]
        return {page.id: page for one in results for page in one.results}

    def frame(self, fingerprint: str) -> Frame | None:
        """Return a side or page that is or was shown."""
        return self._frames.get(fingerprint)

    def found_frame(self, fingerprint: str) -> FoundFrame | None:
        """Return a side or page that is or was shown, with the assets of its game."""
        frame, library = self.frame(fingerprint), self.library
        return (frame, library) if frame is not None and library is not None else None

    def keep_frames(self, frames: Iterable[Frame]) -> None:
        """Have pictures of Frames ready that are not shown, such as those of pages to print."""
        self._frames.keep(frames)

    def results(self) -> list[SideResult]:
        """Return all that is finished, sides first, in the order of the game."""
        with self.lock:
            found = [self.shown[id] for id in self.specs if id in self.shown]
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
            return list(dict.fromkeys([*failures, *self.state.found, *laid, *planned]))


def _frames(results: Iterable[LaidOut]) -> list[Frame]:
    pages = (page for one in results for page in one.results)
    return [page.frame for page in pages if page.frame is not None]


def _last_good_pages(
    results: tuple[SideResult, ...], old: tuple[SideResult, ...]
) -> tuple[SideResult, ...]:
    if not old or any(page.frame is not None and page.frame.items for page in results):
        return results
    pages = tuple(replace(page, diagnostics=()) for page in old)
    return (replace(pages[0], diagnostics=results[0].diagnostics), *pages[1:])


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
