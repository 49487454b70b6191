"""Text that stands on one spread: which of it could not be kept there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.layout.book.strips import Column, Strip


def torn_spreads(
    strips: Sequence[Strip], columns: Sequence[Column], first: int
) -> Iterator[tuple[Strip, int, int]]:
    """Yield the first strip, first page and last page of what does not stand on one spread.

    Pages are numbered from ``first`` on; even ones are on the left.
    """
    for start, end in _runs(strips):
        pages = [n for n, c in enumerate(columns, first) if c.start < end and c.end > start]
        if pages[0] // 2 != pages[-1] // 2:
            yield strips[start], pages[0], pages[-1]


def _runs(strips: Sequence[Strip]) -> list[tuple[int, int]]:
    """Return the first strip of each spread, and the one after its last."""
    found: list[tuple[int, int]] = []
    for i, strip in enumerate(strips):
        if not strip.spread:
            continue
        if found and found[-1][1] == i and strips[i - 1].spread == strip.spread:
            found[-1] = (found[-1][0], i + 1)
        else:
            found.append((i, i + 1))
    return found
