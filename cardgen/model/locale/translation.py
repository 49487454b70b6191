"""The protocol `Translation` for the texts of a game in another language.

All texts that players see pass through `cardgen.model.scope.Scope.translate`. Three classes
implement the protocol: a `Recorder` collects the texts, a `Pseudo` language distorts them, and a
`MessageCatalogue` (`cardgen.model.locale.catalogue`) looks them up in a PO file.
"""

import re
from collections.abc import Callable
from typing import Literal, Protocol

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.direction import is_right_to_left
from cardgen.source.files import DATA_FOLDER, Project

Form = Literal["plain", "rich", "markdown", "printed", "template"]
"""The markup of a text; ``printed`` texts are cardgen's own words, with names in braces, and
``template`` texts have tags and expressions."""

FOLDER = "locale"
"""The folder of PO files inside the game's folder."""
PSEUDOS = {"qps": "", "qpr": "en-Arab"}
"""The codes of pseudo languages, and the language that decides their direction.

An empty language means the game's own. BCP 47 reserves such codes for private use.
"""
SOURCE_MARK = "¿"
"""The mark behind a text without a translation: one character, which nearly all fonts have."""
PRINTED_CONTEXT = "cardgen"
NUMBERS_CONTEXT = "numbers"

ENDING = ".po"
LARGEST = 32_000_000
"""The maximum size of a PO file in bytes; ten thousand cards need nine million."""


def po_path(game: str, language: str) -> str:
    """Return the path of a PO file in the project; without a language, of its POT template."""
    name = f"{language}{ENDING}" if language else f"{game}.pot"
    return f"{DATA_FOLDER}/{game}/{FOLDER}/{name}"


_BRACES = re.compile(r"\{(?!\w+\?|rule:[^{}?]*\?|su[pb]:|[us]:|index:)[^{}]*\}")


def without_names(text: str) -> str:
    """Return a text without braces that are replaced by something else."""
    return _BRACES.sub("", text)


def has_words(text: str) -> bool:
    """Return whether a text has letters to translate, outside of names in braces."""
    return any(map(str.isalpha, without_names(text)))


class SourceText(Struct, frozen=True):
    """A text that players read, and its location; cardgen's own words have no location."""

    context: str
    source: str
    location: Location | None
    form: Form

    @property
    def key(self) -> tuple[str, str]:
        """The key of its entry in a PO file."""
        return self.context, self.source

    @property
    def has_plural(self) -> bool:
        """True for a word in singular and plural, ``card|cards``."""
        is_noun = self.context == PRINTED_CONTEXT or self.context.endswith(".called")
        return is_noun and self.source.count("|") == 1


class Rendition(Struct, frozen=True):
    """The printed version of a text, its location in a PO file, and diagnostics.

    ``is_source`` is True without a translation: the source text is printed, with a mark.
    """

    text: str
    location: Location | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    is_source: bool = False


class Translation(Protocol):
    """A translation of a game; ``language`` is empty if the game's own language is kept."""

    @property
    def language(self) -> str:
        """The tag of the language, as in BCP 47."""

    def translate(self, source_text: SourceText) -> Rendition | None:
        """Return the translation of a text; None to print the text itself without a mark."""


Translated = Callable[[Project, str], Translation]
"""Opens the translation of a game in a project; raises SourceError."""


class Recorder(Struct):
    """Collects all texts by context and source, in order; equal texts differ in location."""

    language: str = ""
    texts: dict[tuple[str, str], list[SourceText]] = {}

    def translate(self, source_text: SourceText) -> None:
        """Note a text."""
        locations = self.texts.setdefault(source_text.key, [])
        if source_text not in locations:
            locations.append(source_text)


_ACCENTS = str.maketrans("aeiouycnAEIOUCN", "åéîöüýçñÅÉÎÖÜÇÑ")
_VOWEL = re.compile(r"([aeiouy])", re.IGNORECASE)
_UNDISTORTED = re.compile(
    r"(\{\{.*?\}\}|<[^<>]*>|&#?\w+;|\{(?:\w+|rule:[^{}?]*)\?|\{(?:su[pb]|[us]|index):|\{[^{}]*\}|\}"
    r"|\\.|\]\([^()]*\)|https?://\S+|`[^`]*`)"
)
"""Parts that are not distorted. Of braces with words inside, such as a choice of singular and
plural, only the name is not distorted."""
_MARKED = re.compile(r"""(?<=_\()\s*(?:"[^"]*"|'[^']*')""")
"""Words in the expressions of a template."""
_WORD = re.compile(r"[^\W\d_][^\W\d_’'-]*")
_TURNED = "\u202e\\g<0>\u202c"
"""Controls that make a word run from right to left (UAX #9, section 2.2)."""
_MARK = re.compile(r"\s*(?:[-*]|\d{1,2}[.)])\s+")


class Pseudo(Struct, frozen=True):
    """A pseudo language: it reveals texts that are not translatable and layouts that are too tight.

    It adds accents to letters and doubles vowels, which makes English about a third longer, like
    German. It puts each text in square brackets, so that cut-off texts lack one. For languages that
    run from right to left, it reverses words.
    """

    language: str = ""

    def translate(self, source_text: SourceText) -> Rendition:
        """Return the distorted text."""
        parts = _UNDISTORTED.split(source_text.source)
        parts[0::2] = [self._distort(part) for part in parts[0::2]]
        parts[1::2] = [
            _MARKED.sub(lambda word: self._distort(word[0]), part) for part in parts[1::2]
        ]
        text = "".join(parts)
        mark = _MARK.match(text)
        begin = mark.end() if mark else 0
        return Rendition(f"{text[:begin]}[{text[begin:]}]", source_text.location)

    def _distort(self, text: str) -> str:
        distorted = _VOWEL.sub(lambda match: match[0] + match[0].lower(), text).translate(_ACCENTS)
        return _WORD.sub(_TURNED, distorted) if is_right_to_left(self.language) else distorted
