"""The field kinds of ``rules:`` and ``terms:``, whose names all texts of a game may cite."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from cardgen.model.compound import TableField
from cardgen.model.fields import (
    IDENTIFIER,
    Field,
    PrintedField,
    RichField,
    TextField,
    expect,
    mapping_schema,
    read_mapping,
)
from cardgen.model.markup import read_rich
from cardgen.model.references import ColorField, IconField
from cardgen.model.richtext import EMPTY, TermValue
from cardgen.model.rules import Rule, RuleNumber, WholeNumber, rule_number
from cardgen.model.scope import Scope
from cardgen.source.node import YamlNode

_SIMPLE = {"type": ["number", "string"]}


class RuleNumberField(Field, frozen=True, kw_only=True):
    """A number, or a text such as ``5-6``."""

    empty: ClassVar[Any] = WholeNumber(0)

    def read(self, node: YamlNode, scope: Scope) -> RuleNumber:
        """Return the number or text."""
        value = node.value
        if node.kind != "scalar" or isinstance(value, bool) or value == "":
            expect("a number, or a text such as `5-6`", node, scope)
            return WholeNumber(0)
        if isinstance(value, float) and not math.isfinite(value):
            expect("a finite number", node, scope)
            return WholeNumber(0)
        return rule_number(value)

    def schema(self, scope: Scope) -> dict[str, Any]:
        """Describe the value as JSON Schema."""
        return _SIMPLE


_NUMBER = RuleNumberField(doc="a number, or a text such as 5-6")
_RULE: Mapping[str, Field] = {
    "value": _NUMBER,
    "text": TextField(optional=True, doc="what the number is"),
}


class RuleField(Field, frozen=True, kw_only=True):
    """A rule: its number, or a mapping with its number and meaning."""

    keys: ClassVar[Mapping[str, Field]] = _RULE

    def read(self, node: YamlNode, scope: Scope) -> Rule:
        """Return the rule; the table gives it its name."""
        if node.kind == "map":
            given = read_mapping(node, _RULE, scope, "a rule")
            return Rule("", given["value"], given["text"], node.at)
        return Rule("", _NUMBER.read(node, scope), "", node.at)

    def schema(self, scope: Scope) -> dict[str, Any]:
        """Describe the value as JSON Schema."""
        return {"anyOf": [_SIMPLE, mapping_schema(_RULE, scope)]}


class RulesField(TableField, frozen=True, kw_only=True):
    """All rules by name."""

    of: Field = RuleField()
    what: str = "a rule"
    pattern: re.Pattern[str] = IDENTIFIER

    def read(self, node: YamlNode, scope: Scope) -> dict[str, Rule]:
        """Return the rules, and make them known to the scope."""
        rules = {
            name: replace(rule, id=name)
            for name, rule in TableField.read(self, node, scope).items()
        }
        scope.rules = rules
        return rules


_TERM: Mapping[str, Field] = {
    "text": PrintedField(doc="the word as printed"),
    "plural": PrintedField(optional=True, doc="its plural; the regular one if left out"),
    "icon": IconField(optional=True, doc="the icon before the word"),
    "color": ColorField(optional=True, doc="the icon's colour"),
    "explain": RichField(optional=True, doc="what the word means"),
}
# Explanations may cite terms declared below them, so they are read once all words are known.
_WORDS = {name: field for name, field in _TERM.items() if name != "explain"}


def plural_of(word: str) -> str:
    """Return the regular English plural; words that end in ``s`` stay as they are."""
    low = word.lower()
    if low.endswith("s"):
        return word
    if low.endswith(("x", "z", "ch", "sh")):
        return f"{word}es"
    if low.endswith("y") and low[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}s"


class TermWordField(Field, frozen=True, kw_only=True):
    """One term, without its explanation."""

    keys: ClassVar[Mapping[str, Field]] = _TERM

    def read(self, node: YamlNode, scope: Scope) -> TermValue:
        """Return the term; the table gives it its id and explanation."""
        words = {**_WORDS, "explain": TextField(optional=True)}
        given = read_mapping(node, words, scope, "a term")
        text = given["text"]
        return TermValue(
            "",
            text,
            given["plural"] or plural_of(text),
            given["icon"],
            given["color"],
            EMPTY,
            node.at,
        )

    def schema(self, scope: Scope) -> dict[str, Any]:
        """Describe the value as JSON Schema."""
        return mapping_schema(_TERM, scope)


class TermsField(TableField, frozen=True, kw_only=True):
    """All game words by id."""

    of: Field = TermWordField()
    what: str = "a term"
    reserved: tuple[str, ...] = ("br", "icon", "rule")

    def read(self, node: YamlNode, scope: Scope) -> dict[str, TermValue]:
        """Return the terms, and make them known to the scope."""
        terms = {
            name: replace(term, id=name)
            for name, term in TableField.read(self, node, scope).items()
        }
        scope.terms = terms
        for name, term in terms.items():
            explain = (
                node.value[name].value.get("explain") if node.value[name].kind == "map" else None
            )
            if explain is not None and explain.kind == "scalar" and explain.value is not None:
                terms[name] = replace(term, explain=read_rich(explain, scope))
        return terms
