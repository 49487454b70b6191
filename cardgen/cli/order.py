"""``cardgen order``: export a game for a printing service."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardgen.cli.headings import CARDS, OUTPUT, PRODUCTS, Command, option
from cardgen.cli.options import (
    Settings,
    jobs_option,
    optional_game_argument,
    strict_option,
    with_settings,
)
from cardgen.cli.report import Report, filled_text
from cardgen.cli.terminal import Progress

if TYPE_CHECKING:
    from cardgen.features.order.order import OrderReport
    from cardgen.products.orders.service import Service


@click.command(cls=Command)
@optional_game_argument
@option(
    "--service", metavar="NAME", heading=PRODUCTS, help="Printing service: mpc, tgc, …; see --list."
)
@option(
    "--product",
    metavar="NAME",
    heading=PRODUCTS,
    help="Product of the service for decks; the default is the nearest in size.",
)
@option(
    "--deck",
    "decks",
    multiple=True,
    metavar="NAME",
    heading=CARDS,
    help="Export only this deck; may be repeated. The default is everything the service prints.",
)
@option(
    "--to",
    "folder",
    type=click.Path(file_okay=False, path_type=Path, resolve_path=True),
    metavar="DIR",
    heading=OUTPUT,
    help="Folder of the files; the default is output/GAME/orders/SERVICE.",
)
@option(
    "--list",
    "listing",
    is_flag=True,
    heading=PRODUCTS,
    help="List all services; with --service, the products of one.",
)
@jobs_option
@strict_option
@with_settings
def command(
    settings: Settings,
    game: str | None,
    service: str | None,
    product: str | None,
    decks: tuple[str, ...],
    folder: Path | None,
    listing: bool,
    jobs: int | None,
    strict: bool,
) -> int:
    """Export a game in the format of a printing service.

    Writes pictures or PDFs in the size and bleed of the service, fronts and backs, lists with the
    numbers of copies, and a report of scaled and omitted parts. You upload the files yourself.
    """
    if listing:
        return _list_services(settings, service)
    if service is None:
        raise click.UsageError(
            "name a printing service: add --service NAME; `cardgen order --list` lists them"
        )
    root, game = settings.root, settings.one_game((game,) if game else ())
    from cardgen.features.order.order import OrderRequest, order
    from cardgen.features.order.report import text

    request = OrderRequest(root, game, service, product, decks, folder, jobs)
    with Progress(settings) as progress:
        result = order(request, progress)
    report = Report(settings)
    report.show_text(
        _document(result),
        "order",
        plan=result.plan,
        folder=result.folder,
        written=result.files,
        report=partial(text, result.plan, full=False),
        verbose=settings.verbose,
    )
    return report.finish(result.diagnostics, strict=strict)


def _document(result: "OrderReport") -> dict[str, Any]:
    plan, written_files = result.plan, result.files
    return {
        "id": plan.game.id,
        "title": plan.game.title,
        "service": plan.service.id,
        "folder": result.folder,
        "files": list(written_files.files),
        "made": list(written_files.made),
        "removed": list(written_files.removed),
    }


def _list_services(settings: Settings, name: str | None) -> int:
    from cardgen.products.orders.reading import service_named, services

    root, report = settings.root_or_none, Report(settings)
    services_by_id = services(root) if name is None else {name: service_named(name, root)}
    if report.as_json:
        described = [_describe_service(service) for service in services_by_id.values()]
        report.document(described if name is None else described[0])
    elif name is None:
        report.result(filled_text("services", services=services_by_id))
    else:
        report.result(filled_text("service", service=services_by_id[name]))
    return 0


def _describe_service(service: "Service") -> dict[str, Any]:
    return {
        "id": service.id,
        "name": service.name,
        "site": service.site,
        "file": service.file,
        "products": [
            {
                "id": product.id,
                "title": product.title,
                "kind": product.kind,
                "trim_mm": product.trim,
                "canvas_px": product.canvas,
                "safe_mm": product.safe,
                "source": service.sources[product.source].citation,
                "date": service.sources[product.source].date.isoformat(),
            }
            for product in service.products
        ],
    }
