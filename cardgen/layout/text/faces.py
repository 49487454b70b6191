"""A face is everything that decides how a run of text looks; it keeps its words.

Words repeat a lot within a deck, so each face shapes a word once.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from itertools import accumulate
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from cardgen.assets.fonts import Font
from cardgen.assets.library import Library
from cardgen.assets.sfnt import unset
from cardgen.core.diagnostics import Diagnostic, LayoutError, Location
from cardgen.core.reads import Remembered
from cardgen.core.style import TextStyle, Theme, parse_feature
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Frame, Glyph, Shaped
from cardgen.layout import problems
from cardgen.layout.attributes import INK, Gradient, PaintSpec
from cardgen.layout.text.hyphens import has_patterns

_MEMO_LIMIT = 20_000
# A line may break after a hyphen or dash inside a word, at a zero-width space, and between
# ideographs, but not before closing punctuation or after opening brackets, nor after the sign of -5
# or within 2-4.
_CJK = "\u2e80-\u2fff\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
_CLOSING = (
    "\u3001\u3002\u3009\u300b\u300d\u300f\u3011\u3015"
    "\uff01\uff09\uff0c\uff1a\uff1b\uff1f\uff3d\uff5d"
    "\u3005\u30fb\u30fc"  # repeats, middle dots and long vowels belong to what is before them
    "\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e"  # and so do small kana
    "\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee\u30f5\u30f6"
)
_OPENING = "\u3008\u300a\u300c\u300e\u3010\u3014\uff08\uff3b\uff5b"
_DASH = r"\-\u2013\u2014"
_OTHER = rf"[^{_CJK}\u200b{_DASH}]+"
_PIECES = (
    rf"[{_OPENING}]*[{_CJK}][{_CLOSING}]*"
    rf"|[{_DASH}]*{_OTHER}(?:-(?=\d){_OTHER})*[{_DASH}]*|[{_DASH}]+"
)
_MAY_BREAK = rf"[{_CJK}\u200b{_DASH}]"
_SOFT_HYPHEN = "\u00ad"
_RAISED, _RAISED_MOST, _LEGIBLE_PT = 0.62, 0.8, 6.0
"""How large raised and lowered type is, against the type around it; small type less so, to stay
legible."""
_RISE = {"sup": 0.36, "sub": -0.15}
"""How far the baseline of such type is above that around it, in sizes of that."""
_INVISIBLE = str.maketrans("", "", "\u00ad\u200b\ufeff")


def _pieces(text: str) -> list[str]:
    """Cut a word where a line may break inside it."""
    # Patterns as text: compiling these takes 5 ms, and most words do without.
    if (text.isascii() and "-" not in text) or not re.search(_MAY_BREAK, text):
        return [text]
    return re.findall(_PIECES, text)


class ShapedPiece(Struct, frozen=True):
    """A shaped stretch of one font, or an inline icon where ``icon`` is set."""

    face: Face
    font: str
    shaped: Shaped
    width: float
    icon: Frame | None = None
    scale: float = 1.0
    soft: tuple[int, ...] = ()
    """Where soft hyphens were in the text."""
    alt: str = ""
    """The word that is read for the icon; ``shaped`` is what is unseen beneath it."""
    number: str = ""
    """What is set in the icon."""


class Unit(Struct, frozen=True):
    """What a line break never splits; width and line height in mm at full size."""

    pieces: tuple[ShapedPiece, ...]
    width: float
    height: float

    @classmethod
    def of(cls, pieces: tuple[ShapedPiece, ...], height: float) -> Self:
        """Make a unit of pieces."""
        return cls(pieces, sum([piece.width for piece in pieces]), height)

    @property
    def divisible(self) -> bool:
        """Whether a line may end inside it, with a hyphen."""
        return any(p.soft or p.face.key.hyphenate for p in self.pieces)

    def joined(self, other: Unit) -> Unit:
        """Glue another unit to this one."""
        pieces = self.pieces + other.pieces
        return Unit(pieces, self.width + other.width, max(self.height, other.height))


class FaceKey(Struct, frozen=True):
    """What tells one face from another."""

    style: str
    font: str
    bold: bool
    italic: bool
    size: float
    leading: float
    color: PaintSpec
    tracking: float
    uppercase: bool
    features: tuple[str, ...]
    hyphenate: tuple[int, ...] = ()
    rise: float = 0.0
    """How far the baseline is above that of the line, in points."""
    ruled: str = ""
    """The tags that draw lines along the words, ``u`` and ``s``."""
    language: str = ""
    """The language that words are divided by; that of the game if empty."""

    def emphasised(self, tag: str) -> FaceKey:
        """Return the key inside a tag."""
        match tag:
            case "b":
                return replace(self, bold=True)
            case "i":
                return replace(self, italic=True)
            case "u" | "s":
                return self if tag in self.ruled else replace(self, ruled=self.ruled + tag)
        size = max(self.size * _RAISED, min(self.size * _RAISED_MOST, _LEGIBLE_PT))
        leading, rise = self.leading * self.size / size, self.rise + _RISE[tag] * self.size
        return replace(self, size=size, leading=leading, rise=rise)


class Face:
    """A font with its fallbacks at a size and colour; of a ``gradient``, that is the first one."""

    def __init__(
        self, key: FaceKey, font: Font, chain: tuple[Font, ...], language: str = ""
    ) -> None:
        self.key = key
        self.language = language
        self.font = font
        self.chain = chain
        self.size = key.size
        self.gradient = key.color if isinstance(key.color, Gradient) else None
        self.color = key.color.stops[0][1] if isinstance(key.color, Gradient) else key.color
        self.em = key.size * MM_PER_POINT
        self._em = self.em / 1000
        self.tracking = key.tracking * self._em
        self.rise = key.rise * MM_PER_POINT
        self.ruled = key.ruled
        self.line_height = key.size * MM_PER_POINT * key.leading
        self.cap_height = font.cap_height * self._em
        self.space = font.shape(" ")
        self.space_width = self.space.width * self._em + self.tracking
        self._units: dict[str, tuple[Unit, ...]] = {}

    def units(self, word: str, stamp: str) -> tuple[Unit, ...]:
        """Shape a word; more than one unit where a line may break inside it.

        Raises LayoutError for a character that no font has.
        """
        units = self._units.get(word)
        if units is None:
            if len(self._units) > _MEMO_LIMIT:
                self._units.clear()
            text = word.upper() if self.key.uppercase else word
            units = tuple(self._unit(one, stamp) for one in _pieces(text))
            self._units[word] = units
        return units

    def _unit(self, word: str, stamp: str) -> Unit:
        text = word if word.isascii() else word.translate(_INVISIBLE)
        pieces = tuple(
            self._piece(font, part, stamp) for font, part in _split(text, self.chain, stamp) if part
        )
        if _SOFT_HYPHEN in word:
            pieces = _softened(pieces, word)
        return Unit.of(pieces, self.line_height)

    def cluster(self, piece: ShapedPiece, glyphs: tuple[Glyph, ...]) -> Shaped:
        """Return some glyphs of a piece as a word of their own."""
        return self._font_of(piece).cluster(glyphs, not self.tracking, self.key.features)

    def vertical(self, piece: ShapedPiece, text: str) -> Shaped | None:
        """Shape a character in the form that it has in vertical lines; None if it has none.

        Fonts that were cut down may name a form and have nothing to draw for it.
        """
        font = self._font_of(piece)
        plain = font.shape(text, not self.tracking, self.key.features)
        tall = font.shape(text, not self.tracking, (*self.key.features, "vert"))
        first, other = tall.glyphs[0].index, plain.glyphs[0].index
        return tall if first != other and any(font.ink(first)) else None

    def part(self, piece: ShapedPiece, text: str) -> ShapedPiece:
        """Shape a part of a piece, in its font."""
        return self._piece(self._font_of(piece), text, "")

    def halves(self, piece: ShapedPiece, first: str, rest: str) -> tuple[ShapedPiece, ShapedPiece]:
        """Shape two parts of a piece; the first is read as the whole, the second not at all."""
        said = piece.shaped.text if piece.shaped.said is None else piece.shaped.said
        head, tail = self.part(piece, first), self.part(piece, rest)
        return (
            replace(head, shaped=replace(head.shaped, said=said)),
            replace(tail, shaped=replace(tail.shaped, said="")),
        )

    def _font_of(self, piece: ShapedPiece) -> Font:
        return next(font for font in self.chain if font.key == piece.font)

    def _piece(self, font: Font, text: str, stamp: str) -> ShapedPiece:
        # A gap inside a ligature looks like a mistake: letter-spaced text has none.
        shaped = font.shape(text, not self.tracking, self.key.features)
        font.check(shaped, Location.of(stamp))
        width = shaped.width * self._em + len(shaped.glyphs) * self.tracking
        return ShapedPiece(self, font.key, shaped, width)

    def icon(self, frame: Frame, scale: float, alt: str, number: str = "") -> Unit:
        """Make an inline icon as high as the capitals (times a factor), read as a word."""
        factor = self.cap_height * scale / frame.size.height
        width = frame.size.width * factor
        font = next((font for font in self.chain if all(map(font.covers, alt))), self.font)
        piece = ShapedPiece(
            self, font.key, font.shape(alt), width, frame, scale, alt=alt, number=number
        )
        return Unit((piece,), width, self.line_height)


def _softened(pieces: tuple[ShapedPiece, ...], word: str) -> tuple[ShapedPiece, ...]:
    """Tell each piece of a word where there are soft hyphens in it."""
    parts = [part.translate(_INVISIBLE) for part in word.split(_SOFT_HYPHEN)]
    points = list(accumulate(map(len, parts[:-1])))
    found, start = [], 0
    for piece in pieces:
        count = len(piece.shaped.text)
        soft = tuple(at - start for at in points if 0 < at - start < count)
        found.append(replace(piece, soft=soft))
        start += count
    return tuple(found)


def _split(text: str, chain: tuple[Font, ...], stamp: str) -> list[tuple[Font, str]]:
    """Give each stretch of a word to the first font that has its characters.

    A letter and the accents upon it are of one font, or the accents would be misplaced.
    """
    first = chain[0]
    if all(map(first.covers, text)):
        return [(first, text)]
    parts: list[tuple[Font, str]] = []
    for cluster in clusters_of(text):
        font = next((font for font in chain if font.covers(cluster)), None)
        if font is None:
            raise LayoutError(_lacking(cluster, chain, Location.of(stamp)))
        if parts and parts[-1][0] is font:
            parts[-1] = (font, parts[-1][1] + cluster)
        else:
            parts.append((font, cluster))
    return parts


def clusters_of(text: str) -> list[str]:
    """Divide a word into letters, each with the accents, joiners and variants that follow it."""
    found: list[str] = []
    for character in text:
        if found and unicodedata.category(character) in ("Mn", "Mc", "Me", "Cf"):
            found[-1] += character
        else:
            found.append(character)
    return found


def _lacking(cluster: str, chain: tuple[Font, ...], at: Location | None) -> Diagnostic:
    """Say which character of a cluster cannot be set, and why."""
    for character in cluster:
        name = unicodedata.name(character, "unnamed")
        if why := unset(character):
            return problems.unset_script(at, character, name, why)
    alone = (c for c in cluster if not any(font.covers(c) for font in chain))
    # Where fonts have each by itself, it is the accents that the font of the letter lacks.
    character = next(alone, cluster[-1])
    name = unicodedata.name(character, "unnamed")
    return problems.missing_glyph(at, character, name, tuple(font.name for font in chain))


class Faces:
    """The faces of one theme. Places (``at``) are stamps, read only where something is wrong."""

    def __init__(self, theme: Theme, library: Library) -> None:
        self.theme = theme
        self.reads = library.reads
        self.blocks: Remembered[tuple[object, str], object] = {}
        """What elements remember of texts that repeat from card to card."""
        self._library = library
        self._faces: Remembered[FaceKey, Face] = {}

    def style(self, name: str, stamp: str) -> TextStyle:
        """Look up a text style. Raises LayoutError."""
        style = self.theme.styles.get(name)
        if style is None:
            known = tuple(self.theme.styles)
            raise LayoutError(problems.unknown_style(Location.of(stamp), name, known))
        return style

    def plain(self, name: str, stamp: str) -> Face:
        """Return the upright face of a style. Raises LayoutError or AssetError."""
        style = self.style(name, stamp)
        key = FaceKey(
            style=name,
            font=style.font,
            bold=False,
            italic=False,
            size=style.size,
            leading=style.leading,
            color=INK.parse(style.color, self.theme),
            tracking=style.tracking,
            uppercase=style.uppercase,
            features=style.features,
            hyphenate=style.hyphenate,
        )
        return self.face(key, stamp)

    def changed(self, face: Face, changes: Mapping[str, object], stamp: str) -> Face:
        """Return a face with other values in its key, but for those that are None."""
        given = {name: value for name, value in changes.items() if value is not None}
        return self.face(replace(face.key, **given), stamp) if given else face

    def face(self, key: FaceKey, stamp: str) -> Face:
        """Return the face for a key. Raises LayoutError or AssetError."""
        return self.reads.remembered(self._faces, key, lambda: self._make(key, stamp))

    def _make(self, key: FaceKey, stamp: str) -> Face:
        name = key.font
        if key.bold or key.italic:
            style = self.style(key.style, stamp)
            wanted = "bold_italic" if key.bold and key.italic else "bold" if key.bold else "italic"
            name = getattr(style, wanted)
            if not name:
                raise LayoutError(problems.style_lacks_font(Location.of(stamp), key.style, wanted))
        font = self._library.font(name, Location.of(stamp))
        if key.features and not (key.bold or key.italic):
            has = font.features()
            for word in key.features:
                if parse_feature(word)[0] not in has:
                    raise LayoutError(
                        problems.font_lacks_feature(Location.of(stamp), name, word, has)
                    )
        self.reads.note("theme.fallback")
        fallback = (self._library.font(name, Location.of(stamp)) for name in self.theme.fallback)
        rest = tuple(other for other in fallback if other is not font)
        language = ""
        if key.hyphenate:
            language = key.language
            if not language:
                self.reads.note("theme.language")
                language = self.theme.language
            if not has_patterns(language):
                raise LayoutError(problems.no_hyphenation(Location.of(stamp), language))
        return Face(key, font, (font, *rest), language)
