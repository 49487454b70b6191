"""Plans an order: the parts of a game that a service prints, and their projects."""

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, OutputError
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
    """A design in a project, with its first slot and its number of slots.

    ``front`` and ``back`` are paths of pictures, empty for a service that takes PDFs; ``back`` is
    also empty if only one side is printed.
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
    """The pieces of one product in one project of the service."""

    product: ServiceProduct
    lines: tuple[OrderLine, ...]

    @property
    def count(self) -> int:
        """The number of pieces."""
        return sum(line.count for line in self.lines)


class OrderPlan(Struct, frozen=True):
    """The order of a game at a service, and the parts that are left out.

    ``not_printed`` are the components of kinds that the service does not print at all.
    """

    game: Game
    service: Service
    choices: tuple[Choice, ...]
    left_out: tuple[LeftOut, ...]
    not_printed: tuple[str, ...]
    projects: tuple[OrderProject, ...]


def options_for(service: Service) -> PrintOptions:
    """Return the options for laying out the parts of a game for a service."""
    products = tuple(product for _, product, _ in KINDS.values())
    return PrintOptions(products, outlines=service.outlines, inset=0.0)


def components_to_order(
    game: Game, service: Service, decks: Collection[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the components to lay out, and the components of kinds that are not printed.

    With ``decks``, only these decks are laid out. Raises ModelError for unknown decks.
    """
    if decks:
        return tuple(deck.id for deck in decks_named(game, decks)), ()
    kinds = {product.kind for product in service.products}
    printed = tuple(cls for kind, (_, _, cls) in KINDS.items() if kind in kinds)
    # A virtual table has no sides and cannot be printed.
    ids = [id for id, part in game.components.items() if not isinstance(part, VirtualTable)]
    printed_ids = tuple(id for id in ids if isinstance(game.components[id], printed))
    return printed_ids, tuple(id for id in ids if id not in printed_ids)


def plan_order(
    request: ProductRequest,
    service: Service,
    components: Sequence[str],
    not_printed: tuple[str, ...],
    deck_product: ServiceProduct | None,
) -> tuple[OrderPlan, list[Diagnostic]]:
    """Plan the order of some components; also return its errors and warnings.

    Parts with errors, and decks whose artwork ends too early, are left out. Raises OutputError if
    the service prints none of them.
    """
    game, sides = request.game, request.sides
    offered = list(wares(game, components, sides))
    broken = {
        id
        for id in components
        if any(side.id not in request.frames for design in sides[id] for side in design.specs)
    }
    sound = [ware for ware in offered if ware.component not in broken]
    choices, left_out, errors = choose_all(service, deck_product, sound)
    if errors and not choices:
        raise OutputError(*errors)
    left_out += tuple(LeftOut(w, "it has errors") for w in offered if w.component in broken)
    listed = tuple(projects(service, choices))
    plan = OrderPlan(game, service, choices, left_out, not_printed, listed)
    return plan, errors + _check(plan)


def _check(plan: OrderPlan) -> list[Diagnostic]:
    service = plan.service
    decks = [choice for choice in plan.choices if choice.ware.kind == "deck"]
    diagnostics = [fault for choice in decks if (fault := check_fit(choice)) is not None]
    if not plan.choices:
        notes = [f"{part.ware.component}: {part.why}" for part in plan.left_out]
        raise OutputError(problems.nothing_to_order(None, plan.game.id, service.name, notes))
    diagnostics += [
        problems.nothing_of_that_size(
            part.ware.location,
            part.ware.component,
            part.ware.size.measures,
            service.name,
            part.nearest,
        )
        for part in plan.left_out
        if part.ware.kind == "deck" and part.nearest
    ]
    diagnostics += [
        problems.blank_backs(ware.location, ware.component, ware.without_back, service.name)
        for ware in (choice.ware for choice in decks)
        if ware.without_back
    ]
    most = service.most_cards
    for product, group in groupby(plan.projects, lambda project: project.product.id):
        counts = [project.count for project in group]
        if len(counts) > 1 and most is not None:
            diagnostics.append(
                problems.several_projects(
                    None, sum(counts), product, most, len(counts), service.name
                )
            )
    return diagnostics


def projects(service: Service, choices: Sequence[Choice]) -> Iterator[OrderProject]:
    """Yield the projects product by product; each is full before the next begins."""
    by_product: dict[str, list[Choice]] = {}
    for choice in choices:
        if choice.fit is not None:
            by_product.setdefault(choice.product.id, []).append(choice)
    for group in by_product.values():
        product = group[0].product
        most = service.most_cards or sum(choice.ware.count for choice in group)
        lines: list[OrderLine] = []
        used_slots = 0
        for choice, piece in ((part, piece) for part in group for piece in part.ware.pieces):
            left = piece.copies
            while left:
                count = min(left, most - used_slots)
                front, back = paths(service, choice, piece)
                lines.append(OrderLine(choice, piece, used_slots, count, front, back))
                left, used_slots = left - count, used_slots + count
                if used_slots == most:
                    yield OrderProject(product, tuple(lines))
                    lines, used_slots = [], 0
        if lines:
            yield OrderProject(product, tuple(lines))


def paths(service: Service, choice: Choice, piece: Piece) -> tuple[str, str]:
    """Return the paths of the pictures of a design, empty for a service that takes PDFs.

    The service's file has the patterns for cards; other parts have separate folders.
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
    """Name the picture of a back: a back of one piece by the piece, a shared one ``back``."""
    if piece.back is not None and piece.back.part:
        return piece.id
    name = "blank" if piece.back is None else "back"
    while any(other_piece.id == name for other_piece in choice.ware.pieces):
        name += "-"
    return name
