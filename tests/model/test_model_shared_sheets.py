from __future__ import annotations

from typing import Any

import pytest
from bench_game import DECK, GAME

from cardgen.model.components.deck import Deck

HOST = "  soldiers: {kind: deck}\n"


def test_a_deck_names_the_deck_on_whose_sheets_it_is(bench: Any) -> None:
    bench.game(GAME + "  medics: {kind: deck, sheets: soldiers}\n", soldiers=DECK, medics=DECK)
    (game,) = bench.load().games
    medics, soldiers = game.components["medics"], game.components["soldiers"]
    assert isinstance(medics, Deck)
    assert isinstance(soldiers, Deck)
    assert (medics.sheets, soldiers.sheets) == ("soldiers", "")


@pytest.mark.parametrize(
    ("host", "guest", "why"),
    [
        ("", "sheets: soldeirs", "unknown deck `soldeirs`"),
        ("", "sheets: medics", "it is the same deck"),
        (", size: tarot", "sheets: soldiers", "the cards differ in size"),
        (", bleed: 2mm", "sheets: soldiers", "their bleed differs"),
        (", arrangement: butt", "sheets: soldiers", "their `arrangement` differs"),
        (", duplex: none", "sheets: soldiers", "their `duplex` differs"),
        (", sheets: medics", "sheets: soldiers", "that deck is printed on other sheets itself"),
    ],
)
def test_what_cannot_share_sheets_is_said(bench: Any, host: str, guest: str, why: str) -> None:
    text = GAME.replace(HOST, f"  soldiers: {{kind: deck{host}}}\n")
    bench.game(text + f"  medics: {{kind: deck, {guest}}}\n", soldiers=DECK, medics=DECK)
    found = list(bench.load().diagnostics)
    assert any(why in item.message for item in found), found
    line = text.count("\n") + 1
    assert line in {item.at.line for item in found if item.at}
