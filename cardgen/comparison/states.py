"""The states to compare a game with: the printed copy, the last build, a commit, a tag.

A baseline always has a snapshot. Its pictures are laid out on demand, from commits that may have
this state. A picture is used only if its look matches the snapshot.
"""

import contextlib
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from cardgen.api import BuildRequest, GameBuild, open_game
from cardgen.comparison import problems
from cardgen.comparison.git import Commit, Repository
from cardgen.comparison.snapshot import Snapshot, snapshot
from cardgen.comparison.state_file import (
    StateRecord,
    printed_file,
    read_memory,
    read_printed,
    read_state,
)
from cardgen.core.diagnostics import (
    CardgenError,
    Diagnostic,
    LayoutError,
    Location,
    ModelError,
    SourceError,
)
from cardgen.core.fingerprint import program_version
from cardgen.frame import Frame
from cardgen.model.game import Game
from cardgen.model.printer import PRINTER_FILE, load_printer
from cardgen.model.problems import unknown_game
from cardgen.source.files import DATA_FOLDER, game_ids


class Edition(Struct, frozen=True):
    """A game with all its sides and the diagnostics about it.

    ``broken`` are the components with errors; ``snapshot`` leaves them out. ``drawn`` has a Frame
    for each look of the snapshot.
    """

    game: Game
    snapshot: Snapshot
    build: GameBuild
    drawn: dict[str, Frame]
    diagnostics: tuple[Diagnostic, ...]
    broken: frozenset[str] = frozenset()


def edition(request: BuildRequest, game: str, revision: str = "") -> Edition:
    """Lay out a game, using the stores of earlier builds but without writing to them.

    ``revision`` names the commit that the folder was exported from, for the locations of errors.
    Raises CardgenError with all errors of the game if every component has errors.
    """
    try:
        build = open_game(request, game).lay_out()
    except ModelError as error:
        raise ModelError(*prefix_locations(error.diagnostics, revision)) from None
    read_game = build.game
    diagnostics, broken = [*build.read_diagnostics, *build.diagnostics], build.broken_components
    sound = {id: component for id, component in read_game.components.items() if id not in broken}
    if broken and not any(build.sides[id] for id in sound):
        raise LayoutError(*prefix_locations(diagnostics, revision))
    memory = read_memory(request.folder, game)
    sound_game = replace(read_game, components=sound) if broken else read_game
    drawn: dict[str, Frame] = {}
    printer = load_printer(request.root)
    state = snapshot(sound_game, build.sides, build.frames, printer, memory, drawn=drawn)
    return Edition(
        read_game, state, build, drawn, tuple(prefix_locations(diagnostics, revision)), broken
    )


def prefix_locations(diagnostics: Iterable[Diagnostic], revision: str) -> list[Diagnostic]:
    """Prefix the locations of diagnostics with a revision, so that no present line is quoted."""
    if not revision:
        return list(diagnostics)
    note = f"this is the game as it was at `{revision}`"
    return [
        replace(
            item,
            location=item.location
            and replace(item.location, path=f"{revision}:{item.location.path}"),
        ).with_note(note)
        for item in diagnostics
    ]


PRINTED, BUILD = "printed", "build"


class Baseline(Struct):
    """A state to compare with; ``name`` describes it in words.

    ``broken`` are the components of a commit with errors, ``diagnostics`` these errors. ``alike``
    is the number of looks from another version of cardgen that are the same in print and were
    replaced by present looks.
    """

    name: str
    snapshot: Snapshot
    request: BuildRequest
    stack: ExitStack
    commits: tuple[str, ...] = ()
    cardgen: str = field(default_factory=program_version)
    editions: list[Edition] = []
    broken: frozenset[str] = frozenset()
    diagnostics: tuple[Diagnostic, ...] = ()
    alike: int = 0
    is_printed: bool = False

    def laid_out(self) -> list[Edition]:
        """Return the editions that may have this state, the most likely first."""
        commits, self.commits = self.commits, ()
        for commit in commits:
            with contextlib.suppress(CardgenError):
                self.editions.append(
                    of_commit(self.request, self.snapshot.game, commit, self.stack)
                )
            if self.editions and _same(self.editions[-1].snapshot, self.snapshot):
                self.editions = [self.editions[-1]]
                break
        return self.editions


@contextmanager
def baseline(request: BuildRequest, game: str, against: str | None) -> Iterator[Baseline]:
    """Find the state to compare a game with; temporary folders are removed after the block.

    ``against`` is ``printed``, ``build`` or a git revision. None means the printed state or, if
    there is none, the last build. Raises CardgenError.
    """
    root, games = request.root, game_ids(request.root)
    if game not in games:
        raise ModelError(unknown_game(None, game, games))
    with ExitStack() as stack:
        base = None
        for state in (PRINTED, BUILD):
            if base is None and against in (None, state):
                base = _open_record(request, game, state, stack)
        if base is None:
            if against == BUILD:
                raise ModelError(problems.nothing_built(None, game))
            if against is None or against == PRINTED:
                location = Location(printed_file(game)) if against else None
                raise ModelError(problems.nothing_printed(location, game))
            commit = Repository(root).commit(against)
            committed = of_commit(request, game, commit, stack, against)
            name = against if commit.startswith(against) else f"{against} ({commit[:10]})"
            base = Baseline(name, committed.snapshot, request, stack, editions=[committed])
            if committed.broken:
                base.broken, base.diagnostics = committed.broken, committed.diagnostics
        yield base


def folders_of(game: str) -> tuple[str, ...]:
    """Return the paths in a project of the files of a game."""
    return (f"card_data/{game}", f"templates/{game}", "templates/shared", "fonts")


