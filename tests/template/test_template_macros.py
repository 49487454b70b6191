"""Macros whose results are kept write what they would write if they ran each time."""

from __future__ import annotations

import string
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardgen.core.errors import TemplateError
from cardgen.core.reads import Reads
from cardgen.template import macros
from cardgen.template.environment import Templates

PLAIN = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 3),
    st.sampled_from([0.0, -0.0, 1.0, 0.5]),
    st.text(string.ascii_letters + "&<", max_size=2),
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "m.j2").write_text(
        "{% macro word(v) %}{% if v is boolean %}{{ 'True' if v else 'False' }}"
        "{% elif v is not none %}{{ v }}{% endif %}{% endmacro %}\n"
        "{% macro show(a, b=1, c=[]) %}<{{ word(a) }}|{{ word(b) }}|"
        "{% for x in c %}{{ word(x) }}+{% endfor %}>{% endmacro %}\n"
        "{% macro late(n) %}{% for i in range(n) %}.{% endfor %}{% endmacro %}\n"
        "{% macro framed(x) %}[{{ caller() }}{{ x }}]{% endmacro %}\n"
    )
    return tmp_path


def templates(project: Path) -> Templates:
    return Templates(project, (project,), Reads())


def written(project: Path, body: str, **context: Any) -> str:
    (project / "card.j2").write_text("{% from 'm.j2' import show, late, framed %}" + body)
    return templates(project).render("card.j2", context, None)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(calls=st.lists(st.tuples(PLAIN, PLAIN, st.lists(PLAIN, max_size=2)), max_size=8))
def test_the_same_as_without_memory(calls: list[tuple[Any, Any, list[Any]]], project: Path) -> None:
    body = (
        "{% for a, b, c in calls %}{{ show(a, b, c) }}{{ show(a, c=c) }}{{ show(b) }}{% endfor %}"
    )
    with pytest.MonkeyPatch.context() as patch:
        kept = written(project, body, calls=calls)
        patch.setattr(macros, "_MAX_CHARACTERS", 0)
        assert kept == written(project, body, calls=calls)


def test_a_macro_runs_once_for_the_same_arguments(project: Path) -> None:
    body = "{{ show(1) }}{{ show(1) }}{{ show(1.0) }}{{ show(true) }}{{ show('1') }}"
    runs: list[object] = []
    templates_ = templates(project)
    (project / "card.j2").write_text("{% from 'm.j2' import show %}" + body)
    keep = macros.MacroResults.keep

    def counted(self: macros.MacroResults, template: str, found: list[Any]) -> None:
        for one in found:
            inner = one._func
            one._func = lambda *args, inner=inner: runs.append(args) or inner(*args)
        keep(self, template, found)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(macros.MacroResults, "keep", counted)
        said = templates_.render("card.j2", {}, None)
    assert said == "<1|1|><1|1|><1.0|1|><True|1|><1|1|>"
    assert len([run for run in runs if len(run) > 1]) == 4  # `word` takes one argument


@pytest.mark.parametrize(
    "module",
    [
        "{% set n = namespace(i=0) %}"
        "{% macro tick() %}{% set n.i = n.i + 1 %}{{ n.i }}{% endmacro %}",
        "{% set c = cycler('1', '2', '3') %}{% macro tick() %}{{ c.next() }}{% endmacro %}",
        "{% from 'm.j2' import show %}{% from 'n.j2' import n %}"
        "{% macro tick() %}{% set n.i = n.i + 1 %}{{ n.i }}{% endmacro %}",
    ],
)
def test_a_macro_that_counts_goes_on_counting(project: Path, module: str) -> None:
    (project / "n.j2").write_text("{% set n = namespace(i=0) %}")
    (project / "counting.j2").write_text(module)
    (project / "card.j2").write_text(
        "{% from 'counting.j2' import tick %}{{ tick() }}{{ tick() }}{{ tick() }}"
    )
    assert templates(project).render("card.j2", {}, None) == "123"


def test_what_stands_in_a_call_block_is_written_anew(project: Path) -> None:
    body = "{% for i in range(3) %}{% call framed('x') %}{{ i }}{% endcall %}{% endfor %}"
    assert written(project, body) == "[0x][1x][2x]"


def test_a_macro_of_the_side_itself_sees_what_the_side_sees(project: Path) -> None:
    body = "{% macro own() %}{{ card }}{% endmacro %}{{ own() }}"
    (project / "card.j2").write_text(body)
    both = templates(project)
    assert [both.render("card.j2", {"card": name}, None) for name in "ab"] == ["a", "b"]


def test_a_module_with_context_sees_the_side(project: Path) -> None:
    (project / "own.j2").write_text("{% macro own() %}{{ card }}{% endmacro %}")
    (project / "card.j2").write_text("{% from 'own.j2' import own with context %}{{ own() }}")
    both = templates(project)
    assert [both.render("card.j2", {"card": name}, None) for name in "ab"] == ["a", "b"]


def test_escaping_depends_on_who_asks(project: Path) -> None:
    (project / "card.j2").write_text("{% from 'm.j2' import show %}{{ show('&') ~ '<' }}")
    (project / "script.lua.j2").write_text("{% from 'm.j2' import show %}{{ show('&') ~ '<' }}")
    both = templates(project)
    sides = [both.render(name, {}, None) for name in ("card.j2", "script.lua.j2", "card.j2")]
    assert sides[0] == sides[2] != sides[1]


def test_the_budget_ends_at_the_same_place_whatever_came_before(project: Path) -> None:
    turns = "{% for i in range(19999) %}{{ late(9) }}{% endfor %}"
    (project / "card.j2").write_text("{% from 'm.j2' import late %}\n" + turns)
    (project / "small.j2").write_text("{% from 'm.j2' import late %}{{ late(9) }}")

    def found(*before: str) -> object:
        all_of_them = templates(project)
        for name in before:
            all_of_them.render(name, {}, None)
        with pytest.raises(TemplateError) as caught:
            all_of_them.render("card.j2", {}, None)
        return caught.value.diagnostics

    assert found() == found("small.j2")


def test_what_a_kept_result_has_read_counts_as_read(project: Path) -> None:
    (project / "lazy.j2").write_text(
        "{% macro outer() %}{% if card is defined %}!{% endif %}{% endmacro %}"
    )
    (project / "card.j2").write_text("{% from 'lazy.j2' import outer %}{{ outer() }}")
    both = templates(project)
    names: list[set[str]] = []
    for _ in range(2):
        with both.reads.recording() as noted:
            both.render("card.j2", {}, None)
        names.append(set(noted))
    assert names[0] == names[1]
    assert "card" in names[0]
