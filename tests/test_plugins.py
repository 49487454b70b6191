"""An installed plug-in adds an element, a product, a service and a command."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from textwrap import dedent

import pypdfium2
import pytest
from patience import patience
from workshops import FILES, write_files

SOURCE = Path(__file__).parent / "plugins" / "cardgen-dice"
CARD = "templates/game/card.xml.j2"
PIPS = '<pips value="5" x="4" y="50" width="20" height="20" fill="sea"/>\n</side>'
BREAK = "raise RuntimeError('no dice')\n"
SLIP = """\
from cardgen.products.orders.listing import order_list
@order_list("slip")
def slip(plan):
    yield "slip.txt", f"{plan.projects[0].count} cards".encode()
"""


class Installed:
    """A project, and a folder in which the example is installed as pip installs it."""

    def __init__(self, folder: Path) -> None:
        self.root, self.site = folder / "project", folder / "site"
        self.package = self.site / "cardgen_dice"
        write_files(self.root, {**FILES, CARD: FILES[CARD].replace("</side>", PIPS)})
        shutil.copytree(SOURCE / "cardgen_dice", self.package)
        project = tomllib.loads((SOURCE / "pyproject.toml").read_text())["project"]
        metadata = self.site / f"cardgen_dice-{project['version']}.dist-info"
        metadata.mkdir()
        points = project["entry-points"]["cardgen"].items()
        lines = ["[cardgen]", *(f"{name} = {package}" for name, package in points), ""]
        (metadata / "entry_points.txt").write_text("\n".join(lines))

    def run(self, *args: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the project; it sees the plug-in."""
        paths = os.pathsep.join([str(self.site), str(SOURCE.parents[2])])
        env = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "cardgen", *args]
        return subprocess.run(
            command, cwd=self.root, env=env, capture_output=True, text=True, timeout=patience()
        )

    def edit(self, name: str, old: str, new: str) -> None:
        """Change a module of the plug-in."""
        file = self.package / name
        text = file.read_text()
        assert old in text
        file.write_text(text.replace(old, new, 1))


@pytest.fixture
def installed(tmp_path):
    return Installed(tmp_path)


def paths(folder):
    """Return the outlines of the first page of the heroes' sheet."""
    with pypdfium2.PdfDocument(folder / "output/game/sheets/heroes.a4.pdf") as document:
        return sum(1 for item in document[0].get_objects(max_depth=9) if item.type == 2)


def test_elements_and_products_work_as_those_of_the_program(installed):
    done = installed.run("build", "game")
    assert done.returncode == 0, done.stderr
    tally = installed.root / "output/game/tally/heroes.txt"
    assert tally.read_text() == "Heroes\n1 x anna\n2 x bert\n1 x carl\n"
    five = paths(installed.root)
    page = installed.root / CARD
    page.write_text(page.read_text().replace('value="5"', 'value="2"'))
    assert installed.run("build", "game").returncode == 0
    assert five - paths(installed.root) == 4 * 3  # four cards with three dots fewer
    page.write_text(page.read_text().replace('value="2"', 'value="7"'))
    done = installed.run("check", "game")
    assert f"{CARD}:4" in done.stderr
    assert "`1`, `2`, `3`, `4`, `5`, `6`" in done.stderr


def test_a_service_makes_an_order(installed):
    done = installed.run("order", "game", "--service", "corner-shop")
    assert done.returncode == 0, done.stderr
    folder = installed.root / "output/game/orders/corner-shop"
    assert list(folder.glob("*.pdf"))
    pictures = 'file = "png"\nfront = "{piece}.png"\nback = "{component}.png"\nlists = ["slip"]'
    installed.edit("services/corner-shop.toml", 'file = "pdf"', pictures)
    assert "and not `slip`" in installed.run("order", "game", "--service", "mpc").stderr
    (installed.package / "lists.py").write_text(SLIP)
    done = installed.run("order", "game", "--service", "corner-shop")
    assert done.returncode == 0, done.stderr
    assert (folder / "slip.txt").read_text() == "6 cards"
    (installed.package / "services/tgc.toml").write_text("")
    assert "there is a service `tgc` already" in installed.run("order", "--list").stderr


