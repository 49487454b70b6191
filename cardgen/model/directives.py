"""Directives: what a fenced block of a rule text means.

A directive is a fence with a word behind the back-ticks. A new one is a function under
`directive` here; it gets the rest of that line and the lines inside.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardgen.core.diagnostics import Location
from cardgen.core.units import parse_mm
from cardgen.model import problems
from cardgen.model.document import (
    Block,
    CardRow,
    Columns,
    Contents,
    Figure,
    Generated,
    Note,
    PageBreak,
    Reference,
)

if TYPE_CHECKING:
    from cardgen.model.markdown import Reader
    from cardgen.model.richtext import Rich

CARD_WIDTH = 30.0
"""Millimetres: pictured cards are no wider unless they are asked to be."""


@dataclass(frozen=True, slots=True)
class Given:
    """A fence: what stands behind its name, the text inside, and the line it opens on."""

    name: str
    argument: str
    options: dict[str, str]
    body: str
    line: int
    at: Location


Directive = Callable[["Reader", Given], Sequence[Block]]
DIRECTIVES: dict[str, Directive] = {}
_OPTION = re.compile(r"(?:(?<=\s)|^)(\w+)=(\S+)")


def directive(name: str) -> Callable[[Directive], Directive]:
    """Register a directive under the word that opens it."""

    def add(read: Directive) -> Directive:
        DIRECTIVES[name] = read
        return read

    return add


def read_directive(reader: Reader, info: str, body: str, line: int) -> Sequence[Block]:
    """Read a fence that opens on a line (counted from 0)."""
    name, _, rest = info.strip().partition(" ")
    at = reader.at(line)
    read = DIRECTIVES.get(name)
    if read is None:
        reader.fault(problems.unknown_directive(at, name, tuple(DIRECTIVES)))
        return ()
    options = dict(_OPTION.findall(rest))
    argument = _OPTION.sub("", rest).strip()
    return read(reader, Given(name, argument, options, body, line, at))


def _length(reader: Reader, given: Given, key: str) -> float | None:
    text = given.options.get(key)
    if text is None:
        return None
    try:
        value = parse_mm(text)
    except ValueError as error:
        reader.fault(problems.bad_directive(given.at, str(error), f"write `{key}=30mm`"))
        return None
    if not 1 <= value <= 1000:
        reader.fault(problems.bad_directive(given.at, f"`{text}` is out of range", "1 to 1000 mm"))
        return None
    return value


@directive("note")
def _note(reader: Reader, given: Given) -> Sequence[Block]:
    """Read a box; the line behind the name is its title."""
    title = reader.inline(given.argument, given.line)
    return (Note(title, reader.blocks(given.body, given.line + 1), given.at),)


@directive("columns")
def _columns(reader: Reader, given: Given) -> Sequence[Block]:
    """Read text in two columns, or as many as it says."""
    count = given.argument or "2"
    if count not in ("2", "3", "4"):
        reader.fault(problems.bad_directive(given.at, f"`{count}` columns", "2, 3 or 4"))
        return ()
    return (Columns(reader.blocks(given.body, given.line + 1), int(count), given.at),)


@directive("pagebreak")
def _pagebreak(reader: Reader, given: Given) -> Sequence[Block]:
    """Begin a page."""
    return (PageBreak(given.at),)


@directive("contents")
def _contents(reader: Reader, given: Given) -> Sequence[Block]:
    """List the headings; ``depth=1`` lists the chapters alone."""
    depth = given.options.get("depth", "2")
    if depth not in ("1", "2", "3"):
        reader.fault(problems.bad_directive(given.at, f"a depth of `{depth}`", "1, 2 or 3"))
        depth = "2"
    return (Contents(int(depth), given.at),)


@directive("card")
def _card(reader: Reader, given: Given) -> Sequence[Block]:
    """Picture real cards in a row; the text inside is the caption."""
    names = given.argument.split()
    if not names:
        message = "`card` names no card"
        reader.fault(problems.bad_directive(given.at, message, "write ```card deck/card"))
        return ()
    shown = reader.lines[given.line]
    found = []
    for name in names:
        at = Location(reader.path, given.line + 1, shown.find(name) + 1, len(name))
        found.append(Reference("picture", name, at))
    reader.references += found
    width = _length(reader, given, "width") or CARD_WIDTH
    return (CardRow(tuple(found), width, _caption(reader, given), given.at),)


@directive("figure")
def _figure(reader: Reader, given: Given) -> Sequence[Block]:
    """Draw what a template of the game draws; the text inside is the caption."""
    if not given.argument:
        message = "`figure` names no template"
        reader.fault(problems.bad_directive(given.at, message, "write ```figure name.xml.j2"))
        return ()
    height = _length(reader, given, "height")
    return (Figure(given.argument, height, _caption(reader, given), given.at),)


def _caption(reader: Reader, given: Given) -> Rich:
    return reader.inline(" ".join(given.body.split()), given.line + 1)


@directive("cards")
def _cards(reader: Reader, given: Given) -> Sequence[Block]:
    """List the cards of a deck; each line inside is ``field: Heading``."""
    if not given.argument:
        message = "`cards` names no deck"
        reader.fault(problems.bad_directive(given.at, message, "write ```cards deck"))
        return ()
    column = reader.lines[given.line].find(given.argument) + 1
    at = Location(reader.path, given.line + 1, column, len(given.argument))
    columns = []
    for line in given.body.splitlines():
        name, _, heading = line.partition(":")
        if name.strip():
            columns.append((name.strip(), heading.strip()))
    return (Generated("cards", given.argument, tuple(columns) or (("title", ""),), at),)


def _generated(reader: Reader, given: Given) -> Sequence[Block]:
    """Make a block of the game's data."""
    return (Generated(given.name, given.argument, (), given.at),)


for _name in ("components", "terms", "credits", "assumptions"):
    directive(_name)(_generated)
