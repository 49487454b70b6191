"""Booklets in large print: beside the usual ones, on each paper, with no type below 16 pt."""

import pikepdf
import pytest
from click.testing import CliRunner
from documents import document

from cardgen.cli.main import cli
from cardgen.core.units import PAPERS
from cardgen.frame import Text
from cardgen.model.components.booklet import LARGE, with_large_print
from cardgen.model.document import Columns, PageBreak, Spread
from cardgen.model.formats import LARGE_PT, PAGE_SIZES, enlargement

GAME = "card_data/game/game.yaml"
RULES = document("products/large_print_rules.md")


@pytest.fixture
def booklet(workshop):
    """The workshop with a rule booklet."""
    (workshop.root / "card_data/game/rules.md").write_text(RULES)
    workshop.edit(GAME, "components:\n", "components:\n  rules: {kind: booklet}\n")
    return workshop


def build(workshop, large, **options):
    report = workshop.build(products=("booklets",), large=large, **options)
    assert not report.diagnostics.has_errors
    return {name: data for name, data in workshop.files().items() if name != "build.json"}


def test_they_stand_beside_the_usual_ones_which_stay_as_they_are(booklet):
    usual = build(booklet, large=False)
    both = build(booklet, large=True)
    assert sorted(both.keys() - usual.keys()) == [
        "booklets/rules.large.a4.pdf",
        "booklets/rules.large.letter.pdf",
    ]
    assert {name: both[name] for name in usual} == usual
    assert build(booklet, large=False) == both
    sides = {one["id"] for one in booklet.manifest()["sides"]}
    assert not any(LARGE in side for side in sides)


def test_one_paper_leaves_the_others_alone(booklet):
    both = build(booklet, large=True)
    booklet.edit("card_data/game/rules.md", "Draw.", "Draw one.")
    after = build(booklet, large=True, papers=("a4",))
    changed = {name for name in both if both[name] != after[name]}
    assert changed == {"booklets/rules.large.a4.pdf"}


def test_no_type_is_smaller_than_16_points_on_any_paper(booklet):
    from cardgen.api import BuildRequest, PrintOptions, open_game

    options = PrintOptions(products=("booklets",), large=True)
    with open_game(BuildRequest(booklet.root, options=options), "game") as opened:
        laid = opened.lay_out()
        pages = [f for id, f in laid.frames.items() if id.startswith(f"rules{LARGE}/")]
    # The template behind the text has a page number of its own, outside of the margins.
    sizes = [
        item.size * matrix.scale
        for page in pages
        for item, matrix in page.walk()
        if isinstance(item, Text) and 18.0 <= matrix.apply(item.x, item.y)[1] <= 210.0 - 17.0
    ]
    assert sizes
    least = min(enlargement(pages[0].size, [paper]) for paper in ("a4", "letter"))
    assert min(sizes) * least >= LARGE_PT - 0.05
    assert not laid.diagnostics


@pytest.mark.parametrize("size", PAGE_SIZES.values())
def test_an_enlarged_page_fills_the_smaller_paper(size):
    scale = enlargement(size.size)
    for paper in ("a4", "letter"):
        assert size.size.width * scale <= PAPERS[paper].width + 1e-6
        assert size.size.height * scale <= PAPERS[paper].height + 1e-6


def test_pages_are_as_large_as_the_paper_and_their_links_lead_on(booklet):
    build(booklet, large=True)
    with pikepdf.open(booklet.output / "game/booklets/rules.large.letter.pdf") as pdf:
        assert {tuple(map(float, page.MediaBox)) for page in pdf.pages} == {(0, 0, 612, 792)}
        links = [a for page in pdf.pages for a in page.get("/Annots", ())]
        assert len(links) >= 1
        for link in links:
            x0, y0, x1, y1 = map(float, link.Rect)
            assert 0 <= x0 < x1 <= 612
            assert 0 <= y0 < y1 <= 792
        with pdf.open_outline() as outline:
            assert [one.title for one in outline.root] == ["To play"]


def test_there_is_one_column_and_no_forced_end_of_a_page(booklet):
    from cardgen.model.load import load_project

    (game,) = load_project(booklet.root).games
    blocks = with_large_print(game).components[f"rules{LARGE}"].flow(game).blocks
    assert not any(isinstance(one, Columns | PageBreak | Spread) for one in blocks)
    usual = game.components["rules"].flow(game).blocks
    assert any(isinstance(one, Columns) for one in usual)


def test_it_is_for_booklets(booklet):
    given = ["--project", str(booklet.root), "build", "--large", "--product", "sheets"]
    result = CliRunner().invoke(cli, given)
    assert result.exit_code == 2
    assert "--large applies to booklets" in result.output
