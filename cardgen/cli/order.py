"""``cardgen order``: the exact files of a printing service."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardgen.cli.options import (
    Progress,
    Settings,
    jobs_option,
    optional_game_argument,
    strict_option,
    with_settings,
)
from cardgen.cli.report import Report, filled_text

if TYPE_CHECKING:
    from cardgen.features.order.order import OrderReport
    from cardgen.products.orders.service import Service


@click.command()
@optional_game_argument
@click.option("--service", metavar="NAME", help="The printing service: mpc, tgc, …; see --list.")
@click.option(
    "--product",
    metavar="NAME",
    help="What to order decks as; by default what is nearest to their size.",
)
@click.option(
    "--deck",
    "decks",
    multiple=True,
    metavar="NAME",
    help="Order only this deck; may be repeated. By default all that the service prints.",
)
@click.option(
    "--to",
    type=click.Path(file_okay=False, path_type=Path, resolve_path=True),
    metavar="DIR",
    help="The folder to write; by default output/GAME/orders/NAME.",
)
@click.option("--list", "listing", is_flag=True, help="Show all services, or what one prints.")
@jobs_option
@strict_option
@with_settings
def command(
    settings: Settings,
    game: str | None,
    service: str | None,
    product: str | None,
    decks: tuple[str, ...],
    to: Path | None,
    listing: bool,
    jobs: int | None,
    strict: bool,
) -> int:
    """Write the files that a printing service wants of a GAME.

    Pictures or PDFs at exactly its size and bleed, fronts and backs, lists with numbers of copies,
    and a report of how sides were fitted and what could not be. Nothing is uploaded.
    """
    if listing:
        return _list_services(settings, service)
    if game is None or service is None:
        raise click.UsageError(
            "name a game and a service: cardgen order GAME --service NAME; "
            "`cardgen order --list` shows the services"
        )
    root = settings.root
    from cardgen.features.order.order import OrderRequest, order
    from cardgen.features.order.report import text

    request = OrderRequest(root, game, service, product, decks, to, jobs)
    with Progress(settings) as progress:
        done = order(request, progress)
    report = Report(settings)
    report.show_text(
        _document(done),
        "order",
        plan=done.plan,
        folder=done.folder,
        written=done.written,
        report=partial(text, done.plan, whole=False),
        verbose=settings.verbose,
    )
    return report.finish(done.diagnostics, strict=strict)


def _document(done: OrderReport) -> dict[str, Any]:
    plan, written = done.plan, done.written
    return {
        "id": plan.game.id,
        "title": plan.game.title,
        "service": plan.service.id,
        "folder": done.folder,
        "files": list(written.files),
        "made": list(written.made),
        "removed": list(written.removed),
    }


def _list_services(settings: Settings, name: str | None) -> int:
    from cardgen.products.orders.reading import service_named, services

    root, report = settings.root_or_none, Report(settings)
    known = services(root) if name is None else {name: service_named(name, root)}
    if report.as_json:
        described = [_described(service) for service in known.values()]
        report.document(described if name is None else described[0])
    elif name is None:
        report.result(filled_text("services", services=known))
    else:
        report.result(filled_text("service", service=known[name]))
    return 0


def _described(service: Service) -> dict[str, Any]:
    return {
        "id": service.id,
        "name": service.name,
        "site": service.site,
        "file": service.file,
        "products": [
            {
                "id": one.id,
                "title": one.title,
                "kind": one.kind,
                "trim_mm": one.trim,
                "canvas_px": one.canvas,
                "safe_mm": one.safe,
                "source": service.sources[one.source].citation,
                "date": service.sources[one.source].date.isoformat(),
            }
            for one in service.products
        ],
    }
