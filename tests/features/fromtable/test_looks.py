"""Looks: each is a complete game without findings, and shows or reports each cell of a table."""

import re

import pytest
from click.testing import CliRunner
from test_fromtable_corpus import TABLES

from cardgen.cli.main import cli
from cardgen.features.fromtable.table_game import table_game
from cardgen.features.scaffold.looks import all_looks
from cardgen.frame.words import texts_of
from cardgen.pipeline.build import BuildRequest, build
from cardgen.source.foreign.columns import text_of
from tools.gallery.games import read_and_lay_out


def run(*options: str) -> str:
    return CliRunner().invoke(cli, ["new", *options]).output


@pytest.mark.slow(seconds=15)
@pytest.mark.parametrize("look", all_looks())
def test_a_look_is_a_game_and_a_design_for_tables(tmp_path, monkeypatch, look):
    monkeypatch.chdir(tmp_path)
    assert look in run("--help")
    assert f"did you mean `{look}`?" in run("own", "--look", f"{look}x")
    run("own", "--look", look)
    result = build(BuildRequest(tmp_path / "own", jobs=1, strict=True))
    assert [f"{item.location}: {item.message}" for item in result.diagnostics] == []
    kinds = {path.partition("/")[0] for path in result.games[0].made}
    assert {"booklets", "tts", "tokens" if look == "hex-tiles" else "sheets"} <= kinds
    templates = [file.read_bytes() for file in (tmp_path / "own/templates").rglob("*.j2")]
    assert b"".join(templates).count(b"\n") <= 250
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
