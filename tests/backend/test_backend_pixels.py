"""Tiny Frames as letters: what is painted where, one letter a pixel."""

from concurrent.futures import ThreadPoolExecutor

import PIL.ImageChops
import pytest
from msgspec.structs import replace
from workshops import picture as expect

from cardgen.backend.raster import PDFIUM, open_plates, rasterize
from cardgen.core.geometry import Insets, Matrix, Path, Rect, Size
from cardgen.core.style import Color, LinearGradient, RadialGradient
from cardgen.frame import Frame, Group, Image, Shape, Stroke, Text

LETTERS = {
    "_": (255, 255, 255),
    "R": (255, 0, 0),
    "G": (0, 255, 0),
    "B": (0, 0, 255),
    "K": (0, 0, 0),
    "P": (255, 127, 127),  # red, half seen
    "V": (127, 127, 255),  # blue, half seen
    "M": (127, 0, 127),  # blue, half seen, on red
}
RED, GREEN, BLUE, BLACK = Color(1, 0, 0), Color(0, 1, 0), Color(0, 0, 1), Color(0, 0, 0)


def letter(pixel):
    for name, color in LETTERS.items():
        if all(abs(a - b) <= 2 for a, b in zip(pixel, color, strict=True)):
            return name
    return "?"


@pytest.fixture
def painted(library):
    def run(items, width=8, height=4, **options):
        frame = Frame(Size(width, height), items)
        image = rasterize(frame, width, height, library, **options)
        assert image.size == (width, height)
        rows = range(height)
        return "\n".join(
            "".join(letter(image.getpixel((x, y))) for x in range(width)) for y in rows
        )

    return run


def box(x, y, width, height):
    return Path.rect(Rect(x, y, width, height))


def test_shapes_in_painting_order(painted):
    items = [
        Shape(box(0, 0, 8, 4), BLUE),
        Shape(box(1, 1, 3, 2), RED),
        Shape(box(3, 2, 3, 2), GREEN),
    ]
    assert painted(items) == expect("""
        BBBBBBBB
        BRRRBBBB
        BRRGGGBB
        BBBGGGBB
    """)


def test_nothing_is_white(painted):
    assert painted([], 3, 2) == "___\n___"
    assert painted([Shape(Path(()), RED)], 3, 1) == "___"
    assert painted([Group(Frame(Size(1, 1), []))], 3, 1) == "___"


def test_strokes_run_along_the_middle(painted):
    line = Shape(Path.polygon([(1, 2), (7, 2)], closed=False), None, Stroke(RED, 2))
    assert painted([line]) == expect("""
        ________
        _RRRRRR_
        _RRRRRR_
        ________
    """)
    dashed = Shape(Path.polygon([(0, 2), (8, 2)], closed=False), None, Stroke(RED, 2, (2, 1)))
    assert painted([dashed]).splitlines()[1] == "RR_RR_RR"
    square = Shape(Path.polygon([(2, 2), (6, 2)], closed=False), None, Stroke(RED, 2, (), "square"))
    assert painted([square]).splitlines()[1] == "_RRRRRR_"


RINGS = (*box(0, 0, 8, 4).segments, *box(2, 1, 4, 2).segments)
CLEAR_RED, CLEAR_BLUE = RED.with_alpha(0.5), BLUE.with_alpha(0.5)
INNER = Frame(Size(8, 4), [Shape(box(2, 0, 2, 4), RED)])


def across(*stops):
    return Shape(box(0, 0, 8, 4), LinearGradient(0, 0, 8, 0, stops))


