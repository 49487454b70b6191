"""The notes of the games' booklets: each number leads to its note, and each note back."""

import io
import re
from collections import Counter
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from five_games import GAMES, ROOT, book_of
from msgspec import Struct

RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
REACH = 12.0
"""Points between the height that a link leads to and the words that are meant."""


class Book(Struct, frozen=True):
    """A booklet in reading order, and the text that it was made of."""

    data: bytes
    text: str


class Way(Struct, frozen=True):
    """A link: the words on it, where it stands and where it leads, with heights in points."""

    words: str
    page: int
    height: float
    to: int
    height_there: float


@pytest.fixture(scope="module", params=GAMES)
def book(request: pytest.FixtureRequest, outputs: Path) -> Book:
    """Each game's booklet in turn."""
    name = request.param
    text = (ROOT / "card_data" / name / "rules.md").read_text(encoding="utf-8")
    return Book(book_of(name, outputs).read_bytes(), text)


def ways(data: bytes) -> list[Way]:
    """Return all links inside a document."""
    found = []
    texts = [page.get_textpage() for page in pypdfium2.PdfDocument(data)]
    with pikepdf.open(io.BytesIO(data)) as document:
        numbers = {page.objgen: i for i, page in enumerate(document.pages)}
        for i, page in enumerate(document.pages):
            for link in page.get("/Annots", []):
                if "/Dest" not in link:
                    continue
                left, bottom, right, top = (float(edge) for edge in link.Rect)
                # The middle of the line: boxes of letters reach into the lines above and below.
                away = (top - bottom) / 3
                box = (left + 0.2, bottom + away, right - 0.2, top - away)
                shown = texts[i].get_text_bounded(*box)
                to, there = numbers[link.Dest[0].objgen], float(link.Dest[3])
                found.append(Way(shown.strip(), i + 1, top, to + 1, there))
    return found


@pytest.mark.slow
def test_notes_and_places_lead_to_each_other(book: Book) -> None:
    data = book.data
    found = ways(data)
    out = [way for way in found if re.fullmatch("[⁰¹²³⁴⁵⁶⁷⁸⁹]+", way.words)]
    numbers = [int(way.words.translate(RAISED)) for way in out]
    assert len(out) == len(re.findall(r"\{assumption:", book.text))
    assert list(dict.fromkeys(numbers)) == list(range(1, max(numbers) + 1))
    assert all(way.to > way.page for way in out)
    back = Counter((way.to, round(way.height_there)) for way in found if way.page in notes(out))
    heights: dict[tuple[str, int], list[float]] = {}
    for way in out:
        heights.setdefault((way.words, way.page), []).append(way.height)
    for (words, page), lines in heights.items():  # a note leads back to one line of each page
        near = [at for at in back if at[0] == page and any(abs(at[1] - y) < REACH for y in lines)]
        assert near, f"no note leads back to {words} on page {page}"
    document = pypdfium2.PdfDocument(data)
    for way, number in zip(out, numbers, strict=True):
        page = document[way.to - 1].get_textpage()
        low, high = way.height_there - REACH - 4, way.height_there + 2
        words = page.get_text_bounded(0, low, 500, high)
        assert re.search(rf"\b{number}\.", words), f"{way.words} leads to {words!r}"


def notes(out: list[Way]) -> set[int]:
    """Return the pages of the notes."""
    return {way.to for way in out}


def leads_to_step(way: Way, document: pypdfium2.PdfDocument) -> bool:
    """Whether a link is a marker in a picture, and so leads to the step of its number."""
    page = document[way.to - 1].get_textpage()
    there = page.get_text_bounded(0, way.height_there - REACH - 4, 500, way.height_there + 2)
    return re.search(rf"\b{way.words}\.", there) is not None


@pytest.mark.slow
def test_numbers_of_pages_tell_the_truth(book: Book) -> None:
    """Wherever a link shows a page number alone, as index and notes do, it leads there."""
    data = book.data
    document = pypdfium2.PdfDocument(data)
    shown = [way for way in ways(data) if re.fullmatch(r"\d+(–\d+)?", way.words)]
    shown = [way for way in shown if not leads_to_step(way, document)]
    assert len(shown) > 30
    with pikepdf.open(io.BytesIO(data)) as document:
        labels = [page.label for page in document.pages]
    for way in shown:
        assert labels[way.to - 1] == way.words.partition("–")[0]
    assert (labels[0], labels[-1]) == ("Cover", "Back")
    assert labels[1:-1] == [str(number) for number in range(2, len(labels))]
