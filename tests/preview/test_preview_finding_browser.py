"""Finding in a real browser: the palette, the search of a wall, ids, what follows a rule."""

import pytest
from bench import HEROES
from browser import expect, press, see, tile, until, wall
from patience import wait_until

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
    expect(option).to_have_attribute("aria-selected", "true")
    return option


def test_a_card_of_another_view_is_found_and_opened_and_so_are_its_words(page):
    see(page, "")
    box = palette(page, "dor")
    box.get_by_role("option", name="Dora").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_function("() => location.hash === '#/test/heroes/dora'")
    expect(page.locator("#palette")).to_have_count(0)
    # Words on a card are shown where they stand.
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
    wait_until(lambda: chosen(page).inner_text() != first)
    press(page, "ArrowUp ArrowUp")
    last = box.get_by_role("option").last
    wait_until(lambda: chosen(page).inner_text() == last.inner_text())
    until(page, "document.activeElement.getAttribute('role')", "combobox")


def test_escape_gives_the_focus_back_its_key_closes_it_and_a_button_opens_it(page):
    wall(page)
    tile(page, "bert").focus()
    palette(page, "x")
    page.keyboard.press("Escape")
    page.locator("#palette").wait_for(state="detached")
    until(page, "document.activeElement.dataset.key", "bert")
    until(page, "location.hash", "#/test/heroes")
    page.get_by_role("button", name="Find anything").click()
    page.locator("#palette").wait_for()
    page.keyboard.press("Control+k")
    page.locator("#palette").wait_for(state="detached")
    page.get_by_role("searchbox").focus()
    palette(page, "xyzzy").get_by_text("No name and no text of a card").wait_for()


def test_commands_of_the_view_are_run(page):
    wall(page)
    before = tile(page, "anna").get_attribute("data-side")
    box = palette(page, "backs")
    option = box.get_by_role("option", name="Faces or backs")
    expect(option.locator("kbd")).to_have_text("x", use_inner_text=True)
    option.click()
    page.locator('.tile[data-key="anna"]:not([data-side="heroes/anna/face"])').wait_for()
    page.keyboard.press("x")
    page.locator(f'.tile[data-key="anna"][data-side="{before}"]').wait_for()
    see(page, "")
    expect(palette(page, "backs").get_by_role("option", name="Faces or backs")).to_have_count(0)


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
    wait_until(lambda: {"Heroes", "Mat", "Rules", "Pages to print"} <= {*titles(box)})
    recent = box.get_by_role("group", name="Recent").locator(".title")
    expect(recent.first).to_have_text("Table of Heroes", use_inner_text=True)


def test_keys_and_palette_say_the_same(page):
    wall(page)
    shown = titles(palette(page))
    press(page, "Escape ?")
    words = page.locator("#help dd").all_inner_texts()
    assert "find anything, run any command" in words
    named = {word[:1].upper() + word[1:] for word in words}
    assert {w for w in shown if w in named} >= {"Search here", "Show faces or backs", "Smaller"}


# A wall


def test_the_search_of_a_wall_finds_printed_words_and_ids_tell_titles_apart(page, project):
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
    # Ids tell apart what has one title.
    page.get_by_role("searchbox").fill("")
    tile(page, "anna").wait_for()
    expect(page.locator(".caption .id")).to_have_count(0)
    project.save(HEROES, "title: Cleo", "title: Anna")
    tile(page, "cleo").locator(".id").get_by_text("cleo").wait_for()
    expect(tile(page, "anna").locator(".id")).to_have_text("anna", use_inner_text=True)
    expect(tile(page, "bert").locator(".id")).to_have_count(0)


# Rules


def test_a_rule_leads_to_all_that_follows_it(page):
    see(page, "test/~rules/hand")
    row = page.locator("tr.chosen")
    row.get_by_text("cards in hand").wait_for()
    expect(row.locator(".page-number")).to_have_attribute("href", "#/test/rules/1")
    row.locator("td").last.get_by_role("link", name="Bert").click()
    page.wait_for_function("() => location.hash === '#/test/heroes/bert'")
