"""What an order consists of and what is doubtful about its sides, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardgen.products.orders.fitting import Choice
from cardgen.products.orders.planning import OrderPlan
from cardgen.products.orders.service import Service
from cardgen.template.pages import filled

TEXT, RECORD = "report.txt", "report.json"
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
        "missing": list(service.shortcomings),
        "next": list(service.next),
        "sources": [
            {"said": one.citation, "date": one.date.isoformat()} for one in service.sources.values()
        ],
        "files": [{"path": path, "sha256": files[path]} for path in sorted(files)],
    }
    return (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode()


def text(plan: OrderPlan, whole: bool = True) -> str:
    """Say the same to people; without a head and the sources if it is not the ``whole`` report."""
    template = Path(__file__).with_name("report.txt.j2")
    data = filled(template, plan=plan, least=_LEAST_MM, whole=whole)
    return data.decode()


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
        "source": service.sources[product.source].citation,
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
