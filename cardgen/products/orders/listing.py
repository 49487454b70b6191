"""The register of lists: files that say which picture is what, and how often it is wanted."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping

from cardgen.core.registry import Registry, load_modules
from cardgen.products.orders.planning import OrderPlan

MANIFEST = "manifest.csv"
COLUMNS = ("project", "slots", "copies", "product", "part", "piece", "title", "front", "back")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")

OrderList = Callable[[OrderPlan], Iterable[tuple[str, bytes]]]
"""Writes the files of one form: yields their paths and contents."""

LISTS: Registry[OrderList] = Registry("order list")


def order_list(name: str) -> Callable[[OrderList], OrderList]:
    """Register a form under the name that a service's table gives."""
    return lambda write: LISTS.add(name, write)


def lists_of(plan: OrderPlan) -> dict[str, bytes]:
    """Write the manifest and what else the service wants, by path."""
    known_lists()
    contents = {MANIFEST: manifest(plan)}
    for name in plan.service.lists:
        if name in LISTS:  # a plug-in that cannot be loaded is reported as such
            contents.update(LISTS[name](plan))
    return contents


def known_lists() -> frozenset[str]:
    """Return the names of all forms, loading their modules at first use."""
    load_modules("cardgen.products.orders.lists")
    return frozenset(LISTS)


def commonest(counts: Mapping[str, int]) -> str:
    """Return the back that most cards have, for all cards for which a list names none."""
    return max(counts, key=lambda path: (counts[path], path))


def manifest(plan: OrderPlan) -> bytes:
    """Write a table with a row for each design in a project; slots count from 0.

    Where PDFs are made, slots count cards of the product.
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
    """Keep a spreadsheet from taking a title for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text
