"""What texts lose in rows and columns that are too small is shared by need."""

import pytest
from workshops import texts

from cardgen.frame import Text
from cardgen.layout.distribute import Need, fair_shares

LONG = "<text>" + "The quick brown fox jumps over the lazy dog. " * 9 + "</text>"
SHORT = "<text>Short</text>"


def sizes(frame):
    """Return the size of every text by its first word."""
    found = [item for item, _ in frame.walk() if isinstance(item, Text)]
    return {text.string.split()[0]: text.size for text in reversed(found)}


def column(inside, height=40, attributes=""):
    return f'<column width="40" height="{height}" {attributes}>{inside}</column>'


ROW = f'<row gap="1">{SHORT}<text grow="1">beside</text></row>'
MANY = "<column gap='1'>" + SHORT * 5 + "</column>"
FIRM = '<text fit="error">' + "Short of room, it may not be any smaller. " * 6 + "</text>"


@pytest.mark.parametrize(
    ("inside", "height"),
    [
        (SHORT + LONG, 40),
        (LONG + SHORT, 40),
        (SHORT + f'<stack height="5"/>{LONG}', 40),
        (MANY + LONG, 56),  # each counts by itself
        (LONG + MANY, 56),
        (ROW + LONG, 40),  # counts once
        (FIRM + LONG, 75),  # has what it needs first
    ],
)
def test_a_short_text_keeps_its_size_beside_a_long_one(frame_of, inside, height):
    found = sizes(frame_of(column(inside, height)))
    assert found["Short"] == 10
    assert found["The"] < 10


def test_only_the_text_that_does_not_fit_is_an_error(lay):
    laid = lay(column(SHORT + LONG * 2 + SHORT, 30))
    assert {found.code for found in laid.diagnostics} == {"CG401"}
    assert all("`The quick" in found.message for found in laid.diagnostics)
    assert sizes(laid.frame)["Short"] == 10


def test_a_label_keeps_its_width_beside_a_long_text(frame_of):
    frame = frame_of(f'<row width="50" height="60" gap="2"><text>Two words</text>{LONG}</row>')
    assert texts(frame)[0].string == "Two words"
    assert texts(frame)[0].size == 10


def test_words_in_a_row_that_has_no_room_stay_equally_large(frame_of):
    words = "".join(f"<text>{word}</text>" for word in ("Wide", "i", "Widest"))
    assert len(set(sizes(frame_of(f'<row width="20" height="9">{words}</row>')).values())) == 1


def test_shrink_says_how_much_a_text_gives_way(frame_of):
    inside = SHORT.replace(">S", ' shrink="1">S') + LONG.replace("<text", '<text shrink="1"')
    assert sizes(frame_of(column(inside, 52)))["Short"] < 10


@pytest.mark.parametrize(
    ("wanted", "room", "shares"),
    [([4, 9, 9], 16, [4, 6, 6]), ([4, 9, 7], 19, [4, 8, 7]), ([2, 2, 2], 3, [1, 1, 1])],
)
def test_shares(wanted, room, shares):
    needs = [Need(((size, 0.0),)) for size in wanted]
    assert fair_shares(needs, room, False) == pytest.approx(shares)


def test_shares_do_not_go_below_what_is_needed_while_there_is_room():
    needs = [Need(((9.0, 8.0),)), Need(((9.0, 2.0), (1.0, 0.5)), fixed=2.0)]
    assert fair_shares(needs, 15, False) == pytest.approx([8, 7])
    assert fair_shares(needs, 5, False) == pytest.approx([1, 4])
    assert fair_shares(needs, 7.25, True) == pytest.approx([4, 3.25])
    assert fair_shares(needs, 1, False) is None
