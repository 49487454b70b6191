"""What the games that come with cardgen cost in paper, and that a box holds each of them."""

from collections.abc import Callable, Iterable
from functools import cache

import pytest
from five_games import GAMES
from pieces import ROOT, desk, pages, sides, words

from cardgen.core.geometry import Size
from cardgen.core.units import PAPERS
from cardgen.frame import Frame, Group
from cardgen.impose.tuckbox import TuckBoxNet
from cardgen.impose.workpage import page_for
from cardgen.model.components.booklet import Booklet
from cardgen.model.components.box import TuckBox
from cardgen.model.components.deck import Deck, decks_of
from cardgen.model.components.dice import Die
from cardgen.model.components.game_box import GameBox
from cardgen.model.components.tokens import TokenSet
from cardgen.model.printer import Printer
from cardgen.model.stowage import HOLDABLE, LEAVES, PLAY
from cardgen.products.artifact import Artifact, PdfDocument, Tools
from cardgen.products.options import PrintOptions
from cardgen.products.request import ProductRequest
from cardgen.products.sheets import shared_sheets, sheets
from cardgen.products.tokens import tokens

# Sheets of paper for all cards on A4 and on Letter.
SHEETS = {
    "hachi-train": (8, 8),
    "last-men-standing": (13, 13),
    "last-train": (18, 18),
    "minecart": (9, 9),
    "railroaded": (14, 14),
}


@cache
def request(name: str) -> ProductRequest:
    work = desk(ROOT, name)
    shown = [
        one.id for one in work.game.components.values() if isinstance(one, Deck | TokenSet | Die)
    ]
    frames = {one.id: one.frame for one in sides(ROOT, name, *shown) if one.frame}
    return ProductRequest(
        game=work.game,
        sides=work.sides,
        frames=frames,
        options=PrintOptions(papers=("a4", "letter")),
        printer=Printer(),
        render=lambda name, context, at: "",
        report=lambda found: None,
    )


def write(text: str, size: float) -> Frame:
    return Frame(Size(len(text), 2), [])


def documents(
    name: str, plan: Callable[[ProductRequest], Iterable[Artifact]]
) -> dict[str, PdfDocument]:
    """Make the pages of every file of a product."""
    found = {}
    for artifact in plan(request(name)):
        made = artifact.make(Tools(write, None, None))  # type: ignore[arg-type]
        assert isinstance(made, PdfDocument)
        found[artifact.path] = made
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_cards_take_as_few_sheets_as_they_can(name: str) -> None:
    made = documents(name, sheets)
    hosts = [host.id for host, *_ in shared_sheets(desk(ROOT, name).game)]
    assert set(made) == {f"sheets/{id}.{paper}.pdf" for id in hosts for paper in ("a4", "letter")}
    for number, paper in enumerate(("a4", "letter")):
        files = [one for path, one in made.items() if f".{paper}." in path]
        assert sum(len(one.pages) // 2 for one in files) == SHEETS[name][number]


def trims(frame: Frame) -> set[tuple[float, float]]:
    """The middles of all cards on a page."""
    return {
        (round(x, 3), round(y, 3))
        for item, matrix in frame.walk()
        if isinstance(item, Group) and item.clip is not None
        for x, y in [item.matrix.then(matrix).apply_rect(item.frame.trim).center]
        if matrix.a * matrix.d == 1 and (matrix.e, matrix.f) == (0, 0)
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_backs_lie_behind_faces(name: str) -> None:
    for path, one in documents(name, sheets).items():
        for front, back in zip(one.pages[::2], one.pages[1::2], strict=True):
            size = front.frame.size
            assert one.info.duplex == "long-edge"
            faces, backs = trims(front.frame), trims(back.frame)
            if size.width > size.height:  # turned about the other axis
                behind = {(x, round(size.height - y, 3)) for x, y in faces}
            else:
                behind = {(round(size.width - x, 3), y) for x, y in faces}
            assert behind == backs, path
            assert faces


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_tokens_take_one_page(name: str) -> None:
    assert {len(one.pages) for one in documents(name, tokens).values()} == {1}


@pytest.mark.parametrize("name", GAMES)
def test_a_box_holds_the_whole_game_with_room_to_spare(name: str) -> None:
    game = desk(ROOT, name).game
    [box] = [one for one in game.components.values() if isinstance(one, GameBox)]
    held = {one.id for one in box.content(game)}
    assert held == {one.id for one in game.components.values() if isinstance(one, HOLDABLE)}
    need, (width, height, depth) = box.stowage(game), box.size(game)
    assert need.piles is not None
    assert depth >= need.piles + need.booklets + PLAY
    assert width >= need.floor.width + PLAY
    assert height >= need.floor.height + PLAY


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_booklets_are_no_thicker_than_a_box_allows_for(name: str) -> None:
    game = desk(ROOT, name).game
    for one in game.components.values():
        if isinstance(one, Booklet) and one.fold != "mini":
            assert len(pages(ROOT, name, one.id)) <= 2 * LEAVES
    assert len(pages(ROOT, name, "rules")) % 4 == 0, "a folded booklet would end in blank pages"


@pytest.mark.parametrize("name", GAMES)
def test_tuck_boxes_hold_all_cards_with_2_mm_around_them_and_fit_both_papers(name: str) -> None:
    game = desk(ROOT, name).game
    boxes = [one for one in game.components.values() if isinstance(one, TuckBox)]
    counts = [box.inside(game).count for box in boxes]
    assert sum(counts) == sum(deck.count for deck in decks_of(game))
    for box in boxes:
        decks = [deck for deck in decks_of(game) if not box.decks or deck.id in box.decks]
        inside = box.inside(game)
        assert inside.width == max(deck.size.width for deck in decks) + 2
        assert inside.height == max(deck.size.height for deck in decks) + 2
        count = sum(deck.count for deck in decks)
        assert inside.depth == pytest.approx(count * box.thickness + 2)
        net = TuckBoxNet(inside.width, inside.height, inside.depth)
        assert all(page_for(net.size, paper, 5.0) for paper in PAPERS.values())


@pytest.mark.parametrize("name", GAMES)
def test_the_pictures_of_a_game_box_go_down_its_walls_and_its_list_is_what_it_has(
    name: str,
) -> None:
    """No finding of any proof, so that art reaches all over the bleed, which is all of a wall."""
    game = desk(ROOT, name).game
    [box] = [one for one in game.components.values() if isinstance(one, GameBox)]
    faces = {one.id.split("/")[1]: one for one in sides(ROOT, name, box.id)}
    assert [item for one in faces.values() for item in one.diagnostics] == []
    for side, wall in zip(("back", "front"), box.walls(game), strict=True):
        frame = faces[side].frame
        assert frame is not None
        assert frame.bleed.left * box.scale >= wall + box.wrap
    told = words(faces["back"].frame).casefold()
    for part in box.contents(game):
        assert str(part["title"] or part["noun"]).casefold() in told
    assert game.license.casefold() in told
