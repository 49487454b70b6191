"""Stamps: the line and column of every literal tag is found, whatever Jinja does with it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from cardgen.core.diagnostics import Location
from cardgen.template.element import Element
from cardgen.template.environment import Templates
from cardgen.template.stamps import TagLocations, stamp


@pytest.fixture
def render(tmp_path):
    """Write templates given as ``name=text`` (``_`` for ``.``), run the one named `card`."""

    def run(context=None, **files):
        for name, text in files.items():
            (tmp_path / f"{name}.j2").write_text(text, encoding="utf-8")
        return Templates(tmp_path, (tmp_path,)).element("card.j2", context or {}, None)

    return run


@pytest.fixture
def places(tmp_path):
    """List `tag place` in document order."""
    tags = TagLocations(tmp_path)

    def listed(element):
        yield f"{element.tag} {tags.resolve(element.location)}"
        for child in element.children:
            if isinstance(child, Element):
                yield from listed(child)

    return lambda element: list(listed(element))


BASE = "<side>\n{% block head %}<rect/>{% endblock %}\n{% block body %}{% endblock %}\n</side>"
LIB = """{% macro badge(n) %}
<stack>{{ caller() if caller is defined else n }}</stack>
{% endmacro %}"""


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (
            {"card": "<side>\n  <row><text>x</text>\n\n<rect/></row></side>"},
            "side card.j2:1:1, row card.j2:2:3, text card.j2:2:8, rect card.j2:4:1",
        ),
        (
            {"card": '<side>\n{# é\n#}{{ "a\nb" }}<row/>{% if true %}<rect/>{% endif %}</side>'},
            "side card.j2:1:1, row card.j2:4:6, rect card.j2:4:25",
        ),
        (
            {
                "base": BASE,
                "card": '{% extends "base.j2" %}\n{% block body %}\n <text>{{ 1 }}</text>\n'
                "{% endblock %}\n{% block head %}{{ super() }}<icon/>{% endblock %}",
            },
            "side base.j2:1:1, rect base.j2:2:17, icon card.j2:5:30, text card.j2:3:2",
        ),
        (
            {
                "lib": LIB,
                "card": '{% import "lib.j2" as lib %}\n{% from "lib.j2" import badge %}\n'
                "<side>{{ lib.badge(1) }}\n{% call badge(2) %}<rect/>{% endcall %}</side>",
            },
            "side card.j2:3:1, stack lib.j2:2:1, stack lib.j2:2:1, rect card.j2:4:20",
        ),
        (
            {
                "part": "\n  <icon/>",
                "card": '<side>{% for i in range(2) %}\n<rect/>{% include "part.j2" %}'
                "{% endfor %}</side>",
            },
            "side card.j2:1:1" + ", rect card.j2:2:1, icon part.j2:2:3" * 2,
        ),
        (
            {"card": "<side>{% set x %}\n<rect/>{% endset %}\n{{ x }}{{ x }}</side>"},
            "side card.j2:1:1, rect card.j2:2:1, rect card.j2:2:1",
        ),
        (
            {"card": "<side>{# <rect {{ #}<!-- <rect> {# x #} -->\n<icon/></side>"},
            "side card.j2:1:1, icon card.j2:2:1",
        ),
        (
            {"card": "<side>{% raw %}<text>{{ '{% endraw %}</text>\n<rect/></side>"},
            "side card.j2:1:1, text card.j2:1:16, rect card.j2:2:1",
        ),
    ],
    ids=["lines", "same line", "blocks", "macros", "includes", "set", "comments", "raw"],
)
def test_every_tag_has_the_place_where_it_is_written(render, places, files, expected):
    assert places(render(**files)) == expected.split(", ")


@pytest.mark.parametrize(
    "expression",
    [
        '{{ "<b>" }}',
        "{{ '<b>' }}",
        r'{{ "\"<b>" }}',
        r"{{ '\'<b>' ~ '<i>' }}",
        '{{ [{"a": {"b": 1}}, "<b>"] | length }}',
        '{{ {"a": {"b": "<b>"}}["a"]["b"] }}',
        '{% set x = "<b> %}" %}',
        '{% if "%}<b>" == "}}" %}{% endif %}',
        '{{ "}}<b>" }}',
        '{{ "{{" }}',
        "{{ 7 if 1 <2 }}",
        "{{ 1 if x <y else 2 }}",
    ],
)
def test_strings_and_comparisons_in_jinja_are_no_tags(render, expression, places):
    context = {"x": 1, "y": 2}
    side = render(context, card=f"<side><text>{expression}</text>\n<rect/></side>")
    assert places(side) == ["side card.j2:1:1", "text card.j2:1:7", "rect card.j2:2:1"]


def test_texts_and_attributes_are_kept_as_they_are(render):
    card = '<side><rect\n  x="1"\n  fill="{{ "a<b" }}"/><text>{{ title }}</text></side>'
    rect, text = render({"title": "<b>&"}, card=card).children
    assert rect.attributes == ("x", "1", "fill", "a<b")
    assert rect.stamp == "card.j2:#2"
    assert text.children == ["<b>&"]


def test_markup_from_data_blames_the_tag_around_it(render, places):
    side = render({"x": Markup("<b>bold</b>")}, card="<side>\n<text>{{ x }}</text></side>")
    assert places(side)[1:] == ["text card.j2:2:1", "b card.j2:2:1"]


def test_windows_lines_and_byte_order_marks(tmp_path, places):
    (tmp_path / "card.j2").write_bytes(b"\xef\xbb\xbf<side>\r\n  <rect/>\r\n</side>")
    side = Templates(tmp_path, (tmp_path,)).element("card.j2", {}, None)
    assert places(side) == ["side card.j2:1:1", "rect card.j2:2:3"]


def test_odd_file_names_survive(tmp_path):
    name = 'a "b" & <c>.j2'
    (tmp_path / name).write_text("<side/>", encoding="utf-8")
    side = Templates(tmp_path, (tmp_path,)).element(name, {}, None)
    assert side.location == Location(name, tag_number=1)
    assert TagLocations(tmp_path).resolve(side.location) == Location(name, 1, 1)


@given(st.text("<>{}%#'\"\\ab/!-\n ", max_size=60))
def test_stamps_only_add(source):
    stamped = stamp(source, "x")
    assert stamped.count("\n") == source.count("\n")
    assert re.sub(r' at="x:#\d+"', "", stamped) == source


@pytest.mark.parametrize(
    "part", ["{{", "{#", "{%", "<!--", '{{"', "{{'", "{{{", "<a {{ ' ", "{% raw %}"]
)
def test_hostile_text_takes_no_quadratic_time(part):
    assert len(stamp(part * 100_000, "x")) >= 100_000


def test_a_comment_has_no_tags():
    assert stamp("{# <b#}<rect/>", "x") == '{# <b#}<rect at="x:#1"/>'
