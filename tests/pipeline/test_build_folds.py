"""Ways to fold a booklet, and second booklets."""

import io

import pikepdf
import pypdfium2
import pytest
from test_build_booklet import BOOK, GAME, bound, read, with_text, words
from workshops import write_files

BREAK = "\n```pagebreak\n```\n"
FOLD, MINI = "booklets/rules.fold.a4.pdf", "booklets/rules.mini.a4.pdf"


def pages(count):
    return BREAK.join(f"\n# Part {number}\n\nText.\n" for number in range(1, count + 1))


def built(workshop, options, count=2):
    bound(workshop, pages(count), options)
    return {name for name in (FOLD, MINI) if name in workshop.files()}


@pytest.mark.parametrize(
    ("options", "count", "expected"),
    [
        ("", 2, {FOLD}),  # the type of 8 pt would be 4 pt
        (", styles: {section: big, chapter: big, text: big}", 2, {FOLD}),  # page numbers are small
        (", size: a7", 2, {FOLD, MINI}),
        (", size: a6", 8, {FOLD, MINI}),
        (", size: a6", 9, {FOLD}),
        (", size: a7, fold: saddle", 2, {FOLD}),
        (", fold: mini", 2, {MINI}),
        (", fold: both", 8, {FOLD, MINI}),
    ],
)
def test_the_way_to_fold(workshop, options, count, expected):
    workshop.edit(GAME, "  styles:\n", f"  styles:\n{BIG}")
    assert built(workshop, options, count) == expected


BIG = "    big: {font: atkinson/regular, size: 12pt, color: ink}\n"
LARGE_PAGE = """\
<side background="paper">
<text style="big" x="{{ page.x }}" bottom="8" width="40" height="6">{{ page.number }}</text>
</side>
"""


def test_a_large_page_is_folded_small_where_its_type_stays_legible(workshop):
    workshop.edit(GAME, "  styles:\n", f"  styles:\n{BIG}")
    write_files(workshop.root, {"templates/game/large.xml.j2": LARGE_PAGE})
    options = ", page: large.xml.j2, styles: {chapter: big, text: big}"
    assert built(workshop, options) == {FOLD, MINI}


def test_the_eight_pages_are_one_sheet_for_one_side(workshop):
    built(workshop, ", size: a7", 8)
    data = read(workshop, "rules.mini.a4")
    with pikepdf.open(io.BytesIO(data)) as document:
        assert len(document.pages) == 1
        box = [float(value) for value in document.pages[0].MediaBox]
        assert box[2] > box[3]
        assert document.Root.ViewerPreferences.Duplex == "/Simplex"
    [sheet] = words(data)
    assert all(f"Part {number}" in sheet for number in range(1, 9))
    assert "pages at 100 %" in sheet


@pytest.mark.parametrize(("size", "said"), [("a6", ""), ("half-letter", ", pages at 97 %")])
def test_sheets_to_fold_say_how_small_their_pages_are(workshop, size, said):
    built(workshop, f", size: {size}")
    with pikepdf.open(io.BytesIO(read(workshop, "rules.fold.a4"))) as document:
        assert str(document.docinfo["/Subject"]).partition("to staple")[2] == said


def test_small_pages_have_small_margins_and_small_type(workshop):
    [page] = pypdfium2.PdfDocument(bound(workshop, pages(1), ", size: a7"))
    mm = 72 / 25.4
    assert page.get_size() == pytest.approx((74 * mm, 105 * mm), abs=0.1)
    text = page.get_textpage()
    where = text.get_text_bounded().index("Text.")
    left, *_ = text.get_charbox(where)
    assert left == pytest.approx(8.0 * mm, abs=1.5)


def test_two_booklets_of_one_game(workshop):
    with_text(workshop, pages(2))
    more = "  quick: {kind: booklet, title: Quick, source: reference.md, size: a7}\n"
    workshop.edit(GAME, "components:\n", f"components:\n{more}")
    text = "# In short\n\nHold {rule:hand}, see {page:in-short}.\n"
    write_files(workshop.root, {"card_data/game/reference.md": text})
    assert not list(workshop.build(**BOOK).diagnostics)
    [shown] = words(read(workshop, "quick"))
    assert "Hold 5, see 1." in shown
    assert "Part 1" in words(read(workshop))[0]
    assert "booklets/quick.mini.a4.pdf" in workshop.files()
