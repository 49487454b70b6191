"""The register of products, and the planning of their files.

A product is a module of this package with a function registered by `product`. It takes a
`ProductRequest` and describes artifacts; it makes none.
"""

import inspect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from cardgen.assets.library import KeyedAssets
from cardgen.core.diagnostics import CardgenError, Diagnostic, OutputError
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
"""Products that are made only if the user names them."""
PlansOnPaper = Mapping[type[Component], Callable[[ProductRequest, Any, str], Iterable[Artifact]]]
"""Plans for a component on one paper, by the class of the component."""
Check = Callable[[ProductRequest, KeyedAssets], Iterable[Diagnostic]]
_CHECKS: dict[str, Check] = {}
"""The check of each product: it finds faults that planning does not report."""
_COMPONENT_KINDS: dict[str, tuple[type[Component], ...]] = {}
"""The kinds of components whose sides a product shows."""


def product(
    name: str,
    *component_kinds: type[Component],
    on_request: bool = False,
    check: Check = lambda request, library: (),
) -> Callable[[Product], Product]:
    """Register a product under the name that `--product` takes.

    It shows sides of these ``component_kinds``, or of all components if none is given. A product
    ``on_request`` is made only if the user names it. All artifacts of such a product must have
    its name as their kind: by the kind, a build recognises old files that it may remove. A build
    of the product also reports the diagnostics of its ``check``.
    """
    _CHECKS[name] = check
    _COMPONENT_KINDS[name] = component_kinds or (Component,)
    if on_request:
        ON_REQUEST.add(name)
    return lambda plan: PRODUCTS.add(name, plan)


def components_of_products(game: Game, options: PrintOptions) -> tuple[Component, ...]:
    """Return the components whose sides the named products show; all if none is named.

    With large print, booklets in the usual size are left out.
    """
    names, components = options.products, game.components
    if not names:
        return tuple(components.values())
    if options.large:
        usual = {id for id in components if f"{id}{LARGE}" in components}
        components = {id: component for id, component in components.items() if id not in usual}
    load_modules("cardgen.products")
    # A virtual table has no sides to lay out, so it is always included.
    kinds: tuple[type[Component], ...]
    kinds = (VirtualTable, *(kind for name in names for kind in _COMPONENT_KINDS[name]))
    return tuple(component for component in components.values() if isinstance(component, kinds))


def plan_artifacts(request: ProductRequest, names: Sequence[str] = ()) -> list[Artifact]:
    """Describe the artifacts of the named products, or of every usual product.

    Reports each piece that does not fit on its paper, and leaves out its files. Raises OutputError
    for an unknown name.
    """
    refuse_unknown(names)
    plans = (
        plan_product
        for name, plan_product in PRODUCTS.items()
        if name in names or not (names or name in ON_REQUEST)
    )
    artifacts = run_plans(request, (partial(plan_product, request) for plan_product in plans))
    return sorted(artifacts, key=lambda artifact: artifact.path)


def check_products(
    request: ProductRequest, names: Sequence[str], library: KeyedAssets
) -> list[Diagnostic]:
    """Run the checks of the named products; return their diagnostics."""
    checks = [check for name, check in _CHECKS.items() if name in names]
    return [diagnostic for check in checks for diagnostic in check(request, library)]


def refuse_unknown(names: Sequence[str]) -> None:
    """Raise OutputError for names that no product has."""
    known_names = product_names()
    unknown = [name for name in names if name not in known_names]
    if unknown:
        raise OutputError(*(problems.unknown_product(None, n, tuple(PRODUCTS)) for n in unknown))


def product_summaries() -> list[tuple[str, str]]:
    """Return every product with a short description from its docstring."""
    load_modules("cardgen.products")
    described = []
    for name, plan_product in PRODUCTS.items():
        first, _, _ = (inspect.getdoc(plan_product) or "").split("\n")[0].partition(";")
        summary = first.removeprefix("Describe ").rstrip(".")
        described.append((name, summary + " (only with --product)" * (name in ON_REQUEST)))
    return described


def product_names() -> frozenset[str]:
    """Return the names of all products, loading their modules at first use."""
    load_modules("cardgen.products")
    return frozenset(name for name, _ in PRODUCTS.items())


def paper_plans(
    request: ProductRequest, sheets: PlansOnPaper, ids: Collection[str] | None = None
) -> Iterator[Callable[[], Iterable[Artifact]]]:
    """Yield a plan for each component on each paper, by the function for the component's class.

    ``ids`` are the components to plan, by default all.
    """
    for component in request.game.components.values():
        is_chosen = type(component) in sheets and (ids is None or component.id in ids)
        for paper in request.papers if is_chosen else ():
            yield partial(sheets[type(component)], request, component, paper)


def component_plans(
    request: ProductRequest,
    plan: Callable[[ProductRequest, Any], Iterable[Artifact]],
    *kinds: type[Component],
) -> list[Artifact]:
    """Run a plan for each component of these kinds; a component that fails is left out."""
    components = (part for part in request.game.components.values() if isinstance(part, kinds))
    return run_plans(request, (partial(plan, request, component) for component in components))


def run_plans(
    request: ProductRequest, plans: Iterable[Callable[[], Iterable[Artifact]]]
) -> list[Artifact]:
    """Run every plan; a plan that fails is reported, and its remaining artifacts are left out."""
    artifacts: list[Artifact] = []
    for plan in plans:
        try:
            artifacts += plan()  # adds the artifacts before an error, too
        except CardgenError as error:
            for diagnostic in error.diagnostics:
                request.report(diagnostic)
    return artifacts
