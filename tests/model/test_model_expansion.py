"""What is made of a game's data: lists of cards, credits, assumptions."""

import pytest
from documents import document

from cardgen.model.document import Paragraph
from cardgen.model.expansion import in_alphabet

GAME = document("model/expansion_game.yaml")
SOLDIERS = """\
cards:
  - {id: a, title: Cook, rank: 1, text: Eats., copies: 2, assumption: "Eats {rule:hand_limit}."}
  - {id: b, title: "**Nurse**", rank: 1, text: Eats., assumption: "Eats {rule:hand_limit}."}
  - {id: c, title: Cook, rank: 1, text: Eats., copies: 3, assumption: "Eats {rule:hand_limit}."}
  - {id: d, title: Cook, rank: 2, text: Eats., assumption: Ours.}
  - {id: e, title: Cook, rank: 1, text: "*Eats.*"}
"""
AIDS = "cards: [{id: x, text: Aid., title: Aid, assumption: Ours.}]\n"


def blocks(bench, text):
    bench.text(GAME, text, soldiers=SOLDIERS, aids=AIDS)
    game = bench.sound()
    return game.components["rules"].flow(game).blocks


def rows(bench, option, columns):
    [table] = blocks(bench, f"```cards soldiers{option}\n{columns}\n```\n")
    return [[cell.plain for cell in row] for row in table.rows]


def test_a_record_is_written_as_its_values(bench):
    step = "{kind: record, fields: {at: number, what: rich}}"
    game = GAME.replace("text: rich}}", f"text: rich, steps: {{kind: list, of: {step}}}}}}}")
    steps = (
        'cards: [{id: a, text: T, title: A, steps: [{at: 1, what: "*Go*"}, {at: 2, what: Eat}]}]'
    )
    aids = "cards: [{id: x, title: X, text: T, steps: []}]"
    text = "```cards soldiers\nsteps: Steps\n```\n"
    [game] = bench.text(game, text, soldiers=steps, aids=aids).games
    [table] = game.components["rules"].flow(game).blocks
    [[cell]] = table.rows
    assert cell.plain == "1, Go, 2, Eat"
    assert cell.markup == "1, <i>Go</i>, 2, Eat"


EACH = [["2", "Cook"], ["1", "Nurse"], ["3", "Cook"], ["1", "Cook"], ["1", "Cook"]]


@pytest.mark.parametrize(
    ("option", "columns", "expected"),
    [
        ("", "copies: N\ntitle: Name", EACH),
        (" merge=no", "copies: N\ntitle: Name", EACH),
        (" merge=yes", "copies: N\ntitle: Name", [["7", "Cook"], ["1", "Nurse"]]),
        (
            " merge=yes",
            "copies: N\ntitle rank: Name",
            [["6", "Cook 1"], ["1", "Nurse 1"], ["1", "Cook 2"]],
        ),
        # Words that look different are different.
        (" merge=yes", "text: Text", [["Eats."], ["Eats."]]),
        (" merge=yes", "id: Name", [["a"], ["b"], ["c"], ["d"], ["e"]]),
        (" merge=yes", "number: No.\ntitle: Name", [[f"{i}", EACH[i - 1][1]] for i in range(1, 6)]),
    ],
)
def test_rows_that_show_the_same_may_be_merged(bench, option, columns, expected):
    assert rows(bench, option, columns) == expected


def test_a_merge_leaves_the_cards_as_they_are(bench):
    text = "```cards soldiers merge=yes\ntitle: T\ncopies: N\n```\n"
    first, second = blocks(bench, text + "\n" + text)
    assert first.rows == second.rows


def test_merging_takes_yes_or_no(bench):
    text = "\n```cards soldiers merge=maybe\n```\n"
    [found] = bench.text(GAME, text, soldiers=SOLDIERS, aids=AIDS).diagnostics
    assert (found.code, found.location.line, found.location.column) == ("CG207", 2, 25)


def test_credits_have_markup(bench):
    found = blocks(bench, "```credits\n```\n")
    assert all(isinstance(one, Paragraph) for one in found)
    assert [one.text.markup for one in found] == [
        "Game design: <i>Ann</i>.",
        "Hands of 5.",
        "Test, version 2.",
    ]


def test_assumptions_cite_rules_and_name_their_cards(bench):
    [listing] = blocks(bench, "```assumptions\n```\n")
    assert [item[0].text.markup for item in listing.items] == [
        "You hold 5 cards. <i>The <b>source</b> is silent.</i>",
        "plain &amp; simple",
        "<b>Cook</b>, <b><b>Nurse</b></b>: Eats 5.",
        "<b>Cook</b>, <b>Aid</b>: Ours.",
    ]
    assert listing.items[0][0].text.sources == {"rule:hand_limit"}


@pytest.mark.parametrize(
    ("old", "line", "column"),
    [
        ("{rule:hand_limit}.", 5, 44),
        ("{rule:hand_limit} cards", 12, 22),
        ("The **source**", 12, 55),
    ],
)
def test_faults_of_their_markup_have_a_place(bench, old, line, column):
    game = GAME.replace("why: The **source** is silent.", 'why: "The **source** is silent."')
    game = game.replace(old, "{medik}")
    [found] = bench.text(game, "Text.\n", soldiers=SOLDIERS, aids=AIDS).diagnostics
    assert (found.code, found.location.line, found.location.column) == ("CG207", line, column)


def test_a_figure_is_told_what_its_line_says(bench):
    line = 'map.xml.j2 lane=2 height=30mm share=0.5 code=007 title="The last car" step=-1'
    [figure] = blocks(bench, f"```figure {line}\nWords.\n```\n")
    assert (figure.template, figure.height, figure.caption.plain) == ("map.xml.j2", 30, "Words.")
    told = (("lane", 2), ("share", 0.5), ("code", "007"), ("title", "The last car"), ("step", -1))
    assert figure.values == told


def test_an_index_is_in_the_order_of_the_alphabet():
    words = ["“Zed”", "apple", "Äpfel", "Azure", "zoo", "*", "Étude"]
    assert sorted(words, key=in_alphabet) == "* Äpfel apple Azure Étude “Zed” zoo".split()
