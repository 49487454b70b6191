"""Which value of which file the page means, and which places name a card by its id."""

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
from cardgen.preview.editing.texts import offered
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.source.editing.edited_file import EditedFile
from cardgen.source.editing.written import BREAK, Path, Written, value_at
from cardgen.source.files import DATA_FOLDER, WORKBOOKS, Project
from cardgen.source.node import YamlNode
from cardgen.source.yaml import load_yaml


class NoTargetError(Exception):
    """There is nothing of that name, or it is not for the page to change."""


class Target(Struct, frozen=True):
    """A value in a file, before the file was read: see `place`.

    ``card`` is the id of the card that it belongs to, ``field`` what reads it, ``label`` its name
    for people. ``order`` has the names of what may stand beside it, and ``kept`` tells that
    something else would hold if it were left out. A text has no path ``inside``: it is all of its
    file.
    """

    path: str
    card: str
    inside: Path
    field: Field | None
    label: str
    order: tuple[str, ...] = ()
    kept: bool = False
    deck: str = ""

    @property
    def is_id(self) -> bool:
        """Whether it is the name of a card, which other places repeat."""
        return bool(self.card) and self.inside == ("id",)

    def place(self, root: Written, cards: Mapping[str, int]) -> Path:
        """Return the path of the value in its file, whose ``cards`` have these numbers.

        Raises `NoTargetError` if its card is gone.
        """
        if not self.card:
            found = value_at(root, self.inside)
            is_rule = self.inside[0] == "rules" and found is not None and found.kind == "map"
            return (*self.inside, "value") if is_rule else self.inside
        if self.card not in cards:
            raise NoTargetError(f"there is no card `{self.card}` in {self.path} any more")
        return ("cards", cards[self.card], *self.inside)


def card_numbers(loaded: LoadedGame, page: EditedFile) -> dict[str, int]:
    """Return which card of a deck file has which number, by its id, written or made of a title."""
    cards = value_at(page.root, ("cards",))
    ids = [value_at(one, ("id",)) for one in (cards.items if cards is not None else ())]
    with loaded.lock:
        same = loaded.decks.text(page.path) == BREAK.sub("\n", page.text)
        entries = loaded.decks.nodes(page.path) if same else []
        titled = ids_of_titles(entries)
    found = {titled[id(one)]: n for n, one in enumerate(entries) if id(one) in titled}
    return found | {one.raw: n for n, one in enumerate(ids) if one is not None and one.raw}


def target(loaded: LoadedGame, change: Mapping[str, Any]) -> Target:
    """Return what a change is about; hold the lock of the game."""
    game = loaded.game
    if game is None:
        raise NoTargetError("the game has errors and was never read")
    match change:
        case {"deck": str(deck), "card": str(card), "field": [*names]} if names:
            return _of_card(loaded, game, deck, card, tuple(names))
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
        case {"text": str(path)} if path in offered(loaded):
            return Target(path, "", (), None, path.rpartition("/")[2])
    raise NoTargetError("there is no such value")


def game_file(loaded: LoadedGame) -> str:
    """Return the path of the file that describes a game."""
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
    """Whether a deck file is for the programs that wrote it, and not for the page to change."""
    return path.lower().endswith(WORKBOOKS)


def entry_of(loaded: LoadedGame, deck: str, card: Card, name: str = "") -> tuple[YamlNode, str]:
    """Return the entry of a deck file that makes a card, and its id as it is written there.

    Raises `NoTargetError` for one in a workbook, with the cell of a field.
    """
    key = deck_key(card.at.path, deck)
    own = (node for node in loaded.decks.nodes(key) if given_id(node) == card.id)
    entry = next(own, None) or loaded.decks.node(key, card.at)
    if entry is None or (given_id(entry) not in ("", card.id) and not makes_many(entry)):
        raise NoTargetError(f"there is no entry for `{card.id}` in {card.at.path} any more")
    if in_workbook(card.at.path):
        at = entry.key_at(name)
        raise NoTargetError(f"`{card.id}` stands in a table, {at}: change it there")
    return entry, given_id(entry) or card.id


