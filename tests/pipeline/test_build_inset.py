"""Cards that are cut smaller on each side: the design stays, the cut and the safe zone move."""

import pytest
from workshops import build_request, opened

from cardgen.features.selection import CardChoice, select

POINT = 25.4 / 72
GAME = "card_data/game/game.yaml"
SINGLES = {"products": ("singles",)}


def boxes(workshop, folder="game"):
    pdf = opened((workshop.output / folder / "singles/heroes.pdf").read_bytes())
    page = pdf.pages[0]
    return [
        [round(float(edge) * POINT, 2) for edge in page[name]] for name in ("/MediaBox", "/TrimBox")
    ]


def test_the_cut_moves_and_the_bleed_goes_with_it(workshop):
    workshop.build(**SINGLES)
    assert boxes(workshop) == [[0, 0, 69, 94], [3, 3, 66, 91]]
    workshop.build(**SINGLES, inset=0.5)
    assert boxes(workshop) == [[0, 0, 68, 93], [3, 3, 65, 90]]
    assert workshop.equals_a_clean_build(**SINGLES, inset=0.5)


def test_the_game_may_ask_for_it_and_the_command_has_the_last_word(workshop):
    workshop.edit(GAME, 'version: "1"', 'version: "1"\nprint: {trim_inset: 1mm}')
    workshop.build(**SINGLES)
    assert boxes(workshop)[1] == [3, 3, 64, 89]
    workshop.build(**SINGLES, inset=0.0)
    assert boxes(workshop)[1] == [3, 3, 66, 91]


def test_a_selection_of_cards_is_cut_alike(workshop):
    workshop.edit(GAME, 'version: "1"', 'version: "1"\nprint: {trim_inset: 1mm}')
    for inset, trim in ((None, [3, 3, 64, 89]), (0.5, [3, 3, 65, 90])):
        request = build_request(workshop.root, ("game",), ("singles",), inset=inset, jobs=1)
        select(request, "game", CardChoice(("anna",)))
        assert boxes(workshop, "game/selection")[1] == trim


def test_cards_that_are_too_small_for_it_are_told(workshop):
    workshop.edit(GAME, "size: square-small", "size: {width: 10mm, height: 20mm}")
    report = workshop.build(**SINGLES, inset=2.6)
    assert [game.status for game in report.games] == ["failed"]
    [found] = report.diagnostics
    assert (found.code, found.location.path) == ("CG204", GAME)
    assert "`places`" in found.message


def test_nothing_is_scaled_and_the_same_place_shows_the_same(workshop):
    """What is 10 mm from the left edge of the design is 9.5 mm from that of the cut card."""
    from PIL import Image

    template = "templates/game/card.xml.j2"
    workshop.edit(
        template, '<side background="paper">', '<side><rect x="10" width="20" fill="ink"/>'
    )
    seen = {}
    for inset in (0.0, 0.5):
        workshop.build(products=("images",), inset=inset)
        with Image.open(workshop.output / "game/cards/heroes/anna.face.png") as picture:
            row = [picture.convert("L").getpixel((x, 500)) for x in range(picture.width)]
        dark = [x for x, value in enumerate(row) if value < 128]
        seen[inset] = [dark[0] * 25.4 / 300, (dark[-1] + 1) * 25.4 / 300]
    assert seen[0.0] == pytest.approx([10, 30], abs=0.09)
    assert seen[0.5] == pytest.approx([9.5, 29.5], abs=0.09)


def test_the_safe_zone_moves_with_the_cut(workshop):
    template = "templates/game/card.xml.j2"
    workshop.edit(template, 'x="4" y="4"', 'x="3.2" y="4"')
    assert not workshop.build(**SINGLES).diagnostics.items
    found = workshop.build(**SINGLES, inset=2.0).diagnostics
    assert {one.code for one in found} == {"CG801"}
