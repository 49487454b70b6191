"""Print results and diagnostics, each diagnostic with the line that it refers to.

Results go to standard output, everything else to standard error.
"""

import json
import os
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from cardgen.cli.options import Settings
from cardgen.cli.terminal import cells as columns
from cardgen.cli.terminal import clean
from cardgen.core.diagnostics import Diagnostic, Location, Severity, SourceError, relative
from cardgen.core.folding import ProblemGroup, group_by_problem
from cardgen.core.plugins.parts import failures
from cardgen.core.registry import plural as plural
from cardgen.source.lines import BREAK

if TYPE_CHECKING:
    from cardgen.pipeline.request import GameReport

MAX_FILE = 8_000_000
MAX_SHOWN = 110
BEFORE = 40
BETWEEN = " | "
"""The separator between the cells of a row."""


class Sources:
    """The lines of project files; each file is read once."""

    def __init__(self, root: Path | None) -> None:
        self._root = root.resolve() if root is not None else None
        self._rows: dict[tuple[str, str], list[list[str]]] = {}

    def line(self, location: Location) -> tuple[str, Location] | None:
        """Return the text of a line and the location in it, or None if the line does not exist.

        In a sheet, a line is a row, with its cells side by side.
        """
        if self._root is None or not location.line:
            return None
        key = (location.path, location.sheet)
        if key not in self._rows:
            self._rows[key] = _read(self._root / location.path, location)
        row = self._rows[key][location.line - 1 : location.line]
        cells = row[0] if row else []
        if not location.sheet:
            return (cells[0], location) if cells else None
        if location.column > len(cells):
            return None
        before = BETWEEN.join([*cells[: location.column - 1], ""])
        visible = cells[location.column - 1]
        return BETWEEN.join(cells), replace(
            location, column=len(before) + 1, length=len(visible) or 1
        )

    def checkout_path(self, path: str) -> str:
        """Return a path relative to the top of the checkout, as GitHub expects it."""
        return relative(self._root / path, self._top) if self._root is not None else path

    @cached_property
    def _top(self) -> Path:
        """The top of the checkout that contains the project, else the project folder."""
        assert self._root is not None
        named = os.environ.get("GITHUB_WORKSPACE")
        folders = (self._root, *self._root.parents)
        tops = (folder for folder in folders if (folder / ".git").exists())
        return Path(named).resolve() if named else next(tops, self._root)


def _read(path: Path, location: Location) -> list[list[str]]:
    """Return the rows of a sheet, or the lines of a file as rows of one cell."""
    try:
        if not path.is_file() or path.stat().st_size > MAX_FILE:
            return []
        data = path.read_bytes()
        if location.sheet:
            from cardgen.source.tables.workbooks import Workbook

            return Workbook(location.path, data).texts(location.sheet)
        if path.suffix.lower() in (".csv", ".tsv"):
            from cardgen.source.tables.delimited import decode_table

            lines = decode_table(path.name, data)[0].text.split("\n")
        else:
            lines = BREAK.split(data.decode("utf-8-sig", errors="replace"))
        return [[line] for line in lines]
    except (OSError, ValueError, SourceError):
        return []


def excerpt(line: str, location: Location) -> tuple[str, str]:
    """Return a printable part of a line and the carets below it; no carets without a column."""
    start = max(0, location.column - 1 - BEFORE) if len(line) > MAX_SHOWN else 0
    visible = columns(line[start : start + MAX_SHOWN])
    lead = "…" if start else ""
    tail = "…" if len(line) > start + MAX_SHOWN else ""
    text = (lead + "".join(char for char, _ in visible) + tail).rstrip()
    if not location.column:
        return text, ""
    first = location.column - 1 - start
    before = len(lead) + sum(width for _, width in visible[:first])
    marked = sum(width for _, width in visible[first : first + max(1, location.length)])
    return text, " " * before + "^" * max(1, marked)


FINE = 0
FAULTY = 1
"""Exit codes; `cardgen.cli.main` has those for exceptions."""

_COLORS = {Severity.ERROR: "red", Severity.WARNING: "yellow"}


