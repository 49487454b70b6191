"""What is asked of a build, and what it answers.

The results of laying out sides and texts, and their findings, each said once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.backend.drawing import Drawing
from cardgen.core.diagnostics import Diagnostic, Diagnostics, Severity
from cardgen.frame import Frame
from cardgen.layout.text.groups import TextSetting
from cardgen.pipeline.dependencies import Dependencies
from cardgen.pipeline.text_report import cut_texts
from cardgen.products.hosting import Hosting
from cardgen.products.options import PrintOptions
from cardgen.template.stamps import TagPlaces

if TYPE_CHECKING:
    from cardgen.pipeline.text_report import TextGroup

Progress = Callable[[int, int, str], None]
"""Called with the steps done, the steps in all, and what is going on."""

Status = Literal["built", "unchanged", "failed", "draft"]


class BuildRequest(Struct, frozen=True):
    """A build of all games, or of those named; ``options`` say what is made of them.

    ``output`` is the folder that holds a folder for each game, ``output/`` in the project by
    default. ``executor`` is the address of a cluster that does the work, empty for this machine.
    As a ``draft``, games are made although some of their cards have errors.
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


class SideResult(Struct, frozen=True):
    """One side, finished or broken; then ``frame`` is None and a diagnostic says why.

    ``drawings`` holds by fingerprint the operators of the Frame and of those inside it, unless an
    earlier result of the same process has them.
    """

    id: str
    frame: Frame | None
    drawings: Mapping[str, Drawing]
    diagnostics: tuple[Diagnostic, ...]
    keep: bool = False
    """Whether the next build may take it, which is so if there was nothing to report."""
    dependencies: Dependencies = Dependencies()
    """What it has read: the next build takes it only if all of that is the same."""
    settings: tuple[TextSetting, ...] = ()
    """How its texts were set."""
    draft: Frame | None = None
    """What there is of a broken side, if a draft is to show it."""

    @property
    def fingerprint(self) -> str:
        """The name of its picture, empty for one that has none."""
        return self.frame.fingerprint if self.frame is not None else ""

    @property
    def is_needed(self) -> bool:
        """Whether something stands on it, if it is the face of a further card."""
        return has_errors([self]) or continues(self.settings)


class TextResult(Struct, frozen=True):
    """The pages of a text, and what they depend on."""

    pages: tuple[SideResult, ...]
    dependencies: Dependencies


def merge(results: Sequence[SideResult], places: TagPlaces) -> list[Diagnostic]:
    """Report a fault of a template once, with the sides that have it, its own first.

    Texts that were cut are told once a component.
    """
    merged: dict[tuple[object, ...], Diagnostic] = {}
    on: dict[tuple[object, ...], dict[str, None]] = {}
    for result in results:
        for found in result.diagnostics:
            key = (found.severity, found.code, found.at, found.message)
            if key not in merged or found.rank < merged[key].rank:
                merged[key] = replace(found, on=(result.id,))
            on.setdefault(key, {})[result.id] = None
    said = [
        replace(found, on=tuple({**dict.fromkeys(found.on), **on[key]}))
        for key, found in merged.items()
    ]
    return said + places.located(cut_texts(results))


def has_errors(results: Iterable[SideResult]) -> bool:
    """Whether any side is broken."""
    return any(
        found.severity is Severity.ERROR for result in results for found in result.diagnostics
    )


def continues(settings: Iterable[TextSetting]) -> bool:
    """Whether any of these texts goes on from elsewhere."""
    return any(setting.continues for setting in settings)
