"""The games' booklets as readers get them that do not see pages: PDF/UA-1, in the text's order."""

import io
import itertools
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pytest
from five_games import GAMES, ROOT, book_of
from msgspec import Struct
from pdf_structure import Tagged, by_pdfium, by_pdfminer, structure_of
from pieces import desk

from cardgen.model.document import (
    Heading,
    Listing,
    Note,
    Paragraph,
    Quote,
    TableBlock,
    block_texts,
    flat,
)
from cardgen.model.game import Game
from cardgen.model.richtext import Content, Fact, Icon, Part, elements_of

HEADINGS = ("H1", "H2", "H3", "H4", "H5", "H6")


class Read(Struct):
    """A booklet, what it was made of, its structure, and the words of its pieces."""

    game: Game
    path: Path
    document: pikepdf.Pdf
    root: Tagged
    words: dict[tuple[int, int], str]

    def said(self, element: Tagged) -> str:
        return "".join(self.words.get(piece, "") for piece in element.pieces())


@pytest.fixture(scope="module", params=GAMES)
def book(request: pytest.FixtureRequest, outputs: Path) -> Read:
    """Each game's booklet in turn."""
    path = book_of(request.param, outputs)
    document = pikepdf.open(io.BytesIO(path.read_bytes()))
    game = desk(ROOT, request.param).game
    return Read(game, path, document, structure_of(document), by_pdfium(path))


def letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


def words_of(content: Content) -> Iterator[Part]:
    """Yield words, with the facts and icons between them, whose words are others."""
    for part in elements_of(content):
        if isinstance(part, str | Fact | Icon):
            yield part
        else:
            yield from words_of(getattr(part, "content", ()))


def written(game: Game, id: str) -> list[str]:
    """Return the words of a text, in its order: of each heading, paragraph and cell, in pieces."""
    found: list[str] = []
    for block in flat(game.flows()[id].blocks, lists=True):
        if isinstance(block, Heading | Paragraph | TableBlock | Note):
            for text in block_texts(block):
                parts = (part if isinstance(part, str) else "\0" for part in words_of(text.content))
                found += map(letters, "".join(parts).split("\0"))
    return [part for part in found if part]


def assert_in_order(parts: list[str], read: str) -> None:
    at = 0
    for part in parts:
        place = read.find(part, at)
        assert place >= 0, f"{part!r} does not come behind {read[max(at - 60, 0) : at]!r}"
        at = place + len(part)


def test_words_come_in_the_order_of_the_text(book: Read) -> None:
    assert_in_order(written(book.game, "rules"), letters(book.said(book.root)))


def test_a_checker_of_the_standard_finds_nothing(book: Read, outputs: Path) -> None:
    pdfua = pytest.importorskip("pdfua")
    folder = outputs / book.game.id / "booklets"
    texts = [*(f"{id}.pdf" for id in book.game.flows()), *(p.name for p in folder.glob("*.a4.pdf"))]
    read = [folder / name for name in texts if (folder / name).is_file()]
    read = [path for path in read if not re.search(r"\.(fold|mini)\.", path.name)]
    assert len(read) > 2
    for path in read:
        assert [str(one) for one in pdfua.validate(path).findings] == []


def test_all_that_is_painted_is_an_artifact_or_belongs_to_one_element(book: Read) -> None:
    pieces = Counter(book.root.pieces())
    assert set(pieces.values()) == {1}
    for number, page in enumerate(book.document.pages):
        depth, seen = 0, []
        for operands, operator in pikepdf.parse_content_stream(page):
            name = str(operator)
            if name in ("BMC", "BDC"):
                depth += 1
                if name == "BDC" and isinstance(operands[1], pikepdf.Dictionary):
                    given = operands[1].get("/MCID")
                    seen += [int(given)] if given is not None else []
                if depth > 1:  # inside of content only what is read in place of letters
                    assert str(operands[0]) == "/Span"
            elif name == "EMC":
                depth -= 1
            elif name in ("f", "f*", "S", "B", "Do", "sh", "TJ"):
                assert depth, f"page {number + 1}: {name} outside of all content"
        assert depth == 0
        assert seen == list(range(len(seen)))
        assert {(number, one) for one in seen} == {one for one in pieces if one[0] == number}


