"""Taking away in a real browser: copies, downloads, and what comes out of the printer."""

import io
import re
from pathlib import Path

import PIL.Image
import pypdfium2
import pytest
from bench import HEROES
from browser import DRAWN, expect, press, see, tile, until, wall

pytestmark = pytest.mark.slow


def export(page, card=""):
    """Open what can be taken away, of a card or of what is there."""
    if card:
        see(page, f"test/heroes/{card}")
    page.get_by_role("button", name="Export").click()
    box = page.get_by_role("dialog", name="Export")
    box.wait_for()
    return box


def saved(page, act):
    with page.expect_download() as coming:
        act()
    return coming.value.suggested_filename, Path(coming.value.path()).read_bytes()


def on_paper(page, ask="Control+p"):
    """Have the view printed; give the document."""
    page.evaluate("() => { window.asked = 0; window.print = () => { window.asked += 1; } }")
    if ask:
        page.keyboard.press(ask)
        page.wait_for_function("() => window.asked === 1")
    data = page.pdf(prefer_css_page_size=True, print_background=True)
    page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
    return pypdfium2.PdfDocument(data)


def words(document):
    return " ".join(page.get_textpage().get_text_bounded() for page in document)


def is_drawn(document, number=0):
    """Whether there is colour on a page."""
    pixels = document[number].render(scale=0.5).to_pil().convert("HSV")
    return pixels.getchannel("S").getextrema()[1] > 5


# Pictures


def test_a_picture_is_copied(page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    see(page, "test/heroes/anna")
    page.keyboard.press("p")
    page.get_by_text("Picture copied").wait_for()
    size = page.evaluate(
        """async () => {
            const [one] = await navigator.clipboard.read();
            const picture = await createImageBitmap(await one.getType("image/png"));
            return [picture.width, picture.height];
        }"""
    )
    assert size == [744, 1039]


def test_a_picture_is_saved_as_one_has_chosen(page):
    see(page, "test/heroes/anna")
    name, data = saved(page, lambda: page.keyboard.press("w"))
    assert name == "test-anna-face.png"
    assert PIL.Image.open(io.BytesIO(data)).size == (744, 1039)
    box = export(page)
    box.get_by_text("Back", exact=True).click()
    box.get_by_text("150").click()
    box.get_by_label("With bleed").check()
    name, data = saved(page, box.get_by_role("button", name="Save picture").click)
    assert name == "test-heroes-back-bleed-150dpi.png"
    assert PIL.Image.open(io.BytesIO(data)).size == (407, 555)


def test_the_panel_works_by_keyboard_and_closes(page):
    see(page, "test/heroes/anna")
    page.keyboard.press(".")
    box = page.get_by_role("dialog", name="Export")
    box.wait_for()
    page.wait_for_function("() => document.activeElement.closest('[role=dialog]')")
    press(page, "Tab ArrowRight")
    expect(box.get_by_role("radio", name="Back")).to_be_checked()
    page.keyboard.press("Escape")
    box.wait_for(state="detached")
    until(page, "document.activeElement.textContent", "Export")
    until(page, "location.hash", "#/test/heroes/anna")


# Files


def test_a_card_is_put_on_paper_alone_or_on_the_sheet_that_is_gone_to(page):
    box = export(page, "bert")
    name, data = saved(page, box.get_by_role("button", name="Letter", exact=True).click)
    assert name == "test-heroes-bert.letter.pdf"
    assert words(pypdfium2.PdfDocument(data)).count("Bert") == 2
    box.get_by_text("page 1").first.wait_for()
    save = box.get_by_role("button", name="Save sheets/heroes.a4.pdf").click
    name, data = saved(page, save)
    assert name == "test-heroes.a4.pdf"
    assert len(pypdfium2.PdfDocument(data)) == 2
    box.get_by_role("link", name="heroes.a4.pdf", exact=True).click()
    page.wait_for_url("**/#/test/~print/sheets%2Fheroes.a4.pdf~1")
    page.locator(".board-view").wait_for()


def test_the_cards_that_are_shown_are_put_on_paper(page):
    wall(page)
    page.get_by_role("searchbox").fill("mage")
    tile(page, "anna").wait_for(state="detached")
    box = export(page)
    box.get_by_text("The 2 designs shown").wait_for()
    name, data = saved(page, box.get_by_role("button", name="A4", exact=True).click)
    assert name == "test-heroes-2-cards.a4.pdf"
    said = words(pypdfium2.PdfDocument(data))
    assert "Cleo" in said
    assert "Anna" not in said


def test_files_are_saved_from_the_list_of_files(page):
    see(page, "test/~print")
    button = page.get_by_role("button", name="Save boards/mat.pdf")
    name, data = saved(page, button.click)
    assert (name, data[:5]) == ("test-mat.pdf", b"%PDF-")
    link = page.get_by_role("link", name="Open boards/mat.pdf")
    expect(link).to_have_attribute("href", re.compile("path=boards%2Fmat.pdf&open=1"))
    page.get_by_role("link", name="Heroes A4").click()
    page.locator(f".sheet-wall {DRAWN}").first.wait_for()


# Paper


def test_a_wall_is_printed_whole_with_names_and_without_the_page_around_it(page, project):
    more = [f"  - {{id: c{n}, type: plain, title: Card {n}}}" for n in range(60)]
    project.write(HEROES, project.text(HEROES) + "\n".join(more) + "\n")
    see(page, "test/heroes")
    page.get_by_text("64 designs").wait_for()
    page.wait_for_function("() => !document.querySelector('#status .waiting')")
    assert page.locator(".tile").count() < 64
    document = on_paper(page)
    said = words(document)
    assert all(f"Card {n}" in said for n in range(60))
    assert "Export" not in said
    assert "File order" not in said
    assert len(document) in (4, 5)
    assert all(is_drawn(document, n) for n in range(len(document)))
    expect(page.locator("#paper > *")).to_have_count(0)
    tile(page, "anna").wait_for()


def test_what_is_not_shown_is_not_printed_by_key_or_by_the_menu_of_the_browser(page):
    wall(page)
    page.get_by_role("searchbox").fill("knight")
    tile(page, "bert").wait_for(state="detached")
    for key in ("Control+p", ""):
        said = words(on_paper(page, key))
        assert "1 of 4 designs" in said
        assert "Anna" in said
        assert "Bert" not in said


def test_rules_are_printed_as_a_table_and_a_page_of_a_booklet_as_itself(page):
    see(page, "test/~rules")
    page.get_by_role("button", name="Print the table").wait_for()
    said = words(on_paper(page))
    assert "Rule numbers" in said
    assert "hand" in said
    assert "rules.md:3" in said
    see(page, "test/rules/1")
    document = on_paper(page)
    assert len(document) == 1
    assert document[0].get_size() == pytest.approx((105 / 25.4 * 72, 148 / 25.4 * 72), abs=1)
    assert words(document) == ""  # a picture, as everywhere


def test_the_button_prints_what_is_shown(page):
    page.evaluate("() => { window.asked = 0; window.print = () => { window.asked += 1; } }")
    export(page, "anna").get_by_role("button", name="Print this view").click()
    page.wait_for_function("() => window.asked === 1")
    expect(page.locator("#paper img")).to_have_count(2)
    page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
