"""Sizes of booklet pages, and what is proportionate to them: margins, type and spacing."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from cardgen.core.geometry import Size
from cardgen.core.style import Theme

LEAST_PT = 6.0
"""Type is made no smaller than this, the least that the proof accepts."""


@dataclass(frozen=True, slots=True)
class PageSize:
    """A size in mm, with factors of what an A5 page has: its margins, its type and spacing.

    Type shrinks less than the page, since eyes stay where they are. ``small`` pages are meant to
    be read at the size that they come out in, however small.
    """

    size: Size
    margins: float = 1.0
    type: float = 1.0
    small: bool = False


PAGE_SIZES: Mapping[str, PageSize] = {
    "a5": PageSize(Size(148, 210)),
    "a6": PageSize(Size(105, 148), 0.75, 0.86, small=True),
    "a7": PageSize(Size(74, 105), 0.5, 0.72, small=True),
    "half-letter": PageSize(Size(139.7, 215.9)),
    "square": PageSize(Size(148, 148)),
}


def at_scale(
    theme: Theme, styles: Mapping[str, str], own: Collection[str], scale: float
) -> tuple[Theme, dict[str, str]]:
    """Return a theme with smaller styles besides its own, and the style of each role.

    ``styles`` are the styles by role; those of the roles in ``own`` stay as large as they are.
    """
    if scale == 1:
        return theme, dict(styles)
    made = dict(theme.styles)
    names = {}
    for role, name in styles.items():
        style = theme.styles.get(name)
        names[role] = name
        if style is None or role in own:
            continue
        names[role] = f"{name} at {scale * 100:.0f} %"
        size = max(style.size * scale, min(style.size, LEAST_PT))
        made[names[role]] = replace(style, size=size)
    return replace(theme, styles=made), names
