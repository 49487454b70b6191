"""Write changes of the page, undo and redo them, and preview them before they are written.

A journal has each change with the bytes of its files before and after.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from threading import RLock
from typing import Any
from weakref import WeakKeyDictionary

from msgspec import Struct, field
from msgspec.structs import replace

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
from cardgen.preview.editing.draft import Clash, Draft, Fault, make_draft, new_errors, read_draft
from cardgen.preview.editing.parts import plan_part
from cardgen.preview.editing.targets import NoTargetError, References, Target
from cardgen.preview.editing.texts import is_template
from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.source.files import Project, confine
from cardgen.source.tables.reading import TABLE_LIMIT

_STEPS = 200
_BYTES = 64 << 20
_DRAFTS = "drafts"
_CHECKED = 200
"""The most sides to check before a change is written, which takes up to two seconds."""

_WAITING_CHECKED = 40
"""The most pending sides to check; the templates that they use are not known before layout."""

Files = Mapping[str, tuple[bytes, bytes]]
"""The content of files before and after, by path."""

NewIds = Mapping[str, Mapping[str, str]]
"""The new ids of cards that get another one, by deck and old id."""


class Step(Struct, frozen=True):
    """One change of some files, for undo and redo."""

    id: int
    label: str
    files: Files
    new_ids: NewIds = {}

    def reverse(self) -> Step:
        """Return the step that undoes this one."""
        files = {path: (after, before) for path, (before, after) in self.files.items()}
        new_ids = {
            deck: {new: old for old, new in ids.items()} for deck, ids in self.new_ids.items()
        }
        return replace(self, files=files, new_ids=new_ids)


class Journal(Struct):
    """The undo and redo steps of one game while the preview runs; old steps are dropped."""

    undo_steps: list[Step] = []
    redo_steps: list[Step] = []
    _numbers: count[int] = field(default_factory=lambda: count(1))

    def add(self, label: str, files: Files, new_ids: NewIds) -> Step:
        """Add a change; it discards the steps to redo."""
        step = Step(next(self._numbers), label, files, new_ids)
        self.redo_steps.clear()
        self.undo_steps.append(step)
        while len(self.undo_steps) > 1 and (len(self.undo_steps) > _STEPS or self._size() > _BYTES):
            del self.undo_steps[0]
        return step

    def _size(self) -> int:
        """Return the bytes in memory; the result of a step and the start of the next count once."""
        return sum(len(before) for step in self.undo_steps for before, _ in step.files.values())


Changes = Sequence[Mapping[str, Any]]


class Outcome(Struct, frozen=True):
    """The result of changes: a step with the id of the new card or part, if any, or faults.

    ``note`` is a sentence about work that is left to the user.
    """

    step: Step | None = None
    faults: tuple[Fault, ...] = ()
    card: str = ""
    named: tuple[References, ...] = ()
    note: str = ""


class ClashError(Exception):
    """A file or value has changed since the page read it."""

    def __init__(self, message: str, clashes: Sequence[Clash] = ()) -> None:
        super().__init__(message)
        self.clashes = tuple(clashes)


class Editor:
    """Changes the files of a project for the page, in any thread, one change at a time.

    It reads its own copies of games: a draft is visible only in the answer to its request.
    """

    def __init__(self, live: LiveProject) -> None:
        self._live = live
        self._lock = RLock()
        self._journals: dict[str, Journal] = {}
        self._documents: WeakKeyDictionary[LoadedGame, Documents] = WeakKeyDictionary()
        """The documents that drafts have read, by game."""

    # Writing

    def change(self, loaded: LoadedGame, changes: Changes, sides: Sequence[str] = ()) -> Outcome:
        """Write changes to the files, or return their faults without writing.

        New errors on ``sides`` are faults, and so are new errors on other sides of a changed
        template; only the first `_CHECKED` sides are checked. Without a difference there is no
        step. Raises `ClashError` if a file or value has changed since the page read it, and
        OutputError if a file cannot be written.
        """
        with self._lock:
            draft = self._draft(loaded, changes)
            game, faults = self._read(loaded, draft)
            checked = tuple(dict.fromkeys((*sides, *_sides_of_templates(loaded, draft.files))))
            if game is not None and not faults and checked:
                faults = self._faults_of_sides(loaded, draft, game, checked[:_CHECKED])
            if faults or not draft.files:
                return Outcome(faults=faults)
            new_card, new_ids = _new_ids(loaded, draft, game)  # before it is read again
            step = self.write(loaded, _label(draft), lambda _: draft.files, new_ids)
            return Outcome(step, (), new_card, draft.named)

    def add(self, loaded: LoadedGame, request: Mapping[str, Any]) -> Outcome:
        """Add a part to a game, or return the faults of the game with it without writing.

        Raises `NoTargetError` for impossible parts, CardgenError for unreadable assets, and the
        same errors as `change`.
        """
        with self._lock:
            with loaded.lock:
                part = plan_part(loaded, request)
            files = part.contents(loaded)
            _, faults = self._read(loaded, Draft(files=files))
            if faults:
                return Outcome(faults=faults)
            step = self.write(loaded, part.label, lambda _: files)
            return Outcome(step, card=part.name, note=part.note)

    def _faults_of_sides(
        self, loaded: LoadedGame, draft: Draft, game: Game, sides: Sequence[str]
    ) -> tuple[Fault, ...]:
        after = merge(self._lay_out(loaded, draft, game, sides), loaded.places)
        errors = new_errors(loaded.diagnostics(), after)
        waiting = [id for id in sides if id in loaded.pending] if errors else []
        if waiting and loaded.game is not None:  # their old errors are not known yet
            before = merge(self._lay_out(loaded, Draft(), loaded.game, waiting), loaded.places)
            errors = new_errors([*loaded.diagnostics(), *before], errors)
        return tuple(Fault(-1, item) for item in errors)

    def write(
        self,
        loaded: LoadedGame,
        label: str,
        make: Callable[[Project], Files],
        new_ids: NewIds | None = None,
    ) -> Step:
        """Write the files that ``make`` returns for the current ones; empty bytes mean no file.

        Raises the same errors as `change`.
        """
        with self._lock:
            files = make(Project(self._live.root))
            self._write(files)
            step = self._journal(loaded).add(label, files, new_ids or {})
            self._publish_steps(loaded)
            return step

    def undo(self, loaded: LoadedGame, id: int) -> Step:
        """Undo the step ``id``, if it is the last one and its files are unchanged since."""
        journal = self._journal(loaded)
        return self._move(loaded, journal.undo_steps, journal.redo_steps, id, Step.reverse)

    def redo(self, loaded: LoadedGame, id: int) -> Step:
        """Redo the step ``id``, if it was undone last and its files are unchanged since."""
        journal = self._journal(loaded)
        return self._move(loaded, journal.redo_steps, journal.undo_steps, id, lambda step: step)

    def _move(
        self,
        loaded: LoadedGame,
        steps: list[Step],
        target_steps: list[Step],
        id: int,
        change: Callable[[Step], Step],
    ) -> Step:
        with self._lock:
            if not steps or steps[-1].id != id:
                raise ClashError("another change came in between")
            step = change(steps[-1])
            self._write(step.files)
            target_steps.append(steps.pop())
            self._publish_steps(loaded)
            return step

    def steps(self, loaded: LoadedGame) -> Json:
        """Describe the next steps to undo and to redo."""
        journal = self._journal(loaded)

        def last_step(steps: list[Step]) -> Json | None:
            return {"id": steps[-1].id, "label": steps[-1].label} if steps else None

        return {"undo": last_step(journal.undo_steps), "redo": last_step(journal.redo_steps)}

    def _publish_steps(self, loaded: LoadedGame) -> None:
        self._live.queue_event({"type": "steps", "game": loaded.id, "steps": self.steps(loaded)})

    def _journal(self, loaded: LoadedGame) -> Journal:
        return self._journals.setdefault(loaded.id, Journal())

    def _draft(self, loaded: LoadedGame, changes: Changes) -> Draft:
        try:
            draft = make_draft(loaded, changes)
        except NoTargetError:  # a card that the page has just added may not be read yet
            self._live.wait_for_reading()
            draft = make_draft(loaded, changes)
        if draft.clashes:
            first, *other_clashes = draft.clashes
            also = f", and {len(other_clashes)} more" if other_clashes else ""
            raise ClashError(f"the {first.label} was changed meanwhile{also}", draft.clashes)
        return draft

    def _write(self, files: Files) -> None:
        def now(path: str) -> bytes:
            try:
                return project.data(path, limit=TABLE_LIMIT)
            except CardgenError:
                return b""

        project = Project(self._live.root)
        for path in files:  # a link may have been created meanwhile
            try:
                confine(self._live.root, path)
            except CardgenError as error:
                raise ClashError(str(error)) from None
        changed = replace_whole(self._live.root, files, now)
        if changed is not None:
            name = changed.rpartition("/")[2]
            raise ClashError(f"{name} was changed outside of the preview")
        self._live.queue_saved(files)

    # Drafts, which are not written

    def sketch(
        self, loaded: LoadedGame, changes: Changes, sides: Sequence[str]
    ) -> tuple[Json, tuple[Fault, ...]]:
        """Lay out sides with changes that are not written, and describe them for the page.

        Pages of booklets are sides, too; the result has all pages of their booklets.
        """
        with self._lock:
            draft = self._draft(loaded, changes)
            game, faults = self._read(loaded, draft)
            if game is None or faults:
                return {}, faults
            return describe.sketches(loaded, self._lay_out(loaded, draft, game, sides)), ()

    def _lay_out(
        self, loaded: LoadedGame, draft: Draft, game: Game, sides: Sequence[str]
    ) -> list[SideResult]:
        templates = {path: data for path, data in draft.after.items() if is_template(path)}
        work = loaded.work_beside(_DRAFTS, game, templates)
        old_sides = work.side_results.items()
        work.use_as_pictures({id: side for id, side in old_sides if id not in sides})
        laid = [work.side(work.specs[id]) for id in sides if id in work.specs]
        booklets, flows = dict.fromkeys(SideId(id).design for id in sides), game.flows()
        for flow in (flows[id] for id in booklets if id in flows):
            laid += work.text(flow).results
        return laid

    def consequences(
        self, loaded: LoadedGame, changes: Changes
    ) -> tuple[Consequences, tuple[References, ...], tuple[Fault, ...]]:
        """Return the sides that changes would redraw, and the places that refer to changed ids."""
        with self._lock:
            draft = self._draft(loaded, changes)
            game, faults = self._read(loaded, draft)
            if game is None or faults:
                return Consequences((), ()), draft.named, faults
            work = loaded.work_beside(_DRAFTS, game)
            return consequences(loaded, work), draft.named, ()

    def _read(self, loaded: LoadedGame, draft: Draft) -> tuple[Game | None, tuple[Fault, ...]]:
        if draft.faults:
            return None, draft.faults
        return read_draft(loaded, draft, self._documents.setdefault(loaded, Documents()))


def _sides_of_templates(loaded: LoadedGame, paths: Iterable[str]) -> list[str]:
    # Dependencies name templates by their path below `templates/<game>` or `templates/shared`.
    names = {f"template:{path.split('/', 2)[2]}" for path in paths if is_template(path)}
    with loaded.lock:
        side_results = dict(loaded.side_results) if names else {}
        pending = list(loaded.pending) if names else []
    sides = [
        id for id, result in side_results.items() if not names.isdisjoint(result.dependencies.names)
    ]
    # Pending sides may use the template, too. Sides that name it come first.
    main = [id for id in pending if f"template:{loaded.specs[id].template}" in names]
    return list(dict.fromkeys((*sides, *main, *pending[:_WAITING_CHECKED])))


def _label(draft: Draft) -> str:
    labels = list(dict.fromkeys(target.label for target in draft.targets))
    if len(labels) == 1:
        return labels[0]
    acts = {target.act for target in draft.targets if isinstance(target, Act)}
    if len(acts) == 1:
        return f"{labels[0].partition(' of ')[0]} of {len(labels)} cards"
    names = {
        target.key_path[0] for target in draft.targets if isinstance(target, Target) and target.card
    }
    if len(names) == 1:
        return f"{str(names.pop()).replace('_', ' ')} of {len(labels)} cards"
    return f"{len(labels)} values"


def _new_ids(loaded: LoadedGame, draft: Draft, game: Game | None) -> tuple[str, NewIds]:
    """Return the id of the card that a draft adds, if any, and the new ids of cards that it has.

    New titles may change ids, and so may cards that come or go beside others of the same title.
    The entries of a file that has one for several cards are not compared.
    """
    with loaded.lock:
        before = loaded.game.components if loaded.game is not None else {}
    new_card = ""
    new_ids: dict[str, dict[str, str]] = {}
    for path, deck in {target.path: target.deck for target in draft.targets if target.deck}.items():
        if game is None or path not in draft.numbers:
            continue
        numbers = dict(draft.numbers[path])
        ids = [card.id for card in game.components[deck].cards if card.location.path == path]
        if sorted(numbers.values()) == [*range(len(ids))]:
            added = [ids[numbers.pop(name)] for name in draft.added if name in numbers]
            pairs = {old: ids[n] for old, n in numbers.items() if ids[n] != old}
            new_ids[deck] = new_ids.get(deck, {}) | pairs
        else:
            ids_before = {card.id for card in before[deck].cards}
            added = [id for id in ids if id not in ids_before] if draft.added else []
        new_card = new_card or next(iter(added), "")
    return new_card, {deck: pairs for deck, pairs in new_ids.items() if pairs}
