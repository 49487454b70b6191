"""What finished work depends on, and whether that is still as it was.

The one answer to "is this still true?", for build, watch, check and preview alike. While a side
or a text is laid out, the names of everything that it reads are noted (`cardgen.core.reads`);
afterwards each name is kept with a short digest of what it stood for. As long as all of them
stand for the same, the work need not be done again, whatever else has changed: an input that
changed without effect makes nothing new. This is the scheme of Typst's ``comemo`` and of the
red-green marking in rustc and Salsa, over names instead of queries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from cardgen.assets.library import Library
from cardgen.core.diagnostics import Location
from cardgen.core.fingerprint import digest
from cardgen.core.reads import EVERYTHING
from cardgen.core.style import Theme
from cardgen.layout.text.groups import FIT, GroupNeed, Ladders
from cardgen.model.flowing import FlowSpec, PartSpec
from cardgen.model.game import Game
from cardgen.model.record import Decks, Record, values_of
from cardgen.model.sides import SideSpec, freeze
from cardgen.template.environment import Templates

FORM = "form"
"""The name for what is not read but given: size, bleed, template, and the text of a booklet."""

_SIDE = "side:"
"""Begins the name of a side that is pictured."""
_DIGITS = 16
"""Of a digest: 64 bits, so that no two values of one name ever meet by chance."""

_OF_GAME = frozenset({"decks", "game", "rules", "setup", "terms"})
_ABSENT = ""

NameDigests = tuple[tuple[str, str], ...]
"""Names, each with the digest of what it stood for."""


LayoutSpec = SideSpec | FlowSpec | PartSpec
"""What is laid out: a side, a text, or a part of one."""

Fingerprints = Callable[[str], str]
"""Tells the fingerprint of a side by the id that a picture names; empty if there is none."""


class Dependencies(Struct, frozen=True, dict=True):
    """Everything that one piece of work has read.

    ``own`` names mean something for this work alone (``card.cost``, ``side:…``); ``shared`` names
    mean the same for all work of a game, and most sides of a deck have the same tuple of them,
    which is kept once.
    """

    own: NameDigests = ()
    shared: NameDigests = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All names, sorted."""
        return tuple(sorted(name for name, _ in (*self.own, *self.shared)))

    def needs(self) -> list[str]:
        """Return the names by which it has read the sizes of texts that are set alike."""
        return [name for name, _ in self.shared if name.startswith(FIT)]

    @cached_property
    def sides(self) -> Mapping[str, str]:
        """The fingerprints of the sides that are pictured, by their ids."""
        return {n.removeprefix(_SIDE): d for n, d in self.own if n.startswith(_SIDE)}


