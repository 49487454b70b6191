"""The papers that people have at home, with their sizes in portrait."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from cardgen.core.diagnostics import Location
from cardgen.core.errors import ImpositionError
from cardgen.core.geometry import Size
from cardgen.impose import problems

PAPERS: Mapping[str, Size] = MappingProxyType(
    {"a4": Size(210.0, 297.0), "letter": Size(215.9, 279.4)}
)
LABELS: Mapping[str, str] = MappingProxyType({"a4": "A4", "letter": "Letter"})


def paper_size(name: str, at: Location | None = None) -> Size:
    """Return the size of a paper by name; raises ImpositionError if there is no such paper."""
    size = PAPERS.get(name)
    if size is None:
        raise ImpositionError(problems.unknown_paper(at, name, tuple(PAPERS)))
    return size
