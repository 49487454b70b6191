"""Feeling the game in a real browser: deals, the table, two parts side by side, true size."""

from __future__ import annotations

import re

import pytest
from bench import HEROES
from browser import DRAWN, press, see, tile, wall

pytestmark = pytest.mark.slow

DEALING = "const dealing = await import('/static/any/playing/dealing.js');"
FAN = "const fan = await import('/static/any/playing/fan.js');"
POKER = "{ width: 63, height: 88 }"


def deal(page, moves="d3", seed="abcdefg"):
    see(page, f"test/heroes/~deal?seed={seed}&moves={moves}")
    page.get_by_text("Draw pile").wait_for()


def hand(page):
    return page.locator(".held").evaluate_all("all => all.map(one => one.title)")


def on_table(page):
    return page.locator(".played .lies").evaluate_all("all => all.map(one => one.title)")


def pile(page, name):
    return int(page.locator(".pile", has_text=name).locator("b").inner_text())


def moves(page):
    return re.search(r"moves=(.*)", page.url)[1]


def asked(page, script):
    return page.evaluate(f"async () => {{ {script} }}")


# Shuffling


def test_every_copy_is_dealt_once(page):
    script = """
    const cards = [{id: "a", copies: 2}, {id: "b", copies: 0}, {id: "c", copies: 1}];
    const all = dealing.copiesOf(cards);
    return [all, dealing.shuffled(all, "x")].map(each => each.map(one => one.key));"""
    before, shuffled = asked(page, DEALING + script)
    assert before == sorted(shuffled) == ["a", "a*2", "c"]


def test_a_seed_repeats_its_order_and_all_orders_are_as_likely(page):
    script = """
    const order = seed => dealing.shuffled(["a", "b", "c"], seed).join("");
    const counts = {};
    for (let n = 0; n < 6000; n += 1) {
      const found = order(`seed ${n}`);
      counts[found] = (counts[found] || 0) + 1;
    }
    return counts;"""
    counts = asked(page, DEALING + script)
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values()), counts
    seeds = asked(page, f"{DEALING} return [1, 2, 3].map(dealing.newSeed)")
    assert len(set(seeds)) == 3
    assert all(re.fullmatch("[a-z2-9]{7}", seed) for seed in seeds)


def test_moves_that_do_not_fit_change_nothing(page):
    script = """
    const all = dealing.copiesOf([{id: "a", copies: 2}]);
    const on = dealing.played(all, "x", dealing.readMoves("d9x7p5kt3y1m4.0s!d,dx"));
    return [on.draw.length, on.hand.length, on.table.length, on.discard.length];"""
    assert asked(page, DEALING + script) == [0, 2, 0, 0]


# The fan


def test_the_strip_is_as_wide_as_the_turn_of_the_next_card_leaves_it(page):
    """Compared with points of the next card's left edge, found by turning them one by one."""
    script = f"""
    const size = {POKER}, step = 9, depth = 24;
    const [x, y] = fan.pivot(size);
    const turn = step * Math.PI / 180;
    let nearest = [Infinity, 0];
    for (let t = 0; t <= 88; t += 0.001) {{
      const across = x - x * Math.cos(turn) - (t - y) * Math.sin(turn);
      const down = y - x * Math.sin(turn) + (t - y) * Math.cos(turn);
      if (Math.abs(down - depth) < nearest[0]) nearest = [Math.abs(down - depth), across];
    }}
    return [fan.visible(size, step, depth), nearest[1]];"""
    seen, measured = asked(page, FAN + script)
    assert seen == pytest.approx(measured, abs=0.01)
    assert 9 < seen < 13


def test_a_fan_is_spread_as_far_as_an_index_needs(page):
    script = f"const step = fan.stepFor({POKER}, [13, 24]);"
    script += f" return [fan.visible({POKER}, step, 24), fan.stepOf(1, 9)];"
    assert asked(page, FAN + script) == pytest.approx([13, 0], abs=0.05)


# A deal


def test_a_link_deals_the_same_cards_again(page, expect):
    deal(page, "d4")
    first = hand(page)
    assert len(first) == 4
    assert pile(page, "Draw pile") == 1
    deal(page, "d5", seed="gfedcba")
    page.locator(".held").nth(4).wait_for()
    deal(page, "d4")
    expect(page.locator(".held")).to_have_count(4)
    assert hand(page) == first
    page.reload()
    expect(page.locator(".held")).to_have_count(4)
    assert hand(page) == first


