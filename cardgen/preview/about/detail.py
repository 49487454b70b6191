"""The details of one card, one rule number and one text size, and what a change redraws."""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct

from cardgen.comparison.rule_usages import Work, find_statements, readers
from cardgen.core.diagnostics import Location
from cardgen.core.reads import EVERYTHING
from cardgen.core.side_id import SideId
from cardgen.frame import Frame
from cardgen.model.game import Game
from cardgen.model.record import plain, values_of
from cardgen.model.sides import SideSpec
from cardgen.pipeline.dependencies import describe_change
from cardgen.pipeline.game_work import GameWork
from cardgen.pipeline.results import AnyResult, TextOnSide
from cardgen.pipeline.text_report import TextGroup, text_groups
from cardgen.preview import Json
from cardgen.preview.about.hit_test import card_node, location_json
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.template.stamps import TagLocations

Line = tuple[str, int]


class PageSource(Struct, frozen=True):
    """The source lines of a page, and the fingerprints of all Frames in it."""

    lines: frozenset[Line]
    pictured: frozenset[str]


def _pages(
    pages: Collection[PageSource], places: Collection[Location], prints: frozenset[str]
) -> list[int]:
    """Return the indices of the pages that state a rule, or that picture a side that states it.

    An item of a page only knows the line where its block begins. So a place belongs to the last
    block that begins at or before it.
    """
    lines: dict[str, list[int]] = {}
    for path, line in sorted(frozenset[Line]().union(*(page.lines for page in pages))):
        lines.setdefault(path, []).append(line)
    rule_lines = {
        (location.path, near[n - 1])
        for location in places
        if (near := lines.get(location.path)) and (n := bisect_right(near, location.line))
    }
    return [n for n, page in enumerate(pages) if page.lines & rule_lines or page.pictured & prints]


def _source(frame: Frame, tags: TagLocations) -> PageSource:
    stamps = {item.stamp for item, _ in frame.walk()} - {""}
    places = (tags.resolve(Location.parse(stamp)) for stamp in stamps)
    pictured = frozenset(child.fingerprint for child in frame.descendants())
    return PageSource(frozenset((location.path, location.line) for location in places), pictured)


_EDITORS = {
    "vscode": "vscode://file/{path}:{line}:{column}",
    "vscodium": "vscodium://file/{path}:{line}:{column}",
    "cursor": "cursor://file/{path}:{line}:{column}",
    "zed": "zed://file/{path}:{line}:{column}",
    "idea": "idea://open?file=/{path}&line={line}&column={column}",
    "pycharm": "pycharm://open?file=/{path}&line={line}&column={column}",
    "sublime": "subl://open?url=file:///{path}&line={line}&column={column}",
    "textmate": "txmt://open?url=file:///{path}&line={line}&column={column}",
}
_SCHEME = re.compile(
    r"(?!(?:javascript|data|vbscript|https?|file|blob|about):)[a-z][a-z0-9+.-]*:.+"
)


def editor_link(environment: Mapping[str, str] = os.environ) -> str:
    """Return the pattern of a link that opens a file in the user's editor, or an empty text.

    ``CARDGEN_EDITOR`` names an editor or holds a pattern such as
    ``vscode://file/{path}:{line}:{column}``. Without it, the terminal of VS Code or Cursor counts.
    """
    editor = environment.get("CARDGEN_EDITOR", "").strip()
    if not editor and environment.get("TERM_PROGRAM") == "vscode":
        editor = "cursor" if environment.get("CURSOR_TRACE_ID") else "vscode"
    pattern = _EDITORS.get(editor.lower(), editor)
    fits = _SCHEME.fullmatch(pattern) and "{path}" in pattern
    return pattern if fits else ""


def card(loaded: LoadedGame, side: str) -> Json:
    """Describe the data of a side's card and the location of each of its fields."""
    with loaded.lock:
        spec, game = loaded.specs.get(side), loaded.game
        if spec is None or game is None:
            return {}
        result, work = loaded.side_results.get(side), loaded.work
        read = result.dependencies.names if result is not None else ()
        return {
            "at": location_json(spec.location),
            "template": spec.template,
            "files": sorted(work.templates.files(read)) if work is not None else [],
            "why": describe_change(result.reason) if result is not None and result.reason else "",
            "fields": _describe_fields(loaded, spec, game) if spec.card else [],
        }


def _describe_fields(loaded: LoadedGame, spec: SideSpec, game: Game) -> list[Json]:
    values = values_of(spec.context["card"])
    node = card_node(loaded, spec.id)
    yaml_values = node.value if node is not None and node.kind == "map" else {}
    declared = game.card_types[values["type"]].keys
    return [
        {
            "name": name,
            "kind": declared[name].kind if name in declared else "",
            "doc": declared[name].doc if name in declared else "",
            "value": plain(value),
            "at": location_json(node.key_at(name))
            if node is not None and name in yaml_values
            else None,
        }
        for name, value in values.items()
    ]


