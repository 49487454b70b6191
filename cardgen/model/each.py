"""Entries of a deck file that make many cards: ``each`` over lists, ranges and their products.

An entry becomes one tree of nodes a card, as if its author had written them all out. The nodes
know where in the entry their text stands, so that a fault is told there, and for which card.

Text with names in braces for which values are filled in, as entries with `each` have it.

Names are filled in before anything else is made of a text, so that one may stand inside of other
braces: ``{car-{number}:name}``. Braces that begin with no name of the entry are left as they are.

What a deck file says about its cards, card by card: as it is written, not as it is read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from math import prod

from msgspec import Struct

from cardgen.core.diagnostics import Location
from cardgen.core.registry import choices, did_you_mean
from cardgen.model import problems
from cardgen.model.compound import NodeField, TableField
from cardgen.model.fields import IDENTIFIER, Field, expect
from cardgen.model.markup import RESERVED
from cardgen.model.scope import Scope, number_word, ordinal
from cardgen.model.theme import slug
from cardgen.source.node import Scalar, Style, YamlNode
from cardgen.source.yaml import SCALAR_LIMIT, resolve

_SLOT = re.compile(
    r"\\[\s\S]|"
    r"(?P<slot>\{(?P<name>[a-z][a-z0-9_]*)(?P<keys>(?:\.[\w-]+)*)"
    r"(?::(?P<form>\w*)|\?(?P<one>[^{}|]*)\|(?P<many>[^{}|]*))?\})"
)
_VISIT = 8
"""What looking at a value counts for, in characters."""
_FORMS = ("word", "Word", "ordinal", "id")

_Pieces = list[tuple[int, int, int]]


class FilledNode(YamlNode):
    """A text with values in place of names; its characters are found where they were written.

    ``pieces`` say of each part of the text where it ends, and where in the written text it begins.
    A value has a length there, that of its slot; text that is the author's own has none.
    """

    __slots__ = ("pieces", "written")

    def __init__(
        self, value: Scalar, raw: str, style: Style, written: YamlNode, pieces: _Pieces
    ) -> None:
        place = (written.line, written.column, written.length)
        super().__init__(value, "scalar", *place, written.source, raw, style)
        self.written = written
        self.pieces = pieces

    def locate(self, offset: int, length: int = 1) -> Location:
        """Return where a character of this text stands in the file."""
        begin = 0
        for end, source, slot in self.pieces:
            if offset < end:
                inside = 0 if slot else offset - begin
                return self.written.locate(source + inside, slot or length)
            begin = end
        return self.written.locate(len(self.written.raw), length)


class Filling:
    """Fills in the values of one card; ``size`` counts the characters and values so far.

    What cannot be filled in is reported to the scope at its place, and left out.
    """

    def __init__(self, values: Mapping[str, YamlNode], scope: Scope) -> None:
        self._values = values
        self._scope = scope
        self.size = 0

    def node(self, node: YamlNode) -> YamlNode:
        """Return a node with all that is inside filled in; one without any name as it is."""
        self.size += _VISIT
        if node.kind == "scalar":
            return self._scalar(node) if "{" in node.raw else node
        if node.kind == "list":
            items = [self.node(item) for item in node.value]
            changed = any(a is not b for a, b in zip(items, node.value, strict=True))
            return self._like(node, items) if changed else node
        inner = {name: self.node(child) for name, child in node.value.items()}
        changed = any(child is not node.value[name] for name, child in inner.items())
        return self._like(node, inner) if changed else node

    def _like(self, node: YamlNode, value: list[YamlNode] | dict[str, YamlNode]) -> YamlNode:
        place = (node.line, node.column, node.length)
        return YamlNode(value, node.kind, *place, node.source, keys=node.keys)

    def _scalar(self, node: YamlNode) -> YamlNode:
        whole = _SLOT.fullmatch(node.raw)
        if (
            whole is not None
            and whole["name"] in self._values
            and whole.end("keys") + 1 == (len(node.raw))
        ):
            return self._whole(node, whole)
        text, pieces, done = "", _Pieces(), 0
        for match in _SLOT.finditer(node.raw):
            if match["name"] not in self._values:
                continue
            if match.start() > done:
                text += node.raw[done : match.start()]
                pieces.append((len(text), done, 0))
            said = self._said(node, match)
            done = match.end()
            if said:
                text += said
                pieces.append((len(text), match.start(), len(match[0])))
        if not done:
            return node
        text += node.raw[done:]
        pieces.append((len(text), done, 0))
        self.size += len(text)
        if len(text) > SCALAR_LIMIT:
            self._fault(node, None, f"the text gets {len(text):,} characters", "shorten it")
            text = ""
        return FilledNode(_meaning(text, node.style), text, node.style, node, pieces)

    def _whole(self, node: YamlNode, match: re.Match[str]) -> YamlNode:
        """Return a value as it is, with its type, in the place of its name."""
        value = self._value(node, match)
        if value is None:
            return FilledNode(None, "", "plain", node, [])
        if value.kind != "scalar":
            place = (node.line, node.column, node.length)
            return YamlNode(value.value, value.kind, *place, node.source, keys=value.keys)
        self.size += len(value.raw)
        pieces = [(len(value.raw), match.start(), len(match[0]))]
        return FilledNode(value.value, value.raw, value.style, node, pieces)

    def _value(self, node: YamlNode, match: re.Match[str]) -> YamlNode | None:
        """Return the value that a slot names; None, and a fault, if there is none."""
        value = self._values[match["name"]]
        path = match["name"]
        for key in match["keys"].split(".")[1:]:
            if value.kind != "map" or key not in value.value:
                known = value.value if value.kind == "map" else ()
                self._fault(node, match, f"`{path}` has no `{key}` here", *_nearest(key, known))
                return None
            value = value.value[key]
            path = f"{path}.{key}"
        return value

    def _said(self, node: YamlNode, match: re.Match[str]) -> str:
        """Return what stands in a text for a slot."""
        value = self._value(node, match)
        if value is None:
            return ""
        path = f"{match['name']}{match['keys']}"
        if value.kind == "map":
            first = next(iter(value.value), "name")
            message, hint = f"`{path}` is several values", f"write `{{{path}.{first}}}`"
            self._fault(node, match, message, hint)
            return ""
        if value.kind == "list":
            hint = "a list can be a whole value only, with nothing beside its name"
            self._fault(node, match, f"`{path}` is a list, which no text can hold", hint)
            return ""
        if match["one"] is not None:
            return match["one"] if value.value == 1 else match["many"]
        form = match["form"]
        if form is None:
            return "" if value.value is None else value.raw
        whole = value.value if type(value.value) is int else None
        if form not in _FORMS:
            self._fault(node, match, f"`{path}` has no form `{form}`", *_nearest(form, _FORMS))
            return ""
        if form == "ordinal" and whole is None:
            self._fault(node, match, f"`{value.raw}` has no ordinal", "only whole numbers have one")
            return ""
        if form == "ordinal" and whole is not None:
            return ordinal(whole)
        text = value.raw if whole is None else number_word(whole)
        if form == "id":
            return slug(value.raw)
        return text[:1].upper() + text[1:] if form == "Word" else text

    def _fault(
        self, node: YamlNode, match: re.Match[str] | None, message: str, hint: str = ""
    ) -> None:
        at = node.at if match is None else node.locate(match.start(), len(match[0]))
        self._scope.fault(problems.bad_slot(at, message, hint))


def check_slots(node: YamlNode, names: Collection[str], scope: Scope) -> None:
    """Report braces in an entry that name nothing, or that YAML took for a mapping."""
    for one in _inside(node):
        if one.kind == "map":
            key = next(iter(one.value), "")
            if len(one.value) == 1 and key in names and one.value[key].value is None:
                hint = f'write `"{{{key}}}"`'
                scope.fault(problems.bad_slot(one.at, f"`{{{key}}}` needs quotes round it", hint))
            continue
        for match in _SLOT.finditer(one.raw) if "{" in one.raw else ():
            name = match["name"]
            unknown = match["slot"] and name not in names and name not in scope.terms
            if unknown and name not in RESERVED and match["form"] is None and match["one"] is None:
                at = one.locate(match.start(), len(match[0]))
                hint = _nearest(name, names)[0]
                message = f"`{name}` is no name of `each`, and no term"
                scope.fault(problems.bad_slot(at, message, hint))


def _inside(node: YamlNode) -> Iterator[YamlNode]:
    """Yield all scalars and mappings of a node."""
    if node.kind != "list":
        yield node
    if node.kind != "scalar":
        for inner in node.value.values() if node.kind == "map" else node.value:
            yield from _inside(inner)


def _nearest(word: str, known: Collection[str]) -> tuple[str]:
    near = did_you_mean(word, known)
    return (near[0] if near else f"there is: {choices(known)}" if known else "",)


def _meaning(text: str, style: Style) -> Scalar:
    """Return what a text means where it was written: a number may be put together of values."""
    if style != "plain" or not text:
        return text
    try:
        return resolve(text)
    except ValueError:
        return text


EACH = "each"
EXCEPT = "except"
OMIT = "omit"
CARD_LIMIT = 10_000
"""Cards that the entries of one deck file may make."""
_SIZE_LIMIT = 50_000_000  # characters of all of them

EACH_KEYS: Mapping[str, Field] = {
    EACH: TableField(
        of=NodeField(),
        what="a name in `each`",
        pattern=IDENTIFIER,
        reserved=RESERVED,
        optional=True,
        doc="makes a card for each value of a list or range, or each combination of several",
    ),
    EXCEPT: TableField(
        of=NodeField(),
        what="an id in `except`",
        optional=True,
        doc="with `each`: what is different on single cards, by id; `omit` leaves one out",
    ),
}

_RANGE = re.compile(r"(-?\d{1,9})\s*\.\.\s*(-?\d{1,9})(?:\s+step\s+(\d{1,9}))?")
_PADDED = re.compile(r"-?0\d")
_LABEL = 24  # characters of a value in the name of a card

Axes = dict[str, list[YamlNode]]


class EachCard(Struct, frozen=True):
    """One card that an entry makes: its node, and the values that it was made for, in words."""

    node: YamlNode
    label: str


def makes_many(node: YamlNode) -> bool:
    """Whether an entry of a deck file has `each`."""
    return node.kind == "map" and EACH in node.value


class EachReader:
    """Writes out the entries of one deck file, which have a limit in common."""

    def __init__(self) -> None:
        self._cards = CARD_LIMIT
        self._size = _SIZE_LIMIT

    def cards(self, entry: YamlNode, scope: Scope) -> Iterator[EachCard]:
        """Yield the cards of an entry in order, the last name of `each` varying fastest.

        What is wrong with a card is reported to the scope before it is yielded, and what is wrong
        with the entry before or after all.
        """
        before = len(scope.found)
        axes = self._axes(entry, scope)
        others = _exceptions(entry, scope)
        keys = {name: child for name, child in entry.value.items() if name not in EACH_KEYS}
        plain = _entry(entry, keys, {})
        for node in (plain, *others.values()):
            check_slots(node, axes, scope)
        if len(scope.found) > before:
            return
        ids: set[str] = set()
        for values in product(*axes.values()):
            filling = Filling(dict(zip(axes, values, strict=True)), scope)
            id = filling.node(plain.value["id"]).raw if "id" in keys else ""
            ids.add(id)
            other = others.get(id)
            if other is not None and other.kind == "scalar":
                continue
            node = plain
            if other is not None:
                node = _entry(entry, {**keys, **other.value}, other.keys or {})
            made = filling.node(node)
            self._size -= filling.size
            if self._size < 0:
                scope.fault(problems.each_too_large(entry.key_at(EACH), "more text than fits"))
                return
            label = ", ".join(f"{n}={_said(v)}" for n, v in zip(axes, values, strict=True))
            yield EachCard(made, label)
        for id in others:
            if id not in ids:
                at = entry.value[EXCEPT].key_at(id)
                scope.fault(problems.unknown_name(at, "card", id, ids, "cards"))

    def _axes(self, entry: YamlNode, scope: Scope) -> Axes:
        """Return the values of every name; report if they make too many cards."""
        node = entry.value[EACH]
        if node.value in (None, {}):
            hint = "write `each: {rank: 2..10}`"
            scope.fault(problems.bad_each(entry.key_at(EACH), "`each` names no values", hint))
            return {}
        axes: Axes = {}
        for name, child in EACH_KEYS[EACH].read(node, scope).items():
            if name in scope.terms:
                message = f"`{name}` is a term of the game, too"
                scope.fault(problems.bad_each(node.key_at(name), message, "choose another name"))
            axes[name] = _values(child, scope)
        count = prod(map(len, axes.values()))
        if count > self._cards:
            said = f"{count:,} cards" if count > CARD_LIMIT else "too many cards for one deck"
            scope.fault(problems.each_too_large(entry.key_at(EACH), said))
        else:
            self._cards -= count
        return axes


def _entry(entry: YamlNode, value: dict[str, YamlNode], keys: Mapping[str, YamlNode]) -> YamlNode:
    """Return an entry with other values; ``keys`` are where those stand that are new."""
    place = (entry.line, entry.column, entry.length)
    known = {**(entry.keys or {}), **keys}
    return YamlNode(value, "map", *place, entry.source, keys=known)


def _exceptions(entry: YamlNode, scope: Scope) -> dict[str, YamlNode]:
    """Return what is different on single cards, by id: a mapping, or the word `omit`."""
    node = entry.value.get(EXCEPT)
    if node is None or node.value is None:
        return {}
    others: dict[str, YamlNode] = EACH_KEYS[EXCEPT].read(node, scope)
    for id, other in others.items():
        if other.kind != "map":
            if other.value is not None and other.raw != OMIT:
                hint = f"write `{id}: {{copies: 2}}`, or `{id}: {OMIT}`"
                expect(f"what is different, or `{OMIT}`", other, scope, hint)
            continue
        for name in ("id", *EACH_KEYS):
            if name in other.value:
                at = other.key_at(name)
                message = f"`{name}` cannot be different on one card"
                scope.fault(problems.bad_each(at, message, "write the card as an entry of its own"))
    return others


def _values(node: YamlNode, scope: Scope) -> list[YamlNode]:
    """Return the values of one name, in order."""
    if node.kind == "list":
        found: list[YamlNode] = []
        for item in node.value:
            within = _range(item, scope)
            found += [item] if within is None else within
            if len(found) > CARD_LIMIT:
                scope.fault(problems.each_too_large(node.at, "too many cards for one deck"))
                return []
        if not node.value:
            hint = "list values, `[a, b]`, or write a range, `2..10`"
            scope.fault(problems.bad_each(node.at, "there are no values", hint))
        return found
    within = _range(node, scope)
    if within is None and node.value is not None:
        expect("a list or a range", node, scope, "write `[a, b]` or `2..10`")
    return within or []


def _range(node: YamlNode, scope: Scope) -> list[YamlNode] | None:
    """Return the numbers of a range, `2..10` or `0..100 step 5`; None for anything else."""
    match = _RANGE.fullmatch(node.raw.strip()) if node.kind == "scalar" else None
    if match is None:
        return None
    first, last, step = int(match[1]), int(match[2]), int(match[3] or 1)
    if not step:
        scope.fault(problems.bad_each(node.at, "a range cannot go on by steps of 0", "drop it"))
        return []
    numbers = range(first, last + 1, step) if first <= last else range(first, last - 1, -step)
    if len(numbers) > CARD_LIMIT:
        scope.fault(problems.each_too_large(node.at, f"{len(numbers):,} numbers"))
        return []
    padded = _PADDED.match(match[1]) or _PADDED.match(match[2])
    width = max(len(match[1]), len(match[2])) if padded else 0
    place = (node.line, node.column, node.length, node.source)
    return [YamlNode(n, "scalar", *place, str(n).zfill(width)) for n in numbers]


def _said(value: YamlNode) -> str:
    """Name a value in a message; several values by the first of them."""
    while value.kind != "scalar":
        inner = list(value.value.values()) if value.kind == "map" else value.value
        if not inner:
            return "nothing"
        value = inner[0]
    return value.raw if len(value.raw) <= _LABEL else value.raw[: _LABEL - 1] + "…"


def written_cards(
    entries: Sequence[YamlNode], scope: Scope
) -> Iterator[tuple[YamlNode, YamlNode, YamlNode | None]]:
    """Yield the node of each card, its entry, and the entry that follows.

    An entry with `each` is written out. The scope knows the terms of the game, and takes what is
    wrong; nothing is where the deck could be read.
    """
    each = EachReader()
    for number, entry in enumerate(entries):
        following = entries[number + 1] if number + 1 < len(entries) else None
        if not makes_many(entry):
            yield entry, entry, following
            continue
        for one in each.cards(entry, scope):
            yield one.node, entry, following
