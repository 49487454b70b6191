"""Only text, finite numbers and markup come out of a template; the rest is refused."""

from xml.etree import ElementTree

import pytest

from cardgen.core.reads import Reads
from cardgen.model.record import Record, track_context
from cardgen.model.richtext import Emphasis, Rich
from cardgen.model.scope import rule_number

CARD = {
    "title": "Wolf",
    "note": None,
    "big": True,
    "tags": ("a", "b"),
    "steps": (Record({"at": 1}),),
    "more": Record({"text": "x", "at": 2}),
}
RULES = {"hand": rule_number(5), "half": rule_number(0.5), "range": rule_number("5-6")}
CONTEXT = {
    "card": Record(CARD),
    "rules": Record(RULES),
    "words": Rich.of(Emphasis(("so",), "i"), " <b>"),
    "index": 3,
}


@pytest.fixture
def given():
    return track_context(CONTEXT, Reads())


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("{{ card.title }}{{ index }}{{ 0.5 }}", "Wolf30.5"),
        ("{{ rules.hand }} {{ rules.half }} {{ rules.range }}", "5 0.5 5-6"),
        ("{{ words }}", "<i>so</i> &lt;b&gt;"),
        ("{% macro m() %}&amp;{% endmacro %}{{ m() }}{{ m() ~ index }}", "&amp;&amp;3"),
        ("{{ card.tags | join('-') }}{{ card.title | upper }}{{ 3 | string }}", "a-bWOLF3"),
        ("{% set c = cycler('a', 'b') %}{{ c.next() }}{{ c.next() }}", "ab"),
        ("{% set x %}{{ index }}{% endset %}{{ x }}", "3"),
        ("{{ card.note or '' }}{{ card.note | default('-', true) }}", "-"),
    ],
)
def test_what_is_printed(said, given, text, printed):
    assert said(text, **given) == printed


@pytest.mark.parametrize(
    "value", ["a\nb", "a\tb\n", "a\r\nb", "\n", "<&\"'>\n", "a  b", "a\u0085b", "ü\u00a0"]
)
def test_an_attribute_has_the_value_as_it_is(said, value):
    page = said('<side><qr data="{{ value }}"/><b>{{ value }}</b></side>', value=value)
    written = ElementTree.fromstring(page)
    assert (written[0].get("data"), written[1].text) == (value, value)


@pytest.mark.parametrize(
    ("text", "column", "message", "hint"),
    [
        ("{{ card }}", 4, "`card` cannot be printed: it is a whole record", "write `card.title`"),
        ("{{ rules }}", 4, "`rules` cannot be printed: it is a whole record", "name one of"),
        ("{{- card.more -}}", 5, "`card.more`", "write `card.more.text`"),
        ("{{ card.steps[0] }}", 0, "this cannot be printed: it is a whole record", "name one"),
        ("{{ card.tags }}", 4, "`card.tags`", 'write `card.tags | join(", ")`'),
        ('<a b="{{ card.tags }}"/>', 10, "`card.tags` cannot be printed: it is a list", "for"),
        ("{{ card.note }}", 4, "`card.note` cannot be printed: it is left out", "{% if card.note"),
        ("{{ card.big }}", 4, "`card.big` cannot be printed: it is `true`", '"yes" if card.big'),
        ("{% set c = cycler('a') %}{{ c.next }}", 29, "`c.next`", "call it: `c.next()`"),
        ("{% macro mm() %}{% endmacro %}{{ mm }}", 0, "it is a macro", "call it: `mm()`"),
        ("{{ range }}", 4, "`range` cannot be printed: it is a function", "call it"),
        ("{{ range(3) }}", 0, "it is a list", "join"),
        ("{{ {'a': 1} }}", 0, "it is a whole record", "name one of `a`"),
        ("{{ namespace(x=1) }}", 0, "it is neither text nor a number", ""),
        ("{% for x in card.tags %}{{ loop }}{% endfor %}", 28, "a loop", "`loop.index`"),
        ("{{ [1, 2] }}", 0, "it is a list", "join"),
        ("{{ true }}", 4, "it is `true`", ""),
        ("{{ none }}", 4, "it is left out", ""),
        ("{{ 1e308 * 10 * index }}", 0, "it is `inf`, no finite number", "division"),
        ("{% set x = 1e308 * 10 * index %}{{ x - x }}", 0, "it is `nan`, no finite number", ""),
        ("{{ 'x' ~ card }}", 10, "`card` cannot be printed", "card.title"),
        ("{{ [card.note] | join }}", 5, "`card.note` cannot be printed", ""),
        ("{{ card.steps | join(', ') }}", 0, "it is a whole record", "name one of `at`"),
        ("{% set x %}{{ card }}{% endset %}", 15, "`card` cannot be printed", ""),
    ],
)
def test_what_is_refused(refused, given, text, column, message, hint):
    found = refused(text, **given)
    assert (found.code, found.location.column) == ("CG308", column)
    assert message in found.message
    assert hint in found.hints[0]


@pytest.mark.parametrize(
    "filter", ["capitalize", "hash01", "lower", "string", "title", "trim", "upper"]
)
@pytest.mark.parametrize("value", ["card", "card.note", "card.big", "card.tags"])
def test_filters_make_text_of_text_alone(refused, given, filter, value):
    found = refused(f"{{{{ {value} | {filter} }}}}", **given)
    assert found.message.startswith(f"`{value}` cannot be")
