"""What a Frame may hold: six kinds of item, and the words that text is made of.

The place that made an item (``stamp``: ``path:#number`` of a tag, or ``path:line:column``) is
carried along but is not part of equality or fingerprint. `Dies` are the lines along which a page is
cut and creased. Tags tell readers that do not see the page what items are.
"""

from __future__ import annotations

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
"""The inks by which machines find what to cut and to fold; nobody prints them."""


MITER = 10.0
"""How long mitres are in a PDF unless it says otherwise (ISO 32000-2, table 51)."""
GOES_ON = "+"
"""Behind a type: the items belong to the last element of this type, wherever that began."""
_NOWHERE = Rect(0.0, 0.0, 0.0, 0.0)


class Stamped(PartlyCompared, frozen=True):
    """An item, which is the same wherever it was made."""

    uncompared = frozenset({"stamp"})


class Stroke(Struct, frozen=True):
    """A line along a path; width and dashes in mm, caps and joins as in SVG.

    A gradient lies in the coordinates of the Frame, as that of a fill does. A corner whose mitre
    would be longer than ``miter`` times the width is cut off.
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

    ``advance`` is what shaping wants, ``natural`` the font's own; ``text`` is what the glyph
    stands for (empty for the later glyphs of a cluster).
    """

    index: int
    advance: float
    natural: float
    dx: float = 0.0
    dy: float = 0.0
    text: str = ""


class Shaping(Struct, frozen=True, cache_hash=True):
    """How a font shapes a word, beyond its text.

    ``features`` are OpenType features in the words of HarfBuzz (``-zero``, ``salt=2``). The
    ``direction`` is ``ltr`` or ``rtl``, or empty for that of the script. The ``language`` is given
    if the font has other forms for it. ``glyphs`` has the indices of a word that was cut out of a
    longer one, where its text alone would get other glyphs.
    """

    features: tuple[str, ...] = ()
    direction: str = ""
    language: str = ""
    glyphs: tuple[int, ...] = ()


PLAIN = Shaping()
"""Shaped by the script of the text alone."""


class Shaped(Struct, frozen=True, eq=False):
    """A shaped word or space of one font: the unit that layout caches and moves.

    Compared by identity, because millions of look-ups go by it: each font shapes a word once.
    """

    text: str
    glyphs: tuple[Glyph, ...]
    width: float
    """Sum of the advances, thousandths of an em."""
    shaping: Shaping = PLAIN
    """Glyphs follow from the font, the text and this."""
    said: str | None = None
    """What is read in place of the text: of a divided word, the whole for its first part, and
    nothing for the others."""
    texts: dict[int, str] = {}
    """What each glyph index stands for."""

    def __post_init__(self) -> None:
        self.texts.update([(g.index, g.text) for g in reversed(self.glyphs)])

    def __reduce__(self) -> tuple[Callable[..., Shaped], tuple[Any, ...]]:
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
        """The text as read aloud."""
        leftward = any(w.shaping.direction == "rtl" for w in self.words)
        words = self.words[::-1] if leftward else self.words
        return "".join([w.text if w.said is None else w.said for w in words])

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
    """How opaque each pixel of a picture is, as rows of a PNG with one grey of 8 bits, deflated.

    All of them are multiplied by ``opacity``.
    """

    width_px: int
    height_px: int
    rows: bytes
    opacity: float = 1.0


class Shadow(Stamped, frozen=True):
    """One colour with soft edges: ``mask`` says how much of it lies where in ``rect``."""

    rect: Rect
    color: Color
    mask: SoftMask
    stamp: str = ""


class Group(Stamped, frozen=True):
    """A Frame inside a Frame, moved, clipped (in the inner coordinates) or faded.

    ``fade`` is a gradient in the inner coordinates; what counts of its colours is their opacity.
    ``alt`` says what it shows, to those who do not see it: nothing if it is empty, for decoration.
    ``reads`` is the word that running text has in its place: it is read, found and copied, unseen.
    """

    frame: Frame
    matrix: Matrix = IDENTITY
    clip: Path | None = None
    opacity: float = 1.0
    stamp: str = ""
    alt: str | None = None
    reads: Text | None = None
    fade: LinearGradient | None = None


