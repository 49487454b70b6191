"""Booklets from text to PDF, and what can be wrong with them."""

import io

import pikepdf
import pypdfium2
import pytest

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

```note Mind
A box.
```

```pagebreak
```

# The end

## Thanks

The rest.
"""
FILES = ("booklets/rules.fold.a4.pdf", "booklets/rules.fold.letter.pdf", "booklets/rules.pdf")


def with_text(workshop, text, options=""):
    game = workshop.root / "card_data/game/game.yaml"
    added = f"{game.read_text()}  rules: {{kind: booklet, title: Rules{options}}}\n"
    game.write_text(added, encoding="utf-8")
    (workshop.root / "card_data/game/rules.md").write_text(text, encoding="utf-8")
    return workshop


@pytest.fixture
def booklet(workshop):
    return with_text(workshop, TEXT)


def pdf(workshop, name):
    return (workshop.output / "game" / name).read_bytes()


def words(data):
    document = pypdfium2.PdfDocument(data)
    return [page.get_textpage().get_text_bounded().replace("\r\n", "\n") for page in document]


def test_pages_are_sides_and_files(booklet):
    assert not list(booklet.build().diagnostics)
    assert set(FILES) <= set(booklet.files())
    ids = [side["id"] for side in booklet.manifest()["sides"]]
    assert [id for id in ids if id.startswith("rules/")] == ["rules/page-01", "rules/page-02"]


def test_facts_come_from_the_data(booklet):
    booklet.build()
    first, second = words(pdf(booklet, "booklets/rules.pdf"))
    assert "You hold 5 of 4 cards. Ask Anna, page 2." in first
    assert "The end" in second
    assert "Bert" in first


def test_bookmarks_and_links(booklet):
    booklet.build()
    with pikepdf.open(io.BytesIO(pdf(booklet, "booklets/rules.pdf"))) as document:
        with document.open_outline() as outline:
            tree = [(entry.title, [c.title for c in entry.children]) for entry in outline.root]
        assert tree == [("The game", []), ("The end", ["Thanks"])]
        links = document.pages[0].Annots
        assert [document.pages.index(pikepdf.Page(link.Dest[0])) for link in links] == [1, 1, 1]


def test_folded_sheets_are_landscape_and_flip_on_the_short_edge(booklet):
    booklet.build()
    with pikepdf.open(io.BytesIO(pdf(booklet, "booklets/rules.fold.a4.pdf"))) as document:
        assert len(document.pages) == 2
        box = [float(value) for value in document.pages[0].MediaBox]
        assert box[2] > box[3]
        assert document.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"


def test_a_rule_number_rebuilds_the_booklet_that_states_it(booklet):
    booklet.build()
    before = booklet.fingerprints()
    booklet.edit("card_data/game/game.yaml", "hand: 5", "hand: 6")
    made = {name for game in booklet.build().games for name in game.made}
    after = booklet.fingerprints()
    assert set(FILES) <= made
    assert before["rules/page-01"] != after["rules/page-01"]
    assert before["rules/page-02"] == after["rules/page-02"]


def test_another_number_leaves_it_alone(booklet):
    booklet.build()
    booklet.edit("card_data/game/game.yaml", "lives: 3", "lives: 4")
    made = {name for game in booklet.build().games for name in game.made}
    assert not made & {"booklets/rules.pdf"}


def test_a_card_redraws_its_picture(booklet):
    booklet.build()
    before = booklet.fingerprints()
    booklet.edit("card_data/game/decks/heroes.yaml", "You have", "You lose")
    booklet.build()
    assert before["rules/page-01"] == booklet.fingerprints()["rules/page-01"]
    booklet.edit("card_data/game/decks/heroes.yaml", "Hold {rule:hand}", "Take {rule:hand}")
    booklet.build()
    assert before["rules/page-01"] != booklet.fingerprints()["rules/page-01"]


def test_the_same_bytes_twice(booklet):
    booklet.build()
    before = booklet.files()
    booklet.build(force=True)
    assert booklet.files() == before


PLAIN = '<stack height="30"><rect width="20" height="20"/></stack>'
MARKED = """<callouts height="30" style="body">
<rect id="spot" width="20" height="20"/><callout n="1" of="spot"/></callouts>"""
STEPS = """\
# Laying out

```figure spot.xml.j2
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
    booklet = with_text(workshop, STEPS)
    booklet.build()
    figure.write_text(then, encoding="utf-8")
    booklet.edit("card_data/game/game.yaml", "hand: 5", "hand: 6")
    booklet.build()
    kept = booklet.files()
    booklet.build(force=True)
    assert booklet.files() == kept


WIDE = "| " + " | ".join("Immeasurable" for _ in range(20)) + " |\n" + "|---" * 20 + "|\n"
TALL = "```note\n" + "\n\n".join(["Line."] * 60) + "\n```\n"


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("Hello {card:heroes/annna}.\n", "CG207", 1, 7),
        ("\n```card heroes/anna heroes/zoe\n```\n", "CG207", 2, 21),
        ("```cards heros\n```\n", "CG207", 1, 10),
        ("```cards heroes\ntitel: X\n```\n", "CG207", 2, 1),
        ("{count:heros}\n", "CG207", 1, 1),
        ("{rule:hands}\n", "CG207", 1, 1),
        (f"Text.\n\n{WIDE}", "CG432", 3, 1),
        ("Text.\n\n![A hill](art/hill.png)\n", "CG520", 3, 1),
        (TALL, "CG431", 1, 1),
        ("a" * 200 + "\n", "CG433", 1, 1),
        ("```figure nowhere.xml.j2\n```\n", "CG301", 1, 1),
        ("", "CG234", 1, 0),
    ],
)
def test_faults_of_the_text(workshop, text, code, line, column):
    with_text(workshop, text)
    found = list(check(workshop.root))
    assert [(d.code, d.at.path, d.at.line, d.at.column) for d in found if d.at] == [
        (code, "card_data/game/rules.md", line, column)
    ]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (", source: nowhere.md", "CG120"),
        (", size: a9", "CG207"),
        (", fold: origami", "CG207"),
        (", fold: mini, size: a7, top: 40mm, bottom: 44mm", "CG632"),
        (", inner: 99mm, outer: 60mm", "CG434"),
        (", styles: {titel: body}", "CG201"),
        (", paints: {tint: purpel}", "CG207"),
        (", cover: nowhere.xml.j2", "CG301"),
    ],
)
def test_faults_of_the_component(workshop, options, code):
    with_text(workshop, "Text.\n\n```note\nx\n```\n" + "Much ado about nothing. " * 400, options)
    found = list(check(workshop.root))
    assert [d.code for d in found] == [code]
    assert found[0].at


def test_a_broken_text_leaves_the_old_files(booklet, tmp_path):
    booklet.build()
    before = booklet.files()
    booklet.edit("card_data/game/rules.md", "A box.", "A {box}.")
    assert [game.status for game in booklet.build().games] == ["failed"]
    assert booklet.files() == before
