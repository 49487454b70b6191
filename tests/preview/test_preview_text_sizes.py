"""The histogram of the sizes in which texts are set."""

from __future__ import annotations

import pytest
from bench import HEROES

from cardgen.preview.about.detail import text_sizes


def test_each_size_names_its_cards(bench):
    [body] = [one for one in text_sizes(bench.loaded, "heroes") if one["label"] == "text"][:1]
    [all] = body["sizes"]
    assert (body["asked"], all["size"], all["marks"]) == ([9.0], 9.0, {})
    assert all["keys"][:2] == ["anna", "bert"]
    assert text_sizes(bench.loaded, "nothing") == []


def test_a_text_that_shrinks_or_does_not_fit_has_a_bar_of_its_own(bench):
    bench.save(HEROES, "Draw **two** cards.", "Many words. " * 45)
    [body] = [one for one in text_sizes(bench.loaded, "heroes") if len(one["sizes"]) > 1]
    assert body["sizes"][-1]["keys"] == ["anna"]
    assert body["sizes"][-1]["size"] < 9


@pytest.mark.slow
def test_a_bar_chooses_its_cards(page, project):
    from browser import see, tile

    project.save(HEROES, "Draw **two** cards.", "Many words. " * 45)
    see(page, "test/heroes")
    tile(page, "anna").wait_for()
    page.locator("summary", has_text="Type sizes").click()
    page.locator(".size-bar.small").first.click()
    page.locator(".tally", has_text="1 of 4 designs").wait_for()
    assert page.locator(".tile").count() == 1
    page.get_by_role("button", name="Clear").click()
    page.locator(".tally", has_text="5 cards").wait_for()
