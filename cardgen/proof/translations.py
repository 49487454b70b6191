"""What a translation may not have: other words for a term, marks of other languages, no glyphs."""

from __future__ import annotations

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
_APART = re.compile(r"  +|(?<! )(?<!^) (?=[,.;:!?](?:\s|$))")
"""Spaces that no text has: several, or one before a sign that ends a phrase."""
_BEFORE_SIGNS = frozenset(["fr"])
"""Languages that have a space before such signs; it must not break."""
_LEAST = 4  # letters of a word that is looked for
_STEM = 2 / 3
"""How much of a word all its forms have, at least."""
_MOST = 0.75
"""How many of the texts with a term have its translation, at least, if it stays recognisable."""


class Term(Struct, frozen=True):
    """A word of the game: how its source is found in a text, and what stands for it."""

    source: re.Pattern[str]
    word: str
    translated: str
    stems: tuple[str, ...]


def wording_faults(
    noted: RecordedTranslation, game: Game, library: Library
) -> Iterator[Diagnostic]:
    """Find what is wrong with the words of a translation, text by text."""
    said = list(noted.renditions.values())
    lacking = _Lacking(library, game.theme)
    for asked, rendition in said:
        if rendition.is_source or rendition.at is None:
            continue
        yield from _marks(asked, rendition, noted.language)
        yield from lacking.found(rendition)
    meant = {key for key, one in noted.catalogue.entries.items() if one.other_words}
    judged = [
        one
        for key, one in noted.renditions.items()
        if key not in meant and key[0] != PRINTED_CONTEXT  # which knows nothing of the game
    ]
    for term in _terms(noted.renditions):
        yield from _other_words(term, judged)


def _marks(asked: SourceText, said: Rendition, language: str) -> Iterator[Diagnostic]:
    own = quotes_of(language)
    if own:
        strange = [
            mark for mark in said.text if mark in _MARKS - set(own) and mark not in asked.source
        ]
        if strange:
            yield problems.strange_quotes(said.at, strange, own)
    text = said.text
    edges = [bool(re.match(r"\s", one)) for one in (text, text[::-1])]
    wanted = [bool(re.match(r"\s", one)) for one in (asked.source, asked.source[::-1])]
    wrong = _APART.search(text) if language.split("-")[0] not in _BEFORE_SIGNS else None
    if edges != wanted or (wrong is not None and not _APART.search(asked.source)):
        yield problems.strange_spaces(said.at)


def _terms(said: Mapping[tuple[str, str], tuple[SourceText, Rendition]]) -> Iterator[Term]:
    """Yield the terms that have a translation, with the words for one and for many."""
    words: dict[str, list[tuple[str, str]]] = {}
    for (context, source), (_, rendition) in said.items():
        parts = context.split(".")
        if parts[0] == "terms" and parts[-1] in ("text", "plural") and not rendition.is_source:
            words.setdefault(parts[1], []).append((source, rendition.text))
    for forms in words.values():
        sources = [re.escape(source) for source, _ in forms if len(source) >= _LEAST]
        stems = tuple(stem for _, text in forms for stem in _stems(text))
        if sources and stems:
            pattern = re.compile(rf"\b(?:{'|'.join(sources)})\b", re.IGNORECASE)
            yield Term(pattern, forms[0][0], forms[0][1], stems)


def _stems(text: str) -> list[str]:
    words = [word.casefold() for word in re.findall(r"[^\W\d_]+", text)]
    return [word[: max(_LEAST, round(len(word) * _STEM))] for word in words]


def _other_words(term: Term, said: Sequence[tuple[SourceText, Rendition]]) -> Iterator[Diagnostic]:
    """Find the texts that have another word for a term, if most have its own.

    Words that change a lot, as verbs do, are like that in many texts: nothing is said of those.
    """
    kept, other = 0, list[Diagnostic]()
    for asked, rendition in said:
        used = term.source.search(without_names(asked.source))
        if used is None or rendition.at is None or asked.context.startswith("terms."):
            continue
        text = rendition.text.casefold()
        if term.word in rendition.text or any(stem in text for stem in term.stems):
            kept += 1
        else:
            other.append(problems.term_not_kept(rendition.at, used[0], term.translated))
    if kept >= _MOST * (kept + len(other)):
        yield from other


class _Lacking:
    """The characters that no font of a game has."""

    def __init__(self, library: Library, theme: Theme) -> None:
        names = {style.font for style in theme.styles.values()}
        self._fonts: list[Font] = []
        self._known: dict[str, bool] = {}
        for name in sorted({*names, *theme.fallback}):
            try:
                self._fonts.append(library.font(name))
            except AssetError:
                continue  # which is reported where it is used

    def found(self, said: Rendition) -> Iterator[Diagnostic]:
        """Find the first character of a text that none has."""
        for char in said.text:
            if char not in self._known:
                plain = char.isascii() or char.isspace()
                self._known[char] = plain or any(font.covers(char) for font in self._fonts)
            if not self._known[char]:
                yield problems.no_glyph(said.at, char, free_family(char))
                return
