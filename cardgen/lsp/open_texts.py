"""The texts that an editor holds: their files, places as editors count, and findings in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from lsprotocol import types
from msgspec import Struct, field
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import PositionCodec

from cardgen.core.diagnostics import CardgenError, Diagnostic, Location, Severity, relative
from cardgen.core.folding import group_by_problem
from cardgen.source.files import DATA_FOLDER, Project, game_ids

_BREAK = re.compile(r"\r\n?|\n")
_WORD = re.compile(r"<?[\w.-]+")


class OpenText(Struct, frozen=True):
    """A text in an editor; ``unsaved`` are its bytes where they are not those of the file."""

    lines: tuple[str, ...]
    version: int
    unsaved: bytes | None = None


class OpenTexts(Struct):
    """All texts of a project that an editor has open, by path; others are read from their files.

    Lines end as YAML and templates are read: after any of the three line breaks.
    """

    root: Path
    codec: PositionCodec
    open: dict[str, OpenText] = field(default_factory=dict)

    def path(self, uri: str) -> str | None:
        """Return the path of a file in the project; None for one outside."""
        named = Path(to_fs_path(uri) or "")
        for one in (named, named.resolve()):
            if one.is_relative_to(self.root):
                return relative(one, self.root)
        return None

    def uri(self, path: str) -> str:
        """Return the address of a file."""
        return from_fs_path(str(self.root / path)) or ""

    def put(self, path: str, text: str, version: int) -> None:
        """Take what an editor shows."""
        data: bytes | None = text.encode(errors="replace")
        try:
            saved = (self.root / path).read_bytes()
        except OSError:
            saved = None
        self.open[path] = OpenText(
            tuple(_BREAK.split(text)), version, None if data == saved else data
        )

    @property
    def unsaved(self) -> dict[str, bytes]:
        """The texts that are not as their files."""
        known = list(self.open.items())  # at once: another thread may put texts
        return {path: one.unsaved for path, one in known if one.unsaved is not None}

    def lines(self, path: str) -> tuple[str, ...]:
        """Return the lines of a text; none of one that cannot be read."""
        if path in self.open:
            return self.open[path].lines
        try:
            return tuple(Project(self.root).read(path).text.split("\n"))
        except CardgenError:
            return ()

    def text(self, at: Location) -> str:
        """Return what stands at a place."""
        lines = self.lines(at.path)
        line = lines[at.line - 1] if 0 < at.line <= len(lines) else ""
        return line[at.column - 1 : at.column - 1 + at.length]

    def games(self, path: str) -> tuple[str, ...]:
        """Name the games that a file belongs to: one, or all for what they share."""
        ids, parts = game_ids(self.root), path.split("/")
        known = len(parts) > 1 and parts[0] in (DATA_FOLDER, "templates") and parts[1] in ids
        return (parts[1],) if known else ids

    def place(self, path: str, position: types.Position) -> Location:
        """Return the place that a position means."""
        lines = self.lines(path)
        line = lines[position.line] if position.line < len(lines) else ""
        column, units = 0, 0
        while column < len(line) and units < position.character:
            units += self.codec.client_num_units(line[column])
            column += 1
        return Location(path, position.line + 1, column + 1)

    def range(self, at: Location) -> types.Range:
        """Return what a place covers; without a length, that is the word or tag there."""
        lines, number = self.lines(at.path), max(at.line - 1, 0)
        if at.sheet or number >= len(lines):
            return types.Range(types.Position(0, 0), types.Position(0, 0))
        line, start = lines[number], max(at.column - 1, 0)
        end = start + at.length
        if at.length == 1 and (word := _WORD.match(line, start)):
            end = word.end()
        units = (self.codec.client_num_units(line[:one]) for one in (start, end))
        return types.Range(*(types.Position(number, one) for one in units))

    def location(self, at: Location) -> types.Location:
        """Return a place as an editor knows it."""
        return types.Location(self.uri(at.path), self.range(at))


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
        for group in group_by_problem(found):
            item = group.representative
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
