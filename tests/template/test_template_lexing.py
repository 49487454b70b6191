from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment, TemplateSyntaxError
from jinja2.lexer import Lexer

from cardgen.template.lexing import QuickLexer

ROOT = Path(__file__).parents[2]
_ENVIRONMENT = Environment(trim_blocks=True, lstrip_blocks=True)
_PARTS = [
    *("{{", "}}", "{%", "%}", "{%-", "-%}", "+%}", "{{-", "-}}", "{#", "#}", "{", "}", "(", ")"),
    *("[", "]", "a", "if", "ärger", "º", "_x1", "1", "12_3", "1.5", "1_0.5e-3", "0x1F", ".5", "."),
    *("+", "-", "%", "*", "**", "//", "==", "!=", ">=", "~", "|", ",", ":", "'a\\n'", '"ü"'),
    *(" ", "\n", "\r\n", "\t", "{% raw %}", "{% endraw %}", "<text>", "$"),
]


def _tokens(lexer: Lexer, source: str) -> object:
    try:
        found = list(lexer.tokeniter(source, "a"))
        return found, [tuple(one) for one in lexer.wrap(found, "a")]
    except TemplateSyntaxError as error:
        return str(error), error.lineno


@pytest.mark.parametrize("folder", [path.name for path in sorted(ROOT.glob("templates/*"))])
def test_templates_have_the_tokens_that_jinja_finds(folder: str) -> None:
    for path in sorted((ROOT / "templates" / folder).glob("*.j2")):
        source = path.read_text(encoding="utf-8")
        quick, own = QuickLexer(_ENVIRONMENT), Lexer(_ENVIRONMENT)
        assert _tokens(quick, source) == _tokens(own, source), path


@given(st.lists(st.sampled_from(_PARTS), max_size=12).map("".join))
def test_any_text_has_the_tokens_that_jinja_finds(inside: str) -> None:
    for source in (inside, "{{" + inside + "}}", "{% " + inside + " %}\n."):
        quick, own = QuickLexer(_ENVIRONMENT), Lexer(_ENVIRONMENT)
        assert _tokens(quick, source) == _tokens(own, source)
