"""A change that is not written yet: the new content of files, and what reading it finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Location, Severity, SourceError
from cardgen.model.document import Documents
from cardgen.model.game import Game
from cardgen.model.load import load_project
from cardgen.preview.editing.forms import to_write
from cardgen.preview.editing.targets import Target, card_numbers, target
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.preview.writing.texts import rewritten
from cardgen.source.editing.patching import Edit, EditedFile
from cardgen.source.editing.written import Written, parse, value_at
from cardgen.source.files import Project, decode
from cardgen.source.yaml import load_yaml


class Clash(Struct, frozen=True):
    """A value that is no longer as the page knew it; ``now`` is how it is written."""

    number: int
    label: str
    now: Any


class Fault(Struct, frozen=True):
    """What is wrong with one of the changes, or (-1) with none of them alone."""

    number: int
    found: Diagnostic


class Draft(Struct, frozen=True):
    """The content of files before and after some changes, or why there is none."""

    targets: tuple[Target, ...] = ()
    files: Mapping[str, tuple[bytes, bytes]] = {}
    clashes: tuple[Clash, ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def after(self) -> dict[str, bytes]:
        """The new content, by path."""
        return {path: both[1] for path, both in self.files.items()}


def draft(loaded: LoadedGame, changes: Sequence[Mapping[str, Any]]) -> Draft:
    """Work out what changes of the page make of the files as they are now.

    Raises `NoTargetError` for what does not exist or is not to be changed.
    """
    with loaded.lock:
        targets = tuple(target(loaded, change) for change in changes)
    project = Project(loaded.root)
    files: dict[str, tuple[bytes, bytes]] = {}
    clashes: list[Clash] = []
    faults: list[Fault] = []
    for path in dict.fromkeys(one.path for one in targets):
        numbers = [n for n, one in enumerate(targets) if one.path == path]
        try:
            data = project.data(path)
            if not targets[numbers[0]].inside:
                after = data
                for number in numbers:
                    text, change = decode(path, data).text, changes[number]
                    if (change.get("was", text) or "") != text:
                        clashes.append(Clash(number, targets[number].label, text))
                    else:
                        after = rewritten(path, data, str(change.get("value") or ""))
                if after != data:
                    files[path] = (data, after)
                continue
            page = _opened(loaded, path, data)
            cards = card_numbers(page.root)
            edits: list[Edit] = []
            for number in numbers:
                one, change = targets[number], changes[number]
                place = one.place(page.root, cards)
                old = value_at(page.root, place)
                now = old.said() if old is not None else None
                if "was" in change and change["was"] != now and not _repeats(old):
                    clashes.append(Clash(number, one.label, now))
                    continue
                value = to_write(one.field, change.get("value"), old, one.kept)
                edits.append(Edit(place, value, one.order if len(one.inside) == 1 else ()))
            after = page.edited(edits)
        except SourceError as error:
            only = numbers[0] if len(numbers) == 1 else -1
            faults += [Fault(only, item) for item in error.diagnostics]
            continue
        if after != page.data:
            files[path] = (page.data, after)
    return Draft(targets, files, tuple(clashes), tuple(faults))


def _opened(loaded: LoadedGame, path: str, data: bytes) -> EditedFile:
    """Open a file for edits; raises SourceError for what is no YAML."""
    source = decode(path, data)
    with loaded.lock:
        known = loaded.decks.text(path) == source.text
    if not known:
        load_yaml(source)
    return EditedFile(path, data)


def _repeats(value: Written | None) -> bool:
    """Whether an alias stands in a value, which the page knows by what it stands for."""
    if value is None:
        return False
    return value.kind == "alias" or any(_repeats(one) for one in value.inner())


def read(
    loaded: LoadedGame, made: Draft, documents: Documents
) -> tuple[Game | None, tuple[Fault, ...]]:
    """Read a game as it would be; return it, and the errors that it has not had before."""
    found = load_project(
        loaded.root, (loaded.id,), documents=lambda _: documents, unsaved=made.after
    )
    new = new_errors(loaded.found, found.diagnostics)
    return (found.games[0] if found.games else None), tuple(_attributed(made, new))


def new_errors(known: Iterable[Diagnostic], found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the errors among some findings that were not known before."""
    left = Counter(_key(item) for item in known)
    new: list[Diagnostic] = []
    for item in found:
        if item.severity is not Severity.ERROR:
            continue
        if left[_key(item)]:
            left[_key(item)] -= 1
        else:
            new.append(item)
    return new


def _key(item: Diagnostic) -> tuple[str, str, str]:
    return (item.code, item.message, item.at.path if item.at else "")


class _Place(Struct, frozen=True):
    """Where the value of a change stands in a new text, and what it stands in."""

    number: int
    value: Written | None
    around: Written
    name: str


def _attributed(made: Draft, found: Sequence[Diagnostic]) -> list[Fault]:
    """Say which of the changes each finding is about."""
    edited = {one.path for one in made.targets if one.inside}
    texts = {p: decode(p, after).text for p, after in made.after.items() if p in edited}
    places = {path: list(_places(made, path, text)) for path, text in texts.items() if found}
    only = 0 if len(made.targets) == 1 else -1
    faults: list[Fault] = []
    for item in found:
        owner = None
        if item.at is not None and item.at.path in places:
            offset = _offset(texts[item.at.path], item.at)
            owner = _owner(places[item.at.path], offset, item.message)
        faults.append(Fault(only if owner is None else owner, item))
    return faults


def _places(made: Draft, path: str, text: str) -> Iterator[_Place]:
    root = parse(text)
    cards = card_numbers(root)
    for number, one in enumerate(made.targets):
        if one.path == path:
            place = one.place(root, cards)
            around = value_at(root, place[:-1])
            assert around is not None
            yield _Place(number, value_at(root, place), around, str(place[-1]))


def _owner(places: Sequence[_Place], offset: int, message: str) -> int | None:
    """Return the change whose value has a place, or in whose neighbourhood it is named."""
    for one in places:
        if one.value is not None and one.value.start <= offset <= one.value.end:
            return one.number
    for one in places:
        if one.around.start <= offset <= one.around.end and f"`{one.name}`" in message:
            return one.number
    return None


def _offset(text: str, at: Location) -> int:
    lines = text.split("\n")[: max(at.line - 1, 0)]
    return sum(len(line) + 1 for line in lines) + max(at.column - 1, 0)
