"""The translation of a game into one language: a PO file, as GNU gettext has them.

Its entries are found by their context, such as ``decks/heroes/anna.text``, and by their text. So an
entry whose text has changed in the game is found no more, or only by its context: it is stale.
"""

from __future__ import annotations

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
    Asked,
    Pseudo,
    Rendition,
    Translated,
    Translation,
    po_path,
)
from cardgen.source.files import DATA_FOLDER, Project

OTHER_WORDS = "other-words"
"""The flag of a translation that leaves out the word of a term on purpose."""
_FIRST_WORDS = 3
"""How many words a text has at least that is translated by itself by mistake."""


def languages_of(project: Project, game: str) -> tuple[str, ...]:
    """Return the languages that there are PO files for, sorted."""
    folder = project.root / DATA_FOLDER / game / FOLDER
    return tuple(sorted(path.stem for path in folder.glob(f"*{ENDING}") if path.is_file()))


class Message(Struct, frozen=True):
    """A translation, empty if there is none yet, and where it is written.

    ``was`` is what its text said when that was translated, if it has changed since. It may have
    ``other_words`` than the glossary, on purpose.
    """

    text: str
    at: Location
    fuzzy: bool
    was: str = ""
    other_words: bool = False


class MessageCatalogue(Struct, frozen=True):
    """The translations of a game by context and text.

    ``changed`` has those contexts of single texts, with what would be stale there.
    """

    language: str
    path: str
    entries: Mapping[tuple[str, str], Message]
    changed: Mapping[str, Message]

    def written(self, asked: Asked) -> Message | None:
        """Return the translation of a text as it is written, be it empty or stale."""
        return self.entries.get((asked.context, asked.source)) or self.changed.get(asked.context)

    def say(self, asked: Asked) -> Rendition:
        """Return the translation of a text, or the text itself with what is wrong."""
        entry = self.entries.get((asked.context, asked.source))
        if entry is None or not entry.text or entry.fuzzy:
            written = self.written(asked)
            if written is not None and written.text:
                found = problems.stale_translation(written.at, asked.source, asked.context)
            else:
                at = entry.at if entry is not None else asked.at or Location(self.path)
                found = problems.untranslated(at, asked.source, asked.context)
            return Rendition(asked.source, None, (found,), is_source=True)
        found_here = tuple(compared(asked, entry))
        broken = asked.form in ("printed", "template")  # what cardgen, or Jinja, puts in
        if broken and any(one.code == "CG256" for one in found_here):
            return Rendition(asked.source, None, found_here, is_source=True)
        return Rendition(entry.text, entry.at, found_here)


def read_po(project: Project, game: str, language: str) -> PoText:
    """Read the PO file of a translation; raises SourceError if it cannot be read."""
    path = po_path(game, language)
    return parse_po(project.read(path, description="the translation", limit=LARGEST))


def open_catalogue(project: Project, game: str, language: str) -> MessageCatalogue:
    """Read the translation of a game; raises SourceError if it cannot be read, or is not there."""
    known = languages_of(project, game)
    if language not in known:
        at = Location(f"{DATA_FOLDER}/{game}/game.yaml")
        raise SourceError(problems.no_translation(at, game, language, known))
    po = read_po(project, game, language)
    entries: dict[tuple[str, str], Message] = {}
    changed: dict[str, Message] = {}
    for one in po.entries:
        if not one.obsolete:
            at, was, meant = po.at(one.linenum), one.previous_msgid or "", OTHER_WORDS in one.flags
            entry = Message(one.msgstr, at, one.fuzzy, was, meant)
            entries[one.msgctxt or "", one.msgid] = entry
            if entry.text and is_of_one(one.msgctxt or ""):
                changed[one.msgctxt] = replace(entry, was=entry.was or one.msgid)
    return MessageCatalogue(language, po.path, entries, changed)


def in_language(language: str) -> Translated | None:
    """Return what opens the translation of games into a language; None for their own."""
    if not language:
        return None

    def opened(project: Project, game: str) -> Translation:
        if language in PSEUDOS:
            return Pseudo(PSEUDOS[language])
        return open_catalogue(project, game, language)

    return opened


# What a translation keeps.

_NUMBER = r"(\d+(?:[.,]\d+)?)"
_PART = re.compile(rf"(?<!\\)\{{([^{{}}]*)\}}|(\]\([^()]*\))|(?<!\\)(\*+)|{_NUMBER}")
_WHOLE = ("icon", "rule", "card", "name", "count", "odds", "page", "assumption")
"""Braces with a name behind the colon; of others, the word before it is the name."""
_FREE = ("br", "index")
"""What a translation may have or not: it breaks lines, and orders words, as it likes."""


_OF_TEMPLATE = re.compile(rf"(\{{\{{.*?\}}\}}|<[^<>]*>|<|&(?!#?\w+;))|{_NUMBER}")
_QUOTED = re.compile(r"""("|')(?:(?!\1).)*\1""")


def _template_parts(text: str) -> tuple[Counter[str], Counter[str]]:
    """Count the expressions, tags and numbers of a template; words in code are translated."""
    found = _OF_TEMPLATE.findall(text)
    kept = (_QUOTED.sub("…", part) for part, _ in found if part and part != "<br/>")
    return Counter(kept), Counter(_plain(number) for _, number in found if number)


def _plain(number: str) -> str:
    """Write a number alike, whatever stands for its point, and without zeros at its end."""
    return f"{float(number.replace(',', '.')):g}"


def _parts(text: str) -> tuple[Counter[str], Counter[str]]:
    markup: Counter[str] = Counter()
    numbers: Counter[str] = Counter()
    for braces, link, stars, number in _PART.findall(text):
        if number:
            numbers[_plain(number)] += 1
        elif link or stars:
            markup[f"…{link}" if link else stars] += 1
        else:
            kind, _, rest = braces.strip().partition(":")
            if kind not in _FREE:
                name = rest.partition("?")[0].partition(":")[0]
                markup[f"{{{kind}:{name}}}" if kind in _WHOLE else f"{{{kind}}}"] += 1
    return markup, numbers


def compared(asked: Asked, entry: Message) -> list[Diagnostic]:
    """Return what a translation does not keep of its text."""
    found: list[Diagnostic] = []
    plain = asked.form == "plain"
    makers = (problems.markup_not_kept, problems.numbers_not_kept)
    parts = _template_parts if asked.form == "template" else _parts
    for make, was, now in zip(makers, parts(asked.source), parts(entry.text), strict=True):
        lost, added = sorted((was - now).elements()), sorted((now - was).elements())
        if (lost or added) and not (plain and make is problems.markup_not_kept):
            found.append(make(entry.at, lost, added))
    if entry.text == asked.source and len(asked.source.split()) > _FIRST_WORDS:
        found.append(problems.same_as_source(entry.at, asked.source))
    return found
