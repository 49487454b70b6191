"""Templates are compiled as they are run, and read again after a save as if for the first time."""

import pytest
from jinja2.meta import find_referenced_templates

from cardgen.core.diagnostics import TemplateError
from cardgen.core.reads import Reads
from cardgen.template.environment import Templates
from cardgen.template.sandbox import Sandbox, template_digest

FILES = {
    "word.j2": "{% macro word(v) %}<{{ v }}>{% endmacro %}",
    "pair.j2": "{% import 'word.j2' as w %}{% macro pair(v) %}{{ w.word(v) }}{{ v }}{% endmacro %}",
    "other.j2": "{% macro other(v) %}({{ v }}){% endmacro %}",
    "card.j2": "{% from 'pair.j2' import pair %}{% from 'other.j2' import other %}"
    "{{ pair(1) }}{{ other(2) }}",
    "plain.j2": "{% from 'other.j2' import other %}{{ other(3) }}",
    "any.j2": "{% include name %}",
}


class Bench:
    def __init__(self, folder):
        self.folder = folder
        self.templates = Templates(folder, (folder,), Reads())
        for name, text in FILES.items():
            self.write(name, text)

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def reload(self):
        self.templates.reload((self.folder,))

    def said(self, template, **context):
        return self.templates.render(template, context, None)


@pytest.fixture
def bench(tmp_path):
    return Bench(tmp_path)


def test_a_changed_macro_reaches_all_that_import_it(bench):
    assert bench.said("card.j2") == "<1>1(2)"
    bench.write("word.j2", FILES["word.j2"].replace("<", "[").replace(">", "]"))
    assert bench.said("card.j2") == "<1>1(2)"
    bench.reload()
    assert bench.said("card.j2") == "[1]1(2)"


def test_what_has_not_changed_is_not_compiled_again(bench, monkeypatch):
    assert bench.said("card.j2") + bench.said("plain.j2") == "<1>1(2)(3)"
    compiled = []
    compile = Sandbox.compile

    def noting(self, source, name, *more):
        compiled.append(name)
        return compile(self, source, name, *more)

    monkeypatch.setattr(Sandbox, "compile", noting)
    bench.write("word.j2", FILES["word.j2"].replace("<", "["))
    bench.reload()
    assert bench.said("card.j2") + bench.said("plain.j2") == "[1>1(2)(3)"
    assert compiled == ["word.j2"]


def test_what_an_import_reads_is_noted_for_each_side(bench):
    both = []
    for _ in range(2):
        with bench.templates.reads.recording() as names:
            bench.said("card.j2")
        both.append(set(names))
    assert both[0] == both[1]
    wanted = ("card.j2", "pair.j2", "word.j2", "other.j2")
    assert both[0] == {f"template:{name}" for name in wanted}


def test_a_name_that_is_put_together_may_be_any(bench):
    bench.write("part.j2", "one")
    assert bench.said("any.j2", name="part.j2") == "one"
    bench.write("part.j2", "two")
    bench.reload()
    assert bench.said("any.j2", name="part.j2") == "two"


def test_a_template_that_comes_goes_and_breaks(bench):
    assert bench.said("plain.j2") == "(3)"
    (bench.folder / "other.j2").unlink()
    for broken in (None, "{% macro other(v) %}"):
        if broken:
            bench.write("other.j2", broken)
        bench.reload()
        with pytest.raises(TemplateError):
            bench.said("plain.j2")
    bench.write("other.j2", FILES["other.j2"])
    bench.reload()
    assert bench.said("plain.j2") == "(3)"


def test_a_template_of_the_game_comes_before_a_shared_one(bench):
    own = bench.folder / "own"
    assert bench.said("plain.j2") == "(3)"
    own.mkdir()
    (own / "other.j2").write_text("{% macro other(v) %}own{% endmacro %}")
    bench.templates.reload((own, bench.folder))
    assert bench.said("plain.j2") == "own"


def test_a_message_names_the_line_as_it_is_now(bench):
    assert bench.said("card.j2")
    bench.write("pair.j2", "\n\n{{ nothing }}" + FILES["pair.j2"])
    bench.reload()
    with pytest.raises(TemplateError) as error:
        bench.said("card.j2")
    assert str(error.value.diagnostics[0].location).startswith("pair.j2:3")


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
def test_all_templates_that_are_named_are_known(template, names):
    sandbox = Sandbox(None)
    tree = sandbox.parse(template)
    assert sandbox.last_parse.names == tuple(names)
    assert {name or "*" for name in find_referenced_templates(tree)} <= set(names) or "*" in names


@pytest.mark.parametrize("filter", ["charge!", "join!", "weigh!"])
def test_filters_of_the_budget_are_out_of_reach(bench, filter):
    bench.write("own.j2", f"{{{{ [-9] | map('{filter}') | list }}}}")
    with pytest.raises(TemplateError) as caught:
        bench.said("own.j2")
    assert f"there is no filter `{filter}`" in caught.value.diagnostics[0].message


def test_a_template_is_compiled_as_it_is_run(bench):
    bench.write(
        "own.j2",
        "{% autoescape false %}{{ t }}{% endautoescape %}{{ t }}{{ 1.5 }}{{ 7 }}"
        "{% for i in [1, 2] %}{% set last = i %}{{ last }}{% endfor %}",
    )
    assert bench.said("own.j2", t="<&>") == "<&>&lt;&amp;&gt;1.5712"


@pytest.mark.parametrize(
    ("other", "alike"),
    [
        ("<side>{# why #}{{ card.title }}</side>", True),
        ("<side>{{card.title}}</side>", True),
        ("<side>{{ card.text }}</side>", False),
        ("<side>{{ card.title }} </side>", False),
        ("\n<side>{{ card.title }}</side>", False),
    ],
    ids=["a comment", "spaces in code", "another field", "a space in the text", "a line"],
)
def test_a_template_means_what_its_tokens_are(other, alike):
    meaning = template_digest("<side>{{ card.title }}</side>", "card.xml.j2")
    assert meaning
    assert (template_digest(other, "card.xml.j2") == meaning) == alike


def test_a_template_that_cannot_be_read_means_nothing():
    assert template_digest("{{ 1 + }}", "card.xml.j2") == ""
