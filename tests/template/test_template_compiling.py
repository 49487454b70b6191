"""What is done to templates before they are compiled changes nothing of what comes of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.core.diagnostics import TemplateError
from cardgen.template.environment import Templates
from cardgen.template.sandbox import Sandbox


def test_all_templates_that_are_named_are_known() -> None:
    sandbox = Sandbox(None)
    sandbox.parse(
        "{% import 'a' as a %}{% include ['b', 'c'] %}{% if x %}{% extends x %}{% endif %}"
    )
    assert sandbox.parsed.names == ("*", "a", "b", "c")


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
