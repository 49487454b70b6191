import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import escape as jinja_escape

from cardgen.core.diagnostics import Location
from cardgen.model.markup import fold_literal, parse_rich
from cardgen.model.richtext import (
    Break,
    Emphasis,
    Fact,
    Icon,
    Item,
    Link,
    List,
    Rich,
    TermValue,
    add_marks,
    fill_facts,
    knows,
)
from cardgen.model.scope import Rule, Scope, rule_number
from cardgen.model.words import LabelledText, spoken_text
from cardgen.source.files import Project

MEDIC = '<icon name="medic" color="red" alt=""/>'


def scope():
    return Scope(
        Project(Path()),
        "test",
        icons=frozenset({"medic", "coin"}),
        rules={
            "two": Rule("two", rule_number(2)),
            "one": Rule("one", rule_number(1)),
            "many": Rule("many", rule_number(121)),
            "range": Rule("range", rule_number("5-6")),
            "half": Rule("half", rule_number(0.5)),
        },
        terms={
            "medic": TermValue("medic", "Medic", "Medics", "medic", "red"),
            "r-and-d": TermValue("r-and-d", "R&D", "R&D"),
        },
    )


def read(text, *, folded=True):
    names = scope()
    rich = parse_rich(text, names, lambda at, n: Location("t", 1, at + 1, n), folded=folded)
    return rich, names.diagnostics


def parse(text, *, folded=True):
    rich, found = read(text, folded=folded)
    assert not list(found), list(found)
    return rich


@pytest.mark.parametrize(
    ("text", "markup", "plain"),
    [
        ("plain", "plain", "plain"),
        ("a < b & c", "a &lt; b &amp; c", "a < b & c"),
        ('say "x"', "say &#34;x&#34;", 'say "x"'),
        ("**b** *i*", "<b>b</b> <i>i</i>", "b i"),
        ("**b *i* b**", "<b>b <i>i</i> b</b>", "b i b"),
        ("***both***", "<i><b>both</b></i>", "both"),
        ("*i **both***", "<i>i <b>both</b></i>", "i both"),
        ("{medic}", f"{MEDIC}\u00a0<b>Medic</b>", "Medic"),
        ("{ medic }", f"{MEDIC}\u00a0<b>Medic</b>", "Medic"),
        ("{medic:plural}", f"{MEDIC}\u00a0<b>Medics</b>", "Medics"),
        ("{medic:icon}", MEDIC.replace('alt=""', 'alt="Medic"'), "Medic"),
        ("{medic:icon#2}", MEDIC.replace('alt=""', 'number="2" alt="2 Medic"'), "2 Medic"),
        ("{medic:word}", "<b>Medic</b>", "Medic"),
        ("{r-and-d}", "<b>R&amp;D</b>", "R&D"),
        ("{icon:coin}", '<icon name="coin"/>', "coin"),
        ("{icon:coin:two pence}", '<icon name="coin" alt="two pence"/>', "two pence"),
        ("{icon:coin:}", '<icon name="coin" alt=""/>', ""),
        ("{icon:coin#3}", '<icon name="coin" number="3"/>', "3 coin"),
        ("{icon:coin#+2:two}", '<icon name="coin" number="+2" alt="two"/>', "two"),
        ("{rule:two}", "2", "2"),
        ("{rule:two:word}", "two", "two"),
        ("{rule:two:Word}", "Two", "Two"),
        ("{rule:two:ordinal}", "2nd", "2nd"),
        ("{rule:many:word}", "one hundred and twenty-one", "one hundred and twenty-one"),
        ("{rule:two?card|cards}", "cards", "cards"),
        ("{rule:one?card|cards}", "card", "card"),
        ("{rule:one?|s}", "", ""),
        ("{rule:range}", "5-6", "5-6"),
        ("{rule:range?card|cards}", "cards", "cards"),
        ("{rule:half}", "0.5", "0.5"),
        ("a{br}b", "a<br/>b", "a\nb"),
        ("2{sup:nd}, H{sub:2}O", "2<sup>nd</sup>, H<sub>2</sub>O", "2nd, H2O"),
        ("{u:a & b} {s:c}", "<u>a &amp; b</u> <s>c</s>", "a & b c"),
        (r"\{medic\} \* \\", "{medic} * \\", "{medic} * \\"),
        ("a\nb", "a<br/>b", "a\nb"),
        ("  a  ", "a", "a"),
    ],
)
def test_markup(text, markup, plain):
    rich = parse(text)
    assert (rich.markup, rich.plain) == (markup, plain)


