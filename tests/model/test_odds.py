"""Odds: against every hand there is, and in the text of a booklet."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.model.odds import chance, in_percent


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
