"""Where the files of a game name its rules, terms, cards, colours, styles, icons and fields.

In data and rule texts that is what the model reads as names. Templates are searched: look-ups such
as ``rules.hand_limit`` and values of attributes are sure, other texts in quotes may mean something
else.
"""

from __future__ import annotations

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
from cardgen.preview.editing.targets import game_file, naming
from cardgen.preview.editing.texts import is_template, offered
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.source.files import Project
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
"""Kinds of names by what the model calls them."""
_SECTIONS: Mapping[str, tuple[str, ...]] = {
    "rule": ("rules",),
    "term": ("terms",),
    "color": ("theme", "colors"),
    "style": ("theme", "styles"),
    "type": ("card_types",),
    "component": ("components",),
}
"""The keys of ``game.yaml`` below which things get their names."""
RENAMED = {"rule": IDENTIFIER, **dict.fromkeys(("term", "color", "style", "card"), NAME)}
"""What can be renamed, and what its name may be; other names are also those of files."""

_COMMENT = re.compile(r"\{#.*?#\}|<!--.*?-->", re.DOTALL)
_LOOKED_UP = re.compile(
    r"(?<![\w.])(?P<table>rules|RULES|terms|card)\s*"
    r"(?:\.\s*(?P<name>[A-Za-z_]\w*)|\[\s*[\"'](?P<key>[\w-]+)[\"']\s*\])"
)
_TABLES = {"rules": "rule", "RULES": "rule", "terms": "term", "card": "field"}
_GIVEN = re.compile(r"(?P<name>[\w-]+)\s*=\s*(?P<quote>[\"'])(?P<value>.*?)(?P=quote)", re.DOTALL)
_CODE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
_QUOTED = re.compile(r"[\"']([\w-]+(?:/[\w-]+)?)[\"']")
_WORD = re.compile(r"(?<![\w/.#\0-])[\w-]+(?:/[\w-]+)?(?![\w/.\0-])")
Lines = Callable[[str], Sequence[str]]


class Use(Struct, frozen=True):
    """A place of a name, of which ``at`` covers the name alone.

    One that is not ``sure`` may mean something else. A ``dotted`` one is looked up as an attribute.
    """

    kind: str
    name: str
    at: Location
    sure: bool = True
    dotted: bool = False


class Names(Struct, frozen=True):
    """The uses of names in the files of a game, and where things get their names."""

    uses: Mapping[str, Sequence[Use]]
    defined: Mapping[tuple[str, str], Sequence[Location]]

    def under(self, at: Location) -> Use | None:
        """Return the name that stands at a place; the sure one of several."""
        here = [
            one
            for one in self.uses.get(at.path, ())
            if one.at.line == at.line
            and one.at.column <= at.column <= one.at.column + one.at.length
        ]
        return min(here, key=lambda one: (not one.sure, one.at.length), default=None)

    def of(self, kind: str, name: str) -> list[Use]:
        """Return all uses of a name, and the places where it is given."""
        given = [Use(kind, name, at) for at in self.defined.get((kind, name), ())]
        known = (one for some in self.uses.values() for one in some)
        same = (one for one in known if (one.kind, one.name) == (kind, name))
        return list(dict.fromkeys([*given, *same]))


def names_of(loaded: LoadedGame, texts: OpenTexts) -> Names:
    """Read all files of a game for names, as they are now in the editor."""
    named: NameUses = set()
    decks, lines = ReadDecks(), cache(texts.lines)
    load_project(loaded.root, (loaded.id,), decks, unsaved=texts.unsaved, name_uses=named)
    uses: dict[str, list[Use]] = {}
    defined: dict[tuple[str, str], list[Location]] = {}
    for kind, name, at in sorted(named):
        if kind in _KINDS and (spot := _spot(lines, kind, name, at)):
            what = "component" if kind == "card" and "/" not in name else _KINDS[kind]
            uses.setdefault(at.path, []).append(Use(what, name, spot))
    for kind, name, at in (*_given(loaded, texts), *_cards(loaded, decks)):
        spot = _spot(lines, kind, name.rpartition("/")[2], at) or at
        defined.setdefault((kind, name), []).append(spot)
        uses.setdefault(at.path, []).append(Use(kind, name, spot))
    game = loaded.game
    for path in filter(is_template, offered(loaded) if game is not None else ()):
        assert game is not None
        uses[path] = list(_in_template(path, "\n".join(lines(path)), game))
    return Names(uses, defined)


def _spot(lines: Lines, kind: str, name: str, at: Location) -> Location | None:
    """Return the place of a name alone, in what holds it; None if it is not written there."""
    known, start = lines(at.path), at.column - 1
    if at.sheet or not 0 < at.line <= len(known):
        return None
    line = known[at.line - 1]
    if kind != "term" and line.startswith("{", start):  # `{rule:rule}`
        start = line.find(":", start) + 1
    found = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])").search(line, start)
    return replace(at, column=found.start() + 1, length=len(name)) if found else None


def _given(loaded: LoadedGame, texts: OpenTexts) -> Iterator[tuple[str, str, Location]]:
    """Yield what ``game.yaml`` gives a name to, with its key."""
    with suppress(CardgenError):
        root = load_yaml(Project(loaded.root, texts.unsaved).read(game_file(loaded)))
        for kind, path in _SECTIONS.items():
            for name, key in _keys(root, *path):
                yield kind, name, key.at
                for field, inner in _keys(root, *path, name, "fields") if kind == "type" else ():
                    yield "field", field, inner.at


def _keys(node: YamlNode | None, *path: str) -> list[tuple[str, YamlNode]]:
    for name in path:
        node = node.value.get(name) if node is not None and node.kind == "map" else None
    return list((node.keys or {}).items()) if node is not None else []


