"""The reference page of all data files, made from what the field kinds declare."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from cardgen.core.geometry import Size
from cardgen.core.units import PAPERS
from cardgen.model.cards import BUILT_IN
from cardgen.model.component import component_kinds
from cardgen.model.components.board import TilingField
from cardgen.model.compound import (
    COMMON_OPTIONS,
    OPTIONS,
    ListField,
    RecordField,
    TableField,
)
from cardgen.model.directives import OPTIONS as DIRECTIVE_OPTIONS
from cardgen.model.each import EACH_KEYS
from cardgen.model.fields import (
    KINDS,
    MISSING,
    ChoiceField,
    Field,
    FlagField,
    NumberField,
    TextField,
)
from cardgen.model.flowing import ROLES
from cardgen.model.formats import CARD_SIZES, PAGE_SIZES, CardFormat
from cardgen.model.gamefile import GAME
from cardgen.model.notes import NOTES
from cardgen.model.pieces import MAX_LENGTH_MM, LengthField
from cardgen.model.printer import PRINTER
from tools.contents import anchor

HEAD = """\
# Data

Look up every key that you can write in `game.yaml` and the other data files, with its values and
default. [Game data](../data.md) explains how the files work together. {made}

Keys marked `needed` are required. All other keys are optional and have the default in the table.
If the value of a key is a mapping, the link `keys` leads to the keys in it. A length is in
millimetres unless it names a unit (`3`, `3mm`, `0.5cm`, `0.125in`, `9pt`); type sizes are in
points. `…` in the name of a section is a name that you choose.
"""

DECK = """\
## Deck files

`decks/<deck>.yaml` has two keys.

