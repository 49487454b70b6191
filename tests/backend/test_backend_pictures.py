"""Picture files of tiny Frames as letters, one letter a pixel, and what the files say."""

import io
import struct
import zlib
from contextlib import nullcontext

import pytest
from PIL import Image as Pillow
from PIL import ImageChops
from workshops import picture as expect

from cardgen.backend import pixels
from cardgen.backend.pixels import PixelCamera, pack, picture_format, png_file, unpack
from cardgen.core.geometry import Insets, Matrix, Path, Rect, Size
from cardgen.core.style import Color, LinearGradient
from cardgen.frame import Frame, Group, Image, Shape

LETTERS = {
    (255, 255, 255): "_",
    (255, 0, 0): "R",
    (0, 255, 0): "G",
    (0, 0, 255): "B",
    (0, 0, 0): "K",
    (128, 128, 128): "n",
    (127, 127, 127): "n",
    (0, 0, 0, 255): "K",
    (255, 0, 0, 255): "R",
}
RED, GREEN, BLUE, BLACK = Color(1, 0, 0), Color(0, 1, 0), Color(0, 0, 1), Color(0, 0, 0)
BLEED = Insets(3, 3, 3, 3)


def box(x, y, width, height):
    return Path.rect(Rect(x, y, width, height))


def card(color, width=63, height=88, bleed=BLEED):
    """A card of one colour, out to the bleed and beyond."""
    return Frame(Size(width, height), [Shape(box(-9, -9, width + 18, height + 18), color)], bleed)


def opened(data):
    image = Pillow.open(io.BytesIO(data))
    image.load()
    return image


def letters(image):
    """One letter a pixel; a dot is clear, a question mark no colour that was painted."""

    def letter(pixel):
        return "." if len(pixel) == 4 and not pixel[3] else LETTERS.get(pixel, "?")

    return "\n".join(
        "".join(letter(image.getpixel((x, y))) for x in range(image.width))
        for y in range(image.height)
    )


def grid_picture(
    cells, columns, rows, cell, library, drawings=None, format="png", kept=None, **options
):
    kept = {} if kept is None else kept
    camera = PixelCamera(library, drawings, lambda name: nullcontext(kept), **options)
    return camera.grid(cells, columns, rows, cell, format, "cards")


def test_cells_go_row_by_row_and_free_ones_are_flat(library):
    cards = [card(color) for color in (RED, GREEN, BLUE)]
    data = grid_picture([*cards, None, cards[0]], 3, 2, (3, 2), library)
    assert letters(opened(data)) == expect("""
        RRRGGGBBB
        RRRGGGBBB
        nnnRRRnnn
        nnnRRRnnn
    """)


def test_the_last_cell_is_free_for_the_hidden_picture(library):
    cells = [card(RED), card(GREEN), None, card(BLACK)]
    assert letters(opened(grid_picture(cells, 2, 2, (2, 1), library))) == "RRGG\nnnKK"


def test_more_pictures_than_cells_are_a_mistake(library):
    with pytest.raises(ValueError, match="5 pictures for 2 x 2 cells"):
        grid_picture([card(RED)] * 5, 2, 2, (2, 2), library)


@pytest.mark.parametrize("cell", [(744, 1039), (409, 571), (117, 93), (5, 7)])
@pytest.mark.parametrize("bleed", [BLEED, Insets()])
def test_no_pixel_is_a_neighbours(library, cell, bleed):
    """Though every card paints far beyond its own edge."""
    colors = [RED, GREEN, BLUE, BLACK, GREEN, RED]
    cards = [card(color, bleed=bleed) for color in colors]
    image = opened(grid_picture(cards, 3, 2, cell, library))
    assert image.mode == "RGB"
    assert image.size == (3 * cell[0], 2 * cell[1])
    for index, color in enumerate(colors):
        left, top = index % 3 * cell[0], index // 3 * cell[1]
        part = image.crop((left, top, left + cell[0], top + cell[1]))
        rgb = tuple(round(255 * v) for v in (color.red, color.green, color.blue))
        assert part.getcolors() == [(cell[0] * cell[1], rgb)]


