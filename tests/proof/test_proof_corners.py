"""Cards that look the same in a fan: found by what lies in the corner that the deck declares."""

import pytest

from cardgen.pipeline.build import check

GAME = "card_data/game/game.yaml"
DECK = "card_data/game/decks/heroes.yaml"
CARD = "templates/game/card.xml.j2"
FIGURE = '<side background="paper">\n  <text style="body" x="4" y="4">7</text>'


@pytest.fixture
def fan(workshop):
    """A deck whose cards all show a 7 in the corner, and their titles elsewhere."""
    workshop.edit(GAME, "title: Heroes", "title: Heroes, index: {width: 12mm, height: 20mm}")
    workshop.edit(CARD, '<side background="paper">', FIGURE)
    workshop.edit(CARD, 'x="4" y="4" width="40"', 'x="20" y="4" width="40"')
    workshop.edit(CARD, 'x="4" y="14"', 'x="4" y="34"')
    return workshop


def told(workshop):
    return [item for item in check(workshop.root, jobs=1) if item.code == "CG808"]


def test_cards_that_look_the_same_are_named_at_the_first(fan):
    (warning,) = told(fan)
    assert warning.message == "in a fan, `Anna`, `Bert` and `Carl` of deck `heroes` look the same"
    assert warning.notes == ("the visible corner is 12 × 20 mm, at the top left",)
    assert str(warning.location).startswith(f"{DECK}:2:")


def test_a_deck_without_an_index_is_not_asked(fan):
    fan.edit(GAME, ", index: {width: 12mm, height: 20mm}", "")
    assert told(fan) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('x="4" y="4">7</text>', 'x="4" y="4">{{ index }}</text>'),
        ("</side>", '<rect x="{{ 2 * index }}" y="12" width="2" height="2" fill="ink"/></side>'),
        ('<side background="paper">', '<side background="#99aa{{ 10 + index }}">'),
        ('style="body" x="4" y="4"', 'style="body" x="4" y="{{ 3 + index }}"'),
        ('x="4" y="4">', 'x="4" y="4" color="#0000{{ 10 + index }}">'),
    ],
    ids=["text", "drawing", "ground", "place", "colour"],
)
def test_a_mark_or_its_ground_tells_cards_apart(fan, old, new):
    fan.edit(CARD, old, new)
    assert told(fan) == []


def test_pictures_that_go_on_beyond_the_corner_tell_nothing(fan):
    rect = '<rect x="{{ 9 + index }}" y="9" width="30" height="30" fill="#ccc"/></side>'
    fan.edit(CARD, "</side>", rect)
    assert len(told(fan)) == 1


def test_cards_of_one_title_may_look_alike(fan):
    fan.edit(DECK, "title: Bert", "title: Anna")
    fan.edit(DECK, "title: Carl", "title: Anna")
    assert told(fan) == []


def test_cards_kept_back_do_not_count(fan):
    fan.edit(DECK, "copies: 2", "copies: 0")
    (warning,) = told(fan)
    assert "`Anna` and `Carl`" in warning.message


def test_a_build_says_it_again_when_nothing_changed(fan):
    first, again = fan.build(products=("sheets",)), fan.build(products=("sheets",))
    for report in (first, again):
        assert [item.code for item in report.diagnostics].count("CG808") == 1
    assert [game.status for game in again.games] == ["unchanged"]
