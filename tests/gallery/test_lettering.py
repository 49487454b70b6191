from __future__ import annotations

import pytest

from cardgen.assets.library import Library
from cardgen.frame import Frame, Text
from tools.gallery.lettering import (
    BLUE,
    FAINT,
    GREEN,
    INK,
    RED,
    CodeLine,
    centred,
    code_panel,
    yaml_runs,
)


@pytest.mark.parametrize(
    ("line", "keys", "values"),
    [
        ("defaults: {type: soldier}", ["defaults", "type"], ["soldier"]),
        ("  - id: yank-sergeant", ["id"], ["yank-sergeant"]),
        ("    skills: [leader, medic]", ["skills"], ["leader", "medic"]),
        ("    text: Take two: now.", ["text"], ["Take", "two", "now."]),
    ],
)
def test_yaml_is_told_apart_and_nothing_is_lost(
    line: str, keys: list[str], values: list[str]
) -> None:
    runs = yaml_runs(line)
    assert "".join(words for words, _, _ in runs) == line
    assert [words for words, _, color in runs if color == BLUE] == keys
    inked = [words for words, _, color in runs if color == INK and words.strip()]
    assert inked == values


def texts(panel: Frame) -> list[Text]:
    return [item for item in panel.items if isinstance(item, Text)]


def test_a_panel_shows_every_line_with_its_number(library: Library) -> None:
    lines = [
        CodeLine(9, "a: 1", "-"),
        CodeLine(10, "a: 2", "+"),
        CodeLine(11, "b: " + "x" * 60, dim=True),
    ]
    panel = code_panel("data/a.yaml", lines, 9.0, library)
    shown = texts(panel)
    assert shown[0].string == "data/a.yaml"
    assert [text.string for text in shown if text.color == RED] == ["-"]
    assert [text.string for text in shown if text.color == GREEN] == ["+"]
    numbers = [text.string.strip() for text in shown if text.color == FAINT.with_alpha(0.6)]
    assert numbers == ["9", "10", "11"]
    bright = [text for text in shown if text.color in (INK, BLUE)]
    assert all(text.x + text.width < panel.size.width for text in bright)
    assert max(text.y for text in shown) < panel.size.height


def test_a_caption_stands_around_its_point(library: Library) -> None:
    [text] = centred("Rules", (50.0, 9.0), 12.0, library)
    assert text.x + text.width / 2 == pytest.approx(50.0)
    assert text.y == 9.0
