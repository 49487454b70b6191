"""The pocket guides: eight small pages on one sheet, in the words of the game and its numbers."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pieces
import pypdfium2
import pytest
from five_games import GAMES, ROOT

from cardgen.core.units import PAPERS
from cardgen.frame import NO_BLEED, Frame, Group, Text
from cardgen.impose.booklets import MINI_PAGES, mini_of
from cardgen.model.components.booklet import Booklet
from cardgen.model.game import Game
from cardgen.pipeline.game_build import GameBuild
from cardgen.pipeline.request import BuildRequest
from cardgen.products.booklets import BookletJob, plan_folded

pytestmark = pytest.mark.slow
LEAST_PT = 6.0
PRINTER = 4.5
"""Millimetres at the edges of a sheet that a home printer may leave blank."""
MM = 72 / 25.4


def pocket(game: Game) -> Booklet:
    found = game.components["pocket"]
    assert isinstance(found, Booklet)
    return found


def game_of(name: str) -> Game:
    return pieces.desk(ROOT, name).game


def pages(root: Path, name: str) -> tuple[Frame, ...]:
    """Lay out the pocket guide of a game, with the cards that it pictures and no others."""
    results = pieces.pages(root, name, "pocket")
    return tuple(page.frame for page in results if page.frame is not None)


def own(frame: Frame, scale: float = 1.0) -> Iterator[tuple[Text, float]]:
    """Find the texts that are set on a page itself, with how much they are scaled."""
    for item in frame.items:
        if isinstance(item, Text):
            yield item, scale
        elif isinstance(item, Group) and item.frame.bleed == NO_BLEED:
            yield from own(item.frame, scale * item.matrix.scale)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_one_of_eight_small_pages(name: str) -> None:
    booklet = pocket(game_of(name))
    assert booklet.page_size.small
    assert booklet.cover
    assert booklet.back
    assert len(pages(ROOT, name)) == MINI_PAGES


@pytest.mark.parametrize("name", GAMES)
def test_it_is_one_sheet_to_fold_on_every_paper(name: str) -> None:
    maker = GameBuild(BuildRequest(ROOT), game_of(name))
    results = pieces.pages(ROOT, name, "pocket")
    job = BookletJob("booklets", pocket(maker.game), maker.product_request([], results))
    sheets = {one.path: one for one in plan_folded(job, tuple(PAPERS))}
    assert set(sheets) == {f"booklets/pocket.mini.{paper}.pdf" for paper in PAPERS}
    for paper, size in PAPERS.items():
        sheet = sheets[f"booklets/pocket.mini.{paper}.pdf"].data(maker.tools(), maker.pdf)
        made = pypdfium2.PdfDocument(sheet)
        assert len(made) == 1
        measured = sorted(made[0].get_size())
        assert measured == pytest.approx(sorted((size.width * MM, size.height * MM)), abs=0.1)


@pytest.mark.parametrize(("name", "paper"), list(product(GAMES, PAPERS)))
def test_type_is_legible_as_it_comes_out(name: str, paper: str) -> None:
    size = pocket(game_of(name)).page_size.size
    printed = mini_of(size, PAPERS[paper], 0.0).scale
    for frame in pages(ROOT, name):
        for text, scale in own(frame):
            assert text.size * scale * printed >= LEAST_PT - 0.01, text.string


@pytest.mark.parametrize("name", GAMES)
def test_no_word_is_lost_to_the_edge_of_a_printer(name: str) -> None:
    size = pocket(game_of(name)).page_size.size
    for frame in pages(ROOT, name):
        for item, matrix in frame.walk():
            if isinstance(item, Text):
                x, y = matrix.apply(item.x, item.y)
                assert PRINTER <= x <= size.width - PRINTER, item.string
                assert PRINTER <= y <= size.height - PRINTER, item.string


TYPED = {
    **{f"{name}/pocket.md": "" for name in GAMES},
    "minecart/pocket.md": "1 1",  # the first lane and the first turn, where all counting begins
    "last-men-standing/pocket.md": "1",
    "last-train/rules.md": "",
    "railroaded/rules.md": "52 2 10 1 2",  # cards, ranks and the steps of a picture
}


@pytest.mark.parametrize("file", TYPED)
def test_texts_type_no_number_of_the_rules(file: str) -> None:
    """Numbers stand between braces; the words that are left over tell no rule."""
    text = (ROOT / "card_data" / file).read_text("utf-8")
    bare = re.sub(r"\{[^}]*\}|```.*|^#.*$|^\d+\. ", "", text, flags=re.MULTILINE)
    assert re.findall(r"\d+", bare) == TYPED[file].split()
