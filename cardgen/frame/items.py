"""The six kinds of items of a Frame, and the words that texts consist of.

Items carry a ``stamp``, the location that made them (``path:#number`` of a tag, or
``path:line:column``), which does not count for equality or fingerprint. `Dies` are the lines along
which a page is cut and creased. Tags describe items to screen readers.
"""

import enum
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import astuple

from cardgen.core.fingerprint import PartlyCompared, digest
from cardgen.core.geometry import Insets, Matrix, Path, Rect, Size
from cardgen.core.style import Color, LinearGradient, Paint

if TYPE_CHECKING:
    from cardgen.frame.frame import Frame

NO_BLEED = Insets()
IDENTITY = Matrix()
CUT_CONTOUR, CREASE = "CutContour", "Crease"
"""Inks that show machines where to cut and fold; they are not printed."""


MITER = 10.0
"""The default miter limit of PDF (ISO 32000-2, table 51)."""
GOES_ON = "+"
"""Suffix of a type: the items continue the last element of this type, wherever that began."""
_NOWHERE = Rect(0.0, 0.0, 0.0, 0.0)


class Stamped(PartlyCompared, frozen=True):
    """An item; two items that differ only in their stamps are equal."""

    ignored_fields = frozenset({"stamp"})


class Stroke(Struct, frozen=True):
    """A line along a path; width and dashes in mm, caps and joins as in SVG.

    Gradients use the coordinates of the Frame, in strokes and in fills. A corner whose mitre would
    be longer than ``miter`` times the width is cut off.
    """

    paint: Paint
    width: float
    dash: tuple[float, ...] = ()
    cap: str = "butt"
    join: str = "miter"
    miter: float = MITER


class Shape(Stamped, frozen=True):
    """A filled and/or stroked path."""

    path: Path
    fill: Paint | None = None
    stroke: Stroke | None = None
    stamp: str = ""


class Glyph(Struct, frozen=True):
    """One placed glyph of a font; distances in thousandths of an em.

    ``advance`` is the result of shaping, ``natural`` the font's own advance. ``text`` is the text
    that the glyph shows (empty for the later glyphs of a cluster).
    """

    index: int
    advance: float
    natural: float
    dx: float = 0.0
    dy: float = 0.0
    text: str = ""


class Shaping(Struct, frozen=True, cache_hash=True):
    """Parameters for shaping a word, in addition to its text.

    ``features`` are OpenType features in HarfBuzz's syntax (``-zero``, ``salt=2``). The
    ``direction`` is ``ltr`` or ``rtl``; if empty, the script decides. The ``language`` is set if
    the font has different forms for it. ``glyphs`` has the indices of a word that was cut out of a
    longer one, if its text alone would get different glyphs.
    """

    features: tuple[str, ...] = ()
    direction: str = ""
    language: str = ""
    glyphs: tuple[int, ...] = ()


PLAIN = Shaping()
"""Shaping by the script of the text alone."""


class Shaped(Struct, frozen=True, eq=False):
    """A shaped word or space of one font: the unit that layout caches and moves.

    Compared by identity, because millions of look-ups use it: each font shapes a word once.
    """

    text: str
    glyphs: tuple[Glyph, ...]
    width: float
    """Sum of the advances, thousandths of an em."""
    shaping: Shaping = PLAIN
    """Font, text and shaping determine the glyphs."""
    spoken_text: str | None = None
    """The text for screen readers. The first part of a hyphenated word has the whole word, the
    other parts have an empty text."""
    texts: dict[int, str] = {}
    """The text of each glyph index."""

    def __post_init__(self) -> None:
        self.texts.update([(g.index, g.text) for g in reversed(self.glyphs)])

    def __reduce__(self) -> "tuple[Callable[..., Shaped], tuple[Any, ...]]":
        return unpack_word, (pack_word(self),)


class Text(Stamped, frozen=True):
    """One run: one line, one style. ``x``, ``y`` is the start of the baseline.

    ``words`` holds words and spaces in visual order. ``stretch`` is added after every space
    (justified lines), ``tracking`` after every glyph; both in mm, ``size`` in points.
    """

    x: float
    y: float
    font: str
    size: float
    color: Paint
    words: tuple[Shaped, ...]
    stretch: float = 0.0
    tracking: float = 0.0
    stamp: str = ""

    @property
    def string(self) -> str:
        """The text as a screen reader reads it."""
        leftward = any(w.shaping.direction == "rtl" for w in self.words)
        words = self.words[::-1] if leftward else self.words
        return "".join([w.text if w.spoken_text is None else w.spoken_text for w in words])

    @property
    def width(self) -> float:
        """Advance width in mm."""
        width = sum([word.width for word in self.words]) * self.size * 25.4 / 72_000
        if self.stretch:
            width += self.stretch * sum(word.text == " " for word in self.words)
        if self.tracking:
            width += self.tracking * sum(len(word.glyphs) for word in self.words)
        return width


class Image(Stamped, frozen=True):
    """A raster picture scaled into a rectangle; ``asset`` is its content digest."""

    asset: str
    rect: Rect
    stamp: str = ""


