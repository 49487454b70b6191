"""Counting cards by what they state: ``{count:soldiers?skills=medic}``."""

from __future__ import annotations

from typing import Any

import pytest

GAME = """\
title: Test
rules: {hand_limit: {value: 5}}
terms: {medic: {text: Medic, icon: medic}, driver: {text: Driver}}
card_types:
  man:
    fields:
      skills: {kind: list, of: term, optional: true}
      rank: {kind: number, optional: true}
      elite: flag
      text: {kind: rich, optional: true}
      steps: {kind: list, of: {kind: record, fields: {at: number}}, optional: true}
  woman: {fields: {}}
components:
  soldiers: {kind: deck}
  rules: {kind: booklet}
"""
SOLDIERS = """\
cards:
  - {id: cook, type: man, title: "The **Cook**", copies: 2, skills: [medic], rank: 2}
  - {id: pilot, type: man, title: Pilot, skills: [driver, medic], elite: true, text: "a {medic}"}
  - {id: nurse, type: woman, title: Nurse, copies: 3}
  - {id: guard, type: man, title: Guard, copies: 4, rank: 3, steps: [{at: 7}]}
  - {id: scout, type: woman, title: Scout, copies: 0}
"""


def facts(bench: Any, text: str) -> tuple[dict[str, str], list[tuple[str, str, int, int]]]:
    loaded = bench.text(GAME, text, soldiers=SOLDIERS)
    found = [(d.code, d.message, d.at.line, d.at.column) for d in loaded.diagnostics]
    if found:
        return {}, found
    [game] = loaded.games
    return dict(game.components["rules"].flow(game).facts), found


@pytest.mark.parametrize(
    ("conditions", "count"),
    [
        ("type=man", 7),
        ("type=woman", 3),
        ("skills=medic", 3),
        ("skills=Medic", 3),
        ("skills=driver", 1),
        ("rank=2", 2),
        ("elite=yes", 1),
        ("elite=true", 1),
        ("elite=no", 6),
        ("title=The Cook", 2),
        ("text=a Medic", 1),
        ("steps=7", 4),
        ("copies=4", 4),
        ("id=nurse", 3),
        ("id=scout", 0),
        ("type=man&skills=medic", 3),
        (" type = man & rank = 3 ", 4),
        ("type=woman&rank=3", 0),
    ],
)
def test_cards_are_counted_by_what_they_state(bench: Any, conditions: str, count: int) -> None:
    known, found = facts(bench, f"There are {{count:soldiers?{conditions}}}.\n")
    assert not found
    assert known == {f"count:soldiers?{conditions}".rstrip(): str(count)}


@pytest.mark.parametrize(
    ("written", "code", "words", "column"),
    [
        ("count:soldiers?typ=man", "CG207", "unknown field `typ`", 21),
        ("count:soldiers?number=1", "CG207", "unknown field `number`", 21),
        ("count:soldiers?type=mann", "CG207", "unknown value of `type` `mann`", 26),
        ("count:soldiers?type=man& rank=9", "CG207", "unknown value of `rank` `9`", 36),
        ("count:soldiers?type", "CG208", "`type` is no condition", 21),
        ("count:soldiers?type=man&rank=", "CG208", "`rank=` is no condition", 30),
        ("count:soldiers?", "CG208", "a condition is missing", 21),
        (" count:soldiers?typ=man", "CG207", "unknown field `typ`", 22),
        ("count:soldier?type=man", "CG207", "unknown deck `soldier`", 5),
    ],
)
def test_a_fault_has_its_place(
    bench: Any, written: str, code: str, words: str, column: int
) -> None:
    _, found = facts(bench, f"\nSee {{{written}}}.\n")
    assert found == [(code, words, 2, column)]


def test_a_count_in_a_table_and_beside_another(bench: Any) -> None:
    text = "| A | B |\n|---|---|\n| {count:soldiers?rank=2} | {count:soldiers?rank=8} |\n"
    _, found = facts(bench, text)
    assert [(line, column) for _, _, line, column in found] == [(3, 50)]
