"""The small parts of the export: names, words, addresses, seats, places and Lua."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.core.diagnostics import Location, OutputError
from cardgen.core.geometry import Rect, Size
from cardgen.frame import Frame, Region, RegionKind
from cardgen.model.cards import Card
from cardgen.model.components.table import player_counts
from cardgen.model.record import Record
from cardgen.model.richtext import Break, Rich, TermValue
from cardgen.products.options import hosting
from cardgen.products.tts.contents import TablePiece
from cardgen.products.tts.lua import literal, text
from cardgen.products.tts.names import Guids, SheetKeys, description, file_name, nickname, notes
from cardgen.products.tts.objects import Label, Pose, die
from cardgen.products.tts.setup import (
    _LEAST_TOP,
    FELT,
    TablePlace,
    board_places,
    place_of,
    seats,
    shelves,
)

AT = Location("card_data/demo/decks/main.yaml", 3, 5)


# ---- names ----------------------------------------------------------------------------------


def test_names_of_objects_are_the_same_in_every_export_and_never_twice():
    one, other = Guids(), Guids()
    assert [one("deck", n) for n in range(9)] == [other("deck", n) for n in range(9)]
    many = Guids()
    names = [many("deck", n) for n in range(30_000)]  # some of these clash before they are settled
    assert len(set(names)) == len(names)
    assert all(len(name) == 6 and int(name, 16) >= 0 for name in names)


def test_a_die_knows_how_each_of_its_numbers_comes_up():
    values = die(Label("ab12cd"), Pose(), 6, (1.0, 1.0, 1.0))["RotationValues"]
    turns = [(-90, 0, 0), (0, 0, 0), (0, 0, -90), (0, 0, 90), (0, 0, -180), (90, 0, 0)]
    assert [one["Value"] for one in values] == [1, 2, 3, 4, 5, 6]
    assert [tuple(one["Rotation"].values()) for one in values] == turns


def test_sheet_numbers_are_spread_and_fit_an_int():
    keys = SheetKeys()
    numbers = [keys("game", "deck", n) for n in range(2000)]
    assert len(set(numbers)) == 2000
    assert all(1000 <= n < 21_474_836 for n in numbers)


def test_files_are_named_by_content():
    assert file_name("main-1", "0123456789abcdef", "png") == "tts/images/main-1.01234567.png"


# ---- words ----------------------------------------------------------------------------------


def card(**fields):
    title = fields.pop("title", Rich.of("Goblin"))
    return Card("goblin", "unit", title, 2, Record(fields), AT)


def test_a_card_says_its_texts_terms_and_numbers_but_not_its_looks():
    medic = TermValue("medic", "Medic", "Medics")
    rich = Rich.of("Draw two.", Break(), "Then discard.")
    made = card(power=3, skills=(medic, medic), text=rich, light="dusk", scene=("sun",), rare=True)
    assert description(made.fields) == "Power: 3\nSkills: Medic, Medic\nDraw two.\nThen discard."
    data = json.loads(notes(made, "main"))
    words = (data["id"], data["deck"], data["type"], data["title"])
    assert words == ("goblin", "main", "unit", "Goblin")
    assert data["data"] == {
        "light": "dusk",
        "power": 3,
        "rare": True,
        "scene": ["sun"],
        "skills": ["medic", "medic"],
        "text": "Draw two.\nThen discard.",
    }


def test_titles_with_quotes_control_and_other_letters():
    odd = 'The "Old"\n第2版 \x07Ünïcode\x7f'
    assert nickname("Dan\u00adger") == "Danger"
    assert nickname(odd) == 'The "Old" 第2版 Ünïcode'
    made = card(title=Rich.of(odd))
    assert json.loads(notes(made, "main"))["title"] == 'The "Old" 第2版 Ünïcode'


# ---- addresses ------------------------------------------------------------------------------


def test_files_of_this_computer_are_percent_encoded(tmp_path):
    local = hosting(tmp_path / "my games" / "Spiele ä", None, None)
    url = local.url("demo", "tts/images/main.01234567.png")
    assert url.startswith("file:///")
    assert url.endswith("/my%20games/Spiele%20%C3%A4/demo/tts/images/main.01234567.png")
    assert local.base.startswith("file:")


@pytest.mark.parametrize(
    ("base", "url"),
    [
        ("https://example.org/games", "https://example.org/games/demo/tts/images/a%20b.png"),
        ("https://example.org/games/", "https://example.org/games/demo/tts/images/a%20b.png"),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000/demo/tts/images/a%20b.png"),
        ("https://example.org/a%20b/", "https://example.org/a%20b/demo/tts/images/a%20b.png"),
    ],
)
def test_a_base_url_is_where_the_output_folder_is(base, url):
    assert hosting(Path("output"), base, None).url("demo", "tts/images/a b.png") == url


@pytest.mark.parametrize(
    "base",
    [
        *("example.org/games", "//example.org", "ftp://example.org", "https://", "javascript:x"),
        *("https://a.b/?x=1", "https://a.b/#x", "https://me:pw@a.b/", "https://a b/"),
        *("http://a:x/", "https://a.b/{verifycache}"),
    ],
)
def test_what_is_no_base_url_is_refused(base):
    with pytest.raises(OutputError) as caught:
        hosting(Path("output"), base, None)
    [found] = caught.value.diagnostics
    assert found.code == "CG750"
    assert "https://" in found.hints[0]


@pytest.mark.parametrize("side", [0, 255, 10_001])
def test_sizes_of_pictures_have_bounds(side):
    with pytest.raises(OutputError, match="pixels"):
        hosting(Path("output"), None, side)


# ---- seats ----------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(1, 11))
def test_seats_go_clockwise_and_do_not_touch(count):
    around = seats(count)
    assert len({seat.color for seat in around}) == len(around) == count
    near = [seat.x for seat in around if seat.near]
    far = [seat.x for seat in around if not seat.near]
    assert len(near) - len(far) in (0, 1)
    assert far == sorted(far)  # clockwise from above: the far side runs to the right …
    gaps = [b - a for side in (sorted(near), far) for a, b in pairwise(side)]
    assert all(gap >= FELT[0] / 6 - 0.8 for gap in gaps)
    for side in (near, far):
        assert sorted(side) == pytest.approx(sorted(-x for x in side))  # about the middle
        assert all(abs(x) + FELT[0] / 12 <= FELT[0] / 2 for x in side)
    assert max(gaps, default=0) < 24  # not further than players reach
    turned = near[near.index(min(near)) + 1 :] + near[: near.index(min(near)) + 1]
    assert turned == sorted(near, reverse=True)  # … and the near one to the left, from anywhere


@given(
    st.lists(st.tuples(st.floats(-60, 60), st.floats(-30, 30)), min_size=1, max_size=10),
    st.floats(14.67, 60),
)
def test_hands_fit_beside_each_other_wherever_the_board_has_seats(at, hand):
    around = seats(len(at), (), [TablePlace(x, z) for x, z in at], hand)
    for seat, (_, z) in zip(around, at, strict=True):
        assert seat.near == (z <= 0)
        assert (14 if len(at) < 6 else 7) <= seat.width <= hand + 0.001
        assert abs(seat.x) + seat.width / 2 <= FELT[0] / 2 + 0.01
    for side in (True, False):
        row = sorted((seat for seat in around if seat.near is side), key=lambda seat: seat.x)
        for left, right in pairwise(row):
            assert left.x + left.width / 2 < right.x - right.width / 2


def test_players_sit_where_the_board_has_room_for_them():
    around = seats(3, ("Red",), [TablePlace(9, 3), TablePlace(-20, -2), TablePlace(11, -1)], 16)
    assert [(seat.color, seat.x, seat.near) for seat in around] == [
        ("Red", 9, False),
        ("White", -20, True),
        ("Yellow", 11, True),
    ]
    assert [seat.color for seat in seats(3, ("Green", "Red"))] == ["Green", "Red", "White"]


@pytest.mark.parametrize(
    ("said", "counts"),
    [
        ("3-6", (3, 4, 5, 6)),
        ("4", (4,)),
        ("1-2", (1, 2)),
        ("", (1,)),
        ("2 to 40", tuple(range(2, 11))),
    ],
)
def test_player_counts(said, counts):
    assert player_counts(said) == counts


# ---- places ---------------------------------------------------------------------------------


def test_a_board_in_mm_becomes_inches_from_its_middle():
    spot = Region.for_id("draw", Rect(0, 0, 63.5, 88.9))
    keep = Region(RegionKind.KEEP, Rect(0, 0, 9, 9))
    places = board_places(Frame(Size(254, 127), [spot, keep]))
    assert set(places) == {"draw"}
    place = places["draw"]
    assert (place.x, place.z) == pytest.approx((-5 + 1.25, 2.5 - 1.75))
    assert (place.width, place.depth) == pytest.approx((2.5, 3.5))


def piece(id, width=60, height=80, kind="deck"):
    return TablePiece(
        id, id.partition("/")[0], kind, id, Size(width, height), 9, lambda pose, guids: {}
    )


def test_a_piece_lies_where_the_table_says_or_on_its_namesake():
    spot = board_places(Frame(Size(99, 99), [Region.for_id("turn", Rect(0, 0, 9, 9))]))
    assert place_of(piece("tokens/turn"), {}, spot) == "turn"
    assert place_of(piece("aid"), {"aid": "turn"}, spot) == "turn"
    assert place_of(piece("tokens/turn"), {"tokens/turn": "elsewhere"}, spot) is None
    assert place_of(piece("aid"), {}, spot) is None


@given(
    st.lists(st.tuples(st.floats(10, 90), st.floats(10, 120)), max_size=25), st.floats(100, 2100)
)
def test_what_has_no_place_lies_beside_the_board(sizes, width):
    pieces = [piece(f"p{n // 4}/{n}", *size) for n, size in enumerate(sizes)]
    half = width / 2 / 25.4
    found = list(shelves(pieces, Size(width, 300)))
    assert len(found) == len(pieces)
    for one in found:
        assert abs(one.x) - one.width / 2 >= half
        first = abs(one.x) - one.width / 2 == pytest.approx(half + 1.0)
        assert first or abs(one.x) + one.width / 2 <= min(44.0 - 1.5, half + 1.0 + 9.5) + 1e-9
    for index, one in enumerate(found):
        for other in found[:index]:
            apart_x = abs(one.x - other.x) >= (one.width + other.width) / 2 - 1e-9
            apart_z = abs(one.z - other.z) >= (one.depth + other.depth) / 2 - 1e-9
            assert apart_x or apart_z


@pytest.mark.parametrize(("high", "top"), [(600, 300 / 25.4), (40, _LEAST_TOP)])
def test_shelves_begin_at_the_upper_edge_of_a_board(high, top):
    [spot] = shelves([piece("p/1", 30, 40)], Size(200, high))
    assert spot.z + spot.depth / 2 == pytest.approx(top)


@given(
    st.lists(st.tuples(st.integers(1, 5), st.floats(10, 90), st.floats(10, 120)), max_size=8),
    st.floats(100, 900),
)
def test_shelves_are_rows_of_one_component_each(groups, width):
    pieces = [
        piece(f"p{number}/{n}", wide, deep)
        for number, (count, wide, deep) in enumerate(groups)
        for n in range(count)
    ]
    half = width / 2 / 25.4
    found = list(shelves(pieces, Size(width, 300)))
    room = min(FELT[0] / 2 - 1.5 - half - 1.0, 9.5)
    right = [spot.x > 0 for spot in found]
    assert right == sorted(right, reverse=True), "the right side fills first"
    for one, spot, before, last in zip(pieces[1:], found[1:], pieces[:-1], found[:-1], strict=True):
        top, above = spot.z + spot.depth / 2, last.z + last.depth / 2
        begins = abs(abs(spot.x) - spot.width / 2 - half - 1.0) < 1e-9
        if spot.x * last.x < 0 or one.component != before.component:
            assert begins
        else:
            fits = abs(last.x) + last.width / 2 + 0.5 + spot.width <= half + 1.0 + room + 1e-9
            assert begins != fits
            assert (top == pytest.approx(above)) == fits
        if spot.x > 0:
            assert spot.z - spot.depth / 2 >= 1.5 - FELT[1] / 2 - 1e-9


def test_a_standee_hides_no_piece_behind_it():
    aid, standee, book = (
        piece("aid/1"),
        piece("rider/1", 20, 50, kind="standee"),
        piece("rules/1"),
    )
    behind, foot, front = shelves([aid, standee, book], Size(200, 300))
    assert foot.depth == pytest.approx(20 / 25.4), "its foot is square"
    low = foot.z - foot.depth / 2
    assert low + 50 / 25.4 <= behind.z - behind.depth / 2
    assert low >= front.z + front.depth / 2


# ---- Lua ------------------------------------------------------------------------------------


def test_values_as_lua():
    lupa = pytest.importorskip("lupa.lua52", reason="lupa is not installed")
    lua = lupa.LuaRuntime()
    value = {
        "plain": 3,
        "with-hyphen": 0.25,
        "end": True,
        "none": None,
        "list": [{"a": 1}, {"b": 'say "x"\\'}],
        "table": {"第": "2\n版", "deep": {"x": -1.5}},
    }
    back = lua.eval(literal(value))
    assert (back["plain"], back["with-hyphen"], back["end"], back["none"]) == (3, 0.25, True, None)
    assert (back["list"][1]["a"], back["list"][2]["b"]) == (1, 'say "x"\\')
    assert (back["table"]["第"], back["table"]["deep"]["x"]) == ("2\n版", -1.5)


@given(st.text(st.characters(exclude_categories=("Cs",))))
def test_any_text_as_lua(value):
    lupa = pytest.importorskip("lupa.lua52", reason="lupa is not installed")
    assert lupa.LuaRuntime().eval(text(value)) == value
