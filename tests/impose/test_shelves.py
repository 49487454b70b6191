"""Cards of several sizes on one sheet: cut apart from edge to edge, backs behind, few sheets."""

from collections import Counter
from itertools import product
from math import ceil, floor

import pytest
from breadth import examples
from hypothesis import given
from hypothesis import strategies as st
from page_boxes import arranged, grown, line_ends, overlap, page_of, refusal
from test_duplex import corners, groups, marked, turned_over

from cardgen.core.diagnostics import Location
from cardgen.core.geometry import Rect, Size
from cardgen.core.units import PAPERS
from cardgen.impose.duplex import flip_axis
from cardgen.impose.margins import MARK_SHORT, margins_of
from cardgen.impose.marks import crop_marks
from cardgen.impose.nup import Arrangement, arrange
from cardgen.impose.sheet import SheetCard, impose
from cardgen.impose.shelves import Shelves, arrange_cards

POKER, MINI, TAROT = Size(63, 88), Size(44, 67), Size(70, 120)
BRIDGE = Size(57, 88)
A4, LETTER = PAPERS["a4"], PAPERS["letter"]
BLEED, MARGIN = 3.0, 5.0

measures = st.floats(25, 130).map(lambda value: round(value, 1))
sizes = st.builds(Size, measures, measures)
demands = st.dictionaries(
    sizes | st.sampled_from([POKER, BRIDGE, MINI]), st.integers(1, 9), min_size=2, max_size=3
)
papers = st.sampled_from(list(PAPERS.values()))
modes = st.sampled_from(["auto", "butt", "inner", "bleed"])
few = examples(15)


def shelves_of(demand, paper=A4, mode="auto", fold=False):
    return arranged(arrange_cards, demand, BLEED, paper, MARGIN, mode, {}, fold)


def plans_of(demand, found):
    queue = [size for size, count in demand.items() for _ in range(count)]
    deals = found.deal(queue)
    assert sorted(index for hand, _ in deals for index in hand) == list(range(len(queue)))
    for hand, plan in deals:
        assert [place.size for place in plan.places] == [queue[index] for index in hand]
    return [plan for _, plan in deals]


def crosses(line, low, high):
    return low + 1e-6 < line < high - 1e-6


def guillotine(part, cards, lines):
    """Cut a part along lines, each from edge to edge and through no card; return what is left.

    Only lines that run inside of the part cut anything.
    """
    for way, at in lines:
        upright = way == "across"
        near, far = (part.x, part.right) if upright else (part.y, part.bottom)
        through = [
            card
            for card in cards
            if crosses(at, *((card.x, card.right) if upright else (card.y, card.bottom)))
        ]
        if not crosses(at, near, far) or through:
            continue
        if upright:
            halves = (
                Rect(part.x, part.y, at - part.x, part.height),
                Rect(at, part.y, part.right - at, part.height),
            )
        else:
            halves = (
                Rect(part.x, part.y, part.width, at - part.y),
                Rect(part.x, at, part.width, part.bottom - at),
            )
        return [
            piece
            for half in halves
            for piece in guillotine(half, [c for c in cards if half.contains(c, 1e-6)], lines)
        ]
    return [part]


def as_numbers(box):
    return tuple(round(value, 4) for value in (box.x, box.y, box.width, box.height))


@few
@given(demands, papers, modes, st.booleans())
def test_a_guillotine_takes_all_cards_apart_along_the_marks(demand, paper, mode, fold):
    found = shelves_of(demand, paper, mode, fold)
    art, room = found.artwork, margins_of(found)
    page = page_of(found)
    for plan in plans_of(demand, found):
        marks = line_ends(crop_marks(found, plan.bands))
        assert all(page.contains(Rect(x, y, u - x, v - y), 1e-6) for x, y, u, v in marks)
        # First the cuts between bands, each drawn from mark to mark across the whole sheet.
        parting = [band.below for band in plan.bands if band.below is not None]
        assert [band.above for band in plan.bands[1:]] == parting
        for y in parting:
            assert (
                art.x - room.horizontal_mark_length,
                y,
                art.right + room.horizontal_mark_length,
                y,
            ) in marks
        strips = guillotine(page, [p.trim for p in plan.places], [("along", y) for y in parting])
        assert len(strips) == len(plan.bands)
        pieces: list[Rect] = []
        for strip, band in zip(strips, plan.bands, strict=True):
            cards = [p.trim for p in plan.places if strip.contains(p.trim, 1e-6)]
            # Then each strip by itself: every line of it has a mark at either end, on the strip.
            for x in band.across if room.vertical_mark_length or len(plan.bands) > 1 else ():
                own = [(y, v) for u, y, w, v in marks if u == w == x]
                edges = [Rect(x, y, 0, v - y) for y, v in own]
                edges = [mark for mark in edges if strip.contains(mark, 1e-6)]
                above = band.above is not None or room.vertical_mark_length > 0
                below = band.below is not None or room.vertical_mark_length > 0
                top = min(card.y for card in cards)
                bottom = max(card.bottom for card in cards)
                assert sum(mark.bottom <= top + 1e-6 for mark in edges) == above
                assert sum(mark.y >= bottom - 1e-6 for mark in edges) == below
            for y in band.along if room.horizontal_mark_length > 0 else ():
                assert (art.x - room.horizontal_mark_length, y, art.x, y) in marks
                assert (art.right, y, art.right + room.horizontal_mark_length, y) in marks
            lines = [("across", x) for x in band.across] + [("along", y) for y in band.along]
            if fold:  # the other half has the backs
                strip = Rect(strip.x, strip.y, found.page.width / 2, strip.height)
            left = guillotine(strip, cards, lines)
            pieces += [one for one in left if any(one.contains(card, 1e-6) for card in cards)]
        # What is left around a card is the card.
        assert Counter(map(as_numbers, pieces)) == Counter(as_numbers(p.trim) for p in plan.places)


