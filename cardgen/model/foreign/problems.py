"""Diagnostics of columns and layouts for a new game."""

from collections.abc import Iterable

from cardgen.core.problems import Wording, problem
from cardgen.core.registry import did_you_mean


@problem("CG724", hint="see `cardgen docs import`; omit `--layout` to place the boxes by hand")
def bad_layout(entry: str, reason: str) -> str:
    """A layout of Squib has an entry that cannot become a box.

    Lengths are pixels, ``3mm``, ``0.5in``, ``2 cells``, and parts of the card such as ``middle`` or
    ``width - 3mm``. An entry extends entries of the same file.
    """
    return f"`{entry}` of a layout cannot be read: {reason}"


@problem("CG728")
def no_column(name: str, headers: Iterable[str]) -> Wording:
    """An option of ``cardgen new --from`` names a column that the table does not have."""
    return Wording(f"the table has no column `{name}`", hints=did_you_mean(name, headers))
