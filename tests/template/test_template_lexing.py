from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment, TemplateSyntaxError, nodes
from jinja2.lexer import TOKEN_WHITESPACE, Lexer
from jinja2.parser import Parser

from cardgen.template.lexing import QuickLexer, QuickParser

ROOT = Path(__file__).parents[2]
_ENVIRONMENT = Environment(
    trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols", "jinja2.ext.do"]
)
_PARTS = [
    *("{{", "}}", "{%", "%}", "{%-", "-%}", "+%}", "{{-", "-}}", "{#", "#}", "{", "}", "(", ")"),
    *("[", "]", "a", "if", "ärger", "º", "_x1", "1", "12_3", "1.5", "1_0.5e-3", "0x1F", ".5", "."),
    *("+", "-", "%", "*", "**", "//", "==", "!=", ">=", "~", "|", ",", ":", "'a\\n'", '"ü"'),
    *(" not ", " and ", " or ", " in ", " is ", " else ", " if ", "for x in ", "set x = "),
    *(" ", "\n", "\r\n", "\t", "{% raw %}", "{% endraw %}", "<text>", "$"),
]


def _tokens(lexer: Lexer, source: str) -> object:
    try:
        # Of blanks inside tags nobody wants to know.
        found = [one for one in lexer.tokeniter(source, "a") if one[1] != TOKEN_WHITESPACE]
        return found, [tuple(one) for one in lexer.wrap(found, "a")]
    except TemplateSyntaxError as error:
        return str(error), error.lineno


def _tree(value: object) -> object:
    if isinstance(value, nodes.Node):
        kept = [_tree(getattr(value, field)) for field in value.fields]
        return type(value).__name__, value.lineno, kept
    return [_tree(one) for one in value] if isinstance(value, list | tuple) else value


def _parsed(parser: type[Parser], source: str) -> object:
    try:
        return _tree(parser(_ENVIRONMENT, source, "a").subparse())
    except TemplateSyntaxError as error:
        return str(error), error.lineno


@pytest.mark.parametrize("folder", [path.name for path in sorted(ROOT.glob("templates/*"))])
def test_templates_have_the_tokens_that_jinja_finds(folder: str) -> None:
    for path in sorted((ROOT / "templates" / folder).glob("*.j2")):
        source = path.read_text(encoding="utf-8")
        quick, own = QuickLexer(_ENVIRONMENT), Lexer(_ENVIRONMENT)
        assert _tokens(quick, source) == _tokens(own, source), path
        assert _parsed(QuickParser, source) == _parsed(Parser, source), path


@given(st.lists(st.sampled_from(_PARTS), max_size=12).map("".join))
def test_any_text_has_the_tokens_that_jinja_finds(inside: str) -> None:
    for source in (inside, "{{" + inside + "}}", "{% " + inside + " %}\n."):
        quick, own = QuickLexer(_ENVIRONMENT), Lexer(_ENVIRONMENT)
        assert _tokens(quick, source) == _tokens(own, source)
        assert _parsed(QuickParser, source) == _parsed(Parser, source)
