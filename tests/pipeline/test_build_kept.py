"""Pages of booklets and boards that picture cards are kept, and made anew when they must be."""

import pytest
import workshops
from documents import document
from workshops import write_files

from cardgen.layout.book.keeping import KeptBlocks
from cardgen.layout.book.pages import Book
from cardgen.layout.book.typeset import Typesetter
from cardgen.layout.engine import Layout
from cardgen.model import rule_text

GAME = "card_data/game/game.yaml"
HEROES = "card_data/game/decks/heroes.yaml"
PLACES = "card_data/game/decks/places.yaml"
TEXT = "card_data/game/rules.md"
BOOKLETS = {f"booklets/rules.{kind}pdf" for kind in ("", "fold.a4.", "mini.a4.")}
ASKED = {"papers": ("a4",), "products": ("boards", "booklets", "sheets")}
BOARDS = {"boards/map.a4.pdf", "boards/map.pdf"}
FILES = {
    TEXT: document("pipeline/kept_text.md"),
    "templates/game/map.xml.j2": document("pipeline/kept_map.xml.j2"),
    "templates/game/tally.xml.j2": """\
<text style="body" height="5">{{ decks.heroes | map(attribute="title") | join(", ") }}</text>
""",
}
COMPONENTS = """\
  map: {kind: board, size: {width: 190mm, height: 120mm}}
  rules: {kind: booklet, title: Rules, size: a7}
"""


def write_project(root):
    game = workshops.FILES[GAME] + COMPONENTS
    return write_files(root, {**workshops.FILES, **FILES, GAME: game})


@pytest.fixture
def shop(project_copies):
    return project_copies(write_project, **ASKED)


def test_a_first_build_makes_all_booklets_and_boards(shop):
    assert set(shop.files()) >= BOOKLETS | BOARDS


def made(shop):
    report = shop.build(**ASKED)
    assert not list(report.diagnostics)
    return {path for game in report.games for path in game.made}


POKER, SMALL, BOARD = 63.0, 63.5, 190.0


@pytest.mark.parametrize(
    ("file", "old", "new", "sides", "texts", "files"),
    [
        # A card that nothing pictures.
        (PLACES, "Draw up", "Take up", [SMALL], 0, set()),
        # One in the booklet, one on the board (which is in the booklet too).
        (HEROES, "Hold {rule", "Keep {rule", [POKER], 1, BOOKLETS),
        (HEROES, "title: Bert", "title: Berta", [POKER, BOARD], 1, BOOKLETS | BOARDS),
        # A fact that the text tells; one that a template looks at.
        (PLACES, "title: Elm", "title: Elms", [SMALL], 1, BOOKLETS),
        (HEROES, "title: Carl", "title: Karl", [POKER], 1, BOOKLETS),
        (HEROES, "copies: 2", "copies: 3", [], 1, BOOKLETS),
        # An edit that shows nowhere.
        (HEROES, "cards:", "# all\ncards:", [], 0, set()),
        # The text itself; a fault in spelling moves no card.
        (TEXT, "The end.", "An end.", [], 1, BOOKLETS),
    ],
)
def test_only_what_shows_the_change_is_laid_out(
    shop, laid, note, file, old, new, sides, texts, files
):
    first = shop.files()
    flowed = note(Layout, "pages", lambda *_: "text")
    laid.clear()
    shop.edit(file, old, new)
    assert made(shop) & (BOOKLETS | BOARDS) == files
    assert (sorted(width for width, _ in laid), len(flowed)) == (sides, texts)
    assert shop.equals_a_clean_build(**ASKED)
    # And back: each version is known by what it shows, not by the order of edits.
    shop.edit(file, new, old)
    assert made(shop) & (BOOKLETS | BOARDS) == files
    assert shop.files() == first


def test_a_rule_comes_into_all_that_state_it(shop):
    before = shop.fingerprints()
    shop.edit(GAME, "lives: 3", "lives: 4")
    made(shop)
    after = shop.fingerprints()
    changed = {id for id in before if before[id] != after[id]}
    assert changed == {"heroes/bert/face", "map/face", "rules/page-01"}
    assert shop.equals_a_clean_build(**ASKED)


def test_all_that_names_the_author_follows_the_credits(shop):
    with (shop.root / GAME).open("a", encoding="utf-8") as file:
        file.write("  box: {kind: box, decks: [places], template: back.xml.j2}\ncredits: [By A]\n")
    asked = {**ASKED, "products": (*ASKED["products"], "boxes")}
    shop.build(**asked)
    before = shop.files()
    shop.edit(GAME, "By A", "By B")
    report = shop.build(**asked)
    after = shop.files()
    assert {name for name in after if before[name] == after[name]} == set()
    assert set(after) == {*report.games[0].made, "build.json"}


