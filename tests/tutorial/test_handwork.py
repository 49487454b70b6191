from __future__ import annotations

import pytest

from cardgen.api import LaidGame
from cardgen.frame import Frame, Group
from cardgen.pipeline.resources import writer
from tools.gallery.games import read_and_lay_out
from tools.tutorial import handwork
from tools.tutorial.replay import run_in

GAME = "my-game"


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> LaidGame:
    folder = tmp_path_factory.mktemp("tutorial")
    assert run_in(folder, ["new", GAME]).exit_code == 0
    return read_and_lay_out(folder / GAME, GAME)


def seen(frame: Frame) -> list[Frame]:
    inner = [item.frame for item in frame.items if isinstance(item, Group)]
    return [*inner, *(one for each in inner for one in seen(each))]


def test_cutting_ends_with_the_cards_of_the_strip(laid: LaidGame) -> None:
    picture = handwork.cutting(laid, "beach")
    faces = {frame for id, frame in laid.frames.items() if id.startswith("beach/")}
    sheet = [one for one in seen(picture) if one in faces]
    assert len(set(sheet)) > 1
    table = next(item.frame for item in picture.items if isinstance(item, Group))
    last = [item.frame for item in table.items if isinstance(item, Group)][-1]
    assert set(seen(last)) & faces


def test_a_half_folded_box_turns_its_walls_away_and_keeps_its_height(laid: LaidGame) -> None:
    picture = handwork.folding(laid, writer(laid.library))
    front = laid.frames["box/front/face"]
    assert seen(picture).count(front) == 1 + 4 + 1  # flat, in four strips, closed
    table = next(item.frame for item in picture.items if isinstance(item, Group))
    flat, half, _ = [item for item in table.items if isinstance(item, Group)][1::2]
    assert half.frame.size.width < 0.75 * flat.frame.size.width
    assert half.frame.size.height > flat.frame.size.height
