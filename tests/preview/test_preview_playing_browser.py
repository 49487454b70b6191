"""Feeling the game in a real browser: deals, the table, two parts side by side, true size."""

import re

import pytest
from bench import HEROES
from browser import DRAWN, expect, press, see, tile, until, wall
from patience import wait_until

pytestmark = pytest.mark.slow

DEALING = "const dealing = await import('/static/any/playing/dealing.js');"
FAN = "const fan = await import('/static/any/playing/fan.js');"
POKER = "{ width: 63, height: 88 }"


def deal(page, moves="d3", seed="abcdefg"):
    see(page, f"test/heroes/~deal?seed={seed}&moves={moves}")
    number = re.match(r"d(\d)(p0)?", moves)
    expect(page.locator(".held")).to_have_count(int(number[1]) - bool(number[2]))
    page.get_by_text("Draw pile").wait_for()


def hand(page):
    return page.locator(".held").evaluate_all("all => all.map(one => one.title)")


def on_table(page):
    return page.locator(".played .lies").evaluate_all("all => all.map(one => one.title)")


def pile(page, name):
    return int(page.locator(".pile", has_text=name).locator("b").inner_text())


def moves(page):
    return re.search(r"moves=(.*)", page.url)[1]


def has_width(locator, width):
    """Wait until an element is so wide, in CSS pixels."""
    wait_until(lambda: locator.bounding_box()["width"] == pytest.approx(width, abs=0.1))


def asked(page, script):
    return page.evaluate(f"async () => {{ {script} }}")


# Shuffling


def test_every_copy_is_dealt_once_in_the_order_of_a_seed_and_all_orders_are_as_likely(page):
    script = """
    const cards = [{id: "a", copies: 2}, {id: "b", copies: 0}, {id: "c", copies: 1}];
    const all = dealing.copiesOf(cards);
    return [all, dealing.shuffled(all, "x")].map(each => each.map(one => one.key));"""
    before, shuffled = asked(page, DEALING + script)
    assert before == sorted(shuffled) == ["a", "a*2", "c"]
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
    # Moves that do not fit change nothing.
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
    # It is spread as far as an index needs.
    script = f"const step = fan.stepFor({POKER}, [13, 24]);"
    script += f" return [fan.visible({POKER}, step, 24), fan.stepOf(1, 9)];"
    assert asked(page, FAN + script) == pytest.approx([13, 0], abs=0.05)


# A deal


def test_a_link_deals_the_same_cards_again(page):
    deal(page, "d4")
    first = hand(page)
    wait_until(lambda: pile(page, "Draw pile") == 1)
    deal(page, "d5", seed="gfedcba")
    deal(page, "d4")
    wait_until(lambda: hand(page) == first)
    page.reload()
    wait_until(lambda: hand(page) == first)


def test_a_deck_deals_a_hand_from_its_wall(page):
    wall(page)
    page.get_by_role("link", name="Deal", exact=True).click()
    page.locator(".held").nth(4).locator(DRAWN).wait_for()
    wait_until(lambda: sorted(hand(page)) == ["Anna", "Bert", "Bert", "Cleo", "Dora"])
    assert moves(page) == "d5"
    before = page.url
    page.keyboard.press("A")
    page.wait_for_function("before => location.href !== before", arg=before)


def test_it_is_played_by_keyboard_and_the_focus_is_never_lost(page):
    deal(page, "d2")
    page.keyboard.press("2")
    expect(page.locator(".held")).to_have_count(4)
    press(page, "ArrowRight ArrowRight")
    first, second, third, fourth = hand(page)
    focused = "document.activeElement.title"
    until(page, focused, second)
    page.keyboard.press("Enter")
    wait_until(lambda: on_table(page) == [f"{second}: take back; x discards"])
    wait_until(lambda: hand(page) == [first, third, fourth])
    until(page, focused, third)
    page.keyboard.press("Shift+ArrowLeft")
    wait_until(lambda: hand(page) == [third, first, fourth])
    until(page, focused, third)
    page.keyboard.press("Delete")
    wait_until(lambda: pile(page, "Discard pile") == 1)
    until(page, focused, first)
    page.keyboard.press("B")
    wait_until(lambda: (pile(page, "Draw pile"), hand(page)) == (2, [fourth]))
    page.keyboard.press("z")
    wait_until(lambda: hand(page) == [first, fourth])
    page.keyboard.press("Delete")
    wait_until(lambda: hand(page) == [fourth])
    page.keyboard.press("Delete")
    wait_until(lambda: hand(page) == [])
    page.wait_for_function("() => document.activeElement.ariaLabel?.includes('Draw pile')")
    page.keyboard.press("G")
    wait_until(lambda: (pile(page, "Draw pile"), pile(page, "Discard pile")) == (4, 0))