class RegionKind(enum.Enum):
    """What a Region means. The program looks for its own by kind, so authors may use any id."""

    NAMED = "named"
    """An element to which the author of a template gave an id."""
    KEEP = "keep"
    """No seam between tiles should cut it."""
    FAULT = "fault"
    """Something is wrong or missing; the note holds the codes."""
    OUTLINE = "outline"
    """The first item of a Group of outlines, which lie behind what comes after the Group.

    The note has each outline of a text from the inside out: its colour, and how far it reaches, in
    mm. That of a sharp shadow is empty.
    """
    MACHINE_READ = "machine-read"
    """A code for machines, which no ink changes; the note has ``modules=29``."""
    SEPARATION = "separation"
    """A press prints the Frame in an ink of its own, which the note names."""
    CALLOUT = "callout"
    """A numbered marker in a picture; the note has ``n=3``."""
    ANCHOR = "anchor"
    """A heading or a place in a booklet; the note has ``id=… level=… title=…``."""
    LINK = "link"
    """Words of a booklet that lead to an anchor, ``to=…``, or to an address, ``href=…``."""
    TAG = "tag"
    """The beginning of a tag or, without a note, its end: see `cardgen.frame.items`."""


class Region(Stamped, frozen=True):
    """A rectangle that paints nothing: for proofs, preview, tests, and for a press.

    ``note`` holds facts about it as ``key=value`` words; only one of an author has an ``id``.
    """

    kind: RegionKind
    rect: Rect
    note: str = ""
    stamp: str = ""
    id: str = ""

    @classmethod
    def named(cls, id: str, rect: Rect, stamp: str = "") -> Region:
        """Make the Region of an element with an id."""
        return cls(RegionKind.NAMED, rect, "", stamp, id)


Item = Shape | Text | Image | Shadow | Group | Region


def regions(items: Iterable[Item], kind: RegionKind) -> Iterator[Region]:
    """Yield the Regions of a kind among items."""
    return (item for item in items if isinstance(item, Region) and item.kind is kind)


def runs(items: Iterable[Item]) -> Iterator[Text]:
    """Yield all text among items, also what is read and not seen."""
    for item in items:
        if isinstance(item, Text):
            yield item
        elif isinstance(item, Group) and item.reads is not None:
            yield item.reads


def pack_word(word: Shaped) -> tuple[Any, ...]:
    """Turn a word into plain values."""
    glyphs = [astuple(glyph) for glyph in word.glyphs]
    return word.text, word.width, glyphs, astuple(word.shaping), word.said


def unpack_word(packed: tuple[Any, ...]) -> Shaped:
    """Undo `pack_word`."""
    text, width, glyphs, shaping, said = packed
    shaping = Shaping(*shaping) if any(shaping) else PLAIN
    return Shaped(text, tuple([Glyph(*glyph) for glyph in glyphs]), width, shaping, said)


class Dies(Struct, frozen=True):
    """The paths of one page in mm, from its top left corner.

    A path that is cut is closed, but for one that someone drew open.
    """

    page: Size
    cut: tuple[Path, ...]
    crease: tuple[Path, ...] = ()

    @property
    def code(self) -> str:
        """Eight characters that tell whether a print and a file with paths belong together."""
        micrometres = [
            [(name, *(round(float(v) * 1000) for v in at)) for name, *at in path.segments]
            for path in (*self.cut, *self.crease)
        ]
        return digest((micrometres, len(self.cut)))[:8]


END = Region(RegionKind.TAG, _NOWHERE)
"""The end of a tag."""


def tag(role: str, words: str = "", box: Rect = _NOWHERE) -> Region:
    """Return the beginning of a tag, given a structure type of PDF (ISO 32000-2, 14.8.4).

    ``words`` are read in place of what is in the box, or are the title of a section, or the axis of
    the cells that a table's head is for.
    """
    return Region(RegionKind.TAG, box, f"{role} {' '.join(words.split())}".rstrip())
