"""Directives: the fenced blocks of a rule text, by their first word.

CommonMark calls the opening line the info string of a code block (4.5). A new directive is a
function here, decorated with `directive`; it gets the opening line and the lines inside.
"""

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
"""The default width of pictured cards in mm."""


class Fence(Struct, frozen=True):
    """A fence: its name, the argument and options on its opening line, and the text inside.

    ``values`` are other options, which only an open directive allows.
    """

    name: str
    argument: str
    options: dict[str, Any]
    values: dict[str, str]
    body: str
    line: int
    location: Location


Directive = Callable[[MarkdownFile, Fence], Sequence[Block]]
DIRECTIVES: dict[str, Directive] = {}
OPTIONS: dict[str, Mapping[str, Field]] = {}
"""The options of each directive by its name."""
_TAKES: dict[str, tuple[str, ...]] = {}
"""For each directive the noun of its argument and an example; empty without an argument."""
ANYTHING = ("anything",)
_OPEN: set[str] = set()
_OPTION = re.compile(r'(?:(?<=\s)|^)(\w+)=("[^"]*"|\S+)')
_SEVERAL = re.compile(r"[\s|]")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(\.\d+)?")


def directive(
    name: str, takes: tuple[str, ...] = (), *, open: bool = False, **options: Field
) -> Callable[[Directive], Directive]:
    """Register a directive under its first word, with its options.

    ``takes`` is empty for a directive without an argument, `ANYTHING` for an optional one, and the
    noun and an example of a required one (``"deck", "an-example"``). An ``open`` directive allows
    any other option, too.
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
    """Read a fence; ``line`` is its opening line, from 0."""
    name, _, line_rest = info.strip().partition(" ")
    location = reader.at(line)
    reader_function = DIRECTIVES.get(name)
    if reader_function is None:
        reader.scope.fault(problems.unknown_directive(location, name, tuple(DIRECTIVES)))
        return ()
    options_allowed, other_options = OPTIONS[name], {}
    option_nodes = _options(reader, line_rest if options_allowed else "", line)
    if name in _OPEN:
        unknown = [key for key in option_nodes.value if key not in options_allowed]
        other_options = {key: option_nodes.value.pop(key).raw for key in unknown}
    options = read_mapping(option_nodes, options_allowed, reader.scope, f"`{name}`")
    argument = (_OPTION.sub("", line_rest) if options_allowed else line_rest).strip()
    fence = Fence(name, argument, options, other_options, body, line, location)
    match _TAKES[name]:
        case () if argument:
            message = f"`{name}` takes no `{argument}`"
            reader.refuse(_argument_at(reader, fence), message, f"write ```{name}")
        case (noun, example) if not argument:
            reader.refuse(location, f"`{name}` needs a {noun}", f"write ```{name} {example}")
            return ()
    return reader_function(reader, fence)


def _options(reader: MarkdownFile, text: str, line: int) -> YamlNode:
    """Return the options of a fence as a mapping with locations."""
    source, begin = SourceFile(reader.path, ""), reader.lines[line].find(text) + 1
    values, keys = {}, {}
    for match in _OPTION.finditer(text):
        key, value = match[1], match[2].strip('"')
        place = (line + 1, begin + match.start(2), len(match[2]), source)
        values[key] = YamlNode(value, "scalar", *place, value)
        keys[key] = YamlNode(key, "scalar", line + 1, begin + match.start(1), len(key), source, key)
    return YamlNode(values, "map", line + 1, begin, 1, source, keys=keys)


def _argument_at(reader: MarkdownFile, fence: Fence) -> Location:
    column = reader.lines[fence.line].find(fence.argument) + 1
    return Location(reader.path, fence.line + 1, column, len(fence.argument))


_YES = ChoiceField(choices=("yes", "no"), noun="answer", default="no")
_WORDS = TextField(default="")
_SIDE = LengthField(default=None, min=1, max=1000)


@directive("note", ANYTHING)
def _note(reader: MarkdownFile, fence: Fence) -> Sequence[Block]:
    """Read a box; the argument is its title."""
    title = reader.inline(fence.argument, fence.line)
    return (Note(title, reader.blocks(fence.body, fence.line + 1), fence.location),)


@directive("columns", ANYTHING)
def _columns(reader: MarkdownFile, fence: Fence) -> Sequence[Block]:
    """Read text in two columns, or the number in the argument."""
    count = fence.argument or "2"
    if count not in ("2", "3", "4"):
        reader.refuse(fence.location, f"there cannot be `{count}` columns", "write 2, 3 or 4")
        return ()
    return (Columns(reader.blocks(fence.body, fence.line + 1), int(count), fence.location),)


@directive("spread")
def _spread(reader: MarkdownFile, fence: Fence) -> Sequence[Block]:
    """Read text that stays on one spread."""
    if reader.is_boxed:
        message = "a spread cannot be inside of a box or of columns"
        reader.refuse(fence.location, message, "put it around them")
    return (Spread(reader.blocks(fence.body, fence.line + 1), fence.location),)


@directive("pagebreak")
def _pagebreak(reader: MarkdownFile, fence: Fence) -> Sequence[Block]:
    if reader.is_boxed:
        message = "a page cannot end inside of a box or of columns"
        hint = "end the box before it, and open another one after it"
        reader.refuse(fence.location, message, hint)
    return (PageBreak(fence.location),)


@directive("contents", depth=ChoiceField(choices=("1", "2", "3"), noun="depth", default="2"))
def _contents(reader: MarkdownFile, fence: Fence) -> Sequence[Block]:
    """List the headings; ``depth=1`` lists only the chapters."""
    return (Contents(int(fence.options["depth"] or 2), fence.location),)


@directive("card", ("card", "deck/card"), width=_SIDE, decorative=_YES, alt=_WORDS)
def _card(reader: MarkdownFile, fence: Fence) -> Sequence[Block]:
    """Show cards of the game in a row; the text inside is the caption."""
    line_text = reader.lines[fence.line]
    citations = []
    for name in fence.argument.split():
        location = Location(reader.path, fence.line + 1, line_text.find(name) + 1, len(name))
        citations.append(Citation("picture", name, location))
    reader.references += citations
    width = fence.options["width"] or CARD_WIDTH
    is_decorative = fence.options["decorative"] == "yes"
    caption, alt = _caption(reader, fence), _alt(reader, fence)
    return (CardRow(tuple(citations), width, caption, fence.location, is_decorative, alt),)


@directive(
    "figure", ("template", "name.xml.j2"), open=True, height=_SIDE, decorative=_YES, alt=_WORDS
)
def _figure(reader: MarkdownFile, fence: Fence) -> Sequence[Block]:
    """Draw a template; other options are its values, the text inside is the caption."""
    values = tuple((key, _value(text, reader, fence.line)) for key, text in fence.values.items())
    is_decorative, height = fence.options["decorative"] == "yes", fence.options["height"]
    caption, alt = _caption(reader, fence), _alt(reader, fence)
    return (Figure(fence.argument, height, caption, fence.location, values, is_decorative, alt),)


def _value(text: str, reader: MarkdownFile, line: int) -> str | int | float:
    """Return the value of an option for templates: a number if it looks like one, else a text.

    A text with a space or a bar is translated; a single word may be a name.
    """
    match = _NUMBER.fullmatch(text)
    if match is None:
        return _translate(text, reader, line) if _SEVERAL.search(text) else text
    return float(text) if match[1] else int(text)


def _translate(text: str, reader: MarkdownFile, line: int) -> str:
    return reader.scope.translate(text, reader.at(line), "plain").text


def _caption(reader: MarkdownFile, fence: Fence) -> Rich:
    return reader.inline(" ".join(fence.body.split()), fence.line + 1)


def _alt(reader: MarkdownFile, fence: Fence) -> Rich:
    return reader.inline(fence.options["alt"], fence.line)


@directive("cards", ("deck", "deck"), merge=_YES)
def _cards(reader: MarkdownFile, fence: Fence) -> Sequence[Block]:
    """List the cards of a deck; each line inside is a column, ``field: Heading``.

    ``merge=yes`` joins equal rows and adds up their copies.
    """
    location = _argument_at(reader, fence)
    columns, locations = [], []
    for number, line in enumerate(fence.body.split("\n"), fence.line + 1):
        name, _, heading = line.partition(":")
        if name.strip():
            columns.append((name.strip(), _translate(heading.strip(), reader, number)))
            locations.append(reader.at(number))
    listed_columns = tuple(columns) or (("title", ""),)
    merge = fence.options["merge"] == "yes"
    return (Generated("cards", fence.argument, listed_columns, location, tuple(locations), merge),)


def _make_generated(reader: MarkdownFile, fence: Fence) -> Sequence[Block]:
    """Make a block of the game's data that needs no options."""
    return (Generated(fence.name, "", (), fence.location),)


@directive("components", height=_SIDE)
def _components(reader: MarkdownFile, fence: Fence) -> Sequence[Block]:
    """Picture and count the pieces in the box; ``height`` limits the pictures."""
    return (Generated(fence.name, "", (), fence.location, height=fence.options["height"]),)


for _name in ("terms", "credits", "assumptions", "index", "revisions"):
    directive(_name)(_make_generated)
