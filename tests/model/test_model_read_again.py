"""A deck read again after an edit equals the deck read as a whole."""

from random import Random

import pytest
from documents import document

from cardgen.model.load import load_project
from cardgen.model.scope import ReadDecks

GAME = document("model/read_again_game.yaml")
DECK = "defaults: {type: item, cost: 1}\ncards:\n" + "".join(
    f"  - id: item-{n}\n    title: Item {n}\n    text: Take {n} {{gold}} and {{rule:hand}}.\n"
    for n in range(12)
)
DECK += """\
  - each: {n: 1..3}
    id: "n{n}"
    cost: "{n}"
  - {id: last}
"""
EDITS = [
    ("Item 3", "Item three"),
    ("Take 5 {gold}", "Take 5 {gold} or\n      more"),
    ("  - id: item-7\n", "  - id: item-new\n    title: New\n    cost: 4\n  - id: item-7\n"),
    ("cost: 1}", "cost: 2}"),
    ("{rule:hand}.\n  - id: item-9", "{rule:nothing}.\n  - id: item-9"),
    ("{rule:nothing}", "{rule:hand}"),
    ("id: item-4\n", "id: item-5\n"),
    ("id: item-5\n", "id: item-4\n"),
    ("    title: Item 2\n", ""),
    ("title: Item 1\n", 'title: "Item 1\n'),
    ('title: "Item 1\n', "title: Item 1\n"),
    ("  - id: item-0\n", "# first\n  - id: item-0\n"),
    ("1..3", "1..5"),
    ("id: last", "id: n2"),
    ("id: n2", "id: last"),
    ('cost: "{n}"', 'cost: "{m}"'),
    ('cost: "{m}"', 'cost: "{n}0"'),
    ('    id: "n{n}"\n', "    id: item-2\n"),
    ("each: {n: 1..5}\n    ", ""),
]


@pytest.fixture
def project(bench):
    bench.game(GAME, "again", items=DECK)
    return bench.root


def both(project, decks):
    known = load_project(project, ["again"], decks)
    whole = load_project(project, ["again"])
    return known, whole


def assert_same(known, whole):
    assert list(known.diagnostics) == list(whole.diagnostics)
    assert known.games == whole.games
    for one, other in zip(known.games, whole.games, strict=True):
        assert [c.location for c in one.components["items"].cards] == [
            c.location for c in other.components["items"].cards
        ]
        records = [[c.record for c in g.components["items"].cards] for g in (one, other)]
        assert records[0] == records[1]
        specs = [[s.face for s in g.components["items"].sides(g)] for g in (one, other)]
        assert [(s.id, s.form, s.location) for s in specs[0]] == [
            (s.id, s.form, s.location) for s in specs[1]
        ]


SEEDS = [0, 1, *(pytest.param(seed, marks=pytest.mark.broad) for seed in range(2, 6))]


@pytest.mark.parametrize("seed", SEEDS)
def test_edits_in_any_order_give_what_a_fresh_reading_gives(project, seed):
    file = project / "card_data/again/decks/items.yaml"
    decks = ReadDecks()
    assert_same(*both(project, decks))
    edits = list(EDITS)
    Random(seed).shuffle(edits)
    for old, new in edits:
        file.write_text(file.read_text().replace(old, new, 1))
        assert_same(*both(project, decks))


def test_a_new_rule_reaches_cards_that_did_not_change(project):
    decks = ReadDecks()
    load_project(project, ["again"], decks)
    file = project / "card_data/again/game.yaml"
    file.write_text(GAME.replace("value: 5", "value: 6"))
    decks.prepare_rereading(["card_data/again/game.yaml"])
    known, whole = both(project, decks)
    assert_same(known, whole)
    assert "and 6." in known.games[0].components["items"].cards[0].fields["text"].plain


def test_an_icon_that_goes_away_is_missed(project):
    decks = ReadDecks()
    load_project(project, ["again"], decks)
    (project / "card_data/again/icons/medic.svg").unlink()
    decks.prepare_rereading(["card_data/again/icons/medic.svg"])
    known, whole = both(project, decks)
    assert list(known.diagnostics)
    assert_same(known, whole)
