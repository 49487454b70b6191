"""A QR code must be large and dark enough for a camera, with a free margin."""

from collections.abc import Iterator

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.geometry import Matrix, Point
from cardgen.core.style import Color
from cardgen.frame import Region, RegionKind, Text
from cardgen.frame.reach import boxes_meet, contains, to_box
from cardgen.proof import problems
from cardgen.proof.background import UnknownGroundError, letters_box, point_color
from cardgen.proof.runner import Evidence, rule

LEAST_MM = 0.33
QUIET = 4
LEAST_DIFFERENCE = 0.4
"""As a share of the luminance of white: symbol contrast of grade C (ISO/IEC 15415, 7.8.3)."""
_SLACK = 0.005  # mm
_SAME = 0.15
"""The largest difference in luminance between the quiet zone and the ground of the code."""


@rule("qr")
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Check the size of the modules, the colours and the quiet zone of each QR code."""
    for item, matrix in evidence.items:
        if isinstance(item, Region) and item.kind is RegionKind.MACHINE_READ and item.note:
            yield from _Code(item, matrix, evidence).findings()


class _Code:
    def __init__(self, region: Region, matrix: Matrix, evidence: Evidence) -> None:
        self.location = Location.of(region.stamp)
        self.evidence = evidence
        self.matrix = matrix
        self.box = region.rect
        self.modules = int(region.note.removeprefix("modules="))
        self.module = region.rect.width / self.modules
        self.zone = to_box(matrix.apply_rect(region.rect.grow(QUIET * self.module)))
        self.layers = list(evidence.painted_side.layers_under(self.zone))

    def findings(self) -> Iterator[Diagnostic]:
        """Report the faults of the code."""
        size = self.module * self.matrix.scale
        if size < LEAST_MM - _SLACK:
            needed_size = (self.modules + 2 * QUIET) * LEAST_MM
            yield problems.qr_too_small(self.location, size, LEAST_MM, needed_size)
        try:  # the corner of a finder pattern, and the light ring inside
            dark, light = self._color(0, 0), self._color(1, 1)
        except UnknownGroundError:
            yield problems.qr_crowded(self.location, "a picture", QUIET)
            return
        difference = light.luminance - dark.luminance
        if difference < LEAST_DIFFERENCE:
            yield problems.qr_contrast(self.location, dark.hex, light.hex, difference < 0)
        obstacle = self._find_obstacle(light)
        if obstacle:
            yield problems.qr_crowded(self.location, obstacle, QUIET)

    def _color(self, column: int, row: int) -> Color:
        return point_color(self.layers, *self._point(column, row))

    def _point(self, column: int, row: int) -> Point:
        """Return the centre of a module on the side."""
        x = self.box.x + (column + 0.5) * self.module
        return self.matrix.apply(x, self.box.y + (row + 0.5) * self.module)

    def _find_obstacle(self, light: Color) -> str:
        """Describe an obstacle in the quiet zone; empty if the zone is clear."""
        if not contains(to_box(self.evidence.frame.bleed_rect), self.zone, _SLACK):
            return "the edge of the card"
        for item, matrix in self.evidence.items:
            if isinstance(item, Text) and boxes_meet(
                to_box(matrix.apply_rect(letters_box(item))), self.zone
            ):
                return "text"
        last = self.modules + QUIET
        for column in range(-QUIET, last):
            for row in range(-QUIET, last):
                if 0 <= column < self.modules and 0 <= row < self.modules:
                    continue
                try:
                    color = self._color(column, row)
                except UnknownGroundError:
                    return "a picture"
                if abs(color.luminance - light.luminance) > _SAME:
                    return "another colour"
        return ""
