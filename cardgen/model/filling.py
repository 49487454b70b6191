"""Replaces names in braces by values, in entries with `each` and in set-ups.

Names are replaced before a text is parsed, so they may be inside other braces:
``{car-{number}:name}``. Braces that do not begin with a name of the entry do not change.
"""

import re
from collections.abc import Collection, Iterator, Mapping

from msgspec.structs import replace

from cardgen.core.diagnostics import Location
from cardgen.core.registry import choices, did_you_mean
from cardgen.model import problems
from cardgen.model.locale.plurals import plural_rule
from cardgen.model.markup import RESERVED
from cardgen.model.scope import Scope, number_word, ordinal
from cardgen.model.theme import slug
from cardgen.source.node import Scalar, Style, YamlNode
from cardgen.source.yaml import SCALAR_LIMIT, resolve

_SLOT = re.compile(
    r"\\[\s\S]|"
    r"(?P<slot>\{(?P<name>[a-z][a-z0-9_]*)(?P<keys>(?:\.[\w-]+)*)"
    r"(?::(?P<form>\w*)|\?(?P<choice>[^{}|]*(?:\|[^{}|]*)+))?\})"
)
_VISIT = 8
"""The cost of visiting a value, in characters; it limits the work for huge trees."""
_FORMS = ("word", "Word", "ordinal", "id")
_Pieces = list[tuple[int, int, int]]


class FilledNode(YamlNode, kw_only=True, eq=False):
    """A text with values in place of names, whose characters still have locations in the file.

    Each of the ``pieces`` is the end of a part of the text, its start in the original text, and the
    length of its slot there; 0 if the part is original text.
    """

    written: YamlNode
    pieces: _Pieces

    def locate(self, offset: int, length: int = 1) -> Location:
        """Return the location in the file of a character of this text."""
        begin = 0
        for end, start, slot in self.pieces:
            if offset < end:
                inside = 0 if slot else offset - begin
                return self.written.locate(start + inside, slot or length)
            begin = end
        return self.written.locate(len(self.written.raw), length)


def _fill_scalar(
    value: Scalar, raw: str, style: Style, written: YamlNode, pieces: _Pieces
) -> YamlNode:
    place = (written.line, written.column, written.length, written.source)
    return FilledNode(value, "scalar", *place, raw, style, written=written, pieces=pieces)


