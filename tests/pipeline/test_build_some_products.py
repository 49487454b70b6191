"""A build of some products lays out what they show, and writes what a whole build writes."""

import pytest
from test_build_booklet import with_text
from test_build_counted import write_project
from workshops import Workshop

from cardgen.comparison.state_file import read_state
from cardgen.pipeline.game_work import GameWork

DECK = "card_data/game/decks/heroes.yaml"
RULES = "card_data/game/rules.md"
ASKED = {"papers": ("a4",)}
SHOWN = {
    "boards": {"map"},
    "booklets": {"rules"},
    "boxes": {"inlay", "tuck"},
    "sheets": {"heroes", "places"},
    "tokens": {"die", "markers"},
}
"""Components by the product that shows them, and nothing else."""


@pytest.fixture
def shop(workshop):
    return with_text(write_project(workshop.root), "# One\n\nText.\n")


@pytest.fixture
def laid_out(monkeypatch):
    """The components of which something was laid out for its own sake, not to be pictured."""
    found = set()
    side, text = GameWork.lay_out_side, GameWork.lay_out_text

    def noted_side(self, spec, drawn=False):
        if drawn:
            found.add(spec.id.partition("/")[0])
        return side(self, spec, drawn)

    def noted_text(self, spec, drawn):
        found.add(spec.component)
        return text(self, spec, drawn)

    monkeypatch.setattr(GameWork, "lay_out_side", noted_side)
    monkeypatch.setattr(GameWork, "lay_out_text", noted_text)
    return found


def test_a_product_needs_no_more_than_it_shows(shop, laid_out):
    whole = shop.output.parent / "whole"
    shop.build(**ASKED, output=whole, products=tuple(SHOWN))
    files = Workshop(shop.root, whole).files()
    laid_out.clear()
    for product, components in SHOWN.items():
        one = Workshop(shop.root, shop.output.parent / product)
        assert not one.build(**ASKED, output=one.output, products=(product,)).diagnostics.has_errors
        assert laid_out == components
        made = one.files()
        del made["build.json"]
        assert made == {path: what for path, what in files.items() if path.startswith(product)}
        assert {id.partition("/")[0] for id in one.fingerprints()} == components
        laid_out.clear()


def test_what_is_not_asked_for_stays_on_record(shop, laid_out):
    shop.build(**ASKED, products=tuple(SHOWN))
    before = shop.fingerprints()
    state = read_state(shop.output, "game")
    laid_out.clear()
    shop.edit(RULES, "# ", "# Now: ")
    shop.edit(DECK, "title: ", "title: A ")
    [game] = shop.build(**ASKED, products=("sheets",)).games
    assert laid_out == {"heroes"}
    after = shop.fingerprints()
    assert after.keys() == before.keys()
    changed = {id.partition("/")[0] for id in after if after[id] != before[id]}
    assert changed == {"heroes"}
    stale = dict(game.stale)
    assert stale["booklets"] == sum(path.startswith("booklets/") for path in shop.files())
    now = read_state(shop.output, "game")
    assert now.snapshot.booklets == state.snapshot.booklets
    assert now.snapshot.decks != state.snapshot.decks
    [game] = shop.build(**ASKED, products=("booklets",)).games
    assert "booklets" not in dict(game.stale)
    assert {path.partition("/")[0] for path in game.made} == {"booklets"}
    changed |= {
        id.partition("/")[0] for id, print in shop.fingerprints().items() if print != after[id]
    }
    assert changed == {"heroes", "rules"}
