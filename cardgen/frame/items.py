"""What a Frame may hold: five kinds of item, and the words that text is made of.

The place that made an item (``at``, a ``path:line:column`` stamp) is carried along but is not
part of equality or fingerprint.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cardgen.core.color import Color, Paint
from cardgen.core.geometry import Insets, Matrix, Path, Rect

if TYPE_CHECKING:
    from cardgen.frame.frame import Frame

NO_BLEED = Insets()
IDENTITY = Matrix()
KEEP = "keep"
"""The id of a Region that no seam between tiles should cut."""


MITER = 10.0
"""How long mitres are in a PDF unless it says otherwise (ISO 32000-2, table 51)."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line along a path; width and dashes in mm, caps and joins as in SVG.

    A corner whose mitre would be longer than ``miter`` times the width is cut off.
    """

    paint: Color
    width: float
    dash: tuple[float, ...] = ()
    cap: str = "butt"
    join: str = "miter"
    miter: float = MITER


@dataclass(frozen=True, slots=True)
class Shape:
    """A filled and/or stroked path."""

    path: Path
    fill: Paint | None = None
    stroke: Stroke | None = None
    stamp: str = field(default="", compare=False)
    packed: tuple[tuple[Any, ...], Shape] | None = field(
        default=None, init=False, compare=False, repr=False
    )
    """Packed, and as it is once unpacked. Kept: cards share shapes that look the same on all."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """One placed glyph of a font; distances in thousandths of an em.

    ``advance`` is what shaping wants, ``natural`` the font's own; ``text`` is what the glyph
    stands for (empty for the later glyphs of a cluster).
    """

    index: int
    advance: float
    natural: float
    dx: float = 0.0
    dy: float = 0.0
    text: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Shaped:
    """A shaped word or space of one font: the unit that layout caches and moves.

    Compared by identity, because millions of look-ups go by it: each font shapes a word once.
    """

    text: str
    glyphs: tuple[Glyph, ...]
    width: float
    """Sum of the advances, thousandths of an em."""
    texts: dict[int, str] = field(init=False, repr=False)
    """What each glyph index stands for."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "texts", {g.index: g.text for g in reversed(self.glyphs)})

    def __reduce__(self) -> tuple[Callable[..., Shaped], tuple[Any, ...]]:
        return unpack_word, (pack_word(self),)


@dataclass(frozen=True, slots=True)
class Text:
    """One run: one line, one style. ``x``, ``y`` is the start of the baseline.

    ``words`` holds words and spaces in visual order. ``stretch`` is added after every space
    (justified lines), ``tracking`` after every glyph; both in mm, ``size`` in points.
    """

    x: float
    y: float
    font: str
    size: float
    color: Color
    words: tuple[Shaped, ...]
    stretch: float = 0.0
    tracking: float = 0.0
    stamp: str = field(default="", compare=False)

    @property
    def string(self) -> str:
        """The text as read aloud."""
        return "".join(word.text for word in self.words)

    @property
    def width(self) -> float:
        """Advance width in mm."""
        width = sum([word.width for word in self.words]) * self.size * 25.4 / 72_000
        if self.stretch:
            width += self.stretch * sum(word.text == " " for word in self.words)
        if self.tracking:
            width += self.tracking * sum(len(word.glyphs) for word in self.words)
        return width


@dataclass(frozen=True, slots=True)
class Image:
    """A raster picture scaled into a rectangle; ``asset`` is its content digest."""

    asset: str
    rect: Rect
    stamp: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Group:
    """A Frame inside a Frame, moved, clipped (in the inner coordinates) or faded."""

    frame: Frame
    matrix: Matrix = IDENTITY
    clip: Path | None = None
    opacity: float = 1.0
    stamp: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Region:
    """A named rectangle that paints nothing: for proofs, preview and tests.

    ``note`` holds facts about it as ``key=value`` words, for example ``min-size=6``.
    """

    id: str
    rect: Rect
    note: str = ""
    stamp: str = field(default="", compare=False)


Item = Shape | Text | Image | Group | Region


def pack_word(word: Shaped) -> tuple[Any, ...]:
    """Turn a word into plain values."""
    glyphs = [(g.index, g.advance, g.natural, g.dx, g.dy, g.text) for g in word.glyphs]
    return word.text, word.width, glyphs


def unpack_word(packed: tuple[Any, ...]) -> Shaped:
    """Undo `pack_word`."""
    text, width, glyphs = packed
    return Shaped(text, tuple([Glyph(*glyph) for glyph in glyphs]), width)
