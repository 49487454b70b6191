"""The results of laying out sides and texts, and their findings, each reported once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cardgen.backend.drawing import Drawing
from cardgen.core.diagnostics import Diagnostic, Location, Severity
from cardgen.core.side_id import SideId
from cardgen.frame import Frame
from cardgen.layout import problems
from cardgen.layout.text.groups import TextSetting
from cardgen.pipeline.dependencies import Dependencies
from cardgen.template.stamps import TagPlaces

NOWHERE = Location("")
"""The place of what is not asked for its place, or whose findings are out of date."""
WORST = 3
"""How many cards are named, the worst first."""


class SideResult(Struct, frozen=True):
    """One side, finished or broken; then ``frame`` is None and a diagnostic says why.

    ``drawings`` holds by fingerprint the operators of the Frame and of those inside it, unless an
    earlier result of the same process has them.
    """

    id: SideId
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
    at: Location = NOWHERE
    """Where its card or piece is in the data, in the preview."""
    reason: str = ""
    """The name of what made it be laid out again; empty the first time."""

    @property
    def results(self) -> tuple[SideResult, ...]:
        """Itself, as a text has its pages."""
        return (self,)

    @property
    def fingerprint(self) -> str:
        """The name of its picture, empty for one that has none."""
        return self.frame.fingerprint if self.frame is not None else ""

    @property
    def is_needed(self) -> bool:
        """Whether it has content, if it is the face of a further card."""
        return has_errors([self]) or continues(self.settings)


class TextResult(Struct, frozen=True):
    """The pages of a text, with what they have read; ``at`` and ``reason`` as of a side."""

    results: tuple[SideResult, ...]
    dependencies: Dependencies
    at: Location = NOWHERE
    reason: str = ""

    @property
    def fingerprint(self) -> str:
        """The name of the picture of its first page."""
        return self.results[0].fingerprint


LayoutResult = SideResult | TextResult
"""What was laid out: a side, or a text over pages."""


class TextOnSide(Struct, frozen=True):
    """A text, and the id of the side that it stands on."""

    side: SideId
    text: TextSetting

    @property
    def name(self) -> str:
        """The card, or what else it stands on."""
        return self.side.part or self.side.component


def merge(results: Sequence[SideResult], places: TagPlaces) -> list[Diagnostic]:
    """Report a fault of a template once, with the sides that have it, its own first.

    Texts that were cut are reported once for each component.
    """
    merged: dict[tuple[object, ...], Diagnostic] = {}
    on: dict[tuple[object, ...], dict[str, None]] = {}
    for result in results:
        for diagnostic in result.diagnostics:
            key = (diagnostic.severity, diagnostic.code, diagnostic.at, diagnostic.message)
            if key not in merged or diagnostic.rank < merged[key].rank:
                merged[key] = replace(diagnostic, side_ids=(str(result.id),))
            on.setdefault(key, {})[str(result.id)] = None
    merged_diagnostics = [
        replace(diagnostic, side_ids=tuple({**dict.fromkeys(diagnostic.side_ids), **on[key]}))
        for key, diagnostic in merged.items()
    ]
    return merged_diagnostics + places.located(cut_texts(results))


def has_errors(results: Iterable[SideResult]) -> bool:
    """Whether any side is broken."""
    return any(
        diagnostic.severity is Severity.ERROR
        for result in results
        for diagnostic in result.diagnostics
    )


def continues(settings: Iterable[TextSetting]) -> bool:
    """Whether any of these texts continues from another side."""
    return any(setting.continues for setting in settings)


def cut_texts(results: Iterable[SideResult]) -> list[Diagnostic]:
    """Warn once a component of texts that were cut off."""
    cut: dict[str, list[TextOnSide]] = {}
    for result in results:
        for setting in result.settings:
            if setting.lost and setting.fits:
                cut.setdefault(result.id.component, []).append(TextOnSide(result.id, setting))
    warnings = []
    for component, texts in cut.items():
        texts.sort(key=lambda entry: -entry.text.lost)
        worst = [(entry.name, entry.text.lost) for entry in texts[:WORST]]
        first = texts[0].text
        cut_values = (component, len(texts), worst, first.limits, first.means)
        warning = problems.texts_cut(Location.parse(first.stamp), *cut_values)
        warnings.append(
            replace(
                warning,
                side_ids=tuple(dict.fromkeys(str(entry.side) for entry in texts)),
            )
        )
    return warnings
