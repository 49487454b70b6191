"""Directives: the fenced blocks of a rule text, by the word that opens them.

In CommonMark that word is the info string of a code block (4.5). A new directive is a function
here, decorated with `directive`; it gets the rest of the opening line and the lines inside.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import Location
from cardgen.model import problems
from cardgen.model.document import (
    Block,
    CardRow,
    Citation,
    Columns,
    Contents,
    Figure,
    Generated,
    Note,
    PageBreak,
    Spread,
)
from cardgen.model.fields import ChoiceField, Field, TextField, read_mapping
from cardgen.model.inline import MarkdownFile
from cardgen.model.pieces import LengthField
from cardgen.model.richtext import Rich
from cardgen.source.node import SourceFile, YamlNode

CARD_WIDTH = 30.0
"""Millimetres: pictured cards are no wider unless the text asks for it."""


class Fence(Struct, frozen=True):
    """A fence: its name, what follows it on the opening line, and the text inside.

    ``more`` are the options that an open directive takes besides its own ``options``.
    """

    name: str
    argument: str
    options: dict[str, Any]
    more: dict[str, str]
    body: str
    line: int
    at: Location


Directive = Callable[[MarkdownFile, Fence], Sequence[Block]]
DIRECTIVES: dict[str, Directive] = {}
OPTIONS: dict[str, Mapping[str, Field]] = {}
"""The options of every directive by its name."""
_TAKES: dict[str, tuple[str, ...]] = {}
"""What each directive names on its line, and an example; nothing for one that names nothing."""
ANYTHING = ("anything",)
_OPEN: set[str] = set()
_OPTION = re.compile(r'(?:(?<=\s)|^)(\w+)=("[^"]*"|\S+)')
_SEVERAL = re.compile(r"[\s|]")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(\.\d+)?")


def directive(
    name: str, takes: tuple[str, ...] = (), *, open: bool = False, **options: Field
) -> Callable[[Directive], Directive]:
    """Register a directive under the word that opens it, with the options that it takes.

    It names nothing else on its line, unless it ``takes`` `ANYTHING`, or must name what it takes
    (``"deck", "an-example"``). An ``open`` directive takes any other option as well.
    """

    def add(read: Directive) -> Directive:
        DIRECTIVES[name] = read
        OPTIONS[name] = options
        _TAKES[name] = takes
        if open:
            _OPEN.add(name)
        return read

    return add


def read_directive(reader: MarkdownFile, info: str, body: str, line: int) -> Sequence[Block]:
    """Read a fence that opens on a line (counted from 0)."""
    name, _, rest = info.strip().partition(" ")
    at = reader.at(line)
    read = DIRECTIVES.get(name)
    if read is None:
        reader.scope.fault(problems.unknown_directive(at, name, tuple(DIRECTIVES)))
        return ()
    known, more = OPTIONS[name], {}
    written = _options(reader, rest if known else "", line)
    if name in _OPEN:
        more = {key: written.value.pop(key).raw for key in [*written.value] if key not in known}
    options = read_mapping(written, known, reader.scope, f"`{name}`")
    argument = (_OPTION.sub("", rest) if known else rest).strip()
    fence = Fence(name, argument, options, more, body, line, at)
    match _TAKES[name]:
        case () if argument:
            message = f"`{name}` takes no `{argument}`"
            reader.refuse(_argument_at(reader, fence), message, f"write ```{name}")
        case (what, example) if not argument:
            reader.refuse(at, f"`{name}` names no {what}", f"write ```{name} {example}")
            return ()
    return read(reader, fence)


def _options(reader: MarkdownFile, text: str, line: int) -> YamlNode:
    """Return the options of a fence as a mapping, each at its place in the line."""
    source, begin = SourceFile(reader.path, ""), reader.lines[line].find(text) + 1
    values, keys = {}, {}
    for found in _OPTION.finditer(text):
        key, value = found[1], found[2].strip('"')
        place = (line + 1, begin + found.start(2), len(found[2]), source)
        values[key] = YamlNode(value, "scalar", *place, value)
        keys[key] = YamlNode(key, "scalar", line + 1, begin + found.start(1), len(key), source, key)
    return YamlNode(values, "map", line + 1, begin, 1, source, keys=keys)


def _argument_at(reader: MarkdownFile, given: Fence) -> Location:
    column = reader.lines[given.line].find(given.argument) + 1
    return Location(reader.path, given.line + 1, column, len(given.argument))


_YES = ChoiceField(choices=("yes", "no"), noun="answer", default="no")
_WORDS = TextField(default="")
_SIDE = LengthField(default=None, min=1, max=1000)


@directive("note", ANYTHING)
def _note(reader: MarkdownFile, given: Fence) -> Sequence[Block]:
    """Read a box; the rest of the opening line is its title."""
    title = reader.inline(given.argument, given.line)
    return (Note(title, reader.blocks(given.body, given.line + 1), given.at),)


@directive("columns", ANYTHING)
def _columns(reader: MarkdownFile, given: Fence) -> Sequence[Block]:
    """Read text in two columns, or as many as it states."""
    count = given.argument or "2"
    if count not in ("2", "3", "4"):
        reader.refuse(given.at, f"there cannot be `{count}` columns", "write 2, 3 or 4")
        return ()
    return (Columns(reader.blocks(given.body, given.line + 1), int(count), given.at),)


@directive("spread")
def _spread(reader: MarkdownFile, given: Fence) -> Sequence[Block]:
    """Read text that stands on one spread."""
    if reader.boxed:
        message = "a spread cannot stand inside of a box or of columns"
        reader.refuse(given.at, message, "put it around them")
    return (Spread(reader.blocks(given.body, given.line + 1), given.at),)


@directive("pagebreak")
def _pagebreak(reader: MarkdownFile, given: Fence) -> Sequence[Block]:
    if reader.boxed:
        message = "a page cannot end inside of a box or of columns"
        hint = "end the box before it, and open another one after it"
        reader.refuse(given.at, message, hint)
    return (PageBreak(given.at),)


@directive("contents", depth=ChoiceField(choices=("1", "2", "3"), noun="depth", default="2"))
def _contents(reader: MarkdownFile, given: Fence) -> Sequence[Block]:
    """List the headings; ``depth=1`` lists the chapters alone."""
    return (Contents(int(given.options["depth"] or 2), given.at),)


@directive("card", ("card", "deck/card"), width=_SIDE, decorative=_YES, alt=_WORDS)
def _card(reader: MarkdownFile, given: Fence) -> Sequence[Block]:
    """Picture real cards in a row; the text inside is the caption."""
    shown = reader.lines[given.line]
    found = []
    for name in given.argument.split():
        at = Location(reader.path, given.line + 1, shown.find(name) + 1, len(name))
        found.append(Citation("picture", name, at))
    reader.references += found
    width = given.options["width"] or CARD_WIDTH
    bare = given.options["decorative"] == "yes"
    caption, alt = _caption(reader, given), _alt(reader, given)
    return (CardRow(tuple(found), width, caption, given.at, bare, alt),)


@directive(
    "figure",
    ("template", "name.xml.j2"),
    open=True,
    height=_SIDE,
    decorative=_YES,
    alt=_WORDS,
)
def _figure(reader: MarkdownFile, given: Fence) -> Sequence[Block]:
    """Draw a template of the game, which gets ``key=value``; the text inside is the caption."""
    told = tuple((key, _value(text, reader, given.line)) for key, text in given.more.items())
    bare, height = given.options["decorative"] == "yes", given.options["height"]
    caption, alt = _caption(reader, given), _alt(reader, given)
    return (Figure(given.argument, height, caption, given.at, told, bare, alt),)


def _value(text: str, reader: MarkdownFile, line: int) -> str | int | float:
    """Return a number as one, so that templates can compute with it.

    What has a space or a bar is words, for translators; a single one may be a name.
    """
    match = _NUMBER.fullmatch(text)
    if match is None:
        return _translated(text, reader, line) if _SEVERAL.search(text) else text
    return float(text) if match[1] else int(text)


def _translated(text: str, reader: MarkdownFile, line: int) -> str:
    return reader.scope.translate(text, reader.at(line), "plain").text


def _caption(reader: MarkdownFile, given: Fence) -> Rich:
    return reader.inline(" ".join(given.body.split()), given.line + 1)


def _alt(reader: MarkdownFile, given: Fence) -> Rich:
    return reader.inline(given.options["alt"], given.line)


@directive("cards", ("deck", "deck"), merge=_YES)
def _cards(reader: MarkdownFile, given: Fence) -> Sequence[Block]:
    """List the cards of a deck; each line inside is ``field: Heading``.

    ``merge=yes`` makes one row of those that show the same, their copies added up.
    """
    at = _argument_at(reader, given)
    columns, places = [], []
    for number, line in enumerate(given.body.splitlines(), given.line + 1):
        name, _, heading = line.partition(":")
        if name.strip():
            columns.append((name.strip(), _translated(heading.strip(), reader, number)))
            places.append(reader.at(number))
    shown = tuple(columns) or (("title", ""),)
    merge = given.options["merge"] == "yes"
    return (Generated("cards", given.argument, shown, at, tuple(places), merge),)


def _generated(reader: MarkdownFile, given: Fence) -> Sequence[Block]:
    """Make a block of the game's data."""
    return (Generated(given.name, "", (), given.at),)


@directive("components", height=_SIDE)
def _components(reader: MarkdownFile, given: Fence) -> Sequence[Block]:
    """Picture and count what is in the box; no picture is higher than ``height``."""
    return (Generated(given.name, "", (), given.at, height=given.options["height"]),)


for _name in ("terms", "credits", "assumptions", "index", "revisions"):
    directive(_name)(_generated)
