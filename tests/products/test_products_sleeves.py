"""Sleeves: which size a deck takes, and how many."""

import pytest

from cardgen.core.diagnostics import ModelError
from cardgen.core.geometry import Size
from cardgen.features.overview import names
from cardgen.products.sleeves import sleeve_for, sleeve_sizes


@pytest.mark.parametrize(
    ("size", "name"),
    [
        (Size(63, 88), "Standard card game"),
        (Size(63.5, 88.9), "Standard card game"),
        (Size(88, 63), "Standard card game"),
        (Size(57.15, 88.9), "Chimera"),
        (Size(44, 67), "Mini European"),
        (Size(63.5, 63.5), None),
        (Size(68, 70), "Square, small"),
        (Size(70, 120), "Tarot"),
        (Size(25, 25), None),
        (Size(148, 210), None),
    ],
)
def test_the_tightest_sleeve_that_holds_a_card(size, name):
    found = sleeve_for(size, sleeve_sizes())
    assert (found.name if found else None) == name


def test_each_deck_says_how_many_and_how_thick(workshop):
    said = names("sleeves", workshop.root)
    assert said["game/heroes"].startswith("4 cards of 63 x 88 mm: Standard card game")
    assert said["game/heroes"].endswith("1 mm thick, 2 mm in sleeves")
    assert list(said) == ["game/heroes", "game/places"]


def test_a_game_that_cannot_be_read_is_told(workshop):
    workshop.edit("card_data/game/game.yaml", "kind: deck", "kind: dek")
    with pytest.raises(ModelError):
        names("sleeves", workshop.root)
