"""Tags of booklets and sheets, on small texts: what is one element, and what speaks."""

import io

import pikepdf
import pytest
from pdf_structure import by_pdfium, structure_of
from PIL import Image
from workshops import Workshop, write_files

from cardgen.features.scaffold import new_game

GAME = "card_data/game/game.yaml"
LANE = '<stack width="40" height="10"><text style="body" height="8">Lane 2 of 4</text></stack>'
BLANK = '<stack width="40" height="10"><rect width="9" height="9" fill="#336699"/></stack>'
LONG = "Many words fill this page, line by line, until there is no room left for any more. "


@pytest.fixture
def bound(workshop):
    """Make a booklet of a text; return its structure, the words of its pieces, the findings."""
    documents = []  # open as long as the test is

    def make(text, strict=True):
        game = workshop.root / GAME
        if "kind: booklet" not in game.read_text():
            added = f"{game.read_text()}  rules: {{kind: booklet, title: Rules}}\n"
            write_files(workshop.root, {GAME: added})
        files = {"lane": LANE, "blank": BLANK}
        templates = {f"templates/game/{name}.xml.j2": text for name, text in files.items()}
        write_files(workshop.root, {**templates, "card_data/game/rules.md": text})
        found = list(workshop.build(products=("booklets",), papers=("a4",)).diagnostics)
        assert not (strict and found), found
        path = workshop.output / "game/booklets/rules.pdf"
        documents.append(pikepdf.open(io.BytesIO(path.read_bytes())))
        return structure_of(documents[-1]), by_pdfium(path), found

    yield make
    for one in documents:
        one.close()


def said(element, words):
    return "".join(words[piece] for piece in element.pieces())


def test_a_paragraph_and_a_table_over_two_pages_are_one_each(bound):
    rows = "".join(f"| {n} | row {n} |\n" for n in range(60))
    root, words, _ = bound(f"# Rules\n\n{LONG * 60}\n\n| number | name |\n|---|---|\n{rows}")
    [long] = [one for one in root.find("P") if len(said(one, words)) > 400]
    assert " ".join(said(long, words).split()) == (LONG * 60).strip()
    assert len({page for page, _ in long.pieces()}) > 1
    [table] = root.find("Table")
    assert len({page for page, _ in table.pieces()}) > 1
    assert len(table.find("TR")) == 61
    heads = [said(one, words).strip() for one in table.find("TH")]
    assert heads == ["number", "name"], "a head that is repeated is read once"


def test_lists_keep_their_parts(bound):
    root, words, _ = bound("# Rules\n\n1. First.\n2. Second:\n   - inner\n   - other\n")
    outer, inner = root.find("L")
    assert [kid.role for kid in outer.kids] == ["LI", "LI"]
    assert [[kid.role for kid in item.kids] for item in outer.kids] == [["Lbl", "LBody"]] * 2
    assert [kid.role for kid in outer.kids[1].kids[1].kids] == ["P", "L"]
    assert [said(one, words).strip() for one in outer.find("Lbl")] == ["1.", "2.", "•", "•"]
    assert len(inner.kids) == 2


def test_sections_nest_and_levels_are_not_left_out(bound):
    root, words, _ = bound("# One\n\nText.\n\n### Deep\n\nMore.\n\n# Two\n\nLast.\n")
    first, second = root.kids
    assert [one.role for one in root.find("H1", "H2", "H3")] == ["H1", "H2", "H1"]
    assert [kid.role for kid in first.kids] == ["H1", "P", "Sect"]
    assert [kid.role for kid in second.kids] == ["H1", "P"]
    assert said(first.kids[2], words) == "DeepMore."


