"""Statistics of decks; odds against every hand there is, and in the text of a booklet."""

import statistics
from fractions import Fraction
from itertools import combinations

import pytest
from documents import document
from hypothesis import given
from hypothesis import strategies as st

from cardgen.model.components.deck import decks_of
from cardgen.model.odds import chance, in_percent
from cardgen.model.statistics import (
    DeckStatistics,
    Tally,
    Value,
    compare,
    deck_statistics,
    field_names,
    summary,
)

GAME = document("model/statistics_game.yaml")
ONE = "cards:\n  - {id: only, type: soldier, rank: 1}\n"


@pytest.fixture
def counted(bench):
    """Count one deck of the test game, given its cards in YAML."""

    def count(*cards, named=()):
        text = "defaults: {type: soldier}\ncards:\n"
        text += "".join(f"  - {{id: c{i}, {card}}}\n" for i, card in enumerate(cards))
        bench.game(GAME, soldiers=text, others=ONE)
        game = bench.sound()
        return deck_statistics(decks_of(game)[0], game, named)

    return count


def tally(deck, name):
    return next(each for each in deck.fields if each.name == name)


def counts(found):
    return [(value.label, value.count, value.cards, value.designs) for value in found.values]


def test_copies_count_and_most_come_first(counted):
    many = "copies: 3, skills: [leader, medic, medic]"
    deck = counted("copies: 2, skills: [medic]", many, "copies: 4")
    assert (deck.cards, deck.designs, deck.kept_back) == (9, 3, 0)
    skills = tally(deck, "skills")
    assert counts(skills) == [("Medic", 8, 5, 2), ("Leader", 3, 3, 1)]
    assert (skills.cards_with_value, skills.cards_without_value) == (5, 4)
    assert skills.share(skills.values[0]) == 5 / 9
    assert (skills.per_card.least, skills.per_card.most, skills.per_card.median) == (0, 3, 1)


def test_cards_that_are_kept_back_do_not_count(counted):
    deck = counted("rank: 1", "rank: 2", "rank: 3, copies: 0")
    assert (deck.cards, deck.designs, deck.kept_back) == (2, 2, 1)
    assert [value.label for value in tally(deck, "rank").values] == ["1", "2"]
    assert counted("rank: 1, copies: 0").fields == ()


def test_numbers_are_in_order_and_weighed_by_copies(counted):
    found = tally(counted("rank: 10, copies: 3", "rank: 2", "rank: 2.5"), "rank")
    assert [value.label for value in found.values] == ["2", "2.5", "10"]
    numbers = found.numbers
    assert (numbers.least, numbers.most, numbers.median) == (2, 10, 10)
    assert numbers.mean == pytest.approx(34.5 / 5)


def test_a_field_that_types_declare_differently(counted):
    found = tally(counted("rank: 2", "type: court, rank: Q", "rank: 1", "rank: 1"), "rank")
    assert found.kind == "mixed"
    assert found.numbers is None
    assert [value.label for value in found.values] == ["1", "2", "Q"]
    assert found.unused == ("J",)


def test_only_cards_whose_type_has_the_field_are_asked(counted):
    found = tally(counted("side: low", "side: low", "type: court, rank: J, copies: 5"), "side")
    assert (found.cards_with_field, found.cards_with_value, found.unused) == (2, 2, ("mid", "high"))


def test_flags_and_members_of_records(counted):
    step = "steps: [{icon: medic, at: [1, 2]}, {icon: medic, at: [2]}]"
    deck = counted(f"hurt: true, {step}", "rank: 1")
    assert counts(tally(deck, "hurt")) == [("yes", 1, 1, 1), ("no", 1, 1, 1)]
    assert counts(tally(deck, "steps.icon")) == [("medic", 2, 1, 1)]
    assert counts(tally(deck, "steps.at")) == [("1", 1, 1, 1), ("2", 2, 1, 1)]
    named = counted("rank: 1", step, named=("steps",))
    assert [each.name for each in named.fields] == ["steps.icon", "steps.at"]


@pytest.mark.parametrize(
    ("mottos", "shown"),
    [
        (("go", "go", "stay"), True),
        (("go", "stay", "wait"), False),
        (("x" * 41, "x" * 41, "go"), False),
    ],
)
def test_texts_count_where_short_ones_repeat(counted, mottos, shown):
    cards = [f"motto: {motto}" for motto in mottos]
    assert ("motto" in [each.name for each in counted(*cards).fields]) is shown
    assert counts(tally(counted(*cards, named=("motto",)), "motto"))


def test_titles_count_where_they_tell_something(counted):
    same = counted("title: A", "title: B")
    assert [each.name for each in same.fields] == ["hurt"]
    deck = counted("title: '**Medic**', copies: 2", "title: Medic", "title: B")
    titles = tally(deck, "title")
    assert counts(titles) == [("Medic", 3, 3, 2), ("B", 1, 1, 1)]


def test_a_single_design_has_nothing_to_compare(counted):
    assert counted("rank: 1, copies: 9").fields == ()
    assert counted("rank: 1, copies: 9", named=("rank",)).fields


