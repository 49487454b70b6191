"""The words of a card, as they are read aloud."""

from __future__ import annotations

import pytest

from cardgen.model.richtext import Rich
from cardgen.model.words import Said, spoken


@pytest.mark.parametrize(
    ("markup", "words"),
    [
        ("Pay <b>2</b> &amp; go.<br/>Then stop.", "Pay 2 & go.\nThen stop."),
        ('Pay <icon name="coin" number="3"/>.', "Pay 3 coin."),
        ('Take a <icon name="key-stone"/>.', "Take a key stone."),
        ('<icon name="sun" alt="the Sun"/> rises', "the Sun rises"),
        ('<icon name="sun" alt=""/>&#160;<b>Sun</b>', "\u00a0Sun"),
        ('<icon name="jump"/> <b>jump</b> now', " jump now"),
    ],
)
def test_icons_are_words_unless_these_stand_beside_them(markup, words):
    assert spoken(Rich("", markup)) == words


def test_in_headings_an_icon_without_words_is_an_ornament():
    assert spoken(Rich("", '<icon name="die"/> Roll'), ornaments=True) == " Roll"


def test_a_label_is_not_said_twice():
    assert Said("Out", ("Out: who falls.",)).text == "Out: who falls."
    assert Said("Out", ("Who falls", "Who jumps!")).text == "Out: Who falls. Who jumps!"
