"""Something must be painted in the bleed on every edge."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.core.diagnostics import Diagnostic
from cardgen.core.geometry import Rect
from cardgen.frame import NO_BLEED, Group, Image, Shape
from cardgen.frame.reach import common
from cardgen.proof import problems
from cardgen.proof.runner import Evidence, rule

_EDGES = ("left", "top", "right", "bottom")
_SLACK = 0.05  # mm


@rule("bleed")
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report the edges of the bleed that no item reaches."""
    want = evidence.frame.bleed_rect
    missing = {edge for edge in _EDGES if getattr(evidence.frame.bleed, edge) > 0}
    windows: dict[int, Rect | None] = {}  # what clips leave of items
    for item, matrix in evidence.items:
        if not missing:
            return
        window = windows.get(id(item))
        if isinstance(item, Group) and item.frame.bleed == NO_BLEED:
            if item.clip is not None:
                cut = item.matrix.then(matrix).apply_rect(item.clip.bounds())
                window = cut if window is None else common(window, cut)
            windows.update((id(inner), window) for inner in item.frame.items)
            continue
        if isinstance(item, Shape) and item.fill is not None:
            box = item.path.bounds()
        elif isinstance(item, Image):
            box = item.rect
        elif isinstance(item, Group):  # a pictured card
            whole = item.frame.bleed_rect if item.clip is None else item.clip.bounds()
            box = item.matrix.apply_rect(whole)
        else:
            continue
        seen = matrix.apply_rect(box)
        missing -= _reached(seen if window is None else common(window, seen), want)
    if missing:
        edges = tuple(edge for edge in _EDGES if edge in missing)
        yield problems.bleed_not_filled(None, edges)


def _reached(box: Rect, want: Rect) -> set[str]:
    edges = {
        "left": box.x <= want.x + _SLACK,
        "top": box.y <= want.y + _SLACK,
        "right": box.right >= want.right - _SLACK,
        "bottom": box.bottom >= want.bottom - _SLACK,
    }
    return {edge for edge, reached in edges.items() if reached}
