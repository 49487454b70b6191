from __future__ import annotations

from pathlib import Path

from test_gallery import project

from cardgen.core.geometry import Path as Outline
from cardgen.core.geometry import Rect, Size
from cardgen.core.style import Color
from cardgen.frame import Frame, Shape
from tools.gallery.difference import change, differing
from tools.gallery.front import changed
from tools.gallery.games import copied, pages, read_and_lay_out

GAME = """rules:
  hand: {value: 5, text: cards in hand}
  loss: {value: 100, text: "value: what is lost"}
"""


def test_a_number_is_changed_at_its_place_alone() -> None:
    lines, text = changed(GAME, "loss", "50")
    assert text == GAME.replace("100", "50")
    assert [(line.number, line.sign) for line in lines] == [(3, "-"), (3, "+")]
    assert [line.text in GAME for line in lines] == [True, False]


def test_what_differs_is_boxed_part_by_part(tmp_path: Path) -> None:
    laid = read_and_lay_out(project(tmp_path, "alpha"), "alpha")
    ground = Shape(Outline.rect(Rect(0, 0, 60, 90)), Color(1, 1, 1))
    spots = [Rect(6, 9, 9, 6), Rect(36, 60, 12, 6)]
    marked = [ground, *(Shape(Outline.rect(spot), Color(0, 0, 0)) for spot in spots)]
    before, after = ((laid, Frame(Size(60, 90), items)) for items in ([ground], marked))
    found = differing(before, after)
    assert sorted(found, key=lambda box: box.y) == spots
    assert change(before, after) == sum(round(s.width * s.height / 1.5**2) for s in spots)
    assert differing(before, before) == []


def test_a_copy_makes_the_same_pages_and_shares_nothing(tmp_path: Path) -> None:
    root = project(tmp_path / "one", "alpha", "beta")
    copy = copied(root, tmp_path / "two", "alpha")
    assert [file.name for file in (copy / "card_data").iterdir()] == ["alpha"]
    first, second = (read_and_lay_out(one, "alpha") for one in (root, copy))
    made = pages(first, "sheets/cards.a4.pdf")
    assert made == pages(second, "sheets/cards.a4.pdf")
    light = pages(first, "sheets/cards.a4.light.pdf", ink="light")
    assert len(light) == len(made)
    assert light != made
