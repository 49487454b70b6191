from pathlib import Path

import pytest
from workshops import write_files

from cardgen.core.diagnostics import ModelError
from cardgen.features.stats import describe, explain_missing_statistics, percent, stats, summarize
from cardgen.model.statistics import Numbers, Tally, Value

GAME = """\
title: Tiny & Co
{more}
terms:
  ax: {{text: Axe, icon: ax, color: "#00aa33"}}
card_types:
  card:
    fields:
      skill: {{kind: list, of: term, optional: true}}
      cost: number
      side: {{kind: choice, options: [left-hand, right-hand, no-hand]}}
components:
  main: {{kind: deck, title: Main deck, back: none}}
  spare: {{kind: deck, title: Spare deck, back: none}}
"""
CARDS = """\
defaults: {type: card}
cards:
  - {id: a, cost: 1, side: left-hand, skill: [ax], copies: 2}
  - {id: b, cost: 2, side: left-hand, copies: 7}
  - {id: c, cost: 4, side: right-hand}
"""


def write(root: Path, more: str = "", cards: str = CARDS) -> Path:
    icon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'
    files = {
        "card_data/tiny/game.yaml": GAME.format(more=more),
        "card_data/tiny/decks/main.yaml": cards,
        "card_data/tiny/decks/spare.yaml": cards,
        "card_data/tiny/icons/ax.svg": icon,
        "templates/tiny/card.xml.j2": "<side/>",
    }
    return write_files(root, files).root


def test_decks_and_fields_that_were_asked_for(tmp_path: Path) -> None:
    done = stats(write(tmp_path), "tiny", decks=("spare",), fields=("skill",))
    assert [deck.id for deck in done.decks] == ["spare"]
    assert [tally.name for tally in done.decks[0].fields] == ["skill"]
    assert done.comparisons == ()


@pytest.mark.parametrize(
    ("more", "asked", "code", "meant"),
    [
        ("", {"game": "tinny"}, "CG210", "tiny"),
        ("", {"decks": ("mian",)}, "CG207", "main"),
        ("", {"fields": ("costs",)}, "CG207", "cost"),
        ("tiitle: x", {}, "CG201", "title"),
    ],
)
def test_names_that_are_not_there_and_games_with_errors(
    tmp_path: Path, more: str, asked: dict[str, str], code: str, meant: str
) -> None:
    with pytest.raises(ModelError) as raised:
        stats(write(tmp_path, more), **{"game": "tiny", **asked})  # type: ignore[arg-type]
    (found,) = raised.value.diagnostics
    assert (found.code, found.hints) == (code, (f"did you mean `{meant}`?",))


def test_nothing_to_print_and_nothing_to_compare(tmp_path: Path) -> None:
    card = "{id: a, type: card, cost: 1, side: no-hand, copies: %s}"
    for copies, reason in (("0", "all have 0 copies"), ("3", "One design")):
        done = stats(write(tmp_path, cards=f"cards: [{card % copies}]"), "tiny")
        assert reason in explain_missing_statistics(done.decks[0])


def tally(*values: tuple[str, int], silent: int = 0) -> Tally:
    made = tuple(Value(label, label, n, n, 2) for label, n in values)
    stating = sum(n for _, n in values)
    return Tally("a_field.side", "choice", made, stating + silent, stating)


def test_words() -> None:
    assert [percent(share) for share in (0, 1e-9, 0.005, 0.0051)] == ["0 %", "<1 %", "<1 %", "1 %"]
    assert describe(tally(("a", 3), ("b", 1))) == "2 values · on 4 cards"
    assert summarize(tally(("a", 3))) == "a on every card"
    assert summarize(tally(("a", 2), silent=1)) == "a, twice"
    assert summarize(tally()) == "no card has a value"
    many = summarize(tally(*((f"v{i}", 1) for i in range(20))))
    assert many.startswith("20 values, once each: v0, v1, ")
    assert many.endswith("v11 and 8 more")
    assert summarize(tally(*((f"v{i}", 1) for i in range(12)))).endswith("v10, v11")
    number = Tally("n", "number", (), 1, 1, Numbers(1, 9, 4.567, 4), Numbers(2, 2, 2, 2))
    assert describe(number) == "1 to 9, mean 4.57, median 4 · on 1 card · 2 a card"
