"""What is known, or wrong with the command itself, is said before anything is laid out."""

import json

import pytest
from click.testing import CliRunner

from cardgen.cli.main import cli
from cardgen.pipeline.build import check

BACK = "templates/game/back.xml.j2"


def test_warnings_are_told_again_where_there_is_nothing_to_do(workshop):
    workshop.edit(BACK, ' background="sea"', "")
    workshop.edit("card_data/game/game.yaml", "size: 8pt", "size: 5pt")
    before = [str(found) for found in check(workshop.root, jobs=1)]
    assert any("CG803" in one for one in before)
    assert any("CG802" in one and "side_ids=('heroes/anna/face'," in one for one in before)
    for status in ("built", "unchanged"):
        report = workshop.build()
        assert [str(found) for found in report.diagnostics] == before
        assert report.games[0].status == status
        assert [str(found) for found in check(workshop.root, jobs=1)] == before
    strict = ["--project", str(workshop.root), "build", "--strict", "--jobs", "1"]
    assert CliRunner().invoke(cli, strict).exit_code == 1


def test_after_a_build_check_lays_nothing_out(built, laid):
    assert not list(check(built.root, ("game",), jobs=1))
    assert not laid


def test_an_edit_is_checked(built, laid):
    built.edit(BACK, ' background="sea"', "")
    assert [found.code for found in check(built.root, jobs=1)] == ["CG803"]
    assert laid


def test_a_build_of_some_products_does_not_answer_for_all(workshop):
    workshop.edit(BACK, ' background="sea"', "")
    workshop.build(products=("sheets",))
    file = workshop.output / "game/build.json"
    file.write_text(json.dumps({**workshop.manifest(), "warnings": []}))
    assert [found.code for found in check(workshop.root, jobs=1)] == ["CG803"]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["build", "--product", "sheet"], "there is no product `sheet`"),
        (["build", "game", "gaem"], "there is no game `gaem`"),
        (["check", "game", "gaem"], "there is no game `gaem`"),
    ],
)
def test_an_unknown_name_is_refused_before_anything_is_laid_out(workshop, laid, command, said):
    result = CliRunner().invoke(cli, ["--project", str(workshop.root), *command])
    assert result.exit_code == 1
    assert said in result.stderr
    assert result.stderr.count("error[") == 1
    assert not laid
