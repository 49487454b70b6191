"""Find the value in a file that the page changes, and the places that refer to a card."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import CardgenError, Location
from cardgen.model.cards import BUILT_IN, Card
from cardgen.model.compound import ListField, RecordField
from cardgen.model.deck_files import deck_key, ids_of_titles
from cardgen.model.each import makes_many
from cardgen.model.fields import MISSING, Field
from cardgen.model.game import Component, Game
from cardgen.model.gamefile import RuleNumberField
from cardgen.model.load import GAME_FILE
from cardgen.model.rule_text import RuleText
from cardgen.model.theme import STYLE, PaintField
from cardgen.preview.editing.texts import text_paths
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.source.editing.edited_file import EditedFile
from cardgen.source.editing.written import Path, Written, value_at
from cardgen.source.files import DATA_FOLDER, WORKBOOKS, Project
from cardgen.source.lines import BREAK
from cardgen.source.node import YamlNode
from cardgen.source.yaml import load_yaml


class NoTargetError(Exception):
    """A value or card does not exist, or the page cannot change it."""


class Target(Struct, frozen=True):
    """A value in a file that the page has perhaps not read yet; `resolve` finds it in the file.

    ``card`` is the id of its card, ``field`` its model field, ``label`` its name for people.
    ``order`` has the keys of the same record in their usual order. With ``keep_empty``, an
    empty text must be written, as a default would apply otherwise. For a whole text file,
    ``key_path`` is empty.
    """

    path: str
    card: str
    key_path: Path
    field: Field | None
    label: str
    order: tuple[str, ...] = ()
    keep_empty: bool = False
    deck: str = ""

    @property
    def is_id(self) -> bool:
        """Whether it is the id of a card, to which other places may refer."""
        return bool(self.card) and self.key_path == ("id",)

    def resolve(self, root: Written, cards: Mapping[str, int]) -> Path:
        """Return the path of the value in its file; ``cards`` has the index of each card id.

        Raises `NoTargetError` if its card does not exist any more.
        """
        if not self.card:
            value = value_at(root, self.key_path)
            is_rule = self.key_path[0] == "rules" and value is not None and value.kind == "map"
            return (*self.key_path, "value") if is_rule else self.key_path
        if self.card not in cards:
            raise NoTargetError(f"there is no card `{self.card}` in {self.path} any more")
        return ("cards", cards[self.card], *self.key_path)


def card_numbers(loaded: LoadedGame, page: EditedFile) -> dict[str, int]:
    """Return the index of each card of a deck file by id, explicit or derived from the title."""
    cards = value_at(page.root, ("cards",))
    ids = [value_at(entry, ("id",)) for entry in (cards.items if cards is not None else ())]
    with loaded.lock:
        is_current = loaded.decks.text(page.path) == BREAK.sub("\n", page.text)
        entries = loaded.decks.nodes(page.path) if is_current else []
        title_ids = ids_of_titles(entries)
    numbers = {title_ids[id(entry)]: n for n, entry in enumerate(entries) if id(entry) in title_ids}
    return numbers | {node.raw: n for n, node in enumerate(ids) if node is not None and node.raw}


def find_target(loaded: LoadedGame, change: Mapping[str, Any]) -> Target:
    """Return the value that a change concerns. The caller must hold the lock of the game."""
    game = loaded.game
    if game is None:
        raise NoTargetError("the game has not been read yet: correct its errors first")
    match change:
        case {"deck": str(deck), "card": str(card), "field": [*names]} if names:
            return _card_target(loaded, game, deck, card, tuple(names))
        case {"rule": str(name)} if name in game.rules:
            return Target(game_file(loaded), "", ("rules", name), RuleNumberField(), f"rule {name}")
        case {"color": str(name)} if name in game.theme.colors:
            color: Path = ("theme", "colors", name)
            return Target(game_file(loaded), "", color, PaintField(), f"colour {name}")
        case {"style": str(name), "field": [str(key)]} if (
            name in game.theme.styles and key in STYLE
        ):
            style: Path = ("theme", "styles", name, key)
            order = tuple(STYLE)
            label = f"{key.replace('_', ' ')} of style {name}"
            return Target(game_file(loaded), "", style, STYLE[key], label, order)
        case {"text": str(path)} if path in text_paths(loaded):
            return Target(path, "", (), None, path.rpartition("/")[2])
    raise NoTargetError("there is no such value")


def game_file(loaded: LoadedGame) -> str:
    """Return the path of the ``game.yaml`` of a game."""
    return f"{DATA_FOLDER}/{loaded.id}/{GAME_FILE}"


def card_of(loaded: LoadedGame, deck: str, id: str) -> tuple[Component, Card]:
    """Return a deck and one of its cards."""
    component = loaded.game.components.get(deck) if loaded.game is not None else None
    for card in component.cards if component is not None else ():
        if card.id == id:
            assert component is not None
            return component, card
    raise NoTargetError(f"there is no card `{id}` in `{deck}`")


def in_workbook(path: str) -> bool:
    """Return whether a deck file is a workbook, which the page does not change."""
    return path.lower().endswith(WORKBOOKS)


def entry_of(loaded: LoadedGame, deck: str, card: Card, name: str = "") -> tuple[YamlNode, str]:
    """Return the entry of a deck file that makes a card, and the id in that entry.

    Raises `NoTargetError` for an entry in a workbook, with the cell of the field ``name``.
    """
    key = deck_key(card.location.path, deck)
    entries_with_id = (node for node in loaded.decks.nodes(key) if explicit_id(node) == card.id)
    entry = next(entries_with_id, None) or loaded.decks.node(key, card.location)
    if entry is None or (explicit_id(entry) not in ("", card.id) and not makes_many(entry)):
        raise NoTargetError(f"there is no entry for `{card.id}` in {card.location.path} any more")
    if in_workbook(card.location.path):
        location = entry.key_at(name)
        raise NoTargetError(f"`{card.id}` is in a spreadsheet, {location}: change it there")
    return entry, explicit_id(entry) or card.id


def explicit_id(entry: YamlNode) -> str:
    """Return the id in an entry of a deck file, or an empty text."""
    id_node = entry.value.get("id") if entry.kind == "map" else None
    return id_node.raw if id_node is not None and id_node.value is not None else ""


def _card_target(loaded: LoadedGame, game: Game, deck: str, card_id: str, names: Path) -> Target:
    _, card = card_of(loaded, deck, card_id)
    fields = card_fields(game, card)
    first = names[0]
    if first not in fields:
        raise NoTargetError(f"`{first}` cannot be changed here")
    field: Field | None = fields[str(first)]
    for name in names[1:]:
        field = _nested_field(field, name)
    if field is None:
        raise NoTargetError("there is no such value")
    if makes_many(entry_of(loaded, deck, card, str(first))[0]):
        where = f"the entry in line {card.location.line} of {card.location.path}"
        raise NoTargetError(f"`{card_id}` is one of several cards of {where}: change it there")
    deck_defaults = loaded.decks.defaults(card.location.path)
    label = f"{str(names[0]).replace('_', ' ')} of {card.title.plain or card.id}"
    keep_empty = len(names) == 1 and (first in deck_defaults or field.default is not MISSING)
    return Target(card.location.path, card.id, names, field, label, tuple(fields), keep_empty, deck)


def card_fields(game: Game, card: Card) -> Mapping[str, Field]:
    """Return all fields of a card, in the usual order of card files."""
    declared = game.card_types[card.type].fields
    built_in = {name: field for name, field in BUILT_IN.items() if name != "assumption"}
    return {**built_in, **declared, "assumption": BUILT_IN["assumption"]}


def _nested_field(field: Field | None, name: str | int) -> Field | None:
    if isinstance(field, RecordField) and isinstance(name, str):
        return field.fields.get(name)
    return field.of if isinstance(field, ListField) and isinstance(name, int) else None


_REFERENCE_KINDS = frozenset({"card", "name", "picture", "assumption"})
_REFERENCE_START = re.compile(r"\{\s*card:\s*$|\bref=\"$")


class References(Struct, frozen=True):
    """The places that refer to a card; a person must check the ``uncertain`` ones."""

    certain: tuple[Location, ...] = ()
    uncertain: tuple[Location, ...] = ()


def find_references(loaded: LoadedGame, deck: str, card: str) -> References:
    """Find the places in a game's files that refer to a card. The caller must hold its lock.

    References that the model reads are certain, and so is `<card ref="…"/>`. The same words
    elsewhere in a template may mean something else.
    """
    name = f"{deck}/{card}"
    cited = set(_places_of_references(loaded, name))
    full = re.compile(rf"(?<![\w/-]){re.escape(name)}(?![\w{{-])")
    short = re.compile(rf"{full.pattern}|(?<=[\"'=]){re.escape(card)}(?![\w-])")
    certain: list[Location] = []
    uncertain: list[Location] = []
    for path, text in _texts_that_may_name_cards(loaded):
        pattern = full if path.startswith(DATA_FOLDER) and not path.endswith(".md") else short
        for number, line in enumerate(text.split("\n"), 1):
            for match in pattern.finditer(line):
                location = Location(path, number, match.start() + 1, len(match[0]))
                is_name = (path, number) in cited or _REFERENCE_START.search(line, 0, match.start())
                (certain if is_name and match[0] == name else uncertain).append(location)
    return References(tuple(certain), tuple(uncertain))


def _places_of_references(loaded: LoadedGame, name: str) -> Iterator[tuple[str, int]]:
    assert loaded.game is not None
    for component in loaded.game.components.values():
        for cited in component.document.references if isinstance(component, RuleText) else ():
            if cited.kind in _REFERENCE_KINDS and cited.name.strip() == name:
                yield cited.location.path, cited.location.line
    root = load_yaml(Project(loaded.root, loaded.unsaved).read(game_file(loaded)))
    showcase = root.value.get("showcase") if root.kind == "map" else None
    for node in showcase.value if showcase is not None and showcase.kind == "list" else ():
        if node.raw == name:
            yield node.path, node.line


def _texts_that_may_name_cards(loaded: LoadedGame) -> Iterator[tuple[str, str]]:
    project = Project(loaded.root, loaded.unsaved)
    for folder in (f"{DATA_FOLDER}/{loaded.id}", f"templates/{loaded.id}"):
        for path in sorted((loaded.root / folder).rglob("*.*")):
            ending = PurePosixPath(path.name).suffix.lower()
            if ending in (".yaml", ".md", ".csv", ".tsv", ".json", ".j2"):
                try:
                    source = project.read(path)
                except CardgenError:  # in another encoding, or unreadable
                    continue
                yield source.path, source.text
