"""What stands for the words that the templates of a game print, in the language it is read in."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import SourceError
from cardgen.model.locale.translation import Form
from cardgen.model.scope import Rule, Scope, WholeNumber, number_word, ordinal
from cardgen.source.files import BUNDLED
from cardgen.source.phrases import phrases, template_context

PAGES = "*.xml.j2"
"""The templates that are laid out; what others write is no print."""


_NUMBER = re.compile(r"\brules\.(\w+)\.(word|ordinal)\b")
"""A number that a template spells out."""


class TemplateWords(Struct, frozen=True):
    """What templates print, by the context of the template and its own words, and the rules.

    Of ``rules`` that are spelled out, the numbers know their words.
    """

    phrases: Mapping[tuple[str, str], str]
    rules: Mapping[str, Rule]


def template_words(scope: Scope) -> TemplateWords:
    """Ask the translation for all that the templates that a game may use print themselves.

    A template that cannot be read prints nothing: whoever needs it says what is wrong.
    """
    templates = scope.project.root / "templates"
    folders = (templates / scope.game, templates / "shared", BUNDLED / "templates" / "shared")
    found: dict[tuple[str, str], str] = {}
    rules = dict(scope.rules)
    seen: set[str] = set()
    for folder in folders:
        for file in sorted(folder.rglob(PAGES)):
            name = file.relative_to(folder).as_posix()
            if name in seen:
                continue
            seen.add(name)
            try:
                source = scope.project.read(file, what="the template")
            except SourceError:
                continue
            ours = not file.is_relative_to(scope.project.root)
            context = template_context(name)
            for one in phrases(source.text):
                at = None if ours else source.place(one.start)
                form: Form = "printed" if one.quote else "template"
                found[context, one.text] = scope.translate(one.text, at, form, context).text
            for name, spelling in _NUMBER.findall(source.text):
                rule = rules.get(name)
                if rule is not None and isinstance(rule.value, WholeNumber):
                    number = rule.value
                    word = ordinal(number) if spelling == "ordinal" else number_word(number)
                    value = WholeNumber(number)
                    value.translated = {**number.translated, word: scope.number(number, word)}
                    rules[name] = replace(rule, value=value)
    return TemplateWords(found, rules)
