"""Every command of the manual's page on handing on, as it stands there."""

from __future__ import annotations

import contextlib
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardgen.cli.main import cli
from cardgen.core.files.figures import length, read_toml

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


@pytest.mark.parametrize("line", commands(TEXT))
def test_a_command_of_the_page_runs_on_a_new_game(run, new_game, line):
    program, *words = shlex.split(line)
    assert program == "cardgen"
    result = run(*words, "--project", str(new_game))
    assert result.exit_code == 0, result.output


def test_no_answer_takes_more_than_three():
    parts = TEXT.split("\n## ")[1:]
    assert parts
    for part in parts:
        lines = [
            b
            for block in re.findall(r"```sh\n(.*?)```", part, re.DOTALL)
            for b in block.split("\n")
        ]
        assert 1 <= len([line for line in lines if line]) <= 3


def test_the_table_of_the_page_is_one(workshop):
    from cardgen.products.stock import stock_named

    [table] = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    (workshop.root / "stock").mkdir()
    file = workshop.root / "stock/own.toml"
    file.write_text(table, encoding="utf-8")
    assert read_toml(file)["stock"][0]["corner"] == "2mm"
    assert length(float, "2mm") == 2
    assert stock_named(workshop.root, "my-labels").rows == 3
