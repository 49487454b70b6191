"""Booklets from text to PDF, and what can be wrong with them."""

import io

import pikepdf
import pypdfium2
import pytest
from workshops import write_files

from cardgen.pipeline.build import check

TEXT = """\
# The game

```contents
```

You hold **{rule:hand}** of {count:heroes} cards. Ask {card:heroes/anna}, page {page:the-end}.

```card heroes/anna heroes/carl
Two heroes.
```

```cards heroes
title: Hero
copies: Copies
```

```components
```

## Mind

A box.

```pagebreak
```

# The end

## Thanks

The rest.
"""
GAME, HEROES = "card_data/game/game.yaml", "card_data/game/decks/heroes.yaml"
FILES = ("booklets/rules.fold.a4.pdf", "booklets/rules.pdf")
PAGES = ("rules/page-01", "rules/page-02")


BOOK = {"products": ("booklets",), "papers": ("a4",)}


def with_text(workshop, text, options=""):
    game = workshop.root / GAME
    added = f"{game.read_text()}  rules: {{kind: booklet, title: Rules{options}}}\n"
    return write_files(workshop.root, {GAME: added, "card_data/game/rules.md": text})


def read(workshop, name="rules"):
    return (workshop.output / f"game/booklets/{name}.pdf").read_bytes()


def bound(workshop, text, options=""):
    """Make a booklet of a text, without a finding."""
    with_text(workshop, text, options)
    assert not list(workshop.build(**BOOK).diagnostics)
    return read(workshop)


def words(data):
    document = pypdfium2.PdfDocument(data)
    return [page.get_textpage().get_text_bounded().replace("\r\n", "\n") for page in document]


def bookmarks(data):
    with pikepdf.open(io.BytesIO(data)) as document, document.open_outline() as outline:
        return [(entry.title, [below.title for below in entry.children]) for entry in outline.root]


def write_project(root):
    return with_text(write_files(root), TEXT)


@pytest.fixture
def booklet(project_copies):
    return project_copies(write_project, **BOOK)


def test_facts_come_from_the_data_and_headings_are_bookmarks(booklet):
    assert {*FILES, "build.json"} == set(booklet.files())
    assert [side["id"] for side in booklet.manifest()["sides"]] == list(PAGES)
    first, second = words(read(booklet))
    assert "You hold 5 of 4 cards. Ask Anna, page 2." in first
    assert "The end" in second
    assert "Bert" in first
    assert bookmarks(read(booklet)) == [("The game", ["Mind"]), ("The end", ["Thanks"])]
    with pikepdf.open(io.BytesIO(read(booklet))) as document:
        links = document.pages[0].Annots
        assert [document.pages.index(pikepdf.Page(link.Dest[0])) for link in links] == [0, 1, 1, 1]


def test_folded_sheets_are_landscape_and_flip_on_the_short_edge(booklet):
    with pikepdf.open(io.BytesIO(read(booklet, "rules.fold.a4"))) as document:
        assert len(document.pages) == 2
        box = [float(value) for value in document.pages[0].MediaBox]
        assert box[2] > box[3]
        assert document.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"


@pytest.mark.parametrize(
    ("file", "old", "new", "changed"),
    [
        (GAME, "hand: 5", "hand: 6", PAGES[:1]),
        (GAME, "lives: 3", "lives: 4", ()),
        (HEROES, "You have", "You lose", ()),
        (HEROES, "Hold {rule:hand}", "Take {rule:hand}", PAGES[:1]),
    ],
    ids=["its number", "another number", "another card", "a card in it"],
)
def test_a_page_is_made_anew_for_what_it_states_and_shows(booklet, file, old, new, changed):
    before = booklet.fingerprints()
    booklet.edit(file, old, new)
    made = {name for game in booklet.build(**BOOK).games for name in game.made}
    after = booklet.fingerprints()
    assert tuple(id for id in after if after[id] != before[id]) == changed
    assert made == (set(FILES) if changed else set())


PLAIN = '<stack height="30"><rect width="20" height="20"/></stack>'
MARKED = """<callouts height="30" style="body">
<rect id="spot" width="20" height="20"/><callout n="1" of="spot"/></callouts>"""
STEPS = """\
# Laying out

```figure spot.xml.j2 alt="A spot."
Where things lie.
```

1. Put it there.

# More

Numbers: {rule:hand}.
"""


