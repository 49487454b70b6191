from __future__ import annotations

import io
import re
from itertools import pairwise
from pathlib import Path

import PIL.Image
import pypdfium2
import pytest
from five_games import GAMES
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.assets.library import Library
from cardgen.core.color import Color, contrast
from cardgen.core.errors import CardgenError, ModelError, OutputError
from cardgen.core.geometry import Size
from cardgen.core.style import Theme
from cardgen.features.stats.axis import bins, ticks
from cardgen.features.stats.chart_marks import ICON, ChartSetter
from cardgen.features.stats.charts import Charts
from cardgen.features.stats.report import StatsReport, stats
from cardgen.features.stats.wording import describe, fact, percent, title_of
from cardgen.layout.report.lettering import Lettering
from cardgen.layout.report.pages import BAND, FOOT, MARGIN, SLIM_BAND, column_width, pages
from cardgen.layout.report.theme import report_theme
from cardgen.model.load import load_game
from cardgen.model.record import Record
from cardgen.model.statistics import DeckStatistics
from cardgen.model.tally import Numbers, Tally, Value

ROOT = Path(__file__).resolve().parents[3]
A4 = Size(210.0, 297.0)

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
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def texts(path: Path) -> list[str]:
    """What a reader can copy from each page."""
    document = pypdfium2.PdfDocument(path)
    try:
        found = [page.get_textpage().get_text_bounded() for page in document]
    finally:
        document.close()
    return [re.sub(r"\s+", " ", text) for text in found]


def drawn(root: Path, **options: object) -> StatsReport:
    return stats(root, "tiny", charts=True, **options)  # type: ignore[arg-type]


# The files


@pytest.mark.slow
def test_files_of_a_game_without_a_theme(tmp_path: Path) -> None:
    done = drawn(write(tmp_path))
    assert done.written == tuple(
        f"output/tiny/stats/{name}.{ending}"
        for name in ("main", "spare", "decks.compared")
        for ending in ("pdf", "png")
    )
    (page,) = texts(tmp_path / "output/tiny/stats/main.pdf")
    for said in ("TINY & CO", "Main deck", "10 cards 3 designs", "Left hand 9 90 %", "No hand 0"):
        assert said in page, page
    assert "1 to 4, mean 2, median 2 · on 10 cards" in page
    assert "Axe, twice" in page
    (compared,) = texts(tmp_path / "output/tiny/stats/decks.compared.pdf")
    assert "Decks compared" in compared
    assert "Left hand 9 9" in compared


@pytest.mark.slow
def test_pages_have_the_size_of_the_paper(tmp_path: Path) -> None:
    for papers, width, height in (("[a4]", 210, 297), ("[letter, a4]", 215.9, 279.4)):
        drawn(write(tmp_path, f"print: {{papers: {papers}}}"))
        page = pypdfium2.PdfDocument(tmp_path / "output/tiny/stats/main.pdf")[0]
        assert page.get_size() == pytest.approx((width / 25.4 * 72, height / 25.4 * 72), abs=0.01)
        with PIL.Image.open(tmp_path / "output/tiny/stats/main.png") as picture:
            assert picture.width == round(width / 25.4 * 200)
            assert picture.height < height / 25.4 * 200  # it ends where the charts do


@pytest.mark.slow
def test_the_same_game_gives_the_same_files(tmp_path: Path) -> None:
    write(tmp_path)
    one, two = (drawn(tmp_path, output=tmp_path / name) for name in ("one", "two"))
    assert len(one.written) == 6
    for first, second in zip(one.written, two.written, strict=True):
        assert (tmp_path / first).read_bytes() == (tmp_path / second).read_bytes(), first


