"""The register of order lists: files with the pictures of each card and the number of copies."""

import csv
import io
from collections.abc import Callable, Iterable, Mapping

from cardgen.core.registry import Registry, load_modules
from cardgen.products.orders.planning import OrderPlan

MANIFEST = "manifest.csv"
COLUMNS = ("project", "slots", "copies", "product", "part", "piece", "title", "front", "back")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")

OrderList = Callable[[OrderPlan], Iterable[tuple[str, bytes]]]
"""Writes the lists of one format: yields their paths and contents."""

LISTS: Registry[OrderList] = Registry("order list")


def order_list(name: str) -> Callable[[OrderList], OrderList]:
    """Register a format under its name in ``lists`` of a service's file."""
    return lambda write: LISTS.add(name, write)


def lists_of(plan: OrderPlan) -> dict[str, bytes]:
    """Return the contents of the manifest and of the service's own lists, by path."""
    known_lists()
    contents = {MANIFEST: manifest(plan)}
    for name in plan.service.lists:
        if name in LISTS:  # missing if its plug-in failed to load, which has its own diagnostic
            contents.update(LISTS[name](plan))
    return contents


def known_lists() -> frozenset[str]:
    """Return the names of all formats, loading their modules at first use."""
    load_modules("cardgen.products.orders.lists")
    return frozenset(LISTS)


def commonest(counts: Mapping[str, int]) -> str:
    """Return the most common back, which lists give once as the default back."""
    return max(counts, key=lambda path: (counts[path], path))


def manifest(plan: OrderPlan) -> bytes:
    """Write a table with a row for each design in a project; slots count from 0.

    For a service that takes PDFs, slots count the cards of the product.
    """
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow(COLUMNS)
    for number, project in enumerate(plan.projects, 1):
        for line in project.lines:
            ware = line.choice.ware
            slots = line.slots
            table.writerow(
                (
                    number,
                    str(slots[0]) if len(slots) == 1 else f"{slots[0]}-{slots[-1]}",
                    line.count,
                    project.product.id,
                    ware.component,
                    line.piece.id,
                    _harmless(line.piece.title),
                    line.front,
                    line.back,
                )
            )
    return out.getvalue().encode()


def _harmless(text: str) -> str:
    """Prefix a title that a spreadsheet would run as a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text
