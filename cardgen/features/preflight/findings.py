"""Collects findings: each is told once, with the pages that have it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardgen.core.diagnostics import Diagnostic, Location

Place = tuple[float, float]
"""In mm, right and down from the top left of the trim."""
_MOST = 5


class Findings:
    """The findings in one file; ``names`` tell what its pages show."""

    def __init__(self, path: str, names: Sequence[str] = ()) -> None:
        self._at = Location(path)
        self._names = names
        self._found: dict[Any, tuple[Callable[..., Diagnostic], list[int], Place | None, Any]] = {}

    def add(
        self,
        words: Callable[..., Diagnostic],
        *values: Any,
        page: int | None = None,
        place: Place | None = None,
        same: Any = None,
    ) -> None:
        """Note a finding on a page, counted from 0, or in the whole file.

        Those with the same values, or the same ``same``, are one; the first tells the place.
        """
        key = (words.__name__, values if same is None else same)
        known = self._found.setdefault(key, (words, [], place, values))
        if page is not None and page not in known[1]:
            known[1].append(page)

    def diagnostics(self) -> list[Diagnostic]:
        """Return all findings."""
        return [
            words(self._at, self._where(pages, place), *values)
            for words, pages, place, values in self._found.values()
        ]

    def _where(self, pages: Sequence[int], place: Place | None) -> str:
        if not pages:
            return ""
        first = pages[0]
        name = f" (`{self._names[first]}`)" if first < len(self._names) else ""
        where = f"page {first + 1}{name}"
        if place is not None:
            where += f" at {place[0]:.1f}, {place[1]:.1f} mm"
        if more := [str(page + 1) for page in pages[1:]]:
            shown = ", ".join(more[:_MOST])
            rest = f" and {len(more) - _MOST} more" if len(more) > _MOST else ""
            where += f", also page{'s' * (len(more) > 1)} {shown}{rest}"
        return f"{where}: "