def test_what_stands_behind_the_text_of_a_page_is_kept(shop, note):
    drawn = note(Book, "_draw_background", lambda *given: given[2]["page"].number)
    shop.edit(TEXT, "The end.", "An end.")
    assert made(shop) & BOOKLETS == BOOKLETS
    assert drawn == []
    shop.edit(TEXT, "An end.", "An end.\n\n```pagebreak\n```\n\nMore.")
    made(shop)
    assert drawn == [3]
    assert shop.equals_a_clean_build(**ASKED)
    drawn.clear()
    shop.edit(GAME, 'ink: "#111111"', 'ink: "#222222"')
    made(shop)
    assert drawn == [1, 2, 3]
    assert shop.equals_a_clean_build(**ASKED)


def test_blocks_that_stay_the_same_are_not_set_again(shop, monkeypatch):
    """A page is taken whole, or else only what comes to another place on it is set."""
    shop.edit(TEXT, "The end.", "{card:places/elm}, the end.\n\nLast\nwords,\n\nand more.")
    made(shop)
    done = []
    block, take = Typesetter._block, KeptBlocks.page

    def counted(self, block_, *rest):
        done.append(type(block_).__name__)
        return block(self, block_, *rest)

    def taken(self, *page):
        found = take(self, *page)
        done.append("new page" if found is None else "old page")
        return found

    monkeypatch.setattr(Typesetter, "_block", counted)
    monkeypatch.setattr(KeptBlocks, "page", taken)
    for file, old, new, work in (
        # The two paragraphs that name the card, on two pages.
        (PLACES, "title: Elm", "title: Elk", ["Paragraph"] * 2 + ["new page"] * 2),
        (HEROES, "title: Anna", "title: Anne", ["CardRow", "Figure", "new page", "old page"]),
        # A word more, and nothing moves.
        (TEXT, "words,", "words are,", ["Paragraph", "old page", "new page"]),
        # What follows is set as well, because it moves.
        (TEXT, "Last\nw", "Last " * 40 + "\nw", ["Paragraph", "old page", "new page", "Paragraph"]),
    ):
        done.clear()
        shop.edit(file, old, new)
        made(shop)
        assert done == work, new
        assert shop.equals_a_clean_build(**ASKED)


def test_a_text_that_says_the_same_is_not_read_again(shop, note):
    read = note(rule_text, "read_markdown", lambda file, scope: file.path)
    for file, old, new, texts in (
        (HEROES, "title: Anna", "title: Anne", []),
        (GAME, 'ink: "#111111"', 'ink: "#222222"', []),
        (GAME, "lives: 3", "lives: 4", [TEXT]),
        (TEXT, "The end.", "{rule:lives} lives.", [TEXT]),
    ):
        shop.edit(file, old, new)
        made(shop)
        assert read == texts, new
        assert shop.equals_a_clean_build(**ASKED)
        read.clear()


def test_a_swap_of_blocks_in_one_line_is_seen(shop):
    """A line across the page and the end of a page are alike but for their kind."""
    shop.edit(TEXT, "The end.\n", "The end.\n\n---\n\nMore.\n")
    made(shop)
    first = shop.fingerprints()
    shop.edit(TEXT, "---\n", "```pagebreak\n```\n")
    made(shop)
    assert set(shop.fingerprints()) - set(first) == {"rules/page-03"}
    assert shop.equals_a_clean_build(**ASKED)


def test_a_card_that_begins_to_show_the_board_is_refused(shop):
    """What is kept of the board must not hide that it now shows itself."""
    face = '<side><card ref="map" width="40"/></side>\n'
    write_files(shop.root, {"templates/game/odd.xml.j2": face})
    shop.edit(GAME, "  card: {", "  odd: {template: odd.xml.j2}\n  card: {")
    for file in (HEROES, PLACES):
        shop.edit(file, "cards:", "defaults: {type: card}\ncards:")
    made(shop)
    text = ', text: "You have {rule:lives} lives."'
    shop.edit(HEROES, f"title: Bert{text}", "title: Bert, type: odd")
    report = shop.build(**ASKED)
    assert report.diagnostics.has_errors
    assert {found.code for found in report.diagnostics} == {
        found.code for found in shop.build(**ASKED, force=True).diagnostics
    }