def test_a_deck_deals_a_hand_from_its_wall(page):
    wall(page)
    page.get_by_role("link", name="Deal", exact=True).click()
    page.locator(".held").nth(4).locator(DRAWN).wait_for()
    assert sorted(hand(page)) == ["Anna", "Bert", "Bert", "Cleo", "Dora"]
    assert moves(page) == "d5"
    before = page.url
    page.keyboard.press("n")
    page.wait_for_function("before => location.href !== before", arg=before)


def test_it_is_played_by_keyboard_and_the_focus_is_never_lost(page):
    deal(page, "d2")
    page.keyboard.press("2")
    assert page.locator(".held").count() == 4
    press(page, "ArrowRight ArrowRight")
    first, second, third, fourth = hand(page)
    focused = "document.activeElement.title"
    assert page.evaluate(focused) == second
    page.keyboard.press("Enter")
    assert on_table(page) == [f"{second}: take back; x discards"]
    assert hand(page) == [first, third, fourth]
    assert page.evaluate(focused) == third
    page.keyboard.press("Shift+ArrowLeft")
    assert hand(page) == [third, first, fourth]
    assert page.evaluate(focused) == third
    page.keyboard.press("x")
    assert pile(page, "Discard pile") == 1
    assert page.evaluate(focused) == first
    page.keyboard.press("b")
    assert (pile(page, "Draw pile"), hand(page)) == (2, [fourth])
    page.keyboard.press("z")
    assert hand(page) == [first, fourth]
    for _ in range(2):
        page.keyboard.press("x")
    assert hand(page) == []
    assert "Draw pile" in page.evaluate("document.activeElement.ariaLabel")
    page.keyboard.press("g")
    assert (pile(page, "Draw pile"), pile(page, "Discard pile")) == (4, 0)


def test_it_is_played_by_pointer(page):
    deal(page, "d2")
    title = hand(page)[1]
    page.locator(".held").nth(1).click()
    page.get_by_role("button", name="Play", exact=True).click()
    assert on_table(page) == [f"{title}: take back; x discards"]
    page.locator(".played .lies").click()
    assert hand(page)[1] == title
    page.locator(".pile", has_text="Draw pile").get_by_role("button").click()
    assert page.locator(".held").count() == 3
    page.get_by_role("button", name="Undo (z)").click()
    assert page.locator(".held").count() == 2


def test_an_edit_shows_in_the_hand_which_stays(page, project):
    deal(page, "d5p0")
    page.locator(".held").nth(3).locator(DRAWN).wait_for()
    before = hand(page)
    page.evaluate("() => { window.stayed = true }")
    project.save(HEROES, "title: Cleo", "title: Clio")
    page.locator('[title^="Clio"]').wait_for()
    assert hand(page) == [title.replace("Cleo", "Clio") for title in before]
    assert page.evaluate("window.stayed")


def test_a_note_names_cards_that_look_the_same_and_says_how_much_shows(page, project):
    deal(page, "d5")
    note = page.locator(".corner-note")
    spread = page.get_by_role("slider", name="Spread of the fan")
    alike = "Anna, Bert, Cleo and Dora look the same there."
    note.get_by_text(alike).wait_for()
    assert page.locator(".held.alike").count() == 5
    mark = '<text style="body" x="2" y="2" width="6">{{ card.power }}</text>\n</side>'
    project.save("templates/test/hero.xml.j2", "</side>", mark)
    note.get_by_text("All can be told apart by that corner.").wait_for()
    assert page.locator(".held.alike").count() == 0
    spread.fill("2")
    note.get_by_text(alike).wait_for()
    assert re.match(r"2\.\d mm of each card show, 24 mm below the top", note.inner_text())
    index = "title: Heroes, index: {width: 12mm, height: 20mm}"
    project.save("card_data/test/game.yaml", "title: Heroes", index)
    note.get_by_text("mm of each card show, 20 mm below the top.").wait_for()
    note.get_by_text(re.compile(r"The index is 12 mm wide: [\d.]+ mm are covered.")).wait_for()
    page.get_by_role("button", name="Spread wider").click()
    note.get_by_text("12 mm of each card show").wait_for()


