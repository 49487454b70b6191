"""The translation of a game into one language, from a PO file of GNU gettext.

The key of an entry is its context, such as ``decks/heroes/anna.text``, and its source text. If the
text changes in the game, the entry is stale: at best, its context still leads to it.
"""

import re
from collections import Counter
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostic, Location, SourceError
from cardgen.model.locale import problems
from cardgen.model.locale.po import PoText, is_of_one, parse_po
from cardgen.model.locale.translation import (
    ENDING,
    FOLDER,
    LARGEST,
    PSEUDOS,
    Pseudo,
    Rendition,
    SourceText,
    Translated,
    Translation,
    po_path,
)
from cardgen.source.files import DATA_FOLDER, Project

OTHER_WORDS = "other-words"
"""The flag of an entry that deliberately does not use the word of a term."""
_FIRST_WORDS = 3
"""Texts of at most this number of words may have a translation equal to the source."""


def languages_of(project: Project, game: str) -> tuple[str, ...]:
    """Return the sorted languages with a PO file."""
    folder = project.root / DATA_FOLDER / game / FOLDER
    return tuple(sorted(path.stem for path in folder.glob(f"*{ENDING}") if path.is_file()))


class Message(Struct, frozen=True):
    """A translation and its location; ``text`` is empty if it is not translated yet.

    ``previous_source`` is the source text of the translation, if the source has changed since.
    With ``other_words``, it deliberately has other words than the glossary.
    """

    text: str
    location: Location
    fuzzy: bool
    previous_source: str = ""
    other_words: bool = False


class MessageCatalogue(Struct, frozen=True):
    """The translations of a game by context and text.

    ``changed`` has translations by context alone: if a text has changed, they are stale.
    """

    language: str
    path: str
    entries: Mapping[tuple[str, str], Message]
    changed: Mapping[str, Message]

    def message_for(self, source_text: SourceText) -> Message | None:
        """Return the entry of a text, even if it is empty or stale."""
        return self.entries.get(source_text.key) or self.changed.get(source_text.context)

    def translate(self, source_text: SourceText) -> Rendition:
        """Return the translation of a text, or the text itself; with diagnostics."""
        context, source = source_text.key
        entry = self.entries.get(source_text.key)
        if entry is None or not entry.text or entry.fuzzy:
            message = self.message_for(source_text)
            if message is not None and message.text:
                is_changed = message.previous_source not in ("", source)
                values = (message.location, source, context, is_changed)
                diagnostic = problems.stale_translation(*values)
            else:
                location = (
                    entry.location
                    if entry is not None
                    else source_text.location or Location(self.path)
                )
                diagnostic = problems.untranslated(location, source, context)
            return Rendition(source, None, (diagnostic,), is_source=True)
        differences = tuple(find_differences(source_text, entry))
        # cardgen or Jinja fills in the names in braces, so they must be right.
        must_keep_markup = source_text.form in ("printed", "template")
        if must_keep_markup and any(d.code == "CG256" for d in differences):
            return Rendition(source, None, differences, is_source=True)
        return Rendition(entry.text, entry.location, differences)


def read_po(project: Project, game: str, language: str) -> PoText:
    """Read the PO file of a translation; raises SourceError if it cannot be read."""
    path = po_path(game, language)
    return parse_po(project.read(path, description="the translation", limit=LARGEST))


def open_catalogue(project: Project, game: str, language: str) -> MessageCatalogue:
    """Read the translation of a game; raises SourceError if it is missing or faulty."""
    languages = languages_of(project, game)
    if language not in languages:
        location = Location(f"{DATA_FOLDER}/{game}/game.yaml")
        raise SourceError(problems.no_translation(location, game, language, languages))
    po = read_po(project, game, language)
    entries: dict[tuple[str, str], Message] = {}
    changed: dict[str, Message] = {}
    for po_entry in po.entries:
        if not po_entry.obsolete:
            location, context = po.at(po_entry.linenum), po_entry.msgctxt or ""
            previous, other_words = po_entry.previous_msgid or "", OTHER_WORDS in po_entry.flags
            has_plural = SourceText(context, po_entry.msgid, None, "plain").has_plural
            is_partial = has_plural and not all(po_entry.msgstr.split("|"))
            text = "" if is_partial else po_entry.msgstr
            message = Message(text, location, po_entry.fuzzy, previous, other_words)
            entries[context, po_entry.msgid] = message
            if message.text and is_of_one(context):
                changed[context] = replace(message, previous_source=previous or po_entry.msgid)
    return MessageCatalogue(language, po.path, entries, changed)


