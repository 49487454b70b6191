"""Every place in a game's files that states one of its rule numbers, and every side that shows one.

Texts cite a rule as ``{rule:name}``, templates and scripts read ``rules.name``. A search through
the files finds each place with its line and column. A template may also compute a name, as in
``rules[card.roll]``. Such a place counts only for designs that read the rule while they were laid
out. Designs that show a rule without any such place count for their template as a whole.

A design or a text shows a rule if it read the rule during layout (`cardgen.core.reads`), whatever
its words are. It reads a rule as ``rules.hand_limit``, whatever expression the template uses, or
with a text that cites the rule, such as the value of ``card.text``.
"""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from msgspec import Struct

from cardgen.comparison.changes import Stated
from cardgen.core.diagnostics import Location, SourceError
from cardgen.core.reads import EVERYTHING
from cardgen.core.side_id import SideId
from cardgen.model.flowing import FlowSpec
from cardgen.model.game import Game
from cardgen.model.record import Record, values_of
from cardgen.model.richtext import Rich, TermValue
from cardgen.model.sides import SideSpec
from cardgen.pipeline.dependencies import Dependencies
from cardgen.source.files import DATA_FOLDER, Project
from cardgen.template.environment import Templates
from cardgen.template.sandbox import SCRIPT_ENDINGS

RULE = "rule:"
Work = SideSpec | FlowSpec


class Reader(Struct, frozen=True):
    """A design or a text with the rules that it reads; ``id`` is as in reports.

    ``location`` is where its data is, ``drawn`` the location of its template. ``looked_up`` are
    the rules that its ``templates`` read. ``cited`` maps the rules in its texts to the files of
    these texts, as far as known. ``pictured`` names other designs that it shows.
    """

    id: str
    location: Location
    drawn: Location
    looked_up: frozenset[str]
    cited: Mapping[str, frozenset[str]]
    templates: frozenset[str]
    pictured: frozenset[str]


def readers(specs: Iterable[tuple[Work, Dependencies]], templates: Templates) -> tuple[Reader, ...]:
    """Return the rules that finished sides and texts read."""
    return tuple(_reader(spec, dependencies, templates) for spec, dependencies in specs)


def _reader(spec: Work, dependencies: Dependencies, templates: Templates) -> Reader:
    names = dependencies.names
    blocks: Sequence[object] = ()
    if isinstance(spec, SideSpec):
        [path] = templates.files([f"template:{spec.template}"])
        id, drawn = spec.id.design, Location(path)
    else:
        id, drawn, blocks = spec.component, spec.location, spec.blocks
    cited: dict[str, set[str]] = {}
    for rule, path in _cites([*(_named_value(spec.context, name) for name in names), blocks], ""):
        cited.setdefault(rule, set()).add(path)
    return Reader(
        id,
        spec.location,
        drawn,
        frozenset(name.removeprefix("rules.") for name in names if name.startswith("rules.")),
        {rule: frozenset(paths) for rule, paths in cited.items()},
        templates.files(names),
        frozenset(SideId(side).design for side in dependencies.sides),
    )


def _named_value(context: Mapping[str, Any], name: str) -> Any:
    value: Any = context
    if name.count(".") == name.startswith("decks."):  # a whole record, or the number of cards
        return None
    for part in name.split("."):
        if isinstance(value, tuple):  # the cards of a deck: one field of all of them
            value = tuple(card[part] for card in value if part in card)
        elif part == EVERYTHING:
            return value
        elif not isinstance(value, Mapping | Record) or part not in value:
            return None
        else:
            value = value[part]
    return value


