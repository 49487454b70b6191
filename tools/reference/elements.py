"""The reference page of all elements, made from what the classes declare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cardgen.core.geometry import Insets
from cardgen.core.style import Color
from cardgen.layout.attributes import Attribute
from cardgen.layout.box import ELEMENTS, Box
from cardgen.layout.reader import INLINE
from cardgen.layout.text.block import IconTag, SpanTag
from cardgen.layout.text.blocks import TAGS

HEAD = """\
# Elements

Look up every element that a template can use, with its attributes.
[Templates](../templates.md) explains how layout works. {made}

A length is in millimetres unless it names a unit (`3`, `3mm`, `0.5cm`, `0.125in`, `9pt`); `%` is of
the parent's content box. Type sizes are in points. A colour is a name of the theme, `#rgb`,
`#rrggbb` or `#rrggbbaa`; `name/50%` makes it half transparent. A paint is a colour, `none`,
`linear(90 ink 0% paper 100%)` (in degrees: 0 to the right, 90 downwards) or `radial(ink paper)`.
"""

COMMON = """\
## Every element

Every element that is a box has these attributes. `x`, `y`, `right` and `bottom` have an effect in
`<side>`, `<stack>` and the cells of a `<grid>`; `grow`, `shrink`, `align-self`, `min-…` and `max-…`
have an effect only in `<row>` and `<column>`.
"""

INLINE_HEAD = """\
## Inside text

`<text>` contains words and these elements. You may nest them.

| element | attributes | |
|---|---|---|
"""

BLOCKS_HEAD = """\
## Paragraphs, lists and tables

You write these elements inside `<text>`, too. Each is a separate block.
"""

INLINE_DOCS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "b": ((), "bold: the font that the style names under `bold:`"),
    "i": ((), "italic: the font that the style names under `italic:`"),
    "u": ((), "underlined"),
    "s": ((), "struck through"),
    "sup": ((), "raised and smaller, as in 2nd or m²"),
    "sub": ((), "lowered and smaller, as in H₂O"),
    "br": ((), "a new line; several together are one"),
    "icon": (
        tuple(IconTag.attributes),
        "an icon in the colour of the text; `scale` is its height, as a multiple of the height of "
        "capitals (1.2, or 1.8 with a `number`)",
    ),
    "span": (
        tuple(SpanTag.attributes),
        "words in another style, size, colour, letter spacing or language, or with other features",
    ),
}

_HOLDS = {
    "boxes": "It contains other elements.",
    "inline": "It contains words and [inline elements](#inside-text).",
    "nothing": "",
}


def elements_markdown(made: str) -> str:
    """Return the page; ``made`` is its sentence about the program that writes it."""
    return "\n".join(_parts(made))


def _parts(made: str) -> Iterator[str]:
    yield HEAD.format(made=made)
    yield COMMON
    yield _table(Box.attributes.items(), ())
    for tag, cls in ELEMENTS.items():
        yield f"## `<{tag}>`\n"
        yield " ".join(part for part in (_text(cls), _HOLDS[cls.content]) if part) + "\n"
        own = [item for item in cls.attributes.items() if item[0] not in Box.attributes]
        if own:
            yield _table(own, cls.needed)
    rows = [
        f"| `<{tag}>` | {' '.join(f'`{name}`' for name in names)} | {doc} |"
        for tag, (names, doc) in INLINE_DOCS.items()
        if tag in INLINE
    ]
    yield INLINE_HEAD + "\n".join(rows) + "\n"
    yield BLOCKS_HEAD
    for cls in dict.fromkeys(TAGS.values()):
        tags = ", ".join(f"`<{tag}>`" for tag, known in TAGS.items() if known is cls)
        yield f"### {tags}\n\n{' '.join((cls.__doc__ or '').split())}\n"
        if cls.attributes:
            yield _table(cls.attributes.items(), ())


def _text(cls: type[Box]) -> str:
    return " ".join((cls.__doc__ or "").split())


def _table(attributes: Iterable[tuple[str, Attribute]], needed: tuple[str, ...]) -> str:
    rows = ["| attribute | value | default | |", "|---|---|---|---|"]
    for name, attribute in attributes:
        default = "needed" if name in needed else _default(attribute.default)
        rows.append(f"| `{name}` | {attribute.kind.name} | {default} | {attribute.doc} |")
    return "\n".join(rows) + "\n"


def _default(value: Any) -> str:
    match value:
        case None | "" | ():
            return ""
        case bool():
            return "`true`" if value else "`false`"
        case float() | int():
            return f"`{value:g}`"
        case Color():
            return f"`{value.hex}`"
        case Insets():
            return f"`{value.top:g}`"
        case tuple():
            return f"`{' '.join(f'{one:g}' if isinstance(one, float) else one for one in value)}`"
        case _:
            return f"`{value}`"
