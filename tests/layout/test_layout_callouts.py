"""Numbered markers on pictures: where they stand, how they look, what they refuse."""

import pytest

from cardgen.core.geometry import Insets, Path, Rect, Size
from cardgen.core.style import Color
from cardgen.frame import Frame, Region, RegionKind, Shape

PILE = Region.for_id("pile", Rect(100, 50, 20, 40))
BOARD = Frame(Size(200, 100), [Shape(Path.rect(Rect(0, 0, 200, 100))), PILE], Insets())
PICTURE = '<card ref="board" x="10" y="20" width="40" height="20" radius="0"/>'


def pictures(side):
    if side == "board/back":
        return BOARD
    raise LookupError("board", "cards/one")


def laid(lay, markers, attributes="", picture=PICTURE):
    look = f'size="4" {attributes}'
    return lay(f"<callouts {look}>{picture}{markers}</callouts>", pictures=pictures)


def centres(found):
    """The middle of each marker by its note."""
    assert [str(each.message) for each in found.diagnostics] == []
    regions = [each for each in found.frame.items if isinstance(each, Region)]
    return {
        each.note: (round(each.rect.center[0], 3), round(each.rect.center[1], 3))
        for each in regions
        if each.kind is RegionKind.CALLOUT
    }


@pytest.mark.parametrize(
    ("marker", "middle"),
    [
        ('x="7" y="8"', (7, 8)),  # in the picture as a whole
        ('x="50%" y="100%"', (30, 90)),
        ('of="board"', (30, 30)),  # in its middle: the board stands from 10, 20 on
        ('of="board" x="50" y="25"', (20, 25)),  # in its own millimetres, a fifth of the size
        ('of="pile"', (32, 34)),
        ('of="pile" x="0" y="0"', (30, 30)),
        ('of="pile" x="100%" y="10"', (34, 32)),
        ('of="deck" x="0" y="0"', (2, 3)),
        ('of="pile" dx="-6" dy="3"', (26, 37)),
    ],
)
def test_a_marker_stands_where_a_place_is(lay, marker, middle):
    deck = '<rect id="deck" x="2" y="3" width="9" height="9" fill="red"/>'
    found = laid(lay, f'<callout n="1" {marker}/>', picture=PICTURE + deck)
    assert centres(found) == {"n=1": middle}


@pytest.mark.parametrize(("y", "middle"), [(0, (30, 30)), (40, (22, 30))])
def test_a_place_turns_with_its_board(lay, y, middle):
    turned = PICTURE.replace("<card", '<card rotate="90"')
    found = laid(lay, f'<callout n="1" of="pile" x="0" y="{y}"/>', picture=turned)
    assert centres(found) == {"n=1": middle}


def test_a_line_leads_to_the_point_if_the_marker_stands_off(lay, pixels):
    looks = 'fill="red" ring="ink" color="ink"'
    near = laid(lay, '<callout n="1" x="20" y="20" dx="1"/>', looks)
    far = laid(lay, '<callout n="1" x="20" y="20" dx="10"/>', looks)
    shapes = [sum(isinstance(each, Shape) for each in one.frame.items) for one in (near, far)]
    assert shapes == [1, 3]
    image = pixels(far.frame, 10)
    assert image.getpixel((240, 200)) == (16, 32, 48)  # the line
    assert image.getpixel((300, 184)) == (255, 0, 0)  # the marker, above its number
    assert image.getpixel((240, 210)) == (255, 255, 255)


@pytest.mark.parametrize(
    ("markup", "codes"),
    [
        ('<callouts><callout n="1" of="pail"/></callouts>', ["CG422"]),
        ('<callouts><on of="pail"><rect fill="red"/></on></callouts>', ["CG422"]),
        ('<stack><callout n="1"/></stack>', ["CG421"]),
        ('<stack><on of="a"/></stack>', ["CG421"]),
        ('<callouts><stack><on of="a"/></stack></callouts>', ["CG421"]),
        ('<callouts steps="2"><callout n="1"/><callout n="3"/></callouts>', ["CG423", "CG424"]),
        ('<callouts steps="2" unmarked="2"><callout n="1"/></callouts>', []),
        ('<callouts steps="2"><callout n="1"/><callout n="1"/></callouts>', ["CG424"]),
    ],
)
def test_what_is_wrong_is_told(lay, markup, codes):
    found = lay(markup, pictures=pictures)
    assert [each.code for each in found.diagnostics] == codes
    assert all(each.location and each.location.path == "card.xml" for each in found.diagnostics)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("pille", "did you mean `pile`?"),
        ("zzz", "the picture has `notes`, `pile`, and its cards"),  # no ids of the program's own
    ],
)
def test_a_name_is_guessed_from_the_places_of_the_board(lay, name, hint):
    picture = PICTURE + '<text id="notes" fit="shrink" width="20" height="3">A long text</text>'
    found = laid(lay, f'<callout n="1" of="{name}"/>', picture=picture)
    assert found.diagnostics[0].hints == (hint,)


def test_a_card_lies_on_a_place_of_the_board(lay):
    upon = '<on of="pile"><rect id="top" width="50%" fill="red"/></on>'
    found = laid(lay, upon + '<callout n="1" of="top" x="0" y="0"/>')
    assert centres(found) == {"n=1": (30, 30)}
    [top] = [e.rect for e in found.frame.items if isinstance(e, Region) and e.id == "top"]
    assert top == Rect(30, 30, 2, 8)


@pytest.mark.parametrize(
    ("shape", "corner"), [("card", False), ("rect", True), ("round", False), ("triangle", False)]
)
def test_a_pictured_piece_is_cut_as_it_is(lay, pixels, shape, corner):
    board = Frame(Size(40, 40), [Shape(Path.rect(Rect(0, 0, 40, 40)), Color(1, 0, 0))])
    found = lay(f'<card ref="b" shape="{shape}" width="40"/>', pictures=lambda _: board)
    image = pixels(found.frame)
    assert image.getpixel((20, 20)) == (255, 0, 0)
    assert (image.getpixel((0, 0)) == (255, 0, 0)) == corner
