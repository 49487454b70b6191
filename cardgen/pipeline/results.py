"""The results of laying out sides and texts, and their findings, each reported once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cardgen.backend.drawing import Drawing
from cardgen.core.diagnostics import Diagnostic, Severity
from cardgen.frame import Frame
from cardgen.layout.text.groups import TextSetting
from cardgen.pipeline.dependencies import Dependencies
from cardgen.pipeline.text_report import cut_texts
from cardgen.template.stamps import TagPlaces


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
