"""``cardgen translate``, and the languages that other commands take."""

import json

import pytest
from click.testing import CliRunner
from workshops import write_files

from cardgen.cli.main import cli


@pytest.fixture
def command(tmp_path):
    write_files(tmp_path)

    def run(*words):
        return CliRunner().invoke(cli, ["--project", str(tmp_path), *words])

    return run


def test_a_translation_is_begun_kept_up_and_counted(command, tmp_path):
    done = command("translate", "extract", "game", "de")
    assert done.exit_code == 0
    assert done.stdout.startswith("card_data/game/locale/de.po: ")
    again = command("translate", "extract", "game", "de")
    assert (again.exit_code, "CG702" in again.stderr) == (1, True)
    po = tmp_path / "card_data/game/locale/de.po"
    po.write_text(po.read_text().replace('msgid "Anna"\nmsgstr ""', 'msgid "Anna"\nmsgstr "Ä"'))
    done = command("translate", "update", "game")
    assert done.stdout.rstrip().endswith("0 new, 0 changed, 0 gone")
    done = command("translate", "status", "game", "de")
    assert done.exit_code == 0
    assert done.stdout.startswith("de: 1 of ")
    assert "CG253" in done.stderr
    assert command("translate", "status", "game", "--strict").exit_code == 1
    (one,) = json.loads(command("--format", "json", "translate", "status", "game").stdout)
    assert (one["language"], one["translated"]) == ("de", 1)
    assert one["texts"] == one["translated"] + one["missing"]


@pytest.mark.parametrize("name", ["sheets", "tts", "svg", "german", "../x", "d"])
def test_what_is_no_language_is_refused(command, name):
    """A folder of that name would be one of a product, or lie elsewhere."""
    for words in (("build", "--locale", name), ("translate", "extract", "game", name)):
        done = command(*words)
        assert done.exit_code == 2
        assert "is not a language code" in done.stderr


def test_a_build_names_the_folder_of_the_language(command):
    done = command(
        "build", "--locale", "qps", "--product", "sheets", "--paper", "a4", "--jobs", "1"
    )
    assert "game/qps/" in done.stdout
    missing = command("build", "--locale", "fr", "--product", "sheets")
    assert (missing.exit_code, "CG250" in missing.stderr) == (1, True)
    assert command("check", "--locale", "fr").exit_code == 1
    selected = command("build", "game", "--locale", "qps", "--card", "heroes/anna")
    assert selected.exit_code == 2
