"""Questions about odds, asked of a project."""

import pytest

from cardgen.core.diagnostics import ModelError
from cardgen.features.stats import stats

ONE_OF_TWO = "1+ of heroes where id=bert in 2"


def test_the_answer_has_the_chance_for_each_number_drawn(workshop):
    [one] = stats(workshop.root, "game", odds=(ONE_OF_TWO,)).odds
    assert (one.deck, one.cards, one.matching, one.drawn) == ("heroes", 4, 2, 2)
    assert [draw.drawn for draw in one.draws] == [1, 2, 3, 4]
    assert [draw.chance for draw in one.draws] == pytest.approx([1 / 2, 5 / 6, 1, 1])
    assert one.chance == one.draws[1].chance


@pytest.mark.parametrize(
    ("question", "code", "hint"),
    [
        ("two heroes", "CG208", "2+ of heroes"),
        ("1 of hero in 2", "CG207", "heroes"),
        ("1 of heroes where ide=x in 2", "CG207", "id"),
        ("1 of heroes where id=brt in 2", "CG207", "bert"),
        ("1 of heroes in hnd", "CG207", "hand"),
        ("1 of heroes in 5", "CG204", "smaller number"),
    ],
)
def test_what_cannot_be_answered_says_why(workshop, question, code, hint):
    with pytest.raises(ModelError) as caught:
        stats(workshop.root, "game", odds=(question,))
    [found] = caught.value.diagnostics
    assert found.code == code
    assert hint in " ".join(found.hints)


def test_what_is_removed_for_some_numbers_of_players_changes_their_odds(workshop):
    game = workshop.root / "card_data/game/game.yaml"
    removed = "{remove: heroes, number: all, where: {id: [anna, carl]}, with: 2}"
    more = f"players: 2-3\nsetup: [{removed}, {{deal: heroes, number: 1}}]\n"
    game.write_text(game.read_text(encoding="utf-8") + more, encoding="utf-8")
    [one] = stats(workshop.root, "game", odds=("1+ of heroes where id=bert in 1",)).odds
    assert one.chance == pytest.approx(1 / 2)
    assert one.players == pytest.approx({2: 1.0, 3: 1 / 2})
    [many] = stats(workshop.root, "game", odds=("1+ of heroes where id=bert in 3",)).odds
    assert many.players == pytest.approx({3: 1.0})  # with two players there are two cards
    [other] = stats(workshop.root, "game", odds=("1 of places in 1",)).odds
    assert other.players == {}
    # Of many cards, not every number has a row.
    workshop.edit("card_data/game/decks/heroes.yaml", "copies: 2", "copies: 99")
    [rows] = stats(workshop.root, "game", odds=("1+ of heroes where id=anna in 25",)).odds
    assert [draw.drawn for draw in rows.draws] == [*range(3, 25, 3), 25, *range(27, 51, 3)]
    [none] = stats(workshop.root, "game", odds=("0 of heroes in 0",)).odds
    assert none.draws == ()