def test_a_cell_shows_a_little_of_the_bleed(library):
    """The pad is a pixel wide here, so that the trim is two pixels smaller than the cell."""
    items = [Shape(box(-9, -9, 90, 90), BLUE), Shape(box(0, 0, 4, 2), RED)]
    frame = Frame(Size(4, 2), items, Insets(1, 1, 1, 1))
    shown = letters(opened(grid_picture([frame], 1, 1, (6, 4), library, pad=1)))
    assert shown == "BBBBBB\nBRRRRB\nBRRRRB\nBBBBBB"
    # What has no bleed shows none, and nobody paints further than that.
    bare = Frame(Size(4, 2), items, Insets(left=1))
    assert letters(opened(grid_picture([bare], 1, 1, (5, 2), library, pad=1))) == "BRRRR\nBRRRR"


def test_the_trim_shows_where_nothing_is_painted(library):
    assert letters(opened(grid_picture([Frame(Size(9, 9), ())], 1, 1, (2, 2), library))) == "__\n__"


@pytest.mark.parametrize("band", [1, 24, 60, 10_000])
def test_a_picture_does_not_show_how_it_was_cut_up(library, monkeypatch, band):
    slope = Shape(Path.polygon([(0, 0), (9, 0), (0, 9)]), BLUE)
    cells = [Frame(Size(9, 9), [slope]), card(RED), card(GREEN), Frame(Size(9, 9), [slope])]
    whole = grid_picture(cells, 2, 2, (7, 9), library)
    monkeypatch.setattr(pixels, "_BAND", band)
    assert opened(grid_picture(cells, 2, 2, (7, 9), library)).tobytes() == opened(whole).tobytes()


def test_png_and_jpeg_show_the_same(library):
    cells = [card(RED), card(GREEN), None, card(BLUE)]
    png = opened(grid_picture(cells, 2, 2, (32, 48), library))
    jpeg = opened(grid_picture(cells, 2, 2, (32, 48), library, format="jpg"))
    assert (png.format, jpeg.format) == ("PNG", "JPEG")
    assert jpeg.mode == "RGB"
    assert jpeg.layer == [(1, 1, 1, 0), (2, 1, 1, 1), (3, 1, 1, 1)]
    difference = ImageChops.difference(png, jpeg).getextrema()
    assert max(high for _, high in difference) <= 3


@pytest.mark.parametrize("format", ["png", "jpg"])
def test_the_same_frames_give_the_same_bytes(library, format):
    cells = [card(RED), None, card(GREEN), card(BLUE)]
    drawings = {}
    first = grid_picture(cells, 2, 2, (31, 17), library, drawings, format)
    assert not drawings  # they are only read
    assert grid_picture(cells, 2, 2, (31, 17), library, None, format) == first


@pytest.fixture
def painted_rows(monkeypatch):
    """Count the pictures of cells on each page that is rendered."""
    found: list[int] = []
    real = pixels.open_plates

    def counted(pages, *rest, **more):
        found.extend(sum(isinstance(i, Group) for i in page.items) for page in pages)
        return real(pages, *rest, **more)

    monkeypatch.setattr(pixels, "open_plates", counted)
    return found


def slanted(color):
    """Art over and beyond the edges, nowhere along pixels, on the ground of the paper."""
    outline = Path.rect(Rect(1.3, -2.1, 50.77, 95.3), 9).transform(Matrix.rotation(11, 30, 40))
    return Frame(Size(63, 88), [Shape(outline, color.with_alpha(0.7))], BLEED)


