"""What a booklet never tears apart: boxes, columns, pictures with captions, headings."""

import re

import pypdfium2
import pytest
from test_build_booklet import bound, with_text, words

from cardgen.pipeline.build import check

LINES = "\n\n".join(f"Line {number}." for number in range(30))


def paragraphs(count, word="Par"):
    return "".join(f"{word} {number}.\n\n" for number in range(count))


@pytest.mark.parametrize("fence", ["note A box", "columns 2"])
def test_a_box_that_does_not_fit_moves(workshop, fence):
    first, second = words(bound(workshop, f"{LINES}\n\n```{fence}\n{paragraphs(22)}```\n"))
    assert "Line 29." in first
    assert "Par" not in first
    assert all(f"Par {number}." in second for number in range(22))


@pytest.mark.parametrize(("count", "expected"), [(60, 1), (130, 3), (200, 4)])
def test_columns_go_on_over_pages_and_the_heading_stays_with_them(workshop, count, expected):
    text = f"# A heading\n\n```columns 2\n{paragraphs(count)}```\n\nThe end.\n"
    pages = words(bound(workshop, text))
    assert "A heading" in pages[0]
    assert "Par 0." in pages[0]
    shown = [int(number) for page in pages for number in re.findall(r"Par (\d+)", page)]
    assert sorted(shown) == list(range(count))
    assert "The end." in pages[-1]
    assert len(pages) == expected


def test_no_line_stands_alone_in_a_column(workshop):
    data = bound(workshop, f"```columns 2\n{'word ' * 19}end.\n```\n")
    [page] = words(data)
    assert len([line for line in page.splitlines() if "word" in line]) == 3
    [drawn] = pypdfium2.PdfDocument(data)
    text = drawn.get_textpage()
    left, *_ = text.get_charbox(text.get_text_bounded().index("end"))
    assert left < drawn.get_size()[0] / 2


@pytest.mark.parametrize(
    ("text", "line"),
    [
        # A box within a box: the inner one is to blame, once.
        (f"````note Out\nText.\n\n```note In\n{paragraphs(50)}```\n````\n", 4),
        (f"# Head\n\nText.\n\n````columns\n```note In\n{paragraphs(50)}```\n````\n", 6),
        (f"- An item\n\n  ```note In\n{paragraphs(50).replace('Par', '  Par')}  ```\n", 3),
        # It would fit alone, but not with what belongs to it.
        (f"# Head\n\n```note In\n{paragraphs(31)}```\n", 3),
        ("```card heroes/anna width=123mm\nAnna.\n```\n", 1),
    ],
)
def test_what_is_taller_than_a_page(workshop, text, line):
    options = ", top: 60mm, bottom: 60mm" if "card" in text else ""
    with_text(workshop, text, options)
    found = list(check(workshop.root))
    assert [(d.code, d.location.line) for d in found if d.location] == [("CG431", line)]


def test_it_would_fit_alone(workshop):
    assert len(words(bound(workshop, f"```note In\n{paragraphs(31)}```\n"))) == 1
