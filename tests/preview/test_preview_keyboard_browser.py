"""The page by keyboard alone: keys do what they say, and the focus is never lost."""

from __future__ import annotations

import pytest
from bench import HEROES
from browser import ANNA, DRAWN, press, see, tile, wall

pytestmark = pytest.mark.slow

FOCUS = """() => {
    const on = document.activeElement;
    return on.getAttribute("aria-label") || on.dataset.key || on.textContent.trim() || on.tagName;
}"""


def focus(page) -> str:
    return page.evaluate(FOCUS)


def test_arrows_move_on_the_wall_and_enter_opens(page):
    wall(page)
    for key, card in (("ArrowRight", "anna"), ("ArrowRight", "bert"), ("End", "dora")):
        page.keyboard.press(key)
        assert focus(page) == card
    press(page, "ArrowLeft Enter")
    page.get_by_text("3 of 4").wait_for()
    page.keyboard.press("Escape")
    tile(page, "cleo").locator(DRAWN).wait_for()
    assert page.locator('.tile[tabindex="0"]').get_attribute("data-key") == "cleo"
    assert page.locator('.tile[tabindex="-1"]').count() == 3  # one stop for the tab key


def test_controls_keep_the_focus_and_the_slider_its_arrows(page):
    wall(page)
    slider = page.get_by_role("slider", name="Size of the cards")
    slider.focus()
    before = int(slider.input_value())
    for n in range(1, 4):
        page.keyboard.press("ArrowRight")
        assert int(slider.input_value()) == before + 10 * n
        assert focus(page) == "Size of the cards"
    page.get_by_role("combobox", name="Colour vision").focus()
    page.keyboard.press("ArrowDown")
    page.locator("body[data-vision=protan]").wait_for()
    assert focus(page) == "Colour vision"


def test_a_tick_in_a_menu_keeps_the_focus_and_escape_closes_the_menu_alone(page):
    wall(page)
    menu = page.locator("details.chip", has_text="Class")
    menu.locator("summary").focus()
    press(page, "Enter Tab Space")
    tile(page, "anna").wait_for(state="detached")
    assert page.evaluate("() => document.activeElement.type") == "checkbox"
    page.keyboard.press("Escape")
    assert menu.get_attribute("open") is None
    assert page.evaluate("() => document.activeElement.tagName") == "SUMMARY"
    assert page.locator(".wall-view").is_visible()


def test_a_save_keeps_the_focus_and_the_list_of_keys_gives_it_back(page, project):
    wall(page)
    tile(page, "bert").focus()
    project.save(HEROES, "power: 1", "power: 2")
    page.locator(".tile.fresh[data-key=bert]").wait_for()
    assert focus(page) == "bert"
    page.keyboard.press("?")
    page.locator("dialog[open]").wait_for()
    press(page, "x Escape")  # keys of the wall do nothing meanwhile
    page.locator("dialog[open]").wait_for(state="detached")
    assert focus(page) == "bert"
    assert page.get_by_role("button", name="Backs").get_attribute("aria-pressed") == "false"


def test_a_spot_is_pointed_at_by_keyboard(page):
    see(page, "test/heroes/bert")
    page.keyboard.press("k")
    page.locator(".cross").wait_for(state="attached")
    press(page, "Shift+ArrowUp " * 6 + "Shift+ArrowLeft")
    page.locator(".stage").focus()
    page.keyboard.press("Enter")
    page.locator(".source").get_by_text("parts.xml.j2").first.wait_for()
    page.keyboard.press("Escape")
    page.locator(".cross").wait_for(state="detached")
    assert page.locator(".card-view").is_visible()


def test_zoom_rulers_loupe_and_dots_by_keyboard(page):
    see(page, "test/heroes/anna")
    percent = page.locator(".percent")
    fitted = percent.inner_text()
    page.keyboard.press("1")
    assert percent.inner_text() == "100 %"
    frame = page.locator(f"{ANNA} .frame")
    assert frame.bounding_box()["width"] == pytest.approx(63 * 96 / 25.4, abs=0.5)
    page.keyboard.press("2")
    page.locator(".lying.dots").first.wait_for()
    bleed = 63 + 2 * 3
    dots = round(bleed * 300 / 25.4 + 0.5)
    page.locator(f'img.dots[data-wanted*="w={dots}&"]').first.wait_for()
    press(page, "2 r")
    page.locator(".rulers").wait_for()
    press(page, "r 0")
    assert percent.inner_text() == fitted


def test_the_screen_is_calibrated_where_a_card_is_looked_at(page):
    see(page, "test/heroes/anna")
    percent = page.locator(".percent")
    percent.click()
    before = page.locator("#calibration output").inner_text()
    page.locator("#calibration").get_by_role("button", name="Larger").click()
    assert page.locator("#calibration output").inner_text() != before
    page.keyboard.press("Escape")
    page.locator("#calibration").wait_for(state="detached")
    assert page.locator(".percent:focus").count() == 1
    assert page.locator(".card-view").is_visible()


def test_little_room_and_twice_as_large_text_leave_everything_in_reach(page):
    page.set_viewport_size({"width": 1024, "height": 800})
    wall(page)
    wide, whole = page.locator("#bar h1").evaluate("one => [one.clientWidth, one.scrollWidth]")
    assert wide >= whole
    page.set_viewport_size({"width": 600, "height": 400})  # 1200 by 800 at 200 %
    see(page, "test/heroes/anna")
    for name in ("Previous card (←)", "Larger (+)"):
        assert page.get_by_role("button", name=name).is_visible()
    page.locator(".inspector").get_by_text("Templates").scroll_into_view_if_needed()
    assert page.locator(".stage").bounding_box()["height"] > 80


def test_escape_in_the_search_leads_back_to_the_wall(page):
    wall(page)
    page.keyboard.press("/")
    page.keyboard.type("anna")
    page.keyboard.press("Escape")
    assert page.evaluate("() => document.activeElement.id") == "main"
    page.keyboard.press("ArrowRight")
    assert focus(page) == "anna"
