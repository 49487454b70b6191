from pathlib import Path

import pytest

from cardgen.model.document import Contents, Heading, Listing, Paragraph, TableBlock
from cardgen.model.markdown import read_markdown
from cardgen.model.richtext import TermValue
from cardgen.model.scope import Rule, Scope, rule_number
from cardgen.source.files import Project
from cardgen.source.node import SourceFile


def read(text):
    scope = Scope(Project(Path()), "game", icons=frozenset({"cross"}))
    scope.terms = {"medic": TermValue("medic", "Medic", "Medics", "cross")}
    scope.rules = {"hand": Rule("hand", rule_number(5))}
    document = read_markdown(SourceFile("rules.md", f"{text}\n"), scope)
    found = [(d.code, d.location.line, d.location.column) for d in scope.diagnostics if d.location]
    return document, found


def blocks(text):
    """Read a text in which nothing is wrong."""
    document, found = read(text)
    assert found == []
    return tuple(document.blocks)


def test_inline_markup_works_inside_markdown():
    [paragraph] = blocks("A **bold {medic}** has *{rule:hand}* `x<y` \\{ {rule:hand?a|b}")
    assert paragraph.text.plain == "A bold Medic has 5 x<y { b"
    assert paragraph.text.markup == (
        'A <b>bold <icon name="cross" alt=""/>\u00a0<b>Medic</b></b> has <i>5</i> x&lt;y { b'
    )
    assert paragraph.text.sources == {"term:medic", "rule:hand"}


def test_html_is_text():
    [paragraph] = blocks("<script>alert(1)</script> & <b>x</b>")
    assert "<" not in paragraph.text.markup


@pytest.mark.parametrize(
    "comment", ["<!-- a {x} -->", "<!--\n\n# b\n\n-->", "<!-- a --><!-- b -->"]
)
def test_comments_are_no_text_and_move_no_line(comment):
    title, first, second = blocks(
        f"{comment}\n# A {comment}\n\nB{comment}\n\n\\<!-- x `<!-- y -->`"
    )
    assert [title.text.plain, first.text.plain] == ["A", "B"]
    assert second.text.plain == "<!-- x <!-- y -->"
    breaks = comment.count("\n")
    assert [b.location.line for b in (title, first, second)] == [
        2 + breaks,
        4 + 2 * breaks,
        6 + 3 * breaks,
    ]


def test_blocks_know_their_lines():
    found = blocks("# One\n\ntext\n\n- a\n- b\n\n3. c\n\n| A | B |\n|---|--:|\n| {rule:hand} | x |")
    kinds = [Heading, Paragraph, Listing, Listing, TableBlock]
    assert [type(one) for one in found] == kinds
    assert [one.location.line for one in found] == [1, 3, 5, 8, 10]
    heading, _, bullets, numbers, table = found
    assert (heading.anchor, bullets.start, numbers.start) == ("one", None, 3)
    assert (table.aligns, table.rows[0][0].plain) == (("left", "right"), "5")


def test_directives():
    note, columns, contents = blocks(
        "```note A {medic}\nInside **it**.\n```\n\n````columns\n```card heroes/anna width=20\n"
        "Words.\n```\n````\n\n```contents depth=1\n```"
    )
    assert (note.title.plain, note.blocks[0].location.line) == ("A Medic", 2)
    [row] = columns.blocks
    assert (row.width, row.caption.plain) == (20, "Words.")
    assert (row.cards[0].location.line, row.cards[0].location.column) == (6, 9)
    assert contents == Contents(1, contents.location)


def test_facts_are_nodes():
    document, found = read("# Top\n\nSee [it](#top), {card:a/b}, {count:a}.")
    assert not found
    text = document.blocks[1].text
    number = '<fact kind="page" name="top"/>'
    assert f'See <a to="top">it</a> (page <a to="top">{number}</a>), <fact ' in text.markup
    assert text.plain == "See it (page ), , ."
    references = [(r.kind, r.name) for r in document.references]
    assert references == [("page", "top"), ("card", "a/b"), ("count", "a")]


@pytest.mark.parametrize(
    ("text", "plain", "target"),
    [
        ("at https://a.org/b_c.", "at https://a.org/b_c.", "https://a.org/b_c"),
        ("(http://a.org/?b=1&c=2)", "(http://a.org/?b=1&c=2)", "http://a.org/?b=1&amp;c=2"),
        ("<https://a.org/x>", "https://a.org/x", "https://a.org/x"),
        ('[it](https://a.org/"x)', "it (https://a.org/%22x)", "https://a.org/%22x"),
        ("https://a.org/ä", "https://a.org/ä", "https://a.org/%C3%A4"),
    ],
)
def test_addresses_are_links(text, plain, target):
    [paragraph] = blocks(text)
    assert paragraph.text.plain == plain
    assert f'<a href="{target}">' in paragraph.text.markup
    assert paragraph.text.markup.count("</a>") == (2 if text.startswith("[") else 1)


@pytest.mark.parametrize(
    "text", ["[x](javascript:alert)", "[x](a.md)", "https://", "ahttp:/x", "`https://a.org`"]
)
def test_nothing_else_is_a_link(text):
    document, _ = read(text)
    [paragraph] = document.blocks
    assert "<a" not in paragraph.text.markup


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("# A b\n\n# A b", ["a-b", "a-b-2"]),
        ("# Dan\u00adger\n\nSee {page:danger}.", ["danger"]),  # without its soft hyphens
    ],
)
def test_headings_get_names_of_their_own(text, names):
    document, found = read(text)
    assert (list(document.anchors), found) == (names, [])


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("```note\n\n{medik}\n```\n", "CG207", 3, 1),
        ("```columns 9\n```\n", "CG232", 1, 1),
        ("````columns\na\n\n```pagebreak\n```\n````\n", "CG232", 4, 1),
        ("see [x](#nowhere)\n", "CG233", 1, 8),
    ],
)
def test_faults_have_their_place(text, code, line, column):
    _, found = read(text)
    assert found == [(code, line, column)]


def test_nesting_has_an_end():
    fence = "`"
    text = "x\n"
    for depth in range(3, 30):
        text = f"{fence * depth}note\n{text}{fence * depth}\n"
    _, found = read(text)
    assert [code for code, _, _ in found] == ["CG232"]


@pytest.mark.parametrize("text", ["*a " * 4000 + "*" * 4000, "[" * 5000, "> " * 3000 + "x"])
def test_hostile_texts_are_refused_or_read(text):
    _, found = read(text)
    assert {code for code, _, _ in found} <= {"CG232"}


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("Dice{index:dice}.", []),
        ("Dice{index:}.", [("CG208", 1, 5)]),
        ("Dice.\n\n{index:dice} {index:cards}", [("CG208", 3, 1)]),
        ("| a | b |\n|---|---|\n| {index:dice} | {medic}{index:cards} |", [("CG208", 3, 3)]),
    ],
)
def test_a_mark_of_the_index_stands_with_words(text, faults):
    """Where there are none, there is no place that the index could lead to."""
    assert read(f"{text}\n\n```index\n```\n")[1] == faults
