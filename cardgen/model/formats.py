"""Sizes by name (cards, papers, booklet pages) and how a game wants to be printed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.geometry import Size
from cardgen.core.style import TextStyle, Theme
from cardgen.core.units import HOME, PAPERS

LARGE_PT = 16.0
"""Points: no type of a large-print text is smaller, on the paper that it is printed on."""

LEAST_PT = 6.0
"""Points: scaled type is no smaller than this, the least that the proof accepts."""


HAIRLINE_MM = 0.07
"""A fifth of a point: the thinnest line that the proof accepts unless a game says otherwise."""


class CardFormat(Struct, frozen=True):
    """A card format: trimmed size and corner radius in millimetres."""

    size: Size
    radius: float = 3.0


CARD_SIZES: dict[str, CardFormat] = {
    "poker": CardFormat(Size(63, 88)),
    "poker-us": CardFormat(Size(63.5, 88.9)),
    "bridge": CardFormat(Size(57.15, 88.9)),
    "japanese": CardFormat(Size(59, 86), 1.0),
    "tarot": CardFormat(Size(70, 120)),
    "mini": CardFormat(Size(44, 67)),
    "mini-us": CardFormat(Size(41, 63)),
    "micro": CardFormat(Size(31.75, 44.45), 2.0),
    "business": CardFormat(Size(50.8, 88.9)),
    "domino": CardFormat(Size(44.45, 88.9)),
    "jumbo": CardFormat(Size(88.9, 139.7)),
    "square": CardFormat(Size(70, 70)),
    "square-large": CardFormat(Size(88.9, 88.9)),
    "square-small": CardFormat(Size(63.5, 63.5)),
}


class Limits(Struct, frozen=True):
    """What a finished side is held against; lengths in millimetres.

    ``clearance`` is the least distance between text and other ink, ``optical`` how far something
    may miss the middle of its plate; both are 0 if nobody asks. ``hairline`` is the least width of
    a line. With ``turns`` it is the back of cards that may be turned round, with ``reach`` it is
    made in the pseudo-language, to find words that no translator reaches.
    """

    safe: float
    clearance: float = 0.0
    hairline: float = HAIRLINE_MM
    optical: float = 0.0
    turns: bool = False
    reach: bool = False


class PrintSettings(Struct, frozen=True):
    """The ``print:`` section; lengths in millimetres."""

    papers: tuple[str, ...] = HOME
    duplex: str = "long-edge"
    bleed: float = 3.0
    safe: float = 3.0
    clearance: float = 0.0
    hairline: float = HAIRLINE_MM
    optical: float = 0.0
    orientation: str = "auto"
    trim_inset: float = 0.0
    reach: bool = False
    """Whether words that no translator reaches are looked for."""

    def limits(self, safe: float, turns: bool = False) -> Limits:
        """Return what a side with a safe zone is held against."""
        return Limits(safe, self.clearance, self.hairline, self.optical, turns, self.reach)


DEFAULT_PRINT = PrintSettings()


class PageSize(Struct, frozen=True):
    """A size in mm; ``margins`` and ``type`` are factors of those that an A5 page has.

    Type shrinks less than the page, since the reader's eyes stay where they are, and spacing goes
    with the type. ``small`` pages are meant to be read at their size, however small.
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
    # What The Game Crafter binds: its large and its medium booklet.
    "5x8in": PageSize(Size(127, 203.2), 0.86, 0.95),
    "3.5x5in": PageSize(Size(88.9, 127), 0.6, 0.78, small=True),
}


def enlargement(page: Size, papers: Iterable[str] = HOME) -> float:
    """Return how many times larger a page is printed if it fills the smallest of some papers."""
    sizes = [PAPERS[name] for name in papers]
    return min(min(one.width / page.width, one.height / page.height) for one in sizes)


def in_large_print(
    theme: Theme, styles: Mapping[str, str], page: PageSize
) -> tuple[Theme, dict[str, str], PageSize]:
    """Return a theme with styles for large print besides its own, the style of each role, the page.

    The page stays and is printed larger, so that pictures grow as well; its type grows until
    running text has `LARGE_PT` on paper, and no other has less. No word is divided, and lines are
    ragged at the right.
    """
    least = LARGE_PT / enlargement(page.size)
    body = theme.styles.get(styles["text"])
    scale = max(least / body.size, 1.0) if body is not None else 1.0

    def enlarged(style: TextStyle) -> TextStyle:
        align = "start" if style.align == "justify" else style.align
        return replace(style, size=max(style.size * scale, least), align=align, hyphenate=())

    theme, names = _with_styles(theme, styles, "in large print", enlarged)
    return theme, names, replace(page, type=page.type * scale)


def _with_styles(
    theme: Theme, styles: Mapping[str, str], ending: str, change: Callable[[TextStyle], TextStyle]
) -> tuple[Theme, dict[str, str]]:
    """Return a theme with changed styles besides its own, and the style of each role."""
    known = {name: style for name in styles.values() if (style := theme.styles.get(name))}
    changed = {f"{name} {ending}": change(style) for name, style in known.items()}
    names = {role: f"{name} {ending}" if name in known else name for role, name in styles.items()}
    return replace(theme, styles={**theme.styles, **changed}), names


def at_scale(
    theme: Theme, styles: Mapping[str, str], own: Collection[str], scale: float
) -> tuple[Theme, dict[str, str]]:
    """Return a theme with smaller styles besides its own, and the style of each role.

    ``styles`` are the styles by role; those of the roles in ``own`` stay as large as they are.
    """
    if scale == 1:
        return theme, dict(styles)
    scaled = {role: name for role, name in styles.items() if role not in own}
    theme, names = _with_styles(
        theme,
        scaled,
        f"at {scale * 100:.0f} %",
        lambda style: replace(style, size=max(style.size * scale, min(style.size, LEAST_PT))),
    )
    return theme, {**styles, **names}
