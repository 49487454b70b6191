"""A board in a build: warnings come again, and errors name it."""

import pytest
from workshops import write_files

BOARD = """\
<side background="sea">
  <text style="body" x="9" y="9" width="90" height="9">{{ rules.lives }}</text>
  <card ref="heroes/anna" x="20" y="20" keep="true"/>
</side>
"""
GAME = "card_data/game/game.yaml"
MAP = "templates/game/map.xml.j2"


@pytest.fixture
def shop(tmp_path):
    workshop = write_files(tmp_path)
    board = "  map: {kind: board, size: {width: 400mm, height: 300mm}}\n"
    workshop.edit(GAME, "components:\n", f"components:\n{board}")
    return write_files(tmp_path, {MAP: BOARD})


def test_the_warning_of_a_seam_is_told_again(shop):
    shop.edit(MAP, '<text style="body"', '<text keep="true" style="body"')
    shop.edit(MAP, 'width="90"', 'width="380"')
    shop.edit(MAP, 'background="sea"', 'background="paper"')  # or the ink is hard to read
    for _ in range(2):
        found = shop.build(products=("boards",)).diagnostics
        assert [one.code for one in found] == ["CG621", "CG621"]


def test_a_side_that_was_broken_is_pictured_again(shop):
    shop.edit(MAP, "heroes/anna", "heroes")
    shop.edit(MAP, 'background="sea"', 'background="paper"')  # with a warning, nothing is kept
    back = shop.root / "templates/game/back.xml.j2"
    text = back.read_text(encoding="utf-8")
    for shown in (text, "<side", text):
        back.write_text(shown, encoding="utf-8")
        shop.build(products=("boards",))
    assert shop.equals_a_clean_build(products=("boards",))


def test_an_error_of_a_board_names_the_board(shop):
    shop.edit(MAP, "rules.lives", "rules.lifes")
    (found,) = shop.build(products=("boards",)).diagnostics
    assert (found.location.path, found.location.line) == (MAP, 2)
    assert "while laying out `map/face`" in found.notes[-1]
