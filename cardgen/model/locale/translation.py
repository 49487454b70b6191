"""What stands for a text of a game in another language: one protocol, and three that keep it.

Whatever reads a text that players see asks the translation of its scope
(`cardgen.model.scope.Scope.translate`). A `Recorder` notes what is asked, a `Pseudo` language
distorts it, and a `MessageCatalogue` (`cardgen.model.locale.catalogue`) looks it up in a PO file.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, Protocol

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.direction import is_right_to_left
from cardgen.source.files import DATA_FOLDER, Project

Form = Literal["plain", "rich", "markdown", "printed", "template"]
"""How a text is written; ``printed`` are words of cardgen itself, with names in braces, and a
``template`` has tags and expressions."""

FOLDER = "locale"
"""The folder of PO files, in that of a game."""
PSEUDOS = {"qps": "", "qpr": "en-Arab"}
"""The languages that need no translator, and what they are; empty for that of the game.

BCP 47 keeps such codes for private use.
"""
SOURCE_MARK = "¿"
"""What follows a text that has no translation: one character, which nearly all fonts have."""
PRINTED_CONTEXT = "cardgen"
NUMBERS_CONTEXT = "numbers"

ENDING = ".po"
LARGEST = 64_000_000
"""Bytes of the largest PO file: ten thousand cards have nine million."""


def po_path(game: str, language: str) -> str:
    """Return the path of a translation in its project, or without a language of its template."""
    name = f"{language}{ENDING}" if language else f"{game}.pot"
    return f"{DATA_FOLDER}/{game}/{FOLDER}/{name}"


_BRACES = re.compile(r"\{(?!\w+\?|rule:[^{}?]*\?|su[pb]:|[us]:|index:)[^{}]*\}")


def without_names(text: str) -> str:
    """Return a text without what stands in braces for something else."""
    return _BRACES.sub("", text)


def has_words(text: str) -> bool:
    """Tell whether there is anything to translate: a letter that is not inside of a name."""
    return any(map(str.isalpha, without_names(text)))


class Asked(Struct, frozen=True):
    """A text that players read, and where it is written; words of cardgen have no place."""

    context: str
    source: str
    at: Location | None
    form: Form


class Rendition(Struct, frozen=True):
    """What is printed for a text, where that is written, and what is wrong with it.

    ``is_source`` says that there is no translation: the text stays as it is, and gets a mark.
    """

    text: str
    at: Location | None = None
    found: tuple[Diagnostic, ...] = ()
    is_source: bool = False


class Translation(Protocol):
    """A language to read a game in; its name is empty where that of the game stays."""

    @property
    def language(self) -> str:
        """The language as BCP 47 names it."""

    def say(self, asked: Asked) -> Rendition | None:
        """Return what stands for a text; None if nothing does, without a mark."""


Translated = Callable[[Project, str], Translation]
"""Opens the translation of a game in a project; raises SourceError."""


class Recorder(Struct):
    """Notes all texts that are asked for, in order, each with the places where it is written."""

    language: str = ""
    asked: dict[tuple[str, str], list[Asked]] = {}

    def say(self, asked: Asked) -> None:
        """Note a text."""
        known = self.asked.setdefault((asked.context, asked.source), [])
        if asked not in known:
            known.append(asked)


_ACCENTS = str.maketrans("aeiouycnAEIOUCN", "åéîöüýçñÅÉÎÖÜÇÑ")
_VOWEL = re.compile(r"([aeiouy])", re.IGNORECASE)
_KEPT = re.compile(
    r"(\{\{.*?\}\}|<[^<>]*>|&#?\w+;|\{(?:\w+|rule:[^{}?]*)\?|\{(?:su[pb]|[us]|index):|\{[^{}]*\}|\}"
    r"|\\.|\]\([^()]*\)|https?://\S+|`[^`]*`)"
)
"""What is not distorted: of braces with words for one and for many, and those that say how words
look, only the name."""
_MARKED = re.compile(r'(?<=_\(")[^"]*')
"""Words in an expression of a template."""
_WORD = re.compile(r"[^\W\d_][^\W\d_’'-]*")
_TURNED = "\u202e\\g<0>\u202c"
"""Controls that make a word run from right to left (UAX #9, section 2.2)."""
_MARK = re.compile(r"\s*(?:[-*]|\d{1,2}[.)])\s+")


class Pseudo(Struct, frozen=True):
    """Distorts every text, so that layouts and words that no translator can reach are found.

    Letters get accents, vowels are doubled (English then is about a third longer, as German is)
    and the whole stands in square brackets, whose loss shows what was cut off. A language that
    runs from right to left has its words turned round.
    """

    language: str = ""

    def say(self, asked: Asked) -> Rendition:
        """Return the distorted text."""
        parts = _KEPT.split(asked.source)
        parts[0::2] = [self._distorted(part) for part in parts[0::2]]
        parts[1::2] = [
            _MARKED.sub(lambda word: self._distorted(word[0]), part) for part in parts[1::2]
        ]
        text = "".join(parts)
        mark = _MARK.match(text)
        begin = mark.end() if mark else 0
        return Rendition(f"{text[:begin]}[{text[begin:]}]", asked.at)

    def _distorted(self, text: str) -> str:
        longer = _VOWEL.sub(lambda match: match[0] + match[0].lower(), text).translate(_ACCENTS)
        return _WORD.sub(_TURNED, longer) if is_right_to_left(self.language) else longer
