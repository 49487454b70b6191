"""What templates of strangers cannot do: reach out, or run away."""

import re

import pytest
from breadth import examples
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from cardgen.core.diagnostics import Location, TemplateError
from cardgen.template import budget
from cardgen.template.environment import Templates

MACRO = "{% macro m(v) %}[{{ v }}]{% endmacro %}"
GIVEN = {"n": 5, "t": "text"}


INSIDES = [
    "{{ ''.__class__ }}",
    "{{ ''['__class__'] }}",
    "{{ n.__init__ }}",
    "{{ self.__init__ }}",
    "{{ [''] | map(attribute='__class__') | first }}",
    "{{ [''] | join(',', attribute='__class__') }}",
    "{{ range.__self__ }}",
    "{{ dict.__func__ }}",
    "{{ cycler.__init__.__globals__ }}",
    "{% macro m() %}{% endmacro %}{{ m.__class__ }}",
    "{{ [1].append(2) }}",
    "{% do {}.update(a=1) %}",
    "{{ '{0.__class__}'.format(t) }}",
    "{{ '%s' % t }}",
    "{{ t.join(['a']) }}",
    "{{ t.encode() }}",
    "{{ t.center(9) }}",
    "{% set m %}x{% endset %}{{ m.center(9) }}",
    "{% set m %}x{% endset %}{{ m.unescape() }}",
    "{{ n.to_bytes(9, 'big') }}",
    "{{ 0.5.hex() }}",
    "{{ {}.fromkeys([1], 2) }}",
]
UNLISTED = [
    "{{ t | safe }}",
    "{{ t | attr('upper') }}",
    "{{ t | format }}",
    "{{ t | center(5) }}",
    "{{ n is filter }}",
    "{{ n is callable }}",
    "{% debug %}",
    "{% if %}",
    "{{ }",
    "{% nonsense %}",
]
DOUBLINGS = (
    "{% set s = namespace(a='x', b='x') %}{% for i in range(60) %}"
    "{% set s.a = [s.a, s.a] %}{% set s.b = [s.b, s.b] %}{% endfor %}"
)
HUGE_LIST = "{% set a = [1] * 500000 %}"
ENDLESS = [
    "{{ 'x' * 1000000000 }}",
    "{{ 10 ** 10 ** 10 }}",
    "{{ 99999999 ** 2 }}",
    "{% set s = namespace(a=7) %}{% for i in range(20000) %}{% set s.a = s.a * s.a %}{% endfor %}",
    "{{ range(1000000000) }}",
    "{% for i in range(20000) %}{% for j in range(20000) %}x{% endfor %}{% endfor %}",
    "{% macro m(n) %}{{ m(n + 1) }}{% endmacro %}{{ m(0) }}",
    "{% for x in [[1]] recursive %}{{ loop([[1]]) }}{% endfor %}",
    "{% include 'card.j2' %}",
    "{% set s = namespace(a='x') %}{% for i in range(60) %}{% set s.a = s.a ~ s.a %}{% endfor %}",
    "{% set s = namespace(a='x') %}{% for i in range(60) %}{% set s.a = s.a + s.a %}{% endfor %}",
    "{% set s = namespace(a=1) %}{% for i in range(60) %}"
    "{% set s.a = namespace(a=s.a, b=s.a) %}{% endfor %}{% set x = [s] %}",
    HUGE_LIST + "{{ [a, a, a] }}",
    HUGE_LIST + "{{ [a] * 3 }}",
    HUGE_LIST + "{{ dict(a=a, b=a, c=a) }}",
    HUGE_LIST + "{{ {'a': a, 'b': a, 'c': a} }}",
    HUGE_LIST + "{{ [1, 2] | batch(9, a) | list }}",
    "{{ [1] | batch(1000000000, 0) | list }}",
    "{{ [1] | slice(1000000000) | list }}",
    "{{ ('x' * 500000) | replace('', 'yy') }}",
    "{{ range(20000) | join('x' * 1000) }}",
    "{% set s = 'x' * 900000 %}{{ [s, s] | join }}",
    "{% set r = range(20000) %}{% for i in r %}{{ r | sum }}{% endfor %}",
    "{% set s = 'x' * 90000 %}{% for i in range(20000) %}{{ s.count('ab') }}{% endfor %}",
    "{% for i in range(20000) %}{{ 'x' * 1000 }}{% endfor %}",
    "{% for i in range(20000) %}" + "x" * 1000 + "{% endfor %}",
]


