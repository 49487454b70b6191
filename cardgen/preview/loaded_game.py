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
from cardgen.pipeline.dependencies import Dependencies
from cardgen.pipeline.output_lock import FOLDER as CACHE
from cardgen.pipeline.results import SideResult, merge
from cardgen.pipeline.session import Session
from cardgen.preview.faults import blamed

DATA = (".yaml", ".md")
"""Endings of the files that hold a game; all others are for templates to show."""


@dataclass(frozen=True, slots=True)
class LoadedSide:
    """A side as it was laid out last.

    ``edit`` is the number of the edit that last changed its picture, 0 for none; ``reason`` is the
    name of what made it be laid out again, empty the first time.
    """

    result: SideResult
    edit: int = 0
    reason: str = ""

    @property
    def fingerprint(self) -> str:
        """The name of its picture; empty for a broken side."""
        return self.result.frame.fingerprint if self.result.frame is not None else ""


@dataclass(frozen=True, slots=True)
class LoadedText:
    """The pages of a booklet, what they depend on, and which edit changed each of them last."""

    results: tuple[SideResult, ...]
    dependencies: Dependencies
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
        self.session: Session | None = None
        self.looks = 0
        """Raised whenever templates or assets were saved: sessions of before hold old ones."""
        self.sides: dict[str, list[CardSides]] = {}
        self.specs: dict[str, SideSpec] = {}
        self.shown: dict[str, LoadedSide] = {}
        self.pending: dict[str, str] = {}
        """Sides to lay out (again), each with the name of what changed, if that is known."""
        self.texts: dict[str, LoadedText] = {}
        self.found: tuple[Diagnostic, ...] = ()
        self.planned: tuple[Diagnostic, ...] = ()
        self.blamed: Mapping[str, tuple[Diagnostic, ...]] = {}
        self.recall = Recall()
        self.store = Store(output / CACHE / id)
        self._prints: dict[str, Frame] = {}

    # What the thread of the project does

    def load(self, changed: Collection[str] | None, edit: int) -> Reload:
        """Read the files again; ``changed`` names what was saved, None at the first time.

        Where the data cannot be read, the last good data stays, in the looks of now.
        """
        if changed is not None and not all(
            self._is_data(name) or name.endswith(".j2") for name in changed
        ):
            self.recall.forget()  # there may be other pictures now
        read = load_project(self.root, [self.id], {self.id: self.recall})
        before, good = self.game, bool(read.games)
        game = read.games[0] if good else before
        with self.lock:
            self.found, self.current = tuple(read.diagnostics), good
            self.blamed = {} if good else blamed(self.root, before, self.found)
        if game is not None:
            self._take(game, changed)
        return _compare(before, game)

    def _take(self, game: Game, changed: Collection[str] | None) -> None:
        """Go over to newer data or looks of the game."""
        fresh = changed is None or not all(self._is_data(name) for name in changed)
        if self.session is None or fresh:
            self.looks += 1
            self.session = Session(self.root, game, self.store)
        else:
            self.session.take_data(game)
        sides, specs = self.session.sides, self.session.specs
        shown = {id: side for id, side in self.shown.items() if id in specs}
        pending = self._stale(self.session, shown, specs)
        self.session.take({id: s.result.frame for id, s in shown.items() if id not in pending})
        with self.lock:
            self.game, self.sides, self.specs = game, sides, specs
            self.shown, self.pending = shown, pending
            self.texts = {id: text for id, text in self.texts.items() if id in game.components}
        self._prune()

    def _is_data(self, name: str) -> bool:
        """Whether a file is read with the game, not by its templates."""
        return name.startswith(f"card_data/{self.id}/") and name.endswith(DATA)

    def _stale(
        self, session: Session, shown: Mapping[str, LoadedSide], specs: Mapping[str, SideSpec]
    ) -> dict[str, str]:
        """Return the sides to lay out, each with the name of what has changed.

        Sides that are pictured count as they are shown now: if one of them comes out otherwise,
        those that picture it follow.
        """

        def pictured(name: str) -> str:
            side = shown.get(session.id_of(name))
            return side.fingerprint if side is not None else ""

        now = session.values_with(pictured)
        stale: dict[str, str] = {}
        for id, spec in specs.items():
            if id not in shown or id in self.pending:
                stale[id] = self.pending.get(id, "")
            elif changed := now.changed(spec, shown[id].result.dependencies):
                stale[id] = changed
        return stale

    def lay_out(self, id: str, edit: int) -> tuple[str, ...]:
        """Lay out a side that is pending; return the sides whose looks are new."""
        session, spec = self.session, self.specs[id]
        assert session is not None
        reason = self.pending.pop(id, "")
        result = session.recalled(spec) or session.side(spec, drawn=False)
        old = self.shown.get(id)
        # Only the light parts stay: what a build keeps for itself is not for us.
        result = replace(result, drawings={})
        side = LoadedSide(result, old.edit if old else 0, reason)
        if (old is not None and old.fingerprint != side.fingerprint) or (old is None and edit):
            side = replace(side, edit=edit)
        with self.lock:
            self.shown[id] = side
            if result.frame is not None:
                self._prints[result.frame.fingerprint] = result.frame
        if old is not None and old.fingerprint != side.fingerprint:
            for other in self._picturing(id):
                self.pending[other] = f"side:{id}"
                session.forget(other)
        return (id,)

    def _picturing(self, id: str) -> list[str]:
        """Return the sides that show this one."""
        assert self.session is not None
        return [
            other
            for other, side in self.shown.items()
            if other != id
            and any(self.session.id_of(name) == id for name in side.result.dependencies.sides())
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
        return list(dict.fromkeys([*self.found, *merge(self.results()), *planned]))


def _compare(before: Game | None, game: Game | None) -> Reload:
    """Find the cards that say something new; where more has changed, all is new."""
    if before is game and game is not None:
        return Reload((), False)
    if before is None or game is None or before.components.keys() != game.components.keys():
        return Reload((), True)
    known = (before.context, before.theme, before.card_types)
    if known != (game.context, game.theme, game.card_types):
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