@pytest.mark.parametrize(
    ("cells", "drawn"),
    [
        ((RED, GREEN, BLUE, RED, GREEN, BLUE), []),
        ((RED, GREEN, BLUE, RED, BLUE, BLUE), [1]),  # one card, drawn over what was there
        ((BLUE, GREEN, RED, RED, GREEN, None), [2, 0]),
        ((RED, GREEN, BLUE, None, None, None, BLUE, BLUE, BLUE), [0, 3]),
        ((RED, GREEN, BLUE), []),
    ],
)
def test_only_cells_that_changed_are_drawn_again(library, painted_rows, cells, drawn):
    def picture(colors, kept):
        shown = [color and slanted(color) for color in colors]
        return grid_picture(shown, 3, len(colors) // 3, (149, 209), library, kept=kept)

    whole = picture(cells, None)
    kept = {}
    picture((RED, GREEN, BLUE) * 2, kept)
    painted_rows.clear()
    assert picture(cells, kept) == whole
    assert painted_rows == drawn


def test_cells_of_another_size_are_all_drawn_again(library):
    kept = {}
    shown = [slanted(RED)] * 4
    grid_picture(shown, 2, 2, (149, 209), library, kept=kept)
    anew = grid_picture(shown, 2, 2, (298, 209), library)
    assert grid_picture(shown, 2, 2, (298, 209), library, kept=kept) == anew


def test_a_single_side_with_bleed_and_without(library):
    items = [Shape(box(-9, -9, 90, 90), BLUE), Shape(box(0, 0, 4, 2), RED)]
    frame = Frame(Size(4, 2), items, Insets(1, 1, 1, 1))
    trim = opened(PixelCamera(library).picture(frame, (4, 2)))
    whole = opened(PixelCamera(library).picture(frame, (6, 4), bleed=True))
    assert letters(trim) == "RRRR\nRRRR"
    assert letters(whole) == "BBBBBB\nBRRRRB\nBRRRRB\nBBBBBB"
    assert trim.info["dpi"] == pytest.approx((300, 300), abs=0.01)


def test_a_thumbnail_stands_in_the_middle_of_nothing(library):
    image = opened(PixelCamera(library).thumbnail(card(RED, 2, 4), side=8))
    assert image.mode == "RGBA"
    assert letters(image) == "\n".join(["..RRRR.."] * 8)
    assert letters(opened(PixelCamera(library).thumbnail(card(BLACK, 4, 2), side=4))) == expect("""
        ....
        KKKK
        KKKK
        ....
    """)


def test_png_files_are_what_the_standard_says():
    """Rows through the encoder and back, and every chunk with its checksum."""
    width, height = 5, 70
    rows = bytes(
        (3 * y + 7 * x + 11 * c) % 256
        for y in range(height)
        for x in range(width)
        for c in range(4)
    )
    marked = b"".join(b"\0" + rows[top : top + 4 * width] for top in range(0, len(rows), 4 * width))
    parts = [marked[: 21 * 30], marked[21 * 30 : 21 * 31], marked[21 * 31 :]]
    strips = [pack(part) for part in parts]
    assert [unpack(strip) for strip in strips] == parts
    data = png_file(width, height, strips, channels=4, dpi=300)
    assert opened(data).tobytes() == rows
    packed = b""
    kinds = []
    at = 8
    while at < len(data):
        length, kind = struct.unpack_from(">L4s", data, at)
        check = struct.unpack_from(">L", data, at + 8 + length)[0]
        assert check == zlib.crc32(data[at + 4 : at + 8 + length])
        kinds.append(kind)
        if kind == b"IDAT":
            packed += data[at + 8 : at + 8 + length]
        at += 12 + length
    assert kinds == [b"IHDR", b"sRGB", b"pHYs", *[b"IDAT"] * 5, b"IEND"]
    assert zlib.decompress(packed) == marked  # with the checksum of the whole


def picture(library, rect):
    return Frame(Size(63, 88), [Image(library.picture("photo.jpg").key, rect)])


def test_photographs_are_stored_as_jpeg_and_drawings_as_png(library):
    shade = LinearGradient(0, 0, 63, 88, ((0, RED), (1, BLUE)))
    drawn = Frame(Size(63, 88), [Shape(box(0, 0, 63, 88), shade)])
    photo = picture(library, Rect(0, 0, 63, 60))
    logo = picture(library, Rect(0, 0, 5, 5))
    inside = Frame(Size(63, 88), [Group(photo, Matrix.scaling(0.5))])
    assert picture_format([]) == "png"
    assert picture_format([drawn] * 9) == "png"
    assert picture_format([photo]) == picture_format([inside]) == "jpg"
    assert picture_format([logo] * 5) == "png"
    assert picture_format([photo, *[drawn] * 5]) == "jpg"
    assert picture_format([photo, *[drawn] * 50]) == "png"


def around(items, turn=0.0):
    """Shapes in the middle of a card, turned."""
    inner = Frame(Size(63, 88), items)
    return Frame(Size(63, 88), [Group(inner, Matrix.rotation(turn, 31.5, 44))], BLEED)


@pytest.mark.parametrize("size", [(360, 520), (364, 520), (372, 520), (360, 508)])
def test_a_square_stays_square_in_cells_of_slightly_other_proportions(library, size):
    square = Shape(box(6.5, 19, 50, 50), RED)
    frame = Frame(Size(63, 88), [*card(BLUE).items, square], BLEED)
    image = opened(grid_picture([frame], 1, 1, size, library))
    assert image.size == size
    left, top, right, bottom = image.getchannel("R").point(lambda v: 255 * (v > 127)).getbbox()
    assert abs((right - left) - (bottom - top)) <= 1
