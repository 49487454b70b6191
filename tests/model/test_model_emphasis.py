"""Emphasis in texts of cards, held against a parser of CommonMark (0.31.2, 6.2)."""

import random
import re
import sys
from itertools import product
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from cardgen.core.diagnostics import Location, Severity
from cardgen.model.inline import markdown_parser
from cardgen.model.markup import parse_rich
from cardgen.model.scope import Scope
from cardgen.source.files import Project

MARKDOWN = MarkdownIt("commonmark", {"html": False}).disable(["entity", "escape"])
TAGS = {"<strong>": "<b>", "</strong>": "</b>", "<em>": "<i>", "</em>": "</i>"}


def read(text):
    """Return the markup of a text, its plain words, and what is wrong with it."""
    scope = Scope(Project(Path()), "test")
    rich = parse_rich(text, scope, lambda at, length: Location("t", 1, at + 1), folded=True)
    faults = [one.message for one in scope.diagnostics if one.severity is Severity.ERROR]
    return rich.markup, rich.plain, faults


def common_mark(text):
    html = MARKDOWN.renderInline(text.strip())
    return re.sub(r"</?(strong|em)>", lambda tag: TAGS[tag[0]], html)


def hold(text):
    """What is no mistake is read as CommonMark reads it; of a mistake CommonMark prints stars."""
    markup, plain, faults = read(text)
    expected = common_mark(text)
    assert markup == expected, text
    assert plain == re.sub("<[^>]*>", "", expected).replace("&amp;", "&"), text
    assert not faults or "*" in plain or any("half" in one for one in faults), text


@pytest.mark.parametrize("length", range(1, 7))
def test_every_short_text_is_read_as_common_mark_reads_it(length):
    for chars in product("a *.", repeat=length):
        hold("".join(chars))


@pytest.mark.parametrize("count", [1_000, pytest.param(5_000, marks=pytest.mark.broad)])
def test_long_texts_are_read_as_common_mark_reads_them(count):
    chance = random.Random(23)
    parts = [*"a b * ** *** **** . ( ) é “ 5 — &".split(), " ", "\u00a0"]
    for _ in range(count):
        hold("".join(chance.choices(parts, k=chance.randint(5, 30))))


WIDE = {
    "**出した、**車両は": "<b>出した、</b>車両は",
    "一枚を**「出す」**こと": "一枚を<b>「出す」</b>こと",
    "**パス**も": "<b>パス</b>も",
    "は**（五）**です。": "は<b>（五）</b>です。",
    "세 장을 **(3)**낸다": "세 장을 <b>(3)</b>낸다",
}


@pytest.mark.parametrize("text", WIDE)
def test_beside_wide_letters_signs_stop_nothing(text):
    assert read(text)[::2] == (WIDE[text], [])
    html = markdown_parser().renderInline(text)
    assert re.sub(r"</?(strong|em)>", lambda tag: TAGS[tag[0]], html) == WIDE[text]


STARS = "Score 2 * 3 * 4 points.|Attack*, or not|2*|a * b|* alone|3*4|Pay 2* or 3*."


@pytest.mark.parametrize("text", STARS.split("|"))
def test_a_star_that_can_open_nothing_is_printed(text):
    assert read(text) == (text, text, [])


HALF = "`**` belongs half to one `*` and half to another"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("a *b", ["`*` is not closed"]),
        ("a **b", ["`**` is not closed"]),
        ("**a*", ["`*` is not closed"]),
        ("*a**", ["`*` closes nothing"]),
        ("*a\n\nb*", ["`*` is not closed"]),
        ("- *a\n- b*", ["`*` is not closed"]),
        ("**a *b** c*", [HALF, HALF]),
        ("**a *b** c", ["`*` is not closed", HALF]),
    ],
)
def test_what_lacks_its_other_end_is_a_mistake(text, wrong):
    assert read(text)[2] == wrong


def test_braces_are_letters_to_the_stars_beside_them():
    assert read("Take**{sub:2}**now")[0] == "Take<b><sub>2</sub></b>now"


def test_a_list_may_have_stars():
    starred, dashed = (read(f"Choose:\n{sign} one *thing*\n{sign} 2 * 3") for sign in "*-")
    assert starred == dashed
    assert starred[0] == "Choose:<ul><li>one <i>thing</i></li><li>2 * 3</li></ul>"


@pytest.mark.parametrize("part", ["*a ", "a* ", "*a*", "** ", "a**b", "***a ", "*a **b* "])
def test_many_stars_take_steps_in_proportion(part):
    few, many = (count_steps(part * times) for times in (100, 400))
    assert many < 5 * few


def count_steps(text):
    """Count the lines of Python that run while a text is read."""
    steps = 0

    def trace(frame, event, argument):
        nonlocal steps
        steps += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        read(text)
    finally:
        sys.settrace(before)
    return steps
