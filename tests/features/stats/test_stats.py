import re
from itertools import pairwise
from pathlib import Path

import pytest
from five_games import GAMES
from hypothesis import given
from hypothesis import strategies as st
from workshops import write_files

from cardgen.core.diagnostics import ModelError, OutputError
from cardgen.features.stats.charts import (
    StatsReport,
    bins,
    charts_page,
    describe,
    fact,
    percent,
    stats,
    title_of,
)
from cardgen.model.load import load_game
from cardgen.model.statistics import DeckStatistics, Numbers, Tally, Value

ROOT = Path(__file__).resolve().parents[3]

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
FACE = '<side background="#ddd"><rect x="5" y="5" width="9" height="9" fill="#345"/></side>'


def write(root: Path, more: str = "", cards: str = CARDS, face: str = FACE) -> Path:
    icon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'
    files = {
        "card_data/tiny/game.yaml": GAME.format(more=more),
        "card_data/tiny/decks/main.yaml": cards,
        "card_data/tiny/decks/spare.yaml": cards,
        "card_data/tiny/icons/ax.svg": icon,
        "templates/tiny/card.xml.j2": face,
    }
    return write_files(root, files).root


def drawn(root: Path, **options: object) -> StatsReport:
    return stats(root, "tiny", charts=True, **options)


def page(root: Path) -> str:
    return (root / "output/tiny/stats/charts.html").read_text(encoding="utf-8")


def rows(html: str) -> list[tuple[str, float, str, str, str]]:
    """Label, length and colour of the bar, count and share of each row."""
    found = re.findall(
        r'<tr><th>([^<]*)</th><td><svg[^>]*><rect[^>]* width="([^"]*)"[^>]* fill="([^"]*)"[^>]*/>'
        r"</svg></td><td>([^<]*)</td><td>([^<]*)</td></tr>",
        html,
    )
    return [(label, float(long), color, count, share) for label, long, color, count, share in found]


# The page


def test_a_page_with_all_decks(tmp_path):
    done = drawn(write(tmp_path))
    assert done.written == ("output/tiny/stats/charts.html",)
    text = page(tmp_path)
    for words in (
        "Tiny &amp; Co: statistics",
        "Main deck <small>10 cards, 3 designs",
        "1 to 4, mean 2, median 2 · on 10 cards",
        "<th>Skill</th><td>Axe, twice",
        "Decks compared",
    ):
        assert words in text, words
    sides = [row for row in rows(text) if row[0].endswith("hand")]
    assert [(label, count, share) for label, _, _, count, share in sides[:3]] == [
        ("Left hand", "9", "90 %"),
        ("Right hand", "1", "10 %"),
        ("No hand", "0", "0 %"),
    ]
    assert sides[0][1] == pytest.approx(9 * sides[1][1], rel=0.01)
    assert sides[2][1] == 0
    costs = [(label, count) for label, _, _, count, _ in rows(text) if label in "1234"]
    assert costs[:4] == [("1", "2"), ("2", "7"), ("3", "0"), ("4", "1")]
    assert "http" not in text
    elsewhere = drawn(tmp_path, output=tmp_path / "elsewhere").written[0]
    assert (tmp_path / elsewhere).read_text(encoding="utf-8") == text


def test_no_file_goes_through_a_link(tmp_path):
    write(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "output/tiny").mkdir(parents=True)
    (tmp_path / "output/tiny/stats").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OutputError, match="link"):
        drawn(tmp_path)
    assert not list((tmp_path / "elsewhere").iterdir())


def test_decks_and_fields_that_were_asked_for(tmp_path):
    done = drawn(write(tmp_path), decks=("spare",), fields=("skill",))
    assert [deck.id for deck in done.decks] == ["spare"]
    assert [tally.name for tally in done.decks[0].fields] == ["skill"]
    text = page(tmp_path)
    [axe, none] = rows(text)
    assert axe[0] == "Axe"  # in full, though a line would do
    assert axe[2:] == ("#00aa33", "2", "20 %")
    assert (none[0], none[3]) == ("none", "8")
    assert "Left hand" not in text
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
def test_names_that_are_not_there_and_games_with_errors(tmp_path, more, asked, code, meant):
    with pytest.raises(ModelError) as raised:
        stats(write(tmp_path, more), **{"game": "tiny", **asked})
    (found,) = raised.value.diagnostics
    assert (found.code, found.hints) == (code, (f"did you mean `{meant}`?",))


def test_nothing_to_print_and_nothing_to_compare(tmp_path):
    card = "{id: a, type: card, cost: 1, side: no-hand, copies: %s}"
    for copies, said in (("0", "all have 0 copies"), ("3", "One design")):
        drawn(write(tmp_path, cards=f"cards: [{card % copies}]"))
        assert said in page(tmp_path)


