"""The reference page of all data files, made from what the field kinds declare."""

from __future__ import annotations

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
from cardgen.model.pieces import LARGEST, LengthField
from cardgen.model.printer import PRINTER

HEAD = """\
# Data

{made} [Game data](../data.md) explains how it all works together.

`needed` keys must be given. Other keys may be left out, and then have their default, if they have
one. A length is in millimetres unless it names a unit (`3`, `3mm`, `0.5cm`, `0.125in`, `9pt`); type
sizes are in points. `…` in the name of a section is a name that you choose.
"""

DECK = """\
## Deck files

`decks/<deck>.yaml` has two keys.

| key | value | default | |
|---|---|---|---|
| `cards` | list of keys | needed | the designs: [these keys](#cards), and the fields of the type |
| `defaults` | keys | | values for cards that give none: `type`, `copies`, `title` and fields |

### cards

A field may not have the name of one of these.
"""

FIELDS = """\
## Kinds of fields

What a card type, a set of tokens or a record declares under `fields`: the kind alone,
`text: rich`, or with options, `{kind: number, min: 1}`.

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
    "rich": "text that brings its bold words and icons along; its `.plain` form has none",
    "term": "icon and word; `.text`, `.plural`, `.icon`, `.color`, `.explain`, `.id`",
    "text": "the text",
}

MARKUP_HEAD = """\
## Inline markup

In `title`, in fields of the kind `rich`, in `explain`, `summary`, `credits`, `assumptions` and
`assumption`, and in the text of a booklet.

| you write | it shows |
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
    "{rule:hand_limit:word}": "spelled: five",
    "{rule:hand_limit:Word}": "spelled, with a capital: Five",
    "{rule:hand_limit:ordinal}": "as a rank: 5th",
    "{rule:hand_limit?card|cards}": "the first text if the rule is 1, else the second",
    "{sup:nd}": "raised and smaller words; `{sub:2}` lowered",
    "{u:words}": "underlined words; `{s:words}` struck through",
    "{br}": "a line break",
    "\\{": "the character itself; also `\\}`, `\\*` and `\\\\`",
}

IN_BOOKLETS = """\

In the text of a booklet there are also `{card:deck/id}`, the title of a card, `{count:deck}`, how
many cards a deck has (`{count:deck?field=value}`: how many such), and `{page:heading}`, the page
of a heading. `{assumption:id}` is the raised number of a note, `{index:words}` a place
that the index lists.
"""

DIRECTIVES_HEAD = """\
## Directives

Code fences in the text of a booklet that begin with one of these words.
[Booklets](../booklets.md) shows them at work.

| directive | options | |
|---|---|---|
"""

DIRECTIVES: Mapping[str, str] = {
    "assumptions": "what the game says it filled in, as notes: numbered where the text refers to "
    "them, with the pages that do",
    "card": "pictures in a row: of a card (`deck/card`), a back (`deck`), a board; "
    "the text inside is the caption, `decorative=yes` does without",
    "cards": "a table of a deck's cards; each line inside is a column, `field: Heading`; "
    "`merge=yes` makes one row of those that show the same, copies added up",
    "columns": "text in 2 columns, or as many as the number behind it says, up to 4",
    "components": "what is in the box, pictured and counted; `height=` is that of the highest "
    "picture",
    "contents": "the headings that follow, with their pages; `depth=1` lists the chapters alone",
    "credits": "the game's credits, as a list",
    "figure": "what a template of the game draws; it sees any other `key=value` as `figure.key`; "
    "the text inside is the caption",
    "index": "the words of the game and those of `{index:…}`, with the pages that name them",
    "note": "a box that is never split over pages; the words behind it are its title",
    "pagebreak": "a new page",
    "revisions": "each deck and board with a code that changes when one of its sides does, or "
    "its number of copies",
    "spread": "what stands on one spread: one page, or two that face one another",
    "terms": "the words of the game, with icon and explanation",
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
    "TokenListField": "list of keys, with those of `fields`",
    "TilingField": "`butt`, or keys",
    "RuleNumberField": "number, or a text such as `5-6`",
    "RuleField": "number or text, or keys",
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
}


def data_markdown(made: str) -> str:
    """Return the page; ``made`` tells by which command it was made."""
    return "\n".join(_parts(made))


def _parts(made: str) -> Iterator[str]:
    yield HEAD.format(made=made)
    yield "## game.yaml\n"
    yield from _sections("", GAME, 3)
    yield from _field_kinds()
    yield "## Components\n"
    yield (
        "What `components:` may hold, each by an id of its own. Where `bleed`, `safe` and `duplex` "
        "have no\ndefault here, those of [print](#print) hold.\n"
    )
    for name, kind in component_kinds().items():
        yield f"### {name}\n"
        fields = {"kind": TextField(doc=f"`{name}`"), **kind.fields}
        fields["kind"] = TextField(doc=f"`{name}`")
        yield from _sections(f"{name}.", fields, 4)
    yield DECK
    yield _table({**BUILT_IN, **EACH_KEYS})
    yield "## printer.yaml\n"
    yield "A file at the top of the project, about [your printer](../printing.md).\n"
    yield from _sections("", PRINTER, 3)
    yield "## notes.yaml\n"
    yield "A file in the folder of a game, with [notes of playtests](../preview.md#notes).\n"
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
    yield "Each is set in the style that `styles` names, else in the first of these there is.\n"
    rows = [(f"`{role}`", " ".join(f"`{name}`" for name in names)) for role, names in ROLES.items()]
    yield "| role | styles of the theme |\n|---|---|\n" + _rows(rows)


def _field_kinds() -> Iterator[str]:
    rows = []
    for name, kind in KINDS.items():
        rows.append((f"`{name}`", " ".join((kind.__doc__ or "").split()), SEEN[name]))
    yield FIELDS + _rows(rows)
    yield "All kinds take these options.\n"
    yield _table({name: field for name, field in COMMON_OPTIONS.items() if name != "kind"})
    for name, options in OPTIONS.items():
        yield f"### Options of {name}\n"
        yield _table(options)


def _sections(path: str, fields: Mapping[str, Field], level: int) -> Iterator[str]:
    """Write a table, then a section for each key that is a mapping itself."""
    yield _table(fields)
    shown: list[Mapping[str, Field]] = []
    for name, field in fields.items():
        tail, inner = _inner(field)
        if inner and inner not in shown:
            shown.append(inner)
            yield f"{'#' * level} {path}{name}{tail}\n"
            yield from _sections(f"{path}{name}{tail}.", inner, level)


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


def _table(fields: Mapping[str, Field]) -> str:
    rows = [
        (f"`{name}`", value_said(field), default_said(field), _cell(field.doc))
        for name, field in fields.items()
    ]
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
            return f"by name: {value_said(field.of)}"
    said = _SAID.get(type(field).__name__)
    if said is None and field.keys:
        return "keys"
    return said or " ".join((type(field).__doc__ or "").split()).removesuffix(".").lower()


def _length(field: LengthField) -> str:
    unit = "pt" if field.points else "mm"
    if field.max < LARGEST:
        return f"length, {field.min:g} to {field.max:g} {unit}"
    return f"length, from {field.min:g} {unit}" if field.min else "length"


def _count(field: ListField) -> str:
    said = []
    if field.max is not None:
        said.append(f"{field.min} to {field.max}")
    elif field.min:
        said.append(f"at least {field.min}")
    if field.unique:
        said.append("none twice")
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
