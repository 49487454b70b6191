"""The sizes of papers by name: those that everybody knows, and those of the user's own."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.core.diagnostics import ImpositionError, Location
from cardgen.core.geometry import Size
from cardgen.core.units import PAPERS
from cardgen.impose import problems

_NONE: Mapping[str, Size] = {}


def paper_size(name: str, at: Location | None = None, own: Mapping[str, Size] = _NONE) -> Size:
    """Return the size of a paper by name, in portrait; ``own`` are papers of the user's.

    Raises ImpositionError if there is no such paper.
    """
    size = own.get(name) or PAPERS.get(name)
    if size is None:
        raise ImpositionError(problems.unknown_paper(at, name, (*PAPERS, *own)))
    return size
