from __future__ import annotations

from pathlib import Path

import pytest
from revisions import everything

from cardgen.features.revision.rule_usages import stated
from cardgen.model.load import load_game


@pytest.mark.parametrize(
    ("file", "text", "places"),
    [
        ("card_data/game/more.md", "a {rule:hand} b {rule:hand:word}", [(1, 3), (1, 17)]),
        ("card_data/game/more.md", "x\n\n{rule:hand?card|cards}", [(3, 1)]),
        ("card_data/game/more.md", r"\{rule:hand} {rule:hands} {rule:han}", []),
        ("card_data/game/more.yaml", "# {rule:hand}\na: '{rule:hand}'", [(2, 5)]),
        ("card_data/game/more.txt", "{rule:hand}", []),
        (
            "templates/game/more.xml.j2",
            "{{ rules.hand }}{{ rules . hand.word }}",
            [(1, 4), (1, 20)],
        ),
        (
            "templates/game/more.xml.j2",
            "{{ rules[\"hand\"] }}\n{{ rules['hand'] }}",
            [(1, 4), (2, 4)],
        ),
        ("templates/game/more.xml.j2", "{# rules.hand\n#}{{ rules.handy }}{{ my.rules.hand }}", []),
        ("templates/game/table.lua.j2", "x = RULES.hand + RULES['hand']", [(1, 5), (1, 18)]),
        ("templates/shared/any.xml.j2", "{{ rules.hand }}", [(1, 4)]),
        ("templates/other/any.xml.j2", "{{ rules.hand }}", []),
    ],
)
def test_places(tmp_path: Path, file: str, text: str, places: list[tuple[int, int]]) -> None:
    root = everything(tmp_path).root
    before = stated(root, load_game(root, "game"), ["hand"])["hand"]
    (root / file).parent.mkdir(parents=True, exist_ok=True)
    (root / file).write_text(text, encoding="utf-8")
    found = stated(root, load_game(root, "game"), ["hand"])["hand"]
    more = [one for one in found if one not in before]
    assert [(one.at.path, one.at.line, one.at.column) for one in more] == [
        (file, line, column) for line, column in places
    ]


def test_every_rule_asked_for_is_answered(tmp_path: Path) -> None:
    root = everything(tmp_path).root
    game = load_game(root, "game")
    found = stated(root, game, ["lives", "gone"])
    assert [one.what for one in found["lives"]] == ["heroes/bert"]
    assert found["gone"] == ()
    assert stated(root, game, []) == {}


def test_files_that_cannot_be_read_are_passed_over(tmp_path: Path) -> None:
    root = everything(tmp_path).root
    (root / "card_data/game/odd.md").write_bytes(b"\xff{rule:hand}")
    assert len(stated(root, load_game(root, "game"), ["hand"])["hand"]) == 4
