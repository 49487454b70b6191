"""Entries with `each` make the cards that their author would have written."""

import json
from itertools import product

import pytest
from breadth import examples
from documents import document
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from cardgen.model import each

GAME = document("model/each_game.yaml")
FILE = "card_data/each/decks/items.yaml"


@pytest.fixture
def read(bench):
    def load(deck):
        bench.game(GAME, "each", items=deck)
        return bench.load("each")

    return load


@pytest.fixture
def cards(read):
    def load(entry):
        loaded = read(f"cards:\n{entry}")
        assert list(loaded.diagnostics) == []
        return loaded.games[0].components["items"].cards

    return load


@pytest.fixture
def faults(read):
    def load(entry):
        found = read(f"cards:\n{entry}").diagnostics
        return [(str(one.location).removeprefix(f"{FILE}:"), one.code, *one.notes) for one in found]

    return load


def test_the_last_name_varies_fastest(cards):
    made = cards('  - {each: {suit: [b, a], rank: 2..3}, id: "{suit}-{rank}"}')
    assert [card.id for card in made] == ["b-2", "b-3", "a-2", "a-3"]
    assert {str(card.location) for card in made} == {f"{FILE}:2:5"}


@pytest.mark.parametrize(
    ("values", "made"),
    [
        ("1..4", "1 2 3 4"),
        ("4..1", "4 3 2 1"),
        ("0..10 step 4", "0 4 8"),
        ("9..1 step 5", "9 4"),
        ("08..11", "08 09 10 11"),
        ("3..3", "3"),
        ("[a, 2..4, b]", "a 2 3 4 b"),
        ('"1..2"', "1 2"),
    ],
)
def test_ranges(cards, values, made):
    found = cards(f'  - {{each: {{n: {values}}}, id: "card-{{n}}"}}')
    assert " ".join(card.id.removeprefix("card-") for card in found) == made


def test_a_value_alone_keeps_its_type(cards):
    [card] = cards("""\
  - each: {x: [{cost: 3, tags: [a, b], pair: {low: 1, name: "007"}, nothing: ~}]}
    id: one
    cost: "{x.cost}"
    tags: "{x.tags}"
    pair: "{x.pair}"
    note: "{x.pair.name}"
    text: "{x.nothing}"
""")
    assert (card.fields.cost, card.fields.tags, card.fields.pair.low) == (3, ("a", "b"), 1)
    assert (card.fields.note, card.fields.text.plain) == ("007", "")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("{n} {suit}", "2 hearts"),
        ("{n:word} {n:Word} {n:ordinal} {suit:Word} {suit:word}", "two Two 2nd Hearts hearts"),
        ("{n?card|cards} {m?card|cards}", "cards card"),
        ("{long:id}", "ueber-held-2"),
        ("**{suit}** {gold:word} {br}", "hearts gold \n"),
        ("{go{tail}:name}", "gold"),
        ("\\{n\\}", "{n}"),
    ],
)
def test_names_in_a_text(cards, text, shown):
    [card] = cards(f"""\
  - each: {{n: 2..2, m: 1..1, suit: [hearts], long: [Über-Held 2], tail: [ld]}}
    id: one
    text: '{text}'
""")
    assert card.fields.text.plain == shown


def test_exceptions_by_id(cards):
    made = cards("""\
  - each: {n: 1..4}
    id: "n{n}"
    cost: "{n}"
    text: "{n}"
    except:
      n2: {cost: 9, text: "not {n}", copies: 5}
      n3: omit
      n4: {cost: ~}
""")
    assert [(card.id, card.fields.cost, card.copies) for card in made] == [
        ("n1", 1, 1),
        ("n2", 9, 5),
        ("n4", None, 1),
    ]
    assert made[1].fields.text.plain == "not 2"


words = st.from_regex(r"[a-z]{1,6}", fullmatch=True)
axes = st.dictionaries(
    st.sampled_from(["suit", "rank", "n", "kind_of"]),
    st.lists(st.one_of(words, st.integers(0, 99)), min_size=1, max_size=4, unique_by=str),
    min_size=1,
    max_size=3,
)


@examples(25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(values=axes)
def test_a_product_is_what_is_written_by_hand(read, values):
    def written(entries):
        loaded = read(json.dumps({"cards": entries}))
        assert list(loaded.diagnostics) == []
        return [card.record for card in loaded.games[0].components["items"].cards]

    names = list(values)
    pattern = "-".join(f"{{{name}}}" for name in names)
    entry = {"each": values, "id": pattern, "text": f"for {pattern}.", "tags": [f"{{{names[-1]}}}"]}
    by_hand = [
        {"id": id, "text": f"for {id}.", "tags": [one[-1]]}
        for one in product(*values.values())
        for id in ["-".join(map(str, one))]
    ]
    assert written([entry]) == written(by_hand)


def test_a_fault_is_told_once_with_its_place_and_the_card(faults):
    assert faults("""\
  - each: {n: [1, 2, 3], t: [x, y]}
    id: "{n}-{t}"
    text: "**{n}** of {silver:word} {t}"
    cost: "{t}"
""") == [
        ("4:23", "CG207", "on the card for n=1, t=x, and 5 more"),
        ("5:11", "CG203", "on the card for n=1, t=x, and 2 more"),
        ("5:11", "CG203", "on the card for n=1, t=y, and 2 more"),
    ]


def test_a_number_has_no_parts(faults):
    [(place, code, _)] = faults("  - {each: {n: [1]}, id: a, note: '{n.x}'}")
    assert (place, code) == ("2:36", "CG241")


def test_the_same_id_twice(faults):
    found = faults('  - {each: {n: 1..2, m: [a, b]}, id: "n{n}"}\n  - {id: n2}')
    assert found == [
        ("2:38", "CG243", "first made for n=1, m=a", "on the card for n=1, m=b"),
        ("2:38", "CG243", "first made for n=2, m=a", "on the card for n=2, m=b"),
        ("3:10", "CG205", f"the first is at {FILE}:2:38"),
    ]


@pytest.mark.parametrize(
    "entry",
    [
        f'each: {{n: 1..900, t: ["{"x" * 500}"]}}, id: "n{{n}}", note: "{"{t}" * 9}"',
        f'each: {{n: 1..900}}, id: "n{{n}}", tags: [{"a, " * 1_500}a]',
        f"each: {{n: [{'1..9999, ' * 2000}1]}}, id: a",
        f'each: {{t: ["{"x" * 9000}"]}}, id: a, note: "{"{t}" * 300}"',
    ],
    ids=["texts", "values", "ranges", "one text"],
)
def test_no_entry_writes_out_without_end(faults, entry, monkeypatch):
    monkeypatch.setattr(each, "_SIZE_LIMIT", 3_000_000)
    assert {one[1] for one in faults(f"  - {{{entry}}}")} in ({"CG241"}, {"CG242"})
