"""The page of what templates see: names by kind of side, filters, tests, functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from cardgen.template.budget import MAX_RANGE, WORK_PER_SIDE
from cardgen.template.filters import FILTERS, TESTS
from cardgen.template.sandbox import STRING_METHODS, Sandbox

HEAD = """\
# What templates see

{made} [Templates](../templates.md) explains how they are written,
[Elements](elements.md) lists what they write.

A name that does not exist is an error, and so is a filter, a test or a method that is not listed
here: a template can only read its data and compute.
"""

NAMES = """\
## Names

| drawn | names |
|---|---|
"""

INSIDE = """\

`card` and `token` also have the fields of the card type or the set of tokens.

| name | |
|---|---|
"""

ALWAYS = ("game", "rules", "terms")
SIDES: Mapping[str, tuple[str, ...]] = {
    "the face of a card, a back of its own": (*ALWAYS, "deck", "card", "side", "index", "total"),
    "the common back of a deck": (*ALWAYS, "deck", "side", "index", "total"),
    "a board": (*ALWAYS, "component", "decks", "board", "side"),
    "a token": (*ALWAYS, "component", "decks", "token", "side"),
    "a face of a die": (*ALWAYS, "component", "decks", "die", "side"),
    "a face of a box": (*ALWAYS, "component", "decks", "face", "box", "side"),
    "a page of a booklet": (*ALWAYS, "booklet", "decks", "setup", "page"),
    "a figure of a booklet": (*ALWAYS, "booklet", "decks", "setup", "figure"),
    "the script of a table": (*ALWAYS, "counts", "places", "pieces"),
}

RECORDS: Mapping[str, Mapping[str, str]] = {
    "board": {"id": "", "title": "", "width": "in mm, trimmed", "height": "in mm, trimmed"},
    "booklet": {
        "id": "",
        "title": "",
        "styles": "the style of each role of its text",
        "paints": "`line`, `tint` and `accent`",
    },
    "box": {
        "count": "cards that go in",
        "contents": "what goes in, each with `.id`, `.count`, `.noun`, `.title`",
        "width": "in mm, inside",
        "height": "in mm, inside",
        "depth": "in mm, inside",
    },
    "card": {"id": "", "type": "its card type", "title": "", "copies": "how many are printed"},
    "component": {"id": "", "title": ""},
    "deck": {
        "id": "",
        "title": "",
        "count": "cards, copies included",
        "width": "of a card, in mm",
        "height": "of a card, in mm",
    },
    "die": {
        "value": "of this face, from 1",
        "sides": "6 or 20",
        "width": "of the face, in mm",
        "height": "of the face, in mm",
    },
    "face": {
        "name": "front, back, left, right, top or bottom",
        "width": "in mm",
        "height": "in mm",
        "bleed": "in mm: how far it goes on",
    },
    "game": {
        "id": "",
        "title": "",
        "subtitle": "",
        "version": "",
        "players": "",
        "date": "",
        "license": "",
        "language": "that it is printed in (BCP 47)",
    },
    "page": {
        "number": "from 1",
        "count": "pages there are",
        "left": "whether it is a left-hand page",
        "chapter": "for the running head",
        "section": "for the running head",
        "anchor": "the name of the section, or else of the chapter, the same in all languages",
        "chapter_anchor": "the name of the chapter, the same in all languages",
        "x": "left edge of the text, in mm",
        "width": "of the text, in mm",
        "top": "where the text begins, in mm",
        "end": "where it ends on this page, in mm; 0 without a text",
        "bottom": "margin below the text, in mm",
        "height": "of the page, in mm",
        "scale": "of distances and type, 1 for A5",
        "large": "whether it is in large print",
    },
    "token": {
        "id": "",
        "title": "",
        "shape": "round, square, hex or standee",
        "width": "in mm",
        "height": "in mm",
        "copies": "how many are printed",
    },
}

VALUES: Mapping[str, str] = {
    "counts": "the numbers of players that there is a button for",
    "decks": "the cards of each deck by its id: `decks.actions`, each with its fields",
    "figure": "what the text tells it: of ```` ```figure map.xml.j2 lane=2 ````, `.lane` is 2",
    "index": "the number of this design in its deck, from 1; 0 for the common back",
    "pieces": "the ids of everything that lies on the table",
    "places": "the ids of the places on the board",
    "rules": "every rule by name: a number to compute with; `.word`, `.ordinal`, `.text`",
    "setup": (
        'the table after its set-up by number of players: `setup["4"].on`, `.before`, `.hands`'
    ),
    "side": "`face` or `back`",
    "terms": (
        "every term by id: printed, icon and word; `.text`, `.plural`, `.icon`, `.color`, "
        "`.explain`, `.id`"
    ),
    "total": "how many designs the deck has",
}

FILTER_DOCS: Mapping[str, str] = {
    "abs": "a number without its sign",
    "batch": "a list in rows of so many: `batch(3)`; a second value fills up the last",
    "capitalize": "the first letter large, the others small",
    "cos": "of an angle in degrees",
    "default": "another value where there is none: `default('-')`",
    "first": "the first of a list",
    "float": "as a number with a fraction",
    "groupby": "a list in groups that share an attribute: `groupby('type')`",
    "hash01": "a number from 0 to 1 that depends on the text alone: variation that stays",
    "int": "as a whole number, rounded towards zero",
    "join": "a list as one text: `join(', ')`",
    "last": "the last of a list",
    "length": "how many items or characters",
    "list": "as a list",
    "lower": "in small letters",
    "map": "an attribute of each, or a filter on each: `map(attribute='title')`",
    "max": "the largest",
    "min": "the smallest",
    "reject": "without those that pass a test: `reject('odd')`",
    "rejectattr": "without those whose attribute passes: `rejectattr('copies', 'eq', 0)`",
    "replace": "a text with another put in: `replace('-', ' ')`",
    "reverse": "the other way round",
    "round": "rounded, to so many digits: `round(2)`; `round(0, 'floor')` or `'ceil'`",
    "select": "those that pass a test: `select('odd')`",
    "selectattr": "those whose attribute passes: `selectattr('type', 'eq', 'find')`",
    "sin": "of an angle in degrees",
    "slice": "a list in so many parts: `slice(2)`",
    "sort": "in order, also by an attribute: `sort(attribute='value')`",
    "string": "as a text",
    "sum": "the sum, also of an attribute: `sum(attribute='copies')`",
    "title": "Each Word With A Capital",
    "trim": "without spaces at the ends",
    "unique": "without repetitions",
    "upper": "in capitals",
}

TEST_DOCS: Mapping[str, str] = {
    "boolean": "true or false",
    "defined": "a name that exists",
    "divisibleby": "a multiple: `divisibleby(3)`",
    "eq": "equal, as `==`",
    "even": "0, 2, 4 …",
    "false": "false itself",
    "float": "a number with a fraction",
    "ge": "at least, as `>=`",
    "gt": "greater, as `>`",
    "in": "in a list or text",
    "integer": "a whole number",
    "iterable": "something to loop over",
    "le": "at most, as `<=`",
    "lower": "in small letters",
    "lt": "less, as `<`",
    "mapping": "values by name",
    "ne": "different, as `!=`",
    "none": "nothing: a field left out",
    "number": "a number",
    "odd": "1, 3, 5 …",
    "sameas": "the very same value",
    "sequence": "a list or text",
    "string": "a text",
    "true": "true itself",
    "undefined": "a name that does not exist",
    "upper": "in capitals",
}

FUNCTION_DOCS: Mapping[str, str] = {
    "blob": "a soft closed outline for `d`, other for each seed: `blob(cx, cy, rx, ry, seed)`",
    "cycler": "goes round: `set tint = cycler('red', 'blue')`, then `tint.next()`",
    "dict": "values by name: `dict(base, ink='#222')`",
    "joiner": "a text from the second time on: `set comma = joiner(', ')`, then `comma()`",
    "namespace": "values that a loop may change: `set n = namespace(x=0)`, `set n.x = n.x + 1`",
    "polar": "points of a ring, a rosette, a gear: `polar(cx, cy, radius, amplitude, lobes)`",
    "_": 'words for translators, with values: `_("Draw {1} of {2}", n, total)`',
    "range": "numbers: `range(5)` is 0 to 4, `range(1, 6)` is 1 to 5",
    "rays": "wedges all round a point for `d`: `rays(cx, cy, inner, outer, count)`",
    "wave": "points of a sine wave: `wave(x, y, width, amplitude, waves)`",
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
    """Return the page; ``made`` tells by which command it was made."""
    return "\n".join(_parts(made))


def _parts(made: str) -> Iterator[str]:
    yield HEAD.format(made=made)
    yield NAMES + _rows((drawn, _codes(names)) for drawn, names in SIDES.items())
    yield INSIDE + _rows((f"`{name}`", said) for name, said in sorted(_inside()))
    yield "## Filters\n\n`{{ value | filter }}`, several one after the other.\n"
    yield _documented("filter", FILTERS, FILTER_DOCS)
    yield "## Tests\n\n`{% if value is test %}`, and `is not`.\n"
    yield _documented("test", TESTS, TEST_DOCS)
    yield "## Functions\n"
    yield _documented("function", Sandbox(None).globals, FUNCTION_DOCS)
    yield "## Texts and numbers\n"
    yield f"Texts have these methods: {_codes(sorted(STRING_METHODS))}.\n"
    yield (
        "Numbers have none. Compute with `+ - * / // % **`, compare with `== != < <= > >=`, look\n"
        "into lists with `in`, join texts with `~`.\n"
    )
    yield "## Statements\n"
    yield f"{_codes(STATEMENTS)}.\n"
    yield "## Limits\n"
    yield (
        f"A side may cost {WORK_PER_SIDE:,} units of work: a printed character is one, a turn of\n"
        f"a loop and a call of a macro some dozens. `range` counts to {MAX_RANGE:,} at most.\n"
    )


def _inside() -> Iterator[tuple[str, str]]:
    yield from VALUES.items()
    for name, values in RECORDS.items():
        parts = [f"`.{key}`" + (f" ({doc})" if doc else "") for key, doc in values.items()]
        yield name, ", ".join(parts)


def _documented(what: str, allowed: Iterable[str], docs: Mapping[str, str]) -> str:
    head = f"| {what} | |\n|---|---|\n"
    return head + _rows((f"`{name}`", docs[name].replace("|", "\\|")) for name in sorted(allowed))


def _codes(names: Iterable[str]) -> str:
    return " ".join(f"`{name}`" for name in names)


def _rows(rows: Iterable[Iterable[str]]) -> str:
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)
