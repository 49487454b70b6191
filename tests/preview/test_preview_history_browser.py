"""Before and now in a real browser: the strip of saves, ways to compare, marks on wall and game."""

import pytest
from bench import EMIL, HEROES
from browser import ANNA, DRAWN, Project, expect, press, print_of, see, serving, tile, wall
from patience import wait_until
from repositories import NEEDS_GIT, commit, git
from test_preview_accessible import findings, screen

__all__ = ["screen"]  # a fixture
pytestmark = [pytest.mark.slow, NEEDS_GIT]

TURN = 700  # milliseconds that each picture is seen in turns


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A project whose state is tagged."""
    project = Project(tmp_path_factory.mktemp("project"))
    commit(project.root, "As it was")
    git(project.root, "tag", "v1.0")
    with serving(project) as address:
        yield project, address


@pytest.fixture(autouse=True)
def _shown(page):
    page.get_by_text("no errors", exact=True).wait_for()


def choose(page, words="v1.0"):
    menu = page.get_by_role("combobox", name="Compare with")
    menu.focus()
    option = menu.locator("option", has_text=words)
    option.wait_for(state="attached")
    menu.select_option(option.get_attribute("value"))


def compared(page, project, way=""):
    """Change a card and look at it before and now, in some way; give its print before."""
    see(page, "test/heroes/anna")
    before = page.locator(f"{ANNA} {DRAWN}").get_attribute("data-print")
    project.save(HEROES, "Draw **two** cards.", "Draw **nine** cards.")
    page.locator(f"{ANNA}.fresh img[data-print]:not([data-print='{before}'])").wait_for()
    page.keyboard.press("y")
    if way:
        page.get_by_role("button", name=way).click()
    return before


def then(page):
    return page.locator(".side.then img[data-print]").first


# The strip


def save(page, project, path, old, new):
    """Save a file, and open the strip once the page has heard of it."""
    project.save(path, old, new)
    page.get_by_text(f"{path.split('/')[-1]} saved").wait_for()
    press(page, "a")


def test_a_save_shows_what_it_changed_and_leads_there(page, project):
    wall(page)
    save(page, project, HEROES, "Draw **two** cards.", "Draw **nine** cards.")
    strip = page.get_by_role("region", name="Changes of a save")
    strip.get_by_role("link", name="Anna").wait_for()
    strip.get_by_text("heroes.yaml").wait_for()
    strip.get_by_text("2 changed").wait_for()
    strip.get_by_role("link", name="Mat").click()
    page.locator(f".board-view .stage {DRAWN}").wait_for()
    strip.get_by_role("link", name="Anna").locator(DRAWN).wait_for()
    strip.get_by_role("link", name="Anna").press("Enter")
    page.locator(f"{ANNA} {DRAWN}").wait_for()


def test_earlier_saves_can_be_looked_at_and_a_new_one_comes_first(page, project):
    wall(page)
    strip = page.locator("#strip")
    save(page, project, HEROES, "  - id: dora\n", EMIL)
    strip.locator(".save-thumb.new", has_text="Emil").wait_for()
    project.save(HEROES, EMIL, "  - id: dora\n")
    strip.locator(".save-thumb.gone", has_text="Emil").locator(DRAWN).wait_for()
    strip.get_by_role("button", name="Earlier save").click()
    strip.locator(".save-thumb.new", has_text="Emil").wait_for()
    strip.get_by_text("1 back").wait_for()
    project.save("card_data/test/game.yaml", "value: 5", "value: 6")
    strip.get_by_text("last", exact=True).wait_for()
    strip.get_by_role("link", name="Rules, page 1").wait_for()


def test_the_strip_is_one_line_until_somebody_asks_for_it(page, project):
    wall(page)
    project.save(HEROES, "cards:\n", "# a comment\ncards:\n")
    page.get_by_text("heroes.yaml saved · no visible change").click()
    page.locator("#strip").get_by_text("no visible change").wait_for()
    page.reload()
    page.locator("#strip").get_by_role("button", name="Close").click()
    page.locator("#strip").wait_for(state="detached")
    project.save("templates/test/plain.xml.j2", "card.title", "card.titel")
    page.get_by_text("plain.xml.j2 saved · with errors").wait_for()
    expect(page.locator("#strip")).to_have_count(0)


# Before and now


def test_the_divider_is_drawn_and_moved_by_keys(page, project):
    before = compared(page, project)
    page.locator(f".side.then img[data-print='{before}']").wait_for()
    line = page.get_by_role("slider", name="Between before and now")
    expect(line).to_have_attribute("aria-valuenow", "50")
    box = line.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 200)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 - 100, box["y"] + 210)
    page.mouse.up()

    def place():
        return float(line.get_attribute("aria-valuenow"))

    wait_until(lambda: 20 < place() < 45)
    dragged = place()
    page.keyboard.press("ArrowRight")
    wait_until(lambda: place() == dragged + 2)
    page.keyboard.press("Home")
    expect(line).to_have_attribute("aria-valuenow", "0")
    expect(page.locator(".veil")).to_have_css("clip-path", "inset(0px 100% 0px 0px)")
    page.get_by_text("1 of 4").wait_for()  # the arrows did not turn to another card
    page.keyboard.press("Escape")
    page.locator(".compare-bar").wait_for(state="detached")
    page.locator(f"{ANNA}").wait_for()


@pytest.fixture
def timed(chromium, served):
    """A page whose time goes on when it is told to; that of a whole window does."""
    context = chromium.new_context(viewport={"width": 1200, "height": 800})
    tab = context.new_page()
    tab.goto(served[1])
    yield tab
    context.close()


def test_blink_shows_one_after_the_other_and_with_reduced_motion_by_a_key_alone(timed, project):
    tab = timed
    name = tab.locator(".pane-name")
    tab.clock.install()
    compared(tab, project, "Blink")
    for word in ("Now", "Before", "Now"):
        tab.clock.run_for(TURN)
        name.get_by_text(word).wait_for()
    tab.emulate_media(reduced_motion="reduce")
    for way in ("Slider", "Blink"):
        tab.get_by_role("button", name=way).click()
    tab.clock.run_for(3 * TURN)
    expect(name).to_have_text("Before", use_inner_text=True)
    tab.keyboard.press("n")
    name.get_by_text("Now").wait_for()
    expect(tab.locator(".veil")).to_have_css("visibility", "hidden")
    tab.clock.run_for(TURN)
    expect(name).to_have_text("Now", use_inner_text=True)


def test_side_by_side_both_are_zoomed_and_moved_together(page, project):
    before = compared(page, project, "Side by side")
    page.locator(f".side.then img[data-print='{before}']").wait_for()
    sheets = page.locator(".version .sheet")
    looks = "sheets => sheets.map(sheet => sheet.style.transform + sheet.style.width)"

    def is_moved_together(before=""):
        then, now = sheets.evaluate_all(looks)
        return then == now != before

    expect(sheets).to_have_count(2)
    wait_until(is_moved_together)
    first, _ = sheets.evaluate_all(looks)
    press(page, "+ + ArrowLeft ArrowUp")
    wait_until(lambda: is_moved_together(first))
    moved, _ = sheets.evaluate_all(looks)
    box = page.locator(".version").first.bounding_box()
    page.mouse.move(box["x"] + 60, box["y"] + 90)
    page.mouse.wheel(0, -300)
    wait_until(lambda: is_moved_together(moved))


def test_what_differs_is_marked(page, project):
    compared(page, project, "Difference")
    mark = page.locator(".changed-box").first
    mark.wait_for()
    figure = page.locator(f"{ANNA} .frame").bounding_box()
    box = mark.bounding_box()
    assert figure["y"] + 0.2 * figure["height"] < box["y"] < figure["y"] + 0.5 * figure["height"]
    assert box["height"] < 0.2 * figure["height"]
    page.keyboard.press("Y")
    page.get_by_role("slider", name="Between before and now").wait_for()


def test_boards_and_pages_have_a_before(page, project):
    see(page, "test/rules/1")
    first = page.locator(f".stage {DRAWN}").get_attribute("data-print")
    project.save("card_data/test/game.yaml", "value: 5", "value: 6")
    page.locator(f".stage img:not([data-print='{first}'])").wait_for()
    page.get_by_role("button", name="Compare", exact=True).click()
    page.locator(f".side.then img[data-print='{first}']").wait_for()
    see(page, "test/mat")
    project.save("templates/test/mat.xml.j2", 'width="40"', 'width="48"')
    page.locator(".board-view.fresh").wait_for()
    page.keyboard.press("y")
    then(page).wait_for()


# States


def test_a_card_is_compared_with_a_tag(page, project):
    before = compared(page, project)
    project.save(HEROES, "title: Anna", "title: Hanna")
    choose(page)
    page.locator(f".side.then img[data-print='{before}']").wait_for()
    see(page, "test/heroes/dora")
    bar = page.locator(".compare-bar")
    bar.get_by_text("No visible difference here.").wait_for()
    choose(page, "Last change")
    bar.get_by_text("No change since the preview started.").wait_for()


def test_a_wall_tells_what_differs_from_a_state(page, project):
    wall(page)
    anna = print_of(page, "anna")
    project.save(HEROES, "Draw **two** cards.", "Draw **nine** cards.")
    project.save(HEROES, "  - id: dora\n", EMIL)
    cleo = "  - id: cleo\n    title: Cleo\n    class: mage\n    power: 7\n"
    project.save(HEROES, cleo, "")
    choose(page)
    tile(page, "anna").locator(".badge.diff.changed").wait_for()
    tile(page, "emil").locator(".badge.diff.added").wait_for()
    gone = page.locator(".tile.gone", has_text="Cleo")
    gone.locator(DRAWN).wait_for()
    expect(tile(page, "dora").locator(".badge.diff")).to_have_count(0)
    page.get_by_text("Compared with v1.0: cards: 1 added, 1 removed, 1 changed").wait_for()
    page.get_by_role("button", name="Differences (3)").click()
    tile(page, "dora").wait_for(state="detached")
    expect(page.locator(".tile:not(.gone)")).to_have_count(2)
    gone.wait_for()
    page.keyboard.press("c")
    tile(page, "dora").wait_for()
    project.save(HEROES, "Draw **nine** cards.", "Draw **two** cards.")
    tile(page, "anna").locator(".badge.diff").wait_for(state="detached")
    page.locator(f'.tile[data-key="anna"] img[data-print="{anna}"]').wait_for()


def test_a_card_of_which_only_the_back_differs_says_so(page, project):
    wall(page)
    project.save("templates/test/heroes.back.xml.j2", "red", "ink")
    choose(page)
    tile(page, "dora").locator(".badge.diff.back").wait_for()


def test_a_game_counts_what_differs_and_names_rules(page, project):
    project.save("card_data/test/game.yaml", "value: 5", "value: 6")
    see(page, "test")
    choose(page)
    page.locator("a.shelf", has_text="Heroes").get_by_text("1 changed").wait_for()
    page.locator("a.shelf", has_text="Rules").get_by_text("page 1").wait_for()
    page.locator(".diff-note .change", has_text="hand").wait_for()


def test_a_state_with_errors_says_them(page, project):
    project.save(HEROES, "cards:\n", "cards: [\n")
    commit(project.root, "Broken")
    project.save(HEROES, "cards: [\n", "cards:\n")
    see(page, "test")
    choose(page, "Broken")
    page.locator(".diff-note .problem", has_text="heroes.yaml").first.wait_for()


# For everyone


def test_axe_finds_nothing_where_before_and_now_are_compared(screen, project, served):
    found = []
    tab = screen(f"{served[1]}#/test/heroes/anna")
    tab.locator(f"{ANNA} {DRAWN}").wait_for()
    project.save(HEROES, "Draw **two** cards.", "Draw **nine** cards.")
    tab.locator(".fresh").first.wait_for()
    tab.keyboard.press("a")
    tab.locator(f"#strip {DRAWN}").first.wait_for()
    tab.keyboard.press("y")
    for way in ("Slider", "Blink", "Side by side", "Difference"):
        tab.get_by_role("button", name=way).click()
        found += findings(tab)
    choose(tab)
    then(tab).or_(tab.locator(".changed-box")).first.wait_for()
    found += findings(tab)
    for address, there in (("test/heroes", ".badge.diff"), ("test", ".facts.diff")):
        see(tab, address)
        tab.locator(there).first.wait_for()
        found += findings(tab)
    assert found == []