@few
@given(demands, papers, modes, st.booleans())
def test_artwork_and_marks_stay_off_other_cards(demand, paper, mode, fold):
    found = shelves_of(demand, paper, mode, fold)
    queue = [marked(size, i) for size, n in demand.items() for i in range(n)]
    pages = impose([SheetCard(face, None) for face in queue], found, "none")
    for plan, page in zip(plans_of(demand, found), pages, strict=True):
        shown = [grown(place.trim, place.reach) for place in plan.places]
        clips = [matrix.apply_rect(clip.bounds()) for _, matrix, clip in groups(page.frame) if clip]
        for clip, box in zip(clips, shown, strict=True):
            assert as_numbers(clip) == pytest.approx(as_numbers(box), abs=0.002)
        assert all(found.artwork.contains(box, 1e-6) for box in shown)
        for place, box in zip(plan.places, shown, strict=True):
            for other in plan.places:
                assert other is place or not overlap(box, other.trim)
        for x, y, u, v in line_ends(crop_marks(found, plan.bands)):
            assert not any(overlap(Rect(x, y, u - x, v - y), box) for box in shown)


@few
@given(demands, papers, modes, st.sampled_from(["long-edge", "short-edge", "gutterfold"]))
def test_every_back_lies_behind_its_face(demand, paper, mode, duplex):
    fold = duplex == "gutterfold"
    found = shelves_of(demand, paper, mode, fold)
    queue = [size for size, count in demand.items() for _ in range(count)]
    partner = {marked(s, i): marked(s, 200 + i) for i, s in enumerate(queue)}
    pages = impose([SheetCard(f, b) for f, b in partner.items()], found, duplex)
    axis = found.fold or flip_axis(found.page.width > found.page.height, duplex)
    sheets = [(p, p) for p in pages] if fold else zip(pages[::2], pages[1::2], strict=True)
    seen = 0
    for front, back in sheets:
        lying = {frame: matrix for frame, matrix, _ in groups(back.frame)}
        for face, matrix, _ in groups(front.frame):
            if face not in partner:
                continue
            # Seen from the front, left and right of a back are swapped, and up stays up.
            top_left, top_right, bottom_left = corners(matrix, face.size)
            seen_left, seen_right, seen_below = (
                turned_over(point, found.page, axis)
                for point in corners(lying[partner[face]], face.size)
            )
            assert seen_right == pytest.approx(top_left, abs=0.01)
            assert seen_left == pytest.approx(top_right, abs=0.01)
            below = tuple(
                b + r - t for b, r, t in zip(bottom_left, top_right, top_left, strict=True)
            )
            assert seen_below == pytest.approx(below, abs=0.01)
            seen += 1
    assert seen == len(queue)


def test_one_size_lies_on_a_grid():
    found = shelves_of({POKER: 5}, A4, "butt")
    assert found == arrange(POKER, BLEED, A4, MARGIN, "butt")
    assert isinstance(found, Arrangement)


def partitions(count):
    """All ways to put so many things into heaps."""
    if not count:
        return [[]]
    return [
        way
        for heaps in partitions(count - 1)
        for way in (
            [*heaps, [count - 1]],
            *([*heaps[:i], [*heap, count - 1], *heaps[i + 1 :]] for i, heap in enumerate(heaps)),
        )
    ]


