"""Notes, index and page labels of a booklet, as a reader of the PDF finds them."""

import io
import re

import pikepdf
import pypdfium2
import pytest
from documents import document
from test_build_booklet import BOOK, GAME, bookmarks, bound, read, with_text, words
from test_build_links import links
from workshops import write_files

TEXT = document("pipeline/notes_text.md")
ASSUMED = """\
assumptions:
  - {id: luck, text: Luck is blind.}
  - {id: never, text: Never mind.}
  - {id: ties, text: A tie is a tie.}
"""


@pytest.fixture
def book(workshop):
    return assuming(workshop, TEXT)


def assuming(workshop, text):
    """Make a booklet of a game in which something is assumed."""
    workshop.edit(GAME, "components:", f"{ASSUMED}components:")
    return bound(workshop, text)


def test_notes_are_numbered_as_the_text_refers_to_them(book):
    assert [target for words, target in links(book) if words in "¹²"] == [4, 4, 4]
    said = " ".join(words(book)[3].split())
    assert "1. A tie is a tie. (page 1) 2. Luck is blind. (page 1)" in said
    assert "• Never mind." in said


def test_notes_lead_back_to_the_first_place_on_each_page_and_the_index_to_both_ends_of_a_range(
    book,
):
    found = links(book, 3)
    assert found == [("1", 1), ("1", 1), ("3", 3), ("1", 1), ("3", 3)]
    with pikepdf.open(io.BytesIO(book)) as document:
        heights = [float(link.Dest[3]) for link in document.pages[3].Annots]
        raised = [link.Rect for link in document.pages[0].Annots]
    for height, rect in zip(heights, (raised[0], raised[1]), strict=False):
        assert rect[1] <= height <= rect[3] + 8  # points: the line that the number stands on


def test_a_heading_is_named_by_its_words_alone(workshop):
    """Neither notes nor soft hyphens are in contents and bookmarks."""
    text = "```contents\n```\n\n# Dan\u00adger{assumption:ties}\n\n```assumptions\n```\n"
    data = assuming(workshop, text)
    said = "".join(words(data)[0].split())
    assert said.startswith("Danger1Danger1Danger¹")  # below the running head
    assert bookmarks(data) == [("Danger", [])]


def test_pages_are_called_as_they_are_numbered(workshop):
    write_files(workshop.root, {"templates/game/a.xml.j2": '<side background="#ffffff"/>'})
    text = TEXT.replace("{assumption", "{rule:hand}{index")
    with_text(workshop, text, ", cover: a.xml.j2")
    workshop.build(**BOOK)
    with pikepdf.open(io.BytesIO(read(workshop))) as document:
        labels = [page.label for page in document.pages]
    assert labels == ["Cover", "2", "3", "4", "5"]


def test_a_wide_number_keeps_its_distance_from_the_text(workshop):
    data = bound(workshop, "".join(f"{number}. Wall\n" for number in range(95, 103)))
    page = pypdfium2.PdfDocument(data)[0].get_textpage()
    text = page.get_text_range()
    gaps, starts = [], []
    for found in re.finditer(r"\d+\.\s*Wall", text):
        dot, letter = text.index(".", found.start()), text.index("W", found.start())
        gaps.append(page.get_charbox(letter)[0] - page.get_charbox(dot)[2])
        starts.append(page.get_charbox(letter)[0])
    assert len(gaps) == 8
    assert min(gaps) > 2.4  # points
    assert max(starts) - min(starts) < 0.1
