"""Add a part to a game: a colour, a style, a field, a card type, a deck, an icon or a picture.

The version after a printed one is such a part, too.

The page sends the name of the new part and, for most kinds, an existing part to begin with. Each
part is one step: one edit of ``game.yaml`` and perhaps new files, which undo removes.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Collection, Iterable, Mapping
from pathlib import PurePosixPath
from typing import Any

from msgspec import Struct

from cardgen.assets.icons import read_icon
from cardgen.assets.images import read_picture
from cardgen.assets.library import check_path, find
from cardgen.assets.problems import unknown_icon
from cardgen.comparison.state_file import read_printed
from cardgen.comparison.wording import next_version
from cardgen.core.diagnostics import AssetError
from cardgen.core.paths import PICTURE_ENDINGS
from cardgen.core.registry import distinct
from cardgen.model.cards import NO_BACK, TEMPLATE_ENDING
from cardgen.model.components.deck import Deck
from cardgen.model.compound import ListField, RecordField
from cardgen.model.deck_files import deck_key
from cardgen.model.fields import MISSING, ChoiceField, Field, FlagField, NumberField
from cardgen.model.foreign.names import identifier
from cardgen.model.game import Component, Game
from cardgen.model.scope import icon_folders, icon_names
from cardgen.model.theme import ColorField, IconField, TermField, slug
from cardgen.pipeline.resources import library_of
from cardgen.preview.editing.forms import page_value
from cardgen.preview.editing.targets import NoTargetError, game_file, in_workbook
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.source.editing.edited_file import EditedFile
from cardgen.source.editing.patching import Edit
from cardgen.source.editing.scalars import Word, as_written
from cardgen.source.editing.written import Path, value_at
from cardgen.source.files import DATA_FOLDER, TABLES, Project, confine
from cardgen.source.tables.reading import TABLE_LIMIT
from cardgen.source.tables.table import plain_name

_ASSETS = {"icon": frozenset({".svg"}), "picture": PICTURE_ENDINGS}
_KINDS = ("text", "rich", "number", "flag", "icon", "color", "image")
"""The kinds of a new field; cards that exist need no value of it."""


class NewPart(Struct, frozen=True):
    """A new part: its label, its name, edits of ``game.yaml``, new files and changed tables.

    ``note`` is a sentence about work that is left to the user.
    """

    label: str
    name: str
    edits: Mapping[Path, Any] = {}
    files: Mapping[str, bytes] = {}
    tables: Mapping[str, tuple[bytes, bytes]] = {}
    note: str = ""

    def contents(self, loaded: LoadedGame) -> dict[str, tuple[bytes, bytes]]:
        """Return the content of all files before and after; empty content means no file.

        Raises SourceError if ``game.yaml`` cannot take the edits, and `NoTargetError` if a new file
        exists already.
        """
        path, contents = game_file(loaded), dict(self.tables)
        if self.edits:
            page = EditedFile(path, Project(loaded.root).data(path))
            edits = [_edit(page, *edit) for edit in self.edits.items()]
            contents[path] = (page.data, page.apply_edits(edits))
        for name, data in self.files.items():
            if confine(loaded.root, name).exists():
                raise NoTargetError(f"there is already a file {name}")
            contents[name] = (b"", data)
        return contents


def _edit(page: EditedFile, path: Path, value: Any) -> Edit:
    """Return the edit that adds a value, with the mappings around it that do not exist."""
    depth = next(n for n in range(len(path), -1, -1) if value_at(page.root, path[:n]) is not None)
    for name in reversed(path[depth + 1 :]):
        value = {str(name): value}
    return Edit(path[: depth + 1], value)


def plan_part(loaded: LoadedGame, request: Mapping[str, Any]) -> NewPart:
    """Return the part that a request of the page describes. Hold the lock of the game.

    Raises `NoTargetError` for names that are taken or impossible, and for unknown parts; AssetError
    for icons and pictures that cardgen cannot read.
    """
    game = loaded.game
    if game is None:
        raise NoTargetError("the game has not been read yet: correct its errors first")
    match request:
        case {"part": "color", "name": str(name), "value": str(value)}:
            name = _unused(slug(name), game.theme.colors)
            return NewPart(f"new colour {name}", name, {("theme", "colors", name): value})
        case {"part": "style", "name": str(name), "like": str(like)} if like in game.theme.styles:
            name = _unused(slug(name), game.theme.styles)
            value = _written(loaded, ("theme", "styles", like))
            return NewPart(f"new style {name}", name, {("theme", "styles", name): value})
        case {"part": "field", "type": str(type), "name": str(name), "kind": str(kind)} if (
            type in game.card_types and kind in _KINDS
        ):
            return _field(loaded, game, type, name.strip(), kind)
        case {"part": "type", "name": str(name), "like": str(like)} if like in game.card_types:
            return _card_type(loaded, game, _unused(slug(name), game.card_types), like)
        case {"part": "deck", "title": str(title), "type": str(type)} if type in game.card_types:
            return _deck(loaded, game, title, type)
        case {"part": "version"}:
            record = read_printed(loaded.root, loaded.id)
            version = next_version(record.snapshot.version if record else game.version)
            return NewPart(f"version {version}", version, {("version",): Word(version)})
        case {"part": "icon" | "picture" as kind, "name": str(name), "data": str(data)}:
            return _asset(loaded, kind, name, data)
    raise NoTargetError("this request is not known")


def _asset(loaded: LoadedGame, kind: str, name: str, encoded: str) -> NewPart:
    """Return a new file with an icon or a picture, which is named like the file of the user."""
    stem, ending = slug(PurePosixPath(name).stem), PurePosixPath(name).suffix.lower()
    if not stem or ending not in _ASSETS[kind]:
        endings = " or ".join(sorted(_ASSETS[kind]))
        raise NoTargetError(f"`{name}` is no file of a kind that fits here: export it as {endings}")
    try:
        data = b64decode(encoded, validate=True)
    except ValueError:
        raise NoTargetError("the content of the file did not arrive: drop it again") from None
    folder = "icons" if kind == "icon" else "art"
    path = f"{DATA_FOLDER}/{loaded.id}/{folder}/{stem}{ending}"
    if kind == "picture":
        read_picture(data, path)
        return NewPart(f"new picture {stem}", f"art/{stem}{ending}", files={path: data})
    read_icon(_unused(stem, icon_names(icon_folders(loaded.root, loaded.id))), data, path)
    return NewPart(f"new icon {stem}", stem, files={path: data})


def asset_file(loaded: LoadedGame, kind: str, name: str) -> tuple[bytes, str]:
    """Return the file of an icon (``icon``) or a picture (``image``), and its media type.

    Raises AssetError.
    """
    if kind == "icon":
        folders = icon_folders(loaded.root, loaded.id)
        file = find(folders, check_path(f"{name}.svg", None), loaded.root, None)
        if file is None:
            raise AssetError(unknown_icon(None, name, sorted(icon_names(folders))))
        return file.read_bytes(), "image/svg+xml"
    library = loaded.library or library_of(loaded.root, loaded.id)
    data, media = library.picture(name).to_web_file()
    return data, f"image/{media}"


def _unused(name: str, used: Collection[str]) -> str:
    if not name:
        raise NoTargetError("the name has no letter and no digit: type another one")
    if name in used:
        raise NoTargetError(f"there is already a `{name}`: choose another name")
    return name


def _field(loaded: LoadedGame, game: Game, type: str, label: str, kind: str) -> NewPart:
    """Return a field of a card type, with a column in each table that has cards of this type."""
    name = _unused(identifier(label) if label else "", game.card_types[type].keys)
    value: dict[str, Any] = {"kind": kind} | ({"optional": True} if kind != "flag" else {})
    value |= {"doc": label} if label != name else {}
    decks = [deck for deck in game.components.values() if any(c.type == type for c in deck.cards)]
    edits: dict[Path, Any] = {("card_types", type, "fields", name): value}
    columns = _columns(loaded, decks, label, name, edits)
    return NewPart(f"new field {label} of {type}", name, edits, {}, *columns)


def _columns(
    loaded: LoadedGame, decks: Iterable[Component], heading: str, field: str, edits: dict[Path, Any]
) -> tuple[dict[str, tuple[bytes, bytes]], str]:
    """Return the tables of some decks before and after a column for a field, and a note.

    The page does not change workbooks: the note asks the user to add the column. ``edits`` of
    ``game.yaml`` get the name of a column that does not name its field.
    """
    tables: dict[str, tuple[bytes, bytes]] = {}
    note = ""
    for deck in decks:
        path = deck.cards[0].location.path
        columns = loaded.decks.columns.get(deck_key(path, deck.id), {})
        if in_workbook(path) and field not in columns.values():
            note = f"To give cards in {path} values, add a column “{field.replace('_', ' ')}”."
            if field == "type":  # the table may have another column of this name
                note = f"The cards in {path} keep their type: make a deck for the new one."
        elif path.lower().endswith(TABLES) and field not in columns.values():
            header = distinct(heading, columns, " ")
            data = Project(loaded.root).data(path, limit=TABLE_LIMIT)
            tables[path] = (data, EditedFile(path, data, columns).add_column(header).data)
            if plain_name(header) != field or field in map(plain_name, columns):
                edits["components", deck.id, "columns", header] = Word(field)
    return tables, note


def _written(loaded: LoadedGame, path: Path) -> Any:
    """Return a value of ``game.yaml`` with its own spelling."""
    file = game_file(loaded)
    value = value_at(EditedFile(file, Project(loaded.root).data(file)).root, path)
    return as_written(value.to_texts()) if value is not None else {}


def _card_type(loaded: LoadedGame, game: Game, name: str, sample_type: str) -> NewPart:
    """Return a card type with the fields of another one and a copy of its template."""
    value = _written(loaded, ("card_types", sample_type))
    value.pop("template", None)
    sample = game.card_types[sample_type].template
    template = str(PurePosixPath(sample).with_name(name + TEMPLATE_ENDING))
    if template != name + TEMPLATE_ENDING:
        value = {"template": template, **value}
    paths = (f"templates/{folder}/{sample}" for folder in (loaded.id, "shared"))
    source = next((path for path in paths if (loaded.root / path).is_file()), None)
    if source is None:
        raise NoTargetError(f"`{sample_type}` has no template in this project to copy")
    files = {f"templates/{loaded.id}/{template}": Project(loaded.root).data(source)}
    edits: dict[Path, Any] = {("card_types", name): value}
    # The only type of a game need not be written in its cards. From two on, their deck has it.
    decks = [deck for deck in game.components.values() if deck.cards and len(game.card_types) == 1]
    for deck in decks:
        edits["components", deck.id, "defaults", "type"] = Word(sample_type)
    columns = _columns(loaded, decks, "Card type", "type", edits)
    return NewPart(f"new card type {name}", name, edits, files, *columns)


def _deck(loaded: LoadedGame, game: Game, title: str, type: str) -> NewPart:
    """Return a deck with one card of a type, of the size of another deck with this type."""
    id = slug(title)
    _unused(id, game.components)
    decks = [part for part in game.components.values() if isinstance(part, Deck)]
    decks.sort(key=lambda deck: all(card.type != type for card in deck.cards))
    value: dict[str, Any] = {"kind": "deck", "title": title}
    if decks:
        size = _written(loaded, ("components", decks[0].id, "size"))
        value |= ({"size": size} if size else {}) | {"back": Word(decks[0].back or NO_BACK)}
    path = f"{DATA_FOLDER}/{loaded.id}/decks/{id}.yaml"
    card = {"id": Word("new-card"), "type": Word(type), "title": "New card"}
    card |= missing_values(loaded, game, type, card)
    schema = f"# yaml-language-server: $schema=../../schema/{loaded.id}.deck.schema.json\n\n"
    page = EditedFile(path, f"{schema}cards:\n  - id: new-card\n".encode())
    data = page.apply_edits([Edit(("cards", 0), card)])
    return NewPart(f"new deck {title}", id, {("components", id): value}, {path: data})


def missing_values(
    loaded: LoadedGame, game: Game, type: str, present: Collection[str]
) -> dict[str, Any]:
    """Return values for the required fields of a card type that a card does not have yet.

    The first card of the type gives the values, except texts; without one, they are the simplest
    possible.
    """
    fields = {
        name: field
        for name, field in game.card_types[type].fields.items()
        if field.required and name not in present
    }
    texts = {name for name, field in fields.items() if field.kind == "rich"}
    cards = ((deck.id, card) for deck in game.components.values() for card in deck.cards)
    places = ((id, card.location) for id, card in cards if card.type == type)
    nodes = (loaded.decks.node(deck_key(place.path, id), place) for id, place in places)
    entry = next(nodes, None)
    sample = entry.value if entry is not None and entry.kind == "map" else {}
    values = {name: as_written(page_value(node)) for name, node in sample.items()}
    return {
        name: values[name] if name in values.keys() - texts else _simplest(field, loaded, game)
        for name, field in fields.items()
    }


def _simplest(field: Field, loaded: LoadedGame, game: Game) -> Any:
    """Return a value that a field accepts."""
    if field.default is not MISSING and not isinstance(field.default, Field):
        return field.default
    match field:
        case NumberField():
            return Word(f"{max(field.min or 0, 0):g}")
        case FlagField():
            return Word("false")
        case ChoiceField():
            return Word(field.choices[0])
        case ListField():
            return [_simplest(field.of, loaded, game) for _ in range(max(field.min or 0, 1))]
        case RecordField():
            required = ((name, inner) for name, inner in field.fields.items() if inner.required)
            return {name: _simplest(inner, loaded, game) for name, inner in required}
        case ColorField():
            return Word(next(iter(game.theme.colors), "black"))
        case IconField():
            return Word(min(icon_names(icon_folders(loaded.root, loaded.id)), default=""))
        case TermField():
            return Word(next(iter(game.terms), ""))
    return "New text"
