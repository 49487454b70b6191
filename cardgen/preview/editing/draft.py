"""A change that is not written yet: the new content of files, and what reading it finds."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Severity, SourceError
from cardgen.model.deck_files import shape_of
from cardgen.model.document import Documents
from cardgen.model.fields import Field
from cardgen.model.game import Game
from cardgen.model.load import load_project
from cardgen.preview.editing.acts import Act, act, done
from cardgen.preview.editing.forms import said, to_write
from cardgen.preview.editing.targets import (
    Naming,
    NoTargetError,
    Target,
    card_numbers,
    naming,
    target,
)
from cardgen.preview.editing.texts import rewritten
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.source.editing.edited_file import EditedFile
from cardgen.source.editing.patching import Edit
from cardgen.source.editing.written import Written, offset_of, value_at
from cardgen.source.files import Project, decode
from cardgen.source.node import SourceFile, YamlNode
from cardgen.source.tables.delimited import decode_table
from cardgen.source.tables.reading import TABLE_LIMIT, read_table
from cardgen.source.tables.table import meaning, shape
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
    """The content of files before and after some changes, or why there is none.

    ``numbers`` has those of the cards of each file, ``named`` what names cards whose ids change.
    """

    targets: tuple[Target | Act, ...] = ()
    files: Mapping[str, tuple[bytes, bytes]] = {}
    clashes: tuple[Clash, ...] = ()
    faults: tuple[Fault, ...] = ()
    numbers: Mapping[str, Mapping[str, int]] = {}
    named: tuple[Naming, ...] = ()

    @property
    def after(self) -> dict[str, bytes]:
        """The new content, by path."""
        return {path: both[1] for path, both in self.files.items()}


def draft(loaded: LoadedGame, changes: Sequence[Mapping[str, Any]]) -> Draft:
    """Work out what changes of the page make of the files as they are now.

    Raises `NoTargetError` for what does not exist or is not to be changed.
    """
    gone = [str(change.get("card")) for change in changes if change.get("act") == "delete"]
    with loaded.lock:
        targets = tuple(
            act(loaded, change, gone) if "act" in change else target(loaded, change)
            for change in changes
        )
        named = tuple(naming(loaded, one.deck, one.card) for one in targets if _changes_id(one))
    project = Project(loaded.root)
    files: dict[str, tuple[bytes, bytes]] = {}
    clashes: list[Clash] = []
    faults: list[Fault] = []
    numbers: dict[str, dict[str, int]] = {}
    for path in dict.fromkeys(one.path for one in targets):
        here = [n for n, one in enumerate(targets) if one.path == path]
        try:
            data = project.data(path, limit=TABLE_LIMIT)
            if (whole := targets[here[0]]) and isinstance(whole, Target) and not whole.inside:
                after = data
                for number in here:
                    text, change = decode(path, data).text, changes[number]
                    if (change.get("was", text) or "") != text:
                        clashes.append(Clash(number, whole.label, text))
                    else:
                        after = rewritten(path, data, str(change.get("value") or ""))
                if after != data:
                    files[path] = (data, after)
                continue
            page = _opened(loaded, path, data)
            cards = card_numbers(loaded, page)
            edits: list[Edit] = []
            for number in here:
                one, change = targets[number], changes[number]
                if isinstance(one, Act) or one.field is None:
                    continue
                place = one.place(page.root, cards)
                old = value_at(page.root, place)
                now = _current_value(one.field, old)
                if "was" in change and change["was"] != now and not _repeats(old):
                    clashes.append(Clash(number, one.label, now))
                    continue
                value = to_write(one.field, change.get("value"), old, one.kept)
                edits.append(Edit(place, value, one.order if len(one.inside) == 1 else ()))
            after = page.apply_edits(edits)
            acts = [one for one in targets if isinstance(one, Act) and one.path == path]
            for one in dict.fromkeys(acts):
                after, cards = done(page.with_data(after), cards, one)
        except SourceError as error:
            only = here[0] if len(here) == 1 else -1
            faults += [Fault(only, item) for item in error.diagnostics]
            continue
        numbers[path] = cards
        if after != page.data:
            files[path] = (page.data, after)
    ids = [(one, change) for one, change in zip(targets, changes, strict=True) if _changes_id(one)]
    for (one, change), places in zip(ids, named, strict=True):
        if isinstance(one, Target) and files:
            _follow(project, files, places, one.card, str(change.get("value")))
    return Draft(targets, files, tuple(clashes), tuple(faults), numbers, named)


def _changes_id(one: Target | Act) -> bool:
    return one.act == "delete" if isinstance(one, Act) else one.is_id


def _follow(
    project: Project, files: dict[str, tuple[bytes, bytes]], named: Naming, old: str, new: str
) -> None:
    """Put the new id of a card wherever the model reads the old one."""
    for at in sorted(named.follow, reverse=True):
        before, after = files.get(at.path) or (project.data(at.path),) * 2
        mark = after[: len(after) - len(after.removeprefix(BOM_UTF8))]
        text = after[len(mark) :].decode()
        end = offset_of(text, at) + at.length
        if text[end - len(old) : end] != old:
            raise NoTargetError(f"{at.path} was changed meanwhile")
        text = text[: end - len(old)] + new + text[end:]
        files[at.path] = (before, mark + text.encode())


def _opened(loaded: LoadedGame, path: str, data: bytes) -> EditedFile:
    """Open a file for edits; raises SourceError for what its reader refuses."""
    with loaded.lock:
        known = loaded.decks.text(path)
    is_yaml = path.endswith(".yaml")
    source = decode(path, data) if is_yaml else decode_table(path, data)[0]
    if known != source.text and is_yaml:
        load_yaml(source)
    elif known != source.text:
        read_table(path, data)
    return _page(loaded, path, data)


def _page(loaded: LoadedGame, path: str, data: bytes) -> EditedFile:
    with loaded.lock:
        return EditedFile(path, data, loaded.decks.columns.get(path, {}))


def _current_value(field: Field, value: Written | None) -> Any:
    if value is None or value.style != "cell":
        return value.to_texts() if value is not None else None
    raw = value.raw
    node = YamlNode(meaning(raw), "scalar", 1, 1, 1, SourceFile("", raw), raw, "cell")
    if wanted := shape_of(field):
        with suppress(SourceError):
            shape(node, wanted)
    return said(node)


def _repeats(value: Written | None) -> bool:
    """Whether an alias stands in a value, which the page knows by what it stands for."""
    if value is None:
        return False
    return value.kind == "alias" or any(_repeats(one) for one in value.inner())


def read(
    loaded: LoadedGame, made: Draft, documents: Documents
) -> tuple[Game | None, tuple[Fault, ...]]:
    """Read a game as it would be; return it, and the errors that it has not had before."""
    with loaded.lock:
        decks = loaded.decks.separate_copy()
    decks.prepare_rereading(made.files)
    found = load_project(loaded.root, (loaded.id,), decks, lambda _: documents, made.after)
    new = new_errors(loaded.state.found, found.diagnostics)
    return (found.games[0] if found.games else None), tuple(_to_faults(loaded, made, new))


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


def _to_faults(loaded: LoadedGame, made: Draft, found: Sequence[Diagnostic]) -> list[Fault]:
    after = made.after.items() if found else ()
    whole = {one.path for one in made.targets if isinstance(one, Target) and not one.inside}
    edited = made.numbers.keys() - whole
    pages = {path: _page(loaded, path, data) for path, data in after if path in edited}
    places = {path: list(_places(made, path, page.root)) for path, page in pages.items()}
    only = 0 if len(made.targets) == 1 else -1
    faults: list[Fault] = []
    for item in found:
        owner = None
        if item.at is not None and item.at.path in places:
            offset = offset_of(pages[item.at.path].text, item.at)
            owner = _owner(places[item.at.path], offset, item.message)
        faults.append(Fault(only if owner is None else owner, item))
    return faults


def _places(made: Draft, path: str, root: Written) -> Iterator[_Place]:
    for number, one in enumerate(made.targets):
        if one.path == path and isinstance(one, Target):
            place = one.place(root, made.numbers[path])
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
