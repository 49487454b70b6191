"""Write the files for a printing service, as `cardgen order` does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from itertools import groupby
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cardgen.api import BuildRequest, PrintOptions, Progress, open_game
from cardgen.core.diagnostics import (
    Diagnostic,
    Diagnostics,
    OutputError,
    Severity,
    relative,
)
from cardgen.core.fingerprint import digest
from cardgen.features.order import problems
from cardgen.features.order.files import write_order
from cardgen.features.order.fitting import Choice, LeftOut, choose, choose_box
from cardgen.features.order.listing import lists_of
from cardgen.features.order.planning import OrderedFiles, OrderPlan, projects
from cardgen.features.order.reading import Service, ServiceProduct, services
from cardgen.features.order.report import TEXT, check_fit, check_part, text
from cardgen.model.components.deck import decks_named
from cardgen.model.components.table import VirtualTable
from cardgen.model.game import Game
from cardgen.model.problems import refuse_unknown
from cardgen.pipeline.ledger import Ledger
from cardgen.pipeline.output_files import WrittenFiles
from cardgen.pipeline.output_lock import locked
from cardgen.products.wares import KINDS, Ware, wares

FOLDER = "orders"
LONGEST = 100  # characters of the name of a folder, before it is cut
LAID_OUT = 0.4  # of the time that an order takes, for the progress bar


class OrderReport(Struct, frozen=True):
    """The order, and the files that were written; ``folder`` is its name in messages."""

    plan: OrderPlan
    folder: str
    written: WrittenFiles
    diagnostics: Diagnostics


class OrderRequest(Struct, frozen=True):
    """An order of a game from a service.

    ``product`` is the product to order decks as, by default the nearest in size. ``decks`` are the
    decks to order, by default all of them and every other component that the service prints.
    ``to`` is the folder to write, by default ``output/<game>/orders/<service>/``; some decks have
    one of their own beside it. ``jobs`` is the number of processes.
    """

    root: Path
    game: str
    service: str
    product: str | None = None
    decks: tuple[str, ...] = ()
    to: Path | None = None
    jobs: int | None = None


def service_named(name: str, root: Path | None) -> Service:
    """Return a service; raises ModelError for an unknown one."""
    table = services(root)
    refuse_unknown("printing service", (name,), table, "services")
    return table[name]


def order(request: OrderRequest, progress: Progress | None = None) -> OrderReport:
    """Write an order; raises CardgenError, and then nothing has been written."""
    root = request.root
    service = service_named(request.service, root)
    asked = _asked(service, request.product)
    products = tuple(product for _, product, _ in KINDS.values())
    options = PrintOptions(products, outlines=service.outlines, inset=0.0)
    build_request = BuildRequest(root, (request.game,), options)
    found: list[Diagnostic] = []
    with open_game(build_request, request.game, request.jobs) as build:
        game = build.game
        tell = _share(progress, game.title)
        shown, not_printed = _shown(game, service, request.decks)
        build.lay_out(shown, drawn=True, tell=lambda share: tell(LAID_OUT * share))
        build.refuse_errors()
        found += build.diagnostics
        wanted = build.product_request(found)
        choices, left_out = _chosen(service, asked, wares(game, shown, wanted.sides))
        plan = OrderPlan(
            game, service, choices, left_out, not_printed, tuple(projects(service, choices))
        )
        found += _findings(plan)
        checked = [check_part(one, build, service, found) for one in plan.choices]
        found += [warning for _, warnings in checked for warning in warnings]
        plan = replace(plan, choices=tuple(choice for choice, _ in checked))
        described = OrderedFiles(plan, wanted).artifacts()
        lists = {**lists_of(plan), TEXT: text(plan).encode()}
        ledger = _ledger(request, build_request)
        with locked(build_request.folder, lambda: None, relative(build_request.folder, root)):
            written = write_order(
                ledger,
                plan,
                described,
                lists,
                build,
                lambda share: tell(LAID_OUT + (1 - LAID_OUT) * share),
            )
    diagnostics = Diagnostics()
    diagnostics.extend(found)
    return OrderReport(plan, relative(ledger.folder, root), written, diagnostics)


def _asked(service: Service, name: str | None) -> ServiceProduct | None:
    """Return the product to order decks as; raises ModelError if the service does not sell it."""
    if name is None:
        return None
    cards = [one for one in service.products if one.kind == "deck" and one.shape == "rect"]
    product = service.product(name)
    if product not in cards:
        known = [one.id for one in cards]
        refuse_unknown("product", (name,), known, f"products of {service.name} for cards")
    return product


def _shown(
    game: Game, service: Service, decks: Collection[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the components to lay out, and those of kinds that the service does not print.

    Raises ModelError for unknown decks.
    """
    if decks:
        return tuple(deck.id for deck in decks_named(game, decks)), ()
    kinds = {product.kind for product in service.products}
    printed = tuple(one for kind, (_, _, one) in KINDS.items() if kind in kinds)
    shown = [id for id, one in game.components.items() if isinstance(one, printed)]
    things = [id for id, one in game.components.items() if not isinstance(one, VirtualTable)]
    return tuple(shown), tuple(id for id in things if id not in shown)


