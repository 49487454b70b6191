"""The page by keyboard alone: keys do what they say, and the focus is never lost."""

import pytest
from bench import HEROES
from browser import ANNA, DRAWN, expect, press, see, tile, until, wall
from patience import wait_until

pytestmark = pytest.mark.slow

FOCUS = """() => {
    const on = document.activeElement;
    return on.getAttribute("aria-label") || on.dataset.key || on.textContent.trim() || on.tagName;
}"""


def has_focus(page, name: str) -> None:
    until(page, f"({FOCUS})()", name)


def test_arrows_move_on_the_wall_enter_opens_and_escape_leaves_the_search(page):
    wall(page)
    for key, card in (("ArrowRight", "anna"), ("ArrowRight", "bert"), ("End", "dora")):
        page.keyboard.press(key)
        has_focus(page, card)
    press(page, "ArrowLeft Enter")
    page.get_by_text("3 of 4").wait_for()
    page.keyboard.press("Escape")
    tile(page, "cleo").locator(DRAWN).wait_for()
    expect(page.locator('.tile[tabindex="0"]')).to_have_attribute("data-key", "cleo")
    expect(page.locator('.tile[tabindex="-1"]')).to_have_count(3)  # one stop for the tab key
    press(page, "Home Home /")  # the first key takes the focus back to the wall
    page.keyboard.type("anna")
    page.keyboard.press("Escape")
    until(page, "document.activeElement.id", "main")
    page.keyboard.press("ArrowRight")
    has_focus(page, "anna")


def test_controls_keep_the_focus_and_the_slider_its_arrows(page):
    wall(page)
    page.locator(".looks summary").click()
    slider = page.get_by_role("slider", name="Size of the cards")
    slider.focus()
    before = int(slider.input_value())
    for n in range(1, 4):
        page.keyboard.press("ArrowRight")
        expect(slider).to_have_value(str(before + 10 * n))
        has_focus(page, "Size of the cards")
    page.get_by_role("combobox", name="Colour vision").focus()
    page.keyboard.press("ArrowDown")
    page.locator("body[data-vision=protan]").wait_for()
    has_focus(page, "Colour vision")


def test_a_tick_in_a_menu_keeps_the_focus_and_escape_closes_the_menu_alone(page):
    wall(page)
    menu = page.locator("details.chip", has_text="Class")
    menu.locator("summary").focus()
    press(page, "Enter Tab Space")
    tile(page, "anna").wait_for(state="detached")
    until(page, "document.activeElement.type", "checkbox")
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    until(page, "document.activeElement.tagName", "SUMMARY")
    page.locator(".wall-view").wait_for()


def test_a_save_keeps_the_focus_and_the_list_of_keys_gives_it_back(page, project):
    wall(page)
    tile(page, "bert").focus()
    project.save(HEROES, "power: 1", "power: 2")
    page.locator(".tile.fresh[data-key=bert]").wait_for()
    has_focus(page, "bert")
    page.keyboard.press("?")
    page.locator("dialog[open]").wait_for()
    press(page, "x Escape")  # keys of the wall do nothing meanwhile
    page.locator("dialog[open]").wait_for(state="detached")
    has_focus(page, "bert")
    page.locator(".looks summary").click()
    expect(page.get_by_role("button", name="Backs")).to_have_attribute("aria-pressed", "false")


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
    page.locator(".card-view").wait_for()


def test_zoom_rulers_dots_and_calibration_by_keyboard(page):
    see(page, "test/heroes/anna")
    percent = page.locator(".percent")
    fitted = percent.inner_text()
    page.keyboard.press("1")
    expect(percent).to_have_text("100 %", use_inner_text=True)
    frame = page.locator(f"{ANNA} .frame")
    width = pytest.approx(63 * 96 / 25.4, abs=0.5)
    wait_until(lambda: frame.bounding_box()["width"] == width)
    page.keyboard.press("2")
    page.locator(".lying.dots").first.wait_for()
    bleed = 63 + 2 * 3
    dots = round(bleed * 300 / 25.4 + 0.5)
    page.locator(f'img.dots[data-wanted*="w={dots}&"]').first.wait_for()
    press(page, "2 r")
    page.locator(".rulers").wait_for()
    press(page, "r 0")
    expect(percent).to_have_text(fitted, use_inner_text=True)
    percent.click()
    before = page.locator("#calibration output").inner_text()
    page.locator("#calibration").get_by_role("button", name="Larger").click()
    expect(page.locator("#calibration output")).not_to_have_text(before)
    page.keyboard.press("Escape")
    page.locator(".percent:focus").wait_for()
    page.locator(".card-view").wait_for()


def test_little_room_and_twice_as_large_text_leave_everything_in_reach(page):
    page.set_viewport_size({"width": 1024, "height": 800})
    wall(page)
    title = page.locator("#bar h1")
    wait_until(lambda: title.evaluate("one => one.clientWidth >= one.scrollWidth"))
    page.set_viewport_size({"width": 600, "height": 400})  # 1200 by 800 at 200 %
    see(page, "test/heroes/anna")
    for name in ("Previous card (←)", "Larger (+)"):
        page.get_by_role("button", name=name).wait_for()
    page.locator(".inspector").get_by_text("Templates").scroll_into_view_if_needed()
    wait_until(lambda: page.locator(".stage").bounding_box()["height"] > 80)
