"""Notes, index and page labels of a booklet, as a reader of the PDF finds them."""

import io
import re

import pikepdf
import pypdfium2
import pytest
from test_build_booklet import pdf, with_text
from test_build_links import links

TEXT = """\
# One

First comes the tie.{assumption:ties} Dice{index:Dice, of bone} are cold.

| Then | that |
|---|---|
| the luck{assumption:luck} | and again{assumption:ties} |

```pagebreak
```

# Two

{index:Dice, of bone}More of them.

```pagebreak
```

# Three

Dice.{index:Dice, of bone} Not{index:Apple} here.

```pagebreak
```

# Notes

```assumptions
```

````columns 2
```index
```
````
"""
ASSUMED = """\
assumptions:
  - {id: luck, text: Luck is blind.}
  - {id: never, text: Never mind.}
  - {id: ties, text: A tie is a tie.}
"""


@pytest.fixture
def book(workshop):
    with_text(workshop, TEXT)
    game = workshop.root / "card_data/game/game.yaml"
    game.write_text(game.read_text(encoding="utf-8") + ASSUMED, encoding="utf-8")
    assert not list(workshop.build(papers=("a4",)).diagnostics)
    return pdf(workshop, "booklets/rules.pdf")


def test_notes_are_numbered_as_the_text_refers_to_them(book):
    assert [target for words, target in links(book) if words in "¹²"] == [4, 4, 4]
    said = " ".join(pypdfium2.PdfDocument(book)[3].get_textpage().get_text_bounded().split())
    assert "1. A tie is a tie. (page 1 b) 2. Luck is blind. (page 1)" in said
    assert "• Never mind." in said


def test_notes_lead_back_to_each_place_and_the_index_to_both_ends_of_a_range(book):
    found = links(book, 3)
    assert found == [("1", 1), ("b", 1), ("1", 1), ("3", 3), ("1", 1), ("3", 3)]
    with pikepdf.open(io.BytesIO(book)) as document:
        heights = [float(link.Dest[3]) for link in document.pages[3].Annots]
        raised = [link.Rect for link in document.pages[0].Annots]
    for height, rect in zip(heights, (raised[0], raised[2], raised[1]), strict=False):
        assert rect[1] <= height <= rect[3] + 8  # points: the line that the number stands on


def test_no_place_of_a_note_is_lost(workshop):
    with_text(workshop, f"# One\n\n{'word{assumption:ties} ' * 28}\n\n```assumptions\n```\n")
    game = workshop.root / "card_data/game/game.yaml"
    game.write_text(game.read_text(encoding="utf-8") + ASSUMED, encoding="utf-8")
    workshop.build(papers=("a4",))
    back = [words for words, _ in links(pdf(workshop, "booklets/rules.pdf")) if words != "¹"]
    assert (back[:2], back[-3:]) == (["1", "b"], ["z", "aa", "bb"])


def test_a_heading_is_named_by_its_words_alone(workshop):
    """Neither notes nor soft hyphens are in contents and bookmarks."""
    text = "```contents\n```\n\n# Dan\u00adger{assumption:ties}\n\n```assumptions\n```\n"
    with_text(workshop, text)
    game = workshop.root / "card_data/game/game.yaml"
    game.write_text(game.read_text(encoding="utf-8") + ASSUMED, encoding="utf-8")
    workshop.build(papers=("a4",))
    data = pdf(workshop, "booklets/rules.pdf")
    said = pypdfium2.PdfDocument(data)[0].get_textpage().get_text_bounded().split()
    assert "".join(said).startswith("Danger1Danger1Danger¹")  # below the running head
    with pikepdf.open(io.BytesIO(data)) as document, document.open_outline() as outline:
        assert [item.title for item in outline.root] == ["Danger"]


def test_pages_are_called_as_they_are_numbered(workshop):
    with_text(workshop, TEXT.replace("{assumption", "{rule:hand}{index"), ", cover: a.xml.j2")
    folder = workshop.root / "templates/game"
    (folder / "a.xml.j2").write_text('<side background="#ffffff"/>', encoding="utf-8")
    workshop.build(papers=("a4",))
    with pikepdf.open(io.BytesIO(pdf(workshop, "booklets/rules.pdf"))) as document:
        labels = [page.label for page in document.pages]
    assert labels == ["Cover", "2", "3", "4", "5"]


def test_a_wide_number_keeps_its_distance_from_the_text(workshop):
    with_text(workshop, "".join(f"{number}. Wall\n" for number in range(95, 103)))
    assert not list(workshop.build(papers=("a4",)).diagnostics)
    page = pypdfium2.PdfDocument(pdf(workshop, "booklets/rules.pdf"))[0].get_textpage()
    text = page.get_text_range()
    gaps, starts = [], []
    for found in re.finditer(r"\d+\.\s*Wall", text):
        dot, letter = text.index(".", found.start()), text.index("W", found.start())
        gaps.append(page.get_charbox(letter)[0] - page.get_charbox(dot)[2])
        starts.append(page.get_charbox(letter)[0])
    assert len(gaps) == 8
    assert min(gaps) > 2.4  # points
    assert max(starts) - min(starts) < 0.1
