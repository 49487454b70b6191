"""Snapshots: ``printed.json`` beside a game's data, and the state of the last build in its store.

The file is JSON that reads well in a diff: keys are sorted, and each card has a line. It holds no
times and no absolute paths.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, convert, to_builtins

from cardgen import __version__
from cardgen.core.diagnostics import Location, SourceError
from cardgen.features.revision import PRINTED, problems
from cardgen.features.revision.snapshot import TABLES, Memory, Snapshot
from cardgen.pipeline.store import Change, RecordKind, database_of
from cardgen.source.files import DATA_FOLDER, Project

FORMAT = 1
_STATE = RecordKind("state", str(FORMAT))
_LOOKS = RecordKind("looks", str(FORMAT))


class StateRecord(Struct, frozen=True):
    """A snapshot and its origin.

    ``commit`` is the git commit that holds exactly this state, empty if none did; ``cardgen`` is
    the version that laid it out.
    """

    snapshot: Snapshot
    commit: str = ""
    cardgen: str = __version__

    @property
    def facts(self) -> dict[str, Any]:
        """All of it as plain values."""
        about = {"format": FORMAT, "cardgen": self.cardgen, "commit": self.commit}
        return {**about, **to_builtins(self.snapshot)}

    def dump(self) -> bytes:
        """Write as JSON."""
        return (_text(self.facts) + "\n").encode()


def printed_file(game: str) -> str:
    """Return the path in the project of the file that records what was printed."""
    return f"{DATA_FOLDER}/{game}/{PRINTED}"


def read_printed(root: Path, game: str) -> StateRecord | None:
    """Read what was printed; None if nothing is recorded.

    Raises SourceError for a file that cannot be understood.
    """
    path = printed_file(game)
    if not (root / path).exists():
        return None
    return _read(Project(root), path, game)


def read_state(output: Path, game: str) -> StateRecord | None:
    """Read the state of the last build; None if there is none, or none that can be read."""
    kept = database_of(output, game).get(_STATE, "")
    try:
        return _record(json.loads(kept), game) if kept is not None else None
    except (ValueError, KeyError, TypeError):
        return None


def read_memory(output: Path, game: str) -> Memory:
    """Read the looks that the last build computed; empty if they cannot be read."""
    kept = database_of(output, game).get(_LOOKS, "")
    return Memory(*kept) if kept is not None else Memory()


def write_state(output: Path, record: StateRecord, memory: Memory) -> None:
    """Keep the state of a build with the looks that it computed, if there is anything new."""
    database = database_of(output, record.snapshot.game)
    state, looks = _json(record.facts), to_builtins([memory.looks, memory.tiles])
    if database.get(_STATE, "") != state or database.get(_LOOKS, "") != looks:
        database.change((Change(_STATE, {"": state}), Change(_LOOKS, {"": looks})))


def _text(content: Mapping[str, Any]) -> str:
    """Write JSON in which a card, a rule or a tile takes one line."""
    parts = [f" {_json(key)}: {_part(key, content[key])}" for key in sorted(content)]
    return "{\n" + ",\n".join(parts) + "\n}"


def _part(name: str, value: Any) -> str:
    if not isinstance(value, Mapping) or not value:
        return _json(value)
    if name == "rules":
        return _lines({key: _json(inner) for key, inner in value.items()}, 1)
    things = {}
    for id, thing in value.items():
        facts = {}
        for key, inner in thing.items():
            rows = isinstance(inner, Mapping) and bool(inner)
            facts[key] = (
                _lines({k: _json(v) for k, v in inner.items()}, 3) if rows else _json(inner)
            )
        things[id] = _lines(facts, 2)
    return _lines(things, 1)


def _lines(parts: Mapping[str, str], depth: int) -> str:
    indent = " " * depth
    rows = [f"{indent} {_json(key)}: {parts[key]}" for key in sorted(parts)]
    return "{\n" + ",\n".join(rows) + f"\n{indent}}}"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _read(project: Project, path: str, game: str) -> StateRecord:
    text = project.read(path, what="the record of what was printed").text
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        at = Location(path, error.lineno, error.colno)
        raise SourceError(problems.unreadable_record(at, error.msg.lower())) from None
    except RecursionError:
        raise SourceError(
            problems.unreadable_record(Location(path), "it nests too deeply")
        ) from None
    if not isinstance(content, dict) or not isinstance(content.get("format"), int):
        raise SourceError(problems.unreadable_record(Location(path), "it names no format"))
    if content["format"] != FORMAT:
        found: int = content["format"]
        raise SourceError(problems.other_format(Location(path), found, FORMAT, game))
    try:
        return _record(content, game)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        reason = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise SourceError(problems.unreadable_record(Location(path), reason)) from None


def _record(content: Mapping[str, Any], game: str) -> StateRecord:
    """Make a record from JSON; raises KeyError, TypeError or ValueError if it is not one."""
    if content["format"] != FORMAT:
        raise ValueError("another format")
    if content["game"] != game:
        raise ValueError(f"it is that of the game {content['game']!r}")
    for name in ("rules", *TABLES):
        content[name]  # all of them are written, also where they are empty
    state = convert(content, Snapshot)
    return StateRecord(state, _word(content["commit"]), _word(content["cardgen"]))


def _word(data: Any) -> str:
    if not isinstance(data, str):
        raise TypeError(f"a text is expected, not {json.dumps(data)[:40]}")
    return data
