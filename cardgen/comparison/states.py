"""The states that a game can be compared with: what was printed, tags and commits."""

from __future__ import annotations

import contextlib
import re
from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import asdict, replace

from cardgen.comparison.baseline import PRINTED, folders_of
from cardgen.comparison.git import Commit, Repository
from cardgen.comparison.state_file import StateRecord, printed_file, read_printed
from cardgen.core.diagnostics import CardgenError, Diagnostic
from cardgen.source.files import DATA_FOLDER

MOST = 50
"""Commits, and tags, that are offered."""
_VERSION = re.compile(r"""^version:\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^#\n]*))""", re.MULTILINE)


class EarlierState(Commit, frozen=True):
    """A commit or, with the id ``printed``, what was printed; the date may be empty.

    ``is_printed`` marks commits that recorded a print. Pictures of a state are looked for in its
    ``commits``, the likeliest first; ``record`` is what `cardgen printed` wrote.
    """

    version: str = ""
    is_printed: bool = False
    commits: tuple[str, ...] = ()
    record: StateRecord | None = None

    def is_current(self, root: Path, game: str) -> bool:
        """Whether the record of what was printed still says the same; commits never change."""
        try:
            return self.id != PRINTED or read_printed(root, game) == self.record
        except CardgenError:
            return False


def states_of(root: Path, game: str) -> tuple[list[EarlierState], list[Diagnostic]]:
    """List what was printed, then tags and the commits that touched the game, the newest first.

    The diagnostics say what could not be read.
    """
    problems: list[Diagnostic] = []
    commits: list[EarlierState] = []
    try:
        commits = _commits(Repository(root), game)
    except CardgenError as error:
        problems += error.diagnostics
    try:
        record = read_printed(root, game)
        if record is not None:
            commits.insert(0, _printed(root, record, commits))
    except CardgenError as error:
        problems += error.diagnostics
    return commits, problems


def _printed(root: Path, record: StateRecord, commits: list[EarlierState]) -> EarlierState:
    """Describe what was printed; a record in no commit has the date of its file."""
    game = record.snapshot.game
    last = next((one.id for one in commits if one.is_printed), "")
    likely = tuple(dict.fromkeys(filter(None, (record.commit, last))))
    date = next((one.date for one in commits if one.id == last), "")
    if not date or not _is_committed(root, game, last):
        with contextlib.suppress(OSError):
            written = (root / printed_file(game)).stat().st_mtime
            date = datetime.fromtimestamp(written, UTC).isoformat(timespec="seconds")
    version = record.snapshot.version
    return EarlierState(PRINTED, "Printed", date, (), version, commits=likely, record=record)


def _is_committed(root: Path, game: str, commit: str) -> bool:
    """Whether a commit holds the record as it is now."""
    path = printed_file(game)
    try:
        text = (root / path).read_text(encoding="utf-8")
        return Repository(root).file_in([commit], path).get(commit) == text
    except (CardgenError, OSError, UnicodeDecodeError):
        return False


def _commits(repository: Repository, game: str) -> list[EarlierState]:
    touched = repository.commits(folders_of(game), MOST)
    prints = {commit.id for commit in repository.commits((printed_file(game),), MOST)}
    known = {commit.id: commit for commit in touched}
    for tag in repository.tags(MOST):
        before = known.get(tag.id, replace(tag, tags=()))
        known[tag.id] = replace(before, tags=tuple(sorted({*before.tags, *tag.tags})))
    texts = repository.file_in(list(known), f"{DATA_FOLDER}/{game}/game.yaml")
    return [
        EarlierState(
            **asdict(commit),
            version=_version(texts[commit.id]),
            is_printed=commit.id in prints,
            commits=(commit.id,),
        )
        for commit in sorted(known.values(), key=lambda one: _moment(one.date), reverse=True)
        if commit.id in texts  # elsewhere there is no such game
    ]


def _moment(date: str) -> float:
    try:
        return datetime.fromisoformat(date).timestamp()
    except ValueError:
        return 0.0


def _version(text: str) -> str:
    """Find the version in a file of a game, which this version may not be able to read."""
    match = _VERSION.search(text)
    return next(filter(None, match.groups()), "").strip() if match else ""
