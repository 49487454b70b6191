import pytest

from cardgen.core.geometry import Matrix, Size
from cardgen.core.style import Color
from cardgen.core.units import PAPERS
from cardgen.frame import Frame, Glyph, Group, Shape, Shaped, Text
from cardgen.products.calibration import SOLID, VALUES, calibration_pages


def write(text, size):
    """Set text in a font whose every glyph is half an em wide."""
    height = size * 25.4 / 72 * 1.2
    word = Shaped(text, tuple(Glyph(1, 500, 500, text=c) for c in text), 500.0 * len(text))
    line = Text(0, 0.8 * height, "test/regular@0", size, Color(0, 0, 0), (word,))
    return Frame(Size(line.width, height), [line])


def squares(page):
    """The frames on a front, the solids on a back."""
    return [
        item.path.bounds()
        for item in page.frame.items
        if isinstance(item, Shape) and len(item.path.segments) == 5
    ]


def texts(page):
    found = {}
    for item, matrix in page.frame.walk():
        if isinstance(item, Group):
            inner = item.frame.items
            if inner and isinstance(inner[0], Text):
                box = item.matrix.then(matrix).apply_rect(item.frame.trim)
                found.setdefault(inner[0].string, []).append(box)
    return found


SHEETS = [
    pytest.param(paper, duplex, landscape, marks=() if paper == "a4" else pytest.mark.broad)
    for paper in PAPERS
    for duplex in ("long-edge", "short-edge")
    for landscape in (False, True)
]


@pytest.mark.parametrize(("paper", "duplex", "landscape"), SHEETS)
def test_through_the_light_each_square_is_off_by_its_labels(paper, duplex, landscape):
    front, back = calibration_pages(PAPERS[paper], write, duplex, landscape)
    page = front.frame.size
    assert page == (PAPERS[paper].quarter_turned if landscape else PAPERS[paper])
    long_is_upright = not landscape
    upright = long_is_upright == (duplex == "long-edge")
    for i, (frame, solid) in enumerate(zip(squares(front), squares(back), strict=True)):
        row, column = divmod(i, len(VALUES))
        x, y = frame.center
        ideal = (page.width - x, y) if upright else (x, page.height - y)
        moved = (solid.center[0] - ideal[0], solid.center[1] - ideal[1])
        assert moved == pytest.approx((VALUES[column], VALUES[row]), abs=0.002)
        assert solid.width == pytest.approx(SOLID)


def test_columns_and_rows_are_labelled_on_both_sides():
    front, back = calibration_pages(PAPERS["a4"], write)
    for page in (front, back):
        found = texts(page)
        for label in ("-2", "-0.25", "0", "+1.75", "+2"):
            assert len(found[label]) == 2, label
    across = sorted(texts(front)["-2"], key=lambda box: box.y)
    assert across[0].x < texts(front)["+2"][0].x


def test_there_are_two_rulers_of_a_hundred_millimetres():
    front, back = calibration_pages(PAPERS["a4"], write)
    spans = []
    for item in front.frame.items:
        if isinstance(item, Group) and item.frame.size.width > 100 and len(item.frame.items) == 2:
            scale = item.frame.items[0]
            assert isinstance(scale, Shape)
            box = item.matrix.apply_rect(scale.path.bounds())
            spans.append((round(box.width, 3), round(box.height, 3)))
    assert sorted(spans) == [(4, 100), (100, 4)]
    assert len(texts(back).get("100 mm", [])) == 0


def test_bars_stand_one_to_ten_millimetres_from_every_edge():
    front, back = calibration_pages(PAPERS["letter"], write)
    assert front.frame.items[-1] == back.frame.items[-1]
    stairs = front.frame.items[-1]
    assert isinstance(stairs, Group)
    (bars,) = (item for item in stairs.frame.items if isinstance(item, Shape))
    segments = bars.path.segments
    page = front.frame.size
    tops = {a[2] for a, b in zip(segments[::2], segments[1::2], strict=True) if a[2] == b[2]}
    sides = {a[1] for a, b in zip(segments[::2], segments[1::2], strict=True) if a[1] == b[1]}
    near = set(range(1, 11))
    assert {round(float(v), 3) for v in tops} == near | {round(page.height - n, 3) for n in near}
    assert {round(float(v), 3) for v in sides} == near | {round(page.width - n, 3) for n in near}


@pytest.mark.parametrize(("paper", "duplex", "landscape"), SHEETS)
def test_words_and_rulers_are_on_the_page_and_apart(paper, duplex, landscape):
    for page in calibration_pages(PAPERS[paper], write, duplex, landscape):
        boxes = squares(page)
        parts = [i for i in page.frame.items if isinstance(i, Group)]
        boxes += [i.matrix.apply_rect(i.frame.trim) for i in parts[:-1]]
        stairs = parts[-1].frame
        for item, matrix in stairs.walk():
            if isinstance(item, Group):
                boxes.append(item.matrix.then(matrix or Matrix()).apply_rect(item.frame.trim))
        for i, box in enumerate(boxes):
            assert page.frame.trim.contains(box)
            for other in boxes[:i]:
                assert not overlap(box, other), (box, other)


def overlap(one, other):
    slack = 0.01
    return (
        one.x < other.right - slack
        and other.x < one.right - slack
        and one.y < other.bottom - slack
        and other.y < one.bottom - slack
    )