def test_a_command_is_listed_and_runs(installed):
    assert "roll" in installed.run("--help").stdout
    assert installed.run("roll", "--sides", "1").stdout == "1\n"
    assert "plug-in cardgen-dice 1.2" in installed.run("--version").stdout


def test_another_version_of_the_plug_in_draws_anew(installed):
    assert installed.run("build", "game").returncode == 0
    assert "0 files made" in installed.run("build", "game").stdout
    installed.edit("elements.py", "/ 10", "/ 8")
    done = installed.run("build", "game", "-v")
    assert "sheets/heroes.a4.pdf" in done.stdout


def test_a_plug_in_that_cannot_be_loaded_is_named_and_everything_else_works(installed):
    page = installed.root / CARD
    page.write_text(FILES[CARD])
    installed.edit("elements.py", "from typing import ClassVar\n", BREAK)
    done = installed.run("build", "game")
    assert done.returncode == 1
    assert "CG170" in done.stderr
    assert "the plug-in `cardgen-dice 1.2` cannot be loaded: RuntimeError" in done.stderr
    assert "pip uninstall cardgen-dice" in done.stderr
    assert (installed.root / "output/game/sheets/heroes.a4.pdf").is_file()
    assert (installed.root / "output/game/tally/heroes.txt").is_file()
    assert "CG170" in installed.run("build", "game").stderr


def test_every_command_shows_a_plug_in_that_cannot_be_loaded(installed):
    installed.edit("products.py", "from collections.abc import Iterator\n", BREAK)
    (installed.package / "cli/check.py").write_text("command = None\n")
    listed, helped = installed.run("list", "game"), installed.run("--help")
    assert listed.returncode == helped.returncode == 0
    assert listed.stderr.count("RuntimeError in `cardgen_dice.products`: no dice") == 1
    assert "`cardgen_dice.cli.check`: there is a command `check` already" in helped.stderr


def test_the_examples_of_the_page_work(installed):
    page = (SOURCE.parents[2] / "docs/plug-ins.md").read_text(encoding="utf-8")
    block = r"```python\n *# cardgen_dice/(\S+)\n(.*?)```"
    for path, code in re.findall(block, page, re.DOTALL):
        with (installed.package / path).open("a", encoding="utf-8") as file:
            file.write(dedent(code))
    components = "components:\n  coupon: {kind: ticket, copies: 8}\n"
    game = installed.root / "card_data/game/game.yaml"
    game.write_text(game.read_text().replace("components:\n", components))
    dot = '<dot size="large" width="10" height="10" fill="ink"/>'
    text = '<text style="body" width="60" height="9">Hurry!</text>'
    (installed.root / "templates/game/coupon.xml.j2").write_text(f"<side>{dot}{text}</side>")
    done = installed.run("build", "game")
    assert done.returncode == 0, done.stderr
    assert "warning[DICE1]: `Hurry!` shouts" in done.stderr
    with pypdfium2.PdfDocument(installed.root / "output/game/tickets/coupon.pdf") as tickets:
        assert "Hurry!" in tickets[0].get_textpage().get_text_bounded()
    assert (installed.root / "output/game/sides.txt").read_text() == "7\n"
    assert "A text on a card ends" in installed.run("explain", "dice1").stdout


def test_two_parts_of_one_name_are_a_fault_of_the_plug_in(installed):
    installed.edit("elements.py", '= "pips"', '= "rect"')
    done = installed.run("check", "game")
    assert "cardgen-dice 1.2" in done.stderr
    assert "`rect` is registered twice" in done.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bug_of_a_plug_in_is_named_as_such(installed, jobs):
    installed.edit("elements.py", "        radius", f"        {BREAK}        radius")
    done = installed.run("build", "game", "--jobs", jobs)
    assert done.returncode == 70
    assert "this is a bug of the plug-in `cardgen-dice 1.2`" in done.stderr