def _open_record(request: BuildRequest, game: str, state: str, stack: ExitStack) -> Baseline | None:
    root, is_printed = request.root, state == PRINTED
    record = read_printed(root, game) if is_printed else read_state(request.folder, game)
    if record is None:
        return None
    name, commits = "the last build", [record.commit]
    with contextlib.suppress(SourceError):
        repository = Repository(root)
        path = printed_file(game)
        commits.append(repository.last_commit_of(path) if is_printed else repository.commit("HEAD"))
    if is_printed:
        version = record.snapshot.version
        name = "what was printed" + (f" (version {version})" if version else "")
    likely = tuple(dict.fromkeys(filter(None, commits)))
    return Baseline(
        name, record.snapshot, request, stack, likely, record.cardgen, is_printed=is_printed
    )


def of_commit(
    request: BuildRequest, game: str, commit: str, stack: ExitStack, revision: str = ""
) -> Edition:
    """Lay out the game of a commit, in a temporary folder, which ``stack`` removes.

    ``revision`` is the name of the commit in messages. Raises CardgenError.
    """
    name = revision or commit[:10]
    folder = Path(stack.enter_context(TemporaryDirectory(prefix="cardgen-"))).resolve()
    export(request.root, game, commit, name, folder)
    commit_request = replace(request, root=folder, output=request.folder)
    return edition(commit_request, game, name)


def head_with(request: BuildRequest, state: Snapshot) -> str:
    """Return the commit HEAD if its snapshot of the game equals ``state``, else ""."""
    with ExitStack() as stack, contextlib.suppress(CardgenError):
        head = Repository(request.root).commit("HEAD")
        if of_commit(request, state.game, head, stack).snapshot == state:
            return head
    return ""


def export(root: Path, game: str, commit: str, name: str, folder: Path) -> None:
    """Write the game of a commit into an empty folder, as a project with today's printer.

    ``name`` is the name of the commit in messages. Raises CardgenError.
    """
    Repository(root).export(commit, folders_of(game), folder)
    if game not in game_ids(folder):
        raise ModelError(problems.not_in_revision(None, game, name))
    printer = root / PRINTER_FILE
    if printer.is_file():
        shutil.copyfile(printer, folder / PRINTER_FILE)


def _same(a: Snapshot, b: Snapshot) -> bool:
    return (a.decks, a.booklets, a.pieces) == (b.decks, b.booklets, b.pieces)


MOST = 50
"""The most commits, and the most tags, in a list of states."""
_VERSION = re.compile(r"""^version:\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^#\n]*))""", re.MULTILINE)


class EarlierState(Commit, frozen=True):
    """A commit or, with the id ``printed``, the printed copy; the date may be empty.

    ``is_printed`` marks commits that recorded a print. ``commits`` may have pictures of the state,
    the most likely first; ``record`` is the record from `cardgen printed`.
    """

    version: str = ""
    is_printed: bool = False
    commits: tuple[str, ...] = ()
    record: StateRecord | None = None

    def is_current(self, root: Path, game: str) -> bool:
        """True if the record of the printed copy has not changed; always True for a commit."""
        try:
            return self.id != PRINTED or read_printed(root, game) == self.record
        except CardgenError:
            return False


def states_of(root: Path, game: str) -> tuple[list[EarlierState], list[Diagnostic]]:
    """Return the printed copy, then tags and commits that touched the game, the newest first.

    The diagnostics are about records and repositories that could not be read.
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
            commits.insert(0, _describe_printed(root, record, commits))
    except CardgenError as error:
        problems += error.diagnostics
    return commits, problems


def _describe_printed(root: Path, record: StateRecord, commits: list[EarlierState]) -> EarlierState:
    """Describe the printed copy; an uncommitted record has the date of its file."""
    game = record.snapshot.game
    last = next((state.id for state in commits if state.is_printed), "")
    likely = tuple(dict.fromkeys(filter(None, (record.commit, last))))
    date = next((state.date for state in commits if state.id == last), "")
    if not date or not _is_committed(root, game, last):
        with contextlib.suppress(OSError):
            modified = (root / printed_file(game)).stat().st_mtime
            date = datetime.fromtimestamp(modified, UTC).isoformat(timespec="seconds")
    version = record.snapshot.version
    return EarlierState(PRINTED, "Printed", date, (), version, commits=likely, record=record)


def _is_committed(root: Path, game: str, commit: str) -> bool:
    path = printed_file(game)
    try:
        text = (root / path).read_text(encoding="utf-8")
        return Repository(root).file_in([commit], path).get(commit) == text
    except (CardgenError, OSError, UnicodeDecodeError):
        return False


def _commits(repository: Repository, game: str) -> list[EarlierState]:
    touched = repository.commits(folders_of(game), MOST)
    prints = {commit.id for commit in repository.commits((printed_file(game),), MOST)}
    by_id = {commit.id: commit for commit in touched}
    for tag in repository.tags(MOST):
        before = by_id.get(tag.id, replace(tag, tags=()))
        by_id[tag.id] = replace(before, tags=tuple(sorted({*before.tags, *tag.tags})))
    texts = repository.file_in(list(by_id), f"{DATA_FOLDER}/{game}/game.yaml")
    return [
        EarlierState(
            **asdict(commit),
            version=_version(texts[commit.id]),
            is_printed=commit.id in prints,
            commits=(commit.id,),
        )
        for commit in sorted(by_id.values(), key=lambda state: _moment(state.date), reverse=True)
        if commit.id in texts  # other commits do not have the game
    ]


def _moment(date: str) -> float:
    try:
        return datetime.fromisoformat(date).timestamp()
    except ValueError:
        return 0.0


def _version(text: str) -> str:
    """Search a game file for its version, because this cardgen may not be able to load the file."""
    match = _VERSION.search(text)
    return next(filter(None, match.groups()), "").strip() if match else ""
