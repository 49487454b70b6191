"""What is asked of a build, and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Diagnostics
from cardgen.products.options import Hosting, PrintOptions

if TYPE_CHECKING:
    from cardgen.pipeline.text_report import TextGroup

Progress = Callable[[int, int, str], None]
"""Called with the steps done, the steps in all, and what is going on."""

Status = Literal["built", "unchanged", "failed", "draft"]


class BuildRequest(Struct, frozen=True):
    """A build of all games, or of those named; ``options`` say what is made of them.

    ``output`` is the folder that holds a folder for each game, ``output/`` in the project by
    default. ``executor`` is the address of a cluster that does the work, empty for this machine.
    As a ``draft``, games are made although some of their cards have errors. With a ``locale``,
    games are made in that language.
    """

    root: Path
    games: tuple[str, ...] = ()
    options: PrintOptions = PrintOptions()
    output: Path | None = None
    force: bool = False
    jobs: int | None = None
    strict: bool = False
    executor: str = ""
    draft: bool = False
    locale: str = ""

    def place(self, game: str) -> str:
        """Return the folder of a game's files, below that of all games."""
        return f"{game}/{self.locale}" if self.locale else game

    @property
    def folder(self) -> Path:
        """Where results go."""
        return self.output or self.root / "output"

    @property
    def key(self) -> str:
        """A digest of what decides which files there are; raises OutputError as `hosting` does."""
        return self.options.key(self.folder)

    @property
    def hosting(self) -> Hosting:
        """Where virtual tables find pictures; raises OutputError for what cannot be one."""
        return self.options.hosting(self.folder)


class GameReport(Struct, frozen=True):
    """What became of one game; paths are below its output folder.

    ``redrawn`` says of sides and texts that were known why they were laid out again: the name of
    what has changed, with the ids of all that it concerned. ``stale`` counts by product the files
    that this build was not asked for and that show an earlier state. ``draftable`` is True of a
    game that failed and could be printed as a draft. ``texts`` says by component what was done to
    make texts fit. ``locale`` is the language that it was made in, if not its own, and ``locales``
    are those that it is to be made in besides.
    """

    id: str
    title: str
    status: Status
    made: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    redrawn: tuple[tuple[str, tuple[str, ...]], ...] = ()
    stale: tuple[tuple[str, int], ...] = ()
    draftable: bool = False
    texts: tuple[str, ...] = ()
    locale: str = ""
    locales: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """The folder of its files, below that of all games."""
        return f"{self.id}/{self.locale}" if self.locale else self.id


class CheckReport(Struct, frozen=True):
    """What a check has found; ``texts`` says by game how its texts are set, if that was asked."""

    diagnostics: Diagnostics
    texts: Mapping[str, Sequence[TextGroup]] = {}


class BuildReport(Struct, frozen=True):
    """What became of a build."""

    games: tuple[GameReport, ...]
    diagnostics: Diagnostics
    seconds: float

    @property
    def checked_diagnostics(self) -> list[Diagnostic]:
        """All findings, as `check` reports them: a limit that the game exceeds is an error."""
        from cardgen.products.problems import promote_to_error

        return list(map(promote_to_error, self.diagnostics))

    @property
    def made(self) -> int:
        """How many files were made."""
        return sum(len(game.made) for game in self.games)

    @property
    def kept(self) -> int:
        """How many files were right already."""
        return sum(len(game.kept) for game in self.games)

    @property
    def removed(self) -> int:
        """How many files of earlier builds were removed."""
        return sum(len(game.removed) for game in self.games)
