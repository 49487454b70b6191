"""The pages of a small game in a browser: accessible, readable, and with a search."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_site import project, shown
from workshops import write_files

from cardgen.core.style import Color, contrast
from cardgen.model.web import LEAST, colors

WIDTHS = (320, 390, 768, 1280)
PAGES = ("index", "rules", "cards", "terms", "print", "changes")
FINDINGS = """async () => (await axe.run()).violations.flatMap(rule => rule.nodes.map(node =>
    `${rule.id}: ${node.html.slice(0, 160)}: ${node.failureSummary}`))"""
COLORS = """([palette, names]) => {
    const root = document.documentElement, pen = document.createElement("canvas").getContext("2d");
    for (const [name, value] of Object.entries(palette)) root.style.setProperty(`--${name}`, value);
    return names.map(name => {
        root.style.outlineColor = `var(--${name})`;
        pen.fillStyle = getComputedStyle(root).outlineColor;
        pen.fillRect(0, 0, 1, 1);
        return [...pen.getImageData(0, 0, 1, 1).data].map(part => part / 255);
    });
}"""
STICKING_OUT = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = project(write_files(tmp_path_factory.mktemp("shop")))
    shown(made, changes="<h2>Rules</h2><ul><li>changed <b>hand</b>: <del>4</del> → 5</li></ul>")
    return made.output / "game/site"


@pytest.fixture
def tab(chromium: Any) -> Iterator[Any]:
    context = chromium.new_context(reduced_motion="reduce")
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_on_any_screen(tab: Any, folder: Path, name: str) -> None:
    found = pytest.importorskip("axe_playwright_python", reason="axe-core is not installed")
    axe = (Path(found.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
    tab.goto((folder / f"{name}.html").as_uri())
    tab.evaluate(axe)
    wrong = []
    for width in WIDTHS:
        tab.set_viewport_size({"width": width, "height": 844})
        for scheme in ("light", "dark"):
            tab.emulate_media(color_scheme=scheme)
            wrong += [f"at {width}, {scheme}: {one}" for one in tab.evaluate(FINDINGS)]
        wrong += [f"at {width}: sticks out"] if tab.evaluate(STICKING_OUT) > 0 else []
    assert wrong == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_is_readable_in_the_colours_of_any_game(tab: Any, folder: Path, scheme: str) -> None:
    pairs = [(text, one) for text in ("ink", "muted", "accent") for one in ("ground", "panel")]
    on_bands = ("band-ink", "band-muted", "on-dark")
    pairs += [(text, band) for text in on_bands for band in ("band", "band-deep")]
    pairs += [("on-button", "button"), ("ground", "accent")]
    names = sorted({name for pair in pairs for name in pair})
    tab.goto((folder / "index.html").as_uri())
    tab.emulate_media(color_scheme=scheme)
    for ink in ("#000000", "#0d1923", "#ffffff", "#f2b134", "#00ff00", "#7d150f"):
        for accent in ("#000000", "#ffffff", "#ffff00", "#bf2a1a", "#0000ff"):
            palette = colors(Color.parse(ink), Color.parse(accent))
            values = tab.evaluate(COLORS, [palette, names])
            color = {name: Color(*value) for name, value in zip(names, values, strict=True)}
            for text, ground in pairs:
                assert contrast(color[text], color[ground]) >= LEAST, (ink, accent, text, ground)


def test_cards_are_found_by_words_and_by_fields(tab: Any, folder: Path) -> None:
    tab.goto((folder / "cards.html").as_uri())
    cards, status = tab.locator("article.card:visible"), tab.get_by_role("status")
    assert cards.count() == 5
    tab.get_by_label("Search").fill("hold 5")
    assert [one.get_attribute("id") for one in cards.all()] == ["heroes/anna"]
    assert status.inner_text() == "1 of 5 cards"
    assert tab.locator("section.deck:visible").count() == 1
    tab.get_by_role("button", name="Clear").click()
    tab.get_by_label("Rank").select_option("high")
    assert [one.get_attribute("id") for one in cards.all()] == ["heroes/bert", "heroes/carl"]
    tab.goto((folder / "cards.html").as_uri() + "#places/den")  # which the choice has hidden
    assert tab.locator('[id="places/den"]').is_visible()


def test_a_term_says_what_it_means_to_the_keyboard(tab: Any, folder: Path) -> None:
    tab.goto((folder / "rules.html").as_uri())
    term = tab.locator("a.term").first
    tip = "node => getComputedStyle(node, '::after').content"
    assert term.evaluate(tip) == "none"
    tab.keyboard.press("Tab")
    term.focus()
    assert term.evaluate(tip) == '"Spend 5 of it."'
    picture = tab.locator("a.named img").first
    assert not picture.is_visible()
    tab.locator("a.named").first.focus()
    assert picture.is_visible()