_SIGNS = {"added": ("+", "green"), "removed": ("-", "red"), "changed": ("~", "yellow")}
TERMINAL_STYLES: Mapping[str, Callable[..., str]] = {
    "clean": clean,
    "plural": plural,
    "bold": partial(click.style, bold=True),
    "added": partial(click.style, fg="green"),
    "removed": partial(click.style, fg="red"),
    "sign": lambda kind: click.style(_SIGNS[kind][0], fg=_SIGNS[kind][1], bold=True),
}
"""Filters for the templates in ``texts/`` and for other texts on a terminal."""


def filled_text(
    name: str, filters: Mapping[str, Callable[..., Any]] | None = None, **values: Any
) -> str:
    """Fill the template of that name in ``texts/`` with values."""
    from cardgen.template.pages import fill_template

    template = Path(__file__).parent / "texts" / f"{name}.txt.j2"
    return fill_template(template, {**TERMINAL_STYLES, **(filters or {})}, **values).decode()[:-1]


class Report:
    """Prints the results and diagnostics of one command."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._color = _color(settings.color)

    @property
    def as_json(self) -> bool:
        """Whether the result is printed as a JSON document."""
        return self.settings.format == "json"

    def result(self, text: str) -> None:
        """Print a line of a result. The caller has cleaned the user's own words in it."""
        click.echo(text, color=self._color)

    def show(self, value: Any, lines: Iterable[str]) -> None:
        """Print a result as JSON, or as lines for people unless ``--quiet`` is set."""
        if self.as_json:
            self.document(value)
        elif not self.settings.quiet:
            for line in lines:
                self.result(line)

    def show_text(self, value: Any, name: str, **values: Any) -> None:
        """Print a result as JSON, or by the template of that name unless ``--quiet`` is set."""
        if self.as_json:
            self.document(value)
        elif not self.settings.quiet:
            self.result(filled_text(name, **values))

    def document(self, value: Any) -> None:
        """Print a result as JSON; escapes keep control characters off the terminal."""
        click.echo(json.dumps(value, indent=2))

    def say(self, text: str) -> None:
        """Print a line about the progress of the command, unless ``--quiet`` is set."""
        if not self.settings.quiet and not self.as_json:
            click.echo(text, err=True, color=self._color)

    def finish(
        self, diagnostics: Iterable[Diagnostic], *, strict: bool = False, ending: str = ""
    ) -> int:
        """Print the diagnostics and the number of errors and warnings; return the exit code."""
        groups = group_by_problem([*self._broken_plugins(), *diagnostics])
        firsts = [group.members[0] for group in groups]
        errors, warnings = count(firsts)
        sources = Sources(self.settings.resolved_root)
        lines: list[str] = []
        for number, group in enumerate(groups, 1):
            if _matters(firsts[number - 1]) or strict or not self.settings.quiet:
                lines += self._lines(number, group, sources)
        if lines:
            click.echo("\n".join(lines), err=True, color=self._color)
        times = sum(len(group.members) for group in groups)
        often = f", found {times} times" if times > len(groups) else ""
        self.say(_summary(errors, warnings) + often + ending)
        return FAULTY if errors or (strict and warnings) else FINE

    def _broken_plugins(self) -> list[Diagnostic]:
        broken = failures[self.settings.reported_failures :]
        self.settings.reported_failures = len(failures)
        return broken

    def _lines(self, number: int, group: ProblemGroup, sources: Sources) -> list[str]:
        """Write a group of equal problems: for people once, for programs every member."""
        match self.settings.format:
            case "human":
                return [_human(group.representative, sources)]
            case "short":
                return [_head(item) for item in group.members]
            case "json":
                return [_json(item, number) for item in group.members]
            case "github":
                return [_github(item, sources) for item in group.members]


def count(diagnostics: Iterable[Diagnostic]) -> tuple[int, int]:
    """Return the number of errors and of warnings."""
    items = tuple(diagnostics)
    errors = sum(map(_matters, items))
    return errors, len(items) - errors


def _matters(item: Diagnostic) -> bool:
    return item.severity is Severity.ERROR


