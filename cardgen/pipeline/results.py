"""The results of sides and texts, and their diagnostics without repetitions."""

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
from cardgen.template.stamps import TagLocations

NOWHERE = Location("")
"""The location of a result if it is unknown, or if its diagnostics are out of date."""
MAX_NAMED = 3
"""The number of cards that a summary names, the worst first."""


class SideResult(Struct, frozen=True):
    """The result of one side; if it has errors, ``frame`` is None.

    ``drawings`` are the PDF operators of the Frame and of the Frames inside it, by fingerprint,
    without the drawings that an earlier result of the same process has.
    """

    id: SideId
    frame: Frame | None
    drawings: Mapping[str, Drawing]
    diagnostics: tuple[Diagnostic, ...]
    keep: bool = False
    """Whether the store keeps it for the next build: only if it has no diagnostics."""
    dependencies: Dependencies = Dependencies()
    """The values that it has read: the next build uses it if they are unchanged."""
    settings: tuple[TextSetting, ...] = ()
    """The size, leading and fit of its texts."""
    draft: Frame | None = None
    """In a draft build, the Frame of a side with errors, as far as it could be laid out."""
    location: Location = NOWHERE
    """The location of its card or piece in the data; only the preview sets it."""
    reason: str = ""
    """The dependency whose change caused this layout; empty for the first layout."""

    @property
    def results(self) -> tuple[SideResult, ...]:
        """This result alone; the results of a text are its pages."""
        return (self,)

    @property
    def fingerprint(self) -> str:
        """The fingerprint of its Frame, or an empty string."""
        return self.frame.fingerprint if self.frame is not None else ""

    @property
    def is_needed(self) -> bool:
        """Whether a continuation card with this face has content."""
        return has_errors([self]) or continues(self.settings)


class TextResult(Struct, frozen=True):
    """The pages of a text with its dependencies; the other attributes are as in `SideResult`."""

    results: tuple[SideResult, ...]
    dependencies: Dependencies
    location: Location = NOWHERE
    reason: str = ""

    @property
    def fingerprint(self) -> str:
        """The fingerprint of its first page."""
        return self.results[0].fingerprint


AnyResult = SideResult | TextResult
"""The result of a side, or of a text on pages."""


class TextOnSide(Struct, frozen=True):
    """The setting of one text, and the id of its side."""

    side: SideId
    text: TextSetting

    @property
    def name(self) -> str:
        """The name of the card, or else of the component."""
        return self.side.part or self.side.component


def merge(results: Sequence[SideResult], tag_locations: TagLocations) -> list[Diagnostic]:
    """Return the diagnostics without repetitions, each with the ids of all sides that have it.

    Of equal diagnostics, the one with the lowest rank is returned, and its side comes first. There
    is one warning about cut texts for each component.
    """
    merged: dict[tuple[object, ...], Diagnostic] = {}
    ids: dict[tuple[object, ...], dict[str, None]] = {}
    for result in results:
        for diagnostic in result.diagnostics:
            key = (diagnostic.severity, diagnostic.code, diagnostic.location, diagnostic.message)
            if key not in merged or diagnostic.rank < merged[key].rank:
                merged[key] = replace(diagnostic, side_ids=(str(result.id),))
            ids.setdefault(key, {})[str(result.id)] = None
    merged_diagnostics = [
        replace(diagnostic, side_ids=tuple({**dict.fromkeys(diagnostic.side_ids), **ids[key]}))
        for key, diagnostic in merged.items()
    ]
    return merged_diagnostics + tag_locations.locate(warn_about_cut_texts(results))


def has_errors(results: Iterable[SideResult]) -> bool:
    """Whether any of the results has an error."""
    diagnostics = (diagnostic for result in results for diagnostic in result.diagnostics)
    return any(diagnostic.severity is Severity.ERROR for diagnostic in diagnostics)


def continues(settings: Iterable[TextSetting]) -> bool:
    """Whether any of these texts continues from another side."""
    return any(setting.continues for setting in settings)


def warn_about_cut_texts(results: Iterable[SideResult]) -> list[Diagnostic]:
    """Return one warning for each component with cut texts."""
    cut: dict[str, list[TextOnSide]] = {}
    for result in results:
        for setting in result.settings:
            if setting.lost and setting.fits:
                cut.setdefault(result.id.component, []).append(TextOnSide(result.id, setting))
    warnings = []
    for component, texts in cut.items():
        texts.sort(key=lambda entry: -entry.text.lost)
        worst = [(entry.name, entry.text.lost) for entry in texts[:MAX_NAMED]]
        first = texts[0].text
        cut_values = (component, len(texts), worst, first.limits, first.means)
        warning = problems.texts_cut(Location.parse(first.stamp), *cut_values)
        ids = dict.fromkeys(str(entry.side) for entry in texts)
        warnings.append(replace(warning, side_ids=tuple(ids)))
    return warnings