class CurrentValues:
    """What all names stand for now, in one game."""

    def __init__(
        self,
        game: Game,
        library: Library,
        templates: Templates,
        fingerprint: Fingerprints,
        ladders: Ladders = MappingProxyType({}),
    ) -> None:
        self._theme = game.theme
        self._context = {**game.context, "decks": game.cards, "setup": game.tables}
        self._library = library
        self._templates = templates
        self._fingerprint = fingerprint
        self._ladders = ladders
        self._known: dict[str, str] = {}
        self._changed: dict[NameDigests, str | None] = {}
        """What has changed of names that works share: most have the same ones."""
        self._shared: dict[NameDigests, NameDigests] = {}

    def take_ladders(self, ladders: Ladders) -> None:
        """Go over to other sizes of texts that are set alike."""
        self._ladders = ladders
        self._changed.clear()
        for name in [name for name in self._known if name.startswith(FIT)]:
            del self._known[name]

    def dependencies(self, spec: LayoutSpec, names: Iterable[str]) -> Dependencies:
        """Return what work depends on, given the names that it has read."""
        own, shared = [(FORM, spec.form)], []
        for name in sorted(names):
            if self._is_shared(spec, name):
                shared.append((name, self._of_game(name)))
            else:
                own.append((name, self._of_work(spec, name, self._fingerprint)))
        shared_names = tuple(shared)
        return Dependencies(tuple(own), self._shared.setdefault(shared_names, shared_names))

    def changed(
        self,
        spec: LayoutSpec,
        dependencies: Dependencies,
        is_same_spec: bool = False,
        fingerprint: Fingerprints | None = None,
    ) -> str | None:
        """Return the first name that stands for something else now; None if none does.

        Of work that is the ``same`` as it was, only what it reads elsewhere is asked for.
        ``fingerprint`` is another notion of what pictured sides look like.
        """
        fingerprint = fingerprint or self._fingerprint
        shared_names = dependencies.shared
        if shared_names not in self._changed:
            self._changed[shared_names] = next(
                (n for n, was in shared_names if self._of_game(n) != was), None
            )
        changed = self._changed[shared_names]
        if changed is not None:
            return changed
        if is_same_spec and not dependencies.sides:
            return None
        own = dependencies.own
        return next((n for n, was in own if self._of_work(spec, n, fingerprint) != was), None)

    def _is_shared(self, spec: LayoutSpec, name: str) -> bool:
        head = name.partition(".")[0]
        if head == "theme":
            return spec.theme is None
        return head in _OF_GAME or (":" in name and not name.startswith(_SIDE))

    def _of_work(self, spec: LayoutSpec, name: str, fingerprint: Fingerprints) -> str:
        if name == FORM:
            return spec.form
        if name.startswith(_SIDE):
            return fingerprint(name.removeprefix(_SIDE))
        if name.startswith("theme.") and spec.theme is not None:
            return _short(_of_theme(spec.theme, name))
        return _short(_of_context(spec.context, name))

    def _of_game(self, name: str) -> str:
        value_digest = self._known.get(name)
        if value_digest is None:
            value_digest = self._known[name] = self._look_up(name)
        return value_digest

    def _look_up(self, name: str) -> str:
        kind, colon, key = name.partition(":")
        if not colon:
            if name.startswith("theme."):
                return _short(_of_theme(self._theme, name))
            return _short(_of_context(self._context, name))
        if name.startswith(FIT):
            return _short(GroupNeed.parse(name).on(self._ladders))
        if kind == "template":
            return self._templates.meaning(key)[:_DIGITS]
        return self._library.digest(kind, key)[:_DIGITS]


def _short(value: Any) -> str:
    return digest(value)[:_DIGITS] if value is not None else _ABSENT


def _of_theme(theme: Theme, name: str) -> Any:
    """Return a plain value for ``theme.colors.ember``; None for what is not there."""
    _, table, *keys = name.split(".", 2)
    if table in ("fallback", "language"):
        return getattr(theme, table)
    tables = {"colors": theme.colors, "styles": theme.styles, "words": theme.words}
    values: Mapping[str, Any] = tables[table]
    if keys == [EVERYTHING]:
        return sorted((key, freeze(value)) for key, value in values.items())
    return (freeze(values[keys[0]]),) if keys[0] in values else None


def _of_context(context: Mapping[str, Any], name: str) -> Any:
    """Return a plain value for ``card.cost``; None for what is not there."""
    head, dot, field = name.partition(".")
    value = context.get(head)
    if not isinstance(value, Record):
        return (freeze(value),) if head in context else None
    if not dot:  # what matters of a record is what is read of it
        return ("record",)
    if isinstance(value, Decks):
        return _of_decks(value, field)
    if field == EVERYTHING:
        return [(key, freeze(inner)) for key, inner in values_of(value).items()]
    return (freeze(value[field]),) if field in value else None


def _of_decks(decks: Decks, name: str) -> Any:
    """Return the values of one field of all cards of a deck, or the number of its cards."""
    deck, dot, field = name.partition(".")
    if deck in ("", EVERYTHING):
        return [(id, [_all(card) for card in cards]) for id, cards in values_of(decks).items()]
    if deck not in decks:
        return None
    cards: tuple[Record, ...] = decks[deck]
    if not dot:
        return len(cards)
    if field == EVERYTHING:
        return [_all(card) for card in cards]
    return [(field in card, freeze(card[field]) if field in card else None) for card in cards]


def _all(card: Record) -> list[Any]:
    return [(name, freeze(value)) for name, value in values_of(card).items()]


def describe_change(name: str) -> str:
    """Say for a person what has changed, given the name that stands for something else."""
    if name == FORM:
        return "its size, template or text changed"
    if name.startswith(FIT):
        group = GroupNeed.parse(name).group
        return f"the size of the texts `{group.removeprefix('/')}` changed"
    kind, colon, key = name.partition(":")
    if not colon:
        return f"`{name}` changed"
    where = Location(key) if kind == "template" else key
    return f"{kind} `{where}` changed"