REFUSED = {"CG306": INSIDES, "CG303": UNLISTED, "CG307": ENDLESS}


@pytest.mark.parametrize(
    ("code", "body"), [(code, body) for code, bodies in REFUSED.items() for body in bodies]
)
def test_what_reaches_out_is_not_listed_or_runs_away_is_refused(refused, code, body):
    assert refused(body, **GIVEN).code == code


@pytest.mark.parametrize(
    "body",
    [
        "{% for i in range(20000) %}{% for j in range(20000) if false %}{% endfor %}{% endfor %}",
        "{% macro m(n) %}{% if n %}{{ m(n - 1) ~ m(n - 1) }}{% endif %}{% endmacro %}{{ m(90) }}",
        DOUBLINGS + "{{ s.a }}",
        DOUBLINGS + "{{ s.a == s.b }}",
        DOUBLINGS + "{{ s.a | string }}",
        DOUBLINGS + "{{ s.a ~ 1 }}",
        "{% set s = namespace() %}{% set s.a = [s] %}{% set x = [s] %}",
        "{% set r = range(20000) | list %}{% for i in r %}{% set x = 'a' in r %}{% endfor %}",
        "{% set r = range(20000) %}{% for i in r %}{% set x = r | map('abs') | list %}{% endfor %}",
        "{% set s = namespace(a=[]) %}{% for i in range(20000) %}{% set s.a = [s.a] %}{% endfor %}",
    ],
)
def test_what_runs_away_is_stopped_at_any_budget(refused, body, monkeypatch):
    """With a twentieth of the budgets, since each of these takes them to the end."""
    monkeypatch.setattr(budget, "WORK_PER_SIDE", budget.WORK_PER_SIDE // 20)
    monkeypatch.setattr(budget, "MAX_VALUE", budget.MAX_VALUE // 20)
    assert refused(body, **GIVEN).code == "CG307"


@pytest.mark.parametrize(
    "around",
    [
        "'a' ~ (1 if {} else 2)",
        "[{}]",
        "({}, 1)",
        "{{'a': {}}}",
        "(1 if {} else 2) + 1",
        "(1 if {} else 2) * 2",
        "({}) == 1",
        "1 in [2, {}]",
        "[{}] | length",
        "dict(a={})",
        "not ({})",
        "t[1 if {} else 0]",
    ],
)
def test_what_costs_inside_of_something_else_costs_as_much(refused, around):
    """Comparing long texts is work, wherever an expression does it."""
    long = "{% set s = 'x' * 900000 %}{% set r = s ~ '' %}"
    code = around.format("s == r")
    body = long + f"{{% for i in range(2000) %}}{{% set x = {code} %}}{{% endfor %}}"
    assert refused(body, **GIVEN).code == "CG307"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("{{ 1 / 0 }}", "division by zero"),
        ("{{ n % 0 }}", "division by zero"),
        ("{{ range(1, 2, 0) }}", "must not be zero"),
        ("{{ 'a' + 1 }}", "`+` of a text and a number"),
        ("{{ 1 + 'a' }}", "`+` of a number and a text"),
        ("{{ [] + 1 }}", "`+` of a list and a number"),
        ("{{ 1 < 'a' }}", "`<` compares a number with a text"),
        ("{{ -t }}", "`-` of a text"),
        ("{% for i in n %}{% endfor %}", "a loop over a number"),
        ("{{ n | length }}", "the length of a number"),
        ("{{ t * 1.5 }}", "a text or list times a number"),
        ("{{ range('x') }}", "a text is no whole number"),
        ("{{ [[1], [2]] | sum(start=[]) }}", "must be a number"),
        ("{{ n() }}", "a number has no `()`"),
        ("{{ t | round(1, 2, 3) }}", "`round` has too many or wrong values"),
        ("{% if n == '5' %}{% endif %}", "a number never equals the text `5`"),
        ("{% if '2.5' != n %}{% endif %}", "a number never equals the text `2.5`"),
    ],
)
def test_what_fails_says_where_and_why(refused, body, words):
    found = refused(body, **GIVEN)
    assert (found.code, words in found.message) == ("CG305", True), found
    assert not re.search(r"'\w+' object|\b(str|int|NoneType|operand|iterable)\b", str(found))


