"""The open texts of an editor: paths, positions in the editor's units, and diagnostics."""

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
from cardgen.source.lines import BREAK

_WORD = re.compile(r"<?[\w.-]+")


class OpenText(Struct, frozen=True):
    """A text in an editor; ``unsaved`` has its bytes if they differ from the file."""

    lines: tuple[str, ...]
    version: int
    unsaved: bytes | None = None


class OpenTexts(Struct):
    """The open texts of a project, by path; other texts are read from their files.

    Lines end with LF, CR or CRLF, as in YAML and templates.
    """

    root: Path
    codec: PositionCodec
    by_path: dict[str, OpenText] = field(default_factory=dict)

    def path(self, uri: str) -> str | None:
        """Return the path of a file in the project, or None for a file outside of it."""
        path_of_uri = Path(to_fs_path(uri) or "")
        for candidate in (path_of_uri, path_of_uri.resolve()):
            if candidate.is_relative_to(self.root):
                return relative(candidate, self.root)
        return None

    def uri(self, path: str) -> str:
        """Return the URI of a file."""
        return from_fs_path(str(self.root / path)) or ""

    def put(self, path: str, text: str, version: int) -> None:
        """Store the text of an open file."""
        data: bytes | None = text.encode(errors="replace")
        try:
            saved = (self.root / path).read_bytes()
        except OSError:
            saved = None
        self.by_path[path] = OpenText(
            tuple(BREAK.split(text)), version, None if data == saved else data
        )

    @property
    def unsaved(self) -> dict[str, bytes]:
        """The texts that differ from their files, by path."""
        texts = list(self.by_path.items())  # a copy: another thread may add texts
        return {path: text.unsaved for path, text in texts if text.unsaved is not None}

    def lines(self, path: str) -> tuple[str, ...]:
        """Return the lines of a text, or no lines for a file that cannot be read."""
        if path in self.by_path:
            return self.by_path[path].lines
        try:
            return tuple(Project(self.root).read(path).text.split("\n"))
        except CardgenError:
            return ()

    def text(self, location: Location) -> str:
        """Return the text at a location."""
        lines = self.lines(location.path)
        line = lines[location.line - 1] if 0 < location.line <= len(lines) else ""
        return line[location.column - 1 : location.column - 1 + location.length]

    def games(self, path: str) -> tuple[str, ...]:
        """Return the ids of the games of a file: one game, or all games for a shared file."""
        ids, parts = game_ids(self.root), path.split("/")
        is_of_game = len(parts) > 1 and parts[0] in (DATA_FOLDER, "templates") and parts[1] in ids
        return (parts[1],) if is_of_game else ids

    def locate(self, path: str, position: types.Position) -> Location:
        """Return the location of an editor's position."""
        lines = self.lines(path)
        line = lines[position.line] if position.line < len(lines) else ""
        column, units = 0, 0
        while column < len(line) and units < position.character:
            units += self.codec.client_num_units(line[column])
            column += 1
        return Location(path, position.line + 1, column + 1)

    def lsp_range(self, location: Location) -> types.Range:
        """Return the range of a location; without a length, the range of the word or tag there."""
        lines, number = self.lines(location.path), max(location.line - 1, 0)
        if location.sheet or number >= len(lines):
            return types.Range(types.Position(0, 0), types.Position(0, 0))
        line, start = lines[number], max(location.column - 1, 0)
        end = start + location.length
        if location.length == 1 and (word := _WORD.match(line, start)):
            end = word.end()
        units = (self.codec.client_num_units(line[:column]) for column in (start, end))
        return types.Range(*(types.Position(number, character) for character in units))

    def lsp_location(self, location: Location) -> types.Location:
        """Return a location for the editor."""
        return types.Location(self.uri(location.path), self.lsp_range(location))


_SEVERITY = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
}
_ByPath = Mapping[str, tuple[Diagnostic, ...]]


class PublishedDiagnostics(Struct):
    """The diagnostics of each game, and the published ones of each text with its version."""

    by_game: dict[str, _ByPath] = field(default_factory=dict)
    published: dict[str, tuple[tuple[Diagnostic, ...], int | None]] = field(default_factory=dict)

    def put(self, game: str, diagnostics: Iterable[Diagnostic]) -> None:
        """Replace a game's diagnostics; skip those with no location, which editors cannot show."""
        by_path: dict[str, tuple[Diagnostic, ...]] = {}
        for group in group_by_problem(diagnostics):
            item = group.representative
            if item.location is not None:
                by_path[item.location.path] = (*by_path.get(item.location.path, ()), item)
        self.by_game[game] = by_path

    def take_changed_diagnostics(
        self, texts: OpenTexts, read_data: Mapping[str, bytes]
    ) -> list[types.PublishDiagnosticsParams]:
        """Return the changed diagnostics, after the preview has read the unsaved ``read_data``.

        A text that has changed since is left out, as it will be read next.
        """
        versions = {
            p: text.version for p, text in texts.by_path.items() if text.unsaved == read_data.get(p)
        }
        current: dict[str, tuple[Diagnostic, ...]] = dict.fromkeys([*self.published, *versions], ())
        for by_path in self.by_game.values():
            for path, diagnostics in by_path.items():
                current[path] = tuple(dict.fromkeys([*current.get(path, ()), *diagnostics]))
        messages = []
        for path, diagnostics in current.items():
            state = (diagnostics, versions.get(path))
            is_outdated = path in texts.by_path and path not in versions
            if not is_outdated and self.published.get(path) != state:
                self.published[path] = state
                items = [_lsp_diagnostic(item, texts) for item in diagnostics]
                messages.append(types.PublishDiagnosticsParams(texts.uri(path), items, state[1]))
        return messages


def _lsp_diagnostic(item: Diagnostic, texts: OpenTexts) -> types.Diagnostic:
    assert item.location is not None
    place = f"in {item.location.sheet}!{item.location.cell}" if item.location.sheet else ""
    lines = (item.message, place, *item.notes, *(f"→ {hint}" for hint in item.hints))
    return types.Diagnostic(
        texts.lsp_range(item.location),
        "\n".join(filter(None, lines)),
        _SEVERITY[item.severity],
        item.code,
        source="cardgen",
    )
