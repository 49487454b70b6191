"""Plan an order: the parts of a game that a service prints, and the projects that have them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, OutputError, Severity
from cardgen.model.components.deck import decks_named
from cardgen.model.components.table import VirtualTable
from cardgen.model.game import Game
from cardgen.products.options import PrintOptions
from cardgen.products.orders import problems
from cardgen.products.orders.fitting import Choice, LeftOut, check_fit, choose_all
from cardgen.products.orders.service import Service, ServiceProduct
from cardgen.products.request import ProductRequest
from cardgen.products.wares import KINDS, Piece, wares


class OrderLine(Struct, frozen=True):
    """A design in a project: ``first`` is its first slot, ``count`` how many slots it takes.

    ``front`` and ``back`` are paths of pictures, empty where PDFs are made; ``back`` also where
    only one side is printed.
    """

    choice: Choice
    piece: Piece
    first: int
    count: int
    front: str
    back: str

    @property
    def slots(self) -> range:
        """The slots of a project, from 0, that show the design."""
        return range(self.first, self.first + self.count)


class OrderProject(Struct, frozen=True):
    """As many pieces of one product as go into one project of the service."""

    product: ServiceProduct
    lines: tuple[OrderLine, ...]

    @property
    def count(self) -> int:
        """How many pieces it has."""
        return sum(line.count for line in self.lines)


class OrderPlan(Struct, frozen=True):
    """All that is ordered of a game from a service, and what is left out.

    ``not_printed`` are the components of kinds that the service does not print at all.
    """

    game: Game
    service: Service
    choices: tuple[Choice, ...]
    left_out: tuple[LeftOut, ...]
    not_printed: tuple[str, ...]
    projects: tuple[OrderProject, ...]


def options_for(service: Service) -> PrintOptions:
    """Return the options with which the parts of a game are laid out for a service."""
    products = tuple(product for _, product, _ in KINDS.values())
    return PrintOptions(products, outlines=service.outlines, inset=0.0)


def components_to_order(
    game: Game, service: Service, decks: Collection[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the components to lay out, and those of kinds that the service does not print.

    With ``decks``, it is these alone. Raises ModelError for unknown decks.
    """
    if decks:
        return tuple(deck.id for deck in decks_named(game, decks)), ()
    kinds = {product.kind for product in service.products}
    printed = tuple(cls for kind, (_, _, cls) in KINDS.items() if kind in kinds)
    # A table has no sides, so there is nothing to print.
    ids = [id for id, part in game.components.items() if not isinstance(part, VirtualTable)]
    shown = tuple(id for id in ids if isinstance(game.components[id], printed))
    return shown, tuple(id for id in ids if id not in shown)


def plan_order(
    request: ProductRequest,
    service: Service,
    components: Sequence[str],
    not_printed: tuple[str, ...],
    deck_product: ServiceProduct | None,
) -> tuple[OrderPlan, list[Diagnostic]]:
    """Plan the order of some components, whose sides the request has; return warnings, too.

    Raises OutputError for artwork that ends too early, or if there is nothing to order.
    """
    game = request.game
    offered = wares(game, components, request.sides)
    choices, left_out = choose_all(service, deck_product, offered)
    listed = tuple(projects(service, choices))
    plan = OrderPlan(game, service, choices, left_out, not_printed, listed)
    return plan, _check(plan)


def _check(plan: OrderPlan) -> list[Diagnostic]:
    service = plan.service
    decks = [choice for choice in plan.choices if choice.ware.kind == "deck"]
    found = [fault for choice in decks if (fault := check_fit(choice)) is not None]
    errors = [fault for fault in found if fault.severity is Severity.ERROR]
    if errors:
        raise OutputError(*errors)
    if not plan.choices:
        notes = [f"{part.ware.component}: {part.why}" for part in plan.left_out]
        raise OutputError(problems.nothing_to_order(None, plan.game.id, service.name, notes))
    found += [
        problems.nothing_of_that_size(
            part.ware.at,
            part.ware.component,
            part.ware.size.measures,
            service.name,
            part.nearest,
        )
        for part in plan.left_out
        if part.ware.kind == "deck" and part.nearest
    ]
    found += [
        problems.blank_backs(ware.at, ware.component, ware.without_back, service.name)
        for ware in (choice.ware for choice in decks)
        if ware.without_back
    ]
    most = service.most_cards
    for product, group in groupby(plan.projects, lambda project: project.product.id):
        counts = [project.count for project in group]
        if len(counts) > 1 and most is not None:
            found.append(
                problems.several_projects(
                    None, sum(counts), product, most, len(counts), service.name
                )
            )
    return found


def projects(service: Service, choices: Sequence[Choice]) -> Iterator[OrderProject]:
    """Yield the projects of a service: those of a product follow each other, each one full."""
    by_product: dict[str, list[Choice]] = {}
    for choice in choices:
        if choice.fit is not None:
            by_product.setdefault(choice.product.id, []).append(choice)
    for some in by_product.values():
        product = some[0].product
        most = service.most_cards or sum(one.ware.count for one in some)
        lines: list[OrderLine] = []
        taken = 0
        for choice, piece in ((one, piece) for one in some for piece in one.ware.pieces):
            left = piece.copies
            while left:
                count = min(left, most - taken)
                front, back = paths(service, choice, piece)
                lines.append(OrderLine(choice, piece, taken, count, front, back))
                left, taken = left - count, taken + count
                if taken == most:
                    yield OrderProject(product, tuple(lines))
                    lines, taken = [], 0
        if lines:
            yield OrderProject(product, tuple(lines))


def paths(service: Service, choice: Choice, piece: Piece) -> tuple[str, str]:
    """Return the paths of the pictures of a design, empty for a service that takes PDFs.

    The names of cards are up to the service; other parts have folders of their own.
    """
    if service.file != "png":
        return "", ""
    kind, component = choice.ware.kind, choice.ware.component
    if kind != "deck":
        face = f"{KINDS[kind][0]}/{component}.{piece.id}"
        two = choice.product.sides == 2 and piece.back is not None
        return f"{face}.png", f"{face}.back.png" if two else ""
    front = service.front.format(component=component, piece=piece.id, side="front")
    back = service.back.format(component=component, piece=_back_name(choice, piece), side="back")
    return front, back


def _back_name(choice: Choice, piece: Piece) -> str:
    """Name the picture of a back: by its piece, if that does not share it with others."""
    if piece.back is not None and piece.back.part:
        return piece.id
    name = "blank" if piece.back is None else "back"
    while any(one.id == name for one in choice.ware.pieces):
        name += "-"
    return name