@pytest.mark.parametrize(
    ("items", "row"),
    [
        ([Shape(box(1.5, 0.5, 5, 3), GREEN, Stroke(RED, 1))], "_RGGGGR_"),
        ([Shape(Path(RINGS), RED)], "RRRRRRRR"),
        ([Shape(Path(RINGS, even_odd=True), RED)], "RR____RR"),
        ([Shape(box(0, 0, 4, 4), RED), Shape(box(2, 1, 4, 2), CLEAR_BLUE)], "RRMMVV__"),
        ([Shape(box(0, 0, 4, 4), CLEAR_BLUE), Shape(box(7, 0, 1, 4), BLUE)], "VVVV___B"),
        (
            [
                Shape(box(0, 0, 2, 4), CLEAR_BLUE),
                Group(INNER),
                Group(INNER, Matrix.translation(2, 0)),
                Shape(box(6, 0, 1, 4), CLEAR_BLUE),
            ],
            "VVRRRRV_",
        ),
        ([across((0.2, RED), (0.2, GREEN), (0.7, GREEN), (0.7, BLUE))], "RRGGGGBB"),
        ([across((0.0, CLEAR_RED), (1.0, CLEAR_RED))], "PPPPPPPP"),
        ([across((0.0, CLEAR_RED), (1.0, CLEAR_RED)), Shape(box(6, 0, 2, 4), RED)], "PPPPPPRR"),
    ],
    ids=(
        "fill and stroke|filled twice|even and odd|colours mix|half seen alone|no leaks at a group|"
        "early and late stops|an equally clear gradient|what follows it is whole"
    ).split("|"),
)
def test_a_row_of_pixels_has_its_colours(painted, items, row):
    assert painted(items).splitlines()[2] == row


def test_groups_move_turn_and_clip(painted):
    inner = Frame(Size(4, 2), [Shape(box(0, 0, 4, 2), RED), Shape(box(0, 0, 1, 1), BLUE)])
    assert painted([Group(inner, Matrix.translation(3, 1))]) == expect("""
        ________
        ___BRRR_
        ___RRRR_
        ________
    """)
    turned = Group(inner, Matrix.rotation(90).then(Matrix.translation(5, 0)))
    assert painted([turned]) == expect("""
        ___RB___
        ___RR___
        ___RR___
        ___RR___
    """)
    clipped = Group(inner, Matrix.translation(3, 1), box(0, 0, 2, 1))
    assert painted([clipped, Shape(box(0, 3, 1, 1), RED)]) == expect("""
        ________
        ___BR___
        ________
        R_______
    """)


def test_a_faded_group_is_faded_as_one(painted):
    inner = Frame(Size(8, 4), [Shape(box(0, 0, 6, 2), RED), Shape(box(2, 0, 4, 4), RED)])
    assert painted([Group(inner, opacity=0.5), Shape(box(7, 3, 1, 1), RED)]) == expect("""
        PPPPPP__
        PPPPPP__
        __PPPP__
        __PPPP_R
    """)


def test_a_faded_group_reaches_beyond_its_size(painted):
    far = Frame(Size(1, 1), [Shape(box(-20, 0, 60, 60), RED)])
    assert set(painted([Group(far, opacity=0.5)], 40, 40)) == {"P", "\n"}
    assert set(painted([Group(far), Group(far)], 40, 40)) == {"R", "\n"}


def test_gradients_run_from_end_to_end(painted):
    stops = ((0.0, RED), (0.45, RED), (0.45, BLUE), (1.0, BLUE))
    across = Shape(box(0, 0, 8, 2), LinearGradient(0, 0, 8, 0, stops))
    around = Shape(box(0, 2, 8, 2), RadialGradient(4, 3, 4, ((0.0, GREEN), (1.0, GREEN))))
    assert painted([across, around]) == expect("""
        RRRRBBBB
        RRRRBBBB
        GGGGGGGG
        GGGGGGGG
    """)


def test_gradients_on_lines(painted):
    halves = LinearGradient(0, 0, 8, 0, ((0.0, RED), (0.45, RED), (0.45, BLUE), (1.0, BLUE)))
    frame = Shape(box(1, 1, 6, 4), GREEN, Stroke(halves, 2))
    assert painted([frame], 8, 6) == expect("""
        RRRRBBBB
        RRRRBBBB
        RRGGGGBB
        RRGGGGBB
        RRRRBBBB
        RRRRBBBB
    """)
    dashes = Path.polygon([(0, 1), (8, 1)], closed=False)
    assert painted([Shape(dashes, None, Stroke(halves, 2, (1, 2)))], 8, 2) == expect("""
        R__R__B_
        R__R__B_
    """)
    solid, dust = (
        painted([Shape(dashes, None, Stroke(halves, 2, d))], 8, 2) for d in ((), (1e-18, 0))
    )
    assert dust == solid
    line = Path.polygon([(2, 2), (6, 2)], closed=False)
    assert painted([Shape(line, None, Stroke(halves, 2, cap="square"))], 8, 4) == expect("""
        ________
        _RRRBBB_
        _RRRBBB_
        ________
    """)