@pytest.mark.slow
def test_pictures_of_former_pages_are_removed(tmp_path: Path) -> None:
    def choices(count: int) -> None:
        write(
            tmp_path,
            cards="defaults: {type: card, side: left-hand, cost: 1}\ncards:\n"
            + "".join(
                f"  - {{id: c{i}, title: Card number {i}, copies: {1 + i % 2}}}\n"
                for i in range(count)
            ),
        )

    folder = tmp_path / "output/tiny/stats"
    choices(120)
    drawn(tmp_path, decks=("main",))
    assert len(list(folder.glob("main.*.png"))) >= 2
    (folder / "main.7.png").touch()  # not next to the others: not ours
    choices(6)
    drawn(tmp_path, decks=("main",))
    assert sorted(path.name for path in folder.iterdir()) == ["main.7.png", "main.pdf", "main.png"]


def test_no_file_goes_through_a_link(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "output/tiny").mkdir(parents=True)
    (tmp_path / "output/tiny/stats").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OutputError, match="link"):
        drawn(tmp_path)
    assert not list((tmp_path / "elsewhere").iterdir())


def test_decks_and_fields_that_were_asked_for(tmp_path: Path) -> None:
    done = drawn(write(tmp_path), decks=("spare",), fields=("skill",))
    assert [deck.id for deck in done.decks] == ["spare"]
    assert [tally.name for tally in done.decks[0].fields] == ["skill"]
    (page,) = texts(tmp_path / "output/tiny/stats/spare.pdf")
    assert "Axe 2 20 %" in page  # in full, though a line would do
    assert "Left hand" not in page
    assert done.comparisons == ()


@pytest.mark.parametrize(
    ("asked", "code", "hint"),
    [
        ({"game": "tinny"}, "CG210", "did you mean `tiny`?"),
        ({"decks": ("mian",)}, "CG207", "did you mean `main`?"),
        ({"fields": ("costs",)}, "CG207", "did you mean `cost`?"),
    ],
)
def test_names_that_are_not_there(
    tmp_path: Path, asked: dict[str, str], code: str, hint: str
) -> None:
    with pytest.raises(ModelError) as raised:
        stats(write(tmp_path), **{"game": "tiny", **asked})  # type: ignore[arg-type]
    (found,) = raised.value.diagnostics
    assert (found.code, found.hints) == (code, (hint,))


def test_a_game_with_errors_is_not_counted(tmp_path: Path) -> None:
    with pytest.raises(ModelError) as raised:
        stats(write(tmp_path, "sutitle: x"), "tiny")
    assert [found.code for found in raised.value.diagnostics] == ["CG201"]


def test_nothing_to_print_and_nothing_to_compare(tmp_path: Path) -> None:
    card = "{id: a, type: card, cost: 1, side: no-hand, copies: %s}"
    for copies, said in (("0", "all have 0 copies"), ("3", "One design")):
        drawn(write(tmp_path, cards=f"cards: [{card % copies}]"))
        (page,) = texts(tmp_path / "output/tiny/stats/main.pdf")
        assert said in page


def test_a_broken_face_is_not_shown_and_stops_nothing(tmp_path: Path) -> None:
    write(tmp_path, face='{% if card.id == "b" %}<side/>{% else %}<side><rekt/></side>{% endif %}')
    charts = Charts(tmp_path, load_game(tmp_path, "tiny"))
    done = stats(tmp_path, "tiny")
    dump = charts.deck(done.decks[0], every=False).frames[0].dump()
    assert dump.count("group") <= 2, dump
    assert "Main" in dump


