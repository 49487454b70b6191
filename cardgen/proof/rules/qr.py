"""A QR code must be large, dark and free enough for a camera."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.geometry import Matrix, Point
from cardgen.core.style import Color
from cardgen.frame import Region, RegionKind, Text
from cardgen.frame.reach import holds, meet, sides
from cardgen.proof import problems
from cardgen.proof.background import UnknownGroundError, letters_box, seen
from cardgen.proof.runner import Evidence, rule

LEAST_MM = 0.33
QUIET = 4
LEAST_DIFFERENCE = 0.4
"""Of the light that white gives back: grade C of symbol contrast (ISO/IEC 15415, 7.8.3)."""
_SLACK = 0.005  # mm
_SAME = 0.15
"""How much less light than the ground of the code the quiet zone may give back."""


@rule("qr")
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Measure the modules of each code, and look at the colours in it and around it."""
    for item, matrix in evidence.items:
        if isinstance(item, Region) and item.kind is RegionKind.MACHINE_READ and item.note:
            yield from _Code(item, matrix, evidence).findings()


class _Code:
    """One code on a side."""

    def __init__(self, region: Region, matrix: Matrix, evidence: Evidence) -> None:
        self.at = Location.of(region.stamp)
        self.evidence = evidence
        self.matrix = matrix
        self.box = region.rect
        self.modules = int(region.note.removeprefix("modules="))
        self.module = region.rect.width / self.modules
        self.zone = sides(matrix.apply_rect(region.rect.grow(QUIET * self.module)))
        self.inks = list(evidence.painted.under(self.zone))

    def findings(self) -> Iterator[Diagnostic]:
        """Yield what is wrong with the code."""
        size = self.module * self.matrix.scale
        if size < LEAST_MM - _SLACK:
            needed = (self.modules + 2 * QUIET) * LEAST_MM
            yield problems.qr_too_small(self.at, size, LEAST_MM, needed)
        try:  # the corner of a finder, and the light ring in it
            dark, light = self._color(0, 0), self._color(1, 1)
        except UnknownGroundError:
            yield problems.qr_crowded(self.at, "a picture lies", QUIET)
            return
        difference = light.luminance - dark.luminance
        if difference < LEAST_DIFFERENCE:
            yield problems.qr_contrast(self.at, dark.hex, light.hex, difference < 0)
        what = self._crowding(light)
        if what:
            yield problems.qr_crowded(self.at, what, QUIET)

    def _color(self, column: int, row: int) -> Color:
        return seen(self.inks, *self._point(column, row))

    def _point(self, column: int, row: int) -> Point:
        """Return the middle of a module on the side."""
        x = self.box.x + (column + 0.5) * self.module
        return self.matrix.apply(x, self.box.y + (row + 0.5) * self.module)

    def _crowding(self, light: Color) -> str:
        """Say what is in the quiet zone besides its ground; empty if nothing is."""
        if not holds(sides(self.evidence.frame.bleed_rect), self.zone, _SLACK):
            return "the edge of the card is"
        for item, matrix in self.evidence.items:
            if isinstance(item, Text) and meet(
                sides(matrix.apply_rect(letters_box(item))), self.zone
            ):
                return "text stands"
        last = self.modules + QUIET
        for column in range(-QUIET, last):
            for row in range(-QUIET, last):
                if 0 <= column < self.modules and 0 <= row < self.modules:
                    continue
                try:
                    color = self._color(column, row)
                except UnknownGroundError:
                    return "a picture lies"
                if abs(color.luminance - light.luminance) > _SAME:
                    return "something is drawn"
        return ""
