"""Reads SVG files into a tree of elements with locations; refuses hostile files while reading.

Icons use a part of SVG 2: everything that can be converted to outlines with a fill and a stroke.
Other parts are errors instead of being ignored, because the icon would print wrong. Section
numbers, here and in the other modules named svg, refer to SVG 2 unless noted otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.parsers import expat

from msgspec import Struct

from cardgen.assets import problems
from cardgen.core.diagnostics import AssetError, Location

MAX_DEPTH = 64
MAX_NODES = 20_000
MAX_VALUE_LENGTH = 10_000  # of any attribute but path data and points

_FOREIGN_URL = re.compile(r"url\((?!\s*['\"]?\s*#)", re.IGNORECASE)
_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
SHAPES = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})
_OTHERS = frozenset(
    {"svg", "g", "use", "defs", "symbol", "linearGradient", "radialGradient", "stop"}
)
_IGNORED = frozenset({"title", "desc", "metadata"})  # never rendered (5.7, 5.8)
_HINTS = {
    "text": 'convert it to paths in the drawing program; for a number: <icon number="3"/>',
    "style": "write colours as attributes (`fill`, `stroke`) or in `style=`",
    "image": "place pictures by `<image>` in the template",
    "clipPath": "cut the paths themselves in the drawing program",
}
# Properties with effects that outlines cannot have, each with the value that has no effect.
_UNDRAWABLE = {
    "filter": "none",
    "mask": "none",
    "clip-path": "none",
    "marker": "none",
    "marker-start": "none",
    "marker-mid": "none",
    "marker-end": "none",
    "mix-blend-mode": "normal",
    "vector-effect": "none",
    "stroke-dashoffset": "0",
    "transform-origin": "0 0",
    "paint-order": "normal",
    "color-interpolation": "sRGB",
    "pathLength": "",
    "systemLanguage": "",
    "requiredExtensions": "",
}
_DRAWABLE = frozenset(
    "clip-rule color display fill fill-opacity fill-rule opacity overflow stop-color stop-opacity "
    "stroke stroke-dasharray stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity "
    "stroke-width visibility".split()
)
# Properties in SVG 2; only attributes in earlier versions.
_GEOMETRY = frozenset("cx cy d height r rx ry transform width x y".split())
_COMMENT = re.compile(r"/\*.*?(?:\*/|$)", re.DOTALL)


class SvgNode(Struct, eq=False):
    """One element; ``attributes`` has its attributes and the properties of its ``style=``."""

    tag: str
    attributes: dict[str, str]
    location: Location
    children: list[SvgNode] = []
    parent: SvgNode | None = None

    def get(self, name: str, default: str = "") -> str:
        """Return an attribute without white space around it."""
        return self.attributes.get(name, default).strip()

    def walk(self) -> Iterator[SvgNode]:
        """Yield the element and everything inside, in document order."""
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            todo.extend(reversed(node.children))

    def around(self) -> Iterator[SvgNode]:
        """Yield the element and its ancestors, from the inside outwards."""
        node: SvgNode | None = self
        while node is not None:
            yield node
            node = node.parent

    def bad(self, attribute: str, why: str) -> AssetError:
        """Return the error for an attribute whose value cannot be read."""
        return AssetError(problems.bad_svg_value(self.location, attribute, why))

    def unsupported_error(self, feature: str, hint: str = "") -> AssetError:
        """Return the error for a part of SVG that cardgen does not draw."""
        return AssetError(problems.unsupported_svg(self.location, feature, hint))

    def excessive(self, why: str) -> AssetError:
        """Return the error for a drawing that is too complicated."""
        return AssetError(problems.excessive_svg(self.location, why))


def read_svg(data: bytes, path: str) -> SvgNode:
    """Parse an SVG file; raises AssetError at the line and column of the fault."""
    reader = _Reader(path)
    try:
        reader.parser.Parse(data, True)
    except expat.ExpatError as error:
        location = Location(path, error.lineno, error.offset + 1)
        raise AssetError(problems.malformed_svg(location, expat.ErrorString(error.code))) from error
    except (ValueError, LookupError) as error:  # an unknown encoding
        raise AssetError(problems.malformed_svg(Location(path, 1, 1), str(error))) from error
    assert reader.root is not None  # well-formed XML has an outermost element
    return reader.root


class _Reader:
    """Builds the tree from parser events, so that limits apply before memory is used."""

    def __init__(self, path: str) -> None:
        self.root: SvgNode | None = None
        self._path = path
        self._open: list[SvgNode | None] = []  # None: inside an ignored element
        self._count = 0
        parser = self.parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.StartDoctypeDeclHandler = self._doctype
        parser.ProcessingInstructionHandler = self._instruction

    def _here(self) -> Location:
        return Location(
            self._path, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        )

    def _doctype(self, *_: object) -> None:
        # A document type can declare entities, which load files or multiply without end.
        raise AssetError(problems.forbidden_svg(self._here(), "a document type (<!DOCTYPE>)"))

    def _instruction(self, target: str, _: str) -> None:
        if target == "xml-stylesheet":
            raise AssetError(problems.forbidden_svg(self._here(), "a style sheet link"))

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        location = self._here()
        self._count += 1
        if len(self._open) >= MAX_DEPTH:
            why = f"elements are nested more than {MAX_DEPTH} deep"
            raise AssetError(problems.excessive_svg(location, why))
        if self._count > MAX_NODES:
            raise AssetError(
                problems.excessive_svg(location, f"it has more than {MAX_NODES} elements")
            )
        space, _, tag = name.rpartition(" ")
        inside_ignored = bool(self._open) and self._open[-1] is None
        if not self._open and (space not in ("", _SVG) or tag != "svg"):
            raise AssetError(problems.malformed_svg(location, "the outermost element is not <svg>"))
        # Elements of other namespaces are private data of drawing programs (5.10).
        if inside_ignored or space not in ("", _SVG) or tag in _IGNORED:
            self._open.append(None)
            return
        _check_element(tag, bool(self._open), location)
        for attribute, value in attributes.items():
            if len(value) > MAX_VALUE_LENGTH and attribute not in ("d", "points"):
                why = f"`{attribute[:40]}` is longer than {MAX_VALUE_LENGTH} characters"
                raise AssetError(problems.excessive_svg(location, why))
        node = SvgNode(
            tag, _properties(attributes), location, parent=self._open[-1] if self._open else None
        )
        _check_style(node, attributes.get("style", ""))
        _check_properties(node)
        if self.root is None:
            self.root = node
        else:
            parent = self._open[-1]
            assert parent is not None
            parent.children.append(node)
        self._open.append(node)

    def _end(self, _: str) -> None:
        self._open.pop()


def _properties(attributes: dict[str, str]) -> dict[str, str]:
    """Return attributes and ``style=`` properties by name; foreign attributes are dropped.

    A property in ``style=`` has priority over the presentation attribute of its name (6.6). As
    there are no other style sheets, ``!important`` has no effect.
    """
    own = {name: value for name, value in attributes.items() if " " not in name}
    linked = {
        local: value
        for space, _, local in (name.rpartition(" ") for name in attributes)
        if space == _XLINK and local not in own  # `href` goes before `xlink:href` (16.1.6)
        for value in (attributes[f"{space} {local}"],)
    }
    styled = _declarations(own.pop("style", ""))
    known_names = _DRAWABLE | _UNDRAWABLE.keys() | _GEOMETRY
    return own | linked | {name: value for name, value in styled.items() if name in known_names}


def _declarations(style: str) -> dict[str, str]:
    """Return the properties in a ``style=``, without comments."""
    parts = (part.partition(":") for part in _COMMENT.sub(" ", style).split(";"))
    return {
        name.strip().lower(): value.replace("!important", "").strip()
        for name, colon, value in parts
        if colon
    }


def _check_style(node: SvgNode, style: str) -> None:
    """Refuse properties of ``style=`` for size, position or background."""
    declared = _declarations(style)
    sized = {"width", "height"} if node.parent is None else set()
    for name in _GEOMETRY & declared.keys() - sized:
        hint = f"write `{name}` as an attribute of its own"
        raise node.unsupported_error(f"`{name}` in `style`", hint)
    for name in ("background", "background-color"):
        if node.parent is None and declared.get(name, "none") not in ("none", "transparent", ""):
            hint = "draw a rectangle behind the icon, or delete it"
            raise node.unsupported_error(f"`{name}`", hint)


def _check_element(tag: str, nested: bool, location: Location) -> None:
    if tag == "script":
        raise AssetError(problems.forbidden_svg(location, "scripts"))
    if tag == "svg" and nested:
        raise AssetError(
            problems.unsupported_svg(location, "an <svg> inside an <svg>", "use <g> instead")
        )
    if tag not in SHAPES and tag not in _OTHERS:
        raise AssetError(problems.unsupported_svg(location, f"<{tag[:40]}>", _HINTS.get(tag, "")))


def _check_properties(node: SvgNode) -> None:
    for name, value in node.attributes.items():
        if name.startswith("on"):
            raise AssetError(problems.forbidden_svg(node.location, "scripts"))
        if name == "href" and not value.strip().startswith("#"):
            raise AssetError(
                problems.forbidden_svg(node.location, "links to other files or addresses")
            )
        if _FOREIGN_URL.search(value):
            raise AssetError(
                problems.forbidden_svg(node.location, "links to other files or addresses")
            )
        if name in _UNDRAWABLE and value.strip() not in ("", _UNDRAWABLE[name]):
            raise node.unsupported_error(f"`{name}`")
