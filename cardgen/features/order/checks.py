"""What is doubtful about sides on the products that they are ordered as."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct

from cardgen.assets.keyed import KeyedAssets
from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.units import MM_PER_INCH
from cardgen.features.order import problems
from cardgen.features.order.fitting import NEAR
from cardgen.features.order.matching import Choice, named
from cardgen.features.order.table import Service
from cardgen.features.order.wares import Ware
from cardgen.frame import Frame, Image
from cardgen.model.formats import Limits
from cardgen.pipeline.results import SideResult, merge
from cardgen.proof.runner import proof_placed
from cardgen.template.stamps import TagPlaces

_ZONE, _SMALL = "safe-zone", "small-type"


Finding = tuple[str, Location | None]
"""A code, and the place that has it."""


class CheckedPart(Struct, frozen=True):
    """What was found out about one part of an order.

    ``nearest`` is how near to the cut something comes that should not, in mm, None if all keeps
    the service's safe zone; ``coarsest`` the lowest resolution of a picture, None without any.
    """

    found: tuple[Diagnostic, ...] = ()
    nearest: float | None = None
    coarsest: float | None = None


def check_part(
    choice: Choice,
    frames: Mapping[str, Frame],
    service: Service,
    library: KeyedAssets,
    known: Collection[Finding],
    places: TagPlaces,
) -> CheckedPart:
    """Hold the sides of a part against the service's safe zone and resolution.

    ``known`` are findings that need not be told once more.
    """
    if choice.fit is None:
        return CheckedPart()
    ware, fit = choice.ware, choice.fit
    results: list[SideResult] = []
    coarsest = math.inf
    near: list[float] = []
    limits = Limits(choice.product.safe)
    note = f"on {named(choice.product)} of {service.name}"
    for id, back in _sides(ware):
        frame, matrix = frames[id], fit.matrix(back)
        seen = proof_placed(_ZONE, frame, matrix, fit.trim, limits, library)
        near += [one.rank for one in seen]
        if fit.scale < 1:
            seen += proof_placed(_SMALL, frame, matrix, fit.trim, limits, library)
        seen = places.located(seen)
        new = tuple(one.with_note(note) for one in seen if (one.code, one.at) not in known)
        results.append(SideResult(id, None, {}, new))
        coarsest = min(coarsest, _coarsest(frame, fit.scale, library))
    return CheckedPart(
        tuple(merge(results, places)),
        round(min(near), 2) if near else None,
        round(coarsest) if coarsest < math.inf else None,
    )


def _sides(ware: Ware) -> Iterator[tuple[str, bool]]:
    """Yield the ids of all different sides, and whether each is a back."""
    sides = {piece.face: False for piece in ware.pieces}
    sides |= {piece.back: True for piece in ware.pieces if piece.back is not None}
    yield from sides.items()


def _coarsest(frame: Frame, scale: float, library: KeyedAssets) -> float:
    """Return the lowest resolution of a picture in a Frame as it is printed, in dpi."""
    if not frame.is_pictured:
        return math.inf
    found = [math.inf]
    for item, matrix in frame.walk():
        if isinstance(item, Image):
            picture = library.picture_by_key(item.asset)
            width = item.rect.width * matrix.scale * scale
            if width > 0:
                found.append(picture.width_px / width * MM_PER_INCH)
    return min(found)


def check_fit(choice: Choice) -> Diagnostic | None:
    """Return what is wrong with the size of a part: an error where its artwork ends too early."""
    ware, fit, product = choice.ware, choice.fit, named(choice.product)
    if fit is None:
        return None
    if not fit.reaches:
        needed = math.ceil(fit.needed * 10) / 10
        return problems.bleed_too_small(
            ware.at, ware.component, product, fit.bleed_given, fit.repeated, needed
        )
    if abs(fit.scale - 1) > NEAR:
        return problems.scaled_much(ware.at, ware.component, product, fit.percent)
    return None
