from pathlib import Path

import pytest
from PIL import Image

from tools.gallery.writing import gallery

GAME = """title: {title}
theme:
  colors: {{ink: "#222222"}}
  styles:
    body: {{font: atkinson/regular, size: 8pt, color: ink}}
card_types:
  plain: {{template: plain.xml.j2}}
components:
  cards: {{kind: deck, back: back.xml.j2}}
showcase: [{showcase}]
"""
CARDS = """cards:
  - {id: one, title: One}
  - {id: two, title: Two}
"""


def project(root: Path, *names: str, showcase: str = "cards/two, cards") -> Path:
    for name in names:
        data, looks = root / "card_data" / name, root / "templates" / name
        (data / "decks").mkdir(parents=True)
        looks.mkdir(parents=True)
        (data / "game.yaml").write_text(GAME.format(title=name.title(), showcase=showcase))
        (data / "decks/cards.yaml").write_text(CARDS)
        (looks / "plain.xml.j2").write_text(
            '<side background="#eee"><text x="5" y="5" right="5" height="9">{{ card.title }}</text>'
            "</side>"
        )
        (looks / "back.xml.j2").write_text('<side background="#357"></side>')
    return root


def test_a_picture_of_each_deck_and_a_page_or_of_named_games_alone(tmp_path: Path) -> None:
    done = gallery(project(tmp_path, "alpha", "beta"), width=400)
    assert not list(done.diagnostics)
    assert done.written == (
        "docs/gallery/alpha/table.jpg",
        "docs/gallery/alpha/cards.png",
        "docs/gallery/alpha/sheets.jpg",
        "docs/gallery/beta/table.jpg",
        "docs/gallery/beta/cards.png",
        "docs/gallery/beta/sheets.jpg",
        "docs/gallery/showcase.jpg",
        "docs/gallery/README.md",
    )
    page = (tmp_path / "docs/gallery/README.md").read_text()
    assert "## Alpha" in page
    assert "**Cards**: 2 cards, 63 × 88 mm" in page
    for name in done.written[:-2]:
        assert f"({name.removeprefix('docs/gallery/')})" in page
    some = gallery(tmp_path, ("beta",), tmp_path / "out", 400).written
    assert some == ("out/beta/table.jpg", "out/beta/cards.png", "out/beta/sheets.jpg")
    for name in some:  # the same games give the same files
        first = tmp_path / name.replace("out", "docs/gallery")
        assert (tmp_path / name).read_bytes() == first.read_bytes()


def test_a_showcase_names_cards_that_exist(tmp_path: Path) -> None:
    done = gallery(project(tmp_path, "alpha", showcase="cards/tow"))
    (found,) = done.diagnostics
    assert found.code == "CG207"
    assert str(found.location) == "card_data/alpha/game.yaml:10:12"
    assert found.hints == ("did you mean `cards/two`?",)


EVERYTHING = """  board: {kind: board, size: {width: 300mm, height: 200mm}, template: plain.xml.j2}
  tokens:
    kind: tokens
    size: 20mm
    template: piece.xml.j2
    tokens:
      - {id: one, back: back.xml.j2, copies: 3}
      - {id: hero, shape: standee, size: {width: 20mm, height: 40mm}}
  six: {kind: dice, template: piece.xml.j2}
  twenty: {kind: dice, sides: 20, template: piece.xml.j2}
  box: {kind: box, template: piece.xml.j2}
  chest: {kind: game-box, template: piece.xml.j2}
  seats: {kind: table}
  rules: {kind: booklet, cover: back.xml.j2, page: piece.xml.j2, size: a6}
showcase"""


@pytest.fixture
def complete(tmp_path: Path) -> Path:
    root = project(tmp_path, "alpha")
    file = root / "card_data/alpha/game.yaml"
    file.write_text(file.read_text().replace("showcase", EVERYTHING))
    (root / "card_data/alpha/rules.md").write_text("# Rules\n\nPlay a card.\n")
    looks = root / "templates/alpha"
    (looks / "piece.xml.j2").write_text('<side background="#ec8"></side>')
    (looks / "plain.xml.j2").write_text('<side background="#eee"></side>')
    return root


def test_everything_that_a_game_has_is_shown(complete: Path) -> None:
    done = gallery(complete, width=300)
    assert not list(done.diagnostics)
    names = ["table.jpg", "board.png", "cards.png", "tokens.png", "six.png", "twenty.png"]
    last = ["rules.png", "boxes.jpg", "sheets.jpg", "virtual.jpg"]
    assert done.written == (
        *(f"docs/gallery/alpha/{name}" for name in [*names, *last]),
        "docs/gallery/README.md",
    )
    page = (complete / "docs/gallery/README.md").read_text()
    for caption in (
        "**Board**: board, 300 × 200 mm",
        "**Tokens**: 1 standee, 3 tokens",
        "**Six**: paper die with 6 sides",
        "**Rules**: booklet, 2 pages, 105 × 148 mm",
    ):
        assert caption in page
    with Image.open(complete / "docs/gallery/alpha/table.jpg") as table:
        assert table.width == 300
        assert table.format == "JPEG"


def test_a_game_without_cards_has_its_pictures_too(complete: Path) -> None:
    file = complete / "card_data/alpha/game.yaml"
    text = file.read_text()
    lines = [line for line in text.splitlines() if "deck" not in line and "box" not in line]
    file.write_text("\n".join(line for line in lines if "showcase" not in line))
    (complete / "card_data/alpha/decks/cards.yaml").unlink()
    done = gallery(complete, width=300)
    assert not list(done.diagnostics)
    assert done.written[:2] == ("docs/gallery/alpha/table.jpg", "docs/gallery/alpha/board.png")
    assert not any("cards" in name for name in done.written)


def test_a_fault_of_a_board_leaves_the_game_out(complete: Path) -> None:
    (complete / "templates/alpha/piece.xml.j2").write_text('<side background="nosuch"></side>')
    done = gallery(complete, width=300)
    assert done.diagnostics.has_errors
    assert done.written == ("docs/gallery/README.md",)


def test_a_game_that_shows_no_card_is_on_no_table(tmp_path: Path) -> None:
    gallery(project(tmp_path, "alpha", "beta"), width=300)
    without = (tmp_path / "docs/gallery/showcase.jpg").read_bytes()
    done = gallery(project(tmp_path, "gamma", showcase=""), width=300)
    assert not list(done.diagnostics)
    assert "docs/gallery/gamma/cards.png" in done.written
    assert "docs/gallery/gamma/table.jpg" not in done.written
    assert (tmp_path / "docs/gallery/showcase.jpg").read_bytes() == without
