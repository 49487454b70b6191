from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest

from cardgen.assets.library import Library
from cardgen.backend.pdf import DocumentInfo, write_pdf
from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.errors import ImpositionError
from cardgen.core.geometry import Insets, Rect, Size
from cardgen.core.geometry import Path as Outline
from cardgen.frame import Frame, Page, Shape
from cardgen.impose.duplex import Duplex
from cardgen.impose.marks import BLACK
from cardgen.model.components.deck import Deck
from cardgen.model.game import Game
from cardgen.model.printer import Printer
from cardgen.products.printing import Press
from cardgen.products.sheets import PrintedCard, plan

AT = Location("card_data/demo/game.yaml", 4, 3)
GAME = Game(id="demo", title="Demo", version="1.0")
DECK = Deck(
    id="soldiers",
    title="Soldiers",
    at=AT,
    size=Size(63, 88),
    radius=3,
    bleed=3,
    safe=3,
    arrangement="auto",
    duplex="long-edge",
    back="soldiers.back.xml.j2",
    back_at=AT,
    designs=(),
)


def side(number: int, size: Size = DECK.size) -> Frame:
    mark = Shape(Outline.rect(Rect(5, 5, number, 5)), fill=BLACK)
    return Frame(size, [mark], Insets(3, 3, 3, 3))


FRAMES = {frame.fingerprint: frame for frame in map(side, range(1, 20))}
PRINTS = list(FRAMES)
CARDS = [PrintedCard(f"c{i}", PRINTS[i], PRINTS[18], 2) for i in range(5)]


