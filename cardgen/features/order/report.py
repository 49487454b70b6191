"""What an order consists of and what is doubtful about its sides, for people and for programs."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from cardgen.assets.library import KeyedAssets
from cardgen.backend.press.profile import read_profile
from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.registry import plural
from cardgen.core.units import MM_PER_INCH
from cardgen.features.order import problems
from cardgen.features.order.fitting import NEAR, Choice, named
from cardgen.features.order.planning import OrderPlan, OrderProject
from cardgen.features.order.reading import Service, measured
from cardgen.features.order.wares import Ware
from cardgen.frame import Frame, Image
from cardgen.model.formats import Limits
from cardgen.pipeline.results import SideResult, merge
from cardgen.proof.runner import proof_placed
from cardgen.template.stamps import TagPlaces

_ZONE, _SMALL = "safe-zone", "small-type"


Finding = tuple[str, Location | None]
"""A code, and the place that has it."""


def check_part(
    choice: Choice,
    frames: Mapping[str, Frame],
    service: Service,
    library: KeyedAssets,
    known: Collection[Finding],
    places: TagPlaces,
) -> tuple[Choice, list[Diagnostic]]:
    """Complete a choice with what its sides keep of the service's safe zone and resolution.

    ``known`` are findings that need not be told once more.
    """
    if choice.fit is None:
        return choice, []
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
    checked = replace(
        choice,
        nearest=round(min(near), 2) if near else None,
        coarsest=round(coarsest) if coarsest < math.inf else None,
    )
    return checked, merge(results, places)


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


TEXT, DOCUMENT = "report.txt", "report.json"
FORMAT = 1
_LEAST_MM = 0.01


def document(plan: OrderPlan, files: Mapping[str, str], finished: bool) -> bytes:
    """Write the report for programs; ``files`` are digests by path.

    Before the files are made it says so and names them, which tells what is ours.
    """
    service = plan.service
    content = {
        "format": FORMAT,
        "finished": finished,
        "game": {"id": plan.game.id, "title": plan.game.title, "version": plan.game.version},
        "service": {"id": service.id, "name": service.name, "site": service.site},
        "projects": [
            {"product": one.product.id, "count": one.count, "designs": len(one.lines)}
            for one in plan.projects
        ],
        "parts": [_part(choice, service) for choice in plan.choices],
        "left_out": [
            {
                "component": one.ware.component,
                "kind": one.ware.kind,
                "size_mm": [one.ware.size.width, one.ware.size.height],
                "count": one.ware.count,
                "reason": one.reason,
                "nearest": one.nearest,
            }
            for one in plan.left_out
        ],
        "not_printed": list(plan.not_printed),
        "missing": list(missing(service)),
        "next": list(service.next),
        "sources": [
            {"said": one.said, "date": one.date.isoformat()} for one in service.sources.values()
        ],
        "files": [{"path": path, "sha256": files[path]} for path in sorted(files)],
    }
    return (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode()


def lines(plan: OrderPlan) -> Iterator[str]:
    """Say the same to people, without the files."""
    service = plan.service
    for number, project in enumerate(plan.projects, 1):
        several = service.copies == "slots" and len(plan.projects) > 1
        name = f"project {number}: " if several else ""
        yield f"{name}{_projected(project, service)}"
    alike: dict[tuple[str, ...], list[str]] = {}
    for choice in plan.choices:
        part = f"{choice.ware.component}, {_counted(choice.ware)}"
        alike.setdefault(tuple(_wording(choice)), []).append(part)
    for wording, parts in alike.items():
        yield ""
        yield from parts
        yield from (f"  {line}" for line in wording)
    if plan.left_out or plan.not_printed:
        yield ""
    for one in plan.left_out:
        yield f"left out: {one.ware.component}, {_counted(one.ware)}: {one.why}"
    if plan.not_printed:
        yield f"not printed by {service.name}: {', '.join(plan.not_printed)}"
    yield ""
    if _keeps_ink_limit(service):
        yield f"the ink sum is {service.ink_limit} % at most"
    yield from (f"still to do: {step}" for step in missing(service))
    yield from (f"next: {step}" for step in service.next)


def text(plan: OrderPlan) -> bytes:
    """Write the report for people."""
    game, service = plan.game, plan.service
    version = f", version {game.version}" if game.version else ""
    head = [f"{game.title}{version}, for {service.name}", ""]
    sources = service.sources.values()
    figures = [f"figures: {one.said} ({one.date.isoformat()})" for one in sources]
    return ("\n".join([*head, *lines(plan), "", *figures]) + "\n").encode()


def missing(service: Service) -> Iterator[str]:
    """Say what a service asks of a file that cardgen's does not have."""
    if service.file != "pdf":
        return
    if service.colour == "cmyk" and service.press is None:
        yield "the PDF is in RGB; the service prints from CMYK"
    if service.ink_limit is not None and not _keeps_ink_limit(service):
        yield (
            f"the ink sum may be {service.ink_limit} % at most: build for a press, and measure it "
            f"with `cardgen preflight GAME --ink-limit {service.ink_limit}`"
        )
    if service.outlines:
        yield "fonts are embedded; the service asks for outlines"


