"""Sizes by name (cards and booklet pages), and the settings for print of a game."""

from collections.abc import Callable, Collection, Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.geometry import Size
from cardgen.core.style import TextStyle, Theme
from cardgen.core.units import HOME_PAPERS, PAPERS

LARGE_PT = 16.0
"""The smallest type of a text in large print, in points, as printed on paper."""

LEAST_PT = 6.0
"""The smallest size of scaled type in points: the proof reports smaller type."""


HAIRLINE_MM = 0.07
"""A fifth of a point: the default of the thinnest line that the proof accepts."""


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
    """The limits for the proof of a side; lengths in millimetres.

    ``clearance`` is the least distance between text and other ink, ``optical`` the largest distance
    of a picture from the middle of its ground; 0 turns these checks off. ``hairline`` is the least
    width of a line. ``turns`` is True for backs of cards that players may turn round, ``reach`` for
    sides in a pseudo language, which are checked for words that are not translatable. ``shrink`` is
    the least size of a text, as a part of the size that its style or tag asks for. ``markup`` is
    True if texts may show markup; ``terms`` are words of the game that look like it, one a line.
    ``type`` is the least size of type in points, ``dark`` the largest dark share of a side; 0 turns
    this check off. ``inks`` is True to check the contrast of texts in less ink, too.
    """

    safe: float
    clearance: float = 0.0
    hairline: float = HAIRLINE_MM
    optical: float = 0.0
    turns: bool = False
    reach: bool = False
    shrink: float = 0.0
    markup: bool = False
    terms: str = ""
    type: float = LEAST_PT
    dark: float = 0.0
    inks: bool = False


class PrintSettings(Struct, frozen=True):
    """The ``print:`` section; lengths in millimetres.

    A text is reported if it is smaller than ``shrink`` per cent of the size that its style or tag
    asks for, or more than ``uneven`` points smaller than its neighbours.
    """

    papers: tuple[str, ...] = HOME_PAPERS
    duplex: str = "long-edge"
    bleed: float = 3.0
    safe: float = 3.0
    clearance: float = 0.0
    hairline: float = HAIRLINE_MM
    optical: float = 0.0
    shrink: float = 75.0
    uneven: float = 2.0
    markup: bool = False
    orientation: str = "auto"
    trim_inset: float = 0.0
    type: float = LEAST_PT
    dark: float = 0.0
    inks: bool = False
    reach: bool = False
    """True to report words that are not translatable."""
    terms: str = ""
    """Words of terms with signs of markup, such as ``{{fine}}``, one a line."""

    def limits(self, safe: float, turns: bool = False) -> Limits:
        """Return the limits for the proof of a side with this safe zone."""
        checks = (self.optical, turns, self.reach, self.shrink / 100, self.markup, self.terms)
        sizes = (self.type, self.dark / 100)
        return Limits(safe, self.clearance, self.hairline, *checks, *sizes, self.inks)


DEFAULT_PRINT = PrintSettings()


class PageSize(Struct, frozen=True):
    """A size in mm; ``margins`` and ``type`` are factors relative to an A5 page.

    Type shrinks less than the page to stay readable; spacing shrinks with the type. ``small`` pages
    are meant to be read at this size, so they may be folded to eight pages even in small type.
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
    # The large and the medium booklet of The Game Crafter.
    "5x8in": PageSize(Size(127, 203.2), 0.86, 0.95),
    "3.5x5in": PageSize(Size(88.9, 127), 0.6, 0.78, small=True),
}


def enlargement(page: Size, papers: Iterable[str] = HOME_PAPERS) -> float:
    """Return the enlargement of a page that fills the smallest of these papers."""
    sizes = [PAPERS[name] for name in papers]
    return min(min(size.width / page.width, size.height / page.height) for size in sizes)


def in_large_print(
    theme: Theme, styles: Mapping[str, str], page: PageSize
) -> tuple[Theme, dict[str, str], PageSize]:
    """Return a theme with additional styles for large print, the style of each role, and the page.

    The page has the same size, but is printed larger, so that pictures grow, too. Type grows until
    running text and all smaller text have at least `LARGE_PT` on paper. Words are not divided, and
    lines are not justified.
    """
    least = LARGE_PT / enlargement(page.size)
    body = theme.styles.get(styles["text"])
    scale = max(least / body.size, 1.0) if body is not None else 1.0

    def enlarge(style: TextStyle) -> TextStyle:
        align = "start" if style.align == "justify" else style.align
        return replace(style, size=max(style.size * scale, least), align=align, hyphenate=())

    theme, names = _with_styles(theme, styles, "in large print", enlarge)
    return theme, names, replace(page, type=page.type * scale)


def _with_styles(
    theme: Theme, styles: Mapping[str, str], ending: str, change: Callable[[TextStyle], TextStyle]
) -> tuple[Theme, dict[str, str]]:
    """Return a theme with additional changed styles, and the style of each role."""
    styles_by_name = {name: style for name in styles.values() if (style := theme.styles.get(name))}
    changed = {f"{name} {ending}": change(style) for name, style in styles_by_name.items()}
    names = {
        role: f"{name} {ending}" if name in styles_by_name else name
        for role, name in styles.items()
    }
    return replace(theme, styles={**theme.styles, **changed}), names


def at_scale(
    theme: Theme, styles: Mapping[str, str], own: Collection[str], scale: float
) -> tuple[Theme, dict[str, str]]:
    """Return a theme with additional smaller styles, and the style of each role.

    ``styles`` are the styles by role; roles in ``own`` keep the size of their style.
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