@pytest.mark.parametrize(
    ("figure", "alt"),
    [
        (
            '```figure lane.xml.j2 alt="The second of {rule:hand} lanes."\nA lane.\n```',
            "The second of 5 lanes.",
        ),
        ("```figure lane.xml.j2\nA lane.\n```", "A lane."),
        ("```figure lane.xml.j2 decorative=yes\n```", "Lane 2 of 4"),
        ("```figure blank.xml.j2 decorative=yes\n```", None),
        ('```figure lane.xml.j2 decorative=yes alt="A lane."\n```', "A lane."),
    ],
)
def test_a_figure_speaks_by_its_words_its_caption_or_what_is_written_in_it(bound, figure, alt):
    root, words, found = bound(f"# Rules\n\nBefore.\n\n{figure}\n\nAfter.\n", strict=False)
    assert [one.alt for one in root.find("Figure")] == ([] if alt is None else [alt])
    order = [
        one.role if one.role == "Figure" else said(one, words) for one in root.find("P", "Figure")
    ]
    assert order[0] == "Before."
    assert order[-1] == "After."
    bare = "alt=" not in figure and "decorative" not in figure
    places = [(one.code, one.location.path, one.location.line) for one in found]
    assert places == ([("CG446", "card_data/game/rules.md", 5)] if bare else [])


@pytest.mark.parametrize(("title", "alt"), [("", "Ada & Bert."), (' "Both sit."', "Both sit.")])
def test_a_picture_of_markdown_speaks_by_its_title_or_its_caption(bound, workshop, title, alt):
    photo = workshop.root / "card_data/game/photo.png"
    Image.new("RGB", (300, 300)).save(photo, dpi=(300, 300))
    root, _, _ = bound(f"# Rules\n\n![Ada & Bert.](photo.png{title})\n")
    assert [one.alt for one in root.find("Figure")] == [alt]


def test_pictured_cards_speak_their_own_words(bound):
    root, _, _ = bound("# Rules\n\n```card heroes/anna heroes/bert\nTwo heroes.\n```\n")
    first, second = root.find("Figure")
    assert "Anna" in first.alt
    assert "Bert" in second.alt


def test_a_checker_finds_nothing_in_large_print_either(bound, workshop):
    pdfua = pytest.importorskip("pdfua")
    bound('# Rules\n\n```figure lane.xml.j2 alt="A lane."\nOne.\n```\n')
    workshop.build(products=("booklets",), papers=("a4",), large=True)
    boxes = []
    for name in ("rules", "rules.large.a4"):
        path = workshop.output / f"game/booklets/{name}.pdf"
        assert [str(one) for one in pdfua.validate(path).findings] == []
        with pikepdf.open(path) as document:
            [figure] = structure_of(document).find("Figure")
            boxes.append([float(edge) for edge in figure.entries.A.BBox])
            page = [float(edge) for edge in document.pages[0].MediaBox]
        assert page[0] < boxes[-1][0] < boxes[-1][2] < page[2]
        assert page[1] < boxes[-1][1] < boxes[-1][3] < page[3]
    wide, wider = (right - left for left, _, right, _ in boxes)
    assert wider > 1.2 * wide


def test_what_is_folded_has_no_tags(bound, workshop):
    bound("# Rules\n\nText.\n")
    folded = sorted((workshop.output / "game/booklets").glob("rules.*.a4.pdf"))
    assert folded
    for path in folded:
        with pikepdf.open(path) as document:
            assert "/StructTreeRoot" not in document.Root
            assert b"MCID" not in b"".join(page.Contents.read_bytes() for page in document.pages)


def test_sheets_are_read_card_by_card(workshop):
    workshop.build(products=("sheets",), papers=("a4",))
    path = workshop.output / "game/sheets/heroes.a4.pdf"
    words = by_pdfium(path)
    with pikepdf.open(path) as document:
        cards = structure_of(document).find("Sect")
    titles = [str(one.entries.T) for one in cards]
    assert titles[0] == "Anna"
    for title, card in zip(titles, cards, strict=True):
        assert title in said(card, words)


def test_a_new_game_is_accessible(tmp_path):
    pdfua = pytest.importorskip("pdfua")
    root = new_game(tmp_path, None, "duel").project
    report = Workshop(root).build(products=("booklets",), papers=("a4",))
    assert not list(report.diagnostics)
    folder = root / "output/duel/booklets"
    texts = [path for path in folder.glob("*.pdf") if "." not in path.stem]
    assert texts
    for path in texts:
        assert [str(one) for one in pdfua.validate(path).findings] == []
