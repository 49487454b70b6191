"""Files for embossers: pages of 25 lines with 40 cells, and nothing lost."""

from hypothesis import given
from hypothesis import strategies as st

from cardgen.products.text.brf import CELLS, LINES, brf, wrapped
from cardgen.products.text.passages import Passage
from cardgen.products.text.plain import COLUMNS, plain_text
from cardgen.products.text.ueb import translate

KINDS_OF_WORDS = ["a", "Ab", "ABC", "1,5", "x-y", "words.", "w" * 37, "W" * 45, "1-" * 30]
WORDS = st.lists(st.sampled_from(KINDS_OF_WORDS), min_size=1, max_size=12).map(" ".join)
PASSAGES = st.one_of(
    st.builds(Passage, st.just("heading"), WORDS, st.integers(0, 4)),
    st.builds(Passage, st.sampled_from(["text", "field"]), WORDS, st.integers(0, 3)),
    st.builds(Passage, st.just("item"), WORDS, st.integers(0, 3), st.sampled_from(["", "12."])),
)
SCRIPTS = st.lists(PASSAGES, min_size=1, max_size=16)


def pages_of(data):
    """Return the lines of each page, and check what all pages have in common."""
    text = data.decode("ascii")
    assert text.endswith("\f")
    pages = []
    for page in text.split("\f")[:-1]:
        assert page.endswith("\r\n")
        pages.append(page.split("\r\n")[:-1])
    return pages


def body_of(pages):
    return [line for page in pages for line in page[1:-1]]


@given(SCRIPTS)
def test_every_page_has_25_lines_of_40_cells_at_most(script):
    pages = pages_of(brf(script, "The Title", translate))
    assert all(len(page) == LINES for page in pages)
    assert all(len(line) <= CELLS for page in pages for line in page)
    for number, page in enumerate(pages, 1):
        assert page[-1] == translate(str(number)).rjust(CELLS)
        assert page[0].strip() == (translate("The Title") if number > 1 else "")


@given(SCRIPTS)
def test_no_cell_is_lost(script):
    def cells(one):
        mark = (translate(one.mark) if one.mark else "_4") if one.kind == "item" else ""
        return mark + translate(one.text)

    shown = "".join(body_of(pages_of(brf(script, "T", translate))))
    assert shown.replace(" ", "") == "".join(map(cells, script)).replace(" ", "")


@given(SCRIPTS)
def test_a_heading_is_not_the_last_of_its_page(script):
    script = [*script, Passage("text", "the end")]
    found = [Passage(one.kind, f"h{n}h" if one.kind == "heading" else "t", one.level, one.mark)
             for n, one in enumerate(script)]  # fmt: skip
    for page in pages_of(brf(found, "T", translate))[:-1]:
        filled = [line for line in page[1:-1] if line]
        assert not filled[-1].strip().startswith("H")


def test_indents_are_those_of_braille_formats():
    """Centred, cell-5 and cell-7 headings; paragraphs 3-1, lists 1-3."""
    long = " ".join(["word"] * 12)
    script = [Passage("heading", "Rules", 1), Passage("heading", "Play", 2),
              Passage("heading", "Draw", 3), Passage("text", long),
              Passage("item", long)]  # fmt: skip
    lines = body_of(pages_of(brf(script, "T", translate)))
    assert lines[:6] == [" " * 17 + ",RULES", "", "    ,PLAY", "", "      ,DRAW", lines[5]]
    assert [line[:7] for line in lines[5:9]] == ["  WORD ", "WORD WO", "_4 WORD", "  WORD "]


def test_words_are_divided_only_if_they_must_be():
    assert wrapped("AB CD EF", 5) == ["AB CD", "EF"]
    assert wrapped("AB CDEFGHI", 5) == ["AB", "CDEFG", "HI"]
    assert wrapped("ONE-TWO", 5) == ["ONE-", "TWO"]
    assert wrapped("AB CD EF GH", 5, 2) == ["AB CD", "EF", "GH"]


@given(SCRIPTS)
def test_plain_text_has_all_words_and_72_columns(script):
    text = plain_text(script)
    headings = {one.text for one in script if one.kind == "heading"}
    for line in text.splitlines():
        is_heading = line.lstrip("= ") in headings  # a search finds all of it
        assert len(line) <= COLUMNS or len(line.split()) == 1 or is_heading
    written = [word for line in text.splitlines() for word in line.split()]
    asked = []
    for one in script:
        if one.kind == "heading" and one.level:
            asked.append("=" * (one.level + 1))
        if one.kind == "item":
            asked.append(one.mark or "-")
        asked += one.text.split()
    assert written == asked