| key | value | default | |
|---|---|---|---|
| `cards` | list of keys | needed | the designs: [these keys](#cards), and the fields of the type |
| `defaults` | keys | | values for cards that have none: `type`, `copies`, `title` and fields |

### cards

A field must not have the name of one of these keys.
"""

FIELDS = """\
## Kinds of fields

A card type, a set of tokens or a record declares its fields under `fields`. Write only the kind,
`text: rich`, or options too, `{kind: number, min: 1}`.

| kind | value | in a template |
|---|---|---|
"""

SEEN: Mapping[str, str] = {
    "choice": "the word",
    "color": "the colour as written, for an attribute such as `fill`",
    "flag": "true or false",
    "icon": "the name, for `<icon name=…>`",
    "image": "the path, for `<image src=…>`",
    "list": "a list, to loop over",
    "number": "a number, to compute with",
    "record": "its values by name: `step.title`",
    "rich": "text with its bold words and icons; `.plain` is the text without them",
    "term": "icon and word; `.text`, `.plural`, `.icon`, `.color`, `.explain`, `.id`",
    "text": "the text",
}

MARKUP_HEAD = """\
## Inline markup

You can write markup in `title`, in fields of the kind `rich`, in `explain`, `summary`, `credits`,
`assumptions` and `assumption`, and in the text of a booklet.

| you write | cardgen prints |
|---|---|
"""

MARKUP: Mapping[str, str] = {
    "**bold**": "bold",
    "*italic*": "italic",
    "***both***": "bold and italic",
    "{medic}": "icon and word of the term `medic`",
    "{medic:plural}": "icon and plural",
    "{medic:word}": "the word alone, in bold",
    "{medic:icon}": "the icon alone",
    "{icon:star}": "an icon",
    "{rule:hand_limit}": "the number of a rule: 5",
    "{rule:hand_limit:word}": "as a word: five",
    "{rule:hand_limit:Word}": "as a word with a capital: Five",
    "{rule:hand_limit:ordinal}": "as an ordinal: 5th",
    "{rule:hand_limit?card|cards}": "the first text if the rule is 1, else the second",
    "{sup:nd}": "raised and smaller words; `{sub:2}` lowered",
    "{u:words}": "underlined words; `{s:words}` struck through",
    "{br}": "a line break",
    "\\{": "the character itself; also `\\}`, `\\*` and `\\\\`",
}

IN_BOOKLETS = """\

The text of a booklet has more markup: `{card:deck/id}` is the title of a card, `{count:deck}` the
number of cards in a deck (`{count:deck?field=value}` counts only cards with this value), and
`{page:heading}` the page of a heading. `{assumption:id}` is the raised number of a note, and
`{index:words}` adds this page to the index under these words.
"""

DIRECTIVES_HEAD = """\
## Directives

A directive is a code fence in the text of a booklet that begins with one of these words.
[Booklets](../booklets.md) has examples.

| directive | options | |
|---|---|---|
"""

DIRECTIVES: Mapping[str, str] = {
    "assumptions": "the `assumptions` of the game as numbered notes, with the pages that refer to "
    "them",
    "card": "pictures in a row, of cards (`deck/card`), backs (`deck`) or boards; "
    "the text inside is the caption; `decorative=yes` allows none",
    "cards": "a table of a deck's cards; each line inside is a column, `field: Heading`; "
    "`merge=yes` merges equal rows and adds up their copies",
    "columns": "text in 2 columns; write `columns 3` or `columns 4` for more",
    "components": "a list of the components, with a picture and the number of each; `height=` "
    "is the height of the tallest picture",
    "contents": "the headings that follow, with their pages; `depth=1` lists only chapters",
    "credits": "the game's credits, as a list",
    "figure": "a picture drawn by a template, which can read each other `key=value` as "
    "`figure.key`; the text inside is the caption",
    "index": "an index: the terms of the game and the words of `{index:…}`, with their pages",
    "note": "a box that is never split over pages; the words after `note` are its title",
    "pagebreak": "a new page",
    "revisions": "each deck and board with a code that changes when a side or a number of "
    "copies changes",
    "spread": "text that stays together on one page or on two facing pages",
    "terms": "the terms of the game, with icons and explanations",
}

_SAID: Mapping[str, str] = {
    "TextField": "text",
    "RichField": "text with [markup](#inline-markup)",
    "FlagField": "`true` or `false`",
    "IconField": "name of an icon",
    "TermField": "id of a term",
    "ColorField": 'theme colour or `"#rrggbb"`',
    "ImageField": "path of a picture",
    "PaintField": '`"#rgb"`, `"#rrggbb"`, `"#rrggbbaa"`, `black` or `white`',
    "FontField": "`family/face`",
    "SizeField": "[a card size](#sizes), or keys",
    "TokenSizeField": "length, or keys",
    "TokenListField": "list of keys, including the `fields`",
    "TilingField": "`butt`, or keys",
    "RuleNumberField": "number, or a text such as `5-6`",
    "RuleField": "a number, a text, or keys",
    "AssumptionField": "text, or keys",
    "NodeField": "a value of its kind",
    "DeclarationField": "[a kind of field](#kinds-of-fields)",
    "CountField": "number, name of a rule, or `all`",
    "WholeField": "number, or name of a rule",
    "NamesField": "name, or list of names",
    "SetupField": "list of [steps](#setup)",
    "ComponentsField": "[components](#components) by id",
    "AmountField": "number, `exactly` and a number, or `none`",
    "DateField": "date",
    "RecordField": "keys",
    "LanguageField": "language tag (BCP 47)",
    "PrintedField": "text",
    "CitingField": "text with rule numbers, `{rule:minutes}`",
    "FeatureField": "OpenType feature",
    "LocaleField": "language tags",
    "HyphenateField": "`true`, `false` or three numbers",
}


def data_markdown(made: str) -> str:
    """Return the page; ``made`` is its sentence about the program that writes it."""
    return "\n".join(_parts(made))


def _parts(made: str) -> Iterator[str]:
    yield HEAD.format(made=made)
    yield "## game.yaml\n"
    yield from _sections("", GAME, 3)
    yield from _field_kinds()
    yield "## Components\n"
    yield (
        "The components of a game; each has a unique id. If `bleed`, `safe` and `duplex` have no\n"
        "default here, their defaults are the values of [print](#print).\n"
    )
    for name, kind in component_kinds().items():
        yield f"### {name}\n"
        fields = {"kind": TextField(doc=f"`{name}`"), **kind.fields}
        fields["kind"] = TextField(doc=f"`{name}`")
        yield from _sections(f"{name}.", fields, 4)
    yield DECK
    yield _table({**BUILT_IN, **EACH_KEYS}, {})
    yield "## printer.yaml\n"
    yield "This file in the project folder describes [your printer](../printing.md).\n"
    yield from _sections("", PRINTER, 3)
    yield "## notes.yaml\n"
    yield "This file in a game's folder contains [notes of playtests](../preview.md#notes).\n"
    yield from _sections("", NOTES, 3)
    yield MARKUP_HEAD + _rows((f"`{_cell(name)}`", doc) for name, doc in MARKUP.items())
    yield IN_BOOKLETS
    yield DIRECTIVES_HEAD + _rows(
        (f"`{name}`", " ".join(f"`{one}=`" for one in options), DIRECTIVES[name])
        for name, options in sorted(DIRECTIVE_OPTIONS.items())
    )
    yield from _names()


def _names() -> Iterator[str]:
    """List what may be named: sizes, papers, seats, roles."""
    yield "## Sizes\n"
    rows: list[Iterable[str]] = []
    for name, stock in CARD_SIZES.items():
        rows.append((f"`{name}`", _size(stock.size), f"{stock.radius:g} mm"))
    yield "| card size | mm | corner radius |\n|---|---|---|\n" + _rows(rows)
    rows = [(f"`{name}`", _size(page.size)) for name, page in PAGE_SIZES.items()]
    yield "| page of a booklet | mm |\n|---|---|\n" + _rows(rows)
    rows = [(f"`{name}`", _size(size)) for name, size in PAPERS.items()]
    yield "| paper | mm |\n|---|---|\n" + _rows(rows)
    yield "## Roles of a booklet's text\n"
    yield "Each role uses the style in `styles`, or else the first of these styles in the theme.\n"
    rows = [(f"`{role}`", " ".join(f"`{name}`" for name in names)) for role, names in ROLES.items()]
    yield "| role | styles of the theme |\n|---|---|\n" + _rows(rows)


def _field_kinds() -> Iterator[str]:
    rows = []
    for name, kind in KINDS.items():
        rows.append((f"`{name}`", " ".join((kind.__doc__ or "").split()), SEEN[name]))
    yield FIELDS + _rows(rows)
    yield "All kinds have these options.\n"
    yield _table({name: field for name, field in COMMON_OPTIONS.items() if name != "kind"}, {})
    for name, options in OPTIONS.items():
        yield f"### Options of {name}\n"
        yield _table(options, {})


def _sections(path: str, fields: Mapping[str, Field], level: int) -> Iterator[str]:
    """Write a table, then a section for each key that is a mapping itself."""
    sections: dict[str, Mapping[str, Field]] = {}
    links: dict[str, str] = {}
    for name, field in fields.items():
        tail, inner = _inner(field)
        if inner:
            # Fields with the same keys share one section.
            same = [heading for heading, keys in sections.items() if keys == inner]
            heading = same[0] if same else f"{path}{name}{tail}"
            sections[heading] = inner
            links[name] = f"[keys](#{anchor(heading)})"
    yield _table(fields, links)
    for heading, inner in sections.items():
        yield f"{'#' * level} {heading}\n"
        yield from _sections(f"{heading}.", inner, level)


def _inner(field: Field) -> tuple[str, Mapping[str, Field]]:
    """Return the keys inside a field, and the next part of their path."""
    match field:
        case ListField():
            return _inner(field.of)
        case TableField():
            tail, inner = _inner(field.of)
            return f".…{tail}", inner
        case RecordField():
            return "", field.fields
    return "", field.keys


def _table(fields: Mapping[str, Field], links: Mapping[str, str]) -> str:
    rows = []
    for name, field in fields.items():
        values = re.sub(r"\bkeys\b", links.get(name, "keys"), value_said(field), count=1)
        rows.append((f"`{name}`", values, default_said(field), _cell(field.doc)))
    return "| key | value | default | |\n|---|---|---|---|\n" + _rows(rows)


def value_said(field: Field) -> str:
    """Describe the values that a field accepts."""
    match field:
        case NumberField():
            return field.expected.removeprefix("a ")
        case LengthField():
            return _length(field)
        case ChoiceField():
            return ", ".join(f"`{word}`" for word in field.choices)
        case ListField():
            return f"list of {value_said(field.of)}{_count(field)}"
        case TableField():
            return f"names, each with {value_said(field.of)}"
    said = _SAID.get(type(field).__name__)
    if said is None and field.keys:
        return "keys"
    return said or " ".join((type(field).__doc__ or "").split()).removesuffix(".").lower()


def _length(field: LengthField) -> str:
    unit = "pt" if field.points else "mm"
    if field.max < MAX_LENGTH_MM:
        return f"length, {field.min:g} to {field.max:g} {unit}"
    return f"length, from {field.min:g} {unit}" if field.min else "length"


def _count(field: ListField) -> str:
    said = []
    if field.max is not None:
        said.append(f"{field.min} to {field.max}")
    elif field.min:
        said.append(f"at least {field.min}")
    if field.unique:
        said.append("all different")
    return f", {', '.join(said)}" if said else ""


def default_said(field: Field) -> str:
    """Write the default as one would in YAML; empty where there is none to speak of."""
    if field.required:
        return "needed"
    if isinstance(field, TilingField):
        return "`butt`"
    value = field.default
    match value:
        case None | "" | () | False:
            return "`false`" if value is False else ""
        case bool():
            return "`true`"
        case int() | float():
            unit = " mm" if isinstance(field, LengthField) and value else ""
            return f"{value:g}{unit}"
        case str():
            return f"`{value}`"
        case tuple():
            return f"`[{', '.join(map(str, value))}]`"
        case CardFormat():
            names = [name for name, stock in CARD_SIZES.items() if stock == value]
            return f"`{names[0]}`"
    return "`false`" if isinstance(field, FlagField) and value is MISSING else ""


def _size(size: Size) -> str:
    return f"{size.width:g} × {size.height:g}"


def _rows(rows: Iterable[Iterable[str]]) -> str:
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _cell(text: str) -> str:
    """Write a text for a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "\\<")
