"""A change that is not written yet: the new content of files, and its errors."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostic, Severity, SourceError
from cardgen.core.registry import list_names
from cardgen.model.deck_files import shape_of
from cardgen.model.document import Documents
from cardgen.model.fields import Field
from cardgen.model.game import Game
from cardgen.model.load import load_project
from cardgen.preview.editing.acts import Act, apply_act, plan_act
from cardgen.preview.editing.forms import file_value, page_value
from cardgen.preview.editing.parts import missing_values
from cardgen.preview.editing.targets import (
    NoTargetError,
    References,
    Target,
    card_numbers,
    find_references,
    find_target,
)
from cardgen.preview.editing.texts import replace_text
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.source.editing.edited_file import EditedFile
from cardgen.source.editing.patching import GONE, Edit
from cardgen.source.editing.written import Path, Written, offset_of, value_at
from cardgen.source.files import Project, decode
from cardgen.source.node import SourceFile, YamlNode
from cardgen.source.tables.delimited import decode_table
from cardgen.source.tables.reading import TABLE_LIMIT, read_table
from cardgen.source.tables.table import meaning, shape
from cardgen.source.yaml import load_yaml


class Clash(Struct, frozen=True):
    """A value that has changed since the page read it."""

    number: int
    label: str
    current_value: Any = field(name="now")


class Fault(Struct, frozen=True):
    """A diagnostic of one change, or (-1) of no single change."""

    number: int
    diagnostic: Diagnostic


class Draft(Struct, frozen=True):
    """The content of files before and after some changes, or the reasons for none.

    ``numbers`` has the numbers of the cards of each file, ``added`` the names of new cards there.
    ``named`` has the references to cards whose ids change.
    """

    targets: tuple[Target | Act, ...] = ()
    files: Mapping[str, tuple[bytes, bytes]] = {}
    clashes: tuple[Clash, ...] = ()
    faults: tuple[Fault, ...] = ()
    numbers: Mapping[str, Mapping[str, int]] = {}
    added: tuple[str, ...] = ()
    named: tuple[References, ...] = ()

    @property
    def after(self) -> dict[str, bytes]:
        """The new content, by path."""
        return {path: contents[1] for path, contents in self.files.items()}


def make_draft(loaded: LoadedGame, changes: Sequence[Mapping[str, Any]]) -> Draft:
    """Apply changes of the page to the current files, without writing them.

    Raises `NoTargetError` for values that do not exist or that the page cannot change.
    """
    gone = [str(change.get("card")) for change in changes if change.get("act") == "delete"]
    with loaded.lock:
        targets = [
            plan_act(loaded, change, gone) if "act" in change else find_target(loaded, change)
            for change in changes
        ]
        renamed = filter(_changes_id, targets)
        named = tuple(find_references(loaded, item.deck, item.card) for item in renamed)
    project = Project(loaded.root)
    files: dict[str, tuple[bytes, bytes]] = {}
    clashes: list[Clash] = []
    faults: list[Fault] = []
    numbers: dict[str, dict[str, int]] = {}
    added: list[str] = []
    for path in dict.fromkeys(target.path for target in targets):
        indices = [n for n, target in enumerate(targets) if target.path == path]
        try:
            data = project.data(path, limit=TABLE_LIMIT)
            first = targets[indices[0]]
            if isinstance(first, Target) and not first.key_path:  # the whole text of a file
                after = _edit_text(first, data, {n: changes[n] for n in indices}, clashes)
                if after != data:
                    files[path] = (data, after)
                continue
            # Values in a file first, then cards to add, move or delete, which change numbers.
            page = _open_file(loaded, path, data)
            cards = card_numbers(loaded, page)
            numbered = {n: (targets[n], changes[n]) for n in indices}
            for name in _missing_fields(page, [targets[n] for n in indices]):
                page = page.add_column(name.replace("_", " ").capitalize())
            edits = _value_edits(loaded, page, cards, numbered, clashes)
            after = page.apply_edits(edits)
            targets = [numbered[n][0] if n in numbered else item for n, item in enumerate(targets)]
            acts = [item for item in targets if isinstance(item, Act) and item.path == path]
            for act in {act.identity: act for act in acts}.values():
                old_cards = cards
                after, cards = apply_act(page.with_data(after), cards, act)
                added += cards.keys() - old_cards.keys()
        except SourceError as error:
            only = indices[0] if len(indices) == 1 else -1
            faults += [Fault(only, item) for item in error.diagnostics]
            continue
        numbers[path] = cards
        if after != data:
            files[path] = (data, after)
    # A new id of a card is also written wherever other places certainly refer to it.
    references = iter(named)
    for target, change in zip(targets, changes, strict=True):
        places = next(references) if _changes_id(target) else None
        if isinstance(target, Target) and files and places is not None:
            _follow(project, files, places, target.card, str(change.get("value")))
    return Draft(tuple(targets), files, tuple(clashes), tuple(faults), numbers, tuple(added), named)


def _missing_fields(page: EditedFile, targets: Sequence[Target | Act]) -> list[str]:
    """Return the fields of changed values for which a table has no column."""
    rows = page.root.to_texts()["cards"] if page.is_table else []
    names = (str(target.key_path[0]) for target in targets if isinstance(target, Target))
    return [name for name in dict.fromkeys(names) if rows and name not in {*rows[0], "id"}]


def _edit_text(
    target: Target, data: bytes, changes: Mapping[int, Mapping[str, Any]], clashes: list[Clash]
) -> bytes:
    after, old_text = data, decode(target.path, data).text
    for number, change in changes.items():
        if (change.get("was", old_text) or "") != old_text:
            clashes.append(Clash(number, target.label, old_text))
        else:
            after = replace_text(target.path, data, str(change.get("value") or ""))
    return after


def _value_edits(
    loaded: LoadedGame,
    page: EditedFile,
    cards: Mapping[str, int],
    numbered: dict[int, tuple[Target | Act, Mapping[str, Any]]],
    clashes: list[Clash],
) -> list[Edit]:
    """Return the edits of the values of a file; changes of values that differ by now are clashes.

    ``numbered`` has the targets and changes by number. The label of a type names lost fields.
    """
    edits: list[Edit] = []
    for number, (target, change) in numbered.items():
        if isinstance(target, Act) or target.field is None:
            continue
        place = target.resolve(page.root, cards)
        old = value_at(page.root, place)
        current_value = _current_value(target.field, old)
        if "was" in change and change["was"] != current_value and not _repeats(old):
            clashes.append(Clash(number, target.label, current_value))
            continue
        own_edits = list(_edits(loaded, page, target, change, place))
        if lost := [str(edit.path[-1]) for edit in own_edits[1:] if edit.value is GONE]:
            label = f"{target.label}, without {list_names(lost, 'field')}"
            numbered[number] = replace(target, label=label), change
        edits += own_edits
    return edits


def _edits(
    loaded: LoadedGame, page: EditedFile, target: Target, change: Mapping[str, Any], place: Path
) -> Iterator[Edit]:
    """Yield the edit of a value; a new type of a card may also remove and add its fields."""
    old = value_at(page.root, place)
    value = file_value(target.field, change.get("value"), old, target.keep_empty)
    yield Edit(place, value, target.order if len(target.key_path) == 1 else ())
    entry = value_at(page.root, place[:-1])
    if target.key_path == ("type",) and entry is not None:
        names = [key.raw for key, _ in entry.entries]
        with loaded.lock:
            game = loaded.game
            if game is None or value not in game.card_types:
                return
            missing = missing_values(loaded, game, value, names)
        keys = game.card_types[value].keys
        yield from (Edit((*place[:-1], name), GONE) for name in names if name not in keys)
        yield from (Edit((*place[:-1], name), new) for name, new in missing.items())


def _changes_id(target: Target | Act) -> bool:
    return target.act == "delete" if isinstance(target, Act) else target.is_id


def _follow(
    project: Project, files: dict[str, tuple[bytes, bytes]], named: References, old: str, new: str
) -> None:
    """Replace the id of a card in all places that certainly refer to it."""
    for location in sorted(named.certain, reverse=True):
        before, after = files.get(location.path) or (project.data(location.path),) * 2
        mark = after[: len(after) - len(after.removeprefix(BOM_UTF8))]
        text = after[len(mark) :].decode()
        end = offset_of(text, location) + location.length
        if text[end - len(old) : end] != old:
            raise NoTargetError(f"{location.path} was changed meanwhile")
        text = text[: end - len(old)] + new + text[end:]
        files[location.path] = (before, mark + text.encode())


def _open_file(loaded: LoadedGame, path: str, data: bytes) -> EditedFile:
    with loaded.lock:
        known_text = loaded.decks.text(path)
    is_yaml = path.endswith(".yaml")
    source = decode(path, data) if is_yaml else decode_table(path, data)[0]
    if known_text != source.text and is_yaml:
        load_yaml(source)
    elif known_text != source.text:
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
    if expected_shape := shape_of(field):
        with suppress(SourceError):
            shape(node, expected_shape)
    return page_value(node)


def _repeats(value: Written | None) -> bool:
    """Return whether a value contains an alias; the page knows only its content."""
    if value is None:
        return False
    return value.kind == "alias" or any(_repeats(inner) for inner in value.inner())


def read_draft(
    loaded: LoadedGame, draft: Draft, documents: Documents
) -> tuple[Game | None, tuple[Fault, ...]]:
    """Read the game of a draft; return it with the errors that are new."""
    with loaded.lock:
        decks = loaded.decks.separate_copy()
    decks.prepare_rereading(draft.files)
    result = load_project(loaded.root, (loaded.id,), decks, lambda _: documents, draft.after)
    new = new_errors(loaded.state.diagnostics, result.diagnostics)
    return (result.games[0] if result.games else None), tuple(_to_faults(loaded, draft, new))


def new_errors(old: Iterable[Diagnostic], current: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the errors among the diagnostics that the old ones do not have."""
    left = Counter(_key(item) for item in old)
    new: list[Diagnostic] = []
    for item in current:
        if item.severity is not Severity.ERROR:
            continue
        if left[_key(item)]:
            left[_key(item)] -= 1
        else:
            new.append(item)
    return new