def _cards(loaded: LoadedGame, decks: ReadDecks) -> Iterator[tuple[str, str, Location]]:
    """Yield the cards, with their ids or where their entry begins."""
    ids = {
        (node.path, node.at.line, node.at.column): node.value["id"].at
        for key in decks.trees
        for node in decks.nodes(key)
        if node.kind == "map" and "id" in node.value
    }
    for component in loaded.game.components.values() if loaded.game is not None else ():
        for card in component.cards:
            place = (card.at.path, card.at.line, card.at.column)
            yield "card", f"{component.id}/{card.id}", ids.get(place, card.at)


@cache
def _kinds_of_attributes() -> Mapping[str, str]:
    tags: tuple[type[Tag], ...] = (SpanTag, *TAGS.values(), *dict(ELEMENTS.items()).values())
    kinds = ((name, one.kind) for tag in tags for name, one in tag.attributes.items())
    colors = {name: "color" for name, kind in kinds if kind in (COLOR, INK, PAINT, STROKE)}
    return {**colors, "style": "style", "icon": "icon", "ref": "card"}


def _in_template(path: str, text: str, game: Game) -> Iterator[Use]:
    text = _COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    own = not path.startswith("templates/shared/")
    known: dict[str, Collection[str]] = {"style": game.theme.styles, "color": game.theme.colors}
    known |= {"term": game.terms, "rule": game.rules}
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    found: set[int] = set()

    def use(kind: str, name: str, start: int, sure: bool = True, dotted: bool = False) -> Use:
        found.add(start)
        line = bisect_right(starts, start)
        at = Location(path, line, start - starts[line - 1] + 1, len(name))
        return Use(kind, name, at, sure, dotted)

    for look in _LOOKED_UP.finditer(text):
        group = "name" if look["name"] else "key"
        kind = _TABLES[look["table"]]
        yield use(kind, look[group], look.start(group), own, dotted=group == "name")
    for given in _GIVEN.finditer(text):
        kind = _kinds_of_attributes().get(given["name"], "")
        if given["name"] == "name" and text.startswith("<icon", text.rfind("<", 0, given.start())):
            kind = "icon"
        for start, word in _words(given["value"]) if kind else ():
            if kind not in known or word in known[kind]:
                yield use(kind, word, given.start("value") + start, own)
    for code in _CODE.finditer(text):
        for quoted in _QUOTED.finditer(code[0]):
            start = code.start() + quoted.start(1)
            for kind, some in known.items() if start not in found else ():
                if quoted[1] in some:
                    yield use(kind, quoted[1], start, sure=False)


def _words(value: str) -> Iterator[tuple[int, str]]:
    """Yield the words of an attribute that are written in full; of code those in quotes."""
    for word in _WORD.finditer(_CODE.sub(lambda match: "\0" * len(match[0]), value)):
        yield word.start(), word[0]
    for code in _CODE.finditer(value):
        for quoted in _QUOTED.finditer(code[0]):
            yield code.start() + quoted.start(1), quoted[1]


def places(loaded: LoadedGame, names: Names, use: Use) -> list[Location]:
    """Return where something is defined: its key or entry, or its file."""
    if use.kind == "icon":
        folders = icon_folders(loaded.root, loaded.id)
        files = (folder / f"{use.name}.svg" for folder in folders)
        return [Location(str(file), 1, 1) for file in files if file.is_file()][:1]
    return list(names.defined.get((use.kind, use.name), ()))


class NameEdit(Struct, frozen=True, order=True):
    """A text to put in a place; one that is not ``sure`` is for people to confirm."""

    at: Location
    text: str
    sure: bool = True


def renamed(
    texts: OpenTexts, loaded: LoadedGame, names: Names, use: Use, new: str
) -> list[NameEdit]:
    """Return what gives something another name everywhere; raises ValueError if it cannot be."""
    known = {name for kind, name in names.defined if kind == use.kind}
    deck, _, old = use.name.rpartition("/")
    if use.kind not in RENAMED or use.name not in known:
        raise ValueError(f"`{use.name}` is not renamed from here")
    if not RENAMED[use.kind].fullmatch(new):
        raise ValueError(f"`{new}` cannot be a name: use lower-case letters and digits")
    if (f"{deck}/{new}" if deck else new) in known:
        raise ValueError(f"there is a {use.kind} `{new}` already")
    roles = {name for wishes in ROLES.values() for name in wishes} if use.kind == "style" else ()
    kinds = {one.kind for one in loaded.game.components.values()} if loaded.game else ()
    if old in roles and {"booklet", "leaflet"} & {*kinds}:
        raise ValueError(f"texts look for a style of the name `{old}`")
    uses = names.of(use.kind, use.name)
    if use.kind == "card":
        at = names.defined["card", use.name][0]
        if texts.text(at) != old:
            raise ValueError(f"`{old}` is made of a title or of `each`: it has no id to change")
        with loaded.lock:
            named = naming(loaded, deck, old)
        uses = [Use("card", old, one) for one in (at, *named.follow)]
        uses += [Use("card", old, one, sure=False) for one in named.left]
    changes = set()
    for one in uses:
        at, text = one.at, new
        at = replace(at, column=at.column + at.length - len(old), length=len(old))
        if texts.text(at) != old:
            raise ValueError("the files are still being read: try again")
        if one.dotted and not new.isidentifier():
            at, text = replace(at, column=at.column - 1, length=at.length + 1), f'["{new}"]'
        changes.add(NameEdit(at, text, one.sure))
    return sorted(changes)
