import io

import pikepdf
import pytest
from msgspec.structs import replace
from stand_ins import AT, GAME, Maker, poker_deck, request_of

from cardgen.core.geometry import Insets, Rect, Size
from cardgen.core.geometry import Path as Outline
from cardgen.frame import Frame, Shape
from cardgen.impose.marks import BLACK
from cardgen.impose.sheet import SheetCard
from cardgen.model.printer import Printer
from cardgen.products.sheets import deck_sheets

DECK = poker_deck(id="soldiers", title="Soldiers")


def side(number, size=DECK.size):
    mark = Shape(Outline.rect(Rect(5, 5, number, 5)), fill=BLACK)
    return Frame(size, [mark], Insets(3, 3, 3, 3))


FRAMES = [side(number) for number in range(1, 20)]
CARDS = [SheetCard(FRAMES[i], FRAMES[18], 2, f"c{i}") for i in range(5)]


def plan(papers, cards=CARDS, *, game=GAME, deck=DECK, **more):
    """Plan the sheets of some cards; the deck has none of its own."""
    return deck_sheets(request_of(game, papers, **more), deck, cards)


@pytest.fixture
def make(tmp_path):
    return Maker(tmp_path)


def test_one_file_for_each_paper():
    found = plan(["a4", "letter"])
    assert [one.path for one in found] == ["sheets/soldiers.a4.pdf", "sheets/soldiers.letter.pdf"]
    assert {one.kind for one in found} == {"sheets"}
    assert found[0].key != found[1].key


class Sealed(Frame):
    """A Frame that nobody may look into."""

    @property
    def items(self):
        raise AssertionError("the items of a Frame were asked for")


def test_planning_sets_no_type_and_looks_into_no_frame(make):
    ink = Shape(Outline.rect(Rect(5.0, 5.0, 20.0, 20.0)), fill=BLACK)
    sealed = Sealed(DECK.size, [ink])
    (artifact,) = plan(["a4"], [SheetCard(sealed, sealed)])
    assert make.said == []
    with pytest.raises(AssertionError, match="asked for"):
        make(artifact)


def test_the_pdf_has_fronts_and_backs(make):
    (artifact,) = plan(["a4"])
    data = make(artifact)
    assert data == make(artifact)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert len(pdf.pages) == 4  # ten cards, eight-up, both sides
        box = [round(float(v), 2) for v in pdf.pages[0].mediabox]
        assert box == [0, 0, 841.89, 595.28]
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"
        assert str(pdf.docinfo["/Title"]) == "Demo: Soldiers"
        assert str(pdf.docinfo["/Author"]) == "cardgen"
        assert str(pdf.docinfo["/Subject"]) == (
            "10 cards on 2 sheets of A4, 8-up, full bleed; print at actual size"
        )
    assert make.said[1] == "Demo · Soldiers · sheet 1 of 2 · front · version 1.0"
    assert make.said[4] == "Demo · Soldiers · sheet 2 of 2 · back · version 1.0"


def test_the_document_counts_and_names_its_authors(make):
    game = replace(GAME, credits=("Game design: Ann.", "Cards: Bob"))
    (artifact,) = plan(["a4"], [replace(CARDS[0], copies=1)], game=game)
    with pikepdf.open(io.BytesIO(make(artifact))) as pdf:
        assert str(pdf.docinfo["/Author"]) == "Game design: Ann; Cards: Bob"
        assert str(pdf.docinfo["/Subject"]).startswith("1 card on 1 sheet of A4, 8-up")


PLAIN = Frame(DECK.size, [Shape(Outline.rect(Rect(-3, -3, 69, 94)), BLACK)], Insets(3, 3, 3, 3))
BANDED = Frame(DECK.size, [Shape(Outline.rect(Rect(-3, -3, 69, 20)), BLACK)], Insets(3, 3, 3, 3))


@pytest.mark.parametrize(
    ("face", "back", "arrangement", "said", "subject"),
    [
        (PLAIN, PLAIN, "auto", "butt-cut: edges agree", "8-up, butt-cut"),
        (BANDED, PLAIN, "auto", "gaps 3.8 mm: edges differ", "8-up, 1.9 mm inner bleed"),
        (PLAIN, BANDED, "auto", "gaps 3.8 mm: edges differ", "8-up, 1.9 mm inner bleed"),
        (PLAIN, PLAIN, "inner", "gaps 3.8 mm", "8-up, 1.9 mm inner bleed"),
        (BANDED, BANDED, "butt", "", "9-up, butt-cut"),
        (BANDED, BANDED, "bleed", "", "6-up, full bleed"),
    ],
)
def test_gaps_on_letter_follow_the_edges_unless_they_are_given(
    make, face, back, arrangement, said, subject
):
    cards = [SheetCard(face, back, 1, "one")]
    (artifact,) = plan(["letter"], cards, deck=replace(DECK, arrangement=arrangement))
    with pikepdf.open(io.BytesIO(make(artifact))) as pdf:
        assert subject in str(pdf.docinfo["/Subject"])
    gaps = f" · {said}" if said else ""
    assert make.said[1] == f"Demo · Soldiers · sheet 1 of 1 · front{gaps} · version 1.0"