def test_a_game_may_draw_its_charts_itself(tmp_path: Path) -> None:
    own = write(tmp_path) / "templates/tiny/stats.xml.j2"
    own.write_text(
        '{% extends "shared/stats.xml.j2" %}'
        '{% block band %}<rect height="{{ page.band }}" fill="#123456"/>{% endblock %}'
    )
    drawn(tmp_path)
    (page,) = texts(tmp_path / "output/tiny/stats/main.pdf")
    assert "Main deck" not in page
    assert "Left hand 9" in page
    own.write_text('<side><rekt fill="red"/></side>')
    with pytest.raises(CardgenError) as raised:
        drawn(tmp_path)
    assert str(raised.value.diagnostics[0].at).startswith("templates/tiny/stats.xml.j2:1:7")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_games_draw_charts_in_their_own_look(game: str) -> None:
    done = stats(ROOT, game)
    charts = Charts(ROOT, load_game(ROOT, game))
    theme = charts.report.theme.colors
    assert contrast(theme["stats-ink"], theme["stats-ground"]) >= 7
    assert contrast(theme["stats-quiet"], theme["stats-ground"]) >= 4.5
    assert contrast(theme["stats-on-band"], theme["stats-band"]) >= 7
    assert contrast(theme["stats-quiet-on-band"], theme["stats-band"]) >= 4.5
    assert contrast(theme["stats-accent"], theme["stats-ground"]) >= 3
    for deck in done.decks:
        drawing = charts.deck(deck, every=False)
        assert drawing.frames[0].size == A4
        for frame in drawing.frames:
            assert "ellipsis" not in frame.dump()


# Numbers and words


@given(st.integers(0, 10**9))
def test_ticks_are_round_and_reach_far_enough(most: int) -> None:
    found = ticks(most)
    steps = {b - a for a, b in pairwise(found)}
    assert found[0] == 0
    assert found[-1] >= most
    assert 2 <= len(found) <= 6
    assert len(steps) == 1
    assert found[-1] - steps.pop() < max(most, 1)
    assert str(found[1]).rstrip("0") in ("1", "2", "5")


NUMBERS = st.lists(
    st.tuples(st.integers(-(10**6), 10**6) | st.floats(-1e9, 1e9), st.integers(1, 50)),
    min_size=1,
    max_size=30,
)


@given(NUMBERS)
def test_every_number_is_in_its_column(numbers: list[tuple[float, int]]) -> None:
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


def test_columns_of_numbers_near_and_far() -> None:
    assert [(b.label, b.count) for b in bins([(2, 3), (4, 1)])] == [("2", 3), ("3", 0), ("4", 1)]
    far = bins([(0, 1), (950, 2), (55, 4)])
    assert [b.label for b in far] == [str(100 * i) for i in range(10)]
    assert [b.count for b in far][:2] == [5, 0]
    assert [b.label for b in bins([(0.25, 1), (1.1, 1)])][:3] == ["0.2", "0.3", "0.4"]
    assert bins([(0.5, 3)]) == ()


def tally(*values: tuple[str, int], silent: int = 0, unused: tuple[str, ...] = ()) -> Tally:
    made = tuple(Value(label, label, n, n, 2) for label, n in values)
    stating = sum(n for _, n in values)
    return Tally("a_field.side", "choice", "", made, stating + silent, stating, unused=unused)


def test_words() -> None:
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
    number = Tally("n", "number", "", (), 1, 1, Numbers(1, 9, 4.567, 4), Numbers(2, 2, 2, 2))
    assert describe(number) == "1 to 9, mean 4.57, median 4 · on 1 card · 2 a card"


# Charts on pages


@pytest.fixture(scope="module")
def setter(library: Library) -> ChartSetter:
    theme = report_theme(Theme())
    lettering = Lettering(theme, "stats-text", library)
    return ChartSetter(lettering, Lettering(theme, "stats-tick", library), theme.colors)


def laid(setter: ChartSetter, tallies: list[Tally], wide: bool) -> list[tuple[Record, ...]]:
    deck = DeckStatistics("d", "D", 9, 9, 0, tuple(tallies))
    width = column_width(A4, 1 if wide else 2)
    return pages(setter.charts(deck, width, every=True), A4, wide)


TALLIES = st.lists(
    st.lists(st.integers(1, 30), min_size=1, max_size=70).map(
        lambda counts: tally(*((f"v{i}", n) for i, n in enumerate(counts)), silent=counts[0] % 3)
    ),
    max_size=9,
)