@pytest.mark.parametrize(
    ("text", "block", "line"),
    [
        ("a\nb\n\nc\n", "a b<p/>c", "a<br/>b<p/>c"),
        ("- a\n  b\n- c", "<ul><li>a b</li><li>c</li></ul>", "<ul><li>a<br/>b</li><li>c</li></ul>"),
    ],
)
def test_newlines_of_a_block_are_spaces(text, block, line):
    assert (parse(text, folded=False).markup, parse(text).markup) == (block, line)


LISTS = [
    ("- a\n- b", "<ul><li>a</li><li>b</li></ul>", "• a\n• b"),
    ("x\n- a\n- b\ny", "x<ul><li>a</li><li>b</li></ul>y", "x\n• a\n• b\ny"),
    ("x\n\n- a\n\n- b\n\ny", "x<ul><li>a</li><li>b</li></ul>y", "x\n• a\n• b\ny"),
    ("1. a\n2. b", "<ol><li>a</li><li>b</li></ol>", "1. a\n2. b"),
    ("1) a\n2) b", '<ol form="1)"><li>a</li><li>b</li></ol>', "1) a\n2) b"),
    (
        "- a\n  - b\n  - c\n- d",
        "<ul><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ul>",
        "• a\n• b\n• c\n• d",
    ),
    ("- a\n  1. b\n  2. c", "<ul><li>a<ol><li>b</li><li>c</li></ol></li></ul>", "• a\n1. b\n2. c"),
    ("- a\n\n  more\n- b", "<ul><li>a<p/>more</li><li>b</li></ul>", "• a\nmore\n• b"),
    ("- **a**\n- {medic:word}", "<ul><li><b>a</b></li><li><b>Medic</b></li></ul>", "• a\n• Medic"),
]


@pytest.mark.parametrize(("text", "markup", "plain"), LISTS)
@pytest.mark.parametrize("folded", [False, True])
def test_lines_with_marks_are_a_list(text, markup, plain, folded):
    rich = parse(text, folded=folded)
    assert (rich.markup, rich.plain) == (markup, plain)
    ElementTree.fromstring(f"<text>{rich.markup}</text>")


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        ("- a", "- a"),
        ("a\n-1 b", "a -1 b"),
        ("a - b\nc", "a - b c"),
        ("opened\n1. May and\n3. June", "opened 1. May and 3. June"),
        ("from 1\n2. may", "from 1 2. may"),
    ],
)
def test_what_is_no_list(text, markup):
    assert parse(text, folded=False).markup == markup


def test_emphasis_ends_in_its_item():
    first, second = read("- **a\n- b**", folded=False)[1]
    assert (first.code, first.location and first.location.column) == ("CG208", 3)
    assert (second.code, second.location and second.location.column) == ("CG208", 10)


BLOCKS = [
    "a\nb\n\nc",
    "x\ny\n- a\n  b\n\n  c\n- d\ne\nf\n\ng",
    "- a\n\nb\nc",
    "- a\n  - b\n  c\n\n  d\ne",
    *(t for t, *_ in LISTS),
]


@pytest.mark.parametrize("text", BLOCKS)
def test_a_block_reads_the_same_once_its_lines_are_joined(text):
    block, line = parse(text, folded=False), parse(fold_literal(text))
    assert (line.markup, line.plain) == (block.markup, block.plain)


@pytest.mark.parametrize("after", ["s", "s lie", "en.", " s", ". S", ""])
@pytest.mark.parametrize("bold", [True, False])
@pytest.mark.parametrize("linked", [True, False])
def test_letters_after_a_term_or_fact_are_as_bold_as_its_last_word(after, bold, linked):
    name = (Emphasis(("Mail Van",), "b"),) if bold else ("Mail Van",)
    name = (Link(name, to="mail-van"),) if linked else name
    filled = Rich(fill_facts((Fact("card", "mail-van"), after), lambda _: name))
    ending = re.match("[a-z]*", after)[0]
    assert filled.plain == f"Mail Van{after}"
    assert (f"<b>Mail Van{ending}</b>" in filled.markup) == bold


