"""The page is used faster than it can follow: the files are what a slow user would have got."""

import os
import random
import re

import pytest
from bench import DECK, FILES, HEROES
from browser import ANNA, CARDS, DRAWN, cell, see, table, until, wall
from patience import wait_until

pytestmark = pytest.mark.slow

HERO = "templates/test/hero.xml.j2"
PAUSES = (0, 20, 60, 150, 400)
"""Milliseconds between two keys."""
COUNT = int(os.environ.get("CARDGEN_SEEDS", 40))
SEEDS = [n if n < 6 else pytest.param(n, marks=pytest.mark.broad) for n in range(COUNT)]
KEYS = {
    "more": "Alt+Shift+ArrowUp",
    "fewer": "Alt+Shift+ArrowDown",
    "down": "Alt+ArrowDown",
    "up": "Alt+ArrowUp",
    "undo": "Control+z",
    "redo": "Control+Shift+z",
    "empty": "Delete",
}


State = tuple[list[str], dict[str, str]]
"""The order of the cards, and their copies."""


class SlowUser:
    """Does the same as the page, one act after the other, to the title and copies of cards."""

    def __init__(self) -> None:
        self.order = [*CARDS]
        self.copies = dict.fromkeys(CARDS, "") | {"bert": "2"}
        self.past: list[State] = []
        self.future: list[State] = []

    @property
    def state(self) -> State:
        return list(self.order), dict(self.copies)

    def do(self, act: str, card: str) -> None:
        before = self.state
        if act in ("undo", "redo"):
            steps, other = (self.past, self.future)[:: 1 if act == "undo" else -1]
            if steps:
                other.append(before)
                self.order, self.copies = steps.pop()
            return
        number = int(self.copies[card] or 1)
        if act in ("more", "fewer"):
            self.copies[card] = str(max(0, number + (1 if act == "more" else -1)))
        elif act == "empty":
            self.copies[card] = ""
        elif act in ("up", "down"):
            place = self.order.index(card)
            target = min(max(place + (1 if act == "down" else -1), 0), len(self.order) - 1)
            self.order.insert(target, self.order.pop(place))
        else:
            self.copies[card] = act
        if self.state != before:
            self.past.append(before)
            self.future.clear()


def read(project) -> State:
    entries = re.split(r"  - id: ", project.text(HEROES))[1:]
    copies = {entry.split()[0]: re.search(r"copies: (\S+)", entry) for entry in entries}
    return list(copies), {id: match[1] if match else "" for id, match in copies.items()}


@pytest.mark.parametrize("seed", SEEDS)
def test_random_acts_at_any_pace_do_what_a_slow_user_does(page, project, seed):
    chance = random.Random(seed)
    slow = page.context.new_cdp_session(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": chance.choice((1, 4))})
    table(page)
    user = SlowUser()
    for _ in range(2):  # one page for two sequences: to open it takes longest
        card = chance.choice(user.order)
        cell(page, card, "copies").click()
        for _ in range(chance.randint(3, 9)):
            act = chance.choice([*KEYS, "4", "7"])
            user.do(act, card)
            if act in KEYS:
                page.keyboard.press(KEYS[act])
            else:  # typing replaces the value, and Shift Enter goes up again from the row below
                page.keyboard.press(act)
                page.wait_for_timeout(chance.choice(PAUSES))
                page.keyboard.press("Tab")
                page.keyboard.press("Shift+Tab")
            page.wait_for_timeout(chance.choice(PAUSES))
        wait_until(lambda: read(project) == user.state)
        until(page, "document.querySelectorAll('.unsaved-cell').length", 0)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 1})


