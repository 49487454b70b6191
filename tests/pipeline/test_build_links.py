"""Links of a booklet, as a reader of the PDF finds them."""

import io

import pikepdf
import pypdfium2
from documents import document
from test_build_booklet import bookmarks, bound, read, words

TEXT = document("pipeline/links_text.md")


def links(data, number=0):
    """The words below each link of a page, with what they lead to: a page or an address."""
    text = pypdfium2.PdfDocument(data)[number].get_textpage()
    found = []
    with pikepdf.open(io.BytesIO(data)) as document:
        for link in document.pages[number].get("/Annots", []):
            left, bottom, right, top = (float(edge) for edge in link.Rect)
            # A little less than the rectangle, which touches the letters beside it.
            shown = text.get_text_bounded(left + 0.2, bottom + 0.2, right - 0.2, top - 0.2)
            if "/A" in link:
                assert link.A.S == "/URI"
                target = str(link.A.URI)
            else:
                target = document.pages.index(pikepdf.Page(link.Dest[0])) + 1
            found.append((shown.strip(), target))
    return found


def test_words_and_numbers_of_pages_lead_to_headings_and_addresses_lead_out(workshop):
    first = links(bound(workshop, TEXT))
    inside = [words for words, target in first if target == 2]
    name = "the very long name of this second chapter, which takes more than one line"
    assert " ".join(inside[:2]) == name
    assert inside[2:] == ["2", "2", "A card: 2", "2", "the end-game", "2", "item", "2", "2"]
    assert [words for words, target in first if target == 1] == ["half", "1"]
    outside = [(words, target) for words, target in first if isinstance(target, str)]
    address = "https://b.org/well-known/x?y=1"
    assert outside == [(address, address), ("it", "https://a.org/"), ("https://a.org/",) * 2]


def test_an_address_may_go_over_lines(workshop):
    address = "https://a.org/" + "/".join(f"part{i}" for i in range(20))
    found = links(bound(workshop, f"# One\n\nSee {address}.\n"))
    assert len(found) > 1
    assert {target for _, target in found} == {address}
    assert "".join(words for words, _ in found) == address


def test_a_heading_links_once_and_is_named_by_its_words(workshop):
    text = "# One\n\n```contents\n```\n\n# Two {card:heroes/anna} [x](#one)\n\nText.\n"
    data = bound(workshop, text)
    assert bookmarks(data) == [("One", []), ("Two Anna x (page 1)", [])]
    assert "Two Anna x" in words(data)[0]
    assert [words for words, _ in links(data)][1:] == ["x", "1"]


def test_folded_sheets_have_no_links(workshop):
    assert links(bound(workshop, "# One\n\nSee {page:one}.\n", ", fold: both"))
    for name in ("rules.fold.a4", "rules.mini.a4"):
        assert links(read(workshop, name)) == []