def rules(loaded: LoadedGame) -> list[Json]:
    """List the rule numbers: where each is defined, where it is stated, and what depends on it.

    ``stated`` lists places in files. ``redrawn`` lists the sides and pages that a new number would
    redraw; pages count from 0. A booklet may be listed without pages: then its changed pages are
    unknown.
    """
    with loaded.lock:
        game, work, sides = loaded.game, loaded.work, loaded.specs
        results: dict[str, AnyResult] = {**loaded.side_results, **loaded.texts}
    if game is None or work is None:
        return []
    specs: dict[str, Work] = {**sides, **game.flows()}
    results = {id: result for id, result in results.items() if id in specs}
    usages = readers(
        ((specs[id], result.dependencies) for id, result in results.items()), work.templates
    )
    places = find_statements(loaded.root, game, game.rules, usages)
    sources = {
        id: [_source(r.frame, loaded.places) for r in result.results if r.frame]
        for id, result in results.items()
        if id not in sides
    }

    def redrawn(rule: str) -> Json:
        redrawn_ids = {
            id
            for id, usage in zip(results, usages, strict=True)
            if usage.looked_up & {rule, EVERYTHING} or rule in usage.cited
        }
        while picturing_ids := work.sides_picturing(redrawn_ids, results):
            redrawn_ids |= picturing_ids
        following = [id for id in results if id in redrawn_ids and results[id].fingerprint]
        prints = frozenset(results[id].fingerprint for id in following if id in sides)
        locations = [statement.location for statement in places.get(rule, ())]
        return {
            "sides": [id for id in following if id in sides],
            "pages": {
                id: _pages(sources[id], locations, prints) for id in sources if id in redrawn_ids
            },
        }

    return [
        {
            "id": id,
            "value": plain(rule.value),
            "text": rule.text,
            "at": location_json(rule.location) if rule.location is not None else None,
            "stated": [
                {
                    "at": location_json(statement.location),
                    "what": statement.owner,
                    "shows": statement.shows,
                }
                for statement in places.get(id, ())
            ],
            "redrawn": redrawn(id),
        }
        for id, rule in game.rules.items()
    ]


def text_sizes(loaded: LoadedGame, part: str) -> list[Json]:
    """Group the texts of a component by their tag, and list the cards of each text size.

    Groups with several sizes come first.
    """
    with loaded.lock:
        ids = [
            id for id in loaded.specs if SideId(id).component == part and id in loaded.side_results
        ]
        results = [loaded.side_results[id] for id in ids]
    groups = text_groups(results, loaded.places)
    return [_group(group) for group in sorted(groups, key=lambda group: len(group.sizes) < 2)]


def _group(group: TextGroup) -> Json:
    return {
        "label": group.label,
        "style": group.style,
        "at": str(group.location),
        "asked": sorted({occurrence.text.asked for occurrence in group.texts}, reverse=True),
        "texts": len(group.texts),
        "sizes": [
            {
                "size": size,
                "texts": len(texts),
                "keys": list(dict.fromkeys(occurrence.name for occurrence in texts)),
                "marks": _marks(texts),
            }
            for size, texts in group.sizes
        ],
    }


def _marks(texts: list[TextOnSide]) -> Json:
    """Count the texts that are too long, tightened, continued or cut; leave out zeros."""
    counts = {
        "too long": sum(not occurrence.text.fits for occurrence in texts),
        "tightened": sum(occurrence.text.is_tightened for occurrence in texts),
        "continued": sum(occurrence.text.continued for occurrence in texts),
        "cut": sum(bool(occurrence.text.lost) for occurrence in texts),
    }
    return {name: number for name, number in counts.items() if number}


class Consequences(Struct, frozen=True):
    """The ids of the sides and texts that a change affects, in the order of the game."""

    sides: tuple[str, ...]
    texts: tuple[str, ...]


def consequences(loaded: LoadedGame, work: GameWork) -> Consequences:
    """Return the sides and texts to redraw once the game has the data of ``work``.

    Sides that picture a redrawn side are redrawn, too.
    """
    with loaded.lock:
        texts = dict(loaded.texts)

    specs, flows = work.specs, work.game.flows()
    stale_ids = {*work.find_stale(specs, work.side_results)}
    while picturing_ids := work.sides_picturing(stale_ids, work.side_results):
        stale_ids |= picturing_ids
    laid = {*work.find_stale(flows, texts)} | work.sides_picturing(stale_ids, texts)
    return Consequences(
        tuple(str(id) for id in specs if id in stale_ids), tuple(id for id in flows if id in laid)
    )


def used_by(loaded: LoadedGame, names: Iterable[str]) -> dict[str, Consequences]:
    """Return the sides and texts that have read each name, such as ``theme.colors.ink``."""
    with loaded.lock:
        sides = {id: loaded.side_results[id] for id in loaded.specs if id in loaded.side_results}
        kinds: list[Mapping[str, AnyResult]] = [sides, loaded.texts]
    reads = [{id: frozenset(r.dependencies.names) for id, r in kind.items()} for kind in kinds]
    return {
        name: Consequences(
            *(tuple(str(id) for id, read in names.items() if name in read) for names in reads)
        )
        for name in names
    }
