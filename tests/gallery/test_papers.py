from __future__ import annotations

from pathlib import Path

import pytest
from five_games import ROOT, book_of
from workshops import build_request

from cardgen.api import GameBuild, open_game
from cardgen.core.geometry import Path as Outline
from cardgen.core.geometry import Rect, Size
from cardgen.core.style import Color
from cardgen.frame import Frame, Group, Shape
from tools.gallery import things
from tools.gallery.papers import WAYS, sheet_picture
from tools.gallery.sides import GameSides
from tools.gallery.virtual import virtual_table

GAME = "hachi-train"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def laid(outputs: Path) -> GameBuild:
    book_of(GAME, outputs)  # its sides are not laid out again
    return open_game(build_request(ROOT, (GAME,), (), ("a4",), output=outputs), GAME).lay_out()


def frames_in(frame: Frame) -> set[Frame]:
    inner = {item.frame for item in frame.items if isinstance(item, Group)}
    return inner.union(*map(frames_in, inner))


def test_the_sheets_show_the_card_that_is_asked_for(laid: GameBuild) -> None:
    deck = "cars"
    face = laid.frames[f"{deck}/locomotive-3/face"]
    picture = sheet_picture(laid, deck, "locomotive-3")
    sheets = [item.frame for item in picture.items if isinstance(item, Group)]
    assert face in frames_in(sheets[0])
    papers = [item for item in sheets[0].items if isinstance(item, Group)][1::2]
    assert [face in frames_in(item.frame) for item in papers] == [True, False, True]
    assert len(papers) == len(WAYS)


def test_a_closed_game_box_shows_its_lid_and_two_walls(laid: GameBuild) -> None:
    first, *_ = GameSides(laid.game, laid.frames).boxes()
    shown = frames_in(first.picture)
    for name in ("front", "long", "short"):
        assert laid.frames[f"game-box/{name}/face"] in shown
    assert laid.frames["game-box/back/face"] not in shown


def test_the_walls_of_a_lid_lie_along_its_edges() -> None:
    def side(width: float, height: float, shade: float) -> Frame:
        box = Outline.rect(Rect(0, 0, width, height))
        return Frame(Size(width, height), [Shape(box, Color(shade, 0, 0))])

    faces = {"front": side(50, 100, 0.1), "long": side(200, 30, 0.2), "short": side(100, 30, 0.3)}
    box = things.lidded(faces, Size(100, 200))
    assert box.size == Size(100, 200)
    by = 30 * things.LEAN
    assert box.outline.bounds() == pytest.approx(Rect(-by, 0, 100 + by, 200 + by))


def test_everything_lies_where_the_save_puts_it(laid: GameBuild) -> None:
    sides = GameSides(laid.game, laid.frames)
    table = virtual_table(sides, laid.product_request([]))
    board = laid.frames["board/face"]
    [shown] = [
        one for one in table.items if isinstance(one, Group) and board in frames_in(one.frame)
    ]
    box = shown.matrix.apply_rect(shown.frame.trim)
    assert (box.width, box.height) == pytest.approx((board.size.width, board.size.height))
    stock = laid.frames["cars/back"]
    piles = [one for one in table.items if isinstance(one, Group) and stock in frames_in(one.frame)]
    assert any(box.contains(one.matrix.apply_rect(one.frame.trim)) for one in piles)