def test_corners_only_hide_the_rest_and_the_left_hand_shows_the_other_side(page):
    deal(page, "d3")
    page.locator(".held").nth(2).locator(DRAWN).wait_for()

    def hidden():
        """The parts that are hidden from the top, right, bottom and left, in CSS pixels."""
        clip = page.evaluate("getComputedStyle(document.querySelector('.held img')).clipPath")
        return [float(number) for number in re.findall(r"([\d.]+)px", clip)]

    order = "[...document.querySelectorAll('.held')].map(one => Number(one.style.zIndex))"
    assert (hidden(), page.evaluate(order)) == ([], [0, 1, 2])
    page.keyboard.press("c")
    top, right, bottom, left = hidden()
    assert top == left == 0
    assert min(right, bottom) > 0
    page.keyboard.press("l")
    assert hidden() == [0, 0, bottom, right]
    assert page.evaluate(order) == [3, 2, 1]


# The table


def test_the_table_names_its_parts_shows_stacks_from_behind_and_leads_to_them(page):
    see(page, "test/~setup")
    pieces = page.locator(".pieces a")
    pieces.nth(2).wait_for()
    assert pieces.all_inner_texts() == ["Mat", "Heroes\n5 cards", "Rules"]
    pieces.first.hover()
    page.locator(".piece.board.lit").wait_for()
    deck = page.locator(".piece.deck")
    assert deck.locator(".stack-count").inner_text() == "5"
    back = page.evaluate(
        "fetch('/api/games/test').then(all => all.json()).then(all => all.sides['heroes/back'].p)"
    )
    assert deck.locator("img").get_attribute("data-print") == back
    page.get_by_role("button", name="Set up for one player").click()
    assert page.locator(".seat:not(.away)").all_inner_texts() == ["White"]
    where = deck.bounding_box()
    page.mouse.click(where["x"] + where["width"] / 2, where["y"] + where["height"] / 2)
    tile(page, "anna").wait_for()


def test_a_place_on_a_board_moves_the_deck(page, project):
    see(page, "test/~setup")
    page.get_by_role("button", name="Places").click()
    assert page.locator(".snap").count() == 0
    spot = '<rect id="heroes" x="100" y="10" width="70" height="95"/>\n</side>'
    project.save("templates/test/mat.xml.j2", "</side>", spot)
    page.locator(".snap", has_text="heroes").wait_for()
    board = page.locator(".piece.board").bounding_box()
    deck = page.locator(".piece.deck").bounding_box()
    assert board["x"] < deck["x"] < board["x"] + board["width"]
    millimetre = board["width"] / 200
    assert deck["width"] == pytest.approx(63 * millimetre, rel=0.02)
    assert deck["x"] - board["x"] == pytest.approx((135 - 31.5) * millimetre, abs=2)


# Side by side, and as large as in print


def test_two_parts_lie_side_by_side_at_one_scale(page):
    see(page, "test/~beside/heroes/heroes")
    frames = page.locator(".pane .tile .frame")
    frames.nth(7).wait_for()
    assert len({round(one.bounding_box()["width"], 2) for one in frames.all()}) == 1
    page.get_by_role("combobox", name="Right").select_option("mat")
    page.locator(".pane .stage").locator(DRAWN).wait_for()
    assert page.url.endswith("#/test/~beside/heroes/mat")
    page.get_by_role("button", name="Swap the sides").click()
    page.wait_for_url("**/#/test/~beside/mat/heroes")
    page.set_viewport_size({"width": 1200, "height": 400})
    scrolls = page.locator(".scrolls")
    scrolls.evaluate("one => { one.scrollTop = 50 }")
    assert scrolls.evaluate("one => one.scrollTop") == 50


def test_a_calibrated_screen_shows_cards_at_their_true_size(page):
    wall(page)
    page.keyboard.press("1")
    frame = tile(page, "anna").locator(".frame")
    assert frame.bounding_box()["width"] == pytest.approx(63 * 96 / 25.4, abs=0.1)
    page.get_by_role("button", name="Calibrate the screen").click()
    dialog = page.get_by_role("dialog")
    page.get_by_role("slider", name="CSS pixels a millimetre").fill("5")
    assert dialog.locator(".bank-card").bounding_box()["width"] == pytest.approx(428, abs=0.1)
    dialog.get_by_role("button", name="Ruler").click()
    assert dialog.locator(".ruler").bounding_box()["width"] == pytest.approx(510, abs=0.1)
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    assert page.evaluate("document.activeElement.ariaLabel") == "Calibrate the screen"
    assert frame.bounding_box()["width"] == pytest.approx(315, abs=0.1)
    deal(page)
    for _ in range(2):
        assert page.locator(".held .frame").first.evaluate("one => one.offsetWidth") == 315
        page.reload()
