"""Snapshots: ``printed.json`` beside a game's data, and the state of the last build in its store.

The file is JSON for readable diffs: keys are sorted, and each card has a line. It has no times and
no absolute paths.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, convert, field, to_builtins

from cardgen.comparison import PRINTED, problems
from cardgen.comparison.snapshot import TABLES, Memory, Snapshot
from cardgen.core.diagnostics import Location, SourceError
from cardgen.core.fingerprint import program_version
from cardgen.pipeline.store import RecordKind, database_of
from cardgen.source.files import DATA_FOLDER, Project

FORMAT = 1
_STATE, _LOOKS = RecordKind("state", "2"), RecordKind("looks", "2")


class StateRecord(Struct, frozen=True):
    """A snapshot and its origin.

    ``commit`` is the git commit with exactly this state, or ""; ``cardgen`` is the version of the
    program that laid it out.
    """

    snapshot: Snapshot
    commit: str = ""
    cardgen: str = field(default_factory=program_version)

    @property
    def facts(self) -> dict[str, Any]:
        """The record as plain values."""
        about = {"format": FORMAT, "cardgen": self.cardgen, "commit": self.commit}
        return {**about, **to_builtins(self.snapshot)}

    def dump(self) -> bytes:
        """Write as JSON."""
        return (_text(self.facts) + "\n").encode()


def printed_file(game: str) -> str:
    """Return the path in the project of the record of the printed copy."""
    return f"{DATA_FOLDER}/{game}/{PRINTED}"


def read_printed(root: Path, game: str) -> StateRecord | None:
    """Read the record of the printed copy; None without a record.

    Raises SourceError for a damaged file.
    """
    path = printed_file(game)
    if not (root / path).exists():
        return None
    text = Project(root).read(path, description="the record of what was printed").text
    location = Location(path)
    try:
        content = json.loads(text)
        if not isinstance(content, dict) or not isinstance(content.get("format"), int):
            raise ValueError("it names no format")
        if content["format"] != FORMAT:
            raise SourceError(problems.other_format(location, content["format"], FORMAT, game))
        return _record(content, game)
    except json.JSONDecodeError as error:
        location, reason = Location(path, error.lineno, error.colno), error.msg.lower()
    except KeyError as error:
        reason = f"{error} is missing"
    except RecursionError:
        reason = "it nests too deeply"
    except (TypeError, ValueError) as error:
        reason = str(error)
    raise SourceError(problems.unreadable_record(location, reason))


def read_state(output: Path, game: str) -> StateRecord | None:
    """Read the state of the last build; None if it is missing or cannot be read."""
    content = database_of(output, game).get(_STATE, "")
    try:
        return _record(content, game)
    except (ValueError, KeyError, TypeError):
        return None


def read_memory(output: Path, game: str) -> Memory:
    """Read the looks that the last build computed; empty if they cannot be read."""
    content = database_of(output, game).get(_LOOKS, "")
    return Memory(*content) if content is not None else Memory()


def write_state(output: Path, record: StateRecord, memory: Memory) -> None:
    """Store the state of a build and its looks, if anything has changed."""
    database = database_of(output, record.snapshot.game)
    looks = to_builtins([memory.looks, memory.tiles])
    values = {_STATE: record.facts, _LOOKS: looks}
    if any(database.get(kind, "") != value for kind, value in values.items()):
        database.put_single(values)


def _text(value: Any, depth: int = 0, deepest: int = 3) -> str:
    """Write JSON in which a card, a rule or a tile takes one line."""
    if not isinstance(value, Mapping) or not value or depth > deepest:
        return json.dumps(value, ensure_ascii=False, sort_keys=True)
    indent = " " * depth
    rows = [
        f"{indent} {_text(key)}: "
        + _text(value[key], depth + 1, 1 if (depth, key) == (0, "rules") else deepest)
        for key in sorted(value)
    ]
    return "{\n" + ",\n".join(rows) + f"\n{indent}}}"


def _record(content: Any, game: str) -> StateRecord:
    """Make a record from JSON; raises KeyError, TypeError or ValueError if it is not one."""
    if content["format"] != FORMAT:
        raise ValueError("another format")
    if content["game"] != game:
        raise ValueError(f"it is that of the game {content['game']!r}")
    for name in ("rules", *TABLES):
        content[name]  # raises if missing, because empty tables are written, too
    origin = convert(content, _Origin)
    return StateRecord(convert(content, Snapshot), origin.commit, origin.cardgen)


class _Origin(Struct):
    commit: str
    cardgen: str
