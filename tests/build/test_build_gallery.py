from __future__ import annotations

from pathlib import Path

from cardgen.build.gallery import gallery

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


def test_a_picture_of_each_deck_and_a_page(tmp_path: Path) -> None:
    done = gallery(project(tmp_path, "alpha", "beta"), width=400)
    assert not list(done.diagnostics)
    assert done.written == (
        "docs/gallery/alpha/showcase.png",
        "docs/gallery/alpha/cards.png",
        "docs/gallery/beta/showcase.png",
        "docs/gallery/beta/cards.png",
        "docs/gallery/showcase.png",
        "docs/gallery/README.md",
    )
    page = (tmp_path / "docs/gallery/README.md").read_text()
    assert "## Alpha" in page
    assert "**Cards**: 2 cards, 63 × 88 mm" in page
    for name in done.written[:-2]:
        assert f"({name.removeprefix('docs/gallery/')})" in page


def test_the_same_games_give_the_same_files(tmp_path: Path) -> None:
    root = project(tmp_path, "alpha", "beta")
    first = {name: (root / name).read_bytes() for name in gallery(root, width=300).written}
    second = {name: (root / name).read_bytes() for name in gallery(root, width=300).written}
    assert first == second


def test_named_games_only_get_their_pictures(tmp_path: Path) -> None:
    done = gallery(project(tmp_path, "alpha", "beta"), ("beta",), tmp_path / "out", 300)
    assert done.written == ("out/beta/showcase.png", "out/beta/cards.png")


def test_a_showcase_names_cards_that_exist(tmp_path: Path) -> None:
    done = gallery(project(tmp_path, "alpha", showcase="cards/tow"))
    (found,) = done.diagnostics
    assert found.code == "CG207"
    assert str(found.at) == "card_data/alpha/game.yaml:10:12"
    assert found.hints == ("did you mean `cards/two`?",)
