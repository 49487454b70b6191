"""Reads SVG files into a tree of elements with locations; refuses hostile files while reading.

Icons use a part of SVG 2: everything that can be converted to outlines with a fill and a stroke.
Other parts are errors where they would print, because the icon would look wrong. Section numbers,
here and in the other modules named svg, refer to SVG 2 unless noted otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.parsers import expat

from msgspec import Struct

from cardgen.assets import problems
from cardgen.core.diagnostics import AssetError, Location

MAX_DEPTH = 64
MAX_NODES = 20_000
MAX_VALUE_LENGTH = 10_000  # of any attribute but path data and points
_MAX_ENTITY_LENGTH = 200

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
SHAPES = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})
DRAWN = SHAPES | {"svg", "g", "a", "switch", "use"}
# Elements that print only where another element refers to them, if at all (5.8, 13.3, 14).
DEFINITIONS = frozenset(
    "defs symbol linearGradient radialGradient stop pattern filter mask clipPath marker style "
    "font font-face".split()
)
KNOWN = DRAWN | DEFINITIONS
_IGNORED = frozenset({"title", "desc", "metadata"})  # never rendered (5.7, 5.8)
_MERGE = (
    "select it together with the shapes below it and keep only the overlap: in Figma *Intersect "
    "selection*, in Illustrator *Pathfinder > Crop*, in Inkscape *Path > Intersection*"
)
HINTS = {
    "text": "convert it to paths: in Figma *Flatten*, in Illustrator *Type > Create Outlines*, in "
    'Inkscape *Path > Object to Path*; for a number: <icon number="3"/>',
    "image": "place pictures by `<image>` in the template, or trace it in the drawing program",
    "filter": "remove the effect (blur, shadow): in Figma under *Effects*, in Illustrator under "
    "*Appearance*, in Inkscape by *Filters > Remove Filters*",
    "mask": _MERGE,
    "clip-path": _MERGE,
    "pattern": "convert it to shapes: in Illustrator *Object > Expand*, in Inkscape *Object > "
    "Pattern > Pattern to Objects*; in Figma choose a plain colour",
    "mix-blend-mode": "set the layer's blend mode to *Normal* in the drawing program",
    "stroke": "convert it to a shape: in Figma and Illustrator *Outline Stroke*, in Inkscape "
    "*Path > Stroke to Path*",
}
HINTS |= dict.fromkeys(("tspan", "textPath", "flowRoot"), HINTS["text"])
_MARKERS = ("marker-start", "marker-mid", "marker-end")
HINTS |= dict.fromkeys(("marker", *_MARKERS, "vector-effect", "stroke-dashoffset"), HINTS["stroke"])
# Properties with effects that outlines cannot have, each with the value that has no effect.
_UNDRAWABLE = {
    **dict.fromkeys(("filter", "mask", "marker", *_MARKERS), "none"),
    "mix-blend-mode": "normal",
    "color-interpolation": "sRGB",
    "systemLanguage": "",
}


class SvgNode(Struct, eq=False):
    """One element; ``attributes`` has its attributes and, after the cascade, its properties."""

    tag: str
    attributes: dict[str, str]
    location: Location
    children: list[SvgNode] = []
    parent: SvgNode | None = None
    text: str = ""
    """The content of a ``<style>``."""

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
        """Return the error for a part of SVG that cardgen does not draw.

        The default hint belongs to the element or property that ``feature`` names.
        """
        hint = hint or HINTS.get(feature.strip("`<>"), "")
        return AssetError(problems.unsupported_svg(self.location, feature, hint))

    def check_drawable(self) -> None:
        """Raise AssetError if the element, or one of its properties, cannot be drawn."""
        if self.tag == "svg" and self.parent is not None:
            raise self.unsupported_error("an <svg> inside an <svg>", "use <g> instead")
        if self.tag not in KNOWN:
            raise self.unsupported_error(f"<{self.tag[:40]}>")
        for name, harmless in _UNDRAWABLE.items():
            if self.get(name) not in ("", harmless):
                raise self.unsupported_error(f"`{name}`")

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
        parser.CharacterDataHandler = self._text
        parser.EntityDeclHandler = self._entity
        parser.AttlistDeclHandler = self._attribute_defaults
        parser.ProcessingInstructionHandler = self._instruction

    def _here(self) -> Location:
        return Location(
            self._path, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        )

    def _entity(self, _name: str, for_dtd: bool, value: str | None, *_: object) -> None:
        # Illustrator abbreviates addresses by entities. Others load files or multiply without end.
        if for_dtd or value is None or "&" in value or len(value) > _MAX_ENTITY_LENGTH:
            raise AssetError(
                problems.forbidden_svg(
                    self._here(), "such an entity in a document type (<!DOCTYPE>)"
                )
            )

    def _attribute_defaults(self, *_: object) -> None:
        raise AssetError(
            problems.forbidden_svg(self._here(), "attributes in a document type (<!DOCTYPE>)")
        )

    def _text(self, text: str) -> None:
        if self._open and (node := self._open[-1]) is not None and node.tag == "style":
            node.text += text

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
        if tag == "script":
            raise AssetError(problems.forbidden_svg(location, "scripts"))
        for attribute, value in attributes.items():
            if len(value) > MAX_VALUE_LENGTH and attribute not in ("d", "points"):
                why = f"`{attribute[:40]}` is longer than {MAX_VALUE_LENGTH} characters"
                raise AssetError(problems.excessive_svg(location, why))
        parent = self._open[-1] if self._open else None
        node = SvgNode(tag, _without_namespaces(attributes), location, parent=parent)
        if parent is None:
            self.root = node
        else:
            parent.children.append(node)
        self._open.append(node)

    def _end(self, _: str) -> None:
        self._open.pop()


def _without_namespaces(attributes: dict[str, str]) -> dict[str, str]:
    """Return the attributes of SVG; ``href`` has priority over ``xlink:href`` (16.1.6)."""
    own = {name: value for name, value in attributes.items() if " " not in name}
    link = attributes.get(f"{_XLINK} href")
    return own if link is None else {"href": link} | own
