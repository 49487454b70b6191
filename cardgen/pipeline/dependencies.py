"""The dependencies of a side or text, and the check whether they are unchanged.

Build, watch, check and preview all use this check. While a side or a text is laid out,
`cardgen.core.reads` records the name of every value that it reads. Its `Dependencies` are these
names, each with a short digest of its value. A result stays valid while all digests are the same,
whatever else has changed in the project. Typst's ``comemo`` and the red-green algorithm of rustc
and Salsa work in the same way, with queries instead of names.
"""

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

SPEC = "form"
"""The name for the digest of the spec itself: its size, bleed, template and text."""

_SIDE = "side:"
"""The prefix of the names of sides that the side or text shows as pictures."""
_DIGITS = 16
"""The length of a digest: with 64 bits, two values of one name never collide in practice."""

_SHARED_ROOTS = frozenset({"decks", "game", "rules", "setup", "terms"})
_ABSENT = ""

NameDigests = tuple[tuple[str, str], ...]
"""Names of values, each with a digest of the value."""


LayoutSpec = SideSpec | FlowSpec | PartSpec
"""The input of layout: a side, a text, or a part of a text."""

Fingerprints = Callable[[str], str]
"""Returns the fingerprint of a side by its id, or an empty string if there is none."""


class Dependencies(Struct, frozen=True, dict=True):
    """The names and digests of all values that one side or text has read.

    The value of an ``own`` name depends on the side or text (``card.cost``, ``side:…``). A
    ``shared`` name has one value in the whole game; most sides of a deck have the same tuple of
    shared names, which is stored once.
    """

    own: NameDigests = ()
    shared: NameDigests = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All names, sorted."""
        return tuple(sorted(name for name, _ in (*self.own, *self.shared)))

    def group_names(self) -> list[str]:
        """Return the names of the text groups whose common size it has read."""
        return [name for name, _ in self.shared if name.startswith(FIT)]

    @cached_property
    def sides(self) -> Mapping[str, str]:
        """The fingerprints of pictured sides, by their ids."""
        return {n.removeprefix(_SIDE): d for n, d in self.own if n.startswith(_SIDE)}


class CurrentValues:
    """The current values of all names in one game."""

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
        self._digests: dict[str, str] = {}
        self._changed: dict[NameDigests, str | None] = {}
        """The first changed name of each tuple of shared names, or None."""
        self._shared: dict[NameDigests, NameDigests] = {}

    def replace_ladders(self, ladders: Ladders) -> None:
        """Replace the common sizes of text groups; discard the digests that depend on them."""
        self._ladders = ladders
        self._changed.clear()
        for name in [name for name in self._digests if name.startswith(FIT)]:
            del self._digests[name]

    def dependencies(self, spec: LayoutSpec, names: Iterable[str]) -> Dependencies:
        """Return the dependencies of a side or text that has read these names."""
        own, shared = [(SPEC, spec.form)], []
        for name in sorted(names):
            if self._is_shared(spec, name):
                shared.append((name, self._game_digest(name)))
            else:
                own.append((name, self._spec_digest(spec, name, self._fingerprint)))
        shared_names = tuple(shared)
        return Dependencies(tuple(own), self._shared.setdefault(shared_names, shared_names))

    def find_change(
        self,
        spec: LayoutSpec,
        dependencies: Dependencies,
        is_same_spec: bool = False,
        fingerprint: Fingerprints | None = None,
    ) -> str | None:
        """Return the first name whose value has changed, or None.

        If the spec itself has not changed, only shared names and pictured sides are compared.
        ``fingerprint`` replaces the function that returns the fingerprints of pictured sides.
        """
        fingerprint = fingerprint or self._fingerprint
        shared = dependencies.shared
        if shared not in self._changed:
            changes = (n for n, old in shared if self._game_digest(n) != old)
            self._changed[shared] = next(changes, None)
        changed = self._changed[shared]
        if changed is not None:
            return changed
        if is_same_spec and not dependencies.sides:
            return None
        own = dependencies.own
        return next((n for n, old in own if self._spec_digest(spec, n, fingerprint) != old), None)

    def _is_shared(self, spec: LayoutSpec, name: str) -> bool:
        head = name.partition(".")[0]
        if head == "theme":
            return spec.theme is None
        return head in _SHARED_ROOTS or (":" in head and not name.startswith(_SIDE))

    def _spec_digest(self, spec: LayoutSpec, name: str, fingerprint: Fingerprints) -> str:
        if name == SPEC:
            return spec.form
        if name.startswith(_SIDE):
            return fingerprint(name.removeprefix(_SIDE))
        if name.startswith("theme.") and spec.theme is not None:
            return _short_digest(_theme_value(spec.theme, name))
        return _short_digest(_context_value(spec.context, name))

    def _game_digest(self, name: str) -> str:
        value_digest = self._digests.get(name)
        if value_digest is None:
            value_digest = self._digests[name] = self._look_up(name)
        return value_digest

    def _look_up(self, name: str) -> str:
        kind, colon, key = name.partition(":")
        if not colon or "." in kind:  # a wrong name in a template can have a colon, too
            if name.startswith("theme."):
                return _short_digest(_theme_value(self._theme, name))
            return _short_digest(_context_value(self._context, name))
        if name.startswith(FIT):
            return _short_digest(GroupNeed.parse(name).on(self._ladders))
        if kind == "template":
            return self._templates.template_digest(key)[:_DIGITS]
        return self._library.digest(kind, key)[:_DIGITS]


def _short_digest(value: Any) -> str:
    return digest(value)[:_DIGITS] if value is not None else _ABSENT


def _theme_value(theme: Theme, name: str) -> Any:
    """Return a plain value for a name such as ``theme.colors.ember``; None if it is missing."""
    _, table, *keys = name.split(".", 2)
    if table in ("fallback", "language"):
        return getattr(theme, table)
    tables = {"colors": theme.colors, "styles": theme.styles, "words": theme.words}
    values: Mapping[str, Any] = tables[table]
    if keys == [EVERYTHING]:
        return sorted((key, freeze(value)) for key, value in values.items())
    return (freeze(values[keys[0]]),) if keys[0] in values else None


def _context_value(context: Mapping[str, Any], name: str) -> Any:
    """Return a plain value for a name such as ``card.cost``; None if it is missing."""
    head, dot, field = name.partition(".")
    value = context.get(head)
    if not isinstance(value, Record):
        return (freeze(value),) if head in context else None
    if not dot:  # the template also reads fields of the record, which have their own names
        return ("record",)
    if isinstance(value, Decks):
        return _decks_value(value, field)
    if field == EVERYTHING:
        return [(key, freeze(inner)) for key, inner in values_of(value).items()]
    return (freeze(value[field]),) if field in value else None


def _decks_value(decks: Decks, name: str) -> Any:
    """Return the values of one field of all cards of a deck, or the number of its cards."""
    deck, dot, field = name.partition(".")
    if deck in ("", EVERYTHING):
        return [(id, [_fields(card) for card in cards]) for id, cards in values_of(decks).items()]
    if deck not in decks:
        return None
    cards: tuple[Record, ...] = decks[deck]
    if not dot:
        return len(cards)
    if field == EVERYTHING:
        return [_fields(card) for card in cards]
    return [(field in card, freeze(card[field]) if field in card else None) for card in cards]


def _fields(card: Record) -> list[Any]:
    return [(name, freeze(value)) for name, value in values_of(card).items()]


def describe_change(name: str) -> str:
    """Describe in words the change behind a changed name."""
    if name == SPEC:
        return "its size, template or text changed"
    if name.startswith(FIT):
        group = GroupNeed.parse(name).group
        return f"the size of the texts `{group.removeprefix('/')}` changed"
    kind, colon, key = name.partition(":")
    if not colon:
        return f"`{name}` changed"
    where = Location(key) if kind == "template" else key
    return f"{kind} `{where}` changed"
