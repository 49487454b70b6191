"""Every view of the page for everyone: axe-core finds nothing, nothing sticks out of the screen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from browser import DRAWN, SECONDS, see

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
SIZES = [(1440, 900), (1024, 768), (390, 844)]
KEYS = {"e": "#panel", "?": "dialog[open]"}
"""What opens over a view, by its key."""

STICKING_OUT = """() => Math.max(...["html", "main"].map(name => document.querySelector(name))
    .map(one => one.scrollWidth - one.clientWidth))"""


@pytest.fixture(scope="module")
def axe() -> str:
    found = pytest.importorskip("axe_playwright_python", reason="axe-core is not installed")
    return (Path(found.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


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


@contextmanager
def screen(chromium, axe: str, size: tuple[int, int], address: str) -> Iterator[Any]:
    """Open an address in a window of its own that axe-core can be asked in."""
    viewport = dict(zip(("width", "height"), size, strict=True))
    context = chromium.new_context(viewport=viewport, reduced_motion="reduce")
    tab = context.new_page()
    tab.set_default_timeout(30 * SECONDS)
    tab.goto(address)
    tab.evaluate(axe)
    yield tab
    context.close()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_axe_finds_nothing_on_any_view(chromium, served, axe, size):
    found = {}
    with screen(chromium, axe, size, served[1]) as tab:
        for address, there in VIEWS.items():
            see(tab, f"#/{address}")
            tab.locator(there).first.wait_for()
            found[address] = findings(tab)
            assert tab.evaluate(STICKING_OUT) <= 0, address
        for key, there in KEYS.items():
            tab.keyboard.press(key)
            tab.locator(there).wait_for()
            found[key] = findings(tab)
            tab.keyboard.press("Escape")
            tab.locator(there).wait_for(state="detached")
    assert {address: one for address, one in found.items() if one} == {}
