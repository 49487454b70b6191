"""What the games say to those who do not see them."""

import pytest
from five_games import GAMES
from pieces import ROOT, desk

from cardgen.model.components.booklet import Booklet
from cardgen.model.components.deck import decks_of
from cardgen.products.text import RuleReader, card_texts, plain_text


@pytest.mark.parametrize("name", GAMES)
def test_rules_of_a_game_are_told_without_marks_and_gaps(name):
    """What a text cites is filled in, wherever it stands; sections take the place of pages."""
    game = desk(ROOT, name).game
    for booklet in game.components.values():
        if not isinstance(booklet, Booklet):
            continue
        told = plain_text(RuleReader(booklet.flow(game), 1).passages())
        assert "<" not in told
        assert "&#" not in told
        for gap in ("()", "( ", " ,", " .", "page ,", "section ,", "section."):
            assert gap not in " ".join(told.split()).replace("section. ", "section.\n"), gap


@pytest.mark.parametrize("name", GAMES)
def test_cards_of_a_game_are_counted_and_say_something(name):
    game = desk(ROOT, name).game
    for deck in decks_of(game):
        texts = card_texts(deck, game)
        assert sum(one.copies for one in texts) == deck.count
        assert all(one.name and one.fields for one in texts)
        assert len({(one.name, one.fields) for one in texts}) == len(texts)
