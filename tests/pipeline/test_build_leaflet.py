"""Leaflets: a text on one page of A4 and of Letter, below a picture in the room that is left."""

import io
import re

import pikepdf
import pypdfium2
import pytest
from workshops import write_files

from cardgen.pipeline.build import check

GAME, HEROES = "card_data/game/game.yaml", "card_data/game/decks/heroes.yaml"
TEXT = "# The game\n\n{count:heroes} cards, a hand of {rule:hand}.\n"
HERO = (
    '<stack background="#336699"><text style="body" x="10" y="10" width="90" height="9" '
    'color="#ffffff">{{ page.top | round(1) }} and {{ rules.hand }}</text></stack>'
)
BOOK = {"products": ("booklets",)}
SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}


def with_leaflet(workshop, text=TEXT, options=""):
    added = f"{(workshop.root / GAME).read_text()}  sheet: {{kind: leaflet{options}}}\n"
    files = {GAME: added, "card_data/game/sheet.md": text, "templates/game/hero.xml.j2": HERO}
    return write_files(workshop.root, files)


def page(workshop, paper="a4"):
    return (workshop.output / f"game/booklets/sheet.{paper}.pdf").read_bytes()


def words(data):
    return pypdfium2.PdfDocument(data)[0].get_textpage().get_text_bounded()


def colour(data, x, y):
    """Return the colour at a place, as shares of the page."""
    picture = pypdfium2.PdfDocument(data)[0].render(scale=0.5).to_pil().convert("RGB")
    return picture.getpixel((int(x * picture.width), int(y * picture.height)))


def write_project(root):
    return with_leaflet(write_files(root), options=", hero: hero.xml.j2")


@pytest.fixture
def leaflet(project_copies):
    return project_copies(write_project, **BOOK)


def test_a_leaflet_is_one_page_of_each_paper(leaflet):
    assert set(leaflet.files()) == {*(f"booklets/sheet.{p}.pdf" for p in SIZES), "build.json"}
    for paper, size in SIZES.items():
        with pikepdf.open(io.BytesIO(page(leaflet, paper))) as document:
            [only] = document.pages
            box = [float(value) * 25.4 / 72 for value in only.MediaBox]
        assert box == pytest.approx([0, 0, *size], abs=0.02)
        assert "4 cards, a hand of 5." in words(page(leaflet, paper))


@pytest.mark.parametrize(
    ("papers", "made"), [(("letter",), {"letter"}), (("a3", "a4"), {"a4"}), (("a3",), {"a4"})]
)
def test_papers_that_it_is_not_laid_out_for_are_left_out(workshop, papers, made):
    with_leaflet(workshop)
    workshop.build(**BOOK, papers=papers)
    assert set(leaflet_papers(workshop)) == made


def leaflet_papers(workshop):
    return [name.split(".")[-2] for name in workshop.files() if name.startswith("booklets/sheet.")]


def test_the_picture_takes_all_the_room_that_the_text_leaves(leaflet):
    tops = {p: float(re.search(r"([\d.]+) and 5", words(page(leaflet, p)))[1]) for p in SIZES}
    assert tops["a4"] - tops["letter"] == pytest.approx(297 - 279.4, abs=0.11)
    for paper, (_, height) in SIZES.items():
        end = (tops[paper] - 6) / height
        assert colour(page(leaflet, paper), 0.002, end - 0.01) == (0x33, 0x66, 0x99)
        assert colour(page(leaflet, paper), 0.998, end + 0.01) == (255, 255, 255)
    leaflet.edit("card_data/game/sheet.md", "# The game", "# The game\n\nOne line more.")
    leaflet.build(**BOOK)
    assert float(re.search(r"([\d.]+) and 5", words(page(leaflet)))[1]) < tops["a4"]


def test_it_is_laid_out_anew_when_what_it_states_changes(leaflet):
    leaflet.equals_a_clean_build(**BOOK)
    leaflet.edit(GAME, "hand: 5", "hand: 6")
    leaflet.build(**BOOK)
    assert "a hand of 6." in words(page(leaflet))
    leaflet.equals_a_clean_build(**BOOK)


LONG = "# The game\n\n" + "A line that is kept apart.\n\n" * 60


@pytest.mark.parametrize(
    ("text", "options", "found"),
    [
        ("Short.\n\n```pagebreak\n```\n", "", [("CG232", 3)]),
        (TEXT, ", hero: nowhere.xml.j2", [("CG301", None)]),
        (TEXT, ", top: 200mm, bottom: 99mm", [("CG434", None), ("CG434", None)]),
    ],
)
def test_faults(workshop, text, options, found):
    with_leaflet(workshop, text, options)
    seen = list(check(workshop.root))
    assert [d.code for d in seen] == [code for code, _ in found]
    for one, (_, line) in zip(seen, found, strict=True):
        assert one.location.path == (GAME if line is None else "card_data/game/sheet.md")
        assert line is None or one.location.line == line


def test_the_place_is_that_of_the_first_line_that_does_not_fit(workshop):
    with_leaflet(workshop, LONG)
    found = [d.location for d in check(workshop.root)]
    assert {at.path for at in found} == {"card_data/game/sheet.md"}
    assert found[0].line > found[1].line  # Letter is shorter
    lines = LONG.splitlines()
    for more, faults in ((0, []), (1, ["CG445"])):
        text = "\n".join(lines[: found[1].line - 1 + more]) + "\n"
        write_files(workshop.root, {"card_data/game/sheet.md": text})
        assert [d.code for d in check(workshop.root)] == faults


def test_what_runs_over_says_by_how_much_and_on_which_paper(workshop):
    """Room for the text follows from the margin: each millimetre less is one more too much."""
    by = {}
    for top in (15, 25):
        with_leaflet(workshop, LONG, f", top: {top}mm")
        found = [d.message for d in check(workshop.root)]
        by[top] = [float(re.search(r"([\d.]+) mm", one)[1]) for one in found]
        assert [re.search(r"of (\w+),", one)[1] for one in found] == ["A4", "Letter"]
        workshop.edit(GAME, f"  sheet: {{kind: leaflet, top: {top}mm}}\n", "")
    assert by[15][1] - by[15][0] == pytest.approx(17.6, abs=0.11)
    assert [b - a for a, b in zip(by[15], by[25], strict=True)] == pytest.approx([10, 10], abs=0.11)


FORM = "This print:\n\n```revisions\n```\n"


def codes(workshop):
    """Return the code of each deck on the form."""
    workshop.build(**BOOK)
    found = re.findall(r"(\w+)\xa0([0-9A-Z]{3})\b", words(page(workshop)))
    return dict(found)


def test_a_form_names_the_print(workshop):
    with_leaflet(workshop, FORM)
    before = codes(workshop)
    assert set(before) == {"Heroes", "Places"}
    workshop.edit(HEROES, "Anna", "Hannah")
    text = codes(workshop)
    assert text["Heroes"] != before["Heroes"]
    assert text["Places"] == before["Places"]
    workshop.edit(HEROES, "copies: 2", "copies: 3")
    more = codes(workshop)
    assert more["Heroes"] not in (text["Heroes"], before["Heroes"])
    workshop.edit(HEROES, "copies: 3", "copies: 2")
    workshop.edit(HEROES, "Hannah", "Anna")
    assert codes(workshop) == before
    workshop.equals_a_clean_build(**BOOK)