def _chosen(
    service: Service, asked: ServiceProduct | None, offered: Iterable[Ware]
) -> tuple[tuple[Choice, ...], tuple[LeftOut, ...]]:
    """Choose a product for each ware; only decks are never left out for lack of bleed."""
    choices: list[Choice] = []
    left_out: list[LeftOut] = []
    for ware in sorted(offered, key=lambda one: one.kind == "box"):  # last: they hold the decks
        box = ware.kind == "box"
        one = choose_box(ware, service, choices) if box else choose(ware, service, asked)
        fault = check_fit(one) if isinstance(one, Choice) and ware.kind != "deck" else None
        if fault is not None and fault.severity is Severity.ERROR:
            one = LeftOut(ware, fault.message)
        if isinstance(one, Choice):
            choices.append(one)
        else:
            left_out.append(one)
    return tuple(choices), tuple(left_out)


def _findings(plan: OrderPlan) -> list[Diagnostic]:
    """Return warnings; raises OutputError for artwork that ends too early, or an empty order."""
    service = plan.service
    decks = [one for one in plan.choices if one.ware.kind == "deck"]
    found = [fault for one in decks if (fault := check_fit(one)) is not None]
    errors = [fault for fault in found if fault.severity is Severity.ERROR]
    if errors:
        raise OutputError(*errors)
    if not plan.choices:
        notes = [f"{one.ware.component}: {one.why}" for one in plan.left_out]
        raise OutputError(problems.nothing_to_order(None, plan.game.id, service.name, notes))
    for ware, nearest in ((one.ware, one.nearest) for one in plan.left_out):
        if ware.kind == "deck" and nearest:
            size = ware.size.measures
            found.append(
                problems.nothing_of_that_size(ware.at, ware.component, size, service.name, nearest)
            )
    found += [
        problems.blank_backs(one.at, one.component, one.without_back, service.name)
        for one in (choice.ware for choice in decks)
        if one.without_back
    ]
    most = service.most_cards
    for product, group in groupby(plan.projects, lambda one: one.product.id):
        counts = [one.count for one in group]
        if len(counts) > 1 and most is not None:
            asked = (sum(counts), product, most, len(counts), service.name)
            found.append(problems.several_projects(None, *asked))
    return found


def _ledger(request: OrderRequest, build: BuildRequest) -> Ledger:
    """Return the ledger of an order: of some decks of a service, or of a folder of the user."""
    if request.to is not None:
        owner = f"order in {request.to}"
        return Ledger(build.folder, request.game, owner, elsewhere=request.to)
    name = "+".join((request.service, *sorted(set(request.decks))))
    if len(name) > LONGEST:
        name = f"{name[:LONGEST]}+{digest(name)[:8]}"
    return Ledger(build.folder, request.game, f"order {name}", f"{FOLDER}/{name}/")


def _share(tell: Progress | None, title: str) -> Callable[[float], None]:
    """Turn a share of the work into steps of a progress bar."""
    if tell is None:
        return lambda share: None
    return lambda share: tell(round(1000 * share), 1000, title)
