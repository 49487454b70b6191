"""Some cards on sheets of their own: which, how many, where, and what is refused."""

from pathlib import Path
from typing import Any

import pikepdf
import pytest
from msgspec.structs import replace
from workshops import Workshop, build_request

from cardgen.backend.press.profile import press_condition
from cardgen.comparison.printed import record_printed
from cardgen.core.diagnostics import CardgenError
from cardgen.features.clean import clean
from cardgen.features.revision import changed_cards
from cardgen.features.selection import CardChoice, SelectionReport, select
from cardgen.pipeline.request import BuildRequest
from cardgen.products.options import PrintOptions

HEROES = "card_data/game/decks/heroes.yaml"


def chosen(shop: Workshop, choice: CardChoice, **asked: Any) -> SelectionReport:
    request = build_request(shop.root, **{"papers": ("a4",), "jobs": 1, **asked})
    return select(request, "game", choice)


def subject(shop: Workshop, name: str) -> str:
    with pikepdf.open(shop.output / "game/selection" / name) as pdf:
        return str(pdf.docinfo["/Subject"])


def test_a_card_in_so_many_copies(workshop):
    done = chosen(workshop, CardChoice(cards=("anna",), copies=5))
    assert (done.id, done.title, done.designs, done.cards) == ("game", "Game", 1, 5)
    assert done.written == ("output/game/selection/sheets/heroes.a4.pdf",)
    assert subject(workshop, "sheets/heroes.a4.pdf").startswith("5 cards on 1 sheet of A4")


def test_cards_of_several_decks_by_id_and_by_deck(workshop):
    workshop.edit("card_data/game/decks/places.yaml", "title: Den,", "title: Den, copies: 0,")
    done = chosen(workshop, CardChoice(cards=("bert", "places/den")))
    assert (done.designs, done.cards) == (2, 2 + 1)  # one also of what the game has none of
    assert [Path(path).name for path in done.written] == ["heroes.a4.pdf", "places.a4.pdf"]
    assert chosen(workshop, CardChoice(decks=("places",))).written == (
        "output/game/selection/sheets/places.a4.pdf",
    )
    assert not (workshop.output / "game/selection/sheets/heroes.a4.pdf").exists()


def test_only_what_differs_from_the_last_selection_is_written(workshop):
    sheet = workshop.output / "game/selection/sheets/heroes.a4.pdf"
    chosen(workshop, CardChoice(cards=("anna",), copies=5))
    stamp, content = sheet.stat().st_mtime_ns, sheet.read_bytes()
    chosen(workshop, CardChoice(cards=("anna",), copies=5))
    assert sheet.stat().st_mtime_ns == stamp
    sheet.write_bytes(b"spoilt")
    chosen(workshop, CardChoice(cards=("anna",), copies=5))
    assert sheet.read_bytes() == content
    chosen(workshop, CardChoice(cards=("anna",), copies=6))
    assert subject(workshop, "sheets/heroes.a4.pdf").startswith("6 cards")


def test_what_planning_warns_of_is_told(workshop):
    offset = "margin: 5mm\nback_offset: {x: 1mm, y: 0mm}\n"  # of portrait pages, of which none is
    (workshop.root / "printer.yaml").write_text(offset, encoding="utf-8")
    done = chosen(workshop, CardChoice(cards=("anna",)))
    assert [found.code for found in done.diagnostics] == ["CG604"]


def test_whole_decks_are_never_replaced(built):
    before = built.stamps()
    chosen(built, CardChoice(cards=("anna",)), products=("sheets", "singles", "images"))
    after = built.stamps()
    assert before.items() <= after.items()
    assert all(name.startswith("selection/") for name in after.keys() - before.keys())
    report = built.build()
    assert report.games[0].status == "unchanged"
    clean(built.root)
    assert not (built.output / "game").exists()


def test_only_what_changed_since_it_was_printed(built):
    record_printed(built.root, "game")
    built.edit(HEROES, "Anna", "Hanna")
    request = BuildRequest(built.root, jobs=1)
    changed = changed_cards(request, "game")
    assert set(changed) == {"heroes"}
    assert set(changed["heroes"]) == {"anna"}
    for options in ({"products": ("cut", "singles")}, {"papers": ("letter",)}, {"inset": 1.0}):
        asked = replace(request, options=PrintOptions(**options))
        assert changed_cards(asked, "game") == changed
    done = chosen(built, CardChoice(changed=changed))
    assert done.cards == changed["heroes"]["anna"]
    nothing = chosen(built, CardChoice(cards=("bert",), changed=changed))
    assert (nothing.cards, nothing.written) == (0, ())


def test_a_selection_in_other_forms(workshop):
    asked = {"products": ("sheets", "cut", "singles"), "cut": "silhouette", "ink": "light"}
    done = chosen(workshop, CardChoice(decks=("heroes",)), **asked)
    assert (done.designs, done.cards) == (3, 4)  # as many of each as the game has
    assert [path.removeprefix("output/game/selection/") for path in done.written] == [
        *(f"cut/heroes.a4.silhouette.{ending}" for ending in ("dxf", "pdf", "svg", "test.pdf")),
        "sheets/heroes.a4.light.pdf",
        "singles/heroes.pdf",
    ]


@pytest.mark.parametrize(
    ("choice", "asked", "code", "hint"),
    [
        (CardChoice(cards=("ana",)), {}, "CG207", "did you mean `anna`?"),
        (CardChoice(cards=("places/anna",)), {}, "CG207", None),
        (CardChoice(decks=("hero",)), {}, "CG207", "did you mean `heroes`?"),
        (
            CardChoice(),
            {"products": ("sheets", "boards")},
            "CG716",
            "choose `cut`, `images`, `press`, `sheets`, `singles`, `stock`, `svg`",
        ),
        (CardChoice(), {"papers": ("a44",)}, "CG602", "did you mean `a4`?"),
    ],
)
def test_what_is_not_there_is_told_and_nothing_written(workshop, choice, asked, code, hint):
    with pytest.raises(CardgenError) as caught:
        chosen(workshop, choice, **asked)
    found = caught.value.diagnostics[0]
    assert found.code == code
    assert hint is None or found.hints[0] == hint
    assert not (workshop.output / "game/selection").exists()


def test_a_broken_card_is_told_and_nothing_written(workshop):
    workshop.edit("templates/game/card.xml.j2", "card.title", "card.titel")
    with pytest.raises(CardgenError):
        chosen(workshop, CardChoice(cards=("anna",)))
    assert not (workshop.output / "game/selection").exists()


@pytest.mark.parametrize(("deck", "width", "height"), [("heroes", 63, 88), ("places", 63.5, 63.5)])
def test_single_pages_have_boxes_for_trim_and_bleed(workshop, deck, width, height):
    chosen(workshop, CardChoice(decks=(deck,)), products=("singles",))
    whole, trim = [0, 0, width + 6, height + 6], [3, 3, width + 3, height + 3]
    with pikepdf.open(workshop.output / f"game/selection/singles/{deck}.pdf") as pdf:
        for page in pdf.pages:
            boxes = [[float(v) * 25.4 / 72 for v in box] for box in (page.mediabox, page.trimbox)]
            assert page.bleedbox == page.mediabox
            assert boxes == [pytest.approx(box, abs=0.01) for box in (whole, trim)]


def test_a_selection_for_a_press_is_in_inks(workshop):
    choice = CardChoice(cards=("anna",))
    chosen(workshop, choice, products=("press",), press=press_condition("pdfx4"))
    with pikepdf.open(workshop.output / "game/selection/press/heroes.pdfx4.pdf") as pdf:
        assert "/OutputIntents" in pdf.Root
