import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.core.geometry import Insets, Path, Rect, Size
from cardgen.core.style import Color
from cardgen.frame import Frame, Group, Shape
from cardgen.impose.fitting import MOST_REPEATED, Fit, fit_side
from cardgen.products.orders.reading import services
from cardgen.products.orders.service import ServiceProduct

SERVICES = services()
EURO = Size(63, 88)


def product(service: str, name: str) -> ServiceProduct:
    found = SERVICES[service].product(name)
    assert found is not None
    return found


def on(size: Size, service: str, name: str, bleed: float = 3.0) -> Fit:
    return on_product(size, bleed, product(service, name))


def on_product(size: Size, bleed: float, product: ServiceProduct) -> Fit:
    return fit_side(size, bleed, product.size or size, product.margins, product.canvas)


def test_euro_cards_on_poker_cards():
    found = on(EURO, "mpc", "poker")
    assert found.scale == pytest.approx(63.5 / 63)
    assert found.inside == (0, 0.101)
    assert found.short == (0.024, 0.125)
    assert found.is_near
    assert found.reaches
    assert not found.turned


def test_a_product_of_the_same_size_scales_nothing():
    found = on(EURO, "tgc", "EuroPokerDeck")
    assert (found.scale, found.inside, found.short) == (1, (0, 0), (0.425, 0.625))
    exact = on(Size(63.5, 88.9), "tgc", "PokerDeck", 3.175)
    assert (exact.scale, exact.inside, exact.short) == (1, (0, 0), (0, 0))
    assert exact.percent == exact.distance == 0


def test_any_size_is_taken_as_it_is():
    found = on(Size(51, 77), "mbprint", "cards")
    assert (found.trim, found.scale, found.repeat_width) == (Size(51, 77), 1, 0)


@pytest.mark.parametrize(
    ("size", "name", "near"),
    [
        (Size(70, 120), "tarot", True),
        (Size(63.5, 63.5), "small-square", False),
        (Size(59, 86), "poker", False),
        (Size(44, 67), "mini", False),
        (Size(88, 63), "poker", True),
    ],
)
def test_what_counts_as_one_size(size, name, near):
    assert on(size, "mpc", name).is_near is near


def test_too_little_bleed_does_not_reach_and_what_is_needed_does():
    assert on(EURO, "tgc", "PokerDeck", 2.5).repeat_width == pytest.approx(0.756, abs=1e-3)
    assert not on(EURO, "tgc", "PokerDeck", 2.5).reaches
    for name in ("PokerDeck", "EuroPokerDeck", "TarotDeck"):
        short = on(EURO, "tgc", name, 1.0)
        assert on(EURO, "tgc", name, short.needed_bleed + 1e-6).repeat_width == 0


SIZES = st.floats(30, 200).map(lambda length: round(length, 2))
POKER = product("mpc", "poker")


@given(SIZES, SIZES, st.floats(0, 6))
def test_nothing_of_a_side_is_cut_off(width, height, bleed):
    found = on_product(Size(width, height), bleed, POKER)
    for back in (False, True):
        box = found.matrix(back).apply_rect(Rect(0, 0, width, height))
        assert Rect(0, 0, found.trim.width, found.trim.height).contains(box, 1e-6)
        across, along = found.trim.width - box.width, found.trim.height - box.height
        assert min(across, along) == pytest.approx(0, abs=1e-6)
        assert box.center == pytest.approx((found.trim.width / 2, found.trim.height / 2))


def side(size: Size, bleed: float) -> Frame:
    """A black side with a white corner at its top left."""
    around = Rect(-bleed, -bleed, size.width + 2 * bleed, size.height + 2 * bleed)
    corner = Path.rect(Rect(0, 0, 10, 10))
    items = [Shape(Path.rect(around), Color(0, 0, 0)), Shape(corner, Color(1, 1, 1))]
    return Frame(size, items, Insets(bleed, bleed, bleed, bleed))


def test_a_side_that_lies_turned_has_its_top_at_the_same_edge_of_the_card():
    """Turned over left to right, the edge at the right of the face is at the left of the back."""
    found = on(Size(88, 63), "mpc", "poker")
    assert found.turned
    top = Rect(0, 0, 88, 1)
    face, back = (found.matrix(one).apply_rect(top) for one in (False, True))
    assert face.right == pytest.approx(found.trim.width)
    assert back.x == pytest.approx(0)


def test_the_ring_goes_once_around_and_laps_over_the_side():
    found = on(EURO, "tgc", "EuroPokerDeck")
    laid = found.place_side(side(EURO, 3))
    below, ring = laid.items
    assert isinstance(below, Group)
    assert isinstance(ring, Group)
    assert ring.clip is not None
    assert ring.clip.even_odd
    assert laid.size == EURO
    assert laid.bleed.left == pytest.approx(3.425)
    outer = ring.matrix.apply_rect(ring.clip.bounds())
    assert outer.x == pytest.approx(-3.425, abs=1e-3)
    assert outer.y == pytest.approx(-3.625, abs=1e-3)
    hole = Path(ring.clip.segments[5:]).bounds()
    inner = ring.matrix.apply_rect(hole)
    assert -3 + 0.2 < inner.x < -3 + 0.3
    pixels = (inner.x - outer.x) * 300 / 25.4
    assert pixels == pytest.approx(round(pixels), abs=0.02)


def test_without_a_gap_there_is_no_ring():
    [only] = (
        on(Size(63.5, 88.9), "tgc", "PokerDeck", 3.5).place_side(side(Size(63.5, 88.9), 3.5)).items
    )
    assert isinstance(only, Group)


def test_the_ring_lies_well_outside_of_the_cut():
    bleeds = [
        min(one.margins.left, one.margins.top)
        for service in SERVICES.values()
        for one in service.products
        if one.kind == "deck"
    ]
    assert min(bleeds) - MOST_REPEATED > 2