def test_it_is_played_by_pointer(page):
    deal(page, "d2")
    title = hand(page)[1]
    page.locator(".held").nth(1).click()
    page.get_by_role("button", name="Play", exact=True).click()
    wait_until(lambda: on_table(page) == [f"{title}: take back; x discards"])
    page.locator(".played .lies").click()
    wait_until(lambda: hand(page)[1] == title)
    page.locator(".pile", has_text="Draw pile").get_by_role("button").click()
    expect(page.locator(".held")).to_have_count(3)
    page.get_by_role("button", name="Undo (z)").click()
    expect(page.locator(".held")).to_have_count(2)


def test_an_edit_shows_in_the_hand_which_stays(page, project):
    deal(page, "d5p0")
    page.locator(".held").nth(3).locator(DRAWN).wait_for()
    before = hand(page)
    page.evaluate("() => { window.stayed = true }")
    project.save(HEROES, "title: Cleo", "title: Clio")
    page.locator('[title^="Clio"]').wait_for()
    wait_until(lambda: hand(page) == [title.replace("Cleo", "Clio") for title in before])
    assert page.evaluate("window.stayed")


def test_a_note_names_cards_that_look_the_same_and_says_how_much_shows(page, project):
    deal(page, "d5")
    note = page.locator(".corner-note")
    spread = page.get_by_role("slider", name="Spread of the fan")
    alike = "Anna, Bert, Cleo and Dora look the same there."
    note.get_by_text(alike).wait_for()
    expect(page.locator(".held.alike")).to_have_count(5)
    mark = '<text style="body" x="2" y="2" width="6">{{ card.power }}</text>\n</side>'
    project.save("templates/test/hero.xml.j2", "</side>", mark)
    note.get_by_text("All cards differ in this corner.").wait_for()
    expect(page.locator(".held.alike")).to_have_count(0)
    spread.fill("2")
    note.get_by_text(alike).wait_for()
    note.get_by_text(
        re.compile(r"^2\.\d mm of each card are visible, 24 mm below the top")
    ).wait_for()
    index = "title: Heroes, index: {width: 12mm, height: 20mm}"
    project.save("card_data/test/game.yaml", "title: Heroes", index)
    note.get_by_text("mm of each card are visible, 20 mm below the top.").wait_for()
    note.get_by_text(re.compile(r"The index is 12 mm wide: [\d.]+ mm are covered.")).wait_for()
    page.get_by_role("button", name="Spread wider").click()
    note.get_by_text("12 mm of each card are visible").wait_for()


def test_corners_only_hide_the_rest_and_the_left_hand_shows_the_other_side(page):
    deal(page, "d3")
    page.locator(".held").nth(2).locator(DRAWN).wait_for()

    def hidden():
        """The parts that are hidden from the top, right, bottom and left, in CSS pixels."""
        clip = page.evaluate("getComputedStyle(document.querySelector('.held img')).clipPath")
        return [float(number) for number in re.findall(r"([\d.]+)px", clip)]

    order = "[...document.querySelectorAll('.held')].map(one => Number(one.style.zIndex))"
    assert (hidden(), page.evaluate(order)) == ([], [0, 1, 2])
    page.keyboard.press("C")
    wait_until(hidden)
    top, right, bottom, left = hidden()
    assert top == left == 0
    assert min(right, bottom) > 0
    page.keyboard.press("L")
    wait_until(lambda: hidden() == [0, 0, bottom, right])
    until(page, order, [3, 2, 1])


