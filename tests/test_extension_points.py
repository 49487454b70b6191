"""The table of extension points is the one of CONTRIBUTING.md, and what the program does."""

import inspect
import re
from pathlib import Path

import pytest

from cardgen.core.problems import PROBLEMS
from cardgen.extension_points import EXTENSION_POINTS, Discovery
from cardgen.layout.reader import ELEMENTS
from cardgen.products.orders.listing import LISTS, known_lists
from cardgen.products.planning import PRODUCTS, product_names

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "cardgen"
DATA = {"shared icon", "font family", "game"}
"""Rows of CONTRIBUTING.md that need no code of the package."""
ROWS = {
    name: (loaded, text)
    for name, loaded, text in re.findall(
        r"^\| ([a-z ]+?)( †)? \| (.+) \|$",
        (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Adding things")[2],
        re.MULTILINE,
    )
    if name != "a new"
}
POINTS = {point.name: point for point in EXTENSION_POINTS}


def test_the_page_has_the_same_rows():
    assert set(ROWS) - DATA == set(POINTS)


@pytest.mark.parametrize("point", EXTENSION_POINTS, ids=lambda point: point.name)
def test_a_row_names_a_file_of_the_folder_and_what_registers_it(point):
    loaded, text = ROWS[point.name]
    assert bool(loaded) == (point.discovery is Discovery.LOADED)
    files = {path.relative_to(PACKAGE).as_posix() for path in PACKAGE.glob(point.files)}
    named = set(re.findall(r"`(?:cardgen/)?([\w/]+\.\w+)`", text))
    assert named & files, f"no example from {point.files}"
    if inspect.isfunction(point.registrar):
        assert point.registrar.__name__ in text


def registered(name):
    known_lists()
    product_names()
    return {"layout element": ELEMENTS, "product": PRODUCTS, "order list": LISTS}[name]


@pytest.mark.parametrize("name", ["layout element", "product", "order list"])
def test_what_is_registered_is_in_the_folder(name):
    folder = POINTS[name].files.removesuffix("/*.py")
    things = [thing for _, thing in registered(name).items()]
    assert things
    for thing in things:
        assert inspect.getmodule(thing).__name__.startswith(f"cardgen.{folder.replace('/', '.')}.")


def test_every_diagnostic_is_in_a_module_of_that_name():
    assert {found.words.__module__.rpartition(".")[2] for found in PROBLEMS.values()} == {
        "problems"
    }
