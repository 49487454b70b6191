"""What shells ask for, and what they are told."""

import re
import shutil
import subprocess

import pytest
from click.shell_completion import get_completion_class

from cardgen.cli.completion import SHELLS
from cardgen.cli.main import cli


@pytest.fixture
def ask(monkeypatch, capsys, tmp_path):
    """Ask as a shell does, in a project with two games."""
    for game in ("duel", "dusk"):
        (tmp_path / "card_data" / game).mkdir(parents=True)
        (tmp_path / "card_data" / game / "game.yaml").touch()
    monkeypatch.chdir(tmp_path)

    def ask(instruction, **variables):
        for name, value in {"_CARDGEN_COMPLETE": instruction, **variables}.items():
            monkeypatch.setenv(name, value)
        assert cli.main([], prog_name="cardgen", standalone_mode=False) == 0
        return capsys.readouterr().out.splitlines()

    return ask


@pytest.mark.parametrize(
    ("words", "completions"),
    [
        ("cardgen prev", ["preview"]),
        ("cardgen build du", ["duel", "dusk"]),
        ("cardgen diff dus", ["dusk"]),
        ("cardgen completion f", ["fish"]),
        ("cardgen new game --bar", ["--bare"]),
    ],
)
def test_commands_games_values_and_options_are_completed(ask, words, completions):
    found = ask("bash_complete", COMP_WORDS=words, COMP_CWORD=str(len(words.split()) - 1))
    assert found == [f"plain,{value}" for value in completions]


def test_powershell_is_told_values_and_what_they_mean(ask):
    found = ask("powershell_complete", COMP_WORDS="cardgen\nbuild\ndue", COMP_CWORD="due")
    assert found == ["duel\tduel"]
    found = ask("powershell_complete", COMP_WORDS="cardgen\nexpl", COMP_CWORD="expl")
    assert re.fullmatch(r"explain\t.+", found[0])


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_asks_this_program_with_the_words_of_this_shell(shell, capsys):
    assert cli.main(["completion", shell], standalone_mode=False) == 0
    script = capsys.readouterr().out
    assert f"_CARDGEN_COMPLETE={shell}_complete" in re.sub('["$:]|env| (?==)|(?<==) ', "", script)
    assert get_completion_class(shell).name == shell
    if shell == "bash" and (bash := shutil.which("bash")):
        checked = subprocess.run([bash, "-n"], input=script, text=True, check=False)
        assert checked.returncode == 0
