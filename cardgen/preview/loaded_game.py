"""One game that stays loaded: its model, its finished sides, and what an edit makes stale."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from threading import RLock

from cardgen.core.diagnostics import Diagnostic, Severity
from cardgen.frame import Frame
from cardgen.model.cards import Card
from cardgen.model.game import Game
from cardgen.model.load import load_project
from cardgen.model.recall import Recall
from cardgen.model.sides import CardSides, SideSpec
from cardgen.pipeline.cache import Store
from cardgen.pipeline.dependencies import cards_hold
from cardgen.pipeline.inputs import DATA, forget, looks_digest
from cardgen.pipeline.output_lock import FOLDER as CACHE
from cardgen.pipeline.results import SideResult, merge
from cardgen.preview.faults import blamed
from cardgen.preview.live import LiveSession
from cardgen.source.files import BUNDLED


@dataclass(frozen=True, slots=True)
class LoadedSide:
    """A side as it was laid out last.

    ``key`` is that of its data then, ``files`` the templates it is made of, None where nobody
    knows. ``edit`` is the number of the edit that last changed its picture, 0 for none.
    """

    result: SideResult
    key: str
    files: frozenset[str] | None
    edit: int = 0

    @property
    def fingerprint(self) -> str:
        """The name of its picture; empty for a broken side."""
        return self.result.frame.fingerprint if self.result.frame is not None else ""


@dataclass(frozen=True, slots=True)
class LoadedText:
    """The pages of a booklet, and what they depend on (see `cardgen.preview.booklet_worker`)."""

    results: tuple[SideResult, ...]
    key: str
    files: frozenset[str] | None
    pictured: frozenset[str]
    looked: tuple[tuple[str, str], ...]
    edits: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reload:
    """What a new reading of the files brought: new facts of cards, or a new structure."""

    cards: tuple[tuple[str, Card], ...]
    structure: bool


class LoadedGame:
    """One game. All but the look-ups are called by one thread only."""

    def __init__(self, root: Path, id: str, output: Path) -> None:
        self.root = root
        self.id = id
        self.lock = RLock()
        self.game: Game | None = None
        self.current = False
        """Whether `game` is what the files say; a broken edit leaves the last good one."""
        self.session: LiveSession | None = None
        self.sides: dict[str, list[CardSides]] = {}
        self.specs: dict[str, SideSpec] = {}
        self.shown: dict[str, LoadedSide] = {}
        self.pending: dict[str, None] = {}
        self.texts: dict[str, LoadedText] = {}
        self.loaded: tuple[Diagnostic, ...] = ()
        self.planned: tuple[Diagnostic, ...] = ()
        self.blamed: Mapping[str, tuple[Diagnostic, ...]] = {}
        self.recall = Recall()
        self.store: Store | None = None
        self._cache = output / CACHE / id
        self._prints: dict[str, Frame] = {}

    # What the thread of the studio does

    def load(self, changed: Collection[str] | None, edit: int) -> Reload:
        """Read the files again; ``changed`` names what was saved, None at the first time.

        Where the data cannot be read, the last good data stays, in the looks of now.
        """
        if changed is not None and any(self._is_asset(name) for name in changed):
            self.recall.forget()
        loaded = load_project(self.root, [self.id], {self.id: self.recall})
        before, good = self.game, bool(loaded.games)
        game = loaded.games[0] if good else before
        with self.lock:
            self.loaded, self.current = tuple(loaded.diagnostics), good
            self.blamed = {} if good else blamed(self.root, before, self.loaded)
        if game is not None:
            self._take(game, changed)
        return _compare(before, game)

    def _take(self, game: Game, changed: Collection[str] | None) -> None:
        """Go over to newer data or looks of the game."""
        sides = self.sides
        if game is not self.game:
            sides = {id: component.sides(game) for id, component in game.components.items()}
        specs = {spec.id: spec for one in sides.values() for spec in _specs(one)}
        anew = self._stale(specs, changed)
        looks = changed is None or any(self._is_look(name) for name in changed)
        if self.session is None or self.game is None or looks or game.theme != self.game.theme:
            self._open_session(game, specs, anew, fresh=changed is not None)
        else:
            self.session.go_on(game, specs.values(), anew)
        with self.lock:
            self.game, self.sides, self.specs = game, sides, specs
            self.shown = {id: side for id, side in self.shown.items() if id in specs}
            self.pending = {id: None for id in specs if id in anew}
            self.texts = {id: text for id, text in self.texts.items() if id in game.components}
        self._prune()

    def _is_look(self, name: str) -> bool:
        return not (name.startswith(f"card_data/{self.id}/") and name.endswith(DATA))

    def _is_asset(self, name: str) -> bool:
        return self._is_look(name) and not name.endswith(".j2")

    def _stale(self, specs: Mapping[str, SideSpec], changed: Collection[str] | None) -> set[str]:
        """Return the sides to lay out again."""
        if changed is None:
            return set(specs)
        looks = {name for name in changed if self._is_look(name)}
        templates = {name for name in looks if name.endswith(".j2")}
        known = {name for side in self.shown.values() for name in side.files or ()}
        # An icon, a picture or a font shows anywhere, and so may a template that is new.
        if looks != templates or any(
            name not in known and not self._used_elsewhere(name) for name in templates
        ):
            return set(specs)
        anew = set()
        for id, spec in specs.items():
            side = self.shown.get(id)
            if (
                side is None
                or side.key != spec.key
                or not cards_hold(side.result.needs, spec.watch)
                or id in self.pending
                or (templates and (side.files is None or side.files & templates))
            ):
                anew.add(id)
        return anew

    def _used_elsewhere(self, name: str) -> bool:
        """Whether a template belongs to another game, or only to texts of this one."""
        parts = name.split("/")
        if len(parts) > 2 and parts[1] not in (self.id, "shared"):
            return True
        return any(name in (text.files or ()) for text in self.texts.values())

    def _open_session(
        self, game: Game, specs: Mapping[str, SideSpec], anew: Collection[str], fresh: bool
    ) -> None:
        if fresh:
            self.store = None  # of other looks
        else:
            forget()
            self.store = Store(self._cache, looks_digest(self.root, self.id, BUNDLED))
        self.session = LiveSession(self.root, game, specs.values(), self.store)
        kept = {id: s.result.frame for id, s in self.shown.items() if id in specs}
        self.session.take({id: frame for id, frame in kept.items() if id not in anew})

    def lay_out(self, id: str, edit: int) -> tuple[str, ...]:
        """Lay out a side that is pending; return the sides whose looks are new."""
        session, spec = self.session, self.specs[id]
        assert session is not None
        self.pending.pop(id, None)
        files: frozenset[str] | None = None
        result = session.recalled(spec)
        if result is None:
            session.templates.begin()
            result = session.side(spec, drawn=False)
            files = session.templates.files()
        old = self.shown.get(id)
        # Only the light parts stay: what a build keeps for itself is not for us.
        result = replace(result, drawings={})
        side = LoadedSide(result, spec.key, files, old.edit if old else 0)
        if (old is not None and old.fingerprint != side.fingerprint) or (old is None and edit):
            side = replace(side, edit=edit)
        with self.lock:
            self.shown[id] = side
            if result.frame is not None:
                self._prints[result.frame.fingerprint] = result.frame
        if old is not None and old.fingerprint != side.fingerprint:
            for other in self._picturing(spec):
                self.pending[other] = None
                session.go_on(session.game, self.specs.values(), [other])
        return (id,)

    def _picturing(self, spec: SideSpec) -> list[str]:
        """Return the sides that show this one."""
        names = {spec.id, spec.id.removesuffix("/face")}
        return [
            id
            for id, side in self.shown.items()
            if id != spec.id
            and any(name in names or name == spec.id for name, _ in side.result.needs)
        ]

    def bind(self, id: str, text: LoadedText) -> None:
        """Take the finished pages of a booklet."""
        with self.lock:
            self.texts[id] = text
            for result in text.results:
                if result.frame is not None:
                    self._prints[result.frame.fingerprint] = result.frame

    def _prune(self) -> None:
        """Let go of pictures that nothing shows any more, but for the last ones."""
        live = {side.fingerprint for side in self.shown.values()}
        live |= {r.frame.fingerprint for t in self.texts.values() for r in t.results if r.frame}
        if len(self._prints) > 2 * len(live) + 100:
            with self.lock:
                self._prints = {name: f for name, f in self._prints.items() if name in live}

    # What anybody may ask

    def frame(self, fingerprint: str) -> Frame | None:
        """Return a side or page that is or was shown."""
        return self._prints.get(fingerprint)

    def keep_frames(self, frames: Iterable[Frame]) -> None:
        """Make pages of products known, until the next edit makes them stale."""
        with self.lock:
            for frame in frames:
                self._prints[frame.fingerprint] = frame

    def results(self) -> list[SideResult]:
        """Return all that is finished, sides first, in the order of the game."""
        with self.lock:
            found = [self.shown[id].result for id in self.specs if id in self.shown]
            for text in self.texts.values():
                found += text.results
        return found

    def diagnostics(self) -> list[Diagnostic]:
        """Return all there is to say about the game as its files are now."""
        planned = self.planned if self.current else ()
        return list(dict.fromkeys([*self.loaded, *merge(self.results()), *planned]))


def _specs(sides: Iterable[CardSides]) -> Iterable[SideSpec]:
    for card in sides:
        yield card.face
        if card.back is not None:
            yield card.back


def _compare(before: Game | None, game: Game | None) -> Reload:
    """Find the cards that say something new; where more has changed, all is new."""
    if before is game and game is not None:
        return Reload((), False)
    if before is None or game is None or before.components.keys() != game.components.keys():
        return Reload((), True)
    if (before.key, before.card_types) != (game.key, game.card_types):
        return Reload((), True)
    cards: list[tuple[str, Card]] = []
    for id, component in game.components.items():
        old = before.components[id].cards
        if [card.id for card in old] != [card.id for card in component.cards]:
            return Reload((), True)
        if not component.cards and component != before.components[id]:
            return Reload((), True)
        cards += [
            (id, new)
            for new, was in zip(component.cards, old, strict=True)
            if new is not was and _facts(new) != _facts(was)
        ]
    return Reload(tuple(cards), False)


def _facts(card: Card) -> tuple[object, ...]:
    return (card.type, card.title, card.copies, card.fields, card.assumption)


def has_error(found: Iterable[Diagnostic]) -> bool:
    """Whether any of some findings is an error."""
    return any(item.severity is Severity.ERROR for item in found)
