import json

import pytest

from cardgen.core.reads import Reads
from cardgen.model.record import Decks, Record, plain, track_context
from cardgen.model.richtext import EMPTY, Mention, Rich, TermValue
from cardgen.model.scope import rule_number


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (True, True),
        (rule_number(5), 5),
        (rule_number(1.5), 1.5),
        (rule_number("5-6"), "5-6"),
        (Rich.of("Hold ", Mention(("5",), "rule:hand"), " cards"), "Hold 5 cards"),
        (EMPTY, ""),
        (TermValue("ax", "Axe", "Axes"), "ax"),
        ((Rich.of("a"), 2), ["a", 2]),
        (Record({"icon": "ax", "steps": (Record({"n": 1}),)}), {"icon": "ax", "steps": [{"n": 1}]}),
    ],
)
def test_plain(value, expected):
    found = plain(value)
    assert found == expected
    assert type(found) is type(expected)
    assert json.loads(json.dumps(found)) == expected


CARDS = {
    "heroes": (Record({"title": "Anna", "cost": 3}), Record({"title": "Bert"})),
    "places": (Record({"title": "Den"}),),
}


def watched():
    reads = Reads()
    return track_context({"decks": Decks(CARDS)}, reads)["decks"], reads


def test_what_is_read_is_noted():
    decks, reads = watched()
    assert reads.names == set()
    assert len(decks.heroes) == 2
    assert reads.names == {"decks.heroes"}
    assert [card.title for card in decks["heroes"]] == ["Anna", "Bert"]
    assert reads.names == {"decks.heroes", "decks.heroes.title"}
    with pytest.raises(AttributeError):
        _ = decks.heroes[1].cost
    assert "decks.heroes.cost" in reads.names


@pytest.mark.parametrize(
    ("read", "seen"),
    [
        (lambda decks: list(decks), "decks.*"),
        (lambda decks: decks == decks, "decks.*"),
        (lambda decks: list(decks.places[0]), "decks.places.*"),
        (lambda decks: len(decks.places[0]), "decks.places.*"),
        (lambda decks: repr(decks.places[0]), "decks.places.*"),
        (lambda decks: "cost" in decks.places[0], "decks.places.cost"),
        (lambda decks: "roads" in decks, "decks.roads"),
    ],
)
def test_who_looks_at_all_depends_on_all(read, seen):
    decks, reads = watched()
    read(decks)
    assert seen in reads.names


def test_records_are_noted_under_their_names_and_plain_values_left_alone():
    reads = Reads()
    context = track_context({"card": Record({"cost": 3}), "index": 4}, reads)
    assert context["index"] == 4
    assert context["card"].cost == context["card"]["cost"] == 3
    with pytest.raises(AttributeError):
        _ = context["card"].price
    assert reads.names == {"card.cost", "card.price"}
