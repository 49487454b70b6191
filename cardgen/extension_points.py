"""All places where the program can be extended: what a new part is, and how it is found.

A part is one file. It imports its contract from the module where that is declared, and the program
finds it without a list in which it would have to be entered. CONTRIBUTING.md has the same table
with more words and an example each; ``tests/test_extension_points.py`` holds the two together.
"""

from __future__ import annotations

import enum
from collections.abc import Callable

from msgspec import Struct

from cardgen.cli.options import with_settings
from cardgen.core.problems import Wording, problem
from cardgen.impose.imposition import Imposition
from cardgen.layout.box import Box, element
from cardgen.model.component import register
from cardgen.model.game import Component
from cardgen.pipeline.hooks import HOOKS, Hooks
from cardgen.products.orders.listing import OrderList, order_list
from cardgen.products.orders.service import Service
from cardgen.products.planning import Product, product
from cardgen.proof.runner import Rule, rule

Command = Callable[..., int]
"""Takes the `Settings` and the values of its options, and returns the exit code."""


class Discovery(enum.Enum):
    """How the program finds the parts of one kind."""

    LOADED = "every module of the folder is imported at first use, and registers itself"
    BY_NAME = "the name of the file is the name of the part"
    IMPORTED = "another part imports it"


class ExtensionPoint(Struct, frozen=True):
    """One kind of part.

    ``contract`` is the type of a part: a class to derive from or to make a value of, or the
    signature of a function. ``registrar`` is what enters a part: a decorator, or a function to
    call; None if the file alone is enough. ``files`` is where parts are, below ``cardgen/``.
    """

    name: str
    contract: object
    registrar: object | None
    files: str
    discovery: Discovery


EXTENSION_POINTS = (
    ExtensionPoint("layout element", Box, element, "layout/elements/*.py", Discovery.LOADED),
    ExtensionPoint(
        "component kind", Component, register, "model/components/*.py", Discovery.LOADED
    ),
    ExtensionPoint("product", Product, product, "products/*.py", Discovery.LOADED),
    ExtensionPoint("imposition", Imposition, None, "impose/*.py", Discovery.IMPORTED),
    ExtensionPoint("proof rule", Rule, rule, "proof/rules/*.py", Discovery.LOADED),
    ExtensionPoint("command", Command, with_settings, "cli/*.py", Discovery.BY_NAME),
    ExtensionPoint("feature", Hooks, HOOKS.add, "*/hooks.py", Discovery.LOADED),
    ExtensionPoint(
        "printing service", Service, None, "products/orders/services/*.toml", Discovery.BY_NAME
    ),
    ExtensionPoint(
        "order list", OrderList, order_list, "products/orders/lists/*.py", Discovery.LOADED
    ),
    ExtensionPoint("diagnostic", Wording, problem, "**/problems.py", Discovery.IMPORTED),
)
