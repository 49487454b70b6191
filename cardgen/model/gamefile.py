"""The keys of ``game.yaml`` in the order of their reading, and JSON Schemas of the data files.

With the schemas, editors complete keys and mark mistakes. They follow draft 2020-12, Core and
Validation. `cardgen check` finds more faults than a schema can describe, such as unknown names in
the markup of texts.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from msgspec.structs import replace

from cardgen.core.choices import DUPLEX, ORIENTATIONS
from cardgen.core.diagnostics import Diagnostics, Location
from cardgen.core.style import Theme
from cardgen.core.units import PAPERS
from cardgen.model.cards import BUILT_IN, CardTypeField
from cardgen.model.component import ComponentsField
from cardgen.model.compound import (
    ListField,
    RecordField,
    TableField,
    check_name,
    declaration_schema,
)
from cardgen.model.each import EACH, EACH_KEYS
from cardgen.model.fields import (
    IDENTIFIER,
    ChoiceField,
    CountField,
    DateField,
    Field,
    FlagField,
    NumberField,
    ParsedField,
    PrintedField,
    RichField,
    TextField,
    expect,
    mapping_schema,
    read_mapping,
)
from cardgen.model.formats import DEFAULT_PRINT, PrintSettings
from cardgen.model.game import Assumption, Component, Game
from cardgen.model.limits import LIMITS
from cardgen.model.locale.printed import PRINTED, template_words
from cardgen.model.locale.translation import Pseudo
from cardgen.model.markup import read_rich
from cardgen.model.pieces import LengthField
from cardgen.model.richtext import EMPTY, TermValue
from cardgen.model.scope import (
    Rule,
    RuleNumber,
    Scope,
    WholeNumber,
    icon_folders,
    icon_names,
    rule_number,
)
from cardgen.model.setup.counts import set_ups
from cardgen.model.setup.steps import SetupField, step_schema
from cardgen.model.theme import THEME, ColorField, IconField
from cardgen.source.files import Project
from cardgen.source.node import YamlNode


class RuleNumberField(Field, frozen=True, kw_only=True):
    """A number, or a text such as ``5-6``."""

    empty: ClassVar[Any] = WholeNumber(0)
    form: ClassVar[Mapping[str, Any]] = {"type": ["number", "string"]}

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


_NUMBER = RuleNumberField(doc="a number, or a text such as 5-6")
_RULE: Mapping[str, Field] = {
    "value": _NUMBER,
    "text": TextField(optional=True, translate=True, doc="meaning of the number"),
}


class RuleField(Field, frozen=True, kw_only=True):
    """A rule: a number, or a mapping with a number and its meaning."""

    keys: ClassVar[Mapping[str, Field]] = _RULE
    form: ClassVar[Mapping[str, Any]] = RuleNumberField.form

    def read(self, node: YamlNode, scope: Scope) -> Rule:
        """Return the rule, still without its id."""
        if node.kind == "map":
            values = read_mapping(node, _RULE, scope, "a rule")
            return Rule("", values["value"], values["text"], node.location)
        return Rule("", _NUMBER.read(node, scope), "", node.location)


_TERM: Mapping[str, Field] = {
    "text": PrintedField(doc="the word as printed"),
    "plural": PrintedField(optional=True, doc="plural of the word; the regular plural if left out"),
    "icon": IconField(optional=True, doc="icon printed before the word"),
    "color": ColorField(optional=True, doc="colour of the icon"),
    "explain": RichField(optional=True, doc="explanation of the word"),
}


def plural_of(word: str) -> str:
    """Return the regular English plural; words that end in ``s`` do not change."""
    low = word.lower()
    if low.endswith("s"):
        return word
    if low.endswith(("x", "z", "ch", "sh")):
        return f"{word}es"
    if low.endswith("y") and low[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}s"


def _plural(node: YamlNode, word: str, scope: Scope) -> str:
    """Return the plural of a term without ``plural``: the English one, or its translation."""
    text = node.child("text", "scalar")
    if scope.translation is None or text is None:
        return plural_of(word)
    plural, context = plural_of(text.raw), scope.context(text.location).removesuffix("text")
    return scope.add_marks(scope.translate(plural, text.location, "plain", f"{context}plural").text)


class TermWordField(Field, frozen=True, kw_only=True):
    """One term, without its explanation."""

    keys: ClassVar[Mapping[str, Field]] = _TERM

    def read(self, node: YamlNode, scope: Scope) -> TermValue:
        """Return the term, still without its id and explanation."""
        words = {**_TERM, "explain": TextField(optional=True)}
        values = read_mapping(node, words, scope, "a term")
        plural = values["plural"] or _plural(node, values["text"], scope)
        return TermValue(
            "", values["text"], plural, values["icon"], values["color"], location=node.location
        )


class TermsField(TableField, frozen=True, kw_only=True):
    """All terms by id.

    Explanations may cite any term, so they are read after all words.
    """

    def read(self, node: YamlNode, scope: Scope) -> dict[str, TermValue]:
        """Return the terms."""
        terms: dict[str, TermValue] = TableField.read(self, node, scope)
        scope.terms = terms
        for name, term in terms.items():
            explain = node.value[name].child("explain", "scalar")
            if explain is not None:
                terms[name] = replace(term, explain=read_rich(explain, scope))
        if scope.translation is not None:
            plain = replace(scope.languages, translation=None)
            silent = replace(scope, languages=plain, diagnostics=Diagnostics())
            source_terms = TableField.read(self, node, silent)
            scope.languages = replace(scope.languages, source_terms=source_terms)
        return terms


_PRINT: Mapping[str, Field] = {
    "papers": ListField(
        of=ChoiceField(choices=tuple(PAPERS)),
        default=DEFAULT_PRINT.papers,
        min=1,
        unique=True,
        doc="the papers to make sheets for",
    ),
    "duplex": ChoiceField(
        choices=DUPLEX, default=DEFAULT_PRINT.duplex, doc="how backs are printed behind faces"
    ),
    "orientation": ChoiceField(
        choices=ORIENTATIONS,
        default=DEFAULT_PRINT.orientation,
        doc="orientation of sheets; `auto` takes the one that holds more cards",
    ),
    "bleed": LengthField(
        default=DEFAULT_PRINT.bleed, max=20, doc="width of artwork beyond the cut"
    ),
    "safe": LengthField(default=DEFAULT_PRINT.safe, max=20, doc="distance of text from the cut"),
    "clearance": LengthField(
        default=DEFAULT_PRINT.clearance,
        max=5,
        doc="smallest distance between text and artwork beside it; 0 turns the check off",
    ),
    "trim_inset": LengthField(
        default=DEFAULT_PRINT.trim_inset,
        max=3,
        doc="how much smaller cards are cut on each side, to go into tight sleeves",
    ),
    "hairline": LengthField(
        default=DEFAULT_PRINT.hairline, max=5, doc="thinnest line; thinner lines are reported"
    ),
    "optical": LengthField(
        default=DEFAULT_PRINT.optical,
        max=1.5,
        doc="distance that a text or icon may be off centre on its shape; 0 turns the check off",
    ),
    "shrink": NumberField(
        default=DEFAULT_PRINT.shrink,
        min=0,
        max=100,
        doc="smallest size of a text, in per cent of the size in its style; smaller texts are "
        "reported",
    ),
    "uneven": NumberField(
        default=DEFAULT_PRINT.uneven,
        min=0,
        doc="how many points a text may be smaller than the same text on other cards; 0 turns the "
        "check off",
    ),
    "type": LengthField(
        points=True,
        default=DEFAULT_PRINT.type,
        min=1,
        max=20,
        doc="smallest size of type, in points; smaller texts are reported",
    ),
    "dark": NumberField(
        default=DEFAULT_PRINT.dark,
        min=0,
        max=100,
        doc="largest dark share of a side, in per cent; 0 turns the check off",
    ),
    "inks": FlagField(doc="check the contrast of texts with each `--ink`, too; this takes longer"),
    "markup": FlagField(doc="texts show signs such as `<b>` deliberately: do not report them"),
}


_ASSUMPTION: Mapping[str, Field] = {
    "id": TextField(optional=True, doc="name for references in rule texts"),
    "text": RichField(doc="your decisions on open details"),
    "why": RichField(optional=True, doc="reason for the decision, in one line"),
}


class AssumptionField(Field, frozen=True, kw_only=True):
    """An assumption: a text, or a mapping with a text and its reason."""

    keys: ClassVar[Mapping[str, Field]] = _ASSUMPTION
    form: ClassVar[Mapping[str, Any]] = {"type": "string"}

    def read(self, node: YamlNode, scope: Scope) -> Assumption:
        """Return the assumption."""
        if node.kind == "scalar":
            return Assumption(read_rich(node, scope), EMPTY, node.location)
        values = read_mapping(node, _ASSUMPTION, scope, "an assumption")
        id = values["id"] or ""
        if id:
            check_name(id, "an assumption", node.value["id"], scope)
        return Assumption(values["text"], values["why"], node.location, id=id)


_LANGUAGE = r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$"


class LanguageField(Field, frozen=True, kw_only=True):
    """The language of all texts, as a BCP 47 tag; it also decides quotation marks and dashes."""

    empty: ClassVar[Any] = "en"
    form: ClassVar[Mapping[str, Any]] = {"type": "string", "pattern": _LANGUAGE}

    def read(self, node: YamlNode, scope: Scope) -> str:
        """Return the tag, and use its quotation marks and dashes in all texts read from now on."""
        if re.fullmatch(_LANGUAGE, node.raw if node.kind == "scalar" else ""):
            if not scope.languages.read:
                scope.speak(node.raw)
            return scope.languages.read
        expect("a language", node, scope, "write for example `en-US`, `de` or `fr-CA`")
        return "en"


def _locale(text: str) -> str:
    if not re.fullmatch(_LANGUAGE, text):
        raise ValueError(f"`{text}` is no language: `de` or `pt-BR`")
    return text


class LocaleField(ParsedField, frozen=True, kw_only=True):
    """A language that a game is translated into."""

    expected: ClassVar[str] = "a language"
    form: ClassVar[Mapping[str, Any]] = {"type": "string", "pattern": _LANGUAGE}
    parse: Callable[[str], Any] = _locale


# Sections are read in this order, whatever their order in the file: each may use earlier names.
GAME: Mapping[str, Field] = {
    "language": LanguageField(
        default="en",
        doc="language of the texts, such as en-US: decides hyphenation and, if you give it, "
        "typographic quotation marks and dashes",
    ),
    "locales": ListField(
        of=LocaleField(),
        optional=True,
        unique=True,
        doc="further languages to build the game in, from `locale/LANG.po`",
    ),
    "title": PrintedField(doc="the name of the game"),
    "subtitle": PrintedField(optional=True, doc="a line below the name"),
    "license": PrintedField(optional=True, doc="licence printed on boxes: CC BY 4.0"),
    "version": PrintedField(optional=True, doc="version, printed in the margin of sheets"),
    "date": DateField(default="", doc="date of the version: 2026-11-27"),
    "theme": RecordField(
        fields=THEME,
        noun="the theme",
        make=Theme,
        default=Theme(),
        doc="colours, text styles, fallback fonts",
    ),
    "rules": TableField(
        of=RuleField(),
        noun="a rule",
        pattern=IDENTIFIER,
        named=True,
        into="rules",
        optional=True,
        doc="the numbers of the rules by name",
    ),
    "players": CountField(
        noun="a number of players",
        examples="`4`, `2-4` or `2+`",
        min=1,
        max=50,
        optional=True,
        doc="number of players: 4, 2-4 or 2+",
    ),
    "duration": CountField(
        noun="a playing time",
        examples="`45 min`, `30-45 min` or `90+ min`",
        in_words=True,
        optional=True,
        doc="playing time: 45 min, 30-45 min, or `{rule:minutes} min`",
    ),
    "age": CountField(
        noun="an age",
        examples="`8+`, `8-12` or `8`",
        max=99,
        in_words=True,
        optional=True,
        doc="age of the players: 12+",
    ),
    "terms": TermsField(
        of=TermWordField(),
        noun="a term",
        reserved=("br", "icon", "rule"),
        named=True,
        optional=True,
        doc="the words of the game, with icons and plurals",
    ),
    "credits": ListField(of=RichField(), optional=True, doc="people and their work"),
    "card_types": TableField(
        of=CardTypeField(),
        noun="a card type",
        named=True,
        into="card_types",
        optional=True,
        doc="types of cards, with their fields",
    ),
    "print": RecordField(
        fields=_PRINT,
        noun="`print`",
        make=PrintSettings,
        into="print",
        default=DEFAULT_PRINT,
        doc="papers, duplex, bleed and safe distances",
    ),
    "limits": RecordField(
        fields=LIMITS,
        noun="`limits`",
        make=lambda **limits: {name: limit for name, limit in limits.items() if limit},
        optional=True,
        doc="limits of a contest: `check` and `release` report a game that exceeds them",
    ),
    "odds": NumberField(
        default=1.0, min=0.01, max=50, doc="rounding of odds in texts, in per cent"
    ),
    "components": ComponentsField(optional=True, doc="decks, boards, booklets …"),
    "setup": SetupField(optional=True, doc="the steps that set up the game"),
    "showcase": ListField(
        of=TextField(),
        optional=True,
        doc="cards to show first: deck/card, or deck for its back; `[]` for none",
    ),
    "assumptions": ListField(
        of=AssumptionField(), optional=True, doc="your decisions on open details"
    ),
}


def read_game(root: YamlNode, scope: Scope) -> Game:
    """Read ``game.yaml`` and report all its faults to the scope."""
    scope.assumptions = _assumption_ids(root)
    # Before any text is read, its language and its name for translators must be known.
    if scope.translation is not None:
        language_node = root.child("language", "scalar")
        if language_node is not None:
            scope.languages = replace(scope.languages, source=language_node.raw)
        if scope.translation.language:
            scope.speak(scope.translation.language)
        scope.name_texts(root)
    values = read_mapping(root, GAME, scope, "the game")
    first: dict[str, Assumption] = {}
    for assumption in values["assumptions"]:
        if assumption.id and first.setdefault(assumption.id, assumption) is not assumption:
            message = f"two assumptions are `{assumption.id}`"
            scope.refuse(assumption.location, message, "rename one")
    components: dict[str, Component] = values["components"]
    card_assumptions = tuple(
        Assumption(card.assumption, EMPTY, card.location, f"{component.id}/{card.id}")
        for component in components.values()
        for card in component.cards
        if card.assumption
    )
    values["assumptions"] += card_assumptions
    # A translation into the game's own language would be the game itself.
    own_names = (values["language"], values["language"].partition("-")[0])
    values["locales"] = tuple(name for name in values["locales"] if name not in own_names)
    if scope.translation is not None:
        values["language"] = scope.languages.read or values["language"]
        values["words"] = {word: scope.translate(word).text for word in PRINTED}
        printed_words = template_words(scope)
        values["phrases"], values["rules"] = printed_words.phrases, printed_words.rules
        values["print"] = replace(values["print"], reach=isinstance(scope.translation, Pseudo))
    term_words = {word for term in values["terms"].values() for word in (term.text, term.plural)}
    signed_words = sorted((word for word in term_words if not word.isalnum()), key=len)
    values["print"] = replace(values["print"], terms="\n".join(reversed(signed_words)))
    words = {term.icon: term.text for term in reversed(values["terms"].values()) if term.icon}
    values["theme"] = replace(values["theme"], words=words, language=values["language"] or "en")
    _check_showcase(values["showcase"], components, root, scope)
    # If a deck could not be read, the steps would fail for lack of its cards.
    steps = None if scope.diagnostics.has_errors else values["setup"]
    values["setup"] = set_ups(steps, values["players"], components, scope) if steps else ()
    return Game(id=scope.game, key_locations=dict(_key_locations(root, "")), **values)


def _assumption_ids(root: YamlNode) -> frozenset[str]:
    """Return the ids of the assumptions: texts refer to them before they are read."""
    ids = (assumption.child("id", "scalar") for assumption in root.items_of("assumptions"))
    return frozenset(id.raw for id in ids if id is not None and id.value != "")


def _check_showcase(
    names: tuple[str, ...], components: Mapping[str, Component], root: YamlNode, scope: Scope
) -> None:
    card_names = {
        f"{component.id}/{card.id}" for component in components.values() for card in component.cards
    }
    card_names |= {component.id for component in components.values() if component.cards}
    unread = {c.id for c in components.values() if c.kind == "deck" and not c.cards}
    for index, name in enumerate(names):
        if name.partition("/")[0] in unread:  # the faults of the deck are reported elsewhere
            continue
        scope.knows(root.value["showcase"].value[index].location, "card", name, card_names)


def _key_locations(node: YamlNode, prefix: str) -> Iterator[tuple[str, Location]]:
    """Yield the dotted path of each key with its location."""
    if node.kind == "scalar":
        return
    for name, child in node.value.items() if node.kind == "map" else enumerate(node.value):
        yield f"{prefix}{name}", child.location
        yield from _key_locations(child, f"{prefix}{name}.")


# `$schema` names the dialect (Core, 8.1.1).
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def game_schema() -> dict[str, Any]:
    """Describe ``game.yaml``."""
    schema = mapping_schema(GAME, Scope(Project(Path()), ""))
    return {
        "$schema": DIALECT,
        "title": "cardgen game",
        **schema,
        # Recursive schemas refer to themselves by `$ref` (Core, 8.2).
        "$defs": {"field": declaration_schema(), "step": step_schema()},
    }


def deck_schema(game: Game, root: Path | None = None) -> dict[str, Any]:
    """Describe the deck files of a game; icons are listed if the project's root is given."""
    icons = icon_names(icon_folders(root, game.id)) if root else frozenset()
    scope = Scope(
        Project(root or Path()),
        game.id,
        icons=icons,
        colors=game.theme.colors,
        rules=game.rules,
        terms=game.terms,
        card_types=game.card_types,
    )
    types = sorted(game.card_types)
    of_type = {"description": BUILT_IN["type"].doc}
    cards: list[dict[str, Any]] = []
    shared: dict[str, Any] = {}
    for name in types:
        card = mapping_schema(game.card_types[name].keys, scope)
        card["properties"]["type"] = {**of_type, "const": name}
        # Fields may come from `defaults`.
        cards.append({**card, "required": ["id"], "title": name})
        shared |= card["properties"]
    shared = {k: v for k, v in shared.items() if k not in ("id", "assumption")}
    shared["type"] = {**of_type, "enum": types}
    return {
        "$schema": DIALECT,
        "title": f"cards of {game.title}",
        "type": "object",
        "properties": {
            "defaults": {
                "description": "values for all cards that do not give their own",
                "type": "object",
                "properties": shared,
                "additionalProperties": False,
            },
            "cards": {
                "description": "one entry for each design",
                "type": "array",
                "minItems": 1,
                "items": {"anyOf": [*cards, _each_schema(cards, scope)]},
            },
        },
        "required": ["cards"],
        "additionalProperties": False,
    }


def _each_schema(cards: Sequence[dict[str, Any]], scope: Scope) -> dict[str, Any]:
    """Describe an entry with ``each``; any of its values may be a name in braces."""
    schema = mapping_schema(EACH_KEYS, scope)
    for card in cards:
        for name, value in card["properties"].items():
            description = {key: text for key, text in value.items() if key == "description"}
            schema["properties"].setdefault(name, description)
    schema["required"] = [EACH, "id"]
    schema["title"] = "many cards"
    return schema
