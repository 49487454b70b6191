"""The pages for designers: the reference is up to date, every example is laid out."""

import re
from pathlib import Path

import PIL.Image
import pytest

from cardgen.assets.library import Library
from cardgen.core.geometry import Insets, Size
from cardgen.core.style import Color, TextStyle, Theme
from cardgen.frame import Frame
from cardgen.layout.box import ELEMENTS
from cardgen.layout.engine import Layout
from cardgen.layout.reader import INLINE
from cardgen.layout.text.blocks import TAGS
from cardgen.model.record import Decks, Record
from cardgen.template.environment import Templates
from cardgen.template.filters import FILTERS
from tools.reference.elements import INLINE_DOCS, elements_markdown

ACTIONS = ({"title": "Lunge", "copies": 2}, {"title": "Parry", "copies": 3})
ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/templates.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```xml\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
NAMED = {
    match[1]: example
    for example in EXAMPLES
    if (match := re.match(r"\{# templates/duel/(\S+) #\}", example))
}


def test_the_elements_are_complete_with_what_stands_in_a_text():
    page = elements_markdown("")
    _, _, section = page.partition("## Paragraphs, lists and tables")
    headings = {f"\n## `<{tag}>`\n": cls for tag, cls in ELEMENTS.items()}
    for text, parts in ((page, headings), (section, {f"`<{t}>`": c for t, c in TAGS.items()})):
        for heading, cls in parts.items():
            assert heading in text
            assert [name for name in cls.attributes if f"| `{name}` |" not in text] == []
    assert set(INLINE_DOCS) == INLINE


def test_inline_attributes_are_those_that_are_read(frame_of):
    values = {"name": "square", "color": "red", "scale": "1", "style": "body", "size": "9"}
    values |= {"tracking": "5", "lang": "de", "features": "zero", "alt": "a square"}
    values |= {"number": "3", "number-color": "red"}
    for tag, (names, _) in INLINE_DOCS.items():
        written = " ".join(f'{name}="{values[name]}"' for name in names)
        assert frame_of(f"<text>a <{tag} {written}/></text>")


def test_all_filters_are_on_the_page():
    _, _, section = PAGE.partition("## Filters and functions")
    words = set(re.findall(r"\w+", section))
    assert set(FILTERS) <= words


@pytest.fixture(scope="module")
def duel(tmp_path_factory):
    root = tmp_path_factory.mktemp("duel")
    (root / "art").mkdir()
    (root / "sword.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 2h20v20z"/></svg>'
    )
    PIL.Image.new("L", (600, 400)).save(root / "art/hill.png")
    for name, text in NAMED.items():
        (root / name).write_text(text, encoding="utf-8")
    return root


@pytest.mark.parametrize(
    "example",
    [e for e in EXAMPLES if not e.startswith("{# templates/duel/parts")],
    ids=lambda example: example.splitlines()[0][:40],
)
def test_every_example_is_laid_out(duel, example):
    body = TextStyle("atkinson/regular", 8.5, 1.25, color="ink", bold="atkinson/bold")
    theme = Theme(
        {"ink": Color.parse("#1d1a16"), "paper": Color.parse("#efe6d2"), "red": Color(0.6, 0, 0)},
        {"body": body, "title": TextStyle("barlow-condensed/bold", 13.0)},
    )
    whole = "<side" in example or "{% extends" in example
    (duel / "example.j2").write_text(
        example if whole else f"<side>{example}</side>", encoding="utf-8"
    )
    templates = Templates(duel, (duel,))
    card = Record({"id": "lunge", "title": "Lunge", "cost": 2, "text": "Draw two cards."})
    context = {"card": card, "game": Record({"title": "Duel"}), "index": 1, "total": 9}
    context["decks"] = Decks({"actions": tuple(map(Record, ACTIONS))})
    element = templates.element("example.j2", context, None)
    library = Library(duel, (ROOT / "fonts",), (duel,), (duel,))
    layout = Layout(theme, library, lambda _: Frame(Size(63, 88), []), templates.narrow)
    laid = layout.side(element, Size(63, 88), Insets(3, 3, 3, 3))
    assert [f"{d.location}: {d.message}" for d in laid.diagnostics] == []
    assert len(laid.frame.items) >= 1
