"""The smallest deck of every game in light ink, as single pages and for a Cricut."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from one_rule import GAMES
from PIL import Image
from workshops import build_request

from cardgen.features.selection.select import CardChoice, select
from cardgen.model.components.deck import decks_of
from cardgen.model.load import load_project

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_smallest_deck_is_made_as_one_wants_it(name: str, tmp_path: Path) -> None:
    [game] = load_project(ROOT, (name,)).games
    deck = min(decks_of(game), key=lambda one: len(one.cards))
    request = build_request(
        ROOT,
        (name,),
        ("sheets", "singles", "cut"),
        ("a4",),
        cut="cricut",
        ink="light",
        output=tmp_path,
        jobs=1,
    )
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