def test_sources():
    rich = parse("{medic} {rule:two:word} {icon:coin}")
    assert rich.sources == {"term:medic", "rule:two"}


def test_templates_take_markup_as_it_is():
    assert jinja_escape(parse("**b** & c")) == "<b>b</b> &amp; c"
    assert str(parse("**b** & c")) == "b & c"
    assert not parse("")
    assert parse("{icon:coin}")
    assert parse("**b**") == "b"


@pytest.mark.parametrize(
    ("text", "code", "column", "length", "hint"),
    [
        ("a {medik}", "CG207", 3, 7, "did you mean `medic`?"),
        ("a {icon:medik}", "CG207", 3, 12, "did you mean `medic`?"),
        ("a {rule:twoo}", "CG207", 3, 11, "did you mean `two`?"),
        ("a {medic:plurals}", "CG207", 3, 15, "did you mean `plural`?"),
        ("a {rule:two:words}", "CG207", 3, 16, "did you mean `word`?"),
        ("a {coin}", "CG208", 3, 6, "write `{icon:coin}`"),
        ("a {two}", "CG208", 3, 5, "write `{rule:two}`"),
        ("{r-and-d:icon}", "CG208", 1, 14, "give it one: `r-and-d: {text: R&D, icon: …}`"),
        ("{rule:range:word}", "CG208", 1, 17, "only whole numbers can be spelled"),
        ("{rule:half:ordinal}", "CG208", 1, 19, "only whole numbers can be spelled"),
        ("{rule:two?card}", "CG208", 1, 15, None),
        ("a **b", "CG208", 3, 2, None),
        ("a *b", "CG208", 3, 1, "put `*` at the other end, or write `\\*` for an asterisk"),
        ("**a *b** c*", "CG208", 1, 2, None),
        ("a {b", "CG208", 3, 1, "write `\\{` for the character"),
        ("a } b", "CG208", 3, 1, "write `\\}` for the character"),
        ("a \\n b", "CG208", 3, 2, None),
        ("{}", "CG207", 1, 2, None),
    ],
)
def test_mistakes(text, code, column, length, hint):
    found = next(iter(read(text)[1]))
    assert (found.code, found.location.column, found.location.length) == (code, column, length)
    assert found.hints
    assert hint is None or found.hints == (hint,)


def test_a_bad_token_is_reported_every_time(bench):
    bench.game(soldiers='cards:\n  - id: a\n    text: "{nope}"\n  - id: b\n    text: "x {nope}"\n')
    found = [item.location.line for item in bench.load().diagnostics]
    assert found == [3, 5]


@pytest.mark.parametrize(
    ("style", "markup"), [("|", "one two<p/>three"), (">", "one two<br/>three")]
)
def test_blocks_of_yaml(card, style, markup):
    assert card(f"{style}\n      one\n      two\n\n      three\n").markup == markup


@given(
    st.lists(
        st.sampled_from("ab*{}\\\n:?|&<>\"'medictworul ")
        | st.sampled_from(["\n- ", "\n  - ", "\n1. ", "\n2. ", "\n\n"]),
        max_size=40,
    ).map("".join),
    st.booleans(),
)
def test_anything_parses_or_is_reported(text, folded):
    rich, found = read(text, folded=folded)
    if not found.has_errors:
        ElementTree.fromstring(f"<t>{rich.markup}</t>")
    for item in found:
        assert 1 <= item.location.column <= len(text)
        assert item.hints


