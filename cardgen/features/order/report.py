"""The report on an order: its parts, and doubts about its sides, as text and as JSON."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardgen.products.orders.fitting import Choice
from cardgen.products.orders.planning import OrderPlan
from cardgen.products.orders.service import Service
from cardgen.template.pages import fill_template

TEXT, RECORD = "report.txt", "report.json"
FORMAT = 1
_LEAST_MM = 0.01


def document(plan: OrderPlan, files: Mapping[str, str], finished: bool) -> bytes:
    """Write the report as JSON; ``files`` are digests by path.

    An unfinished report is written before the files, so that the next order knows their names.
    """
    service = plan.service
    content = {
        "format": FORMAT,
        "finished": finished,
        "game": {"id": plan.game.id, "title": plan.game.title, "version": plan.game.version},
        "service": {"id": service.id, "name": service.name, "site": service.site},
        "projects": [
            {"product": project.product.id, "count": project.count, "designs": len(project.lines)}
            for project in plan.projects
        ],
        "parts": [_part(choice, service) for choice in plan.choices],
        "left_out": [
            {
                "component": part.ware.component,
                "kind": part.ware.kind,
                "size_mm": [part.ware.size.width, part.ware.size.height],
                "count": part.ware.count,
                "reason": part.reason,
                "nearest": part.nearest,
            }
            for part in plan.left_out
        ],
        "not_printed": list(plan.not_printed),
        "missing": list(service.shortcomings),
        "next": list(service.next),
        "sources": [
            {"said": source.citation, "date": source.date.isoformat()}
            for source in service.sources.values()
        ],
        "files": [{"path": path, "sha256": files[path]} for path in sorted(files)],
    }
    return (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode()


def text(plan: OrderPlan, full: bool = True) -> str:
    """Write the report as text; only the ``full`` report has a head and sources."""
    template = Path(__file__).with_name("report.txt.j2")
    data = fill_template(template, plan=plan, least=_LEAST_MM, whole=full)
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
