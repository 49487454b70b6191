"""Every view of the page for everyone: axe-core finds nothing, nothing sticks out of the screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser import DRAWN, SECONDS

pytestmark = pytest.mark.slow

VIEWS = {
    "": "a.cover",
    "test": "a.shelf",
    "test/heroes": f".tile {DRAWN}",
    "test/heroes/~table": f".sheet-row {DRAWN}",
    "test/heroes/anna": f"figure {DRAWN}",
    "test/heroes/bert": ".field textarea",
    "test/mat": f".stage {DRAWN}",
    "test/rules": f".spread {DRAWN}",
    "test/rules/1": f".stage {DRAWN}",
    "test/heroes/~deal?seed=abcdefg&moves=d4p0x0": f".held {DRAWN}",
    "test/~setup": f".piece.deck {DRAWN}",
    "test/~beside/heroes/mat": f".stage {DRAWN}",
    "test/~print": ".file-list a",
    "test/~print/sheets/heroes.a4.pdf": f".sheet-wall {DRAWN}",
    "test/~rules": "table.rules",
    "test/~theme": ".color",
    "nothing": ".empty",
}
"""By address, what is there once the view is."""
KEYS = {"e": "#panel", "?": "dialog[open]"}
"""What opens over a view, by its key."""

STICKING_OUT = """() => Math.max(...["html", "main"].map(name => document.querySelector(name))
    .map(one => one.scrollWidth - one.clientWidth))"""


@pytest.fixture(scope="module")
def axe() -> str:
    found = pytest.importorskip("axe_playwright_python", reason="axe-core is not installed")
    return (Path(found.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def findings(tab) -> list[str]:
    result = tab.evaluate("() => axe.run({ resultTypes: ['violations'] })")
    return [
        f"{rule['id']}: {node['html'][:200]}: {node['failureSummary']}"
        for rule in result["violations"]
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844)], ids=str)
def test_axe_finds_nothing_on_any_view(chromium, served, axe, size, scheme):
    width, height = size
    viewport = {"width": width, "height": height}
    context = chromium.new_context(viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
    tab = context.new_page()
    tab.set_default_timeout(30 * SECONDS)
    tab.goto(served[1])
    tab.evaluate(axe)
    found = {}
    for address, there in VIEWS.items():
        tab.evaluate("hash => { location.hash = hash }", f"#/{address}")
        tab.locator(there).first.wait_for()
        found[address] = findings(tab)
        assert tab.evaluate(STICKING_OUT) <= 0, address
    for key, there in KEYS.items():
        tab.keyboard.press(key)
        tab.locator(there).wait_for()
        found[key] = findings(tab)
        tab.keyboard.press("Escape")
        tab.locator(there).wait_for(state="detached")
    context.close()
    assert {address: one for address, one in found.items() if one} == {}
