"""Writes what the page wants changed, takes it back, and shows it before it is written.

A journal holds each change with the bytes of its files before and after.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from threading import RLock
from typing import Any
from weakref import WeakKeyDictionary

from msgspec import Struct, field

from cardgen.core.diagnostics import CardgenError
from cardgen.core.side_id import SideId
from cardgen.model.document import Documents
from cardgen.model.game import Game
from cardgen.pipeline.results import SideResult, merge
from cardgen.pipeline.writing import replace_whole
from cardgen.preview import Json
from cardgen.preview.about import describe
from cardgen.preview.about.detail import Consequences, consequences
from cardgen.preview.editing.acts import Act
from cardgen.preview.editing.draft import Clash, Draft, Fault, draft, new_errors, read
from cardgen.preview.editing.targets import Naming, Target
from cardgen.preview.editing.texts import is_template
from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.source.files import Project, confine
from cardgen.source.tables.reading import TABLE_LIMIT

_STEPS = 200
_BYTES = 64 << 20
_DRAFTS = "drafts"
_CHECKED = 200
"""Sides that are laid out before a change is written: it waits for a second or two at most."""

Files = Mapping[str, tuple[bytes, bytes]]
"""The content of files before and after, by path."""


class Step(Struct, frozen=True):
    """One change of some files."""

    id: int
    label: str
    files: Files

    def reversed(self) -> Files:
        """Return what takes the step back."""
        return {path: (after, before) for path, (before, after) in self.files.items()}


class Journal(Struct):
    """The steps of one game, for as long as the preview runs; old ones are forgotten."""

    done: list[Step] = []
    undone: list[Step] = []
    _numbers: count[int] = field(default_factory=lambda: count(1))

    def add(self, label: str, files: Files) -> Step:
        """Note a change; what was taken back before is gone for good."""
        step = Step(next(self._numbers), label, files)
        self.undone.clear()
        self.done.append(step)
        while len(self.done) > 1 and (len(self.done) > _STEPS or self._size() > _BYTES):
            del self.done[0]
        return step

    def _size(self) -> int:
        """Bytes that are held; what one step leaves the next one finds, so it counts once."""
        return sum(len(before) for step in self.done for before, _ in step.files.values())


Changes = Sequence[Mapping[str, Any]]


class Outcome(Struct, frozen=True):
    """What came of changes: a step with the id of a card that is new, or faults."""

    step: Step | None = None
    faults: tuple[Fault, ...] = ()
    card: str = ""
    named: tuple[Naming, ...] = ()


class ClashError(Exception):
    """Files or values are not as whoever wants to change them knows them."""

    def __init__(self, message: str, clashes: Sequence[Clash] = ()) -> None:
        super().__init__(message)
        self.clashes = tuple(clashes)


class Editor:
    """Changes the files of a project for the page; any thread may ask, one works at a time.

    It reads games for itself, beside what the preview shows: nobody sees a draft but who asks.
    """

    def __init__(self, live: LiveProject) -> None:
        self._live = live
        self._lock = RLock()
        self._journals: dict[str, Journal] = {}
        self._documents: WeakKeyDictionary[LoadedGame, Documents] = WeakKeyDictionary()
        """Texts that drafts have read."""

    # Writing

    def change(self, loaded: LoadedGame, changes: Changes, sides: Sequence[str] = ()) -> Outcome:
        """Write changes to the files; or say what is wrong, and nothing is written.

        What would be new errors on ``sides`` is wrong, too, and on others that a changed template
        draws, unless it draws very many: the preview tells of those. There is no step where all is
        as wanted. Raises `ClashError` if a file or a value has changed since the page saw it, and
        OutputError if a file cannot be written.
        """
        with self._lock:
            made = self._draft(loaded, changes)
            game, faults = self._read_draft(loaded, made)
            checked = tuple(dict.fromkeys((*sides, *_sides_drawn_by_templates(loaded, made.files))))
            if game is not None and not faults and checked:
                laid = self._lay_out(loaded, made, game, checked[:_CHECKED])
                found = merge(laid, loaded.places)
                faults = tuple(Fault(-1, item) for item in new_errors(loaded.diagnostics(), found))
            if faults or not made.files:
                return Outcome(faults=faults)
            new_card = _id_of_new_card(loaded, made, game)  # what is written may be read at once
            step = self.write(loaded, _label(made), lambda _: made.files)
            return Outcome(step, (), new_card, made.named)

    def write(self, loaded: LoadedGame, label: str, make: Callable[[Project], Files]) -> Step:
        """Write what ``make`` makes of the files as they are; an empty one stands for none.

        Raises as `change` does.
        """
        with self._lock:
            files = make(Project(self._live.root))
            self._write(files)
            step = self._journal(loaded).add(label, files)
            self._publish_steps(loaded)
            return step

    def undo(self, loaded: LoadedGame, id: int) -> Step:
        """Take the last step back, if it is that one and its files are as it left them."""
        journal = self._journal(loaded)
        return self._move(loaded, journal.done, journal.undone, id, Step.reversed)

    def redo(self, loaded: LoadedGame, id: int) -> Step:
        """Do again what was taken back last, if it is that step and its files are as before."""
        journal = self._journal(loaded)
        return self._move(loaded, journal.undone, journal.done, id, lambda step: step.files)

    def _move(
        self,
        loaded: LoadedGame,
        steps: list[Step],
        others: list[Step],
        id: int,
        files: Callable[[Step], Files],
    ) -> Step:
        with self._lock:
            if not steps or steps[-1].id != id:
                raise ClashError("another change came in between")
            self._write(files(steps[-1]))
            others.append(steps.pop())
            self._publish_steps(loaded)
            return others[-1]

    def steps(self, loaded: LoadedGame) -> Json:
        """Say what can be taken back, and what can be done again."""
        journal = self._journal(loaded)

        def told(steps: list[Step]) -> Json | None:
            return {"id": steps[-1].id, "label": steps[-1].label} if steps else None

        return {"undo": told(journal.done), "redo": told(journal.undone)}

    def _publish_steps(self, loaded: LoadedGame) -> None:
        self._live.tell({"type": "steps", "game": loaded.id, "steps": self.steps(loaded)})

    def _journal(self, loaded: LoadedGame) -> Journal:
        return self._journals.setdefault(loaded.id, Journal())

    def _draft(self, loaded: LoadedGame, changes: Changes) -> Draft:
        made = draft(loaded, changes)
        if made.clashes:
            first, *more = made.clashes
            also = f", and {len(more)} more" if more else ""
            raise ClashError(f"the {first.label} was changed meanwhile{also}", made.clashes)
        return made

    def _write(self, files: Files) -> None:
        def now(path: str) -> bytes:
            try:
                return project.data(path, limit=TABLE_LIMIT)
            except CardgenError:
                return b""

        project = Project(self._live.root)
        for path in files:  # no link may have come in between
            try:
                confine(self._live.root, path)
            except CardgenError as error:
                raise ClashError(str(error)) from None
        changed = replace_whole(self._live.root, files, now)
        if changed is not None:
            name = changed.rpartition("/")[2]
            raise ClashError(f"{name} was changed outside of the preview")
        self._live.saved(files)

    # Before it is written

    def sketch(
        self, loaded: LoadedGame, changes: Changes, sides: Sequence[str]
    ) -> tuple[Json, tuple[Fault, ...]]:
        """Lay out sides with changes that are not written; return them as the page knows sides.

        Pages of booklets are sides, too; all pages of such a booklet are returned.
        """
        with self._lock:
            made = draft(loaded, changes)
            game, faults = self._read_draft(loaded, made)
            if game is None or faults:
                return {}, faults
            return describe.sketches(loaded, self._lay_out(loaded, made, game, sides)), ()

    def _lay_out(
        self, loaded: LoadedGame, made: Draft, game: Game, sides: Sequence[str]
    ) -> list[SideResult]:
        templates = {path: data for path, data in made.after.items() if is_template(path)}
        work = loaded.work_beside(_DRAFTS, game, templates)
        work.use_as_pictures({id: side for id, side in work.shown.items() if id not in sides})
        laid = [work.side(work.specs[id]) for id in sides if id in work.specs]
        booklets, flows = dict.fromkeys(SideId(id).design for id in sides), game.flows()
        for flow in (flows[id] for id in booklets if id in flows):
            laid += work.text(flow).results
        return laid

    def consequences(
        self, loaded: LoadedGame, changes: Changes
    ) -> tuple[Consequences, tuple[Naming, ...], tuple[Fault, ...]]:
        """Say what would be drawn again if changes were written, and what names a card."""
        with self._lock:
            made = self._draft(loaded, changes)
            game, faults = self._read_draft(loaded, made)
            if game is None or faults:
                return Consequences((), ()), made.named, faults
            work = loaded.work_beside(_DRAFTS, game)
            return consequences(loaded, work), made.named, ()

    def _read_draft(self, loaded: LoadedGame, made: Draft) -> tuple[Game | None, tuple[Fault, ...]]:
        if made.faults:
            return None, made.faults
        return read(loaded, made, self._documents.setdefault(loaded, Documents()))


def _sides_drawn_by_templates(loaded: LoadedGame, paths: Iterable[str]) -> list[str]:
    # Templates go by their path in their folder, `templates/<game>` or `templates/shared`.
    names = {f"template:{path.split('/', 2)[2]}" for path in paths if is_template(path)}
    with loaded.lock:
        shown = list(loaded.shown.items()) if names else []
    return [id for id, one in shown if not names.isdisjoint(one.dependencies.names)]


def _label(made: Draft) -> str:
    labels = list(dict.fromkeys(one.label for one in made.targets))
    if len(labels) == 1:
        return labels[0]
    acts = {one.act for one in made.targets if isinstance(one, Act)}
    if len(acts) == 1:
        return f"{labels[0].partition(' of ')[0]} of {len(labels)} cards"
    names = {one.inside[0] for one in made.targets if isinstance(one, Target) and one.card}
    if len(names) == 1:
        return f"{str(names.pop()).replace('_', ' ')} of {len(labels)} cards"
    return f"{len(labels)} values"


def _id_of_new_card(loaded: LoadedGame, made: Draft, game: Game | None) -> str:
    with loaded.lock:
        before = loaded.game.components if loaded.game is not None else {}
    for deck in {one.deck for one in made.targets if isinstance(one, Act)}:
        known = {one.id for one in before[deck].cards}
        for card in game.components[deck].cards if game is not None else ():
            if card.id not in known:
                return card.id
    return ""