def test_headings_open_sections_and_no_level_is_left_out(book: Read) -> None:
    levels = [int(one.role[1]) for one in book.root.find(*HEADINGS)]
    assert levels[0] == 1
    assert all(b <= a + 1 for a, b in itertools.pairwise(levels))
    titles = [
        block.text.plain
        for block in flat(book.game.flows()["rules"].blocks, lists=True)
        if isinstance(block, Heading)
    ]
    assert len(levels) == len(titles)
    for section in book.root.find("Sect"):
        first = section.kids[0]
        assert isinstance(first, Tagged)
        assert first.role in HEADINGS


def test_a_paragraph_over_two_pages_is_one_element(book: Read) -> None:
    blocks = list(flat(book.game.flows()["rules"].blocks, lists=True))
    paragraphs = sum(isinstance(one, Paragraph) for one in blocks)
    lists = sum(isinstance(one, Listing) for one in blocks)
    quotes = sum(isinstance(one, Quote) for one in blocks)
    tables = [one for one in blocks if isinstance(one, TableBlock)]
    found = Counter(one.role for one in book.root.walk())
    assert found["P"] + found["Note"] >= paragraphs
    assert found["L"] == lists
    assert found["BlockQuote"] == quotes
    assert found["Table"] == len(tables)
    assert found["TR"] == sum(len(one.rows) + bool(one.head) for one in tables)
    cells = [one for one in book.root.find("TH", "TD") if isinstance(one, Tagged)]
    assert len(cells) == sum(len(row) for one in tables for row in (one.head, *one.rows))
    over = [one for one in book.root.find("P", "LI", "L", "Table") if _pages(one) > 1]
    assert over, "nothing runs over two pages"


def _pages(element: Tagged) -> int:
    return len({page for page, _ in element.pieces()})


def test_pictures_speak_and_nothing_inside_them_does(book: Read) -> None:
    figures = book.root.find("Figure")
    cover = figures[0]
    assert letters(book.game.title) in letters(cover.alt)
    for one in figures:
        assert one.alt
        assert len(one.entries.A.BBox) == 4
        inside = [kid.role for kid in one.walk() if kid is not one]
        assert set(inside) <= {"Link"}
    assert len(figures) > 3


def test_heads_of_tables_say_what_they_are_the_head_of(book: Read) -> None:
    for table in book.root.find("Table"):
        scopes = {str(head.entries.A.Scope) for head in table.find("TH")}
        assert len(scopes) == 1
        rows = table.find("TR")
        first = [kid.role for kid in rows[0].kids if isinstance(kid, Tagged)]
        if scopes == {"/Column"}:
            assert set(first) == {"TH"}
        else:
            assert {row.kids[0].role for row in rows} == {"TH"}


def test_each_link_belongs_to_the_structure_and_says_where_it_leads(book: Read) -> None:
    annotations = [link for page in book.document.pages for link in page.get("/Annots", [])]
    assert annotations
    assert all(str(link.Contents) for link in annotations)
    owned = [
        kid.Obj.objgen
        for one in book.root.walk()
        for kid in one.kids
        if isinstance(kid, pikepdf.Dictionary) and one.role == "Link"
    ]
    assert Counter(owned) == Counter(link.objgen for link in annotations)
    parents = book.document.Root.StructTreeRoot.ParentTree.Nums
    tree = {int(parents[i]): parents[i + 1] for i in range(0, len(parents), 2)}
    for link in annotations:
        parent = tree[int(link.StructParent)]
        assert parent.S == "/Link"
        held = parent.K if isinstance(parent.K, pikepdf.Array) else [parent.K]
        assert link.objgen in [
            kid.Obj.objgen for kid in held if isinstance(kid, pikepdf.Dictionary) and "/Obj" in kid
        ]


def test_raised_numbers_are_references_to_notes_that_lead_back(book: Read) -> None:
    references = [one for one in book.root.find("Reference") if not _is_in_contents(book.root, one)]
    notes = book.root.find("Note")
    assert bool(references) == any(book.game.assumptions)
    if references:
        assert len({str(one.entries.ID) for one in notes}) == len(notes)
        assert any(one.find("Link") for one in notes)


def _is_in_contents(root: Tagged, wanted: Tagged) -> bool:
    return any(one is wanted for toc in root.find("TOC") for one in toc.walk())


@pytest.mark.parametrize("name", GAMES[:1])
def test_pdfminer_reads_the_same_order(name: str, outputs: Path) -> None:
    pytest.importorskip("pdfminer")
    path = book_of(name, outputs).with_name("pocket.pdf")
    with pikepdf.open(path) as document:
        words = by_pdfminer(path)
        read = letters("".join(words.get(piece, "") for piece in structure_of(document).pieces()))
    assert_in_order(written(desk(ROOT, name).game, "pocket"), read)
