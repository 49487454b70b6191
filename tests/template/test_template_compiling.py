"""What is done to templates before they are compiled changes nothing of what comes of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2.meta import find_referenced_templates

from cardgen.core.diagnostics import TemplateError
from cardgen.template.environment import Templates
from cardgen.template.sandbox import Sandbox


@pytest.mark.parametrize(
    ("template", "names"),
    [
        ("{% import 'a' as a %}{% include 'b' ignore missing %}{%- extends 'c' -%}", "abc"),
        ("{%- from 'a' import b with context %}\n{% include 'b' without context %}", "ab"),
        ("{% include ['a', 'b'] %}", "*"),
        ("{% include 'a' ~ x %}{% include 'b' %}", "*b"),
        ("{% include 'a' if x else 'b' %}", "*"),
        ("{% if x %}{% extends x %}{% endif %}", "*"),
        ("{% set include = 'a' %}{{ include }}{# {% include 'b' %} #}", ""),
    ],
)
def test_all_templates_that_are_named_are_known(template: str, names: str) -> None:
    sandbox = Sandbox(None)
    tree = sandbox.parse(template)
    assert sandbox.parsed.names == tuple(names)
    assert {name or "*" for name in find_referenced_templates(tree)} <= set(names) or "*" in names


@pytest.mark.parametrize("filter", ["charge!", "join!", "weigh!"])
def test_filters_of_the_budget_are_out_of_reach(tmp_path: Path, filter: str) -> None:
    (tmp_path / "card.j2").write_text(f"{{{{ [-9] | map('{filter}') | list }}}}")
    with pytest.raises(TemplateError) as caught:
        Templates(tmp_path, (tmp_path,)).render("card.j2", {}, None)
    assert f"No filter named '{filter}'" in caught.value.diagnostics[0].message


def test_a_template_is_compiled_as_it_is_run(tmp_path: Path) -> None:
    (tmp_path / "card.j2").write_text(
        "{% autoescape false %}{{ t }}{% endautoescape %}{{ t }}{{ 1.5 }}{{ 7 }}"
        "{% for i in [1, 2] %}{% set last = i %}{{ last }}{% endfor %}",
        encoding="utf-8",
    )
    templates = Templates(tmp_path, (tmp_path,))
    assert templates.render("card.j2", {"t": "<&>"}, None) == "<&>&lt;&amp;&gt;1.5712"
