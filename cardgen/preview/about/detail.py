"""Everything about one card: its data, the line of each part, and sizes of type.

Of a rule number, it is the sides and pages that are drawn again when it changes.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import Location
from cardgen.core.reads import EVERYTHING
from cardgen.features.revision.changes import Stated
from cardgen.features.revision.rule_usages import Reader, Work, readers, stated
from cardgen.frame import Frame
from cardgen.model.flowing import FlowSpec
from cardgen.model.game import Game
from cardgen.model.record import plain, values_of
from cardgen.model.sides import SideSpec
from cardgen.pipeline.dependencies import Dependencies
from cardgen.pipeline.text_report import SetOn, TextGroup, text_groups
from cardgen.preview.about import describe
from cardgen.preview.about.hit_test import card_node, location
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.template.stamps import TagPlaces

Line = tuple[str, int]


class PageSource(Struct, frozen=True):
    """The lines that a page was made from, and the fingerprints of what it pictures."""

    lines: frozenset[Line]
    pictured: frozenset[str]


class LaidOut(Struct, frozen=True):
    """What is laid out by now of a game: each side and text with how it comes by rules.

    ``pictured`` holds the ids of the sides that each one shows.
    """

    readers: tuple[Reader, ...]
    works: tuple[Work, ...]
    pictured: tuple[frozenset[str], ...]
    frames: Mapping[str, Frame]
    pages: Mapping[str, tuple[PageSource, ...]]


def laid_out(loaded: LoadedGame, game: Game) -> LaidOut | None:
    """Return what is laid out of a game; None before anything can be."""
    with loaded.lock:
        session = loaded.session
        works: list[tuple[Work, Dependencies]] = [
            (loaded.specs[id], side.dependencies)
            for id, side in loaded.shown.items()
            if id in loaded.specs
        ]
        frames = {id: one.result.frame for id, one in loaded.shown.items() if one.result.frame}
        texts = dict(loaded.texts)
    if session is None:
        return None
    flows = game.flows()
    works += [(flows[id], text.dependencies) for id, text in texts.items() if id in flows]
    return LaidOut(
        readers(works, session.templates),
        tuple(work for work, _ in works),
        tuple(frozenset(map(session.id_of, known.sides())) for _, known in works),
        frames,
        {
            id: tuple(_source(r.frame, loaded.places) for r in text.results if r.frame)
            for id, text in texts.items()
        },
    )


def followers(done: LaidOut, rule: str, stated: Iterable[Stated]) -> dict[str, Any]:
    """Return the ids of sides that follow a rule, and by text the numbers of pages that do.

    Pages count from 0. There are none of a text that follows though it cannot be told where.
    """
    following = _following(done, rule)
    names = {_name(done.works[n]) for n in following}
    texts = [w for n in following if isinstance(w := done.works[n], FlowSpec)]
    prints = frozenset(done.frames[id].fingerprint for id in names if id in done.frames)
    places = [one.at for one in stated]
    return {
        "sides": [name for n in following if (name := _name(done.works[n])) in done.frames],
        "pages": {
            text.component: _pages(done.pages[text.component], places, prints) for text in texts
        },
    }


def _name(work: Work) -> str:
    return work.component if isinstance(work, FlowSpec) else work.id


def _following(done: LaidOut, rule: str) -> list[int]:
    """Return which works show a rule: by their own words, or in pictures of others."""
    found = {
        n
        for n, one in enumerate(done.readers)
        if one.looked_up & {rule, EVERYTHING} or rule in one.cited
    }
    while True:
        names = {_name(done.works[n]) for n in found}
        more = {n for n, shown in enumerate(done.pictured) if shown & names} - found
        if not more:
            return sorted(found)
        found |= more


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


def card(loaded: LoadedGame, side: str) -> dict[str, Any]:
    """Describe the data behind a side, with the line where each part is written."""
    with loaded.lock:
        spec, game = loaded.specs.get(side), loaded.game
        if spec is None or game is None:
            return {}
        shown, session = loaded.shown.get(side), loaded.session
        read = shown.dependencies.names if shown is not None else ()
        return {
            "at": location(spec.at),
            "template": spec.template,
            "files": sorted(session.templates.files(read)) if session is not None else [],
            "why": describe.reason(shown.reason) if shown is not None else "",
            "fields": _fields(loaded, spec, game) if spec.card else [],
        }


def _fields(loaded: LoadedGame, spec: SideSpec, game: Game) -> list[dict[str, Any]]:
    """Describe the fields of a card, with what its file says of each."""
    values = values_of(spec.context["card"])
    node = card_node(loaded, spec.id)
    written = node.value if node is not None and node.kind == "map" else {}
    declared = game.card_types[values["type"]].keys
    fields = []
    for name, value in values.items():
        given, field = written.get(name), declared.get(name)
        fields.append(
            {
                "name": name,
                "kind": field.kind if field is not None else "",
                "doc": field.doc if field is not None else "",
                "value": plain(value),
                "at": location(node.key_at(name))
                if node is not None and given is not None
                else None,
            }
        )
    return fields


def rules(loaded: LoadedGame) -> list[dict[str, Any]]:
    """List the numbers of the rules: where each is written, what states it, and what follows it.

    ``stated`` are places in files, ``redrawn`` the sides and pages that another number would have
    drawn again.
    """
    game = loaded.game
    done = laid_out(loaded, game) if game is not None else None
    if game is None or done is None:
        return []
    places = stated(loaded.root, game, game.rules, done.readers)
    return [
        {
            "id": id,
            "value": plain(rule.value),
            "text": rule.text,
            "at": location(rule.at) if rule.at is not None else None,
            "stated": [
                {"at": location(one.at), "what": one.what, "shows": one.shows}
                for one in places.get(id, ())
            ],
            "redrawn": followers(done, id, places.get(id, ())),
        }
        for id, rule in game.rules.items()
    ]


Json = dict[str, Any]


def text_sizes(loaded: LoadedGame, part: str) -> list[Json]:
    """Return the texts of a part by the tag that made them, each with the cards of every size.

    Those of several sizes come first.
    """
    with loaded.lock:
        ids = [id for id in loaded.specs if id.partition("/")[0] == part and id in loaded.shown]
        results = [loaded.shown[id].result for id in ids]
    groups = text_groups(results, loaded.places)
    return [_group(one) for one in sorted(groups, key=lambda one: len(one.sizes) < 2)]


def _group(group: TextGroup) -> Json:
    by_size: dict[float, list[SetOn]] = {}
    for one in group.texts:
        by_size.setdefault(one.text.size, []).append(one)
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
            for size, some in sorted(by_size.items(), reverse=True)
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