def given_id(entry: YamlNode) -> str:
    """Return the id that an entry of a deck file has, if any."""
    given = entry.value.get("id") if entry.kind == "map" else None
    return given.raw if given is not None and given.value is not None else ""


def _of_card(loaded: LoadedGame, game: Game, deck: str, card: str, names: Path) -> Target:
    _, found = card_of(loaded, deck, card)
    fields = card_fields(game, found)
    first = names[0]
    if first not in fields:
        raise NoTargetError(f"`{first}` is not changed from here")
    field: Field | None = fields[str(first)]
    for name in names[1:]:
        field = _inside(field, name)
    if field is None:
        raise NoTargetError("there is no such value")
    if makes_many(entry_of(loaded, deck, found, str(first))[0]):
        where = f"the entry in line {found.at.line} of {found.at.path}"
        raise NoTargetError(f"`{card}` is one of the cards that {where} makes: change it there")
    shared = loaded.decks.defaults(found.at.path)
    label = f"{str(names[0]).replace('_', ' ')} of {found.title.plain or found.id}"
    kept = len(names) == 1 and (first in shared or fields[str(first)].default is not MISSING)
    return Target(found.at.path, found.id, names, field, label, tuple(fields), kept, deck)


def card_fields(game: Game, card: Card) -> Mapping[str, Field]:
    """Return all fields of a card, in the order in which cards are mostly written."""
    declared = game.card_types[card.type].fields
    before = {name: field for name, field in BUILT_IN.items() if name != "assumption"}
    return {**before, **declared, "assumption": BUILT_IN["assumption"]}


def _inside(field: Field | None, name: str | int) -> Field | None:
    if isinstance(field, RecordField) and isinstance(name, str):
        return field.fields.get(name)
    return field.of if isinstance(field, ListField) and isinstance(name, int) else None


_CITED = frozenset({"card", "name", "picture", "assumption"})
_LEAD = re.compile(r"\{\s*card:\s*$|\bref=\"$")


class Naming(Struct, frozen=True):
    """The places of a name; those in ``left`` are for people to change."""

    follow: tuple[Location, ...] = ()
    left: tuple[Location, ...] = ()


def naming(loaded: LoadedGame, deck: str, card: str) -> Naming:
    """Return what names a card in the files of its game; hold its lock.

    What the model reads as a name follows, and `<card ref="…"/>`. Whatever else templates say may
    mean the card or not.
    """
    name = f"{deck}/{card}"
    cited = set(_places_of_references(loaded, name))
    full = re.compile(rf"(?<![\w/-]){re.escape(name)}(?![\w{{-])")
    short = re.compile(rf"{full.pattern}|(?<=[\"'=]){re.escape(card)}(?![\w-])")
    follow: list[Location] = []
    left: list[Location] = []
    for path, text in _texts_that_may_name_cards(loaded):
        pattern = full if path.startswith(DATA_FOLDER) and not path.endswith(".md") else short
        for number, line in enumerate(text.split("\n"), 1):
            for found in pattern.finditer(line):
                at = Location(path, number, found.start() + 1, len(found[0]))
                is_name = (path, number) in cited or _LEAD.search(line, 0, found.start())
                (follow if is_name and found[0] == name else left).append(at)
    return Naming(tuple(follow), tuple(left))


def _places_of_references(loaded: LoadedGame, name: str) -> Iterator[tuple[str, int]]:
    assert loaded.game is not None
    for one in loaded.game.components.values():
        for cited in one.document.references if isinstance(one, RuleText) else ():
            if cited.kind in _CITED and cited.name.strip() == name:
                yield cited.at.path, cited.at.line
    root = load_yaml(Project(loaded.root, loaded.unsaved).read(game_file(loaded)))
    shown = root.value.get("showcase") if root.kind == "map" else None
    for node in shown.value if shown is not None and shown.kind == "list" else ():
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
                except CardgenError:  # in another encoding, or none of ours
                    continue
                yield source.path, source.text
