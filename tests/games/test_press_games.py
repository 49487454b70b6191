"""Every game goes to a press: its smallest deck, as each standard wants it, past our own check."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from msgspec.structs import replace
from one_rule import GAMES
from workshops import build_request

from cardgen.backend.press.profile import PressCondition, press_condition
from cardgen.core.diagnostics import Severity
from cardgen.features.preflight.checks import PageChecks
from cardgen.model.components.deck import Deck, decks_of
from cardgen.model.load import load_project
from cardgen.pipeline.game_build import GameBuild
from cardgen.products.artifact import PdfDocument
from cardgen.products.press import press

ROOT = Path(__file__).parents[2]
X4 = press_condition("pdfx4")
X1A = press_condition("pdfx1a", "gracol-240")
WAYS = [(game, condition) for condition in (X4, X1A) for game in GAMES]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "condition"), WAYS, ids=[f"{game}-{way.standard}" for game, way in WAYS]
)
def test_the_smallest_deck_passes(name: str, condition: PressCondition, tmp_path: Path) -> None:
    [game] = load_project(ROOT, (name,)).games
    deck = min(
        (deck for deck in decks_of(game) if sum(card.copies for card in deck.cards) > 1),
        key=lambda deck: len(deck.cards),
    )
    assert isinstance(deck, Deck)
    request = build_request(ROOT, (name,), ("press",), output=tmp_path, jobs=1, press=condition)
    build = GameBuild(request, game, "", keeps=False)
    build.shown = (deck.id,)
    asked = build.product_request(build.lay_out(drawn=False), [])
    [artifact] = press(replace(asked, game=replace(game, components={deck.id: deck})))
    file = tmp_path / f"{name}.pdf"
    file.write_bytes(build.data(artifact))
    with pikepdf.open(file) as pdf:
        assert pdf.check_pdf_syntax() == []
    document = artifact.make(build.tools())
    assert isinstance(document, PdfDocument)
    limit = condition.profile.limit
    _, found = PageChecks(document, name, build.session.library, limit).run()
    assert [one.message for one in found if one.severity is Severity.ERROR] == []
    assert "CG740" not in [one.code for one in found]
    copies = sum(card.copies for card in deck.cards)
    assert len(document.pages) in (copies, 2 * copies)
