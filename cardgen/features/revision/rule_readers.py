"""Which designs and texts show a rule number: told by what they read, not by their words.

While a side is laid out, everything that it reads is noted by name (`cardgen.core.reads`). A rule
is read as ``rules.hand_limit``, whatever expression the template found it by, or comes with a text
that cites it, as the value of a ``card.text``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol

from msgspec import Struct

from cardgen.core.diagnostics import Location
from cardgen.core.reads import EVERYTHING
from cardgen.model.flowing import FlowSpec
from cardgen.model.record import Record, values_of
from cardgen.model.richtext import Rich, TermValue
from cardgen.model.sides import SideSpec
from cardgen.template.environment import Templates

RULE = "rule:"
Work = SideSpec | FlowSpec


class Known(Protocol):
    """What a side or a text has read."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of it."""
        ...

    def sides(self) -> Mapping[str, str]:
        """Return the sides among it."""
        ...


class Reader(Struct, frozen=True):
    """A design or a text, ``id`` as in reports; how it comes by rules.

    ``at`` is where it stands, ``drawn`` its template, as far as there is but one. ``looked_up``
    are the rules that its ``templates`` ask for, ``cited`` those in texts that it shows, with the
    files that hold these texts if they are known. ``pictured`` names other designs that
    it shows.
    """

    id: str
    at: Location
    drawn: Location
    looked_up: frozenset[str]
    cited: Mapping[str, frozenset[str]]
    templates: frozenset[str]
    pictured: frozenset[str]


def readers(works: Iterable[tuple[Work, Known]], templates: Templates) -> tuple[Reader, ...]:
    """Say what finished sides and texts show of the rules."""
    return tuple(_reader(work, known, templates) for work, known in works)


def _reader(work: Work, known: Known, templates: Templates) -> Reader:
    names = known.names
    looked_up = frozenset(n.removeprefix("rules.") for n in names if n.startswith("rules."))
    cited: dict[str, set[str]] = {}
    texts = [_named(work.context, name) for name in names]
    for rule, path in _cites([*texts, work.blocks if isinstance(work, FlowSpec) else ()], ""):
        cited.setdefault(rule, set()).add(path)
    at = work.at
    if isinstance(work, SideSpec):
        [path] = templates.files([f"template:{work.template}"])
        at = Location(path)
    return Reader(
        work.component if isinstance(work, FlowSpec) else design_of(work.id),
        work.at,
        at,
        looked_up,
        {rule: frozenset(paths) for rule, paths in cited.items()},
        templates.files(names),
        frozenset(map(design_of, known.sides())),
    )


def design_of(side: str) -> str:
    """Name the design that a side belongs to: ``heroes/anna``, or ``map`` for a board."""
    component, _, rest = side.partition("/")
    part = rest.rpartition("/")[0]
    return f"{component}/{part}" if part else component


def _named(context: Mapping[str, Any], name: str) -> Any:
    """Return what a noted name stands for, as far as it may hold texts; None for anything else."""
    value: Any = context
    if name.count(".") == name.startswith("decks."):  # a record itself, or how many cards there are
        return None
    for part in name.split("."):
        if isinstance(value, tuple):  # the cards of a deck: the name is that of a field of all
            value = tuple(card[part] for card in value if part in card)
        elif part == EVERYTHING:
            return value
        elif not isinstance(value, Mapping | Record) or part not in value:
            return None
        else:
            value = value[part]
    return value


def _cites(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Find the rules that texts inside a value cite, with the file of the block around them."""
    inner: Iterable[Any] = ()
    match value:
        case Rich():
            yield from ((c.removeprefix(RULE), path) for c in value.cites if c.startswith(RULE))
        case TermValue():
            inner = (value.explain,)
        case Record():
            inner = values_of(value).values()
        case tuple() | list():
            inner = value
        case Struct():
            at = getattr(value, "at", None)
            path = at.path if isinstance(at, Location) else path
            inner = (getattr(value, name) for name in value.__struct_fields__)
    for one in inner:
        yield from _cites(one, path)
