"""Everything that is painted on a side, leaf by leaf, wherever Groups have put it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from cardgen.core.color import Color
from cardgen.core.geometry import Matrix, Path
from cardgen.frame import IDENTITY, NO_BLEED, Frame, Group, Image, Shape, Text
from cardgen.proof.background import (
    NO_GROUPS,
    Bundle,
    Groups,
    Layer,
    Run,
    behind,
    colors_at,
    extent,
)
from cardgen.proof.outlines import Box, Outline, Point, Polygon, box_around, outline


class Ink(Struct, eq=False):
    """A shape or a picture, and where it was made; of an icon that is the place of its tag."""

    layer: Layer
    stamp: str
    _lines: list[tuple[Box, Polygon]] | None = None

    @property
    def outline(self) -> Outline:
        """Its edge, before its Groups move it."""
        item = self.layer.item
        return outline(item.path if isinstance(item, Shape) else Path.rect(extent(item)))

    def lines_in(self, box: Box) -> Iterator[tuple[Point, Point]]:
        """Yield the straight pieces of its edge, on the side, that may come into a box."""
        if self._lines is None:
            self._lines = list(placed_lines(self.outline, self.layer.groups.matrix))
        for around, points in self._lines:
            if _meet(around, box):
                yield from lines_in(points, box)


class _Unopened(Struct, eq=False):
    """A Group whose texts do not count: what is in it is asked for when something comes near."""

    bundle: Bundle
    stamp: str
    _inside: Painted | None = None

    @property
    def inside(self) -> Painted:
        """What it paints."""
        if self._inside is None:
            bundle = self.bundle
            self._inside = Painted(bundle.group.frame, bundle.groups, self.stamp)
        return self._inside


class Painted:
    """The shapes and pictures of a side in painting order, and its texts.

    Those of pictured cards are among the shapes, but their texts are proofed where they are at
    home. Of a `Run`, ``depth`` says how many ``boxes`` were painted before.
    """

    def __init__(self, frame: Frame, groups: Groups = NO_GROUPS, stamp: str = "") -> None:
        self.runs: list[Run] = []
        self.boxes: list[tuple[Box, Ink | _Unopened]] = []
        self._collect(frame, groups, stamp)

    def _collect(self, frame: Frame, groups: Groups, stamp: str) -> None:
        for item in frame.items:
            if isinstance(item, Shape | Image):
                layer = Layer(item, groups)
                self.boxes.append((layer.box, Ink(layer, item.stamp or stamp)))
            elif isinstance(item, Text):
                self.runs.append(Run(item, groups, len(self.boxes)))
            elif isinstance(item, Group):
                if behind(item) == ():  # shadows fall on anything
                    continue
                inside = groups.with_inner(item)
                at = item.stamp or stamp
                if item.frame.bleed != NO_BLEED or not item.frame.has_texts:
                    bundle = Bundle(item, inside)
                    self.boxes.append((bundle.box, _Unopened(bundle, at)))
                else:
                    self._collect(item.frame, inside, at)

    def around(self, box: Box, depth: int | None = None) -> list[Ink]:
        """Return what may be painted in a box, by all or by the first ``depth`` of ``boxes``."""
        left, top, right, bottom = box
        near = [
            item
            for (x0, y0, x1, y1), item in self.boxes[:depth]
            if x0 <= right and x1 >= left and y0 <= bottom and y1 >= top
        ]
        inks: list[Ink] = []
        for item in near:
            if isinstance(item, Ink):
                inks.append(item)
            else:
                inks += item.inside.around(box)
        return inks


def placed_lines(outline: Outline, here: Matrix) -> Iterator[tuple[Box, Polygon]]:
    """Yield the polygons of an outline on the side, each with a box around it."""
    if here is IDENTITY:
        yield from zip(outline.boxes, outline.polygons, strict=True)
        return
    for polygon in outline.polygons:
        points = [here.apply(x, y) for x, y in polygon]
        yield box_around(points), points


def lines_in(points: Polygon, box: Box) -> Iterator[tuple[Point, Point]]:
    """Yield the straight pieces of a polygon that may come into a box."""
    left, top, right, bottom = box
    for a, b in pairwise(points):
        (ax, ay), (bx, by) = a, b
        if (
            (ax >= left or bx >= left)
            and (ax <= right or bx <= right)
            and (ay >= top or by >= top)
            and (ay <= bottom or by <= bottom)
        ):
            yield a, b


def _meet(one: Box, other: Box) -> bool:
    return one[0] <= other[2] and one[2] >= other[0] and one[1] <= other[3] and one[3] >= other[1]


def seen(inks: Sequence[Ink], x: float, y: float) -> Color:
    """Return the colour at a point; the inks are in painting order.

    Raises UnknownGroundError at a picture.
    """
    return colors_at([ink.layer for ink in reversed(inks)], [(x, y)])[0]