# The table


def test_the_table_names_its_parts_shows_stacks_from_behind_and_leads_to_them(page):
    see(page, "test/~setup")
    pieces = page.locator(".pieces a")
    pieces.nth(2).wait_for()
    expect(pieces).to_have_text(["Mat", "Heroes 5 cards", "Rules"], use_inner_text=True)
    pieces.first.hover()
    page.locator(".piece.board.lit").wait_for()
    deck = page.locator(".piece.deck")
    expect(deck.locator(".stack-count")).to_have_text("5", use_inner_text=True)
    back = page.evaluate(
        "fetch('/api/games/test').then(all => all.json()).then(all => all.sides['heroes/back'].p)"
    )
    expect(deck.locator("img")).to_have_attribute("data-print", back)
    page.get_by_role("button", name="Set up for one player").click()
    expect(page.locator(".seat:not(.away)")).to_have_text(["White"])
    where = deck.bounding_box()
    page.mouse.click(where["x"] + where["width"] / 2, where["y"] + where["height"] / 2)
    tile(page, "anna").wait_for()


def test_a_place_on_a_board_moves_the_deck(page, project):
    see(page, "test/~setup")
    page.get_by_role("button", name="Snap points").click()
    expect(page.locator(".snap")).to_have_count(0)
    spot = '<rect id="heroes" x="100" y="10" width="70" height="95"/>\n</side>'
    project.save("templates/test/mat.xml.j2", "</side>", spot)
    page.locator(".snap", has_text="heroes").wait_for()

    def places():
        return [page.locator(f".piece.{kind}").bounding_box() for kind in ("board", "deck")]

    def is_deck_on_board():
        board, deck = places()
        return board["x"] < deck["x"] < board["x"] + board["width"]

    wait_until(is_deck_on_board)
    board, deck = places()
    millimetre = board["width"] / 200
    assert deck["width"] == pytest.approx(63 * millimetre, rel=0.02)
    assert deck["x"] - board["x"] == pytest.approx((135 - 31.5) * millimetre, abs=2)


# Side by side, and as large as in print


def test_two_parts_lie_side_by_side_at_one_scale(page):
    see(page, "test/~beside/heroes/heroes")
    frames = page.locator(".pane .tile .frame")
    frames.nth(7).wait_for()
    wait_until(lambda: len({round(one.bounding_box()["width"], 2) for one in frames.all()}) == 1)
    page.get_by_role("combobox", name="Right").select_option("mat")
    page.locator(".pane .stage").locator(DRAWN).wait_for()
    page.wait_for_url("**/#/test/~beside/heroes/mat")
    page.get_by_role("button", name="Swap the sides").click()
    page.wait_for_url("**/#/test/~beside/mat/heroes")
    page.set_viewport_size({"width": 1200, "height": 400})
    scrolls = page.locator(".scrolls")
    scrolls.evaluate("one => { one.scrollTop = 50 }")
    wait_until(lambda: scrolls.evaluate("one => one.scrollTop") == 50)


def test_a_calibrated_screen_shows_cards_at_their_true_size(page):
    wall(page)
    page.keyboard.press("1")
    frame = tile(page, "anna").locator(".frame")
    has_width(frame, 63 * 96 / 25.4)
    page.locator(".looks summary").click()
    page.get_by_role("button", name="Calibrate the screen").click()
    dialog = page.get_by_role("dialog")
    page.get_by_role("slider", name="CSS pixels per millimetre").fill("5")
    has_width(dialog.locator(".bank-card"), 428)
    dialog.get_by_role("button", name="Ruler").click()
    has_width(dialog.locator(".ruler"), 510)
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    until(page, "document.activeElement.ariaLabel", "Calibrate the screen")
    has_width(frame, 315)
    deal(page)
    for _ in range(2):
        until(page, "document.querySelector('.held .frame')?.offsetWidth", 315)
        page.reload()
