"""What follows a rule number: the sides and pages that are drawn again when it changes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import Location
from cardgen.core.reads import EVERYTHING
from cardgen.features.revision.changes import Stated
from cardgen.features.revision.rule_usages import Reader, Work, readers
from cardgen.frame import Frame
from cardgen.model.flowing import FlowSpec
from cardgen.model.game import Game
from cardgen.pipeline.dependencies import Dependencies
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
    for id, text in texts.items():
        flow = game.components[id].flow(game) if id in game.components else None
        works += [(flow, text.dependencies)] if flow is not None else []
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
