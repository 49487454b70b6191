"""Numbers in icons: where they stand, how large, in which colour, and what is read."""

import pytest
from msgspec.structs import replace

from cardgen.core.geometry import Rect
from cardgen.core.style import Color
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Frame, Group, Item, Text

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{}</svg>'


@pytest.fixture(autouse=True)
def drawings(library):
    drawn = {
        "coin": '<path d="M0 0H24V24H0Z"/><rect id="number" x="2" y="3" width="12" height="6" '
        'fill="none"/>',
        "moved": '<g transform="translate(2 4) scale(2)"><path d="M0 0H10V8H0Z"/>'
        '<rect id="number" x="1" y="2" width="4" height="3" fill="none"/></g>',
        "ring": '<path d="M0 0H24V24H0ZM2 2V22H22V2Z"/>',
        "badge": '<path d="M0 0H24V24H0Z"/><path fill="#fff" d="M4 4H20V20H4Z"/>',
    }
    for name, inside in drawn.items():
        (library.root / f"{name}.svg").write_text(SVG.format(inside))


def texts(frame):
    """Return the texts with the scale at which they are painted."""
    return [(item, matrix.scale) for item, matrix in frame.walk() if isinstance(item, Text)]


def number(frame):
    ((text, _),) = texts(frame)
    return text


def test_the_drawing_says_where_a_number_goes(library):
    assert library.icon("coin", None).number == Rect(2, 3, 12, 6)
    assert library.icon("moved", None).number == Rect(4, 8, 8, 6)
    middle = library.icon("square", None).number
    assert (middle.x, middle.y, middle.width) == pytest.approx((4.8, 4.8, 14.4))
    wide = library.icon("wide", None).number
    assert (wide.width, wide.height) == pytest.approx((14.4, 7.2))


@pytest.mark.parametrize(
    ("number", "seen"), [("4", {"top": 3, "bottom": 9}), ("10 000", {"left": 2, "right": 14})]
)
def test_what_is_seen_of_a_number_fills_its_box(frame_of, pixels, number, seen):
    markup = f'<icon name="coin" number="{number}" width="24" height="24"/>'
    image = pixels(frame_of(markup, size=(24, 24)), 20).convert("L")
    edges = [edge / 20 for edge in image.point(lambda value: 255 * (value > 128)).getbbox()]
    found = dict(zip(("left", "top", "right", "bottom"), edges, strict=True))
    assert {name: found[name] for name in seen} == pytest.approx(seen, abs=0.1)
    assert found["left"] + found["right"] == pytest.approx(16, abs=0.2)  # in the middle
    assert found["top"] + found["bottom"] == pytest.approx(12, abs=0.2)


def test_round_figures_are_as_large_as_others(frame_of):
    sizes = {
        round(number(frame_of(f'<icon name="coin" number="{one}"/>')).size, 2)
        for one in "0123456789"
    }
    assert len(sizes) == 1


@pytest.mark.parametrize(
    ("attributes", "color"),
    [
        ('name="coin" color="ink"', "#ffffff"),
        ('name="coin" color="#ffffff"', "#000000"),
        ('name="ring" color="red"', "#ff0000"),
        ('name="badge" color="ink"', "#000000"),
        ('name="coin" color="ink" number-color="red"', "#ff0000"),
    ],
)
def test_it_is_told_from_what_lies_beneath(frame_of, attributes, color):
    assert number(frame_of(f'<icon number="3" {attributes}/>')).color == Color.parse(color)


def test_it_is_bold_if_its_style_has_that(frame_of):
    assert number(frame_of('<icon name="coin" number="3"/>')).font.startswith("atkinson/bold@")
    titled = number(frame_of('<icon name="coin" number="3" style="title"/>'))
    assert titled.font.startswith("barlow-condensed/bold@")


def test_without_a_number_nothing_changes(frame_of):
    assert frame_of('<icon name="coin" number=""/>') == frame_of('<icon name="coin"/>')


def alt(frame):
    (item,) = (item for item in frame.items if isinstance(item, Group))
    return item.alt


ICON = '<icon name="coin" number="3" {}/>'


@pytest.mark.parametrize(
    ("markup", "words", "read"),
    [
        (ICON.format(""), {}, "3 coin"),
        (ICON.format(""), {"coin": "gold"}, "3 gold"),
        (ICON.format('alt="three gold"'), {}, "three gold"),
        (ICON.format('alt=""'), {}, ""),
        (f"<text>Pay {ICON.format('')} now</text>", {"coin": "gold"}, "3 gold"),
        (f"<text>Pay {ICON.format('')} gold</text>", {"coin": "gold"}, "3"),
    ],
)
def test_it_is_read_with_the_word_of_its_icon(frame_of, theme, markup, words, read):
    assert alt(frame_of(markup, theme=replace(theme, words=words))) == read


def test_in_running_text_it_is_copied_once(frame_of, said):
    frame = frame_of('<text width="50">Pay <icon name="coin" number="3"/> to all</text>')
    assert said(frame) == "Pay 3 coin to all"


def test_in_running_text_it_is_large_enough(frame_of, judged):
    frame = frame_of('<text x="5" y="5">Pay <icon name="square" number="3"/> to all</text>')
    assert not [one for one in judged(frame) if one.code == "CG802"]
    ((text, scale),) = [(t, s) for t, s in texts(frame) if t.string == "3"]
    assert 6 <= text.size * scale <= 12
    small = '<text x="5" y="5"><icon name="square" number="3" scale="0.8"/></text>'
    assert [one.code for one in judged(small)] == ["CG802"]


def test_a_number_no_font_has_is_an_error(lay):
    (found,) = lay('<icon name="coin" number="&#xE123;"/>').diagnostics
    assert found.code == "CG403"


def test_numbers_are_measured_in_the_units_of_the_icon(frame_of):
    text = number(frame_of('<icon name="coin" number="4" width="12" height="12"/>'))
    assert 6 / 0.75 < text.size * MM_PER_POINT < 6 / 0.6  # capitals are 6 units high


def test_small_type_names_the_number_that_is_too_small(frame_of, judged):
    inline = '<icon name="square" number="3"/> or <icon name="square" number="1000000"/>'
    frame = frame_of(f'<text x="9" y="9" size="10">{inline}</text>')
    found = judged(_stamped(frame))  # as those of a rich text are
    (warning,) = [one for one in found if one.code == "CG802"]
    assert "`1000000 square`" in warning.message


def _stamped(frame):
    items: list[Item] = []
    for one in frame.items:
        inner = replace(one, frame=_stamped(one.frame)) if isinstance(one, Group) else one
        items.append(replace(inner, stamp="card.xml:1:1"))
    return Frame(frame.size, items, frame.bleed)
