"""A game in a language that runs from right to left: booklets are bound at the right."""

import io

import pikepdf
import pypdfium2
import pytest
from fontTools.ttLib import TTFont
from workshops import FILES, write_files

from cardgen.source.files import BUNDLED

GAME = "card_data/game/game.yaml"
A, B, G, D = "\u05d0", "\u05d1", "\u05d2", "\u05d3"
RULES = f"""\
# {A}

```contents
```

1. {B}
2. {B}

| {G} | {D} |
|---|--:|
| {G} | 7 |

# {D}

See [{A}](#{A}).
"""


@pytest.fixture(scope="module")
def booklets(tmp_path_factory):
    root = tmp_path_factory.mktemp("leftward")
    game = (
        FILES[GAME]
        .replace("title: Game", "title: Game\nlanguage: he")
        .replace("atkinson/regular", "test/hebrew")
        .replace("atkinson/bold", "test/hebrew")
        .replace("components:", f"components:\n  rules: {{kind: booklet, title: {A}}}")
    )
    made = write_files(root, {**FILES, GAME: game, "card_data/game/rules.md": RULES})
    font = TTFont(BUNDLED / "fonts/noto-sans/NotoSans-Regular.ttf")
    names = font.getBestCmap()
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap.update({0x5D0 + i: names[ord("a") + i] for i in range(26)})
    data = io.BytesIO()
    font.save(data)
    (root / "fonts/test").mkdir(parents=True)
    (root / "fonts/test/Hebrew.ttf").write_bytes(data.getvalue())
    report = made.build(products=("booklets",), papers=("a4",))
    assert not list(report.diagnostics)
    return made.output / "game/booklets"


def letters(page):
    """Each letter of a page with its place, in points from the left and from the top."""
    text = page.get_textpage()
    found = []
    for i in range(text.count_chars()):
        char = text.get_text_range(i, 1)
        if char.strip():
            left, _, right, top = text.get_charbox(i)
            found.append((char, left, right, page.get_height() - top))
    return found


def place(found, char, which=0):
    return [one for one in found if one[0] == char][which]


def test_text_starts_at_the_right(booklets):
    page = pypdfium2.PdfDocument(booklets / "rules.pdf")[0]
    found = letters(page)
    width = page.get_width()
    heading = place(found, A, 1)  # behind the running head
    assert heading[1] > width * 0.8
    item = place(found, B)
    row = [one for one in found if abs(one[3] - item[3]) < 6]
    assert [one[0] for one in sorted(row, key=lambda one: one[1])] == [B, ".", "1"]
    first, second = place(found, G), [one for one in found if one[0] == D][-2]
    assert first[1] > second[2]


def test_the_contents_have_their_numbers_at_the_left(booklets):
    page = pypdfium2.PdfDocument(booklets / "rules.pdf")[0]
    entry = place(letters(page), D)
    row = [one for one in letters(page) if abs(one[3] - entry[3]) < 6]
    assert min(row, key=lambda one: one[1])[0].isdigit()


def test_the_book_is_bound_at_the_right(booklets):
    with pikepdf.open(booklets / "rules.pdf") as pdf:
        assert pdf.Root.ViewerPreferences.Direction == "/R2L"
    pages = pypdfium2.PdfDocument(booklets / "rules.pdf")
    folded = pypdfium2.PdfDocument(booklets / "rules.fold.a4.pdf")[0]
    middle = folded.get_width() / 2
    assert len(pages) < 4  # so that the page beside the first is blank
    assert letters(folded)
    assert all(right < middle for _, _, right, _ in letters(folded))