def _key(item: Diagnostic) -> tuple[str, str, str]:
    return (item.code, item.message, item.location.path if item.location else "")


class _Place(Struct, frozen=True):
    """The value of a change in the new text of a file, and the value around it."""

    number: int
    value: Written | None
    around: Written
    name: str


def _to_faults(loaded: LoadedGame, draft: Draft, items: Sequence[Diagnostic]) -> list[Fault]:
    after = draft.after.items() if items else ()
    whole_texts = {
        target.path
        for target in draft.targets
        if isinstance(target, Target) and not target.key_path
    }
    edited = draft.numbers.keys() - whole_texts
    pages = {path: _page(loaded, path, data) for path, data in after if path in edited}
    places = {path: list(_places(draft, path, page.root)) for path, page in pages.items()}
    only = 0 if len(draft.targets) == 1 else -1
    faults: list[Fault] = []
    for item in items:
        owner = None
        if item.location is not None and item.location.path in places:
            offset = offset_of(pages[item.location.path].text, item.location)
            owner = _owner(places[item.location.path], offset, item.message)
        faults.append(Fault(only if owner is None else owner, item))
    return faults


def _places(draft: Draft, path: str, root: Written) -> Iterator[_Place]:
    for number, target in enumerate(draft.targets):
        if target.path == path and isinstance(target, Target):
            place = target.resolve(root, draft.numbers[path])
            around = value_at(root, place[:-1])
            assert around is not None
            yield _Place(number, value_at(root, place), around, str(place[-1]))


def _owner(places: Sequence[_Place], offset: int, message: str) -> int | None:
    """Return the number of the change whose value contains an offset, or whose key is named."""
    for place in places:
        if place.value is not None and place.value.start <= offset <= place.value.end:
            return place.number
    for place in places:
        if place.around.start <= offset <= place.around.end and f"`{place.name}`" in message:
            return place.number
    return None