@given(st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=40))
def test_escaped_text_comes_back(text):
    text = " ".join(text.split())
    for char in "\\{}*":
        text = text.replace(char, "\\" + char)
    rich = parse(text)
    tree = ElementTree.fromstring(f"<t>{rich.markup}</t>")
    assert "".join(tree.itertext()) == rich.plain


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("the rider's turn", "the rider’s turn"),
        ("the riders' turn", "the riders’ turn"),
        ('"Jump," said Ida', "“Jump,” said Ida"),
        ("'Who said \"jump\"?'", "‘Who said “jump”?’"),
        ('("so")', "(“so”)"),
        ("of the '90s", "of the ’90s"),
        ("3-5 players", "3–5 players"),
        ("a 7 x 4 layout", "a 7 × 4 layout"),
        ("2019-05-01, A-1, 1-up, pre-1900, 1-2-3", "2019-05-01, A-1, 1-up, pre-1900, 1-2-3"),
        ("as it was", "as it was"),
    ],
)
def test_marks_of_a_keyboard_become_marks_of_print(typed, shown):
    assert add_marks(typed) == shown
    assert len(shown) == len(typed)  # places in a text stay what they are


def test_a_mark_looks_at_what_stands_before():
    assert add_marks("'s turn", "r") == "’s turn"
    assert add_marks('"', "") == "“"


def test_some_languages_are_known():
    tags = ("en-US", "en", "de-DE", "fr", "")
    assert [tag for tag in tags if knows(tag)] == ["en-US", "en", "de-DE"]


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("de-AT", "Er sagt: „Wie geht’s, ‚Katze‘?“"),
        ("pl", "Er sagt: „Wie geht’s, «Katze»?”"),
        ("nb", "Er sagt: «Wie geht’s, ‘Katze’?»"),
    ],
)
def test_quotation_marks_follow_the_language(language, shown):
    typed = "Er sagt: \"Wie geht's, 'Katze'?\""
    assert add_marks(typed, language=language) == shown


GAME = """\
{language}title: "Ida's"
terms: {{chief: {{text: Chief}}}}
components: {{heroes: {{kind: deck}}, rules: {{kind: booklet}}}}
card_types: {{hero: {{fields: {{text: rich}}}}}}
"""
HEROES = "cards: [{id: a, title: A, text: \"the {chief:name}'s *'hat'*\"}]\n"
WRITTEN = "2-3 of the {chief:name}'s, https://a.org/it's\n"


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("", "Ida's|the Chief's 'hat'|2-3 of the Chief's, https://a.org/it's"),
        ("language: en-US\n", "Ida’s|the Chief’s ‘hat’|2–3 of the Chief’s, https://a.org/it's"),
    ],
)
def test_texts_follow_the_language_of_the_game(bench, language, texts):
    [game] = bench.text(GAME.format(language=language), WRITTEN, heroes=HEROES).games
    [card] = game.components["heroes"].cards
    [paragraph] = game.components["rules"].flow(game).blocks
    assert [game.title, card.fields["text"].plain, paragraph.text.plain] == texts.split("|")


def test_a_language_is_one_word(bench):
    game = GAME.format(language='language: "en\\n"\n')
    loaded = bench.text(game, "Words.\n", heroes=HEROES)
    assert [found.code for found in loaded.diagnostics] == ["CG203"]


# Rich texts as they are read aloud


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        (
            ("Pay ", Emphasis(("2",), "b"), " & go.", Break(), "Then stop."),
            "Pay 2 & go.\nThen stop.",
        ),
        (("Pay ", Icon("coin", number="3"), "."), "Pay 3 coin."),
        (("Take a ", Icon("key-stone"), "."), "Take a key stone."),
        ((Icon("sun", alt="the Sun"), " rises"), "the Sun rises"),
        ((TermValue("sun", "Sun", "Suns", "sun").as_node("Sun"),), "Sun"),
        ((Icon("jump"), " ", Emphasis(("jump",), "b"), " now"), " jump now"),
        (("Choose:", List((Item(("a",)), Item(("b",))), "ol"), "now"), "Choose:\n1. a\n2. b\nnow"),
    ],
)
def test_icons_are_words_unless_these_stand_beside_them(parts, words):
    assert spoken_text(Rich.of(*parts)) == words


def test_in_headings_an_icon_without_words_is_an_ornament():
    assert spoken_text(Rich.of(Icon("die"), " Roll"), ornaments=True) == " Roll"


def test_a_label_is_not_said_twice():
    assert LabelledText("Out", ("Out: who falls.",)).text == "Out: who falls."
    assert LabelledText("Out", ("Who falls", "Who jumps!")).text == "Out: Who falls. Who jumps!"
