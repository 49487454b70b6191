"""Text with names in braces for which values are filled in, as entries with `each` have it.

Names are filled in before a text is parsed, so that one may stand inside other braces:
``{car-{number}:name}``. Braces that do not begin with a name of the entry are left as they are.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from msgspec.structs import replace

from cardgen.core.diagnostics import Location
from cardgen.core.registry import choices, did_you_mean
from cardgen.model import problems
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


class FilledNode(YamlNode, kw_only=True, eq=False):
    """A text with values in place of names; its characters are found where they were written.

    ``pieces`` say of each part of the text where it ends, and where in the written text it begins.
    A value has a length there, that of its slot; text that is the author's own has none.
    """

    written: YamlNode
    pieces: _Pieces

    def locate(self, offset: int, length: int = 1) -> Location:
        """Return where a character of this text stands in the file."""
        begin = 0
        for end, source, slot in self.pieces:
            if offset < end:
                inside = 0 if slot else offset - begin
                return self.written.locate(source + inside, slot or length)
            begin = end
        return self.written.locate(len(self.written.raw), length)


def _filled(value: Scalar, raw: str, style: Style, written: YamlNode, pieces: _Pieces) -> YamlNode:
    place = (written.line, written.column, written.length, written.source)
    return FilledNode(value, "scalar", *place, raw, style, written=written, pieces=pieces)


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
            return replace(node, value=items) if changed else node
        inner = {name: self.node(child) for name, child in node.value.items()}
        changed = any(child is not node.value[name] for name, child in inner.items())
        return replace(node, value=inner) if changed else node

    def _scalar(self, node: YamlNode) -> YamlNode:
        whole = _SLOT.fullmatch(node.raw)
        if whole and whole["name"] in self._values and whole.end("keys") + 1 == len(node.raw):
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
        return _filled(_meaning(text, node.style), text, node.style, node, pieces)

    def _whole(self, node: YamlNode, match: re.Match[str]) -> YamlNode:
        """Return a value as it is, with its type, in the place of its name."""
        value = self._value(node, match)
        if value is None:
            return _filled(None, "", "plain", node, [])
        if value.kind != "scalar":
            place = (node.line, node.column, node.length, node.source)
            return YamlNode(value.value, value.kind, *place, keys=value.keys)
        self.size += len(value.raw)
        pieces = [(len(value.raw), match.start(), len(match[0]))]
        return _filled(value.value, value.raw, value.style, node, pieces)

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
        if form == "ordinal":
            if whole is not None:
                return ordinal(whole)
            self._fault(node, match, f"`{value.raw}` has no ordinal", "only whole numbers have one")
            return ""
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
