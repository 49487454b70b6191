"""The icons that every game may use: one grid, one style, none like another."""

import re
from itertools import combinations
from pathlib import Path

import pytest
from PIL import ImageChops, ImageStat

from cardgen.assets import svgstyle
from cardgen.assets.icons import read_icon
from cardgen.assets.library import Library
from cardgen.assets.svggradient import tight_bounds
from cardgen.backend.raster import rasterize
from cardgen.core.geometry import Rect
from cardgen.core.style import Color
from cardgen.pipeline.resources import library_of

FOLDER = Path(__file__).parents[2] / "templates/shared/icons"
ROOT = FOLDER.parents[2]
FILES = {file.stem: file for file in sorted(FOLDER.glob("*.svg"))}
GRID, MARGIN = 24.0, 0.75
LARGEST = 1500
"""Bytes."""
NUMBER = re.compile(r'<rect id="number" x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)" fill="n')
NUMBERED = {name: found for name in FILES if (found := NUMBER.search(FILES[name].read_text()))}


@pytest.fixture(scope="module")
def library():
    return Library(ROOT)


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


def at_16_pixels(library):
    return {name: grey(name, 16, library) for name in FILES}


def grey(name, pixels, library):
    frame = read_icon(name, FILES[name].read_bytes(), name).frame(Color(0, 0, 0))
    return rasterize(frame, pixels, pixels, library).convert("L")


def test_no_icon_looks_like_another_at_16_pixels(library):
    shown = at_16_pixels(library)
    alike = {
        (one, other): round(apart, 1)
        for one, other in combinations(shown, 2)
        if (apart := ImageStat.Stat(ImageChops.difference(shown[one], shown[other])).mean[0]) < 8
    }
    assert not alike


@pytest.mark.parametrize("name", NUMBERED)
def test_a_number_stands_on_the_icon(name, library):
    x, y, width, height = (float(value) for value in NUMBERED[name].groups())
    place = grey(name, 240, library).crop(
        (round(10 * x), round(10 * y), round(10 * (x + width)), round(10 * (y + height)))
    )
    assert ImageStat.Stat(place).mean[0] < 0.13 * 255, "nearly all of it is covered"
    assert height > 5.5


def test_the_page_about_them_names_those_with_numbers():
    text = (FOLDER / "README.md").read_text().partition("## Places for numbers")[2]
    assert set(re.findall(r"`([a-z0-9-]+)`", text)) == set(NUMBERED)


def test_files_are_what_the_tool_draws():
    pytest.importorskip("pathops")
    from tools.shared_icons.all_icons import files

    assert {f"{name}.svg": path.read_text() for name, path in FILES.items()} == files()


@pytest.mark.parametrize("game", ["railroaded", "last-train"])
def test_an_icon_of_the_game_comes_before_a_shared_one(game):
    own = ROOT / "card_data" / game / "icons"
    both = [file for file in sorted(own.glob("*.svg")) if file.stem in FILES]
    assert both
    library = library_of(ROOT, game)
    for file in both:
        assert library.icon(file.stem) == read_icon(file.stem, file.read_bytes(), file.name)


def test_there_is_an_icon_for_what_prototypes_need():
    needed = """
        wood stone brick grain food ore gold gem water fire energy oil cloth fish
        die die-1 die-2 die-3 die-4 die-5 die-6 d20
        arrow-up arrow-down arrow-left arrow-right turn-left turn-right refresh exhaust swap up-down
        heart spade diamond club star sword swords bow shield helmet armor skull coin coins
        hourglass clock sun moon day-night card hand deck draw discard shuffle
        token-round token-square token-hex pawn meeple worker house castle city road rail train ship
        flag crown trophy victory-point lock key eye magnifier lightning leaf tree mountain paw book
        scroll potion gear hammer pickaxe plus minus check cross question exclamation infinity
        players-1 players-2 players-3 players-4
    """
    assert set(needed.split()) <= FILES.keys()
