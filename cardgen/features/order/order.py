"""Writes the files for a printing service, for `cardgen order`."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cardgen.api import BuildRequest, GameBuild, Progress, open_game
from cardgen.core.diagnostics import Diagnostic, Diagnostics, relative
from cardgen.core.fingerprint import digest
from cardgen.features.order.report import RECORD, TEXT, document, text
from cardgen.pipeline.ledger import Ledger
from cardgen.pipeline.output_files import WrittenFiles
from cardgen.pipeline.placed_proof import proof_placed_sides
from cardgen.pipeline.recorded_files import FileRecord, write_with_record
from cardgen.products.orders.artifacts import KIND, OrderedFiles
from cardgen.products.orders.fitting import Choice
from cardgen.products.orders.listing import lists_of
from cardgen.products.orders.planning import OrderPlan, components_to_order, options_for, plan_order
from cardgen.products.orders.reading import service_named

FOLDER = "orders"
LONGEST = 100  # characters of the name of a folder, before it is cut
LAID_OUT = 0.4  # of the time that an order takes, for the progress bar


class OrderReport(Struct, frozen=True):
    """The order and its files; ``folder`` is the name of its folder in messages."""

    plan: OrderPlan
    folder: str
    files: WrittenFiles
    diagnostics: Diagnostics


class OrderRequest(Struct, frozen=True):
    """An order of a game at a service.

    ``product`` is the service's product for decks, by default the nearest in size. ``decks`` are
    the decks to order, by default all decks and all other components that the service prints.
    ``folder`` is by default ``output/<game>/orders/<service>/``, with the names of ``decks``
    appended. ``jobs`` is the number of processes.
    """

    root: Path
    game: str
    service: str
    product: str | None = None
    decks: tuple[str, ...] = ()
    folder: Path | None = None
    jobs: int | None = None


def order(request: OrderRequest, progress: Progress | None = None) -> OrderReport:
    """Write the files of an order; raises CardgenError before any file is written."""
    root = request.root
    service = service_named(request.service, root)
    deck_product = service.deck_product(request.product)
    build_request = BuildRequest(root, (request.game,), options_for(service))
    findings: list[Diagnostic] = []
    with open_game(build_request, request.game, request.jobs) as build:
        components, not_printed = components_to_order(build.game, service, request.decks)
        tell = _share(progress, build.game.title)
        build.lay_out(components, drawn=True, report_progress=lambda share: tell(LAID_OUT * share))
        if build.broken_components.issuperset(components):
            build.refuse_errors()
        findings += build.diagnostics
        sides = build.product_request(findings)
        plan, warnings = plan_order(sides, service, components, not_printed, deck_product)
        findings += warnings
        plan, warnings = _check_sides(plan, build, findings)
        findings += warnings
        ledger = _ledger(request, build_request)
        written = write_with_record(
            build,
            ledger,
            OrderedFiles(plan, sides).artifacts(),
            {**lists_of(plan), TEXT: text(plan).encode()},
            FileRecord(RECORD, KIND, partial(document, plan)),
            lambda share: tell(LAID_OUT + (1 - LAID_OUT) * share),
        )
    diagnostics = Diagnostics()
    diagnostics.extend(findings)
    return OrderReport(plan, relative(ledger.folder, root), written, diagnostics)


def _check_sides(
    plan: OrderPlan, build: GameBuild, findings: Iterable[Diagnostic]
) -> tuple[OrderPlan, list[Diagnostic]]:
    """Add to each choice the measured safe zone and resolution of its sides.

    Returns also the warnings, except those already in ``findings``.
    """
    choices: list[Choice] = []
    warnings: list[Diagnostic] = []
    for choice in plan.choices:
        if choice.fit is not None:
            note = f"on {choice.product.label} of {plan.service.name}"
            proof = proof_placed_sides(
                build, choice.ware.sides, choice.fit, choice.product.safe, note, findings
            )
            choice = replace(choice, nearest=proof.nearest, coarsest=proof.coarsest)
            warnings += proof.diagnostics
        choices.append(choice)
    return replace(plan, choices=tuple(choices)), warnings


def _ledger(request: OrderRequest, build: BuildRequest) -> Ledger:
    if request.folder is not None:
        owner = f"order in {request.folder}"
        return Ledger(build.folder, request.game, owner, elsewhere=request.folder)
    name = "+".join((request.service, *sorted(set(request.decks))))
    if len(name) > LONGEST:
        name = f"{name[:LONGEST]}+{digest(name)[:8]}"
    return Ledger(build.folder, request.game, f"order {name}", f"{FOLDER}/{name}/")


def _share(tell: Progress | None, title: str) -> Callable[[float], None]:
    if tell is None:
        return lambda share: None
    return lambda share: tell(round(1000 * share), 1000, title)
