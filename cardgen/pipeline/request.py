"""The request for a build, and its report."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Diagnostics
from cardgen.products.options import Hosting, PrintOptions

if TYPE_CHECKING:
    from cardgen.pipeline.text_report import TextGroup

Progress = Callable[[int, int, str], None]
"""Gets the number of finished steps, the number of all steps, and the current activity."""

Status = Literal["built", "unchanged", "failed", "draft"]


class BuildRequest(Struct, frozen=True):
    """A request to build all games, or only ``games``, with the products of ``options``.

    ``output`` is the folder with a folder for each game, by default ``output/`` in the project.
    ``executor`` is the address of a cluster; if it is empty, this machine does the work. With
    ``draft``, games with errors are built, too. With a ``locale``, games are in that language.
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
        """Return the path of a game's files below the output folder."""
        return f"{game}/{self.locale}" if self.locale else game

    @property
    def folder(self) -> Path:
        """The output folder."""
        return self.output or self.root / "output"

    @property
    def key(self) -> str:
        """The digest of all options that affect files; raises OutputError as `hosting` does."""
        return self.options.key(self.folder)

    @property
    def hosting(self) -> Hosting:
        """The address of pictures for virtual tables; raises OutputError if it is not valid."""
        return self.options.hosting(self.folder)


class GameReport(Struct, frozen=True):
    """The result of a build for one game; paths are below its output folder.

    ``made``, ``kept`` and ``removed`` are the paths of new, unchanged and removed files.
    ``redrawn`` lists changed dependencies, each with the ids of the sides and texts that were laid
    out again for it. ``stale`` counts, by product, the outdated files outside this request.
    ``draftable`` is True if the game failed and can be built as a draft. ``texts`` has a summary
    of adjusted texts for each component. ``locale`` is the language of this build, empty for the
    game's own, and ``locales`` are the other languages to build. ``left_out`` has the components
    with errors, and products that lack a component.
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
    left_out: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """The path of its files below the output folder."""
        return f"{self.id}/{self.locale}" if self.locale else self.id


class CheckReport(Struct, frozen=True):
    """The diagnostics of a check and, if requested, the text groups of each game."""

    diagnostics: Diagnostics
    texts: "Mapping[str, Sequence[TextGroup]]" = {}


class BuildReport(Struct, frozen=True):
    """The result of a build: a report for each game, and all diagnostics."""

    games: tuple[GameReport, ...]
    diagnostics: Diagnostics
    seconds: float

    @property
    def checked_diagnostics(self) -> list[Diagnostic]:
        """All diagnostics, as `check` reports them: a limit that the game exceeds is an error."""
        from cardgen.products.problems import promote_to_error

        return list(map(promote_to_error, self.diagnostics))

    @property
    def made(self) -> int:
        """The number of new files."""
        return sum(len(game.made) for game in self.games)

    @property
    def kept(self) -> int:
        """The number of unchanged files."""
        return sum(len(game.kept) for game in self.games)

    @property
    def removed(self) -> int:
        """The number of removed files of earlier builds."""
        return sum(len(game.removed) for game in self.games)
