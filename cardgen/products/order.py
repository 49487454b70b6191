"""What products are asked for and work with, and the products there are.

A product is a file in this package with a function ``plan(order)`` under `product`; it
describes artifacts and makes none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.errors import ImpositionError, OutputError
from cardgen.core.registry import Registry, load_modules
from cardgen.model.game import Game
from cardgen.model.sides import CardSides
from cardgen.products import problems
from cardgen.products.artifact import Artifact
from cardgen.products.hosting import LOCAL, Hosting
from cardgen.products.printing import Press

Render = Callable[[str, Mapping[str, Any], Location | None], str]
"""Runs a template by name: what it sees, and the place that asks for it."""


def _no_templates(name: str, context: Mapping[str, Any], at: Location | None) -> str:
    raise LookupError(name)


@dataclass(frozen=True, slots=True)
class Order:
    """A game to make products of.

    ``sides`` maps components to their designs, ``fingerprints`` side ids to finished Frames.
    ``report`` takes warnings; what makes an artifact impossible is raised. ``render`` runs a text
    template of the game. ``hosting`` says where virtual tables find pictures.
    """

    game: Game
    sides: Mapping[str, Sequence[CardSides]]
    fingerprints: Mapping[str, str]
    papers: Sequence[str]
    duplex: str | None
    press: Press
    report: Callable[[Diagnostic], None] = lambda found: None
    render: Render = _no_templates
    hosting: Hosting = LOCAL


Product = Callable[[Order], Iterable[Artifact]]
PRODUCTS: Registry[Product] = Registry("product")
ON_REQUEST: set[str] = set()
"""Products that are made only when they are named."""


def product(name: str, asked: bool = False) -> Callable[[Product], Product]:
    """Register a product under the name that `--product` takes.

    One that is ``asked`` is made only when it is named; all its artifacts are of that kind.
    """
    if asked:
        ON_REQUEST.add(name)
    return lambda plan: PRODUCTS.add(name, plan)


def plan(order: Order, names: Sequence[str] = ()) -> list[Artifact]:
    """Describe the artifacts of every usual product, or of those named.

    Raises OutputError for an unknown name, ImpositionError where something cannot be placed.
    """
    load_modules("cardgen.products")
    unknown = [name for name in names if name not in PRODUCTS]
    if unknown:
        raise OutputError(*(problems.unknown_product(None, n, tuple(PRODUCTS)) for n in unknown))
    artifacts: list[Artifact] = []
    failures: list[Diagnostic] = []
    for name, planned in PRODUCTS.items():
        if name in names or not (names or name in ON_REQUEST):
            try:
                artifacts += planned(order)
            except ImpositionError as error:
                failures += error.diagnostics
    if failures:
        raise ImpositionError(*failures)
    return sorted(artifacts, key=lambda artifact: artifact.path)