def test_gradients_on_letters(painted, library):
    font = library.font("titan-one/regular")
    halves = LinearGradient(0, 0, 8, 0, ((0.0, RED), (0.45, RED), (0.45, BLUE), (1.0, BLUE)))
    bar = Text(-2, 7, font.key, 48, halves, (font.shape("—"),))
    assert {row.strip("_?") for row in painted([bar], 8, 6).splitlines()} == {"", "RRRRBBBB"}
    clear = LinearGradient(0, 0, 8, 0, ((0.0, RED), (0.45, RED), (0.45, RED.with_alpha(0))))
    last = painted([replace(bar, color=clear), Shape(box(7, 0, 1, 6), BLUE)], 8, 6)
    assert set(last.splitlines()) >= {"RRRR___B", "_______B"}


@pytest.mark.parametrize("join", ["miter", "round", "bevel"])
@pytest.mark.parametrize("cap", ["butt", "round", "square"])
@pytest.mark.parametrize("dash", [(), (5, 3)])
def test_a_line_of_a_gradient_covers_what_one_of_a_colour_covers(library, join, cap, dash):
    plain = LinearGradient(0, 0, 60, 0, ((0.0, BLACK), (1.0, BLACK)))
    tight = Path((("M", 8, 50), ("C", 8, 30, 12, 30, 12, 50), ("L", 14, 8)))
    star = Path.polygon([(20, 50), (30, 8), (40, 50), (18, 22), (42, 22)])
    ring = Path.ellipse(52, 15, 6, 9)
    panel = Path.rect(Rect(46, 30, 12, 22), 3)
    pictures = []
    for paint in (BLACK, plain):
        line = Stroke(paint, 3, dash, cap, join)
        items = [Shape(path, None, line) for path in (tight, star, ring, panel)]
        pictures.append(rasterize(Frame(Size(62, 60), items), 248, 240, library).convert("L"))
    far = PIL.ImageChops.difference(*pictures).point(lambda value: 255 * (value > 96))
    assert sum(far.histogram()[255:]) < 12  # of 59520


def test_fading_gradients(painted):
    clear = RED.with_alpha(0)
    stops = ((0.0, RED), (0.45, RED), (0.45, clear), (1.0, clear))
    fading = Shape(box(0, 0, 8, 4), LinearGradient(0, 0, 8, 0, stops))
    assert painted([fading]).splitlines()[0] == "RRRR____"
    # What was half seen before does not fade it further, what comes after is whole again.
    before, after = Shape(box(0, 3, 8, 1), BLUE.with_alpha(0.5)), Shape(box(7, 0, 1, 1), BLUE)
    assert painted([before, fading, after]).splitlines() == [
        "RRRR___B",
        "RRRR____",
        "RRRR____",
        "RRRRVVVV",
    ]


def test_pictures_fill_their_rectangle(painted, library):
    picture = library.picture("wide.png")
    assert painted([Image(picture.key, Rect(2, 1, 4, 2))]) == expect("""
        ________
        __RRRR__
        __RRRR__
        ________
    """)


def test_clear_pictures_let_the_ground_through(painted, library):
    glass = Image(library.picture("glass.png").key, Rect(0, 0, 8, 4))
    assert painted([Shape(box(0, 0, 4, 4), RED), glass]).splitlines()[1] == "MMMMVVVV"


@pytest.mark.parametrize("size", [(1, 1), (7, 11), (13, 3), (743, 1039), (409, 585)])
def test_pictures_have_exactly_the_size_asked_for(library, size):
    frame = Frame(Size(63, 88), [Shape(box(-3, -3, 69, 94), RED)], Insets(3, 3, 3, 3))
    for bleed in (False, True):
        image = rasterize(frame, *size, library, bleed=bleed)
        assert image.size == size
        assert image.mode == "RGB"
        # No strip of paper shows at any edge.
        assert image.getextrema() == ((255, 255), (0, 0), (0, 0))