def _cites(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Yield the rules that texts inside a value cite, with the file of the block around them."""
    inner: Iterable[Any] = ()
    match value:
        case Rich():
            sources = value.sources
            yield from ((s.removeprefix(RULE), path) for s in sources if s.startswith(RULE))
        case TermValue():
            inner = (value.explain,)
        case Record():
            inner = values_of(value).values()
        case tuple() | list():
            inner = value
        case Struct():
            location = getattr(value, "location", None)
            path = location.path if isinstance(location, Location) else path
            inner = (getattr(value, name) for name in value.__struct_fields__)
    for inner_value in inner:
        yield from _cites(inner_value, path)


DATA = (".yaml", ".md")
_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_LOOKED_UP = re.compile(
    r"(?<![\w.])(?:rules|RULES)\s*(?:\.\s*(?P<name>[A-Za-z_]\w*)|\[(?P<index>[^\]\n]*)\])"
)
_CITED = re.compile(r"(?<!\\)\{\s*rule:(?P<name>[\w-]+)(?=[\s?:}])[^{}]*\}")
_VALUE = re.compile(r"(?<=[:\[,{-])\s+[\"']?(?P<name>[A-Za-z_][\w-]*)[\"']?\s*(?=[,}\]#]|$)", re.M)
_SETUP = re.compile(r"^setup:.*?(?=^[A-Za-z]|\Z)", re.M | re.S)
_STEP_WORD = re.compile(
    r"(?<![\w{/-])(?P<name>[A-Za-z_]\w*)(?P<open>\{\w+\})?(?![\w/-]|\s*:)|#.*$", re.M
)
_JOINED = re.compile(r"~|\.\.")
_ANY = ".*"


class _Place(Struct):
    """A place that may state the rules that match ``pattern``.

    ``plain`` is true if it names its rule in full. ``value`` is true for a word in a data file that
    happens to be the name of a rule. ``owners`` are the cards whose lines contain it.
    """

    location: Location
    pattern: re.Pattern[str]
    plain: bool = True
    value: bool = False
    owners: tuple[str, ...] = ()
    shows: dict[str, None] = {}


def find_statements(
    root: Path, game: Game, rules: Iterable[str], readers: Collection[Reader] = ()
) -> dict[str, tuple[Stated, ...]]:
    """Return the places that state each of the rules, ordered by file and line.

    ``readers`` are all designs and texts that were laid out.
    """
    names = tuple(rules)
    if not names:
        return {}
    places = list(_all_places(Project(root), game))
    return {name: tuple(_rule_statements(name, places, readers)) for name in names}


def _rule_statements(
    rule: str, places: Sequence[_Place], readers: Collection[Reader]
) -> Iterator[Stated]:
    near = [place for place in places if place.pattern.fullmatch(rule)]
    for place in near:
        place.shows = {}
    stating = [*near, *_enter_readers(rule, near, readers)]
    showing = {id for place in stating for id in place.shows}
    while pictures_of := [
        reader for reader in readers if reader.id not in showing and reader.pictured & showing
    ]:
        for reader in pictures_of:  # designs that picture a design with the rule
            for place in stating:
                if place.shows.keys() & reader.pictured:
                    place.shows[reader.id] = None
            showing.add(reader.id)
    for place in sorted(
        stating, key=lambda place: (place.location.path, place.location.line, place.location.column)
    ):
        if place.plain or place.shows:
            owner = place.owners[0] if len(place.owners) == 1 else ""
            yield Stated(place.location, owner, tuple(place.shows))


def _enter_readers(rule: str, near: Sequence[_Place], readers: Collection[Reader]) -> list[_Place]:
    """Enter each reader at the places from which it has the rule; return additional places.

    If the files have no such place, the template or the piece as a whole becomes one.
    """
    added: dict[tuple[Location, str], _Place] = {}

    def enter(reader: Reader, hits: Sequence[_Place], location: Location, owner: str = "") -> None:
        if not hits:
            owners = (owner,) if owner else ()
            place = _Place(location, re.compile(re.escape(rule)), owners=owners)
            hits = [added.setdefault((location, owner), place)]
        for place in hits:
            place.shows[reader.id] = None

    for reader in readers:
        if reader.looked_up & {rule, EVERYTHING}:
            hits = [place for place in near if place.location.path in reader.templates]
            enter(reader, hits, reader.drawn)
            if any(not place.plain for place in hits):
                for place in near:
                    if place.value and reader.id in place.owners:
                        place.shows[reader.id] = None
        if rule in reader.cited:
            cited = [place for place in near if place.plain and place.location.path.endswith(DATA)]
            own = [place for place in cited if reader.id in place.owners]
            files = {reader.location.path, *reader.cited[rule]}
            common = [place for place in cited if not place.owners and place.location.path in files]
            enter(
                reader,
                own or common,
                reader.location,
                "" if reader.location.path in files else reader.id,
            )
    return list(added.values())


def _all_places(project: Project, game: Game) -> Iterator[_Place]:
    cards, own = _card_names_by_line(game), f"{DATA_FOLDER}/{game.id}/game.yaml"
    for path, template in _files_that_may_state_rules(project.root, game.id):
        try:
            text = project.read(path).text
        except SourceError:
            continue
        if template:
            text = _COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
        lines = [match.start() for match in re.finditer("^", text, re.MULTILINE)]
        matches = _find_places(text, template, path.endswith(".yaml"))
        for start, length, place in chain(matches, _steps(text) if path == own else ()):
            # Reads of scripts are not tracked, so a partly known name is enough.
            place.plain |= path.endswith(SCRIPT_ENDINGS) and place.pattern.pattern != _ANY
            line = bisect_right(lines, start)
            begin = lines[line - 1]
            if path.endswith(".yaml") and text[begin:start].lstrip().startswith("#"):
                continue
            place.location = Location(path, line, start - begin + 1, length)
            entries = cards.get(path, {})
            first = max((entry for entry in entries if entry <= line), default=0)
            place.owners = tuple(entries.get(first, ()))
            yield place


def _find_places(text: str, template: bool, values: bool) -> Iterator[tuple[int, int, _Place]]:
    """Yield the start, the length and the rule pattern of each place in a text."""
    nowhere = Location("")
    for match in (_LOOKED_UP if template else _CITED).finditer(text):
        if match["name"]:
            pattern, plain = re.escape(match["name"]), True
        else:
            pattern, plain = _pattern(match["index"])
        yield match.start(), len(match[0]), _Place(nowhere, re.compile(pattern), plain)
    for match in _VALUE.finditer(text) if values else ():
        name = re.compile(re.escape(match["name"]))
        start, end = match.span("name")
        yield start, end - start, _Place(nowhere, name, plain=False, value=True)


def _steps(text: str) -> Iterator[tuple[int, int, _Place]]:
    """Yield the same for words in ``setup:``, where a count is a number or the name of a rule."""
    block = _SETUP.search(text)
    for match in _STEP_WORD.finditer(text, *block.span()) if block else ():
        if match["name"]:
            pattern = re.escape(match["name"]) + (_ANY if match["open"] else "")
            yield match.start(), len(match[0]), _Place(Location(""), re.compile(pattern))


def _pattern(index: str) -> tuple[str, bool]:
    """Return a pattern for an index such as ``id ~ "_value"``, and True if it is a single name."""
    pattern, plain = "", True
    for part in map(str.strip, _JOINED.split(index)):
        quoted = len(part) > 1 and part[0] == part[-1] and part[0] in "\"'"
        plain = plain and quoted
        pattern += re.escape(part[1:-1]) if quoted else _ANY
    return pattern, plain


def _files_that_may_state_rules(root: Path, game: str) -> Iterator[tuple[str, bool]]:
    folders = (
        (root / DATA_FOLDER / game, DATA, False),
        (root / "templates" / game, (".j2",), True),
        (root / "templates" / "shared", (".j2",), True),
    )
    for folder, endings, template in folders:
        for file in sorted(folder.rglob("*")):
            if file.suffix in endings and file.is_file():
                yield file.relative_to(root).as_posix(), template


def _card_names_by_line(game: Game) -> Mapping[str, Mapping[int, list[str]]]:
    names: dict[str, dict[int, list[str]]] = {}
    for component in game.components.values():
        for card in component.cards:
            entries = names.setdefault(card.location.path, {})
            entries.setdefault(card.location.line, []).append(f"{component.id}/{card.id}")
    return names
