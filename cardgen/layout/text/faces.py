"""A face decides the look of a run of text, and caches its shaped words.

Words repeat a lot within a deck, so each face shapes a word once.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import accumulate, pairwise
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from cardgen.assets.fonts import Font
from cardgen.assets.library import Library
from cardgen.assets.sfnt import free_family, unset
from cardgen.core.diagnostics import Diagnostic, LayoutError, Location
from cardgen.core.direction import is_right_to_left
from cardgen.core.reads import CachedValues
from cardgen.core.style import TextStyle, Theme, parse_feature
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Frame, Glyph, Shaped
from cardgen.frame.items import Shaping
from cardgen.layout import problems
from cardgen.layout.attributes import INK, Gradient, PaintSpec, Tag
from cardgen.layout.text.hyphens import has_patterns
from cardgen.layout.text.opportunities import MissingDictionaryError, opportunities

_MEMO_LIMIT = 20_000
_BOLD = 600
"""The least weight of a font (OS/2, usWeightClass) that needs others as heavy beside it."""
# In words of alphabets, a line may break after a hyphen or dash and at a zero-width space, but not
# after the sign of -5 or within 2-4. UAX #14 also has a line break before a dash and after a slash.
DASHES = ("-", "\u2013", "\u2014")
_DASH = r"\-\u2013\u2014"
_OTHER = rf"[^\u200b{_DASH}]+"
_PIECES = rf"[{_DASH}]*{_OTHER}(?:-(?=\d){_OTHER})*[{_DASH}]*|[{_DASH}]+"
_MAY_BREAK = rf"[\u200b{_DASH}]"
_UNSPACED = (
    "[\u0e00-\u0fff\u1000-\u11ff\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\u2e80-\ua4cf\ua960-\ua97f"
    "\ua9e0-\ua9ff\uaa60-\uaadf\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef"
    "\U0001f000-\U0001faff\U00020000-\U0003ffff]"
)
"""Characters of scripts that break lines elsewhere than at spaces, and pictures."""
_HALF_EMPTY = "\u3001\u3002\uff0c\uff0e\u300d\u300f\u3011\u3015\u3009\u300b\uff09\uff3d\uff5d"
"""Wide signs whose right half is empty, and left out at the end of a line (JLREQ 3.1.9)."""
_SOFT_HYPHEN = "\u00ad"
_RAISED, _RAISED_MOST, _LEGIBLE_PT = 0.62, 0.8, 6.0
"""How large raised and lowered type is, against the type around it; small type less so, to stay
legible."""
_RISE = {"sup": 0.36, "sub": -0.15}
"""How far the baseline of such type is above that around it, in sizes of that."""
_AS_NAMED = "font size leading color tracking uppercase features hyphenate direction".split()
_LOOKS = {**{name: name for name in _AS_NAMED}, "lang": "language"}
"""The attributes of tags that change the face of their words, with what they change in its key."""
_INVISIBLE = str.maketrans("", "", "\u00ad\u200b\ufeff")


def _pieces(text: str, language: str) -> list[str]:
    """Cut a word where a line may break inside it; raises MissingDictionaryError."""
    # Patterns as text: compiling these takes 5 ms, and most words do without.
    if text.isascii() and "-" not in text:
        return [text]
    if re.search(_UNSPACED, text):
        places = [0, *opportunities(text, language), len(text)]
        return [text[start:end] for start, end in pairwise(places)]
    return re.findall(_PIECES, text) if re.search(_MAY_BREAK, text) else [text]


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
    """The word that readers hear for the icon; ``shaped`` is the hidden text beneath it."""
    number: str = ""
    """The text inside the icon."""
    level: int = 0
    """Its embedding level; odd ones run from right to left (UAX #9)."""


class Unit(Struct, frozen=True):
    """Text without a possible line break; width and line height in mm at full size."""

    pieces: tuple[ShapedPiece, ...]
    width: float
    height: float
    trail: float = 0.0
    """How much of it is empty at the end of a line."""

    @classmethod
    def of(cls, pieces: tuple[ShapedPiece, ...], height: float) -> Self:
        """Make a unit of pieces."""
        last = pieces[-1] if pieces else None
        sign = last is not None and last.icon is None and last.shaped.text[-1:] in _HALF_EMPTY
        trail = last.face.em / 2 if last is not None and sign and last.shaped.text else 0.0
        return cls(pieces, sum([piece.width for piece in pieces]), height, trail)

    def join(self, next_unit: Unit) -> Unit:
        """Return this unit and the next one without a line break between them."""
        pieces = self.pieces + next_unit.pieces
        height = max(self.height, next_unit.height)
        return Unit(pieces, self.width + next_unit.width, height, next_unit.trail)


class FaceKey(Struct, frozen=True):
    """The values that identify a face."""

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
    """The rise of the baseline above the line's baseline, in points."""
    ruled: str = ""
    """The tags that draw lines along the words, ``u`` and ``s``."""
    language: str = ""
    """The language for hyphenation and shaping; the game's language if empty."""
    direction: str = ""
    """The direction of paragraphs, ``ltr`` or ``rtl``; the language's direction if empty."""

    def emphasise(self, tag: str) -> FaceKey:
        """Return the key of the face inside a tag."""
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
    """A font with its fallbacks, a size and a colour: the first colour of a ``gradient``."""

    def __init__(
        self, key: FaceKey, font: Font, chain: tuple[Font, ...], language: str = "en"
    ) -> None:
        self.key = key
        self.language = language
        self.leftward = key.direction == "rtl" or (not key.direction and is_right_to_left(language))
        # Some fonts have other glyphs for some languages (feature `locl`).
        local = not language.startswith("en") and "locl" in font.features()
        self._shaping = Shaping(key.features, language=language if local else "")
        self.font = font
        self.chain = chain
        self.size = key.size
        self.gradient = key.color if isinstance(key.color, Gradient) else None
        self.color = key.color.stops[0][1] if isinstance(key.color, Gradient) else key.color
        self.em = key.size * MM_PER_POINT
        self._em = self.em / 1000
        self.tracking = key.tracking * self._em
        self.bold = key.bold or font.weight >= _BOLD
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
            try:
                pieces = _pieces(text, self.language)
            except MissingDictionaryError as error:
                location = Location.of(stamp)
                raise LayoutError(problems.no_dictionary(location, text, f"{error}")) from None
            units = tuple(self._unit(unit_pieces, stamp) for unit_pieces in pieces)
            self._units[word] = units
        return units

    def _unit(self, word: str, stamp: str) -> Unit:
        text = word if word.isascii() else word.translate(_INVISIBLE)
        pieces = tuple(
            self._piece(font, part, stamp) for font, part in _split(text, self.chain, stamp) if part
        )
        if _SOFT_HYPHEN in word:
            pieces = _mark_soft_hyphens(pieces, word)
        return Unit.of(pieces, self.line_height)

    def space_in(self, font: str) -> Shaped:
        """Return a space in the font with this key."""
        if font == self.font.key:
            return self.space
        return next(chain_font for chain_font in self.chain if chain_font.key == font).shape(" ")

    def cluster(self, piece: ShapedPiece, glyphs: tuple[Glyph, ...]) -> Shaped:
        """Return a range of a piece's glyphs as a separate word."""
        return self._font_of(piece).cluster(glyphs, not self.tracking, self._shaping)

    def vertical(self, piece: ShapedPiece, text: str) -> Shaped | None:
        """Shape a character in the form that it has in vertical lines; None if it has none.

        Subset fonts may list a glyph without having its outline.
        """
        font = self._font_of(piece)
        upright = replace(self._shaping, features=(*self._shaping.features, "vert"))
        plain = font.shape(text, not self.tracking, self._shaping)
        tall = font.shape(text, not self.tracking, upright)
        first, plain_index = tall.glyphs[0].index, plain.glyphs[0].index
        return tall if first != plain_index and any(font.ink(first)) else None

    def part(self, piece: ShapedPiece, text: str, level: int | None = None) -> ShapedPiece:
        """Shape a part of a piece, in its font, at its level or another."""
        level = piece.level if level is None else level
        new_piece = self._piece(self._font_of(piece), text, "", level)
        return new_piece if text != piece.shaped.text else replace(new_piece, soft=piece.soft)

    def halves(
        self, piece: ShapedPiece, first: str, second: str
    ) -> tuple[ShapedPiece, ShapedPiece]:
        """Shape two parts of a piece; the first is read as the whole, the second not at all."""
        shaped = piece.shaped
        spoken = shaped.text if shaped.spoken_text is None else shaped.spoken_text
        head, tail = self.part(piece, first), self.part(piece, second)
        return (
            replace(head, shaped=replace(head.shaped, spoken_text=spoken)),
            replace(tail, shaped=replace(tail.shaped, spoken_text="")),
        )

    def _font_of(self, piece: ShapedPiece) -> Font:
        return next(font for font in self.chain if font.key == piece.font)

    def _piece(self, font: Font, text: str, stamp: str, level: int = 0) -> ShapedPiece:
        shaping = self._shaping
        if level:
            shaping = replace(shaping, direction="rtl" if level % 2 else "ltr")
        # A gap inside a ligature looks like a mistake: letter-spaced text has none.
        shaped = font.shape(text, not self.tracking, shaping)
        font.check(shaped, Location.of(stamp))
        width = shaped.width * self._em + len(shaped.glyphs) * self.tracking
        picture = font.picture(shaped, self.color, Location.of(stamp))
        if picture is None:
            return ShapedPiece(self, font.key, shaped, width, level=level)
        scale = picture.size.height * self._em / self.cap_height
        return ShapedPiece(self, font.key, shaped, width, picture, scale, alt=text, level=level)

    def icon(self, frame: Frame, scale: float, alt: str, number: str = "") -> Unit:
        """Make an inline icon as high as the capitals (times a factor), read as a word."""
        factor = self.cap_height * scale / frame.size.height
        width = frame.size.width * factor
        font = next((font for font in self.chain if all(map(font.covers, alt))), self.font)
        piece = ShapedPiece(
            self, font.key, font.shape(alt), width, frame, scale, alt=alt, number=number
        )
        return Unit((piece,), width, self.line_height)


def _mark_soft_hyphens(pieces: tuple[ShapedPiece, ...], word: str) -> tuple[ShapedPiece, ...]:
    """Return the pieces of a word with the offsets of their soft hyphens."""
    parts = [part.translate(_INVISIBLE) for part in word.split(_SOFT_HYPHEN)]
    points = list(accumulate(map(len, parts[:-1])))
    softened, start = [], 0
    for piece in pieces:
        count = len(piece.shaped.text)
        soft = tuple(offset - start for offset in points if 0 < offset - start < count)
        softened.append(replace(piece, soft=soft))
        start += count
    return tuple(softened)


def _split(text: str, chain: tuple[Font, ...], stamp: str) -> list[tuple[Font, str]]:
    """Divide a word into parts, each with the first font that has its characters.

    A letter and the accents upon it are of one font, or the accents would be misplaced.
    """
    first = chain[0]
    if all(map(first.covers, text)):
        return [(first, text)]
    parts: list[tuple[Font, str]] = []
    for cluster in clusters_of(text):
        font = next((font for font in chain if font.covers(cluster)), None)
        if font is None:
            raise LayoutError(_missing_glyph(cluster, chain, Location.of(stamp)))
        if parts and parts[-1][0] is font:
            parts[-1] = (font, parts[-1][1] + cluster)
        else:
            parts.append((font, cluster))
    return parts


def clusters_of(text: str) -> list[str]:
    """Divide a word into letters, each with the accents, joiners and variants that follow it."""
    missing_clusters: list[str] = []
    for character in text:
        follows = missing_clusters and missing_clusters[-1].endswith("\u200d")
        if follows or (
            missing_clusters and unicodedata.category(character) in ("Mn", "Mc", "Me", "Cf")
        ):
            missing_clusters[-1] += character
        else:
            missing_clusters.append(character)
    return missing_clusters


def _missing_glyph(cluster: str, chain: tuple[Font, ...], location: Location | None) -> Diagnostic:
    for character in cluster:
        name = unicodedata.name(character, "unnamed")
        if why := unset(character):
            return problems.unset_script(location, character, name, why)
    alone = (c for c in cluster if not any(font.covers(c) for font in chain))
    # If every character is in some font, the letter's own font lacks the accents.
    character = next(alone, cluster[-1])
    name = unicodedata.name(character, "unnamed")
    fonts = tuple(font.name for font in chain)
    return problems.missing_glyph(location, character, name, fonts, free_family(character))


class Faces:
    """The faces of one theme. Locations are stamps, which are read only for errors."""

    def __init__(self, theme: Theme, library: Library) -> None:
        self.theme = theme
        self.reads = library.reads
        self.blocks: CachedValues[tuple[object, str], object] = {}
        """What elements remember of texts that repeat from card to card."""
        self._library = library
        self._faces: CachedValues[FaceKey, Face] = {}

    @property
    def leftward(self) -> bool:
        """Whether the language of the game runs from right to left."""
        self.reads.note("theme.language")
        return is_right_to_left(self.theme.language)

    def style(self, name: str, stamp: str) -> TextStyle:
        """Look up a text style. Raises LayoutError."""
        style = self.theme.styles.get(name)
        if style is None:
            style_names = tuple(self.theme.styles)
            raise LayoutError(problems.unknown_style(Location.of(stamp), name, style_names))
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
            direction=style.direction,
        )
        return self.face(key, stamp)

    def change(self, face: Face, tag: Tag, stamp: str) -> Face:
        """Return a face changed by the attributes that the tag sets."""
        looks = ((name, getattr(tag, name, None)) for name in _LOOKS)
        changes = {_LOOKS[name]: value for name, value in looks if value not in (None, "")}
        return self.face(replace(face.key, **changes), stamp) if changes else face

    def face(self, key: FaceKey, stamp: str) -> Face:
        """Return the face for a key. Raises LayoutError or AssetError."""
        return self.reads.cached(self._faces, key, lambda: self._make(key, stamp))

    def _make(self, key: FaceKey, stamp: str) -> Face:
        name = key.font
        if key.bold or key.italic:
            style = self.style(key.style, stamp)
            variant = "bold_italic" if key.bold and key.italic else "bold" if key.bold else "italic"
            name = getattr(style, variant)
            if not name:
                raise LayoutError(problems.style_lacks_font(Location.of(stamp), key.style, variant))
        font = self._library.font(name, Location.of(stamp))
        if key.features and not (key.bold or key.italic):
            has = font.features()
            for word in key.features:
                if parse_feature(word)[0] not in has:
                    raise LayoutError(
                        problems.font_lacks_feature(Location.of(stamp), name, word, has)
                    )
        self.reads.note("theme.fallback")
        heavy = font.weight >= _BOLD
        fallback = (self._fallback(family, heavy, stamp) for family in self.theme.fallback)
        fallback_fonts = tuple(
            fallback_font for fallback_font in fallback if fallback_font is not font
        )
        language = key.language
        if not language:
            self.reads.note("theme.language")
            language = self.theme.language
        if key.hyphenate and not has_patterns(language):
            raise LayoutError(problems.no_hyphenation(Location.of(stamp), language))
        return Face(key, font, (font, *fallback_fonts), language)

    def _fallback(self, name: str, heavy: bool, stamp: str) -> Font:
        """Return a fallback font; for heavy type, the family's bold font if it exists."""
        bold = f"{name.rpartition('/')[0]}/bold"
        if heavy and name.endswith("/regular"):
            self.reads.note(f"font:{bold}")
            name = bold if bold in self._library.font_names() else name
        return self._library.font(name, Location.of(stamp))
