"""The examples in docs/data.md load, and the tables agree with the program."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from cardgen.model.component import component_kinds
from cardgen.model.components.deck import decks_of
from cardgen.model.fields import KINDS
from cardgen.model.formats import CARD_SIZES
from cardgen.model.gamefile import GAME

DOCS = (Path(__file__).parents[2] / "docs" / "data.md").read_text(encoding="utf-8")


def test_the_small_game_loads(bench: Any) -> None:
    for path, text in re.findall(r"```yaml\n# (card_data/\S+)\n(.*?)```", DOCS, re.DOTALL):
        bench.write(path, text)
    bench.write("card_data/duel/icons/sword.svg", "<svg/>")
    [card] = decks_of(bench.sound())[0].cards
    assert card.fields.text.plain == "Hit. Then draw up to 5 cards."


def test_the_tables_are_complete() -> None:
    rows = set(re.findall(r"^\| `(\w+)`", DOCS, re.MULTILINE))
    assert set(KINDS) <= rows
    assert set(GAME) - {"players", "duration", "age", "version"} - {"subtitle"} <= rows
    for name in component_kinds()["deck"].fields:
        assert f"`{name}`" in DOCS or name == "kind"
    for name in CARD_SIZES:
        assert f"`{name}`" in DOCS
