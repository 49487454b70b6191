"""The tool that damages the program: what it changes, and what it leaves alone."""

import ast

import pytest
from patience import patience

from tools.damage.__main__ import OWN, ROOT, WIDER, caught_by, groups
from tools.damage.changes import changes

CODE = '''
from typing import Literal

Way = Literal[1, 2]

@staticmethod
def least(numbers: list[Literal[3]], limit: int = 4) -> Literal[5]:
    """Six."""
    assert limit > 7
    found = [n for n in numbers if n < limit]
    found.sort(reverse=True)
    if not found:
        return -limit
    return min(found, limit) + limit  # é 8
'''


def test_every_change_is_one_small_thing_that_still_is_python():
    made = {str(change): change.apply(CODE) for change in changes(CODE)}
    for text in made.values():
        assert ast.dump(ast.parse(text)) != ast.dump(ast.parse(CODE))
        before, after = CODE.splitlines(), text.splitlines()
        assert sum(a != b for a, b in zip(before, after, strict=True)) == 1
    assert {
        "n < limit  ->  (n <= limit)",
        "found.sort(reverse=True)  ->  pass",
        "found.sort(reverse=True)  ->  (found.sort())",
        "True  ->  False",
        "not found  ->  found",
        "-limit  ->  limit",
        "min(found, limit)  ->  (min(limit, found))",
        "min  ->  max",
        "min(found, limit) + limit  ->  (min(found, limit) - limit)",
        "4  ->  5",
    } <= made.keys()


@pytest.mark.parametrize("word", ["3", "5", "6", "7", "staticmethod"])
def test_what_does_nothing_is_left_alone(word):
    assert not [change for change in changes(CODE) if change.before == word]


def test_the_tests_of_each_package_are_there():
    for package, tests in OWN.items():
        assert (ROOT / "cardgen" / package).is_dir()
        assert [name for name in (*tests, *WIDER[package]) if not [*ROOT.glob(name)]] == []
    named, *_ = groups(ROOT, "cardgen/impose/marks.py")
    assert named == "tests/impose/test_marks.py"


@pytest.mark.slow
def test_a_change_is_noticed_by_a_test_that_looks_and_is_taken_back(tmp_path):
    module = tmp_path / "cardgen/impose/marks.py"
    test = tmp_path / "tests/impose/test_marks.py"
    for file, text in (
        (module, "LENGTH = 3\nOTHER = 4\n"),
        (test, "from cardgen.impose.marks import LENGTH\ndef test_it(): assert LENGTH == 3\n"),
        (tmp_path / "cardgen/__init__.py", ""),
        (tmp_path / "cardgen/impose/__init__.py", ""),
    ):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    for name in WIDER["impose"]:  # where nothing is asked
        beside = (
            tmp_path / name / "test_nothing.py" if not name.endswith(".py") else tmp_path / name
        )
        beside.parent.mkdir(parents=True, exist_ok=True)
        beside.touch()
    text = module.read_text()
    seen, unseen = changes(text)
    for change, by in ((seen, "tests/impose/test_marks.py"), (unseen, "")):
        assert caught_by(tmp_path, "cardgen/impose/marks.py", change, patience(), broad=False) == by
        assert module.read_text() == text