@pytest.mark.parametrize(
    ("cards", "same", "singles"),
    [
        (("rank: 1", "rank: 1"), True, False),
        (("rank: 1", "rank: 2"), False, True),
        (("rank: 1", "rank: 2, copies: 2"), False, False),
        (("rank: 1", "hurt: true"), False, True),
        (("rank: 1", "rank: 1", "rank: 2, copies: 2"), False, False),
    ],
)
def test_what_a_line_tells_as_well(counted, cards, same, singles):
    found = tally(counted(*cards), "rank")
    assert (found.is_uniform, found.has_unique_values) == (same, singles)
    assert found.is_informative is not (same or singles)


def test_names_that_can_be_asked_for(counted, bench):
    counted("rank: 1", "type: court, rank: J")
    (game,) = bench.load().games
    names = field_names(decks_of(game), game)
    assert {"title", "type", "rank", "steps", "steps.icon", "steps.at"} <= set(names)
    assert set(field_names(decks_of(game)[1:], game)) <= set(names)


@given(st.dictionaries(st.integers(-50, 50) | st.floats(-9, 9), st.integers(0, 9), max_size=12))
def test_a_summary_is_that_of_all_copies(weighed):
    all_of_them = [number for number, times in weighed.items() for _ in range(times)]
    found = summary(weighed)
    if not all_of_them:
        assert found is None
        return
    assert (found.least, found.most) == (min(all_of_them), max(all_of_them))
    assert found.median == statistics.median(all_of_them)
    assert found.mean == pytest.approx(statistics.fmean(all_of_them), abs=1e-9)
    assert found.least <= found.mean <= found.most


def field(name, kind, **values):
    made = tuple(Value(key, key, n, n, 2, int(key[1:])) for key, n in values.items())
    return Tally(name, kind, made, 20, 20)


def deck(id, *fields):
    return DeckStatistics(id, id.title(), 20, 10, 0, fields)


def test_decks_are_compared_where_they_share_values():
    one = deck("one", field("skill", "term", v1=3, v2=1), field("cost", "number", v2=4, v1=9))
    two = deck("two", field("skill", "term", v3=7, v2=2), field("cost", "number", v3=4, v1=8))
    other = deck("other", field("cost", "choice", v3=4, v1=8))
    skill, cost = compare((one, two))
    assert [each.id for each in skill.decks] == ["one", "two"]
    assert [(row.value.key, row.counts) for row in skill.rows] == [
        ("v3", (0, 7)),
        ("v1", (3, 0)),
        ("v2", (1, 2)),
    ]
    assert [row.value.key for row in cost.rows] == ["v1", "v2", "v3"]
    assert [each.name for each in compare((one, two, other))] == ["skill"]  # kinds differ
    assert compare((one, other)) == ()


def test_what_is_not_worth_comparing():
    apart = deck("one", field("skill", "term", v1=3, v2=1))
    assert compare((apart, deck("two", field("skill", "term", v3=3, v4=1)))) == ()
    assert compare((apart,)) == ()
    long = {f"v{i}": i + 1 for i in range(13)}
    decks = deck("one", field("art", "choice", **long)), deck("two", field("art", "choice", **long))
    assert compare(decks) == ()
    text = deck("one", field("motto", "text", v1=3, v2=1))
    assert compare((text, text)) == ()


@given(st.integers(1, 9), st.data())
def test_the_chance_is_the_share_of_all_hands(total, data):
    wanted = data.draw(st.integers(0, total))
    drawn = data.draw(st.integers(0, total))
    least = data.draw(st.integers(0, 4))
    most = data.draw(st.none() | st.integers(least, 5))
    hands = list(combinations([card < wanted for card in range(total)], drawn))
    right = [h for h in hands if least <= sum(h) and (most is None or sum(h) <= most)]
    assert chance(total, wanted, drawn, least, most) == Fraction(len(right), len(hands))


def test_known_odds():
    assert chance(52, 4, 5, 1) == 1 - Fraction(48 * 47 * 46 * 45 * 44, 52 * 51 * 50 * 49 * 48)
    assert chance(49, 6, 6, 6) == Fraction(1, 13_983_816)  # six numbers of 49
    with pytest.raises(ValueError, match="6 of 5"):
        chance(5, 1, 6, 1)


@pytest.mark.parametrize(
    ("share", "step", "said"),
    [
        (Fraction(1, 3), 1, "33 %"),
        (Fraction(1, 3), 0.1, "33.3 %"),
        (Fraction(1, 3), 5, "35 %"),
        (Fraction(1, 300), 1, "<1 %"),
        (Fraction(299, 300), 1, ">99 %"),
        (Fraction(0), 1, "0 %"),
        (Fraction(1), 5, "100 %"),
    ],
)
def test_what_may_happen_is_never_said_to_be_impossible_or_certain(share, step, said):
    assert in_percent(share, step) == said.replace(" ", "\N{NO-BREAK SPACE}")