def test_what_is_allowed(said):
    for body, text in [
        ("{{ t | upper }}{{ t.title() }}{{ t.split('x') | join('-') }}", "TEXTTextte-t"),
        ("{{ [3, 1, 2] | sort | join(', ') }}", "1, 2, 3"),
        ("{{ range(7) | batch(3) | map('sum') | join(' ') }}", "3 12 6"),
        ("{{ range(7) | slice(2) | map('length') | join(' ') }}", "4 3"),
        ("{{ [{'v': 2}, {'v': 3}] | sum(attribute='v') }}", "5"),
        ("{{ 90 | sin }} {{ 60 | cos }} {{ 2.345 | round(1, 'floor') }}", "1.0 0.5 2.3"),
        ("{{ 1.0625 | round(3) }} {{ 15 | round(-1, 'ceil') }}", "1.062 20.0"),
        ("{{ 2.5 | round }}", "2.0"),
        ("{{ 'a' ~ n ~ '<' }}", "a5&lt;"),
        ("{{ 1 if n == '' or t == '5' or [] == '5' or n == 5 else 2 }}", "1"),
        ("{{ (n * 2 + 1) // 2 % 3 }} {{ 2 ** 10 }}", "2 1024"),
        (
            "{% for i in range(9) if i is odd %}{{ i }}{% if i == 5 %}{% break %}{% endif %}"
            "{% endfor %}",
            "135",
        ),
        (
            "{% set s = namespace(n=1) %}{% for i in [1, 2] %}{% set s.n = s.n + i %}{% endfor %}"
            "{{ s.n }}",
            "4",
        ),
        ("{% set c = cycler('a', 'b') %}{{ c.next() }}{{ c.next() }}{{ c.next() }}", "aba"),
        (MACRO + "{% for i in [1, 2] %}{{ m(i) }}{% endfor %}", "[1][2]"),
        (MACRO + "{% block body %}{{ m(3) }}{% endblock %}", "[3]"),
        ("{% set j = joiner() %}{{ j() }}a{{ j() }}b", "a, b"),
        ("{% for k, v in dict(a=1, b=2).items() %}{{ k }}{{ v }}{% endfor %}", "a1b2"),
        ("{% for a, b in [(1, 2), (3, n)] %}{{ a }}{{ b }}{% endfor %}", "1235"),
        ("{{ 1 if 1 < n < 9 and n in [5] and t == 'text' and n not in (1, 2) }}", "1"),
        ("{{ missing | default('none') }}{{ 1 if missing is not defined }}", "none1"),
    ]:
        assert said(body, **GIVEN) == text


def test_hash01_is_spread(said):
    numbers = [float(said(f"{{{{ 'card-{n}' | hash01 }}}}")) for n in range(40)]
    assert 0 <= min(numbers) < 0.2 < 0.8 < max(numbers) < 1


def test_every_side_has_a_budget_of_its_own(tmp_path):
    (tmp_path / "card.j2").write_text("{% for i in range(20000) %}x{% endfor %}")
    templates = Templates(tmp_path, (tmp_path,))
    for _ in range(8):
        assert len(templates.render("card.j2", {}, None)) == 20_000


WORDS = (
    "{{ }} {% %} {# #} <side> </side> <text> </text> <rect/> if for x in set = raw endraw ' \" & "
    "< > | ( ) [ ] * ~ 9 macro block endif endfor include - . é"
).split()
pieces = st.sampled_from([*WORDS, "\n"])


@examples(300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(pieces, max_size=25))
def test_no_text_crashes(tmp_path, parts):
    (tmp_path / "card.j2").write_text(" ".join(parts), encoding="utf-8")
    found = ()
    try:
        Templates(tmp_path, (tmp_path,)).element("card.j2", {"x": 1}, Location("deck.yaml", 1))
    except TemplateError as error:
        found = error.diagnostics
    assert all(item.location is not None for item in found)
