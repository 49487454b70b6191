"""Boxes of a card that are moved and sized in a real browser, and written back."""

import pytest
from bench import HERO
from browser import ANNA, DRAWN, expect, see
from patience import wait_until
from test_preview_writing_browser import other_than, put

pytestmark = pytest.mark.slow

FACE = "templates/test/hero.xml.j2"


def at(page, x, y):
    """Where a point of the card, in mm, is on the screen; and how large a millimetre is."""
    box = page.locator(f"{ANNA} .clip").bounding_box()
    scale = box["width"] / 63
    return box["x"] + x * scale, box["y"] + y * scale, scale


def choose(page, x=8, y=32, name="Box <text> at 6, 30, 51 × 40 mm"):
    """Click on a spot of the card: its box can be moved then."""
    page.mouse.click(*at(page, x, y)[:2])
    page.get_by_role("group", name=name).wait_for()


@pytest.fixture
def card(page):
    see(page, "test/heroes/anna")
    return page


def drag(page, start, to):
    """Drag from a point of the card to another, both in mm."""
    page.mouse.move(*at(page, *start)[:2])
    page.mouse.down()
    page.mouse.move(*at(page, *[(a + b) / 2 for a, b in zip(start, to, strict=True)])[:2])
    page.mouse.move(*at(page, *to)[:2])


def test_a_box_is_dragged_and_its_numbers_are_written(card, project):
    before = card.locator(f"{ANNA} {DRAWN}").get_attribute("data-print")
    choose(card)
    drag(card, (30, 50), (32.03, 44.02))
    other_than(card, f"{ANNA} {DRAWN}", before)
    assert project.text(FACE) == HERO
    card.mouse.up()
    project.until(FACE, 'x="8" y="24" width="51" height="40"')
    card.get_by_role("group", name="Box <text> at 8, 24, 51 × 40 mm").wait_for()
    card.get_by_role("button", name="Undo hero.xml.j2").click()
    card.locator(f'{ANNA} {DRAWN}[data-print="{before}"]').wait_for()
    assert project.text(FACE) == HERO


def test_guides_catch_an_edge_at_the_safe_zone_and_at_neighbours(card, project):
    choose(card)
    drag(card, (30, 50), (30.1, 42))
    card.mouse.up()
    project.until(FACE, 'y="22"')
    card.locator('.movable[aria-busy="false"][aria-label*="6, 22, 51 × 40"]').wait_for()
    card.locator("#status", has_text="hero.xml.j2 saved").wait_for()
    wait_until(project.is_settled)
    x, y, scale = at(card, 30, 45)
    card.mouse.move(x, y)
    card.mouse.down()
    card.mouse.move(x - scale, y)
    card.mouse.move(x - 2.1 * scale, y)  # the left edge of the band is at 4 mm
    card.get_by_role("group", name="Box <text> at 4, 22, 51 × 40 mm").wait_for()
    card.locator(".guide").first.wait_for()
    card.mouse.up()
    project.until(FACE, 'x="4" y="22"')


def test_a_drag_goes_on_from_an_arrow_and_is_written_once_it_ends(card, project):
    choose(card)
    card.get_by_role("group", name="Box <text> at 6, 30").focus()
    card.keyboard.press("Shift+ArrowDown")
    drag(card, (30, 51), (30, 46.5))
    card.get_by_role("group", name="Box <text> at 6, 26.5, 51 × 40 mm").wait_for()
    card.evaluate("() => new Promise(done => setTimeout(done, 600))")  # longer than arrows wait
    card.get_by_role("group", name="Box <text> at 6, 26.5, 51 × 40 mm").wait_for()
    assert project.text(FACE) == HERO
    card.mouse.up()
    project.until(FACE, 'x="6" y="26.5"')


def test_edges_are_dragged_and_moved_by_arrows(card, project):
    choose(card)
    handle = card.get_by_role("button", name="Move the edge: bottom right")
    spot = handle.bounding_box()
    card.mouse.move(spot["x"] + 5, spot["y"] + 5)
    card.mouse.down()
    _, _, scale = at(card, 0, 0)
    card.mouse.move(spot["x"] + 5 - 9 * scale, spot["y"] + 5 - 11 * scale, steps=4)
    card.mouse.up()
    project.until(FACE, 'x="6" y="30" width="42" height="29"')
    card.get_by_role("group", name="42 × 29 mm").wait_for()
    card.get_by_role("button", name="Move the edge: top", exact=True).focus()
    for keys in ("ArrowDown", "ArrowDown", "Shift+ArrowDown"):
        card.keyboard.press(keys)
    project.until(FACE, 'x="6" y="31.2" width="42" height="27.8"')
    card.get_by_role("group", name="at 6, 31.2, 42 × 27.8 mm").focus()
    card.keyboard.press("Shift+ArrowRight")
    project.until(FACE, 'x="7" y="31.2"')
    assert card.url.endswith("anna")


def test_what_is_computed_is_said_and_stays(card, project):
    project.write(FACE, HERO.replace('x="6" y="30"', 'x="{{ 2 * 3 }}" y="30"'))
    card.locator("#status", has_text="hero.xml.j2 saved").wait_for()
    card.mouse.click(*at(card, 8, 32)[:2])
    card.locator(".box-says", has_text="x is computed: {{ 2 * 3 }}").wait_for()
    drag(card, (10, 32), (20, 42))
    card.mouse.up()
    project.until(FACE, 'x="{{ 2 * 3 }}" y="40" width="51" height="40"')


def test_a_click_in_a_box_asks_what_is_there(card):
    choose(card, 50, 15, "Box <rect> at 4, 4, 55 × 12 mm")
    choose(card, 8, 9, "Box <text> at 6, 6.")


def test_a_box_whose_template_is_being_written_is_not_moved(card, project):
    card.get_by_role("button", name=f"Write {FACE} here").first.click()
    put(card, "card.power", "card.power + 1")
    choose(card)
    card.locator(".box-says", has_text="save them first").wait_for()
    expect(card.locator(".handle")).to_have_count(0)
    drag(card, (30, 50), (35, 50))
    card.mouse.up()
    card.get_by_role("group", name="Box <text> at 6, 30, 51 × 40 mm").wait_for()
    assert project.text(FACE) == HERO
