"""Finding in a real browser: the palette, the search of a wall, ids, what follows a rule."""

from __future__ import annotations

import pytest
from bench import HEROES
from browser import press, see, tile, wall

pytestmark = pytest.mark.slow


def palette(page, words=""):
    page.keyboard.press("Control+k")
    page.locator("#palette").wait_for()
    page.keyboard.type(words)
    return page.locator("#palette")


def titles(box):
    return box.locator(".option .title").all_inner_texts()


def chosen(page):
    """The option that the field says is chosen."""
    id = page.get_by_role("combobox", name="Find anything").get_attribute("aria-activedescendant")
    option = page.locator(f"[id='{id}']")
    assert option.get_attribute("aria-selected") == "true"
    return option


def test_a_card_of_another_view_is_found_and_opened(page):
    see(page, "")
    box = palette(page, "dor")
    box.get_by_role("option", name="Dora").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_function("() => location.hash === '#/test/heroes/dora'")
    assert page.locator("#palette").count() == 0


def test_words_on_a_card_are_shown_where_they_stand(page, expect):
    box = palette(page, "draw two")
    option = box.get_by_role("option").filter(has_text="Anna").first
    expect(option.locator(".excerpt mark").first).to_have_text("Draw")
    option.locator("img[src]").wait_for()


def test_arrows_choose_and_the_field_keeps_the_focus(page):
    wall(page)
    box = palette(page, "an")
    box.get_by_role("option", name="Anna").first.wait_for()
    first = chosen(page).inner_text()
    page.keyboard.press("ArrowDown")
    assert chosen(page).inner_text() != first
    press(page, "ArrowUp ArrowUp")
    assert chosen(page).inner_text() == box.get_by_role("option").last.inner_text()
    assert page.evaluate("() => document.activeElement.getAttribute('role')") == "combobox"


def test_escape_gives_the_focus_back(page):
    wall(page)
    tile(page, "bert").focus()
    palette(page, "x")
    page.keyboard.press("Escape")
    page.locator("#palette").wait_for(state="detached")
    assert page.evaluate("() => document.activeElement.dataset.key") == "bert"
    assert page.evaluate("() => location.hash") == "#/test/heroes"


def test_the_same_key_closes_it_and_a_button_opens_it_also_while_one_is_typing(page):
    wall(page)
    page.get_by_role("button", name="Find anything").click()
    page.locator("#palette").wait_for()
    page.keyboard.press("Control+k")
    page.locator("#palette").wait_for(state="detached")
    page.get_by_role("searchbox").focus()
    palette(page, "xyzzy").get_by_text("Nothing is called so").wait_for()


def test_commands_of_the_view_are_run(page):
    wall(page)
    before = tile(page, "anna").get_attribute("data-side")
    box = palette(page, "backs")
    option = box.get_by_role("option", name="Faces or backs")
    assert option.locator("kbd").inner_text() == "x"
    option.click()
    page.locator('.tile[data-key="anna"]:not([data-side="heroes/anna/face"])').wait_for()
    page.keyboard.press("x")
    page.locator(f'.tile[data-key="anna"][data-side="{before}"]').wait_for()
    see(page, "")
    assert palette(page, "backs").get_by_role("option", name="Faces or backs").count() == 0


def test_every_view_and_part_can_be_gone_to_and_what_was_chosen_last_comes_first(page):
    for words, name, address in (
        ("rule num", "Rule numbers", "test/~rules"),
        ("deal heroes", "Deal Heroes", "test/heroes/~deal?*"),
        ("table heroes", "Table of Heroes", "test/heroes/~table"),
    ):
        palette(page, words).get_by_role("option", name=name).first.click()
        page.wait_for_url(f"**/#/{address}")
        page.locator("#palette").wait_for(state="detached")
    box = palette(page)
    assert {"Heroes", "Mat", "Rules", "Pages to print"} <= {*titles(box)}
    recent = box.get_by_role("group", name="Recent").locator(".title")
    assert recent.first.inner_text() == "Table of Heroes"


def test_keys_and_palette_say_the_same(page):
    wall(page)
    shown = titles(palette(page))
    press(page, "Escape ?")
    words = page.locator("#help dd").all_inner_texts()
    assert "find anything, do anything" in words
    named = {word[:1].upper() + word[1:] for word in words}
    assert {one for one in shown if one in named} >= {"Search here", "Faces or backs", "Smaller"}


# A wall


def test_the_search_of_a_wall_finds_printed_words_and_says_which(page, expect, project):
    wall(page)
    project.save(
        "templates/test/plain.xml.j2",
        "</side>",
        '<text style="body" x="6" y="50" width="50" height="6">Engraved</text>\n</side>',
    )
    page.locator('.tile.fresh[data-key="dora"]').wait_for()
    page.get_by_role("searchbox").fill("engraved")
    expect(tile(page, "dora").locator(".found mark")).to_have_text("Engraved")
    tile(page, "anna").wait_for(state="detached")
    page.get_by_text("1 of 4 designs").wait_for()
    page.get_by_role("searchbox").fill("dora")
    tile(page, "dora").locator(".found").wait_for(state="detached")


def test_ids_tell_apart_what_has_one_title(page, project):
    wall(page)
    assert page.locator(".caption .id").count() == 0
    project.save(HEROES, "title: Cleo", "title: Anna")
    tile(page, "cleo").locator(".id").get_by_text("cleo").wait_for()
    assert tile(page, "anna").locator(".id").inner_text() == "anna"
    assert tile(page, "bert").locator(".id").count() == 0


# Rules


def test_a_rule_leads_to_all_that_follows_it(page, expect):
    see(page, "test/~rules/hand")
    row = page.locator("tr.chosen")
    row.get_by_text("cards in hand").wait_for()
    expect(row.locator(".page-number")).to_have_attribute("href", "#/test/rules/1")
    row.locator("td").last.get_by_role("link", name="Bert").click()
    page.wait_for_function("() => location.hash === '#/test/heroes/bert'")
