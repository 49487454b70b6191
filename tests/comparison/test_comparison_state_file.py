import json
from pathlib import Path

import pytest

from cardgen.comparison.snapshot import (
    BoardState,
    BookletState,
    CardState,
    DeckState,
    Memory,
    PartState,
    PieceState,
    Snapshot,
)
from cardgen.comparison.state_file import (
    StateRecord,
    printed_file,
    read_memory,
    read_printed,
    read_state,
    write_state,
)
from cardgen.core.diagnostics import SourceError

CARD = CardState("Añña", "card", 2, "aa", "", {"text": "Hold\n5", "cost": 1.5, "tags": ["x"]})
STATE = Snapshot(
    "game",
    "Game",
    "1.0",
    {"hand": 5, "range": "5-6"},
    {"heroes": DeckState("Heroes", {"bert": CARD, "anna": CARD}), "none": DeckState("None", {})},
    {"map": BoardState("Map", "bb", {"a4": {"A1": "c", "A2": "d"}, "letter": {}})},
    {"rules": BookletState("Rules", ("p", "q"), True)},
    {"chips": PieceState("Chips", "tokens", {"one": PartState(4, "f", "")})},
)


def write(root: Path, text: str) -> Path:
    file = root / printed_file("game")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def test_a_record_is_read_back(tmp_path):
    record = StateRecord(STATE, "c0ffee", "0.9")
    write(tmp_path, record.dump().decode())
    assert read_printed(tmp_path, "game") == record
    assert read_printed(tmp_path, "other") is None


def test_a_card_takes_one_line():
    lines = StateRecord(STATE).dump().decode().splitlines()
    (anna,) = (line for line in lines if '"anna"' in line)
    assert json.loads("{" + anna.strip().rstrip(",") + "}")["anna"]["title"] == "Añña"
    assert lines.index(anna) < next(i for i, line in enumerate(lines) if '"bert"' in line)
    assert '  "hand": 5,' in lines
    assert '    "a4": {"A1": "c", "A2": "d"},' in lines
    assert len(lines) < 55


def test_the_same_state_gives_the_same_bytes():
    decks = {
        "none": STATE.decks["none"],
        "heroes": DeckState("Heroes", {"anna": CARD, "bert": CARD}),
    }
    other = Snapshot(
        "game", "Game", "1.0", {"range": "5-6", "hand": 5}, decks,
        STATE.boards, STATE.booklets, STATE.pieces,
    )  # fmt: skip
    assert StateRecord(other).dump() == StateRecord(STATE).dump()


TEXT = StateRecord(STATE).dump().decode()


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        (TEXT[:-20], "CG760", "cannot be understood: expecting"),
        ("<<<<<<< HEAD\n" + TEXT, "CG760", "expecting value"),
        ("[]", "CG760", "it names no format"),
        ("[" * 100_000, "CG760", "it nests too deeply"),
        (TEXT.replace('"format": 1', '"format": 0'), "CG761", "an older cardgen"),
        (TEXT.replace('"format": 1', '"format": 9'), "CG761", "a newer cardgen"),
        (TEXT.replace('"boards": {', '"boardz": {'), "CG760", "missing"),
        (TEXT.replace('"copies": 2', '"copies": -2'), "CG760", "`int` >= 0 - at `$.decks"),
        (TEXT.replace('"copies": 2', '"copies": "2"'), "CG760", "`int`, got `str`"),
        (TEXT.replace('["p", "q"]', '"pq"'), "CG760", "`array`, got `str` - at `$.booklets"),
        (TEXT.replace('"face": "aa"', '"face": [1]'), "CG760", "Expected `str`, got `array`"),
        (TEXT.replace('"game": "game"', '"game": "other"'), "CG760", "'other'"),
    ],
    ids=lambda value: value[:20] if value.startswith("CG") else "",
)
def test_what_is_no_record(tmp_path, text, code, message):
    assert text != TEXT
    write(tmp_path, text)
    with pytest.raises(SourceError) as raised:
        read_printed(tmp_path, "game")
    [diagnostic] = raised.value.diagnostics
    assert diagnostic.code == code
    assert message in diagnostic.message
    assert diagnostic.hints
    assert diagnostic.location is not None
    assert diagnostic.location.path == "card_data/game/printed.json"


def test_a_syntax_error_has_its_line(tmp_path):
    write(tmp_path, '{\n "format": 1,,\n}')
    with pytest.raises(SourceError) as raised:
        read_printed(tmp_path, "game")
    assert str(raised.value.diagnostics[0].location) == "card_data/game/printed.json:2:14"


def test_the_state_of_a_build(tmp_path):
    memory = Memory({"f": "look"}, {"k": {"a4": {"A1": "x"}}})
    assert read_state(tmp_path, "game") is None
    assert read_memory(tmp_path, "game") == Memory()
    write_state(tmp_path, StateRecord(STATE), memory)
    assert read_state(tmp_path, "game") == StateRecord(STATE)
    assert read_memory(tmp_path, "game") == memory
    file = tmp_path / ".cardgen/game/store.sqlite"
    before = file.stat().st_mtime_ns
    write_state(tmp_path, StateRecord(STATE), memory)
    assert file.stat().st_mtime_ns == before
    file.write_bytes(b"broken")
    assert read_state(tmp_path, "game") is None
    assert read_memory(tmp_path, "game") == Memory()