@settings(max_examples=60)
@given(tallies=TALLIES, wide=st.booleans())
def test_every_bar_is_drawn_once_inside_its_page(
    setter: ChartSetter, tallies: list[Tally], wide: bool
) -> None:
    found = laid(setter, tallies, wide)
    assert found
    bars = [mark.text for page in found for mark in page if mark.form == "bar"]
    expected = [
        text
        for each in tallies
        for text in (*(f"V{v.key[1:]}" for v in each.values), *(["none"] if each.silent else []))
    ]
    assert bars == expected
    for number, page in enumerate(found):
        top = SLIM_BAND if number else BAND
        last: dict[float, float] = {}
        for mark in page:
            assert mark.y > top
            assert mark.y + mark.height <= A4.height - FOOT + 0.01
            assert mark.x >= MARGIN - 0.01
            assert mark.x + mark.width <= A4.width - MARGIN + 0.01
            assert mark.y >= last.get(mark.x, 0.0) - 0.01  # nothing stands on its neighbour
            last[mark.x] = mark.y + mark.height
        # A column never ends with a heading, nor begins with bars that none explains.
        for column in last:
            forms = [mark.form for mark in page if mark.x == column]
            assert forms[0] == "heading"
            assert forms[-1] != "heading"


def test_bars_share_one_scale_and_end_at_their_count(setter: ChartSetter) -> None:
    (page,) = laid(setter, [tally(("a", 7), ("b", 2), silent=3, unused=("never-used",))], True)
    bars = [mark for mark in page if mark.form == "bar"]
    assert [(m.text, m.count, m.share, m.quiet) for m in bars] == [
        ("A", 7, "58 %", False),
        ("B", 2, "17 %", False),
        ("Never used", 0, "0 %", True),
        ("none", 3, "25 %", True),
    ]
    assert {(m.top, m.label_width, m.icons) for m in bars} == {(8, bars[0].label_width, 0.0)}


def test_colours_and_icons_are_those_of_the_terms(setter: ChartSetter) -> None:
    values = (
        Value("a", "a", 3, 3, 2, None, "ax", "#00aa33"),
        Value("b", "b", 1, 1, 2, color="#fff"),
    )
    (page,) = laid(setter, [Tally("skill", "term", "", values, 4, 4)], True)
    one, two = (mark for mark in page if mark.form == "bar")
    assert (one.color, one.icon, one.icons, one.outline) == ("#00aa33", "ax", ICON, False)
    assert (two.color, two.icon, two.icons, two.outline) == ("#fff", None, ICON, True)


def test_a_page_of_charts_as_a_frame(tmp_path: Path) -> None:
    """Bars begin at one line, and are as long as their counts say."""
    write(tmp_path)
    charts = Charts(tmp_path, load_game(tmp_path, "tiny"))
    drawing = charts.deck(stats(tmp_path, "tiny").decks[0], every=False)
    accent = charts.report.theme.colors["stats-accent"].hex
    lines = [line for line in drawing.frames[0].dump().splitlines() if accent in line]
    assert lines, drawing.frames[0].dump()
    picture = PIL.Image.open(io.BytesIO(drawing.pngs()[0])).convert("RGB")
    color = Color.parse(accent)
    wanted = tuple(round(part * 255) for part in (color.red, color.green, color.blue))
    scale = picture.width / A4.width

    def length(y: float) -> int:
        """How many pixels of a row, in the right half, have the colour of the bars."""
        row = [
            picture.getpixel((x, round(y * scale)))
            for x in range(picture.width // 2, picture.width)
        ]
        return sum(max(abs(a - b) for a, b in zip(p, wanted, strict=True)) < 12 for p in row)  # type: ignore[arg-type]

    deck = stats(tmp_path, "tiny").decks[0]
    marks = pages(charts.marks.charts(deck, column_width(A4, 2), False), A4, False)[0]
    bars = [m for m in marks if m.form == "bar" and m.text.endswith("hand") and m.count]
    assert [m.count for m in bars] == [9, 1]
    assert all(m.x > A4.width / 2 for m in bars)
    long, brief = (length(m.y + m.height / 2) for m in bars)
    assert long == pytest.approx(9 * brief, rel=0.05)
