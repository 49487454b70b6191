"""What a game is compared with: the printed state, the last build, or a commit.

A baseline always has a snapshot. Its pictures are laid out on demand, from commits that may hold
that state; a picture is used only if it looks as the snapshot says.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from msgspec.structs import replace

from cardgen import __version__
from cardgen.api import BuildRequest
from cardgen.core.diagnostics import CardgenError, Diagnostic, Location, ModelError, SourceError
from cardgen.features.revision import problems
from cardgen.features.revision.edition import Edition, edition
from cardgen.features.revision.git import Repository
from cardgen.features.revision.snapshot import Snapshot
from cardgen.features.revision.state_file import StateRecord, printed_file, read_printed, read_state
from cardgen.model.printer import PRINTER_FILE
from cardgen.model.problems import unknown_game
from cardgen.source.files import game_ids

PRINTED, BUILD = "printed", "build"


class Baseline(Struct):
    """A state to compare with; ``name`` says which, in words.

    ``broken`` are components of a commit that have errors there, ``found`` these errors.
    """

    name: str
    snapshot: Snapshot
    request: BuildRequest
    stack: ExitStack
    commits: tuple[str, ...] = ()
    cardgen: str = __version__
    editions: list[Edition] = []
    broken: frozenset[str] = frozenset()
    found: tuple[Diagnostic, ...] = ()

    def laid_out(self) -> list[Edition]:
        """Return the editions that may show this state, the most likely one first."""
        commits, self.commits = self.commits, ()
        for commit in commits:
            with contextlib.suppress(CardgenError):
                self.editions.append(
                    _of_commit(self.request, self.snapshot.game, commit, self.stack)
                )
            if self.editions and _same(self.editions[-1].snapshot, self.snapshot):
                self.editions = [self.editions[-1]]
                break
        return self.editions


@contextmanager
def baseline(request: BuildRequest, game: str, against: str | None) -> Iterator[Baseline]:
    """Find what to compare a game with; temporary folders are removed at the end of the block.

    ``against`` is ``printed``, ``build`` or a git revision; None means what was printed or, if
    nothing was, the last build. Raises CardgenError.
    """
    root, known = request.root, game_ids(request.root)
    if game not in known:
        raise ModelError(unknown_game(None, game, known))
    with ExitStack() as stack:
        if against is None:
            record = read_printed(root, game)
            found = _printed(request, record, stack) if record else _built(request, game, stack)
            if found is None:
                raise ModelError(problems.nothing_printed(None, game))
        elif against == PRINTED:
            record = read_printed(root, game)
            if record is None:
                raise ModelError(problems.nothing_printed(Location(printed_file(game)), game))
            found = _printed(request, record, stack)
        elif against == BUILD:
            found = _built(request, game, stack)
            if found is None:
                raise ModelError(problems.nothing_built(None, game))
        else:
            commit = Repository(root).commit(against)
            made = _of_commit(request, game, commit, stack, against)
            said = against if commit.startswith(against) else f"{against} ({commit[:10]})"
            found = Baseline(said, made.snapshot, request, stack, editions=[made])
            if made.broken:
                found.broken, found.found = made.broken, made.found
        yield found


def folders_of(game: str) -> tuple[str, ...]:
    """Return the paths of a project that a game is made of."""
    return (f"card_data/{game}", f"templates/{game}", "templates/shared", "fonts")


def _printed(request: BuildRequest, record: StateRecord, stack: ExitStack) -> Baseline:
    game = record.snapshot.game
    commits = [record.commit]
    with contextlib.suppress(SourceError):
        commits.append(Repository(request.root).last_commit_of(printed_file(game)))
    likely = tuple(dict.fromkeys(filter(None, commits)))
    version = record.snapshot.version
    name = "what was printed" + (f" (version {version})" if version else "")
    return Baseline(name, record.snapshot, request, stack, likely, record.cardgen)


def _built(request: BuildRequest, game: str, stack: ExitStack) -> Baseline | None:
    record = read_state(request.folder, game)
    if record is None:
        return None
    commits: tuple[str, ...] = ()
    with contextlib.suppress(SourceError):
        commits = (Repository(request.root).commit("HEAD"),)
    return Baseline("the last build", record.snapshot, request, stack, commits, record.cardgen)


def _of_commit(
    request: BuildRequest, game: str, commit: str, stack: ExitStack, said: str = ""
) -> Edition:
    """Lay out a game as a commit holds it, in a folder of its own."""
    shown = said or commit[:10]
    folder = Path(stack.enter_context(TemporaryDirectory(prefix="cardgen-"))).resolve()
    export(request.root, game, commit, shown, folder)
    there = replace(request, root=folder, output=request.folder)
    return edition(there, game, shown)


def export(root: Path, game: str, commit: str, shown: str, folder: Path) -> None:
    """Write a game as a commit holds it into an empty folder, as a project with today's printer.

    ``shown`` is what messages call the commit. Raises CardgenError.
    """
    Repository(root).export(commit, folders_of(game), folder)
    if game not in game_ids(folder):
        raise ModelError(problems.not_in_revision(None, game, shown))
    printer = root / PRINTER_FILE
    if printer.is_file():
        shutil.copyfile(printer, folder / PRINTER_FILE)


def _same(one: Snapshot, other: Snapshot) -> bool:
    return (one.decks, one.booklets, one.pieces) == (other.decks, other.booklets, other.pieces)
