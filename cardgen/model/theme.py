"""The theme of a game, and field kinds for names of icons, terms, colours and pictures."""

import re
import unicodedata
from collections.abc import Callable, Collection, Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from cardgen.assets.problems import missing_picture, unknown_font
from cardgen.assets.svgview import PictureView, parse_crop, parse_focus, parse_view, parse_zoom
from cardgen.core.files import similar_file_hint
from cardgen.core.style import FEATURE, HYPHENATED, RAGGED_LINES, Color, TextStyle, parse_feature
from cardgen.model.compound import ListField, NodeField, RecordField, TableField
from cardgen.model.fields import (
    NAME_LIMIT,
    ChoiceField,
    Field,
    FlagField,
    NumberField,
    ParsedField,
    expect,
    field_kind,
    read_mapping,
)
from cardgen.model.pieces import LengthField
from cardgen.model.scope import ErrorCollector, Scope
from cardgen.source.files import confine
from cardgen.source.node import YamlNode


def _is_known(node: YamlNode, scope: Scope, kind: str, names: Collection[str]) -> bool:
    if node.kind != "scalar":
        expect(f"the name of one {kind}", node, scope)
        return False
    return scope.knows(node.location, kind, node.raw, names)


class NamedField(Field, frozen=True, kw_only=True):
    """A name from a collection of the scope; ``names`` is the attribute with the collection."""

    names: ClassVar[str]

    def read(self, node: YamlNode, scope: Scope) -> Any:
        """Return the name."""
        is_known = _is_known(node, scope, self.kind, getattr(scope, self.names))
        return node.raw if is_known else None

    def schema(self, scope: Scope) -> dict[str, Any]:
        """Describe the value as JSON Schema."""
        names = sorted(getattr(scope, self.names))
        return {"type": "string", "enum": names} if names else {"type": "string"}


@field_kind
class IconField(NamedField, frozen=True, kw_only=True):
    """The name of an icon: an SVG file without its ending."""

    kind: ClassVar[str] = "icon"
    names: ClassVar[str] = "icons"


@field_kind
class TermField(NamedField, frozen=True, kw_only=True):
    """The id of a term."""

    kind: ClassVar[str] = "term"
    names: ClassVar[str] = "terms"

    def read(self, node: YamlNode, scope: Scope) -> Any:
        """Return the term."""
        return scope.terms.get(super().read(node, scope))


@field_kind
class ColorField(Field, frozen=True, kw_only=True):
    """A theme colour by name, or ``#rrggbb``."""

    kind: ClassVar[str] = "color"
    form: ClassVar[Mapping[str, Any]] = {"type": "string"}

    def read(self, node: YamlNode, scope: Scope) -> str | None:
        """Return the colour as written."""
        if node.kind == "scalar" and node.raw not in scope.colors:
            try:
                Color.parse(node.raw)
            except ValueError:
                if node.raw.startswith("#"):
                    hint = "write #rgb or #rrggbb in quotes"
                    scope.refuse(node.location, f"`{node.raw}` is not a colour", hint)
                    return None
            else:
                return node.raw
        return node.raw if _is_known(node, scope, "colour", scope.colors) else None


class _ViewField(ParsedField, frozen=True, kw_only=True):
    """A value that selects the visible part of a picture."""

    form: ClassVar[Mapping[str, Any]] = {"type": ["string", "number"]}


_VIEW: Mapping[str, Field] = {
    "src": NodeField(doc="the file, relative to the game's folder"),
    "focus": _ViewField(
        parse=parse_focus, optional=True, doc="the point that stays visible: `40% 20%`"
    ),
    "zoom": _ViewField(
        parse=parse_zoom, optional=True, doc="the scale of the picture: `2` doubles its size"
    ),
    "crop": _ViewField(parse=parse_crop, optional=True, doc="the visible part: `10% 0% 60% 80%`"),
}


@field_kind
class ImageField(Field, frozen=True, kw_only=True):
    """A picture file, relative to the game's folder; or ``{src, focus, zoom, crop}``."""

    kind: ClassVar[str] = "image"
    keys: ClassVar[Mapping[str, Field]] = _VIEW
    form: ClassVar[Mapping[str, Any]] = {"type": "string"}

    def read(self, node: YamlNode, scope: Scope) -> str | None:
        """Return the path as in the file, or None if the picture does not exist in the project.

        Focus, zoom and crop are behind the path, in the form that `cardgen.assets.svgview` reads.
        """
        source, view = node, None
        if node.kind == "map":
            view_values = read_mapping(node, _VIEW, scope, "a picture")
            source = view_values.pop("src")
            if source is None:
                return None
            view = PictureView("", **view_values)
        if source.kind != "scalar":
            expect("the path of one picture", source, scope, "write `{src: art/hill.jpg}`")
            return None
        try:
            path_and_view = parse_view(source.raw)
        except ValueError as error:
            hint = "write `art/hill.jpg#focus=40% 20%&zoom=1.5`"
            scope.refuse(source.location, str(error), hint)
            return None
        if not self._exists(source, path_and_view.path, scope):
            return None
        return source.raw if view is None else str(replace(view, path=path_and_view.path))

    def _exists(self, node: YamlNode, path: str, scope: Scope) -> bool:
        root = scope.project.root
        templates = root / "templates"
        folders = (root / scope.folder, templates / scope.game, templates / "shared")
        with ErrorCollector(scope):
            paths = [confine(root, path, folder, node.location) for folder in folders]
            if any(file.is_file() for file in paths):
                return True
            scope.fault(missing_picture(node.location, path, similar_file_hint(paths[0], path)))
        return False


