"""What readers, ears and clipboards get of the games: the words that icons stand for."""

import pypdfium2
import pytest
from five_games import GAMES
from pieces import ROOT, desk, pages, sides

from cardgen.backend.document import DocumentInfo
from cardgen.backend.pdf import write_pdf
from cardgen.frame import Frame, Group, Page
from cardgen.model.components.booklet import Booklet

pytestmark = pytest.mark.slow


def frames(game: str) -> list[Frame]:
    """Every page of the booklets and every side of the cards."""
    components = desk(ROOT, game).game.components.values()
    laid = [
        page for one in components if isinstance(one, Booklet) for page in pages(ROOT, game, one.id)
    ]
    laid += sides(ROOT, game, *(one.id for one in components if one.kind == "deck"))
    return [result.frame for result in laid if result.frame is not None]


@pytest.mark.parametrize("game", GAMES)
def test_icons_in_running_text_are_read_on_every_page(game: str) -> None:
    shown = frames(game)
    data = write_pdf(
        [Page.of_sheet(frame) for frame in shown], DocumentInfo(game), desk(ROOT, game).library
    )
    read = pypdfium2.PdfDocument(data)
    for frame, page in zip(shown, read, strict=True):
        text = " ".join(page.get_textpage().get_text_range().split())
        for item, _ in frame.walk():
            if isinstance(item, Group) and item.reads is not None:
                assert item.alt is not None
                assert item.alt in text, text


@pytest.mark.broad
def test_no_health_is_lost() -> None:
    text = " ".join(
        item.alt or "" if isinstance(item, Group) else getattr(item, "string", "")
        for side in sides(ROOT, "last-train", "aid")
        if side.frame is not None
        for item, _ in side.frame.walk()
    )
    assert "No Health is lost" in " ".join(text.replace("\u00a0", " ").split())