@pytest.mark.parametrize("seed", SEEDS[: COUNT // 2])
def test_random_values_of_a_card_at_any_pace_are_what_a_slow_user_gets(page, project, seed):
    chance = random.Random(seed)
    see(page, "test/heroes/anna")
    page.locator(".field[data-field=power] input").wait_for()
    values = {"title": "Anna", "copies": "", "power": "3"}
    past: list[dict[str, str]] = []
    future: list[dict[str, str]] = []
    for _ in range(chance.randint(5, 12)):
        act = chance.choice(("title", "copies", "power", "undo", "redo"))
        if act in ("undo", "redo"):
            steps, other = (past, future)[:: 1 if act == "undo" else -1]
            page.locator(".steps button").nth(0 if act == "undo" else 1).click(force=True)
            if steps:
                other.append(values)
                values = steps.pop()
        else:
            value = chance.choice(("Max", "Ida") if act == "title" else ("4", "7"))
            page.locator(f".field[data-field={act}] :is(input, textarea)").click()
            page.keyboard.press("Control+a")
            page.keyboard.type(value, delay=chance.choice(PAUSES[:3]))
            page.keyboard.press(chance.choice(("Enter", "Tab", "Shift+Tab")))
            if value != values[act]:
                past.append(values)
                future.clear()
                values = values | {act: value}
        page.wait_for_timeout(chance.choice(PAUSES))
    given = {name: f"    {name}: {value}\n" if value else "" for name, value in values.items()}
    anna = f"{given['title']}    class: knight\n{given['power']}"
    wait_until(lambda: _values_of_anna(project.text(HEROES)) == anna + given["copies"])


def _values_of_anna(text: str) -> str:
    """Return the lines of the first card but its id and text, with the copies at the end."""
    lines = text.split("  - id: ")[1].splitlines(keepends=True)[1:]
    lines = [line for line in lines if not line.startswith("    text:")]
    return "".join(sorted(lines, key=lambda line: line.startswith("    copies:")))


@pytest.mark.parametrize("pause", PAUSES)
def test_cells_are_filled_as_in_a_spreadsheet_at_any_pace(page, project, pause):
    def press(*keys):
        for key in keys:
            page.keyboard.press(key)
            page.wait_for_timeout(pause)

    table(page)
    cell(page, "anna", "title").click()
    press(*"Crab the", "Tab", "Tab", "7", "Tab", *"mag", "Tab", "3", "Enter")
    project.until(HEROES, "title: Crab the")
    project.until(HEROES, "copies: 7\n    class: mage\n    power: 3")
    cell(page, "dora", "title").click()
    press("Control+Enter", *"Cold Nights", "Tab", "Tab", "5", "Enter")
    project.until(
        HEROES, "  - id: new-card\n    type: plain\n    title: Cold Nights\n    copies: 5\n"
    )
    page.locator('.sheet-row[data-key="new-card"]').wait_for()
    cell(page, "bert", "text").click()
    press("Delete", "Control+z", "Control+z", "Control+z")
    wait_until(lambda: "Cold Nights" not in project.text(HEROES))
    assert "Keep {rule:hand} cards." in project.text(HEROES)


PASTE = """text => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  document.activeElement.dispatchEvent(event);
}"""
COPY = """() => {
  const clipboardData = new DataTransfer();
  const event = new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true });
  document.activeElement.dispatchEvent(event);
  return clipboardData.getData("text/plain");
}"""


def test_ranges_are_copied_pasted_with_new_rows_and_filled_down(page, project):
    table(page)
    cell(page, "anna", "title").click()
    for _ in range(2):
        page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowRight")
    assert page.evaluate(COPY) == "Anna\t\nBert\t\nCleo\t"
    cell(page, "dora", "title").click()
    page.evaluate(PASTE, 'Dörte\t\t3\r\n"Emil ""E"""\t\t4\r\nFritz\t\t\r\n')
    project.until(HEROES, "title: Fritz")
    text = project.text(HEROES)
    assert text.startswith(DECK.split("    title: Dora")[0] + "    title: Dörte\n    copies: 3")
    assert text.index("Dörte") < text.index('Emil "E"') < text.index("Fritz")
    page.locator('.sheet-row[data-key="fritz"]').wait_for()
    page.keyboard.press("Control+z")
    wait_until(lambda: project.text(HEROES) == DECK)
    cell(page, "anna", "power").click()
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Control+d")
    wait_until(lambda: project.text(HEROES).count("power: 3") == 3)
    cell(page, "anna", "power").click()
    page.evaluate(PASTE, "many")
    page.locator("#toast.up", has_text="Nothing was changed").wait_for()


@pytest.mark.parametrize("pause", [0, 50, 300])
def test_undo_takes_back_the_box_that_was_moved_last(page, project, pause):
    see(page, "test/heroes/anna")
    frame = page.locator(f"{ANNA} .frame")
    page.locator(f"{ANNA} {DRAWN}").wait_for()
    box = frame.bounding_box()
    page.mouse.click(box["x"] + box["width"] * 10 / 63, box["y"] + box["height"] * 32 / 88)
    page.locator(".movable").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(pause)
    page.keyboard.press("Control+z")
    page.locator("#toast.up", has_text="Undone: hero.xml.j2").wait_for()
    assert project.text(HERO) == FILES[HERO]


def test_the_wheel_and_letters_change_nothing_and_cards_move_as_often_as_one_presses(page, project):
    wall(page)
    page.locator('.tile[data-key="anna"]').focus()
    for _ in range(3):
        page.keyboard.press("Alt+ArrowDown")
    wait_until(lambda: read(project)[0] == ["bert", "cleo", "dora", "anna"])
    for _ in range(3):
        page.keyboard.press("Control+z")
    wait_until(lambda: project.text(HEROES) == DECK)
    table(page)
    cell(page, "anna", "copies").dblclick()
    page.locator(".cell-editor input:focus").wait_for()
    page.mouse.wheel(0, 300)
    page.keyboard.press("Enter")
    page.get_by_role("columnheader", name="Power").focus()
    page.keyboard.type("-1 the Crab NhC")
    page.locator(".table-view").wait_for()
    assert project.text(HEROES) == DECK


@pytest.mark.parametrize("key", ["ArrowDown", "ArrowUp", "Enter", "Tab"])
def test_a_number_that_is_typed_is_kept_by_each_key_that_leaves_its_cell(page, project, key):
    table(page)
    cell(page, "bert", "copies").click()
    page.keyboard.type("8")
    page.keyboard.press(key)
    wait_until(lambda: read(project)[1]["bert"] == "8")


def test_a_press_that_is_dragged_over_cells_selects_them_and_moves_no_card(page, project):
    table(page)
    cell(page, "anna", "title").hover()
    page.mouse.down()
    for card in ("bert", "cleo"):
        cell(page, card, "title").hover()
    page.mouse.up()
    page.locator(".sheet-cell.in-range").nth(2).wait_for()
    assert page.evaluate(COPY) == "Anna\nBert\nCleo"
    page.keyboard.press("Delete")
    wait_until(lambda: "title: Bert" not in project.text(HEROES))
    assert read(project)[0] == [*CARDS]


def test_a_bare_letter_is_one_command(page):
    letters = page.evaluate(
        """async () => {
          const app = document.querySelector("script[src]").src;
          const { catalogue } = await import(app.replace("app.js", "core/commands.js"));
          return catalogue.flatMap((one) => one.keys.filter((key) => /^[a-z]$/i.test(key)));
        }"""
    )
    assert sorted(letters) == sorted(set(letters))