class Filling:
    """Fills in the values of one card; ``size`` is its cost so far, in characters.

    Slots without a value are reported to the scope and become empty.
    """

    def __init__(self, values: Mapping[str, YamlNode], scope: Scope) -> None:
        self._values = values
        self._scope = scope
        self.size = 0

    def node(self, node: YamlNode) -> YamlNode:
        """Return a node with all names inside replaced; a node without names is not copied."""
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
        match = _SLOT.fullmatch(node.raw)
        if match and match["name"] in self._values and match.end("keys") + 1 == len(node.raw):
            return self._only_slot(node, match)
        text, pieces, end_of_match = "", _Pieces(), 0
        for match in _SLOT.finditer(node.raw):
            if match["name"] not in self._values:
                continue
            if match.start() > end_of_match:
                text += node.raw[end_of_match : match.start()]
                pieces.append((len(text), end_of_match, 0))
            value_text = self._slot_text(node, match)
            end_of_match = match.end()
            if value_text:
                text += value_text
                pieces.append((len(text), match.start(), len(match[0])))
        if not end_of_match:
            return node
        text += node.raw[end_of_match:]
        pieces.append((len(text), end_of_match, 0))
        self.size += len(text)
        if len(text) > SCALAR_LIMIT:
            self._fault(node, None, f"the text gets {len(text):,} characters", "shorten it")
            text = ""
        return _fill_scalar(_resolve_scalar(text, node.style), text, node.style, node, pieces)

    def _only_slot(self, node: YamlNode, match: re.Match[str]) -> YamlNode:
        """Return the value of a text that is only a slot: the value keeps its type."""
        value = self._value(node, match)
        if value is None:
            return _fill_scalar(None, "", "plain", node, [])
        if value.kind != "scalar":
            place = (node.line, node.column, node.length, node.source)
            return YamlNode(value.value, value.kind, *place, keys=value.keys)
        self.size += len(value.raw)
        pieces = [(len(value.raw), match.start(), len(match[0]))]
        return _fill_scalar(value.value, value.raw, value.style, node, pieces)

    def _value(self, node: YamlNode, match: re.Match[str]) -> YamlNode | None:
        """Return the value of a slot; report an unknown name and return None."""
        value = self._values[match["name"]]
        path = match["name"]
        for key in match["keys"].split(".")[1:]:
            if value.kind != "map" or key not in value.value:
                keys = value.value if value.kind == "map" else ()
                self._fault(node, match, f"`{path}` has no `{key}` here", *_nearest(key, keys))
                return None
            value = value.value[key]
            path = f"{path}.{key}"
        return value

    def _slot_text(self, node: YamlNode, match: re.Match[str]) -> str:
        """Return the text of a slot inside of a longer text."""
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
            hint = "use a list only as a whole value, without other text"
            self._fault(node, match, f"`{path}` is a list, so it cannot be part of a text", hint)
            return ""
        if match["choice"] is not None:
            forms = match["choice"].split("|")
            return plural_rule(self._scope.languages.source).choose(forms, value.value) or forms[-1]
        form = match["form"]
        if form is None:
            return "" if value.value is None else value.raw
        number = value.value if type(value.value) is int else None
        if form not in _FORMS:
            self._fault(node, match, f"`{path}` has no form `{form}`", *_nearest(form, _FORMS))
            return ""
        if form == "ordinal":
            if number is not None:
                return ordinal(number)
            self._fault(node, match, f"`{value.raw}` has no ordinal", "only whole numbers have one")
            return ""
        text = value.raw if number is None else number_word(number)
        if form == "id":
            return slug(value.raw)
        return text[:1].upper() + text[1:] if form == "Word" else text

    def _fault(
        self, node: YamlNode, match: re.Match[str] | None, message: str, hint: str = ""
    ) -> None:
        location = node.location if match is None else node.locate(match.start(), len(match[0]))
        self._scope.fault(problems.bad_slot(location, message, hint))


def check_slots(node: YamlNode, names: Collection[str], scope: Scope) -> None:
    """Report braces with an unknown name, and braces that YAML read as a mapping."""
    for inner_node in _inside(node):
        if inner_node.kind == "map":
            key = next(iter(inner_node.value), "")
            if len(inner_node.value) == 1 and key in names and inner_node.value[key].value is None:
                hint = f'write `"{{{key}}}"`'
                scope.fault(
                    problems.bad_slot(
                        inner_node.location, f"`{{{key}}}` needs quotes round it", hint
                    )
                )
            continue
        for match in _SLOT.finditer(inner_node.raw) if "{" in inner_node.raw else ():
            name = match["name"]
            unknown = match["slot"] and name not in names and name not in scope.terms
            if (
                unknown
                and name not in RESERVED
                and match["form"] is None
                and match["choice"] is None
            ):
                location = inner_node.locate(match.start(), len(match[0]))
                hint = _nearest(name, names)[0]
                message = f"`{name}` is no name of `each`, and no term"
                scope.fault(problems.bad_slot(location, message, hint))


def _inside(node: YamlNode) -> Iterator[YamlNode]:
    if node.kind != "list":
        yield node
    if node.kind != "scalar":
        for inner in node.children:
            yield from _inside(inner)


def _nearest(word: str, known_names: Collection[str]) -> tuple[str]:
    near = did_you_mean(word, known_names)
    return (near[0] if near else f"choose from {choices(known_names)}" if known_names else "",)


def _resolve_scalar(text: str, style: Style) -> Scalar:
    """Return the value that YAML gives to a filled text: an unquoted text may be a number."""
    if style != "plain" or not text:
        return text
    try:
        return resolve(text)
    except ValueError:
        return text
