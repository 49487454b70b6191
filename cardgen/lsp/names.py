"""Find the names of rules, terms, cards, colours, styles, icons and fields in a game's files.

In data and rule texts, the model reports the names that it reads. Templates are searched: look-ups
such as ``rules.hand_limit`` and values of attributes are sure; other texts in quotes may mean
something else.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import CardgenError, Location
from cardgen.layout.attributes import COLOR, INK, PAINT, STROKE, Tag
from cardgen.layout.box import ELEMENTS
from cardgen.layout.text.block import SpanTag
from cardgen.layout.text.blocks import TAGS
from cardgen.lsp.open_texts import OpenTexts
from cardgen.model.fields import IDENTIFIER, NAME
from cardgen.model.flowing import ROLES
from cardgen.model.game import Game
from cardgen.model.load import load_project
from cardgen.model.scope import NameUses, ReadDecks, icon_folders
from cardgen.preview.editing.targets import find_references, game_file
from cardgen.preview.editing.texts import is_template, text_paths
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.source.files import Project
from cardgen.source.lines import line_starts
from cardgen.source.node import YamlNode
from cardgen.source.yaml import load_yaml

_KINDS = {
    "rule": "rule",
    "term": "term",
    "card": "card",
    "icon": "icon",
    "colour": "color",
    "text style": "style",
    "card type": "type",
    "deck": "component",
    "component": "component",
    "deck, token set, die or booklet": "component",
    "field": "field",
}
"""The kind of a name, by the kind that the model reports."""
_SECTIONS: Mapping[str, tuple[str, ...]] = {
    "rule": ("rules",),
    "term": ("terms",),
    "color": ("theme", "colors"),
    "style": ("theme", "styles"),
    "type": ("card_types",),
    "component": ("components",),
}
"""The keys of ``game.yaml`` that define names of each kind."""
RENAMABLE = {"rule": IDENTIFIER, **dict.fromkeys(("term", "color", "style", "card"), NAME)}
"""The kinds that can be renamed, with a pattern for new names; other names are also file names."""

_COMMENT = re.compile(r"\{#.*?#\}|<!--.*?-->", re.DOTALL)
_LOOKED_UP = re.compile(
    r"(?<![\w.])(?P<table>rules|RULES|terms|card)\s*"
    r"(?:\.\s*(?P<name>[A-Za-z_]\w*)|\[\s*[\"'](?P<key>[\w-]+)[\"']\s*\])"
)
_TABLES = {"rules": "rule", "RULES": "rule", "terms": "term", "card": "field"}
_VALUE = re.compile(r"(?P<name>[\w-]+)\s*=\s*(?P<quote>[\"'])(?P<value>.*?)(?P=quote)", re.DOTALL)
_CODE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
_QUOTED = re.compile(r"[\"']([\w-]+(?:/[\w-]+)?)[\"']")
_WORD = re.compile(r"(?<![\w/.#\0-])[\w-]+(?:/[\w-]+)?(?![\w/.\0-])")
Lines = Callable[[str], Sequence[str]]


class Use(Struct, frozen=True):
    """A use of a name; ``location`` covers only the name.

    A use that is not ``sure`` may mean something else. ``dotted`` marks an attribute look-up.
    """

    kind: str
    name: str
    location: Location
    sure: bool = True
    dotted: bool = False


class Names(Struct, frozen=True):
    """The uses of names in the files of a game, and the locations that define names."""

    uses: Mapping[str, Sequence[Use]]
    defined: Mapping[tuple[str, str], Sequence[Location]]

    def use_at(self, location: Location) -> Use | None:
        """Return the use at a location, if any; sure uses and short names first."""
        uses_here = [
            use
            for use in self.uses.get(location.path, ())
            if use.location.line == location.line
            and use.location.column <= location.column <= use.location.column + use.location.length
        ]
        return min(uses_here, key=lambda use: (not use.sure, use.location.length), default=None)

    def of(self, kind: str, name: str) -> list[Use]:
        """Return all uses of a name, its definitions first."""
        definitions = [Use(kind, name, location) for location in self.defined.get((kind, name), ())]
        all_uses = (use for file_uses in self.uses.values() for use in file_uses)
        same = (use for use in all_uses if (use.kind, use.name) == (kind, name))
        return list(dict.fromkeys([*definitions, *same]))


def names_of(loaded: LoadedGame, texts: OpenTexts) -> Names:
    """Find the names in all files of a game, with the unsaved texts of the editor."""
    named: NameUses = set()
    decks, lines = ReadDecks(), cache(texts.lines)
    load_project(loaded.root, (loaded.id,), decks, unsaved=texts.unsaved, name_uses=named)
    uses: dict[str, list[Use]] = {}
    defined: dict[tuple[str, str], list[Location]] = {}
    for kind, name, location in sorted(named):
        if kind in _KINDS and (spot := _narrow(lines, kind, name, location)):
            use_kind = "component" if kind == "card" and "/" not in name else _KINDS[kind]
            uses.setdefault(location.path, []).append(Use(use_kind, name, spot))
    for kind, name, location in (*_in_game_file(loaded, texts), *_cards(loaded, decks)):
        spot = _narrow(lines, kind, name.rpartition("/")[2], location) or location
        defined.setdefault((kind, name), []).append(spot)
        uses.setdefault(location.path, []).append(Use(kind, name, spot))
    game = loaded.game
    for path in filter(is_template, text_paths(loaded) if game is not None else ()):
        assert game is not None
        uses[path] = list(_uses_in_template(path, "\n".join(lines(path)), game))
    return Names(uses, defined)


def _narrow(lines: Lines, kind: str, name: str, location: Location) -> Location | None:
    """Return the location of only the name inside ``location``, or None if it is not there."""
    file_lines, start = lines(location.path), location.column - 1
    if location.sheet or not 0 < location.line <= len(file_lines):
        return None
    line = file_lines[location.line - 1]
    if kind != "term" and line.startswith("{", start):  # `{rule:rule}`
        start = line.find(":", start) + 1
    match = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])").search(line, start)
    return replace(location, column=match.start() + 1, length=len(name)) if match else None


def _in_game_file(loaded: LoadedGame, texts: OpenTexts) -> Iterator[tuple[str, str, Location]]:
    """Yield kind, name and location of each definition in ``game.yaml``."""
    with suppress(CardgenError):
        root = load_yaml(Project(loaded.root, texts.unsaved).read(game_file(loaded)))
        for kind, path in _SECTIONS.items():
            for name, key in _keys(root, *path):
                yield kind, name, key.location
                for field, inner in _keys(root, *path, name, "fields") if kind == "type" else ():
                    yield "field", field, inner.location


def _keys(node: YamlNode | None, *path: str) -> list[tuple[str, YamlNode]]:
    for name in path:
        node = node.value.get(name) if node is not None and node.kind == "map" else None
    return list((node.keys or {}).items()) if node is not None else []


def _cards(loaded: LoadedGame, decks: ReadDecks) -> Iterator[tuple[str, str, Location]]:
    """Yield kind, name and location of each card: of its id, or of its entry."""
    ids = {
        (node.path, node.location.line, node.location.column): node.value["id"].location
        for key in decks.trees
        for node in decks.nodes(key)
        if node.kind == "map" and "id" in node.value
    }
    for component in loaded.game.components.values() if loaded.game is not None else ():
        for card in component.cards:
            place = (card.location.path, card.location.line, card.location.column)
            yield "card", f"{component.id}/{card.id}", ids.get(place, card.location)


@cache
def _kinds_of_attributes() -> Mapping[str, str]:
    tags: tuple[type[Tag], ...] = (SpanTag, *TAGS.values(), *dict(ELEMENTS.items()).values())
    kinds = ((name, attribute.kind) for tag in tags for name, attribute in tag.attributes.items())
    colors = {name: "color" for name, kind in kinds if kind in (COLOR, INK, PAINT, STROKE)}
    return {**colors, "style": "style", "icon": "icon", "ref": "card"}


def _uses_in_template(path: str, text: str, game: Game) -> Iterator[Use]:
    text = _COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    own = not path.startswith("templates/shared/")
    by_kind: dict[str, Collection[str]] = {"style": game.theme.styles, "color": game.theme.colors}
    by_kind |= {"term": game.terms, "rule": game.rules}
    starts = line_starts(text)
    used_offsets: set[int] = set()

    def use(kind: str, name: str, start: int, sure: bool = True, dotted: bool = False) -> Use:
        used_offsets.add(start)
        line = bisect_right(starts, start)
        location = Location(path, line, start - starts[line - 1] + 1, len(name))
        return Use(kind, name, location, sure, dotted)

    for look in _LOOKED_UP.finditer(text):
        group = "name" if look["name"] else "key"
        kind = _TABLES[look["table"]]
        yield use(kind, look[group], look.start(group), own, dotted=group == "name")
    for attribute in _VALUE.finditer(text):
        kind = _kinds_of_attributes().get(attribute["name"], "")
        tag = text.rfind("<", 0, attribute.start())
        if attribute["name"] == "name" and text.startswith("<icon", tag):
            kind = "icon"
        for start, word in _words(attribute["value"]) if kind else ():
            if kind not in by_kind or word in by_kind[kind]:
                yield use(kind, word, attribute.start("value") + start, own)
    for code in _CODE.finditer(text):
        for quoted in _QUOTED.finditer(code[0]):
            start = code.start() + quoted.start(1)
            for kind, names in by_kind.items() if start not in used_offsets else ():
                if quoted[1] in names:
                    yield use(kind, quoted[1], start, sure=False)


def _words(value: str) -> Iterator[tuple[int, str]]:
    """Yield the complete words of an attribute, and the quoted words in its code."""
    for word in _WORD.finditer(_CODE.sub(lambda match: "\0" * len(match[0]), value)):
        yield word.start(), word[0]
    for code in _CODE.finditer(value):
        for quoted in _QUOTED.finditer(code[0]):
            yield code.start() + quoted.start(1), quoted[1]


def definitions(loaded: LoadedGame, names: Names, use: Use) -> list[Location]:
    """Return the definitions of a name: a key, an entry or a file."""
    if use.kind == "icon":
        folders = icon_folders(loaded.root, loaded.id)
        files = (folder / f"{use.name}.svg" for folder in folders)
        return [Location(str(file), 1, 1) for file in files if file.is_file()][:1]
    return list(names.defined.get((use.kind, use.name), ()))


class NameEdit(Struct, frozen=True, order=True):
    """A new text for a location; a person must confirm an edit that is not ``sure``."""

    location: Location
    text: str
    sure: bool = True


def rename_edits(
    texts: OpenTexts, loaded: LoadedGame, names: Names, use: Use, new: str
) -> list[NameEdit]:
    """Return the edits that rename all uses. Raises ValueError if that is impossible."""
    existing_names = {name for kind, name in names.defined if kind == use.kind}
    deck, _, old = use.name.rpartition("/")
    if use.kind not in RENAMABLE or use.name not in existing_names:
        raise ValueError(f"`{use.name}` cannot be renamed here")
    if not RENAMABLE[use.kind].fullmatch(new):
        raise ValueError(f"`{new}` is not a valid name: use lower-case letters and digits")
    if (f"{deck}/{new}" if deck else new) in existing_names:
        raise ValueError(f"the {use.kind} `{new}` exists already")
    roles = {name for wishes in ROLES.values() for name in wishes} if use.kind == "style" else ()
    kinds = {component.kind for component in loaded.game.components.values()} if loaded.game else ()
    if old in roles and {"booklet", "leaflet"} & {*kinds}:
        raise ValueError(f"booklets need a style with the name `{old}`")
    uses = names.of(use.kind, use.name)
    if use.kind == "card":
        definition = names.defined["card", use.name][0]
        if texts.text(definition) != old:
            raise ValueError(f"`{old}` comes from a title or from `each`: it has no id to change")
        with loaded.lock:
            named = find_references(loaded, deck, old)
        uses = [Use("card", old, location) for location in (definition, *named.certain)]
        uses += [Use("card", old, location, sure=False) for location in named.uncertain]
    changes = set()
    for reference in uses:
        location, text = reference.location, new
        location = replace(
            location, column=location.column + location.length - len(old), length=len(old)
        )
        if texts.text(location) != old:
            raise ValueError("the files are still being read: try again")
        if reference.dotted and not new.isidentifier():
            location, text = (
                replace(location, column=location.column - 1, length=location.length + 1),
                f'["{new}"]',
            )
        changes.add(NameEdit(location, text, reference.sure))
    return sorted(changes)
