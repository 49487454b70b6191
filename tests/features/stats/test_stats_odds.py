"""Questions about odds, asked of a project."""

from __future__ import annotations

import pytest

from cardgen.core.diagnostics import ModelError
from cardgen.features.stats.charts import CHARTS, stats

ONE_OF_TWO = "1+ of heroes where id=bert in 2"


def test_the_answer_has_the_chance_for_each_number_drawn(workshop):
    [one] = stats(workshop.root, "game", odds=(ONE_OF_TWO,)).odds
    assert (one.deck, one.cards, one.wanted, one.drawn) == ("heroes", 4, 2, 2)
    assert [draw.drawn for draw in one.draws] == [1, 2, 3, 4]
    assert [draw.chance for draw in one.draws] == pytest.approx([1 / 2, 5 / 6, 1, 1])
    assert one.chance == one.draws[1].chance


def test_it_is_on_the_page_of_charts(workshop):
    stats(workshop.root, "game", charts=True, odds=(ONE_OF_TWO,))
    page = (workshop.output / "game" / CHARTS).read_text(encoding="utf-8")
    assert ONE_OF_TWO in page
    assert "83.3\N{NO-BREAK SPACE}%" in page


@pytest.mark.parametrize(
    ("question", "code", "hint"),
    [
        ("two heroes", "CG208", "2+ of heroes"),
        ("1 of hero in 2", "CG207", "heroes"),
        ("1 of heroes where ide=x in 2", "CG207", "id"),
        ("1 of heroes where id=brt in 2", "CG207", "bert"),
        ("1 of heroes in hnd", "CG207", "hand"),
        ("1 of heroes in 5", "CG204", "fewer"),
    ],
)
def test_what_cannot_be_answered_says_why(workshop, question, code, hint):
    with pytest.raises(ModelError) as caught:
        stats(workshop.root, "game", odds=(question,))
    [found] = caught.value.diagnostics
    assert found.code == code
    assert hint in " ".join(found.hints)
