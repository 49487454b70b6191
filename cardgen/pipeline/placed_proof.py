"""Checks sides at their positions on a product of another size."""

import math
from collections.abc import Iterable, Mapping

from msgspec import Struct

from cardgen.assets.library import Library
from cardgen.core.diagnostics import Diagnostic
from cardgen.core.side_id import SideId
from cardgen.core.units import MM_PER_INCH
from cardgen.frame import Frame, Image
from cardgen.impose.fitting import Fit
from cardgen.model.formats import Limits
from cardgen.pipeline.game_build import GameBuild
from cardgen.pipeline.results import SideResult, merge
from cardgen.proof.runner import proof_on_piece

_ZONE, _SMALL = "safe-zone", "small-type"


class PlacedSides(Struct, frozen=True):
    """The result of the check.

    ``nearest`` is the smallest distance to the cut, in mm, of items outside the safe zone, or None
    if there are none. ``coarsest`` is the lowest resolution of a picture in dpi, or None if there
    are no pictures.
    """

    nearest: float | None
    coarsest: float | None
    diagnostics: list[Diagnostic]


def proof_placed_sides(
    build: GameBuild,
    sides: Mapping[SideId, bool],
    fit: Fit,
    safe: float,
    note: str,
    findings: Iterable[Diagnostic],
) -> PlacedSides:
    """Check the safe zone, the resolution of pictures and, for scaled-down sides, the type size.

    ``sides`` maps each side to whether it is a back. Each new diagnostic gets the ``note``;
    diagnostics that are already in ``findings`` are not repeated.
    """
    reported = {(diagnostic.code, diagnostic.location) for diagnostic in findings}
    results: list[SideResult] = []
    coarsest = math.inf
    near: list[float] = []
    limits, library = Limits(safe), build.library
    frames = build.product_request([]).frames
    for id, back in sides.items():
        frame, matrix = frames[id], fit.matrix(back)
        diagnostics = proof_on_piece(_ZONE, frame, matrix, fit.trim, limits, library)
        near += [diagnostic.rank for diagnostic in diagnostics]
        if fit.scale < 1:
            diagnostics += proof_on_piece(_SMALL, frame, matrix, fit.trim, limits, library)
        diagnostics = build.places.locate(diagnostics)
        new = tuple(
            diagnostic.with_note(note)
            for diagnostic in diagnostics
            if (diagnostic.code, diagnostic.location) not in reported
        )
        results.append(SideResult(id, None, {}, new))
        coarsest = min(coarsest, _coarsest(frame, fit.scale, library))
    return PlacedSides(
        round(min(near), 2) if near else None,
        round(coarsest) if coarsest < math.inf else None,
        merge(results, build.places),
    )


def _coarsest(frame: Frame, scale: float, library: Library) -> float:
    """Return the lowest resolution of the pictures in a scaled Frame, in dpi."""
    if not frame.is_pictured:
        return math.inf
    resolutions_dpi = [math.inf]
    for item, matrix in frame.walk():
        if isinstance(item, Image):
            picture = library.picture_by_key(item.asset)
            width = item.rect.width * matrix.scale * scale
            if width > 0:
                resolutions_dpi.append(picture.width_px / width * MM_PER_INCH)
    return min(resolutions_dpi)
