"""Fonts: shaped words, metrics and subsets, with HarfBuzz.

All distances are in thousandths of an em. A `Font` caches every word that it has shaped, because
games repeat their words often.
"""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import astuple, replace

from cardgen.assets import problems
from cardgen.assets.colorglyphs import GlyphPainter, UnpaintableGlyphError
from cardgen.assets.sfnt import (
    EMOJI_HINT,
    UnusableFontError,
    components,
    read_facts,
    script_runs,
    unset,
)
from cardgen.core.diagnostics import AssetError, Location
from cardgen.core.fingerprint import digest_bytes
from cardgen.core.geometry import Path, Segment, Size
from cardgen.core.style import Color, parse_feature
from cardgen.frame import Frame, Glyph, Item, Shaped
from cardgen.frame.items import PLAIN, Shaping

_MEMO_LIMIT = 50_000
_DEFAULT_LANGUAGE = 0xFFFF  # of a script (HB_OT_LAYOUT_DEFAULT_LANGUAGE_INDEX)
_DEEPEST = 8  # levels of composite glyphs; fonts have one level, rarely two
# The tables that a PDF needs of a TrueType font whose glyphs are named by index (ISO 32000-1, 9.9).
# The other tables are for shaping, which is finished, and for installation.
_PAINTED = frozenset({"glyf", "head", "hhea", "hmtx", "loca", "maxp"})