def test_text_of_the_user_is_no_markup(tmp_path):
    values = (Value("<b>", "<b>", 2, 2, 2), Value("x", "x", 1, 1, 2, color="#fff"))
    deck = DeckStatistics("d", "<i>", 3, 2, 0, (Tally("a", "text", "<u>", values, 3, 3),))
    text = charts_page(load_game(write(tmp_path), "tiny"), [deck], (), (), False).decode()
    assert not re.search("<[biu]>", text)
    assert 'fill="#ffffff" stroke="#888"' in text  # white bars are seen by their outline


@pytest.mark.parametrize("count", [4, 5, 6])
def test_up_to_five_values_that_no_card_has_are_shown(tmp_path, count):
    unused = tuple(f"none-{n}" for n in range(count))
    one = tally(("a", 3), ("b", 1), unused=unused)
    deck = DeckStatistics("d", "Deck", 4, 2, 0, (one,))
    found = rows(charts_page(load_game(write(tmp_path), "tiny"), [deck], (), (), False).decode())
    shown = [f"None {n}" for n in range(count)] if count <= 5 else []
    assert [label for label, *_ in found] == ["A", "B", *shown]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_the_games_has_a_bar(game):
    done = stats(ROOT, game)
    found = rows(charts_page(load_game(ROOT, game), done.decks, (), (), False).decode())
    counts = [t for deck in done.decks for t in deck.fields if t.telling]
    total = sum(value.count for tally in counts for value in tally.values)
    assert sum(int(count) for *_, count, _ in found) == total + sum(t.silent for t in counts)


# Numbers and words


NUMBERS = st.lists(
    st.tuples(st.integers(-(10**6), 10**6) | st.floats(-1e9, 1e9), st.integers(1, 50)),
    min_size=1,
    max_size=30,
)


@given(NUMBERS)
def test_every_number_is_in_its_column(numbers):
    found = bins(numbers)
    if not found:  # numbers that hardly differ, or only one that is not whole
        values = [number for number, _ in numbers]
        assert max(values) - min(values) <= 1e-6 * max(map(abs, values))
        return
    assert len(found) <= 20
    assert sum(one.count for one in found) == sum(times for _, times in numbers)
    for one, other in pairwise(found):
        assert one.end == pytest.approx(other.start)
    for number, _ in numbers:
        room = 1e-9 * max(1, abs(number))
        assert found[0].start - room <= number <= found[-1].end + room


def test_columns_of_numbers_near_and_far():
    assert [(b.label, b.count) for b in bins([(2, 3), (4, 1)])] == [("2", 3), ("3", 0), ("4", 1)]
    far = bins([(0, 1), (950, 2), (55, 4)])
    assert [b.label for b in far] == [f"{100 * i} – {100 * (i + 1)}" for i in range(10)]
    assert [b.count for b in far][:2] == [5, 0]
    assert [b.label for b in bins([(0.25, 1), (1.1, 1)])][:2] == ["0.2 – 0.3", "0.3 – 0.4"]
    # In steps of 1, 2 or 5 times a power of ten, the least that makes ten groups or fewer.
    for spread, step in ((70, 10), (100, 10), (20, 2), (21, 5), (9, 1)):
        first, *_ = bins([(0.5, 1), (0.5 + spread, 1)])
        assert first.label == f"0 – {step}"
    assert bins([(0.5, 3)]) == ()


def tally(*values: tuple[str, int], silent: int = 0, unused: tuple[str, ...] = ()) -> Tally:
    made = tuple(Value(label, label, n, n, 2) for label, n in values)
    stating = sum(n for _, n in values)
    return Tally("a_field.side", "choice", "", made, stating + silent, stating, unused=unused)


def test_words():
    assert title_of("steps.round_end") == "Steps, round end"
    assert percent(0.0001) == "<1 %"
    assert percent(0) == "0 %"
    assert describe(tally(("a", 3), ("b", 1))) == "2 values · on 4 cards"
    assert fact(tally(("a", 3))) == "a on every card"
    assert fact(tally(("a", 2), silent=1)) == "a, twice"
    assert fact(tally()) == "no card states it"
    many = fact(tally(*((f"v{i}", 1) for i in range(20))))
    assert many.startswith("20 values, once each: v0, v1, ")
    assert many.endswith("v11 and 8 more")
    assert fact(tally(*((f"v{i}", 1) for i in range(12)))).endswith("v10, v11")
    number = Tally("n", "number", "", (), 1, 1, Numbers(1, 9, 4.567, 4), Numbers(2, 2, 2, 2))
    assert describe(number) == "1 to 9, mean 4.57, median 4 · on 1 card · 2 a card"
