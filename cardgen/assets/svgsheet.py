"""Applies the style sheets and ``style=`` attributes of a drawing to its elements (SVG 2, 6).

Selectors are types, classes and ids, and descendants of them: the rules that drawing programs
write. Others are errors, because the drawing would look wrong without them.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from cardgen.assets import problems
from cardgen.assets.svg import KNOWN, SvgNode, read_svg
from cardgen.core.diagnostics import AssetError

_MAX_MATCHES = 2_000_000  # properties of rules times elements
_MAX_LENGTH = 100_000  # of a style sheet
_FOREIGN_URL = re.compile(r"url\((?!\s*['\"]?\s*#)", re.IGNORECASE)
_COMMENT = re.compile(r"/\*.*?(?:\*/|$)", re.DOTALL)
# What has no effect on outlines: signs around a sheet, encodings, and fonts (text is refused).
_MOOT = re.compile(r"<!--|-->|@(?:charset|namespace)[^;{}]{0,200};|@font-face\s*\{[^{}]*\}")
_RULE = re.compile(r"([^{}@;]+)\{([^{}]*)\}\s*")
_NAME = re.compile(r"[.#]?[\w-]+|\*")
_SELECTOR = re.compile(r"(?:\*|[A-Za-z][\w-]*)?(?:[.#][\w-]+)*")
_NEVER_IN_PRINT = re.compile(r":(?:hover|focus|active|visited)\b")
_NO_BACKGROUND = ("", "none", "transparent")
_PROPERTIES = frozenset(
    "clip-path clip-rule color color-interpolation cx cy d display fill fill-opacity fill-rule "
    "filter height marker marker-end marker-mid marker-start mask mix-blend-mode opacity overflow "
    "paint-order r rx ry stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset "
    "stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width transform "
    "transform-origin vector-effect visibility width x y".split()
)

Declarations = list[tuple[str, str, bool]]
"""Names, values, and whether they are important."""


class _Rule(Struct, frozen=True):
    selectors: list[set[str]]
    """Type, ``.class`` and ``#id`` of an element, then of ancestors, from the inside outwards."""
    declarations: Declarations

    @property
    def specificity(self) -> tuple[int, int, int]:
        """The numbers of ids, classes and types in the selector."""
        signs = [word[0] for words in self.selectors for word in words]
        classes, ids = signs.count("."), signs.count("#")
        return ids, classes, len(signs) - classes - ids - signs.count("*")

    def matches(self, names: list[set[str]]) -> bool:
        """Whether the rule is for an element with these names, and these names of ancestors."""
        remaining_names = iter(names)
        return self.selectors[0] <= names[0] and all(
            any(words <= names for names in remaining_names) for words in self.selectors
        )


def read_drawing(data: bytes, path: str) -> SvgNode:
    """Parse an SVG file, with the properties of all elements; raises AssetError at the fault."""
    root = read_svg(data, path)
    nodes = list(root.walk())
    rules = [rule for node in nodes if node.tag == "style" for rule in _rules(node)]
    if sum(1 + len(rule.declarations) for rule in rules) * len(nodes) > _MAX_MATCHES:
        raise root.excessive("its style sheets have too many rules")
    rules.sort(key=lambda rule: rule.specificity)
    for node in nodes:
        names = [_names(owner) for owner in node.around()] if rules else []
        declarations = [part for rule in rules if rule.matches(names) for part in rule.declarations]
        declarations += _declarations(node.attributes.pop("style", ""))
        # A property has priority over the attribute of its name (6.6).
        for name, value, _ in sorted(declarations, key=lambda part: part[2]):
            if name in _PROPERTIES:
                node.attributes[name] = value
            elif node is root and name.startswith("background") and value not in _NO_BACKGROUND:
                hint = "draw a rectangle behind the icon, or delete it"
                raise root.unsupported_error(f"`{name}`", hint)
        _check_links(node)
    return root


def _names(node: SvgNode) -> set[str]:
    classes = node.get("class").split()
    return {"*", node.tag, f"#{node.get('id')}", *(f".{name}" for name in classes)}


def _rules(sheet: SvgNode) -> Iterator[_Rule]:
    if sheet.get("type") not in ("", "text/css"):
        return
    if len(sheet.text) > _MAX_LENGTH:
        raise sheet.excessive("its style sheet is too long")
    text, position = _MOOT.sub(" ", _COMMENT.sub(" ", sheet.text)).strip(), 0
    while position < len(text):
        match = _RULE.match(text, position)
        if match is None:
            raise _unsupported_rule(sheet, text[position:])
        position, declarations = match.end(), _declarations(match[2])
        for selector in match[1].split(","):
            if _NEVER_IN_PRINT.search(selector):
                continue
            words = selector.split()[::-1]
            if not words or not all(map(_SELECTOR.fullmatch, words)):
                raise _unsupported_rule(sheet, selector)
            yield _Rule([set(_NAME.findall(word)) for word in words], declarations)


def _unsupported_rule(sheet: SvgNode, text: str) -> AssetError:
    hint = (
        "export with colours as attributes: in Illustrator *Styling: Presentation Attributes*, in "
        "Inkscape *Optimized SVG*"
    )
    return sheet.unsupported_error(f"the style rule `{text.strip()[:40]}`", hint)


def _declarations(style: str) -> Declarations:
    """Return the properties in a ``style=`` or a rule, without comments."""
    declarations = []
    for part in _COMMENT.sub(" ", style).split(";"):
        name, colon, value = part.partition(":")
        before, _, after = value.rpartition("!")
        important = after.strip().lower() == "important" and before != ""
        if colon:
            value = before if important else value
            declarations.append((name.strip().lower(), value.strip(), important))
    return declarations


def _check_links(node: SvgNode) -> None:
    """Refuse scripts and links to other files, except in elements that are never drawn."""
    for name, value in node.attributes.items():
        if name.startswith("on"):
            raise AssetError(problems.forbidden_svg(node.location, "scripts"))
        is_link = name == "href" and node.tag != "a" and not value.strip().startswith("#")
        if node.tag in KNOWN and (is_link or _FOREIGN_URL.search(value)):
            raise AssetError(
                problems.forbidden_svg(node.location, "links to other files or addresses")
            )
