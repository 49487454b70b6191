"""What is asked of a build, and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostics
from cardgen.core.fingerprint import digest
from cardgen.products.hosting import Hosting, hosting

if TYPE_CHECKING:
    from cardgen.backend.press.profile import PressCondition
    from cardgen.pipeline.text_report import TextGroup

Progress = Callable[[int, int, str], None]
"""Called with the steps done, the steps in all, and what is going on."""

Status = Literal["built", "unchanged", "failed", "draft"]

TABLES = "tts"
"""The product whose files say where the output folder is."""


class BuildRequest(Struct, frozen=True):
    """A build of all games, or of those named; empty selections mean everything.

    ``papers``, ``duplex`` and ``orientation`` overrule what the games say; ``tts_base_url`` is the
    address under which the output folder is found on the web, ``tts_max_side`` in pixels.
    ``output`` is the folder that holds a folder for each game, ``output/`` in the project by
    default. ``executor`` is the address of a cluster that does the work, empty for this machine.
    ``press`` is what files for a press are made for. As a ``draft``, games are made although some
    of their cards have errors.
    """

    root: Path
    games: tuple[str, ...] = ()
    products: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    duplex: str | None = None
    orientation: str | None = None
    cut: str | None = None
    ink: str = "full"
    output: Path | None = None
    force: bool = False
    jobs: int | None = None
    strict: bool = False
    tts_base_url: str | None = None
    tts_max_side: int | None = None
    executor: str = ""
    press: PressCondition | None = None
    draft: bool = False

    @property
    def folder(self) -> Path:
        """Where results go."""
        return self.output or self.root / "output"

    @property
    def key(self) -> str:
        """A digest of what decides which files there are and what they show.

        The address of pictures counts for virtual tables alone; what is printed is the same in
        every folder. Raises OutputError as `hosting` does, with or without tables.
        """
        at = self.hosting
        hosted = (at.base, at.longest) if TABLES in (self.products or (TABLES,)) else None
        asked = (
            sorted(set(self.products)),
            sorted(set(self.papers)),
            self.duplex,
            self.orientation,
            self.cut,
            self.ink,
            hosted,
        )
        return digest((*asked, self.press.key) if self.press else asked)

    @property
    def hosting(self) -> Hosting:
        """Where virtual tables find pictures; raises OutputError for what cannot be one."""
        return hosting(self.folder, self.tts_base_url, self.tts_max_side)


class GameReport(Struct, frozen=True):
    """What became of one game; paths are below its output folder.

    ``redrawn`` says of sides and texts that were known why they were laid out again: the name of
    what has changed, with the ids of all that it concerned. ``stale`` counts by product the files
    that this build was not asked for and that show an earlier state. ``draftable`` is True of a
    game that failed and could be printed as a draft. ``texts`` says by component what was done to
    make texts fit.
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
