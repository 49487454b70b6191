import pytest
from msgspec.structs import replace

from cardgen.comparison.painted_boxes import tile_looks, tiling_of
from cardgen.core.diagnostics import Location
from cardgen.core.geometry import Insets, Matrix, Rect, Size
from cardgen.core.geometry import Path as Outline
from cardgen.core.style import Color
from cardgen.frame import Frame, Group, Item, Region, RegionKind, Shape, Stroke, Text
from cardgen.model.components.board import Board
from cardgen.model.printer import Printer

AT = Location("game.yaml")
BOARD = Board(
    id="map", title="Map", location=AT, size=Size(380.0, 260.0), template="", overlap=0.0,
    tiling_at=AT, bleed=3.0, safe=3.0,
)  # fmt: skip
INNER = Insets(1.0, 1.0, 1.0, 1.0)
RED, BLUE = Color(1.0, 0.0, 0.0), Color(0.0, 0.0, 1.0)


def square(x: float, y: float, size: float = 10.0, color: Color = RED) -> Shape:
    return Shape(Outline.rect(Rect(x, y, size, size)), color)


def looks(*items: Item, board: Board = BOARD) -> dict[str, str]:
    face = Frame(board.size, items, Insets(3.0, 3.0, 3.0, 3.0))
    return tile_looks(board, face, Printer())["a4"]


def changed(one: dict[str, str], other: dict[str, str]) -> set[str]:
    assert one.keys() == other.keys()
    return {name for name in one if one[name] != other[name]}


PLAIN = (square(0, 0, 380, BLUE), square(20, 20))


def test_only_the_tile_that_shows_it_changes():
    before = looks(*PLAIN)
    assert len(before) > 2
    first, last = min(before), max(before)
    assert changed(before, looks(*PLAIN[:1], square(20, 20, color=BLUE))) == {first}
    assert changed(before, looks(*PLAIN, square(360, 240))) == {last}
    assert changed(before, looks(square(0, 0, 380, RED), PLAIN[1])) == set(before)
    assert changed(before, looks(*reversed(PLAIN))) == {first}  # what is painted last, is seen


def test_regions_paint_nothing():
    assert looks(*PLAIN) == looks(*PLAIN, Region.for_id("spot", Rect(10, 10, 5, 5)))


def test_things_at_a_seam_are_on_both_tiles():
    tiles = looks()
    found = {frozenset(changed(tiles, looks(square(x, 5)))) for x in range(0, 371, 2)}
    assert {len(names) for names in found} == {1, 2}
    assert set().union(*found) == set(tiles)  # they lie in one row


def test_strokes_reach_beyond_their_path():
    line = Outline.polygon([(5, 5), (20, 5)], closed=False)
    tiles = looks()
    thin = changed(tiles, looks(Shape(line, None, Stroke(RED, 0.2))))
    assert thin == {min(tiles)}
    thick = changed(tiles, looks(Shape(line, None, Stroke(RED, 400.0))))
    assert thick == set(tiles)


def test_a_text_is_on_the_tiles_where_its_letters_are(library):
    """Boards are 380 x 260 mm: words of 20 mm stand on a tile where a square of 20 mm does."""
    font, tiles = library.font("atkinson/regular"), looks()
    for x in range(10, 351, 10):
        for y in (30, 140, 250):
            words = Text(x, y, font.key, 12.0, RED, (font.shape("Hold 6 cards"),))
            assert words.width == pytest.approx(24, abs=3)
            found = changed(tiles, looks(words))
            around = Rect(x, y - 4, words.width, 5)
            assert found <= changed(tiles, looks(Shape(Outline.rect(around.grow(4)), RED)))
            assert found >= changed(tiles, looks(Shape(Outline.rect(around.inset(INNER)), RED)))


@pytest.mark.parametrize("size", [8.0, 60.0])  # small groups are looked at as a whole
def test_groups_are_looked_into(size):
    def group(color: Color, x: float, **more: object) -> Group:
        inner = Frame(Size(size, size), [square(0, 0, size / 2), square(size / 2, 0, 1, color)])
        return Group(inner, Matrix.translation(x, 10), **more)

    tiles = looks(group(RED, 10))
    assert changed(looks(), tiles) == {min(tiles)}
    assert changed(tiles, looks(group(BLUE, 10))) == {min(tiles)}
    assert changed(tiles, looks(group(RED, 11))) == {min(tiles)}
    assert changed(tiles, looks(group(RED, 10, opacity=0.5))) == {min(tiles)}


def test_what_is_clipped_away_is_not_there():
    wide = Frame(Size(380, 260), [square(0, 0, 380, RED)])
    corner = Outline.rect(Rect(0, 0, 10, 10))
    tiles = looks()
    assert changed(tiles, looks(Group(wide))) == set(tiles)
    assert changed(tiles, looks(Group(wide, clip=corner))) == {min(tiles)}


def test_a_seam_that_moves_changes_its_tiles_alone():
    tiling = tiling_of(BOARD, Frame(BOARD.size, PLAIN), "a4", Printer())
    box = Region(RegionKind.KEEP, Rect(tiling.across[0] - 5, 20, 10, 40))
    moved = changed(looks(*PLAIN), looks(*PLAIN, box))
    assert {"A1", "A2"} <= moved
    glued = looks(*PLAIN, board=replace(BOARD, overlap=10.0))
    assert changed(looks(*PLAIN), glued) == {"A1", "A2"}  # the last has no strip to glue


def test_a_paper_without_room_is_left_out():
    assert tile_looks(BOARD, Frame(BOARD.size, ()), Printer(margin=90.0)) == {}


def test_both_papers_have_tiles():
    assert set(tile_looks(BOARD, Frame(BOARD.size, PLAIN), Printer())) == {"a4", "letter"}
