"""What is done to templates before they are compiled changes nothing of what comes of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import nodes

from cardgen.template import compiling
from cardgen.template.environment import Templates
from cardgen.template.sandbox import Sandbox

ROOT = Path(__file__).resolve().parents[2]
RICH = """
{% extends "base" %}{% import "kit" as kit with context %}{% from "kit" import part as piece %}
{% set a, b = (1, -2), {"x": [1, (2, 3)], y: z} %}{% set n = namespace(x=[]) %}
{% macro m(p, q=[1, 2]) %}{{ caller(p) }}{{ varargs }}{{ kwargs }}{% endmacro %}
{% block art scoped %}{{ self.art() }}{{ super() }}
{% for i, (j, k) in [(1, (2, 3))] if i is odd %}{% set n.x = n.x + [i] %}{{ loop.index ~ "-" ~ j }}
{% for c in tree recursive %}{{ loop(c) }}{% else %}none{% endfor %}{% break %}{% endfor %}
{% call(x) m(1, *a, **b) %}{{ x }}{% endcall %}{% endblock %}
{% filter upper %}{% if 1 < 2 <= n.x | sum %}{{ [1, 2][0] + 3 ** 2 }}{% endif %}{% endfilter %}
"""


def written(source: str, name: str) -> str:
    sandbox = Sandbox(None)  # type: ignore[arg-type]
    return str(sandbox._generate(sandbox._parse(source, name, name), name, name))


@pytest.mark.parametrize("source", ["rich", "minecart"])
def test_constants_are_passed_over_without_effect(
    source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = {"rich": RICH}
    if source != "rich":
        files = sorted((ROOT / "templates" / source).glob("*.j2"))
        texts = {file.name: file.read_text(encoding="utf-8") for file in files}
    quick = {name: written(text, name) for name, text in texts.items()}
    monkeypatch.setattr(compiling, "_settled", lambda node: node)
    assert quick == {name: written(text, name) for name, text in texts.items()}


def test_one_walk_finds_what_is_named_and_what_can_change() -> None:
    sandbox = Sandbox(None)  # type: ignore[arg-type]
    text = "{% import 'a' as a %}{% include ['b', 'c'] %}{% if x %}{% extends x %}{% endif %}"
    for body, lasting in (
        ("{% set n = namespace(x=1) %}", False),
        ("{% macro m() %}{% set n = namespace(x=1) %}{% endmacro %}", True),
        ("{% set n = [1] %}", True),
    ):
        tree = super(Sandbox, sandbox)._parse(text + body, None, None)
        assert isinstance(tree, nodes.Template)
        found = compiling.prepared(tree)
        assert found.names == ("*", "a", "b", "c")
        assert found.lasting is lasting


def test_a_template_is_compiled_as_it_is_run(tmp_path: Path) -> None:
    (tmp_path / "card.j2").write_text(
        "{% autoescape false %}{{ t }}{% endautoescape %}{{ t }}{{ 1.5 }}{{ 7 }}"
        "{% for i in [1, 2] %}{% set last = i %}{{ last }}{% endfor %}",
        encoding="utf-8",
    )
    templates = Templates(tmp_path, (tmp_path,))
    assert templates.render("card.j2", {"t": "<&>"}, None) == "<&>&lt;&amp;&gt;1.5712"