def test_one_card_of_another_colour_keeps_all_apart(make):
    blank = Frame(DECK.size, [], Insets(3, 3, 3, 3))
    cards = [SheetCard(PLAIN, PLAIN, 9, "one"), SheetCard(blank, PLAIN, 1, "other")]
    (artifact,) = plan(["letter"], cards)
    make(artifact)
    assert "edges differ" in make.said[1]


def test_gutterfold_is_printed_on_one_side(make):
    (artifact,) = plan(["letter"], duplex="gutterfold")
    with pikepdf.open(io.BytesIO(make(artifact))) as pdf:
        assert len(pdf.pages) == 3  # ten cards, four to a sheet
        assert pdf.Root.ViewerPreferences.Duplex == "/Simplex"
        assert "gutterfold" in str(pdf.docinfo["/Subject"])
    assert (
        make.said[1] == "Demo · Soldiers · sheet 1 of 3 · butt-cut: edges agree · version 1.0"
    )  # both sides


def test_a_deck_without_backs_is_fronts_only_whatever_the_duplex(make):
    bare = [replace(card, back=None) for card in CARDS]
    (artifact,) = plan(["a4"], bare, duplex="gutterfold")
    with pikepdf.open(io.BytesIO(make(artifact))) as pdf:
        assert len(pdf.pages) == 2


def test_nothing_to_print_is_no_file():
    assert plan(["a4"], []) == []
    assert plan(["a4"], [replace(CARDS[0], copies=0)]) == []


def test_the_key_changes_with_what_is_printed_and_only_then():
    def key(**more):
        return plan(["a4"], **more)[0].key

    assert key() == key()
    assert key(cards=[replace(CARDS[0], id="renamed"), *CARDS[1:]]) == key()
    assert key(deck=replace(DECK, radius=5)) == key()
    changes = [
        key(game=replace(GAME, version="1.1")),
        key(game=replace(GAME, credits=("Ann",))),
        key(deck=replace(DECK, title="Squad")),
        key(deck=replace(DECK, arrangement="butt")),
        key(deck=replace(DECK, duplex="short-edge")),
        key(deck=replace(DECK, bleed=2)),
        key(cards=[replace(CARDS[0], face=FRAMES[9]), *CARDS[1:]]),
        key(cards=[replace(CARDS[0], copies=3), *CARDS[1:]]),
        key(cards=CARDS[::-1]),
        key(printer=Printer(margin=4.2)),
        key(printer=Printer(back_offset=(0.5, 0))),
        key(versions=("2",)),
    ]
    assert len({key(), *changes}) == len(changes) + 1


def test_lying_pages_have_a_drift_of_their_own():
    printer = Printer(back_offset=(1, 2))
    assert printer.offset(landscape=True) == (1, 2)
    printer = replace(printer, landscape_offset=(3, 4))
    assert printer.offset(landscape=True) == (3, 4)
    assert printer.offset(landscape=False) == (1, 2)


@pytest.mark.parametrize(
    ("papers", "duplex", "printer", "warned"),
    [
        (["a4"], "long-edge", Printer(back_offset=(1, 2)), True),
        (["letter", "a4"], "short-edge", Printer(back_offset=(1, 2)), True),
        (["letter"], "long-edge", Printer(back_offset=(1, 2)), True),
        (["a4"], "long-edge", Printer(), False),
        (["a4"], "long-edge", Printer("", 5.0, (1, 2), (0, 0)), False),
        (["a4"], "none", Printer(back_offset=(1, 2)), False),
        (["a4"], "gutterfold", Printer(back_offset=(1, 2)), False),
    ],
)
def test_an_offset_of_portrait_pages_on_landscape_ones_is_a_warning(
    papers, duplex, printer, warned
):
    found = []
    plan(papers, printer=printer, duplex=duplex, report=found.append)
    assert [item.code for item in found] == ["CG604"] * warned
    assert [str(item.location) for item in found] == ["printer.yaml"] * warned


def test_what_does_not_fit_is_located_at_its_deck_and_left_out():
    found = []
    assert len(plan(["a4", "a5"], report=found.append)) == 1
    assert plan(["a4"], deck=replace(DECK, size=Size(300, 300)), report=found.append) == []
    assert [item.location for item in found] == [AT, AT]
    assert found[0].code == "CG602"
