"""What an order consists of and what is doubtful about its sides, for people and for programs."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from cardgen.api import GameBuild
from cardgen.backend.press.profile import read_profile
from cardgen.core.diagnostics import Diagnostic
from cardgen.features.order import problems
from cardgen.features.order.fitting import Choice, named
from cardgen.features.order.planning import OrderPlan
from cardgen.features.order.reading import Service
from cardgen.impose.fitting import NEAR
from cardgen.pipeline.placed_proof import proof_placed_sides
from cardgen.template.pages import filled


def check_part(
    choice: Choice, build: GameBuild, service: Service, findings: Iterable[Diagnostic]
) -> tuple[Choice, list[Diagnostic]]:
    """Complete a choice with what its sides keep of the service's safe zone and resolution.

    The ``findings`` so far are not told once more.
    """
    if choice.fit is None:
        return choice, []
    note = f"on {named(choice.product)} of {service.name}"
    placed = proof_placed_sides(
        build, choice.ware.sides, choice.fit, choice.product.safe, note, findings
    )
    return replace(choice, nearest=placed.nearest, coarsest=placed.coarsest), placed.diagnostics


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


def text(plan: OrderPlan, whole: bool = True) -> str:
    """Say the same to people; without a head and the sources if it is not the ``whole`` report."""
    filters = {"named": named}
    template = Path(__file__).with_name("report.txt.j2")
    steps = list(missing(plan.service))
    kept = plan.service.ink_limit if _keeps_ink_limit(plan.service) else None
    data = filled(
        template, filters, plan=plan, missing=steps, ink=kept, least=_LEAST_MM, whole=whole
    )
    return data.decode()


def missing(service: Service) -> Iterator[str]:
    """Say what a service asks of a file that cardgen's does not have."""
    if service.file != "pdf":
        return
    if service.colour == "cmyk" and service.press is None:
        yield "the PDF is in RGB; the service prints from CMYK"
    if service.ink_limit is not None and not _keeps_ink_limit(service):
        yield (
            f"the ink sum may be {service.ink_limit} % at most: add `press` and a `profile` for so "
            "little ink to the table of this service"
        )


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
