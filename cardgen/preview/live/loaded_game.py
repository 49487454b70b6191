"""One game that stays loaded: its model, its laid-out sides, and the sides that an edit changes.

A card takes milliseconds to lay out, a booklet takes seconds: another thread lays out booklets.
Results go to the store that builds use. So the next preview or build lays out only what has
changed since.
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
from cardgen.model.formats import DEFAULT_PRINT
from cardgen.model.game import Component, Game
from cardgen.model.load import load_project
from cardgen.model.scope import ReadDecks
from cardgen.model.sides import CardSides, SideSpec
from cardgen.pipeline.cache import Store
from cardgen.pipeline.game_work import GameWork
from cardgen.pipeline.output_lock import FOLDER as CACHE
from cardgen.pipeline.output_lock import try_lock
from cardgen.pipeline.resources import library_of
from cardgen.pipeline.results import NOWHERE, AnyResult, SideResult, TextResult, has_errors, merge
from cardgen.pipeline.text_report import template_places
from cardgen.preview.live.page_edits import PageEdits
from cardgen.preview.live.pictures import GameFrames
from cardgen.source.files import DECK_ENDINGS

_Place = tuple[str, str, int, int]
"""The path of a file, the name of a sheet, a line and a column."""


class CardPlaces(Struct, frozen=True):
    """Where the cards of a game begin in its data files."""

    cards: Mapping[_Place, Sequence[str]]
    begins: Sequence[_Place]

    @classmethod
    def of(cls, game: Game | None) -> CardPlaces:
        """Collect the places where cards begin. One entry may make several cards."""
        cards: dict[_Place, list[str]] = {}
        for component in game.components.values() if game is not None else ():
            for card in component.cards:
                cards.setdefault(_place(card.location), []).append(f"{component.id}/{card.id}")
        return cls(cards, sorted(cards))

    def at(self, location: Location) -> Sequence[str]:
        """Return the cards, as ``deck/card``, of the last entry that begins before a location."""
        place = _place(location)
        before = bisect_right(self.begins, place)
        begin = self.begins[before - 1] if before else None
        return self.cards[begin] if begin and begin[:2] == place[:2] else ()


def faults_by_card(
    game: Game | None, diagnostics: Iterable[Diagnostic]
) -> Mapping[str, tuple[Diagnostic, ...]]:
    """Return the findings in the lines of each card, by ``deck/card``.

    The file may be broken, so the cards come from the last good state: a finding belongs to the
    last card that begins before it, or to all cards of the same entry.
    """
    places = CardPlaces.of(game)
    faults: dict[str, tuple[Diagnostic, ...]] = {}
    for item in diagnostics:
        for name in places.at(item.location or NOWHERE):
            faults[name] = (*faults.get(name, ()), item)
    return faults


def _place(location: Location) -> _Place:
    """Return the place of a location. Only JSON needs the column: it may be one long line."""
    return (
        location.path,
        location.sheet,
        location.line,
        location.column if location.path.endswith(".json") else 0,
    )


_DATA = (".md", *DECK_ENDINGS)
"""Endings of the data files of a game; templates show the other files."""
_TEMPLATE = ".j2"
_SHELF = 256 << 20
"""Bytes of Frames to keep on disk: enough for the pictures of the last saves."""
NO_UNSAVED: Mapping[str, bytes] = MappingProxyType({})
"""No unsaved texts: all files are read from disk."""
BOOKLETS = "booklets"
FoundFrame = tuple[Frame, KeyedAssets]
Tables = tuple[dict[str, SideResult], dict[str, TextResult]]
"""The laid-out sides and texts, by id."""


class Versions(Struct, frozen=True):
    """How often templates and other assets were saved; results of earlier versions are stale."""

    templates: int = 0
    assets: int = 0


class _WorkBeside(Struct):
    """The sides and texts of another thread, with templates and assets of those ``versions``.

    ``stored_count`` is the number of new sides and texts when they were last stored.
    """

    work: GameWork
    versions: Versions
    unsaved: Mapping[str, bytes] = NO_UNSAVED
    stored_count: int = 0


class Reload(Struct, frozen=True):
    """The result of reading the files again: changed cards, or a changed structure.

    ``entries`` has the locations of those cards if no template sees a difference in other cards.
    """

    cards: tuple[tuple[str, Card], ...]
    structure: bool
    entries: frozenset[Location] | None = None


class GameState(Struct, frozen=True):
    """The data of a game when its files were last read.

    ``game`` holds the data of the files if it is ``current``; after a broken edit it holds the last
    good data. ``faults`` has the findings in data files, by card.
    """

    game: Game | None = None
    current: bool = False
    diagnostics: tuple[Diagnostic, ...] = ()
    faults: Mapping[str, tuple[Diagnostic, ...]] = {}


class LoadedGame:
    """One game that stays loaded.

    Only the project thread (see `LiveProject`) changes it, and always under ``lock``. There are two
    exceptions: any thread may call `keep_frames`, and one other thread for each purpose may call
    `work_beside`. All other threads use the look-ups below, or hold ``lock`` while the values that
    they read must fit together. The values in the tables are immutable.
    """

    def __init__(self, root: Path, id: str, output: Path) -> None:
        self.root = root
        self.id = id
        self.lock = RLock()
        self.state = GameState()
        self.places = template_places(root)
        """The places of the tags in templates."""
        self.work: GameWork | None = None
        """The sides and texts, only for the project thread, as it records their dependencies.

        A broken side keeps its last good Frame, from an earlier run if necessary, and has the
        current errors.
        """
        self.library: Library | None = None
        """The assets, for the other threads."""
        self.has_new_structure = False
        """True if continuation cards were added or removed since the last event."""
        self.edits = PageEdits()
        """The edits that last changed sides and pages, by their ids."""
        self._earlier: Tables = ({}, {})
        """Sides and texts of another state of the game, to start from."""
        self.due = False
        """True until booklets and products are checked after the last edit."""
        self.product_diagnostics: tuple[Diagnostic, ...] = ()
        """The diagnostics of planning the products."""
        self.unsaved = NO_UNSAVED
        """The unsaved texts of an editor, read in place of their files, by path."""
        self.versions = Versions()
        self.decks = ReadDecks()
        self.documents = Documents()
        self.output = output
        self.store = Store(output / CACHE / id)
        """The results of builds and of earlier previews."""
        self._frames = GameFrames(_SHELF)
        """The current and earlier Frames, and all others whose pictures the page may request."""
        self._beside: dict[str, _WorkBeside] = {}
        """The sides and texts of other threads, by purpose."""

    @property
    def game(self) -> Game | None:
        """The data of the game, or the last good data after a broken edit."""
        return self.state.game

    @property
    def current(self) -> bool:
        """True if `game` holds the data of the files."""
        return self.state.current

    @property
    def sides(self) -> Mapping[str, Sequence[CardSides]]:
        """The designs of each component, with continuation cards only where a text needs them."""
        return self.work.sides if self.work is not None else {}

    @property
    def specs(self) -> Mapping[str, SideSpec]:
        """The specs of the sides, by id."""
        return self.work.specs if self.work is not None else {}

    @property
    def side_results(self) -> dict[str, SideResult]:
        """The laid-out sides, by id."""
        return self.work.side_results if self.work is not None else {}

    @property
    def texts(self) -> dict[str, TextResult]:
        """The laid-out booklets, by id."""
        return self.work.texts if self.work is not None else {}

    @property
    def pending(self) -> dict[str, str]:
        """The sides to lay out (again), each with the name of the changed input, if known."""
        return self.work.pending if self.work is not None else {}

    # For the project thread

    def start_from(self, source: LoadedGame) -> None:
        """Start from the sides and texts of another state of the game; `load` finds the changes."""
        with source.lock:
            sides = {id: side for id, side in source.side_results.items() if not has_errors([side])}
            texts = {id: text for id, text in source.texts.items() if not has_errors(text.results)}
        self._earlier = sides, texts
        self._frames.add_current(_frames([*sides.values(), *texts.values()]))

    def load(self, changed: Collection[str], edit: int) -> Reload:
        """Read the files again after the files in ``changed`` were saved.

        Their names only decide which files to read from disk; dependencies decide which sides are
        stale. If the data has errors, the last good data stays, with the new templates and assets.
        """
        files = [name for name in changed if not self._is_read_with_game(name)]
        assets = [name for name in files if not name.endswith(_TEMPLATE)]
        with self.lock:
            if assets or self.library is None:
                older = [self.library, self.work.library] if self.work is not None else []
                self.library = library_of(self.root, self.id)
                for library in filter(None, older):  # the page still shows them
                    self.library.remember(library)
            self.decks.prepare_rereading(changed)
            before = game = self.game
            reads = game is None or bool(assets) or not files or len(files) < len(changed)
            if reads:  # else only templates changed
                read = load_project(
                    self.root, [self.id], self.decks, lambda _: self.documents, self.unsaved
                )
                good, diagnostics = bool(read.games), tuple(read.diagnostics)
                game = read.games[0] if good else before
                faults = {} if good else faults_by_card(before, diagnostics)
                self.state = GameState(game, good, diagnostics, faults)
            self.due = True
            reload = _compare(before, game)
            if game is not None:
                versions = Versions(
                    self.versions.templates + bool(files), self.versions.assets + bool(assets)
                )
                self._take(game, versions, reload.entries)
        return reload

    def _is_read_with_game(self, name: str) -> bool:
        return name.startswith(f"card_data/{self.id}/") and name.endswith(_DATA)

    def _take(self, game: Game, versions: Versions, entries: Collection[Location] | None) -> None:
        """Replace the game's data, and its templates and assets if they changed.

        If only the cards of ``entries`` changed, the sides of all other cards stay valid, unless
        they were pending.
        """
        old_specs = self.specs
        if self.work is None:
            work = self.work = GameWork(self.root, game, self.store)
            work.side_results, work.texts = self._earlier
            if self.unsaved:
                work.reload_files(False, self.unsaved)
                work.replace_game(game)
        else:
            work = self.work
            if versions != self.versions:
                work.reload_files(versions.assets != self.versions.assets, self.unsaved)
            if versions.templates != self.versions.templates:  # lines may have moved
                self.places.clear()
                self.places.unsaved = self.unsaved
                work.side_results = {
                    id: replace(r, location=NOWHERE) for id, r in work.side_results.items()
                }
                work.texts = {id: replace(r, location=NOWHERE) for id, r in work.texts.items()}
            work.replace_game(game)
        self.versions = versions
        if old_specs:
            self.edits.expect(work.specs.keys() - old_specs.keys())
        same: Collection[str] = ()
        if entries is not None:
            cards = (
                spec for spec in work.specs.values() if spec.card and spec.location not in entries
            )
            same = {spec.id for spec in cards} - work.pending.keys()
        self.keep_frames(_frames(work.find_pending(same)))
        work.leave_out()
        self.has_new_structure = False

    def lay_out_pending(
        self,
        ids: Iterable[str],
        edit: int,
        seconds: float,
        may_go_on: Callable[[], bool] = lambda: True,
    ) -> list[str]:
        """Lay out pending sides among ``ids`` for about that many seconds; return their ids."""
        end = time.monotonic() + seconds
        laid_out_ids: list[str] = []
        for id in ids:
            if (laid_out_ids and time.monotonic() > end) or not may_go_on():
                break
            if id in self.pending:
                self.lay_out(id, edit)
                laid_out_ids.append(id)
        return laid_out_ids

    def lay_out(self, id: str, edit: int) -> None:
        """Update one pending side."""
        work = self.work
        assert work is not None
        spec, old = work.specs[id], work.side_results.get(id)
        with self.lock:
            reason = work.pending.pop(id, "")
        result = work.side(spec)
        frame = result.frame or (old.frame if old else next(iter(self.store.last_frames(id)), None))
        if frame is not None:
            frame.forget_items()
            self._frames.add_current([frame])
        if old is not None and old.frame is not None and old.frame != frame:
            self.keep_frames([old.frame])
        # The preview keeps no drawings: they are large, and only builds need them.
        result = replace(result, frame=frame, drawings={}, location=spec.location, reason=reason)
        with self.lock:
            self.edits.note_side(old, result, edit)
            work.replace_side(id, result)
            if id in work.designs.further:
                count = len(work.sides[spec.component])
                work.leave_out([spec.component])
                self.has_new_structure |= len(work.sides[spec.component]) != count
            work.settle_ladders()

    def finish(
        self, texts: Mapping[str, TextResult], planned: tuple[Diagnostic, ...], edit: int
    ) -> None:
        """Take booklets that were laid out after an edit, and the diagnostics of the products."""
        with self.lock:
            self.due, self.product_diagnostics = False, planned
            for id, text in texts.items():
                self.keep_frames(_frames([self.texts[id]] if id in self.texts else []))
                old = self._last_pages(id)
                for was, page in zip_longest(old[: len(text.results)], text.results):
                    self.edits.note(was, page, edit, bool(old))
                self.texts[id] = text
            self._frames.add_current(_frames(texts.values()))

    def _last_pages(self, text: str) -> tuple[SideResult, ...]:
        if text in self.texts:
            return self.texts[text].results
        frames = self.store.last_frames(text)
        flow = self.game.components[text].flow(self.game) if self.game is not None else None
        sides = flow.sides(len(frames)) if flow is not None and frames else []
        pages = zip(sides, frames, strict=True)
        return tuple(SideResult(side.face.id, page, {}, ()) for side, page in pages)

    def rest(self) -> None:
        """Save memory while there is no work."""
        frames = _frames(self.pages().values())
        shared_frames: dict[str, Frame] = {}
        for frame in frames:
            frame.compact(shared_frames)

    def forget(self) -> None:
        """Discard caches that make the next edit only a little faster."""
        if self.work is not None:
            self.work.forget_layout()

    # For other threads that lay out, one for each purpose

    def work_beside(
        self, purpose: str, game: Game, unsaved: Mapping[str, bytes] = NO_UNSAVED
    ) -> GameWork:
        """Return a `GameWork` on other data of the game, for one other thread.

        It starts with the current sides, and the page does not show its results. ``unsaved``
        templates are read in place of their files.
        """
        with self.lock:
            owner_work, versions, results = self.work, self.versions, dict(self.side_results)
        assert owner_work is not None
        beside = self._beside.get(purpose)
        if beside is None or beside.work.game.phrases != game.phrases:  # templates contain them
            beside = self._beside[purpose] = _WorkBeside(
                GameWork(self.root, game, self.store), versions
            )
        work = beside.work
        if (beside.versions, beside.unsaved) != (versions, unsaved):
            work.reload_files(versions.assets != beside.versions.assets, unsaved)
            beside.versions, beside.unsaved = versions, unsaved
        work.templates.cache.update(owner_work.templates.cache.copy())  # compiled once for both
        work.replace_game(game)
        work.replace_ladders(owner_work.ladders)
        work.side_results = results
        return work

    def end_work(self, purpose: str) -> None:
        """Discard the `GameWork` of a purpose."""
        self._beside.pop(purpose, None)

    def lay_out_texts(self) -> dict[str, TextResult]:
        """Lay out the new and the stale booklets; return them by id."""
        with self.lock:
            game, old_texts, unsaved = self.game, dict(self.texts), self.unsaved
        if game is None:
            return {}
        work = self.work_beside(BOOKLETS, game, unsaved)
        work.use_as_pictures(work.side_results)
        texts: dict[str, TextResult] = {}
        flows = game.flows()
        for id, reason in work.find_stale(flows, old_texts).items():
            text, old = work.text(flows[id]), self._last_pages(id)
            pages, why = _last_good_pages(text.results, old), reason if old else ""
            texts[id] = replace(text, results=pages, location=flows[id].location, reason=why)
        return texts

    def keep(self) -> None:
        """Store the results for the next start, unless they are stored or a build is running."""
        beside = self._beside.get(BOOKLETS)
        with self.lock:
            owner_work, sides = self.work, list(self.side_results.values())
            waits = self.pending or self.due or not self.current or self.unsaved
        if waits or owner_work is None or beside is None:
            return
        work, new = beside.work, owner_work.laid_out_count + beside.work.laid_out_count
        if beside.stored_count == new:
            return
        with try_lock(self.output) as free:
            if not free:
                return
            store = Store(self.output / CACHE / self.id)  # with the results of builds since
            cache = work.templates.cache
            cache.update({**store.templates(), **cache, **owner_work.templates.cache.copy()})
            work.save(sides, store=store)
        beside.stored_count = new
        work.forget_layout()

    # For any thread

    def pages(self) -> dict[str, SideResult]:
        """Return all sides and pages, by id."""
        with self.lock:
            results: list[AnyResult] = [*self.side_results.values(), *self.texts.values()]
        return {page.id: page for result in results for page in result.results}

    def frame(self, fingerprint: str) -> Frame | None:
        """Return the current or earlier Frame of a side or page."""
        return self._frames.get(fingerprint)

    def found_frame(self, fingerprint: str) -> FoundFrame | None:
        """Return the current or earlier Frame of a side or page, with the assets of the game."""
        frame, library = self.frame(fingerprint), self.library
        return (frame, library) if frame is not None and library is not None else None

    def keep_frames(self, frames: Iterable[Frame]) -> None:
        """Keep Frames for later pictures, such as the Frames of pages to print."""
        self._frames.store_earlier(frames)

    def results(self) -> list[SideResult]:
        """Return the laid-out sides, then the pages of booklets, in the order of the game."""
        with self.lock:
            sides = [self.side_results[id] for id in self.specs if id in self.side_results]
            return sides + [page for text in self.texts.values() for page in text.results]

    def diagnostics(self, edited: Collection[str] = ()) -> list[Diagnostic]:
        """Return all diagnostics of the game.

        Pending sides leave out their diagnostics in ``edited`` files, which are out of date.
        """

        def current(result: SideResult) -> SideResult:
            left = [
                d for d in result.diagnostics if d.location is None or d.location.path not in edited
            ]
            return replace(result, diagnostics=tuple(left)) if result.id in self.pending else result

        with self.lock:
            planned = self.product_diagnostics if self.current else ()
            settings = self.game.print if self.game is not None else DEFAULT_PRINT
            laid = merge([*map(current, self.results())], self.places, settings)
            return list(dict.fromkeys([*failures, *self.state.diagnostics, *laid, *planned]))


def _frames(results: Iterable[AnyResult]) -> list[Frame]:
    pages = (page for result in results for page in result.results)
    return [page.frame for page in pages if page.frame is not None]


def _last_good_pages(
    results: tuple[SideResult, ...], old: tuple[SideResult, ...]
) -> tuple[SideResult, ...]:
    if not old or any(page.frame is not None and page.frame.items for page in results):
        return results
    pages = tuple(replace(page, diagnostics=()) for page in old)
    return (replace(pages[0], diagnostics=results[0].diagnostics), *pages[1:])


def _compare(before: Game | None, game: Game | None) -> Reload:
    """Find the changed cards, or report a new structure if more than cards changed."""
    if before is game and game is not None:
        return Reload((), False, frozenset())
    if before is None or game is None or list(before.components) != list(game.components):
        return Reload((), True)
    old_inputs = (before.context, before.theme, before.card_types, before.print)
    if old_inputs != (game.context, game.theme, game.card_types, game.print):
        return Reload((), True)
    cards: list[tuple[str, Card]] = []
    counted = True
    for id, component in game.components.items():
        old = before.components[id].cards
        if [card.id for card in old] != [card.id for card in component.cards]:
            return Reload((), True)
        if _facts(component) != _facts(before.components[id]):
            return Reload((), True)
        pairs = [
            (new, was) for new, was in zip(component.cards, old, strict=True) if new is not was
        ]
        cards += [(id, new) for new, was in pairs if _content(new) != _content(was)]
        counted &= all(new.copies == was.copies for new, was in pairs)  # templates may read it
    entries = frozenset(card.location for _, card in cards) if counted else None
    return Reload(tuple(cards), False, entries)


def _facts(component: Component) -> list[object]:
    """Return the values of a component without its cards and locations."""
    values = [getattr(component, name) for name in component.__struct_fields__]
    return [
        value
        for value in values
        if value is not component.cards and not isinstance(value, Location)
    ]


def _content(card: Card) -> tuple[object, ...]:
    return (card.type, card.title, card.copies, card.fields, card.assumption)
