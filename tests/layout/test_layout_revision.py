import pytest

from cardgen.frame import Text
from cardgen.frame.packing import look
from cardgen.layout.elements.revision import LENGTH, LETTERS, code_of

MARK = '<revision x="4" y="80" height="5" size="6"/>'
CARD = '<text x="4" y="4" height="8">{}</text>'
ANNA = CARD.format("Anna")


def code(frame):
    """The text of the mark: the only one of 6 pt."""
    (found,) = (
        item.string
        for item, _ in frame.walk()
        if isinstance(item, Text) and round(item.size, 3) == 6.0
    )
    return found


def test_a_code_is_short_and_plain(frame_of):
    found = code(frame_of(ANNA + MARK))
    assert len(found) == LENGTH == 3
    assert set(found) <= set(LETTERS)
    assert len(set(LETTERS)) == 32
    assert not set("ILOU") & set(LETTERS)


def test_the_same_side_has_the_same_code(frame_of):
    one, other = (frame_of(ANNA + MARK) for _ in range(2))
    assert one == other
    # Across machines and versions too: nothing but what is painted goes into it.
    assert code(frame_of('<rect width="9" height="9" fill="red"/>' + MARK)) == "RRB"


@pytest.mark.parametrize(
    "changed",
    [
        CARD.format("Anne"),
        ANNA.replace('x="4"', 'x="4.1"'),
        CARD.format("<b>Anna</b>"),
        ANNA + '<rect width="1" height="1" fill="red"/>',
        CARD.format('<span color="red">Anna</span>'),
    ],
)
def test_any_change_of_the_side_changes_it(frame_of, changed):
    assert code(frame_of(changed + MARK)) != code(frame_of(ANNA + MARK))


def test_sizes_count(frame_of):
    sides = [frame_of(MARK), frame_of(MARK, size=(61.0, 90.0)), frame_of(MARK, bleed=3.0)]
    assert len({code(side) for side in sides}) == 3


@pytest.mark.parametrize(
    "side",
    [
        ANNA + MARK,
        '<stack id="spot" width="9" height="9"/>' + ANNA + MARK,
        ANNA + MARK.replace('y="80"', 'y="70"'),
        ANNA + MARK.replace("/>", ' rotate="90"/>'),
        ANNA + MARK.replace("/>", ' opacity="0.5"/>'),
    ],
    ids=["as it is", "a named place", "moved", "turned", "faint"],
)
def test_what_paints_nothing_and_the_mark_itself_do_not_count(frame_of, side):
    assert code(frame_of(side)) == code_of(look(frame_of(ANNA)))


def test_marks_stand_where_they_were_written(frame_of):
    below = '<rect width="9" height="9" fill="red"/>'
    frame = frame_of(below + MARK + '<rect width="1" height="1" fill="ink"/>')
    assert [type(item).__name__ for item in frame.items] == ["Shape", "Text", "Shape"]


def test_several_marks_say_the_same(frame_of):
    frame = frame_of(ANNA + MARK + MARK.replace("80", "70") + CARD.format("x"))
    texts = [item for item in frame.items if isinstance(item, Text)]
    assert [round(text.size, 3) for text in texts] == [10.0, 6.0, 6.0, 10.0]
    assert texts[1].string == texts[2].string


@pytest.mark.parametrize("around", ['rotate="90"', 'opacity="0.5"'])
def test_a_mark_inside_a_group_is_that_of_the_side(frame_of, around):
    stack = f"<stack {around}>{ANNA}{MARK}</stack>"
    assert len(code(frame_of(stack))) == 3
    assert code(frame_of(stack)) != code(frame_of(stack.replace("Anna", "Anne")))


def test_a_code_never_moves_its_neighbours(frame_of):
    row = '<row y="80" height="5"><revision size="6"/><text>after</text></row>'
    places = set()
    for name in ("Anna", "Bert", "Carl", "Dora"):
        frame = frame_of(CARD.format(name) + row)
        places |= {i.x for i in frame.items if isinstance(i, Text) and i.string == "after"}
    assert len(places) == 1


def test_it_takes_the_attributes_of_text(frame_of):
    frame = frame_of('<revision style="title" color="red" align="right" y="80" height="6"/>')
    (text,) = (item for item in frame.items if isinstance(item, Text))
    assert text.color.hex == "#ff0000"
    assert text.x + text.width == pytest.approx(60.0, abs=0.001)


@pytest.mark.parametrize("markup", ["{}", '<stack rotate="9">{}</stack>'])
def test_faults_are_told_once(lay, markup):
    (found,) = lay(markup.format('<revision style="nope"/>')).diagnostics
    assert found.code == "CG405"
