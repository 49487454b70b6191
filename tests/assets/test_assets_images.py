"""Pictures: what passes through, what is brought to 8-bit sRGB, and what is refused."""

import io
import random
import struct
import zlib

import pytest
from PIL import Image, ImageCms

from cardgen.assets import png
from cardgen.assets.images import read_picture
from cardgen.assets.png import ColorSpace
from cardgen.core.diagnostics import AssetError

COLORS = ((255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0), (10, 20, 30), (200, 100, 50))


def sample(mode="RGB"):
    """Three by two pixels of different colours."""
    image = Image.new("RGB", (3, 2))
    image.putdata(COLORS)
    return image.convert(mode)


def encoded(image, format="PNG", **options):
    file = io.BytesIO()
    image.save(file, format, **options)
    return file.getvalue()


def pixels(picture):
    """Decode what a PDF viewer would see."""
    if picture.encoding == "jpeg":
        image = Image.open(io.BytesIO(picture.data))
    else:
        image = unpacked(picture, picture.data, picture.mode)
    assert image.size == (picture.width_px, picture.height_px)
    assert image.mode == picture.mode
    return listed(image)


def listed(image):
    return [image.getpixel((x, y)) for y in range(image.height) for x in range(image.width)]


def unpacked(picture, rows, mode):
    size = struct.pack(">LL", picture.width_px, picture.height_px)
    return Image.open(io.BytesIO(png_file(size, rows, color=2 if mode == "RGB" else 0)))


def png_file(size, rows, color=2, depth=8, chunks=None):
    header = size + bytes((depth, color, 0, 0, 0))
    parts = {b"IHDR": header, **(chunks or {}), b"IDAT": rows, b"IEND": b""}
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">L", len(body)) + kind + body + struct.pack(">L", zlib.crc32(kind + body))
        for kind, body in parts.items()
    )