class SoftMask(Struct, frozen=True, cache_hash=True):
    """The opacity of each pixel of a picture, as deflated rows of an 8-bit grey PNG.

    All values are multiplied by ``opacity``.
    """

    width_px: int
    height_px: int
    rows: bytes
    opacity: float = 1.0


class Shadow(Stamped, frozen=True):
    """One colour with soft edges; ``mask`` is its opacity in ``rect``."""

    rect: Rect
    color: Color
    mask: SoftMask
    stamp: str = ""


class Group(Stamped, frozen=True):
    """A Frame inside a Frame: moved, clipped (in the inner coordinates) or faded.

    ``fade`` is a gradient in the inner coordinates; only the opacity of its colours counts.
    ``alt`` is alternative text for screen readers; empty for decoration. ``reads`` is an invisible
    word of running text that this Group replaces: it is read aloud, found and copied.
    """

    frame: "Frame"
    matrix: Matrix = IDENTITY
    clip: Path | None = None
    opacity: float = 1.0
    stamp: str = ""
    alt: str | None = None
    reads: Text | None = None
    fade: LinearGradient | None = None


class RegionKind(enum.Enum):
    """The purpose of a Region. The program finds Regions by kind, so authors may use any id."""

    NAMED = "named"
    """An element to which the author of a template gave an id."""
    KEEP = "keep"
    """No seam between tiles should cut it."""
    FAULT = "fault"
    """A faulty or missing part; the note has the codes."""
    OUTLINE = "outline"
    """The first item of a Group of outlines, which are behind the items after the Group.

    The note has each outline of a text from the inside out: its colour, and its distance in mm. A
    sharp shadow has an empty note.
    """
    MACHINE_READ = "machine-read"
    """A code for machines, whose colours stay in every ink; the note has ``modules=29``."""
    SEPARATION = "separation"
    """A press prints the Frame in the spot ink that the note names."""
    CALLOUT = "callout"
    """A numbered marker in a picture; the note has ``n=3``."""
    ANCHOR = "anchor"
    """A heading or a place in a booklet; the note has ``id=… level=… title=…``."""
    LINK = "link"
    """Words of a booklet that lead to an anchor, ``to=…``, or to an address, ``href=…``."""
    TAG = "tag"
    """The beginning of a tag or, without a note, its end: see `cardgen.frame.items`."""


class Region(Stamped, frozen=True):
    """A rectangle that paints no pixels: for proofs, preview, tests, and for a press.

    ``note`` has facts about it as ``key=value`` words. Only Regions of authors have an ``id``.
    """

    kind: RegionKind
    rect: Rect
    note: str = ""
    stamp: str = ""
    id: str = ""

    @classmethod
    def for_id(cls, id: str, rect: Rect, stamp: str = "") -> "Region":
        """Make the Region of an element with an id."""
        return cls(RegionKind.NAMED, rect, "", stamp, id)


Item = Shape | Text | Image | Shadow | Group | Region


def regions(items: Iterable[Item], kind: RegionKind) -> Iterator[Region]:
    """Yield the Regions of a kind among items."""
    return (item for item in items if isinstance(item, Region) and item.kind is kind)


def runs(items: Iterable[Item]) -> Iterator[Text]:
    """Yield all text among items, including invisible text for screen readers."""
    for item in items:
        if isinstance(item, Text):
            yield item
        elif isinstance(item, Group) and item.reads is not None:
            yield item.reads


def pack_word(word: Shaped) -> tuple[Any, ...]:
    """Convert a word into plain values."""
    glyphs = [astuple(glyph) for glyph in word.glyphs]
    return word.text, word.width, glyphs, astuple(word.shaping), word.spoken_text


def unpack_word(packed: tuple[Any, ...]) -> Shaped:
    """Undo `pack_word`."""
    text, width, glyphs, shaping, spoken_text = packed
    shaping = Shaping(*shaping) if any(shaping) else PLAIN
    return Shaped(text, tuple([Glyph(*glyph) for glyph in glyphs]), width, shaping, spoken_text)


class Dies(Struct, frozen=True):
    """The paths of one page in mm, from its top left corner.

    Cut paths are closed, except paths that an author drew open.
    """

    page: Size
    cut: tuple[Path, ...]
    crease: tuple[Path, ...] = ()

    @property
    def code(self) -> str:
        """Eight characters by which users match a print with its file of paths."""
        micrometres = [
            [(name, *(round(float(v) * 1000) for v in xy)) for name, *xy in path.segments]
            for path in (*self.cut, *self.crease)
        ]
        return digest((micrometres, len(self.cut)))[:8]


END = Region(RegionKind.TAG, _NOWHERE)
"""The end of a tag."""


def tag(role: str, words: str = "", box: Rect = _NOWHERE) -> Region:
    """Return the beginning of a tag, given a structure type of PDF (ISO 32000-2, 14.8.4).

    ``words`` are the text for the content of the box, the title of a section, or the axis of a
    table's head.
    """
    return Region(RegionKind.TAG, box, f"{role} {' '.join(words.split())}".rstrip())
