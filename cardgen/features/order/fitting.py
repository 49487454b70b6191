"""Choose a product of a service for each part of a game."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from cardgen.features.order.reading import Service, ServiceProduct
from cardgen.impose.fitting import Fit, fit_side
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


def _fit(ware: Ware, product: ServiceProduct) -> Fit:
    """Lay a part on a product; one without a size of its own takes any."""
    trim = product.size or ware.size
    return fit_side(ware.size, ware.bleed, trim, product.margins, product.canvas)


def choose(ware: Ware, service: Service, asked: ServiceProduct | None) -> Choice | LeftOut:
    """Find the product for anything but a box; ``asked`` is the one to be used for decks."""
    if not ware.pieces:
        return LeftOut(ware, "it is a series, whose cards are made a volume at a time")
    if ware.kind == "deck" and asked is not None:
        return Choice(ware, asked, _fit(ware, asked))
    offered = [one for one in service.products if one.kind == ware.kind]
    if not offered:
        return LeftOut(ware, f"{service.name} prints no {KINDS[ware.kind][0]}")
    alike = [one for one in offered if one.shape == ware.shape]
    if not alike:
        return LeftOut(ware, f"{service.name} has none that are {ware.shape}")
    fits = [(one, _fit(ware, one)) for one in alike]
    product, best = min(fits, key=lambda pair: pair[1].distance)
    if not best.is_near:
        return LeftOut(ware, f"{service.name} has none of {ware.size.measures}", named(product))
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


def named(product: ServiceProduct) -> str:
    """Name a product with its size."""
    return f"`{product.id}`, {product.measures}"
