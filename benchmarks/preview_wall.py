"""Time large walls in the browser: ``python benchmarks/preview_wall.py --cards 1000 5000``.

A deck is scrolled from top to bottom in steps of about a row, a step a frame, and a word is typed
into its search and into the field that finds anything, a letter at a time. Frames take at least
the time of the screen, mostly 17 ms, so the report also has the time that the page works in each.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import tempfile
from pathlib import Path
from typing import Any

from generate import DECK, GAME, write_project
from preview import BROWSERS, served

_FRAMES = 240

_SCROLL = """
async frames => {
  const main = document.querySelector("main");
  const step = Math.min((main.scrollHeight - main.clientHeight) / frames, 300);
  const times = [];
  let last = await new Promise(requestAnimationFrame);
  for (let n = 0; n < frames; n += 1) {
    main.scrollTop = n * step;
    const now = await new Promise(requestAnimationFrame);
    times.push(now - last);
    last = now;
  }
  return times;
}
"""

# From a letter to the frame that shows what the page itself finds.
_TYPE = """
async ([named, words]) => {
  const field = document.querySelector(named);
  field.focus();
  const times = [];
  for (const typed of words) {
    const begin = performance.now();
    field.value = typed;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
    times.push(performance.now() - begin);
  }
  return times;
}
"""

# From asking the server until its answer is there.
_ANSWER = """
async words => {
  const times = [];
  for (const typed of words.filter(Boolean)) {
    const begin = performance.now();
    await (await fetch(`/api/find?${new URLSearchParams({ q: typed, limit: 40 })}`)).json();
    times.push(performance.now() - begin);
  }
  return times;
}
"""


def letters(word: str) -> list[str]:
    """Return the texts of a field while a word is typed and deleted again."""
    typed = [word[:end] for end in range(1, len(word) + 1)]
    return [*typed, *reversed(typed[:-1]), ""]


def at_work(session: Any) -> float:
    """Return the seconds that the page has been at work so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")


def told(name: str, times: list[float], worked: float) -> str:
    """Return a line with the times in milliseconds."""
    ordered = sorted(times)
    late = ordered[int(0.95 * len(ordered))]
    return (
        f"{name}: median {statistics.median(ordered):.0f} ms, 95 % within {late:.0f} ms, "
        f"longest {ordered[-1]:.0f} ms; at work {1000 * worked / len(times):.1f} ms each"
    )


def measure(page: Any, address: str, cards: int) -> None:
    """Open the wall, scroll it, search in it, and print what that took."""
    page.goto(f"{address}#/{GAME}/{DECK}")
    page.locator(".tile img[data-print]").first.wait_for()
    page.wait_for_function("() => !document.querySelector('#status .waiting')")
    page.wait_for_timeout(1500)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    nodes = page.evaluate("() => document.querySelectorAll('*').length")
    print(f"{cards} cards: {nodes} elements")
    typed = letters("card 0042")
    for name, script, given in (
        ("  scrolling, a frame", _SCROLL, _FRAMES),
        ("  scrolling again, a frame", _SCROLL, _FRAMES),
        ("  searching, a key", _TYPE, ["input[type=search]", typed]),
        ("  finding anything, a key", _TYPE, ["#palette input", typed]),
        ("  finding anything, an answer", _ANSWER, typed),
    ):
        if "finding" in name and not page.locator("#palette").count():
            page.keyboard.press("Control+k")
            page.locator("#palette").wait_for()
        before = at_work(session)
        times = page.evaluate(script, given)
        print(told(name, times, at_work(session) - before))


def main() -> None:
    """Measure decks of some sizes."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, nargs="+", default=[1000, 5000])
    options = parser.parse_args()
    path = os.environ.get("CARDGEN_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)))
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for cards in options.cards:
            work = Path(scratch) / str(cards)
            write_project(work / "project", cards)
            with served(work / "project", work) as (address, _):
                page = browser.new_page(viewport={"width": 1440, "height": 900})
                page.set_default_timeout(900_000)
                measure(page, address, cards)
                page.close()
        browser.close()


if __name__ == "__main__":
    main()
