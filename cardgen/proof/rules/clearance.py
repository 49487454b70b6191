"""Text must keep a distance from what is drawn beside it, if the game sets one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from cardgen.assets.library import KeyedAssets
from cardgen.core.color import Color, contrast
from cardgen.core.diagnostics import Diagnostic
from cardgen.frame import Shape
from cardgen.proof import problems
from cardgen.proof.background import (
    OPAQUE,
    Layer,
    Painted,
    Run,
    UnknownGroundError,
    faded,
    meet,
    seen,
)
from cardgen.proof.nearness import Edge, Letters, edges_near, letters, uncovered
from cardgen.proof.outlines import Point, union
from cardgen.proof.runner import Evidence, place, rule, short, spoken

LEAST_CONTRAST = 2.0
"""Edges between colours that are nearer to each other are shades of a ground: grain, bevels."""

_BESIDE = 0.06  # mm from an edge, to see what is painted on either side of it
_SLACK = 0.02  # mm
_ENOUGH = 40  # edges of a text that are looked at, the nearest first


@rule("clearance")
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Measure how near each run of text comes to an edge that is seen; report the worst a tag."""
    least = evidence.limits.clearance
    if not least:
        return
    painted = Painted(evidence.frame)
    worst: dict[str, tuple[float, Diagnostic]] = {}
    for at, block in groupby(painted.runs, lambda run: run.text.stamp):
        for run, found in _nearest(painted, block, evidence.library, least - _SLACK):
            if at not in worst or found.distance < worst[at][0]:
                words = short(spoken(evidence, run.text) or run.text.string.strip())
                beside = place(found.ink.stamp)
                facts = (found.distance, least, found.point, beside)
                worst[at] = (found.distance, problems.too_near(place(at), words, *facts))
    yield from (found for _, found in worst.values())


def _nearest(
    painted: Painted, runs: Iterable[Run], library: KeyedAssets, reach: float
) -> Iterator[tuple[Run, Edge]]:
    """Yield those runs of a text to which an edge comes that near, with the nearest seen."""
    block = [
        (run, own)
        for run in runs
        if any(map(str.isalnum, run.text.string))
        and (own := letters(run, library.font_by_key(run.text.font))) is not None
    ]
    if not block:
        return
    far = reach + 2 * _BESIDE
    left, top, right, bottom = union(own.around for _, own in block)
    zone = left - far, top - far, right + far, bottom + far
    inks = uncovered(painted.around(zone), zone)
    for run, own in block:
        left, top, right, bottom = own.around
        zone = left - far, top - far, right + far, bottom + far
        near = [ink for ink in inks if meet(ink.box, zone)]
        edge = _nearest_seen(uncovered(near, zone), run, own, reach)
        if edge is not None:
            yield run, edge


def _nearest_seen(near: Sequence[Layer], run: Run, own: Letters, reach: float) -> Edge | None:
    """Return the nearest edge to a run, of those that are seen; None if none is that near."""
    left, top, right, bottom = own.around
    middle = (left + right) / 2, (top + bottom) / 2
    try:
        ground = seen(near, *middle)
    except UnknownGroundError:
        ground = None
    edges = [
        edge
        for ink in near
        if ink.stamp != run.text.stamp  # an icon in the text
        and (ground is None or not _is_shade(ink, ground, middle))
        for edge in edges_near(ink, own, reach)
    ]
    edges.sort(key=lambda edge: edge.distance)
    return next((edge for edge in edges[:_ENOUGH] if _is_seen(near, edge)), None)


def _is_shade(ink: Layer, ground: Color, middle: Point) -> bool:
    """Whether an ink can be left out: beside a text, and hardly told from what that stands on."""
    item = ink.item
    if not isinstance(item, Shape):
        return False
    if item.stroke is None:
        left, top, right, bottom = ink.box
        if left <= middle[0] <= right and top <= middle[1] <= bottom:
            return False
    paint = item.fill if item.stroke is None else item.stroke.paint
    if not isinstance(paint, Color):
        return False
    return contrast(faded(paint, ink.groups.opacity).over(ground), ground) < LEAST_CONTRAST


def _is_seen(inks: Sequence[Layer], edge: Edge) -> bool:
    """Whether an edge is not painted over or cut off, and parts two colours."""
    groups = edge.ink.groups
    if not all(clip.holds(*matrix.undo(*edge.point)) for clip, matrix in groups.clips):
        return False
    try:
        if edge.line is None:
            one, other = (seen(inks, *_moved(edge, way * _BESIDE)) for way in (1, -1))
            return contrast(one, other) >= LEAST_CONTRAST
        ground = seen(inks, *_moved(edge, edge.width / 2 + _BESIDE))
        if contrast(faded(edge.line, groups.opacity).over(ground), ground) < LEAST_CONTRAST:
            return False
        later = inks[inks.index(edge.ink) + 1 :]
        films = (film for over in later for film in over.films(*edge.point))
        return all(film.alpha < OPAQUE for film in films)
    except UnknownGroundError:
        return False


def _moved(edge: Edge, by: float) -> Point:
    """Go from an edge towards the text."""
    return edge.point[0] + by * edge.toward[0], edge.point[1] + by * edge.toward[1]
