"""Every view of the page for everyone: axe-core finds nothing, nothing sticks out of the screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser import VIEWS, see

pytestmark = pytest.mark.slow

SIZES = [(1440, 900), (1024, 768), (390, 844)]
KEYS = {"e": "#panel", "?": "dialog[open]"}
"""What opens over a view, by its key."""
ALIKE = {"test/heroes/cleo", "test/heroes/dora", "test/~print/booklets/rules.pdf~1"}
"""Views that look as others do."""

NOTES = """\
notes:
  - {id: n1, on: heroes/anna, x: 20, y: 30, text: Too cheap?, date: 2026-03-14}
  - {id: n2, on: mat, x: 50, y: 60, text: Too dark}
  - {id: n3, on: heroes/nobody, text: Too late}
"""
STICKING_OUT = """() => Math.max(...["html", "main"].map(name => document.querySelector(name))
    .map(one => one.scrollWidth - one.clientWidth))"""


@pytest.fixture
def screen(open_tab):
    """Opens an address in a window of its own that axe-core can be asked in."""
    found = pytest.importorskip("axe_playwright_python", reason="axe-core is not installed")
    axe = (Path(found.__file__).parent / "axe.min.js").read_text(encoding="utf-8")

    def open_(address, size):
        tab = open_tab(address, size, reduced_motion="reduce")
        tab.evaluate(axe)
        return tab

    return open_


def findings(tab) -> list[str]:
    """What axe-core finds: all in light colours, and what depends on colours in dark ones."""
    tab.emulate_media(color_scheme="light")
    result = tab.evaluate("() => axe.run({ resultTypes: ['violations'] })")
    tab.emulate_media(color_scheme="dark")
    dark = tab.evaluate("() => axe.run({ runOnly: ['color-contrast', 'link-in-text-block'] })")
    return [
        f"{rule['id']}: {node['html'][:200]}: {node['failureSummary']}"
        for rule in (*result["violations"], *dark["violations"])
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_axe_finds_nothing_on_any_view(screen, served, size):
    found = {}
    served[0].write("card_data/test/notes.yaml", NOTES)
    tab = screen(served[1], size)
    for address in (one for one in VIEWS if one not in ALIKE):
        see(tab, address)
        if address in ("test/heroes/anna", "test/~notes"):
            tab.locator(".pin").first.wait_for()
        if address == "test/heroes/bert":
            tab.locator(".field textarea").first.wait_for()
        found[address] = findings(tab)
        assert tab.evaluate(STICKING_OUT) <= 0, address
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
    see(tab, "test/mat")
    tab.locator(".pin").click()
    tab.locator(".notes-box").wait_for()
    found["a note on a board"] = findings(tab)
    assert tab.evaluate(STICKING_OUT) <= 0
    assert {address: one for address, one in found.items() if one} == {}
