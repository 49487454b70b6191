"""The words that cardgen and templates print, as opposed to the texts of a game.

cardgen's own words are English. A translation of a game has them under the context ``cardgen``;
`cardgen.model.game.Game.say` returns their translation.
"""

import re
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import SourceError
from cardgen.model.locale import problems
from cardgen.model.locale.translation import Form, Pseudo
from cardgen.model.scope import Rule, Scope, WholeNumber, number_word, ordinal
from cardgen.source.files import BUNDLED
from cardgen.source.phrases import is_glued, phrases, template_context

TABLE_WORDS = (
    "One moment: the pictures are still loading.",
    "{1} has the first turn.",
    "Check the table: {1}",
    "{1} is set up for {2}.",
    "Everything is back where it was.",
    "One moment: the table is still busy.",
    "How the table was laid out is not remembered: load it again to start over.",
)
"""Messages of the script of a virtual table, with numbers in braces for names."""
PRINTED = (
    "page",
    "pages",
    "page {number}",
    "Cover",
    "Back",
    "{title}, version {version}.",
    "version {version}",
    "sheet {number} of {total}",
    "front",
    "back",
    "light ink",
    "grey ink",
    "outlines",
    "tile {label} of {total}",
    "cut the seams, join, then cut the edge",
    "glue the neighbour onto the {overlap} mm beyond a dashed mark",
    "gaps {gap} mm",
    "butt-cut",
    "edges agree",
    "edges differ",
    "cut the line, fold the dashes",
    "pages at {percent} %",
    "cut",
    "fold",
    "glue",
    "foot",
    "glue feet here",
    "lid, panel",
    "lid, long wall",
    "lid, short wall",
    "lid, wrap",
    "base, panel",
    "base, long wall",
    "base, short wall",
    "base, wrap",
    "2 Glue the walls onto the panels, the short between the long. Cut notches into the board.",
    "3 Glue the panel onto the middle of its sheet.",
    "3 Glue each panel onto its board, and its hems down the walls.",
    "4 Long walls: edge at the panel’s edge, ends round the corners, then over the rim and in.",
    "5 Short walls the same way, over the ends of the long ones.",
    "one player|{count} players",
    "Set up for {players}",
    "Tidy up",
    "Set up by hand",
    "Start over",
    "Rules",
    "About",
    *TABLE_WORDS,
    "card|cards",
    "board|boards",
    "token|tokens",
    "standee|standees",
    "die|dice",
    "box|boxes",
    "booklet|booklets",
    "100 mm: print at 100 %",
)
PAGES = "*.xml.j2"
"""The templates of printed pictures; other templates write scripts and the like."""


_NUMBER = re.compile(r"\brules\.(\w+)\.(word|ordinal)\b")
"""Matches a rule whose number a template spells out."""


class TemplateWords(Struct, frozen=True):
    """Translations of words in templates, by context and words.

    ``rules`` are the rules of the game, with translated words for spelled-out numbers.
    """

    phrases: Mapping[tuple[str, str], str]
    rules: Mapping[str, Rule]


def template_words(scope: Scope) -> TemplateWords:
    """Translate the words in all templates that a game may use.

    Templates that cannot be read are skipped; they are reported when a side needs them.
    """
    templates = scope.project.root / "templates"
    folders = (templates / scope.game, templates / "shared", BUNDLED / "templates" / "shared")
    texts: dict[tuple[str, str], str] = {}
    rules = dict(scope.rules)
    names_read: set[str] = set()
    is_pseudo = isinstance(scope.translation, Pseudo)  # for authors; translators cannot mend it
    for folder in folders:
        for file in sorted(folder.rglob(PAGES)):
            name = file.relative_to(folder).as_posix()
            if name in names_read:
                continue
            names_read.add(name)
            try:
                source = scope.project.read(file, description="the template")
            except SourceError:
                continue
            is_bundled = not file.is_relative_to(scope.project.root)
            context = template_context(name)
            for phrase in phrases(source.text):
                location = None if is_bundled else source.location(phrase.start)
                if is_pseudo and location is not None and is_glued(source.text, phrase):
                    scope.fault(problems.glued_words(location, phrase.text))
                form: Form = "printed" if phrase.quote else "template"
                texts[context, phrase.text] = scope.translate(
                    phrase.text, location, form, context
                ).text
            for name, spelling in _NUMBER.findall(source.text):
                rule = rules.get(name)
                if rule is not None and isinstance(rule.value, WholeNumber):
                    number = rule.value
                    word = ordinal(number) if spelling == "ordinal" else number_word(number)
                    value = WholeNumber(number)
                    value.translated = {**number.translated, word: scope.number(number, word)}
                    rules[name] = replace(rule, value=value)
    return TemplateWords(texts, rules)