def exhaustive(demand, paper):
    """The fewest sheets with full bleed and their fewest cuts, by trying everything.

    Rows of each size are put on sheets in every way, on both orientations of the page, and turned.
    """
    least = (99, 0)
    gap, apart = 2 * BLEED, 2 * (BLEED + MARK_SHORT)
    for width, height in ((paper.width, paper.height), (paper.height, paper.width)):
        room = [length - 2 * (MARGIN + BLEED + 1) + gap for length in (width, height)]
        for turns in product((False, True), repeat=len(demand)):
            lying = [s.quarter_turned if t else s for s, t in zip(demand, turns, strict=True)]
            across = [floor((room[0] + 1e-6) / (size.width + gap)) for size in lying]
            if not all(across):
                continue
            rows = [
                min(fit, count - first)
                for fit, count in zip(across, demand.values(), strict=True)
                for first in range(0, count, fit)
            ]
            kinds = [
                kind
                for kind, (fit, count) in enumerate(zip(across, demand.values(), strict=True))
                for _ in range(ceil(count / fit))
            ]
            for sheets in partitions(len(rows)):
                cuts, fits = 0, True
                for sheet in sheets:
                    bands = {kinds[r] for r in sheet}
                    high = sum(lying[kinds[r]].height + gap for r in sheet)
                    fits &= high + (len(bands) - 1) * (apart - gap) <= room[1] + 1e-6
                    upright = sum(2 * max(rows[r] for r in sheet if kinds[r] == k) for k in bands)
                    cuts += upright + 2 * len(sheet) + len(bands) - 1
                if fits:
                    least = min(least, (len(sheets), cuts))
    return least


def cuts_of(plan):
    lines = sum(len(band.across) + len(band.along) for band in plan.bands)
    return lines + len(plan.bands) - 1


@examples(12)
@given(
    st.lists(
        st.sampled_from([POKER, MINI, TAROT, Size(100, 60), Size(63.5, 63.5)]),
        min_size=2,
        max_size=2,
        unique=True,
    ),
    st.lists(st.integers(1, 4), min_size=2, max_size=2),
    st.sampled_from([A4, LETTER]),
)
def test_no_arrangement_in_shelves_has_fewer_sheets_or_as_few_and_fewer_cuts(pieces, counts, paper):
    demand = dict(zip(pieces, counts, strict=True))
    plans = plans_of(demand, shelves_of(demand, paper, "bleed"))
    assert (len(plans), sum(map(cuts_of, plans))) == exhaustive(demand, paper)


def sheets_apart(demand, paper):
    grids = [arrange(size, BLEED, paper, MARGIN, "bleed") for size in demand]
    return sum(-(-n // grid.slots) for n, grid in zip(demand.values(), grids, strict=True))


@examples(12)
@given(
    st.dictionaries(sizes, st.integers(1, 25), min_size=2, max_size=3),
    papers,
    st.sampled_from(["bleed", "auto"]),
)
def test_it_never_takes_more_sheets_than_decks_apart(demand, paper, mode):
    found = shelves_of(demand, paper, mode)
    assert isinstance(found, Shelves)
    assert len(found.sheets) <= sheets_apart(demand, paper)


def test_tarot_cards_take_the_room_beside_poker_cards():
    demand = {POKER: 20, TAROT: 5}
    found = shelves_of(demand)
    assert (found.mode, len(plans_of(demand, found))) == ("bleed", 4)
    assert sheets_apart(demand, A4) == 5


@pytest.mark.parametrize(
    ("demand", "paper", "mode", "sheets"),
    [
        ({POKER: 1, MINI: 1}, A4, "bleed", 1),
        ({POKER: 6, MINI: 3}, A4, "bleed", 1),  # two shelves of three do not leave this room
        ({TAROT: 2, POKER: 4}, A4, "bleed", 1),
        ({POKER: 54, MINI: 20}, A4, "butt", 8),
        ({POKER: 1000, MINI: 300}, A4, "butt", 131),
    ],
)
def test_sheets_of_some_games(demand, paper, mode, sheets):
    assert len(plans_of(demand, shelves_of(demand, paper, mode))) == sheets


def test_cards_of_one_height_share_shelves():
    """Two poker and one bridge are 183 mm wide, and a row of its own would need a second band."""
    [plan] = plans_of({POKER: 2, BRIDGE: 1}, shelves_of({POKER: 2, BRIDGE: 1}, A4, "butt"))
    assert len(plan.bands) == 1
    assert len({place.trim.y for place in plan.places}) == 1


def test_a_size_that_fits_nowhere_is_an_error_where_it_is_given():
    at = {Size(300, 250): Location("card_data/game/game.yaml", 12, 3)}
    demand = {POKER: 3, Size(300, 250): 1}
    found = refusal(arrange_cards, demand, BLEED, A4, MARGIN, "auto", at)
    assert found.code == "CG601"
    assert found.location == at[Size(300, 250)]


def test_sizes_that_need_the_page_to_lie_differently_are_an_error():
    high, wide = Size(193.5, 271.5), Size(184, 280.5)
    at = {high: Location("game.yaml", 7)}
    fault = refusal(arrange_cards, {high: 1, wide: 1}, 3.0, A4, 5.0, "inner", at)
    assert fault.code == "CG608"
