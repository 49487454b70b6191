"""Choose a product of a service for each part of a game."""

import math
from collections.abc import Iterable, Sequence

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Severity
from cardgen.impose.fitting import NEAR, Fit, fit_side
from cardgen.products.orders import problems
from cardgen.products.orders.service import Service, ServiceProduct
from cardgen.products.wares import KINDS, Ware


class Choice(Struct, frozen=True):
    """A part of a game, its product, and the fit of its sides to the product.

    A box has no ``fit``, because its panels differ in size. ``nearest`` is the smallest distance in
    mm between the cut and content outside the service's safe zone, None if all content is inside.
    ``coarsest`` is the lowest resolution of a picture in dpi, None without pictures.
    """

    ware: Ware
    product: ServiceProduct
    fit: Fit | None
    nearest: float | None = None
    coarsest: float | None = None


class LeftOut(Struct, frozen=True):
    """A part of a game that a service does not print, with the service's nearest product."""

    ware: Ware
    reason: str
    nearest: str = ""

    @property
    def why(self) -> str:
        """The reason with the nearest product."""
        return f"{self.reason}; nearest is {self.nearest}" if self.nearest else self.reason


def choose_all(
    service: Service, deck_product: ServiceProduct | None, wares: Iterable[Ware]
) -> tuple[tuple[Choice, ...], tuple[LeftOut, ...], list[Diagnostic]]:
    """Choose a product for each ware; parts without enough bleed are left out.

    Also return the errors of decks that are left out.

    ``deck_product`` is the product for decks, None for the nearest in size.
    """
    choices: list[Choice] = []
    left_out: list[LeftOut] = []
    errors: list[Diagnostic] = []
    for ware in sorted(wares, key=lambda ware: ware.kind == "box"):  # boxes after their decks
        if ware.kind == "box":
            choice = choose_box(ware, service, choices)
        else:
            choice = choose(ware, service, deck_product)
        fault = check_fit(choice) if isinstance(choice, Choice) else None
        if fault is not None and fault.severity is Severity.ERROR:
            errors += [fault] if ware.kind == "deck" else []
            choice = LeftOut(ware, fault.message)
        if isinstance(choice, Choice):
            choices.append(choice)
        else:
            left_out.append(choice)
    return tuple(choices), tuple(left_out), errors


def check_fit(choice: Choice) -> Diagnostic | None:
    """Return a diagnostic about the size of a part: an error if its artwork ends too early."""
    ware, fit, product = choice.ware, choice.fit, choice.product.label
    if fit is None:
        return None
    if not fit.reaches:
        needed = math.ceil(fit.needed_bleed * 10) / 10
        return problems.bleed_too_small(
            ware.location, ware.component, product, fit.bleed_given, fit.repeat_width, needed
        )
    if abs(fit.scale - 1) > NEAR:
        return problems.scaled_much(ware.location, ware.component, product, fit.percent)
    return None


def _fit(ware: Ware, product: ServiceProduct) -> Fit:
    """Fit a part to a product; a product without a size takes any part."""
    trim = product.size or ware.size
    return fit_side(ware.size, ware.bleed, trim, product.margins, product.canvas)


def choose(ware: Ware, service: Service, deck_product: ServiceProduct | None) -> Choice | LeftOut:
    """Choose the product for a part that is not a box."""
    if not ware.pieces:
        return LeftOut(ware, "it is a series, whose cards are made a volume at a time")
    if ware.kind == "deck" and deck_product is not None:
        return Choice(ware, deck_product, _fit(ware, deck_product))
    offered = [product for product in service.products if product.kind == ware.kind]
    if not offered:
        return LeftOut(ware, f"{service.name} prints no {KINDS[ware.kind][0]}")
    alike = [product for product in offered if product.shape == ware.shape]
    if not alike:
        return LeftOut(ware, f"{service.name} has none that are {ware.shape}")
    fits = [(product, _fit(ware, product)) for product in alike]
    product, best = min(fits, key=lambda pair: pair[1].distance)
    if not best.is_near:
        return LeftOut(ware, f"{service.name} has none of {ware.size.measures}", product.label)
    return Choice(ware, product, best)


def choose_box(ware: Ware, service: Service, chosen: Sequence[Choice]) -> Choice | LeftOut:
    """Choose the smallest box for the cards of a box of the game."""
    offered = [product for product in service.products if product.kind == "box"]
    if not offered:
        return LeftOut(ware, f"{service.name} prints no {KINDS['box'][0]}")
    trims = {choice.product.trim for choice in chosen if choice.ware.component in ware.decks}
    by_id = {product.id: product for product in service.products}
    boxes = [box for box in offered if trims and {by_id[box.holds].trim} == trims]
    if not boxes and len(trims) == 1:  # a box for cards that are a little larger does
        boxes = [box for box in offered if _holds(by_id[box.holds], *trims)]
    large = [box for box in boxes if box.cards >= ware.cards]
    if not large:
        most = max(boxes, key=lambda box: box.cards, default=None)
        nearest = f"`{most.id}` for {most.cards} cards" if most is not None else ""
        return LeftOut(ware, f"{service.name} has none for its {ware.cards} cards", nearest)
    return Choice(ware, min(large, key=lambda box: box.cards), None)


def _holds(cards: ServiceProduct, size: tuple[float, float] | None) -> bool:
    """True if a box for one product's cards takes cards of ``size`` with at most 1 mm to spare."""
    pairs = zip(cards.trim or (), size or (), strict=False)
    spare = [outer - inner for outer, inner in pairs]
    return bool(spare) and all(0 <= gap <= 1 for gap in spare)
