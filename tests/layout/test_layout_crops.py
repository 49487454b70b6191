"""Which part of a picture is shown: focus, zoom and crop, worked out by hand."""

import PIL.Image
import pytest

from cardgen.assets.svgview import PictureView, parse_view
from cardgen.core.geometry import Path, Rect
from cardgen.frame import Group


@pytest.fixture
def placed(frame_of):
    """Return where the whole picture lies, and what it is clipped to."""

    def run(attributes, size='width="10" height="10"'):
        (item,) = frame_of(f'<image {size} min-dpi="0" {attributes}/>').items
        if isinstance(item, Group):
            clip = item.clip
            (item,) = item.frame.items
        else:
            clip = None
        return item.rect, clip

    return run


BOX = Path.rect(Rect(0, 0, 10, 10))


@pytest.mark.parametrize(
    ("attributes", "x"),
    [
        ('src="wide.png"', -5),
        ('src="wide.png" focus="50% 50%"', -5),
        ('src="wide.png" focus="0% 0%"', 0),
        ('src="wide.png" focus="40% 20%"', -3),
        ('src="wide.png" focus="90% 50%"', -10),
        ('src="wide.png#focus=40% 20%"', -3),
        ('src="wide.png#focus=40% 20%" focus="90% 50%"', -3),
    ],
)
def test_the_focus_is_as_near_the_middle_as_can_be(placed, attributes, x):
    assert placed(attributes) == (Rect(x, 0, 20, 10), BOX)


def test_zoom_enlarges_about_the_focus(placed):
    assert placed('src="wide.png" zoom="2"') == (Rect(-15, -5, 40, 20), BOX)
    assert placed('src="wide.png" zoom="2" focus="25% 75%"') == (Rect(-5, -10, 40, 20), BOX)
    assert placed('src="wide.png#zoom=2" fit="contain"') == (Rect(-5, 0, 20, 10), BOX)


def test_a_crop_counts_as_the_whole_picture(placed):
    # The middle third of 600 x 300 is 200 x 300: it covers 10 x 10 at a width of 10.
    third = "33.33333333333333% 0% 33.33333333333333% 100%"
    rect, clip = placed(f'src="wide.png" crop="{third}"')
    assert (rect.x, rect.y, rect.width, rect.height) == pytest.approx((-10, -2.5, 30, 15))
    assert clip == BOX
    rect, clip = placed('src="wide.png" crop="50% 0% 50% 50%" fit="contain"')
    assert (rect.x, rect.y, rect.width, rect.height) == (-10, 2.5, 20, 10)
    assert clip == Path.rect(Rect(0, 2.5, 10, 5))


def test_a_crop_gives_a_picture_its_natural_shape(placed, frame_of):
    markup = '<column width="20"><image src="wide.png" crop="0% 0% 50% 100%"/></column>'
    (group,) = frame_of(markup).items
    assert group.clip.bounds() == Rect(0, 0, 20, 20)


def test_what_the_crop_shows_is_what_is_painted(frame_of, pixels, library):
    quarters = PIL.Image.new("RGB", (40, 40), "red")
    quarters.paste("blue", (20, 0, 40, 20))
    quarters.save(library.root / "quarters.png")
    markup = '<image src="quarters.png" crop="50% 0% 50% 50%" min-dpi="0"/>'
    assert pixels(frame_of(markup, size=(10, 10))).getcolors() == [(100, (0, 0, 255))]


@pytest.mark.parametrize("more", ['crop="0% 0% 50% 50%"', 'zoom="2"'])
def test_the_resolution_counts_what_is_shown(lay, more):
    def found(more):
        markup = f'<image src="wide.png" width="38.1" height="19.05" {more}/>'  # 400 dpi
        return [note for one in lay(markup).diagnostics for note in one.notes]

    assert found("") == []
    assert found('min-dpi="201" ' + more) == ["it is printed at 200 dpi"]


def test_a_view_is_read_as_it_is_written():
    text = "art/a.jpg#focus=40% 20%&zoom=1.5&crop=10% 0% 60% 80%"
    view = parse_view(text)
    assert view == PictureView("art/a.jpg", (0.4, 0.2), 1.5, (0.1, 0.0, 0.6, 0.8))
    assert str(view) == text
    assert parse_view("art/no#1.jpg") == PictureView("art/no#1.jpg")
    with pytest.raises(ValueError, match="each once"):
        parse_view("a.jpg#focus=1% 1%&focus=1% 1%")
