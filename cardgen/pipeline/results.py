"""The results of sides and texts, and their diagnostics without repetitions."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import median_high

from msgspec import Struct
from msgspec.structs import replace

from cardgen.backend.drawing import Drawing
from cardgen.core.diagnostics import Diagnostic, Location, Severity
from cardgen.core.side_id import SideId
from cardgen.frame import Frame
from cardgen.layout import problems
from cardgen.layout.text.groups import TextSetting
from cardgen.model.formats import DEFAULT_PRINT, PrintSettings
from cardgen.pipeline.dependencies import Dependencies
from cardgen.template.stamps import TagLocations

NOWHERE = Location("")
"""The location of a result if it is unknown, or if its diagnostics are out of date."""
CardLocations = Mapping[str, Location]
"""The location of each card in the data, such as its row, by ``deck/card``."""
NO_CARDS: CardLocations = {}
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
    def results(self) -> "tuple[SideResult, ...]":
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


def merge(
    results: Sequence[SideResult],
    tag_locations: TagLocations,
    settings: PrintSettings = DEFAULT_PRINT,
    cards: CardLocations = NO_CARDS,
) -> list[Diagnostic]:
    """Return the diagnostics without repetitions, each with the ids of all sides that have it.

    Of equal diagnostics, the one with the lowest rank is returned, and its side comes first. There
    is one warning about cut texts for each component, and one about shrunk texts for each style.
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
    texts = [TextOnSide(result.id, setting) for result in results for setting in result.settings]
    warnings = warn_about_cut_texts(texts, cards)
    warnings += warn_about_shrunk_texts(texts, settings, cards)
    return merged_diagnostics + tag_locations.locate(warnings)


def has_errors(results: Iterable[SideResult]) -> bool:
    """Whether any of the results has an error."""
    diagnostics = (diagnostic for result in results for diagnostic in result.diagnostics)
    return any(diagnostic.severity is Severity.ERROR for diagnostic in diagnostics)


def continues(settings: Iterable[TextSetting]) -> bool:
    """Whether any of these texts continues from another side."""
    return any(setting.continues for setting in settings)


def warn_about_cut_texts(
    texts: Iterable[TextOnSide], cards: CardLocations = NO_CARDS
) -> list[Diagnostic]:
    """Return one warning for each component with cut texts."""
    cut: dict[str, list[TextOnSide]] = {}
    for entry in texts:
        if entry.text.lost and entry.text.fits:
            cut.setdefault(entry.side.component, []).append(entry)
    warnings = []
    for component, entries in cut.items():
        entries.sort(key=lambda entry: -entry.text.lost)
        worst = [
            (f"`{entry.name}`{_location(entry.side.design, cards)}", entry.text.lost)
            for entry in entries[:MAX_NAMED]
        ]
        first = entries[0].text
        cut_values = (component, len(entries), worst, first.limits, first.means)
        warning = problems.texts_cut(Location.parse(first.stamp), *cut_values)
        warnings.append(replace(warning, side_ids=_side_ids(entries)))
    return warnings


def warn_about_shrunk_texts(
    texts: Iterable[TextOnSide], settings: PrintSettings, cards: CardLocations = NO_CARDS
) -> list[Diagnostic]:
    """Return one warning for each style with texts that are much too small.

    A text is compared with its original size, and with the median of all texts of its tag.
    """
    by_tag: dict[tuple[str, str], list[TextOnSide]] = {}
    for entry in texts:
        by_tag.setdefault((entry.side.component, entry.text.stamp), []).append(entry)
    small: dict[str, list[tuple[TextOnSide, float]]] = {}
    for entries in by_tag.values():
        shrunk = [entry for entry in entries if entry.text.shrunk]
        usual = median_high(entry.text.size for entry in entries) if shrunk else 0.0
        for entry in shrunk:
            text = entry.text
            # A tag may ask for a smaller size on some cards; they do not count as uneven.
            difference = min(usual, text.asked) - text.size
            is_uneven = text.fits and 0 < settings.uneven < difference - 1e-6
            if is_uneven or text.is_too_small(settings.shrink / 100):
                small.setdefault(text.style, []).append((entry, usual))
    warnings = []
    for style, pairs in small.items():
        pairs.sort(key=lambda pair: (pair[0].text.size / pair[0].text.asked, -pair[0].text.surplus))
        worst = {
            entry.side.design: (entry.text.size, entry.text.asked, usual, entry.text.surplus)
            for entry, usual in reversed(pairs)  # of a card, its smallest text
        }
        named = [
            (f"`{name}`{_location(name, cards)}", *values)
            for name, values in reversed(worst.items())
        ][:MAX_NAMED]
        location = Location.parse(pairs[0][0].text.stamp)
        warning = problems.texts_shrunk(location, style, len(pairs), named)
        warnings.append(replace(warning, side_ids=_side_ids(entry for entry, _ in pairs)))
    return warnings


def _location(design: str, cards: CardLocations) -> str:
    return f" ({cards[design]})" if design in cards else ""


def _side_ids(texts: Iterable[TextOnSide]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(entry.side) for entry in texts))
