import json

import pytest

from cardgen.cli.explain import load_problems, plain
from cardgen.core.problems import PROBLEMS


@pytest.mark.parametrize("code", ["CG104", "cg104", "104"])
def test_explain(run, code):
    result = run("explain", code)
    assert result.exit_code == 0
    assert result.stdout.startswith("CG104  error    duplicate key\n\nThe same key")


def test_all_codes_are_listed(run):
    lines = run("explain").stdout.splitlines()
    assert [line.split()[0] for line in lines] == sorted(PROBLEMS)
    assert {"CG101", "CG790"} <= set(PROBLEMS)
    assert len(json.loads(run("--format", "json", "explain").stdout)) == len(lines)


def test_unknown_code(run):
    result = run("explain", "CG2044")
    assert result.exit_code == 2
    assert "there is no code `CG2044`; did you mean `CG204`?" in result.stderr


def test_explanations_are_plain_text():
    load_problems()
    for code in sorted(PROBLEMS.keys() - {"CG231"}):  # which shows how a fence begins
        text = plain(PROBLEMS[code].explanation)
        assert "``" not in text, code
        assert "::" not in text.replace("::warning", ""), code


def test_plain():
    assert plain("Write ``a: 1``::\n\n    a: 1\n") == "Write `a: 1`:\n\n    a: 1\n"
    assert plain("```` ```note ```` makes a box") == "```note makes a box"
