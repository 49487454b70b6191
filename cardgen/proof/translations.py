"""Checks translations for inconsistent terms, foreign quotation marks and missing glyphs."""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from cardgen.assets.fonts import Font
from cardgen.assets.library import Library
from cardgen.assets.sfnt import free_family
from cardgen.core.diagnostics import AssetError, Diagnostic
from cardgen.core.style import Theme
from cardgen.model.game import Game
from cardgen.model.locale import problems
from cardgen.model.locale.reading import RecordedTranslation
from cardgen.model.locale.translation import PRINTED_CONTEXT, Rendition, SourceText, without_names
from cardgen.model.richtext import QUOTES, quotes_of

_MARKS = frozenset("".join("".join(QUOTES.values()).split())) - {"’"}
_WRONG_SPACES = re.compile(r"  +|(?<! )(?<!^) (?=[,.;:!?](?:\s|$))")
"""Spaces that are wrong in most languages: several, or one before a punctuation mark."""
_SPACE_BEFORE_SIGNS = frozenset(["fr"])
"""Languages with a space before punctuation marks, which must be a no-break space."""
_MIN_LETTERS = 4  # letters of the shortest word that is searched
_STEM_SHARE = 2 / 3
"""The share of a word that all its inflected forms have in common."""
_MIN_SHARE = 0.75
"""The share of texts with the usual translation of a term, from which other texts are reported."""


class Term(Struct, frozen=True):
    """A term of the game: a pattern for its source words, and its translation."""

    source: re.Pattern[str]
    word: str
    translation: str
    stems: tuple[str, ...]


def wording_faults(
    translation: RecordedTranslation, game: Game, library: Library
) -> Iterator[Diagnostic]:
    """Report faults in the texts of a translation."""
    renditions = list(translation.renditions.values())
    glyph_search = _GlyphSearch(library, game.theme)
    for source_text, rendition in renditions:
        if rendition.is_source or rendition.location is None:
            continue
        yield from _check_marks(source_text.source, rendition, translation.language)
        yield from glyph_search.find_missing(rendition)
    entries = translation.catalogue.entries.items()
    exempt_keys = {key for key, entry in entries if entry.other_words}
    checked_renditions = [
        pair
        for key, pair in translation.renditions.items()
        if key not in exempt_keys and key[0] != PRINTED_CONTEXT  # texts without terms of the game
    ]
    for term in _terms(translation.renditions):
        yield from _check_term(term, checked_renditions)


def _check_marks(source: str, rendition: Rendition, language: str) -> Iterator[Diagnostic]:
    text, quotes = rendition.text, quotes_of(language)
    if quotes:
        foreign_marks = _MARKS - set(quotes) - set(source)
        strange_marks = [mark for mark in text if mark in foreign_marks]
        if strange_marks:
            yield problems.strange_quotes(rendition.location, strange_marks, quotes)
    has_wrong_spaces = _spaces_at_ends(text) != _spaces_at_ends(source)
    if language.split("-")[0] not in _SPACE_BEFORE_SIGNS and not _WRONG_SPACES.search(source):
        has_wrong_spaces = has_wrong_spaces or _WRONG_SPACES.search(text) is not None
    if has_wrong_spaces:
        yield problems.strange_spaces(rendition.location)


def _spaces_at_ends(text: str) -> tuple[bool, bool]:
    return text[:1].isspace(), text[-1:].isspace()


def _terms(renditions: Mapping[tuple[str, str], tuple[SourceText, Rendition]]) -> Iterator[Term]:
    """Yield the translated terms of the game, with their singular and plural."""
    words: dict[str, list[tuple[str, str]]] = {}
    for (context, source), (_, rendition) in renditions.items():
        parts = context.split(".")
        if parts[0] == "terms" and parts[-1] in ("text", "plural") and not rendition.is_source:
            words.setdefault(parts[1], []).append((source, rendition.text))
    for forms in words.values():
        sources = [re.escape(source) for source, _ in forms if len(source) >= _MIN_LETTERS]
        stems = tuple(stem for _, text in forms for stem in _stems(text))
        if sources and stems:
            pattern = re.compile(rf"\b(?:{'|'.join(sources)})\b", re.IGNORECASE)
            yield Term(pattern, forms[0][0], forms[0][1], stems)


def _stems(text: str) -> list[str]:
    words = [word.casefold() for word in re.findall(r"[^\W\d_]+", text)]
    return [word[: max(_MIN_LETTERS, round(len(word) * _STEM_SHARE))] for word in words]


def _check_term(term: Term, pairs: Sequence[tuple[SourceText, Rendition]]) -> Iterator[Diagnostic]:
    """Report the texts without the translation of a term, if most texts have it.

    Strongly inflected words, such as verbs, are missing in many texts, and are not reported.
    """
    matches, mismatches = 0, list[Diagnostic]()
    for source_text, rendition in pairs:
        match = term.source.search(without_names(source_text.source))
        if match is None or rendition.location is None or source_text.context.startswith("terms."):
            continue
        text = rendition.text.casefold()
        if term.word in rendition.text or any(stem in text for stem in term.stems):
            matches += 1
        else:
            mismatches.append(
                problems.term_not_kept(rendition.location, match[0], term.translation)
            )
    if matches >= _MIN_SHARE * (matches + len(mismatches)):
        yield from mismatches


class _GlyphSearch:
    """Finds characters that no font of a game has."""

    def __init__(self, library: Library, theme: Theme) -> None:
        names = {style.font for style in theme.styles.values()}
        self._fonts: list[Font] = []
        self._has_glyph: dict[str, bool] = {}
        for name in sorted({*names, *theme.fallback}):
            try:
                self._fonts.append(library.font(name))
            except AssetError:
                continue  # layout reports it at the text that uses the font

    def find_missing(self, rendition: Rendition) -> Iterator[Diagnostic]:
        """Report the first character of a text that no font has."""
        for char in rendition.text:
            if char not in self._has_glyph:
                is_plain = char.isascii() or char.isspace()
                self._has_glyph[char] = is_plain or any(font.covers(char) for font in self._fonts)
            if not self._has_glyph[char]:
                yield problems.no_glyph(rendition.location, char, free_family(char))
                return
