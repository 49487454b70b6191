"""The smallest deck of every game, for a press and as one prints it anywhere."""

from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from five_games import GAMES
from msgspec.structs import replace
from pieces import ROOT
from PIL import Image
from workshops import build_request

from cardgen.backend.press.inks import Separator
from cardgen.backend.press.plates import highest_sum, knocks_out, render_inks
from cardgen.backend.press.profile import PressCondition, press_condition
from cardgen.features.selection import CardChoice, select
from cardgen.model.components.deck import Deck, decks_of
from cardgen.model.game import Game
from cardgen.model.load import load_game
from cardgen.pipeline.game_build import GameBuild
from cardgen.products.artifact import PdfDocument
from cardgen.products.press import check_press, press

pytestmark = pytest.mark.slow
CONDITIONS = (press_condition("pdfx4"), press_condition("pdfx1a", "gracol-240"))


def smallest(name: str) -> tuple[Game, Deck]:
    """The deck of the fewest designs that has several cards."""
    game = load_game(ROOT, name)
    several = (deck for deck in decks_of(game) if deck.count > 1)
    return game, min(several, key=lambda deck: len(deck.cards))


@pytest.mark.parametrize("condition", CONDITIONS, ids=lambda condition: condition.standard)
@pytest.mark.parametrize("name", GAMES)
def test_it_goes_to_a_press_within_the_ink_limit(
    name: str, condition: PressCondition, tmp_path: Path
) -> None:
    game, deck = smallest(name)
    request = build_request(ROOT, (name,), ("press",), output=tmp_path, jobs=1, press=condition)
    build = GameBuild(request, game, "", keeps=False)
    build.side_results = (deck.id,)
    asked = build.lay_out().product_request([])
    alone = replace(asked, game=replace(game, components={deck.id: deck}))
    [artifact] = press(alone)
    file = tmp_path / f"{name}.pdf"
    file.write_bytes(build.data(artifact))
    with pikepdf.open(file) as pdf:
        assert pdf.check_pdf_syntax() == []
    document = artifact.make(build.tools())
    assert isinstance(document, PdfDocument)
    library = build.library
    assert {finding.code for finding in check_press(alone, library)} <= {"CG741"}
    inks, limit = Separator(condition.profile), condition.profile.limit
    for side in {page.frame for page in document.pages}:
        knocked = knocks_out(side, library, inks, limit)
        pixels = render_inks(side, side.trim, 150, library, inks, knocked)
        assert highest_sum(pixels) / 2.55 <= limit + 0.5
    assert len(document.pages) in (deck.count, 2 * deck.count)


@pytest.mark.parametrize("name", GAMES)
def test_it_is_made_in_light_ink_as_single_pages_and_for_a_cricut(
    name: str, tmp_path: Path
) -> None:
    _, deck = smallest(name)
    asked = {"cut": "cricut", "ink": "light", "output": tmp_path, "jobs": 1}
    request = build_request(ROOT, (name,), ("sheets", "singles", "cut"), ("a4",), **asked)
    done = select(request, name, CardChoice(decks=(deck.id,)))
    assert not done.diagnostics.has_errors
    folder = tmp_path / name / "selection"
    [sheets] = folder.glob("sheets/*.a4.light.pdf")
    [single] = folder.glob("singles/*.pdf")
    for file in (sheets, single):
        with pikepdf.open(file) as pdf:
            assert pdf.check_pdf_syntax() == []
    pages = pypdfium2.PdfDocument(single)
    trim = pages[0].get_trimbox()
    size = [round((trim[i + 2] - trim[i]) / 72 * 25.4, 2) for i in (0, 1)]
    assert size == [deck.size.width, deck.size.height]
    assert len(pages) % deck.count == 0
    shot = pypdfium2.PdfDocument(sheets)[0].render(scale=1).to_pil().convert("L")
    assert shot.getextrema()[0] < 90
    pictures = sorted(folder.glob("cut/*.cricut*.png"))
    assert pictures
    for path in pictures:
        with Image.open(path) as picture:
            assert picture.mode == "RGBA"
            assert picture.getchannel("A").getextrema() == (0, 255)
            assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)