def test_bleed_is_shown_on_demand(library):
    frame = Frame(Size(4, 2), [Shape(box(0, 0, 4, 2), RED)], Insets(1, 1, 1, 1))
    image = rasterize(frame, 6, 4, library, bleed=True)
    assert [letter(image.getpixel((x, 1))) for x in range(6)] == list("_RRRR_")
    assert [letter(image.getpixel((x, 0))) for x in range(6)] == list("______")


def ink(library, word, tracking=0.0):
    """Return the box of dark pixels of a word: 20 mm type, five pixels a millimetre."""
    font = library.font("atkinson/regular")
    text = Text(10, 40, font.key, 56.693, BLACK, (font.shape(word),), 0.0, tracking)
    image = rasterize(Frame(Size(120, 60), [text]), 600, 300, library)
    return image.convert("L").point(lambda value: 255 if value < 128 else 0).getbbox()


def test_text_stands_where_it_should(library):
    font = library.font("atkinson/regular")
    left, top, _, bottom = ink(library, "H")
    assert bottom == pytest.approx(200, abs=1)  # the baseline
    assert top == pytest.approx(200 - font.cap_height / 1000 * 100, abs=1.5)
    assert 50 <= left <= 65


def test_letter_spacing_is_painted(library):
    _, _, right, _ = ink(library, "HHH")
    _, _, spaced, _ = ink(library, "HHH", tracking=5)
    assert spaced - right == pytest.approx(2 * 5 * 5, abs=1)


def test_a_raised_accent_is_painted_above_its_letter(library):
    plain = ink(library, "x")
    word = library.font("noto-sans/regular").shape("x\u0301")
    font = library.font("noto-sans/regular")
    text = Text(10, 40, font.key, 56.693, BLACK, (word, font.shape(" "), font.shape("H")))
    image = rasterize(Frame(Size(120, 60), [text]), 600, 300, library).convert("L")
    dark = image.point(lambda value: 255 if value < 128 else 0)
    letter_box = dark.crop((0, 0, 105, 300)).getbbox()
    assert letter_box[1] < plain[1] - 10  # something stands above the x
    right = dark.crop((130, 0, 600, 300)).getbbox()  # and the H is back on the baseline
    assert right[3] == pytest.approx(200, abs=1)


def test_the_same_rows_are_packed_the_same_whatever_was_packed_before():
    """ISA-L is not always of that mind."""
    from cardgen.backend.pixels import pack

    rows = [bytes((x * y) % (17 + part) for y in range(90) for x in range(500)) for part in (0, 1)]
    first = [pack(one) for one in rows]
    junk = []
    for turn in range(400):
        junk.append(bytes(turn * 391))
        assert pack(rows[turn % 2]) == first[turn % 2]
        del junk[turn % 5 : turn % 3 : 2]


def test_a_limit_for_mitres_holds_for_its_own_stroke(painted):
    """A corner of 45 degrees has a mitre 2.6 times as long as the stroke is wide."""

    def corner(y, miter):
        path = Path((("M", 0, y), ("L", 8, y), ("L", 0, y + 8)))
        return Shape(path, stroke=Stroke(BLACK, 4, miter=miter))

    def tip(*items):
        return painted(list(items), 14, 3).splitlines()[0][11]

    assert (tip(corner(2, 10)), tip(corner(2, 2))) == ("K", "_")
    blunt = corner(80, 2)  # out of sight
    sharp = Group(Frame(Size(14, 3), [corner(2, 10)]))
    assert tip(blunt, corner(2, 10)) == "K"
    assert tip(blunt, sharp) == "K"
    assert tip(Group(Frame(Size(14, 3), [blunt])), corner(2, 10)) == "K"


def test_threads_take_turns_at_pdfium(library):
    with ThreadPoolExecutor(1) as other:
        with open_plates([Frame(Size(8, 4), [])], library):
            assert not other.submit(PDFIUM.acquire, False).result()
        assert other.submit(PDFIUM.acquire, False).result()
        other.submit(PDFIUM.release).result()
