"""The icons that every game may use: one grid, one style."""

from pathlib import Path

import pytest

from cardgen.assets import svgstyle
from cardgen.assets.icons import read_icon
from cardgen.assets.svggradient import tight_bounds
from cardgen.core.geometry import Rect
from cardgen.pipeline.resources import library_of

FOLDER = Path(__file__).parents[2] / "templates/shared/icons"
ROOT = FOLDER.parents[2]
FILES = {file.stem: file for file in sorted(FOLDER.glob("*.svg"))}
GRID, MARGIN = 24.0, 0.75
LARGEST = 1500
"""Bytes."""


@pytest.mark.parametrize("name", FILES)
def test_an_icon_is_one_small_shape_in_the_middle_of_the_grid(name):
    assert FILES[name].stat().st_size < LARGEST
    icon = read_icon(name, FILES[name].read_bytes(), name)
    assert icon.box == Rect(0, 0, GRID, GRID)
    (drawn,) = icon.parts
    assert (drawn.fill, drawn.stroke) == (svgstyle.CURRENT, None)
    box = tight_bounds(drawn.path)
    assert min(box.x, box.y) >= MARGIN
    assert max(box.right, box.bottom) <= GRID - MARGIN
    assert (box.x + box.right, box.y + box.bottom) == pytest.approx((GRID, GRID), abs=0.15)
    assert max(box.width, box.height) > 0.78 * GRID, "as large as its neighbours"


def test_files_are_what_the_tool_draws():
    pytest.importorskip("pathops")
    from tools.shared_icons.all_icons import files

    assert {f"{name}.svg": path.read_text() for name, path in FILES.items()} == files()


def test_an_icon_of_the_game_comes_before_a_shared_one():
    own = ROOT / "card_data/last-train/icons"
    both = [file for file in sorted(own.glob("*.svg")) if file.stem in FILES]
    assert both
    library = library_of(ROOT, "last-train")
    for file in both:
        assert library.icon(file.stem) == read_icon(file.stem, file.read_bytes(), file.name)