def _summary(errors: int, warnings: int) -> str:
    counts = click.style(plural(errors, "error"), fg="red", bold=True) if errors else "no errors"
    if warnings:
        counts += ", " + click.style(plural(warnings, "warning"), fg="yellow", bold=True)
    return counts


def _color(choice: str) -> bool | None:
    """Decide about colours (no-color.org); None lets click decide by the terminal."""
    if choice == "auto":
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        return False if plain else None
    return choice == "always"


def _head(item: Diagnostic) -> str:
    where = click.style(f"{clean(str(item.location))}: ", bold=True) if item.location else ""
    kind = click.style(f"{item.severity.value}[{item.code}]", fg=_COLORS[item.severity], bold=True)
    return f"{where}{kind}: {clean(item.message)}"


def _human(item: Diagnostic, sources: Sources) -> str:
    lines = [_head(item)]
    line = sources.line(item.location) if item.location else None
    if line is not None:
        lines += _quote_line(*line, _COLORS[item.severity])
    lines += [f"   {click.style('note:', fg='cyan')} {clean(note)}" for note in item.notes]
    lines += [f"   {click.style('hint:', fg='green')} {clean(hint)}" for hint in item.hints]
    return "\n".join(lines)


def _quote_line(line: str, location: Location, color: str) -> list[str]:
    text, carets = excerpt(line, location)
    number = f"{location.line:>4}"
    bar = click.style(f"{number} |", fg="blue")
    lines = [f"{bar} {text}".rstrip()]
    if carets:
        indent = len(carets) - len(carets.lstrip())
        below = click.style(f"{'':>{len(number)}} |", fg="blue")
        lines.append(f"{below} {' ' * indent}{click.style(carets.lstrip(), fg=color, bold=True)}")
    return lines


def _json(item: Diagnostic, group: int) -> str:
    location = item.location or Location("")
    return json.dumps(
        {
            "severity": item.severity.value,
            "code": item.code,
            "message": item.message,
            "path": location.path or None,
            "line": location.line or None,
            "column": location.column or None,
            "length": location.length if location.column else None,
            "sheet": location.sheet or None,
            "cell": location.cell or None,
            "notes": item.notes,
            "hints": item.hints,
            "sides": item.side_ids,
            "group": group,
        }
    )


def _github(item: Diagnostic, sources: Sources) -> str:
    """Return a workflow command of GitHub Actions; its paths start at the top of the checkout."""
    fields = []
    if item.location:
        fields.append(f"file={_field(sources.checkout_path(item.location.path))}")
        if item.location.line and not item.location.sheet:
            fields.append(f"line={item.location.line}")
        if item.location.column and not item.location.sheet:
            fields.append(f"col={item.location.column}")
    fields.append(f"title={_field(item.code)}")
    where = (
        f"{item.location.sheet}!{item.location.cell}: "
        if item.location and item.location.sheet
        else ""
    )
    parts = [
        where + item.message,
        *(f"note: {n}" for n in item.notes),
        *(f"hint: {h}" for h in item.hints),
    ]
    message = "%0A".join(clean(line).replace("%", "%25") for line in parts)
    return f"::{item.severity.value} {','.join(fields)}::{message}"


def _field(text: str) -> str:
    return clean(text).replace("%", "%25").replace(":", "%3A").replace(",", "%2C")


def shell_path(folder: Path) -> str:
    """Return a folder as the user would type it in the current folder."""
    current_folder = Path.cwd()
    return (
        folder.relative_to(current_folder) if folder.is_relative_to(current_folder) else folder
    ).as_posix()


_NAMED = 3  # sides named for each reason


def redrawn(game: "GameReport") -> list[str]:
    """Return a line for each reason for which sides and texts were laid out again."""
    from cardgen.pipeline.dependencies import describe_change

    lines = []
    for name, ids in game.redrawn:
        remaining = f" and {len(ids) - _NAMED} more" if len(ids) > _NAMED else ""
        lines.append(
            clean(f"laid out again: {', '.join(ids[:_NAMED])}{remaining} ({describe_change(name)})")
        )
    return lines
