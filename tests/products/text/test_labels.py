"""Labels for sleeves: dots at true size, codes that hold the text, nothing cut."""

import segno
from hypothesis import given
from hypothesis import strategies as st

from cardgen.core.geometry import Size
from cardgen.frame import Frame, Group, Shape
from cardgen.model.words import Said
from cardgen.products.text.labels import (
    APART,
    CELL,
    CELLS_A_LINE,
    DOT,
    LINE,
    dots,
    fits,
    label_frame,
    labels,
    size_of,
)
from cardgen.products.text.script import CardText
from cardgen.products.text.ueb import translate


def written(text, points):
    return Frame(Size(len(text) * points * 0.15, points * 0.35), [])


def labels_of(name, *texts, copies=1):
    said = tuple(Said("", (text,)) for text in texts)
    return labels(CardText(name, said, copies), "Heroes", translate(name))


def middles(frame):
    boxes = [i.path.bounds() for i in frame.items if isinstance(i, Shape)]
    assert all(round(box.width, 2) == round(box.height, 2) == DOT for box in boxes)
    return [tuple(round(value, 2) for value in box.center) for box in boxes]


def test_dots_are_as_large_and_as_far_apart_as_braille_is():
    (label,) = labels_of("Anna Bert Carl")
    assert label.braille == (",ANNA", ",BERT", ",CARL")
    shown = middles(label_frame(label, size_of([label]), written))
    x, y = shown[0][0] - APART, shown[0][1] - 2 * APART  # the first cell has dot 6 alone
    expected = [
        (
            round(x + n * CELL + (dot > 3) * APART, 2),
            round(y + row * LINE + (dot - 1) % 3 * APART, 2),
        )
        for row, line in enumerate(label.braille)
        for n, cell in enumerate(line)
        for dot in dots(cell)
    ]
    assert shown == expected


@given(st.text(alphabet="abz AÉ", min_size=1, max_size=30).filter(str.strip))
def test_all_that_is_drawn_lies_on_the_label(name):
    name = " ".join(name.split())
    (label,) = labels_of(name)
    size = size_of([label])
    assert all(len(line) <= CELLS_A_LINE for line in label.braille)
    for item in label_frame(label, size, written).items:
        box = item.path.bounds() if isinstance(item, Shape) else None
        if isinstance(item, Group):
            box = item.matrix.apply_rect(item.frame.trim)
        assert min(box.x, box.y) >= 0
        assert box.right <= size.width
        assert box.bottom <= size.height


@given(st.lists(st.text(alphabet="abcé “”.-", min_size=1, max_size=300), max_size=12))
def test_codes_hold_the_whole_text_between_them(texts):
    texts = [line for text in texts if (line := " ".join(text.split()))]
    found = labels_of("Anna", *texts)
    said = " ".join(one.said for one in found).split()
    whole = " ".join(["Anna. Heroes.", *(Said("", (text,)).text for text in texts)])
    assert said == whole.split()
    assert [one.part for one in found] == (
        [""] if len(found) == 1 else [f"{n} of {len(found)}" for n in range(1, len(found) + 1)]
    )
    for one in found:
        code = segno.make_qr(one.said, "L", mode="byte", encoding="utf-8", eci=True)
        assert int(code.version) <= 14


def test_a_name_that_is_too_long_is_known_to_be():
    assert fits(translate("Know the Enemy and Know Yourself"))
    assert not fits(translate("Know the Enemy and Know Yourself and All of the Others"))


def test_one_long_name_makes_all_labels_higher():
    (short,), (long,) = labels_of("Anna"), labels_of("First Second Third Fourth")
    assert len(long.braille) == 4
    assert size_of([short, long]).height == size_of([short]).height + LINE
