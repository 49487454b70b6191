"""The theme of a game: colours, text styles and fallback fonts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from cardgen.assets.problems import unknown_font
from cardgen.core.color import Color
from cardgen.core.style import FEATURE, HYPHENATED, TextStyle, Theme, parse_feature
from cardgen.model import problems
from cardgen.model.compound import ListField, TableField
from cardgen.model.fields import (
    ChoiceField,
    Field,
    FlagField,
    NumberField,
    expect,
    mapping_schema,
    read_mapping,
)
from cardgen.model.pieces import LengthField
from cardgen.model.references import ColorField
from cardgen.model.scope import Scope
from cardgen.source.node import YamlNode


class PaintField(Field, frozen=True, kw_only=True):
    """A colour as ``#rgb``, ``#rrggbb`` or ``#rrggbbaa``."""

    empty: ClassVar[Any] = Color(0, 0, 0)

    def read(self, node: YamlNode, scope: Scope) -> Color:
        """Return the colour."""
        if node.kind != "scalar":
            expect("a colour", node, scope, 'write for example `"#1d1a16"`')
            return Color(0, 0, 0)
        try:
            return Color.parse(node.raw)
        except ValueError as error:
            scope.fault(problems.bad_value(node.at, str(error), 'write for example `"#1d1a16"`'))
            return Color(0, 0, 0)

    def schema(self, scope: Scope) -> dict[str, Any]:
        """Describe the value as JSON Schema."""
        return {"type": "string", "pattern": "^(#[0-9a-fA-F]{3,8}|black|white)$"}


class FontField(Field, frozen=True, kw_only=True):
    """A font as ``family/face``."""

    empty: ClassVar[Any] = ""

    def read(self, node: YamlNode, scope: Scope) -> str:
        """Return the name; the file is opened when something is set in the font."""
        if node.kind != "scalar":
            expect("a font", node, scope, "write `family/face`")
        elif node.raw.count("/") == 1 and all(node.raw.split("/")):
            if scope.fonts is not None and node.raw not in scope.fonts:
                scope.fault(unknown_font(node.at, node.raw, scope.fonts))
            return node.raw
        else:
            message = f"`{node.raw}` is not the name of a font"
            hint = "write `family/face`, for example `barlow-condensed/bold`"
            scope.fault(problems.bad_value(node.at, message, hint))
        return ""

    def schema(self, scope: Scope) -> dict[str, Any]:
        """Describe the value as JSON Schema."""
        return {"type": "string", "pattern": "^[^/]+/[^/]+$"}


class FeatureField(Field, frozen=True, kw_only=True):
    """An OpenType feature to turn on or off."""

    empty: ClassVar[Any] = ""

    def read(self, node: YamlNode, scope: Scope) -> str:
        """Return the feature as it is written."""
        if node.kind != "scalar":
            expect("a feature", node, scope, "write for example `lnum`")
            return ""
        try:
            parse_feature(node.raw)
        except ValueError as error:
            hint = "features are tags of four letters, with a minus to turn one off"
            scope.fault(problems.bad_value(node.at, str(error), hint))
            return ""
        return node.raw

    def schema(self, scope: Scope) -> dict[str, Any]:
        """Describe the value as JSON Schema."""
        return {"type": "string", "pattern": FEATURE}


class HyphenateField(Field, frozen=True, kw_only=True):
    """Whether words are divided, or the least letters of one, before and after its hyphen."""

    empty: ClassVar[Any] = ()

    def read(self, node: YamlNode, scope: Scope) -> tuple[int, ...]:
        """Return the three numbers of letters; none if no word is divided."""
        if isinstance(node.value, bool):
            return HYPHENATED if node.value else ()
        if node.kind == "list":
            return _LETTERS.read(node, scope)
        expect("`true`, `false` or three numbers of letters", node, scope, "write `[6, 3, 3]`")
        return ()

    def schema(self, scope: Scope) -> dict[str, Any]:
        """Describe the value as JSON Schema."""
        return {"anyOf": [{"type": "boolean"}, _LETTERS.schema(scope)]}


_LETTERS = ListField(of=NumberField(whole=True, min=1, max=99), min=3, max=3)
_STYLE: Mapping[str, Field] = {
    "font": FontField(doc="family/face"),
    "size": LengthField(points=True, min=1, max=500, doc="type size, in points"),
    "leading": NumberField(default=1.2, min=0.5, max=5, doc="line pitch, in sizes"),
    "color": ColorField(default="black", doc="a theme colour or #rrggbb"),
    "align": ChoiceField(
        choices=("left", "center", "right", "justify"), default="left", doc="how lines are set"
    ),
    "bold": FontField(optional=True, doc="the font of **bold**"),
    "italic": FontField(optional=True, doc="the font of *italic*"),
    "bold_italic": FontField(optional=True, doc="the font of ***both***"),
    "tracking": NumberField(default=0, min=-200, max=1000, doc="letter spacing, in 1/1000 em"),
    "uppercase": FlagField(doc="set in capitals"),
    "features": ListField(
        of=FeatureField(), optional=True, doc="OpenType features, such as [lnum, -zero]"
    ),
    "hyphenate": HyphenateField(
        optional=True, doc="divide words: true, or letters of a word, before and after the hyphen"
    ),
    "widow": NumberField(
        optional=True, whole=True, min=0, max=200, doc="least characters in a last line"
    ),
}


class StyleField(Field, frozen=True, kw_only=True):
    """A named text style."""

    keys: ClassVar[Mapping[str, Field]] = _STYLE

    def read(self, node: YamlNode, scope: Scope) -> TextStyle:
        """Return the style."""
        return TextStyle(**read_mapping(node, _STYLE, scope, "a text style"))

    def schema(self, scope: Scope) -> dict[str, Any]:
        """Describe the value as JSON Schema."""
        return mapping_schema(_STYLE, scope)


class ColorsField(TableField, frozen=True, kw_only=True):
    """Theme colours; everything read later may name them."""

    def read(self, node: YamlNode, scope: Scope) -> dict[str, Color]:
        """Return the colours, and make them known to the scope."""
        colors: dict[str, Color] = TableField.read(self, node, scope)
        scope.colors = colors
        return colors


THEME: Mapping[str, Field] = {
    "colors": ColorsField(
        of=PaintField(), what="a colour", optional=True, doc="colours by name, as #rrggbb"
    ),
    "styles": TableField(
        of=StyleField(), what="a text style", optional=True, doc="text styles by name"
    ),
    "fallback": ListField(
        of=FontField(), optional=True, doc="fonts for characters that a style's font lacks"
    ),
}


class ThemeField(Field, frozen=True, kw_only=True):
    """The look of a game: colours, text styles and fallback fonts."""

    keys: ClassVar[Mapping[str, Field]] = THEME
    empty: ClassVar[Any] = Theme()

    def read(self, node: YamlNode, scope: Scope) -> Theme:
        """Return the theme."""
        given = read_mapping(node, THEME, scope, "the theme")
        scope.styles = tuple(given["styles"])
        return Theme(given["colors"], given["styles"], given["fallback"])

    def schema(self, scope: Scope) -> dict[str, Any]:
        """Describe the value as JSON Schema."""
        return mapping_schema(THEME, scope)