class Writer:
    """Sets text as an empty line and remembers it."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def __call__(self, text: str, size: float) -> Frame:
        self.said.append(text)
        return Frame(Size(len(text) * size * 0.2, size * 0.42), [])


def press(tmp_path: Path, printer: Printer | None = None) -> Press:
    library = Library(tmp_path, (), (), ())

    def pdf(path: str, pages: Sequence[Page], info: DocumentInfo) -> bytes:
        return write_pdf(pages, info, library)

    return Press(FRAMES.__getitem__, Writer(), pdf, ("1",), printer or Printer())


def test_one_file_for_each_paper(tmp_path: Path) -> None:
    found = plan(GAME, DECK, CARDS, ["a4", "letter"], press(tmp_path))
    assert [one.path for one in found] == ["sheets/soldiers.a4.pdf", "sheets/soldiers.letter.pdf"]
    assert {one.kind for one in found} == {"sheets"}
    assert found[0].key != found[1].key


def test_planning_sets_no_type_and_asks_for_no_frame(tmp_path: Path) -> None:
    def missing(_: str) -> Frame:
        raise AssertionError("a Frame was asked for")

    idle = replace(press(tmp_path), frame=missing)
    plan(GAME, DECK, CARDS, ["a4"], idle)
    assert isinstance(idle.write, Writer)
    assert idle.write.said == []


def test_the_pdf_has_fronts_and_backs(tmp_path: Path) -> None:
    at = press(tmp_path)
    (artifact,) = plan(GAME, DECK, CARDS, ["a4"], at)
    data = artifact.make()
    assert data == artifact.make()
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
    assert isinstance(at.write, Writer)
    assert at.write.said[1] == "Demo · Soldiers · sheet 1 of 2 · front · version 1.0"
    assert at.write.said[4] == "Demo · Soldiers · sheet 2 of 2 · back · version 1.0"


def test_the_document_counts_and_names_its_authors(tmp_path: Path) -> None:
    game = replace(GAME, credits=("Game design: Ann.", "Cards: Bob"))
    (artifact,) = plan(game, DECK, [replace(CARDS[0], copies=1)], ["a4"], press(tmp_path))
    with pikepdf.open(io.BytesIO(artifact.make())) as pdf:
        assert str(pdf.docinfo["/Author"]) == "Game design: Ann; Cards: Bob"
        assert str(pdf.docinfo["/Subject"]).startswith("1 card on 1 sheet of A4, 8-up")


def test_gutterfold_is_printed_on_one_side(tmp_path: Path) -> None:
    at = press(tmp_path)
    (artifact,) = plan(GAME, DECK, CARDS, ["letter"], at, duplex="gutterfold")
    with pikepdf.open(io.BytesIO(artifact.make())) as pdf:
        assert len(pdf.pages) == 3  # ten cards, four to a sheet
        assert pdf.Root.ViewerPreferences.Duplex == "/Simplex"
        assert "gutterfold" in str(pdf.docinfo["/Subject"])
    assert isinstance(at.write, Writer)
    assert at.write.said[1] == "Demo · Soldiers · sheet 1 of 3 · version 1.0"  # both sides


def test_a_deck_without_backs_is_fronts_only_whatever_the_duplex(tmp_path: Path) -> None:
    bare = [replace(card, back=None) for card in CARDS]
    (artifact,) = plan(GAME, DECK, bare, ["a4"], press(tmp_path), duplex="gutterfold")
    with pikepdf.open(io.BytesIO(artifact.make())) as pdf:
        assert len(pdf.pages) == 2


def test_nothing_to_print_is_no_file(tmp_path: Path) -> None:
    assert plan(GAME, DECK, [], ["a4"], press(tmp_path)) == ()
    assert plan(GAME, DECK, [replace(CARDS[0], copies=0)], ["a4"], press(tmp_path)) == ()


def test_the_key_changes_with_what_is_printed_and_only_then(tmp_path: Path) -> None:
    def key(
        game: Game = GAME,
        deck: Deck = DECK,
        cards: list[PrintedCard] = CARDS,
        at: Press | None = None,
    ) -> str:
        return plan(game, deck, cards, ["a4"], at or press(tmp_path))[0].key

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
        key(cards=[replace(CARDS[0], face=PRINTS[9]), *CARDS[1:]]),
        key(cards=[replace(CARDS[0], copies=3), *CARDS[1:]]),
        key(cards=CARDS[::-1]),
        key(at=press(tmp_path, Printer(margin=4.2))),
        key(at=press(tmp_path, Printer(back_offset=(0.5, 0)))),
        key(at=replace(press(tmp_path), versions=("2",))),
    ]
    assert len({key(), *changes}) == len(changes) + 1


def test_lying_pages_have_a_drift_of_their_own() -> None:
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
        (["letter"], "long-edge", Printer(back_offset=(1, 2)), False),  # butt-cut: portrait
        (["a4"], "long-edge", Printer(), False),
        (["a4"], "long-edge", Printer("", 5.0, (1, 2), (0, 0)), False),
        (["a4"], "none", Printer(back_offset=(1, 2)), False),
        (["a4"], "gutterfold", Printer(back_offset=(1, 2)), False),
    ],
)
def test_an_offset_of_portrait_pages_on_landscape_ones_is_a_warning(
    tmp_path: Path, papers: list[str], duplex: Duplex, printer: Printer, warned: bool
) -> None:
    found: list[Diagnostic] = []
    plan(GAME, DECK, CARDS, papers, press(tmp_path, printer), duplex, found.append)
    assert [item.code for item in found] == ["CG604"] * warned
    assert [str(item.at) for item in found] == ["printer.yaml"] * warned


def test_a_card_too_large_is_located_at_its_deck(tmp_path: Path) -> None:
    with pytest.raises(ImpositionError) as caught:
        plan(GAME, replace(DECK, size=Size(300, 300)), CARDS, ["a4"], press(tmp_path))
    assert caught.value.diagnostics[0].at == AT


def test_an_unknown_paper_is_located_too(tmp_path: Path) -> None:
    with pytest.raises(ImpositionError) as caught:
        plan(GAME, DECK, CARDS, ["a5"], press(tmp_path))
    assert (caught.value.diagnostics[0].code, caught.value.diagnostics[0].at) == ("CG602", AT)
