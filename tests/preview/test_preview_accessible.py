"""Every view of the page for everyone: axe-core finds nothing, nothing sticks out of the screen."""

from pathlib import Path

import pytest
from browser import DRAWN, NOTES, PO, VIEWS, see
from documents import document
from test_preview_boxes_browser import FACE, choose
from test_preview_writing_browser import put

pytestmark = pytest.mark.slow(seconds=20)

SIZES = [(1440, 900), (1024, 768), (390, 844)]
ENDS = (SIZES[-1], SIZES[0])  # the wide one at last: there tests go on
PARTS = 4
KEYS = {"e": "#panel", "?": "dialog[open]"}
"""What opens over a view, by its key."""
ALIKE = {"test/heroes/cleo", "test/heroes/dora", "test/~print/booklets/rules.pdf~1"}
"""Views that look as others do."""

SOME_NOTES = """\
notes:
  - {id: n1, on: heroes/anna, x: 20, y: 30, text: Too cheap?, date: 2026-03-14}
  - {id: n2, on: mat, x: 50, y: 60, text: Too dark}
  - {id: n3, on: heroes/nobody, text: Too late}
"""
SOME_PO = document("preview/accessible_some.po")
STICKING_OUT = """() => Math.max(...["html", "main"].map(name => document.querySelector(name))
    .map(one => one.scrollWidth - one.clientWidth))"""


@pytest.fixture
def screen(open_tab):
    """Opens an address in a tab that axe-core can be asked in."""
    found = pytest.importorskip("axe_playwright_python", reason="axe-core is not installed")
    axe = (Path(found.__file__).parent / "axe.min.js").read_text(encoding="utf-8")

    def open_(address):
        tab = open_tab(address)
        tab.emulate_media(reduced_motion="reduce")
        tab.evaluate(axe)
        return tab

    return open_


FINDINGS = """async how => {
    const { violations } = await axe.run({ resultTypes: ["violations"], ...how });
    return violations.flatMap(rule => rule.nodes.map(node =>
        `${rule.id}: ${node.html.slice(0, 200)}: ${node.failureSummary}`));
}"""


def findings(tab, sizes=ENDS, dark=ENDS[1:]) -> list[str]:
    """What is wrong with a view as it is, on screens of some sizes.

    It is what axe-core finds, all of it in light colours, and what depends on colours in dark ones,
    which look alike at all sizes; and what sticks out of the screen.
    """
    found = []
    for width, height in sizes:
        tab.set_viewport_size({"width": width, "height": height})
        tab.emulate_media(color_scheme="light")
        here = tab.evaluate(FINDINGS, {})
        if (width, height) in dark:
            tab.emulate_media(color_scheme="dark")
            here += tab.evaluate(FINDINGS, {"runOnly": ["color-contrast", "link-in-text-block"]})
        if (wide := tab.evaluate(STICKING_OUT)) > 0:
            here.append(f"{wide} pixels stick out")
        found += [f"at {width}: {one}" for one in here]
    return found


def parts(addresses):
    """Divide addresses into a few tests: each looks at its views on a wide and a narrow screen."""
    every = [address for address in addresses if address not in ALIKE]
    return [every[number::PARTS] for number in range(PARTS)]


BROADER = {"sizes": SIZES[1:], "dark": SIZES}


@pytest.mark.parametrize(
    "how", [{}, pytest.param(BROADER, marks=pytest.mark.broad)], ids=["ends", "every size"]
)
@pytest.mark.parametrize("addresses", parts(VIEWS), ids=range(PARTS))
def test_axe_finds_nothing_on_any_view(screen, served, project, addresses, how):
    found = {}
    project.write(NOTES, SOME_NOTES)
    project.write(PO, SOME_PO)
    tab = screen(served[1])
    for address in addresses:
        see(tab, address)
        if address in ("test/heroes/anna", "test/~notes"):
            tab.locator(".pin").first.wait_for()
        if address == "test/heroes/bert":
            tab.locator(".field textarea").first.wait_for()
        if address == "test/~translations":
            tab.get_by_role("textbox", name="Translation of Anna · text").focus()
            tab.locator(".beside-texts figure").nth(1).locator(DRAWN).wait_for()
        found[address] = findings(tab, **how)
    assert {address: one for address, one in found.items() if one} == {}


def test_axe_finds_nothing_in_what_opens_over_a_view(screen, served, project):
    found = {}
    tab = screen(served[1])
    see(tab, "test/rules")
    for key, there in KEYS.items():
        tab.keyboard.press(key)
        tab.locator(there).wait_for()
        found[key] = findings(tab)
        tab.keyboard.press("Escape")
        tab.locator(there).wait_for(state="detached")
    see(tab, "test/heroes")
    tab.get_by_role("button", name="Pick").click()
    tab.get_by_role("checkbox", name="Pick Anna").check()
    found["picking"] = findings(tab)
    project.write(NOTES, SOME_NOTES)
    see(tab, "test/mat")
    tab.locator(".pin").click()
    tab.locator(".notes-box").wait_for()
    found["a note on a board"] = findings(tab)
    see(tab, "test/heroes/anna")
    choose(tab)
    found["a box that is moved"] = findings(tab)
    tab.get_by_role("button", name=f"Write {FACE} here").first.click()
    put(tab, "card.power", "card.strength")
    tab.locator(".writing .finding").wait_for()
    found["the editor"] = findings(tab)
    assert {address: one for address, one in found.items() if one} == {}
