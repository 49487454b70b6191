"""Choose a product of a service for each part of a game."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Severity
from cardgen.impose.fitting import NEAR, Fit, fit_side
from cardgen.products.orders import problems
from cardgen.products.orders.service import Service, ServiceProduct
from cardgen.products.wares import KINDS, Ware


class Choice(Struct, frozen=True):
    """A part of a game, the product it is ordered as, and how its sides lie on that.

    The panels of a box have sizes of their own: there is no ``fit``. ``nearest`` is how near to the
    cut something comes that should not, in mm, None if all keeps the service's safe zone;
    ``coarsest`` the lowest resolution of a picture in dpi, None without any.
    """

    ware: Ware
    product: ServiceProduct
    fit: Fit | None
    nearest: float | None = None
    coarsest: float | None = None


class LeftOut(Struct, frozen=True):
    """A part of a game that a service does not print, with the nearest that it does."""

    ware: Ware
    reason: str
    nearest: str = ""

    @property
    def why(self) -> str:
        """The reason with the nearest."""
        return f"{self.reason}; nearest is {self.nearest}" if self.nearest else self.reason


def choose_all(
    service: Service, deck_product: ServiceProduct | None, wares: Iterable[Ware]
) -> tuple[tuple[Choice, ...], tuple[LeftOut, ...]]:
    """Choose a product for each ware; only decks are never left out for lack of bleed.

    ``deck_product`` is the product to order decks as, None for the nearest in size.
    """
    choices: list[Choice] = []
    left_out: list[LeftOut] = []
    for ware in sorted(wares, key=lambda ware: ware.kind == "box"):  # last: they hold the decks
        if ware.kind == "box":
            choice = choose_box(ware, service, choices)
        else:
            choice = choose(ware, service, deck_product)
        if isinstance(choice, Choice) and ware.kind != "deck":
            fault = check_fit(choice)
            if fault is not None and fault.severity is Severity.ERROR:
                choice = LeftOut(ware, fault.message)
        if isinstance(choice, Choice):
            choices.append(choice)
        else:
            left_out.append(choice)
    return tuple(choices), tuple(left_out)


def check_fit(choice: Choice) -> Diagnostic | None:
    """Return the fault in the size of a part: an error where its artwork ends too early."""
    ware, fit, product = choice.ware, choice.fit, choice.product.label
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


def _fit(ware: Ware, product: ServiceProduct) -> Fit:
    """Lay a part on a product; one without a size of its own takes any."""
    trim = product.size or ware.size
    return fit_side(ware.size, ware.bleed, trim, product.margins, product.canvas)


def choose(ware: Ware, service: Service, deck_product: ServiceProduct | None) -> Choice | LeftOut:
    """Find the product for anything but a box."""
    if not ware.pieces:
        return LeftOut(ware, "it is a series, whose cards are made a volume at a time")
    if ware.kind == "deck" and deck_product is not None:
        return Choice(ware, deck_product, _fit(ware, deck_product))
    offered = [one for one in service.products if one.kind == ware.kind]
    if not offered:
        return LeftOut(ware, f"{service.name} prints no {KINDS[ware.kind][0]}")
    alike = [one for one in offered if one.shape == ware.shape]
    if not alike:
        return LeftOut(ware, f"{service.name} has none that are {ware.shape}")
    fits = [(one, _fit(ware, one)) for one in alike]
    product, best = min(fits, key=lambda pair: pair[1].distance)
    if not best.is_near:
        return LeftOut(ware, f"{service.name} has none of {ware.size.measures}", product.label)
    return Choice(ware, product, best)


def choose_box(ware: Ware, service: Service, chosen: Sequence[Choice]) -> Choice | LeftOut:
    """Find the smallest box that holds the cards that a box of the game is for."""
    offered = [one for one in service.products if one.kind == "box"]
    if not offered:
        return LeftOut(ware, f"{service.name} prints no {KINDS['box'][0]}")
    trims = {one.product.trim for one in chosen if one.ware.component in ware.decks}
    by_id = {one.id: one for one in service.products}
    boxes = [one for one in offered if trims and {by_id[one.holds].trim} == trims]
    if not boxes and len(trims) == 1:  # a box for cards that are a little larger does
        boxes = [one for one in offered if _holds(by_id[one.holds], *trims)]
    large = [one for one in boxes if one.cards >= ware.cards]
    if not large:
        most = max(boxes, key=lambda one: one.cards, default=None)
        nearest = f"`{most.id}` for {most.cards} cards" if most is not None else ""
        return LeftOut(ware, f"{service.name} has none for its {ware.cards} cards", nearest)
    return Choice(ware, min(large, key=lambda one: one.cards), None)


def _holds(cards: ServiceProduct, size: tuple[float, float] | None) -> bool:
    """Whether a box for some cards takes those of another size, with at most 1 mm to spare."""
    pairs = zip(cards.trim or (), size or (), strict=False)
    spare = [outer - inner for outer, inner in pairs]
    return bool(spare) and all(0 <= one <= 1 for one in spare)
