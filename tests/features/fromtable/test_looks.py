"""Looks: each is a complete game without findings, and shows or reports each cell of a table."""

import re

import pytest
from click.testing import CliRunner
from test_fromtable_corpus import TABLES

from cardgen.cli.main import cli
from cardgen.features.fromtable.table_game import table_game
from cardgen.features.scaffold.looks import all_looks
from cardgen.frame.words import texts_of
from cardgen.pipeline.build import BuildRequest, build, check
from cardgen.source.foreign.columns import text_of
from tools.gallery.games import read_and_lay_out


def run(*options: str) -> str:
    result = CliRunner().invoke(cli, ["new", *options])
    assert result.exit_code == 0 or "--look" in options, result.output
    return result.output


@pytest.mark.slow(seconds=15)
@pytest.mark.parametrize("look", all_looks())
def test_a_look_is_a_game_and_a_design_for_tables(tmp_path, monkeypatch, look):
    monkeypatch.chdir(tmp_path)
    run("own", "--look", look)
    assert [f"{item.location}: {item.message}" for item in check(tmp_path / "own")] == []
    files = build(BuildRequest(tmp_path / "own", jobs=1, strict=True)).games[0].made
    kinds = {path.partition("/")[0] for path in files}
    assert {"booklets", "tts"} < kinds
    assert len(kinds & {"sheets", "boards", "boxes", "tokens"}) + (look == "hex-tiles") >= 2
    templates = (tmp_path / "own/templates").rglob("*.j2")
    assert sum(file.read_bytes().count(b"\n") for file in templates) <= 250
    for name, table in (("nested", "43-pk.json"), ("german", "35-a.csv")):
        report = run(name, "--look", look, "--from", str(TABLES / table))
        assert "Left to mend" not in report
        frames = read_and_lay_out(tmp_path / name, name).frames.values()
        texts = " ".join(text for frame in frames for text in texts_of(frame)).casefold()
        for item in table_game(table, TABLES).deck.roles:
            header, is_title = item.column.header, item.role == "title"
            assert f"  {header} " in report
            if (is_title or item.field) and not re.search(rf"  {header} +not shown", report):
                words = re.findall(r"\w+", " ".join(map(text_of, item.column.values)))
                assert [word for word in words if word.casefold() not in texts] == []


def test_the_help_lists_the_looks_and_a_wrong_name_gets_a_hint(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert [look for look in all_looks() if look not in run("--help")] == []
    assert "did you mean `tarot`?" in run("game", "--look", "tarott")
    assert list(tmp_path.iterdir()) == []
