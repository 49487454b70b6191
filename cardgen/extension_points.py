"""All kinds of parts that can extend the program, and how the program finds a new part.

A part is one file. It imports its contract from the module that declares it, and the program finds
the file without an entry in a list. CONTRIBUTING.md has the same table with longer descriptions and
an example for each kind; ``tests/test_extension_points.py`` compares the two.
"""

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
"""A function of the `Settings` and the values of the options. It returns the exit code."""


class Discovery(enum.Enum):
    """How the program finds the parts of one kind."""

    LOADED = "every module of the folder is imported at first use, and registers itself"
    BY_NAME = "the name of the file is the name of the part"
    IMPORTED = "another part imports it"


class ExtensionPoint(Struct, frozen=True):
    """One kind of part.

    ``contract`` is the type of a part: a base class, the class of a value, or the signature of a
    function. ``registrar`` is the decorator or function that registers a part; None if the file
    alone is enough. ``files`` is the pattern of their paths below ``cardgen/``.
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