class Font:
    """One font face, checked and ready to use.

    Signs follow the PDF font descriptor (ISO 32000-1, 9.8.1): ``descent`` and the lower edge of
    ``bbox`` are negative, and so is the ``italic_angle`` of a font that leans to the right. ``key``
    identifies the content; Frames have it.
    """

    def __init__(
        self,
        name: str,
        data: bytes,
        file: str = "",
        location: Location | None = None,
        key: str = "",
    ) -> None:
        self.name = name
        self.file = file or name
        self.data = data
        self.key = key or font_key(name, digest_bytes(data))
        try:
            self.facts = facts = read_facts(data)
        except UnusableFontError as error:
            raise self._unusable(str(error), location, error.hint) from error
        import uharfbuzz  # takes 20 ms, so commands without fonts do not import it

        self._hb: Any = uharfbuzz
        self._font: Any = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob(data)))
        self._scale = 1000 / facts.upem
        self.bbox = tuple(round(value * self._scale, 3) for value in facts.bbox)
        self._shaped: dict[tuple[bool, Shaping], dict[str, Shaped]] = {}
        self._sound: set[int] = set()
        self._has_colors = bool(self._font.face.has_color_layers or self._font.face.has_color_paint)
        if not len(self._font.face.unicodes):
            raise self._unusable("it maps no characters", location)
        self._measure()

    def _measure(self) -> None:
        tags, styles = self._hb.OTMetricsTag, self._hb.StyleTag
        extents = self._font.get_font_extents("ltr")
        self.ascent = round(extents.ascender * self._scale, 3)
        self.descent = round(extents.descender * self._scale, 3)
        self.cap_height = self._height(tags.CAP_HEIGHT, "H", 700.0)
        self.x_height = self._height(tags.X_HEIGHT, "x", 500.0)
        self.weight = round(self._font.get_style_value(styles.WEIGHT))
        self.italic_angle = round(self._font.get_style_value(styles.SLANT_ANGLE), 2) + 0.0
        stated = self._font.face.get_name(self._hb.OTNameIdPredefined.POSTSCRIPT_NAME) or self.name
        # In a PDF name, white space and delimiters end it (ISO 32000-1, 7.2.2), and `#` escapes.
        self.postscript_name = "".join(
            c for c in stated if "!" <= c <= "~" and c not in "()<>[]{}/%#"
        )

    @property
    def family(self) -> str:
        """The name of the font family, without characters that would end a name in CSS or XML."""
        face, names = self._font.face, self._hb.OTNameIdPredefined
        stated = face.get_name(names.TYPOGRAPHIC_FAMILY) or face.get_name(names.FONT_FAMILY)
        return (stated or self.name).translate({ord(c): None for c in "'\"\\;{}<>&"})

    @property
    def terms(self) -> tuple[str, ...]:
        """The font's copyright and licence."""
        face, names = self._font.face, self._hb.OTNameIdPredefined
        licence = face.get_name(names.LICENSE) or face.get_name(names.LICENSE_URL)
        stated = (face.get_name(names.COPYRIGHT), licence)
        return tuple(" ".join(words.split()) for words in stated if words)

    def _height(self, tag: Any, letter: str, default: float) -> float:
        """Return a height from the font (OS/2), else the height of a letter, else a default."""
        value = self._font.get_metric_position(tag)
        if not value or value < 0:
            gid = self._font.get_nominal_glyph(ord(letter))
            extents = self._font.get_glyph_extents(gid) if gid else None
            value = extents.y_bearing if extents else 0
        return round(value * self._scale, 3) if value > 0 else default

    def rule(self, tag: str) -> tuple[float, float]:
        """Upper edge above the baseline, and width, of the line of ``u`` or ``s``: under, through.

        The values come from the font (tables post and OS/2), or are defaults.
        """
        tags = self._hb.OTMetricsTag
        under = tag == "u"
        edge = tags.UNDERLINE_OFFSET if under else tags.STRIKEOUT_OFFSET
        size = tags.UNDERLINE_SIZE if under else tags.STRIKEOUT_SIZE
        top, width = (self._font.get_metric_position(metric) or 0 for metric in (edge, size))
        if width <= 0 or (top >= 0) == under:
            return (-100.0 if under else self.x_height / 2 + 25.0), 50.0
        return round(top * self._scale, 3), round(width * self._scale, 3)

    def covers(self, char: str) -> bool:
        """Whether the font can set a character, or a character with its accents.

        The font has a glyph for it, or shaping finds a replacement: the space for wider and
        narrower spaces, for example. Invisible characters, such as soft hyphens and joiners, need
        no glyph. No font covers a character whose script is not supported yet.
        """
        return (char.isascii() or not any(map(unset, char))) and (
            (len(char) == 1 and self._font.get_nominal_glyph(ord(char)) is not None)
            or all(glyph.index for glyph in self.shape(char).glyphs)
        )

    def shape(self, text: str, ligatures: bool = True, shaping: Shaping = PLAIN) -> Shaped:
        """Convert a word or a space into placed glyphs, with kerning.

        The first glyph of each cluster has the cluster's text. Use ``ligatures=False`` for
        letter-spaced text: a gap inside a ligature looks like a mistake. Features that the font
        lacks have no effect.
        """
        memo = self._shaped.setdefault((ligatures, shaping), {})
        word = memo.get(text)
        if word is None:
            if len(memo) > _MEMO_LIMIT:
                memo.clear()
            word = self._shape(text, ligatures, shaping)
            if shaping.language:
                usual = self.shape(text, ligatures, replace(shaping, language=""))
                word = usual if usual.glyphs == word.glyphs else word
            memo[text] = word
        return word

    def cluster(self, glyphs: tuple[Glyph, ...], ligatures: bool, shaping: Shaping) -> Shaped:
        """Return glyphs of a shaped word as a separate word, without the kerning around them.

        If their text alone would get different glyphs, the new word's shaping has their indices.
        """
        text = "".join([glyph.text for glyph in glyphs])
        indices = tuple(glyph.index for glyph in glyphs)
        alone = self.shape(text, ligatures, shaping)
        if tuple(glyph.index for glyph in alone.glyphs) == indices:
            return alone
        cut = replace(shaping, glyphs=indices)
        memo = self._shaped.setdefault((ligatures, cut), {})
        if text not in memo:
            memo[text] = Shaped(text, glyphs, sum(glyph.natural for glyph in glyphs), cut)
        return memo[text]

    def features(self) -> tuple[str, ...]:
        """Return the tags of the font's OpenType features, from the tables GSUB and GPOS."""
        face = self._font.face
        tags: set[str] = set()
        for table in ("GSUB", "GPOS"):
            for script in range(len(face.get_table_script_tags(table))):
                named = range(len(face.get_script_language_tags(table, script)))
                for language in (_DEFAULT_LANGUAGE, *named):
                    tags.update(face.get_language_feature_tags(table, script, language))
        return tuple(sorted(tags))

    def forget_words(self) -> None:
        """Drop the cached words; for long tasks with ever new words."""
        self._shaped.clear()

    def _shape(self, text: str, ligatures: bool, shaping: Shaping) -> Shaped:
        if not text:
            return Shaped("", (), 0.0)
        features = {} if ligatures else {"liga": 0, "clig": 0}
        features |= map(parse_feature, shaping.features)
        glyphs, width = [], 0
        runs = script_runs(text)
        for run in reversed(runs) if shaping.direction == "rtl" else runs:
            run_glyphs, advance = self._shape_run(run, features, shaping)
            glyphs += run_glyphs
            width += advance
        return Shaped(text, tuple(glyphs), round(width * self._scale, 3), shaping)

    def _shape_run(
        self, text: str, features: dict[str, int], shaping: Shaping
    ) -> tuple[list[Glyph], int]:
        """Return the glyphs of a text in one script, and its width in units of the font.

        The glyphs are in visual order, from left to right.
        """
        buffer = self._hb.Buffer()
        # At this level an accent is a separate cluster, so that it can be copied from a PDF.
        buffer.cluster_level = self._hb.BufferClusterLevel.MONOTONE_CHARACTERS
        buffer.add_str(text)
        buffer.guess_segment_properties()
        if shaping.language:
            buffer.language = shaping.language
        if shaping.direction:
            buffer.direction = shaping.direction
        self._hb.shape(self._font, buffer, features)
        infos = buffer.glyph_infos
        clusters = [info.cluster for info in infos]
        if len(clusters) == len(set(clusters)) == len(text):  # one glyph a character
            texts = [text[start] for start in clusters]
        else:
            texts = _cluster_texts(text, clusters)
        glyphs = []
        width, scale = 0, self._scale
        for info, position, glyph_text in zip(infos, buffer.glyph_positions, texts, strict=True):
            dx, dy, advance, _ = position.position
            width += advance
            advance, dx, dy = round(advance * scale, 3), round(dx * scale, 3), round(dy * scale, 3)
            natural = self.glyph_width(info.codepoint)
            glyphs.append(Glyph(info.codepoint, advance, natural, dx, dy, glyph_text))
        return glyphs, width

    def check(self, word: Shaped, location: Location | None) -> None:
        """Raise AssetError if a glyph's outline is damaged, which would leave a gap in print."""
        for glyph in word.glyphs:
            if self._is_bitmap(glyph.index):
                why = f"`{word.text}` is a coloured picture (SVG or sbix) in it"
                raise self._unusable(why, location, EMOJI_HINT)
            if not self._is_sound(glyph.index):
                raise self._unusable(f"its outlines for `{word.text}` are damaged", location)

    def _is_bitmap(self, index: int) -> bool:
        """Whether a glyph is a picture without an outline."""
        if not self.facts.tables & {"SVG ", "sbix"} or index in self._sound or self._has_colors:
            return False
        data = self._font.face.get_glyph_color_svg(index) or self._font.get_glyph_color_png(index)
        return bool(data) and not components(self.data, index) and not any(self.ink(index))

    def _is_sound(self, index: int, depth: int = 0) -> bool:
        """Whether a glyph is empty, has a complete outline, or consists of such glyphs."""
        if index not in self._sound:
            try:
                parts = components(self.data, index) if index < self.facts.glyph_count else None
            except UnusableFontError:
                return False
            if parts is None:
                contours: list[object] = []
                funcs = self._hb.DrawFuncs()
                funcs.set_move_to_func(lambda *_: contours.append(None))
                self._font.draw_glyph(index, funcs)
                if not contours:
                    return False
            elif depth > _DEEPEST or not all(self._is_sound(part, depth + 1) for part in parts):
                return False
            self._sound.add(index)
        return True

    def ink(self, index: int) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of a glyph's visible area, in thousandths of an em."""
        extents, scale = self._font.get_glyph_extents(index), self._scale
        left, top = extents.x_bearing, extents.y_bearing
        right, bottom = left + extents.width, top + extents.height
        return left * scale, bottom * scale, right * scale, top * scale

    def outline(self, index: int) -> Path:
        """The outline of a glyph, in thousandths of an em from its origin, y up."""
        segments: list[Segment] = []

        def add(name: str, *numbers: float) -> None:
            segments.append((name, *(number * self._scale for number in numbers)))

        def add_quadratic(cx: float, cy: float, x: float, y: float, _: object) -> None:
            x0, y0 = (float(number) / self._scale for number in segments[-1][-2:])
            first_control = (x0 + 2 * cx) / 3, (y0 + 2 * cy) / 3
            add("C", *first_control, (x + 2 * cx) / 3, (y + 2 * cy) / 3, x, y)

        funcs = self._hb.DrawFuncs()
        funcs.set_move_to_func(lambda *numbers: add("M", *numbers[:-1]))
        funcs.set_line_to_func(lambda *numbers: add("L", *numbers[:-1]))
        funcs.set_cubic_to_func(lambda *numbers: add("C", *numbers[:-1]))
        funcs.set_quadratic_to_func(add_quadratic)
        funcs.set_close_path_func(lambda _: add("Z"))
        self._font.draw_glyph(index, funcs)
        return Path(tuple(segments))

    def picture(self, word: Shaped, color: Color, location: Location | None) -> Frame | None:
        """Return a word in the font's colours, in thousandths of an em; None without colours.

        ``color`` is for parts in the colour of the text. The Frame is as high as the font.
        """
        face = self._font.face
        if not self._has_colors or not any(
            face.glyph_has_color_paint(glyph.index) or face.get_glyph_color_layers(glyph.index)
            for glyph in word.glyphs
        ):
            return None
        painter, x = GlyphPainter(self.outline, self._scale, self._hb), 0.0
        red, green, blue, alpha = (round(255 * part) for part in astuple(color))
        foreground = self._hb.Color(red, green, blue, alpha)
        items: list[Item] = []
        for glyph in word.glyphs:
            place = x + glyph.dx, self.ascent - glyph.dy
            try:
                items += painter.paint(self._font, glyph.index, *place, foreground)
            except UnpaintableGlyphError as error:
                why = f"its picture for `{word.text}` has {error}"
                raise self._unusable(why, location, EMOJI_HINT) from error
            x += glyph.advance
        return Frame(Size(word.width, self.ascent - self.descent), items)

    def glyph_width(self, index: int) -> float:
        """The font's own advance for a glyph."""
        width: float = round(self._font.get_glyph_h_advance(index) * self._scale, 3)
        return width

    def subset(self, glyphs: Iterable[int]) -> bytes:
        """Return a font file with only the outlines of these glyphs, at their old indices.

        Equal glyphs give equal bytes. Indices stay because Frames and PDF text name glyphs by them.
        The result is for embedding only: it has no character map, names or hints.
        """
        flags, request = self._hb.SubsetFlags, self._hb.SubsetInput()
        request.flags = flags.RETAIN_GIDS | flags.NOTDEF_OUTLINE | flags.NO_LAYOUT_CLOSURE
        request.glyph_set.update(sorted({0, *glyphs}))
        request.drop_table_tag_set.update(
            {int.from_bytes(tag.encode()) for tag in self.facts.tables - _PAINTED}
        )
        return self._subset(request)

    def subset_to_type(self, letters: str) -> bytes:
        """Return a font file for typing these letters, with all features of the font."""
        request = self._hb.SubsetInput()
        request.unicode_set.update(sorted(set(map(ord, letters))))
        request.layout_feature_tag_set.update(
            {int.from_bytes(tag.encode()) for tag in self.features()}
        )
        return self._subset(request)

    def _subset(self, request: Any) -> bytes:
        request.flags |= self._hb.SubsetFlags.NO_HINTING
        try:
            data = bytes(request.subset(self._font.face).blob.data)
        except (RuntimeError, ValueError, MemoryError) as error:
            raise self._unusable("its outlines are damaged", Location(self.file)) from error
        if not data:
            raise self._unusable("its outlines are damaged", Location(self.file))
        return data

    def _unusable(
        self, reason: str, location: Location | None = None, hint: str = ""
    ) -> AssetError:
        return AssetError(problems.unusable_font(location, self.file, reason, hint))

    def __repr__(self) -> str:
        return f"<Font {self.key}>"


def font_key(name: str, digest: str) -> str:
    """Return the key of a font from the digest of its content: ``family/face@digest``."""
    return f"{name}@{digest[:8]}"


def _cluster_texts(text: str, clusters: list[int]) -> list[str]:
    """Return the text of each glyph: a cluster's first glyph has the cluster's text."""
    starts = sorted(set(clusters))
    ends = dict(zip(starts, [*starts[1:], len(text)], strict=True))
    texts = []
    last = -1
    for start in clusters:
        texts.append("" if start == last else text[start : ends[start]])
        last = start
    return texts
