"""Everything about one card, the sizes of its type, and what is drawn again after a change.

Of a rule number, it is also known which pages state it.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct

from cardgen.comparison.rule_usages import Work, readers, stated
from cardgen.core.diagnostics import Location
from cardgen.core.reads import EVERYTHING
from cardgen.core.side_id import SideId
from cardgen.frame import Frame
from cardgen.model.game import Game
from cardgen.model.record import plain, values_of
from cardgen.model.sides import SideSpec
from cardgen.pipeline.dependencies import said
from cardgen.pipeline.game_work import GameWork
from cardgen.pipeline.results import LaidOut, SetOn
from cardgen.pipeline.text_report import TextGroup, text_groups
from cardgen.preview import Json
from cardgen.preview.about.hit_test import card_node, location
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.template.stamps import TagPlaces

Line = tuple[str, int]


class PageSource(Struct, frozen=True):
    """The lines that a page was made from, and the fingerprints of what it pictures."""

    lines: frozenset[Line]
    pictured: frozenset[str]


def _pages(
    pages: Collection[PageSource], places: Collection[Location], prints: frozenset[str]
) -> list[int]:
    """Return the pages that state a rule at one of its places, or picture a side that does.

    Each item of a page knows the line where its block begins, or that of a template.
    """
    lines: dict[str, list[int]] = {}
    for path, line in sorted(frozenset[Line]().union(*(page.lines for page in pages))):
        lines.setdefault(path, []).append(line)
    wanted = {
        (at.path, near[n - 1])
        for at in places
        if (near := lines.get(at.path)) and (n := bisect_right(near, at.line))
    }
    return [n for n, page in enumerate(pages) if page.lines & wanted or page.pictured & prints]


def _source(frame: Frame, tags: TagPlaces) -> PageSource:
    stamps = {item.stamp for item, _ in frame.walk()} - {""}
    places = (tags.place(Location.parse(stamp)) for stamp in stamps)
    pictured = frozenset(one.fingerprint for one in frame.descendants())
    return PageSource(frozenset((at.path, at.line) for at in places), pictured)


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
    """Return the pattern of a link that opens a file in the user's editor; empty for none.

    ``CARDGEN_EDITOR`` names an editor or holds a pattern such as
    ``vscode://file/{path}:{line}:{column}``. Without it, the terminal of an editor names that one.
    """
    given = environment.get("CARDGEN_EDITOR", "").strip()
    if not given and environment.get("TERM_PROGRAM") == "vscode":
        given = "cursor" if environment.get("CURSOR_TRACE_ID") else "vscode"
    pattern = _EDITORS.get(given.lower(), given)
    fits = _SCHEME.fullmatch(pattern) and "{path}" in pattern
    return pattern if fits else ""


def card(loaded: LoadedGame, side: str) -> Json:
    """Describe the data behind a side, with the line where each part is written."""
    with loaded.lock:
        spec, game = loaded.specs.get(side), loaded.game
        if spec is None or game is None:
            return {}
        shown, work = loaded.shown.get(side), loaded.work
        read = shown.dependencies.names if shown is not None else ()
        return {
            "at": location(spec.at),
            "template": spec.template,
            "files": sorted(work.templates.files(read)) if work is not None else [],
            "why": said(shown.reason) if shown is not None and shown.reason else "",
            "fields": _describe_fields(loaded, spec, game) if spec.card else [],
        }


def _describe_fields(loaded: LoadedGame, spec: SideSpec, game: Game) -> list[Json]:
    values = values_of(spec.context["card"])
    node = card_node(loaded, spec.id)
    written = node.value if node is not None and node.kind == "map" else {}
    declared = game.card_types[values["type"]].keys
    return [
        {
            "name": name,
            "kind": declared[name].kind if name in declared else "",
            "doc": declared[name].doc if name in declared else "",
            "value": plain(value),
            "at": location(node.key_at(name)) if node is not None and name in written else None,
        }
        for name, value in values.items()
    ]


def rules(loaded: LoadedGame) -> list[Json]:
    """List the numbers of the rules: where each is written, what states it, and what follows it.

    ``stated`` are places in files, ``redrawn`` the sides and pages that another number would have
    drawn again. Pages count from 0. A text may be
    drawn again although it is not known which of its pages change.
    """
    with loaded.lock:
        game, work, sides = loaded.game, loaded.work, loaded.specs
        shown: dict[str, LaidOut] = {**loaded.shown, **loaded.texts}
    if game is None or work is None:
        return []
    works: dict[str, Work] = {**sides, **game.flows()}
    shown = {id: one for id, one in shown.items() if id in works}
    read = readers(((works[id], one.dependencies) for id, one in shown.items()), work.templates)
    places = stated(loaded.root, game, game.rules, read)
    sources = {
        id: [_source(r.frame, loaded.places) for r in one.results if r.frame]
        for id, one in shown.items()
        if id not in sides
    }

    def redrawn(rule: str) -> Json:
        found = {
            id
            for id, one in zip(shown, read, strict=True)
            if one.looked_up & {rule, EVERYTHING} or rule in one.cited
        }
        while more := work.picturing(found, shown):
            found |= more
        following = [id for id in shown if id in found and shown[id].fingerprint]
        prints = frozenset(shown[id].fingerprint for id in following if id in sides)
        at = [one.at for one in places.get(rule, ())]
        return {
            "sides": [id for id in following if id in sides],
            "pages": {id: _pages(sources[id], at, prints) for id in sources if id in found},
        }

    return [
        {
            "id": id,
            "value": plain(rule.value),
            "text": rule.text,
            "at": location(rule.at) if rule.at is not None else None,
            "stated": [
                {"at": location(one.at), "what": one.owner, "shows": one.shows}
                for one in places.get(id, ())
            ],
            "redrawn": redrawn(id),
        }
        for id, rule in game.rules.items()
    ]


def text_sizes(loaded: LoadedGame, part: str) -> list[Json]:
    """Return the texts of a part by the tag that made them, each with the cards of every size.

    Those of several sizes come first.
    """
    with loaded.lock:
        ids = [id for id in loaded.specs if SideId(id).component == part and id in loaded.shown]
        results = [loaded.shown[id] for id in ids]
    groups = text_groups(results, loaded.places)
    return [_group(one) for one in sorted(groups, key=lambda one: len(one.sizes) < 2)]


def _group(group: TextGroup) -> Json:
    return {
        "label": group.label,
        "style": group.style,
        "at": str(group.at),
        "asked": sorted({one.text.asked for one in group.texts}, reverse=True),
        "texts": len(group.texts),
        "sizes": [
            {
                "size": size,
                "texts": len(some),
                "keys": list(dict.fromkeys(one.name for one in some)),
                "marks": _marks(some),
            }
            for size, some in group.sizes
        ],
    }


def _marks(texts: list[SetOn]) -> Json:
    """Count what was done besides, leaving out what was not."""
    counts = {
        "too long": sum(not one.text.fits for one in texts),
        "tightened": sum(one.text.tightened for one in texts),
        "continued": sum(one.text.continued for one in texts),
        "cut": sum(bool(one.text.lost) for one in texts),
    }
    return {name: number for name, number in counts.items() if number}


class Consequences(Struct, frozen=True):
    """Sides and texts by their id, in the order of the game."""

    sides: tuple[str, ...]
    texts: tuple[str, ...]


def consequences(loaded: LoadedGame, work: GameWork) -> Consequences:
    """Return what is to be drawn again once the game is as the work has it.

    Sides that picture others follow them.
    """
    with loaded.lock:
        texts = dict(loaded.texts)

    specs, flows = work.specs, work.game.flows()
    found = {*work.stale(specs, work.shown)}
    while more := work.picturing(found, work.shown):
        found |= more
    laid = {*work.stale(flows, texts)} | work.picturing(found, texts)
    return Consequences(
        tuple(str(id) for id in specs if id in found), tuple(id for id in flows if id in laid)
    )


def used_by(loaded: LoadedGame, names: Iterable[str]) -> dict[str, Consequences]:
    """Return, for names such as ``theme.colors.ink``, what has read them."""
    with loaded.lock:
        sides = {id: loaded.shown[id] for id in loaded.specs if id in loaded.shown}
        shown: list[Mapping[str, LaidOut]] = [sides, loaded.texts]
    read = [{id: frozenset(one.dependencies.names) for id, one in some.items()} for some in shown]
    return {
        name: Consequences(
            *(tuple(str(id) for id, noted in one.items() if name in noted) for one in read)
        )
        for name in names
    }
