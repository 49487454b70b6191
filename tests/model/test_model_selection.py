"""Texts count cards by what they state, and name cards by their titles."""

import pytest
from bench_game import GAME as COMMON
from documents import document

from cardgen.model.components.deck import decks_of
from cardgen.model.richtext import Emphasis, Fact

GAME = document("model/selection_game.yaml")
SOLDIERS = """\
cards:
  - {id: cook, type: man, title: "The **Cook**", copies: 2, skills: [medic], rank: 2}
  - {id: pilot, type: man, title: Pilot, skills: [driver, medic], elite: true, text: "a {medic}"}
  - {id: nurse, type: woman, title: Nurse, copies: 3}
  - {id: guard, type: man, title: Guard, copies: 4, rank: 3, steps: [{at: 7}]}
  - {id: scout, type: woman, title: Scout, copies: 0}
"""


def facts(bench, text):
    loaded = bench.text(GAME, text, soldiers=SOLDIERS)
    found = [(d.code, d.message, d.location.line, d.location.column) for d in loaded.diagnostics]
    known = [dict(game.components["rules"].flow(game).facts) for game in loaded.games]
    return known[0] if known else {}, found


@pytest.mark.parametrize(
    ("conditions", "count"),
    [
        ("type=man", 7),
        ("skills=medic", 3),
        ("skills=Medic", 3),
        ("skills=driver", 1),
        ("elite=yes", 1),
        ("elite=no", 6),
        ("title=The Cook", 2),
        ("text=a Medic", 1),
        ("steps=7", 4),
        ("copies=4", 4),
        ("id=nurse", 3),
        ("id=scout", 0),
        ("type=man&skills=medic", 3),
        (" type = man & rank = 3 ", 4),
        ("type=woman&rank=3", 0),
    ],
)
def test_cards_are_counted_by_what_they_state(bench, conditions, count):
    known, found = facts(bench, f"There are {{count:soldiers?{conditions}}}.\n")
    assert not found
    assert known == {Fact("count", f"soldiers?{conditions}".rstrip()): (str(count),)}


def test_a_count_in_a_table_and_beside_another(bench):
    text = "| A | B |\n|---|---|\n| {count:soldiers?rank=2} | {count:soldiers?rank=8} |\n"
    _, found = facts(bench, text)
    assert [(line, column) for _, _, line, column in found] == [(3, 50)]


COOK = "cards:\n  - {id: cook, title: The *Cook*}\n"


def assuming(*texts):
    """The small game with things that we filled in."""
    return COMMON + "assumptions:\n" + "".join(f"  - {text}\n" for text in texts)


def test_an_assumption_names_cards(bench):
    game = assuming("Ask {card:soldiers/cook}.", "text: Never {card:soldiers/cook:name}.")
    bench.game(game, soldiers=COOK)
    loaded = bench.sound()
    assert [one.text.markup for one in loaded.assumptions] == [
        "Ask <b>The <i>Cook</i></b>.",
        "Never The <i>Cook</i>.",
    ]
    assert loaded.assumptions[1].text.plain == "Never The Cook."


def test_a_rule_text_names_cards(bench):
    text = "# Ask {card:soldiers/cook:name}\n\nHe is {card:soldiers/cook}: [more](#ask-cook).\n"
    bench.text(COMMON + "  rules: {kind: booklet}\n", text, soldiers=COOK)
    game = bench.sound()
    title = ("The ", Emphasis(("Cook",), "i"))
    assert game.components["rules"].flow(game).facts == {
        Fact("name", "soldiers/cook"): title,
        Fact("card", "soldiers/cook"): (Emphasis(title, "b"),),
    }


def test_a_deck_that_cannot_be_read_is_reported_once(bench):
    bench.game(assuming("Ask {card:soldiers/cook}."), soldiers="cards: 3\n")
    found = bench.load().diagnostics
    assert [item.location.path for item in found] == ["card_data/test/decks/soldiers.yaml"]


def test_a_term_may_be_called_card(bench):
    game = COMMON.replace("terms:\n", "terms:\n  card: {text: Card}\n")
    bench.game(game, soldiers='cards:\n  - {id: a, text: "{card:plural}"}\n')
    assert decks_of(bench.sound())[0].cards[0].fields.text.plain == "Cards"
