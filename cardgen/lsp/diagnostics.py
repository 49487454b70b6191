"""The findings of `cardgen check` as an editor shows them: by file, each problem once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from lsprotocol import types
from msgspec import Struct, field

from cardgen.core.diagnostics import Diagnostic, Severity
from cardgen.core.folding import grouped
from cardgen.lsp.open_texts import OpenTexts

_SEVERITY = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
}
_ByPath = Mapping[str, tuple[Diagnostic, ...]]


class ToldFindings(Struct):
    """What was found in each game, and what of it the editor was told, with the text's version."""

    found: dict[str, _ByPath] = field(default_factory=dict)
    told: dict[str, tuple[tuple[Diagnostic, ...], int | None]] = field(default_factory=dict)

    def put(self, game: str, found: Iterable[Diagnostic]) -> None:
        """Replace all that was found in a game; what has no place is not for an editor."""
        by_path: dict[str, tuple[Diagnostic, ...]] = {}
        for group in grouped(found):
            item = group.shown
            if item.at is not None:
                by_path[item.at.path] = (*by_path.get(item.at.path, ()), item)
        self.found[game] = by_path

    def news(
        self, texts: OpenTexts, read: Mapping[str, bytes]
    ) -> list[types.PublishDiagnosticsParams]:
        """Return what the editor does not know yet, once ``read`` was read in place of files.

        Nothing is said of a text that was changed since: its turn comes next.
        """
        versions = {p: one.version for p, one in texts.open.items() if one.unsaved == read.get(p)}
        now: dict[str, tuple[Diagnostic, ...]] = dict.fromkeys([*self.told, *versions], ())
        for by_path in self.found.values():
            for path, some in by_path.items():
                now[path] = tuple(dict.fromkeys([*now.get(path, ()), *some]))
        news = []
        for path, some in now.items():
            said = (some, versions.get(path))
            if (path in versions or path not in texts.open) and self.told.get(path) != said:
                self.told[path] = said
                shown = [_shown(item, texts) for item in some]
                news.append(types.PublishDiagnosticsParams(texts.uri(path), shown, said[1]))
        return news


def _shown(item: Diagnostic, texts: OpenTexts) -> types.Diagnostic:
    assert item.at is not None
    place = f"in {item.at.sheet}!{item.at.cell}" if item.at.sheet else ""
    lines = (item.message, place, *item.notes, *(f"→ {hint}" for hint in item.hints))
    return types.Diagnostic(
        texts.range(item.at),
        "\n".join(filter(None, lines)),
        _SEVERITY[item.severity],
        item.code,
        source="cardgen",
    )