@pytest.mark.parametrize(
    ("first", "then"),
    [(PLAIN, MARKED), (MARKED, PLAIN), (MARKED, MARKED)],
    ids=("marked", "plain", "same"),
)
def test_pictures_and_steps_are_linked_as_in_a_clean_build(workshop, first, then):
    """Whether a step is a link depends on a picture, which may be edited alone."""
    figure = workshop.root / "templates/game/spot.xml.j2"
    figure.write_text(first, encoding="utf-8")
    bound(workshop, STEPS)
    figure.write_text(then, encoding="utf-8")
    workshop.edit(GAME, "hand: 5", "hand: 6")
    workshop.build(**BOOK)
    kept = workshop.files()
    workshop.build(**BOOK, force=True)
    assert workshop.files() == kept


def test_odds_follow_the_deck_and_the_rule(workshop):
    def shown():
        assert not workshop.build(**BOOK).diagnostics.has_errors
        return pypdfium2.PdfDocument(read(workshop))[0].get_textpage().get_text_bounded()

    with_text(workshop, "It is {odds:1+ of heroes where id=bert in hand}.\n")
    workshop.edit(GAME, "hand: 5", "hand: 2")
    assert "It is 83\xa0%" in shown()  # all but 1 of 6 pairs of 2 berts and 2 others
    workshop.edit(GAME, "hand: 2", "hand: 1")
    assert "It is 50\xa0%" in shown()
    workshop.edit(HEROES, "copies: 2", "copies: 1")
    workshop.edit(GAME, "version:", "odds: 5\nversion:")
    assert "It is 35\xa0%" in shown()


@pytest.mark.parametrize(
    ("title", "codes"), [("Donaudampfschifffahrtsgesellschaft", []), ("O" * 200, ["CG433"])]
)
def test_a_tile_of_a_list_of_pieces_is_as_wide_as_the_longest_word(workshop, title, codes):
    workshop.edit(GAME, "title: Places", f"title: {title}")
    with_text(workshop, "```components\n```\n")
    assert [d.code for d in check(workshop.root)] == codes


COVER = """<side background="#eeeeee">
<rect x="-3" y="40" width="23" height="10" fill="#111111"/>
<text x="1" y="{y}" width="18" height="4" align="center" color="#ffffff">A</text>
</side>
"""


@pytest.mark.parametrize(
    ("asked", "y", "codes"),
    [("{optical: 0.3mm}", 42, ["CG810"]), ("{clearance: 2mm}", 40.4, ["CG809"]), ("{}", 41, [])],
)
def test_covers_are_held_against_what_the_game_asks_of_its_cards(workshop, asked, y, codes):
    with_text(workshop, "Text.\n", ", cover: cover.xml.j2")
    workshop.edit(GAME, "components:", f"print: {asked}\ncomponents:")
    write_files(workshop.root, {"templates/game/cover.xml.j2": COVER.format(y=y)})
    assert [d.code for d in check(workshop.root)] == codes


class TestNumbersOfALongList:
    """Numbers of one and two digits before the items of a list."""

    GAP = 1.5  # mm, at least, between a number and its text

    @pytest.fixture
    def numbers(self, workshop):
        """Return the left and right edges of numbers, and the left edges of items, in mm."""
        items = "\n".join(f"{n}. Halt {n}." for n in range(1, 13))
        with pypdfium2.PdfDocument(bound(workshop, items)) as document:
            page = document[0].get_textpage()
            text = page.get_text_range()
            edges = []
            for n in range(1, 13):
                item = text.index(f"Halt {n}.")
                number = text.rindex(f"{n}.", 0, item)
                left = page.get_charbox(number)[0]
                right = page.get_charbox(number + len(f"{n}"))[2]
                edges.append([x * 25.4 / 72 for x in (left, right, page.get_charbox(item)[0])])
        return edges

    def test_have_a_gap_before_their_text(self, numbers):
        assert min(item - right for _, right, item in numbers) >= self.GAP

    def test_end_in_one_line_and_items_begin_in_one(self, numbers):
        for column in (1, 2):
            positions = [edges[column] for edges in numbers]
            assert max(positions) - min(positions) < 0.1