def _keeps_ink_limit(service: Service) -> bool:
    """Whether files are written for a press that takes no more ink than the service allows."""
    if service.ink_limit is None or service.press is None:
        return False
    return read_profile(service.profile).limit <= service.ink_limit


def _part(choice: Choice, service: Service) -> dict[str, Any]:
    ware, product, fit = choice.ware, choice.product, choice.fit
    facts: dict[str, Any] = {
        "component": ware.component,
        "kind": ware.kind,
        "product": product.id,
        "count": ware.count,
        "designs": len(ware.pieces),
        "without_back": ware.without_back,
        "size_mm": [ware.size.width, ware.size.height],
        "source": service.sources[product.source].said,
    }
    if fit is None:
        return facts | {"complete": False, "canvas_px": product.canvas, "holds": product.cards}
    return facts | {
        "trim_mm": [fit.trim.width, fit.trim.height],
        "canvas_px": product.canvas,
        "dpi": service.dpi,
        "scale": round(fit.scale, 5),
        "turned": fit.turned,
        "bleed_inside_cut_mm": fit.inside,
        "bleed_mm": ware.bleed,
        "bleed_asked_mm": [product.margins.left, product.margins.top],
        "bleed_repeated_mm": fit.short,
        "safe_mm": product.safe,
        "nearest_to_cut_mm": choice.nearest,
        "keeps_safe_zone": choice.nearest is None,
        "coarsest_picture_dpi": choice.coarsest,
    }


def _wording(choice: Choice) -> Iterator[str]:
    """Describe the product of a part, and how its sides were fitted to that."""
    product, fit = choice.product, choice.fit
    if fit is None:
        yield f"as `{product.id}`, for {plural(product.cards, 'card')}"
        yield "where its panels lie says the service's own template: put these pictures on it"
        return
    how = "at its own size"
    if abs(fit.percent) >= _LEAST_MM:
        how = f"drawn {abs(fit.percent):.2f} % {'larger' if fit.percent > 0 else 'smaller'}"
    yield f"as {named(product)}: {how}{', turned by a quarter' if fit.turned else ''}"
    across, along = fit.inside
    where = [("left and right", across), ("top and bottom", along)]
    strips = [f"{mm:.2f} mm at {side}" for side, mm in where if mm >= _LEAST_MM]
    if strips:
        yield f"the cut leaves a strip of bleed: {' and '.join(strips)}"
    if fit.repeated >= _LEAST_MM:
        yield f"canvas filled; its outermost {fit.repeated:.2f} mm repeat the bleed's edge"
    else:
        yield "canvas filled"
    if choice.nearest is None:
        yield f"safe zone of {product.safe:g} mm kept"
    else:
        near = f"{choice.nearest:.2f} mm from" if choice.nearest >= 0 else "beyond"
        yield f"something ends {near} the cut, inside the safe zone of {product.safe:g} mm"
    if choice.coarsest is not None:
        yield f"pictures from {choice.coarsest:.0f} dpi"
    if choice.ware.kind == "deck" and choice.ware.without_back:
        yield f"{plural(choice.ware.without_back, 'card')} with a white back"


def _projected(project: OrderProject, service: Service) -> str:
    product = project.product
    size = product.measures
    if product.canvas is not None and service.file == "png":
        size += f", {product.canvas[0]} × {product.canvas[1]} pixels"
    count = plural(project.count, "card" if product.kind == "deck" else "piece")
    designs = plural(len(project.lines), "design")
    return f"{product.title} (`{product.id}`), {size}: {count}, {designs}"


def _counted(ware: Ware) -> str:
    match ware.kind:
        case "deck":
            return f"{plural(ware.count, 'card')} of {measured(ware.size)}"
        case "booklet":
            return f"{plural(len(ware.pieces), 'page')} of {measured(ware.size)}"
        case "board":
            return measured(ware.size)
        case "box":
            return f"for {plural(ware.cards, 'card')}"
    return f"{ware.count} {ware.shape} of {measured(ware.size)}"
