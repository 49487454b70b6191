"""Every command of the manual's page on handing on, as it stands there."""

import contextlib
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardgen.cli.main import cli
from cardgen.core.files import length, read_toml

PAGE = Path(__file__).parents[2] / "docs/handing-on.md"
TEXT = PAGE.read_text(encoding="utf-8")


def commands(text: str) -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


@pytest.fixture(scope="module")
def new_game(tmp_path_factory):
    folder = tmp_path_factory.mktemp("handing-on")
    with contextlib.chdir(folder):
        assert CliRunner().invoke(cli, ["new", "my-game"]).exit_code == 0
    return folder / "my-game"


TESTED_ELSEWHERE = (
    "cardgen release my-game",
    "cardgen site my-game",
    "cardgen build my-game --product svg --outlines",
)
"""These take seconds, and other tests do the same with smaller games."""


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, marks=pytest.mark.broad if line in TESTED_ELSEWHERE else ())
        for line in commands(TEXT)
    ],
)
def test_a_command_of_the_page_runs_on_a_new_game(run, new_game, line):
    program, *words = shlex.split(line)
    assert program == "cardgen"
    result = run(*words, "--project", str(new_game))
    assert result.exit_code == 0, result.output


def test_the_table_of_the_page_is_one(workshop):
    from cardgen.products.stock import stock_named

    [table] = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    (workshop.root / "stock").mkdir()
    file = workshop.root / "stock/own.toml"
    file.write_text(table, encoding="utf-8")
    assert read_toml(file)["stock"][0]["corner"] == "2mm"
    assert length(float, "2mm") == 2
    assert stock_named(workshop.root, "my-labels").rows == 3
