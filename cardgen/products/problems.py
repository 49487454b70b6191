"""What can be wrong with an order for products (CG70x)."""

from __future__ import annotations

from cardgen.core.problems import Wording, problem
from cardgen.core.registry import choices, did_you_mean


@problem("CG701")
def unknown_product(name: str, known: tuple[str, ...]) -> Wording:
    """`--product` names a product that cardgen does not make.

    Without `--product`, every product of a game is made.
    """
    hints = did_you_mean(name, known) or (f"the products are {choices(known)}",)
    return Wording(f"there is no product `{name}`", hints=hints)
