"""The page of the names, filters, tests and functions that templates can use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from cardgen.template.budget import MAX_RANGE, WORK_PER_SIDE
from cardgen.template.filters import FILTERS, TESTS
from cardgen.template.sandbox import STRING_METHODS, Sandbox

HEAD = """\
# Names and functions in templates

Look up the names, filters, tests and functions that a template can use.
[Templates](../templates.md) explains how to write templates, and [Elements](elements.md) lists the
elements. {made}

A name that does not exist is an error, and so is a filter, a test or a method that is not listed
here: a template can only read its data and compute.
"""

NAMES = """\
## Names

| template of | names that it can use |
|---|---|
"""

INSIDE = """\

`card` and `token` also have the fields of the card type or the set of tokens.

| name | value |
|---|---|
"""

ALWAYS = ("game", "rules", "terms")
SIDES: Mapping[str, tuple[str, ...]] = {
    "the face of a card, or the back of a card type": (
        *ALWAYS,
        "deck",
        "card",
        "side",
        "index",
        "total",
    ),
    "the back of a deck": (*ALWAYS, "deck", "side", "index", "total"),
    "a board": (*ALWAYS, "component", "decks", "board", "side"),
    "a token": (*ALWAYS, "component", "decks", "token", "side"),
    "a face of a die": (*ALWAYS, "component", "decks", "die", "side"),
    "a face of a box": (*ALWAYS, "component", "decks", "face", "box", "side"),
    "a page of a booklet": (*ALWAYS, "booklet", "decks", "setup", "page"),
    "a figure of a booklet": (*ALWAYS, "booklet", "decks", "setup", "figure"),
    "the script of a table": (*ALWAYS, "counts", "places", "pieces"),
}

RECORDS: Mapping[str, Mapping[str, str]] = {
    "board": {
        "id": "",
        "title": "",
        "width": "finished width, in mm",
        "height": "finished height, in mm",
    },
    "booklet": {
        "id": "",
        "title": "",
        "styles": "the text style of each role, such as `text`",
        "paints": "the colours `line`, `tint` and `accent`",
    },
    "box": {
        "count": "number of cards in the box",
        "contents": ("the components in the box, each with `.id`, `.count`, `.noun` and `.title`"),
        "width": "inner width, in mm",
        "height": "inner height, in mm",
        "depth": "inner depth, in mm",
    },
    "card": {"id": "", "type": "its card type", "title": "", "copies": "number of copies"},
    "component": {"id": "", "title": ""},
    "deck": {
        "id": "",
        "title": "",
        "count": "number of cards, copies included",
        "width": "width of a card, in mm",
        "height": "height of a card, in mm",
    },
    "die": {
        "value": "value of this face, from 1",
        "sides": "number of faces: 6 or 20",
        "width": "width of the face, in mm",
        "height": "height of the face, in mm",
    },
    "face": {
        "name": "`front`, `back`, `left`, `right`, `top` or `bottom`",
        "width": "in mm",
        "height": "in mm",
        "bleed": "width of the bleed, in mm",
    },
    "game": {
        "id": "",
        "title": "",
        "subtitle": "",
        "version": "",
        "players": "",
        "date": "",
        "license": "",
        "language": "language of this build, such as `de`",
    },
    "page": {
        "number": "number of the page, from 1",
        "count": "number of pages",
        "left": "true on a left-hand page",
        "chapter": "title of the chapter, for the running head",
        "section": "title of the section, for the running head",
        "anchor": "name of the section, or of the chapter if there is no section; the same in "
        "all languages",
        "chapter_anchor": "name of the chapter, the same in all languages",
        "x": "left edge of the text, in mm",
        "width": "width of the text, in mm",
        "top": "upper edge of the text, in mm",
        "end": "lower end of the text on this page, in mm; 0 if the page has no text",
        "bottom": "margin below the text, in mm",
        "height": "height of the page, in mm",
        "scale": "scale of distances and type; 1 for A5",
        "large": "true in large print",
    },
    "token": {
        "id": "",
        "title": "",
        "shape": "`round`, `square`, `hex` or `standee`",
        "width": "in mm",
        "height": "in mm",
        "copies": "number of copies",
    },
}

VALUES: Mapping[str, str] = {
    "counts": "the numbers of players; the table has a button for each",
    "decks": "the cards of each deck by its id, with their fields: `decks.actions`",
    "figure": (
        "the values that the text of the booklet passes: with "
        "```` ```figure map.xml.j2 lane=2 ````, `figure.lane` is 2"
    ),
    "index": "the number of this design in its deck, from 1; 0 for the back of a deck",
    "pieces": "the ids of all pieces on the table",
    "places": "the ids of the places on the board",
    "rules": (
        "every rule number by name, to compute with; `.word` and `.ordinal` spell it out, `.text` "
        "is its meaning"
    ),
    "setup": (
        'the table after the set-up, by number of players: `setup["4"].on`, `.before`, `.hands`'
    ),
    "side": "`face` or `back`",
    "terms": (
        "every term by id: `{{ terms.medic }}` prints its icon and word; `.text`, `.plural`, "
        "`.icon`, `.color`, `.explain`, `.id`"
    ),
    "total": "the number of designs in the deck",
}

FILTER_DOCS: Mapping[str, str] = {
    "abs": "a number without its sign",
    "batch": (
        "splits a list into rows: `batch(3)` makes rows of three; a second value fills an "
        "incomplete last row"
    ),
    "capitalize": "the first letter as a capital, all others in lower case",
    "cos": "cosine of an angle in degrees",
    "default": "a value to use if there is none: `default('-')`",
    "first": "the first item of a list",
    "float": "the value as a number that may have a fraction",
    "groupby": "groups a list by an attribute: `groupby('type')`",
    "hash01": (
        "a number from 0 to 1 that is always the same for the same text: for a variation that does "
        "not change between builds"
    ),
    "int": "the value as a whole number, rounded towards zero",
    "join": "joins a list into one text: `join(', ')`",
    "last": "the last item of a list",
    "length": "the number of items in a list, or of characters in a text",
    "list": "the value as a list",
    "lower": "the text in lower case",
    "map": (
        "takes an attribute of each item, `map(attribute='title')`, or applies a filter to each, "
        "`map('upper')`"
    ),
    "max": "the largest item",
    "min": "the smallest item",
    "reject": "the items that do not pass a test: `reject('odd')`",
    "rejectattr": (
        "the items whose attribute does not pass a test: `rejectattr('copies', 'eq', 0)`"
    ),
    "replace": "replaces a part of a text by another: `replace('-', ' ')`",
    "reverse": "the items of a list, or the characters of a text, in reverse order",
    "round": (
        "rounds to a number of decimal places: `round(2)`; `round(0, 'floor')` rounds down, "
        "`round(0, 'ceil')` rounds up"
    ),
    "select": "the items that pass a test: `select('odd')`",
    "selectattr": "the items whose attribute passes a test: `selectattr('type', 'eq', 'find')`",
    "sin": "sine of an angle in degrees",
    "slice": "splits a list into a number of parts: `slice(2)`",
    "sort": "sorts a list, also by an attribute: `sort(attribute='value')`",
    "string": "the value as a text",
    "sum": "the sum of a list, also of an attribute: `sum(attribute='copies')`",
    "title": "the text with a capital at the beginning of each word",
    "trim": "the text without spaces at its ends",
    "unique": "the items of a list without repetitions",
    "upper": "the text in capitals",
}

TEST_DOCS: Mapping[str, str] = {
    "boolean": "the value is true or false",
    "defined": "the name exists",
    "divisibleby": "the number is a multiple: `divisibleby(3)`",
    "eq": "the values are equal, as with `==`",
    "even": "the number is even: 0, 2, 4 …",
    "false": "the value is `false`",
    "float": "the value is a number with a fraction",
    "ge": "the value is at least as large as another, as with `>=`",
    "gt": "the value is greater than another, as with `>`",
    "in": "a list or a text contains the value",
    "integer": "the value is a whole number",
    "iterable": "the value has items, so that you can write a loop over them",
    "le": "the value is at most as large as another, as with `<=`",
    "lower": "the text is in lower case",
    "lt": "the value is less than another, as with `<`",
    "mapping": "the value has values by name",
    "ne": "the values are different, as with `!=`",
    "none": "there is no value: the card leaves the field out",
    "number": "the value is a number",
    "odd": "the number is odd: 1, 3, 5 …",
    "sameas": "both are the same value, and not only equal",
    "sequence": "the value is a list or a text",
    "string": "the value is a text",
    "true": "the value is `true`",
    "undefined": "the name does not exist",
    "upper": "the text is in capitals",
}

FUNCTION_DOCS: Mapping[str, str] = {
    "blob": (
        "a soft closed outline for the `d` of `<path>`; each seed gives another shape: "
        "`blob(cx, cy, rx, ry, seed)`"
    ),
    "cycler": (
        "returns its values in turn, again and again: `set tint = cycler('red', 'blue')`, then "
        "`tint.next()`"
    ),
    "dict": "values by name, here with one more: `dict(base, ink='#222')`",
    "joiner": (
        "returns nothing the first time and its text after that, for commas between items: "
        "`set comma = joiner(', ')`, then `comma()`"
    ),
    "namespace": "values that a loop may change: `set n = namespace(x=0)`, `set n.x = n.x + 1`",
    "polar": (
        "the points of a ring, a rosette or a gear: `polar(cx, cy, radius, amplitude, lobes)`"
    ),
    "_": (
        "marks words for translators; the other values replace `{1}`, `{2}` …: "
        '`_("Draw {1} of {2}", n, total)`'
    ),
    "range": "numbers in order: `range(5)` gives 0 to 4, `range(1, 6)` gives 1 to 5",
    "rays": ("wedges around a point for the `d` of `<path>`: `rays(cx, cy, inner, outer, count)`"),
    "wave": "the points of a sine wave: `wave(x, y, width, amplitude, waves)`",
}

STATEMENTS = (
    "block",
    "break",
    "call",
    "continue",
    "do",
    "extends",
    "filter",
    "for",
    "from",
    "if",
    "import",
    "include",
    "macro",
    "set",
    "with",
)


def templates_markdown(made: str) -> str:
    """Return the page; ``made`` is its sentence about the program that writes it."""
    return "\n".join(_parts(made))


def _parts(made: str) -> Iterator[str]:
    yield HEAD.format(made=made)
    yield NAMES + _rows((side, _codes(names)) for side, names in SIDES.items())
    yield INSIDE + _rows((f"`{name}`", doc) for name, doc in sorted(_inside()))
    yield (
        "## Filters\n\nWrite `{{ value | filter }}`. You can use several in a row:\n"
        "`{{ cards | sort(attribute='title') | first }}`.\n"
    )
    yield _documented("filter", FILTERS, FILTER_DOCS)
    yield "## Tests\n\nWrite `{% if value is test %}`, or `is not` for the opposite.\n"
    yield _documented("test", TESTS, TEST_DOCS)
    yield "## Functions\n"
    yield _documented("function", Sandbox(None).globals, FUNCTION_DOCS)
    yield "## Texts and numbers\n"
    yield f"Texts have these methods: {_codes(sorted(STRING_METHODS))}.\n"
    yield (
        "Numbers have no methods. Compute with `+ - * / // % **`, compare with\n"
        "`== != < <= > >=`, search lists with `in`, and join texts with `~`.\n"
    )
    yield "## Statements\n"
    yield f"You can use these statements: {_codes(STATEMENTS)}.\n"
    yield "## Limits\n"
    yield (
        f"A side may cost {WORK_PER_SIDE:,} units of work. A printed character costs 1 unit, a\n"
        "pass through a loop or a call of a macro costs some dozens. `range` makes at most\n"
        f"{MAX_RANGE:,} numbers.\n"
    )


def _inside() -> Iterator[tuple[str, str]]:
    yield from VALUES.items()
    for name, values in RECORDS.items():
        parts = [f"`.{key}`" + (f" ({doc})" if doc else "") for key, doc in values.items()]
        yield name, ", ".join(parts)


def _documented(kind: str, allowed: Iterable[str], docs: Mapping[str, str]) -> str:
    head = f"| {kind} | |\n|---|---|\n"
    return head + _rows((f"`{name}`", docs[name].replace("|", "\\|")) for name in sorted(allowed))


def _codes(names: Iterable[str]) -> str:
    return " ".join(f"`{name}`" for name in names)


def _rows(rows: Iterable[Iterable[str]]) -> str:
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)
