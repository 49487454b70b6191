"""Text keeps a distance from what is drawn beside it: found where it does not, nowhere else."""

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.core.diagnostics import Location
from cardgen.core.geometry import Matrix
from cardgen.frame import Frame, Group
from cardgen.model.formats import Limits
from cardgen.model.load import load_game
from cardgen.pipeline.game_work import GameWork
from cardgen.proof.rules.clearance import _distance_from_box
from cardgen.proof.runner import proof

ROOT = Path(__file__).parents[2]
# An H of 20 pt: its stem begins 0.55 mm right of the box, and its foot stands at y 24.97.
TEXT = '<text x="20" y="20" width="20" size="20" color="ink">{}</text>'
BAR = '<rect x="{}" y="10" width="2" height="30" fill="ink"/>'


def found(frame, library, clearance=1.0):
    limits = Limits(0.0, clearance)
    return [item for item in proof(frame, limits, library) if item.code == "CG809"]


def distance(frame, library):
    """Return how near the nearest edge is, of those nearer than 5 mm."""
    warnings = found(frame, library, 5.0)
    return warnings[0].rank if warnings else None


def test_it_says_text_distance_and_place(frame_of, library):
    frame = frame_of(f"<side>\n{TEXT.format('HH')}\n{BAR.format(17.9)}\n</side>")
    (warning,) = found(frame, library)
    assert warning.location == Location("card.xml", tag_number=2)
    assert warning.message == (
        "the text `HH` is 0.65 mm from the item beside it; the game requires 1 mm"
    )
    assert warning.notes[0].startswith("at 19.9 mm from the left, 2")
    assert warning.notes[1] == "drawn by card.xml:#3"


def test_nobody_asks_unless_the_game_does(frame_of, library):
    frame = frame_of(TEXT.format("HH") + BAR.format(18))
    assert found(frame, library, 0.0) == []
    assert found(frame, library, 0.5) == []
    assert len(found(frame, library, 0.6)) == 1


@pytest.mark.parametrize(
    ("shape", "near"),
    [
        (BAR.format(16), 2.55),
        ('<line x1="18" y1="10" x2="18" y2="40" stroke="ink" stroke-width="1"/>', 2.05),
        ('<line x1="18" y1="10" x2="18" y2="40" stroke="ink" stroke-width="0.1"/>', 2.50),
        ('<ellipse x="8" y="17.5" width="10" height="10" stroke="red" stroke-width="0.2"/>', 2.45),
        ('<icon x="8" y="17.5" size="10" name="square"/>', 2.55),
        ('<stack rotate="90" x="14" y="20" width="6" height="2" background="ink"/>', 2.55),
        ('<rect x="19" y="15" width="30" height="20" fill="#ffd0d0"/>', None),  # a plate, pale
        (BAR.format(2), None),
        ('<rect x="19" y="15" width="30" height="20" stroke="ink" stroke-width="0.2"/>', 1.45),
    ],
)
def test_edges_of_every_kind_are_measured(frame_of, library, shape, near):
    measured = distance(frame_of(shape + TEXT.format("HH")), library)
    assert measured == (None if near is None else pytest.approx(near, abs=0.03))


@pytest.mark.parametrize(
    "markup",
    [
        '<rect x="10" y="10" width="40" height="40" fill="#ffcc00"/>' + TEXT.format("HH"),
        '<side background="#ffcc00">' + TEXT.format("HH") + "</side>",
        BAR.format(18) + '<rect width="60" height="90" fill="#fff"/>' + TEXT.format("HH"),
        '<rect x="18" y="10" width="2" height="30" fill="#eee"/>' + TEXT.format("HH"),
        TEXT.format('HH <icon name="square"/> HH'),
        '<polygon points="0,90 60,90 60,15 0,30" fill="#888"/>' + TEXT.format("HHHHH"),
        f'<stack width="17" height="90" clip="true">{BAR.format(18)}</stack>' + TEXT.format("HH"),
        BAR.format(18) + TEXT.format("·"),
    ],
    ids=["plate", "side", "covered", "shade", "icon", "ground", "clipped", "ornament"],
)
def test_grounds_and_what_is_not_seen_are_let_pass(frame_of, library, markup):
    assert found(frame_of(markup), library) == []


OTHER = '<text x="{}" y="{}" size="20" color="red">HH</text>'


@pytest.mark.parametrize(
    ("other", "near"),
    [
        # HH is 10.2 mm wide with 0.55 mm at both sides; its letters are 4.71 mm high.
        (OTHER.format(20, 25.71).replace("HH", "HI"), 1.0),  # below
        (OTHER.format(20, 22).replace("HH", "HI"), 0.0),  # across
        (OTHER.format(20.1, 20.1), None),  # its shadow
        (OTHER.format(20, 35).replace("HH", "HI"), None),
        (OTHER.format(20, 25.71).replace("HH", "··"), None),
    ],
)
def test_other_texts_count_as_what_is_drawn_beside_it(frame_of, library, other, near):
    warnings = found(frame_of(f"<side>\n{TEXT.format('HH')}\n{other}\n</side>"), library, 1.5)
    assert [one.rank for one in warnings] == (
        [] if near is None else [pytest.approx(near, abs=0.02)]
    )
    assert all(one.notes[1] == "drawn by card.xml:#3" for one in warnings)


def test_runs_of_one_text_may_be_as_near_as_they_like(frame_of, library):
    tight = '<text x="5" y="20" width="50" size="20" leading="0.7">HH **HH**<br/>Hg HH</text>'
    assert found(frame_of(tight), library, 1.5) == []


def test_a_turned_text_is_measured_as_it_lies(frame_of, library):
    inner = frame_of(TEXT.format("HH") + BAR.format(18))
    for turn in (0, 30, 90):
        moved = Group(inner, Matrix.rotation(turn, 30, 45).then(Matrix.scaling(0.5)))
        (warning,) = found(Frame(inner.size, [moved]), library)
        assert warning.rank == pytest.approx(0.277, abs=0.02)


def test_texts_of_pictured_cards_are_measured_at_home(frame_of, library):
    card = frame_of(TEXT.format("HH") + BAR.format(18), bleed=3)
    board = Frame(card.size, [Group(card, Matrix.scaling(0.5))])
    assert found(board, library) == []


@pytest.mark.broad
def test_the_rails_of_minecart_give_their_texts_air():
    work = GameWork(ROOT, load_game(ROOT, "minecart"))
    ids = [id for id in work.specs if id.startswith("draw/rail-") and id.endswith("/face")]
    assert len(ids) == 12
    for id in ids:
        frame = work.side(work.specs[id]).frame
        assert frame is not None
        near = found(frame, work.library, 1.0)
        assert not [one for one in near if "rail.xml.j2" in str(one.location)]


EDGES = st.integers(-20, 20).map(float)
POINTS = st.tuples(EDGES, EDGES)


@given(POINTS, POINTS, POINTS, st.integers(1, 20), st.integers(1, 20))
def test_the_distance_of_a_line_from_a_box_is_the_least_there_is(a, b, at, wide, high):
    box = (*at, at[0] + wide, at[1] + high)
    found, share = _distance_from_box(a, b, box)

    def away(share):
        x, y = a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
        return math.hypot(max(box[0] - x, 0, x - box[2]), max(box[1] - y, 0, y - box[3]))

    assert found == pytest.approx(away(share), abs=1e-6)
    assert found <= min(away(step / 200) for step in range(201)) + 1e-6