_IN_TWO = "ä ae ö oe ü ue ß ss æ ae ø oe œ oe å aa ł l đ d ð d þ th".split()
_SPELLING: Mapping[int, Any] = {
    **str.maketrans(dict(zip(_IN_TWO[::2], _IN_TWO[1::2], strict=True))),
    **str.maketrans("", "", "'’ʼ"),
}


def slug(title: str) -> str:
    """Return an id made of a title: `Kämpfer & Söhne` becomes `kaempfer-soehne`; it may be empty.

    Accents are removed; letters such as `ä` and `ß` become two letters.
    """
    text = title.lower().replace("'", "")
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text.translate(_SPELLING))
        text = "".join(char for char in text if not unicodedata.combining(char))
    return re.sub(r"[^a-z0-9]+", "-", text).strip("-")[: NAME_LIMIT - 4].strip("-")


class PaintField(ParsedField, frozen=True, kw_only=True):
    """A colour as ``#rgb``, ``#rrggbb`` or ``#rrggbbaa``."""

    empty: ClassVar[Any] = Color(0, 0, 0)
    expected: ClassVar[str] = "a colour"
    hint: ClassVar[str] = 'write for example `"#1d1a16"`'
    form: ClassVar[Mapping[str, Any]] = {
        "type": "string",
        "pattern": "^(#[0-9a-fA-F]{3,8}|black|white)$",
    }
    parse: Callable[[str], Any] = Color.parse


class FontField(Field, frozen=True, kw_only=True):
    """A font as ``family/face``."""

    empty: ClassVar[Any] = ""
    form: ClassVar[Mapping[str, Any]] = {"type": "string", "pattern": "^[^/]+/[^/]+$"}

    def read(self, node: YamlNode, scope: Scope) -> str:
        """Return the name; the file is opened when a text needs the font."""
        if node.kind != "scalar":
            expect("a font", node, scope, "write `family/face`")
        elif node.raw.count("/") == 1 and all(node.raw.split("/")):
            if scope.fonts is not None and node.raw not in scope.fonts:
                scope.fault(unknown_font(node.location, node.raw, scope.fonts))
            return node.raw
        else:
            message = f"`{node.raw}` is not the name of a font"
            hint = "write `family/face`, for example `barlow-condensed/bold`"
            scope.refuse(node.location, message, hint)
        return ""


class FeatureField(ParsedField, frozen=True, kw_only=True):
    """An OpenType feature to turn on or off."""

    empty: ClassVar[Any] = ""
    expected: ClassVar[str] = "a feature"
    example: ClassVar[str] = "write for example `lnum`"
    hint: ClassVar[str] = "features are tags of four letters, with a minus to turn one off"
    form: ClassVar[Mapping[str, Any]] = {"type": "string", "pattern": FEATURE}
    parse: Callable[[str], Any] = lambda word: parse_feature(word) and word


class HyphenateField(Field, frozen=True, kw_only=True):
    """``true``, ``false``, or the least letters of a divided word, before and after its hyphen."""

    empty: ClassVar[Any] = ()

    def read(self, node: YamlNode, scope: Scope) -> tuple[int, ...]:
        """Return the three numbers of letters; an empty tuple if words are not divided."""
        if isinstance(node.value, bool):
            return HYPHENATED if node.value else ()
        if node.kind == "list":
            return (*_LETTERS.read(node, scope), RAGGED_LINES)
        expect("`true`, `false` or three numbers of letters", node, scope, "write `[6, 3, 3]`")
        return ()

    def schema(self, scope: Scope) -> dict[str, Any]:
        """Describe the value as JSON Schema."""
        return {"anyOf": [{"type": "boolean"}, _LETTERS.schema(scope)]}


_LETTERS = ListField(of=NumberField(whole=True, min=1, max=99), min=3, max=3)
STYLE: Mapping[str, Field] = {
    "font": FontField(doc="the font: a family and a face, `family/face`"),
    "size": LengthField(points=True, min=1, max=500, doc="type size, in points"),
    "leading": NumberField(default=1.2, min=0.5, max=5, doc="line height, in type sizes"),
    "color": ColorField(default="black", doc="a theme colour or #rrggbb"),
    "align": ChoiceField(
        choices=("start", "left", "center", "right", "end", "justify"),
        default="start",
        doc="alignment of lines; right-to-left text starts at the right",
    ),
    "direction": ChoiceField(
        choices=("ltr", "rtl"),
        optional=True,
        doc="direction of the text; the default is the direction of the language",
    ),
    "bold": FontField(optional=True, doc="the font of **bold**"),
    "italic": FontField(optional=True, doc="the font of *italic*"),
    "bold_italic": FontField(optional=True, doc="the font of ***both***"),
    "tracking": NumberField(default=0, min=-200, max=1000, doc="letter spacing, in 1/1000 em"),
    "uppercase": FlagField(doc="print all letters as capitals"),
    "features": ListField(
        of=FeatureField(), optional=True, doc="OpenType features, such as [lnum, -zero]"
    ),
    "hyphenate": HyphenateField(
        optional=True,
        doc="hyphenation: `true` in justified lines; in all lines with the fewest letters in a "
        "word, before its hyphen and after it",
    ),
    "widow": NumberField(
        optional=True, whole=True, min=0, max=200, doc="fewest characters in a last line"
    ),
}


THEME: Mapping[str, Field] = {
    "colors": TableField(
        of=PaintField(),
        noun="a colour",
        into="colors",
        optional=True,
        doc="colours by name, as #rrggbb",
    ),
    "styles": TableField(
        of=RecordField(fields=STYLE, noun="a text style", make=TextStyle),
        noun="a text style",
        into="styles",
        optional=True,
        doc="text styles by name",
    ),
    "fallback": ListField(
        of=FontField(), optional=True, doc="fonts for characters that the font of a style lacks"
    ),
}
