"""Boards as files: true size, page boxes, tiles, places read back, warnings, keys."""

import io

import pikepdf
import pytest
from msgspec.structs import replace
from stand_ins import Maker

from cardgen.core.diagnostics import Location, Severity
from cardgen.core.geometry import Insets, Matrix, Rect, Size
from cardgen.core.geometry import Path as Outline
from cardgen.frame import Frame, Group, Region, RegionKind, Shape
from cardgen.impose.marks import BLACK
from cardgen.model.components.board import Board
from cardgen.model.game import Game
from cardgen.model.printer import Printer
from cardgen.products.boards import boards
from cardgen.products.options import PrintOptions
from cardgen.products.request import ProductRequest

AT = Location("card_data/demo/game.yaml", 4, 3)
POINTS = 72 / 25.4
BLEED = Insets(3, 3, 3, 3)
CARD = Frame(
    Size(63, 88),
    [Shape(Outline.rect(Rect(-3, -3, 69, 94)), BLACK), Region.for_id("card", Rect(0, 0, 63, 88))],
    BLEED,
)
BOARD = Board(
    id="map",
    title="Map",
    location=AT,
    size=Size(594, 420),
    template="map.xml.j2",
    overlap=0.0,
    tiling_at=replace(AT, line=5),
    bleed=3.0,
    safe=3.0,
)


def face(*keep):
    place = Group(CARD, Matrix.translation(100, 50), Outline.rect(CARD.trim, 3))
    regions = [Region(RegionKind.KEEP, box, stamp="templates/demo/map.xml.j2:7:3") for box in keep]
    return Frame(Size(594, 420), [place, *regions], BLEED)


def ordered(board=BOARD, frame=None, **more):
    game = Game(id="demo", title="Demo", version="1.0", components={"map": board})
    found = []
    made = ProductRequest(
        game=game,
        sides={"map": board.sides(game)},
        frames={"map/face": frame or face()},
        options=PrintOptions(papers=("a4", "letter")),
        printer=Printer(),
        render=lambda name, context, at: "",
        report=found.append,
        versions=("1",),
    )
    return replace(made, **more), found


@pytest.fixture
def make(tmp_path):
    return Maker(tmp_path)


def test_whole_and_on_each_paper():
    order, found = ordered()
    artifacts = list(boards(order))
    assert [one.path for one in artifacts] == [
        "boards/map.pdf",
        "boards/map.a4.pdf",
        "boards/map.letter.pdf",
    ]
    assert len({one.key for one in artifacts}) == 3
    assert found == []


def test_the_whole_board_has_its_true_size_and_all_page_boxes(make):
    whole = next(iter(boards(ordered()[0])))
    data = make(whole)
    assert data == make(whole)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        (page,) = pdf.pages
        assert _mm(page.MediaBox) == _mm(page.BleedBox) == [0, 0, 600, 426]
        assert _mm(page.TrimBox) == [3, 3, 597, 423]
        assert "594 x 420 mm, 3 mm bleed" in str(pdf.docinfo["/Subject"])


def _mm(box):
    return [round(float(value) / POINTS, 2) for value in box]


def test_a_card_is_on_the_page_at_its_true_size(make):
    whole = next(iter(boards(ordered()[0])))
    with pikepdf.open(io.BytesIO(make(whole))) as pdf:
        place = _place_of_card(pdf.pages[0])
    assert place == pytest.approx([103, 426 - 3 - 50 - 88, 63, 88], abs=0.01)


def _place_of_card(page):
    """Follow the transforms of the content to the box that the card is cut at."""
    here, stack = pikepdf.Matrix(), []
    xs = []
    ys = []
    for operands, operator in pikepdf.parse_content_stream(page):
        name = str(operator)
        if name == "q":
            stack.append((here, xs, ys))
        elif name == "Q":
            here, xs, ys = stack.pop()
        elif name == "cm":
            here = pikepdf.Matrix(*[float(v) for v in operands]) @ here
        elif name in ("m", "l", "c"):
            end = here.transform((float(operands[-2]), float(operands[-1])))
            xs, ys = [*xs, end[0] / POINTS], [*ys, end[1] / POINTS]
        elif name in ("W", "W*"):
            return [min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)]
    raise AssertionError("nothing is clipped")


def test_tiles_are_pages_of_the_paper(make):
    _, a4, letter = boards(ordered()[0])
    for artifact, size in ((a4, [0, 0, 210, 297]), (letter, [0, 0, 215.9, 279.4])):
        with pikepdf.open(io.BytesIO(make(artifact))) as pdf:
            assert len(pdf.pages) == 8
            assert all(_mm(page.MediaBox) == size for page in pdf.pages)
            assert "8 tiles on" in str(pdf.docinfo["/Subject"])
            assert "cut and butted" in str(pdf.docinfo["/Subject"])
    overlapping, _ = ordered(replace(BOARD, overlap=10.0))
    with pikepdf.open(io.BytesIO(make(list(boards(overlapping))[1]))) as pdf:
        assert "10 mm overlap" in str(pdf.docinfo["/Subject"])


def test_the_slug_says_what_a_page_is(make):
    order, _ = ordered(options=PrintOptions(papers=("a4",)))
    make(list(boards(order))[1])
    assert (
        "Demo · Map · tile B4 of 8 · version 1.0 · cut the seams, join, then cut the edge"
        in make.said
    )
    assert [text for text in make.said if len(text) == 2] == "A1 A2 A3 A4 B1 B2 B3 B4".split()


def test_a_seam_through_a_box_is_a_located_warning():
    order, found = ordered(
        frame=face(Rect(0, 10, 594, 20), Rect(0, 40, 594, 2), Rect(5, 50, 40, 40))
    )
    list(boards(order))
    assert [(item.code, str(item.location)) for item in found] == [
        ("CG621", "templates/demo/map.xml.j2:7:3")
    ] * 2
    assert found[0].severity is Severity.WARNING
    assert "on A4, a seam of board `map` cuts this box" in found[0].message
    assert "on Letter" in found[1].message


def test_boxes_inside_what_is_turned_are_spared_too():
    inner = Frame(Size(30, 30), [Region(RegionKind.KEEP, Rect(0, 0, 40, 10))])
    turned = Frame(
        Size(594, 420),
        [Group(inner, Matrix.rotation(90).then(Matrix.translation(153, 100)))],
        BLEED,
    )
    order, found = ordered(frame=turned)
    plain, _ = ordered(frame=Frame(Size(594, 420), [], BLEED))
    assert found == []
    assert list(boards(order))[1].key != list(boards(plain))[1].key


def test_the_key_changes_with_what_is_printed():
    def keys(board=BOARD, frame=None, **more):
        order, _ = ordered(board, frame, **more)
        return tuple(one.key for one in boards(order))

    same = keys()
    assert same == keys()
    assert all(a != b for a, b in zip(same, keys(frame=face(Rect(1, 1, 9, 9))), strict=True))
    assert all(a != b for a, b in zip(same, keys(replace(BOARD, title="Chart")), strict=True))
    overlapping = keys(replace(BOARD, overlap=10.0))
    assert (overlapping[0] == same[0], overlapping[1] == same[1]) == (True, False)


def test_what_does_not_fit_is_located_and_the_whole_board_is_there():
    order, found = ordered(replace(BOARD, overlap=400.0))
    assert len(list(boards(order))) == 1
    assert found[0].location == BOARD.tiling_at
    order, found = ordered(options=PrintOptions(papers=("a5",)))
    assert len(list(boards(order))) == 1
    assert found[0].code == "CG602"
