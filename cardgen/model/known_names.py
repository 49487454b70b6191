"""Names that a user gives, and the things of a game that have them."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from cardgen.core.diagnostics import ModelError
from cardgen.model.problems import unknown_name


def refuse_unknown(what: str, names: Iterable[str], known: Collection[str], plural: str) -> None:
    """Raise ModelError for names that are not among those of things of a kind."""
    if unknown := [name for name in names if name not in known]:
        raise ModelError(*(unknown_name(None, what, name, known, plural) for name in unknown))