def in_language(language: str) -> Translated | None:
    """Return a function that opens a game's translation; None for the game's own language."""
    if not language:
        return None

    def open_translation(project: Project, game: str) -> Translation:
        if language in PSEUDOS:
            return Pseudo(PSEUDOS[language])
        return open_catalogue(project, game, language)

    return open_translation


# Comparison of a translation with its source text: markup and numbers must be the same.

_NUMBER = r"(\d+(?:[.,]\d+)?)"
_PART = re.compile(rf"(?<!\\)\{{([^{{}}]*)\}}|(\]\([^()]*\))|(?<!\\)(\*+)|{_NUMBER}")
_LIST_ITEM = re.compile(r"(?m)^[ \t]*([-*]|\d{1,2}[.)])[ \t]+(?=\S)")
_WHOLE = ("icon", "rule", "card", "name", "count", "odds", "page", "assumption")
"""Kinds of braces whose name is behind the colon; in others the name is before it."""
_FREE = ("br", "index")
"""Braces that a translation may add or leave out: line breaks and entries of the index."""


_OF_TEMPLATE = re.compile(rf"(\{{\{{.*?\}}\}}|<[^<>]*>|<|&(?!#?\w+;))|{_NUMBER}")
_QUOTED = re.compile(r"""("|')(?:(?!\1).)*\1""")


def _template_parts(text: str) -> tuple[Counter[str], Counter[str]]:
    """Count the expressions, tags and numbers of a template; words in code are translated."""
    matches = _OF_TEMPLATE.findall(text)
    code = (_QUOTED.sub("…", part) for part, _ in matches if part and part != "<br/>")
    return Counter(code), Counter(_plain(number) for _, number in matches if number)


def _plain(number: str) -> str:
    """Normalise a number: a decimal point, and no zeros at the end."""
    return f"{float(number.replace(',', '.')):g}"


def _parts(text: str) -> tuple[Counter[str], Counter[str]]:
    marks = _LIST_ITEM.findall(text) if "\n" in text else []
    markup = Counter("- …" if mark in "-*" else "1. …" for mark in marks)
    numbers: Counter[str] = Counter()
    for braces, link, stars, number in _PART.findall(text):
        if number:
            numbers[_plain(number)] += 1
        elif link or stars:
            markup[f"…{link}" if link else stars] += 1
        else:
            kind, _, argument = braces.strip().partition(":")
            if kind not in _FREE:
                name = argument.partition("?")[0].partition(":")[0]
                markup[f"{{{kind}:{name}}}" if kind in _WHOLE else f"{{{kind}}}"] += 1
    return markup, numbers


def find_differences(source_text: SourceText, entry: Message) -> list[Diagnostic]:
    """Return diagnostics for markup and numbers that differ between a translation and its text."""
    diagnostics: list[Diagnostic] = []
    is_plain = source_text.form == "plain"
    makers = (problems.markup_not_kept, problems.numbers_not_kept)
    parts = _template_parts if source_text.form == "template" else _parts
    for make, old, new in zip(makers, parts(source_text.source), parts(entry.text), strict=True):
        if source_text.has_plural:  # one form may have the name of the number, or all
            old, new = Counter(set(old)), Counter(set(new))
        lost, added = sorted((old - new).elements()), sorted((new - old).elements())
        if (lost or added) and not (is_plain and make is problems.markup_not_kept):
            diagnostics.append(make(entry.location, lost, added))
    if entry.text == source_text.source and len(source_text.source.split()) > _FIRST_WORDS:
        diagnostics.append(problems.same_as_source(entry.location, source_text.source))
    return diagnostics
