"""The products there are, and the planning of their files.

A product is a module of this package with a function registered by `product`. It takes a
`ProductRequest` and describes artifacts; it makes none.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from cardgen.assets.library import KeyedAssets
from cardgen.core.diagnostics import Diagnostic, ImpositionError, OutputError
from cardgen.core.registry import Registry, load_modules
from cardgen.model.components.booklet import LARGE
from cardgen.model.components.table import VirtualTable
from cardgen.model.game import Component, Game
from cardgen.products import problems
from cardgen.products.artifact import Artifact
from cardgen.products.options import PrintOptions
from cardgen.products.request import ProductRequest

Product = Callable[[ProductRequest], Iterable[Artifact]]
PRODUCTS: Registry[Product] = Registry("product")
ON_REQUEST: set[str] = set()
"""Products that are made only when they are named."""
Check = Callable[[ProductRequest, KeyedAssets], Iterable[Diagnostic]]
_CHECKS: dict[str, Check] = {}
"""The check of each product: it finds faults that planning does not report."""
_SHOWN: dict[str, tuple[type[Component], ...]] = {}
"""The kinds of components whose sides a product shows."""


def product(
    name: str,
    *shown: type[Component],
    asked: bool = False,
    check: Check = lambda request, library: (),
) -> Callable[[Product], Product]:
    """Register a product under the name that `--product` takes.

    It sees the sides of the kinds of components that are ``shown``, of all if none is given. One
    that is ``asked`` is made only when it is named. All artifacts of such a product must have
    its name as their kind, because a build tells by the kind which files it may remove. A build of
    the product also reports the findings of its ``check``.
    """
    _CHECKS[name] = check
    _SHOWN[name] = shown or (Component,)
    if asked:
        ON_REQUEST.add(name)
    return lambda plan: PRODUCTS.add(name, plan)


def shown(game: Game, options: PrintOptions) -> tuple[Component, ...]:
    """Return the components whose sides the named products show; all if none is named.

    Where booklets are in large print, nothing shows them as they usually are.
    """
    names = options.products
    if not names:
        return tuple(game.components.values())
    if options.large:
        usual = {id for id in game.components if f"{id}{LARGE}" in game.components}
        parts = {id: one for id, one in game.components.items() if id not in usual}
        game = replace(game, components=parts)
    known_products()
    # A table has no side of its own, so there is nothing to leave out.
    kinds: tuple[type[Component], ...]
    kinds = (VirtualTable, *(kind for name in names for kind in _SHOWN[name]))
    return tuple(one for one in game.components.values() if isinstance(one, kinds))


def plan(request: ProductRequest, names: Sequence[str] = ()) -> list[Artifact]:
    """Describe the artifacts of the named products, or of every usual product.

    Raises OutputError for an unknown name, ImpositionError where something cannot be placed.
    """
    refuse_unknown(names)
    wanted = (
        planned
        for name, planned in PRODUCTS.items()
        if name in names or not (names or name in ON_REQUEST)
    )
    artifacts = all_or_errors(partial(planned, request) for planned in wanted)
    return sorted(artifacts, key=lambda artifact: artifact.path)


def check_products(
    request: ProductRequest, names: Sequence[str], library: KeyedAssets
) -> list[Diagnostic]:
    """Run the checks of the named products; return their diagnostics."""
    checks = [check for name, check in _CHECKS.items() if name in names]
    return [diagnostic for check in checks for diagnostic in check(request, library)]


def refuse_unknown(names: Sequence[str]) -> None:
    """Raise OutputError for names that no product has."""
    known = known_products()
    unknown = [name for name in names if name not in known]
    if unknown:
        raise OutputError(*(problems.unknown_product(None, n, tuple(PRODUCTS)) for n in unknown))


def described_products() -> list[tuple[str, str]]:
    """Return every product with what it is, in a few words out of its docstring."""
    known_products()
    described = []
    for name, planned in PRODUCTS.items():
        first, _, _ = (inspect.getdoc(planned) or "").split("\n")[0].partition(";")
        said = first.removeprefix("Describe ").rstrip(".")
        described.append((name, said + " (only if it is named)" * (name in ON_REQUEST)))
    return described


def known_products() -> frozenset[str]:
    """Return the names of all products, loading their modules at first use."""
    load_modules("cardgen.products")
    return frozenset(name for name, _ in PRODUCTS.items())


def on_papers(
    request: ProductRequest,
    sheets: Mapping[type[Component], Callable[[ProductRequest, Any, str], Iterable[Artifact]]],
) -> Iterator[Callable[[], Iterable[Artifact]]]:
    """Yield for each component on each paper what describes its sheets, by the component's kind."""
    for component in request.game.components.values():
        for paper in request.papers if type(component) in sheets else ():
            yield partial(sheets[type(component)], request, component, paper)


def all_or_errors(plans: Iterable[Callable[[], Iterable[Artifact]]]) -> list[Artifact]:
    """Run every plan; raises ImpositionError with all that does not fit anywhere."""
    artifacts: list[Artifact] = []
    failures: list[Diagnostic] = []
    for plan in plans:
        try:
            artifacts += plan()
        except ImpositionError as error:
            failures += error.diagnostics
    if failures:
        raise ImpositionError(*failures)
    return artifacts