def one_row(color, depth, bits, chunks):
    """A picture one pixel high, of samples written in binary."""
    width = len(bits.replace(" ", "")) // depth // (3 if color == 2 else 1)
    bits = bits.replace(" ", "")
    row = int(bits.ljust(-(-len(bits) // 8) * 8, "0"), 2).to_bytes(-(-len(bits) // 8), "big")
    packed = zlib.compress(b"\0" + row)
    return png_file(struct.pack(">LL", width, 1), packed, color, depth, chunks)


def opacities(picture):
    return listed(unpacked(picture, picture.alpha, "L"))


def refused(data):
    with pytest.raises(AssetError) as caught:
        read_picture(data, "art/x.png")
    (found,) = caught.value.diagnostics
    assert "art/x.png" in found.message
    return found.code, found.message


def test_plain_png_keeps_its_rows():
    data = encoded(sample())
    picture = read_picture(data, "a.png")
    assert picture.encoding == "flate"
    assert picture.data in data
    assert pixels(picture) == list(COLORS)
    assert picture.alpha is None


@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_plain_jpeg_passes_through(mode):
    data = encoded(sample(mode).resize((30, 20)), "JPEG")
    picture = read_picture(data, "a.jpg")
    assert picture.data is data
    assert (picture.encoding, picture.mode) == ("jpeg", mode)
    assert (picture.width_px, picture.height_px) == (30, 20)


def made_of(mode, *values):
    image = Image.new(mode, (len(values), 1))
    image.putdata(values)
    return encoded(image)


def faint():
    image = sample("RGBA")
    image.putalpha(128)
    return encoded(image)


GREYS = listed(sample("L"))
DEEP = "{:016b}".format


@pytest.mark.parametrize(
    ("data", "mode", "seen", "alpha"),
    [
        *((encoded(sample(), format), "RGB", COLORS, None) for format in ("TIFF", "BMP", "GIF")),
        (encoded(sample(), "WEBP", lossless=True), "RGB", COLORS, None),
        (encoded(sample().quantize(6)), "RGB", COLORS, None),
        (encoded(sample("L")), "L", GREYS, None),
        (made_of("1", 255, 0), "L", [255, 0], None),
        (made_of("LA", (7, 0), (200, 255)), "L", [7, 200], [0, 255]),
        (encoded(sample("RGBA")), "RGB", COLORS, None),
        (faint(), "RGB", COLORS, [128] * 6),
        (
            one_row(0, 16, "".join(map(DEEP, (0, 65535, 32768, 257))), {}),
            *("L", [0, 255, 128, 1], None),
        ),
        (
            one_row(2, 16, "".join(map(DEEP, (65535, 0, 32896, 0, 65535, 0))), {}),
            *("RGB", [(255, 0, 128), (0, 255, 0)], None),
        ),
    ],
    ids="tiff bmp gif webp palette grey bit grey-alpha opaque faint deep-grey deep".split(),
)
def test_pixels_of_every_kind_come_to_eight_bits_and_opacity_apart(data, mode, seen, alpha):
    picture = read_picture(data, "a")
    assert (picture.encoding, picture.mode) == ("flate", mode)
    assert pixels(picture) == list(seen)
    assert (picture.alpha and opacities(picture)) == alpha


def test_interlaced_png_is_decoded():
    data = encoded(sample())
    assert png.plain_rows(data[:28] + b"\x01" + data[29:]) is None


@pytest.mark.parametrize(
    ("orientation", "first"), [(3, COLORS[5]), (6, COLORS[3]), (8, COLORS[2]), (2, COLORS[2])]
)
def test_exif_turns_the_picture(orientation, first):
    exif = Image.Exif()
    exif[0x0112] = orientation
    picture = read_picture(encoded(sample(), exif=exif), "a.png")
    turned = orientation in (6, 8)
    assert (picture.width_px, picture.height_px) == ((2, 3) if turned else (3, 2))
    assert pixels(picture)[0] == first


def test_turned_jpeg_stays_a_jpeg():
    exif = Image.Exif()
    exif[0x0112] = 6
    big = sample().resize((30, 20), Image.Resampling.NEAREST)
    picture = read_picture(encoded(big, "JPEG", exif=exif, quality=95), "a.jpg")
    assert (picture.encoding, picture.width_px, picture.height_px) == ("jpeg", 20, 30)
    red, green, blue = pixels(picture)[0]
    assert (red > 200, green > 200, blue < 80) == (True, True, True)


def test_first_picture_of_several():
    big = sample().resize((30, 20))
    data = encoded(big, "MPO", save_all=True, append_images=[big.rotate(180)])
    picture = read_picture(data, "a.jpg")
    assert (picture.encoding, picture.width_px) == ("jpeg", 30)
    moving = encoded(sample(), "GIF", save_all=True, append_images=[sample().rotate(180)])
    assert pixels(read_picture(moving, "a.gif")) == list(COLORS)


@pytest.mark.parametrize("mode", ["P", "RGB", "L"])
def test_transparent_colour(mode):
    image = Image.new(mode, (2, 1), 0 if mode != "RGB" else (0, 0, 0))
    image.putpixel((1, 0), 1 if mode != "RGB" else (1, 1, 1))
    transparent = (0, 0, 0) if mode == "RGB" else 0
    picture = read_picture(encoded(image, transparency=transparent), "a.png")
    assert opacities(picture) == [0, 255]


@pytest.mark.parametrize(
    ("channels", "depth"), [*((1, depth) for depth in (1, 2, 4, 8, 16)), (3, 8), (3, 16)]
)
def test_transparent_colour_is_compared_in_eight_bits_at_most(channels, depth):
    largest = 2**depth - 1
    # The one that is meant, and one that differs from it in a single bit of the last channel.
    wanted = [largest // 3] * channels
    near = [*wanted[:-1], wanted[-1] ^ (1 << max(depth - 8, 0))]
    far = [wanted[0] ^ (1 << (depth - 1)), *wanted[1:]]
    bits = "".join(f"{sample:0{depth}b}" for sample in wanted + near + far)
    # Bits above the depth say nothing.
    key = struct.pack(f">{channels}H", *(n | (0x8000 if depth < 16 else 0) for n in wanted))
    picture = read_picture(one_row(channels - 1, depth, bits, {b"tRNS": key}), "a.png")
    assert opacities(picture) == [0, 255, 255]


def test_interlaced_transparent_colour_is_turned_with_its_picture():
    image = Image.new("L", (3, 2), 9)
    image.putpixel((0, 0), 5)
    exif = Image.Exif()
    exif[0x0112] = 3  # upside down
    picture = read_picture(encoded(image, transparency=5, interlace=1, exif=exif), "a.png")
    assert (pixels(picture), opacities(picture)) == ([9, 9, 9, 9, 9, 5], [255] * 5 + [0])


def test_unused_transparent_colour_is_dropped():
    data = one_row(0, 16, "0" * 16, {b"tRNS": b"\1\0"})
    assert read_picture(data, "a.png").alpha is None


def test_cmyk_becomes_rgb():
    for format in ("JPEG", "TIFF"):
        data = encoded(Image.new("CMYK", (16, 16), (0, 255, 255, 0)), format)
        picture = read_picture(data, "a")
        assert picture.mode == "RGB"
        red, green, blue = pixels(picture)[0]
        assert red > 240
        assert max(green, blue) < 15


LINEAR = ColorSpace(curve=(1.0,))
# What (10, 20, 30) and others of COLORS are when their numbers stand for linear light.
LINEAR_COLORS = [*COLORS[:4], (56, 79, 96), (229, 168, 122)]


def named_srgb(profile):
    """Put the name of another space into the field for the model of the device."""
    return profile[:52] + b"sRGB" + profile[56:]


def near(found, wanted, by=1):
    pairs = zip(found, wanted, strict=True)
    return all(abs(a - b) <= by for one, other in pairs for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("format", ["PNG", "JPEG", "TIFF", "WEBP"])
def test_profile_counts_for_what_it_does_not_for_its_name(format):
    more = {"quality": 100, "subsampling": 0} if format == "JPEG" else {"lossless": True}
    for space, wanted in ((ColorSpace(), COLORS), (LINEAR, LINEAR_COLORS)):
        data = encoded(sample(), format, icc_profile=named_srgb(space.profile()), **more)
        # JPEG itself is not exact, the less so in the dark, which light makes brighter.
        assert near(pixels(read_picture(data, "a")), wanted, 12 if format == "JPEG" else 1)


def test_picture_with_an_srgb_profile_passes_through():
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for profile in (srgb, ColorSpace().profile()):
        for format in ("PNG", "JPEG"):
            data = encoded(sample(), format, icc_profile=profile)
            assert read_picture(data, "a").data in data


def test_alpha_is_no_colour():
    image = sample("RGBA")
    image.putalpha(128)
    picture = read_picture(encoded(image, icc_profile=LINEAR.profile()), "a.png")
    assert near(pixels(picture), LINEAR_COLORS)
    assert opacities(picture) == [128] * 6


@pytest.mark.parametrize("grey", [True, False])
def test_grey_picture_with_a_profile_stays_grey(grey):
    image = Image.new("L", (1, 1), 20)
    kept = read_picture(encoded(image, icc_profile=ColorSpace().profile(grey)), "a.png")
    changed = read_picture(encoded(image, icc_profile=LINEAR.profile(grey)), "a.png")
    assert (kept.mode, pixels(kept)) == ("L", [20])
    assert (changed.mode, pixels(changed)) == ("L", [79])


def stated(**chunks):
    """What the colours of a PNG file with these chunks come to."""
    known = {kind.encode(): body for kind, body in chunks.items()}
    rows = b"".join(b"\0" + sample().tobytes()[at : at + 9] for at in (0, 9))
    data = png_file(struct.pack(">LL", 3, 2), zlib.compress(rows), chunks=known)
    return pixels(read_picture(data, "a.png"))


def gamma(value):
    return struct.pack(">L", value)


def chromaticities(space):
    return struct.pack(">8L", *(round(value * 100_000) for value in space.primaries))


def test_png_that_states_srgb_by_numbers_is_left_alone():
    usual = chromaticities(ColorSpace())
    assert stated(gAMA=gamma(45455)) == stated(gAMA=gamma(45000), cHRM=usual) == list(COLORS)
    assert stated(sRGB=b"\0", gAMA=gamma(100_000)) == stated(cICP=b"\1\r\0\1") == list(COLORS)
    assert stated(gAMA=gamma(0)) == list(COLORS)


def test_png_that_states_another_space_is_converted():
    assert near(stated(gAMA=gamma(100_000)), LINEAR_COLORS)
    assert near(stated(cICP=b"\1\x08\0\1", sRGB=b"\0"), LINEAR_COLORS)
    # A colour of 200, 100, 50 in Display P3 has more red in sRGB; the most vivid ones are cut.
    wide = stated(cICP=b"\x0c\r\0\1")
    assert near(wide[:3], COLORS[:3])
    assert near(wide[5:], [(215, 93, 31)])


def test_chromaticities_swap_colours():
    white, red, green, blue = (ColorSpace().primaries[at : at + 2] for at in (0, 2, 4, 6))
    swapped = ColorSpace((*white, *blue, *green, *red))
    assert near(stated(cHRM=chromaticities(swapped)), [color[::-1] for color in COLORS])


@pytest.mark.parametrize(
    ("chunks", "code"),
    [
        ({"cICP": bytes((9, 16, 0, 1))}, "CG524"),  # BT.2100 with PQ
        ({"cHRM": struct.pack(">8L", *(30_000,) * 8)}, "CG522"),  # a gamut of nothing
    ],
)
def test_colours_that_mean_nothing_in_print_are_refused(chunks, code):
    with pytest.raises(AssetError) as caught:
        stated(**chunks)
    assert [found.code for found in caught.value.diagnostics] == [code]


def test_unusable_profile_is_ignored():
    picture = read_picture(encoded(sample(), icc_profile=b"nonsense" * 40), "a.png")
    assert pixels(picture) == list(COLORS)


# What is refused


def test_thirty_thousand_pixels_square_are_not_decoded():
    data = png_file(struct.pack(">LL", 30_000, 30_000), zlib.compress(b"\0" * 1000))
    code, message = refused(data)
    assert code == "CG523"
    assert "30000 x 30000" in message


def test_large_header_of_another_format_is_not_decoded():
    data = bytearray(encoded(sample(), "BMP"))
    struct.pack_into("<ll", data, 18, 30_000, 30_000)
    assert refused(bytes(data))[0] == "CG523"
    struct.pack_into("<ll", data, 18, 11_000, 11_000)
    assert refused(bytes(data))[0] == "CG523"


@pytest.mark.parametrize("data", [b"", b"hello", b"<svg/>", b"%PDF-1.4", b"\x89PNG\r\n\x1a\n"])
def test_not_a_picture(data):
    assert refused(data)[0] in ("CG521", "CG522")


@pytest.mark.parametrize("format", ["PNG", "JPEG", "WEBP", "TIFF", "GIF", "BMP"])
@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_cut_short(format, share):
    noise = random.Random(3)
    image = Image.new("RGB", (60, 60))
    image.putdata([tuple(noise.randbytes(3)) for _ in range(3600)])
    data = encoded(image, format)
    assert refused(data[: int(len(data) * share)])[0] in ("CG521", "CG522")


@pytest.mark.parametrize(
    "data",
    [
        png_file(struct.pack(">LL", 2, 2), zlib.compress(b"\0" * 10_000_000)),
        png_file(struct.pack(">LL", 2, 1), zlib.compress(b"\x09" + b"\0" * 6)),
        encoded(Image.new("F", (2, 2)), "TIFF"),
    ],
    ids=["more rows than the header says", "unknown filter", "floating point"],
)
def test_pixels_that_cannot_be_read(data):
    assert refused(data)[0] == "CG522"


def test_no_damage_escapes_as_anything_but_an_asset_error():
    picked = random.Random(11)
    files = [encoded(sample(mode).resize((20, 20))) for mode in ("RGBA", "P")]
    formats = ("JPEG", "TIFF", "WEBP", "GIF", "BMP")
    files += [encoded(sample().resize((20, 20)), format) for format in formats]
    refusals = 0
    for _ in range(200):
        damaged = bytearray(picked.choice(files))
        for _ in range(picked.choice((1, 5, 30))):
            damaged[picked.randrange(len(damaged))] = picked.randrange(256)
        try:
            read_picture(bytes(damaged), "x")
        except AssetError:
            refusals += 1
    assert refusals > 20
